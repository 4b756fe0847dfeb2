// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/open/recent_files.h"

#include "widgets/support/theme.h"

#include <QFileInfo>
#include <QFontMetrics>
#include <QMenu>
#include <QSettings>

namespace stowage {
namespace {

constexpr int kTextWidth = 520;

/// As a menu shows it: elided in the middle, with no letter taken for a mnemonic.
QString menuText(const QMenu& menu, const QString& path) {
    QString text = QFontMetrics(menu.font()).elidedText(path, Qt::ElideMiddle, px(kTextWidth));
    return text.replace(QLatin1Char('&'), QLatin1String("&&"));
}

}  // namespace

std::optional<FarPath> farPathOf(const QString& text) {
    const qsizetype colon = text.indexOf(QLatin1Char(':'));
    const bool isFar = colon > 0 && text.indexOf(QLatin1Char('/')) > colon;
    return isFar ? std::optional(FarPath{text.left(colon), text.mid(colon + 1)}) : std::nullopt;
}

RecentFiles::RecentFiles(QMenu* menu, QSettings* settings, const QString& key, QObject* parent)
    : QObject(parent), m_menu(menu), m_settings(settings), m_key(key) {
    m_menu->setToolTipsVisible(true);
    connect(m_menu, &QMenu::aboutToShow, this, &RecentFiles::look);
    rebuild();
}

QStringList RecentFiles::paths() const {
    return m_settings->value(m_key).toStringList();
}

void RecentFiles::add(const QString& path) {
    QStringList recent = paths();
    recent.removeAll(path);
    recent.prepend(path);
    m_settings->setValue(m_key, recent.mid(0, kMost));
    rebuild();
}

void RecentFiles::clear() {
    m_settings->remove(m_key);
    rebuild();
}

void RecentFiles::rebuild() {
    m_menu->clear();
    const QStringList recent = paths();
    m_menu->setEnabled(!recent.isEmpty());
    for (const QString& path : recent) {
        QAction* action = m_menu->addAction(menuText(*m_menu, path));
        action->setData(path);
        action->setToolTip(path);
        connect(action, &QAction::triggered, this, [this, path] { Q_EMIT chosen(path); });
    }
    if (!recent.isEmpty()) {
        m_menu->addSeparator();
        QAction* clearing = m_menu->addAction(tr("Clear the list"), this, &RecentFiles::clear);
        clearing->setObjectName(m_menu->objectName() + QStringLiteral("_clear_action"));
    }
}

void RecentFiles::look() {
    const QStringList recent = paths();
    m_worker.start(
        [recent](const std::stop_token& stop) {
            std::vector<Kind> kinds;
            for (const QString& path : recent) {
                if (stop.stop_requested()) {
                    break;
                }
                const QFileInfo info(path);
                kinds.push_back(info.isDir()                       ? Kind::Folder
                                : info.exists() || farPathOf(path) ? Kind::File
                                                                   : Kind::Missing);
            }
            return kinds;
        },
        [this, recent](const std::vector<Kind>& kinds) { showKinds(recent, kinds); },
        [](const Error&) {});  // the names stand there as before, and can be chosen
}

void RecentFiles::showKinds(const QStringList& paths, const std::vector<Kind>& kinds) {
    for (QAction* action : m_menu->actions()) {
        const QString path = action->data().toString();
        const qsizetype place = paths.indexOf(path);
        if (path.isEmpty() || place < 0 || place >= static_cast<qsizetype>(kinds.size())) {
            continue;
        }
        const Kind kind = kinds[static_cast<std::size_t>(place)];
        const QString text = menuText(*m_menu, path);
        action->setEnabled(kind != Kind::Missing);
        action->setText(kind == Kind::Missing  ? tr("%1 (no longer exists)").arg(text)
                        : kind == Kind::Folder ? text + QLatin1Char('/')
                                               : text);
        action->setToolTip(kind == Kind::Missing ? tr("%1 was moved, renamed or removed").arg(path)
                                                 : path);
    }
}

}  // namespace stowage
