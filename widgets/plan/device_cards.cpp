// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plan/device_cards.h"

#include "engine/device/memory_budget.h"
#include "widgets/support/figure_table.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/labels.h"
#include "widgets/support/spoken_chart.h"
#include "widgets/support/style_sheet.h"
#include "widgets/support/translation.h"

#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QScrollBar>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace stowage {

/// A device's memory by holder, before the load as a thin bar and now as a thick one under it, at
/// one scale; a tick marks the highest that was reserved. For display only: the figures stand in
/// the card's table, and in tooltip and accessible description with their bytes.
class UseBar : public QWidget {
    Q_OBJECT
public:
    explicit UseBar(const Theme* theme, QWidget* parent = nullptr);

    void setFigures(const DeviceUseFigures& figures);
    /// The colour of a holder's stretch: that of swatches beside its name, too.
    [[nodiscard]] static QColor holderColor(MemoryHolder holder, DeviceId device,
                                            const ThemeColors& colors);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    static constexpr int kBeforeHeight = 5;
    static constexpr int kGap = 2;
    static constexpr int kNowHeight = 14;
    static constexpr int kTickOverhang = 2;
    static constexpr int kHeight = kBeforeHeight + kGap + kNowHeight + kTickOverhang;

    void paintHolders(QPainter& painter, const QRect& bar,
                      std::optional<double> HolderUse::*moment) const;

    const Theme* m_theme;
    DeviceUseFigures m_figures;
};

namespace {

constexpr int kFieldWidth = 72;

using Figure = std::optional<double>;

FigureCell cellOf(const Figure& bytes, TableUnit unit) {
    FigureCell cell;
    cell.text = bytes ? formatInUnit(*bytes, unit) : DeviceCard::tr("unknown");
    cell.toolTip = bytes ? exactBytesText(*bytes) : QString();
    return cell;
}

FigureCell differenceOf(const Figure& before, const Figure& now, TableUnit unit) {
    FigureCell cell;
    cell.text = kUnknownFigure;
    if (before && now && *before != *now) {
        const FigureDifference difference = differenceBetween(*before, *now, unit);
        cell.text = difference.text;
        cell.unit = difference.unit;
        cell.toolTip = exactBytesText(*now - *before);
    }
    return cell;
}

FigureRow rowOf(const QString& name, const Figure& before, const Figure& now, TableUnit unit) {
    FigureRow row;
    FigureCell first;
    first.text = name;
    FigureCell was = cellOf(before, unit);
    was.tone = CellTone::Secondary;
    row.cells = {first, was, cellOf(now, unit), differenceOf(before, now, unit)};
    return row;
}

void makeBold(FigureRow& row) {
    for (FigureCell& cell : row.cells) {
        cell.semibold = true;
    }
}

constexpr int kTickMilliseconds = 250;
constexpr int kLeastCardWidth = 268;

/// A figure stays with the word that says what it is; Chinese and Japanese would break that word.
QString withWordsAtFigures(const QString& text) {
    static const QRegularExpression before(
        QStringLiteral("(?<![\\p{Han}\\p{Hiragana}\\p{Katakana}]) (?=[\u2066\u2068]*\\d)"));
    return unbrokenFigures(text).replace(before, QString(QChar::Nbsp));
}

/// A button for an action of the menu: same words, state and effect.
QPushButton* buttonFor(QAction* action, const char* name, const QString& accessible,
                       const QFont& font, QWidget* parent) {
    auto* button = withName(new QPushButton(action->text(), parent), name, accessible);
    button->setFont(font);
    const auto follow = [button, action] {
        button->setEnabled(action->isEnabled());
        button->setIcon(action->icon());
        button->setToolTip(action->toolTip());
    };
    QObject::connect(action, &QAction::changed, button, follow);
    QObject::connect(button, &QPushButton::clicked, action, &QAction::trigger);
    follow();
    return button;
}

}  // namespace

