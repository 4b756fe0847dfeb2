// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/optimal_referee.h"

#include "engine/base/byte_size.h"
#include "engine/capacity/optimal/search_model.h"
#include "engine/plan/plan_basis.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <map>
#include <utility>
#include <vector>

namespace stowage::bench {
namespace {

using Json = nlohmann::ordered_json;
using Part = PlanClock::Part;

constexpr int kRounds = 5;
/// By which the solver may be off.
constexpr double kSolved = 1e-6;
constexpr double kMicroseconds = 1e6;
constexpr double kMebibytes = 1.0 / static_cast<double>(kMiB);

/// Variables from 0, and rows of factors between two numbers.
class Program {
public:
    using Terms = std::vector<std::pair<std::size_t, double>>;

    std::size_t add(double cost, bool isIntegral, std::optional<double> upper) {
        m_cost.push_back(cost);
        m_integral.push_back(isIntegral ? 1 : 0);
        m_upper.push_back(upper ? Json(*upper) : Json());
        return m_cost.size() - 1;
    }
    void between(std::optional<double> least, const Terms& terms, std::optional<double> most) {
        Json columns = Json::array();
        Json factors = Json::array();
        for (const auto& [column, factor] : terms) {
            if (factor != 0) {
                columns.push_back(column);
                factors.push_back(factor);
            }
        }
        m_rows.push_back(
            {columns, factors, least ? Json(*least) : Json(), most ? Json(*most) : Json()});
    }
    [[nodiscard]] std::string line(std::uint64_t nodes) const {
        return Json{{"cost", m_cost},
                    {"integral", m_integral},
                    {"upper", m_upper},
                    {"nodes", nodes},
                    {"rows", m_rows}}
            .dump();
    }

private:
    Json m_cost = Json::array();
    Json m_integral = Json::array();
    Json m_upper = Json::array();
    Json m_rows = Json::array();
};

/// The program of one set of GPUs.
class SetProgram {
public:
    /// `less`: bytes of room that plans took beyond the sum.
    SetProgram(const SearchModel& model, const GpuSet& set, const std::map<DeviceId, double>& less)
        : m_model(model), m_set(set), m_less(less) {
        m_window = m_program.add(0, true, 1);
        m_inFlight = m_program.add(0, false, std::nullopt);
        for (std::size_t item = 0; item < model.items.items.size(); ++item) {
            m_choices.push_back(model.choicesOf(item, set));
            Program::Terms one;
            std::vector<std::size_t> own;
            for (std::size_t i = 0; i < m_choices.back().size(); ++i) {
                own.push_back(m_program.add(0, true, 1));
                one.emplace_back(own.back(), 1);
            }
            m_columns.push_back(std::move(own));
            m_program.between(1, one, 1);
        }
        for (const Part part : kClockParts) {
            if (timeWeight(model.objective, part) > 0) {
                addTime(part);
            }
        }
        addTravelling();
        for (const DeviceInfo& device : model.request.devices) {
            addRoom(device.id);
        }
    }

    [[nodiscard]] std::string line(std::uint64_t nodes) const { return m_program.line(nodes); }

    [[nodiscard]] SearchLayout layoutOf(const Json& values) const {
        SearchLayout layout{m_set.main, {}};
        for (std::size_t item = 0; item < m_columns.size(); ++item) {
            for (std::size_t i = 0; i < m_columns[item].size(); ++i) {
                if (values[m_columns[item][i]].get<double>() > 0.5) {
                    layout.choices.push_back(m_choices[item][i]);
                    break;
                }
            }
        }
        return layout;
    }

private:
    [[nodiscard]] DeviceId runsOn(const ItemChoice& choice) const {
        const bool isParted = choice.part != ItemPart::Whole && choice.part != ItemPart::Attention;
        return isParted               ? choice.home
               : choice.place.isGpu() ? choice.place
               : choice.isComputed    ? DeviceId::cpu()
                                      : m_set.main;
    }

    /// One thing computes and one carries: the time is no less than what each has to do; module by
    /// module no less than both.
    void addTime(Part part) {
        const std::size_t time =
            m_program.add(timeWeight(m_model.objective, part), false, std::nullopt);
        Program::Terms computing{{time, -1}};
        Program::Terms carrying{{time, -1}};
        double most = 0;
        for (std::size_t item = 0; item < m_columns.size(); ++item) {
            double slowest = 0;
            for (std::size_t i = 0; i < m_columns[item].size(); ++i) {
                const auto share = m_model.times.share(part, item, m_choices[item][i], m_set.main);
                const double compute = (share.compute + share.onDemand) * kMicroseconds;
                computing.emplace_back(m_columns[item][i], compute);
                carrying.emplace_back(m_columns[item][i], share.ahead * kMicroseconds);
                slowest = std::max(slowest, compute + share.ahead * kMicroseconds);
            }
            most += slowest;
        }
        addHops(part, computing);
        m_program.between({}, computing, 0);
        m_program.between({}, carrying, 0);
        Program::Terms both = computing;
        both.insert(both.end(), carrying.begin() + 1, carrying.end());
        both.emplace_back(m_window, -2 * most);
        m_program.between({}, both, 0);
    }

