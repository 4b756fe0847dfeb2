// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/methods/methods_feature.h"

#include "engine/lesson/lesson_figures.h"
#include "engine/load/ram_limit.h"
#include "widgets/history/history_feature.h"
#include "widgets/history/load_record_charts.h"
#include "widgets/history/load_record_display.h"
#include "widgets/load/load_controller.h"
#include "widgets/methods/method_comparison.h"
#include "widgets/support/figure_saver.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/labels.h"
#include "widgets/support/style_sheet.h"
#include "widgets/support/tables.h"
#include "widgets/support/translation.h"

#include <QAbstractTableModel>
#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QDockWidget>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSplitter>
#include <QTableView>

#include <algorithm>
#include <set>
#include <vector>

namespace stowage {

/// The methods of a comparison as rows: a tick for those that shall run, predicted figures until
/// there are measured ones, and beside them what the lesson published for the same model.
class MethodsModel : public QAbstractTableModel {
    Q_OBJECT
public:
    MethodsModel(MethodComparison* comparison, const Theme* theme, QObject* parent = nullptr);

    /// Those that are ticked, in order.
    [[nodiscard]] std::vector<LoadMethod> ticked() const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;

private:
    using Column = TableColumn<ComparedMethod>;

    void refresh();
    /// Those that the rows ask for: a VRAM peak for each GPU, a limit and published figures where
    /// there are any. The first has the ticks.
    [[nodiscard]] std::vector<Column> columnsNow() const;
    [[nodiscard]] std::vector<Column> vramColumns() const;
    [[nodiscard]] const ComparedMethod& rowAt(int row) const;

