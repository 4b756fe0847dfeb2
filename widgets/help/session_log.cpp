// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/help/session_log.h"

#include <QCoreApplication>
#include <QStringList>

#include <utility>

namespace stowage {
namespace {

struct SessionLogTexts {
    Q_DECLARE_TR_FUNCTIONS(SessionLogTexts)
};

/// Wide enough for each of the kinds, so that texts stand below each other.
constexpr int kKindWidth = 9;

QString logKindText(LogKind kind) {
    switch (kind) {
        case LogKind::Note:
            return SessionLogTexts::tr("Note");
        case LogKind::Warning:
            return SessionLogTexts::tr("Warning");
        case LogKind::Error:
            return SessionLogTexts::tr("Error");
        case LogKind::Load:
            return SessionLogTexts::tr("Load");
        case LogKind::Qt:
            return SessionLogTexts::tr("Qt");
    }
    return {};
}

}  // namespace

void SessionLog::add(LogLine line) {
    m_lines.push_back(std::move(line));
    if (m_lines.size() > kMostLines) {
        m_lines.pop_front();
        ++m_dropped;
    }
}

QString SessionLog::text() const {
    QStringList texts;
    if (m_dropped > 0) {
        texts.append(SessionLogTexts::tr("%1 earlier lines were dropped.").arg(m_dropped));
    }
    for (const LogLine& line : m_lines) {
        texts.append(logLineText(line));
    }
    return texts.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

QString logLineText(const LogLine& line) {
    const QString head = line.at.toString(QStringLiteral("HH:mm:ss.zzz")) + QStringLiteral("  ") +
                         logKindText(line.kind).leftJustified(kKindWidth);
    const QString indent = QLatin1Char('\n') + QString(head.size(), QLatin1Char(' '));
    return head + QString(line.text).trimmed().replace(QLatin1Char('\n'), indent);
}

}  // namespace stowage
