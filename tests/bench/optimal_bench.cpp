// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the plan of the strategy `optimal` is the best one: random tiny models beside every plan
// that there is (each device, each choice of what the CPU computes, each window), all priced by the
// estimate; a dozen items beside all plans with one run of them on each GPU; beside Accelerate's
// strategies and random maps; larger ones compared with a mixed-integer program's plans.
//
//     optimal_bench [--cases 200] [--seed 1] [--plans 6000] [--maps 200] [--against
//     all|addition|strategies|referee]
#include "tests/bench/optimal_referee.h"
#include "tests/bench/optimal_trials.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <span>
#include <string>
#include <system_error>
#include <vector>

using namespace stowage;
using namespace stowage::bench;

namespace {

struct Options {
    std::uint64_t cases = 200;
    std::uint64_t seed = 1;
    std::uint64_t plans = 6000;
    std::uint64_t maps = 200;  ///< random ones, in addition to the strategies
    std::string against = "all";
};

struct Tally {
    std::uint64_t cases = 0;
    std::uint64_t fitting = 0;
    std::uint64_t proven = 0;
    std::uint64_t failed = 0;
    std::uint64_t plans = 0;
    std::vector<double> milliseconds;
    std::vector<double> gains;

    void take(const OptimalTrial& trial) {
        ++cases;
        fitting += trial.value ? 1 : 0;
        proven += trial.isProven ? 1 : 0;
        plans += trial.plans;
        milliseconds.push_back(trial.seconds * 1e3);
        if (trial.value && trial.strategies) {
            gains.push_back(*trial.strategies / *trial.value);
        }
        if (!trial.failures.empty()) {
            ++failed;
            std::printf("%s\n", trial.what.c_str());
            for (const std::string& failure : trial.failures) {
                std::printf("    %s\n", failure.c_str());
            }
        }
    }
};

double medianOf(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values.empty() ? 0 : values[values.size() / 2];
}

int failedWith(std::uint64_t seed, const Error& error) {
    std::printf("seed %llu: %s\n", static_cast<unsigned long long>(seed),
                error.message.english().c_str());
    return 1;
}

constexpr std::uint64_t kNodes = 5'000;  ///< of one program of the referee's

/// Where the referee's least is the value, nothing is faster.
int againstReferee(const Options& options, const std::string& folder) {
    PythonChild referee = refereeChild();
    if (!referee.isThere()) {
        std::printf("There is no referee: %s.\n", referee.version().c_str());
        return 1;
    }
    Tally tally;
    std::uint64_t equal = 0;
    std::uint64_t unsolved = 0;
    std::vector<double> above;
    for (std::uint64_t seed = options.seed; tally.cases < options.cases; ++seed) {
        const auto trial = tryReferee(seed, folder, referee, kNodes);
        if (!trial) {
            return failedWith(seed, trial.error());
        }
        tally.take(trial->found);
        unsolved += trial->isSolved ? 0 : 1;
        if (trial->found.value && trial->least) {
            above.push_back(*trial->found.value / *trial->least - 1);
            equal += above.back() <= 1e-6 ? 1 : 0;
        }
        std::fflush(stdout);
    }
    std::printf(
        "%llu cases, %s: %llu with a plan that fits, %llu proven, %llu failed; %llu take the "
        "least that the referee allows, the median is %.3f %% above it; %llu programs not solved "
        "to the end; search %.1f ms in the median\n",
        static_cast<unsigned long long>(tally.cases), referee.version().c_str(),
        static_cast<unsigned long long>(tally.fitting),
        static_cast<unsigned long long>(tally.proven),
        static_cast<unsigned long long>(tally.failed), static_cast<unsigned long long>(equal),
        medianOf(above) * 100, static_cast<unsigned long long>(unsolved),
        medianOf(tally.milliseconds));
    return tally.failed == 0 ? 0 : 1;
}

}  // namespace

int main(int count, char** words) {
    Options options;
    const std::span<char*> arguments(words, static_cast<std::size_t>(count));
    for (std::size_t i = 1; i + 1 < arguments.size(); i += 2) {
        const std::string word = arguments[i];
        const char* const value = arguments[i + 1];
        if (word == "--cases") {
            options.cases = std::strtoull(value, nullptr, 10);
        } else if (word == "--seed") {
            options.seed = std::strtoull(value, nullptr, 10);
        } else if (word == "--plans") {
            options.plans = std::strtoull(value, nullptr, 10);
        } else if (word == "--maps") {
            options.maps = std::strtoull(value, nullptr, 10);
        } else if (word == "--against") {
            options.against = value;
        }
    }
    const std::string folder = (std::filesystem::temp_directory_path() /
                                ("stowage-optimal-bench-" + std::to_string(::getpid())))
                                   .string();
    if (options.against == "referee") {
        const int status = againstReferee(options, folder);
        std::error_code failure;
        std::filesystem::remove_all(folder, failure);
        return status;
    }
    Tally tally;
    for (std::uint64_t seed = options.seed; tally.cases < options.cases; ++seed) {
        if (options.against == "strategies") {
            const std::uint64_t turn = seed % 4;
            const auto trial = tryStrategies(seed, folder, options.maps,
                                             turn == 1   ? CaseSize::Dozen
                                             : turn == 2 ? CaseSize::Large
                                             : turn == 3 ? CaseSize::Cluster
                                                         : CaseSize::Small);
            if (!trial) {
                return failedWith(seed, trial.error());
            }
            tally.take(*trial);
            continue;
        }
        const auto trial = options.against == "addition"
                               ? tryByAddition(seed, folder, options.plans)
                               : tryBruteForce(seed, folder, options.plans);
        if (!trial) {
            return failedWith(seed, trial.error());
        }
        if (*trial) {
            tally.take(**trial);
        }
    }
    std::error_code failure;
    std::filesystem::remove_all(folder, failure);
    std::printf(
        "%llu cases, %llu with a plan that fits, %llu proven, %llu failed; %llu plans "
        "compared; search %.1f ms in the median",
        static_cast<unsigned long long>(tally.cases),
        static_cast<unsigned long long>(tally.fitting),
        static_cast<unsigned long long>(tally.proven),
        static_cast<unsigned long long>(tally.failed), static_cast<unsigned long long>(tally.plans),
        medianOf(tally.milliseconds));
    if (!tally.gains.empty()) {
        std::printf("; %.2f times as fast as the best of the others in the median",
                    medianOf(tally.gains));
    }
    std::printf("\n");
    return tally.failed == 0 ? 0 : 1;
}