    /// From each stage to the next, from one device to another: as flows, which are whole where
    /// the choices are.
    void addHops(Part part, Program::Terms& computing) {
        const auto& stages = m_model.times.stages(part);
        std::vector<DeviceId> devices = m_set.gpus;
        devices.push_back(DeviceId::cpu());
        for (std::size_t stage = 1; stage < stages.size(); ++stage) {
            if (stages[stage].empty() || stages[stage - 1].empty()) {
                continue;
            }
            const std::size_t before = stages[stage - 1].back();
            const std::size_t after = stages[stage].front();
            std::vector<std::vector<std::size_t>> flows;
            for (std::size_t a = 0; a < devices.size(); ++a) {
                flows.emplace_back();
                for (std::size_t b = 0; b < devices.size(); ++b) {
                    flows.back().push_back(m_program.add(0, false, 1));
                    computing.emplace_back(
                        flows[a][b],
                        m_model.times.hop(part, stage, devices[a], devices[b]) * kMicroseconds);
                }
            }
            for (std::size_t a = 0; a < devices.size(); ++a) {
                Program::Terms leaving = runningOn(before, devices[a], -1);
                Program::Terms coming = runningOn(after, devices[a], -1);
                for (std::size_t b = 0; b < devices.size(); ++b) {
                    leaving.emplace_back(flows[a][b], 1);
                    coming.emplace_back(flows[b][a], 1);
                }
                m_program.between(0, leaving, 0);
                m_program.between(0, coming, 0);
            }
        }
    }

    [[nodiscard]] Program::Terms runningOn(std::size_t item, DeviceId device, double factor) const {
        Program::Terms terms;
        for (std::size_t i = 0; i < m_columns[item].size(); ++i) {
            if (runsOn(m_choices[item][i]) == device) {
                terms.emplace_back(m_columns[item][i], factor);
            }
        }
        return terms;
    }

    /// The largest of what travels comes while another stage runs, but for module by module.
    void addTravelling() {
        for (std::size_t item = 0; item < m_columns.size(); ++item) {
            Program::Terms terms{{m_inFlight, -1}, {m_window, 0}};
            double most = 0;
            for (std::size_t i = 0; i < m_columns[item].size(); ++i) {
                const double bytes = m_model.travelling(item, m_choices[item][i]) * kMebibytes;
                terms.emplace_back(m_columns[item][i], bytes);
                most = std::max(most, bytes);
            }
            if (most > 0 && m_model.memory.isLayer(item)) {
                terms[1].second = most;
                m_program.between({}, terms, most);
            }
        }
    }

    /// As ItemMemory adds a need up: weights and caches, and the work of one layer where one runs.
    void addRoom(DeviceId device) {
        const ItemMemory& memory = m_model.memory;
        double room = memory.room(device);
        if (std::isinf(room)) {
            return;
        }
        const auto less = m_less.find(device);
        room -= less == m_less.end() ? 0 : less->second;
        room -= memory.need(device, memory.start(device), 0);
        const std::size_t runs = m_program.add(0, true, 1);
        std::array<Program::Terms, 2> needs;
        Program::Terms running{{runs, -static_cast<double>(m_columns.size())}};
        double lastCache = 0;
        for (std::size_t item = 0; item < m_columns.size(); ++item) {
            lastCache = std::max(lastCache, memory.promptCacheOf(item));
            for (std::size_t i = 0; i < m_columns[item].size(); ++i) {
                const ItemChoice& choice = m_choices[item][i];
                ItemMemory::Use use;
                memory.addWeights(use, item, choice, device);
                if (runsOn(choice) == device) {
                    memory.addLayer(use, item);
                }
                const auto weights = static_cast<double>(device.isGpu() ? use.weights : use.raw);
                const double prompt = device.isGpu() ? use.cacheOfPrompt : 0;
                needs[0].emplace_back(m_columns[item][i], (weights + prompt) * kMebibytes);
                needs[1].emplace_back(m_columns[item][i], (weights + use.cacheInAll) * kMebibytes);
                if (use.layers > 0) {
                    running.emplace_back(m_columns[item][i], 1);
                }
            }
        }
        m_program.between({}, running, 0);
        if (device.isGpu()) {
            const ItemMemory::Work work = memory.workOn(device);
            needs[0].emplace_back(runs, (work.prefill - lastCache) * kMebibytes);
            needs[1].emplace_back(runs, work.decode * kMebibytes);
        }
        if (device == m_set.main) {
            needs[1].emplace_back(m_inFlight, 1);
        }
        for (const Program::Terms& need : needs) {
            m_program.between({}, need, room * kMebibytes);
        }
    }

    const SearchModel& m_model;
    const GpuSet& m_set;
    const std::map<DeviceId, double>& m_less;
    Program m_program;
    std::size_t m_window = 0;
    std::size_t m_inFlight = 0;
    std::vector<std::vector<ItemChoice>> m_choices;
    std::vector<std::vector<std::size_t>> m_columns;
};

class Referee {
public:
    Referee(const OptimalCase& of, const SearchModel& model, PythonChild& solver,
            std::uint64_t nodes, RefereeTrial& trial)
        : m_of(of), m_model(model), m_solver(solver), m_nodes(nodes), m_trial(trial) {}

