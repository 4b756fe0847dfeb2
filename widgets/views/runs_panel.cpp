// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/runs_panel.h"

#include "widgets/views/run_charts.h"
#include "widgets/views/run_details.h"
#include "widgets/views/widget_style.h"

#include <QButtonGroup>
#include <QDir>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLabel>
#include <QPushButton>
#include <QShortcut>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace stowage {
namespace {

enum Page { kEmptyPage, kTablePage };
enum SidePage { kCurves, kDetails };

constexpr int kTableShare = 600;
constexpr int kSideShare = 400;
constexpr int kLeastSideWidth = 400;
constexpr int kRowHeight = 20;

/// Widths of the columns, at 100 %.
constexpr int kWidths[] = {108, 112, 100, 114, 52, 134, 82, 202, 56, 62, 120};
static_assert(std::size(kWidths) == RunsModel::kColumnCount);

}  // namespace

RunsPanel::RunsPanel(RunStore* store, FileDialogs* dialogs, const Theme* theme, QWidget* parent)
    : QWidget(parent),
      m_store(store),
      m_dialogs(dialogs),
      m_theme(theme),
      m_model(new RunsModel(store, theme, this)),
      m_sorted(new QSortFilterProxyModel(this)) {
    setObjectName(QStringLiteral("runs_panel"));
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    m_sorted->setSourceModel(m_model);
    m_sorted->setSortRole(RunsModel::SortRole);
    auto* columns = new QSplitter(this);
    columns->setObjectName(QStringLiteral("runs_splitter"));
    columns->setChildrenCollapsible(false);
    columns->setHandleWidth(metrics::kPadding);
    columns->addWidget(makeTable());
    columns->addWidget(makeSide());
    columns->setSizes({kTableShare, kSideShare});
    columns->setStretchFactor(0, kTableShare);
    columns->setStretchFactor(1, kSideShare);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(metrics::kPadding, 4, metrics::kPadding, 8);
    layout->setSpacing(4);
    layout->addWidget(makeHeader());
    layout->addWidget(columns, 1);
    connect(store, &RunStore::changed, this, &RunsPanel::showCount);
    connect(store, &RunStore::notice, this, &RunsPanel::showNotice);
    showCount();
    showSelection();
}

QPushButton* RunsPanel::makeButton(const QString& name, const QString& text, const QString& toolTip,
                                   QWidget* row) {
    auto* button = new QPushButton(text, row);
    button->setObjectName(name);
    button->setToolTip(toolTip);
    button->setFont(m_theme->font(TextRole::Tree));
    return button;
}

QWidget* RunsPanel::makeHeader() {
    auto* row = new QWidget(this);
    m_count = new QLabel(row);
    m_count->setObjectName(QStringLiteral("runs_count"));
    m_count->setFont(m_theme->font(TextRole::Tree, true));
    m_notice = new QLabel(row);
    m_notice->setObjectName(QStringLiteral("runs_notice"));
    m_notice->setFont(m_theme->font(TextRole::Tree));
    m_notice->setForegroundRole(QPalette::PlaceholderText);
    m_notice->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_overlay = makeButton(QStringLiteral("runs_overlay"), tr("Overlay in Live"),
                           tr("Lay the selected runs' curves over the live charts"), row);
    m_overlay->setCheckable(true);
    auto* import = makeButton(QStringLiteral("runs_import"), tr("Import…"),
                              tr("Read what stowagectl load --json or compare --json wrote"), row);
    m_export = makeButton(QStringLiteral("runs_export"), tr("Export…"),
                          tr("Write the selected runs as CSV or JSON"), row);
    m_delete = makeButton(QStringLiteral("runs_delete"), tr("Delete"),
                          tr("Delete the selected runs (Del)"), row);
    m_undo = makeButton(QStringLiteral("runs_undo_delete"), tr("Undo delete"), {}, row);
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(m_count);
    layout->addWidget(m_notice, 1);
    for (QPushButton* button : {m_undo, m_overlay, import, m_export, m_delete}) {
        layout->addWidget(button);
    }
    connect(m_overlay, &QPushButton::toggled, this, &RunsPanel::showSelection);
    connect(import, &QPushButton::clicked, this, [this] {
        m_dialogs->openRuns(this, QDir::homePath(),
                            [this](const QString& path) { m_store->importFile(path); });
    });
    connect(m_export, &QPushButton::clicked, this, [this] {
        m_dialogs->saveRuns(this, QDir::homePath(),
                            [this](const QString& path) { m_store->exportRuns(selected(), path); });
    });
    connect(m_delete, &QPushButton::clicked, this, &RunsPanel::deleteSelected);
    connect(m_undo, &QPushButton::clicked, m_store, &RunStore::undoRemove);
    return row;
}

