// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/support/spoken_chart.h"

#include <QAbstractScrollArea>
#include <QAccessibleWidget>
#include <QEvent>
#include <QTimer>
#include <QWindow>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace stowage {
namespace {

/// What changed is told so long after the first change: slower than it can be spoken would be late,
/// faster would interrupt.
constexpr int kTellPartsMs = 2000;

void tellReaders(QAccessibleInterface* who, QAccessible::Event what) {
    QAccessibleEvent event(who, what);
    QAccessible::updateAccessibility(&event);
}

/// By this a chart is known. It reads what the chart has to say, and keeps the parts that readers
/// asked for; lives as long as the chart.
class ChartSpeech : public QObject {
public:
    ChartSpeech(QWidget* chart, std::function<QString()> words,
                std::function<std::vector<ChartPart>()> parts);
    ~ChartSpeech() override;
    /// Null where the object is no chart.
    [[nodiscard]] static ChartSpeech* of(const QObject& object);

    [[nodiscard]] QWidget* chart() const { return static_cast<QWidget*>(parent()); }
    [[nodiscard]] bool hasWords() const { return m_words && isWhole(); }
    [[nodiscard]] QString words() const { return m_words(); }
    [[nodiscard]] bool hasParts() const { return m_readParts && isWhole(); }
    /// As they are now; valid until something changes.
    [[nodiscard]] const std::vector<ChartPart>& parts();
    /// Null where there is none of that key now.
    [[nodiscard]] const ChartPart* find(const QString& key);
    [[nodiscard]] QAccessibleInterface* interfaceOf(const ChartPart& part);
    [[nodiscard]] const ChartPart* chosen();

    void noteChange();
    void tellChoice();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// A part that a reader asked for, and what it was told.
    struct Asked {
        QAccessible::Id id = 0;
        QString value;
        QString description;
    };
    /// Not while the chart is being deleted: what it reads from is gone then, and readers may ask.
    [[nodiscard]] bool isWhole() const { return chart()->metaObject()->inherits(m_class); }
    void tellChanges();

    const QMetaObject* m_class;  ///< of the chart, as far as it was made when it became one
    std::function<QString()> m_words;
    std::function<std::vector<ChartPart>()> m_readParts;
    std::optional<std::vector<ChartPart>> m_parts;
    std::map<QString, std::size_t> m_numbers;  ///< by key
    std::map<QString, Asked> m_asked;
    QStringList m_toldKeys;
    QTimer m_clock;
};

/// A part as readers have it. It looks itself up whenever it is asked.
class SpokenPart final : public QAccessibleInterface, public QAccessibleActionInterface {
public:
    SpokenPart(ChartSpeech* speech, QString key) : m_speech(speech), m_key(std::move(key)) {}

    [[nodiscard]] const QString& key() const { return m_key; }
    [[nodiscard]] const ChartSpeech* speech() const { return m_speech; }
    [[nodiscard]] bool isValid() const override { return part() != nullptr; }
    [[nodiscard]] QObject* object() const override { return nullptr; }
    [[nodiscard]] QWindow* window() const override {
        return m_speech->chart()->window()->windowHandle();
    }
    [[nodiscard]] QAccessibleInterface* parent() const override {
        return QAccessible::queryAccessibleInterface(m_speech->chart());
    }
    [[nodiscard]] int childCount() const override { return 0; }
    [[nodiscard]] QAccessibleInterface* child(int) const override { return nullptr; }
    [[nodiscard]] int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    [[nodiscard]] QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    [[nodiscard]] QAccessible::Role role() const override { return QAccessible::ListItem; }
    [[nodiscard]] QString text(QAccessible::Text what) const override;
    void setText(QAccessible::Text, const QString&) override {}
    [[nodiscard]] QRect rect() const override;
    [[nodiscard]] QAccessible::State state() const override;
    void* interface_cast(QAccessible::InterfaceType type) override;

