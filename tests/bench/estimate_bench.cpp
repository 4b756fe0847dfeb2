// SPDX-License-Identifier: GPL-3.0-or-later
// CPU time of `stowagectl estimate` as a ratio to `stowagectl inspect` of the same config.json,
// over models, machines, workloads and engines; and how many passes each estimate replays. Ratios
// of the median of --rounds runs, in one table and as medians, ninth deciles and maxima of
// estimates by formula and of replayed ones.
//
//     estimate_bench [--rounds 3] [--stowagectl PROGRAM]
#include "engine/base/byte_size.h"
#include "engine/base/number_text.h"
#include "engine/capacity/answers.h"
#include "engine/capacity/machines.h"
#include "engine/checkpoint/open/open_checkpoint.h"
#include "engine/device/memory_budget.h"
#include "engine/plan/place/place.h"
#include "engine/run/run_replay.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

extern char** environ;

namespace {

using namespace stowage;

/// One estimate. `memory`: of each GPU, GiB.
struct Combination {
    const char* preset;
    unsigned gpus;
    double memory;
    Workload workload;
};

Workload work(const char* engine, std::uint64_t batch, std::uint64_t prompt,
              std::uint64_t generate) {
    Workload workload;
    workload.engine = engine;
    workload.batch = batch;
    workload.prompt = prompt;
    workload.generate = generate;
    return workload;
}

std::vector<Combination> combinations() {
    std::vector<Combination> all;
    const auto add = [&](const char* preset, unsigned gpus, double memory,
                         const std::vector<Workload>& workloads) {
        for (const Workload& workload : workloads) {
            all.push_back({preset, gpus, memory, workload});
        }
    };
    constexpr const char* kOwn = "stowage";
    add("GPT-2", 1, 8,
        {work(kOwn, 1, 100, 100), work(kOwn, 16, 500, 500), work("transformers", 64, 500, 100),
         work("llama.cpp", 1, 500, 100)});
    add("GPT-2", 1, 1.1, {work(kOwn, 25, 100, 2), work(kOwn, 1, 100, 500)});
    add("Llama-3.1-8B", 1, 24,
        {work(kOwn, 1, 1024, 256), work(kOwn, 1, 1024, 500), work(kOwn, 64, 1024, 100),
         work(kOwn, 1, 32000, 100), work("transformers", 1, 1024, 256),
         work("transformers-static", 8, 4000, 500), work("vllm", 64, 1024, 500),
         work("sglang", 64, 1024, 500), work("llama.cpp", 1, 32000, 500)});
    add("Llama-3.1-8B", 1, 10,
        {work(kOwn, 1, 1024, 256), work(kOwn, 4, 1024, 500), work(kOwn, 1, 16000, 100),
         work("transformers", 1, 1024, 256), work("llama.cpp", 1, 4000, 256)});
    add("Llama-3.1-8B", 2, 8, {work(kOwn, 1, 1024, 256), work(kOwn, 16, 1024, 100)});
    add("Llama-3.1-70B", 3, 80,
        {work(kOwn, 4, 4000, 500), work(kOwn, 1, 32000, 256), work("transformers", 4, 4000, 500),
         work("llama.cpp", 4, 4000, 500)});
    add("Llama-3.1-70B", 2, 24, {work(kOwn, 1, 1024, 100), work("llama.cpp", 1, 1024, 100)});
    add("Llama-3.1-70B", 8, 24,
        {work(kOwn, 1, 4000, 256), work("vllm", 16, 4000, 500), work("sglang", 16, 4000, 500)});
    add("Qwen3-30B-A3B", 1, 80,
        {work(kOwn, 1, 1024, 256), work(kOwn, 8, 1024, 100), work("transformers", 1, 1024, 256),
         work("vllm", 16, 1024, 500), work("sglang", 16, 1024, 500),
         work("llama.cpp", 1, 1024, 256)});
    add("Qwen3-30B-A3B", 2, 24, {work(kOwn, 1, 1024, 100), work("llama.cpp", 1, 1024, 100)});
    add("Falcon-H1-7B", 1, 24,
        {work("transformers", 1, 1024, 256), work("vllm", 16, 1024, 500),
         work("llama.cpp", 1, 1024, 256)});
    add("Mamba-2.8B", 1, 8, {work(kOwn, 1, 1024, 256), work("transformers", 4, 1024, 256)});
    add("T5-large", 1, 8,
        {work(kOwn, 1, 300, 100), work(kOwn, 16, 300, 100), work("transformers", 16, 300, 100)});
    add("Mixtral-8x7B", 2, 48,
        {work(kOwn, 1, 1024, 100), work("vllm", 16, 1024, 100), work("llama.cpp", 1, 1024, 100)});
    add("Gemma-2-2B", 1, 8,
        {work(kOwn, 1, 1024, 256), work(kOwn, 16, 4000, 100), work("transformers", 1, 1024, 256),
         work("sglang", 16, 1024, 256)});
    add("Qwen2.5-7B", 4, 8,
        {work(kOwn, 1, 1024, 256), work(kOwn, 32, 512, 100), work("vllm", 32, 512, 100),
         work("transformers", 32, 512, 100)});
    add("Whisper-large-v3", 1, 8, {work(kOwn, 1, 4, 100)});
    add("BERT-base", 1, 2, {work(kOwn, 1, 300, 0), work(kOwn, 64, 300, 0)});
    return all;
}

/// Milliseconds of CPU time of a program; nothing if it cannot be started.
std::optional<double> cpuMilliseconds(const std::vector<std::string>& arguments) {
    std::vector<char*> argv;
    for (const std::string& argument : arguments) {
        argv.push_back(const_cast<char*>(argument.c_str()));
    }
    argv.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    pid_t child = 0;
    const int failure =
        ::posix_spawn(&child, argv.front(), &actions, nullptr, argv.data(), environ);
    ::posix_spawn_file_actions_destroy(&actions);
    int status = 0;
    rusage used{};
    if (failure != 0 || ::wait4(child, &status, 0, &used) != child || !WIFEXITED(status)) {
        return std::nullopt;
    }
    const auto ms = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_usec) / 1e3;
    };
    return ms(used.ru_utime) + ms(used.ru_stime);
}

