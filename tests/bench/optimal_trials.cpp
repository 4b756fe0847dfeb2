// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/optimal_trials.h"

#include "engine/base/byte_size.h"
#include "engine/capacity/optimal/optimal_search.h"
#include "engine/capacity/optimal/plan_bound.h"
#include "engine/capacity/optimal/search_items.h"
#include "engine/capacity/optimal/search_model.h"
#include "engine/checkpoint/open/open_checkpoint.h"
#include "engine/device/memory_budget.h"
#include "engine/plan/place/place.h"
#include "engine/plan/plan_basis.h"
#include "engine/plan/strategies/strategies.h"
#include "tests/bench/capacity_trials.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <set>

namespace stowage::bench {
namespace {

constexpr std::uint64_t kRam = 4 * kGiB;
constexpr double kSame = 1e-9;

DeviceInfo randomGpu(CaseRandom& random, std::uint32_t index, std::uint64_t modelBytes) {
    DeviceInfo gpu;
    gpu.id = DeviceId::gpu(index);
    gpu.simulated = true;
    // Little of it, half of it, all of it; the allocator's segments are of 2 and 20 MiB.
    const double share = 0.05 + 1.3 * random.share();
    gpu.capacity = static_cast<std::uint64_t>(static_cast<double>(modelBytes) * share) +
                   random.between(2, 14) * 2 * kMiB;
    gpu.name = random.pick({"GeForce RTX 4090", "GeForce RTX 3060", "Tesla T4"});
    if (random.chance(70)) {
        gpu.linkBytesPerSecond = static_cast<double>(random.between(1, 24)) * 1e9;
    }
    return gpu;
}

std::uint64_t bytesOf(const ModuleTree& tree) {
    return tree.totalBytes();
}

/// One plan's value.
Result<std::optional<double>> valueOf(const OptimalCase& of, const DeviceMap& map, unsigned window,
                                      std::vector<OffloadRule> rules) {
    const auto estimate = estimateOf(of, map, window, std::move(rules));
    STOWAGE_TRY(estimate);
    return valueIn(**estimate, of.request.objective);
}

/// Counts through all digits, each below its own base.
bool countUp(std::vector<std::size_t>& digits, const std::vector<std::size_t>& bases) {
    for (std::size_t i = 0; i < digits.size(); ++i) {
        if (++digits[i] < bases[i]) {
            return true;
        }
        digits[i] = 0;
    }
    return false;
}

/// The configuration with so many layers, whatever its family calls them.
std::string withLayers(const std::string& config, std::uint64_t layers) {
    auto json = nlohmann::ordered_json::parse(config);
    for (const char* const key : {"n_layer", "num_layers", "num_hidden_layers"}) {
        if (json.contains(key)) {
            json[key] = layers;
        }
    }
    return json.dump();
}

}  // namespace

Result<std::shared_ptr<const CapacityEstimate>> estimateOf(const OptimalCase& of,
                                                           const DeviceMap& map, unsigned window,
                                                           std::vector<OffloadRule> rules) {
    PlacementRequest request = of.request;
    request.strategy = Strategy::Manual;
    request.givenMap = map;
    request.prefetchWindow = window;
    request.hooks.offloaded = std::move(rules);
    const auto plan = place(request);
    STOWAGE_TRY(plan);
    EstimateInput input;
    input.plan = *plan;
    input.checkpoint = of.checkpoint;
    input.workload = *of.request.workload;
    return estimateCapacity(input);
}

std::optional<double> valueIn(const CapacityEstimate& estimate, const PlanObjective& objective) {
    const auto& time = estimate.time;
    if (estimate.verdict == Verdict::DoesNotFit || !time) {
        return std::nullopt;
    }
    switch (objective.kind) {
        case Objective::Prefill:
            return time->toFirstToken;
        case Objective::Mix:
            return objective.prefillWeight * time->toFirstToken +
                   objective.decodeWeight.value_or(1) * time->perToken;
        case Objective::Decode:
        case Objective::Context:
        case Objective::Pipeline:
            break;
    }
    return time->perToken;
}

Result<OptimalTrial> findOptimal(const OptimalCase& of) {
    OptimalTrial trial;
    trial.what = of.text;
    const auto begun = std::chrono::steady_clock::now();
    const auto plan = place(of.request);
    STOWAGE_TRY(plan);
    trial.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    const OptimalProof& proof = *(*plan)->optimal;
    trial.value = proof.value;
    trial.bound = proof.bound;
    trial.isProven = proof.isProven();
    const auto again = valueOf(of, (*plan)->map, (*plan)->request.prefetchWindow,
                               (*plan)->request.hooks.offloaded);
    STOWAGE_TRY(again);
    if (proof.value && (!*again || std::abs(**again - *proof.value) > kSame * *proof.value)) {
        trial.failures.push_back("The estimate of its own map says " +
                                 (*again ? std::to_string(**again) : "no") + ", not " +
                                 std::to_string(*proof.value));
    }
    return trial;
}

Result<OptimalCase> optimalCase(std::uint64_t seed, const std::string& folder, CaseSize size) {
    CaseRandom random(seed);
    RandomModel model = randomModel(random);
    while (model.config.empty()) {
        model = randomModel(random);
    }
    const bool isLarge = size == CaseSize::Large;
    const bool isCluster = size == CaseSize::Cluster;
    if (size != CaseSize::Small && !isCluster) {
        model.config =
            withLayers(model.config, isLarge ? random.between(6, 52) : random.between(4, 9));
    }
    if (model.config.find("dtype\"") == std::string::npos) {
        model.config.insert(model.config.find('{') + 1, R"("torch_dtype": "float32", )");
    }
    OptimalCase result;
    result.config = model.config;
    const std::filesystem::path path = std::filesystem::path(folder) / std::to_string(seed);
    std::filesystem::create_directories(path);
    std::ofstream(path / "config.json") << model.config;
    const auto checkpoint = openCheckpoint((path / "config.json").string());
    STOWAGE_TRY(checkpoint);
    result.checkpoint = *checkpoint;
    PlacementRequest& request = result.request;
    request.tree = (*checkpoint)->describedTree;
    const std::uint64_t bytes = bytesOf(*request.tree);
    const auto gpus = static_cast<std::uint32_t>(isLarge     ? random.between(1, 3)
                                                 : isCluster ? 2
                                                             : 1 + (random.chance(60) ? 0 : 1));
    for (std::uint32_t gpu = 0; gpu < gpus; ++gpu) {
        request.devices.push_back(randomGpu(random, gpu, isLarge ? bytes / gpus : bytes));
    }
    if (isCluster) {
        request.devices.back().machine = "b";
        request.machineLinks = {{"", "b", 1e8, random.chance(50) ? 1e-6 : 2e-4}};
    }
    DeviceInfo cpu;
    cpu.id = DeviceId::cpu();
    cpu.name = "CPU";
    cpu.capacity = random.chance(70) ? kRam : bytes / 2 + 8 * kMiB;
    request.devices.push_back(cpu);
    if (gpus == 1 || (gpus < 3 && random.chance(20))) {
        DeviceInfo disk;
        disk.id = DeviceId::disk();
        disk.name = "Disk";
        disk.capacity = 64 * kGiB;
        request.devices.push_back(disk);
    }
    request.budgets = defaultBudgets(request.devices, static_cast<double>(*cpu.capacity));
    Workload work;
    work.prompt = random.between(8, 96);
    work.generate = model.isGenerative ? random.between(2, 24) : 0;
    work.batch = model.takesBatches ? random.between(1, 4) : 1;
    work.engine = random.chance(50) ? "transformers" : kOwnEngine;
    request.workload = work;
    request.strategy = Strategy::Optimal;
    request.search = makePlacementSearch(*checkpoint, nullptr);
    request.objective.kind =
        random.pick({Objective::Decode, Objective::Decode, Objective::Prefill, Objective::Mix});
    if (!model.isGenerative) {
        request.objective.kind = Objective::Prefill;  // no token follows whose time could count
    }
    request.objective.decodeWeight = static_cast<double>(random.between(1, 100));
    const auto facts = factsFor(request, nullptr);
    const SearchItems items = SearchItems::of(request, *facts);
    if (random.chance(30)) {
        const SearchItem& item = items.items[random.below(items.items.size())];
        const DeviceInfo& device = request.devices[random.below(request.devices.size())];
        request.constraints.pins = {{item.whole.paths.front(), device.id}};
    }
    result.items = items.items.size();
    result.text = "seed " + std::to_string(seed) + ": " + model.family + ", " +
                  std::to_string(result.items) + " items, " + std::to_string(gpus) + " GPUs, " +
                  std::string(objectiveName(request.objective.kind)) + ", " + work.engine +
                  (request.constraints.pins.empty() ? "" : ", pinned");
    return result;
}

namespace {

/// By item, wherever its pin lets it lie.
std::vector<std::vector<ItemChoice>> allChoices(const OptimalCase& of, const SearchItems& items) {
    std::vector<std::vector<ItemChoice>> choices;
    for (const SearchItem& item : items.items) {
        std::vector<ItemChoice> own;
        for (const DeviceInfo& device : of.request.devices) {
            if (!item.pinnedTo || *item.pinnedTo == device.id) {
                own.push_back({device.id});
                if (!device.id.isGpu()) {
                    own.push_back({device.id, true});
                }
            }
        }
        choices.push_back(std::move(own));
    }
    return choices;
}

double productOf(const std::vector<std::vector<ItemChoice>>& choices) {
    double plans = static_cast<double>(choices.size());  // windows
    for (const auto& own : choices) {
        plans *= static_cast<double>(own.size());
    }
    return plans;
}

}  // namespace

Result<double> countPlans(std::uint64_t seed, const std::string& folder, CaseSize size) {
    const auto made = optimalCase(seed, folder, size);
    STOWAGE_TRY(made);
    return productOf(
        allChoices(*made, SearchItems::of(made->request, *factsFor(made->request, nullptr))));
}

Result<std::optional<OptimalTrial>> tryBruteForce(std::uint64_t seed, const std::string& folder,
                                                  std::uint64_t mostPlans, CaseSize size) {
    const auto made = optimalCase(seed, folder, size);
    STOWAGE_TRY(made);
    const OptimalCase& of = *made;
    const auto facts = factsFor(of.request, nullptr);
    const SearchItems items = SearchItems::of(of.request, *facts);
    const std::vector<std::vector<ItemChoice>> choices = allChoices(of, items);
    const auto stages = static_cast<unsigned>(items.items.size());
    if (productOf(choices) > static_cast<double>(mostPlans)) {
        return std::optional<OptimalTrial>();
    }
    auto found = findOptimal(of);
    STOWAGE_TRY(found);
    OptimalTrial& trial = *found;
    std::vector<std::size_t> digits(choices.size());
    std::vector<std::size_t> bases;
    for (const auto& own : choices) {
        bases.push_back(own.size());
    }
    std::string best;
    do {
        std::vector<ItemChoice> plan;
        bool travels = false;
        bool hasGpu = false;
        for (std::size_t i = 0; i < digits.size(); ++i) {
            plan.push_back(choices[i][digits[i]]);
            travels = travels || !plan.back().place.isGpu();
            hasGpu = hasGpu || plan.back().place.isGpu();
        }
        const DeviceMap map = mapOf(of.request, items, plan);
        for (unsigned window = 0; window < (travels ? stages : 1); ++window) {
            const auto value = valueOf(of, map, window, rulesOf(items, plan));
            STOWAGE_TRY(value);
            ++trial.plans;
            if (*value && (!trial.bruteForce || **value < *trial.bruteForce)) {
                trial.bruteForce = **value;
                best = "window " + std::to_string(window) + ":";
                for (const ItemChoice& choice : plan) {
                    best += " " + deviceName(choice.place) + (choice.isComputed ? "*" : "");
                }
            }
        }
    } while (countUp(digits, bases));
    if (trial.bruteForce.has_value() != trial.value.has_value()) {
        trial.failures.push_back(trial.value ? "It fits, and no plan does"
                                             : "A plan fits: " + best);
    } else if (trial.value && *trial.value > *trial.bruteForce * (1 + kSame)) {
        trial.failures.push_back("It takes " + std::to_string(*trial.value * 1e6) + " µs, " + best +
                                 " " + std::to_string(*trial.bruteForce * 1e6) + " µs");
    }
    if (trial.value && trial.bound > *trial.bruteForce * (1 + kSame)) {
        trial.failures.push_back("The bound is " + std::to_string(trial.bound * 1e6) + " µs, and " +
                                 best + " takes " + std::to_string(*trial.bruteForce * 1e6));
    }
    return std::optional(std::move(trial));
}

namespace {

/// Goes through all plans of one set of GPUs in which each GPU has one run of items.
class RunsOfGpus {
public:
    RunsOfGpus(const OptimalCase& of, const SearchModel& model, const GpuSet& set,
               OptimalTrial& trial)
        : m_of(of), m_model(model), m_set(set), m_trial(trial), m_layout{set.main, {}} {}

