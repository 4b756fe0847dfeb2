// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/run/run_report.h"
#include "widgets/support/figure_table.h"

#include <QString>
#include <QStringList>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stowage {

/// Which passes of a run a figure is about: the prompt's, or the mean of those after it.
enum class RunPasses { Prefill, Decode };

/// One layer in one pass, or in the mean of several. Seconds; measured where not said otherwise.
struct LayerFigures {
    std::string module;  ///< "transformer.h.3"; "" of the sum of all
    DeviceId device;
    std::uint32_t passes = 0;  ///< that it ran in, which this is the mean of
    double bytesMoved = 0;
    double computeSeconds = 0;
    double transferSeconds = 0;
    double waitedSeconds = 0;
    std::optional<double> predictedCompute;  ///< nothing: this machine was not measured
    std::optional<double> predictedTransfer;
};

/// Layers in the order in which they ran. Empty where no such pass began.
[[nodiscard]] std::vector<LayerFigures> layerFigures(const RunReport& report, RunPasses passes);
/// The sum of all; a predicted figure where every layer has one.
[[nodiscard]] LayerFigures sumOf(const std::vector<LayerFigures>& layers);
/// (measured − predicted) / predicted, as for loads: −0.08 is 8 % quicker than predicted. Nothing
/// where there is no prediction, or one of nothing.
[[nodiscard]] std::optional<double> runError(double measured,
                                             const std::optional<double>& predicted);
/// "+12 %", "−8 %", "0 %", ">+999 %"; "—" for nothing.
[[nodiscard]] QString errorShareText(const std::optional<double>& error);

/// "Prefill: 3 tokens in 1.24 s, measured; 1.10 s predicted, +13 %", or the mean of the others.
[[nodiscard]] QString passSentence(const RunReport& report, RunPasses passes);
/// From what times were predicted, or what to do so that they are.
[[nodiscard]] QString predictionSentence(const RunReport& report);

/// All layers of all passes as a table with units in its head, bytes and seconds unrounded; cells
/// of what is not predicted are empty.
[[nodiscard]] std::string layersToCsv(const RunReport& report);

/// What a device did with the time of a run, its pauses left out.
struct DeviceTime {
    DeviceId device;
    TimeShares shares;
    std::size_t layers = 0;  ///< that ran there
    QString sentence;        ///< what that means: "GPU 1 idled 62 % of the time: …"
};

/// Of GPUs, and of the CPU where it computed. Empty for a run that took no time.
[[nodiscard]] std::vector<DeviceTime> deviceTimes(const RunReport& report);

/// What devices held during a run, a column a device; sizes in one unit.
struct RunMemoryTable {
    QStringList head;
    std::vector<FigureRow> rows;
    QString unit;
};

/// Weights before the run and peaks of it, and the parts of the peak that were predicted. Devices
/// that held nothing are left out.
[[nodiscard]] RunMemoryTable runMemoryTable(const RunReport& report);

}  // namespace stowage
