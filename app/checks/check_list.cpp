// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/checks/check_list.h"

#include <algorithm>
#include <chrono>
#include <exception>

namespace stowage {

void CheckList::run(const Message& group, const Message& what,
                    const std::function<Result<Message>()>& check) {
    if (m_stop.stop_requested()) {
        return;
    }
    const auto begin = std::chrono::steady_clock::now();
    Result<Message> outcome = [&]() -> Result<Message> {
        try {
            return check();
        } catch (const std::exception& defect) {
            return checkFailed(say("an exception came through: %1", defect.what()));
        }
    }();
    if (!outcome && outcome.error().code == ErrorCode::Cancelled) {
        return;  // the person stopped it: neither right nor wrong
    }
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
    m_results.push_back(CheckResult{group, what, outcome.has_value(),
                                    outcome ? *outcome : outcome.error().message, passed.count()});
    m_onResult(m_results.back());
}

std::size_t CheckList::failures() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(m_results, [](const CheckResult& result) { return !result.isOk; }));
}

Unexpected checkFailed(const Message& sentence) {
    return fail(ErrorCode::VerificationFailed, sentence);
}

}  // namespace stowage
