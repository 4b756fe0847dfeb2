// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/message.h"
#include "engine/model/dtype.h"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace stowage {

/// An index into one particular vector; ids of different vectors do not mix.
/// A default-made id is "none" and indexes nothing.
template <class Tag>
struct StrongId {
    static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

    std::uint32_t value = kNone;

    [[nodiscard]] constexpr bool isValid() const { return value != kNone; }
    [[nodiscard]] constexpr std::size_t index() const { return value; }
    friend constexpr auto operator<=>(StrongId, StrongId) = default;
};

using ModuleId = StrongId<struct ModuleIdTag>;
using TensorId = StrongId<struct TensorIdTag>;
/// One tensor object; tied names share it.
using StorageId = StrongId<struct StorageIdTag>;

enum class TensorKind : std::uint8_t { Parameter, Buffer };

/// In which models from_pretrained loads a tensor as float32: `_keep_in_fp32_modules` holds for
/// float16, `_keep_in_fp32_modules_strict` for float16 and bfloat16.
enum class KeptFloat32 : std::uint8_t { Never, InFloat16, InBothHalves };
[[nodiscard]] bool staysFloat32(KeptFloat32 kept, DType model);

/// One named tensor of a model: a value without data.
struct TensorSpec {
    std::string name;  ///< full dotted name, as in the state dict
    DType dtype = DType::Float32;
    std::vector<std::int64_t> shape;  ///< [] is a scalar
    std::uint64_t byteSize = 0;       ///< elements × bits / 8, rounded up
    TensorKind kind = TensorKind::Parameter;
    bool persistent = true;  ///< buffers only: part of the state dict
    StorageId storage;       ///< the same for tied names
    ModuleId module;         ///< the module that owns it
    /// In a quantised file, of tensors that the class has in another form: the shape of the weight
    /// that is packed in the tensor; [0] for scales and zero points.
    std::optional<std::vector<std::int64_t>> packed;
    /// The dtype that the class gives the tensor in a model of any dtype; absent: the model's.
    std::optional<DType> ownDtype;
    KeptFloat32 keptFloat32 = KeptFloat32::Never;
};

/// The shape that the class has: `packed` where there is one.
[[nodiscard]] const std::vector<std::int64_t>& unpackedShape(const TensorSpec& tensor);

/// Parameters of the class that the tensor holds; 0 for buffers.
[[nodiscard]] std::uint64_t parameterCount(const TensorSpec& tensor);

/// Product of `shape`; 1 for a scalar.
[[nodiscard]] std::uint64_t elementCount(std::span<const std::int64_t> shape);

/// Elements of a tensor, from its bytes where its dtype has whole bytes: the shape of each of
/// 100,000 tensors lies somewhere else in memory.
[[nodiscard]] std::uint64_t storedElements(const TensorSpec& tensor);

/// Product of `shape` as it came from a file: nothing for negative sizes or where it exceeds
/// 2^63 − 1.
[[nodiscard]] std::optional<std::uint64_t> checkedElementCount(std::span<const std::int64_t> shape);

/// Bytes of a dense tensor, rounded up to whole bytes; nothing where it exceeds 2^63 − 1.
[[nodiscard]] std::optional<std::uint64_t> checkedByteSize(DType dtype,
                                                           std::span<const std::int64_t> shape);

/// Why torch has no tensor of this dtype and shape, after the tensor's name: it has no 6-bit
/// floats, and two numbers of float4_e2m1fn_x2 are one of its elements. Empty: it has.
[[nodiscard]] Message torchRefusal(DType dtype, std::span<const std::int64_t> shape);

/// The dtype and shape of a tensor.
struct TensorSignature {
    DType dtype = DType::Float32;
    std::vector<std::int64_t> shape;
    friend bool operator==(const TensorSignature&, const TensorSignature&) = default;
};

}  // namespace stowage

template <class Tag>
struct std::hash<stowage::StrongId<Tag>> {
    std::size_t operator()(stowage::StrongId<Tag> id) const noexcept { return id.value; }
};
