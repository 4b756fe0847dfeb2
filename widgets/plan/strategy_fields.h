// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/edit/plan_edit.h"
#include "engine/plan/placement_plan.h"
#include "widgets/support/theme.h"

#include <QWidget>

#include <optional>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace stowage {

class BoundBar;
class Document;

/// "41.3 ms" and "1,280 tokens": a value of an objective, with its unit.
[[nodiscard]] QString objectiveValueText(double value, Objective objective);

/// What the strategy `optimal` is to bring to its best, what it found, and why nothing can beat it;
/// shown while it is the plan's strategy. Reads the plan, sends edits.
class OptimalFields : public QWidget {
    Q_OBJECT
public:
    OptimalFields(Document* document, const Theme* theme, QWidget* parent = nullptr);

    void showPlan(const PlacementPlan& plan);

private:
    void commitObjective(int index);
    void commitMix();
    void showMixMessage(const QString& text);

    Document* m_document;
    const Theme* m_theme;
    QComboBox* m_objective;
    QLabel* m_mixLabel;
    QLineEdit* m_mix;
    QLabel* m_message;
    QLabel* m_value;
    BoundBar* m_bar;
    QLabel* m_proof;
};

/// How load_hf_model is told what to do, as entries of the strategy list. NoNumber: num_gpus=None,
/// a map over all GPUs, after which everything is moved to one.
enum class LoadPresetKind { UniformCap, ShareOfFree, NoNumber };
/// Nothing: the plan follows no preset.
[[nodiscard]] std::optional<LoadPresetKind> loadPresetKind(const PlacementPlan& plan);
/// In the order of the lists of strategies, behind all of them.
inline constexpr LoadPresetKind kLoadPresets[] = {
    LoadPresetKind::UniformCap, LoadPresetKind::ShareOfFree, LoadPresetKind::NoNumber};
[[nodiscard]] QString loadPresetName(LoadPresetKind kind);
/// The preset that a person starts with: all GPUs, and for a cap the smallest one's size.
[[nodiscard]] LoadModelPreset defaultLoadPreset(LoadPresetKind kind, const PlacementPlan& plan);

/// Number of GPUs, cap and device of a preset of load_hf_model, shown while the plan follows one. A
/// value that cannot be is marked, with the reason under the fields; the old one stays in force.
class LoadPresetFields : public QWidget {
    Q_OBJECT
public:
    LoadPresetFields(Document* document, const Theme* theme, QWidget* parent = nullptr);

    /// Shows the fields' values of a plan that follows a preset.
    void showPlan(const PlacementPlan& plan, LoadPresetKind kind);

private:
    void makeFields();
    void commit();
    void takeSmallest();
    void showRefusal(const QString& sentence, const SetLoadPresetEdit& edit);
    void clearMarks();

    Document* m_document;
    const Theme* m_theme;
    LoadPresetKind m_kind = LoadPresetKind::UniformCap;
    QLabel* m_countLabel = nullptr;
    QSpinBox* m_count = nullptr;
    QLabel* m_capLabel = nullptr;
    QLineEdit* m_cap = nullptr;
    QPushButton* m_smallest = nullptr;
    QComboBox* m_device = nullptr;
    QLabel* m_message = nullptr;
};

}  // namespace stowage
