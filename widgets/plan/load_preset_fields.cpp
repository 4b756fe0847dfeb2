// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plan/load_preset_fields.h"

#include "engine/plan/place/place.h"
#include "widgets/document/document.h"
#include "widgets/support/forms.h"
#include "widgets/support/style_sheet.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>

#include <algorithm>

namespace stowage {
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
    sentence.replace(QLatin1String("take --device"), LoadPresetFields::tr("take the device"));
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
    m_smallest->setToolTip(tr("Takes the capacity of the smallest of these GPUs as the cap"));
    m_device = withName(new QComboBox(this), "habit_device", tr("Device"));
    m_device->setEditable(true);
    m_device->setInsertPolicy(QComboBox::NoInsert);
    m_message =
        withName(makeParagraph({}, m_theme->font(TextRole::Caption), this), "habit_message");
    m_message->hide();
    m_capLabel = caption(tr("Cap"), m_cap);
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(6);
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
    m_count->setToolTip(tr("1 to %1: the GPUs with the lowest numbers").arg(gpus));
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
        showRefusal(tr("Cap: type a size for each GPU, such as 10GiB."), {});
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
