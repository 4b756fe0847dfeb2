// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/methods/methods_panel.h"

#include "engine/lesson/lesson_figures.h"
#include "engine/load/ram_limit.h"
#include "widgets/history/load_record_charts.h"
#include "widgets/history/load_record_display.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/style_sheet.h"
#include "widgets/support/units.h"

#include <QCheckBox>
#include <QComboBox>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSplitter>
#include <QTableView>

#include <algorithm>

namespace stowage {
namespace {

using State = ComparedMethod::State;

const QString kUnknown = QStringLiteral("–");

bool isFigure(MethodsModel::Kind kind) {
    using Kind = MethodsModel::Kind;
    return kind != Kind::Method && kind != Kind::State && kind != Kind::Limit &&
           kind != Kind::Errors && kind != Kind::Verified;
}

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
        return device == nullptr ? kUnknown : sizeText(static_cast<double>(device->peakAllocated));
    }
    const auto peak = row.preflight.peaks.find(id);
    return peak == row.preflight.peaks.end()
               ? kUnknown
               : sizeText(static_cast<double>(peak->second.allocated));
}

QString optionalSize(const std::optional<std::uint64_t>& bytes) {
    return bytes ? sizeText(static_cast<double>(*bytes)) : kUnknown;
}

QString publishedText(const ComparedMethod& row, double PublishedRow::*figure) {
    const auto published = publishedRow(loadMethodName(row.preflight.method));
    return published ? QStringLiteral("%1 GB").arg((*published).*figure, 0, 'f', 1) : kUnknown;
}

constexpr int kClockMs = 250;

constexpr int kRowHeight = 20;

constexpr int kLeastChartsWidth = 400;

constexpr int kTableShare = 600;

constexpr int kChartsShare = 400;

constexpr int kProgressWidth = 120;

constexpr int kColumnGap = 6;

constexpr int kLimitWidth = 130;

}  // namespace

MethodsModel::MethodsModel(MethodComparison* comparison, const Theme* theme, QObject* parent)
    : QAbstractTableModel(parent),
      m_comparison(comparison),
      m_theme(theme),
      m_columns(columnsNow()) {
    connect(comparison, &MethodComparison::changed, this, &MethodsModel::refresh);
    connect(theme, &Theme::changed, this, &MethodsModel::refresh);
}

std::vector<MethodsModel::Column> MethodsModel::columnsNow() const {
    std::vector<Column> columns{
        {Kind::Method, {}}, {Kind::State, {}}, {Kind::Time, {}}, {Kind::Rate, {}}};
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
    for (const DeviceId device : gpus) {
        if (device.isGpu()) {
            columns.push_back({Kind::Vram, device});
        }
    }
    columns.push_back({Kind::Ram, {}});
    if (m_comparison->ramLimit()) {
        columns.push_back({Kind::Limit, {}});
    }
    if (m_comparison->isPublishedModel()) {
        columns.insert(columns.end(), {{Kind::PublishedVram, {}}, {Kind::PublishedRam, {}}});
    }
    columns.insert(columns.end(), {{Kind::Errors, {}}, {Kind::Verified, {}}});
    return columns;
}

