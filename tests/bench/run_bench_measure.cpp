// SPDX-License-Identifier: GPL-3.0-or-later
// Who is measured against whom, in which order.
#include "engine/base/byte_size.h"
#include "engine/device/host_memory.h"
#include "tests/bench/python_child.h"
#include "tests/bench/run_bench.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

namespace stowage::bench {

namespace {

using Layers = RunCase::Layers;

constexpr double kGigabyte = 1e9;
constexpr unsigned kWindow = 2;
/// More than the new memory that a pass takes, on either side.
constexpr std::uint64_t kTouchedBytes = kGiB;
/// How far the largest logits of both sides may lie apart.
constexpr double kLogitTolerance = 2e-4;

std::vector<RunCase> casesFor(const RunBenchOptions& options) {
    std::vector<RunCase> cases;
    std::vector<std::int64_t> prompts{options.longPrompt};
    if (!options.isQuick) {
        prompts.insert(prompts.begin(), options.shortPrompt);
    }
    const auto add = [&](RunCase one) {
        for (const std::int64_t tokens : prompts) {
            one.tokens = tokens;
            cases.push_back(one);
        }
    };
    add({.what = "CPU, runs on the CPU", .besidePython = true});
    add({.what = "disk, cached, runs on the CPU",
         .layers = Layers::Disk,
         .state = PageCacheState::Warm,
         .besidePython = true});
    add({.what = "disk, cold, runs on the CPU",
         .layers = Layers::Disk,
         .state = PageCacheState::Cold,
         .besidePython = true});
    prompts = {options.longPrompt};
    const auto toGpu = [](const char* what, std::optional<double> link) {
        return RunCase{.what = what, .runsOnGpu = true, .linkBytesPerSecond = link};
    };
    add(toGpu("CPU to a simulated GPU, link 1.5 GB/s", 1.5 * kGigabyte));
    if (!options.isQuick) {
        add(toGpu("CPU to a simulated GPU, link 12 GB/s", 12 * kGigabyte));
        add(toGpu("CPU to a simulated GPU, link unlimited", std::nullopt));
        RunCase both = toGpu("disk, cold, to a simulated GPU, 12 GB/s", 12 * kGigabyte);
        both.layers = Layers::Disk;
        both.state = PageCacheState::Cold;
        add(std::move(both));
    }
    std::erase_if(cases, [&](const RunCase& one) {
        return one.what.find(options.only) == std::string::npos;
    });
    return cases;
}

bool isSamePlacement(const RunCase& a, const RunCase& b) {
    return a.layers == b.layers && a.runsOnGpu == b.runsOnGpu &&
           a.linkBytesPerSecond == b.linkBytesPerSecond;
}

/// Seconds of the rounds that count.
struct Samples {
    std::vector<double> compute, transfer, first, without, with, python, ratio, faster;
};

std::optional<double> medianOf(const std::vector<double>& values) {
    return values.empty() ? std::nullopt : std::optional(median(values));
}

class RunMeasurement {
public:
    RunMeasurement(const RunBenchOptions& options, std::string model, const std::stop_token& stop)
        : m_options(options), m_model(std::move(model)), m_stop(stop) {}

    Result<RunRow> measure(const RunCase& wanted) {
        if (Result<void> loaded = prepare(wanted); !loaded) {
            return loaded.unexpected();
        }
        RunRow row;
        row.what = wanted;
        row.layerCount = m_offloaded->layerCount();
        Samples samples;
        // Both sides do the same there, and little more than multiply: their difference is small.
        const unsigned rounds = isInPlace() ? 2 * m_options.repeats + 1 : m_options.repeats;
        for (unsigned i = 0; i < rounds + m_warmUps; ++i) {
            Samples dropped;
            if (Result<void> done = round(row, i < m_warmUps ? dropped : samples); !done) {
                return done.unexpected();
            }
        }
        m_warmUps = 0;
        row.compute = medianOf(samples.compute);
        row.transfer = medianOf(samples.transfer);
        row.first = medianOf(samples.first);
        row.without = median(samples.without);
        row.with = median(samples.with);
        row.python = medianOf(samples.python);
        row.ratio = medianOf(samples.ratio);
        row.faster = medianOf(samples.faster);
        return row;
    }

private:
    [[nodiscard]] bool isInPlace() const {
        return !m_case->runsOnGpu && m_case->layers == Layers::Cpu;
    }

    Result<void> prepare(const RunCase& wanted) {
        if (m_case && isSamePlacement(*m_case, wanted)) {
            m_case = wanted;
            return {};
        }
        m_case.reset();
        m_offloaded.reset();
        m_resident.reset();
        m_python.reset();
        m_case = wanted;
        m_warmUps = 1;
        auto offloaded =
            BenchModel::load(m_model, wanted, false, m_options.folder + "/ours", m_stop);
        if (!offloaded) {
            return offloaded.unexpected();
        }
        m_offloaded.emplace(std::move(*offloaded));
        if (!isInPlace()) {
            auto resident = BenchModel::load(m_model, wanted, true, "", m_stop);
            if (!resident) {
                return resident.unexpected();
            }
            m_resident.emplace(std::move(*resident));
        }
        if (m_options.hasPython && wanted.besidePython) {
            m_python.emplace(
                "python_runs.py",
                std::vector<std::string>{wanted.layers == Layers::Disk ? "disk" : "cpu", m_model,
                                         theirFolder(), std::to_string(m_options.threads)});
            std::fprintf(stderr, "%s%s\n", m_python->isThere() ? "beside " : "skipped: ",
                         m_python->version().c_str());
        }
        return {};
    }

