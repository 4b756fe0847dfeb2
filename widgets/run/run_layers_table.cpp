// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/run/run_results_view.h"

#include "widgets/run/timeline_layout.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/tables.h"
#include "widgets/support/theme.h"
#include "widgets/support/translation.h"

#include <QAction>
#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <QStyledItemDelegate>

#include <algorithm>
#include <utility>

namespace stowage {
namespace {

constexpr double kMsPerSecond = 1e3;

constexpr int kLayerWidth = 118;
constexpr int kDeviceWidth = 54;
constexpr int kFigureWidth = 78;
constexpr int kErrorWidth = 58;

QString milliseconds(const std::optional<double>& seconds) {
    if (!seconds) {
        return QStringLiteral("—");
    }
    return *seconds == 0 ? kUnknownFigure : QString::number(*seconds * kMsPerSecond, 'f', 2);
}

using Column = RunLayersModel::LayerColumn;

/// A figure of the column as a share of the largest one.
auto shareOf(double LayerFigures::*figure, double largest) {
    return [figure, largest](const LayerFigures& layer) {
        return largest > 0 ? QVariant(layer.*figure / largest) : QVariant();
    };
}

constexpr double kLayersTableUnknown = -1e9;  ///< sorts below every figure

Column measuredColumn(const QString& title, double LayerFigures::*seconds, double largest) {
    Column column;
    column.title = title;
    column.alignment = Qt::AlignRight;
    column.width = kFigureWidth;
    column.text = [seconds](const LayerFigures& layer) { return milliseconds(layer.*seconds); };
    column.toolTip = [seconds](const LayerFigures& layer) {
        const QString figure = RunLayersModel::tr("%1, measured").arg(durationText(layer.*seconds));
        return layer.passes > 1
                   ? RunLayersModel::tr("%1, the mean of %2 passes").arg(figure).arg(layer.passes)
                   : figure;
    };
    column.sortValue = [seconds](const LayerFigures& layer) { return layer.*seconds; };
    column.share = shareOf(seconds, largest);
    return column;
}

Column predictedColumn(const QString& title, std::optional<double> LayerFigures::*seconds) {
    Column column;
    column.title = title;
    column.alignment = Qt::AlignRight;
    column.width = kFigureWidth;
    column.text = [seconds](const LayerFigures& layer) { return milliseconds(layer.*seconds); };
    column.toolTip = [seconds](const LayerFigures& layer) {
        return layer.*seconds
                   ? RunLayersModel::tr("%1, predicted").arg(durationText(*(layer.*seconds)))
                   : milliseconds(std::nullopt);
    };
    column.sortValue = [seconds](const LayerFigures& layer) {
        return (layer.*seconds).value_or(kLayersTableUnknown);
    };
    return column;
}

Column errorColumn(const QString& title, double LayerFigures::*measured,
                   std::optional<double> LayerFigures::*predicted) {
    const auto error = [measured, predicted](const LayerFigures& layer) {
        return runError(layer.*measured, layer.*predicted);
    };
    Column column;
    column.title = title;
    column.alignment = Qt::AlignRight;
    column.width = kErrorWidth;
    column.text = [error](const LayerFigures& layer) { return errorShareText(error(layer)); };
    column.toolTip = [error](const LayerFigures& layer) {
        return error(layer) ? RunLayersModel::tr(
                                  "Measured time minus predicted time, relative to the predicted "
                                  "time; + means that the measured time is longer")
                            : RunLayersModel::tr(
                                  "The predicted time is 0 or unknown. If no times are predicted, "
                                  "measure this machine with stowagectl devices --measure.");
    };
    column.sortValue = [error](const LayerFigures& layer) {
        return error(layer).value_or(kLayersTableUnknown);
    };
    return column;
}

Column movedColumn(double largest) {
    const TableUnit unit = tableUnitFor(largest);
    Column column;
    column.title = RunLayersModel::tr("Weights %1\nmoved").arg(tableUnitName(unit));
    column.alignment = Qt::AlignRight;
    column.width = kFigureWidth;
    column.text = [unit](const LayerFigures& layer) {
        return formatInUnit(layer.bytesMoved, unit);
    };
    column.toolTip = [](const LayerFigures& layer) {
        return RunLayersModel::tr("%1, measured").arg(exactBytesText(layer.bytesMoved));
    };
    column.sortValue = [](const LayerFigures& layer) { return layer.bytesMoved; };
    column.share = shareOf(&LayerFigures::bytesMoved, largest);
    return column;
}

Column layerColumn() {
    Column column;
    column.title = RunLayersModel::tr("Layer");
    column.width = kLayerWidth;
    column.text = [](const LayerFigures& layer) {
        return layer.module.empty() ? RunLayersModel::tr("All layers")
                                    : QString::fromStdString(layer.module);
    };
    return column;
}

Column deviceColumn() {
    Column column;
    column.title = RunLayersModel::tr("Runs on");
    column.width = kDeviceWidth;
    column.text = [](const LayerFigures& layer) {
        return layer.module.empty() ? QString() : translated(deviceLabel(layer.device));
    };
    column.sortValue = [](const LayerFigures& layer) {
        return static_cast<int>(layer.device.kind) * 1000 + static_cast<int>(layer.device.index);
    };
    return column;
}

/// Bars behind shares, a chip for the device, the sum in semibold above a line.
class LayerDelegate : public QStyledItemDelegate {
public:
    LayerDelegate(const Theme* theme, QObject* parent)
        : QStyledItemDelegate(parent), m_theme(theme) {}

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        const ThemeColors& colors = m_theme->colors();
        const bool isSum = index.data(RunLayersModel::IsSumRole).toBool();
        paintCellBackground(*painter, option, index.data(RunLayersModel::ShareRole), colors);
        const QRect room = partInView(option).adjusted(kCellPadding, 0, -kCellPadding, 0);
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
            const QString text = index.data().toString();
            painter->drawText(room, QStyle::visualAlignment(option.direction, alignment),
                              alignment == kFigureAlignment
                                  ? wholeFigure(text, painter->fontMetrics(), room.width())
                                  : painter->fontMetrics().elidedText(text, elide, room.width()));
        }
        if (option.state.testFlag(QStyle::State_HasFocus)) {
            painter->setPen(colors.accent);
            painter->setBrush(Qt::NoBrush);
            painter->drawRect(option.rect.adjusted(0, 0, -1, -1));
        }
    }

private:
    static constexpr int kChipHeight = 15;
    /// Predicted figures step back behind measured ones.
    [[nodiscard]] static bool isFaint(const QModelIndex& index) {
        return index.column() == RunLayersModel::PredictedCompute ||
               index.column() == RunLayersModel::PredictedTransfer;
    }