UseBar::UseBar(const Theme* theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
    speakAsChart(this);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

QSize UseBar::sizeHint() const {
    return {200, px(kHeight)};
}

QColor UseBar::holderColor(MemoryHolder holder, DeviceId device, const ThemeColors& colors) {
    switch (holder) {
        case MemoryHolder::Others:
            return colors.otherPrograms;
        case MemoryHolder::Context:
            return colors.contextOverhead;
        case MemoryHolder::Load:
            return colors.deviceFill(device);
        case MemoryHolder::Cached:
            return mixColors(colors.deviceFill(device), colors.base, 0.4);
        case MemoryHolder::Process:
            return colors.ramAnonymous == colors.deviceFill(device)
                       ? mixColors(colors.ramAnonymous, colors.base, 0.4)
                       : colors.ramAnonymous;
        case MemoryHolder::SimulatedGpus:
            return colors.ramShared;
    }
    return {};
}

void UseBar::setFigures(const DeviceUseFigures& figures) {
    m_figures = figures;
    QStringList lines{
        tr("Thin bar: before the load. Thick bar: now. Tick: peak of the reserved memory.")};
    for (const HolderUse& use : figures.holders) {
        if (use.now) {
            lines.append(
                QStringLiteral("%1: %2").arg(holderName(use.holder), exactBytesText(*use.now)));
        }
    }
    if (figures.freeNow) {
        lines.append(tr("Free: %1").arg(exactBytesText(*figures.freeNow)));
    }
    setToolTip(lines.join(u'\n'));
    setAccessibleName(lines.join(QStringLiteral("; ")));
    update();
}

void UseBar::paintHolders(QPainter& painter, const QRect& bar,
                          std::optional<double> HolderUse::*moment) const {
    const ThemeColors& colors = m_theme->colors();
    painter.fillRect(bar, colors.base);
    double at = 0;
    const double scale = m_figures.capacity.value_or(0);
    const auto x = [&](double bytes) {
        return static_cast<int>(bar.width() * std::clamp(bytes / scale, 0.0, 1.0));
    };
    for (const HolderUse& use : m_figures.holders) {
        const double bytes = (use.*moment).value_or(0);
        if (bytes <= 0) {
            continue;
        }
        // What is there is seen, however little it is of the card.
        const int left = std::min(x(at), bar.width() - 1);
        const int width = std::max(1, x(at + bytes) - left);
        painter.fillRect(
            visualRect(*this, QRect(bar.left() + left, bar.top(), width, bar.height())),
            holderColor(use.holder, m_figures.device.id, colors));
        at += bytes;
    }
    paintOutline(painter, bar, colors.border);
}

void UseBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    if (!m_figures.capacity || *m_figures.capacity <= 0) {
        return;
    }
    const QRect before(0, 0, width(), kBeforeHeight);
    const QRect now(0, kBeforeHeight + kGap, width(), px(kNowHeight));
    paintHolders(painter, before, &HolderUse::before);
    paintHolders(painter, now, &HolderUse::now);
    if (m_figures.peakReserved && *m_figures.peakReserved > 0) {
        const HolderUse* others = m_figures.find(MemoryHolder::Others);
        const HolderUse* context = m_figures.find(MemoryHolder::Context);
        const double peak =
            others->now.value_or(0) + context->now.value_or(0) + *m_figures.peakReserved;
        const int at = static_cast<int>((width() - 2) * std::min(1.0, peak / *m_figures.capacity));
        painter.fillRect(visualRect(*this, QRect(at, now.top() - kTickOverhang, 2,
                                                 px(kNowHeight) + 2 * kTickOverhang)),
                         m_theme->colors().text);
    }
}