    MethodComparison* m_comparison;
    const Theme* m_theme;
    std::vector<Column> m_columns;
    std::set<LoadMethod> m_unticked;
};

namespace {

using MethodState = ComparedMethod::State;

/// The record whose figures the row shows; null: the predicted ones.
const LoadFigures* figuresOf(const ComparedMethod& row) {
    return row.run == nullptr ? nullptr : &row.run->figures;
}

const GpuLoadFigures* deviceOf(const LoadFigures& figures, DeviceId id) {
    const auto found = std::ranges::find(figures.devices, id, &GpuLoadFigures::device);
    return found == figures.devices.end() ? nullptr : &*found;
}

QString vramText(const ComparedMethod& row, DeviceId id) {
    if (const LoadFigures* const figures = figuresOf(row)) {
        const GpuLoadFigures* const device = deviceOf(*figures, id);
        return device == nullptr ? kUnknownFigure
                                 : sizeText(static_cast<double>(device->peakAllocated));
    }
    const auto peak = row.preflight.peaks.find(id);
    return peak == row.preflight.peaks.end()
               ? kUnknownFigure
               : sizeText(static_cast<double>(peak->second.allocated));
}

QString vramToolTip(const ComparedMethod& row) {
    const LoadFigures* const figures = figuresOf(row);
    return figures != nullptr ? recordVramToolTip(*figures)
                              : MethodsModel::tr("Predicted peak of the allocated memory");
}

QString timeText(const ComparedMethod& row) {
    const LoadFigures* const figures = figuresOf(row);
    const auto seconds = figures != nullptr ? figures->seconds : row.preflight.seconds;
    return seconds ? formatSeconds(*seconds) : kUnknownFigure;
}

QString rateText(const ComparedMethod& row) {
    const LoadFigures* const figures = figuresOf(row);
    const auto rate = figures != nullptr ? figures->rate() : std::nullopt;
    return rate ? formatRate(*rate) : kUnknownFigure;
}

QString ramText(const ComparedMethod& row) {
    const LoadFigures* const figures = figuresOf(row);
    const auto bytes = figures != nullptr ? figures->hostAnon() : row.preflight.hostAnonBytes;
    return bytes ? sizeText(static_cast<double>(*bytes)) : kUnknownFigure;
}

QString ramToolTip(const ComparedMethod& row) {
    return figuresOf(row) != nullptr
               ? MethodsModel::tr(
                     "Peak of the anonymous memory that the load adds, sampled from outside the "
                     "process")
               : MethodsModel::tr("Predicted peak of the anonymous memory that the load adds");
}

QString stateText(const ComparedMethod& row, const MethodComparison& comparison) {
    switch (row.state) {
        case MethodState::NotRun:
            return row.preflight.refusal.empty()      ? MethodsModel::tr("predicted")
                   : row.preflight.isOnlyOverRamLimit ? MethodsModel::tr("would be stopped")
                                                      : MethodsModel::tr("would be refused");
        case MethodState::Waiting:
            return MethodsModel::tr("waiting, predicted");
        case MethodState::Refused:
            return MethodsModel::tr("refused");
        case MethodState::Running:
            return MethodsModel::tr("running, %1 s")
                .arg(static_cast<int>(comparison.elapsedSeconds()));
        case MethodState::Done:
            return MethodsModel::tr("measured");
        case MethodState::Cancelled:
            return MethodsModel::tr("cancelled, predicted");
        case MethodState::Failed:
            break;
    }
    return MethodsModel::tr("failed");
}

/// Whether a method holds the RAM limit, and where it was stopped if not.
QString limitText(const ComparedMethod& row, const MethodComparison& comparison) {
    const LoadFigures* const figures = figuresOf(row);
    const auto& predicted = row.preflight.hostAnonBytes;
    switch (row.state) {
        case MethodState::Done:
            return MethodsModel::tr("within limit");
        case MethodState::Refused:
            return MethodsModel::tr("not started");
        case MethodState::Failed:
            return figures == nullptr || figures->stoppedAt.empty()
                       ? kUnknownFigure
                       : MethodsModel::tr("stopped at %1").arg(translated(figures->stoppedAt));
        default:
            return !predicted                            ? kUnknownFigure
                   : *predicted > *comparison.ramLimit() ? MethodsModel::tr("would be stopped")
                                                         : MethodsModel::tr("would fit");
    }
}

/// Why a method was or would be refused, or how it failed; "" where nothing speaks against it.
QString objection(const ComparedMethod& row) {
    return row.sentence.isEmpty() ? translated(row.preflight.refusal) : row.sentence;
}

QString publishedToolTip(const ComparedMethod&) {
    return MethodsModel::tr(
        "The lesson publishes this figure for GPT-2 XL in float32. In the lesson, 1 GB is 2^30 "
        "bytes, and RAM figures include file pages, which the system can reclaim.");
}

/// A column's text that only measured figures have.
auto ofMeasured(QString (*text)(const LoadFigures&)) {
    return [text](const ComparedMethod& row) {
        const LoadFigures* const figures = figuresOf(row);
        return figures != nullptr ? text(*figures) : kUnknownFigure;
    };
}

/// A lesson's figure for the method.
auto ofPublished(double PublishedRow::*figure) {
    return [figure](const ComparedMethod& row) {
        const auto published = publishedRow(loadMethodName(row.preflight.method));
        return published ? QStringLiteral("%1 GB").arg((*published).*figure, 0, 'f', 1)
                         : kUnknownFigure;
    };
}

/// What is predicted steps back behind what is measured.
auto measuredColor(const Theme* theme) {
    return [theme](const ComparedMethod& row) {
        return figuresOf(row) == nullptr ? QVariant(theme->colors().secondaryText) : QVariant();
    };
}

auto outcomeColor(const Theme* theme) {
    return [theme](const ComparedMethod& row) {
        return row.state == MethodState::Failed || row.state == MethodState::Refused
                   ? QVariant(theme->colors().error)
                   : measuredColor(theme)(row);
    };
}

constexpr int kTickColumn = 0;

constexpr int kLeastChartsWidth = 400;

constexpr int kChartsShare = 400;

}  // namespace

MethodsModel::MethodsModel(MethodComparison* comparison, const Theme* theme, QObject* parent)
    : QAbstractTableModel(parent),
      m_comparison(comparison),
      m_theme(theme),
      m_columns(columnsNow()) {
    connect(comparison, &MethodComparison::changed, this, &MethodsModel::refresh);
    connect(theme, &Theme::changed, this, &MethodsModel::refresh);
}

std::vector<MethodsModel::Column> MethodsModel::vramColumns() const {
    std::set<DeviceId> gpus;
    for (const ComparedMethod& row : m_comparison->rows()) {
        for (const auto& [device, peak] : row.preflight.peaks) {
            gpus.insert(device);
        }
        for (const GpuLoadFigures& device :
             row.run == nullptr ? std::vector<GpuLoadFigures>() : row.run->figures.devices) {
            gpus.insert(device.device);
        }
    }
    std::vector<Column> columns;
    for (const DeviceId device : gpus) {
        if (device.isGpu()) {
            columns.push_back(
                {.title = tr("%1 peak").arg(translated(deviceLabel(device))),
                 .alignment = Qt::AlignRight,
                 .text = [device](const ComparedMethod& row) { return vramText(row, device); },
                 .toolTip = vramToolTip,
                 .color = measuredColor(m_theme)});
        }
    }
    return columns;
}

std::vector<MethodsModel::Column> MethodsModel::columnsNow() const {
    const auto measured = measuredColor(m_theme);
    const auto outcome = outcomeColor(m_theme);
    const auto faint = [theme = m_theme](const ComparedMethod&) -> QVariant {
        return theme->colors().secondaryText;
    };
    const auto icon = [theme = m_theme](const ComparedMethod& row) -> QVariant {
        return methodIcon(row.preflight.method, theme->colors(), qGuiApp->devicePixelRatio());
    };
    const auto state = [comparison = m_comparison](const ComparedMethod& row) {
        return stateText(row, *comparison);
    };
    const auto limit = [comparison = m_comparison](const ComparedMethod& row) {
        return limitText(row, *comparison);
    };
    std::vector<Column> columns{
        {.title = tr("Method"),
         .text = [](const ComparedMethod& row) { return methodText(row.preflight.method); },
         .icon = icon},
        {.title = tr("Figures"), .text = state, .toolTip = objection, .color = outcome},
        {.title = tr("Time"), .alignment = Qt::AlignRight, .text = timeText, .color = measured},
        {.title = tr("Rate"), .alignment = Qt::AlignRight, .text = rateText, .color = measured}};
    for (Column& column : vramColumns()) {
        columns.push_back(std::move(column));
    }
    columns.push_back({.title = tr("RAM, anon."),
                       .alignment = Qt::AlignRight,
                       .text = ramText,
                       .toolTip = ramToolTip,
                       .color = measured});
    if (m_comparison->ramLimit()) {
        columns.push_back(
            {.title = tr("RAM limit"), .text = limit, .toolTip = objection, .color = outcome});
    }
    if (m_comparison->isPublishedModel()) {
        columns.push_back({.title = tr("VRAM, published"),
                           .alignment = Qt::AlignRight,
                           .text = ofPublished(&PublishedRow::vramGiB),
                           .toolTip = publishedToolTip,
                           .color = faint});
        columns.push_back({.title = tr("RAM, published"),
                           .alignment = Qt::AlignRight,
                           .text = ofPublished(&PublishedRow::ramGiB),
                           .toolTip = publishedToolTip,
                           .color = faint});
    }
    columns.push_back({.title = tr("Measured minus predicted"),
                       .text = ofMeasured(recordErrorText),
                       .color = measured});
    columns.push_back(
        {.title = tr("Verified"), .text = ofMeasured(recordVerifiedText), .color = measured});
    return columns;
}

void MethodsModel::refresh() {
    std::vector<Column> columns = columnsNow();
    if (!std::ranges::equal(columns, m_columns, {}, &Column::title, &Column::title)) {
        beginResetModel();
        m_columns = std::move(columns);
        endResetModel();
        return;
    }
    Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

std::vector<LoadMethod> MethodsModel::ticked() const {
    std::vector<LoadMethod> methods;
    for (const LoadMethod method : allLoadMethods()) {
        if (!m_unticked.contains(method)) {
            methods.push_back(method);
        }
    }
    return methods;
}

const ComparedMethod& MethodsModel::rowAt(int row) const {
    return m_comparison->rows()[static_cast<std::size_t>(row)];
}

int MethodsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_comparison->rows().size());
}

int MethodsModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_columns.size());
}

QVariant MethodsModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const ComparedMethod& row = rowAt(index.row());
    if (role == Qt::CheckStateRole && index.column() == kTickColumn) {
        return m_unticked.contains(row.preflight.method) ? Qt::Unchecked : Qt::Checked;
    }
    return m_columns[static_cast<std::size_t>(index.column())].data(row, role);
}

bool MethodsModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (!index.isValid() || role != Qt::CheckStateRole || index.column() != kTickColumn ||
        m_comparison->isRunning()) {
        return false;
    }
    const LoadMethod method = rowAt(index.row()).preflight.method;
    if (value.toInt() == Qt::Checked) {
        m_unticked.erase(method);
    } else {
        m_unticked.insert(method);
    }
    Q_EMIT dataChanged(index, index);
    return true;
}

Qt::ItemFlags MethodsModel::flags(const QModelIndex& index) const {
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    return index.isValid() && index.column() == kTickColumn ? flags | Qt::ItemIsUserCheckable
                                                            : flags;
}

QVariant MethodsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    return headData(m_columns, section, orientation, role);
}

MethodsPanel::MethodsPanel(MethodComparison* comparison, const Theme* theme, QWidget* parent)
    : QWidget(parent),
      m_comparison(comparison),
      m_theme(theme),
      m_model(new MethodsModel(comparison, theme, this)) {
    static constexpr int kTableShare = 600;
    static constexpr int kClockMs = 250;
    setObjectName(QStringLiteral("methods_panel"));
    setFieldBackground(this);
    makeTable();
    m_charts = new LoadRecordCharts(
        theme, tr("During a comparison, this area shows the measured curves of all methods."),
        this);
    m_charts->setMinimumWidth(px(kLeastChartsWidth));
    m_sentence = withName(new ProseLabel(this), "methods_sentence");
    m_sentence->setFont(theme->font(TextRole::Tree));
    auto* left = new QWidget(this);
    auto* column = makeColumn(left, 4);
    column->addWidget(m_table, 1);
    column->addWidget(m_sentence);
    QSplitter* columns =
        makeSplitter(this, "methods_splitter", left, m_charts, {kTableShare, kChartsShare});
    auto* layout = makeColumn(this, 4, {metrics::kPadding, 4, metrics::kPadding, 8});
    layout->addWidget(makeHeader());
    layout->addWidget(columns, 1);
    m_clock.setInterval(kClockMs);
    connect(&m_clock, &QTimer::timeout, m_table->viewport(), qOverload<>(&QWidget::update));
    connect(comparison, &MethodComparison::changed, this, [this] {
        m_failure.clear();
        showState();
    });
    connect(comparison, &MethodComparison::failed, this, [this](const QString& sentence) {
        m_failure = sentence;
        showState();
    });
    connect(theme, &Theme::changed, this, &MethodsPanel::showState);
    showState();
}

