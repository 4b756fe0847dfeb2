// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/model/dtype.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace c10 {
enum class ScalarType : std::int8_t;
}

namespace at {
class Tensor;
}

namespace stowage {

/// The exception that is being handled, as an Error. Call it inside a catch block only.
[[nodiscard]] Error errorOfCurrentException(const Message& what);

/// What is done, for the sentence of its failure: `{phrase("Multiplying by %1"), weight.name()}`.
/// Costs nothing before it is asked for; the name outlives it.
class Doing {
public:
    Doing(Phrase what) : m_what(what) {}
    Doing(Phrase pattern, std::string_view name) : m_what(pattern), m_name(name) {}

    operator Message() const { return messageOf(m_what.english(), {m_name}); }
    /// As the Message has it, for less.
    [[nodiscard]] std::string english() const;

private:
    Phrase m_what;
    std::string_view m_name;
};

/// Runs `work` (which returns a Result) and turns whatever LibTorch throws into an Error: the
/// place where exceptions stop. `what` starts the sentence, "Casting 12 elements": a Message, or
/// what becomes one where something is thrown.
template <class What, class Work>
[[nodiscard]] std::invoke_result_t<Work> guarded(const What& what, Work&& work) {
    try {
        return work();
    } catch (...) {
        return Unexpected{errorOfCurrentException(what)};
    }
}

/// ATen's dtype for ours; nothing for those that this LibTorch lacks: float8 and unsigned numbers
/// of more than 8 bits come with 2.7.
[[nodiscard]] std::optional<c10::ScalarType> scalarTypeOf(DType dtype);

/// The inverse; nothing for dtypes that scalarTypeOf never gives.
[[nodiscard]] std::optional<DType> dtypeOf(c10::ScalarType scalar);

/// How a tensor is held in ATen.
struct AtenLayout {
    c10::ScalarType scalar{};  ///< uint8 unless ATen has the dtype
    std::vector<std::int64_t> shape;
    std::uint64_t byteSize = 0;
};

/// The layout of a tensor: its own where ATen has the dtype. Otherwise raw bytes: the same shape
/// for one-byte types, one more dimension (the bytes of an element) for wider ones, the bytes of a
/// row in place of its elements for GGUF's blocks, and one flat row for other types below a byte.
[[nodiscard]] AtenLayout layoutOf(DType dtype, std::span<const std::int64_t> shape);

/// ByteChecksum's figure of a one-dimensional uint8 tensor, computed by ATen on the tensor's own
/// device, part after part: at most some 3 MiB are needed beside it. May throw c10::Error.
[[nodiscard]] std::uint64_t checksumOnDevice(const at::Tensor& bytes);

}  // namespace stowage
