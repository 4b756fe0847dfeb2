// SPDX-License-Identifier: GPL-3.0-or-later
// CPU time that the planner takes for very large models, on its one thread: from a built tree to
// the cleaned map (balanced budgets, the loop, folding), and from an edit by hand to the checked
// plan. Beside it what the reference needs for the same trees, where a Python with accelerate is
// found: STOWAGE_REFERENCE_PYTHON, else python3.
//
// Then the strategy `optimal` for every preset's shape with 200 blocks on eight GPUs: its CPU time,
// and what it proves.
//
//     placement_bench [--rounds 15] [--no-reference] [--presets FILE] [--each]
#include "tests/bench/optimal_presets.h"
#include "tests/bench/placement_models.h"

#include "engine/base/byte_size.h"
#include "engine/plan/accelerate/infer_device_map.h"
#include "engine/plan/edit/plan_edit.h"
#include "engine/plan/place/place.h"

#include <malloc.h>
#include <time.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace {

using namespace stowage;
using Json = nlohmann::ordered_json;
using bench::BenchModel;

struct Settings {
    unsigned rounds = 15;
    bool wantsReference = true;
    bool wantsEach = false;  ///< every preset a line
    std::string presets = STOWAGE_PRESETS;
};

/// CPU time of this thread, so that other programs on a shared machine enter less.
double now() {
    timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
}

