// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/edit/plan_edit.h"
#include "widgets/support/docks.h"
#include "widgets/support/feature.h"
#include "widgets/support/theme.h"

#include <QObject>

#include <cstddef>
#include <string>
#include <vector>

class QAction;
class QMenu;
class QWidget;

namespace stowage {

class CompareModelsDialog;
class ComparePanel;
class DeviceCards;
class DeviceMap;
class DiffBar;
class Document;
class FreeMemoryNote;
class LoadFeature;
class MapDialog;
class PlanPanel;
class ProblemsPanel;
struct HiddenGpu;
struct PlacementPlan;

/// What *Plan again* drops and what it keeps: moves by hand go, pins stay.
[[nodiscard]] QString planAgainText(const PlacementPlan& plan);

/// What can be done with the selected modules, as actions for the menu bar and context menus:
/// Move to ▸ devices, Pin, Unpin, Copy name. Enabled where something is selected.
class PlanActions : public QObject {
    Q_OBJECT
public:
    PlanActions(Document* document, const Theme* theme, QWidget* parent);

    [[nodiscard]] QMenu* moveMenu() const { return m_move; }
    [[nodiscard]] QAction* pin() const { return m_pin; }
    [[nodiscard]] QAction* unpin() const { return m_unpin; }
    [[nodiscard]] QAction* copyName() const { return m_copyName; }
    /// The menu of tree rows.
    void showContextMenu(const QPoint& globalPosition);

private:
    void rebuildMoveMenu();
    void enable();

    Document* m_document;
    const Theme* m_theme;
    QWidget* m_parent;
    QMenu* m_move;
    QMenu* m_context;
    QAction* m_pin;
    QAction* m_unpin;
    QAction* m_copyName;
};

/// Planning: the docks Plan, Problems, Why here?, Compare and Devices; edits and their undo, other
/// plans and models, device maps, simulated GPUs.
class PlanFeature : public Feature {
    Q_OBJECT
public:
    /// `load` is borrowed.
    PlanFeature(const FeatureParts& parts, LoadFeature* load);
    ~PlanFeature() override;

    [[nodiscard]] QList<DockContent> docks() override;
    [[nodiscard]] QList<QAction*> menuActions(MenuSection section) override;
    void addTools(ToolSection section, QToolBar* bar) override;
    void start() override;

    [[nodiscard]] ComparePanel* compare() const { return m_compare; }
    [[nodiscard]] DeviceCards* cards() const { return m_cards; }
    /// The strip above the board while plans are compared.
    [[nodiscard]] DiffBar* diffBar() const { return m_diffBar; }
    /// The strip above the board while real GPUs have not the room that the plan counts on.
    [[nodiscard]] FreeMemoryNote* freeMemoryNote() const { return m_freeMemory; }
    /// What can be done with the selected modules.
    [[nodiscard]] PlanActions* selectionActions() const { return m_selectionActions; }
    [[nodiscard]] QAction* devicesAction() const { return m_devices; }
    /// Its key holds in the views that it is added to.
    [[nodiscard]] QAction* pasteMapAction() const { return m_pasteMap; }
    /// The actions whose tool buttons give way first where there is little room, in order.
    [[nodiscard]] QList<QAction*> givingActions() const;
    /// Brings the Compare dock to the front.
    void showCompare();
    /// Brings the Devices dock, with its cards, to the front.
    void showDevices();
    /// Asks for a placement, with `text` (or what was typed last) in the field.
    void pasteMap(const QString& text);
    /// The same with the text of a file.
    void readMap(const QString& path);
    /// Shows two models side by side, the open one first.
    CompareModelsDialog* compareModels();
    /// What Problems needs to show all of its rows, title and all.
    [[nodiscard]] int problemsHeight() const;
    /// A tab has no room for the title bar's marks: its name says how many problems there are.
    void nameProblems(DockArrangement::Form form);

Q_SIGNALS:
    /// There are other problems now.
    void problemsChanged();

private:
    /// Shows the cards of four devices, or one card, whole.
    static constexpr int kDockHeight = 326;
    static constexpr int kMessageMs = 4000;

    void makeEditActions();
    void makePlanActions();
    void makeCompareActions();
    void makeMapActions();
    void connectPanels();
    [[nodiscard]] QWidget* makeCompare(QWidget* parent);
    [[nodiscard]] QAction* makeStrategyMenu();
    void enableActions();
    void enableCompareActions();
    /// Drops the moves by hand, and says so.
    void planAgain();
    void editDevices();
    void copyAsPython();
    void exportPlan();
    void copyMap(bool isJson);
    [[nodiscard]] MapDialog* openMapDialog();
    void showRefusal(const QString& sentence, const PlanEdit& source, ErrorCode code);
    void showDroppedMoves(std::size_t moves);

    LoadFeature* m_load;
    DiffBar* m_diffBar;
    FreeMemoryNote* m_freeMemory;
    PlanActions* m_selectionActions;
    PlanPanel* m_plan = nullptr;
    ProblemsPanel* m_problems = nullptr;
    ComparePanel* m_compare = nullptr;
    DeviceCards* m_cards = nullptr;
    QAction* m_undo = nullptr;
    QAction* m_redo = nullptr;
    QAction* m_planAgain = nullptr;
    QAction* m_compareAction = nullptr;
    QAction* m_compareLast = nullptr;
    QAction* m_endComparison = nullptr;
    QAction* m_compareModels = nullptr;
    QAction* m_devices = nullptr;
    QAction* m_copyPython = nullptr;
    QAction* m_export = nullptr;
    QAction* m_import = nullptr;
    QAction* m_copyMapJson = nullptr;
    QAction* m_copyMapPython = nullptr;
    QAction* m_pasteMap = nullptr;
    QString m_exportTarget;  ///< the engine that was chosen last
    QString m_mapText;       ///< what stood in the map dialog last: nothing typed is lost
    std::vector<HiddenGpu> m_hiddenGpus;
    QString m_droppedMoves;      ///< the message that offers them back, until the plan changes
    std::size_t m_seenGpus = 0;  ///< how many were seen when those were hidden
};

}  // namespace stowage
