// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/capacity/state_size.h"

#include "engine/base/byte_size.h"
#include "engine/base/integers.h"
#include "engine/base/number_text.h"

#include <optional>
#include <utility>

namespace stowage {
namespace {

DType storedType(EngineProfile::StateType type, const StateFacts& state, DType computeType) {
    using Type = EngineProfile::StateType;
    const bool isWide = type == Type::Float32 || (type == Type::Config && state.asksFloat32) ||
                        (type == Type::Library && state.isLibraryFloat32);
    return isWide ? DType::Float32 : computeType;
}

std::optional<std::uint64_t> checkedBytes(DType dtype, std::uint64_t elements) {
    const auto bits = checkedMultiply(elements, static_cast<std::uint64_t>(storedBits(dtype)));
    return bits && checkedAdd<std::uint64_t>(*bits, 7) ? std::optional(storedBytes(dtype, elements))
                                                       : std::nullopt;
}

/// What all sequences keep; nothing where it is not counted.
std::optional<StateSize> checkedSize(std::optional<std::uint64_t> convolution,
                                     std::optional<std::uint64_t> recurrent, std::uint64_t layers,
                                     std::uint64_t batch) {
    constexpr std::uint64_t kMost = 200'000'000'000'000'000;  // signed sums with caches still hold
    const auto both =
        convolution && recurrent ? checkedAdd(*convolution, *recurrent) : std::nullopt;
    const auto ofSequence = both ? checkedMultiply(*both, layers) : std::nullopt;
    const auto bytes = ofSequence ? checkedMultiply(*ofSequence, batch) : std::nullopt;
    if (!bytes || *bytes > kMost) {
        return std::nullopt;
    }
    return StateSize{*convolution * batch, *recurrent * batch, *ofSequence, *bytes, {}};
}

}  // namespace

Result<StateSize> stateSize(const EngineProfile::StateRules& rules, const StateFacts& state,
                            const Workload& workload, DType computeType) {
    const auto channels =
        checkedMultiply(state.channels, rules.hasLibrarySteps ? state.librarySteps : state.steps);
    const auto convolution =
        channels ? checkedBytes(storedType(rules.convolution, state, computeType), *channels)
                 : std::nullopt;
    const auto recurrent =
        checkedBytes(storedType(rules.recurrent, state, computeType), state.recurrent);
    auto size = checkedSize(convolution, recurrent, state.layers.size(), workload.batch);
    if (!size) {
        return fail(ErrorCode::LimitExceeded,
                    say("What recurrent layers keep of this workload is more bytes than can be "
                        "counted; take fewer sequences."),
                    {}, "batch");
    }
    size->explained =
        say("layers: %1 × (convolution %2 B + recurrent %3 B) × sequences: %4 = %5",
            groupedText(state.layers.size()), groupedText(*convolution), groupedText(*recurrent),
            groupedText(workload.batch), formatSize(size->bytes));
    return *std::move(size);
}

}  // namespace stowage