    [[nodiscard]] QStringList actionNames() const override;
    [[nodiscard]] QString localizedActionName(const QString& name) const override;
    void doAction(const QString& name) override;
    [[nodiscard]] QStringList keyBindingsForAction(const QString&) const override { return {}; }

private:
    [[nodiscard]] const ChartPart* part() const { return m_speech->find(m_key); }
    [[nodiscard]] const ChartAction* find(const QString& name) const;

    ChartSpeech* m_speech;  ///< deletes this with itself
    QString m_key;
};

class ChartAccessible final : public QAccessibleWidget {
public:
    ChartAccessible(QWidget* chart, ChartSpeech* speech)
        : QAccessibleWidget(chart, QAccessible::Chart), m_speech(speech) {}

    [[nodiscard]] QString text(QAccessible::Text what) const override {
        return what == QAccessible::Description && m_speech->hasWords()
                   ? m_speech->words()
                   : QAccessibleWidget::text(what);
    }
    [[nodiscard]] int childCount() const override;
    [[nodiscard]] QAccessibleInterface* child(int index) const override;
    [[nodiscard]] int indexOfChild(const QAccessibleInterface* child) const override;
    [[nodiscard]] QAccessibleInterface* childAt(int x, int y) const override;
    [[nodiscard]] QAccessibleInterface* focusChild() const override;

private:
    /// Its child widgets, without the one in which a scroll area paints the parts.
    [[nodiscard]] std::vector<QAccessibleInterface*> widgets() const;

    ChartSpeech* m_speech;  ///< a child of the chart
};

ChartSpeech::ChartSpeech(QWidget* chart, std::function<QString()> words,
                         std::function<std::vector<ChartPart>()> parts)
    : QObject(chart),
      m_class(chart->metaObject()),
      m_words(std::move(words)),
      m_readParts(std::move(parts)) {
    chart->installEventFilter(this);
    m_clock.setSingleShot(true);
    m_clock.setInterval(kTellPartsMs);
    connect(&m_clock, &QTimer::timeout, this, &ChartSpeech::tellChanges);
}

ChartSpeech::~ChartSpeech() {
    // By number: at the program's end Qt may have deleted some of them before.
    for (const auto& [key, asked] : m_asked) {
        QAccessible::deleteAccessibleInterface(asked.id);
    }
}

ChartSpeech* ChartSpeech::of(const QObject& object) {
    for (QObject* child : object.children()) {
        if (auto* speech = dynamic_cast<ChartSpeech*>(child)) {
            return speech;
        }
    }
    return nullptr;
}

const std::vector<ChartPart>& ChartSpeech::parts() {
    if (!m_parts || !isWhole()) {
        m_parts = hasParts() ? m_readParts() : std::vector<ChartPart>();
        m_numbers.clear();
        for (std::size_t i = 0; i < m_parts->size(); ++i) {
            m_numbers.emplace((*m_parts)[i].key, i);
        }
    }
    return *m_parts;
}

const ChartPart* ChartSpeech::find(const QString& key) {
    const std::vector<ChartPart>& now = parts();
    const auto found = m_numbers.find(key);
    return found == m_numbers.end() ? nullptr : &now[found->second];
}

QAccessibleInterface* ChartSpeech::interfaceOf(const ChartPart& part) {
    const auto known = m_asked.find(part.key);
    if (known != m_asked.end()) {
        return QAccessible::accessibleInterface(known->second.id);
    }
    auto* const made = new SpokenPart(this, part.key);
    m_asked.emplace(part.key, Asked{QAccessible::registerAccessibleInterface(made), part.value,
                                    part.description});
    return made;
}

const ChartPart* ChartSpeech::chosen() {
    const std::vector<ChartPart>& now = parts();
    const auto found = std::ranges::find(now, ChartPart::Choice::Chosen, &ChartPart::choice);
    return found == now.end() ? nullptr : &*found;
}

bool ChartSpeech::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize) {
        noteChange();  // the parts are elsewhere
    }
    return QObject::eventFilter(watched, event);
}

