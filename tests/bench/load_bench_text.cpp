// SPDX-License-Identifier: GPL-3.0-or-later
// The table and the targets.
#include "engine/base/catalogue.h"
#include "tests/bench/load_bench.h"

#include "app/cli/output/text_table.h"
#include "engine/base/byte_size.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

namespace stowage::bench {

namespace {

std::string number(const char* format, double value) {
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), format, value);
    return text.data();
}

std::string share(const std::optional<double>& value) {
    return value ? number("%.2f", *value) : "";
}

std::string mebibytes(const std::optional<std::uint64_t>& bytes) {
    return bytes ? number("%.1f", static_cast<double>(*bytes) / static_cast<double>(kMiB)) : "";
}

std::string gigabytes(double bytesPerSecond) {
    return number("%.2f GB/s", bytesPerSecond / 1e9);
}

std::string stateText(const LoadBenchTable& table) {
    return std::string(pageCacheStateName(table.state)) + " page cache";
}

/// One line: the target, the figure, and by how much it is missed.
void printTarget(const std::string& what, double figure, double limit, bool isFloor,
                 const char* format) {
    const bool isMet = isFloor ? figure >= limit : figure <= limit;
    const std::string bound = (isFloor ? "≥ " : "≤ ") + number(format, limit);
    const double missed = isFloor ? limit - figure : figure - limit;
    std::printf("  %-66s %s  (%s)  %s\n", what.c_str(), number(format, figure).c_str(),
                bound.c_str(), isMet ? "met" : ("MISSED by " + number(format, missed)).c_str());
}

double mebi(std::uint64_t bytes) {
    return static_cast<double>(bytes) / static_cast<double>(kMiB);
}

void printColdTargets(const LoadBenchTable& table) {
    const auto raw = [&](const char* row, const char* what, double floor) {
        const LoadBenchRow* const found = table.find(row);
        if (found != nullptr && found->rawShare) {
            printTarget(std::string("streamed, ") + what + ", share of the raw limit",
                        *found->rawShare, floor, true, "%.2f");
        }
    };
    raw(kCpuReused, "CPU memory that an earlier load left", 0.95);
    raw(kGpuPopulated, "simulated GPU, populated", 0.95);
    raw(kCommandCpu, "whole command to the CPU", 0.75);
    raw(kCommandGpu, "whole command to a simulated GPU", 0.75);
    for (const auto& [row, what] : {std::pair(kCpuFresh, "CPU memory new to the process"),
                                    std::pair(kGpuFresh, "simulated GPU, fresh")}) {
        const LoadBenchRow* const found = table.find(row);
        if (found != nullptr && found->freshShare) {
            printTarget(std::string("streamed, ") + what + ", share of the read into fresh pages",
                        *found->freshShare, 0.95, true, "%.2f");
        }
    }
}

void printMemoryTargets(const LoadBenchTable& table) {
    constexpr double kBuffers = 32;
    constexpr double kMapped = 150;
    const LoadBenchRow* const fresh = table.find(kCpuFresh);
    if (fresh != nullptr && fresh->anon) {
        printTarget("streamed to the CPU, anonymous beyond the weights, MiB",
                    mebi(*fresh->anon) - mebi(fresh->bytes), kBuffers, false, "%.1f");
    }
    const LoadBenchRow* const gpu = table.find(methodRow(LoadMethod::Streamed));
    if (gpu != nullptr && gpu->anon) {
        printTarget("streamed to a simulated GPU, anonymous, MiB", mebi(*gpu->anon), kBuffers,
                    false, "%.1f");
    }
    const LoadBenchRow* const map = table.find(methodRow(LoadMethod::Mmap));
    if (map != nullptr && map->processAnon) {
        printTarget("mmap, anonymous of the whole process, MiB", mebi(*map->processAnon), kMapped,
                    false, "%.1f");
    }
}

void printPythonTarget(const LoadBenchTable& table, const char* row, const char* what,
                       double floor) {
    const LoadBenchRow* const python = table.find(row);
    if (python == nullptr) {
        return;
    }
    double times = 0;
    if (std::sscanf(python->note.c_str(), "streamed is %lf", &times) == 1) {
        printTarget(what, times, floor, true, "%.2f");
    } else {
        std::printf("  %-66s %s\n", what, python->note.c_str());
    }
}

}  // namespace

void printTable(const LoadBenchTable& table) {
    std::printf(
        "\n%s, %s; raw limit %s (%s), into fresh huge pages %s, memory copy %s (one thread)"
        "\n\n",
        std::filesystem::path(table.file).filename().c_str(), stateText(table).c_str(),
        gigabytes(table.rawLimit).c_str(), table.rawWay.c_str(),
        gigabytes(table.freshLimit).c_str(), gigabytes(table.memcpy).c_str());
    TextTable text(
        {Message("load (measured, medians)"), rightHead("seconds"), rightHead("GB/s"),
         rightHead("of raw"), rightHead("of fresh"), rightHead("of memcpy"), rightHead("anon MiB"),
         rightHead("file MiB"), rightHead("shmem MiB"), Message("note")},
        translateBy(nullptr));
    for (const LoadBenchRow& row : table.rows) {
        const bool isKnown = row.seconds > 0;
        text.addRow({row.what, isKnown ? number("%.3f", row.seconds) : "",
                     isKnown ? number("%.2f", row.bytesPerSecond / 1e9) : "", share(row.rawShare),
                     share(row.freshShare), share(row.memcpyShare), mebibytes(row.anon),
                     mebibytes(row.file), mebibytes(row.shmem), row.note});
    }
    std::printf("%s", text.text().c_str());
    std::fflush(stdout);
}

void printTargets(const std::vector<LoadBenchTable>& tables, std::optional<double> headers) {
    std::printf("\nTargets (measured here; another machine has other figures)\n");
    for (const LoadBenchTable& table : tables) {
        std::printf("%s, %s\n", std::filesystem::path(table.file).filename().c_str(),
                    stateText(table).c_str());
        if (table.state == PageCacheState::Cold) {
            printColdTargets(table);
            printMemoryTargets(table);
        } else if (const LoadBenchRow* const reused = table.find(kCpuReused);
                   reused != nullptr && reused->memcpyShare) {
            printTarget("streamed, reused arena, share of memcpy", *reused->memcpyShare, 0.6, true,
                        "%.2f");
        }
        printPythonTarget(table, kPythonCopy, "streamed, times as fast as torch.load + copy", 3);
        printPythonTarget(table, kPythonSafetensors, "streamed, times as fast as safetensors", 1);
    }
    if (headers) {
        printTarget("headers, ms per 1,000 tensors (the slower format)", *headers, 5, false,
                    "%.2f");
    }
}

}  // namespace stowage::bench
