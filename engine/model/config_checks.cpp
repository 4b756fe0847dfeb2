// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/config_checks.h"

#include "engine/model/architecture_parser.h"

#include <utility>

namespace stowage {

Result<std::vector<ArchitectureCheck>> readChecks(const ConfigJson& checks) {
    std::vector<ArchitectureCheck> read;
    for (const auto& [condition, rule] : checks.items()) {
        auto expression = parseExpression(condition);
        if (!expression) {
            return expression.unexpected();
        }
        read.push_back({std::move(*expression), rule.get<std::string>()});
    }
    return read;
}

Result<void> holdToChecks(const std::vector<ArchitectureCheck>& checks, const ConfigScope& scope,
                          const std::string& file) {
    for (const ArchitectureCheck& check : checks) {
        const auto holds = evaluate(check.condition, scope);
        if (!holds) {
            return fail(ErrorCode::Malformed,
                        file + ": " + holds.error().message + "; correct the file.", file,
                        check.condition.source);
        }
        if (!isTrue(*holds)) {
            return fail(ErrorCode::Malformed,
                        file + ": " + check.rule + namedValues(check.condition, scope) +
                            "; the library refuses such a model, so correct the file.",
                        file, check.condition.source);
        }
    }
    return {};
}

}  // namespace stowage
