// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lesson/lesson_parts.h"

#include "widgets/lesson/lesson_session.h"
#include "widgets/lesson/lesson_style.h"
#include "widgets/lesson/lesson_texts.h"
#include "widgets/support/formats.h"
#include "widgets/support/tables.h"

#include <QGuiApplication>
#include <QHeaderView>
#include <QIcon>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <array>
#include <utility>

namespace stowage {
namespace {

using State = LessonStepState::State;

/// What stands over a column, and which figure of a step it shows; null where it shows none.
struct ColumnInfo {
    const char* head;
    std::optional<double> LessonFigures::*figure = nullptr;
    bool isPublished = false;
};

/// By LessonTableModel::Column.
constexpr std::array<ColumnInfo, LessonTableModel::ColumnCount> kColumns{
    {{QT_TRANSLATE_NOOP("stowage::LessonTableModel", "Method")},
     {QT_TRANSLATE_NOOP("stowage::LessonTableModel", "VRAM,\nGiB"), &LessonFigures::vram},
     {QT_TRANSLATE_NOOP("stowage::LessonTableModel", "publ.¹"), &LessonFigures::publishedVram,
      true},
     {QT_TRANSLATE_NOOP("stowage::LessonTableModel", "RAM\nanon., GiB"),
      &LessonFigures::ramAnonymous},
     {QT_TRANSLATE_NOOP("stowage::LessonTableModel", "file-\nbacked"), &LessonFigures::ramFile},
     {QT_TRANSLATE_NOOP("stowage::LessonTableModel", "RSS −\nshared"), &LessonFigures::ramRss},
     {QT_TRANSLATE_NOOP("stowage::LessonTableModel", "publ.¹"), &LessonFigures::publishedRam, true},
     {QT_TRANSLATE_NOOP("stowage::LessonTableModel", "Time")},
     {QT_TRANSLATE_NOOP("stowage::LessonTableModel", "Kind")},
     {QT_TRANSLATE_NOOP("stowage::LessonTableModel", "Why")}}};

const ColumnInfo& columnAt(int column) {
    return kColumns[static_cast<std::size_t>(column)];
}

constexpr int kRowPadding = 4;

constexpr int kColumnPadding = 9;

constexpr int kLeastWhy = 170;

/// The line of a step's curves. In the marked row it lies on the colour of the others: untouched by
/// the row's own, with which a style would mix it, and as easy to see.
QIcon lineIcon(LessonStep step, const LessonType& type) {
    const QPixmap sample = lessonLineSample(step, type, qApp->devicePixelRatio());
    QPixmap marked(sample);
    if (step != LessonStep::Checkpoint) {
        marked.fill(type.colors().base);
        QPainter(&marked).drawPixmap(0, 0, sample);
    }
    QIcon icon(sample);
    icon.addPixmap(marked, QIcon::Selected);
    return icon;
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
            return known ? publishedGiB(figures.*columnAt(column).figure) : kUnknownFigure;
        case Time:
            return known && figures.seconds ? formatSeconds(*figures.seconds) : kUnknownFigure;
        case Kind:
            return state.state == State::NotRun || state.state == State::Done
                       ? lessonKindText(state, m_session->setup())
                       : lessonStateText(state);
        case Why:
            return state.isExplained() ? lessonWhyPhrase(state) : QString();
        default:
            return known ? lessonGiB(figures.*columnAt(column).figure) : kUnknownFigure;
    }
}

QString LessonTableModel::toolTip(const LessonStepState& state, int column) const {
    if (column == Why || column == Kind) {
        QStringList lines = state.isExplained() ? lessonReasonTexts(state) : QStringList();
        if (lines.isEmpty() && state.run != nullptr) {
            lines.append(
                tr("Shown after the question of the step is answered, or after “Show why”"));
        }
        if (!state.sentence.isEmpty()) {
            lines.prepend(state.sentence);
        }
        return lines.join(u'\n');
    }
    const auto figure = columnAt(column).figure;
    if (figure != nullptr && columnAt(column).isPublished && state.run == nullptr) {
        return tr("Shown after the step has been run");
    }
    if (figure == nullptr || !(state.figures.*figure) || state.run == nullptr) {
        return {};
    }
    const QString exact = exactBytesText(*(state.figures.*figure));
    return columnAt(column).isPublished ? tr("Published value: %1").arg(exact) : exact;
}

QVariant LessonTableModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const LessonStepState& state = m_session->step(stepOf(index.row()));
    const ThemeColors& colors = m_type->colors();
    switch (role) {
        case Qt::DisplayRole:
            return text(state, index.column());
        case Qt::ToolTipRole:
            return toolTip(state, index.column());
        case Qt::DecorationRole:
            return index.column() == Method ? QVariant(lineIcon(state.step, *m_type)) : QVariant();
        case Qt::TextAlignmentRole:
            return static_cast<int>(index.column() == Method || index.column() >= Kind
                                        ? Qt::AlignLeading | Qt::AlignVCenter
                                        : kFigureAlignment);
        case Qt::FontRole:
            return m_type->font(index.column() == Why ? LessonText::Caption : LessonText::Table);
        case Qt::ForegroundRole:
            if (state.state == State::Failed && index.column() == Kind) {
                return colors.error;
            }
            return columnAt(index.column()).isPublished || index.column() == Why ||
                           (state.run == nullptr && index.column() != Method)
                       ? colors.secondaryText
                       : colors.text;
        default:
            return {};
    }
}

