// SPDX-License-Identifier: GPL-3.0-or-later
// Whether what an estimate calls a fit does fit. Random tiny models, placements and workloads are
// estimated, then loaded and run on simulated GPUs that have just as much memory as the estimate
// says they need: none may run out. With one small segment (2 MiB) less on one of the GPUs the
// estimate has to say no, or to prefetch less and then fit; where it says no, the run, forced,
// should run out. Beside it, on the same cases: how
// far the formula is from the replay, and how many replays there are a second; and how long a sweep
// of 10,000 points takes for a model of 80 layers.
//
//     capacity_bench [--cases 1000] [--seed 1] [--plans drawn|optimal] [--folder /tmp]
//                    [--tables SOURCES]
//
// Case N of a run is that of `--seed N --cases 1`. --tables first rewrites the error tables of
// docs/guide/accuracy.md and docs/benchmarks.md; `./dev bench capacity` uses it.
#include "app/backends.h"
#include "app/cli/interruption.h"
#include "app/cli/output/text_table.h"
#include "engine/base/catalogue.h"
#include "engine/base/number_text.h"
#include "engine/capacity/sweep.h"
#include "engine/checkpoint/open/open_checkpoint.h"
#include "engine/device/host_memory.h"
#include "engine/plan/place/place.h"
#include "tests/bench/bench_folder.h"
#include "tests/bench/capacity_trials.h"
#include "tests/bench/error_table.h"

#include <stdlib.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <system_error>

namespace {

using namespace stowage;
using namespace stowage::bench;

struct CapacityBenchOptions {
    std::uint64_t cases = 1000;
    std::uint64_t seed = 1;
    CasePlan plans = CasePlan::Drawn;
    std::string folder;
    std::string sources;  ///< whose tables are to be written; "": none
};

std::optional<CapacityBenchOptions> parse(std::span<char*> arguments) {
    CapacityBenchOptions options;
    std::error_code failure;
    options.folder = std::filesystem::temp_directory_path(failure).string();
    for (std::size_t i = 1; i < arguments.size(); i += 2) {
        const std::string word = arguments[i];
        if (i + 1 == arguments.size()) {
            return std::nullopt;
        }
        const char* const value = arguments[i + 1];
        if (word == "--folder") {
            options.folder = value;
        } else if (word == "--tables") {
            options.sources = value;
        } else if (word == "--plans") {
            options.plans = std::string(value) == "optimal" ? CasePlan::Optimal : CasePlan::Drawn;
        } else if (word == "--cases") {
            options.cases = std::strtoull(value, nullptr, 10);
        } else if (word == "--seed") {
            options.seed = std::strtoull(value, nullptr, 10);
        } else {
            return std::nullopt;
        }
    }
    return options;
}

/// What came of all cases of one kind.
struct Count {
    std::uint64_t cases = 0;
    std::uint64_t falseFits = 0;
    std::uint64_t exact = 0;
    std::uint64_t failed = 0;
    std::uint64_t less = 0;
    std::uint64_t saidNo = 0;
    std::uint64_t smallerWindow = 0;
    std::uint64_t ranOut = 0;

    void add(const CapacityTrial& trial) {
        ++cases;
        falseFits += trial.ranOutOfMemory ? 1 : 0;
        exact += trial.wasExact ? 1 : 0;
        failed += trial.failures.empty() ? 0 : 1;
        if (trial.less) {
            ++less;
            saidNo += trial.less->saidNo ? 1 : 0;
            smallerWindow += trial.less->tookSmallerWindow ? 1 : 0;
            ranOut += trial.less->saidNo && trial.less->ranOutOfMemory ? 1 : 0;
        }
    }
};

std::string percentOf(std::uint64_t part, std::uint64_t whole) {
    return whole == 0
               ? "–"
               : formatFixed(100 * static_cast<double>(part) / static_cast<double>(whole), 1);
}

class Summary {
public:
    void add(const CapacityTrial& trial) {
        const CapacityCase& what = trial.what;
        const bool isMixture = what.model.isMixture;
        m_all[isMixture ? "mixtures of experts" : "all but mixtures of experts"].add(trial);
        m_families[what.model.family].add(trial);
        m_dtypes[std::string(dtypeName(what.dtype))].add(trial);
        m_placements[what.placement].add(trial);
        std::uint64_t gpus = 0;
        for (const DeviceEstimate& device : trial.replayed->devices) {
            gpus += device.device.id.isGpu() && device.peakReserved > 0 ? 1 : 0;
        }
        const bool travels = trial.replayed->prefetchWindow.has_value();
        m_placements[std::to_string(gpus) + (gpus == 1 ? " GPU" : " GPUs") +
                     (travels ? ", weights travel" : "")]
            .add(trial);
        m_replaySeconds.push_back(trial.replaySeconds);
        for (const DeviceEstimate& device : trial.replayed->devices) {
            if (device.device.id.isGpu() && !isMixture) {
                addErrors(device, *trial.formula->on(device.device.id));
            }
        }
    }

