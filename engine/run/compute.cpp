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

namespace {

Unexpected notThere(const char* operation) {
    return fail(ErrorCode::Unsupported,
                "This arithmetic has no " + std::string(operation) + ", which the model needs.");
}

}  // namespace

Compute::Made Compute::normalize(const Activation& /*x*/, double /*epsilon*/) {
    return notThere("norm without a scale");
}

Compute::Made Compute::convert(const ActivationPtr& /*x*/, const Weight* /*like*/) {
    return notThere("conversion between dtypes");
}

Result<Carried> Compute::causalConvolution(const Activation& /*x*/, const Weight& /*weight*/,
                                           const Weight* /*bias*/, const Activation* /*state*/) {
    return notThere("causal convolution");
}

Result<Carried> Compute::selectiveScan(const ScanInput& /*input*/) {
    return notThere("selective scan");
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