    Result<void> run() { return descend(0); }

private:
    Result<void> descend(std::size_t item) {
        if (item == m_model.items.items.size()) {
            return judge();
        }
        for (const ItemChoice& choice : m_model.choicesOf(item, m_set)) {
            if (choice.part != ItemPart::Whole || isLeftBefore(choice.place)) {
                continue;
            }
            m_layout.choices.push_back(choice);
            STOWAGE_TRY(descend(item + 1));
            m_layout.choices.pop_back();
        }
        return {};
    }

    /// Whether a GPU had a run before the last GPU's.
    [[nodiscard]] bool isLeftBefore(DeviceId gpu) const {
        const auto isOnGpu = [](const ItemChoice& choice) { return choice.place.isGpu(); };
        const auto& choices = m_layout.choices;
        const auto last = std::find_if(choices.rbegin(), choices.rend(), isOnGpu);
        return gpu.isGpu() && last != choices.rend() && last->place != gpu &&
               std::ranges::find(choices, gpu, &ItemChoice::place) != choices.end();
    }

    Result<void> judge() {
        for (const unsigned window : m_model.windowsOf(m_layout)) {
            ++m_trial.plans;
            if (!m_model.holds(m_layout, window, ItemMemory::Sum::Least)) {
                break;
            }
            const double seconds = m_model.seconds(m_layout, window);
            if (m_trial.value && seconds >= *m_trial.value * (1 - kSame)) {
                continue;
            }
            const auto value = valueOf(m_of, mapOf(m_of.request, m_model.items, m_layout.choices),
                                       window, rulesOf(m_model.items, m_layout.choices));
            STOWAGE_TRY(value);
            if (*value && (!m_trial.bruteForce || **value < *m_trial.bruteForce)) {
                m_trial.bruteForce = *value;
            }
        }
        return {};
    }

