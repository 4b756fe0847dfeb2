// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/device_fields.h"
#include "engine/plan/compare/plan_diff.h"
#include "engine/plan/edit/plan_edit.h"
#include "engine/plan/placement_plan.h"
#include "widgets/document/board_model.h"
#include "widgets/document/document.h"
#include "widgets/document/plan_comparison.h"
#include "widgets/document/plan_previews.h"
#include "widgets/load/preflight.h"
#include "widgets/support/figure_table.h"
#include "widgets/support/file_dialogs.h"
#include "widgets/support/theme.h"
#include "widgets/support/worker.h"

#include <QFrame>
#include <QWidget>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

class QCheckBox;
class QComboBox;
class QLabel;
class QLayout;
class QLineEdit;
class QPushButton;
class QToolButton;
class QVBoxLayout;

namespace stowage {

class DeviceBars;
class DeviceFieldEdit;
class LimitField;
class LoadPresetFields;
class NoSplitNote;
class OptimalFields;
class VerdictCard;

/// The note below the budgets: when the free memory was read that the CPU's limit follows from by
/// default, and a button that reads it again. Hidden where it does not follow from a reading.
[[nodiscard]] QWidget* makeHostLimitNote(Document* document, const Theme* theme, QWidget* parent);

/// The budgets as one table: capacity, others, context and link, and the limit as a field
/// (objectName "plan_limit_gpu0", …), the same value as the lane's. A text that is no size marks
/// the field and says why below; the old limit stays in force. What can be changed of a device
/// ("plan_capacity_gpu0", …) is edited in place by a double click; the context menu has the rest.
class BudgetTable : public QWidget {
    Q_OBJECT
public:
    BudgetTable(Document* document, const Theme* theme, QWidget* parent = nullptr);

    /// "+ GPU", with the cards of the catalogue: for the heading.
    [[nodiscard]] QToolButton* addButton() const { return m_add; }

Q_SIGNALS:
    /// The unit of the figures, for the heading.
    void unitChanged(const QString& unit);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Row {
        DeviceId device;
        std::map<DeviceField, QLabel*> figures;
        LimitField* limit = nullptr;
    };

    void rebuild(const PlacementPlan& plan);
    void addRow(const DeviceInfo& device, int gridRow);
    void makeAddButton();
    void makeEditable(QWidget* cell, DeviceId device, DeviceField field);
    void editCell(DeviceId device, DeviceField field);
    void showMenu(DeviceId device, const QPoint& global);
    void showMessage(const QString& sentence, bool isError);
    void showPlan();
    void showLimit(Row& row, const PlacementPlan& plan, const DevicePlacement& placement);
    void showRefusal(const QString& sentence, DeviceId device);
    [[nodiscard]] bool hasDevicesOf(const PlacementPlan& plan) const;

    Document* m_document;
    const Theme* m_theme;
    QWidget* m_grid = nullptr;
    QLabel* m_message;
    QToolButton* m_add = nullptr;
    DeviceFieldEdit* m_cell;  ///< over the figure that is edited
    std::vector<Row> m_rows;
};

/// The choices at the top of the Plan dock: strategy (or a preset of load_hf_model, with its
/// fields), no-split classes, type, quantisation, and whose rules. Reads the plan, sends edits.
class PlanOptions : public QWidget {
    Q_OBJECT
public:
    PlanOptions(Document* document, const Theme* theme, QWidget* parent = nullptr);

private:
    void fillCombos();
    void placeFields();
    void connectCombos();
    void showPlan();
    void showStrategy(const PlacementPlan& plan);
    void showNoSplit(const PlacementPlan& plan);
    void showType(const PlacementPlan& plan);
    void showQuantization(const PlacementPlan& plan);
    void commitStrategy(int index);
    void commitNoSplit(const QString& text);
    void commitType(int index);
    void commitQuantization(int index);

