// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/telemetry/timeline_csv.h"

#include "engine/base/csv.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <vector>

namespace stowage {

namespace {

std::string secondsText(double seconds) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.6f", seconds);
    return text.data();
}

const char* kindName(SpanKind kind) {
    switch (kind) {
        case SpanKind::Compute:
            return "compute";
        case SpanKind::HostToDevice:
            return "host to device";
        case SpanKind::Disk:
            return "disk";
        case SpanKind::Wait:
            return "wait";
    }
    return "";
}

}  // namespace

std::string timelineToCsv(std::span<const TimelineSpan> spans) {
    std::vector<const TimelineSpan*> order;
    for (const TimelineSpan& span : spans) {
        order.push_back(&span);
    }
    std::ranges::stable_sort(order, {}, &TimelineSpan::begin);
    const double origin = order.empty() ? 0 : order.front()->begin;
    std::string text =
        csvRow({"begin [s]", "end [s]", "kind", "device", "layer", "item", "pass", "bytes [B]"});
    for (const TimelineSpan* span : order) {
        text += csvRow({secondsText(span->begin - origin), secondsText(span->end - origin),
                        kindName(span->kind), deviceName(span->device), span->stage, span->item,
                        std::to_string(span->pass), std::to_string(span->bytes)});
    }
    return text;
}

}  // namespace stowage
