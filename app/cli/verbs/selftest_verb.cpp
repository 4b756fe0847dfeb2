// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/backends.h"
#include "app/checks/check_list.h"
#include "app/cli/verbs/verbs.h"
#include "engine/backend_sim/simulated_devices.h"
#include "engine/base/byte_size.h"
#include "engine/base/json_reader.h"
#include "engine/base/number_text.h"

#include <CLI/CLI.hpp>

#include <chrono>
#include <memory>
#include <utility>

namespace stowage {

/// `selftest`: checks this build on this machine, without Qt; with `--gpu` its CUDA devices.
class SelftestVerb : public Verb {
public:
    void describe(CLI::App& command) override;
    [[nodiscard]] Result<int> run(CommandContext& context) override;

private:
    /// False where there is no CUDA device; the reason is told then.
    [[nodiscard]] bool checkGpus(CheckList& checks, const CommandContext& context) const;

    bool m_gpu = false;
};

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kSimulatedGpus = "256MiB:context=8MiB,256MiB:used=16MiB";

/// What a driver may take for kernels that are loaded when they are first needed.
constexpr std::uint64_t kDriverTolerance = 256 * kMiB;

Message lineOf(const CheckResult& result) {
    if (result.figures.empty()) {
        return result.isOk ? say("ok      %1: %2", result.group, result.what)
                           : say("FAILED: %1: %2", result.group, result.what);
    }
    return result.isOk ? say("ok      %1: %2 — %3", result.group, result.what, result.figures)
                       : say("FAILED: %1: %2 — %3", result.group, result.what, result.figures);
}

std::string resultsToJson(const CheckList& checks, double seconds) {
    Json list = Json::array();
    for (const CheckResult& result : checks.results()) {
        list.push_back({{"group", result.group.english()},
                        {"what", result.what.english()},
                        {"ok", result.isOk},
                        {"figures", result.figures.english()},
                        {"seconds", result.seconds}});
    }
    return jsonText({{"ok", checks.failures() == 0},
                     {"failed", checks.failures()},
                     {"seconds", seconds},
                     {"checks", std::move(list)}},
                    2);
}

void checkSimulated(CheckList& checks) {
    checkAllocator(checks);
    const std::shared_ptr<TensorBackend> tensors = checkMachine(checks);
    const std::vector<DeviceInfo> gpus = *parseSimulatedGpus(kSimulatedGpus);
    const auto device = makeSimulatedGpu(gpus.front());
    if (!device) {
        checks.run(phrase("simulated GPU"), phrase("can be created"),
                   [&]() -> Result<Message> { return device.unexpected(); });
        return;
    }
    checkDevice(checks, **device, phrase("simulated GPU"));
    if (tensors != nullptr) {
        checkLoads(checks, gpus, phrase("load"));
        checkRuns(checks, gpus, phrase("run"));
    }
}

/// What is free of a real device now.
std::uint64_t freeOf(DeviceMemory& device) {
    device.emptyCache();
    device.refresh();
    return device.info().freeBytes().value_or(0);
}

void checkBaseline(CheckList& checks, DeviceMemory& device, const Message& label,
                   std::uint64_t before) {
    checks.run(label, phrase("the free memory is back at the baseline"), [&]() -> Result<Message> {
        const std::uint64_t after = freeOf(device);
        const Message figures = say("%1 was free before the checks, %2 after the checks",
                                    formatSize(before), formatSize(after));
        return after + kDriverTolerance >= before ? Result<Message>(figures) : checkFailed(figures);
    });
}

}  // namespace

void SelftestVerb::describe(CLI::App& command) {
    command.add_flag("--gpu", m_gpu);
}

bool SelftestVerb::checkGpus(CheckList& checks, const CommandContext& context) const {
    const auto gpus = openRealGpus();
    const auto tensors = openTensorBackend();
    if (!gpus || !tensors) {
        const Error& error = gpus ? tensors.error() : gpus.error();
        context.reportError(error);
        return false;
    }
    for (const DeviceInfo& gpu : *gpus) {
        const Message label = say("%1 (%2)", deviceLabel(gpu.id), gpu.name);
        const auto device = (*tensors)->openCudaDevice(gpu);
        if (!device) {
            checks.run(label, phrase("opens"),
                       [&]() -> Result<Message> { return device.unexpected(); });
            continue;
        }
        const std::uint64_t before = freeOf(**device);
        checkDevice(checks, **device, label);
        checkLink(checks, **device, label);
        DeviceInfo alone = gpu;
        alone.id = DeviceId::gpu(0);
        checkLoads(checks, {alone}, say("load on %1", label));
        checkRuns(checks, {alone}, say("run on %1", label));
        checkBaseline(checks, **device, label, before);
    }
    if (gpus->size() > 1) {
        checkLoads(checks, *gpus, phrase("load on all GPUs"));
        checkRuns(checks, *gpus, phrase("run on all GPUs"));
    }
    return true;
}

Result<int> SelftestVerb::run(CommandContext& context) {
    const auto begin = std::chrono::steady_clock::now();
    CheckList checks(context.stop(), [&](const CheckResult& result) {
        if (!context.wantsJson()) {
            context.printText(lineOf(result));
        }
    });
    if (!m_gpu) {
        checkSimulated(checks);
    } else if (!checkGpus(checks, context)) {
        return kExitAnswerIsNo;
    }
    if (context.stop().stop_requested()) {
        return fail(ErrorCode::Cancelled, say("The self-test was interrupted."));
    }
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
    const std::size_t failed = checks.failures();
    if (context.wantsJson()) {
        context.print(resultsToJson(checks, passed.count()));
    } else {
        const std::size_t count = checks.results().size();
        const std::string seconds = secondsText(passed.count(), 1);
        context.printText(failed == 0 ? say("All %1 checks passed in %2.", count, seconds)
                                      : say("%2 of %1 checks FAILED. The self-test took %3.", count,
                                            failed, seconds));
    }
    return failed == 0 ? kExitDone : kExitAnswerIsNo;
}

std::unique_ptr<Verb> makeSelftestVerb() {
    return std::make_unique<SelftestVerb>();
}

}  // namespace stowage
