// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/checkpoint.h"
#include "engine/checkpoint/open/headers_only.h"

#include <QObject>
#include <QString>

#include <vector>

class QMenu;
class QWidget;

namespace stowage {

class Document;
class FileDialogs;

/// The menu of what is planned with the open model: LoRA adapters over it, and further models on
/// the same devices. Each choice opens the model again with one more, or one less. UI thread only.
class CompanionMenu : public QObject {
    Q_OBJECT
public:
    /// All are borrowed and outlive it; `window` is what dialogs belong to.
    CompanionMenu(Document* document, FileDialogs* dialogs, QWidget* window);

    [[nodiscard]] QMenu* menu() const { return m_menu; }
    /// The options of the open model with one more adapter or tenant, for which a name is found, or
    /// with a module tree.
    [[nodiscard]] OpenOptions with(Companion companion, const QString& path) const;

Q_SIGNALS:
    void openRequested(const QString& path, const OpenOptions& options);
    /// It is to be chosen on the machine that has the open model.
    void thereRequested(Companion companion);

private:
    void fill();
    void addRemovals(std::vector<NamedPath> OpenOptions::*paths,
                     const std::vector<std::string>& names, const QString& text);

    Document* m_document;
    FileDialogs* m_dialogs;
    QWidget* m_window;
    QMenu* m_menu;
};

}  // namespace stowage
