// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/module_name_patterns.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace stowage {

namespace {

/// Expressions beyond so many characters in all are taken for plain names: each is tried on each
/// module.
constexpr std::size_t kMostOfExpressions = 1024;

/// A character of an expression and how often it may stand.
struct Step {
    enum class Kind : std::uint8_t { Literal, Any, Digit };
    Kind kind = Kind::Literal;
    char literal = 0;
    bool mayBeAbsent = false;
    bool mayRepeat = false;

    [[nodiscard]] bool takes(char character) const {
        switch (kind) {
            case Kind::Any:
                return true;
            case Kind::Digit:
                return character >= '0' && character <= '9';
            case Kind::Literal:
                break;
        }
        return character == literal;
    }
};

bool isQuantifier(char character) {
    return character == '*' || character == '+' || character == '?';
}

std::vector<Step> stepsOf(std::string_view expression) {
    std::vector<Step> steps;
    for (std::size_t i = 0; i < expression.size(); ++i) {
        const char character = expression[i];
        if (isQuantifier(character) && !steps.empty()) {
            steps.back().mayBeAbsent = character != '+';
            steps.back().mayRepeat = character != '?';
            continue;
        }
        const bool isEscaped = character == '\\' && i + 1 < expression.size();
        if (isEscaped) {
            ++i;
            steps.push_back(expression[i] == 'd' ? Step{Step::Kind::Digit, 0}
                                                 : Step{Step::Kind::Literal, expression[i]});
        } else {
            steps.push_back(character == '.' ? Step{Step::Kind::Any, 0}
                                             : Step{Step::Kind::Literal, character});
        }
    }
    return steps;
}

/// Where a module's name may end: in front of a dot or behind one, or at the very end.
bool isBoundary(std::string_view name, std::size_t at) {
    return at == name.size() || name[at] == '.' || (at > 0 && name[at - 1] == '.');
}

/// States of the expression that stand open: reached[i] where the first i steps are done.
class Run {
public:
    explicit Run(std::vector<Step> steps) : m_steps(std::move(steps)), m_open(m_steps.size() + 1) {
        m_open[0] = true;
        passAbsent(m_open);
    }

    [[nodiscard]] bool isDone() const { return m_open.back(); }

    void take(char character) {
        std::vector<bool> next(m_open.size());
        for (std::size_t i = 0; i < m_steps.size(); ++i) {
            if (!m_open[i] || !m_steps[i].takes(character)) {
                continue;
            }
            next[i + 1] = true;
            // Staying in front of the step is to let it take one more.
            next[i] = next[i] || m_steps[i].mayRepeat;
        }
        passAbsent(next);
        m_open = std::move(next);
    }

private:
    void passAbsent(std::vector<bool>& open) const {
        for (std::size_t i = 0; i < m_steps.size(); ++i) {
            open[i + 1] = open[i + 1] || (open[i] && m_steps[i].mayBeAbsent);
        }
    }

    std::vector<Step> m_steps;
    std::vector<bool> m_open;
};

bool matchExpression(std::string_view expression, std::string_view name) {
    Run run(stepsOf(expression));
    for (std::size_t at = 0;; ++at) {
        if (run.isDone() && isBoundary(name, at)) {
            return true;
        }
        if (at == name.size()) {
            return false;
        }
        run.take(name[at]);
    }
}

}  // namespace

void ModuleNamePatterns::add(std::string pattern) {
    const bool isPlain = pattern.find_first_of("*+?\\") == std::string::npos;
    if (!isPlain && m_expressionBytes + pattern.size() <= kMostOfExpressions) {
        m_expressionBytes += pattern.size();
        m_expressions.push_back(pattern);
    }
    if (!pattern.empty()) {
        m_lengths.insert(pattern.size());
        m_plain.insert(std::move(pattern));
    }
}

bool ModuleNamePatterns::matchPlain(std::string_view module) const {
    return std::any_of(
        m_lengths.begin(), m_lengths.upper_bound(module.size()), [&](std::size_t length) {
            const bool startsSo =
                isBoundary(module, length) && m_plain.contains(module.substr(0, length));
            return startsSo || m_plain.contains(module.substr(module.size() - length));
        });
}

bool ModuleNamePatterns::match(std::string_view module) const {
    return matchPlain(module) || std::any_of(m_expressions.begin(), m_expressions.end(),
                                             [module](const std::string& expression) {
                                                 return matchExpression(expression, module);
                                             });
}

}  // namespace stowage
