// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/run/weights/compute.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stowage {

/// What Error::key says where no configuration was found: callers that take one from elsewhere can
/// say how.
inline constexpr const char* kMissingConfigKey = "config.json";

/// The text of a configuration's file. Errors: those of opening it and of readConfigText().
[[nodiscard]] Result<std::string> readConfigFile(const std::string& path);

/// What a `config.json` says of how a model computes: the fields that no module tree depends on,
/// with the library's defaults given by whoever asks. The first field of a wrong kind is kept as
/// the error, so that a family reads all of its fields and then asks once. A value.
class RunConfig {
public:
    /// Errors: Malformed (no JSON object).
    [[nodiscard]] static Result<RunConfig> parse(std::string_view text, const std::string& file);

    /// The same of an object; `file` says where its fields come from, for messages.
    [[nodiscard]] static RunConfig of(nlohmann::ordered_json object, const std::string& file);

    /// "llama"; "" where the configuration does not say.
    [[nodiscard]] std::string modelType();
    /// The family whose architecture file describes it: its model_type, unless that stands for
    /// several (architectureOf()).
    [[nodiscard]] std::string family() const;
    /// The first of "architectures"; "" where there is none.
    [[nodiscard]] std::string className();

    [[nodiscard]] bool has(std::string_view field) const;     ///< and it is not null
    [[nodiscard]] bool isNull(std::string_view field) const;  ///< it is there, and null
    [[nodiscard]] bool isText(std::string_view field) const;
    /// A whole number from 1 to 2^31 − 1.
    [[nodiscard]] std::int64_t whole(std::string_view field, std::int64_t fallback);
    /// A token: a whole number from 0 to 2^31 − 1.
    [[nodiscard]] std::int64_t token(std::string_view field, std::int64_t fallback);
    /// A number above 0 and below 10^12.
    [[nodiscard]] double number(std::string_view field, double fallback);
    [[nodiscard]] bool flag(std::string_view field, bool fallback);
    [[nodiscard]] std::string text(std::string_view field, std::string_view fallback);
    /// A list of texts; empty where there is none.
    [[nodiscard]] std::vector<std::string> texts(std::string_view field);
    /// A list of numbers above 0; empty where there is none.
    [[nodiscard]] std::vector<double> numbers(std::string_view field);
    /// Of two names of one field the one that is there; the first where neither is.
    [[nodiscard]] std::string_view either(std::string_view one, std::string_view other) const {
        return !has(one) && has(other) ? other : one;
    }
    /// An object inside, with errors of its own; nothing where there is none.
    [[nodiscard]] std::optional<RunConfig> object(std::string_view field) const;

    /// Keeps an error of the family's own ("a multiple of the heads"), if none was kept before.
    /// `because`: why it is wanted ("longer contexts cannot be run yet"); "" where that is plain.
    void refuse(std::string_view field, const Message& wanted, const Message& because = {});
    void keep(const Result<void>& checked);
    [[nodiscard]] Result<void> check() const { return m_error; }
    [[nodiscard]] const std::string& file() const { return m_file; }

private:
    [[nodiscard]] const nlohmann::ordered_json* find(std::string_view field) const;

    std::shared_ptr<const nlohmann::ordered_json> m_json;  ///< an object; never null once parsed
    std::string m_file;
    Result<void> m_error;
};

/// The activation function that a configuration names ("gelu_new", "silu" …). An unknown one is
/// kept as the configuration's error.
[[nodiscard]] ActivationFunction readActivationFunction(RunConfig& config, std::string_view field,
                                                        std::string_view fallback);

struct Checkpoint;

/// The tensor that ggufRunConfig() reads: by its numbers rotary frequencies are divided.
inline constexpr const char* kGgufRotaryFactors = "rope_freqs.weight";

/// What a GGUF file says of how its model computes, as a config.json would: its key-values under
/// the library's names, the vocabulary by the table of tokens, and "rope_freqs", by which Llama
/// 3.1's frequencies are divided. Reads the header again, and that one tensor. Blocks; thread-safe.
/// Errors: Unsupported (an architecture of llama.cpp's that does not run, naming those that do, or
/// a key that changes the arithmetic in a way that is not computed), Malformed (a size that is
/// missing), those of readGgufFile() and of reading.
[[nodiscard]] Result<RunConfig> ggufRunConfig(const Checkpoint& checkpoint);

/// How a family turns where its configuration says nothing, and what it calls its fields.
struct RotaryDefaults {
    double theta = 10000;
    /// The share of a head that is turned, in families that read one; nothing: all of it is.
    std::optional<double> share{};
    const char* thetaField = "rope_theta";
    const char* shareField = "partial_rotary_factor";
    /// "su" and "yarn" are older names of "longrope", and of a context without a field: Phi-3's.
    std::int64_t phiContext = 0;
};

/// theta^(−2i / width) for each pair of `width` numbers: radians a position.
[[nodiscard]] std::vector<float> rotaryFrequencies(std::int64_t width, double theta);

/// The rotary positions that a configuration asks for: "rope_theta" with "rope_scaling", or both in
/// "rope_parameters" as newer files have them. `headWidth`: numbers of a head. `layerKind`: in
/// files that have one for each kind of layer ("full_attention"), of which. Known are "default",
/// "linear", "llama3", "yarn" and "longrope", as transformers' modeling_rope_utils computes them.
/// Errors: Unsupported (another kind of scaling, named), Malformed.
[[nodiscard]] Result<RotaryTable> readRotary(RunConfig& config, std::int64_t headWidth,
                                             const RotaryDefaults& defaults,
                                             const std::string& layerKind = {});

}  // namespace stowage