DeviceCard::DeviceCard(DeviceId device, const Theme* theme, QWidget* parent)
    : QFrame(parent), m_theme(theme) {
    constexpr int kNameShare = 40;  ///< percent of the table's width
    constexpr int kMargin = 10;
    m_figures.device.id = device;
    const QString name = translated(deviceLabel(device));
    setObjectName(QStringLiteral("device_card_") + deviceObjectName(device));
    setAccessibleName(tr("Memory of %1").arg(name));
    m_bar = new UseBar(theme, this);
    m_table = new FigureTable(theme, this);
    m_table->setObjectName(QStringLiteral("device_use_") + deviceObjectName(device));
    m_table->setAccessibleName(tr("Who uses %1").arg(name));
    m_table->setFirstColumnShare(kNameShare);
    m_peaks = makeParagraph({}, theme->font(TextRole::Caption), this, QPalette::PlaceholderText);
    m_peaks->setObjectName(QStringLiteral("device_peaks_") + deviceObjectName(device));
    m_message = makeParagraph({}, theme->font(TextRole::Caption), this);
    m_message->setObjectName(QStringLiteral("others_message_") + deviceObjectName(device));
    m_message->setContentsMargins(visualMargins({4, 0, 0, 0}));
    m_message->hide();
    auto* layout = makeColumn(this, 4, {kMargin, 6, kMargin, 6});
    addWidgets(layout, {makeHead(), m_bar, m_table, makeFoot(), m_message});
    layout->addStretch(1);
    connect(theme, &Theme::changed, this, [this] { setFigures(m_figures); });
}

/// What is free stands below the name in every card, so that bars and tables stand in a row.
QWidget* DeviceCard::makeHead() {
    auto* head = new QWidget(this);
    auto* row = new QWidget(head);
    m_name = makeTextLine({}, m_theme->font(TextRole::Tree, true), row);
    m_name->setTextFormat(Qt::PlainText);
    m_kind = new ElidedLabel(head, Qt::ElideRight);
    m_kind->setFont(m_theme->font(TextRole::Caption));
    m_kind->setForegroundRole(QPalette::PlaceholderText);
    m_kind->setObjectName(QStringLiteral("device_kind_") + deviceObjectName(device()));
    auto* layout = makeRow(row, 8);
    addWidgets(layout, {new ChipLabel(m_theme, device(), row), m_name});
    layout->addStretch(1);
    addWidgets(makeColumn(head, 2), {row, m_kind});
    return head;
}

QWidget* DeviceCard::makeFoot() {
    auto* row = new QWidget(this);
    const QString name = translated(deviceLabel(device()));
    m_othersCaption = makeTextLine(tr("Others"), m_theme->font(TextRole::Tree), row);
    m_others = new QLineEdit(row);
    m_others->setObjectName(QStringLiteral("others_") + deviceObjectName(device()));
    m_others->setAccessibleName(tr("Memory of %1 used by other programs").arg(name));
    m_others->setToolTip(
        tr("Memory of this simulated GPU that other programs use. A change takes effect at once, "
           "also during a load."));
    m_others->setFont(m_theme->font(TextRole::Tree));
    m_others->setFixedWidth(px(kFieldWidth));
    m_othersCaption->setBuddy(m_others);
    auto* layout = makeRow(row, 8, {4, 0, 0, 0});
    layout->addWidget(m_peaks, 1);
    addWidgets(layout, {m_othersCaption, m_others});
    connect(m_others, &QLineEdit::editingFinished, this, &DeviceCard::commitOthers);
    return row;
}

void DeviceCard::commitOthers() {
    if (!m_others->isModified()) {
        return;
    }
    m_others->setModified(false);
    const QString text = m_others->text().trimmed();
    const Result<ParsedSize> size = parseCapacity(text.isEmpty() ? "0" : text.toStdString());
    if (!size) {
        showRefusal(translated(size.error().message));
        return;
    }
    m_message->hide();
    setStyleProperty(m_others, "invalid", false);
    Q_EMIT othersEdited(device(), static_cast<std::uint64_t>(size->bytes));
}

