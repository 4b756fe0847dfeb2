// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/edit/plan_edit.h"
#include "engine/plan/placement_plan.h"
#include "widgets/support/theme.h"

#include <QWidget>

#include <vector>

class QComboBox;
class QLabel;
class QPushButton;

namespace stowage {

class Document;
class LoadPresetFields;
class OptimalFields;

/// Under the plan's options: where the classes come from that are kept whole, and the way back to
/// the model's own once a person typed others.
class NoSplitNote : public QWidget {
    Q_OBJECT
public:
    explicit NoSplitNote(const Theme* theme, QWidget* parent = nullptr);

    void showPlan(const PlacementPlan& plan);

Q_SIGNALS:
    /// The model's own classes shall hold again.
    void ownRequested();

protected:
    void showEvent(QShowEvent* event) override;

private:
    void applyTheme();

    const Theme* m_theme;
    QLabel* m_text;
    QPushButton* m_own;
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

}  // namespace stowage
