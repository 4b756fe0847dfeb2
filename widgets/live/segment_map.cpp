// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/live/segment_map.h"

#include "engine/device/allocator_model.h"
#include "widgets/support/theme.h"

#include <algorithm>
#include <array>
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

constexpr double kSegmentGap = 3;

constexpr int kGroupGap = 6;

constexpr std::array kKinds{SegmentKind::Small, SegmentKind::Shared, SegmentKind::Own,
                            SegmentKind::ExpandableSmall, SegmentKind::ExpandableLarge};

/// Sets segments into lines.
class LayoutBuilder {
public:
    LayoutBuilder(const std::vector<SegmentSnapshot>& segments, int width, double bytesPerPixel)
        : m_segments(segments), m_width(std::max(width, 1)) {
        m_layout.bytesPerPixel = bytesPerPixel;
    }

    void addGroup(SegmentKind kind);
    MapLayout take() {
        m_layout.height = m_y;
        return std::move(m_layout);
    }

private:
    void beginRow();
    void endRow();
    void addSegment(std::size_t index);
    void addPiece(const BlockRef& ref, double begin, double end, double wasteFrom);
    [[nodiscard]] double pixels(std::uint64_t bytes) const {
        return static_cast<double>(bytes) / m_layout.bytesPerPixel;
    }

    const std::vector<SegmentSnapshot>& m_segments;
    double m_width;
    MapLayout m_layout;
    int m_y = 0;
    double m_x = 0;
};

void LayoutBuilder::addGroup(SegmentKind kind) {
    MapGroup group{kind, m_y, 0, 0, 0, 0};
    const std::size_t rowsBefore = m_layout.rows.size();
    for (std::size_t i = 0; i < m_segments.size(); ++i) {
        if (kindOf(m_segments[i]) != kind) {
            continue;
        }
        if (group.segments++ == 0) {
            m_y += px(MapLayout::kHeadHeight);
            beginRow();
        }
        group.bytes += m_segments[i].size;
        for (const BlockSnapshot& block : m_segments[i].blocks) {
            group.free += block.active ? 0 : block.size;
            group.waste += block.waste();
        }
        addSegment(i);
    }
    if (m_layout.rows.size() > rowsBefore) {
        endRow();
        m_y += kGroupGap;
        m_layout.groups.push_back(group);
    }
}

void LayoutBuilder::beginRow() {
    m_layout.rows.push_back({m_y, m_layout.pieces.size(), m_layout.pieces.size(),
                             m_layout.frames.size(), m_layout.frames.size()});
    m_x = 0;
}

void LayoutBuilder::endRow() {
    m_layout.rows.back().lastPiece = m_layout.pieces.size();
    m_layout.rows.back().lastFrame = m_layout.frames.size();
    m_y += px(MapLayout::kRowHeight) + px(MapLayout::kRowGap);
}

void LayoutBuilder::addSegment(std::size_t index) {
    const SegmentSnapshot& segment = m_segments[index];
    if (m_x > 0 && m_x + pixels(segment.size) > m_width) {
        endRow();
        beginRow();
    }
    // Pixels of the segment's own line, of which `cut` are set already.
    double cut = 0;
    std::size_t block = 0;
    const double whole = pixels(segment.size);
    while (true) {
        const double room = m_width - m_x;
        const double end = std::min(whole, cut + room);
        const bool goesOn = end < whole;
        m_layout.frames.push_back({index, m_x, m_x + end - cut, cut > 0, goesOn});
        for (; block < segment.blocks.size(); ++block) {
            const BlockSnapshot& part = segment.blocks[block];
            const double begins = pixels(part.offset);
            const double ends = pixels(part.offset + part.size);
            if (begins >= end) {
                break;
            }
            const double asked = part.active ? pixels(part.offset + part.requested) : ends;
            const double left = std::max(begins, cut);
            const double right = std::min(ends, end);
            addPiece({index, block}, m_x + left - cut, m_x + right - cut,
                     m_x + std::clamp(asked, left, right) - cut);
            if (ends > end) {
                break;  // the rest of it lies in the next row
            }
        }
        m_x += end - cut + kSegmentGap;
        cut = end;
        if (!goesOn) {
            return;
        }
        endRow();
        beginRow();
    }
}

void LayoutBuilder::addPiece(const BlockRef& ref, double begin, double end, double wasteFrom) {
    m_layout.pieces.push_back({ref, begin, end, wasteFrom});
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

SegmentKind kindOf(const SegmentSnapshot& segment) {
    const bool isSmall = segment.pool == AllocatorPool::Small;
    if (segment.granule > 0) {
        return isSmall ? SegmentKind::ExpandableSmall : SegmentKind::ExpandableLarge;
    }
    if (isSmall) {
        return SegmentKind::Small;
    }
    return segment.size == allocator_rules::kMiddleSegment ? SegmentKind::Shared : SegmentKind::Own;
}

MapLayout layoutSegments(const std::vector<SegmentSnapshot>& segments, int width,
                         double bytesPerPixel) {
    LayoutBuilder builder(segments, width, bytesPerPixel);
    for (const SegmentKind kind : kKinds) {
        builder.addGroup(kind);
    }
    return builder.take();
}

double fittingScale(const std::vector<SegmentSnapshot>& segments, int width, int height) {
    double scale = kCoarsestScale;
    while (scale > kFinestScale && layoutSegments(segments, width, scale / 2).height <= height) {
        scale /= 2;
    }
    return scale;
}

std::size_t MapLayout::firstRowFrom(int y) const {
    const auto row = std::ranges::upper_bound(
        rows, y, {}, [](const MapRow& candidate) { return candidate.top + px(kRowHeight); });
    return static_cast<std::size_t>(row - rows.begin());
}

std::optional<BlockRef> MapLayout::blockAt(double x, int y) const {
    const std::size_t index = firstRowFrom(y);
    if (index == rows.size() || y < rows[index].top) {
        return {};
    }
    const auto first = pieces.begin() + static_cast<std::ptrdiff_t>(rows[index].firstPiece);
    const auto last = pieces.begin() + static_cast<std::ptrdiff_t>(rows[index].lastPiece);
    const auto piece = std::upper_bound(
        first, last, x, [](double at, const MapPiece& candidate) { return at < candidate.right; });
    if (piece == last || x < piece->left) {
        return {};
    }
    return piece->ref;
}

std::optional<std::size_t> MapLayout::rowOf(const BlockRef& ref) const {
    for (std::size_t row = 0; row < rows.size(); ++row) {
        for (std::size_t i = rows[row].firstPiece; i < rows[row].lastPiece; ++i) {
            if (pieces[i].ref == ref) {
                return row;
            }
        }
    }
    return {};
}

}  // namespace stowage
