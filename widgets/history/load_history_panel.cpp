// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/history/load_history_panel.h"

#include "widgets/history/load_record_charts.h"
#include "widgets/history/load_record_display.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/translation.h"

#include <QComboBox>
#include <QDir>
#include <QGuiApplication>
#include <QItemSelectionModel>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QShortcut>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>

#include <algorithm>
#include <cstdlib>

namespace stowage {

/// The records that a search finds, of one kind or of all: every word of it stands somewhere in
/// model, path, note, strategy, device, method, state or date, in any order and case.
class RecordFilter : public QSortFilterProxyModel {
    Q_OBJECT
public:
    explicit RecordFilter(QObject* parent = nullptr);

    void setText(const QString& text);
    /// Nothing: all kinds.
    void setKind(std::optional<RecordKind> kind);
    [[nodiscard]] bool isFiltering() const { return m_kind || !m_words.isEmpty(); }

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    QStringList m_words;
    std::optional<RecordKind> m_kind;
};

namespace {

QString recordSecondsText(const LoadRecord& record) {
    return record.figures.seconds ? formatSeconds(*record.figures.seconds) : kUnknownFigure;
}

QString recordRamText(const LoadRecord& record) {
    const auto anon = record.figures.hostAnon();
    return anon ? sizeText(static_cast<double>(*anon)) : kUnknownFigure;
}

QString recordRamToolTip(const LoadRecord& record) {
    const auto anon = record.figures.hostAnon();
    return anon ? LoadHistoryModel::tr(
                      "Peak of anonymous memory above the level at the start, %1: %2")
                      .arg(record.figures.polledHostAnon
                               ? LoadHistoryModel::tr("measured from outside the process")
                               : LoadHistoryModel::tr("measured by the process itself"),
                           exactBytesText(static_cast<double>(*anon)))
                : QString();
}

/// Bytes that the prediction is off by, in either direction; below 0 where there is none.
double errorSize(const LoadRecord& record) {
    const auto errors = loadPredictionErrors(record.figures);
    return errors ? static_cast<double>(std::abs(largestPeakError(*errors).value_or(0))) +
                        static_cast<double>(std::abs(errors->hostAnon.value_or(0)))
                  : -1.0;
}

QString recordErrorToolTip(const LoadRecord&) {
    return LoadHistoryModel::tr(
        "Measured minus predicted, for the GPU peak with the largest error, for the peak of "
        "anonymous RAM, and for the time");
}

/// What went wrong is in the colour of errors.
auto errorColor(const Theme* theme) {
    return [theme](const LoadRecord& record) {
        const LoadEnding state = record.figures.state;
        return state == LoadEnding::Failed || state == LoadEnding::Differs
                   ? QVariant(theme->colors().error)
                   : QVariant();
    };
}

auto iconOfMethod(const Theme* theme) {
    return [theme](const LoadRecord& record) -> QVariant {
        return methodIcon(record.figures.method, theme->colors(), qGuiApp->devicePixelRatio());
    };
}

/// A column's text that needs no more than the figures.
auto ofFigures(QString (*text)(const LoadFigures&)) {
    return [text](const LoadRecord& record) { return text(record.figures); };
}

/// A column's text that is a member of the record.
auto ofRecord(std::string LoadRecord::*text) {
    return [text](const LoadRecord& record) { return QString::fromStdString(record.*text); };
}

QString searchedText(const LoadRecord& record) {
    const QStringList parts{recordKindText(record),
                            QString::fromStdString(record.modelName),
                            QString::fromStdString(record.modelPath),
                            QString::fromStdString(record.note),
                            recordPlanText(record),
                            methodText(record.figures.method),
                            recordStateText(record.figures),
                            translatedText(record.figures.why),
                            recordDateText(record)};
    return parts.join(QLatin1Char('\n')).toCaseFolded();
}

}  // namespace

LoadHistoryModel::Columns LoadHistoryModel::makeColumns(const Theme* theme) {
    return std::to_array<TableColumn<LoadRecord>>({
        {.title = tr("Date"),
         .hint = tr("When the load, run or chain of models ended"),
         .width = 108,
         .text = recordDateText,
         .toolTip =
             [](const LoadRecord& r) { return tr("%1 UTC").arg(QString::fromStdString(r.date)); },
         .sortValue = ofRecord(&LoadRecord::date)},
        {.title = tr("Model"),
         .hint = tr("Model"),
         .width = 112,
         .text = ofRecord(&LoadRecord::modelName),
         .toolTip = ofRecord(&LoadRecord::modelPath)},
        {.title = tr("Note"),
         .hint = tr("Your note"),
         .width = 120,
         .text = ofRecord(&LoadRecord::note),
         .toolTip =
             [](const LoadRecord&) { return tr("Double-click or press F2 to write a note"); }},
        {.title = tr("Kind"),
         .hint = tr("A load, a run of a loaded model, or a chain of models (one after another on "
                    "one device)"),
         .width = 46,
         .text = recordKindText,
         .toolTip = recordTimesText},
        {.title = tr("State"),
         .hint = tr("How the load, run or chain of models ended"),
         .width = 62,
         .text = ofFigures(recordStateText),
         .toolTip = [](const LoadRecord& r) { return translatedText(r.figures.why); },
         .color = errorColor(theme)},
        {.title = tr("Method"),
         .hint = tr("Load method"),
         .width = 100,
         .text = [](const LoadRecord& r) { return methodText(r.figures.method); },
         .icon = iconOfMethod(theme)},
        {.title = tr("Plan"),
         .hint = tr("Strategy, and the devices of the device map"),
         .width = 114,
         .text = recordPlanText},
        {.title = tr("Time"),
         .hint = tr("Time of the load or run, measured"),
         .alignment = Qt::AlignRight,
         .width = 72,
         .text = recordSecondsText,
         .sortValue = [](const LoadRecord& r) { return r.figures.seconds.value_or(-1); }},
        {.title = tr("VRAM peak by GPU"),
         .hint = tr("Highest allocated memory, GPU 0 first"),
         .alignment = Qt::AlignRight,
         .width = 134,
         .text = ofFigures(recordVramText),
         .toolTip = ofFigures(recordVramToolTip),
         .sortValue = [](const LoadRecord& r) { return recordVramPeak(r.figures); }},
        {.title = tr("RAM, anon."),
         .hint = tr("Peak of the anonymous memory of the process above the level at the start"),
         .alignment = Qt::AlignRight,
         .width = 82,
         .text = recordRamText,
         .toolTip = recordRamToolTip,
         .sortValue =
             [](const LoadRecord& r) {
                 return static_cast<double>(r.figures.hostAnon().value_or(0));
             }},
        {.title = tr("Measured minus predicted"),
         .hint = tr("Measured minus predicted"),
         .width = 202,
         .text = ofFigures(recordErrorText),
         .toolTip = recordErrorToolTip,
         .sortValue = errorSize},
        {.title = tr("Verified"),
         .hint = tr("Whether every loaded byte matches the file"),
         .width = 56,
         .text = ofFigures(recordVerifiedText),
         .color = errorColor(theme)},
    });
}

LoadHistoryModel::LoadHistoryModel(LoadHistory* store, const Theme* theme, QObject* parent)
    : QAbstractTableModel(parent),
      m_store(store),
      m_columns(makeColumns(theme)),
      m_records(store->records()) {
    connect(store, &LoadHistory::changed, this, &LoadHistoryModel::takeRecords);
    connect(theme, &Theme::changed, this, [this] {
        if (!m_records.empty()) {
            Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, kColumnCount - 1));
        }
    });
}

