// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/placement_plan.h"
#include "widgets/support/theme.h"

#include <QWidget>

#include <optional>

class QComboBox;
class QLabel;
class QLineEdit;

namespace stowage {

class Document;

/// "41.3 ms" and "1,280 tokens": a value of an objective, with its unit.
[[nodiscard]] QString objectiveValueText(double value, Objective objective);

/// A plan's value as a bar, and the bound that no plan can beat as a line across it.
class BoundBar : public QWidget {
    Q_OBJECT
public:
    explicit BoundBar(const Theme* theme, QWidget* parent = nullptr);

    void showProof(const OptimalProof& proof);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const Theme* m_theme;
    double m_value = 0;
    double m_bound = 0;
};

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

}  // namespace stowage