void MethodsModel::refresh() {
    std::vector<Column> columns = columnsNow();
    if (columns != m_columns) {
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

MethodsModel::Kind MethodsModel::kindOf(int column) const {
    return m_columns[static_cast<std::size_t>(column)].kind;
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

QString MethodsModel::stateText(const ComparedMethod& row) const {
    switch (row.state) {
        case State::NotRun:
            return row.preflight.refusal.empty()      ? tr("predicted")
                   : row.preflight.isOnlyOverRamLimit ? tr("would be stopped")
                                                      : tr("would be refused");
        case State::Waiting:
            return tr("waiting, predicted");
        case State::Refused:
            return tr("refused");
        case State::Running:
            return tr("running, %1 s").arg(static_cast<int>(m_comparison->elapsedSeconds()));
        case State::Done:
            return tr("measured");
        case State::Cancelled:
            return tr("cancelled, predicted");
        case State::Failed:
            break;
    }
    return tr("failed");
}

/// Whether a method holds the RAM limit, and where it was stopped if not.
QString MethodsModel::limitText(const ComparedMethod& row) const {
    const LoadFigures* const figures = figuresOf(row);
    const auto& predicted = row.preflight.hostAnonBytes;
    switch (row.state) {
        case State::Done:
            return tr("held");
        case State::Refused:
            return tr("did not begin");
        case State::Failed:
            return figures == nullptr || figures->stoppedAt.empty()
                       ? kUnknown
                       : tr("stopped at %1").arg(QString::fromStdString(figures->stoppedAt));
        default:
            return !predicted                               ? kUnknown
                   : *predicted > *m_comparison->ramLimit() ? tr("would be stopped")
                                                            : tr("would hold");
    }
}

QString MethodsModel::text(const ComparedMethod& row, const Column& column) const {
    const LoadFigures* const figures = figuresOf(row);
    switch (column.kind) {
        case Kind::Method:
            return methodText(row.preflight.method);
        case Kind::State:
            return stateText(row);
        case Kind::Time: {
            const auto seconds = figures != nullptr ? figures->seconds : row.preflight.seconds;
            return seconds ? formatSeconds(*seconds) : kUnknown;
        }
        case Kind::Rate: {
            const auto rate = figures != nullptr ? figures->rate() : std::nullopt;
            return rate ? formatRate(*rate) : kUnknown;
        }
        case Kind::Vram:
            return vramText(row, column.device);
        case Kind::Ram:
            return optionalSize(figures != nullptr ? figures->hostAnon()
                                                   : row.preflight.hostAnonBytes);
        case Kind::Limit:
            return limitText(row);
        case Kind::PublishedVram:
            return publishedText(row, &PublishedRow::vramGiB);
        case Kind::PublishedRam:
            return publishedText(row, &PublishedRow::ramGiB);
        case Kind::Errors:
            return figures != nullptr ? recordErrorText(*figures) : kUnknown;
        case Kind::Verified:
            break;
    }
    return figures != nullptr ? recordVerifiedText(*figures) : kUnknown;
}

QString MethodsModel::toolTip(const ComparedMethod& row, const Column& column) const {
    const LoadFigures* const figures = figuresOf(row);
    switch (column.kind) {
        case Kind::State:
        case Kind::Limit: {
            const QString refusal = QString::fromStdString(row.preflight.refusal);
            return row.sentence.isEmpty() ? refusal : row.sentence;
        }
        case Kind::Vram:
            return figures != nullptr ? recordVramToolTip(*figures)
                                      : tr("Predicted: highest allocated memory");
        case Kind::Ram:
            return figures != nullptr
                       ? tr("Highest anonymous memory above its level before, polled from outside")
                       : tr("Predicted: highest anonymous memory above its level before");
        case Kind::PublishedVram:
        case Kind::PublishedRam:
            return tr(
                "Published by the lesson for GPT-2 XL in float32. Its GB are 2^30 bytes, and "
                "its RAM contains file pages, which can be taken back.");
        default:
            return text(row, column);
    }
}

QVariant MethodsModel::foreground(const ComparedMethod& row, const Column& column) const {
    const ThemeColors& colors = m_theme->colors();
    const bool isBad = row.state == State::Failed || row.state == State::Refused;
    if ((column.kind == Kind::State || column.kind == Kind::Limit) && isBad) {
        return colors.error;
    }
    const bool isPublished =
        column.kind == Kind::PublishedVram || column.kind == Kind::PublishedRam;
    const bool isSaidBefore = figuresOf(row) == nullptr && column.kind != Kind::Method;
    return isPublished || isSaidBefore ? QVariant(colors.secondaryText) : QVariant();
}

QVariant MethodsModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const ComparedMethod& row = rowAt(index.row());
    const Column& column = m_columns[static_cast<std::size_t>(index.column())];
    const LoadMethod method = row.preflight.method;
    switch (role) {
        case Qt::DisplayRole:
            return text(row, column);
        case Qt::ToolTipRole:
            return toolTip(row, column);
        case Qt::CheckStateRole:
            return column.kind == Kind::Method
                       ? QVariant(m_unticked.contains(method) ? Qt::Unchecked : Qt::Checked)
                       : QVariant();
        case Qt::DecorationRole:
            return column.kind == Kind::Method ? QVariant(methodIcon(method, m_theme->colors(),
                                                                     qGuiApp->devicePixelRatio()))
                                               : QVariant();
        case Qt::ForegroundRole:
            return foreground(row, column);
        case Qt::TextAlignmentRole:
            return QVariant::fromValue(Qt::Alignment(
                (isFigure(column.kind) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
        default:
            return {};
    }
}

bool MethodsModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (!index.isValid() || role != Qt::CheckStateRole || kindOf(index.column()) != Kind::Method ||
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
    return index.isValid() && kindOf(index.column()) == Kind::Method
               ? flags | Qt::ItemIsUserCheckable
               : flags;
}

QVariant MethodsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) {
        return {};
    }
    const Column& column = m_columns[static_cast<std::size_t>(section)];
    if (role == Qt::TextAlignmentRole) {
        return QVariant::fromValue(Qt::Alignment(
            (isFigure(column.kind) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (column.kind) {
        case Kind::Method:
            return tr("Method");
        case Kind::State:
            return tr("Figures");
        case Kind::Time:
            return tr("Time");
        case Kind::Rate:
            return tr("Rate");
        case Kind::Vram:
            return tr("%1 peak").arg(QString::fromStdString(deviceLabel(column.device)));
        case Kind::Ram:
            return tr("RAM, anon.");
        case Kind::Limit:
            return tr("RAM limit");
        case Kind::PublishedVram:
            return tr("VRAM, published");
        case Kind::PublishedRam:
            return tr("RAM, published");
        case Kind::Errors:
            return tr("Measured less predicted");
        case Kind::Verified:
            break;
    }
    return tr("Verified");
}

MethodsPanel::MethodsPanel(MethodComparison* comparison, const Theme* theme, QWidget* parent)
    : QWidget(parent),
      m_comparison(comparison),
      m_theme(theme),
      m_model(new MethodsModel(comparison, theme, this)) {
    setObjectName(QStringLiteral("methods_panel"));
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    makeTable();
    m_charts = new LoadRecordCharts(
        theme, tr("Curves of the methods are laid over each other here, as they are measured."),
        this);
    m_charts->setMinimumWidth(kLeastChartsWidth);
    m_sentence = withName(new QLabel(this), "methods_sentence");
    m_sentence->setFont(theme->font(TextRole::Tree));
    m_sentence->setWordWrap(true);
    auto* left = new QWidget(this);
    auto* column = makeColumn(left, 4);
    column->addWidget(m_table, 1);
    column->addWidget(m_sentence);
    auto* columns = withName(new QSplitter(this), "methods_splitter");
    columns->setChildrenCollapsible(false);
    columns->setHandleWidth(metrics::kPadding);
    columns->addWidget(left);
    columns->addWidget(m_charts);
    columns->setSizes({kTableShare, kChartsShare});
    columns->setStretchFactor(0, kTableShare);
    columns->setStretchFactor(1, kChartsShare);
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
    auto* row = new QWidget(this);
    m_cache = withName(new QComboBox(row), "methods_cache", tr("Page cache before each run"));
    m_cache->addItem(tr("Page cache as it is"), static_cast<int>(PageCacheState::AsIs));
    m_cache->addItem(tr("Cold page cache"), static_cast<int>(PageCacheState::Cold));
    m_cache->addItem(tr("Warm page cache"), static_cast<int>(PageCacheState::Warm));
    m_cache->setToolTip(
        tr("Whether the file's pages lie in memory before each run: dropped from "
           "the cache, or read once"));
    m_verify = withName(new QCheckBox(tr("Verify"), row), "methods_verify");
    m_verify->setToolTip(tr("Compare every loaded byte with the file; not part of the time"));
    m_verify->setChecked(true);
    m_ramLimit = withName(new QLineEdit(row), "methods_ram_limit", tr("RAM limit"));
    m_ramLimit->setPlaceholderText(tr("No RAM limit"));
    m_ramLimit->setToolTip(
        tr("The most RAM that each method may hold, as 4GiB: %1. A method that needs more is "
           "stopped when it gets there.")
            .arg(QLatin1String(ramLimitCounts())));
    m_ramLimit->setFixedWidth(kLimitWidth);
    m_run = withName(new QPushButton(row), "methods_run");
    m_run->setProperty("primary", true);
    m_progress = makeProgressBar(row, "methods_progress", tr("Methods that are over"));
    m_progress->setFixedWidth(kProgressWidth);
    m_summary = withName(new QLabel(row), "methods_summary");
    m_summary->setForegroundRole(QPalette::PlaceholderText);
    m_summary->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* layout = makeRow(row, 8);
    layout->addWidget(m_run);
    layout->addWidget(m_cache);
    layout->addWidget(m_verify);
    layout->addWidget(m_ramLimit);
    layout->addWidget(m_progress);
    layout->addWidget(m_summary, 1);
    for (QWidget* widget : {static_cast<QWidget*>(m_cache), static_cast<QWidget*>(m_verify),
                            static_cast<QWidget*>(m_ramLimit), static_cast<QWidget*>(m_run),
                            static_cast<QWidget*>(m_summary)}) {
        widget->setFont(m_theme->font(TextRole::Tree));
    }
    connect(m_run, &QPushButton::clicked, this, &MethodsPanel::toggleComparison);
    connect(m_ramLimit, &QLineEdit::editingFinished, this, &MethodsPanel::takeRamLimit);
    return row;
}

void MethodsPanel::makeTable() {
    m_table = withName(new QTableView(this), "methods_table", tr("Methods and what they took"));
    m_table->setModel(m_model);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setAlternatingRowColors(true);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setTabKeyNavigation(false);
    m_table->setFont(m_theme->font(TextRole::Tree));
    m_table->setIconSize(QSize(kMethodIconWidth, kRowHeight));
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(kRowHeight);
    m_table->horizontalHeader()->setFont(m_theme->font(TextRole::Caption));
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setStretchLastSection(true);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &MethodsPanel::showSentence);
    connect(m_model, &QAbstractItemModel::modelReset, this, &MethodsPanel::fitColumns);
}

void MethodsPanel::fitColumns() {
    for (int column = 0; column < m_model->columnCount(); ++column) {
        m_table->resizeColumnToContents(column);
        m_table->setColumnWidth(column, m_table->columnWidth(column) + kColumnGap);
    }
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
    m_failure =
        isGood ? QString() : tr("RAM limit: %1").arg(QString::fromStdString(limit.error().message));
    if (isGood) {
        m_comparison->setRamLimit(limit ? std::optional(*limit) : std::nullopt);
    }
    showState();
    return isGood;
}

QString MethodsPanel::summary() const {
    if (m_comparison->isRunning()) {
        return tr("%1 of %2 methods")
            .arg(m_comparison->doneCount())
            .arg(m_comparison->askedCount());
    }
    return m_comparison->isPublishedModel()
               ? tr("Each method in a fresh process. Published: the lesson's figures.")
               : tr("Each method in a fresh process. Published figures: GPT-2 XL, float32 only.");
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
    const auto saying = [](const ComparedMethod& row) {
        return row.sentence.isEmpty() ? QString::fromStdString(row.preflight.refusal)
                                      : row.sentence;
    };
    const auto named = [&saying](const ComparedMethod& row) {
        return saying(row).isEmpty()
                   ? QString()
                   : tr("%1: %2").arg(methodText(row.preflight.method), saying(row));
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

}  // namespace stowage
