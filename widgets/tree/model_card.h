// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/dtype.h"
#include "widgets/support/theme.h"

#include <QFrame>

#include <cstdint>
#include <memory>
#include <vector>

class QLabel;

namespace stowage {

class FlowLayout;
struct ModelFigure;
struct ModelFacts;

/// The open model in figures: parameters, layers, heads, context, the cache of a token, and what it
/// weighs as planned. Each figure says in its tooltip what it measures, exactly. Nothing is shown
/// of a model whose facts are not known.
class ModelCard : public QFrame {
    Q_OBJECT
public:
    explicit ModelCard(const Theme* theme, QWidget* parent = nullptr);

    /// `facts` may be null; `stored`: the dtype of most of the weights.
    void setFacts(const std::shared_ptr<const ModelFacts>& facts, DType stored);
    /// What the plan makes of it: `bytes` of weights and buffers; `type` is what computes, `words`
    /// how the weights are planned: "bfloat16", "int8".
    void setPlanned(DType type, std::uint64_t bytes, const QString& words);

protected:
    void showEvent(QShowEvent* event) override;

private:
    struct Cell {
        QWidget* box;
        QLabel* value;
        QLabel* caption;
    };

    void rebuild();
    void addFigure(const ModelFigure& figure);
    void applyTheme();

    const Theme* m_theme;
    QLabel* m_head;
    QWidget* m_figures;
    FlowLayout* m_flow;
    QLabel* m_origin;
    std::vector<Cell> m_cells;
    std::shared_ptr<const ModelFacts> m_facts;
    DType m_type = DType::Float32;
    std::uint64_t m_plannedBytes = 0;
    QString m_plannedWords;
};

}  // namespace stowage
