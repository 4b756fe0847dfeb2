// SPDX-License-Identifier: GPL-3.0-or-later
// What a run is predicted to take beside what it takes, after this machine was measured as
// `stowagectl devices --measure` does: GPT-2 of 124M and 355M parameters and a Llama of 165M, in
// float32 and bfloat16, all on one simulated GPU, or with the layers' weights on the CPU, behind a
// link of 1.5 GB/s, or on disk. Beside each error stands how far repeats of the same run lie apart:
// where that is more, the error says nothing. Products are measured anew before each model, because
// shared machines drift.
//
//     times_bench [--tokens 128] [--generate 13] [--repeats 5] [--folder /tmp] [--only TEXT]
//
// Some 3 GB are written to the folder and removed at the end.
#include "app/backends.h"
#include "app/cli/interruption.h"
#include "app/cli/output/text_table.h"
#include "engine/base/catalogue.h"
#include "engine/base/number_text.h"
#include "engine/device/host_memory.h"
#include "engine/load/rates/calibration.h"
#include "engine/run/product_rates.h"
#include "engine/run/run_job.h"
#include "tests/bench/bench_folder.h"
#include "tests/bench/capacity_trials.h"
#include "tests/bench/run_bench.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <system_error>
#include <utility>

namespace {

using namespace stowage;
using namespace stowage::bench;

constexpr double kGigabyte = 1e9;
/// More than the new memory that a run takes.
constexpr std::uint64_t kTouchedBytes = std::uint64_t{2} << 30;

struct TimesBenchOptions {
    std::string folder;
    std::string only;  ///< of models with dtype and place, those with this in their names
    std::int64_t tokens = 128;
    std::int64_t generate = 13;
    std::size_t repeats = 5;
};

std::optional<TimesBenchOptions> parse(std::span<char*> arguments) {
    TimesBenchOptions options;
    std::error_code failure;
    options.folder = std::filesystem::temp_directory_path(failure).string();
    for (std::size_t i = 1; i < arguments.size(); i += 2) {
        const std::string word = arguments[i];
        if (i + 1 == arguments.size()) {
            return std::nullopt;
        }
        const std::string value = arguments[i + 1];
        const int count = std::max(1, std::atoi(value.c_str()));
        if (word == "--folder") {
            options.folder = value;
        } else if (word == "--only") {
            options.only = value;
        } else if (word == "--tokens") {
            options.tokens = std::min(count, 512);
        } else if (word == "--generate") {
            options.generate = std::clamp(count, 2, 512);
        } else if (word == "--repeats") {
            options.repeats = static_cast<std::size_t>(count);
        } else {
            return std::nullopt;
        }
    }
    return options;
}

struct TimedModel {
    const char* name;
    const char* layers;  ///< the module list of its layers
    const char* config;
};
constexpr std::array<TimedModel, 3> kModels{
    {{"GPT-2 124M", "transformer.h",
      R"({"architectures": ["GPT2LMHeadModel"], "model_type": "gpt2", "vocab_size": 50257,
          "n_positions": 1024, "n_embd": 768, "n_layer": 12, "n_head": 12})"},
     {"GPT-2 355M", "transformer.h",
      R"({"architectures": ["GPT2LMHeadModel"], "model_type": "gpt2", "vocab_size": 50257,
          "n_positions": 1024, "n_embd": 1024, "n_layer": 24, "n_head": 16})"},
     {"Llama 165M", "model.layers",
      R"({"architectures": ["LlamaForCausalLM"], "model_type": "llama", "vocab_size": 32000,
          "hidden_size": 1024, "intermediate_size": 2816, "num_hidden_layers": 8,
          "num_attention_heads": 16, "num_key_value_heads": 8, "max_position_embeddings": 2048,
          "hidden_act": "silu", "rms_norm_eps": 1e-5, "rope_theta": 10000.0,
          "tie_word_embeddings": false})"}}};

struct TimedPlace {
    RunCase how;
    bool isResident = false;
};

