// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/weights/compute.h"

#include "engine/base/build_info.h"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <string_view>

namespace stowage {

/// In float32, as the library has it: at the edges of buckets rounding decides.
std::int64_t RelativeBuckets::of(std::int64_t distance) const {
    const std::int64_t own = isBidirectional ? buckets / 2 : buckets;
    const std::int64_t first = isBidirectional && distance > 0 ? own : 0;
    const std::int64_t apart =
        isBidirectional ? std::abs(distance) : -std::min<std::int64_t>(distance, 0);
    const std::int64_t exact = own / 2;
    if (apart < exact) {
        return first + apart;
    }
    const auto ratio = static_cast<float>(apart) / static_cast<float>(exact);
    const auto most =
        static_cast<float>(std::log(static_cast<double>(farthest) / static_cast<double>(exact)));
    const float share = std::log(ratio) / most * static_cast<float>(own - exact);
    return first + std::min(exact + static_cast<std::int64_t>(share), own - 1);
}

bool fusesAttention() {
    const std::string_view version = buildInfo().libtorch;
    return !version.empty() && !version.starts_with("1.");
}

Result<void> requireAttention(AttentionKind kind) {
    if (kind == AttentionKind::Eager || fusesAttention()) {
        return {};
    }
    return fail(
        ErrorCode::Unsupported,
        say("Fused attention needs LibTorch 2 (LibTorch of this build: %1); use eager attention, "
            "or build Stowage with a current LibTorch (./dev run --torch 2.x).",
            buildInfo().libtorch.empty() ? Message(phrase("none")) : Message(buildInfo().libtorch)),
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
                say("This backend cannot use single experts of %1.", stack.name()), {},
                stack.name());
}

namespace {

Unexpected notThere(Phrase operation) {
    return fail(ErrorCode::Unsupported,
                say("This compute backend has no %1, which the model needs.", operation));
}

}  // namespace

Compute::Made Compute::normalize(const Activation& /*x*/, double /*epsilon*/) {
    return notThere(phrase("norm without a scale"));
}

Compute::Made Compute::convert(const ActivationPtr& /*x*/, const Weight* /*like*/) {
    return notThere(phrase("conversion between dtypes"));
}

Result<Carried> Compute::causalConvolution(const Activation& /*x*/, const Weight& /*weight*/,
                                           const Weight* /*bias*/, const Activation* /*state*/) {
    return notThere(phrase("causal convolution"));
}

Result<Carried> Compute::selectiveScan(const ScanInput& /*input*/) {
    return notThere(phrase("selective scan"));
}

Compute::Made Compute::input(std::span<const float> /*values*/,
                             std::span<const std::int64_t> /*shape*/, ComputePlace /*place*/) {
    return fail(ErrorCode::Unsupported,
                say("This compute backend does not accept an array as input."));
}

Compute::Made Compute::convolvePatches(const Activation& /*image*/, const Weight& kernel,
                                       const Weight* /*bias*/) {
    return fail(ErrorCode::Unsupported,
                say("This backend has no convolution for %1", kernel.name()), {}, kernel.name());
}

Compute::Made Compute::convolveRows(const Activation& /*x*/, const Weight& weight,
                                    const Weight* /*bias*/, const RowConvolution& /*how*/) {
    return fail(ErrorCode::Unsupported,
                say("This backend has no one-dimensional convolution for %1", weight.name()), {},
                weight.name());
}

Compute::Made Compute::cosines(const Activation& /*a*/, const Activation& /*b*/,
                               const Weight& logScale) {
    return fail(
        ErrorCode::Unsupported,
        say("This backend cannot compute cosine similarities scaled by %1", logScale.name()), {},
        logScale.name());
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
                        say("LibTorch's compute backend failed to start, so no model can be run; "
                            "`stowagectl selftest` prints details."));
        }
        opened.reset(compute);
    }
    return opened;
}

}  // namespace stowage
