// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/support/worker.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

class QMenu;
class QSettings;

namespace stowage {

/// A model on another machine: "gpu1:/models/m".
struct FarPath {
    QString host;
    QString path;
};
/// Nothing for other paths.
[[nodiscard]] std::optional<FarPath> farPathOf(const QString& text);

/// The files and folders that were opened last, kept in the settings and shown as a menu. What is
/// no longer there is grey and says so; that is looked up in a worker, because a disk that does not
/// answer must not hold the menu up. Other machines are not asked.
class RecentFiles : public QObject {
    Q_OBJECT
public:
    static constexpr qsizetype kMost = 10;

    /// Fills `menu` from what is kept under `key`; both are borrowed and outlive it.
    RecentFiles(QMenu* menu, QSettings* settings, const QString& key, QObject* parent = nullptr);

    [[nodiscard]] QStringList paths() const;
    /// Puts a path to the front.
    void add(const QString& path);
    void clear();

Q_SIGNALS:
    void chosen(const QString& path);

private:
    enum class Kind { File, Folder, Missing };

    void rebuild();
    void look();
    void showKinds(const QStringList& paths, const std::vector<Kind>& kinds);

    QMenu* m_menu;
    QSettings* m_settings;
    QString m_key;
    Worker m_worker;
};

}  // namespace stowage
