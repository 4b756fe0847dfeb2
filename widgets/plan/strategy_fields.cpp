// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plan/strategy_fields.h"

#include "engine/base/number_text.h"
#include "engine/plan/place/place.h"
#include "widgets/document/document.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/spoken_chart.h"
#include "widgets/support/style_sheet.h"
#include "widgets/support/translation.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>

#include <algorithm>
#include <array>

namespace stowage {

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

namespace {

constexpr int kBoundBarHeight = 8;
constexpr int kBoundLine = 2;

constexpr std::array kObjectives{Objective::Decode, Objective::Prefill, Objective::Mix,
                                 Objective::Context, Objective::Pipeline};

QString objectiveHint(Objective objective) {
    switch (objective) {
        case Objective::Decode:
            return OptimalFields::tr("Minimise the seconds per token of each sequence");
        case Objective::Prefill:
            return OptimalFields::tr("Minimise the seconds to the first token");
        case Objective::Mix:
            return OptimalFields::tr(
                "Minimise the weighted sum of the time to the first token and the time per token");
        case Objective::Context:
            return OptimalFields::tr("Maximise the context length");
        case Objective::Pipeline:
            break;
    }
    return OptimalFields::tr(
        "Maximise the KV blocks of the GPU that can hold the fewest; the whole model is on GPUs");
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
           QString::number(objective.decodeWeight.value_or(0));
}

/// As they are typed, else those that the workload gives.
PlanObjective weightsOf(const PlacementPlan& plan) {
    return plan.optimal != nullptr
               ? plan.optimal->objective
               : plan.request.objective.forWorkload(plan.request.workload.value_or(Workload()));
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
    const QString text = tr("The estimated value of this plan is %1. No plan can have a better "
                            "value than %2, which the line marks.")
                             .arg(objectiveValueText(m_value, proof.objective.kind),
                                  objectiveValueText(m_bound, proof.objective.kind));
    setToolTip(text);
    setAccessibleName(tr("Value of this plan and limit for all plans"));
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
      m_mix(
          withName(new QLineEdit(this), "mix_edit", tr("Weighting factors of prefill and decode"))),
      m_message(withName(makeParagraph({}, theme->font(TextRole::Caption), this), "mix_message")),
      m_value(withName(makeTextLine({}, theme->font(TextRole::Tree, true), this), "optimal_value")),
      m_bar(withName(new BoundBar(theme, this), "bound_bar")),
      m_proof(withName(
          makeParagraph({}, theme->font(TextRole::Caption), this, QPalette::PlaceholderText),
          "optimal_proof", tr("Proof for the plan"))) {
    for (const Objective objective : kObjectives) {
        m_objective->addItem(QString::fromUtf8(objectiveName(objective)));
        m_objective->setItemData(m_objective->count() - 1, objectiveHint(objective),
                                 Qt::ToolTipRole);
    }
    const auto caption = [this](const QString& text, QWidget* buddy) {
        return makeCaption(text, m_theme->font(TextRole::Tree), buddy, QPalette::PlaceholderText);
    };
    m_mixLabel = caption(tr("Weights"), m_mix);
    m_mix->setToolTip(
        tr("Weighting factors of the time to the first token and of the time per token. Defaults: "
           "1, and the number of tokens that the workload generates."));
    auto* grid = makeGrid(this, 8, 6);
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
    m_mix->setText(weightsText(weightsOf(plan)));
    showMixMessage({});
    const bool isFound =
        plan.optimal != nullptr && plan.optimal->value && !plan.optimal->isCompared;
    m_value->setVisible(isFound);
    m_bar->setVisible(isFound);
    if (isFound) {
        const Objective kind = plan.optimal->objective.kind;
        QString value = objectiveValueText(*plan.optimal->value, kind);
        value = kind == Objective::Decode    ? tr("%1 per token").arg(value)
                : kind == Objective::Prefill ? tr("%1 to the first token").arg(value)
                                             : value;
        const bool isProven = plan.optimal->isProven() && plan.optimal->doubt.empty();
        m_value->setText(isProven ? tr("%1, proven").arg(value) : value);
        m_bar->showProof(*plan.optimal);
    }
    if (plan.optimal == nullptr) {
        m_proof->setText(
            tr("The plan contains a manual move. The proof applies to the plan before the move."));
        return;
    }
    QStringList sentences{translated(plan.optimal->text)};
    if (plan.optimal->robustWithin) {
        sentences += tr("Even if one of the rates is wrong by up to %1 %, this plan is the best of "
                        "the compared plans.")
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
    if (plan == nullptr || m_mix->text() == weightsText(weightsOf(*plan))) {
        showMixMessage({});
        return;
    }
    const auto weights = weightsFrom(m_mix->text());
    if (!weights) {
        showMixMessage(
            tr("Type two factors of 0 or more, separated by a comma, for example 1,256."));
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

namespace {

constexpr int kCountWidth = 48;

std::uint32_t presetGpuCount(const PlacementPlan& plan) {
    return static_cast<std::uint32_t>(std::ranges::count_if(
        plan.request.devices, [](const DeviceInfo& device) { return device.id.isGpu(); }));
}

/// The engine names the options of the command line; here they are fields.
QString inWords(QString sentence) {
    sentence.replace(QLatin1String("--max-gpu-memory"), LoadPresetFields::tr("Cap"));
    sentence.replace(QLatin1String("--num-gpus"), LoadPresetFields::tr("The number of GPUs"));
    sentence.replace(QLatin1String("use --device"), LoadPresetFields::tr("use the device"));
    sentence.replace(QLatin1String("--device"), LoadPresetFields::tr("Device"));
    sentence.replace(QLatin1String("--gpus"), LoadPresetFields::tr("the simulated GPUs"));
    return sentence;
}

}  // namespace

std::optional<LoadPresetKind> loadPresetKind(const PlacementPlan& plan) {
    const auto& preset = plan.request.preset;
    if (!preset) {
        return std::nullopt;
    }
    if (!preset->numGpus) {
        return LoadPresetKind::NoNumber;
    }
    return preset->maxGpuMemory.empty() ? LoadPresetKind::ShareOfFree : LoadPresetKind::UniformCap;
}

LoadModelPreset defaultLoadPreset(LoadPresetKind kind, const PlacementPlan& plan) {
    LoadModelPreset preset;
    if (const std::uint32_t gpus = presetGpuCount(plan);
        gpus > 0 && kind != LoadPresetKind::NoNumber) {
        preset.numGpus = gpus;
    }
    if (kind == LoadPresetKind::UniformCap) {
        preset.maxGpuMemory = smallestGpuMemory(plan.request.devices, preset.numGpus);
    }
    return preset;
}

LoadPresetFields::LoadPresetFields(Document* document, const Theme* theme, QWidget* parent)
    : QWidget(parent), m_document(document), m_theme(theme) {
    setObjectName(QStringLiteral("habit_fields"));
    makeFields();
    connect(document, &Document::editRefused, this,
            [this](const QString& sentence, const PlanEdit& source) {
                if (const auto* preset = std::get_if<SetLoadPresetEdit>(&source)) {
                    showRefusal(sentence, *preset);
                }
            });
}

void LoadPresetFields::makeFields() {
    const auto caption = [this](const QString& text, QWidget* buddy) {
        return makeCaption(text, m_theme->font(TextRole::Tree), buddy, QPalette::PlaceholderText);
    };
    m_count = withName(new QSpinBox(this), "habit_gpus", tr("Number of GPUs"));
    m_count->setButtonSymbols(QAbstractSpinBox::NoButtons);
    m_count->setMinimum(1);
    m_count->setKeyboardTracking(false);
    m_count->setFixedWidth(px(kCountWidth));
    m_cap = withName(new QLineEdit(this), "habit_cap", tr("Cap of each GPU"));
    m_smallest = withName(new QPushButton(tr("Smallest GPU"), this), "habit_smallest");
    m_smallest->setToolTip(tr("Uses the capacity of the smallest of these GPUs as the cap"));
    m_device = withName(new QComboBox(this), "habit_device", tr("Device"));
    m_device->setEditable(true);
    m_device->setInsertPolicy(QComboBox::NoInsert);
    m_message =
        withName(makeParagraph({}, m_theme->font(TextRole::Caption), this), "habit_message");
    m_message->hide();
    m_capLabel = caption(tr("Cap"), m_cap);
    auto* grid = makeGrid(this, 8, 6);
    grid->addWidget(caption(tr("Device"), m_device), 0, 0);
    grid->addWidget(m_device, 0, 1);
    m_countLabel = caption(tr("GPUs"), m_count);
    grid->addWidget(m_countLabel, 0, 2);
    grid->addWidget(m_count, 0, 3);
    grid->addWidget(m_capLabel, 1, 0);
    grid->addWidget(m_cap, 1, 1);
    grid->addWidget(m_smallest, 1, 2, 1, 2);
    grid->addWidget(m_message, 2, 0, 1, 4);
    grid->setColumnStretch(1, 1);
    grid->setColumnMinimumWidth(0, px(kCountWidth) + 2);
    connect(m_count, &QSpinBox::valueChanged, this, &LoadPresetFields::commit);
    connect(m_cap, &QLineEdit::editingFinished, this, [this] {
        if (m_cap->isModified()) {
            m_cap->setModified(false);
            commit();
        }
    });
    connect(m_smallest, &QPushButton::clicked, this, &LoadPresetFields::takeSmallest);
    connect(m_device, &QComboBox::activated, this, &LoadPresetFields::commit);
    connect(m_device->lineEdit(), &QLineEdit::editingFinished, this, &LoadPresetFields::commit);
}

void LoadPresetFields::showPlan(const PlacementPlan& plan, LoadPresetKind kind) {
    m_kind = kind;
    clearMarks();
    const LoadModelPreset& preset = *plan.request.preset;
    const auto gpus = static_cast<int>(presetGpuCount(plan));
    const QSignalBlocker quiet(m_count);
    const QSignalBlocker quietDevice(m_device);
    m_count->setMaximum(std::max(1, gpus));
    m_count->setValue(static_cast<int>(preset.numGpus.value_or(static_cast<std::uint32_t>(gpus))));
    m_count->setToolTip(
        tr("Number of GPUs, 1 to %1; the plan uses the GPUs with the lowest numbers").arg(gpus));
    m_cap->setText(QString::fromStdString(preset.maxGpuMemory));
    m_cap->setModified(false);
    m_device->clear();
    m_device->addItem(QStringLiteral("cuda"));
    for (int gpu = 0; gpu < gpus; ++gpu) {
        m_device->addItem(QStringLiteral("cuda:%1").arg(gpu));
    }
    m_device->addItem(QStringLiteral("cpu"));
    m_device->addItem(QStringLiteral("mps"));
    m_device->setCurrentText(QString::fromStdString(preset.device));
    const bool several = preset.device == "cuda";
    m_count->setEnabled(several);
    m_count->setVisible(kind != LoadPresetKind::NoNumber);
    m_countLabel->setVisible(kind != LoadPresetKind::NoNumber);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_capLabel, m_cap, m_smallest}) {
        widget->setVisible(kind == LoadPresetKind::UniformCap);
        widget->setEnabled(several);
    }
}

void LoadPresetFields::commit() {
    const auto plan = m_document->plan();
    if (plan == nullptr || !plan->request.preset) {
        return;
    }
    LoadModelPreset preset = *plan->request.preset;
    preset.device = m_device->currentText().trimmed().toStdString();
    if (m_kind != LoadPresetKind::NoNumber) {
        preset.numGpus = static_cast<std::uint32_t>(m_count->value());
    }
    const QString cap = m_cap->text().trimmed();
    if (m_kind == LoadPresetKind::UniformCap && cap.isEmpty()) {
        showRefusal(tr("Cap: type the size that applies to each GPU, such as 10GiB."), {});
        setStyleProperty(m_cap, "invalid", true);
        return;
    }
    preset.maxGpuMemory = m_kind == LoadPresetKind::UniformCap ? cap.toStdString() : std::string();
    if (preset == *plan->request.preset) {
        clearMarks();
    }
    m_document->edit(SetLoadPresetEdit{preset});
}

void LoadPresetFields::takeSmallest() {
    if (const auto plan = m_document->plan()) {
        m_cap->setText(QString::fromStdString(smallestGpuMemory(
            plan->request.devices, static_cast<std::uint32_t>(m_count->value()))));
        commit();
    }
}

void LoadPresetFields::showRefusal(const QString& sentence, const SetLoadPresetEdit& edit) {
    clearMarks();
    const auto plan = m_document->plan();
    const auto& inForce = plan == nullptr ? edit.preset : plan->request.preset;
    if (edit.preset && inForce) {
        setStyleProperty(m_cap, "invalid", edit.preset->maxGpuMemory != inForce->maxGpuMemory);
        setStyleProperty(m_count, "invalid", edit.preset->numGpus != inForce->numGpus);
        setStyleProperty(m_device->lineEdit(), "invalid", edit.preset->device != inForce->device);
    }
    setTextColor(m_message, m_theme->colors().error);
    m_message->setText(inWords(sentence));
    m_message->show();
}

void LoadPresetFields::clearMarks() {
    m_message->hide();
    for (QWidget* widget : std::initializer_list<QWidget*>{m_cap, m_count, m_device->lineEdit()}) {
        setStyleProperty(widget, "invalid", false);
    }
}

}  // namespace stowage

#include "strategy_fields.moc"
