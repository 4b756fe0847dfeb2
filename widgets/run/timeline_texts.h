// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/device_info.h"
#include "engine/run/run_report.h"
#include "widgets/run/timeline_layout.h"

#include <QString>
#include <QStringList>

#include <array>
#include <cstdint>
#include <map>
#include <vector>

namespace stowage {

/// How a timeline reads. Times are measured.

/// "prefill", "decode 3".
[[nodiscard]] QString passName(std::uint32_t pass);
/// "340 µs", "12.3 ms", "1.24 s": three digits.
[[nodiscard]] QString durationText(double seconds);
/// "37 %", "<1 %", "63 %": percentTexts() in the language of the window.
[[nodiscard]] std::array<QString, 3> shareTexts(const TimeShares& shares);
/// "37 %": of the time in which something was busy, rounded as beside its other shares.
[[nodiscard]] QString busyText(const TimeShares& shares);
/// What a lane says beside the chip of its device: "computes", "weights in", "reads".
[[nodiscard]] QString laneRole(const LaneKey& lane);
/// "GPU 0 computes".
[[nodiscard]] QString laneName(const LaneKey& lane);

/// How much of `seconds` that passed a lane was busy, waited and did nothing.
[[nodiscard]] TimeShares laneShares(const TimelineLane& lane, double seconds);
/// "GPU 0 computes: busy 37 %, waits for weights 12 %, idle 51 % of 4.60 s". What assistive
/// technology reads of a lane, and its tooltip with what is simulated.
[[nodiscard]] QString laneSentence(const LaneKey& lane, const TimeShares& shares, double seconds);
/// By lane, what a run came to.
[[nodiscard]] std::map<LaneKey, TimeShares> runShares(const RunReport& report);
/// "" where nothing of this lane is simulated.
[[nodiscard]] QString laneSimulation(const LaneKey& lane, const std::vector<DeviceInfo>& devices);

/// Everything about a bar, a line each: layer and module or tensor; bytes, time, rate, device;
/// pass and moment.
[[nodiscard]] QStringList barLines(const TimelineLanes& lanes, const LaneKey& key,
                                   const LaneHit& hit);
/// "GPU 1 idles", how long: of a moment in which a device does nothing. Empty for other lanes and
/// for moments after `end`.
[[nodiscard]] QStringList idleLines(const TimelineLanes& lanes, const LaneKey& key, double seconds,
                                    double end);

}  // namespace stowage
