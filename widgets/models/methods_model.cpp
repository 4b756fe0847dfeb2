// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/methods_model.h"

#include "engine/load/published_figures.h"
#include "widgets/models/run_texts.h"
#include "widgets/models/table_unit.h"
#include "widgets/views/chart_units.h"
#include "widgets/views/run_overlay.h"

#include <QGuiApplication>

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

/// The run whose figures the row shows; null: the predicted ones.
const RunFigures* figuresOf(const ComparedMethod& row) {
    return row.run == nullptr ? nullptr : &row.run->figures;
}

const RunDeviceFigures* deviceOf(const RunFigures& figures, DeviceId id) {
    const auto found = std::ranges::find(figures.devices, id, &RunDeviceFigures::device);
    return found == figures.devices.end() ? nullptr : &*found;
}

QString vramText(const ComparedMethod& row, DeviceId id) {
    if (const RunFigures* const figures = figuresOf(row)) {
        const RunDeviceFigures* const device = deviceOf(*figures, id);
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
        for (const RunDeviceFigures& device :
             row.run == nullptr ? std::vector<RunDeviceFigures>() : row.run->figures.devices) {
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
    const RunFigures* const figures = figuresOf(row);
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
    const RunFigures* const figures = figuresOf(row);
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
            return figures != nullptr ? runErrorText(*figures) : kUnknown;
        case Kind::Verified:
            break;
    }
    return figures != nullptr ? runVerifiedText(*figures) : kUnknown;
}

QString MethodsModel::toolTip(const ComparedMethod& row, const Column& column) const {
    const RunFigures* const figures = figuresOf(row);
    switch (column.kind) {
        case Kind::State:
        case Kind::Limit: {
            const QString refusal = QString::fromStdString(row.preflight.refusal);
            return row.sentence.isEmpty() ? refusal : row.sentence;
        }
        case Kind::Vram:
            return figures != nullptr ? runVramToolTip(*figures)
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
    const Tokens& colors = m_theme->colors();
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

}  // namespace stowage
