// SPDX-License-Identifier: GPL-3.0-or-later
// How quickly headers become a list of tensors, beside Python on the same files: its safetensors
// library (safe_open, shape and dtype of every key) and torch.load(mmap=True, weights_only=True).
// Ours and theirs take turns in one run, and the median of the ratios of neighbours counts. Ours is
// a call in this process, as theirs is in theirs; the page cache is warm for both, but where a row
// says cold, and small files are opened 50 times in a row by both.
//
//     checkpoint_bench [--few 200] [--many 20000] [--most 100000] [--pairs 7] [--folder /tmp]
//                      [--no-python]
//
// Python is $STOWAGE_BENCH_PYTHON or $STOWAGE_PYTHON, else python3; where a library is missing its
// columns say so.
#include "tests/bench/checkpoint_bench.h"

#include "app/cli/interruption.h"
#include "app/cli/output/text_table.h"
#include "engine/base/byte_size.h"
#include "engine/base/catalogue.h"
#include "engine/checkpoint/open/open_checkpoint.h"
#include "engine/checkpoint/page_cache.h"
#include "tests/bench/python_child.h"

#include <malloc.h>
#include <stdlib.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <span>
#include <system_error>

namespace {

using namespace stowage;
using namespace stowage::bench;
using Reader = HeaderCase::Reader;
using Clock = std::chrono::steady_clock;

struct Options {
    std::size_t few = 200;
    std::size_t many = 20'000;
    std::size_t most = 100'000;
    unsigned pairs = 7;
    std::string folder = "/tmp";
    bool hasPython = true;
};

/// What one checkpoint cost.
struct Row {
    std::string what;
    std::size_t tensors = 0;
    std::vector<double> ours;    ///< seconds
    std::vector<double> trees;   ///< seconds, behind `ours`
    std::vector<double> theirs;  ///< seconds; none: see `note`
    std::uint64_t peak = 0;      ///< bytes of resident memory, list and tree
    std::uint64_t theirPeak = 0;
    std::string note;
};

double median(std::vector<double> values) {
    std::ranges::sort(values);
    return values.empty() ? 0 : values[values.size() / 2];
}

double secondsSince(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

std::uint64_t residentBytes(const std::string& field) {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with(field)) {
            return std::strtoull(line.c_str() + field.size(), nullptr, 10) * kKiB;
        }
    }
    return 0;
}

/// One sample of ours: seconds of the list, of the mean of `repeats` openings, and of the tree.
Result<void> openOnce(const std::string& path, unsigned repeats, Row& row,
                      const std::stop_token& stop) {
    const Clock::time_point begin = Clock::now();
    auto checkpoint = openCheckpoint(path, stop);
    for (unsigned i = 1; i < repeats && checkpoint; ++i) {
        checkpoint = openCheckpoint(path, stop);
    }
    const double seconds = secondsSince(begin) / repeats;
    if (!checkpoint) {
        return checkpoint.unexpected();
    }
    const Clock::time_point listed = Clock::now();
    const auto tree = buildModuleTree(**checkpoint);
    row.trees.push_back(secondsSince(listed));
    if (!tree) {
        return tree.unexpected();
    }
    row.ours.push_back(seconds);
    row.tensors = (*checkpoint)->tensors.size();
    return {};
}

/// What an opening and its tree take in memory. It is not timed: it begins with an allocator that
/// has given everything back, which Python's never does.
Result<void> measurePeak(const std::string& path, Row& row, const std::stop_token& stop) {
    ::malloc_trim(0);
    std::ofstream("/proc/self/clear_refs") << "5";
    const std::uint64_t before = residentBytes("VmRSS:");
    Row untimed;
    auto opened = openOnce(path, 1, untimed, stop);
    const std::uint64_t highest = residentBytes("VmHWM:");
    row.peak = highest > before ? highest - before : 0;
    return opened;
}

/// Drops the pages of a case that is to be cold.
Result<void> coolDown(const HeaderCase& one, const std::stop_token& stop) {
    return one.isCold ? preparePageCache({one.path}, PageCacheState::Cold, stop) : Result<void>();
}

/// One sample of Python's; false where it cannot.
bool askOnce(PythonChild& python, const HeaderCase& one, Row& row) {
    const PythonChild::Json answer = python.ask(std::to_string(one.repeats) + " " + one.python);
    if (!answer.contains("seconds")) {
        row.note = answer.value("skipped", "");
        return false;
    }
    row.theirs.push_back(answer["seconds"].get<double>());
    row.theirPeak = std::max(row.theirPeak, answer["peak"].get<std::uint64_t>());
    if (answer["tensors"].get<std::size_t>() != row.tensors) {
        row.note = "Python lists " + std::to_string(answer["tensors"].get<std::size_t>());
    }
    return true;
}

Result<Row> measure(const HeaderCase& one, PythonChild* python, unsigned pairs,
                    const std::stop_token& stop) {
    constexpr double kEnoughSeconds = 20;
    constexpr unsigned kLeastPairs = 3;
    Row row;
    row.what = one.what;
    bool isAsked = python != nullptr && python->isThere();
    row.note = python != nullptr && !isAsked ? python->version() : "";
    const Clock::time_point begin = Clock::now();
    for (unsigned i = 0; i <= pairs; ++i) {
        if (i > kLeastPairs && secondsSince(begin) > kEnoughSeconds) {
            break;
        }
        STOWAGE_TRY(coolDown(one, stop));
        if (auto opened = openOnce(one.path, one.repeats, row, stop); !opened) {
            return opened.unexpected();
        }
        STOWAGE_TRY(coolDown(one, stop));
        isAsked = isAsked && askOnce(*python, one, row);
        if (i == 0) {
            // The first pair warms the page cache and both allocators.
            row.ours.clear();
            row.trees.clear();
            row.theirs.clear();
        }
    }
    if (auto measured = measurePeak(one.path, row, stop); !measured) {
        return measured.unexpected();
    }
    return row;
}

