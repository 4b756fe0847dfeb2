// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/support/spoken_chart.h"

#include <QAccessibleWidget>
#include <QWidget>

#include <utility>

namespace stowage {
namespace {

/// By this a chart is known; its words live as long as it does.
class ChartWords : public QObject {
public:
    ChartWords(QWidget* chart, std::function<QString()> words)
        : QObject(chart), m_words(std::move(words)) {}

    [[nodiscard]] const std::function<QString()>& words() const { return m_words; }

private:
    std::function<QString()> m_words;
};

class ChartAccessible final : public QAccessibleWidget {
public:
    ChartAccessible(QWidget* chart, const ChartWords* words)
        : QAccessibleWidget(chart, QAccessible::Chart), m_words(words) {}

    [[nodiscard]] QString text(QAccessible::Text what) const override {
        return what == QAccessible::Description && m_words->words() ? m_words->words()()
                                                                    : QAccessibleWidget::text(what);
    }

private:
    const ChartWords* m_words;  ///< a child of the chart
};

QAccessibleInterface* makeChartInterface(const QString&, QObject* object) {
    if (!object->isWidgetType()) {
        return nullptr;
    }
    for (QObject* child : object->children()) {
        if (const auto* words = dynamic_cast<ChartWords*>(child)) {
            return new ChartAccessible(static_cast<QWidget*>(object), words);
        }
    }
    return nullptr;
}

}  // namespace

void speakAsChart(QWidget* chart, std::function<QString()> words) {
    QAccessible::installFactory(makeChartInterface);  // once is enough: more calls do nothing
    new ChartWords(chart, std::move(words));
}

}  // namespace stowage