void ChartSpeech::noteChange() {
    m_parts.reset();
    if (QAccessible::isActive() && !m_clock.isActive()) {
        m_clock.start();
    }
}

void ChartSpeech::tellChanges() {
    QStringList keys;
    for (const ChartPart& part : parts()) {
        keys.append(part.key);
    }
    std::erase_if(m_asked, [this](const auto& asked) {
        const bool isGone = !m_numbers.contains(asked.first);
        if (isGone) {
            QAccessible::deleteAccessibleInterface(asked.second.id);
        }
        return isGone;
    });
    if (keys != m_toldKeys) {
        m_toldKeys = keys;
        tellReaders(QAccessible::queryAccessibleInterface(chart()), QAccessible::ObjectReorder);
    }
    for (auto& [key, asked] : m_asked) {
        const ChartPart* const part = find(key);
        QAccessibleInterface* const who = QAccessible::accessibleInterface(asked.id);
        if (part == nullptr) {
            continue;
        }
        if (std::exchange(asked.value, part->value) != part->value) {
            QAccessibleValueChangeEvent event(who, part->value);
            QAccessible::updateAccessibility(&event);
        }
        if (std::exchange(asked.description, part->description) != part->description) {
            tellReaders(who, QAccessible::DescriptionChanged);
        }
    }
}

void ChartSpeech::tellChoice() {
    noteChange();
    const ChartPart* const part = QAccessible::isActive() ? chosen() : nullptr;
    if (part == nullptr) {
        return;
    }
    QAccessibleInterface* const who = interfaceOf(*part);
    tellReaders(who, QAccessible::Selection);
    if (chart()->hasFocus()) {
        tellReaders(who, QAccessible::Focus);
    }
}

QString SpokenPart::text(QAccessible::Text what) const {
    const ChartPart* const shown = part();
    if (shown == nullptr) {
        return {};
    }
    switch (what) {
        case QAccessible::Name:
            return shown->name;
        case QAccessible::Description:
            return shown->description;
        case QAccessible::Value:
            return shown->value;
        default:
            return {};
    }
}

QRect SpokenPart::rect() const {
    const ChartPart* const shown = part();
    return shown == nullptr || shown->rect.isEmpty()
               ? QRect()
               : QRect(m_speech->chart()->mapToGlobal(shown->rect.topLeft()), shown->rect.size());
}

QAccessible::State SpokenPart::state() const {
    QAccessible::State state;
    const ChartPart* const shown = part();
    const QWidget* const chart = m_speech->chart();
    state.invalid = shown == nullptr;
    state.invisible = !chart->isVisible();
    state.offscreen = shown == nullptr || !shown->rect.intersects(chart->rect());
    if (shown != nullptr && shown->choice != ChartPart::Choice::None) {
        state.selectable = true;
        state.focusable = true;
        state.selected = shown->choice == ChartPart::Choice::Chosen;
        state.focused = state.selected && chart->hasFocus();
    }
    return state;
}

void* SpokenPart::interface_cast(QAccessible::InterfaceType type) {
    return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface*>(this)
                                                : nullptr;
}

const ChartAction* SpokenPart::find(const QString& name) const {
    const ChartPart* const shown = part();
    if (shown == nullptr) {
        return nullptr;
    }
    const auto found = std::ranges::find(shown->actions, name, &ChartAction::name);
    return found == shown->actions.end() ? nullptr : &*found;
}

QStringList SpokenPart::actionNames() const {
    QStringList names;
    if (const ChartPart* const shown = part()) {
        for (const ChartAction& action : shown->actions) {
            names.append(action.name);
        }
    }
    return names;
}

QString SpokenPart::localizedActionName(const QString& name) const {
    const ChartAction* const action = find(name);
    return action != nullptr && !action->label.isEmpty()
               ? action->label
               : QAccessibleActionInterface::localizedActionName(name);
}