std::string number(const char* format, double value) {
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), format, value);
    return text.data();
}

std::string rate(const Row& row, const std::vector<double>& seconds) {
    return seconds.empty() ? ""
                           : number("%.0f", static_cast<double>(row.tensors) / median(seconds));
}

std::string ratio(const Row& row) {
    std::vector<double> ratios;
    for (std::size_t i = 0; i < std::min(row.ours.size(), row.theirs.size()); ++i) {
        ratios.push_back(row.theirs[i] / row.ours[i]);
    }
    return ratios.empty() ? "" : number("%.1f ×", median(ratios));
}

std::string mebibytes(std::uint64_t bytes) {
    return number("%.1f", static_cast<double>(bytes) / static_cast<double>(kMiB));
}

void print(const std::vector<Row>& rows) {
    TextTable table({Message("checkpoint"), rightHead("tensors"), rightHead("list, ms"),
                     rightHead("tensors/s"), rightHead("tree, ms"), rightHead("peak, MiB"),
                     rightHead("Python, ms"), rightHead("tensors/s"), rightHead("peak, MiB"),
                     rightHead("ours is faster"), Message("note")},
                    translateBy(nullptr));
    for (const Row& row : rows) {
        const bool hasTheirs = !row.theirs.empty();
        table.addRow(
            {row.what, std::to_string(row.tensors), number("%.3f", 1000 * median(row.ours)),
             rate(row, row.ours), number("%.3f", 1000 * median(row.trees)), mebibytes(row.peak),
             hasTheirs ? number("%.3f", 1000 * median(row.theirs)) : "", rate(row, row.theirs),
             hasTheirs ? mebibytes(row.theirPeak) : "", ratio(row), row.note});
    }
    std::printf("%s", table.text().c_str());
}

std::unique_ptr<PythonChild> headersOf(const std::string& who) {
    return std::make_unique<PythonChild>("python_headers.py", std::vector<std::string>{who});
}

int run(const Options& options, const std::string& folder, const std::stop_token& stop) {
    const auto cases = makeHeaderCases(folder, options.few, options.many, options.most, stop);
    if (!cases) {
        std::fprintf(stderr, "%s\n", cases.error().message.english().c_str());
        return 4;
    }
    std::map<Reader, std::unique_ptr<PythonChild>> pythons;
    if (options.hasPython) {
        pythons[Reader::Safetensors] = headersOf("safetensors");
        pythons[Reader::Torch] = headersOf("torch");
        for (const auto& [reader, python] : pythons) {
            std::printf("%s%s\n", python->isThere() ? "beside Python's " : "skipped: ",
                        python->version().c_str());
        }
    }
    std::vector<Row> rows;
    for (const HeaderCase& one : *cases) {
        const auto found = pythons.find(one.reader);
        auto row = measure(one, found == pythons.end() ? nullptr : found->second.get(),
                           options.pairs, stop);
        if (!row) {
            std::fprintf(stderr, "%s\n", row.error().message.english().c_str());
            return 4;
        }
        rows.push_back(std::move(*row));
    }
    std::printf(
        "Measured: reading headers to a list of tensors, medians, page cache warm but where it "
        "says cold.\n\n");
    print(rows);
    if (auto printed = printConfigTrees(); !printed) {
        std::fprintf(stderr, "%s\n", printed.error().message.english().c_str());
        return 4;
    }
    return 0;
}

bool parse(std::span<char*> arguments, Options& options) {
    const std::map<std::string, std::size_t*> counts{
        {"--few", &options.few}, {"--many", &options.many}, {"--most", &options.most}};
    for (std::size_t i = 1; i < arguments.size(); ++i) {
        const std::string word = arguments[i];
        if (word == "--no-python") {
            options.hasPython = false;
            continue;
        }
        if (i + 1 == arguments.size()) {
            return false;
        }
        const std::string value = arguments[++i];
        const auto count = static_cast<std::size_t>(std::max(1, std::atoi(value.c_str())));
        if (const auto found = counts.find(word); found != counts.end()) {
            *found->second = std::max<std::size_t>(200, count);
        } else if (word == "--pairs") {
            options.pairs = static_cast<unsigned>(count);
        } else if (word == "--folder") {
            options.folder = value;
        } else {
            return false;
        }
    }
    return true;
}

}  // namespace

int main(int argc, char** argv) {
    const Interruption interruption;
    Options options;
    if (!parse({argv, static_cast<std::size_t>(argc)}, options)) {
        std::fprintf(stderr,
                     "usage: checkpoint_bench [--few 200] [--many 20000] [--most 100000] "
                     "[--pairs 7] [--folder DIR] [--no-python]\n");
        return 2;
    }
    std::string folder = options.folder + "/stowage-bench-XXXXXX";
    if (::mkdtemp(folder.data()) == nullptr) {
        std::fprintf(stderr, "No folder can be made in %s.\n", options.folder.c_str());
        return 4;
    }
    const int status = run(options, folder, interruption.token());
    std::error_code failure;
    std::filesystem::remove_all(folder, failure);
    return status;
}