    void print() const {
        TextTable table(
            {Message("what"), rightHead("cases"), rightHead("out of memory"), rightHead("exact"),
             rightHead("unexpected"), rightHead("2 MiB less"), rightHead("said no"),
             rightHead("smaller window"), rightHead("forced: out"), rightHead("of these %")},
            translateBy(nullptr));
        for (const auto* const group : {&m_all, &m_families, &m_dtypes, &m_placements}) {
            for (const auto& [name, count] : *group) {
                table.addRow({name, groupedText(count.cases), groupedText(count.falseFits),
                              groupedText(count.exact), groupedText(count.failed),
                              groupedText(count.less), groupedText(count.saidNo),
                              groupedText(count.smallerWindow), groupedText(count.ranOut),
                              percentOf(count.ranOut, count.saidNo)});
            }
        }
        std::printf("%s\n", table.text().c_str());
        printErrors();
        printRate();
    }

    [[nodiscard]] bool isGood() const {
        return std::ranges::all_of(m_all, [](const auto& row) {
            const bool isMixture = row.first.starts_with("mixtures");
            const Count& count = row.second;
            return count.failed == 0 && (isMixture || count.ranOut * 100 >= count.saidNo * 98);
        });
    }

private:
    void addErrors(const DeviceEstimate& replayed, const DeviceEstimate& formula) {
        const auto add = [&](const char* part, std::uint64_t truth, std::uint64_t found) {
            if (truth > 0) {
                m_errors[part].push_back(
                    100 * (static_cast<double>(found) / static_cast<double>(truth) - 1));
            }
        };
        add("1 KV cache", replayed.kvCache, formula.kvCache);
        add("2 prefill, with logits", replayed.prefillActivations,
            std::max(formula.prefillActivations, formula.logits));
        add("3 decode, with logits", replayed.decodeActivations,
            std::max(formula.decodeActivations, formula.logits));
        add("4 prefetch window", replayed.window, formula.window);
        add("5 peak allocated", replayed.peakAllocated, formula.peakAllocated);
        add("6 peak reserved", replayed.peakReserved, formula.peakReserved);
    }

    void printErrors() const {
        std::printf("Formula against replay, by GPU (mixtures of experts left out), %%:\n");
        TextTable table({Message("part"), rightHead("GPUs"), rightHead("median"),
                         rightHead("90 % within"), rightHead("lowest"), rightHead("highest")},
                        translateBy(nullptr));
        for (const auto& [part, errors] : m_errors) {
            std::vector<double> sorted = errors;
            std::ranges::sort(sorted);
            std::vector<double> sizes = errors;
            for (double& size : sizes) {
                size = std::abs(size);
            }
            std::ranges::sort(sizes);
            table.addRow({part.substr(2), groupedText(sorted.size()),
                          formatFixed(sorted[sorted.size() / 2], 2),
                          formatFixed(sizes[sizes.size() * 9 / 10], 2),
                          formatFixed(sorted.front(), 1), formatFixed(sorted.back(), 1)});
        }
        std::printf("%s\n", table.text().c_str());
    }

    void printRate() const {
        std::vector<double> sorted = m_replaySeconds;
        std::ranges::sort(sorted);
        double sum = 0;
        for (const double seconds : sorted) {
            sum += seconds;
        }
        if (!sorted.empty() && sum > 0) {
            std::printf(
                "Estimates by replay, plan included: %.0f a second; median %.2f ms, "
                "slowest %.1f ms.\n",
                static_cast<double>(sorted.size()) / sum, 1e3 * sorted[sorted.size() / 2],
                1e3 * sorted.back());
        }
    }

