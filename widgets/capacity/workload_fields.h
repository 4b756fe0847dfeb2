// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/workload.h"
#include "widgets/support/theme.h"

#include <QWidget>

#include <vector>

class QComboBox;
class QGridLayout;
class QLabel;
class QLineEdit;
class QListWidget;

namespace stowage {

class CapacityController;
struct ModelFacts;

/// The plan's workload as fields: numbers, checked while they are typed, and the choices beside
/// them; below, in what order something may be given up. Each change is an edit of the plan.
class WorkloadFields : public QWidget {
    Q_OBJECT
public:
    /// Both are borrowed and outlive it.
    WorkloadFields(CapacityController* controller, const Theme* theme, QWidget* parent = nullptr);

private:
    enum class Concern { None, Warning, Error };
    struct NumberField {
        const WorkloadNumber* number;
        QWidget* caption;
        QLineEdit* editor;
        QLabel* note;
    };
    struct ChoiceField {
        std::string key;  ///< as an error names it
        QComboBox* combo;
        QLabel* note;
    };

    void makeNumber(QGridLayout* grid, const WorkloadNumber& number);
    QComboBox* makeChoice(QGridLayout* grid, const char* key, const QString& title,
                          const QString& toolTip);
    /// Caption, editor, and below them the place for what is wrong with it.
    QLabel* addRow(QGridLayout* grid, const QString& title, QWidget* editor, const char* key);
    void fillChoices();
    void makeSacrifices(QGridLayout* grid);
    void moveSacrifice(int by);
    void takeSacrifices();

    void check(const NumberField& field);
    void commit(const NumberField& field);
    void commitChoices();
    /// Null: nothing is known of the model.
    [[nodiscard]] const ModelFacts* modelFacts() const;
    /// Tokens of a sequence, those of its images among them.
    [[nodiscard]] std::uint64_t servedTokens(const Workload& workload) const;
    void showWorkload();
    /// What an estimate says of a field, and numbers that the model was not made for.
    void showProblems();
    void mark(QWidget* editor, QLabel* note, Concern concern, const QString& sentence);

    CapacityController* m_controller;
    const Theme* m_theme;
    std::vector<NumberField> m_numbers;
    std::vector<ChoiceField> m_choices;
    QLabel* m_positions = nullptr;
    QComboBox* m_engine = nullptr;
    QComboBox* m_kvType = nullptr;
    QComboBox* m_computeType = nullptr;
    QComboBox* m_attention = nullptr;
    QComboBox* m_allocator = nullptr;
    QListWidget* m_sacrifices = nullptr;
    QWidget* m_sacrificesHead = nullptr;
};

}  // namespace stowage
