// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plan/optimal_fields.h"

#include "engine/base/number_text.h"
#include "widgets/document/document.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/spoken_chart.h"
#include "widgets/support/style_sheet.h"
#include "widgets/support/translation.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>

#include <algorithm>
#include <array>

namespace stowage {
namespace {

constexpr int kBoundBarHeight = 8;
constexpr int kBoundLine = 2;

constexpr std::array kObjectives{Objective::Decode, Objective::Prefill, Objective::Mix,
                                 Objective::Context, Objective::Pipeline};

QString objectiveHint(Objective objective) {
    switch (objective) {
        case Objective::Decode:
            return OptimalFields::tr("Seconds a token of each sequence, as few as can be");
        case Objective::Prefill:
            return OptimalFields::tr("Seconds to the first token, as few as can be");
        case Objective::Mix:
            return OptimalFields::tr("The weighted sum of both");
        case Objective::Context:
            return OptimalFields::tr("The longest context, as long as can be");
        case Objective::Pipeline:
            break;
    }
    return OptimalFields::tr(
        "KV blocks of the GPU that has room for the fewest, as many as can be; all of the model "
        "on GPUs");
}

/// "1,256"; nothing where these are no two weights.
std::optional<std::pair<double, double>> weightsFrom(const QString& text) {
    const QStringList parts = text.split(QLatin1Char(','));
    bool isNumber = false;
    bool areNumbers = parts.size() == 2;
    const double prefill = parts.value(0).trimmed().toDouble(&isNumber);
    areNumbers = areNumbers && isNumber && prefill >= 0 && prefill < 1e12;
    const double decode = parts.value(1).trimmed().toDouble(&isNumber);
    areNumbers = areNumbers && isNumber && decode >= 0 && decode < 1e12;
    return areNumbers && prefill + decode > 0 ? std::optional(std::pair(prefill, decode))
                                              : std::nullopt;
}

QString weightsText(const PlanObjective& objective) {
    return QString::number(objective.prefillWeight) + QLatin1Char(',') +
           QString::number(objective.decodeWeight);
}

}  // namespace

QString objectiveValueText(double value, Objective objective) {
    if (isMaximised(objective)) {
        const QString count =
            QString::fromStdString(groupedText(static_cast<std::uint64_t>(value)));
        return objective == Objective::Context ? OptimalFields::tr("%1 tokens").arg(count)
                                               : OptimalFields::tr("%1 KV blocks").arg(count);
    }
    const double milliseconds = value * 1e3;
    return milliseconds < 1000
               ? OptimalFields::tr("%1 ms").arg(milliseconds, 0, 'f', milliseconds < 10 ? 2 : 1)
               : OptimalFields::tr("%1 s").arg(value, 0, 'f', 2);
}

BoundBar::BoundBar(const Theme* theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
    speakAsChart(this);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void BoundBar::showProof(const OptimalProof& proof) {
    m_value = proof.value.value_or(0);
    m_bound = proof.bound;
    const QString text = tr("This plan: %1, estimated. The line: %2, which no plan can beat.")
                             .arg(objectiveValueText(m_value, proof.objective.kind),
                                  objectiveValueText(m_bound, proof.objective.kind));
    setToolTip(text);
    setAccessibleName(tr("Value and bound"));
    setAccessibleDescription(text);
    update();
}

QSize BoundBar::sizeHint() const {
    return {120, kBoundBarHeight + 4};
}

void BoundBar::paintEvent(QPaintEvent*) {
    const ThemeColors& colors = m_theme->colors();
    QPainter painter(this);
    const double most = std::max({m_value, m_bound, 1e-12}) * 1.05;
    const int top = (height() - kBoundBarHeight) / 2;
    const auto widthOf = [&](double value) { return static_cast<int>(value / most * width()); };
    const QRect track(0, top, width(), kBoundBarHeight);
    painter.fillRect(track, colors.softBorder);
    painter.fillRect(visualRect(*this, QRect(0, top, widthOf(m_value), kBoundBarHeight)),
                     colors.accent);
    painter.fillRect(
        visualRect(*this, QRect(widthOf(m_bound) - kBoundLine / 2, 0, kBoundLine, height())),
        colors.text);
}

OptimalFields::OptimalFields(Document* document, const Theme* theme, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_theme(theme),
      m_objective(withName(new QComboBox(this), "objective_combo", tr("Objective"))),
      m_mix(withName(new QLineEdit(this), "mix_edit", tr("Weights of prefill and decode"))),
      m_message(withName(makeParagraph({}, theme->font(TextRole::Caption), this), "mix_message")),
      m_value(withName(makeTextLine({}, theme->font(TextRole::Tree, true), this), "optimal_value")),
      m_bar(withName(new BoundBar(theme, this), "bound_bar")),
      m_proof(withName(
          makeParagraph({}, theme->font(TextRole::Caption), this, QPalette::PlaceholderText),
          "optimal_proof", tr("What is proven of the plan"))) {
    for (const Objective objective : kObjectives) {
        m_objective->addItem(QString::fromUtf8(objectiveName(objective)));
        m_objective->setItemData(m_objective->count() - 1, objectiveHint(objective),
                                 Qt::ToolTipRole);
    }
    const auto caption = [this](const QString& text, QWidget* buddy) {
        return makeCaption(text, m_theme->font(TextRole::Tree), buddy, QPalette::PlaceholderText);
    };
    m_mixLabel = caption(tr("Weights"), m_mix);
    m_mix->setToolTip(tr("Of the time to the first token, and of that of a token: 1,256"));
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(6);
    grid->addWidget(caption(tr("Objective"), m_objective), 0, 0);
    grid->addWidget(m_objective, 0, 1);
    grid->addWidget(m_mixLabel, 0, 2);
    grid->addWidget(m_mix, 0, 3);
    grid->addWidget(m_message, 1, 0, 1, 4);
    grid->addWidget(m_value, 2, 0, 1, 2);
    grid->addWidget(m_bar, 2, 2, 1, 2);
    grid->addWidget(m_proof, 3, 0, 1, 4);
    grid->setColumnStretch(1, 1);
    grid->setColumnStretch(3, 1);
    m_message->hide();
    connect(m_objective, &QComboBox::activated, this, &OptimalFields::commitObjective);
    connect(m_mix, &QLineEdit::editingFinished, this, &OptimalFields::commitMix);
}

void OptimalFields::showPlan(const PlacementPlan& plan) {
    const PlanObjective& objective = plan.request.objective;
    m_objective->setCurrentText(QString::fromUtf8(objectiveName(objective.kind)));
    m_objective->setToolTip(objectiveHint(objective.kind));
    const bool isMix = objective.kind == Objective::Mix;
    m_mixLabel->setVisible(isMix);
    m_mix->setVisible(isMix);
    m_mix->setText(weightsText(objective));
    showMixMessage({});
    const bool isFound = plan.optimal != nullptr && plan.optimal->value;
    m_value->setVisible(isFound);
    m_bar->setVisible(isFound);
    if (isFound) {
        const Objective kind = plan.optimal->objective.kind;
        QString value = objectiveValueText(*plan.optimal->value, kind);
        value = kind == Objective::Decode    ? tr("%1 a token").arg(value)
                : kind == Objective::Prefill ? tr("%1 to the first token").arg(value)
                                             : value;
        m_value->setText(plan.optimal->isProven() ? tr("%1, proven").arg(value) : value);
        m_bar->showProof(*plan.optimal);
    }
    if (plan.optimal == nullptr) {
        m_proof->setText(tr("Moved by hand: what was proven is of the plan before."));
        return;
    }
    QStringList sentences{translated(plan.optimal->text)};
    if (plan.optimal->robustWithin) {
        sentences += tr("Any one rate may be off by %1 % before another of the compared plans is "
                        "better.")
                         .arg(100 * *plan.optimal->robustWithin, 0, 'f', 1);
    }
    sentences += tr("Estimated.");
    m_proof->setText(joinedSentences(sentences));
}

void OptimalFields::commitObjective(int index) {
    const auto plan = m_document->plan();
    if (plan != nullptr) {
        PlanObjective objective = plan->request.objective;
        objective.kind = kObjectives[static_cast<std::size_t>(index)];
        m_document->edit(SetObjectiveEdit{objective});
    }
}

void OptimalFields::commitMix() {
    const auto plan = m_document->plan();
    if (plan == nullptr || m_mix->text() == weightsText(plan->request.objective)) {
        showMixMessage({});
        return;
    }
    const auto weights = weightsFrom(m_mix->text());
    if (!weights) {
        showMixMessage(tr("Type two weights that are not negative, as in 1,256."));
        return;
    }
    PlanObjective objective = plan->request.objective;
    objective.prefillWeight = weights->first;
    objective.decodeWeight = weights->second;
    m_document->edit(SetObjectiveEdit{objective});
}

void OptimalFields::showMixMessage(const QString& text) {
    m_message->setText(text);
    m_message->setVisible(!text.isEmpty());
    setTextColor(m_message, m_theme->colors().error);
}

}  // namespace stowage
