// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/history/load_history_panel.h"

#include "widgets/history/accuracy_dialog.h"
#include "widgets/history/load_record_charts.h"
#include "widgets/history/load_record_display.h"
#include "widgets/run/timeline_texts.h"
#include "widgets/support/figure_table.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/tables.h"
#include "widgets/support/units.h"

#include <QComboBox>
#include <QDir>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QShortcut>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace stowage {
namespace {

constexpr int kPanelNameShare = 30;

QString limitsText(const LoadRecord& record) {
    QStringList limits;
    for (const auto& [device, bytes] : record.limits) {
        limits.append(QString::fromStdString(deviceLabel(device)) + QLatin1Char(' ') +
                      sizeText(bytes));
    }
    return limits.isEmpty() ? LoadRecordDetails::tr("not known")
                            : limits.join(QStringLiteral(", "));
}

QString sourceText(LoadRecordSource source) {
    switch (source) {
        case LoadRecordSource::Window:
            return LoadRecordDetails::tr("in the window");
        case LoadRecordSource::Comparison:
            return LoadRecordDetails::tr("compared, in a process of its own");
        case LoadRecordSource::Import:
            break;
    }
    return LoadRecordDetails::tr("imported");
}

QString cacheText(const LoadRecord& record) {
    if (record.cache == "cold") {
        return LoadRecordDetails::tr("page cache cold");
    }
    return record.cache == "warm" ? LoadRecordDetails::tr("page cache warm")
                                  : LoadRecordDetails::tr("page cache as it was");
}

QString readText(const LoadFigures& figures) {
    QString text = LoadRecordDetails::tr("%1 in %2 tensors loaded")
                       .arg(sizeText(static_cast<double>(figures.bytes)))
                       .arg(figures.tensors);
    if (figures.seconds) {
        text += LoadRecordDetails::tr(" in %1").arg(formatSeconds(*figures.seconds));
    }
    if (const auto rate = figures.rate()) {
        text += QStringLiteral(", ") + formatRate(*rate);
    }
    if (figures.bytesRead != figures.bytes) {
        text += LoadRecordDetails::tr(", %1 read of files")
                    .arg(sizeText(static_cast<double>(figures.bytesRead)));
    }
    if (figures.predictedSeconds) {
        text +=
            LoadRecordDetails::tr(" (predicted %1)").arg(formatSeconds(*figures.predictedSeconds));
    }
    return text;
}

enum HistoryPage { kHistoryEmptyPage, kHistoryTablePage };

enum SidePage { kCurves, kDetails };

constexpr int kLoadTableShare = 600;

constexpr int kSideShare = 400;

constexpr int kLeastSideWidth = 400;

constexpr int kLoadRowHeight = 20;

constexpr int kSearchWidth = 220;

/// Tokens whose times the details tell one by one; an export has all.
constexpr std::size_t kMostPassRows = 100;

}  // namespace

QString recordOutcomeText(const LoadRecord& record) {
    const LoadFigures& figures = record.figures;
    QString state = recordStateText(figures);
    if (!figures.stoppedAt.empty()) {
        state += LoadRecordDetails::tr(" at %1").arg(QString::fromStdString(figures.stoppedAt));
    }
    if (!figures.why.empty()) {
        state += QStringLiteral(": ") + QString::fromStdString(figures.why);
    }
    QStringList lines{LoadRecordDetails::tr("State: %1").arg(state),
                      figures.run || figures.chain ? recordTimesText(record) : readText(figures)};
    if (loadPredictionErrors(figures)) {
        lines.append(
            LoadRecordDetails::tr("Measured less predicted: %1").arg(recordErrorText(figures)));
        lines.append(LoadRecordDetails::tr("Unaccounted, measured less explained: %1")
                         .arg(unaccountedText(record)));
    }
    return lines.join(QLatin1Char('\n'));
}

