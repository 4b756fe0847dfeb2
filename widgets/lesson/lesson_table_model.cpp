// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lesson/lesson_table_model.h"

#include "widgets/lesson/lesson_look.h"
#include "widgets/lesson/lesson_words.h"
#include "widgets/models/table_unit.h"
#include "widgets/session/lesson_session.h"
#include "widgets/views/chart_units.h"

#include <QGuiApplication>

#include <algorithm>

namespace stowage {
namespace {

using State = LessonStepState::State;

const QString kUnknown = QStringLiteral("–");

std::optional<double> LessonFigures::*figureOf(int column) {
    switch (column) {
        case LessonTableModel::Vram:
            return &LessonFigures::vram;
        case LessonTableModel::PublishedVram:
            return &LessonFigures::publishedVram;
        case LessonTableModel::RamAnonymous:
            return &LessonFigures::ramAnonymous;
        case LessonTableModel::RamFile:
            return &LessonFigures::ramFile;
        case LessonTableModel::RamRss:
            return &LessonFigures::ramRss;
        case LessonTableModel::PublishedRam:
            return &LessonFigures::publishedRam;
        default:
            return nullptr;
    }
}

bool isPublished(int column) {
    return column == LessonTableModel::PublishedVram || column == LessonTableModel::PublishedRam;
}

}  // namespace

LessonTableModel::LessonTableModel(LessonSession* session, const LessonType* type, QObject* parent)
    : QAbstractTableModel(parent), m_session(session), m_type(type) {
    connect(session, &LessonSession::changed, this, &LessonTableModel::refresh);
    connect(type, &LessonType::changed, this, &LessonTableModel::refresh);
}

void LessonTableModel::refresh() {
    Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
}

LessonStep LessonTableModel::stepOf(int row) const {
    return allLessonSteps()[static_cast<std::size_t>(row) + 1];
}

int LessonTableModel::rowOf(LessonStep step) const {
    return lessonStepNumber(step) - 2;
}

int LessonTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(allLessonSteps().size()) - 1;
}

int LessonTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QString LessonTableModel::text(const LessonStepState& state, int column) const {
    const LessonFigures& figures = state.figures;
    const bool known = state.run != nullptr;
    switch (column) {
        case Method:
            return lessonStepNumbered(state.step);
        case PublishedVram:
        case PublishedRam:
            // Near enough to what the step will find: the learner is to predict it first.
            return known ? publishedGiB(figures.*figureOf(column)) : kUnknown;
        case Time:
            return known && figures.seconds ? formatSeconds(*figures.seconds) : kUnknown;
        case Kind:
            return state.state == State::NotRun || state.state == State::Done
                       ? lessonKindText(state, m_session->setup())
                       : lessonStateText(state);
        case Why:
            return lessonWhyPhrase(state);
        default:
            return known ? lessonGiB(figures.*figureOf(column)) : kUnknown;
    }
}

QString LessonTableModel::toolTip(const LessonStepState& state, int column) const {
    if (column == Why || column == Kind) {
        QStringList lines;
        for (const PeakReason& reason : state.reasons) {
            lines.append(lessonReasonText(reason));
        }
        if (!state.sentence.isEmpty()) {
            lines.prepend(state.sentence);
        }
        return lines.join(u'\n');
    }
    const auto figure = figureOf(column);
    if (figure != nullptr && isPublished(column) && state.run == nullptr) {
        return tr("Shown once the step was run");
    }
    if (figure == nullptr || !(state.figures.*figure) || state.run == nullptr) {
        return {};
    }
    const QString exact = exactBytesText(*(state.figures.*figure));
    return isPublished(column) ? tr("As published: %1").arg(exact) : exact;
}

QVariant LessonTableModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const LessonStepState& state = m_session->step(stepOf(index.row()));
    const Tokens& colors = m_type->colors();
    switch (role) {
        case Qt::DisplayRole:
            return text(state, index.column());
        case Qt::ToolTipRole:
            return toolTip(state, index.column());
        case Qt::DecorationRole:
            return index.column() == Method
                       ? QVariant(lessonLineSample(state.step, *m_type, qApp->devicePixelRatio()))
                       : QVariant();
        case Qt::TextAlignmentRole:
            return static_cast<int>((index.column() == Method || index.column() >= Kind
                                         ? Qt::AlignLeading
                                         : Qt::AlignTrailing) |
                                    Qt::AlignVCenter);
        case Qt::FontRole:
            return m_type->font(index.column() == Why ? LessonText::Caption : LessonText::Table);
        case Qt::ForegroundRole:
            if (state.state == State::Failed && index.column() == Kind) {
                return colors.error;
            }
            return isPublished(index.column()) || index.column() == Why ||
                           (state.run == nullptr && index.column() != Method)
                       ? colors.secondaryText
                       : colors.text;
        default:
            return {};
    }
}

QVariant LessonTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return static_cast<int>(
            (section == Method || section >= Kind ? Qt::AlignLeading : Qt::AlignTrailing) |
            Qt::AlignBottom);
    }
    if (role == Qt::FontRole) {
        return m_type->font(LessonText::Caption);
    }
    if (role == Qt::ToolTipRole && isPublished(section)) {
        return tr("Published");
    }
    if (role == Qt::ToolTipRole && section == RamRss) {
        return tr(
            "Anonymous and file-backed memory at one moment: what the notebook's RAM column "
            "measures, without the shared pages of simulated GPUs");
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
        case Method:
            return tr("Method");
        case Vram:
            return tr("VRAM,\nGiB");
        case PublishedVram:
        case PublishedRam:
            return tr("publ.¹");
        case RamAnonymous:
            return tr("RAM\nanon., GiB");
        case RamFile:
            return tr("file-\nbacked");
        case RamRss:
            return tr("RSS −\nshared");
        case Time:
            return tr("Time");
        case Kind:
            return tr("Kind");
        default:
            return tr("Why");
    }
}

}  // namespace stowage
