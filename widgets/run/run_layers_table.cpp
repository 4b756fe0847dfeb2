// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/run/run_layers_table.h"

#include "widgets/run/timeline_texts.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"

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

constexpr double kMs = 1e3;

QString milliseconds(const std::optional<double>& seconds) {
    if (!seconds) {
        return QStringLiteral("—");
    }
    return *seconds == 0 ? QStringLiteral("–") : QString::number(*seconds * kMs, 'f', 2);
}

/// The time that a column is about; nothing: it is about something else, or not known.
std::optional<double> secondsIn(const LayerFigures& layer, int column) {
    switch (column) {
        case RunLayersModel::Compute:
            return layer.computeSeconds;
        case RunLayersModel::PredictedCompute:
            return layer.predictedCompute;
        case RunLayersModel::Transfer:
            return layer.transferSeconds;
        case RunLayersModel::PredictedTransfer:
            return layer.predictedTransfer;
        case RunLayersModel::Waited:
            return layer.waitedSeconds;
        default:
            return std::nullopt;
    }
}

std::optional<double> errorIn(const LayerFigures& layer, int column) {
    return column == RunLayersModel::ComputeError
               ? runError(layer.computeSeconds, layer.predictedCompute)
               : runError(layer.transferSeconds, layer.predictedTransfer);
}

bool isError(int column) {
    return column == RunLayersModel::ComputeError || column == RunLayersModel::TransferError;
}

constexpr int kRowHeight = 20, kHeadHeight = 34;

constexpr int kLayerWidth = 118, kDeviceWidth = 54, kFigureWidth = 78, kErrorWidth = 58;

constexpr int kChipWidth = 44, kChipHeight = 15, kPadding = 4;

constexpr double kBarShare = 0.22;  ///< of the accent, over the row's background

/// Bars behind shares, a chip for the device, the sum in semibold above a line.
class LayerDelegate : public QStyledItemDelegate {
public:
    LayerDelegate(const Theme* theme, QObject* parent)
        : QStyledItemDelegate(parent), m_theme(theme) {}

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        const ThemeColors& colors = m_theme->colors();
        const bool isSum = index.data(RunLayersModel::IsSumRole).toBool();
        const bool selected = option.state.testFlag(QStyle::State_Selected);
        const QColor background =
            selected ? colors.selectedRow
            : option.features.testFlag(QStyleOptionViewItem::Alternate) && !isSum ? colors.alternate
                                                                                  : colors.base;
        painter->fillRect(option.rect, background);
        const QRect room = option.rect.adjusted(kPadding, 0, -kPadding, 0);
        if (const QVariant share = index.data(RunLayersModel::ShareRole); share.isValid()) {
            QRect bar = room.adjusted(0, 3, 0, -3);
            bar.setWidth(static_cast<int>(bar.width() * share.toDouble()));
            painter->fillRect(QStyle::visualRect(option.direction, option.rect, bar),
                              mixColors(colors.accent, background, kBarShare));
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

void RunLayersModel::setLayers(std::vector<LayerFigures> layers) {
    beginResetModel();
    m_layers = std::move(layers);
    m_sum = sumOf(m_layers);
    m_largest = {};
    for (const LayerFigures& layer : m_layers) {
        const auto raise = [](double& most, double figure) { most = std::max(most, figure); };
        raise(m_largest.bytesMoved, layer.bytesMoved);
        raise(m_largest.computeSeconds, layer.computeSeconds);
        raise(m_largest.transferSeconds, layer.transferSeconds);
        raise(m_largest.waitedSeconds, layer.waitedSeconds);
    }
    endResetModel();
}

const LayerFigures& RunLayersModel::figuresOf(int row) const {
    return row == 0 ? m_sum : m_layers[static_cast<std::size_t>(row) - 1];
}

int RunLayersModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || m_layers.empty() ? 0 : static_cast<int>(m_layers.size()) + 1;
}

int RunLayersModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(kColumns);
}

