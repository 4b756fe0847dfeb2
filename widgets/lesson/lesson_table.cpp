// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lesson/lesson_table.h"

#include "widgets/lesson/lesson_look.h"
#include "widgets/lesson/lesson_words.h"
#include "widgets/session/lesson_session.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QScrollBar>

#include <algorithm>
#include <utility>

namespace stowage {
namespace {

constexpr int kRowPadding = 4;
constexpr int kColumnPadding = 9;
constexpr int kLeastWhy = 170;

}  // namespace

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
    horizontalHeader()->setFont(m_type->font(LessonText::Caption));
    fit();
}

void LessonTable::fit() {
    const QFontMetrics body(m_type->font(LessonText::Table));
    const int padding = m_type->px(kColumnPadding);
    // Of the other sizes nothing was ever published.
    const bool isPublished = hasPublishedFigures(m_session->setup().size);
    setAccessibleName(lessonTableTitle(m_session->setup()));
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
            const auto sample = index.data(Qt::DecorationRole).value<QPixmap>();
            const int line =
                sample.isNull()
                    ? 0
                    : static_cast<int>(sample.deviceIndependentSize().width()) + padding;
            width = std::max(width, words + line);
        }
        setColumnWidth(column, width);
        used += width;
    }
    setIconSize(QSize(lessonLineSample(LessonStep::Naive, *m_type, 1).width(), body.height()));
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
