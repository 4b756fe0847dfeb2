// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/run/run_summary.h"

#include "widgets/charts/live_figures.h"
#include "widgets/run/run_controller.h"
#include "widgets/run/run_fields.h"
#include "widgets/run/run_status.h"
#include "widgets/support/forms.h"
#include "widgets/support/guide_link.h"
#include "widgets/support/labels.h"
#include "widgets/support/style_sheet.h"
#include "widgets/support/translation.h"

#include <QLabel>

#include <algorithm>
#include <optional>
#include <utility>

namespace stowage {
namespace {

constexpr std::size_t kLikeliest = 5;
constexpr int kMostTokenLines = 5;
constexpr int kRunSummaryGap = 4;
constexpr int kScrollBar = 10;

QLabel* makeLabel(const QFont& font, QWidget* parent) {
    auto* label = new ProseLabel(parent);
    label->setFont(font);
    label->setTextFormat(Qt::PlainText);
    return label;
}

std::vector<LiveFigureRow> topTokenRows(const RunReport& report) {
    std::vector<LiveFigureRow> rows;
    if (report.numbers.values.empty()) {
        return rows;
    }
    for (const Message& note : {nanNote(report), unusedNote(report)}) {
        if (!note.empty()) {
            rows.push_back(liveRow(LiveFigureRow::Kind::Caption, translated(note)));
        }
    }
    if (!report.givesLogits) {
        rows.push_back(liveRow(LiveFigureRow::Kind::Caption,
                               RunSummary::tr("Hidden states: %1 numbers for the last position "
                                              "came out.")
                                   .arg(report.numbers.vocabulary)));
        return rows;
    }
    rows.push_back(
        liveRow(LiveFigureRow::Kind::Head,
                report.counted.empty()
                    ? RunSummary::tr("Likeliest after the prompt")
                    : RunSummary::tr("Likeliest %1").arg(QString::fromStdString(report.counted)),
                {RunSummary::tr("logit")}));
    for (const auto& [token, logit] : topTokens(report, kLikeliest)) {
        rows.push_back(liveFigure(QString::number(token),
                                  QString::number(static_cast<double>(logit), 'f', 4)));
    }
    return rows;
}

/// The run's figures with the likeliest tokens before the peaks.
std::vector<LiveFigureRow> resultRows(const FinishedRun& run) {
    std::vector<LiveFigureRow> rows = modelRunRows(run);
    const std::vector<LiveFigureRow> likeliest = topTokenRows(*run.report);
    const auto peaks = std::ranges::find(rows, LiveFigureRow::Kind::Head, &LiveFigureRow::kind);
    rows.insert(peaks, likeliest.begin(), likeliest.end());
    return rows;
}

}  // namespace

RunSummary::RunSummary(const RunController* controller, const Theme* theme, QWidget* parent)
    : QScrollArea(parent), m_controller(controller), m_theme(theme) {
    setObjectName(QStringLiteral("run_summary"));
    setAccessibleName(tr("What came of the run"));
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFixedWidth(px(LiveFigures::kWidth) + kScrollBar);
    auto* content = makePage(this);
    const QFont font = theme->font(TextRole::Tree);
    m_empty = withName(makeLabel(font, content), "run_empty");
    m_empty->setForegroundRole(QPalette::PlaceholderText);
    m_failure = withName(makeLabel(font, content), "run_failure");
    m_failure->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_help = new GuideButton("run_failure_help", content);
    m_tokensTitle = makeLabel(theme->font(TextRole::Tree, true), content);
    m_tokens = withName(new SelectableText(content), "run_tokens", tr("Generated tokens"));
    m_tokens->setMaximumLines(kMostTokenLines);
    m_text = withName(new SelectableText(content), "run_text", tr("Generated text"));
    m_text->setMaximumLines(kMostTokenLines);
    setFontOf({m_tokens, m_text, m_help}, font);
    m_figures = withName(new LiveFigures(theme, content), "run_figures");
    auto* texts = makeColumn(nullptr, kRunSummaryGap, {metrics::kPadding, 0, metrics::kPadding, 0});
    addWidgets(texts, {m_empty, m_failure, m_help, m_tokensTitle, m_tokens, m_text});
    texts->setAlignment(m_help, Qt::AlignLeading);
    auto* layout = makeColumn(content, kRunSummaryGap);
    layout->addLayout(texts);
    layout->addWidget(m_figures);
    layout->addStretch(1);
    setWidget(content);
    connect(theme, &Theme::changed, this,
            [this] { setTextColor(m_failure, m_theme->colors().error); });
    setTextColor(m_failure, theme->colors().error);
    showRun();
}

void RunSummary::showTokens() {
    const std::vector<std::int64_t>& tokens = m_controller->chosen();
    const bool any = !tokens.empty();
    m_tokensTitle->setText(tokens.size() == 1 ? tr("1 token generated")
                                              : tr("%1 tokens generated").arg(tokens.size()));
    m_tokens->setText(promptTokensText(tokens));
    m_tokensTitle->setVisible(any);
    m_tokens->setVisible(any);
    const auto& tokenizer = m_controller->tokenizer();
    const std::string text =
        any && tokenizer != nullptr
            ? followingText(*tokenizer, m_controller->options().request.tokens, tokens)
            : std::string();
    m_text->setText(QString::fromStdString(text));
    m_text->setVisible(!text.empty());
}

void RunSummary::showRun() {
    const bool running = m_controller->isRunning();
    const bool ended = !running && !m_controller->runs().empty();
    const FinishedRun* last = ended ? &m_controller->runs().back() : nullptr;
    const bool failed = last != nullptr && hasFailed(*last->report);
    const QString why = m_controller->whyNot();
    m_empty->setText(why.isEmpty() ? tr("Tokens, logits and times of a run stand here.") : why);
    m_empty->setVisible(!running && !ended);
    m_failure->setText(failed ? translated(last->report->stopped->message) : QString());
    m_failure->setVisible(failed);
    m_help->setError(failed ? std::optional(last->report->stopped->code) : std::nullopt);
    showTokens();
    m_figures->setRows(last != nullptr ? resultRows(*last) : std::vector<LiveFigureRow>());
}

void RunSummary::showFailure(const QString& sentence, ErrorCode code) {
    m_failure->setText(sentence);
    m_failure->setVisible(true);
    m_help->setError(code);
    m_empty->setVisible(false);
}

}  // namespace stowage
