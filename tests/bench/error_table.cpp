// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/error_table.h"

#include "engine/base/file_writer.h"
#include "engine/base/number_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

namespace stowage::bench {
namespace {

constexpr std::string_view kNotCompared = "–";

/// Engines by what their logs' names begin with.
constexpr std::array<std::pair<const char*, const char*>, 3> kEngines{
    {{"vllm", "vLLM"}, {"llama", "llama.cpp"}, {"sglang", "SGLang"}}};

/// Figures as errors.tsv names them, and in words; several may be of one kind. Those that repeat a
/// setting are not here.
constexpr std::array<std::pair<std::string_view, const char*>, 12> kFigures{
    {{"weights", "weights"},
     {"kv_cache", "KV cache"},
     {"kv_needed", "KV cache"},
     {"kv_bytes_per_token", "KV cache, bytes a token"},
     {"kv_blocks", "KV cache, blocks, tokens, sequences"},
     {"kv_tokens", "KV cache, blocks, tokens, sequences"},
     {"concurrency", "KV cache, blocks, tokens, sequences"},
     {"activations", "activations"},
     {"peak_torch", "activations"},
     {"context", "CUDA context"},
     {"compute", "compute buffers"},
     {"output", "output buffer"}}};

struct EngineErrors {
    std::vector<double> held;       ///< percent, without a sign, ascending
    std::vector<double> explained;  ///< those with a stated reason
    std::set<std::string> reasons;
};

using ErrorRows = std::map<std::pair<std::string, std::string>, EngineErrors>;  ///< words, engine

std::string engineOf(const std::string& log) {
    const auto known = std::ranges::find_if(
        kEngines, [&log](const auto& engine) { return log.starts_with(engine.first); });
    return known == kEngines.end() ? std::string() : known->second;
}

ErrorRows readErrors(const std::string& tsv) {
    ErrorRows rows;
    std::istringstream lines(tsv);
    std::string line;
    std::getline(lines, line);  // the head
    while (std::getline(lines, line)) {
        std::istringstream cells(line);
        std::string log, figure, error, reason;
        std::getline(cells, log, '\t');
        std::getline(cells, figure, '\t');
        std::getline(cells, error, '\t');
        std::getline(cells, reason, '\t');
        const auto* const known =
            std::ranges::find(kFigures, figure, &decltype(kFigures)::value_type::first);
        if (error.empty() || error == kNotCompared || known == kFigures.end()) {
            continue;
        }
        EngineErrors& row = rows[{known->second, engineOf(log)}];
        (reason.empty() ? row.held : row.explained)
            .push_back(std::abs(std::strtod(error.c_str(), nullptr)));
        if (!reason.empty()) {
            row.reasons.insert(reason);
        }
    }
    for (auto& [key, row] : rows) {
        std::ranges::sort(row.held);
        std::ranges::sort(row.explained);
    }
    return rows;
}

/// Of errors that errors.tsv has with two digits.
std::string errorText(double error) {
    return formatFixed(error, error < 10 ? 2 : error < 100 ? 1 : 0);
}

/// Of even counts the greater of the two in the middle: nothing looks better than it is.
std::string spreadText(const std::vector<double>& errors) {
    return errors.empty()
               ? std::string(kNotCompared)
               : errorText(errors[errors.size() / 2]) + " / " + errorText(errors.back()) + " (" +
                     std::to_string(errors.size()) + ")";
}

/// The words of kFigures, each once, in their order.
std::vector<std::string> kindsOfFigures() {
    std::vector<std::string> kinds;
    for (const auto& [figure, words] : kFigures) {
        if (std::ranges::find(kinds, words) == kinds.end()) {
            kinds.emplace_back(words);
        }
    }
    return kinds;
}

std::string rowText(const std::vector<std::string>& cells) {
    std::string text = "|";
    for (const std::string& cell : cells) {
        text += " " + cell + " |";
    }
    return text + "\n";
}

Result<std::string> readText(const std::string& path) {
    std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    if (!file) {
        return fail(ErrorCode::ReadFailed, path + " cannot be read.");
    }
    return text.str();
}

Result<void> rewrite(const std::string& path, const std::string& block) {
    const auto text = readText(path);
    STOWAGE_TRY(text);
    const auto written = withBlock(*text, "errors", block);
    STOWAGE_TRY(written);
    return *written == *text ? Result<void>() : writeFileAtomically(path, *written);
}

}  // namespace

std::string compactErrorTable(const std::string& errorsTsv) {
    const ErrorRows rows = readErrors(errorsTsv);
    std::vector<std::string> head{"figure"};
    for (const auto& [prefix, engine] : kEngines) {
        head.emplace_back(engine);
    }
    head.emplace_back("with a stated reason");
    std::string table = rowText(head) + rowText(std::vector<std::string>(head.size(), "---"));
    for (const std::string& words : kindsOfFigures()) {
        std::vector<std::string> cells{words};
        std::vector<double> explained;
        bool isThere = false;
        for (const auto& [prefix, engine] : kEngines) {
            const auto row = rows.find({words, engine});
            isThere = isThere || row != rows.end();
            cells.push_back(row == rows.end() ? std::string(kNotCompared)
                                              : spreadText(row->second.held));
            if (row != rows.end()) {
                explained.insert(explained.end(), row->second.explained.begin(),
                                 row->second.explained.end());
            }
        }
        std::ranges::sort(explained);
        cells.push_back(spreadText(explained));
        table += isThere ? rowText(cells) : "";
    }
    return table;
}

std::string wholeErrorTable(const std::string& errorsTsv) {
    const ErrorRows rows = readErrors(errorsTsv);
    std::string table =
        rowText({"figure", "engine", "error, %", "with a stated reason", "reasons"}) +
        rowText(std::vector<std::string>(5, "---"));
    for (const std::string& words : kindsOfFigures()) {
        for (const auto& [prefix, engine] : kEngines) {
            const auto row = rows.find({words, engine});
            if (row == rows.end()) {
                continue;
            }
            std::string reasons;
            for (const std::string& reason : row->second.reasons) {
                reasons += (reasons.empty() ? "" : "; ") + reason;
            }
            table += rowText({words, engine, spreadText(row->second.held),
                              spreadText(row->second.explained), reasons});
        }
    }
    return table;
}

Result<std::string> withBlock(const std::string& text, const std::string& name,
                              const std::string& block) {
    const std::size_t head = text.find("<!-- " + name + ":");
    const std::size_t from = head == std::string::npos ? head : text.find("-->\n", head);
    const std::size_t to = text.find("<!-- end of " + name + " -->");
    if (from == std::string::npos || to == std::string::npos || to < from) {
        return fail(ErrorCode::InvalidArgument,
                    "There is no block \"" + name + "\" between two comments.");
    }
    return text.substr(0, from + 4) + block + text.substr(to);
}

Result<void> rewriteErrorTables(const std::string& sources) {
    const auto errors = readText(sources + "/tests/data/log_models/errors.tsv");
    STOWAGE_TRY(errors);
    STOWAGE_TRY(rewrite(sources + "/docs/guide/accuracy.md", compactErrorTable(*errors)));
    return rewrite(sources + "/docs/benchmarks.md", wholeErrorTable(*errors));
}

}  // namespace stowage::bench