    Result<void> run() {
        for (const GpuSet& set : m_model.sets) {
            STOWAGE_TRY(judgeSet(set));
        }
        OptimalTrial& found = m_trial.found;
        const auto& theirs = found.bruteForce;
        if (theirs && (!found.value || *found.value > *theirs * (1 + kSolved))) {
            found.failures.push_back(
                "The referee's plan takes " + std::to_string(*theirs * kMicroseconds) + " µs (" +
                m_best + "), it " +
                (found.value ? std::to_string(*found.value * kMicroseconds) : "nothing"));
        }
        if (found.value && m_trial.least && *found.value < *m_trial.least * (1 - kSolved)) {
            found.failures.push_back("It takes " + std::to_string(*found.value * kMicroseconds) +
                                     " µs, and the referee says that no plan takes less than " +
                                     std::to_string(*m_trial.least * kMicroseconds));
        }
        return {};
    }

private:
    Result<void> judgeSet(const GpuSet& set) {
        std::map<DeviceId, double> less;
        for (int round = 0; round < kRounds; ++round) {
            const SetProgram program(m_model, set, less);
            const Json answer = m_solver.ask(program.line(m_nodes));
            if (answer.contains("skipped")) {
                return fail(ErrorCode::Unsupported, answer["skipped"].get<std::string>());
            }
            if (answer["infeasible"].get<bool>()) {
                return {};
            }
            m_trial.isSolved = m_trial.isSolved && answer["solved"].get<bool>();
            if (answer["least"].is_null()) {
                return {};
            }
            const double least = answer["least"].get<double>() / kMicroseconds;
            if (round == 0) {
                m_trial.least = std::min(m_trial.least.value_or(kForever), least);
            }
            const auto& value = m_trial.found.value;
            if (answer["values"].is_null() || (value && least >= *value * (1 - kSolved))) {
                return {};
            }
            const auto missing = judge(program.layoutOf(answer["values"]));
            STOWAGE_TRY(missing);
            if (missing->empty()) {
                return {};
            }
            for (const auto& [device, bytes] : *missing) {
                less[device] += bytes;
            }
        }
        return {};
    }

    /// The bytes that devices lack with a window of one; nothing where some window fits.
    Result<std::map<DeviceId, double>> judge(const SearchLayout& layout) {
        std::map<DeviceId, double> missing;
        const DeviceMap map = mapOf(m_of.request, m_model.items, layout.choices);
        const auto rules = rulesOf(m_model.items, layout.choices);
        bool fits = false;
        for (const unsigned window : m_model.windowsOf(layout)) {
            const auto estimate = estimateOf(m_of, map, window, rules);
            STOWAGE_TRY(estimate);
            ++m_trial.found.plans;
            const auto value = valueIn(**estimate, m_of.request.objective);
            fits = fits || value.has_value();
            if (value && *value < m_trial.found.bruteForce.value_or(kForever)) {
                m_trial.found.bruteForce = value;
                m_best = "window " + std::to_string(window) + ":";
                for (const ItemChoice& choice : layout.choices) {
                    m_best += " " + deviceName(choice.place) + (choice.isComputed ? "*" : "");
                }
            }
            if (!value && window <= 1) {
                missing.clear();
                for (const DeviceEstimate& device : (*estimate)->devices) {
                    const double taken =
                        static_cast<double>(device.needed() + device.device.usedByOthers);
                    const double over =
                        taken - static_cast<double>(device.device.capacity.value_or(0));
                    if (over > 0) {
                        missing[device.device.id] = over;
                    }
                }
            }
            if (!value) {
                break;
            }
        }
        return fits ? std::map<DeviceId, double>() : missing;
    }

    const OptimalCase& m_of;
    const SearchModel& m_model;
    PythonChild& m_solver;
    std::uint64_t m_nodes;
    RefereeTrial& m_trial;
    std::string m_best;
};

}  // namespace

Result<RefereeTrial> tryReferee(std::uint64_t seed, const std::string& folder, PythonChild& referee,
                                std::uint64_t nodes) {
    const auto of = optimalCase(seed, folder, CaseSize::Large);
    STOWAGE_TRY(of);
    RefereeTrial trial;
    auto found = findOptimal(*of);
    STOWAGE_TRY(found);
    trial.found = std::move(*found);
    trial.items = of->items;
    trial.devices = of->request.devices.size();
    EstimateInput input;
    input.checkpoint = of->checkpoint;
    input.workload = *of->request.workload;
    const auto facts = factsFor(of->request, nullptr);
    const auto model = SearchModel::make(of->request, *facts, input, {});
    STOWAGE_TRY(model);
    STOWAGE_TRY(Referee(*of, **model, referee, nodes, trial).run());
    return trial;
}

PythonChild refereeChild() {
    constexpr const char* kDebians = "/usr/bin/python3";
    return PythonChild("referee_milp.py", {},
                       std::filesystem::exists(kDebians) ? kDebians : "python3");
}

}  // namespace stowage::bench