QString recordOriginText(const LoadRecord& record) {
    const LoadFigures& figures = record.figures;
    QStringList lines;
    if (!figures.devices.empty()) {
        lines.append(recordVramToolTip(figures));
    }
    lines.append(LoadRecordDetails::tr("Plan: %1; limits: %2")
                     .arg(recordPlanText(record), limitsText(record)));
    if (!record.modelPath.empty()) {
        lines.append(QString::fromStdString(record.modelPath));
    }
    if (!record.modelDigest.empty()) {
        lines.append(LoadRecordDetails::tr("Digest of its headers: %1")
                         .arg(QString::fromStdString(record.modelDigest)));
    }
    lines.append(LoadRecordDetails::tr("%1 UTC, %2, %3")
                     .arg(QString::fromStdString(record.date), sourceText(record.source),
                          cacheText(record)));
    if (figures.verified) {
        lines.append(*figures.verified
                         ? LoadRecordDetails::tr("Verified: every byte equals the file's")
                         : LoadRecordDetails::tr("Verified: bytes differ"));
    }
    if (!figures.sha256.empty()) {
        lines.append(QStringLiteral("SHA-256 ") + QString::fromStdString(figures.sha256));
    }
    if (!record.note.empty()) {
        lines.append(LoadRecordDetails::tr("Note: %1").arg(QString::fromStdString(record.note)));
    }
    return lines.join(QLatin1Char('\n'));
}

LoadRecordDetails::LoadRecordDetails(const Theme* theme, QWidget* parent)
    : QWidget(parent),
      m_theme(theme),
      m_title(new QLabel),
      m_outcome(new QLabel),
      m_origin(new QLabel),
      m_phases(
          withName(new FigureTable(theme), "run_details_phases", tr("Phases, tokens or turns"))) {
    setObjectName(QStringLiteral("run_details"));
    m_title->setObjectName(QStringLiteral("run_details_title"));
    m_title->setFont(theme->font(TextRole::Tree, true));
    m_outcome->setObjectName(QStringLiteral("run_details_outcome"));
    m_origin->setObjectName(QStringLiteral("run_details_origin"));
    for (QLabel* label : {m_outcome, m_origin}) {
        label->setFont(theme->font(TextRole::Tree));
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    }
    m_phases->setFirstColumnShare(kPanelNameShare);
    auto* content = makePage(this);
    auto* column = makeColumn(content, 6, {0, 0, metrics::kGrid, 0});
    addWidgets(column, {m_title, m_outcome, m_phases, m_origin});
    column->addStretch(1);
    auto* scroll = withName(new QScrollArea(this), "run_details_scroll");
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(content);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(scroll);
    showRecord();
}

void LoadRecordDetails::setRecord(std::shared_ptr<const LoadRecord> record) {
    m_record = std::move(record);
    showRecord();
}

void LoadRecordDetails::showRecord() {
    if (m_record == nullptr) {
        m_title->setText(tr("No record is selected"));
        m_outcome->setText(tr("Select one record to see its plan, its end and its times."));
        m_origin->clear();
        m_phases->hide();
        return;
    }
    const LoadFigures& figures = m_record->figures;
    const QString name = QString::fromStdString(m_record->modelName);
    m_title->setText(figures.chain ? tr("%1, a chain").arg(name)
                                   : (figures.run ? tr("%1, run over %2") : tr("%1, %2"))
                                         .arg(name, methodText(figures.method)));
    m_outcome->setText(recordOutcomeText(*m_record));
    m_origin->setText(recordOriginText(*m_record));
    figures.chain ? showTurns() : figures.run ? showPasses() : showPhases();
    m_phases->setVisible(!m_phases->rows().empty());
}