    [[nodiscard]] std::string theirFolder() const { return m_options.folder + "/theirs"; }

    /// Everything once; neighbours are compared.
    Result<void> round(RunRow& row, Samples& samples) {
        const auto compute = isInPlace() ? Result<RunAnswer>(RunAnswer{}) : residentRun();
        const auto with = compute ? prepared(kWindow) : compute;
        if (!with) {
            return with.unexpected();
        }
        samples.with.push_back(with->seconds);
        if (Result<void> asked = askPython(row, *with, samples); !asked) {
            return asked;
        }
        if (isInPlace()) {
            return {};
        }
        const auto without = prepared(0);
        if (!without) {
            return without.unexpected();
        }
        if (Result<void> ready = makeReady(m_offloaded->offloadFiles()); !ready) {
            return ready;
        }
        const auto transfer = m_offloaded->bringAll(m_stop);
        if (!transfer) {
            return transfer.unexpected();
        }
        samples.compute.push_back(compute->seconds);
        samples.without.push_back(without->seconds);
        samples.transfer.push_back(transfer->seconds);
        samples.first.push_back(transfer->first);
        samples.ratio.push_back(with->seconds /
                                (std::max(compute->seconds, transfer->seconds) + transfer->first));
        return {};
    }

    Result<RunAnswer> runOf(const BenchModel& model, unsigned window) {
        return model.run(m_case->tokens, window, m_options.threads, m_stop);
    }

    Result<RunAnswer> residentRun() {
        Result<void> ready = makeReady({});
        return ready ? runOf(*m_resident, 0) : Result<RunAnswer>(ready.unexpected());
    }

    Result<RunAnswer> prepared(unsigned window) {
        Result<void> ready = makeReady(m_offloaded->offloadFiles());
        return ready ? runOf(*m_offloaded, window) : Result<RunAnswer>(ready.unexpected());
    }

    /// Under a hypervisor the first touch of free memory costs up to twenty times as much as a
    /// later one: everybody finds it touched, and the page cache in the case's state.
    Result<void> makeReady(const std::vector<std::string>& files) {
        Result<void> ready = m_case->layers == Layers::Disk
                                 ? preparePageCache(files, m_case->state, m_stop)
                                 : Result<void>();
        return ready ? touchFreeMemory(kTouchedBytes, m_stop) : ready;
    }

    Result<void> askPython(RunRow& row, const RunAnswer& ours, Samples& samples) {
        if (!m_python) {
            return {};
        }
        if (!m_python->isThere()) {
            row.note = m_python->version();
            return {};
        }
        if (Result<void> ready = makeReady(filesIn(theirFolder())); !ready) {
            return ready;
        }
        std::string line;
        for (const std::int64_t token : benchTokens(m_case->tokens)) {
            line += (line.empty() ? "" : ",") + std::to_string(token);
        }
        const PythonChild::Json answer = m_python->ask(line);
        if (!answer.contains("seconds")) {
            row.note = answer.value("skipped", "");
            return {};
        }
        const double apart = std::abs(answer["logit"].get<double>() - ours.logit);
        if (answer["token"].get<std::int64_t>() != ours.token ||
            apart > kLogitTolerance * std::abs(ours.logit)) {
            return fail(ErrorCode::Internal,
                        "Both sides compute different logits for " + row.what.what + ".");
        }
        samples.python.push_back(answer["seconds"].get<double>());
        samples.faster.push_back(samples.python.back() / ours.seconds);
        return {};
    }

    const RunBenchOptions& m_options;
    std::string m_model;
    std::stop_token m_stop;
    unsigned m_warmUps = 0;
    std::optional<RunCase> m_case;
    std::optional<BenchModel> m_offloaded;
    std::optional<BenchModel> m_resident;
    std::optional<PythonChild> m_python;
};

}  // namespace

Result<std::vector<RunRow>> measureRuns(const RunBenchOptions& options, const std::string& model,
                                        const std::stop_token& stop) {
    std::vector<RunRow> rows;
    RunMeasurement measurement(options, model, stop);
    for (const RunCase& one : casesFor(options)) {
        std::fprintf(stderr, "%s, %lld tokens …\n", one.what.c_str(),
                     static_cast<long long>(one.tokens));
        auto row = measurement.measure(one);
        if (!row) {
            return row.unexpected();
        }
        rows.push_back(std::move(*row));
    }
    return rows;
}

}  // namespace stowage::bench
