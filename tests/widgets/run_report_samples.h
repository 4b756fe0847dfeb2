// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/byte_size.h"
#include "engine/run/run_report.h"

#include <cstdint>
#include <string>

namespace stowage::test {

/// Two layers on GPU 0 (10 and 20 ms), one of them brought in (5 ms, of which 3 waited), and one on
/// GPU 1 (10 ms); a prompt's pass of 43 ms and two of half that, with 40 ms in between them.
inline RunReport sampleReport() {
    RunReport report;
    report.sequences.front().prompt = {1, 2, 3};
    report.sequences.front().generated = {4, 5, 6};
    report.window = 2;
    double at = 0;
    for (std::uint32_t pass = 0; pass < 3; ++pass) {
        const double factor = pass == 0 ? 1 : 0.5;
        const double begin = at;
        const auto add = [&](const char* module, std::uint32_t gpu, double compute, double transfer,
                             double waited, std::uint64_t bytes) {
            const double end = at + (compute + waited) * factor;
            report.layers.push_back({module, DeviceId::gpu(gpu), pass, at, end, compute * factor,
                                     transfer * factor, waited * factor, bytes});
            at = end;
        };
        add("h.0", 0, 0.010, 0, 0, 0);
        add("h.1", 0, 0.020, 0.005, 0.003, 24 * kMiB);
        add("h.2", 1, 0.010, 0, 0, 0);
        report.passes.push_back({pass == 0 ? 3U : 1U, begin, at});
        at += 0.0535;
    }
    report.seconds = 0.2;
    for (std::uint32_t gpu = 0; gpu < 3; ++gpu) {
        DeviceRunFigures device;
        device.device = DeviceId::gpu(gpu);
        device.simulated = gpu != 1;
        device.capacity = kGiB;
        device.allocatedBefore = (100 + 50 * gpu) * kMiB;
        device.peakAllocated = gpu == 2 ? 0 : device.allocatedBefore + 30 * kMiB;
        device.peakReserved = gpu == 2 ? 0 : device.peakAllocated + 10 * kMiB;
        device.computeSeconds = gpu == 0 ? 0.060 : gpu == 1 ? 0.020 : 0;
        report.devices.push_back(device);
    }
    return report;
}

/// The same with a prediction: computing 25 % longer than it took, transfers half as long.
inline RunReport predictedReport() {
    RunReport report = sampleReport();
    RunPrediction prediction;
    for (const double factor : {1.0, 0.5}) {
        PredictedPass pass;
        pass.seconds = 0.05 * factor;
        pass.stages = {{"h.0", DeviceId::gpu(0), 0.0125 * factor, 0, 0},
                       {"h.1", DeviceId::gpu(0), 0.025 * factor, 0.0025 * factor, 24 * kMiB},
                       {"h.2", DeviceId::gpu(1), 0.0125 * factor, 0, 0}};
        (factor == 1.0 ? prediction.prefill : prediction.decode) = pass;
    }
    prediction.devices = {
        {DeviceId::gpu(0), 100 * kMiB, 24 * kMiB, kMiB, 3 * kMiB, 128 * kMiB, 138 * kMiB},
        {DeviceId::gpu(1), 150 * kMiB, 0, kMiB, 29 * kMiB, 180 * kMiB, 190 * kMiB},
    };
    prediction.assumptions = {"The CPU computes 50 GFLOP/s.", "Links carry 12 GB/s."};
    report.predicted = prediction;
    return report;
}

}  // namespace stowage::test