void LoadRecordDetails::showPasses() {
    const RunFigures& run = *m_record->figures.run;
    std::vector<FigureRow> rows;
    for (std::size_t i = 0; i < std::min(run.passes.size(), kMostPassRows); ++i) {
        const RunPassFigures& pass = run.passes[i];
        // The prompt's last pass gives the first token.
        const QString name =
            i < run.prefillPasses
                ? tr("prompt, %1 tokens").arg(pass.tokens)
                : tr("token %1").arg(static_cast<qulonglong>(i + 2 - run.prefillPasses));
        rows.push_back({{{.text = name},
                         {.text = formatSeconds(pass.begin)},
                         {.text = formatSeconds(pass.end)},
                         {.text = durationText(pass.end - pass.begin)}}});
    }
    if (run.passes.size() > kMostPassRows) {
        rows.push_back({{{.text = tr("and %1 more").arg(run.passes.size() - kMostPassRows)},
                         {.text = QString()},
                         {.text = formatSeconds(run.passes.back().end)},
                         {.text = QString()}}});
    }
    m_phases->setHead({tr("Pass"), tr("Begin"), tr("End"), tr("Took")});
    m_phases->setRows(std::move(rows));
}

void LoadRecordDetails::showTurns() {
    const ChainFigures& chain = *m_record->figures.chain;
    std::vector<FigureRow> rows;
    for (const ChainTurn& turn : chain.turns) {
        rows.push_back({{{.text = QString::fromStdString(lastNameOf(turn.model)),
                          .toolTip = QString::fromStdString(turn.model)},
                         {.text = QString::number(turn.times)},
                         {.text = sizeText(static_cast<double>(turn.bytesMoved))},
                         {.text = durationText(turn.transferSeconds)},
                         {.text = durationText(turn.seconds)}}});
    }
    m_phases->setHead({tr("Model"), tr("Times"), tr("Came"), tr("In"), tr("All its calls")});
    m_phases->setRows(std::move(rows));
}

void LoadRecordDetails::showPhases() {
    const LoadFigures& figures = m_record->figures;
    double largest = recordVramPeak(figures);
    for (const LoadPhase& phase : figures.phases) {
        largest = std::max(largest, static_cast<double>(phase.peakHostAnon.value_or(0)));
    }
    const TableUnit unit = tableUnitFor(largest);
    QStringList head{tr("Phase, peaks in %1").arg(tableUnitName(unit)), tr("Begin"), tr("End")};
    for (const GpuLoadFigures& device : figures.devices) {
        head.append(QString::fromStdString(deviceLabel(device.device)));
    }
    head.append(tr("RAM, anon."));
    std::vector<FigureRow> rows;
    for (const LoadPhase& phase : figures.phases) {
        FigureRow row;
        const auto add = [&row](const QString& text) { row.cells.push_back({.text = text}); };
        add(QString::fromStdString(phase.name));
        add(figures.dryRun ? QStringLiteral("–") : formatSeconds(phase.begin));
        add(figures.dryRun ? QStringLiteral("–") : formatSeconds(phase.end));
        for (const GpuLoadFigures& device : figures.devices) {
            const auto peak = phase.peakAllocated.find(device.device);
            add(peak == phase.peakAllocated.end()
                    ? QStringLiteral("–")
                    : formatInUnit(static_cast<double>(peak->second), unit));
        }
        add(phase.peakHostAnon ? formatInUnit(static_cast<double>(*phase.peakHostAnon), unit)
                               : QStringLiteral("–"));
        rows.push_back(std::move(row));
    }
    m_phases->setHead(head);
    m_phases->setRows(std::move(rows));
}