    using Counts = std::map<std::string, Count>;
    Counts m_all;
    Counts m_families;
    Counts m_dtypes;
    Counts m_placements;
    std::map<std::string, std::vector<double>> m_errors;  ///< percent, by part
    std::vector<double> m_replaySeconds;
};

int failed(const std::string& sentence) {
    std::fprintf(stderr, "%s\n", sentence.c_str());
    return 4;
}

/// Contexts by sequences at once, on two cards of 80 GB.
Result<void> printSweepRate(const std::string& folder) {
    const std::string path = folder + "/config.json";
    std::ofstream(path) << R"({"model_type": "llama", "architectures": ["LlamaForCausalLM"],
        "hidden_size": 8192, "intermediate_size": 28672, "num_hidden_layers": 80,
        "num_attention_heads": 64, "num_key_value_heads": 8, "vocab_size": 128256,
        "max_position_embeddings": 131072, "torch_dtype": "bfloat16"})";
    const auto checkpoint = openCheckpoint(path);
    STOWAGE_TRY(checkpoint);
    const auto tree = buildModuleTree(**checkpoint);
    STOWAGE_TRY(tree);
    auto gpus = parseSimulatedGpus("a100-80gb*2");
    STOWAGE_TRY(gpus);
    PlacementRequest request;
    request.tree = *tree;
    request.devices = withHostAndDisk(std::move(*gpus), readHostMemory());
    request.strategy = Strategy::Auto;
    const auto plan = place(request);
    STOWAGE_TRY(plan);
    std::vector<SweepVariable> variables;
    for (const char* const text : {"context=1280..128000/1280", "batch=1..100"}) {
        auto variable = parseSweepVariable(text);
        STOWAGE_TRY(variable);
        variables.push_back(std::move(*variable));
    }
    Workload work;
    work.engine = kOwnEngine;
    const auto sweep = runSweep({*plan, *checkpoint, work}, variables);
    STOWAGE_TRY(sweep);
    std::printf("A sweep of %s points, 80 layers on two cards: %.2f s, %s of them replayed.\n",
                groupedText(sweep->points.size()).c_str(), sweep->seconds,
                groupedText(static_cast<std::uint64_t>(std::ranges::count(
                                sweep->points, EstimateBasis::Replay, &SweepPoint::basis)))
                    .c_str());
    return {};
}

int run(const CapacityBenchOptions& options, const std::stop_token& stop) {
    auto tensors = openTensorBackend();
    if (!tensors) {
        return failed(tensors.error().message);
    }
    auto compute = openCompute();
    if (!compute) {
        return failed(compute.error().message);
    }
    if (const auto printed = printSweepRate(options.folder); !printed) {
        return failed(printed.error().message);
    }
    const TrialMachine machine{std::move(*tensors), std::move(*compute), options.folder};
    Summary summary;
    std::uint64_t broken = 0;
    for (std::uint64_t seed = options.seed; seed < options.seed + options.cases; ++seed) {
        if (stop.stop_requested()) {
            return failed("Stopped.");
        }
        const auto trial = tryCapacity(seed, machine, options.plans);
        if (!trial) {
            ++broken;
            std::printf("seed %llu: %s\n", static_cast<unsigned long long>(seed),
                        trial.error().message.english().c_str());
            continue;
        }
        summary.add(*trial);
        const bool passed = trial->less && trial->less->saidNo && !trial->less->ranOutOfMemory;
        if (!trial->failures.empty() || passed || options.cases == 1) {
            std::printf("seed %llu: %s\n", static_cast<unsigned long long>(seed),
                        trial->what.text().c_str());
        }
        for (const std::string& failure : trial->failures) {
            std::printf("    %s\n", failure.c_str());
        }
        if (passed) {
            std::printf("    ran with one small segment less on %s\n",
                        deviceName(trial->less->device).c_str());
        }
        std::fflush(stdout);
    }
    summary.print();
    return summary.isGood() && broken == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    const Interruption interruption;
    auto options = parse({argv, static_cast<std::size_t>(argc)});
    if (!options) {
        std::fprintf(stderr,
                     "usage: capacity_bench [--cases 1000] [--seed 1] [--plans drawn|optimal] "
                     "[--folder DIR] [--tables SOURCES]\n");
        return 2;
    }
    if (!options->sources.empty()) {
        if (const auto written = rewriteErrorTables(options->sources); !written) {
            return failed(written.error().message);
        }
    }
    setLibraryThreads(1);
    return inOwnFolder(options->folder, [&] {
        ::setenv("TMPDIR", options->folder.c_str(), 1);  // offload folders
        return run(*options, interruption.token());
    });
}
