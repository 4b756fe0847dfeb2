// SPDX-License-Identifier: GPL-3.0-or-later
// The table and the aims.
#include "app/cli/output/text_table.h"
#include "engine/base/catalogue.h"
#include "tests/bench/run_bench.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace stowage::bench {

namespace {

using Layers = RunCase::Layers;

/// Where a layer computes and travels for less, the ratio is of other things than prefetching.
constexpr double kLeastLayerSeconds = 0.020;
constexpr double kRatioAim = 1.15;
constexpr double kDiskAim = 2;
constexpr double kCpuAim = 1;

std::string number(const char* format, double value) {
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), format, value);
    return text.data();
}

std::string number(const char* format, const std::optional<double>& value) {
    return value ? number(format, *value) : "";
}

bool isInPlace(const RunRow& row) {
    return !row.what.runsOnGpu && row.what.layers == Layers::Cpu;
}

void printAim(const std::string& what, double figure, double limit, bool isFloor) {
    const bool isMet = isFloor ? figure >= limit : figure <= limit;
    const double missed = isFloor ? limit - figure : figure - limit;
    std::printf("  %-78s %.2f  (%s %.2f)  %s\n", what.c_str(), figure, isFloor ? "≥" : "≤", limit,
                isMet ? "met" : ("MISSED by " + number("%.2f", missed)).c_str());
}

std::string named(const RunRow& row) {
    return row.what.what + ", " + std::to_string(row.what.tokens) + " tokens: ";
}

void printRatio(const RunRow& row) {
    const auto layers = static_cast<double>(std::max<std::uint64_t>(row.layerCount, 1));
    const double compute = *row.compute / layers;
    const double transfer = *row.transfer / layers;
    const std::string what = named(row) + "to the longer of compute and transfer";
    if (std::min(compute, transfer) >= kLeastLayerSeconds) {
        printAim(what, *row.ratio, kRatioAim, false);
        return;
    }
    std::printf("  %-78s %.2f  (%.0f and %.0f ms a layer; the aim is for 20 ms and more)\n",
                what.c_str(), *row.ratio, compute * 1e3, transfer * 1e3);
}

/// Where computing alone takes more than half of what Accelerate does, nothing can be twice as
/// fast.
void printBound(const RunRow& row) {
    if (row.compute && row.python && *row.python < kDiskAim * *row.compute) {
        std::printf(
            "    (weights that cost no time at all would make it %.2f: the rest of "
            "Accelerate's time is compute)\n",
            *row.python / *row.compute);
    }
}

}  // namespace

void printRuns(const RunBenchOptions& options, const std::vector<RunRow>& rows) {
    std::printf(
        "\nForward time of a GPT-2 medium (float32, 1.4 GB), logits of every position; measured, "
        "medians of %u, seconds.\n%u compute thread(s) on both sides, ours with %s. Links are "
        "simulated, disk reads are real; free memory was touched before each pass.\n\n",
        options.repeats, options.threads, openBlas().c_str());
    TextTable text(
        {Message("layers lie on"), rightHead("tokens"), rightHead("compute"), rightHead("transfer"),
         rightHead("the first"), rightHead("no prefetch"), rightHead("prefetch"),
         rightHead("ratio"), rightHead("Accelerate"), rightHead("ours is faster"), Message("note")},
        translateBy(nullptr));
    for (const RunRow& row : rows) {
        const bool moves = !isInPlace(row);
        text.addRow({row.what.what, std::to_string(row.what.tokens), number("%.3f", row.compute),
                     number("%.3f", row.transfer), number("%.3f", row.first),
                     moves ? number("%.3f", row.without) : "", number("%.3f", row.with),
                     number("%.2f", row.ratio), number("%.3f", row.python),
                     number("%.2f ×", row.faster), row.note});
    }
    std::printf(
        "%s\ncompute: all weights lie where they run. transfer: they are brought and "
        "nothing else; the first: its first stage.\nratio: prefetch ÷ (the longer of "
        "compute and transfer + the first).\n",
        text.text().c_str());
}

void printRunAims(const std::vector<RunRow>& rows) {
    std::printf("\nAims (measured here; another machine has other figures)\n");
    for (const RunRow& row : rows) {
        if (row.ratio && row.compute && row.transfer) {
            printRatio(row);
        }
    }
    for (const RunRow& row : rows) {
        if (row.faster) {
            const bool isDisk = row.what.layers == Layers::Disk;
            printAim(named(row) + "times as fast as Accelerate", *row.faster,
                     isDisk ? kDiskAim : kCpuAim, true);
            printBound(row);
        }
    }
}

}  // namespace stowage::bench