    Document* m_document;
    const Theme* m_theme;
    QComboBox* m_strategy;
    QComboBox* m_noSplit;
    QComboBox* m_type;
    QComboBox* m_quantize;
    /// What the entries of m_quantize behind the first stand for.
    std::vector<Quantization> m_quantizations;
    QComboBox* m_rules;
    LoadPresetFields* m_loadPreset;
    OptimalFields* m_optimal;
    NoSplitNote* m_noSplitNote = nullptr;  ///< where the classes come from
    QLabel* m_quantized;                   ///< what is quantised; hidden where nothing is
};

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
    static constexpr int kLineGap = 4;
    static constexpr int kGap = 12;

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

struct PlanTable {
    QString unit;  ///< for a heading above the table
    QStringList head;
    std::vector<FigureRow> rows;
};

/// Blocks, weights, what the allocator reserves and the room to the limit, by device, with totals.
[[nodiscard]] PlanTable makeDeviceTable(const BoardModel& board);

/// Predicted peaks by method; `chosen`, or what `auto` takes, is marked. Methods that no prediction
/// is there for yet have dashes.
[[nodiscard]] PlanTable makeLoadTable(const std::vector<LoadPrediction>& predictions,
                                      AskedMethod chosen);

/// The Plan dock: the verdict, which always stays in view; below it strategy, no-split classes,
/// type, budgets, what lies on each device, and what each load method would take. Reads the plan,
/// sends edits.
class PlanPanel : public QWidget {
    Q_OBJECT
public:
    PlanPanel(Document* document, const Theme* theme, QWidget* parent = nullptr);

    /// The method whose row is marked: the tool bar's choice.
    void setMethod(AskedMethod method);
    /// Where what lies on disk shall go: see PlanSwitches.
    [[nodiscard]] std::string offloadFolder() const;
    void setDialogs(FileDialogs* dialogs);
    /// What predicted times are worked out from; null: no times.
    void setMachineRates(std::shared_ptr<const MachineRates> rates);

private:
    [[nodiscard]] QWidget* makeContent();
    QLabel* makeHeading(const QString& text, QLabel** unit);
    void showPlan();
    void showDevices();
    void predict();
    void showPredictions();

    Document* m_document;
    const Theme* m_theme;
    QLabel* m_budgetUnit = nullptr;
    PlanSwitches* m_switches = nullptr;
    BudgetTable* m_budgets = nullptr;
    VerdictCard* m_verdict = nullptr;
    FigureTable* m_devices = nullptr;
    FigureTable* m_loads = nullptr;
    QLabel* m_loadUnit = nullptr;
    AskedMethod m_method{};
    std::shared_ptr<const MachineRates> m_rates;
    std::vector<LoadPrediction> m_predictions;
    Worker m_worker;
};

template <class Item>
class PlanPreviews;

/// "Why here?": what the planner tried for the current module, one line a device with the room it
/// had there, edits by hand last; what it shares weights with; what was tried for the modules
/// around it. Below, what keeping each no-split class whole does to the plan.
class WhyPanel : public QWidget {
    Q_OBJECT
public:
    WhyPanel(Document* document, const Theme* theme, QWidget* parent = nullptr);

    /// Where "Show the difference" of a class goes. Borrowed; must outlive the panel.
    void setComparison(PlanComparison* comparison) { m_comparison = comparison; }
    [[nodiscard]] const PlanPreviews<NoSplitEffect>& noSplit() const { return *m_noSplit; }

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void showModule();
    void showEffects();
    [[nodiscard]] QVBoxLayout* startAnew(QWidget*& box);
    QLabel* addText(QVBoxLayout* layout, const QString& text, bool semibold = false);
    void addHead(QVBoxLayout* layout, ModuleId module);
    void addDecisions(QVBoxLayout* layout, ModuleId module);
    void addLine(QVBoxLayout* layout, const PlacementDecision& decision);
    void addPartners(QVBoxLayout* layout, ModuleId module);
    void addEffect(QVBoxLayout* layout, const NoSplitEffect& effect);
    void followLink(const std::string& className, const QString& link);