QString RunLayersModel::text(int row, int column) const {
    const LayerFigures& layer = figuresOf(row);
    switch (column) {
        case Layer:
            return layer.module.empty() ? tr("All layers") : QString::fromStdString(layer.module);
        case Device:
            return layer.module.empty() ? QString()
                                        : QString::fromStdString(deviceLabel(layer.device));
        case Moved:
            return formatInUnit(layer.bytesMoved, tableUnitFor(m_largest.bytesMoved));
        case ComputeError:
        case TransferError:
            return errorShareText(errorIn(layer, column));
        default:
            return milliseconds(secondsIn(layer, column));
    }
}

QString RunLayersModel::toolTip(int row, int column) const {
    const LayerFigures& layer = figuresOf(row);
    if (column == Moved) {
        return tr("%1, measured").arg(exactBytesText(layer.bytesMoved));
    }
    if (isError(column)) {
        return errorIn(layer, column)
                   ? tr("Measured minus predicted, of the predicted: + took longer")
                   : tr("Nothing is predicted here: measure this machine with stowagectl devices "
                        "--measure");
    }
    const auto seconds = secondsIn(layer, column);
    if (!seconds) {
        return text(row, column);
    }
    const bool predicted = column == PredictedCompute || column == PredictedTransfer;
    const QString figure = predicted ? tr("%1, predicted").arg(durationText(*seconds))
                                     : tr("%1, measured").arg(durationText(*seconds));
    return layer.passes > 1 && !predicted
               ? tr("%1, the mean of %2 passes").arg(figure).arg(layer.passes)
               : figure;
}

QVariant RunLayersModel::sortValue(int row, int column) const {
    const LayerFigures& layer = figuresOf(row);
    if (column == Layer) {
        return row;  // as they run
    }
    if (column == Device) {
        return static_cast<int>(layer.device.kind) * 1000 + static_cast<int>(layer.device.index);
    }
    if (column == Moved) {
        return layer.bytesMoved;
    }
    constexpr double kUnknown = -1e9;  // below every figure
    const auto figure = isError(column) ? errorIn(layer, column) : secondsIn(layer, column);
    return figure.value_or(kUnknown);
}

QVariant RunLayersModel::share(int row, int column) const {
    if (figuresOf(row).module.empty()) {
        return {};
    }
    const auto of = [](double figure, double most) {
        return most > 0 ? QVariant(figure / most) : QVariant();
    };
    const LayerFigures& layer = figuresOf(row);
    switch (column) {
        case Moved:
            return of(layer.bytesMoved, m_largest.bytesMoved);
        case Compute:
            return of(layer.computeSeconds, m_largest.computeSeconds);
        case Transfer:
            return of(layer.transferSeconds, m_largest.transferSeconds);
        case Waited:
            return of(layer.waitedSeconds, m_largest.waitedSeconds);
        default:
            return {};
    }
}

QVariant RunLayersModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const int row = index.row();
    const int column = index.column();
    switch (role) {
        case Qt::DisplayRole:
            return text(row, column);
        case Qt::ToolTipRole:
            return toolTip(row, column);
        case Qt::TextAlignmentRole:
            return QVariant::fromValue(Qt::Alignment(
                Qt::AlignVCenter | (column <= Device ? Qt::AlignLeft : Qt::AlignRight)));
        case SortRole:
            return sortValue(row, column);
        case IsSumRole:
            return row == 0;
        case ShareRole:
            return share(row, column);
        default:
            return {};
    }
}

