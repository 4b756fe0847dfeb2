// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "widgets/support/theme.h"

#include <QScrollArea>

class QLabel;

namespace stowage {

class GuideButton;
class LiveFigures;
class RunController;
class SelectableText;

/// What came of a run: the tokens as they are chosen, then its times and bytes, the likeliest
/// tokens with their logits, and peaks; or, in a sentence, why it ended early.
class RunSummary : public QScrollArea {
    Q_OBJECT
public:
    /// Both are borrowed and outlive it.
    RunSummary(const RunController* controller, const Theme* theme, QWidget* parent = nullptr);

    /// Shows the run that goes on, or the last one.
    void showRun();
    /// Why no run could begin; until the next one does.
    void showFailure(const QString& sentence, ErrorCode code);

private:
    void showTokens();

    const RunController* m_controller;
    const Theme* m_theme;
    QLabel* m_empty;
    QLabel* m_failure;
    GuideButton* m_help;
    QLabel* m_tokensTitle;
    SelectableText* m_tokens;
    SelectableText* m_text;  ///< the tokens as text, where the model has a tokenizer
    LiveFigures* m_figures;
};

}  // namespace stowage
