// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/scratch_folder.h"
#include "engine/base/result.h"

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace stowage {

/// What one check found.
struct CheckResult {
    std::string group;  ///< "allocator"
    std::string what;   ///< what is held to be true, with a device or file where there are several
    bool isOk = false;
    std::string figures;  ///< what was measured, or why it failed
    double seconds = 0;
};

/// Runs checks one after another and keeps what they found. A check returns its figures, or an
/// Error with the sentence that says what is wrong. Once stopped, it runs no more.
class CheckList {
public:
    using OnResult = std::function<void(const CheckResult&)>;
    CheckList(std::stop_token stop, OnResult onResult)
        : m_stop(std::move(stop)), m_onResult(std::move(onResult)) {}

    void run(const std::string& group, const std::string& what,
             const std::function<Result<std::string>()>& check);

    [[nodiscard]] const std::stop_token& stop() const { return m_stop; }
    [[nodiscard]] const std::vector<CheckResult>& results() const { return m_results; }
    [[nodiscard]] std::size_t failures() const;

private:
    std::stop_token m_stop;
    OnResult m_onResult;
    std::vector<CheckResult> m_results;
};

/// A failed check. `code` is of no importance to people; the sentence is.
[[nodiscard]] Unexpected checkFailed(const std::string& sentence);

/// "12.00 MiB".
[[nodiscard]] std::string checkSize(std::uint64_t bytes);

}  // namespace stowage
