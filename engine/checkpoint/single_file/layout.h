// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/model/config_expression.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stowage {

/// What is done to a tensor's shape beside its new name.
enum class KeyChange {
    None,
    Squeeze,     ///< a convolution of 1 × 1 becomes the matrix of a Linear
    Transpose,   ///< of a matrix
    SwapHalves,  ///< the lower half of its rows comes first
};

/// A name that is made of what a pattern found: "blocks.{(n-1)//2}.{p}".
struct KeyTemplate {
    struct Part {
        std::string text;                       ///< as it is, or the name of what was found
        bool isFound = false;                   ///< `text` names it
        std::optional<ConfigExpression> value;  ///< a whole number, not below 0
    };
    std::vector<Part> parts;
};

/// What becomes of the keys that a pattern finds. In patterns, {p} and {s} are one part of a name
/// between dots, {*} is all that is left of it, and any other {n} a number.
struct KeyRule {
    std::vector<std::string> pattern;  ///< its parts between dots
    /// One name, or several that share the rows; none: diffusers leaves the tensor out.
    std::vector<KeyTemplate> targets;
    std::vector<std::int64_t> shares;  ///< of the rows for each of several targets
    KeyChange change = KeyChange::None;
    std::optional<ConfigExpression> condition;  ///< else the next rule that fits is taken
};

/// How a field of a configuration follows from the keys and shapes of a file. One of `key`,
/// `blocks` and `list` is there.
struct SizeRule {
    std::string field;
    std::string key;       ///< a tensor, without the component's prefix
    std::size_t axis = 0;  ///< whose size it is
    std::string per;       ///< a field that divides it
    bool isRoot = false;   ///< the size is this field's square
    std::string ifThere;   ///< the field's value where the tensor is there, as JSON; "": its size
    std::string ifNot;     ///< and where it is not
    std::string blocks;    ///< what stands before the numbers that are counted: "double_blocks."
    std::string within;    ///< only of keys that go on so: the numbers themselves are the value
    std::vector<SizeRule> list;  ///< the field is a list of these
};

/// One model of a file.
struct ComponentLayout {
    std::string name;                   ///< "text_encoder"
    std::string library;                ///< "transformers"
    std::string className;              ///< "CLIPTextModel"
    std::vector<std::string> prefixes;  ///< before its keys; any of them
    std::vector<KeyRule> rules;         ///< the first that fits is taken
    nlohmann::ordered_json config;      ///< as published
    std::vector<SizeRule> sizes;        ///< what may be otherwise in a file, in order
};

/// Keys by which diffusers tells a kind of file (CHECKPOINT_KEY_NAMES).
struct FileMark {
    std::vector<std::string> keys;     ///< all of them are there
    std::vector<std::string> without;  ///< and none of these
    /// Nor a tensor of this name whose last size is this one.
    std::map<std::string, std::int64_t> withoutLastSize;
};

/// A kind of file that holds a pipeline in the layout of its first release.
struct SingleFileLayout {
    std::string pipeline;  ///< "FluxPipeline"
    std::vector<ComponentLayout> components;
};

/// The kinds that are compiled in (resources/single_files/marks.json), each with the marks of which
/// any one tells it. Every file that is opened is held to them: little is read. Error: Internal.
[[nodiscard]] Result<std::vector<std::pair<std::string, std::vector<FileMark>>>> singleFileMarks();

/// The layout of one of them, by its name: "flux". Error: Internal.
[[nodiscard]] Result<SingleFileLayout> singleFileLayout(const std::string& name);

}  // namespace stowage
