// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/compute.h"

#include "engine/base/build_info.h"

#include <mutex>
#include <string_view>

namespace stowage {

bool fusesAttention() {
    const std::string_view version = buildInfo().libtorch;
    return !version.empty() && !version.starts_with("1.");
}

Result<void> requireAttention(AttentionKind kind) {
    if (kind == AttentionKind::Eager || fusesAttention()) {
        return {};
    }
    return fail(ErrorCode::Unsupported,
                "Fused attention needs LibTorch 2, and this build has " +
                    std::string(buildInfo().libtorch.empty() ? "none" : buildInfo().libtorch) +
                    "; leave it eager, or build over the current one (./dev run --torch 2.x).",
                {}, "attention");
}

Result<std::unique_ptr<ComputeScope>> Compute::enter(DeviceMemory& /*device*/) {
    return std::make_unique<ComputeScope>();
}

void Compute::setThreads(unsigned /*threads*/) {}

unsigned Compute::threads() const {
    return 1;
}

void Compute::dropWorkspaces() {}

Result<WeightPtr> Compute::part(const Weight& stack, std::int64_t /*index*/) {
    return fail(ErrorCode::Unsupported,
                "The experts of " + stack.name() + " cannot be told apart in this arithmetic.", {},
                stack.name());
}

Compute::Made Compute::input(std::span<const float> /*values*/,
                             std::span<const std::int64_t> /*shape*/, ComputePlace /*place*/) {
    return fail(ErrorCode::Unsupported, "This arithmetic takes no array.");
}

Compute::Made Compute::convolvePatches(const Activation& /*image*/, const Weight& kernel,
                                       const Weight* /*bias*/) {
    return fail(ErrorCode::Unsupported, "This arithmetic has no convolution for " + kernel.name(),
                {}, kernel.name());
}

Compute::Made Compute::cosines(const Activation& /*a*/, const Activation& /*b*/,
                               const Weight& logScale) {
    return fail(ErrorCode::Unsupported, "This arithmetic compares no rows by " + logScale.name(),
                {}, logScale.name());
}

Result<std::shared_ptr<Compute>> openCompute(const std::string& folder) {
    static std::mutex mutex;
    static std::shared_ptr<Compute> opened;
    const std::scoped_lock lock(mutex);
    if (!opened) {
        const Result<void*> symbol = torchModuleSymbol(kComputeFactory, folder);
        STOWAGE_TRY(symbol);
        Compute* const compute = reinterpret_cast<ComputeFactory>(*symbol)();
        if (compute == nullptr) {
            return fail(ErrorCode::BackendUnavailable,
                        "LibTorch's arithmetic failed to start, so no model can be run; "
                        "`stowagectl selftest` says more.");
        }
        opened.reset(compute);
    }
    return opened;
}

}  // namespace stowage
