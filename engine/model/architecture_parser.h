// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/config_expression.h"
#include "engine/model/dtype.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stowage {

/// What an architecture file says of one name inside a module, see architecture_file.h.
struct ArchitectureMember {
    enum class Kind {
        Module,     ///< Linear(hidden_size, vocab_size, bias=False)
        Parameter,  ///< [hidden_size] or float32 [hidden_size]
        Buffer,     ///< buffer int64 [1, max_position_embeddings] not saved
        SameAs,     ///< same as shared, same as embed_tokens.weight, same as up.{layer - 1}.*
    };
    Kind kind = Kind::Module;
    std::string name;  ///< of the class; of SameAs the path, relative to the module it stands in
    std::optional<ConfigExpression> computedName;  ///< {ACT2FN[hidden_act]}: the class's name
    std::vector<ConfigExpression> inPath;          ///< of SameAs: what stands for each "{}" of name
    std::vector<std::pair<std::string, ConfigExpression>> arguments;  ///< "" as name: by position
    std::optional<DType> dtype;           ///< of a tensor; none: the model's own
    std::vector<ConfigExpression> shape;  ///< of a tensor
    bool isSaved = true;                  ///< of a buffer: part of the state dict
    std::string part;                     ///< "text_config" in "Class of text_config"; else ""
    std::string counter;                  ///< "layer" in "… for layer in num_hidden_layers"
    std::optional<ConfigExpression> count;
    /// "… welded to 4 if layer > 4 else None": of a list's module the number of an earlier one
    /// whose keys and values, or index, it uses; its own number or None: nobody's.
    std::optional<ConfigExpression> weldedTo;
    std::optional<ConfigExpression> condition;
    std::shared_ptr<const ArchitectureMember> otherwise;  ///< after "else"; null: nothing is there
};

/// "LlamaMLP(width, has_bias=False)": a module's class as an architecture file declares it.
struct ArchitectureSignature {
    std::string name;
    std::string className;  ///< "Sequential" in "Layers(width) is Sequential", else the name
    std::vector<std::pair<std::string, std::optional<ConfigExpression>>> parameters;
};

/// Errors: Internal, naming the text and where it stops making sense.
[[nodiscard]] Result<ConfigExpression> parseExpression(std::string_view text);
[[nodiscard]] Result<ArchitectureMember> parseMember(std::string_view text);
[[nodiscard]] Result<ArchitectureSignature> parseSignature(std::string_view text);

}  // namespace stowage
