// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/checkpoint/checkpoint.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace stowage {

/// What a tensor of the original layout becomes. A value.
struct SingleFileRule {
    enum class How { Same, Rows, SwappedHalves, Transposed };
    std::string target;  ///< numbers that the source's name has in the place of '#' stand for '#'
    How how = How::Same;
    /// Of Rows: the first part, how many, and in how many parts the rows are cut.
    std::array<std::uint64_t, 3> rows{0, 1, 1};
};

/// The rules of a component: what each name becomes, exact names before patterns.
class SingleFileRules {
public:
    void add(std::string source, SingleFileRule rule);
    /// What a name becomes, '#' filled in; empty for names without a rule.
    [[nodiscard]] std::vector<SingleFileRule> of(std::string_view name) const;
    [[nodiscard]] bool areNone() const { return m_rules.empty(); }

private:
    std::unordered_map<std::string, std::vector<SingleFileRule>> m_rules;  ///< by source
};

/// A model that a single file may hold.
struct SingleFileComponent {
    std::string name;
    std::string library;
    std::string className;
    std::vector<std::string> prefixes;  ///< of its keys, the first that any key has
    SingleFileRules rules;              ///< none: its names are the library's already
    std::string config;                 ///< its config.json
    /// Members of the configuration that are a size of a tensor: name, key, dimension.
    struct FromShape {
        std::string member;
        std::string key;
        std::size_t dimension = 0;
    };
    std::vector<FromShape> fromShapes{};
    /// A key without which the configuration has other members.
    std::string withoutKey{};
    std::string withoutMembers{};  ///< a JSON object
};

/// A pipeline whose original layout is known: resources/single_files/pipelines.json.
struct SingleFilePipeline {
    std::string className;
    /// One of these keys tells it, where its last dimension has that size, if one is named.
    std::vector<std::pair<std::string, std::optional<std::int64_t>>> recognisedBy;
    std::vector<SingleFileComponent> components;
};

/// The pipeline that a checkpoint's keys tell, read from the compiled-in tables; nothing of other
/// files. Cheap for those. Errors: Internal (the tables are wrong).
[[nodiscard]] Result<std::optional<SingleFilePipeline>> singleFilePipelineOf(
    const Checkpoint& checkpoint);

}  // namespace stowage
