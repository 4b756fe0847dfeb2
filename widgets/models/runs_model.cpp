// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/runs_model.h"

#include "widgets/models/run_texts.h"
#include "widgets/models/table_unit.h"
#include "widgets/views/chart_units.h"
#include "widgets/views/run_overlay.h"

#include <QGuiApplication>

#include <algorithm>
#include <cstdlib>

namespace stowage {
namespace {

bool isFigure(int column) {
    return column == RunsModel::Time || column == RunsModel::Vram || column == RunsModel::Ram;
}

QString optionalSize(const std::optional<std::uint64_t>& bytes) {
    return bytes ? sizeText(static_cast<double>(*bytes)) : QStringLiteral("–");
}

QString textOf(const RunRecord& run, int column) {
    const RunFigures& figures = run.figures;
    switch (column) {
        case RunsModel::Date:
            return runDateText(run);
        case RunsModel::Model:
            return QString::fromStdString(run.modelName);
        case RunsModel::Method:
            return methodText(figures.method);
        case RunsModel::Plan:
            return runPlanText(run);
        case RunsModel::Time:
            return figures.seconds ? formatSeconds(*figures.seconds) : QStringLiteral("–");
        case RunsModel::Vram:
            return runVramText(figures);
        case RunsModel::Ram:
            return optionalSize(figures.hostAnon());
        case RunsModel::Errors:
            return runErrorText(figures);
        case RunsModel::Verified:
            return runVerifiedText(figures);
        case RunsModel::State:
            return runStateText(figures);
        default:
            return QString::fromStdString(run.note);
    }
}

QVariant sortKey(const RunRecord& run, int column) {
    const RunFigures& figures = run.figures;
    switch (column) {
        case RunsModel::Date:
            return QString::fromStdString(run.date);
        case RunsModel::Time:
            return figures.seconds.value_or(-1);
        case RunsModel::Vram:
            return runVramPeak(figures);
        case RunsModel::Ram:
            return static_cast<double>(figures.hostAnon().value_or(0));
        case RunsModel::Errors: {
            const auto errors = runErrors(figures);
            return errors ? static_cast<double>(std::abs(largestPeakError(*errors).value_or(0))) +
                                static_cast<double>(std::abs(errors->hostAnon.value_or(0)))
                          : -1.0;
        }
        default:
            return textOf(run, column);
    }
}

QString toolTipOf(const RunRecord& run, int column) {
    const RunFigures& figures = run.figures;
    switch (column) {
        case RunsModel::Date:
            return RunsModel::tr("%1 UTC").arg(QString::fromStdString(run.date));
        case RunsModel::Model:
            return QString::fromStdString(run.modelPath);
        case RunsModel::Vram:
            return runVramToolTip(figures);
        case RunsModel::Ram: {
            const auto anon = figures.hostAnon();
            return anon ? RunsModel::tr("Anonymous memory above its level before, %1: %2")
                              .arg(figures.polledHostAnon ? RunsModel::tr("measured from outside")
                                                          : RunsModel::tr("measured by itself"),
                                   exactBytesText(static_cast<double>(*anon)))
                        : QString();
        }
        case RunsModel::Errors:
            return RunsModel::tr(
                "Measured less predicted: the largest of all GPUs' peaks, the "
                "host's anonymous peak, the time");
        case RunsModel::State:
            return QString::fromStdString(figures.why);
        case RunsModel::Note:
            return RunsModel::tr("Double click or F2 writes a note");
        default:
            return textOf(run, column);
    }
}

}  // namespace

RunsModel::RunsModel(RunStore* store, const Theme* theme, QObject* parent)
    : QAbstractTableModel(parent), m_store(store), m_theme(theme), m_runs(store->runs()) {
    connect(store, &RunStore::changed, this, &RunsModel::takeRuns);
    connect(theme, &Theme::changed, this, [this] {
        if (!m_runs.empty()) {
            Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, kColumnCount - 1));
        }
    });
}

