// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/model/config_expression.h"
#include "engine/model/dtype.h"

#include <functional>
#include <map>
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

/// What has to hold between a configuration's fields: the library refuses a file where it does not.
/// "checks" of an architecture file: {"hidden_size % num_attention_heads == 0": "hidden_size has to
/// be a multiple of num_attention_heads"}.
struct ArchitectureCheck {
    ConfigExpression condition;
    std::string rule;  ///< for the sentence, without a full stop
};

/// Reads "checks" of an architecture file, an object. Errors: Internal (the data is wrong).
[[nodiscard]] Result<std::vector<ArchitectureCheck>> readChecks(const ConfigJson& checks);

/// Holds the fields of a configuration, and what is derived from them, to each check. `file` is for
/// messages. Errors: Malformed, with the rule that is broken and the values of its fields.
[[nodiscard]] Result<void> applyChecks(const std::vector<ArchitectureCheck>& checks,
                                       const ConfigScope& scope, const std::string& file);

/// What the library does to a family's files when it loads them, as "loading" of an architecture
/// file tells it:
///
///     "loading": {
///       "base_prefix": "model",                what a head's class puts before the keys of the
///       base "base_prefix of LlamaForQuestionAnswering": "transformer",      the same of one class
///       "ignored": ["attn.bias"],              keys that hold this are left out without a word
///       "ignored of T5EncoderModel": ["decoder"],
///       "ignored_before": ["attn.masked_bias"],      … as releases before 5 did
///       "keep_float32": ["wo"],                tensors whose name holds this stay float32 in a
///                                              model built in float16
///       "keep_float32_strict": ["bias"],       … and in one built in bfloat16
///       "old_names": {"^embed_out.": "lm_head."}   in a key this becomes that, in this order; "^"
///     }                                        binds it to the key's beginning
///
/// "legacy_names", of common.json, are old names that all families had, and come last.
struct ArchitectureLoading {
    using Names = std::vector<std::string>;

    std::string basePrefix;
    std::map<std::string, std::string, std::less<>> basePrefixOf;
    Names ignored;
    std::map<std::string, Names, std::less<>> ignoredOf;
    Names ignoredBefore;
    Names keepFloat32;
    Names keepFloat32Strict;
    std::vector<std::pair<std::string, std::string>> oldNames;

    /// base_model_prefix of a class; "": there is none.
    [[nodiscard]] const std::string& basePrefixFor(std::string_view className) const;
    /// _keys_to_ignore_on_load_unexpected of a class, of this release and of those before.
    [[nodiscard]] bool ignores(std::string_view key, std::string_view className) const;
    /// A key under its present name; the key itself where it is no old one.
    [[nodiscard]] std::string presentName(std::string_view key) const;
};

/// Reads "loading" of an architecture file. What is of another form is a defect of the data and
/// throws (nlohmann::json::exception), as elsewhere in such files.
[[nodiscard]] ArchitectureLoading readArchitectureLoading(const ConfigJson& loading);

/// A configuration inside a configuration. "parts" of an architecture file: {"text_config":
/// {"family": "llama", "any": true}}; a family's name alone stands for {"family": name}.
struct ArchitecturePart {
    std::string family;      ///< the model_type of a part that does not say its own
    bool takesAny = false;   ///< "any": whatever family the part names; else that one alone
    bool isWhole = false;    ///< "whole": where there is no such object, the whole configuration is
                             ///< read in its place, as the library does with files of old releases
    ConfigPart whereAbsent;  ///< "absent": what stands for a part that is not there, an object
};

/// A class of modules: what its constructor registers, in that order.
struct ArchitectureClass {
    ArchitectureSignature signature;
    std::vector<std::pair<std::string, ArchitectureMember>> members;
};

/// Another way in which files hold some of a family's modules: classes that stand in place of those
/// of the same name. "layouts" of an architecture file names them, each with its "modules".
struct ArchitectureLayout {
    std::string name;  ///< for sentences: "a module for each expert"
    std::map<std::string, ArchitectureClass, std::less<>> classes;
};