LoadHistoryPanel::LoadHistoryPanel(LoadHistory* store, FileDialogs* dialogs, const Theme* theme,
                                   QWidget* parent)
    : QWidget(parent),
      m_store(store),
      m_dialogs(dialogs),
      m_theme(theme),
      m_model(new LoadHistoryModel(store, theme, this)),
      m_sorted(new RecordFilter(this)) {
    setObjectName(QStringLiteral("runs_panel"));
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    m_sorted->setSourceModel(m_model);
    auto* left = new QWidget(this);
    auto* column = makeColumn(left, 4);
    column->addWidget(makeSearch());
    column->addWidget(makeTable(), 1);
    QSplitter* columns =
        makeSplitter(this, "runs_splitter", left, makeSide(), {kLoadTableShare, kSideShare});
    auto* layout = makeColumn(this, 4, {metrics::kPadding, 4, metrics::kPadding, 8});
    layout->addWidget(makeHeader());
    layout->addWidget(columns, 1);
    connect(store, &LoadHistory::changed, this, &LoadHistoryPanel::showCount);
    connect(store, &LoadHistory::notice, this, &LoadHistoryPanel::showNotice);
    connect(store, &LoadHistory::curvesRead, this, &LoadHistoryPanel::showCurves);
    showCount();
    showSelection();
}

QPushButton* LoadHistoryPanel::makeButton(const QString& name, const QString& text,
                                          const QString& toolTip, QWidget* row) {
    auto* button = new QPushButton(text, row);
    button->setObjectName(name);
    button->setToolTip(toolTip);
    button->setFont(m_theme->font(TextRole::Tree));
    return button;
}

QWidget* LoadHistoryPanel::makeHeader() {
    auto* row = new QWidget(this);
    m_count = withName(new QLabel(row), "runs_count");
    m_count->setFont(m_theme->font(TextRole::Tree, true));
    m_notice = withName(new QLabel(row), "runs_notice");
    m_notice->setFont(m_theme->font(TextRole::Tree));
    m_notice->setForegroundRole(QPalette::PlaceholderText);
    m_notice->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_overlay = makeButton(QStringLiteral("runs_overlay"), tr("Overlay in Live"),
                           tr("Lay the selected records' curves over the live charts"), row);
    m_overlay->setCheckable(true);
    auto* import = makeButton(QStringLiteral("runs_import"), tr("Import…"),
                              tr("Read what stowagectl load, run or compare --json wrote"), row);
    auto* accuracy = makeButton(QStringLiteral("runs_accuracy"), tr("Predicted and Measured…"),
                                tr("All loads and runs beside their predictions"), row);
    m_export = makeButton(QStringLiteral("runs_export"), tr("Export…"),
                          tr("Write the selected records as CSV or JSON"), row);
    m_delete = makeButton(QStringLiteral("runs_delete"), tr("Delete"),
                          tr("Delete the selected records (Del)"), row);
    m_undo = makeButton(QStringLiteral("runs_undo_delete"), tr("Undo delete"), {}, row);
    auto* layout = makeRow(row, 8);
    layout->addWidget(m_count);
    layout->addWidget(m_notice, 1);
    addWidgets(layout, {m_undo, accuracy, m_overlay, import, m_export, m_delete});
    connect(accuracy, &QPushButton::clicked, this, [this] {
        auto* dialog = new AccuracyDialog(m_store, m_dialogs, m_theme, this);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        connect(dialog, &AccuracyDialog::recordChosen, this,
                [this](const QString& id) { select({id}); });
        dialog->show();
    });
    connect(m_overlay, &QPushButton::toggled, this, &LoadHistoryPanel::showSelection);
    connect(import, &QPushButton::clicked, this, [this] {
        m_dialogs->openRuns(this, QDir::homePath(),
                            [this](const QString& path) { m_store->importFile(path); });
    });
    connect(m_export, &QPushButton::clicked, this, [this] {
        m_dialogs->saveRuns(this, QDir::homePath(), [this](const QString& path) {
            m_store->exportRecords(selected(), path);
        });
    });
    connect(m_delete, &QPushButton::clicked, this, &LoadHistoryPanel::deleteSelected);
    connect(m_undo, &QPushButton::clicked, m_store, &LoadHistory::undoRemove);
    return row;
}

