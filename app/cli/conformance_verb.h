// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/conformance_compare.h"
#include "app/cli/conformance_suite.h"
#include "app/cli/verb.h"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace stowage {

/// `stowagectl conformance`: holds the planner to recorded cases of Accelerate, or answers them.
class ConformanceVerb : public Verb {
public:
    [[nodiscard]] CLI::App* describe(CLI::App& app) override;
    [[nodiscard]] Result<int> run(CommandContext& context) override;

private:
    struct Count {
        std::size_t cases = 0;
        std::size_t agree = 0;
    };
    struct Difference {
        std::string id;
        std::string kind;
        std::string text;
    };

    [[nodiscard]] Result<void> treat(const std::string& line, const std::string& where,
                                     ConformanceTrees& trees, CommandContext& context);
    [[nodiscard]] Result<void> compare(const CaseJson& recordedCase,
                                       const ConformanceQuestion& question,
                                       const ConformanceAnswer& answer, const std::string& where);
    void printAnswer(const std::string& id, const CaseJson& result, CommandContext& context) const;
    void printTable(const CommandContext& context) const;

    std::string m_cases;
    std::string m_trees;
    bool m_answers = false;
    std::map<std::string, Count, std::less<>> m_counts;
    std::vector<Difference> m_differences;
};

}  // namespace stowage
