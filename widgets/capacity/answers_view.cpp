// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/capacity/capacity_panels.h"

#include "widgets/capacity/capacity_controller.h"
#include "widgets/document/model_texts.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/tables.h"
#include "widgets/support/theme.h"
#include "widgets/support/translation.h"

#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QWidget>

#include <algorithm>
#include <functional>
#include <utility>

class QBoxLayout;

namespace stowage {

/// The most that fits, each figure with a link that makes it the workload; beside it what would
/// change, or what would make it fit, each with a link that makes it the plan.
class AnswersView : public QWidget {
    Q_OBJECT
public:
    /// Both are borrowed and outlive it.
    AnswersView(CapacityController* controller, const Theme* theme, QWidget* parent);

    /// As wide as one group whose words break into lines: where there is no room beside each other
    /// they stand below each other.
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    static constexpr int kGap = 32;
    [[nodiscard]] int widthBeside() const;
    void placeGroups();
    void showFindings();
    void showLargest();
    void showChanges();
    /// A line of a group: what, how much, and the link, where `act` is something.
    void addLine(QGridLayout* grid, const QString& what, const QString& figure, const char* name,
                 const QString& link, std::function<void()> act);
    QGridLayout* makeGroup(const char* name, QLabel** title);

    CapacityController* m_controller;
    const Theme* m_theme;
    QLabel* m_changesTitle = nullptr;
    QLabel* m_state = nullptr;
    QBoxLayout* m_groups = nullptr;
    QGridLayout* m_largest = nullptr;
    QGridLayout* m_changes = nullptr;
};

namespace {

constexpr int kLeastWords = 110;  ///< of a line's words, which break into lines then

void clearGrid(QGridLayout* grid) {
    while (QLayoutItem* item = grid->takeAt(0)) {
        if (item->widget() != nullptr) {
            item->widget()->hide();
            item->widget()->deleteLater();
        }
        delete item;
    }
}

/// What a group's lines ask for: their words, and the figure and the link behind them.
struct GroupWidths {
    int words = 0;
    int rest = 0;
    [[nodiscard]] int all() const { return words + rest; }
};

std::vector<QLabel*> wordsOf(const QGridLayout& grid) {
    std::vector<QLabel*> words;
    for (int line = 0; line < grid.rowCount(); ++line) {
        if (const QLayoutItem* item = grid.itemAtPosition(line, 0)) {
            words.push_back(static_cast<QLabel*>(item->widget()));
        }
    }
    return words;
}

GroupWidths widthsOf(const QGridLayout& grid) {
    GroupWidths widths;
    for (const QLabel* words : wordsOf(grid)) {
        widths.words =
            std::max(widths.words, words->fontMetrics().horizontalAdvance(words->text()) + 2);
    }
    for (const int column : {1, 2}) {
        int widest = 0;
        for (int line = 0; line < grid.rowCount(); ++line) {
            if (const QLayoutItem* item = grid.itemAtPosition(line, column)) {
                widest = std::max(widest, item->sizeHint().width() + grid.horizontalSpacing());
            }
        }
        widths.rest += widest;
    }
    return widths;
}

/// "fits, 41.2 tokens/s", "2.1 GiB too little on GPU 0".
QString outcomeText(const CapacityEstimate& estimate) {
    if (estimate.verdict == Verdict::DoesNotFit) {
        return estimate.tightest && estimate.tightest->margin < 0
                   ? AnswersView::tr("%1 short on %2")
                         .arg(sizeText(static_cast<double>(-estimate.tightest->margin)),
                              laneLabel(estimate.tightest->device))
                   : AnswersView::tr("does not fit");
    }
    const QString fits = estimate.verdict == Verdict::Undetermined ? AnswersView::tr("undetermined")
                         : estimate.verdict == Verdict::Fits       ? AnswersView::tr("fits")
                                                             : AnswersView::tr("fits with offload");
    const TimeEstimate* const time = estimate.toldTime();
    return time != nullptr && time->tokensPerSecond > 0
               ? AnswersView::tr("%1, %2 tokens/s").arg(fits, tokenRateText(time->tokensPerSecond))
               : fits;
}

}  // namespace

AnswersView::AnswersView(CapacityController* controller, const Theme* theme, QWidget* parent)
    : QWidget(parent), m_controller(controller), m_theme(theme) {
    setObjectName(QStringLiteral("answers_view"));
    auto* groups = new QWidget(this);
    m_groups = makeRow(groups, kGap);
    QLabel* title = nullptr;
    m_largest = makeGroup("answers_largest", &title);
    title->setText(tr("Largest workload that fits"));
    m_changes = makeGroup("answers_changes", &m_changesTitle);
    for (QGridLayout* group : {m_largest, m_changes}) {
        m_groups->addWidget(group->parentWidget()->parentWidget(), 0, Qt::AlignTop | Qt::AlignLeft);
    }
    m_groups->addStretch(1);
    m_state =
        withName(makeParagraph({}, theme->font(TextRole::Caption), this, QPalette::PlaceholderText),
                 "answers_state");
    auto* column = makeColumn(this, 4);
    addWidgets(column, {groups, m_state});
    connect(controller, &CapacityController::findingsChanged, this, &AnswersView::showFindings);
    showFindings();
}

int AnswersView::widthBeside() const {
    int width = 0;
    for (const QGridLayout* group : {m_largest, m_changes}) {
        const bool isShown = !group->parentWidget()->parentWidget()->isHidden();
        width += isShown ? widthsOf(*group).all() + (width > 0 ? kGap : 0) : 0;
    }
    return width;
}

QSize AnswersView::minimumSizeHint() const {
    int width = 0;
    for (const QGridLayout* group : {m_largest, m_changes}) {
        const GroupWidths widths = widthsOf(*group);
        if (!group->parentWidget()->parentWidget()->isHidden()) {
            width = std::max(width, std::min(widths.words, px(kLeastWords)) + widths.rest);
        }
    }
    return {width, QWidget::minimumSizeHint().height()};
}

void AnswersView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    placeGroups();
}

