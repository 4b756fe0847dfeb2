// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/segment_watch.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace stowage {

namespace {

constexpr std::chrono::milliseconds kLoadingInterval(250);
constexpr std::chrono::milliseconds kRestingInterval(1000);

bool isSame(const BlockSnapshot& a, const BlockSnapshot& b) {
    return a.offset == b.offset && a.size == b.size && a.requested == b.requested &&
           a.active == b.active && a.owner == b.owner;
}

bool isSame(const SegmentSnapshot& a, const SegmentSnapshot& b) {
    return a.id == b.id && a.pool == b.pool && a.size == b.size &&
           std::ranges::equal(a.blocks, b.blocks,
                              [](const auto& x, const auto& y) { return isSame(x, y); });
}

bool isSame(const SegmentPicture& a, const SegmentPicture& b) {
    return a.device.id == b.device.id && a.device.usedByOthers == b.device.usedByOthers &&
           std::ranges::equal(a.segments, b.segments,
                              [](const auto& x, const auto& y) { return isSame(x, y); });
}

}  // namespace

SegmentWatch::SegmentWatch(LoadController* controller, QObject* parent)
    : QObject(parent), m_controller(controller) {
    connect(&m_timer, &QTimer::timeout, this, &SegmentWatch::take);
    connect(controller, &LoadController::stateChanged, this, [this](LoadState state) {
        const bool moving = state == LoadState::Loading || state == LoadState::Cancelling;
        m_timer.setInterval(moving ? kLoadingInterval : kRestingInterval);
        take();
    });
    m_timer.setInterval(kRestingInterval);
}

void SegmentWatch::setDevice(std::optional<DeviceId> device) {
    if (device != m_device) {
        m_device = device;
        m_worker.drop();
        show(nullptr);
        take();
    }
}

void SegmentWatch::setMode(Mode mode) {
    if (mode == Mode::Off) {
        m_timer.stop();
    } else if (!m_timer.isActive()) {
        m_timer.start();
        take();
    }
}

void SegmentWatch::take() {
    if (!m_timer.isActive() || m_worker.isRunning()) {
        return;  // the picture that is being taken is as good as the next one
    }
    const auto& devices = m_controller->devices();
    const auto found = std::ranges::find_if(
        devices, [this](const auto& device) { return device->info().id == m_device; });
    if (!m_device || found == devices.end()) {
        show(nullptr);
        return;
    }
    m_worker.start(
        [device = *found,
         before = m_picture](std::stop_token) -> std::shared_ptr<const SegmentPicture> {
            SegmentPicture picture{device->info(), device->segments(), {}};
            if (before && isSame(*before, picture)) {
                return before;
            }
            picture.figures = figuresOf(picture.segments);
            return std::make_shared<const SegmentPicture>(std::move(picture));
        },
        [this](std::shared_ptr<const SegmentPicture> picture) { show(std::move(picture)); },
        [this](const Error&) { show(nullptr); });
}

void SegmentWatch::show(std::shared_ptr<const SegmentPicture> picture) {
    if (picture != m_picture) {
        m_picture = std::move(picture);
        Q_EMIT changed();
    }
}

}  // namespace stowage
