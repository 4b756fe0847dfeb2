// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plan/free_memory_note.h"

#include "engine/base/byte_size.h"
#include "engine/plan/edit/plan_edit.h"
#include "widgets/document/document.h"
#include "widgets/load/load_controller.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/labels.h"
#include "widgets/support/style_sheet.h"

#include <QPainter>
#include <QPushButton>

#include <algorithm>
#include <utility>

namespace stowage {
namespace {

constexpr int kAskEveryMs = 2000;
/// What desktops take and give back all the time makes no other plan.
constexpr std::uint64_t kNoticedBytes = 16 * kMiB;

bool isWatched(const DeviceInfo& device) {
    return device.id.isGpu() && !device.simulated && !device.uuid.empty();
}

/// Whether what is free differs so much that a plan made with one is not one made with the other.
bool hasChanged(const DeviceInfo& planned, const DeviceInfo& now) {
    const std::uint64_t less = std::min(planned.usedByOthers, now.usedByOthers);
    return std::max(planned.usedByOthers, now.usedByOthers) - less > kNoticedBytes &&
           planned.freeBytes() && planned.freeBytes() != now.freeBytes();
}

}  // namespace

FreeMemoryNote::FreeMemoryNote(Document* document, const LoadController* controller,
                               const Theme* theme, QWidget* parent)
    : QFrame(parent),
      m_document(document),
      m_controller(controller),
      m_theme(theme),
      m_text(withName(new ElidedLabel(this, Qt::ElideRight), "free_memory_text")) {
    constexpr int kTextSpace = 8;
    setObjectName(QStringLiteral("free_memory_note"));
    m_text->setFont(theme->font(TextRole::Tree));
    m_text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* layout =
        makeRow(this, kTextSpace, {metrics::kPadding, kTextSpace / 2, kTextSpace, kTextSpace / 2});
    layout->addWidget(m_text, 1);
    m_plan = addButton(this, "free_memory_plan", tr("Plan with free memory"),
                       theme->font(TextRole::Tree));
    m_plan->setToolTip(
        tr("Plan with the memory that is free now on the plan's devices; can be undone"));
    m_timer.setInterval(kAskEveryMs);
    connect(&m_timer, &QTimer::timeout, this, &FreeMemoryNote::ask);
    connect(m_plan, &QPushButton::clicked, this, &FreeMemoryNote::planWithPresent);
    connect(document, &Document::planChanged, this, &FreeMemoryNote::refresh);
    connect(theme, &Theme::changed, this, &FreeMemoryNote::refresh);
    refresh();
}

void FreeMemoryNote::setReader(GpuReader reader) {
    m_reader = std::make_shared<GpuReader>(std::move(reader));
    m_timer.start();
    ask();
}

void FreeMemoryNote::ask() {
    const auto plan = m_document->plan();
    // While a load begins, its own context would be taken for another program's.
    if (plan == nullptr || m_worker.isRunning() || m_controller->isRunning()) {
        return;
    }
    std::vector<std::string> uuids;
    for (const DeviceInfo& device : plan->request.devices) {
        if (isWatched(device)) {
            uuids.push_back(device.uuid);
        }
    }
    if (!uuids.empty()) {
        m_worker.start([reader = m_reader, uuids = std::move(uuids)](
                           const std::stop_token&) { return (*reader)(uuids); },
                       [this](std::vector<GpuUse>&& uses) { take(std::move(uses)); },
                       [](const Error&) {});  // asked once more in two seconds
    }
}

void FreeMemoryNote::take(std::vector<GpuUse> uses) {
    m_uses.clear();
    for (GpuUse& use : uses) {
        // A card that this process drives knows what is its own, wherever process ids are hidden.
        for (const std::shared_ptr<DeviceMemory>& device : m_controller->devices()) {
            if (device->info().uuid == use.uuid) {
                use.bytes = device->info().usedByOthers;
            }
        }
        m_uses[use.uuid] = std::move(use);
    }
    refresh();
}

std::vector<DeviceInfo> FreeMemoryNote::present() const {
    std::vector<DeviceInfo> devices = m_document->devices();
    for (DeviceInfo& device : devices) {
        const auto use = isWatched(device) ? m_uses.find(device.uuid) : m_uses.end();
        if (use != m_uses.end()) {
            device.usedByOthers = use->second.bytes;
        }
    }
    return devices;
}

void FreeMemoryNote::refresh() {
    QStringList sentences;
    std::map<DeviceId, QString> programs;
    for (const DeviceInfo& now : present()) {
        const auto plan = m_document->plan();
        const DeviceInfo* planned =
            plan == nullptr ? nullptr : findDevice(plan->request.devices, now.id);
        if (planned == nullptr || !isWatched(now) || !m_uses.contains(now.uuid)) {
            continue;
        }
        const std::string names = programsText(m_uses.at(now.uuid).programs);
        if (!names.empty()) {
            programs[now.id] = QString::fromStdString(names);
        }
        if (hasChanged(*planned, now)) {
            sentences.append(tr("The plan assumes that %1 is free on %2, but %3 is free now.")
                                 .arg(sizeText(static_cast<double>(*planned->freeBytes())),
                                      laneLabel(now.id),
                                      sizeText(static_cast<double>(*now.freeBytes()))));
        }
    }
    m_text->setText(joinedSentences(sentences));
    setTextColor(m_text, m_theme->colors().text);
    setAccessibleName(m_text->text());
    setVisible(!sentences.isEmpty());
    if (std::exchange(m_programs, programs) != programs) {
        Q_EMIT programsChanged();
    }
}

void FreeMemoryNote::planWithPresent() {
    m_document->edit(SetDevicesEdit{present()});
}

void FreeMemoryNote::paintEvent(QPaintEvent*) {
    const ThemeColors& colors = m_theme->colors();
    QPainter painter(this);
    painter.fillRect(rect(), colors.warningBackground);
    painter.fillRect(QRect(0, height() - 1, width(), 1), colors.warning);
}

}  // namespace stowage
