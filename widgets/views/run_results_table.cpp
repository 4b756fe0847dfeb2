// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/run_results_table.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QKeyEvent>
#include <QPainter>
#include <QStyledItemDelegate>

#include <algorithm>
#include <utility>

namespace stowage {

namespace {

constexpr int kRowHeight = 20, kHeadHeight = 34;
constexpr int kLayerWidth = 118, kDeviceWidth = 54, kFigureWidth = 78, kErrorWidth = 58;
constexpr int kChipWidth = 44, kChipHeight = 15, kPadding = 4;
constexpr double kBarShare = 0.22;  ///< of the accent, over the row's ground

/// Bars behind shares, a chip for the device, the sum in semibold above a line.
class LayerDelegate : public QStyledItemDelegate {
public:
    LayerDelegate(const Theme* theme, QObject* parent)
        : QStyledItemDelegate(parent), m_theme(theme) {}

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        const Tokens& colors = m_theme->colors();
        const bool isSum = index.data(RunLayersModel::IsSumRole).toBool();
        const bool selected = option.state.testFlag(QStyle::State_Selected);
        const QColor ground = selected ? colors.selectedRow
                              : option.features.testFlag(QStyleOptionViewItem::Alternate) && !isSum
                                  ? colors.alternate
                                  : colors.base;
        painter->fillRect(option.rect, ground);
        const QRect room = option.rect.adjusted(kPadding, 0, -kPadding, 0);
        if (const QVariant share = index.data(RunLayersModel::ShareRole); share.isValid()) {
            QRect bar = room.adjusted(0, 3, 0, -3);
            bar.setWidth(static_cast<int>(bar.width() * share.toDouble()));
            painter->fillRect(QStyle::visualRect(option.direction, option.rect, bar),
                              mixColors(colors.accent, ground, kBarShare));
        }
        if (isSum) {
            painter->setPen(colors.border);
            painter->drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
        }
        if (index.column() == RunLayersModel::Device && !isSum) {
            paintChip(*painter, option, index);
        } else {
            painter->setFont(m_theme->font(TextRole::Tree, isSum));
            painter->setPen(isFaint(index) ? colors.secondaryText : colors.text);
            const auto elide =
                index.column() == RunLayersModel::Layer ? Qt::ElideMiddle : Qt::ElideRight;
            const auto alignment = index.data(Qt::TextAlignmentRole).value<Qt::Alignment>();
            painter->setLayoutDirection(Qt::LeftToRight);  // of figures, in every language
            painter->drawText(
                room, QStyle::visualAlignment(option.direction, alignment),
                painter->fontMetrics().elidedText(index.data().toString(), elide, room.width()));
        }
        if (option.state.testFlag(QStyle::State_HasFocus)) {
            painter->setPen(colors.accent);
            painter->setBrush(Qt::NoBrush);
            painter->drawRect(option.rect.adjusted(0, 0, -1, -1));
        }
    }

private:
    /// Predicted figures step back behind measured ones.
    [[nodiscard]] static bool isFaint(const QModelIndex& index) {
        return index.column() == RunLayersModel::PredictedCompute ||
               index.column() == RunLayersModel::PredictedTransfer;
    }

    void paintChip(QPainter& painter, const QStyleOptionViewItem& option,
                   const QModelIndex& index) const {
        const auto device =
            parseDevice(index.data().toString().toLower().replace(u' ', u':').toStdString());
        const QRect chip(option.rect.left() + kPadding,
                         option.rect.center().y() - kChipHeight / 2 + 1, kChipWidth, kChipHeight);
        if (device) {
            paintDeviceChip(painter, QStyle::visualRect(option.direction, option.rect, chip),
                            *device, m_theme->colors(), m_theme->font(TextRole::Caption, true));
        }
    }

    const Theme* m_theme;
};

}  // namespace

