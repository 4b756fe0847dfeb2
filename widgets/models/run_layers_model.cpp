// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/run_layers_model.h"

#include "widgets/models/table_unit.h"
#include "widgets/views/timeline_texts.h"

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

}  // namespace stowage