    void paintChip(QPainter& painter, const QStyleOptionViewItem& option,
                   const QModelIndex& index) const {
        const auto device =
            parseDevice(index.data(RunLayersModel::DeviceNameRole).toString().toStdString());
        const QRect chip(option.rect.left() + kCellPadding,
                         option.rect.center().y() - px(kChipHeight) / 2 + 1,
                         px(metrics::kChipWidth), px(kChipHeight));
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
    LayerFigures largest;
    for (const LayerFigures& layer : m_layers) {
        for (const auto figure : {&LayerFigures::bytesMoved, &LayerFigures::computeSeconds,
                                  &LayerFigures::transferSeconds, &LayerFigures::waitedSeconds}) {
            largest.*figure = std::max(largest.*figure, layer.*figure);
        }
    }
    m_columns = makeColumns(largest);
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

RunLayersModel::Columns RunLayersModel::makeColumns(const LayerFigures& largest) {
    using F = LayerFigures;
    return std::to_array<LayerColumn>(
        {layerColumn(), deviceColumn(), movedColumn(largest.bytesMoved),
         measuredColumn(tr("Compute ms\nmeasured"), &F::computeSeconds, largest.computeSeconds),
         predictedColumn(tr("Compute ms\npredicted"), &F::predictedCompute),
         errorColumn(tr("Compute\nerror"), &F::computeSeconds, &F::predictedCompute),
         measuredColumn(tr("Transfer ms\nmeasured"), &F::transferSeconds, largest.transferSeconds),
         predictedColumn(tr("Transfer ms\npredicted"), &F::predictedTransfer),
         errorColumn(tr("Transfer\nerror"), &F::transferSeconds, &F::predictedTransfer),
         measuredColumn(tr("Waited ms\nmeasured"), &F::waitedSeconds, largest.waitedSeconds)});
}

QVariant RunLayersModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const LayerFigures& layer = figuresOf(index.row());
    const LayerColumn& column = m_columns[static_cast<std::size_t>(index.column())];
    switch (role) {
        case SortRole:  // layers by name: as they run
            return index.column() == Layer ? QVariant(index.row()) : column.sortKey(layer);
        case IsSumRole:
            return index.row() == 0;
        case ShareRole:
            return column.share && !layer.module.empty() ? column.share(layer) : QVariant();
        case DeviceNameRole:
            return layer.module.empty()
                       ? QVariant()
                       : QVariant(QString::fromStdString(deviceName(layer.device)));
        default:
            return column.data(layer, role);
    }
}

QVariant RunLayersModel::headerData(int section, Qt::Orientation orientation, int role) const {
    const QVariant head = headData(m_columns, section, orientation, role);
    if (role == Qt::FontRole && orientation == Qt::Horizontal) {
        return m_headFont;
    }
    return role == Qt::TextAlignmentRole && head.isValid()  // titles have two lines
               ? QVariant::fromValue((head.value<Qt::Alignment>() & Qt::AlignHorizontal_Mask) |
                                     Qt::AlignBottom)
               : head;
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
    withName(this, "run_layers", tr("Layers of the run, measured and predicted"));
    setModel(m_sorted);
    setUpRows(this, kRowHeight);
    setItemDelegate(new LayerDelegate(theme, this));
    setSelectionMode(ExtendedSelection);
    setAlternatingRowColors(true);
    setHorizontalScrollMode(ScrollPerPixel);
    setUpHeads();
    auto* copy = withName(new QAction(tr("Copy rows"), this), "run_layers_copy");
    auto* copyAll = withName(new QAction(tr("Copy the table"), this), "run_layers_copy_all");
    addActions({copy, copyAll});
    setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(copy, &QAction::triggered, this, [this] { copySelectedRows(*this); });
    connect(copyAll, &QAction::triggered, this, [this] { copyToClipboard(allText()); });
    connect(this, &QTableView::clicked, this, &RunLayersTable::activate);
    connect(theme, &Theme::changed, this, &RunLayersTable::applyTheme);
    applyTheme();
}

void RunLayersTable::setUpHeads() {
    QHeaderView* head = horizontalHeader();
    head->setStretchLastSection(false);  // what is left is for the names of layers
    head->setFixedHeight(px(kHeadHeight));
    head->setSortIndicatorClearable(true);
    head->setSortIndicator(-1, Qt::AscendingOrder);
    setSortingEnabled(true);
    int section = 0;
    for (const RunLayersModel::LayerColumn& column : m_model->columns()) {
        setColumnWidth(section++, px(column.width));
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
        copySelectedRows(*this);
    } else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        activate(currentIndex());
    } else {
        QTableView::keyPressEvent(event);
    }
}

QString RunLayersTable::allText() const {
    return tableText(*m_sorted);
}

void RunLayersTable::resizeEvent(QResizeEvent* event) {
    QTableView::resizeEvent(event);
    // Names of layers are the longest: what is left is theirs.
    int others = 0;
    for (int column = RunLayersModel::Layer + 1; column < RunLayersModel::kColumns; ++column) {
        others += columnWidth(column);
    }
    setColumnWidth(RunLayersModel::Layer, std::max(px(kLayerWidth), viewport()->width() - others));
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
