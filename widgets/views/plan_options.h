// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/plan_edit.h"
#include "widgets/support/theme.h"

#include <QWidget>

#include <vector>

class QComboBox;
class QLabel;

namespace stowage {

class Document;
class HabitFields;
class NoSplitNote;

/// The choices at the top of the Plan dock: strategy (or a habit of load_hf_model, with its
/// fields), no-split classes, type, quantisation, and whose rules. Reads the plan, sends edits.
class PlanOptions : public QWidget {
    Q_OBJECT
public:
    PlanOptions(Document* document, const Theme* theme, QWidget* parent = nullptr);

private:
    QComboBox* makeCombo(const char* name, const QString& accessibleName);
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
    HabitFields* m_habit;
    NoSplitNote* m_noSplitNote = nullptr;  ///< where the classes come from
    QLabel* m_quantized;                   ///< what is quantised; hidden where nothing is
};

}  // namespace stowage