    Document* m_document;
    const Theme* m_theme;
    PlanComparison* m_comparison = nullptr;
    PlanPreviews<NoSplitEffect>* m_noSplit;
    QVBoxLayout* m_layout = nullptr;
    QWidget* m_module = nullptr;   ///< about the current module
    QWidget* m_effects = nullptr;  ///< about the no-split classes
};

/// The times of a run of a loaded plan.
struct MeasuredRun {
    int number = 0;
    std::shared_ptr<const PlacementPlan> plan;
    unsigned window = 0;  ///< of prefetching
    std::vector<OffloadRule> offloaded{};
    Workload work{};                       ///< its sequences, and the tokens of each
    std::optional<double> toFirstToken{};  ///< seconds
    std::optional<double> perToken{};      ///< seconds
    /// Whether another plan is the same and has to carry the same work; one without a workload
    /// names none that would be another.
    [[nodiscard]] bool isOf(const PlacementPlan& other) const;
};

/// One strategy of the preview: verdict, bytes a device, keys, hops, what is offloaded, problems,
/// and "Use this". A click or Space selects it: the difference is shown then.
class StrategyCard : public QFrame {
    Q_OBJECT
public:
    StrategyCard(Strategy strategy, const Theme* theme, QWidget* parent = nullptr);

    /// `inUse`: "in use" or "in use, then 2 moves"; "" where another strategy is. `loadIssue`: why
    /// the open file cannot be loaded, whatever the strategy.
    void showFigures(const StrategyFigures& figures, const QString& inUse, bool canUse,
                     const std::optional<PlanIssue>& loadIssue,
                     const std::optional<MeasuredRun>& measured);
    void setStale(bool stale);
    void setSelected(bool selected);
    [[nodiscard]] bool isSelected() const { return m_selected; }
    [[nodiscard]] Strategy strategy() const { return m_strategy; }
    [[nodiscard]] const StrategyFigures& figures() const { return m_figures; }

Q_SIGNALS:
    void activated();
    void useRequested();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    static constexpr int kMargin = 10;
    static constexpr int kIcon = 14;

    enum Fact { kValue, kOffloaded, kKeys, kHops, kProblems, kFactCount };

    void makeFacts();
    void applyColors();
    void showVerdict();
    void showValue();

    Strategy m_strategy;
    const Theme* m_theme;
    StrategyFigures m_figures;
    std::optional<MeasuredRun> m_measured;
    std::optional<PlanIssue> m_loadIssue;
    QLabel* m_name;
    QLabel* m_inUse;
    QLabel* m_sentence;
    DeviceBars* m_bars;
    QWidget* m_factsBox = nullptr;
    QLabel* m_facts[kFactCount] = {};
    QLabel* m_valueCaption = nullptr;
    QPushButton* m_use;
    bool m_selected = false;
    bool m_stale = false;
    bool m_known = false;
};

/// The Compare dock: what each strategy would make of the limits of now, side by
/// side, and the difference of the chosen one to the plan in force.
class ComparePanel : public QWidget {
    Q_OBJECT
public:
    ComparePanel(Document* document, PlanComparison* comparison, const Theme* theme,
                 QWidget* parent = nullptr);

    [[nodiscard]] const StrategyPreviews& previews() const { return *m_previews; }
    [[nodiscard]] StrategyCard* card(Strategy strategy) const;
    /// Shows the difference to a strategy.
    void choose(Strategy strategy);
    /// Cards of the same plan and work show its times in place of estimates.
    void setMeasured(MeasuredRun run);

public Q_SLOTS:
    /// Compares with the plan that the newest undo step goes back to; nothing without one.
    void compareWithLastEdit();

Q_SIGNALS:
    /// A map from a file or the clipboard shall be compared.
    void mapRequested();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    QWidget* makeHeader();
    QWidget* makeCards();
    void showFigures();
    void showChosen();
    void showDiff();
    void use(Strategy strategy);
    void showSteps();

    Document* m_document;
    PlanComparison* m_comparison;
    const Theme* m_theme;
    StrategyPreviews* m_previews;
    std::vector<StrategyCard*> m_cards;
    std::optional<Strategy> m_chosen;
    std::optional<MeasuredRun> m_measured;
    QWidget* m_diff = nullptr;
    QLabel* m_state = nullptr;
    QLabel* m_why = nullptr;  ///< no value is known
    QPushButton* m_lastEdit = nullptr;
};

}  // namespace stowage