void AnswersView::placeGroups() {
    const bool isNarrow = width() < widthBeside();
    m_groups->setDirection(isNarrow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    m_groups->setSpacing(isNarrow ? kGap / 4 : kGap);
    for (const QGridLayout* group : {m_largest, m_changes}) {
        const GroupWidths widths = widthsOf(*group);
        const bool breaks = widths.all() > width();
        for (QLabel* words : wordsOf(*group)) {
            words->setWordWrap(breaks);
            words->setMinimumWidth(breaks ? std::max(px(kLeastWords), width() - widths.rest) : 0);
            words->setMaximumWidth(breaks ? words->minimumWidth() : QWIDGETSIZE_MAX);
        }
    }
}

QGridLayout* AnswersView::makeGroup(const char* name, QLabel** title) {
    constexpr int kRowGap = 2;
    auto* group = new QWidget(this);
    auto* rows = withName(new QWidget(group), name);
    *title = makeTextLine({}, m_theme->font(TextRole::Tree, true), group);
    auto* column = makeColumn(group, 2);
    addWidgets(column, {*title, rows});
    column->addStretch(1);
    return makeGrid(rows, 10, kRowGap);
}

void AnswersView::addLine(QGridLayout* grid, const QString& what, const QString& figure,
                          const char* name, const QString& link, std::function<void()> act) {
    QWidget* group = grid->parentWidget();
    const QFont font = m_theme->font(TextRole::Tree);
    int line = 0;
    if (grid->count() > 0) {  // rows that were taken out still count as rows
        int column = 0, rows = 0, columns = 0;
        grid->getItemPosition(grid->count() - 1, &line, &column, &rows, &columns);
        ++line;
    }
    QLabel* text = makeParagraph(what, font, group);
    text->setWordWrap(false);
    QLabel* answer = makeTextLine(figure, m_theme->font(TextRole::Tree, true), group);
    answer->setObjectName(QLatin1String(name) + QStringLiteral("_figure"));
    grid->addWidget(text, line, 0);
    grid->addWidget(answer, line, 1, kFigureAlignment);
    text->show();
    answer->show();
    if (act) {
        auto* button = withName(new QPushButton(link, group), name, tr("%1 %2").arg(link, what));
        button->setProperty("link", true);
        button->setFont(font);
        grid->addWidget(button, line, 2);
        button->show();
        connect(button, &QPushButton::clicked, this, std::move(act));
    }
}

void AnswersView::showFindings() {
    const CapacityFindings& findings = m_controller->findings();
    const bool isKnown = m_controller->estimate() != nullptr && !m_controller->isEstimating();
    m_state->setText(
        !findings.problem.empty() ? translated(findings.problem)
        : isKnown && !findings.isFinished
            ? tr("Searching for the largest workload that fits, and for possible changes…")
            : QString());
    m_state->setVisible(!m_state->text().isEmpty());
    showLargest();
    showChanges();
    placeGroups();
    updateGeometry();
}

void AnswersView::showLargest() {
    clearGrid(m_largest);
    const auto& largest = m_controller->findings().largest;
    m_largest->parentWidget()->parentWidget()->setVisible(largest.has_value());
    if (!largest) {
        return;
    }
    const Workload now = m_controller->workload();
    const auto add = [&](const char* name, const QString& what,
                         const std::optional<std::uint64_t>& most, const QString& form,
                         const std::function<void(Workload&, std::uint64_t)>& set) {
        if (!most || *most == 0) {
            addLine(m_largest, what, most ? tr("none fits") : tr("any"), name, {}, {});
            return;
        }
        Workload next = now;
        set(next, *most);
        addLine(
            m_largest, what, form.arg(countText(*most)), name, tr("use"),
            next == now ? std::function<void()>()
                        : [this, next] { m_controller->setWorkload(next); });
    };
    const QString sequences = now.batch == 1
                                  ? tr("context of 1 sequence")
                                  : tr("context of %1 sequences").arg(countText(now.batch));
    const auto& estimate = m_controller->estimate();
    const auto positions = estimate != nullptr ? estimate->positions : std::nullopt;
    // Of what memory would hold no more is offered than the model was made for.
    const bool isBeyond = positions && (!largest->context || *largest->context > *positions);
    const bool wouldHold = isBeyond && largest->context;
    const QString limited = isBeyond ? tr("%1 (the model is designed for %2 positions)")
                                           .arg(sequences, countText(*positions))
                                     : sequences;
    add("use_context",
        wouldHold ? tr("%1; %2 tokens fit in memory").arg(limited, countText(*largest->context))
                  : limited,
        isBeyond ? positions : largest->context, tr("%1 tokens"),
        [](Workload& work, std::uint64_t tokens) {
            work.context = tokens;
            work.generate = std::min(work.generate, tokens - std::min(tokens, work.prompt));
        });
    const auto form =
        [](const std::optional<std::uint64_t>& count) {  // what is by formula is marked
            return count.value_or(0) > kMostReplayedSequences ? QStringLiteral("≈ %1")
                                                              : QStringLiteral("%1");
        };
    const QString tokens = countText(now.tokens());
    if (largest->known < 2) {
        return;
    }
    const QString batchForm =
        largest->unfitBatch
            ? tr("%1 (but not %2)").arg(QStringLiteral("%1"), countText(*largest->unfitBatch))
            : form(largest->batch);
    add("use_batch", tr("sequences of %1 tokens at once").arg(tokens), largest->batch, batchForm,
        [](Workload& work, std::uint64_t count) { work.batch = count; });
    if (largest->known < 3) {
        return;
    }
    add("use_users", tr("sequences with prompts processed one by one"), largest->users,
        form(largest->users), [&estimate](Workload& work, std::uint64_t count) {
            const std::uint64_t prompt = estimate ? estimate->served.prompt : work.prompt;
            work = oneAfterAnother(work, prompt, count);
        });
}

void AnswersView::showChanges() {
    clearGrid(m_changes);
    const CapacityFindings& findings = m_controller->findings();
    m_changes->parentWidget()->parentWidget()->setVisible(findings.isFinished &&
                                                          !findings.changes.empty());
    if (findings.changes.empty()) {
        return;
    }
    const bool fits = isYes(m_controller->estimate()->verdict);
    m_changesTitle->setText(fits ? tr("Possible changes")
                                 : tr("Changes that make the workload fit"));
    for (std::size_t i = 0; i < findings.changes.size(); ++i) {
        const CapacityChange& change = findings.changes[i];
        const QString text = translated(change.text);
        Workload next = change.result->workload;
        const bool isOther = std::ranges::any_of(
            change.values, [](const auto& value) { return value.first == "engine"; });
        next.engine = isOther ? next.engine : m_controller->workload().engine;
        const std::string name = "try_change_" + std::to_string(i);
        addLine(m_changes, text, outcomeText(*change.result), name.c_str(), tr("try"),
                [this, plan = change.result->plan, next, text] {
                    m_controller->use(plan, next, tr("Try %1").arg(text));
                });
    }
}

QWidget* makeAnswersView(CapacityController* controller, const Theme* theme, QWidget* parent) {
    return new AnswersView(controller, theme, parent);
}

}  // namespace stowage

#include "answers_view.moc"
