// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/lesson_tail.h"

#include <string_view>

namespace stowage {
namespace {

Progress progressOf(const LoadEvent& event) {
    Progress progress;
    progress.phase = event.phase;
    progress.currentItem = event.item;
    progress.bytesDone = event.bytesDone;
    progress.bytesTotal = event.bytesTotal;
    progress.itemsDone = event.itemsDone;
    progress.itemsTotal = event.itemsTotal;
    return progress;
}

}  // namespace

void LessonTail::follow(const QString& file) {
    m_file.close();
    m_file.setFileName(file);
    m_reader = {};
    m_curves = {};
    m_progress = {};
    m_isOver = file.isEmpty();
}

bool LessonTail::pull() {
    if (m_isOver ||
        (!m_file.isOpen() && !m_file.open(QIODevice::ReadOnly | QIODevice::Unbuffered))) {
        return false;
    }
    const QByteArray piece = m_file.readAll();
    if (piece.isEmpty()) {
        return false;
    }
    const auto events =
        m_reader.feed(std::string_view(piece.constData(), static_cast<std::size_t>(piece.size())));
    if (!events) {
        m_isOver = true;
        return false;
    }
    for (const LoadEvent& event : *events) {
        appendEvent(m_curves, event);
        m_progress = progressOf(event);
    }
    return !events->empty();
}

}  // namespace stowage