void RunsModel::takeRuns() {
    const std::vector<RunStore::Run>& now = m_store->runs();
    // One more run, or one less, is the rule; a selection outlives it.
    if (now.size() == m_runs.size() + 1) {
        const auto [at, old] = std::ranges::mismatch(now, m_runs);
        if (std::equal(at + 1, now.end(), old, m_runs.end())) {
            const auto row = static_cast<int>(at - now.begin());
            beginInsertRows({}, row, row);
            m_runs = now;
            endInsertRows();
            return;
        }
    }
    if (now.size() == m_runs.size()) {
        const auto [at, old] = std::ranges::mismatch(now, m_runs);
        if (at == now.end()) {
            return;
        }
        if ((*at)->id == (*old)->id && std::equal(at + 1, now.end(), old + 1)) {
            const auto row = static_cast<int>(at - now.begin());
            m_runs = now;
            Q_EMIT dataChanged(index(row, 0), index(row, kColumnCount - 1));
            return;
        }
    }
    beginResetModel();
    m_runs = now;
    endResetModel();
}

RunStore::Run RunsModel::runAt(int row) const {
    return row >= 0 && row < rowCount() ? m_runs[static_cast<std::size_t>(row)] : nullptr;
}

int RunsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_runs.size());
}

int RunsModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : kColumnCount;
}

QVariant RunsModel::data(const QModelIndex& index, int role) const {
    const RunStore::Run run = runAt(index.row());
    if (!index.isValid() || run == nullptr) {
        return {};
    }
    const int column = index.column();
    switch (role) {
        case Qt::DisplayRole:
            return textOf(*run, column);
        case Qt::EditRole:
            return column == Note ? QVariant(QString::fromStdString(run->note)) : QVariant();
        case Qt::ToolTipRole:
            return toolTipOf(*run, column);
        case Qt::DecorationRole:
            return column == Method ? QVariant(methodIcon(run->figures.method, m_theme->colors(),
                                                          qGuiApp->devicePixelRatio()))
                                    : QVariant();
        case Qt::ForegroundRole: {
            const bool isBad =
                run->figures.state == RunState::Failed || run->figures.state == RunState::Differs;
            return (column == State || column == Verified) && isBad
                       ? QVariant(m_theme->colors().error)
                       : QVariant();
        }
        case Qt::TextAlignmentRole:
            return QVariant::fromValue(Qt::Alignment(
                (isFigure(column) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
        case SortRole:
            return sortKey(*run, column);
        case IdRole:
            return QString::fromStdString(run->id);
        default:
            return {};
    }
}

bool RunsModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    const RunStore::Run run = runAt(index.row());
    if (role != Qt::EditRole || index.column() != Note || run == nullptr) {
        return false;
    }
    m_store->setNote(QString::fromStdString(run->id), value.toString().trimmed());
    return true;
}

Qt::ItemFlags RunsModel::flags(const QModelIndex& index) const {
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    return index.isValid() && index.column() == Note ? flags | Qt::ItemIsEditable : flags;
}

QVariant RunsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= kColumnCount) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return QVariant::fromValue(
            Qt::Alignment((isFigure(section) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
    }
    if (role == Qt::ToolTipRole) {
        const QString tips[] = {
            tr("When it ended"),
            tr("Model"),
            tr("Load method"),
            tr("Strategy, and the devices of its map"),
            tr("Time of the load, measured"),
            tr("Highest allocated memory, GPU 0 first"),
            tr("Highest anonymous memory of the process above its level before"),
            tr("Measured less predicted"),
            tr("Every loaded byte compared with the file"),
            tr("How it ended"),
            tr("What you wrote")};
        return tips[section];
    }
    const QString names[] = {tr("Date"),       tr("Model"),
                             tr("Method"),     tr("Plan"),
                             tr("Time"),       tr("VRAM peak by GPU"),
                             tr("RAM, anon."), tr("Measured less predicted"),
                             tr("Verified"),   tr("State"),
                             tr("Note")};
    return role == Qt::DisplayRole ? names[section] : QVariant();
}

}  // namespace stowage
