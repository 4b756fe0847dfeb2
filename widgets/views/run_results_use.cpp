// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/run_results_use.h"

#include "widgets/views/chart_title.h"
#include "widgets/views/widget_style.h"

#include <QLabel>
#include <QPainter>
#include <QStringList>
#include <QVBoxLayout>

#include <cmath>
#include <utility>

namespace stowage {

namespace {

constexpr int kChipWidth = 44, kChipHeight = 16, kBarHeight = 14, kRowHeight = 20, kGap = 6;
constexpr int kPercents = 40;

/// "GPU 0 ▇▇▇▨▨□□□ 37 %".
class TimeBar : public QWidget {
public:
    TimeBar(const Theme* theme, const DeviceTime& time, QWidget* parent)
        : QWidget(parent), m_theme(theme), m_time(time) {
        setObjectName(QStringLiteral("run_use_") + deviceObjectName(time.device));
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        setFixedHeight(kRowHeight);
        const auto percents = percentTexts(time.shares);
        m_busy = QString::fromStdString(percents[0]);
        const QString text =
            RunResultsUse::tr(
                "%1: computed %2, waited for weights %3, idled %4 of the run, measured")
                .arg(QString::fromStdString(deviceLabel(time.device)), m_busy,
                     QString::fromStdString(percents[1]), QString::fromStdString(percents[2]));
        setAccessibleName(text);
        setToolTip(text);
    }

protected:
    void paintEvent(QPaintEvent*) override {
        const Tokens& colors = m_theme->colors();
        QPainter painter(this);
        painter.setLayoutDirection(Qt::LeftToRight);
        paintDeviceChip(painter,
                        placed(QRect(0, (kRowHeight - kChipHeight) / 2, kChipWidth, kChipHeight)),
                        m_time.device, colors, m_theme->font(TextRole::Caption, true));
        const QRect bar(kChipWidth + kGap, (kRowHeight - kBarHeight) / 2,
                        width() - kChipWidth - kPercents - 2 * kGap, kBarHeight);
        const int busy = static_cast<int>(std::lround(bar.width() * m_time.shares.busy));
        const int waits = static_cast<int>(std::lround(bar.width() * m_time.shares.waiting));
        painter.fillRect(placed(QRect(bar.left(), bar.top(), busy, bar.height())),
                         colors.deviceFill(m_time.device));
        painter.fillRect(placed(QRect(bar.left() + busy, bar.top(), waits, bar.height())),
                         QBrush(colors.secondaryText, Qt::BDiagPattern));
        painter.setPen(colors.border);
        painter.drawRect(placed(bar).adjusted(0, 0, -1, -1));
        painter.setFont(m_theme->font(TextRole::Tree));
        painter.setPen(colors.text);
        painter.drawText(placed(QRect(width() - kPercents, 0, kPercents, kRowHeight)),
                         Qt::AlignVCenter | Qt::AlignRight, m_busy);
    }

private:
    /// Bars mirror in right-to-left.
    [[nodiscard]] QRect placed(const QRect& rect) const {
        return layoutDirection() == Qt::RightToLeft
                   ? QRect(width() - rect.right() - 1, rect.top(), rect.width(), rect.height())
                   : rect;
    }

    const Theme* m_theme;
    DeviceTime m_time;
    QString m_busy;
};

}  // namespace

RunResultsUse::RunResultsUse(const Theme* theme, QWidget* parent)
    : QWidget(parent),
      m_theme(theme),
      m_title(new ChartTitle(theme)),
      m_rows(new QWidget),
      m_fixLabel(new QLabel) {
    setObjectName(QStringLiteral("run_use"));
    setAccessibleName(tr("What devices did with the time"));
    m_title->setLayoutDirection(Qt::LeftToRight);
    m_title->setTitle(tr("Time of each device"), tr("measured"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addWidget(m_title);
    layout->addWidget(m_rows);
    m_fixLabel->setObjectName(QStringLiteral("run_fixes"));
    m_fixLabel->setAccessibleName(tr("What would make layers wait less"));
    m_fixLabel->setTextFormat(Qt::RichText);
    m_fixLabel->setWordWrap(true);
    m_fixLabel->setContentsMargins(kChipWidth + kGap, 0, 0, 4);
    m_fixLabel->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    layout->addWidget(m_fixLabel);
    connect(m_fixLabel, &QLabel::linkActivated, this,
            [this](const QString& link) { Q_EMIT fixRequested(m_fixes[link.toUInt()]); });
    connect(theme, &Theme::changed, this, &RunResultsUse::applyTheme);
    applyTheme();
}

void RunResultsUse::applyTheme() {
    const Tokens& colors = m_theme->colors();
    m_title->setEntries({
        {tr("computes"), Qt::NoPen, colors.deviceFill(DeviceId::gpu(0))},
        {tr("waits"), colors.border, QBrush(colors.secondaryText, Qt::BDiagPattern)},
        {tr("idles"), colors.border, colors.base},
    });
    for (QLabel* label : m_rows->findChildren<QLabel*>()) {
        label->setFont(m_theme->font(TextRole::Tree));
        setTextColor(label, colors.secondaryText);
    }
    showFixes();
    for (QWidget* bar : m_rows->findChildren<QWidget*>()) {
        bar->update();
    }
}

void RunResultsUse::setFixes(std::vector<RunFix> fixes) {
    m_fixes = std::move(fixes);
    showFixes();
}

/// Links carry their colour in their text.
void RunResultsUse::showFixes() {
    QStringList lines;
    for (std::size_t i = 0; i < m_fixes.size(); ++i) {
        lines.append(QStringLiteral("%1 <a href=\"%2\" style=\"color:%3;text-decoration:none\">"
                                    "<b>%4</b></a>")
                         .arg(m_fixes[i].reason.toHtmlEscaped())
                         .arg(i)
                         .arg(m_theme->colors().accent.name(), m_fixes[i].text.toHtmlEscaped()));
    }
    m_fixLabel->setFont(m_theme->font(TextRole::Tree));
    m_fixLabel->setText(lines.join(QStringLiteral("<br>")));
    m_fixLabel->setVisible(!lines.isEmpty());
}

void RunResultsUse::setTimes(const std::vector<DeviceTime>& times) {
    auto* rows = new QWidget;
    auto* column = new QVBoxLayout(rows);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(1);
    for (const DeviceTime& time : times) {
        column->addWidget(new TimeBar(m_theme, time, rows));
        auto* sentence = new QLabel(time.sentence, rows);
        sentence->setObjectName(QStringLiteral("run_use_text_") + deviceObjectName(time.device));
        sentence->setWordWrap(true);
        sentence->setContentsMargins(kChipWidth + kGap, 0, 0, 4);
        column->addWidget(sentence);
    }
    delete layout()->replaceWidget(m_rows, rows);
    delete m_rows;
    m_rows = rows;
    applyTheme();
}

}  // namespace stowage
