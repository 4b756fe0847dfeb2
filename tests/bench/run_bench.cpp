// SPDX-License-Identifier: GPL-3.0-or-later
// How long a forward pass of an offloaded model takes: with prefetch, without, and in Accelerate's
// hooks on the same weights, tokens, threads and state of the page cache. Machines are shared and
// drift, so everything takes turns in one run, and medians of neighbours' ratios count.
//
//     run_bench [--tokens 128] [--short-tokens 1] [--repeats 3] [--threads CORES-1] [--folder /tmp]
//     [--no-python]
//               [--quick] [--only TEXT]
//
// A GPT-2 medium of random weights is written to the folder and removed at the end, with both
// sides' offload folders (4.5 GB in all). Python is $STOWAGE_BENCH_PYTHON or $STOWAGE_PYTHON, else
// python3; without accelerate and transformers its columns say so. To have it multiply with the
// library that we do, it is Debian's torch: `./dev bench run` makes such an environment.
#include "tests/bench/run_bench.h"

#include "app/cli/interruption.h"
#include "engine/checkpoint/write/sample_checkpoint.h"
#include "tests/bench/bench_folder.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <span>
#include <string>
#include <system_error>
#include <thread>

namespace {

using namespace stowage;
using namespace stowage::bench;

std::optional<RunBenchOptions> parse(std::span<char*> arguments) {
    RunBenchOptions options;
    std::error_code failure;
    options.folder = std::filesystem::temp_directory_path(failure).string();
    options.threads = std::max(std::thread::hardware_concurrency(), 2U) - 1;
    options.repeats = 3;
    for (std::size_t i = 1; i < arguments.size(); ++i) {
        const std::string word = arguments[i];
        if (word == "--no-python") {
            options.hasPython = false;
            continue;
        }
        if (word == "--quick") {
            options.repeats = 1;
            options.isQuick = true;
            continue;
        }
        if (i + 1 == arguments.size()) {
            return std::nullopt;
        }
        const std::string value = arguments[++i];
        const int count = std::max(1, std::atoi(value.c_str()));
        if (word == "--folder") {
            options.folder = value;
        } else if (word == "--only") {
            options.only = value;
        } else if (word == "--repeats") {
            options.repeats = static_cast<unsigned>(count);
        } else if (word == "--threads") {
            options.threads = static_cast<unsigned>(count);
        } else if (word == "--short-tokens") {
            options.shortPrompt = std::min(count, 1024);
        } else if (word == "--tokens") {
            options.longPrompt = std::min(count, 1024);
        } else {
            return std::nullopt;
        }
    }
    return options;
}

int failed(const std::string& sentence) {
    std::fprintf(stderr, "%s\n", sentence.c_str());
    return 4;
}

int run(const RunBenchOptions& options, const std::stop_token& stop) {
    SampleOptions sample;
    sample.folder = options.folder + "/model";
    sample.arch = "gpt2-medium";
    sample.init = SampleInit::Perturbed;
    const auto written = writeSampleCheckpoint(sample, stop);
    if (!written) {
        return failed(written.error().message);
    }
    const auto rows = measureRuns(options, sample.folder, stop);
    if (!rows) {
        return failed(rows.error().message);
    }
    printRuns(options, *rows);
    printRunAims(*rows);
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    const Interruption interruption;
    auto options = parse({argv, static_cast<std::size_t>(argc)});
    if (!options) {
        std::fprintf(stderr,
                     "usage: run_bench [--tokens 128] [--short-tokens 1] [--repeats 3] [--threads "
                     "N] [--folder DIR] "
                     "[--no-python] [--quick] [--only TEXT]\n");
        return 2;
    }
    setLibraryThreads(options->threads);
    return inOwnFolder(options->folder, [&] { return run(*options, interruption.token()); });
}