double medianOf(std::vector<double> values) {
    std::ranges::sort(values);
    return values.empty() ? 0 : values[values.size() / 2];
}

std::optional<double> medianMilliseconds(unsigned rounds,
                                         const std::vector<std::string>& arguments) {
    std::vector<double> times;
    for (unsigned round = 0; round < rounds; ++round) {
        const auto time = cpuMilliseconds(arguments);
        if (!time) {
            return std::nullopt;
        }
        times.push_back(*time);
    }
    return medianOf(std::move(times));
}

std::vector<std::string> optionsOf(const Combination& one) {
    std::string gpus;
    for (unsigned gpu = 0; gpu < one.gpus; ++gpu) {
        gpus += (gpu == 0 ? "" : ",") + formatGeneral(one.memory * 1024, 6) + "MiB";
    }
    const Workload& workload = one.workload;
    return {"--gpus",     gpus,
            "--ram",      "256GiB",
            "--disk",     "2TiB",
            "--engine",   workload.engine,
            "--batch",    std::to_string(workload.batch),
            "--prompt",   std::to_string(workload.prompt),
            "--generate", std::to_string(workload.generate)};
}

/// Asks the questions of `stowagectl estimate` in this process, and returns how many passes were
/// replayed for them.
std::uint64_t replayedPasses(const std::string& config, const Combination& one) {
    const std::uint64_t before = replayCount().passes;
    const auto checkpoint = openCheckpoint(config);
    if (!checkpoint || (*checkpoint)->describedTree == nullptr) {
        return 0;
    }
    PlacementRequest request;
    request.tree = (*checkpoint)->describedTree;
    for (std::uint32_t gpu = 0; gpu < one.gpus; ++gpu) {
        DeviceInfo device;
        device.id = DeviceId::gpu(gpu);
        device.name = "Simulated";
        device.simulated = true;
        device.capacity = static_cast<std::uint64_t>(one.memory * static_cast<double>(kGiB));
        request.devices.push_back(std::move(device));
    }
    DeviceInfo cpu;
    cpu.id = DeviceId::cpu();
    cpu.name = "CPU";
    cpu.capacity = 256 * kGiB;
    request.devices.push_back(cpu);
    DeviceInfo disk;
    disk.id = DeviceId::disk();
    disk.name = "Disk";
    disk.capacity = 2048 * kGiB;
    request.devices.push_back(disk);
    request.budgets = defaultBudgets(request.devices, static_cast<double>(*cpu.capacity));
    request.workload = one.workload;
    const auto plan = place(request);
    if (!plan) {
        return 0;
    }
    const EstimateInput input{*plan, *checkpoint, one.workload};
    const auto estimate = estimateCapacity(input);
    if (!estimate || !(*estimate)->missing.empty() || (*estimate)->refusal) {
        return replayCount().passes - before;
    }
    CapacityQuestions questions(input);
    (void)questions.largest();
    (void)questions.smallestCapacities();
    if ((*estimate)->verdict != Verdict::Fits) {
        (void)questions.untilItFits(usualSacrifices());
    }
    (void)capacityGains(input, **estimate, {});
    return replayCount().passes - before;
}