QVariant RunLayersModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::FontRole) {
        return m_headFont;
    }
    if (role == Qt::TextAlignmentRole) {
        return QVariant::fromValue(
            Qt::Alignment(Qt::AlignBottom | (section <= Device ? Qt::AlignLeft : Qt::AlignRight)));
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    const QString unit = tableUnitName(tableUnitFor(m_largest.bytesMoved));
    const QStringList heads{tr("Layer"),
                            tr("Runs on"),
                            tr("Weights %1\nmoved").arg(unit),
                            tr("Compute ms\nmeasured"),
                            tr("Compute ms\npredicted"),
                            tr("Compute\nerror"),
                            tr("Transfer ms\nmeasured"),
                            tr("Transfer ms\npredicted"),
                            tr("Transfer\nerror"),
                            tr("Waited ms\nmeasured")};
    return heads.value(section);
}

RunLayersProxy::RunLayersProxy(RunLayersModel* model, QObject* parent)
    : QSortFilterProxyModel(parent) {
    setSourceModel(model);
    setSortRole(RunLayersModel::SortRole);
}

bool RunLayersProxy::lessThan(const QModelIndex& left, const QModelIndex& right) const {
    const bool leftIsSum = left.data(RunLayersModel::IsSumRole).toBool();
    const bool rightIsSum = right.data(RunLayersModel::IsSumRole).toBool();
    if (leftIsSum || rightIsSum) {
        return sortOrder() == Qt::AscendingOrder ? leftIsSum : rightIsSum;
    }
    const double a = left.data(RunLayersModel::SortRole).toDouble();
    const double b = right.data(RunLayersModel::SortRole).toDouble();
    return a != b ? a < b : left.row() < right.row();
}

RunLayersTable::RunLayersTable(const Theme* theme, QWidget* parent)
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
    auto* copy = withName(new QAction(tr("Copy rows"), this), "run_layers_copy");
    auto* copyAll = withName(new QAction(tr("Copy the table"), this), "run_layers_copy_all");
    addActions({copy, copyAll});
    setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(copy, &QAction::triggered, this, &RunLayersTable::copySelected);
    connect(copyAll, &QAction::triggered, this,
            [this] { QGuiApplication::clipboard()->setText(allText()); });
    connect(this, &QTableView::clicked, this, &RunLayersTable::activate);
    connect(theme, &Theme::changed, this, &RunLayersTable::applyTheme);
    applyTheme();
}

void RunLayersTable::setUpHeads() {
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

void RunLayersTable::setLayers(std::vector<LayerFigures> layers) {
    m_model->setLayers(std::move(layers));
}

void RunLayersTable::activate(const QModelIndex& index) {
    const int row = m_sorted->mapToSource(index).row();
    if (row >= 0 && !m_model->figuresOf(row).module.empty()) {
        Q_EMIT stageActivated(QString::fromStdString(m_model->figuresOf(row).module));
    }
}

void RunLayersTable::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy)) {
        copySelected();
    } else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        activate(currentIndex());
    } else {
        QTableView::keyPressEvent(event);
    }
}

QString RunLayersTable::rowText(int row) const {
    QStringList cells;
    for (int column = 0; column < m_sorted->columnCount(); ++column) {
        cells.append(m_sorted->index(row, column).data().toString());
    }
    return cells.join(u'\t');
}

QString RunLayersTable::allText() const {
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

void RunLayersTable::copySelected() const {
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

void RunLayersTable::resizeEvent(QResizeEvent* event) {
    QTableView::resizeEvent(event);
    // Names of layers are the longest: what is left is theirs.
    int others = 0;
    for (int column = RunLayersModel::Layer + 1; column < RunLayersModel::kColumns; ++column) {
        others += columnWidth(column);
    }
    setColumnWidth(RunLayersModel::Layer, std::max(kLayerWidth, viewport()->width() - others));
}

void RunLayersTable::showEvent(QShowEvent* event) {
    // Becoming the page of a tab takes fonts away that were set before.
    applyTheme();
    QTableView::showEvent(event);
}

void RunLayersTable::applyTheme() {
    setFont(m_theme->font(TextRole::Tree));
    m_model->setHeadFont(m_theme->font(TextRole::Caption));
    viewport()->update();
}

}  // namespace stowage
