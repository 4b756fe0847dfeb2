// SPDX-License-Identifier: GPL-3.0-or-later
// Who is measured against whom, in which order.
#include "tests/bench/load_bench.h"

#include "engine/base/byte_size.h"
#include "engine/base/child_process.h"
#include "engine/checkpoint/open/open_checkpoint.h"
#include "engine/checkpoint/write/safetensors_writer.h"
#include "engine/checkpoint/write/torch_archive_writer.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace stowage::bench {

namespace {

const char* stateName(PageCacheState state) {
    return state == PageCacheState::Cold ? "cold" : "warm";
}

std::vector<double> numbers(const Json& list) {
    return list.get<std::vector<double>>();
}

std::vector<double> ratios(const std::vector<double>& above, const std::vector<double>& below) {
    std::vector<double> list;
    for (std::size_t i = 0; i < std::min(above.size(), below.size()); ++i) {
        list.push_back(above[i] / below[i]);
    }
    return list;
}

/// Runs this program as a child; what it printed.
Result<Json> askChild(const std::vector<std::string>& arguments, const std::stop_token& stop) {
    ChildRequest request{.command = {"/proc/self/exe"}};
    request.command.insert(request.command.end(), arguments.begin(), arguments.end());
    const auto child = runChild(request, stop);
    if (!child) {
        return child.unexpected();
    }
    if (stop.stop_requested()) {
        return fail(ErrorCode::Cancelled, "Stopped.");
    }
    const Json json = Json::parse(child->output, nullptr, false);
    if (child->exitStatus != 0 || json.is_discarded()) {
        const bool hasReason = json.is_object() && json.contains("error");
        return fail(ErrorCode::Internal,
                    hasReason ? json["error"].get<std::string>()
                              : "A load ended without a result. " + child->diagnostics);
    }
    return json;
}

Result<LoadBenchRow> streamedRow(LoadBenchTable& table, const std::string& row, unsigned pairs,
                                 const std::stop_token& stop) {
    const auto answer = askChild(
        {"child-streamed", table.file, stateName(table.state), row, std::to_string(pairs)}, stop);
    if (!answer) {
        return answer.unexpected();
    }
    const auto bytes = (*answer)["bytes"].get<double>();
    std::vector<double> rates;
    for (const double seconds : numbers((*answer)["seconds"])) {
        rates.push_back(bytes / seconds);
    }
    const std::vector<double> raws = numbers((*answer)["raw"]);
    const std::vector<double> copies = numbers((*answer)["memcpy"]);
    table.rawLimit = std::max(table.rawLimit, median(raws));
    table.rawWay = (*answer)["raw_way"].get<std::string>();
    table.memcpy = std::max(table.memcpy, median(copies));
    LoadBenchRow result;
    result.what = row;
    result.bytes = (*answer)["bytes"].get<std::uint64_t>();
    result.seconds = median(numbers((*answer)["seconds"]));
    result.bytesPerSecond = median(rates);
    result.rawShare = median(ratios(rates, raws));
    const std::vector<double> fresh = numbers((*answer)["fresh"]);
    result.freshShare = median(ratios(rates, fresh));
    table.freshLimit = std::max(table.freshLimit, median(fresh));
    result.memcpyShare = median(ratios(rates, copies));
    return result;
}

void raise(std::optional<std::uint64_t>& highest, std::uint64_t value) {
    highest = std::max(highest.value_or(0), value);
}

/// Loads in processes of their own, median of their seconds, highest of their peaks.
Result<LoadBenchRow> methodRowOf(const LoadBenchTable& table, LoadMethod method, bool toGpu,
                                 unsigned count, const std::stop_token& stop) {
    LoadBenchRow row;
    row.what = methodRow(method);
    std::vector<double> seconds;
    for (unsigned i = 0; i < count; ++i) {
        const auto answer = askChild({"child-method", table.file, stateName(table.state),
                                      std::string(loadMethodName(method)), toGpu ? "gpu" : "cpu"},
                                     stop);
        if (!answer) {
            return answer.unexpected();
        }
        seconds.push_back((*answer)["seconds"].get<double>());
        row.bytes = (*answer)["bytes"].get<std::uint64_t>();
        raise(row.anon, (*answer)["anon"].get<std::uint64_t>());
        raise(row.file, (*answer)["file"].get<std::uint64_t>());
        raise(row.shmem, (*answer)["shmem"].get<std::uint64_t>());
        raise(row.processAnon, (*answer)["process_anon"].get<std::uint64_t>());
    }
    row.seconds = median(seconds);
    row.bytesPerSecond = static_cast<double>(row.bytes) / row.seconds;
    row.rawShare = row.bytesPerSecond / table.rawLimit;
    return row;
}

std::string quoted(const std::string& word) {
    std::string text = "'";
    for (const char letter : word) {
        text += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
    }
    return text + "'";
}

/// STOWAGE_BENCH_PYTHON, else python3.
std::string pythonProgram() {
    const char* const given = std::getenv("STOWAGE_BENCH_PYTHON");
    return given != nullptr && *given != '\0' ? given : "python3";
}

/// One load by Python; the answer may be {"skipped": reason}.
Json askPython(const LoadBenchTable& table, const std::string& method) {
    const std::string command =
        quoted(pythonProgram()) + " " + quoted(STOWAGE_BENCH_SOURCE_DIR "/python_loads.py") + " " +
        method + " " + stateName(table.state) + " " + quoted(table.file) + " 2>/dev/null";
    std::string output;
    if (FILE* const pipe = ::popen(command.c_str(), "r"); pipe != nullptr) {
        std::array<char, 4096> buffer{};
        for (std::size_t got = 0; (got = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0;) {
            output.append(buffer.data(), got);
        }
        ::pclose(pipe);
    }
    const Json answer = Json::parse(output, nullptr, false);
    if (answer.is_discarded() || !answer.is_object()) {
        return Json{{"skipped", pythonProgram() + " did not answer"}};
    }
    return answer;
}

/// Python and ours in turns, each in a process of its own: the ratio's neighbours saw the same
/// machine. The note says how many times as fast ours was.
Result<LoadBenchRow> pythonRow(const LoadBenchTable& table, const std::string& what,
                               const std::string& method, unsigned pairs,
                               const std::stop_token& stop) {
    LoadBenchRow row;
    row.what = what;
    std::vector<double> theirs;
    std::vector<double> ours;
    for (unsigned i = 0; i < pairs; ++i) {
        const Json answer = askPython(table, method);
        if (answer.contains("skipped")) {
            row.note = "skipped: " + answer["skipped"].get<std::string>();
            return row;
        }
        theirs.push_back(answer["seconds"].get<double>());
        row.bytes = answer["bytes"].get<std::uint64_t>();
        raise(row.anon, static_cast<std::uint64_t>(std::max(answer["anon"].get<double>(), 0.0)));
        raise(row.file, static_cast<std::uint64_t>(std::max(answer["file"].get<double>(), 0.0)));
        const auto own = methodRowOf(table, LoadMethod::Streamed, false, 1, stop);
        if (!own) {
            return own.unexpected();
        }
        ours.push_back(own->seconds);
    }
    row.seconds = median(theirs);
    row.bytesPerSecond = static_cast<double>(row.bytes) / row.seconds;
    row.rawShare = row.bytesPerSecond / table.rawLimit;
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "streamed is %.2f times as fast",
                  median(ratios(theirs, ours)));
    row.note = text.data();
    return row;
}

bool isSafetensors(const std::string& file) {
    constexpr std::string_view kEnding = ".safetensors";
    return file.size() > kEnding.size() &&
           file.compare(file.size() - kEnding.size(), kEnding.size(), kEnding) == 0;
}

Result<void> addPython(LoadBenchTable& table, unsigned pairs, const std::stop_token& stop) {
    const std::vector<std::pair<const char*, const char*>> loads =
        isSafetensors(table.file)
            ? std::vector<std::pair<const char*, const char*>>{{kPythonSafetensors, "safetensors"}}
            : std::vector<std::pair<const char*, const char*>>{{kPythonCopy, "copy"},
                                                               {kPythonMap, "mmap"}};
    for (const auto& [what, method] : loads) {
        auto row = pythonRow(table, what, method, pairs, stop);
        if (!row) {
            return row.unexpected();
        }
        table.rows.push_back(std::move(*row));
    }
    return {};
}

Result<LoadBenchTable> measureState(const LoadBenchOptions& options, const std::string& file,
                                    PageCacheState state, const std::stop_token& stop) {
    LoadBenchTable table;
    table.file = file;
    table.state = state;
    for (const char* const row :
         {kCpuFresh, kCpuReused, kGpuFresh, kGpuPopulated, kCommandCpu, kCommandGpu}) {
        auto streamed = streamedRow(table, row, options.streamedPairs, stop);
        if (!streamed) {
            return streamed.unexpected();
        }
        table.rows.push_back(std::move(*streamed));
    }
    for (const LoadMethod method : allLoadMethods()) {
        auto row = methodRowOf(table, method, true, options.methodPairs, stop);
        if (!row) {
            return row.unexpected();
        }
        table.rows.push_back(std::move(*row));
    }
    // What `streamed` holds beside the weights on the CPU is seen in a process of its own.
    const auto onHost = methodRowOf(table, LoadMethod::Streamed, false, 1, stop);
    if (!onHost) {
        return onHost.unexpected();
    }
    LoadBenchRow& fresh = table.rows.front();
    fresh.anon = onHost->anon;
    fresh.file = onHost->file;
    fresh.shmem = onHost->shmem;
    if (options.hasPython) {
        if (Result<void> python = addPython(table, options.methodPairs, stop); !python) {
            return python.unexpected();
        }
    }
    return table;
}

constexpr std::int64_t kHeaderTensors = 5000;

Result<double> openSeconds(const std::string& path, const std::stop_token& stop) {
    std::vector<double> seconds;
    for (int i = 0; i < 7; ++i) {
        const auto begin = std::chrono::steady_clock::now();
        const auto checkpoint = openCheckpoint(path, stop);
        const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
        if (!checkpoint) {
            return checkpoint.unexpected();
        }
        seconds.push_back(elapsed.count());
    }
    return median(seconds);
}

}  // namespace

