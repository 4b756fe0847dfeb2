// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
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

/// What is read of a NumPy file.
struct ArrayFileRule {
    Phrase wanted;                ///< for messages: "a reference is a .npy file of …"
    std::size_t dimensions = 0;   ///< 0: any number from 1
    std::uint64_t mostBytes = 0;  ///< of the file; 0: any number
};

/// Reads a file as numpy.save writes it: `.npy`, format 1.0, '<f4', C order. The header is held to
/// the file's length before anything is reserved. Errors: FileNotFound, PermissionDenied,
/// NotARegularFile, UnknownFormat (no NumPy file), Unsupported (another dtype, order or number of
/// dimensions), Malformed, Truncated, LimitExceeded, ReadFailed.
[[nodiscard]] Result<InputArray> readArrayFile(const std::string& path, const ArrayFileRule& rule);

/// The same of an array that is to go into a model. Errors: as readArrayFile(); Malformed where a
/// number is not finite.
[[nodiscard]] Result<InputArray> readInputFile(const std::string& path);

}  // namespace stowage