void printRatios(const char* name, std::vector<double> ratios) {
    if (ratios.empty()) {
        return;
    }
    std::ranges::sort(ratios);
    std::printf("%s: %zu estimates, median %.1f, nine of ten at most %.1f, at most %.1f\n", name,
                ratios.size(), ratios[ratios.size() / 2], ratios[ratios.size() * 9 / 10],
                ratios.back());
}

int runBench(unsigned rounds, const std::string& program) {
    std::ifstream file(STOWAGE_PRESETS);
    const auto presets = nlohmann::json::parse(file, nullptr, false);
    if (presets.is_discarded()) {
        std::fprintf(stderr, "estimate_bench: %s cannot be read\n", STOWAGE_PRESETS);
        return 1;
    }
    const std::filesystem::path folder = std::filesystem::temp_directory_path() /
                                         ("stowage-estimate-bench-" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder);
    const std::string config = (folder / "config.json").string();
    std::printf(
        "| combination | inspect, CPU ms | estimate, CPU ms | ratio | replayed passes |\n"
        "| --- | ---: | ---: | ---: | ---: |\n");
    std::vector<double> all;
    std::vector<double> formula;
    std::vector<double> replayed;
    std::string inspected;
    double inspect = 0;
    int status = 0;
    for (const Combination& one : combinations()) {
        const auto preset = std::ranges::find_if(
            presets["presets"], [&](const auto& own) { return own["name"] == one.preset; });
        if (preset == presets["presets"].end()) {
            std::fprintf(stderr, "estimate_bench: no preset %s\n", one.preset);
            status = 1;
            continue;
        }
        std::ofstream(config) << (*preset)["config"];
        if (inspected != one.preset) {
            inspect = medianMilliseconds(2 * rounds + 1, {program, "inspect", config}).value_or(0);
            inspected = one.preset;
        }
        std::vector<std::string> arguments{program, "estimate", config};
        std::ranges::copy(optionsOf(one), std::back_inserter(arguments));
        const auto time = medianMilliseconds(rounds, arguments);
        if (!time || inspect <= 0) {
            std::fprintf(stderr, "estimate_bench: %s cannot be run\n", program.c_str());
            status = 1;
            continue;
        }
        const std::uint64_t passes = replayedPasses(config, one);
        const double ratio = *time / inspect;
        all.push_back(ratio);
        (passes > 0 ? replayed : formula).push_back(ratio);
        std::printf(
            "| %s, %u × %g GiB, %s, batch %llu, prompt %llu, generate %llu | %.1f | %.1f | "
            "%.1f | %llu |\n",
            one.preset, one.gpus, one.memory, one.workload.engine.c_str(),
            static_cast<unsigned long long>(one.workload.batch),
            static_cast<unsigned long long>(one.workload.prompt),
            static_cast<unsigned long long>(one.workload.generate), inspect, *time, ratio,
            static_cast<unsigned long long>(passes));
        std::fflush(stdout);
    }
    std::printf("\n");
    printRatios("All", std::move(all));
    printRatios("By formula", std::move(formula));
    printRatios("Replayed", std::move(replayed));
    std::error_code failure;
    std::filesystem::remove_all(folder, failure);
    return status;
}

}  // namespace

int main(int count, char** values) {
    const std::span<char*> arguments(values, static_cast<std::size_t>(count));
    unsigned rounds = 3;
    std::string program =
        (std::filesystem::path(arguments[0]).parent_path() / "stowagectl").string();
    for (std::size_t i = 1; i + 1 < arguments.size(); i += 2) {
        if (std::string_view(arguments[i]) == "--rounds") {
            rounds = static_cast<unsigned>(std::strtoul(arguments[i + 1], nullptr, 10));
        } else if (std::string_view(arguments[i]) == "--stowagectl") {
            program = arguments[i + 1];
        }
    }
    return runBench(std::max(rounds, 1U), program);
}