QWidget* MethodsPanel::makeHeader() {
    constexpr int kLimitWidth = 130;
    constexpr int kProgressWidth = 120;
    auto* row = new QWidget(this);
    m_cache = withName(new QComboBox(row), "methods_cache",
                       tr("State of the page cache before each load"));
    m_cache->addItem(tr("Page cache unchanged"), static_cast<int>(PageCacheState::AsIs));
    m_cache->addItem(tr("Cold page cache"), static_cast<int>(PageCacheState::Cold));
    m_cache->addItem(tr("Warm page cache"), static_cast<int>(PageCacheState::Warm));
    m_cache->setToolTip(
        tr("State of the file's pages before each load: unchanged, dropped from the page cache "
           "(cold) or read once (warm)"));
    m_verify = withName(new QCheckBox(tr("Verify"), row), "methods_verify");
    m_verify->setToolTip(tr(
        "Compare every loaded byte with the file; the load time does not include the comparison"));
    m_verify->setChecked(true);
    m_ramLimit = withName(new QLineEdit(row), "methods_ram_limit", tr("RAM limit"));
    m_ramLimit->setPlaceholderText(tr("No RAM limit"));
    m_ramLimit->setToolTip(tr("Maximum RAM for each method, for example 4GiB. The limit applies to "
                              "%1. A method that needs more RAM is stopped at the limit.")
                               .arg(translated(ramLimitCounts())));
    m_ramLimit->setFixedWidth(px(kLimitWidth));
    m_run = withName(new QPushButton(row), "methods_run");
    m_run->setProperty("primary", true);
    m_progress = makeProgressBar(row, "methods_progress", tr("Finished methods"));
    m_progress->setFixedWidth(kProgressWidth);
    m_summary = withName(new ElidedLabel(row, Qt::ElideRight), "methods_summary");
    m_summary->setForegroundRole(QPalette::PlaceholderText);
    m_summary->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* layout = makeRow(row, 8);
    addWidgets(layout, {m_run, m_cache, m_verify, m_ramLimit, m_progress});
    layout->addWidget(m_summary, 1);
    setFontOf({m_cache, m_verify, m_ramLimit, m_run, m_summary}, m_theme->font(TextRole::Tree));
    connect(m_run, &QPushButton::clicked, this, &MethodsPanel::toggleComparison);
    connect(m_ramLimit, &QLineEdit::editingFinished, this, &MethodsPanel::takeRamLimit);
    return row;
}

