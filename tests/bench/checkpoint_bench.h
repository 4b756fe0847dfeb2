// SPDX-License-Identifier: GPL-3.0-or-later
// What the parts of checkpoint_bench share. See checkpoint_bench.cpp.
#pragma once

#include "engine/base/result.h"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace stowage::bench {

/// A checkpoint to open, and which Python reads it.
struct HeaderCase {
    std::string what;    ///< "safetensors, one file"
    std::string path;    ///< for us
    std::string python;  ///< for Python; the index where `path` is a folder
    enum class Reader { None, Safetensors, Torch } reader = Reader::None;
    /// Openings in a row that are timed as one: of a small file a single one measures how cold the
    /// caches are.
    unsigned repeats = 1;
};

/// Makes the checkpoints in a folder: `few` and `many` tensors of 4 × 4, and a sparse one of 200
/// files, 1 TB and `most` tensors. Errors: those of the writers.
[[nodiscard]] Result<std::vector<HeaderCase>> makeHeaderCases(const std::string& folder,
                                                              std::size_t few, std::size_t many,
                                                              std::size_t most,
                                                              const std::stop_token& stop);

/// Times trees made of the known models' config.json and prints the largest. Errors: Internal.
[[nodiscard]] Result<void> printConfigTrees();

/// A Python that answers one question after another; see python_headers.py.
class PythonHeaders {
public:
    using Json = nlohmann::ordered_json;
    explicit PythonHeaders(const std::string& who);
    ~PythonHeaders();
    PythonHeaders(const PythonHeaders&) = delete;
    PythonHeaders& operator=(const PythonHeaders&) = delete;

    /// "torch 2.15.0", or why there is none.
    [[nodiscard]] const std::string& version() const { return m_version; }
    [[nodiscard]] bool isThere() const { return m_isThere; }
    /// {"skipped": …} where it cannot.
    [[nodiscard]] Json ask(const std::string& line);

private:
    [[nodiscard]] Json readAnswer();

    int m_process = -1;
    int m_toChild = -1;
    int m_fromChild = -1;
    std::string m_buffer;
    std::string m_version;
    bool m_isThere = false;
};

}  // namespace stowage::bench
