// SPDX-License-Identifier: GPL-3.0-or-later
// What the parts of load_bench share. See load_bench.cpp.
#pragma once

#include "engine/base/result.h"
#include "engine/checkpoint/page_cache.h"
#include "engine/load/program/load_method.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace stowage::bench {

using Json = nlohmann::ordered_json;

/// What was typed.
struct LoadBenchOptions {
    std::vector<std::string> models;  ///< files; empty: a sample in both formats
    std::string folder;               ///< for the sample
    std::vector<PageCacheState> states{PageCacheState::Cold, PageCacheState::Warm};
    unsigned streamedPairs = 5;
    unsigned methodPairs = 3;
    bool hasPython = true;
};

/// One line of the table: medians.
struct LoadBenchRow {
    std::string what;
    double seconds = 0;
    double bytesPerSecond = 0;
    std::optional<double> rawShare;     ///< median of the ratios of neighbours
    std::optional<double> freshShare;   ///< likewise, of the read into fresh huge pages
    std::optional<double> memcpyShare;  ///< likewise
    std::optional<std::uint64_t> anon;  ///< highest above the baseline, bytes
    std::optional<std::uint64_t> file;
    std::optional<std::uint64_t> shmem;
    std::optional<std::uint64_t> processAnon;  ///< highest of the whole process
    std::uint64_t bytes = 0;                   ///< loaded
    std::string note{};
};

/// Everything measured with one file and one state of the page cache.
struct LoadBenchTable {
    std::string file;
    PageCacheState state = PageCacheState::Cold;
    double rawLimit = 0;  ///< bytes per second, median
    std::string rawWay;
    double freshLimit = 0;  ///< the same read into fresh huge pages
    double memcpy = 0;      ///< bytes per second, one thread
    std::vector<LoadBenchRow> rows;
    [[nodiscard]] const LoadBenchRow* find(const std::string& what) const;
};

// The names of the rows that targets speak of.
inline constexpr const char* kCpuFresh = "streamed: CPU, fresh arena";
inline constexpr const char* kCpuReused = "streamed: CPU, reused arena";
inline constexpr const char* kGpuFresh = "streamed: simulated GPU, fresh";
inline constexpr const char* kGpuPopulated = "streamed: simulated GPU, populated";
inline constexpr const char* kCommandCpu = "stowagectl load, whole command: CPU";
inline constexpr const char* kCommandGpu = "stowagectl load, whole command: simulated GPU";
inline constexpr const char* kPythonCopy = "Python: torch.load + load_state_dict";
inline constexpr const char* kPythonMap = "Python: torch.load(mmap) + assign";
inline constexpr const char* kPythonSafetensors = "Python: safetensors load_file";
/// The row of a method in a process of its own, on one simulated GPU.
[[nodiscard]] std::string methodRow(LoadMethod method);

/// In a child process: `pairs` of a raw read (and a memory copy) and a streamed load, in turns.
/// `row` is one of the four streamed ones or of the two of the whole command, whose seconds are
/// those of a process from its start to its end. Prints one object.
int runStreamedChild(const std::string& file, PageCacheState state, const std::string& row,
                     unsigned pairs, const std::stop_token& stop);
/// In a child process: one load by a method to a simulated GPU or the CPU. Prints one object.
int runMethodChild(const std::string& file, PageCacheState state, const std::string& method,
                   bool toGpu, const std::stop_token& stop);

/// Runs everything for one file. Errors: Cancelled, those of the children.
[[nodiscard]] Result<std::vector<LoadBenchTable>> measureFile(const LoadBenchOptions& options,
                                                              const std::string& file,
                                                              const std::stop_token& stop);
/// Milliseconds per 1,000 tensors of opening a checkpoint, both formats; median.
[[nodiscard]] Result<double> measureHeaders(const std::string& folder, const std::stop_token& stop);

void printTable(const LoadBenchTable& table);
/// Each target of the loader: figure, met or by how much it is missed.
void printTargets(const std::vector<LoadBenchTable>& tables, std::optional<double> headers);

[[nodiscard]] double median(std::vector<double> values);

}  // namespace stowage::bench