std::vector<TimedPlace> placesOf(const TimedModel& model) {
    const auto place = [&](const char* what, RunCase::Layers layers, std::optional<double> link,
                           PageCacheState state) {
        RunCase how;
        how.what = what;
        how.layerPath = model.layers;
        how.layers = layers;
        how.runsOnGpu = true;
        how.linkBytesPerSecond = link;
        how.state = state;
        return TimedPlace{how};
    };
    using Layers = RunCase::Layers;
    TimedPlace resident = place("all on a GPU", Layers::Cpu, std::nullopt, PageCacheState::AsIs);
    resident.isResident = true;
    return {resident, place("CPU offload", Layers::Cpu, std::nullopt, PageCacheState::AsIs),
            place("CPU offload, 1.5 GB/s", Layers::Cpu, 1.5 * kGigabyte, PageCacheState::AsIs),
            place("disk offload, cached", Layers::Disk, std::nullopt, PageCacheState::Warm),
            place("disk offload, cold", Layers::Disk, std::nullopt, PageCacheState::Cold)};
}

/// One figure of one run: what it took each time, and what it was said to take.
struct TimedFigure {
    std::vector<double> measured;
    std::vector<double> predicted;

    [[nodiscard]] double middle() const { return median(measured); }
    /// Of the middle: how far the repeats lie apart.
    [[nodiscard]] double spread() const {
        const auto [low, high] = std::ranges::minmax(measured);
        return (high - low) / middle();
    }
    [[nodiscard]] double error() const { return median(predicted) / middle() - 1; }
};

/// Errors and spreads of some runs, without their signs, per cent.
struct Errors {
    std::vector<double> errors;
    std::vector<double> spreads;

    void add(const TimedFigure& figure) {
        errors.push_back(100 * std::abs(figure.error()));
        spreads.push_back(100 * figure.spread());
    }
    [[nodiscard]] static double ninth(std::vector<double> values) {
        std::ranges::sort(values);
        return values[(values.size() - 1) * 9 / 10];
    }
};

class TimesBench {
public:
    TimesBench(const TimesBenchOptions& options, std::stop_token stop)
        : m_options(options), m_stop(std::move(stop)) {}

    Result<void> run() {
        STOWAGE_TRY(openMachine());
        for (const TimedModel& model : kModels) {
            for (const DType dtype : {DType::Float32, DType::BFloat16}) {
                STOWAGE_TRY(measureModel(model, dtype));
            }
        }
        print();
        return {};
    }

private:
    Result<void> openMachine() {
        DeviceInfo gpu;
        gpu.id = DeviceId::gpu(0);
        gpu.name = "Simulated";
        gpu.simulated = true;
        auto backends = makeLoadBackends({gpu, describeHost(readHostMemory())});
        STOWAGE_TRY(backends);
        m_backends = std::move(*backends);
        auto compute = openCompute();
        STOWAGE_TRY(compute);
        m_compute = std::move(*compute);
        STOWAGE_TRY(touchFreeMemory(kTouchedBytes, m_stop));
        auto rates = calibrate(m_options.folder, kCalibrationBytes, m_backends, {}, m_stop, {});
        STOWAGE_TRY(rates);
        m_rates = std::move(*rates);
        return {};
    }

    Result<void> measureModel(const TimedModel& model, DType dtype) {
        const std::string name = std::string(model.name) + ", " + std::string(dtypeName(dtype));
        std::vector<TimedPlace> places = placesOf(model);
        std::erase_if(places, [&](const TimedPlace& place) {
            return (name + ", " + place.how.what).find(m_options.only) == std::string::npos;
        });
        if (places.empty()) {
            return {};
        }
        const std::string folder = m_options.folder + "/model";
        std::error_code failure;
        std::filesystem::create_directories(folder, failure);
        RandomModel written;
        written.family = "timed";
        written.config = model.config;
        CaseRandom random(1);
        STOWAGE_TRY(writeModel(written, dtype, random, folder));
        DeviceMemory& host = *m_backends.find(DeviceId::cpu());
        STOWAGE_TRY(measureProducts(*m_compute, *m_backends.tensors, host, m_stop, m_rates));
        for (const TimedPlace& place : places) {
            std::fprintf(stderr, "%s, %s …\n", name.c_str(), place.how.what.c_str());
            STOWAGE_TRY(measurePlace(name, folder, place));
        }
        std::filesystem::remove_all(folder, failure);
        return {};
    }