void DeviceCard::showRefusal(const QString& sentence) {
    setStyleProperty(m_others, "invalid", true);
    setTextColor(m_message, m_theme->colors().error);
    m_message->setText(sentence);
    m_message->show();
}

void DeviceCard::setFigures(const DeviceUseFigures& figures) {
    m_figures = figures;
    m_name->setText(shownDeviceName(figures.device));
    const QString kind =
        figures.device.id.isGpu() && figures.device.simulated ? tr("simulated") : tr("measured");
    m_kind->setText(figures.freeNow ? tr("%1 free, %2").arg(sizeText(*figures.freeNow), kind)
                                    : kind);
    m_kind->setToolTip(figures.freeNow ? m_kind->text() + u'\n' + exactBytesText(*figures.freeNow)
                                       : QString());
    m_bar->setFigures(figures);
    showTable();
    showPeaks();
    showOthers();
}

void DeviceCard::showTable() {
    const TableUnit unit = m_figures.unit;
    m_table->setHead({tableUnitName(unit), tr("Before"), tr("Now"), tr("Difference")});
    std::vector<FigureRow> rows;
    // The load first: it is what the card is looked at for.
    for (const MemoryHolder holder :
         {MemoryHolder::Load, MemoryHolder::Cached, MemoryHolder::Process,
          MemoryHolder::SimulatedGpus, MemoryHolder::Context, MemoryHolder::Others}) {
        if (const HolderUse* use = m_figures.find(holder)) {
            FigureRow row = rowOf(holderName(holder), use->before, use->now, unit);
            // A narrow card elides the name.
            row.cells.front().toolTip =
                holder == MemoryHolder::Others && !m_figures.programs.isEmpty()
                    ? m_figures.programs
                    : holderName(holder);
            row.cells.front().swatch = UseBar::holderColor(holder, device(), m_theme->colors());
            rows.push_back(std::move(row));
        }
    }
    FigureRow used = rowOf(tr("Used"), m_figures.usedBefore, m_figures.usedNow, unit);
    makeBold(used);
    rows.push_back(std::move(used));
    m_table->setRows(std::move(rows));
}

void DeviceCard::showPeaks() {
    if (m_figures.peakAllocated && m_figures.peakReserved) {
        const TableUnit unit = tableUnitFor(*m_figures.peakReserved);
        m_peaks->setText(withWordsAtFigures(tr("Peak: allocated %1, reserved %2 %3")
                                                .arg(formatInUnit(*m_figures.peakAllocated, unit),
                                                     formatInUnit(*m_figures.peakReserved, unit),
                                                     tableUnitName(unit))));
        m_peaks->setToolTip(
            tr("Peaks since the load began or the peaks were reset: allocated %1, reserved %2. The "
               "tick in the bar marks the peak of the reserved memory.")
                .arg(exactBytesText(*m_figures.peakAllocated),
                     exactBytesText(*m_figures.peakReserved)));
    } else if (m_figures.fileBacked) {
        m_peaks->setText(
            withWordsAtFigures(tr("File-backed memory %1: evictable cache, counted as free")
                                   .arg(sizeText(*m_figures.fileBacked))));
        m_peaks->setToolTip(exactBytesText(*m_figures.fileBacked));
    }
    m_peaks->setVisible(!m_peaks->text().isEmpty());
}

void DeviceCard::showOthers() {
    const bool settable = m_figures.device.id.isGpu() && m_figures.device.simulated;
    m_othersCaption->setVisible(settable);
    m_others->setVisible(settable);
    // What is being typed, or was refused, is the person's.
    if (m_others->isModified() || !m_message->isHidden()) {
        return;
    }
    const QString text = sizeFieldText(m_figures.device.usedByOthers);
    if (m_others->text() != text) {
        m_others->setText(text);
    }
}

void DeviceCard::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(m_theme->colors().border);
    painter.setBrush(m_theme->colors().base);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), metrics::kRadius,
                            metrics::kRadius);
}

