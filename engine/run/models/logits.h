// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/device/device_info.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stowage {

/// Numbers that go into a model beside its tokens, or in their place: the pixels of an image.
struct InputArray {
    std::vector<std::int64_t> shape;
    /// C order, as many as the shape says. Empty where a run is only counted: an estimate needs
    /// the shape alone.
    std::vector<float> values{};
};

/// The array that a model takes.
struct InputTrait {
    std::string name;                 ///< the library's argument: "pixel_values"
    std::vector<std::int64_t> shape;  ///< without a dimension for several of them
};

/// "3 × 224 × 224"
[[nodiscard]] std::string arrayShapeText(const std::vector<std::int64_t>& shape);

/// Whether an array goes into a model that takes `wanted`; nothing: it takes none; `given` is
/// null where none is there. A first dimension
/// of 1 may stand before the others, as processors put it there. `family` is for messages.
/// Errors: InvalidArgument (none is given, one too many is, or it has another shape or other than
/// so many numbers).
[[nodiscard]] Result<void> checkInput(const std::optional<InputTrait>& wanted,
                                      const InputArray* given, const std::string& family);

/// Reads an array that is to go into a model from a file as numpy.save writes it: `.npy`,
/// format 1.0,
/// '<f4', C order. The header is held to the file's length before anything is reserved. Errors:
/// FileNotFound, PermissionDenied, NotARegularFile, UnknownFormat (no NumPy file), Unsupported
/// (another dtype or order), Malformed (also where a number is not finite), Truncated,
/// LimitExceeded, ReadFailed.
[[nodiscard]] Result<InputArray> readInputFile(const std::string& path);

/// A row of logits for each position of the prompt.
struct Logits {
    std::int64_t positions = 0;
    std::int64_t vocabulary = 0;
    std::vector<float> values;  ///< [positions × vocabulary], C order
};

/// One module of a forward pass. Seconds since the pass began.
struct ForwardStep {
    std::string module;  ///< "trf_blocks.3.att.W_query"
    DeviceId device;     ///< on which it ran
    double begin = 0;
    double end = 0;
    double transferSeconds = 0;    ///< of these, spent on bringing its weights in
    std::uint64_t bytesMoved = 0;  ///< of weights that lay on the CPU or on disk
};

/// What a forward pass computed, and how.
struct ForwardReport {
    std::vector<std::int64_t> tokens;
    Logits logits;
    std::string sha256;          ///< of the logits: float32, little endian, C order
    double maxLogit = 0;         ///< largest finite |logit|
    std::int64_t nextToken = 0;  ///< of the largest logit at the last position
    std::int64_t layers = 0;     ///< transformer blocks
    std::vector<ForwardStep> steps;
    double seconds = 0;
    std::uint64_t bytesMoved = 0;
};

/// Fills sha256, maxLogit and nextToken from the logits.
void summariseLogits(ForwardReport& report);

/// How far logits may lie from the reference: this share of the reference's largest.
inline constexpr double kLogitTolerance = 2e-5;

/// How two sets of logits for the same prompt compare.
struct LogitsComparison {
    bool agrees = false;        ///< all finite and maxDifference ≤ allowed
    double maxDifference = 0;   ///< max |logit − reference| over what is finite
    double allowed = 0;         ///< kLogitTolerance × max |reference|
    std::int64_t position = 0;  ///< where that is, or the first number that is not finite
    std::int64_t token = 0;
    Message why;  ///< one sentence where they do not agree; "" where they do
};

/// Holds logits against the reference's.
[[nodiscard]] LogitsComparison compareLogits(const Logits& logits, const Logits& reference);

/// Writes logits as a NumPy file (`.npy`, format 1.0, '<f4', [positions × vocabulary]), whole or
/// not at all. Errors: PermissionDenied, FileNotFound, DiskFull, WriteFailed.
[[nodiscard]] Result<void> writeLogitsFile(const Logits& logits, const std::string& path);

/// Reads one, also as numpy.save writes it. Errors: as readInputFile(), and Unsupported where it
/// has other than two dimensions.
[[nodiscard]] Result<Logits> readLogitsFile(const std::string& path);

}  // namespace stowage