/// One family of models, read from resources/architectures/NAME.json, where NAME is its model_type,
/// or the class of one of diffusers' models. It is written like the constructors of the model's
/// classes:
///
///     {
///       "about":   "What it covers and where it differs from published checkpoints.",
///       "like":    "llama",                     another family to start from; null in a table
///       "rename":  {"Llama": "Mistral"},        takes an entry away; "rename" goes through all of
///                                               that family's names
///       "models":  ["MistralForCausalLM", …],   classes that a config.json may ask for, the one
///                                               taken where it names none first
///       "old_classes": {"LLaMAForCausalLM": "LlamaForCausalLM"},
///                                               names that such a class has in old files
///       "told_by": {"given.kv_channels != None": ["chatglm"]},
///                                               a config.json ("given") of such a model_type is
///                                               this family's where that holds: one model_type can
///                                               stand for several generations of code
///       "no_split": ["MistralDecoderLayer"],
///       "fields":  {"hidden_size": 4096, "head_dim": null, …},
///                                               what is read of a config.json, with the value of
///                                               a field left out; a number, text or boolean here
///                                               asks for the same kind there
///       "aliases": {"n_embed": "hidden_size"},  other names of fields
///       "derived": {"head_dim": "head_dim or hidden_size // num_attention_heads"},
///                                               worked out in this order once the fields are read
///       "checks":  {"hidden_size % num_attention_heads == 0": "hidden_size has to be …"},
///                                               what the library refuses (ArchitectureCheck)
///       "parts":   {"text_config": "gemma3_text"},
///                                               configurations inside this one, by the rules of
///                                               another family (ArchitecturePart);
///                                               "text_config.hidden_size" is one's field, "Class
///                                               of text_config" a module of its family, "AutoModel
///                                               of text_config" that family's baseModel()
///       "tables":  {"ACT2FN": {"silu": "SiLUActivation"}},
///       "fact_fields": {"max_position_embeddings": 2048, …},
///                                               fields that facts alone depend on; one of the
///                                               wrong kind counts as null
///       "facts":   {"context": "max_position_embeddings", …},
///                                               what modelFacts() tells of the model, worked out
///                                               in this order; common.json has all their names
///       "rows":    {"encoder.conv1": "2 * max_source_positions", …},
///                                               positions that go through modules (PartRows), by
///                                               fields, facts and `tokens`; [positions, seen,
///                                               once] where they attend to others than all of
///                                               those, and some rows go through once a pass;
///                                               "layers.{}.list." is one path for each of the
///                                               fact "adapted_layers", whose place follows
///       "modules": {
///         "MistralForCausalLM": {
///           "model":   "MistralModel",
///           "lm_head": "Linear(hidden_size, vocab_size, bias=False)",
///           "lm_head.weight": "same as model.embed_tokens.weight if tie_word_embeddings"
///         },
///         "MistralModel": {
///           "layers": "MistralDecoderLayer(layer) for layer in num_hidden_layers", …
///
/// A class is "Name(parameter, other=default)"; "is" gives it another name in the tree ("Layers(w)
/// is Sequential"). A member is a module ("Class(arguments)", the name worked out in braces:
/// "{ACT2FN[hidden_act]}"), a parameter ("[rows, columns]", with a dtype before it if it is not the
/// model's), a buffer ("buffer float32 [n]", "not saved" for persistent=False) or, for a tensor or
/// module that is shared, "same as" its path ("up." leads out of the module, a step in braces is
/// worked out, and "block.*": "same as up.0.block.*" ties every tensor of a module to its namesake
/// of another). "… for i in n" makes
/// a ModuleList of n; members named "#…" take the next number, and with "for" many of them
/// ("expert_#": expert_0, expert_1, …). "… for i in n welded to (expression)" says whose keys and
/// values each uses (ModuleTree::weldedGroups()). "… if condition else …" chooses. Names in an
/// expression are the class's parameters, then the fields; a class that no file describes is a
/// module with nothing in it. common.json holds what all families share. Expressions:
/// config_expression.h; "loading", what from_pretrained does to the family's files:
/// ArchitectureLoading; "layouts": ArchitectureLayout.
struct ArchitectureFile {
    std::string name;
    std::vector<std::string> models;
    std::vector<std::string> noSplitClasses;
    ConfigPart fields;   ///< an object: names and defaults
    ConfigPart aliases;  ///< an object: other name → name
    ConfigPart tables;   ///< an object of objects
    std::vector<std::pair<std::string, ConfigExpression>> derived;
    std::vector<ArchitectureCheck> checks;
    ConfigPart oldClasses;                                        ///< an object: old name → name
    std::vector<std::pair<std::string, ArchitecturePart>> parts;  ///< by field
    ConfigPart factFields;                                        ///< an object: names and defaults
    std::vector<std::pair<std::string, ConfigExpression>> facts;
    std::vector<std::pair<std::string, ConfigExpression>> rows;  ///< by path
    std::map<std::string, ArchitectureClass, std::less<>> classes;
    std::vector<ArchitectureLayout> layouts;
    ArchitectureLoading loading;

    /// What the library's AutoModel makes of the family: the first of its models that has no head.
    /// "": all have one.
    [[nodiscard]] std::string baseModel() const;
};

/// Reads a family and those it is like. `name` is a config.json's model_type.
/// Errors: Unsupported (no such family, as half a sentence), Internal (the data is wrong).
[[nodiscard]] Result<ArchitectureFile> readArchitecture(std::string_view name);

/// The family that a configuration is of, as readArchitecture() takes it: its model_type (of
/// diffusers' models its "_class_name"), or the family that "told_by" names for it. "" where it has
/// no such text.
[[nodiscard]] std::string architectureOf(const ConfigJson& config);

/// Whether a family is one of diffusers' models, known by its class, which begins with a capital
/// letter.
[[nodiscard]] bool isDiffusersModel(std::string_view family);

/// Whether a family is one of transformers: known, and neither a model of diffusers nor a GPT that
/// people write themselves.
[[nodiscard]] bool isTransformersFamily(std::string_view family);

/// The families that config.json files can ask for, sorted.
[[nodiscard]] std::vector<std::string> knownArchitectures();

}  // namespace stowage