RunResultsTable::RunResultsTable(const Theme* theme, QWidget* parent)
    : QTableView(parent),
      m_theme(theme),
      m_model(new RunLayersModel(this)),
      m_sorted(new RunLayersProxy(m_model, this)) {
    setObjectName(QStringLiteral("run_layers"));
    setAccessibleName(tr("Layers of the run, measured and predicted"));
    setModel(m_sorted);
    setItemDelegate(new LayerDelegate(theme, this));
    setSelectionBehavior(SelectRows);
    setSelectionMode(ExtendedSelection);
    setAlternatingRowColors(true);
    setShowGrid(false);
    setWordWrap(false);
    setTabKeyNavigation(false);
    setHorizontalScrollMode(ScrollPerPixel);
    setUpHeads();
    auto* copy = new QAction(tr("Copy rows"), this);
    copy->setObjectName(QStringLiteral("run_layers_copy"));
    auto* copyAll = new QAction(tr("Copy the table"), this);
    copyAll->setObjectName(QStringLiteral("run_layers_copy_all"));
    addActions({copy, copyAll});
    setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(copy, &QAction::triggered, this, &RunResultsTable::copySelected);
    connect(copyAll, &QAction::triggered, this,
            [this] { QGuiApplication::clipboard()->setText(allText()); });
    connect(this, &QTableView::clicked, this, &RunResultsTable::activate);
    connect(theme, &Theme::changed, this, &RunResultsTable::applyTheme);
    applyTheme();
}

void RunResultsTable::setUpHeads() {
    QHeaderView* rows = verticalHeader();
    rows->hide();
    rows->setSectionResizeMode(QHeaderView::Fixed);
    rows->setMinimumSectionSize(kRowHeight);
    rows->setDefaultSectionSize(kRowHeight);
    QHeaderView* head = horizontalHeader();
    head->setHighlightSections(false);
    head->setFixedHeight(kHeadHeight);
    head->setSortIndicatorClearable(true);
    head->setSortIndicator(-1, Qt::AscendingOrder);
    setSortingEnabled(true);
    for (int column = 0; column < RunLayersModel::kColumns; ++column) {
        const bool isError =
            column == RunLayersModel::ComputeError || column == RunLayersModel::TransferError;
        setColumnWidth(column, column == RunLayersModel::Layer    ? kLayerWidth
                               : column == RunLayersModel::Device ? kDeviceWidth
                               : isError                          ? kErrorWidth
                                                                  : kFigureWidth);
    }
}

void RunResultsTable::setLayers(std::vector<LayerFigures> layers) {
    m_model->setLayers(std::move(layers));
}

void RunResultsTable::activate(const QModelIndex& index) {
    const int row = m_sorted->mapToSource(index).row();
    if (row >= 0 && !m_model->figuresOf(row).module.empty()) {
        Q_EMIT stageActivated(QString::fromStdString(m_model->figuresOf(row).module));
    }
}

void RunResultsTable::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy)) {
        copySelected();
    } else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        activate(currentIndex());
    } else {
        QTableView::keyPressEvent(event);
    }
}

QString RunResultsTable::rowText(int row) const {
    QStringList cells;
    for (int column = 0; column < m_sorted->columnCount(); ++column) {
        cells.append(m_sorted->index(row, column).data().toString());
    }
    return cells.join(u'\t');
}

QString RunResultsTable::allText() const {
    QStringList head;
    for (int column = 0; column < m_sorted->columnCount(); ++column) {
        QString title = m_sorted->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
        head.append(title.replace(u'\n', u' '));
    }
    QStringList lines{head.join(u'\t')};
    for (int row = 0; row < m_sorted->rowCount(); ++row) {
        lines.append(rowText(row));
    }
    return lines.join(u'\n') + u'\n';
}

void RunResultsTable::copySelected() const {
    std::vector<int> rows;
    for (const QModelIndex& index : selectionModel()->selectedRows()) {
        rows.push_back(index.row());
    }
    std::ranges::sort(rows);
    QStringList lines;
    for (const int row : rows) {
        lines.append(rowText(row));
    }
    if (!lines.isEmpty()) {
        QGuiApplication::clipboard()->setText(lines.join(u'\n'));
    }
}

void RunResultsTable::resizeEvent(QResizeEvent* event) {
    QTableView::resizeEvent(event);
    // Names of layers are the longest: what is left is theirs.
    int others = 0;
    for (int column = RunLayersModel::Layer + 1; column < RunLayersModel::kColumns; ++column) {
        others += columnWidth(column);
    }
    setColumnWidth(RunLayersModel::Layer, std::max(kLayerWidth, viewport()->width() - others));
}

void RunResultsTable::showEvent(QShowEvent* event) {
    // Becoming the page of a tab takes fonts away that were set before.
    applyTheme();
    QTableView::showEvent(event);
}

void RunResultsTable::applyTheme() {
    setFont(m_theme->font(TextRole::Tree));
    m_model->setHeadFont(m_theme->font(TextRole::Caption));
    viewport()->update();
}

}  // namespace stowage