QWidget* LoadHistoryPanel::makeSearch() {
    auto* row = new QWidget(this);
    m_search = withName(new QLineEdit(row), "runs_search", tr("Search the records"));
    m_search->setPlaceholderText(tr("Search model, note, plan, device"));
    m_search->setToolTip(
        tr("Words that all stand in a record: model, path, note, plan, device, "
           "method, state or date"));
    m_search->setClearButtonEnabled(true);
    m_search->setMaximumWidth(kSearchWidth);
    m_kind = withName(new QComboBox(row), "runs_kind", tr("Kind of the records"));
    m_kind->addItem(tr("All kinds"));
    m_kind->addItem(tr("Loads"), static_cast<int>(RecordKind::Load));
    m_kind->addItem(tr("Runs"), static_cast<int>(RecordKind::Run));
    m_kind->addItem(tr("Chains"), static_cast<int>(RecordKind::Chain));
    auto* layout = makeRow(row, 8);
    layout->addWidget(m_search, 1);
    layout->addWidget(m_kind);
    layout->addStretch(0);
    for (QWidget* field : {static_cast<QWidget*>(m_search), static_cast<QWidget*>(m_kind)}) {
        field->setFont(m_theme->font(TextRole::Tree));
    }
    connect(m_search, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_sorted->setText(text);
        showCount();
    });
    connect(m_kind, &QComboBox::currentIndexChanged, this, [this] {
        const QVariant kind = m_kind->currentData();
        m_sorted->setKind(kind.isValid() ? std::optional(static_cast<RecordKind>(kind.toInt()))
                                         : std::nullopt);
        showCount();
    });
    return row;
}

QWidget* LoadHistoryPanel::makeTable() {
    m_pages = new QStackedWidget(this);
    m_empty = makeHint(m_pages, "runs_empty", {});
    m_empty->setFont(m_theme->font(TextRole::Tree));
    m_table = withName(new QTableView(m_pages), "runs_table", tr("Records"));
    m_table->setModel(m_sorted);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(LoadHistoryModel::Date, Qt::DescendingOrder);
    setUpRows(m_table, kLoadRowHeight);
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed);
    m_table->setAlternatingRowColors(true);
    m_table->setFont(m_theme->font(TextRole::Tree));
    m_table->setIconSize(QSize(kMethodIconWidth, kLoadRowHeight));
    m_table->horizontalHeader()->setFont(m_theme->font(TextRole::Caption));
    m_table->horizontalHeader()->setStretchLastSection(true);
    int section = 0;
    for (const TableColumn<LoadRecord>& column : m_model->columns()) {
        m_table->setColumnWidth(section++, column.width);
    }
    m_pages->addWidget(m_empty);
    m_pages->addWidget(m_table);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &LoadHistoryPanel::showSelection);
    connect(m_model, &QAbstractItemModel::modelReset, this, &LoadHistoryPanel::showSelection);
    connect(m_table, &QTableView::doubleClicked, this, [this](const QModelIndex& index) {
        if (index.column() != LoadHistoryModel::Note) {
            m_detailsPage->setChecked(true);
        }
    });
    auto* remove = new QShortcut(QKeySequence::Delete, m_table);
    remove->setContext(Qt::WidgetShortcut);
    connect(remove, &QShortcut::activated, this, &LoadHistoryPanel::deleteSelected);
    return m_pages;
}

