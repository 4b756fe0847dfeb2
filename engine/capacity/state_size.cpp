// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/capacity/state_size.h"

#include "engine/base/byte_size.h"
#include "engine/base/integers.h"
#include "engine/base/number_text.h"

namespace stowage {
namespace {

DType storedType(EngineProfile::StateType type, const StateFacts& state, DType computeType) {
    using Type = EngineProfile::StateType;
    const bool isWide = type == Type::Float32 || (type == Type::Config && state.asksFloat32) ||
                        (type == Type::Library && state.isLibraryFloat32);
    return isWide ? DType::Float32 : computeType;
}

}  // namespace

Result<StateSize> stateSize(const EngineProfile::StateRules& rules, const StateFacts& state,
                            const Workload& workload, DType computeType) {
    const std::uint64_t steps = rules.hasLibrarySteps ? state.librarySteps : state.steps;
    const std::uint64_t convolution =
        storedBytes(storedType(rules.convolution, state, computeType), state.channels * steps);
    const std::uint64_t recurrent =
        storedBytes(storedType(rules.recurrent, state, computeType), state.recurrent);
    StateSize size;
    size.ofSequence = (convolution + recurrent) * state.layers.size();
    const auto bytes = checkedMultiply(size.ofSequence, workload.batch);
    if (!bytes) {
        return fail(ErrorCode::LimitExceeded,
                    say("Keys and values of this workload are more bytes than 64 bits can count; "
                        "take fewer sequences or a shorter context."),
                    {}, "context");
    }
    size.bytes = *bytes;
    size.convolution = convolution * workload.batch;
    size.recurrent = recurrent * workload.batch;
    size.explained =
        say("layers: %1 × (convolution %2 B + recurrent %3 B) × sequences: %4 = %5",
            groupedText(state.layers.size()), groupedText(convolution), groupedText(recurrent),
            groupedText(workload.batch), formatSize(size.bytes));
    return size;
}

}  // namespace stowage