double median(std::vector<double> values) {
    if (values.empty()) {
        return 0;
    }
    std::sort(values.begin(), values.end());
    const std::size_t upper = values.size() / 2;
    return values.size() % 2 == 1 ? values[upper] : (values[upper - 1] + values[upper]) / 2;
}

std::string methodRow(LoadMethod method) {
    return std::string(loadMethodName(method)) + " to one simulated GPU";
}

const LoadBenchRow* LoadBenchTable::find(const std::string& what) const {
    const auto found = std::find_if(rows.begin(), rows.end(),
                                    [&](const LoadBenchRow& row) { return row.what == what; });
    return found == rows.end() ? nullptr : &*found;
}

Result<std::vector<LoadBenchTable>> measureFile(const LoadBenchOptions& options,
                                                const std::string& file,
                                                const std::stop_token& stop) {
    std::vector<LoadBenchTable> tables;
    for (const PageCacheState state : options.states) {
        auto table = measureState(options, file, state, stop);
        if (!table) {
            return table.unexpected();
        }
        printTable(*table);
        tables.push_back(std::move(*table));
    }
    return tables;
}

Result<double> measureHeaders(const std::string& folder, const std::stop_token& stop) {
    std::vector<TensorToWrite> tensors;
    for (std::int64_t i = 0; i < kHeaderTensors; ++i) {
        tensors.push_back(
            {"layers." + std::to_string(i / 10) + ".part." + std::to_string(i % 10) + ".weight",
             DType::Float32,
             {4, 4}});
    }
    const auto zeros = [](std::size_t, std::uint64_t, std::span<std::byte> target) -> Result<void> {
        std::memset(target.data(), 0, target.size());
        return {};
    };
    double slowest = 0;
    for (const bool isTorch : {false, true}) {
        const std::string path = folder + (isTorch ? "/headers.pth" : "/headers.safetensors");
        CheckpointWriteJob job{path, tensors, zeros};
        job.stop = stop;
        job.durability = AtomicFileWriter::Durability::Cached;
        if (Result<void> written = isTorch ? writeTorchArchive(job) : writeSafetensors(job);
            !written) {
            return written.unexpected();
        }
        const auto seconds = openSeconds(path, stop);
        if (!seconds) {
            return seconds;
        }
        constexpr double kMillisecondsOfThousand = 1e6 / static_cast<double>(kHeaderTensors);
        slowest = std::max(slowest, *seconds * kMillisecondsOfThousand);
    }
    return slowest;
}

}  // namespace stowage::bench