    Result<void> measurePlace(const std::string& name, const std::string& folder,
                              const TimedPlace& place) {
        const auto model = BenchModel::load(folder, place.how, place.isResident,
                                            m_options.folder + "/offload", m_stop);
        STOWAGE_TRY(model);
        TimedFigure decode;
        TimedFigure prefill;
        for (std::size_t i = 0; i <= m_options.repeats; ++i) {
            if (place.how.layers == RunCase::Layers::Disk) {
                STOWAGE_TRY(preparePageCache(model->offloadFiles(), place.how.state, m_stop));
            }
            STOWAGE_TRY(touchFreeMemory(kTouchedBytes / 4, m_stop));
            RunOptions options;
            options.request.tokens = benchTokens(m_options.tokens);
            options.request.generate = m_options.generate;
            options.request.outputs = Outputs::Last;
            options.rates = m_rates;
            const RunReport report = model->report(std::move(options), m_stop);
            if (report.stopped) {
                return Unexpected{*report.stopped};
            }
            const RunTimes measured = measuredTimes(report);
            const RunTimes predicted = predictedTimes(report);
            if (!measured.perToken || !predicted.perToken) {
                return fail(ErrorCode::Internal, "A time is missing of " + name + ".");
            }
            if (i > 0) {  // the first makes pages that later ones find
                decode.measured.push_back(*measured.perToken);
                decode.predicted.push_back(*predicted.perToken);
                prefill.measured.push_back(*measured.toFirstToken);
                prefill.predicted.push_back(*predicted.toFirstToken);
            }
        }
        const auto percent = [](double share) { return formatFixed(100 * share, 0); };
        m_table.addRow({name, place.how.what, formatFixed(1e3 * decode.middle(), 1),
                        formatFixed(1e3 * median(decode.predicted), 1), percent(decode.error()),
                        percent(decode.spread()), formatFixed(1e3 * prefill.middle(), 0),
                        formatFixed(1e3 * median(prefill.predicted), 0), percent(prefill.error()),
                        percent(prefill.spread())});
        for (const std::string& group :
             {std::string("1 all"),
              std::string(place.isResident ? "2 all on a GPU" : "3 offloaded"),
              "4 " + name.substr(name.find(", ") + 2)}) {
            m_decode[group].add(decode);
            m_prefill[group].add(prefill);
        }
        return {};
    }

    void print() const {
        std::printf("Predicted and measured, %lld tokens, then %lld; spread: of %zu repeats\n",
                    static_cast<long long>(m_options.tokens),
                    static_cast<long long>(m_options.generate), m_options.repeats);
        std::printf("%s\n", m_table.text().c_str());
        TextTable sums({Message("without sign, %"), rightHead("decode: median"), rightHead("90 %"),
                        rightHead("spread"), rightHead("prefill: median"), rightHead("90 %"),
                        rightHead("spread")},
                       translateBy(nullptr));
        for (const auto& [group, decode] : m_decode) {
            const Errors& prefill = m_prefill.at(group);
            sums.addRow({group.substr(2), formatFixed(median(decode.errors), 1),
                         formatFixed(Errors::ninth(decode.errors), 1),
                         formatFixed(median(decode.spreads), 1),
                         formatFixed(median(prefill.errors), 1),
                         formatFixed(Errors::ninth(prefill.errors), 1),
                         formatFixed(median(prefill.spreads), 1)});
        }
        std::printf("%s", sums.text().c_str());
    }

    const TimesBenchOptions& m_options;
    std::stop_token m_stop;
    LoadBackends m_backends;
    std::shared_ptr<Compute> m_compute;
    MachineRates m_rates;
    TextTable m_table{
        {Message("model"), Message("weights"), rightHead("decode ms"), rightHead("predicted"),
         rightHead("error %"), rightHead("spread %"), rightHead("prefill ms"),
         rightHead("predicted"), rightHead("error %"), rightHead("spread %")},
        translateBy(nullptr)};
    std::map<std::string, Errors> m_decode;
    std::map<std::string, Errors> m_prefill;
};

}  // namespace

int main(int argc, char** argv) {
    const Interruption interruption;
    auto options = parse({argv, static_cast<std::size_t>(argc)});
    if (!options) {
        std::fprintf(stderr,
                     "usage: times_bench [--tokens 128] [--generate 13] [--repeats 5] "
                     "[--folder DIR] [--only TEXT]\n");
        return 2;
    }
    setLibraryThreads(usualComputeThreads());
    return inOwnFolder(options->folder, [&] {
        const Result<void> done = TimesBench(*options, interruption.token()).run();
        if (!done) {
            std::fprintf(stderr, "%s\n", done.error().message.english().c_str());
        }
        return done ? 0 : 4;
    });
}