void LoadHistoryModel::takeRecords() {
    const std::vector<LoadHistory::Record>& now = m_store->records();
    // One more record, or one less, is the rule; a selection outlives it.
    if (now.size() == m_records.size() + 1) {
        const auto [at, old] = std::ranges::mismatch(now, m_records);
        if (std::equal(at + 1, now.end(), old, m_records.end())) {
            const auto row = static_cast<int>(at - now.begin());
            beginInsertRows({}, row, row);
            m_records = now;
            endInsertRows();
            return;
        }
    }
    if (now.size() == m_records.size()) {
        const auto [at, old] = std::ranges::mismatch(now, m_records);
        if (at == now.end()) {
            return;
        }
        if ((*at)->id == (*old)->id && std::equal(at + 1, now.end(), old + 1)) {
            const auto row = static_cast<int>(at - now.begin());
            m_records = now;
            Q_EMIT dataChanged(index(row, 0), index(row, kColumnCount - 1));
            return;
        }
    }
    beginResetModel();
    m_records = now;
    endResetModel();
}

LoadHistory::Record LoadHistoryModel::recordAt(int row) const {
    return row >= 0 && row < rowCount() ? m_records[static_cast<std::size_t>(row)] : nullptr;
}

int LoadHistoryModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_records.size());
}

int LoadHistoryModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : kColumnCount;
}

QVariant LoadHistoryModel::data(const QModelIndex& index, int role) const {
    const LoadHistory::Record record = recordAt(index.row());
    if (!index.isValid() || record == nullptr) {
        return {};
    }
    const TableColumn<LoadRecord>& column = m_columns[static_cast<std::size_t>(index.column())];
    switch (role) {
        case Qt::EditRole:
            return index.column() == Note ? QVariant(column.text(*record)) : QVariant();
        case SortRole:
            return column.sortKey(*record);
        case IdRole:
            return QString::fromStdString(record->id);
        case KindRole:
            return static_cast<int>(record->figures.kind());
        case SearchRole:
            return searchedText(*record);
        default:
            return column.data(*record, role);
    }
}

bool LoadHistoryModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    const LoadHistory::Record record = recordAt(index.row());
    if (role != Qt::EditRole || index.column() != Note || record == nullptr) {
        return false;
    }
    m_store->setNote(QString::fromStdString(record->id), value.toString().trimmed());
    return true;
}

Qt::ItemFlags LoadHistoryModel::flags(const QModelIndex& index) const {
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    return index.isValid() && index.column() == Note ? flags | Qt::ItemIsEditable : flags;
}