DeviceCards::DeviceCards(LoadController* controller, const Theme* theme,
                         const DeviceCardActions& actions, QWidget* parent)
    : QWidget(parent), m_controller(controller), m_theme(theme) {
    withName(this, "device_cards", tr("Memory of the devices before and after the load"));
    setFieldBackground(this);
    m_pages = new QStackedWidget(this);
    addWidgets(m_pages, {makeEmpty(actions), makeScroll()});
    auto* layout = makeColumn(this, 4, {metrics::kPadding, 4, metrics::kPadding, 4});
    layout->addWidget(makeStrip(actions));
    layout->addWidget(m_pages, 1);
    m_timer.setInterval(kTickMilliseconds);
    connect(&m_timer, &QTimer::timeout, this, &DeviceCards::refresh);
    connect(controller, &LoadController::stateChanged, this, &DeviceCards::refresh);
    connect(controller, &LoadController::memoryChanged, this, [this](const MemoryChange& change) {
        m_report->setText(memoryChangeText(change));
        refresh();
    });
    connect(controller, &LoadController::othersRefused, this,
            [this](DeviceId gpu, const QString& sentence) {
                if (DeviceCard* refused = card(gpu)) {
                    refused->showRefusal(sentence);
                }
            });
    refresh();
}

QWidget* DeviceCards::makeStrip(const DeviceCardActions& actions) {
    auto* strip = new QWidget(this);
    m_state = withName(makeTextLine({}, m_theme->font(TextRole::Tree, true), strip), "cards_state");
    m_report =
        withName(makeTextLine({}, m_theme->font(TextRole::Tree), strip, QPalette::PlaceholderText),
                 "cards_report");
    m_report->setTextFormat(Qt::PlainText);
    m_report->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_report->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    const QFont font = m_theme->font(TextRole::Tree);
    auto* layout = makeRow(strip, 8);
    layout->addWidget(m_state);
    layout->addWidget(m_report, 1);
    layout->addWidget(buttonFor(actions.resetPeaks, "cards_reset_peaks",
                                tr("Reset the peaks to the present values"), font, strip));
    layout->addWidget(buttonFor(actions.emptyCache, "cards_empty_cache",
                                tr("Release cached memory"), font, strip));
    layout->addWidget(
        buttonFor(actions.unload, "cards_unload", tr("Unload the weights"), font, strip));
    return strip;
}

QWidget* DeviceCards::makeEmpty(const DeviceCardActions& actions) {
    auto* page = new QWidget(this);
    auto* text =
        withName(makeParagraph(tr("Nothing has been loaded yet. After a load, this page shows a "
                                  "card for each device: the memory used before and after the "
                                  "load, the difference, and the users of the memory."),
                               m_theme->font(TextRole::Tree), page, QPalette::PlaceholderText),
                 "cards_empty");
    text->setAlignment(Qt::AlignCenter);
    QPushButton* load = buttonFor(actions.load, "cards_load", tr("Load the weights"),
                                  m_theme->font(TextRole::Tree), page);
    auto* layout = new QVBoxLayout(page);
    layout->addStretch(1);
    layout->addWidget(text);
    layout->addWidget(load, 0, Qt::AlignHCenter);
    layout->addStretch(1);
    return page;
}

QWidget* DeviceCards::makeScroll() {
    m_content = makePage(this);
    m_grid = makeGrid(m_content, kGap, kGap);
    m_scroll = withName(makeScrollArea(this, m_content), "device_cards_scroll");
    return m_scroll;
}