QWidget* RunsPanel::makeTable() {
    m_pages = new QStackedWidget(this);
    auto* empty = new QLabel(
        tr("No run is kept yet. Every load, and every method that is compared, will stand here."),
        m_pages);
    empty->setObjectName(QStringLiteral("runs_empty"));
    empty->setAlignment(Qt::AlignCenter);
    empty->setWordWrap(true);
    empty->setFont(m_theme->font(TextRole::Tree));
    empty->setForegroundRole(QPalette::PlaceholderText);
    m_table = new QTableView(m_pages);
    m_table->setObjectName(QStringLiteral("runs_table"));
    m_table->setAccessibleName(tr("Kept runs"));
    m_table->setModel(m_sorted);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(RunsModel::Date, Qt::DescendingOrder);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed);
    m_table->setAlternatingRowColors(true);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setFont(m_theme->font(TextRole::Tree));
    m_table->setIconSize(QSize(kMethodIconWidth, kRowHeight));
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(kRowHeight);
    m_table->horizontalHeader()->setFont(m_theme->font(TextRole::Caption));
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setStretchLastSection(true);
    for (int column = 0; column < RunsModel::kColumnCount; ++column) {
        m_table->setColumnWidth(column, kWidths[column]);
    }
    m_pages->addWidget(empty);
    m_pages->addWidget(m_table);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &RunsPanel::showSelection);
    connect(m_model, &QAbstractItemModel::modelReset, this, &RunsPanel::showSelection);
    connect(m_table, &QTableView::doubleClicked, this, [this](const QModelIndex& index) {
        if (index.column() != RunsModel::Note) {
            m_detailsPage->setChecked(true);
        }
    });
    auto* remove = new QShortcut(QKeySequence::Delete, m_table);
    remove->setContext(Qt::WidgetShortcut);
    connect(remove, &QShortcut::activated, this, &RunsPanel::deleteSelected);
    return m_pages;
}

QWidget* RunsPanel::makeSide() {
    auto* side = new QWidget(this);
    side->setMinimumWidth(kLeastSideWidth);
    auto* head = new QWidget(side);
    m_curvesPage = makeButton(QStringLiteral("runs_curves_page"), tr("Curves"),
                              tr("Curves of the selected runs, laid over each other"), head);
    m_detailsPage = makeButton(QStringLiteral("runs_details_page"), tr("Details"),
                               tr("All that is kept of one run"), head);
    auto* group = new QButtonGroup(this);
    for (QPushButton* button : {m_curvesPage, m_detailsPage}) {
        button->setCheckable(true);
        button->setProperty("compact", true);
        group->addButton(button);
    }
    m_curvesPage->setProperty("segment", QStringLiteral("first"));
    m_detailsPage->setProperty("segment", QStringLiteral("last"));
    m_curvesPage->setChecked(true);
    auto* row = new QHBoxLayout(head);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(m_curvesPage);
    row->addWidget(m_detailsPage);
    row->addStretch(1);
    m_charts = new RunCharts(m_theme, tr("Select one or several runs to see their curves."), side);
    m_details = new RunDetails(m_theme, side);
    m_side = new QStackedWidget(side);
    m_side->addWidget(m_charts);
    m_side->addWidget(m_details);
    auto* layout = new QVBoxLayout(side);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(head);
    layout->addWidget(m_side, 1);
    connect(m_detailsPage, &QPushButton::toggled, this,
            [this](bool details) { m_side->setCurrentIndex(details ? kDetails : kCurves); });
    return side;
}

std::vector<RunStore::Run> RunsPanel::selected() const {
    QModelIndexList rows = m_table->selectionModel()->selectedRows();
    std::ranges::sort(rows, {}, &QModelIndex::row);
    std::vector<RunStore::Run> runs;
    for (const QModelIndex& row : rows) {
        runs.push_back(m_model->runAt(m_sorted->mapToSource(row).row()));
    }
    return runs;
}

void RunsPanel::select(const QStringList& ids) {
    QItemSelection selection;
    for (int row = 0; row < m_sorted->rowCount(); ++row) {
        const QModelIndex index = m_sorted->index(row, 0);
        if (ids.contains(index.data(RunsModel::IdRole).toString())) {
            selection.select(index, index);
        }
    }
    m_table->selectionModel()->select(
        selection, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
}

void RunsPanel::showSelection() {
    const std::vector<RunStore::Run> runs = selected();
    m_export->setEnabled(!runs.empty());
    m_delete->setEnabled(!runs.empty());
    m_charts->setRuns(runs);
    m_details->setRun(runs.size() == 1 ? runs.front() : nullptr);
    Q_EMIT overlayRequested(m_overlay->isChecked() ? runs : std::vector<RunStore::Run>());
}

void RunsPanel::showCount() {
    const std::size_t count = m_store->runs().size();
    m_count->setText(count == 1 ? tr("1 run kept") : tr("%1 runs kept").arg(count));
    m_pages->setCurrentIndex(count == 0 ? kEmptyPage : kTablePage);
    const std::size_t removed = m_store->removedCount();
    m_undo->setVisible(removed > 0);
    m_undo->setToolTip(removed == 1 ? tr("Bring the deleted run back")
                                    : tr("Bring the %1 deleted runs back").arg(removed));
}

void RunsPanel::showNotice(const QString& sentence) {
    m_notice->setText(sentence);
    m_notice->setToolTip(sentence);
}

void RunsPanel::deleteSelected() {
    QStringList ids;
    for (const RunStore::Run& run : selected()) {
        ids.append(QString::fromStdString(run->id));
    }
    m_store->remove(ids);
    showNotice(ids.size() == 1 ? tr("1 run deleted.") : tr("%1 runs deleted.").arg(ids.size()));
}

}  // namespace stowage