void SpokenPart::doAction(const QString& name) {
    if (const ChartAction* const action = find(name)) {
        const std::function<void()> act = action->act;  // the parts may be others after it
        act();
    }
}

std::vector<QAccessibleInterface*> ChartAccessible::widgets() const {
    const auto* const area = qobject_cast<QAbstractScrollArea*>(widget());
    std::vector<QAccessibleInterface*> result;
    for (int i = 0; i < QAccessibleWidget::childCount(); ++i) {
        QAccessibleInterface* const child = QAccessibleWidget::child(i);
        const bool isCanvas = area != nullptr && m_speech->hasParts() && child != nullptr &&
                              child->object() == area->viewport();
        if (child != nullptr && !isCanvas) {
            result.push_back(child);
        }
    }
    return result;
}

int ChartAccessible::childCount() const {
    return isValid() ? static_cast<int>(widgets().size() + m_speech->parts().size()) : 0;
}

QAccessibleInterface* ChartAccessible::child(int index) const {
    if (!isValid() || index < 0) {
        return nullptr;
    }
    const std::vector<QAccessibleInterface*> beside = widgets();
    const auto number = static_cast<std::size_t>(index);
    if (number < beside.size()) {
        return beside[number];
    }
    const std::vector<ChartPart>& parts = m_speech->parts();
    return number - beside.size() < parts.size()
               ? m_speech->interfaceOf(parts[number - beside.size()])
               : nullptr;
}

int ChartAccessible::indexOfChild(const QAccessibleInterface* child) const {
    const auto* const part = dynamic_cast<const SpokenPart*>(child);
    const bool isOurs = part != nullptr && part->speech() == m_speech;
    const ChartPart* const shown = isOurs ? m_speech->find(part->key()) : nullptr;
    const std::vector<QAccessibleInterface*> beside = widgets();
    if (shown != nullptr) {
        return static_cast<int>(beside.size()) + static_cast<int>(shown - m_speech->parts().data());
    }
    const auto found = std::ranges::find(beside, child);
    return found == beside.end() ? -1 : static_cast<int>(found - beside.begin());
}

/// Of parts that lie over each other, as curves do, the smallest.
QAccessibleInterface* ChartAccessible::childAt(int x, int y) const {
    const QPoint point = widget()->mapFromGlobal(QPoint(x, y));
    const ChartPart* smallest = nullptr;
    const auto area = [](const ChartPart& part) { return part.rect.width() * part.rect.height(); };
    for (const ChartPart& part : m_speech->parts()) {
        if (part.rect.contains(point) && (smallest == nullptr || area(part) < area(*smallest))) {
            smallest = &part;
        }
    }
    return smallest != nullptr ? m_speech->interfaceOf(*smallest)
                               : QAccessibleWidget::childAt(x, y);
}

QAccessibleInterface* ChartAccessible::focusChild() const {
    const ChartPart* const part = isValid() && widget()->hasFocus() ? m_speech->chosen() : nullptr;
    return part != nullptr ? m_speech->interfaceOf(*part) : QAccessibleWidget::focusChild();
}

QAccessibleInterface* makeChartInterface(const QString&, QObject* object) {
    ChartSpeech* const speech = object->isWidgetType() ? ChartSpeech::of(*object) : nullptr;
    return speech == nullptr ? nullptr : new ChartAccessible(speech->chart(), speech);
}

}  // namespace

void speakAsChart(QWidget* chart, std::function<QString()> words,
                  std::function<std::vector<ChartPart>()> parts) {
    QAccessible::installFactory(makeChartInterface);  // once is enough: more calls do nothing
    new ChartSpeech(chart, std::move(words), std::move(parts));
}

void chartPartsChanged(QWidget* chart) {
    if (ChartSpeech* const speech = ChartSpeech::of(*chart)) {
        speech->noteChange();
    }
}

void chartPartChosen(QWidget* chart) {
    if (ChartSpeech* const speech = ChartSpeech::of(*chart)) {
        speech->tellChoice();
    }
}

}  // namespace stowage