    const OptimalCase& m_of;
    const SearchModel& m_model;
    const GpuSet& m_set;
    OptimalTrial& m_trial;
    SearchLayout m_layout;
};

}  // namespace

Result<std::optional<OptimalTrial>> tryByAddition(std::uint64_t seed, const std::string& folder,
                                                  std::uint64_t mostPlans) {
    const auto made = optimalCase(seed, folder, CaseSize::Dozen);
    STOWAGE_TRY(made);
    const OptimalCase& of = *made;
    const auto facts = factsFor(of.request, nullptr);
    if (of.items > 12 || productOf(allChoices(of, SearchItems::of(of.request, *facts))) >
                             static_cast<double>(mostPlans)) {
        return std::optional<OptimalTrial>();
    }
    auto found = findOptimal(of);
    STOWAGE_TRY(found);
    EstimateInput input;
    input.checkpoint = of.checkpoint;
    input.workload = *of.request.workload;
    const auto model = SearchModel::make(of.request, *facts, input, {});
    STOWAGE_TRY(model);
    double bound = std::numeric_limits<double>::infinity();
    for (const GpuSet& set : (*model)->sets) {
        STOWAGE_TRY(RunsOfGpus(of, **model, set, *found).run());
        if (const auto ofSet = lowerBound(**model, set)) {
            bound = std::min(bound, ofSet->seconds);
        }
    }
    if (found->bruteForce && bound > *found->bruteForce * (1 + kSame)) {
        found->failures.push_back(
            "A plan takes " + std::to_string(*found->bruteForce * 1e6) +
            " µs, which none can by the bound: " + std::to_string(bound * 1e6));
    }
    if (found->bruteForce && (!found->value || *found->value > *found->bruteForce * (1 + kSame))) {
        found->failures.push_back("A plan takes " + std::to_string(*found->bruteForce * 1e6) +
                                  " µs, it " +
                                  (found->value ? std::to_string(*found->value * 1e6) : "nothing"));
    }
    return std::optional(std::move(*found));
}

Result<OptimalTrial> tryStrategies(std::uint64_t seed, const std::string& folder,
                                   std::uint64_t randomMaps, CaseSize size) {
    const auto made = optimalCase(seed, folder, size);
    STOWAGE_TRY(made);
    auto found = findOptimal(*made);
    STOWAGE_TRY(found);
    OptimalTrial& trial = *found;
    const auto compare = [&](const DeviceMap& map, unsigned window,
                             std::vector<OffloadRule> rules) -> Result<void> {
        const auto value = valueOf(*made, map, window, std::move(rules));
        STOWAGE_TRY(value);
        ++trial.plans;
        if (*value && (!trial.strategies || **value < *trial.strategies)) {
            trial.strategies = **value;
        }
        return {};
    };
    for (const StrategyRow& row : accelerateStrategies()) {
        PlacementRequest request = made->request;
        request.strategy = row.strategy;
        const auto plan = place(request);
        if (!plan || (*plan)->accelerateError) {
            continue;
        }
        STOWAGE_TRY(compare((*plan)->map, request.prefetchWindow, {}));
    }
    const SearchItems items = SearchItems::of(made->request, *factsFor(made->request, nullptr));
    const std::vector<std::vector<ItemChoice>> choices = allChoices(*made, items);
    CaseRandom random(seed ^ 0x9e3779b97f4a7c15);
    for (std::uint64_t map = 0; map < randomMaps; ++map) {
        const auto changes = static_cast<unsigned>(map % 2 == 0 ? 100 : random.between(1, 30));
        std::vector<ItemChoice> plan;
        for (const auto& own : choices) {
            const bool isChanged = plan.empty() || random.chance(changes) ||
                                   std::ranges::find(own, plan.back()) == own.end();
            const ItemChoice next = isChanged ? own[random.below(own.size())] : plan.back();
            plan.push_back(next);
        }
        STOWAGE_TRY(compare(mapOf(made->request, items, plan),
                            static_cast<unsigned>(random.below(4)), rulesOf(items, plan)));
    }
    if (trial.strategies && (!trial.value || *trial.value > *trial.strategies * (1 + kSame))) {
        trial.failures.push_back("Another plan takes " + std::to_string(*trial.strategies * 1e6) +
                                 " µs, it " +
                                 (trial.value ? std::to_string(*trial.value * 1e6) : "nothing"));
    }
    return std::move(trial);
}

}  // namespace stowage::bench