double medianMilliseconds(unsigned rounds, const std::function<void(unsigned)>& work) {
    std::vector<double> times;
    for (unsigned round = 0; round < rounds; ++round) {
        const double begin = now();
        work(round);
        times.push_back(now() - begin);
    }
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

[[noreturn]] void giveUp(const std::string& sentence) {
    std::fprintf(stderr, "%s\n", sentence.c_str());
    std::exit(1);
}

struct Planned {
    AccelerateMap map;
    std::size_t splits = 0;
};

/// What Accelerate calls get_balanced_memory, infer_auto_device_map and clean_device_map.
Planned planOnce(const BenchModel& model) {
    const AccelerateModel facts(*model.tree, {}, model.noSplit);
    AccelerateNotes notes;
    BalanceOptions balance;
    balance.noSplit = model.noSplit;
    auto budgets = balancedMemory(*model.tree, facts.sizes(), model.budgets,
                                  PlannerRules::Accelerate, balance, notes);
    if (failureOf(budgets) != nullptr) {
        giveUp("The budgets could not be balanced: " + failureOf(budgets)->message);
    }
    auto inferred = inferDeviceMap(facts, std::get<MaxMemory>(budgets), {}, notes);
    if (failureOf(inferred) != nullptr) {
        giveUp("The model could not be placed: " + failureOf(inferred)->message);
    }
    InferResult& result = std::get<InferResult>(inferred);
    const auto& steps = result.trace.steps;
    const auto isSplit = [](const InferStep& step) { return step.kind == InferStep::Kind::Split; };
    return {std::move(result.map),
            static_cast<std::size_t>(std::count_if(steps.begin(), steps.end(), isSplit))};
}

/// The reference's answer about one model; nothing where it is not installed.
struct ReferenceAnswer {
    double milliseconds = 0;
    Json map;
};
std::optional<ReferenceAnswer> askReference(const BenchModel& model) {
    const char* const named = std::getenv("STOWAGE_REFERENCE_PYTHON");
    const std::string python = named != nullptr ? named : "python3";
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / ("stowage-bench-" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "model.json") << bench::describe(model);
    const std::string command = python + " " STOWAGE_BENCH_SOURCE_DIR "/reference_placement.py '" +
                                folder.string() + "/model.json' > '" + folder.string() +
                                "/answer.json' 2> '" + folder.string() + "/errors.txt'";
    const int status = std::system(command.c_str());
    std::optional<ReferenceAnswer> answer;
    if (status == 0) {
        std::ifstream file(folder / "answer.json");
        const Json json = Json::parse(file, nullptr, false);
        if (json.is_object()) {
            answer = ReferenceAnswer{json["milliseconds"].get<double>(), json["device_map"]};
        }
    }
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
    return answer;
}

bool sameMap(const AccelerateMap& map, const Json& other) {
    if (map.size() != other.size()) {
        return false;
    }
    return std::all_of(map.begin(), map.end(), [&other](const auto& entry) {
        const auto& [path, key] = entry;
        return other.contains(path) &&
               (key.isIndex() ? other[path] == Json(key.index) : other[path] == Json(key.text()));
    });
}

std::string milliseconds(double value) {
    char text[32];
    std::snprintf(text, sizeof text, value < 100 ? "%.1f" : "%.0f", value);
    return text;
}

struct Row {
    std::string name;
    std::size_t modules = 0;
    double measured = 0;
    double target = 0;
    std::string reference = "–";
};

void print(const Row& row) {
    std::printf("%-34s %9zu %9s ms %7s ms  %-5s %s\n", row.name.c_str(), row.modules,
                milliseconds(row.measured).c_str(), milliseconds(row.target).c_str(),
                row.measured <= row.target ? "ok" : "MISS", row.reference.c_str());
    std::fflush(stdout);
}

/// `small`: what the reference is asked instead, where the model itself would take it minutes.
std::string referenceText(const BenchModel& model, const Planned& planned,
                          const BenchModel* small) {
    const BenchModel& asked = small != nullptr ? *small : model;
    const auto answer = askReference(asked);
    if (!answer) {
        return "not installed";
    }
    const bool isSame = sameMap(small != nullptr ? planOnce(*small).map : planned.map, answer->map);
    std::string text = milliseconds(answer->milliseconds) + " ms";
    if (small != nullptr) {
        text += " for " + std::to_string(small->tree->nodes().size() - 1) + " leaves (";
        text += milliseconds(medianMilliseconds(5, [small](unsigned) { (void)planOnce(*small); }));
        text += " ms here); it grows with their square";
    }
    return text + (isSame ? ", same map" : ", ANOTHER MAP");
}

bool benchPlanning(const Settings& settings, const std::string& name, const BenchModel& model,
                   double target, const BenchModel* small) {
    const Planned planned = planOnce(model);
    Row row{name, model.tree->nodes().size() - 1};
    row.target = target;
    row.measured = medianMilliseconds(settings.rounds, [&](unsigned) { (void)planOnce(model); });
    if (settings.wantsReference) {
        row.reference = referenceText(model, planned, small);
    }
    print(row);
    const PlacementRequest request = bench::requestFor(model);
    const double whole =
        medianMilliseconds(settings.rounds, [&](unsigned) { (void)place(request); });
    std::printf("    %zu keys, %zu splits; place() with figures and checks %s ms\n",
                planned.map.size(), planned.splits, milliseconds(whole).c_str());
    return row.measured <= target;
}

/// Bytes that are allocated now; pages that earlier cases left free do not count.
std::size_t allocatedBytes() {
    const auto info = ::mallinfo2();
    return info.uordblks + info.hblkhd;
}

bool benchEdits(const BenchModel& model) {
    constexpr unsigned kEdits = 500;
    auto first = place(bench::requestFor(model));
    if (!first) {
        giveUp(first.error().message);
    }
    std::vector<std::shared_ptr<const PlacementPlan>> plans{*first};
    const std::size_t before = allocatedBytes();
    Row row{"edit of one block, checked", model.tree->nodes().size() - 1};
    constexpr double kTargetMilliseconds = 5;
    row.target = kTargetMilliseconds;
    row.measured = medianMilliseconds(kEdits, [&](unsigned round) {
        const std::string block = model.blocks[(round * 37U) % model.blocks.size()];
        const DeviceId device = round % 3 == 0 ? DeviceId::cpu() : DeviceId::gpu(round % 8);
        auto next = applyEdit(*plans.back(), MoveEdit{{block}, device});
        if (!next) {
            giveUp(next.error().message);
        }
        plans.push_back(*next);
    });
    print(row);
    const std::size_t grown = allocatedBytes() - before;
    constexpr std::size_t kMostBytes = 100 * kMiB;
    std::printf("    %u edits, all plans kept for undo: %s more memory (%s)\n", kEdits,
                formatSize(static_cast<double>(grown)).c_str(),
                grown <= kMostBytes ? "ok, at most 100 MiB" : "MISS, more than 100 MiB");
    return row.measured <= row.target && grown <= kMostBytes;
}

/// Proven in under 100 ms, in the median.
bool benchOptimal(const Settings& settings, const char* what, double share) {
    constexpr double kTargetMilliseconds = 100;
    std::vector<bench::PresetSearch> searches = bench::searchPresets(settings.presets, share, now);
    if (searches.empty()) {
        giveUp("There are no presets in " + settings.presets);
    }
    std::ranges::sort(searches, {}, &bench::PresetSearch::milliseconds);
    const double median = searches[searches.size() / 2].milliseconds;
    std::vector<double> gaps;
    for (const bench::PresetSearch& search : searches) {
        gaps.push_back(search.gap);
        if (settings.wantsEach) {
            std::printf("    %-24s %8.1f ms  %s, gap %.3f %%\n", search.name.c_str(),
                        search.milliseconds,
                        search.isProven  ? "proven"
                        : search.isFound ? "found"
                                         : "no plan",
                        100 * search.gap);
        }
    }
    std::ranges::sort(gaps);
    const auto proven = std::ranges::count(searches, true, &bench::PresetSearch::isProven);
    const double middleGap = gaps[gaps.size() / 2];
    const bool isOk = median <= kTargetMilliseconds && middleGap < 1e-9;
    std::printf(
        "optimal, 200 blocks on 8 GPUs, %s: %zu presets, median %.1f ms (target %.0f), "
        "slowest %.1f ms; %zu proven, median gap %.3f %%, largest %.2f %%  %s\n",
        what, searches.size(), median, kTargetMilliseconds, searches.back().milliseconds,
        static_cast<std::size_t>(proven), 100 * middleGap, 100 * gaps.back(), isOk ? "ok" : "MISS");
    return isOk;
}

Settings parse(std::span<char*> arguments) {
    Settings settings;
    for (std::size_t i = 1; i < arguments.size(); ++i) {
        const std::string option = arguments[i];
        if (option == "--no-reference") {
            settings.wantsReference = false;
        } else if (option == "--each") {
            settings.wantsEach = true;
        } else if (option == "--presets" && i + 1 < arguments.size()) {
            settings.presets = arguments[++i];
        } else if (option == "--rounds" && i + 1 < arguments.size()) {
            settings.rounds = std::max(1U, static_cast<unsigned>(std::stoul(arguments[++i])));
        }
    }
    return settings;
}

}  // namespace

int main(int argc, char** argv) {
    const Settings settings = parse({argv, static_cast<std::size_t>(argc)});
    std::printf("%-34s %9s %12s %10s  %-5s %s\n", "case", "modules", "time", "target", "",
                "the reference");
    bool ok = true;
    {
        const BenchModel blocks = bench::modelOfBlocks();
        ok = benchPlanning(settings, "100,000 modules in blocks", blocks, 40, nullptr) && ok;
        ok = benchEdits(blocks) && ok;
    }
    ok = benchPlanning(settings, "100,000 modules, deep splitting", bench::deepModel(), 50,
                       nullptr) &&
         ok;
    const BenchModel few = bench::flatModel(5000);
    ok = benchPlanning(settings, "50,000 flat leaves", bench::flatModel(50000), 70, &few) && ok;
    ok = benchOptimal(settings, "which hold all", 1.25) && ok;
    ok = benchOptimal(settings, "which hold 3 of 4", 0.75) && ok;
    return ok ? 0 : 1;
}
