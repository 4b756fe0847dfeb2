// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/edit/plan_edit.h"
#include "widgets/support/file_dialogs.h"
#include "widgets/support/theme.h"

#include <QWidget>

#include <memory>
#include <string>

class QCheckBox;
class QComboBox;
class QLabel;
class QLayout;
class QLineEdit;

namespace stowage {

class Document;

/// Below the choices of the Plan dock: Accelerate's switches of infer_auto_device_map, what the
/// buffers of an empty model take, and, where something is offloaded, the options of dispatch_model
/// that change what devices hold, and the folder for what lies on disk. The switches read the plan
/// and send edits; the folder is for the next load.
class PlanSwitches : public QWidget {
    Q_OBJECT
public:
    /// Both are borrowed and outlive it.
    PlanSwitches(Document* document, const Theme* theme, QWidget* parent = nullptr);

    /// An absolute path; "" for a temporary folder, or where nothing lies on disk.
    [[nodiscard]] std::string offloadFolder() const;
    /// Who asks for a folder; null: there is no button for it.
    void setDialogs(FileDialogs* dialogs);

private:
    QCheckBox* addCheck(QLayout* layout, const char* name, const QString& text,
                        const QString& toolTip);
    [[nodiscard]] QWidget* makeHooksRow();
    [[nodiscard]] QWidget* makeFolderRow();
    void showHooks(const PlacementPlan& plan);
    void commitHooks();
    void showPlan();
    void showBuffers();

    Document* m_document;
    const Theme* m_theme;
    FileDialogs* m_dialogs = nullptr;
    QCheckBox* m_offloadBuffers = nullptr;
    QCheckBox* m_fallback = nullptr;
    QCheckBox* m_clean = nullptr;
    QCheckBox* m_buffersOnMeta = nullptr;
    QLabel* m_buffers = nullptr;
    QWidget* m_hooksRow = nullptr;
    QCheckBox* m_forceHooks = nullptr;
    QComboBox* m_mainDevice = nullptr;
    QLineEdit* m_preload = nullptr;
    QLineEdit* m_computed = nullptr;  ///< modules that the CPU computes
    QWidget* m_folderRow = nullptr;
    QLineEdit* m_folder = nullptr;
    QWidget* m_choose = nullptr;
    std::shared_ptr<const ModuleTree> m_tree;  ///< the one that m_bufferBytes is of
    double m_bufferBytes = 0;
};

}  // namespace stowage