QVariant LoadHistoryModel::headerData(int section, Qt::Orientation orientation, int role) const {
    return headData(m_columns, section, orientation, role);
}

RecordFilter::RecordFilter(QObject* parent) : QSortFilterProxyModel(parent) {
    setSortRole(LoadHistoryModel::SortRole);
}

void RecordFilter::setText(const QString& text) {
    m_words = text.toCaseFolded().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    invalidateFilter();
}

void RecordFilter::setKind(std::optional<RecordKind> kind) {
    m_kind = kind;
    invalidateFilter();
}

bool RecordFilter::filterAcceptsRow(int row, const QModelIndex& parent) const {
    const QModelIndex index = sourceModel()->index(row, 0, parent);
    if (m_kind && index.data(LoadHistoryModel::KindRole).toInt() != static_cast<int>(*m_kind)) {
        return false;
    }
    const QString text =
        m_words.isEmpty() ? QString() : index.data(LoadHistoryModel::SearchRole).toString();
    return std::ranges::all_of(m_words, [&](const QString& word) { return text.contains(word); });
}

namespace {

enum HistoryPage { kHistoryEmptyPage, kHistoryTablePage };

enum SidePage { kCurves, kDetails };

constexpr int kSideShare = 400;

constexpr int kLeastSideWidth = 400;

constexpr int kSearchWidth = 220;

}  // namespace

LoadHistoryPanel::LoadHistoryPanel(LoadHistory* store, FileDialogs* dialogs, const Theme* theme,
                                   QWidget* parent)
    : QWidget(parent),
      m_store(store),
      m_dialogs(dialogs),
      m_theme(theme),
      m_model(new LoadHistoryModel(store, theme, this)),
      m_sorted(new RecordFilter(this)) {
    constexpr int kTableShare = 600;
    setObjectName(QStringLiteral("runs_panel"));
    setFieldBackground(this);
    m_sorted->setSourceModel(m_model);
    auto* left = new QWidget(this);
    auto* column = makeColumn(left, 4);
    column->addWidget(makeSearch());
    column->addWidget(makeTable(), 1);
    QSplitter* columns =
        makeSplitter(this, "runs_splitter", left, makeSide(), {kTableShare, kSideShare});
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
                           tr("Overlay the selected records' curves on the live charts"), row);
    m_overlay->setCheckable(true);
    auto* import = makeButton(
        QStringLiteral("runs_import"), tr("Import…"),
        tr("Read records that stowagectl wrote (load, run or compare with --json)"), row);
    auto* accuracy = makeButton(QStringLiteral("runs_accuracy"), tr("Predicted and Measured…"),
                                tr("Compare all loads and runs with their predictions"), row);
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
        auto* dialog = new AccuracyDialog(m_store, m_theme, this);
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
        tr("Finds records that contain all words in the model, path, note, plan, device, method, "
           "state or date"));
    m_search->setClearButtonEnabled(true);
    m_search->setMaximumWidth(px(kSearchWidth));
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
    setUpRows(m_table, kRowHeight);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(LoadHistoryModel::Date, Qt::DescendingOrder);
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed);
    m_table->setAlternatingRowColors(true);
    m_table->setFont(m_theme->font(TextRole::Tree));
    m_table->setIconSize(QSize(kMethodIconWidth, kRowHeight));
    int section = 0;
    for (const TableColumn<LoadRecord>& column : m_model->columns()) {
        m_table->setColumnWidth(section++, px(column.width));
    }
    addWidgets(m_pages, {m_empty, m_table});
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
    side->setMinimumWidth(px(kLeastSideWidth));
    auto* head = new QWidget(side);
    m_curvesPage = makeButton(QStringLiteral("runs_curves_page"), tr("Curves"),
                              tr("Curves of the selected records, overlaid"), head);
    m_detailsPage = makeButton(QStringLiteral("runs_details_page"), tr("Details"),
                               tr("All stored data of one record"), head);
    joinSegments({m_curvesPage, m_detailsPage});
    for (QPushButton* button : {m_curvesPage, m_detailsPage}) {
        button->setProperty("compact", true);
    }
    m_curvesPage->setChecked(true);
    auto* row = makeRow(head, 0);
    addWidgets(row, {m_curvesPage, m_detailsPage});
    row->addStretch(1);
    m_charts = new LoadRecordCharts(m_theme,
                                    tr("Select one or several records to see their curves."), side);
    m_details = new LoadRecordDetails(m_theme, side);
    m_side = new QStackedWidget(side);
    addWidgets(m_side, {m_charts, m_details});
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
    m_details->setRecords(records);
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
                         ? tr("There are no records yet. This table lists every load, run and "
                              "chain of models, and each load method of a comparison.")
                         : tr("No record matches all words of the search and the selected kind."));
    m_pages->setCurrentIndex(shown == 0 ? kHistoryEmptyPage : kHistoryTablePage);
    const std::size_t removed = m_store->removedCount();
    m_undo->setVisible(removed > 0);
    m_undo->setToolTip(removed == 1 ? tr("Restore the deleted record")
                                    : tr("Restore the %1 deleted records").arg(removed));
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

#include "load_history_panel.moc"
