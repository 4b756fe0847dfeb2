// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <functional>
#include <memory>

class QWidget;

namespace stowage {

/// Asks for a file or a folder without blocking: `chosen` is called later, or never. A seam: tests
/// answer at once.
class FileDialogs {
public:
    using Chosen = std::function<void(const QString&)>;
    /// What to do with changes that would be lost.
    enum class Unsaved { Save, Discard, Cancel };
    using Answered = std::function<void(Unsaved)>;

    virtual ~FileDialogs() = default;
    virtual void openFile(QWidget* parent, const QString& startFolder, Chosen chosen) = 0;
    virtual void openFolder(QWidget* parent, const QString& startFolder, Chosen chosen) = 0;
    /// A file with a device map.
    virtual void openMap(QWidget* parent, const QString& startFolder, Chosen chosen) = 0;
    /// A file of load records that stowagectl or this program wrote.
    virtual void openRuns(QWidget* parent, const QString& startFolder, Chosen chosen) = 0;
    /// Where load records are to be written, as `.csv` or `.json`; asks before it takes an existing
    /// file.
    virtual void saveRuns(QWidget* parent, const QString& startFolder, Chosen chosen) = 0;
    /// Where a lesson's report is to be written, as `.html`; `file` is proposed. Asks before
    /// it takes an existing file.
    virtual void saveReport(QWidget* parent, const QString& file, Chosen chosen) = 0;
    /// A folder to write model files into.
    virtual void chooseModelFolder(QWidget* parent, const QString& startFolder, Chosen chosen) = 0;
    /// Where a file of Python called `name` is to be written; asks before it takes an existing one.
    virtual void savePython(QWidget* parent, const QString& name, Chosen chosen) = 0;
    /// Where a config.json is to be written; asks before it takes an existing file.
    virtual void saveConfig(QWidget* parent, const QString& startFolder, Chosen chosen) = 0;
    /// Where a file is to be written that ends in one of `endings`; `file` is proposed. Asks before
    /// it takes an existing file.
    virtual void saveFile(QWidget* parent, const QString& file, const QStringList& endings,
                          Chosen chosen) = 0;
    virtual void openProject(QWidget* parent, const QString& startFolder, Chosen chosen) = 0;
    /// Where a project is to be written, as `.stowage`; `file` is proposed. Asks before it takes an
    /// existing file.
    virtual void saveProject(QWidget* parent, const QString& file, Chosen chosen) = 0;
    /// Save, don't save or cancel, before something with changes is left.
    virtual void askUnsaved(QWidget* parent, const QString& question, Answered answered) = 0;
};

/// The desktop's own dialogs.
[[nodiscard]] std::unique_ptr<FileDialogs> desktopFileDialogs();

}  // namespace stowage