void MethodsPanel::makeTable() {
    m_table = withName(new QTableView(this), "methods_table", tr("Methods and their figures"));
    m_table->setModel(m_model);
    offerFigure(m_table, {QStringLiteral("methods"), SavedFigure::Picture::None,
                          [this] { return tableCsv(*m_model); }});
    setUpRows(m_table, kRowHeight);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setAlternatingRowColors(true);
    m_table->setFont(m_theme->font(TextRole::Tree));
    m_table->setIconSize(QSize(kMethodIconWidth, kRowHeight));
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &MethodsPanel::showSentence);
    connect(m_model, &QAbstractItemModel::modelReset, this, &MethodsPanel::fitColumns);
}

void MethodsPanel::fitColumns() {
    constexpr int kColumnGap = 6;
    stowage::fitColumns(m_table, kColumnGap);
}

void MethodsPanel::toggleComparison() {
    if (m_comparison->isRunning()) {
        m_comparison->cancel();
        return;
    }
    if (!takeRamLimit()) {
        return;
    }
    m_comparison->start({m_model->ticked(),
                         static_cast<PageCacheState>(m_cache->currentData().toInt()),
                         m_verify->isChecked()});
}

bool MethodsPanel::takeRamLimit() {
    const QString typed = m_ramLimit->text().trimmed();
    const auto limit = parseRamLimit(typed.toStdString());
    const bool isGood = typed.isEmpty() || limit;
    m_failure = isGood ? QString() : tr("RAM limit: %1").arg(translated(limit.error().message));
    if (isGood) {
        m_comparison->setRamLimit(limit ? std::optional(*limit) : std::nullopt);
    }
    showState();
    return isGood;
}

QString MethodsPanel::summary() const {
    if (m_comparison->isRunning()) {
        return tr("%1 of %2 methods finished")
            .arg(m_comparison->doneCount())
            .arg(m_comparison->askedCount());
    }
    return m_comparison->isPublishedModel()
               ? tr("Each method runs in a new process. The published figures are from the lesson.")
               : tr("Each method runs in a new process. Published figures exist only for GPT-2 XL "
                    "in float32.");
}

