// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/edit/plan_edit.h"
#include "widgets/support/theme.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace stowage {

class Document;

/// How load_hf_model is told what to do, as entries of the strategy list. NoNumber: num_gpus=None,
/// a map over all GPUs, after which everything is moved to one.
enum class LoadPresetKind { UniformCap, ShareOfFree, NoNumber };
/// Nothing: the plan follows no preset.
[[nodiscard]] std::optional<LoadPresetKind> loadPresetKind(const PlacementPlan& plan);
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