/// As many beside each other as there is room for, the others below them: none is cut at a side.
void DeviceCards::placeCards() {
    const int room = m_scroll->width() - m_scroll->verticalScrollBar()->sizeHint().width();
    const auto columns =
        std::max(std::size_t{1}, static_cast<std::size_t>(std::max(0, room + kGap)) /
                                     static_cast<std::size_t>(px(kLeastCardWidth) + kGap));
    if (std::exchange(m_columns, columns) == columns) {
        return;
    }
    while (QLayoutItem* item = m_grid->takeAt(0)) {
        delete item;
    }
    for (std::size_t i = 0; i < m_order.size(); ++i) {
        m_grid->addWidget(m_order[i], static_cast<int>(i / columns), static_cast<int>(i % columns));
    }
    // What the widest cards leave is for nobody.
    const auto used = static_cast<int>(std::min(columns, m_order.size()));
    for (int column = 0; column < m_grid->columnCount(); ++column) {
        m_grid->setColumnStretch(column, column < used ? 1 : 0);
    }
    m_grid->addItem(new QSpacerItem(0, 0, QSizePolicy::Expanding), 0, used);
}

DeviceCard* DeviceCards::card(DeviceId device) const {
    const auto found = m_cards.find(device);
    return found == m_cards.end() ? nullptr : found->second;
}

QString DeviceCards::report() const {
    return m_report->text();
}

void DeviceCards::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    refresh();
    m_timer.start();
}

void DeviceCards::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    placeCards();
}

void DeviceCards::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    m_timer.stop();
}

MemorySnapshot DeviceCards::present() {
    MemorySnapshot now;
    for (const std::shared_ptr<DeviceMemory>& device : m_controller->devices()) {
        now.devices.push_back({device->info(), m_controller->statisticsOf(*device)});
    }
    const MemorySeries::Batch batch = m_controller->sampler().series().since(m_cursor);
    for (const MemorySample& sample : batch.samples) {
        // The machine is read less often than the process.
        const MemorySample last = std::exchange(m_sample, sample);
        m_sample.available = sample.available ? sample.available : last.available;
        m_sample.cgroupLimit = sample.cgroupLimit ? sample.cgroupLimit : last.cgroupLimit;
        m_sample.cgroupLeft = sample.cgroupLeft ? sample.cgroupLeft : last.cgroupLeft;
    }
    now.process = m_sample.process;
    now.machine = m_controller->beforeLoad()->machine;
    now.machine.available = m_sample.available;
    now.machine.cgroupLimit = m_sample.cgroupLimit;
    now.machine.cgroupLeft = m_sample.cgroupLeft;
    return now;
}

void DeviceCards::refresh() {
    const bool any = m_controller->beforeLoad().has_value();
    m_pages->setCurrentIndex(any ? 1 : 0);
    m_state->setText(any ? tr("Before the load and now") : tr("Devices"));
    if (!any) {
        return;
    }
    const MemorySnapshot now = present();
    makeCards(now);
    for (const auto& [device, card] : m_cards) {
        DeviceUseFigures figures = deviceUseFigures(device, *m_controller->beforeLoad(), now);
        figures.programs = m_programs[device];
        card->setFigures(figures);
    }
}

void DeviceCards::makeCards(const MemorySnapshot& now) {
    constexpr int kMostWidth = 380;
    std::vector<DeviceId> wanted;
    for (const DeviceUse& use : now.devices) {
        wanted.push_back(use.device.id);
    }
    const bool same = wanted.size() == m_cards.size() &&
                      std::ranges::all_of(wanted, [this](DeviceId id) { return card(id); });
    if (same) {
        return;
    }
    qDeleteAll(m_order);
    m_order.clear();
    m_cards.clear();
    for (const DeviceId device : wanted) {
        auto* card = new DeviceCard(device, m_theme, m_content);
        card->setMinimumWidth(px(kLeastCardWidth));
        card->setMaximumWidth(px(kMostWidth));
        connect(card, &DeviceCard::othersEdited, m_controller, &LoadController::setUsedByOthers);
        m_cards.emplace(device, card);
        m_order.push_back(card);
    }
    m_columns = 0;
    placeCards();
}

}  // namespace stowage

#include "device_cards.moc"