void MethodsPanel::showState() {
    const bool running = m_comparison->isRunning();
    m_run->setText(running ? tr("Cancel") : tr("Compare methods"));
    setStyleProperty(m_run, "primary", !running);
    m_cache->setEnabled(!running);
    m_verify->setEnabled(!running);
    m_ramLimit->setEnabled(!running);
    m_progress->setVisible(running);
    m_progress->setRange(0, std::max(1, m_comparison->askedCount()));
    m_progress->setValue(m_comparison->doneCount());
    m_summary->setText(summary());
    if (running != m_clock.isActive()) {
        running ? m_clock.start() : m_clock.stop();
    }
    std::vector<std::shared_ptr<const LoadRecord>> runs;
    for (const ComparedMethod& row : m_comparison->rows()) {
        if (row.run != nullptr) {
            runs.push_back(row.run);
        }
    }
    m_charts->setRecords(std::move(runs));
    fitColumns();
    showSentence();
}

void MethodsPanel::showSentence() {
    QString sentence = m_failure;
    const QModelIndexList chosen = m_table->selectionModel()->selectedRows();
    const auto& rows = m_comparison->rows();
    const auto named = [](const ComparedMethod& row) {
        const QString said = objection(row);
        return said.isEmpty() ? QString()
                              : tr("%1: %2").arg(methodText(row.preflight.method), said);
    };
    if (sentence.isEmpty() && !chosen.isEmpty()) {
        sentence = named(rows[static_cast<std::size_t>(chosen.front().row())]);
    }
    for (const ComparedMethod& row : rows) {
        // Without a choice the first one that has something to say.
        if (sentence.isEmpty() && chosen.isEmpty()) {
            sentence = named(row);
        }
    }
    m_sentence->setText(sentence);
    m_sentence->setVisible(!sentence.isEmpty());
    setTextColor(m_sentence,
                 m_failure.isEmpty() ? m_theme->colors().secondaryText : m_theme->colors().error);
}

MethodsFeature::MethodsFeature(const FeatureParts& parts, const QString& program,
                               HistoryFeature* history)
    : Feature(parts),
      m_history(history),
      m_methods(keptBy<MethodComparison>(parts.keeper, m_document, history->store(), program)),
      m_compare(makeAction(QStringLiteral("compare_methods_action"), tr("Compare methods…"),
                           QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_K),
                           QStringLiteral("compare"))) {
    m_compare->setToolTip(tr("Load the model with several methods, each in a new process"));
    connect(m_compare, &QAction::triggered, this, &MethodsFeature::show);
    const auto takeRates = [this] { m_methods->setMachineRates(m_controller->machineRates()); };
    connect(m_controller, &LoadController::machineRatesChanged, this, takeRates);
    takeRates();
}

QList<DockContent> MethodsFeature::docks() {
    return {{DockPlace::Methods, Qt::BottomDockWidgetArea, QStringLiteral("methods_dock"),
             tr("Methods"),
             [this](QWidget* parent) { return new MethodsPanel(m_methods, m_theme, parent); }}};
}

QList<QAction*> MethodsFeature::menuActions(MenuSection section) {
    return section == MenuSection::LoadRecords ? QList<QAction*>{m_compare, m_history->showAction()}
                                               : QList<QAction*>();
}

void MethodsFeature::start() {
    // Not the panel's own events: behind another tab it counts as shown.
    connect(dock(DockPlace::Methods), &QDockWidget::visibilityChanged, m_methods,
            &MethodComparison::setWatched);
}

void MethodsFeature::show() {
    // Shows all methods, and curves high enough to be told apart.
    constexpr int kDockHeight = 292;
    Q_EMIT dockRequested(DockPlace::Methods, px(kDockHeight));
}

}  // namespace stowage

#include "methods_feature.moc"
