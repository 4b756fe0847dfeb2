// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/checks/conformance_case.h"
#include "app/cli/options/common_options.h"
#include "app/cli/output/text_table.h"
#include "app/cli/verbs/verbs.h"
#include "engine/base/random_access_file.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstddef>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace stowage {

/// `stowagectl conformance`: holds the planner to recorded cases of Accelerate, or answers them.
class ConformanceVerb : public Verb {
public:
    void describe(CLI::App& command) override;
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

namespace {

/// How many differing cases people are shown.
constexpr std::size_t kShownDifferences = 5;

/// How much of a difference: maps of large models are long.
constexpr std::size_t kShownBytes = 2000;

Result<std::string> readText(const std::string& path, const CommandContext& context) {
    if (path == "-") {
        return context.readStandardInput();
    }
    constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 30U;  // far more than any recording
    return readWholeFile(path, kMaxBytes, [&path](std::uint64_t /*size*/) {
        return say("%1 is larger than 1 GiB; split the file.", path);
    });
}

CaseJson countJson(std::string_view kind, std::size_t cases, std::size_t agree) {
    return {{"kind", kind}, {"cases", cases}, {"agree", agree}, {"differ", cases - agree}};
}

}  // namespace

void ConformanceVerb::describe(CLI::App& command) {
    addOption(command, "--cases", "FILE", m_cases)->required();
    addOption(command, "--trees", "FILE", m_trees)->required();
    command.add_flag("--answers", m_answers);
}

Result<int> ConformanceVerb::run(CommandContext& context) {
    const auto treesText = readText(m_trees, context);
    STOWAGE_TRY(treesText);
    auto trees = ConformanceTrees::parse(*treesText, m_trees);
    STOWAGE_TRY(trees);
    const auto cases = readText(m_cases, context);
    STOWAGE_TRY(cases);
    std::istringstream lines(*cases);
    std::string line;
    int status = kExitDone;
    for (std::size_t number = 1; std::getline(lines, line); ++number) {
        if (context.stop().stop_requested()) {
            return fail(ErrorCode::Cancelled, say("The comparison was stopped."));
        }
        if (line.find_first_not_of(" \t\r") == std::string::npos) {
            continue;
        }
        const std::string where = m_cases + ", line " + std::to_string(number);
        if (const auto done = treat(line, where, *trees, context); !done) {
            if (!m_answers) {
                return done.unexpected();
            }
            // Answers stand for themselves: one case that cannot be read must not cost the others.
            context.warn(done.error().message);
            status = exitStatusFor(done.error().code);
        }
    }
    if (m_answers) {
        return status;
    }
    printTable(context);
    return m_differences.empty() ? kExitDone : kExitAnswerIsNo;
}

Result<void> ConformanceVerb::treat(const std::string& line, const std::string& where,
                                    ConformanceTrees& trees, CommandContext& context) {
    const auto recordedCase = parseCaseJson(line, where);
    STOWAGE_TRY(recordedCase);
    const auto question = questionOf(*recordedCase, trees, where);
    STOWAGE_TRY(question);
    auto answer = tryAnswer(*question, where);
    if (!answer && answer.error().code != ErrorCode::OutOfMemory) {
        return answer.unexpected();
    }
    if (!answer) {
        // One huge case must not cost the others.
        context.warn(answer.error().message);
        ConformanceAnswer none;
        none.result = toJson(PythonException{"MemoryError", answer.error().message});
        answer = std::move(none);
    }
    if (m_answers) {
        printAnswer(question->id, answer->result, context);
        return {};
    }
    return compare(*recordedCase, *question, *answer, where);
}

void ConformanceVerb::printAnswer(const std::string& id, const CaseJson& result,
                                  CommandContext& context) const {
    context.print(caseText(CaseJson{{"id", id}, {"result", result}}));
}

Result<void> ConformanceVerb::compare(const CaseJson& recordedCase,
                                      const ConformanceQuestion& question,
                                      const ConformanceAnswer& answer, const std::string& where) {
    const auto expected = recordedCase.find("expected");
    if (expected == recordedCase.end() || !expected->is_object()) {
        return fail(ErrorCode::Malformed,
                    say("%1: the case \"%2\" has no field \"expected\" to compare with; use "
                        "--answers to print the answers without a comparison.",
                        where, question.id),
                    where);
    }
    const std::string text = differenceFromCase(recordedCase, answer, CompareDepth::Results);
    Count& count = m_counts[question.kind];
    count.cases += 1;
    if (text.empty()) {
        count.agree += 1;
    } else {
        m_differences.push_back({question.id, question.kind, text});
    }
    return {};
}

void ConformanceVerb::printTable(const CommandContext& context) const {
    Count total;
    CaseJson kinds = CaseJson::array();
    TextTable table({phrase("kind"), rightHead(phrase("cases")), rightHead(phrase("agree")),
                     rightHead(phrase("differ"))},
                    context.translate);
    const auto addRow = [&table](const Message& kind, const Count& count) {
        table.addRow({kind, std::to_string(count.cases), std::to_string(count.agree),
                      std::to_string(count.cases - count.agree)});
    };
    for (const std::string_view kind : conformanceKinds()) {
        const auto found = m_counts.find(kind);
        if (found == m_counts.end()) {
            continue;
        }
        addRow(kind, found->second);
        kinds.push_back(countJson(kind, found->second.cases, found->second.agree));
        total.cases += found->second.cases;
        total.agree += found->second.agree;
    }
    addRow(phrase("all"), total);
    if (context.wantsJson()) {
        CaseJson differing = CaseJson::array();
        for (const Difference& difference : m_differences) {
            differing.push_back({{"id", difference.id}, {"kind", difference.kind}});
        }
        context.print(caseText({{"kinds", kinds},
                                {"cases", total.cases},
                                {"agree", total.agree},
                                {"differ", total.cases - total.agree},
                                {"differing", differing}}));
        return;
    }
    std::string text = table.text();
    for (std::size_t i = 0; i < std::min(m_differences.size(), kShownDifferences); ++i) {
        const Difference& difference = m_differences[i];
        text += "\n" + difference.id + " (" + difference.kind + "):\n" +
                difference.text.substr(0, kShownBytes) + "\n";
    }
    context.print(text);
}

std::unique_ptr<Verb> makeConformanceVerb() {
    return std::make_unique<ConformanceVerb>();
}

}  // namespace stowage
