// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/model_chain.h"

#include "engine/base/byte_size.h"
#include "engine/load/placed_model.h"
#include "engine/run/loaded_weights.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <span>
#include <stop_token>
#include <utility>

namespace stowage {

namespace {

using Clock = std::chrono::steady_clock;

std::string sizeText(std::uint64_t bytes) {
    return formatSize(static_cast<double>(bytes));
}

/// What a device has left for more weights, its cached segments included; nothing where it is not
/// limited.
std::optional<std::uint64_t> freeOn(const DeviceMemory& device) {
    const std::optional<std::uint64_t> room = device.info().freeBytes();
    const std::uint64_t allocated = device.statistics().allocated;
    return room ? std::optional(*room - std::min(*room, allocated)) : room;
}

}  // namespace

ChainedModel::ChainedModel(const ChainStage& stage, std::string name, const LoadedModel& model,
                           ChainedModel* previous)
    : m_stage(stage), m_name(std::move(name)), m_model(model), m_previous(previous) {
    for (NamedTensor& named : namedTensors(model.schedule())) {
        m_scheduled.emplace(named.name, named.scheduled);
        m_names.push_back(std::move(named.name));
    }
}

std::optional<TensorSignature> ChainedModel::describe(const std::string& name) const {
    const auto found = m_scheduled.find(name);
    return found == m_scheduled.end() ? std::nullopt
                                      : std::optional(m_model.tensor(found->second).signature);
}

bool ChainedModel::liesThere(std::uint32_t scheduled) const {
    const LoadedTensor tensor = m_model.tensor(scheduled);
    return tensor.memory != nullptr && tensor.device == m_stage.device;
}

std::uint64_t ChainedModel::bytesToBring() const {
    std::uint64_t bytes = 0;
    const std::vector<ScheduledTensor>& tensors = m_model.schedule().tensors;
    for (std::uint32_t i = 0; i < tensors.size(); ++i) {
        bytes += liesThere(i) ? 0 : tensors[i].bytes;
    }
    return bytes;
}

Unexpected ChainedModel::doesNotFit(const DeviceMemory& device, const Error& reason) const {
    Error told = reason;
    const std::optional<std::uint64_t> free = freeOn(device);
    told.message = "The model " + m_name + " needs " + sizeText(bytesToBring()) + " on " +
                   deviceLabel(m_stage.device) + " to run there as a whole" +
                   (free ? ", where " + sizeText(*free) + " are free" : std::string()) +
                   ": offload the models that are still there, free memory, or let the weights "
                   "come layer by layer." +
                   (reason.message.empty() ? "" : " ") + reason.message;
    return Unexpected{std::move(told)};
}

/// Before a byte moves. Rounding and segments may still refuse what fits by its sum.
Result<void> ChainedModel::requireRoom(const DeviceMemory& device) const {
    const std::uint64_t bytes = bytesToBring();
    if (device.isHost() || freeOn(device).value_or(bytes) >= bytes) {
        return {};
    }
    return doesNotFit(device, makeError(ErrorCode::DeviceOutOfMemory, {}, {}, m_name));
}

Result<void> ChainedModel::bringAll(const std::stop_token& stop) {
    LoadedWeights weights(m_model, m_stage.backends, m_stage.compute);
    const ModuleTree& tree = *m_model.schedule().plan->request.tree;
    // As Module.to() goes through a model, so that the allocator's figures are those.
    for (const std::uint32_t scheduled : m_model.schedule().applyOrder) {
        if (liesThere(scheduled)) {
            continue;
        }
        const std::string& owner = tree.tensor(m_model.schedule().tensors[scheduled].tensor).name;
        Result<WeightPtr> weight = weights.bring(owner, m_stage.device, stop);
        if (!weight) {
            return weight.unexpected();
        }
        m_brought.emplace(scheduled, std::move(*weight));
    }
    return {};
}

Result<void> ChainedModel::call(const std::stop_token& stop) {
    if (m_previous != nullptr && m_previous->isOnDevice()) {
        m_previous->offload();
    }
    if (m_isOnDevice) {
        return {};
    }
    DeviceMemory* const device = m_stage.backends.find(m_stage.device);
    if (device == nullptr) {
        return fail(ErrorCode::InvalidArgument,
                    "The model " + m_name + " is to run on " + deviceLabel(m_stage.device) +
                        ", which is not among the devices of the load.");
    }
    if (Result<void> room = requireRoom(*device); !room) {
        return room;
    }
    const Clock::time_point begin = Clock::now();
    if (Result<void> brought = bringAll(stop); !brought) {
        offload();
        return brought.error().code == ErrorCode::DeviceOutOfMemory
                   ? doesNotFit(*device, brought.error())
                   : brought;
    }
    m_isOnDevice = true;
    m_transferSeconds = std::chrono::duration<double>(Clock::now() - begin).count();
    m_bytesMoved = bytesToBring();
    return {};
}

void ChainedModel::offload() {
    m_brought.clear();
    m_isOnDevice = false;
    DeviceMemory* const device = m_stage.backends.find(m_stage.device);
    if (device != nullptr && !device->isHost()) {
        device
            ->emptyCache();  // so that the next model finds whole segments; Accelerate does it too
    }
}

Result<WeightPtr> ChainedModel::lend(const std::string& name) const {
    const auto found = m_scheduled.find(name);
    if (found == m_scheduled.end()) {
        return fail(ErrorCode::KeyMismatch, "No tensor " + name + " is loaded.", {}, name);
    }
    const auto brought = m_brought.find(found->second);
    return brought == m_brought.end() ? m_stage.compute.weight(m_model.tensors(), name)
                                      : Result<WeightPtr>(brought->second);
}

Result<ModuleWeights> ChainedModel::borrow(std::span<const std::string> names,
                                           const std::stop_token& stop) {
    if (Result<void> here = call(stop); !here) {
        return here.unexpected();
    }
    ModuleWeights module;
    module.device = m_stage.device;
    module.transferSeconds = std::exchange(m_transferSeconds, 0);
    module.bytesMoved = std::exchange(m_bytesMoved, 0);
    for (const std::string& name : names) {
        Result<WeightPtr> weight = lend(name);
        if (!weight) {
            return weight.unexpected();
        }
        module.weights.push_back(std::move(*weight));
    }
    return module;
}

ChainedModel& ModelChain::add(std::string name, const LoadedModel& model) {
    ChainedModel* const previous = m_models.empty() ? nullptr : m_models.back().get();
    m_models.push_back(std::make_unique<ChainedModel>(m_stage, std::move(name), model, previous));
    return *m_models.back();
}

void ModelChain::offload() {
    for (const std::unique_ptr<ChainedModel>& model : m_models) {
        model->offload();
    }
}

}  // namespace stowage
