// SPDX-License-Identifier: GPL-3.0-or-later
// How quick loads are, beside the raw limit of the same file and beside Python. Machines are shared
// and drift, so raw reads and loads alternate in one run and the median of the ratios of neighbours
// counts. Each row runs in a process of its own, so that none warms another's memory.
//
//     load_bench [MODEL …] [--pairs 5] [--method-pairs 3] [--cache cold|warm|both]
//                [--folder /tmp] [--no-python]
//
// Without MODEL a GPT-2 medium of random weights (1.6 GiB, as .pth and .safetensors) is written to
// the folder and removed at the end. Python is $STOWAGE_BENCH_PYTHON, else python3; without torch
// its rows are skipped.
#include "tests/bench/load_bench.h"

#include "app/cli/interruption.h"
#include "engine/checkpoint/write/sample_checkpoint.h"

#include <stdlib.h>

#include <cstdio>
#include <filesystem>
#include <span>
#include <string>
#include <system_error>

namespace {

using namespace stowage;
using namespace stowage::bench;

/// Goes with everything in it.
class BenchFolder {
public:
    explicit BenchFolder(const std::string& parent) : m_path(parent + "/stowage-bench-XXXXXX") {
        if (::mkdtemp(m_path.data()) == nullptr) {
            m_path.clear();
        }
    }
    ~BenchFolder() {
        std::error_code failure;
        if (!m_path.empty()) {
            std::filesystem::remove_all(m_path, failure);
        }
    }
    BenchFolder(const BenchFolder&) = delete;
    BenchFolder& operator=(const BenchFolder&) = delete;
    [[nodiscard]] const std::string& path() const { return m_path; }

private:
    std::string m_path;
};

int failed(const std::string& sentence) {
    std::fprintf(stderr, "%s\n", sentence.c_str());
    return 4;
}

PageCacheState stateOf(const std::string& name) {
    return name == "warm" ? PageCacheState::Warm : PageCacheState::Cold;
}

std::optional<LoadBenchOptions> parse(std::span<char*> arguments) {
    LoadBenchOptions options;
    std::error_code failure;
    options.folder = std::filesystem::temp_directory_path(failure).string();
    for (std::size_t i = 1; i < arguments.size(); ++i) {
        const std::string word = arguments[i];
        const std::string value = i + 1 < arguments.size() ? arguments[i + 1] : "";
        if (word == "--no-python") {
            options.hasPython = false;
        } else if (word.starts_with("--") && value.empty()) {
            return std::nullopt;
        } else if (word == "--pairs") {
            options.streamedPairs = static_cast<unsigned>(std::max(1, std::atoi(value.c_str())));
            ++i;
        } else if (word == "--method-pairs") {
            options.methodPairs = static_cast<unsigned>(std::max(1, std::atoi(value.c_str())));
            ++i;
        } else if (word == "--cache" && (value == "cold" || value == "warm" || value == "both")) {
            options.states = value == "both" ? options.states : std::vector{stateOf(value)};
            ++i;
        } else if (word == "--folder") {
            options.folder = value;
            ++i;
        } else if (word.starts_with("--")) {
            return std::nullopt;
        } else {
            options.models.push_back(word);
        }
    }
    return options;
}

/// The sample in both formats.
Result<std::vector<std::string>> writeSamples(const std::string& folder,
                                              const std::stop_token& stop) {
    std::vector<std::string> files;
    for (const CheckpointFormat format :
         {CheckpointFormat::TorchZip, CheckpointFormat::Safetensors}) {
        SampleOptions sample;
        sample.folder = folder;
        sample.arch = "raschka-gpt2-medium";
        sample.format = format;
        const auto written = writeSampleCheckpoint(sample, stop);
        if (!written) {
            return written.unexpected();
        }
        files.push_back(written->path);
    }
    return files;
}

int runChild(std::span<char*> arguments, const std::stop_token& stop) {
    const std::string verb = arguments[1];
    constexpr std::size_t kWords = 6;
    if (arguments.size() != kWords) {
        return 2;
    }
    const std::string file = arguments[2];
    const PageCacheState state = stateOf(arguments[3]);
    return verb == "child-streamed"
               ? runStreamedChild(file, state, arguments[4],
                                  static_cast<unsigned>(std::atoi(arguments[5])), stop)
               : runMethodChild(file, state, arguments[4], std::string(arguments[5]) == "gpu",
                                stop);
}

int runBench(LoadBenchOptions options, const std::stop_token& stop) {
    const BenchFolder folder(options.folder);
    if (folder.path().empty()) {
        return failed("No folder can be made in " + options.folder + ".");
    }
    if (options.models.empty()) {
        std::fprintf(stderr, "writing a sample in %s …\n", folder.path().c_str());
        auto samples = writeSamples(folder.path(), stop);
        if (!samples) {
            return failed(samples.error().message);
        }
        options.models = std::move(*samples);
    }
    std::vector<LoadBenchTable> tables;
    for (const std::string& file : options.models) {
        const auto measured = measureFile(options, file, stop);
        if (!measured) {
            return failed(measured.error().message);
        }
        tables.insert(tables.end(), measured->begin(), measured->end());
    }
    const auto headers = measureHeaders(folder.path(), stop);
    if (!headers) {
        return failed(headers.error().message);
    }
    printTargets(tables, *headers);
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    const Interruption interruption;
    const std::span<char*> arguments{argv, static_cast<std::size_t>(argc)};
    if (arguments.size() > 1 && std::string(arguments[1]).starts_with("child-")) {
        return runChild(arguments, interruption.token());
    }
    const auto options = parse(arguments);
    if (!options) {
        std::fprintf(stderr,
                     "usage: load_bench [MODEL …] [--pairs 5] [--method-pairs 3] [--cache "
                     "cold|warm|both] [--folder DIR] [--no-python]\n");
        return 2;
    }
    return runBench(*options, interruption.token());
}