QWidget* LoadHistoryPanel::makeSide() {
    auto* side = new QWidget(this);
    side->setMinimumWidth(kLeastSideWidth);
    auto* head = new QWidget(side);
    m_curvesPage = makeButton(QStringLiteral("runs_curves_page"), tr("Curves"),
                              tr("Curves of the selected records, laid over each other"), head);
    m_detailsPage = makeButton(QStringLiteral("runs_details_page"), tr("Details"),
                               tr("All that is kept of one record"), head);
    joinSegments({m_curvesPage, m_detailsPage});
    for (QPushButton* button : {m_curvesPage, m_detailsPage}) {
        button->setProperty("compact", true);
    }
    m_curvesPage->setChecked(true);
    auto* row = makeRow(head, 0);
    row->addWidget(m_curvesPage);
    row->addWidget(m_detailsPage);
    row->addStretch(1);
    m_charts = new LoadRecordCharts(m_theme,
                                    tr("Select one or several records to see their curves."), side);
    m_details = new LoadRecordDetails(m_theme, side);
    m_side = new QStackedWidget(side);
    m_side->addWidget(m_charts);
    m_side->addWidget(m_details);
    auto* layout = makeColumn(side, 4);
    layout->addWidget(head);
    layout->addWidget(m_side, 1);
    connect(m_detailsPage, &QPushButton::toggled, this,
            [this](bool details) { m_side->setCurrentIndex(details ? kDetails : kCurves); });
    return side;
}

std::vector<LoadHistory::Record> LoadHistoryPanel::selected() const {
    QModelIndexList rows = m_table->selectionModel()->selectedRows();
    std::ranges::sort(rows, {}, &QModelIndex::row);
    std::vector<LoadHistory::Record> records;
    for (const QModelIndex& row : rows) {
        records.push_back(m_model->recordAt(m_sorted->mapToSource(row).row()));
    }
    return records;
}

void LoadHistoryPanel::select(const QStringList& ids) {
    m_search->clear();  // what is asked for is seen
    m_kind->setCurrentIndex(0);
    QItemSelection selection;
    for (int row = 0; row < m_sorted->rowCount(); ++row) {
        const QModelIndex index = m_sorted->index(row, 0);
        if (ids.contains(index.data(LoadHistoryModel::IdRole).toString())) {
            selection.select(index, index);
        }
    }
    m_table->selectionModel()->select(
        selection, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
}

void LoadHistoryPanel::showSelection() {
    const std::vector<LoadHistory::Record> records = selected();
    m_export->setEnabled(!records.empty());
    m_delete->setEnabled(!records.empty());
    m_details->setRecord(records.size() == 1 ? records.front() : nullptr);
    // As many as are drawn; showCurves() follows.
    m_store->wantCurves({records.begin(), records.begin() + static_cast<std::ptrdiff_t>(std::min(
                                                                records.size(), kMostOverlays))});
}

void LoadHistoryPanel::showCurves() {
    const std::vector<LoadHistory::Record> records = selected();
    m_charts->setRecords(records);
    Q_EMIT overlayRequested(m_overlay->isChecked() ? records : std::vector<LoadHistory::Record>());
}

void LoadHistoryPanel::showCount() {
    const std::size_t count = m_store->records().size();
    const int shown = m_sorted->rowCount();
    m_count->setText(m_sorted->isFiltering() ? tr("%1 of %2 records").arg(shown).arg(count)
                     : count == 1            ? tr("1 record")
                                             : tr("%1 records").arg(count));
    m_empty->setText(count == 0
                         ? tr("Nothing is kept yet. Every load, every run, every chain and every "
                              "method that is compared will stand here.")
                         : tr("No record has all of these words and this kind."));
    m_pages->setCurrentIndex(shown == 0 ? kHistoryEmptyPage : kHistoryTablePage);
    const std::size_t removed = m_store->removedCount();
    m_undo->setVisible(removed > 0);
    m_undo->setToolTip(removed == 1 ? tr("Bring the deleted record back")
                                    : tr("Bring the %1 deleted records back").arg(removed));
}

void LoadHistoryPanel::showNotice(const QString& sentence) {
    m_notice->setText(sentence);
    m_notice->setToolTip(sentence);
}

void LoadHistoryPanel::deleteSelected() {
    QStringList ids;
    for (const LoadHistory::Record& record : selected()) {
        ids.append(QString::fromStdString(record->id));
    }
    m_store->remove(ids);
    showNotice(ids.size() == 1 ? tr("1 record deleted.")
                               : tr("%1 records deleted.").arg(ids.size()));
}

}  // namespace stowage
