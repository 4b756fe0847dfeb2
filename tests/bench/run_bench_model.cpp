// SPDX-License-Identifier: GPL-3.0-or-later
// The sample, loaded in one way and run.
#include "app/backends.h"
#include "engine/checkpoint/open/open_checkpoint.h"
#include "engine/load/program/load_schedule.h"
#include "engine/plan/place/place.h"
#include "engine/plan/placement_plan.h"
#include "engine/run/prefetched_weights.h"
#include "tests/bench/run_bench.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <set>
#include <system_error>
#include <utility>

namespace stowage::bench {

namespace {

using Clock = std::chrono::steady_clock;

DeviceMap mapOf(const RunCase& wanted, bool isResident) {
    const DeviceId runsOn = wanted.runsOnGpu ? DeviceId::gpu(0) : DeviceId::cpu();
    const DeviceId lies =
        wanted.layers == RunCase::Layers::Disk ? DeviceId::disk() : DeviceId::cpu();
    if (isResident) {
        return DeviceMap({{"", runsOn}});
    }
    return wanted.runsOnGpu ? DeviceMap({{"", runsOn}, {wanted.layerPath, lies}})
                            : DeviceMap({{"", lies}});
}

std::vector<DeviceInfo> devicesOf(const RunCase& wanted) {
    std::vector<DeviceInfo> gpus;
    if (wanted.runsOnGpu) {
        DeviceInfo gpu;
        gpu.id = DeviceId::gpu(0);
        gpu.name = "Simulated";
        gpu.simulated = true;
        gpu.linkBytesPerSecond = wanted.linkBytesPerSecond;
        gpus.push_back(std::move(gpu));
    }
    return withHostAndDisk(std::move(gpus), readHostMemory());
}

Result<std::shared_ptr<const LoadSchedule>> scheduleOf(const std::string& folder,
                                                       const RunCase& wanted, bool isResident,
                                                       const std::string& offloadFolder,
                                                       const std::stop_token& stop) {
    const auto checkpoint = openCheckpoint(folder, stop);
    if (!checkpoint) {
        return checkpoint.unexpected();
    }
    const auto tree = buildModuleTree(**checkpoint);
    if (!tree) {
        return tree.unexpected();
    }
    PlacementRequest request;
    request.tree = *tree;
    request.devices = devicesOf(wanted);
    request.strategy = Strategy::Manual;
    request.givenMap = mapOf(wanted, isResident);
    const auto plan = place(request, stop);
    if (!plan) {
        return plan.unexpected();
    }
    ScheduleOptions options;
    const bool usesDisk = !isResident && wanted.layers == RunCase::Layers::Disk;
    options.offloadFolder = usesDisk ? offloadFolder : "";
    return makeLoadSchedule(*plan, *checkpoint, options);
}

bool isBelow(const std::string& tensor, const std::string& path) {
    return tensor.starts_with(path + ".");
}

}  // namespace

Result<BenchModel> BenchModel::load(const std::string& folder, const RunCase& wanted,
                                    bool isResident, const std::string& offloadFolder,
                                    const std::stop_token& stop) {
    const auto schedule = scheduleOf(folder, wanted, isResident, offloadFolder, stop);
    if (!schedule) {
        return schedule.unexpected();
    }
    auto backends = makeLoadBackends((*schedule)->plan->request.devices);
    if (!backends) {
        return backends.unexpected();
    }
    auto compute = openCompute();
    if (!compute) {
        return compute.unexpected();
    }
    BenchModel model;
    model.m_backends = std::move(*backends);
    model.m_compute = std::move(*compute);
    const PauseGate gate;
    LoadOutcome outcome = runLoadJob(*schedule, model.m_backends, {}, gate, stop, {});
    if (outcome.report.stopped) {
        return Unexpected{*outcome.report.stopped};
    }
    model.m_model = std::move(outcome.model);
    const LoadedWeights weights(*model.m_model, model.m_backends, *model.m_compute);
    const auto runs = runModelOf(*(*schedule)->checkpoint, weights);
    if (!runs) {
        return runs.unexpected();
    }
    model.m_layers = static_cast<std::uint64_t>((*runs)->traits().layers);
    return model;
}

Result<RunAnswer> BenchModel::run(std::int64_t tokens, unsigned window, unsigned threads,
                                  const std::stop_token& stop) const {
    RunOptions options;
    options.request.tokens = benchTokens(tokens);
    options.window = window;
    options.threads = threads;
    const RunReport told = report(std::move(options), stop);
    if (told.stopped) {
        return Unexpected{*told.stopped};
    }
    const auto best = topTokens(told, 1).front();
    return RunAnswer{told.seconds, best.first, best.second};
}

RunReport BenchModel::report(RunOptions options, const std::stop_token& stop) const {
    options.compute = m_compute;
    const PauseGate gate;
    return runLoaded(*m_model, m_backends, options, gate, stop, {});
}

Result<BenchModel::Transfer> BenchModel::bringAll(const std::stop_token& stop) const {
    LoadedWeights weights(*m_model, m_backends, *m_compute);
    weights.expectPasses(1);
    const auto model = runModelOf(*m_model->schedule().checkpoint, weights);
    if (!model) {
        return model.unexpected();
    }
    Transfer transfer;
    std::set<std::string> seen;
    for (const RunStage& stage : (*model)->stages()) {
        const Clock::time_point begin = Clock::now();
        std::vector<WeightPtr> brought;
        for (const std::string& name : weights.names()) {
            const bool isOfStage = std::ranges::any_of(
                stage.paths, [&](const std::string& path) { return isBelow(name, path); });
            const auto device = weights.deviceFor(std::vector{name});
            if (!isOfStage || !device || !seen.insert(name).second ||
                weights.liesOn(name, *device)) {
                continue;
            }
            auto weight = weights.bring(name, *device, stop);
            if (!weight) {
                return weight.unexpected();
            }
            brought.push_back(std::move(*weight));
        }
        const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
        if (brought.empty()) {
            continue;
        }
        transfer.seconds += seconds;
        transfer.first = transfer.first > 0 ? transfer.first : seconds;
    }
    return transfer;
}

std::vector<std::string> BenchModel::offloadFiles() const {
    return filesIn(m_model->schedule().offloadFolder);
}

std::vector<std::int64_t> benchTokens(std::int64_t count) {
    std::vector<std::int64_t> tokens(static_cast<std::size_t>(count));
    std::iota(tokens.begin(), tokens.end(), 1);
    return tokens;
}

std::vector<std::string> filesIn(const std::string& folder) {
    std::vector<std::string> files;
    std::error_code failure;
    for (const auto& entry : std::filesystem::directory_iterator(folder, failure)) {
        files.push_back(entry.path().string());
    }
    return files;
}

std::string openBlas() {
    std::ifstream maps("/proc/self/maps");
    std::string found;
    for (std::string line; std::getline(maps, line);) {
        const std::size_t slash = line.rfind('/');
        const std::string file = slash == std::string::npos ? "" : line.substr(slash + 1);
        if (file.find("openblas") != std::string::npos || file.starts_with("libmkl")) {
            found = file;
        }
    }
    return found.empty() ? "its own BLAS" : found;
}

double median(std::vector<double> values) {
    if (values.empty()) {
        return 0;
    }
    std::ranges::sort(values);
    const std::size_t upper = values.size() / 2;
    return values.size() % 2 == 1 ? values[upper] : (values[upper - 1] + values[upper]) / 2;
}

}  // namespace stowage::bench
