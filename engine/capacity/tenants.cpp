// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/capacity/tenants.h"

#include "engine/base/byte_size.h"
#include "engine/checkpoint/checkpoint_facts.h"
#include "engine/checkpoint/keys/joined_checkpoint.h"
#include "engine/plan/place/place.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <utility>

namespace stowage {
namespace {

/// A path inside the model that is the root's child `name`: "draft.lm_head" of "draft" is
/// "lm_head", what stands above both is "". Nothing of the other models.
std::optional<std::string> pathInside(std::string_view path, std::string_view name) {
    if (path.empty() || path == name) {
        return std::string();
    }
    const bool isInside =
        path.starts_with(name) && path.size() > name.size() && path[name.size()] == '.';
    return isInside ? std::optional(std::string(path.substr(name.size() + 1))) : std::nullopt;
}

DeviceMap mapOfTenant(const DeviceMap& map, const std::string& name) {
    DeviceMap own;
    bool isWholeSet = false;
    for (const auto& [path, device] : map.entries()) {
        const auto inside = pathInside(path, name);
        if (!inside || (path.empty() && isWholeSet)) {
            continue;  // an entry for the model itself wins over one for all
        }
        isWholeSet = isWholeSet || inside->empty();
        own.set(*inside, device);
    }
    return own;
}

/// The work that a model is asked for, as far as it can do it.
Workload workloadOf(const ModelFacts* facts, const Workload& asked) {
    if (facts == nullptr) {
        return asked;
    }
    Workload work = asked;
    if (!facts->generates) {
        work.generate = 0;
        work.context = 0;
    }
    const std::uint64_t positions = facts->contextLength.value_or(work.tokens());
    if (positions > 0 && work.tokens() > positions) {
        work.generate = std::min(work.generate, positions / 4);
        work.prompt = std::min(work.prompt, positions - work.generate);
        work.context = std::min(work.context, positions);
    }
    if (work.prefillChunk > work.prompt) {
        work.prefillChunk = 0;
    }
    return work;
}

/// What is there whether or not the model runs.
std::uint64_t lasting(const DeviceEstimate& device) {
    return device.weights + device.kvCache + device.state;
}

std::uint64_t above(std::uint64_t peak, std::uint64_t rest) {
    return peak > rest ? peak - rest : 0;
}

/// A device's figures with those of another model on it.
void addFigures(DeviceEstimate& all, const DeviceEstimate& own) {
    const std::uint64_t allocated =
        std::max(above(all.peakAllocated, lasting(all)), above(own.peakAllocated, lasting(own)));
    const std::uint64_t reserved =
        std::max(above(all.peakReserved, lasting(all)), above(own.peakReserved, lasting(own)));
    all.weights += own.weights;
    all.kvCache += own.kvCache;
    all.state += own.state;
    all.window = std::max(all.window, own.window);
    all.prefillActivations = std::max(all.prefillActivations, own.prefillActivations);
    all.decodeActivations = std::max(all.decodeActivations, own.decodeActivations);
    all.logits = std::max(all.logits, own.logits);
    all.context = std::max(all.context, own.context);
    all.peakAllocated = lasting(all) + allocated;
    all.peakReserved = std::max(lasting(all) + reserved, all.peakAllocated);
}

void judge(TenantsEstimate& all, const PlacementPlan& plan) {
    all.verdict = plan.verdict;
    const auto is = [&all](Verdict verdict) {
        return std::ranges::any_of(all.tenants, [verdict](const TenantEstimate& tenant) {
            return tenant.estimate->verdict == verdict;
        });
    };
    if (all.verdict != Verdict::DoesNotFit && is(Verdict::Undetermined)) {
        all.verdict = Verdict::Undetermined;
    }
    if (is(Verdict::DoesNotFit)) {
        all.verdict = Verdict::DoesNotFit;
    }
    const bool isIncomplete = std::ranges::any_of(all.tenants, [](const TenantEstimate& tenant) {
        return !tenant.estimate->missing.empty();
    });
    for (DeviceEstimate& device : all.devices) {
        device.basis = isIncomplete ? EstimateBasis::Incomplete : device.basis;
        const auto free = device.free();
        if (!free || device.peakAllocated == 0) {
            continue;
        }
        if (*free < 0) {
            all.verdict = Verdict::DoesNotFit;
        }
        const bool isLimit = device.device.id != DeviceId::disk() || *free < 0;
        if (isLimit && (!all.tightest || *free < all.tightest->margin)) {
            all.tightest = TightestDevice{device.device.id, *free, 0};
        }
    }
}

/// Each model under its workload.
Result<TenantsEstimate> estimateEach(const EstimateInput& input,
                                     const std::vector<NamedCheckpoint>& tenants, bool isAsked,
                                     const std::stop_token& stop) {
    TenantsEstimate all;
    for (const NamedCheckpoint& tenant : tenants) {
        auto plan = planOfTenant(*input.plan, tenant.name, tenant.tree, stop);
        STOWAGE_TRY(plan);
        EstimateInput own = input;
        const auto facts = knownFacts(*tenant.checkpoint, *tenant.tree);
        own.plan = std::move(*plan);
        own.checkpoint = tenant.checkpoint;
        own.workload =
            isAsked ? workloadOf(facts.get(), input.workload) : usualWorkload(facts.get());
        auto estimate = estimateCapacity(own, stop);
        if (!estimate) {
            Error error = estimate.error();
            error.message = say("%1: %2", tenant.name, error.message);
            return Unexpected{std::move(error)};
        }
        if (all.devices.empty()) {
            all.devices = (*estimate)->devices;
        } else {
            for (std::size_t i = 0; i < all.devices.size(); ++i) {
                addFigures(all.devices[i], (*estimate)->devices[i]);
            }
        }
        all.tenants.push_back({tenant.name, std::move(*estimate)});
    }
    for (DeviceEstimate& device : all.devices) {
        device.explained.clear();  // they tell of the first model
        device.share.reset();
        device.basis = EstimateBasis::Formula;
    }
    return all;
}

}  // namespace

Result<std::shared_ptr<const PlacementPlan>> planOfTenant(const PlacementPlan& plan,
                                                          const std::string& name,
                                                          std::shared_ptr<const ModuleTree> tree,
                                                          const std::stop_token& stop) {
    PlacementRequest request = plan.request;
    request.tree = std::move(tree);
    request.strategy = Strategy::Manual;
    request.givenMap = mapOfTenant(plan.map, name);
    request.moves.clear();
    request.constraints.pins.clear();
    request.doubledKeys.clear();
    request.preset.reset();
    request.search.reset();
    request.proof.reset();
    request.workload.reset();
    if (!request.executionDevice && !request.hooks.mainDevice) {
        // What one model has on the CPU alone runs where the others' offloaded parts do.
        request.executionDevice = plan.executionDevice();
    }
    std::vector<OffloadRule> rules;
    for (OffloadRule rule : request.hooks.offloaded) {
        if (auto inside = pathInside(rule.module, name)) {
            rule.module = std::move(*inside);
            rules.push_back(std::move(rule));
        }
    }
    request.hooks.offloaded = std::move(rules);
    return place(request, stop);
}

Result<TenantsEstimate> estimateTenants(const EstimateInput& input, bool isAsked,
                                        const std::stop_token& stop) {
    const auto& tenants = input.checkpoint->tenants;
    if (tenants == nullptr) {
        return fail(ErrorCode::InvalidArgument, say("This plan has only one model."));
    }
    auto estimate = estimateEach(input, *tenants, isAsked, stop);
    STOWAGE_TRY(estimate);
    judge(*estimate, *input.plan);
    return estimate;
}

Message tenantsSentence(const TenantsEstimate& estimate) {
    const std::size_t count = estimate.tenants.size();
    if (estimate.verdict == Verdict::Undetermined) {
        std::vector<Message> sentences{say("Undetermined for %1 models together.", count)};
        for (const TenantEstimate& tenant : estimate.tenants) {
            if (tenant.estimate->verdict == Verdict::Undetermined) {
                sentences.push_back(
                    say("%1: %2", tenant.name, missingText(tenant.estimate->missing)));
            }
        }
        return joined(std::move(sentences), " ");
    }
    const Message verdict = estimate.verdict == Verdict::Fits
                                ? say("Fits: %1 models together.", count)
                            : estimate.verdict == Verdict::DoesNotFit
                                ? say("Does not fit: %1 models together.", count)
                                : say("Fits with offload: %1 models together.", count);
    return joined({verdict, tightestText(estimate.tightest)}, " ");
}

}  // namespace stowage