QVariant LessonTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return static_cast<int>((section == Method || section >= Kind
                                     ? Qt::AlignLeading
                                     : kFigureAlignment & Qt::AlignHorizontal_Mask) |
                                Qt::AlignBottom);
    }
    if (role == Qt::FontRole) {
        return m_type->font(LessonText::Caption);
    }
    if (role == Qt::ToolTipRole && columnAt(section).isPublished) {
        return tr("Published");
    }
    if (role == Qt::ToolTipRole && section == RamRss) {
        return tr(
            "Anonymous plus file-backed memory at the same moment, without the shared pages of "
            "simulated GPUs. The notebook's RAM column measures the same memory.");
    }
    return role == Qt::DisplayRole ? QVariant(tr(columnAt(section).head)) : QVariant();
}

LessonTable::LessonTable(LessonSession* session, const LessonType* type, QWidget* parent)
    : QTableView(parent),
      m_session(session),
      m_type(type),
      m_model(new LessonTableModel(session, type, this)) {
    setObjectName(QStringLiteral("lesson_table"));
    setModel(m_model);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setShowGrid(false);
    setWordWrap(true);
    setTextElideMode(Qt::ElideNone);
    setTabKeyNavigation(false);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    verticalHeader()->hide();
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setSectionsClickable(false);
    horizontalHeader()->setStretchLastSection(false);
    connect(m_model, &QAbstractItemModel::dataChanged, this, &LessonTable::fit);
    connect(session, &LessonSession::currentChanged, this, &LessonTable::showCurrent);
    connect(this, &QAbstractItemView::clicked, this, [this](const QModelIndex& index) {
        m_session->setCurrent(m_model->stepOf(index.row()));
    });
    connect(type, &LessonType::changed, this, &LessonTable::applyType);
    applyType();
    showCurrent();
}

void LessonTable::changeEvent(QEvent* event) {
    QTableView::changeEvent(event);
    // With a style sheet, a widget that goes to another parent gets its first font again.
    const bool isOther = font().pixelSize() != m_type->font(LessonText::Table).pixelSize();
    if (event->type() == QEvent::FontChange && isOther && !std::exchange(m_takesType, true)) {
        QMetaObject::invokeMethod(
            this,
            [this] {
                applyType();
                m_takesType = false;
            },
            Qt::QueuedConnection);
    }
}

void LessonTable::applyType() {
    setFont(m_type->font(LessonText::Table));
    // Fonts of heads come from style sheets alone.
    horizontalHeader()->setStyleSheet(QStringLiteral("QHeaderView::section { font-size: %1px; }")
                                          .arg(m_type->font(LessonText::Caption).pixelSize()));
    fit();
}

void LessonTable::fit() {
    const QFontMetrics body(m_type->font(LessonText::Table));
    const int padding = m_type->px(kColumnPadding);
    // Of the other sizes nothing was ever published.
    const bool isPublished = hasPublishedFigures(m_session->setup().size);
    setAccessibleName(lessonTableTitle(m_session->setup()));
    setIconSize(QSize(lessonLineSample(LessonStep::Naive, *m_type, 1).width(), body.height()));
    setColumnHidden(LessonTableModel::PublishedVram, !isPublished);
    setColumnHidden(LessonTableModel::PublishedRam, !isPublished);
    int used = 0;
    for (int column = 0; column < LessonTableModel::Why; ++column) {
        if (isColumnHidden(column)) {
            continue;
        }
        int width = horizontalHeader()->sectionSizeHint(column) + padding / 2;
        for (int row = 0; row < m_model->rowCount(); ++row) {
            const QModelIndex index = m_model->index(row, column);
            const int words = body.horizontalAdvance(index.data().toString()) + padding;
            const bool hasLine = column == LessonTableModel::Method;
            const int line = hasLine ? iconSize().width() + padding : 0;
            width = std::max(width, words + line);
        }
        setColumnWidth(column, width);
        used += width;
    }
    setColumnWidth(LessonTableModel::Why,
                   std::max(m_type->px(kLeastWhy), viewport()->width() - used));
    const QFontMetrics why(m_type->font(LessonText::Caption));
    const int room = columnWidth(LessonTableModel::Why) - padding;
    int height = horizontalHeader()->sizeHint().height();
    for (int row = 0; row < m_model->rowCount(); ++row) {
        const QString words = m_model->index(row, LessonTableModel::Why).data().toString();
        const int lines =
            std::max(body.height(),
                     why.boundingRect(QRect(0, 0, room, 10'000), Qt::TextWordWrap, words).height());
        setRowHeight(row, lines + m_type->px(kRowPadding));
        height += rowHeight(row);
    }
    const bool moves = used + columnWidth(LessonTableModel::Why) > viewport()->width();
    m_height = height + (moves ? horizontalScrollBar()->sizeHint().height() : 0);
    updateGeometry();
}

QSize LessonTable::sizeHint() const {
    return {m_type->px(860), m_height};
}

QSize LessonTable::minimumSizeHint() const {
    return {m_type->px(200), m_height};
}

void LessonTable::resizeEvent(QResizeEvent* event) {
    QTableView::resizeEvent(event);
    if (event->oldSize().width() != event->size().width()) {
        fit();
    }
}

void LessonTable::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        m_session->setCurrent(m_model->stepOf(currentIndex().row()));
        return;
    }
    if (!event->text().isEmpty() && event->text().front().isDigit()) {
        event->ignore();  // the page's: numbers go to steps
        return;
    }
    QTableView::keyPressEvent(event);
}

void LessonTable::showCurrent() {
    const int row = m_model->rowOf(m_session->current());
    if (row < 0) {
        clearSelection();
    } else {
        setCurrentIndex(m_model->index(row, LessonTableModel::Method));
        selectRow(row);
    }
}

}  // namespace stowage
