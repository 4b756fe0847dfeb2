// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/weights/loaded_weights.h"

#include "engine/base/byte_size.h"
#include "engine/checkpoint/checkpoint.h"
#include "engine/checkpoint/write/float_values.h"
#include "engine/device/host_memory.h"
#include "engine/load/execute/expected_tensor.h"
#include "engine/load/execute/placed_model.h"
#include "engine/load/program/key_matching.h"
#include "engine/load/program/load_schedule.h"
#include "engine/load/staging_ring.h"
#include "engine/load/tensor_backend.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace stowage {

namespace {

using Clock = std::chrono::steady_clock;

Unexpected cancelled() {
    return fail(ErrorCode::Cancelled, say("The forward pass was cancelled."));
}

/// The refusal of a device, with what the memory was for.
Unexpected refused(const Error& error, const std::string& name, DeviceId device,
                   std::uint64_t bytes) {
    Error told = error;
    told.message = say("The forward pass could not copy %1 (%2) to %3: %4", name,
                       formatSize(static_cast<double>(bytes)), deviceLabel(device), error.message);
    told.key = name;
    return Unexpected{std::move(told)};
}

}  // namespace

LoadedWeights::LoadedWeights(const LoadedModel& model, const LoadBackends& backends,
                             Compute& compute, std::optional<DeviceId> execution,
                             std::vector<OffloadRule> offloaded)
    : m_model(model),
      m_backends(backends),
      m_compute(compute),
      m_execution(execution.value_or(mainDeviceOf(model.schedule().plan->map))),
      m_offloaded(std::move(offloaded)) {
    for (NamedTensor& named : namedTensors(model.schedule())) {
        m_scheduled.emplace(named.name, named.scheduled);
        m_names.push_back(std::move(named.name));
    }
}

std::vector<std::string> LoadedWeights::names() const {
    return m_names;
}

std::optional<TensorSignature> LoadedWeights::describe(const std::string& name) const {
    const auto found = m_scheduled.find(name);
    return found == m_scheduled.end() ? std::nullopt
                                      : std::optional(m_model.tensor(found->second).signature);
}

Result<DeviceId> LoadedWeights::deviceFor(std::span<const std::string> names) const {
    for (const std::string& name : names) {
        const auto found = m_scheduled.find(name);
        if (found == m_scheduled.end()) {
            return fail(ErrorCode::KeyMismatch, say("No tensor %1 is loaded.", name), {}, name);
        }
        if (const DeviceId device = m_model.tensor(found->second).device; device.isGpu()) {
            return device;
        }
    }
    return names.empty() ? m_execution : offloadedRunsOn(names.front());
}

DeviceId LoadedWeights::offloadedRunsOn(const std::string& name) const {
    const bool isComputed = !m_offloaded.empty() && computesOnCpu(m_offloaded, moduleOf(name));
    return isComputed ? DeviceId::cpu() : m_execution;
}

Result<void> LoadedWeights::keepBuffers(const std::stop_token& stop) {
    const ModuleTree& tree = *m_model.schedule().plan->request.tree;
    for (const std::string& name : m_names) {
        const std::uint32_t scheduled = m_scheduled.at(name);
        const TensorSpec& spec = tree.tensor(m_model.schedule().tensors[scheduled].tensor);
        const DeviceId device = offloadedRunsOn(name);
        if (spec.kind != TensorKind::Buffer || m_model.tensor(scheduled).device.isGpu() ||
            liesOn(name, device)) {
            continue;
        }
        Result<WeightPtr> kept = bring(name, device, stop);
        STOWAGE_TRY(kept);
        m_kept.emplace(name, std::move(*kept));
    }
    return {};
}

void LoadedWeights::expectPasses(std::uint64_t passes) {
    std::uint64_t onDisk = 0;
    for (const ScheduledTensor& tensor : m_model.schedule().tensors) {
        onDisk += tensor.device.kind == DeviceKind::Disk ? tensor.bytes : 0;
    }
    m_diskUse = passes > 1 && filesStayCached(onDisk) ? DiskUse::Again : DiskUse::Once;
}

void LoadedWeights::lockForCard(std::uint64_t passes, const std::stop_token& stop) {
    DeviceMemory* const card = m_backends.find(m_execution);
    const DeviceMemory* const host = m_backends.find(DeviceId::cpu());
    if (card == nullptr || host == nullptr || card->isHostAddressable()) {
        return;
    }
    std::vector<std::span<std::byte>> parts;
    std::uint64_t bytes = 0;
    for (const std::string& name : m_names) {
        const LoadedTensor tensor = m_model.tensor(m_scheduled.at(name));
        if (tensor.memory != nullptr && tensor.device == DeviceId::cpu() &&
            offloadedRunsOn(name) == m_execution) {
            parts.emplace_back(tensor.memory->data(), storedBytes(tensor.signature));
            bytes += parts.back().size();
        }
    }
    if (areLockedForCards(bytes, passes, host->info().capacity)) {
        m_locked.lock(*card, std::move(parts), stop);
    }
}

bool LoadedWeights::liesOn(const std::string& name, DeviceId device) const {
    if (m_kept.contains(name) && device == offloadedRunsOn(name)) {
        return true;
    }
    const LoadedTensor tensor = m_model.tensor(m_scheduled.at(name));
    return tensor.memory != nullptr && tensor.device == device;
}

Result<WeightPtr> LoadedWeights::inPlace(const std::string& name) const {
    if (const auto kept = m_kept.find(name); kept != m_kept.end()) {
        return kept->second;
    }
    return m_compute.weight(m_model.tensors(), name);
}

Result<ModuleWeights> LoadedWeights::borrow(std::span<const std::string> names,
                                            const std::stop_token& stop) {
    const Result<DeviceId> device = deviceFor(names);
    STOWAGE_TRY(device);
    ModuleWeights module;
    module.device = *device;
    for (const std::string& name : names) {
        const bool isThere = liesOn(name, *device);
        const Clock::time_point begin = Clock::now();
        Result<WeightPtr> weight = isThere ? inPlace(name) : bring(name, *device, stop);
        STOWAGE_TRY(weight);
        module.weights.push_back(std::move(*weight));
        if (!isThere) {
            module.transferSeconds += std::chrono::duration<double>(Clock::now() - begin).count();
            module.bytesMoved += storedBytes(*describe(name));
        }
    }
    return module;
}

Result<std::shared_ptr<DeviceBuffer>> LoadedWeights::takeMemory(const std::string& name,
                                                                DeviceId device) {
    DeviceMemory* const target = m_backends.find(device);
    if (target == nullptr) {
        return fail(ErrorCode::InvalidArgument,
                    say("The forward pass needs %1, which is not among the devices of the load.",
                        deviceLabel(device)));
    }
    const std::uint64_t bytes = storedBytes(*describe(name));
    Result<std::shared_ptr<DeviceBuffer>> buffer =
        target->isHost() ? m_memory.take(*target, bytes, name) : target->allocateFor(bytes, name);
    return buffer ? std::move(buffer) : refused(buffer.error(), name, device, bytes);
}

Result<WeightPtr> LoadedWeights::fill(const std::string& name, DeviceId device,
                                      const std::shared_ptr<DeviceBuffer>& memory,
                                      const std::stop_token& stop, const TransferSink& sink) {
    const LoadedTensor tensor = m_model.tensor(m_scheduled.at(name));
    const std::uint64_t bytes = storedBytes(tensor.signature);
    const WeightDelivery delivery{name,    tensor, m_model.tensors(), *m_backends.find(device),
                                  *memory, bytes,  m_diskUse};
    if (Result<void> filled = m_movers.deliver(delivery, stop, sink); !filled) {
        return filled.error().code == ErrorCode::Cancelled
                   ? cancelled()
                   : refused(filled.error(), name, device, bytes);
    }
    const std::unique_ptr<TensorSet> set = m_backends.tensors->makeTensorSet();
    Result<void> added =
        set->add({name, tensor.signature.dtype, tensor.signature.shape, 0, memory});
    return added ? m_compute.weight(*set, name) : Result<WeightPtr>(added.unexpected());
}

Result<WeightPtr> LoadedWeights::bring(const std::string& name, DeviceId device,
                                       const std::stop_token& stop, const TransferSink& sink) {
    const Result<std::shared_ptr<DeviceBuffer>> memory = takeMemory(name, device);
    STOWAGE_TRY(memory);
    return fill(name, device, *memory, stop, sink);
}

namespace {

/// Host memory that goes back to the system with the tensor over it.
class ScratchBuffer : public DeviceBuffer {
public:
    ScratchBuffer(HostScratch scratch, std::uint64_t bytes)
        : m_scratch(std::move(scratch)), m_bytes(bytes) {}
    [[nodiscard]] std::byte* data() const override { return m_scratch.bytes().data(); }
    [[nodiscard]] std::uint64_t size() const override { return m_bytes; }
    [[nodiscard]] std::optional<DeviceId> device() const override { return DeviceId::cpu(); }

private:
    HostScratch m_scratch;
    std::uint64_t m_bytes;
};

Result<std::shared_ptr<DeviceBuffer>> readTensor(ExpectedTensors& files, const StoredTensor& tensor,
                                                 std::uint32_t stored,
                                                 const std::stop_token& stop) {
    const std::uint64_t bytes = denseBytes(tensor);
    Result<HostScratch> scratch = HostScratch::map(std::max<std::uint64_t>(bytes, 1));
    STOWAGE_TRY(scratch);
    const std::span<std::byte> memory = scratch->bytes();
    for (std::uint64_t at = 0; at < bytes; at += kReadBytes) {
        if (stop.stop_requested()) {
            return fail(ErrorCode::Cancelled, say("The forward pass was cancelled."));
        }
        const std::uint64_t length = std::min(kReadBytes, bytes - at);
        STOWAGE_TRY(files.read(stored, tensor.dtype, at, memory.subspan(at, length), {}));
    }
    return std::shared_ptr<DeviceBuffer>(
        std::make_shared<ScratchBuffer>(std::move(*scratch), bytes));
}

bool tensorHoldsNan(const TensorSet& tensors, const std::string& name, const LoadedTensor& tensor,
                    const std::stop_token& stop) {
    const std::uint64_t bytes = storedBytes(tensor.signature);
    std::optional<WeightFile> file;
    if (tensor.memory == nullptr) {
        auto opened = WeightFile::open(tensor.file, name, bytes, DiskUse::Once);
        if (!opened) {
            return false;
        }
        file = std::move(*opened);
    }
    std::vector<std::byte> part(std::min<std::uint64_t>(kReadBytes, bytes));
    for (std::uint64_t at = 0; at < bytes && !stop.stop_requested(); at += part.size()) {
        const auto read = std::span(part).first(std::min(part.size(), bytes - at));
        if (!(file ? file->read(at, read, stop) : tensors.copyOut(name, at, read))) {
            return false;
        }
        if (holdsNan(tensor.signature.dtype, read)) {
            return true;
        }
    }
    return false;
}

}  // namespace

std::vector<std::string> weightsWithNan(const LoadedModel& model, const std::stop_token& stop) {
    std::vector<std::string> names;
    const LoadSchedule& schedule = model.schedule();
    for (std::uint32_t i = 0; i < schedule.tensors.size(); ++i) {
        const std::string& name =
            schedule.plan->request.tree->tensor(schedule.tensors[i].tensor).name;
        if (tensorHoldsNan(model.tensors(), name, model.tensor(i), stop)) {
            names.push_back(name);
        }
    }
    return names;
}

FileWeights::FileWeights(std::shared_ptr<const Checkpoint> checkpoint, const ModuleTree& tree,
                         TensorBackend& tensors, Compute& compute)
    : m_checkpoint(std::move(checkpoint)), m_tensors(tensors), m_compute(compute) {
    const KeyMatch match = matchKeys(tree, *m_checkpoint);
    for (const TensorSpec& spec : tree.tensors()) {
        if (const auto stored = match.storedByStorage[spec.storage.index()]) {
            m_names.push_back(spec.name);
            m_stored.emplace(spec.name, *stored);
        }
    }
}

std::optional<TensorSignature> FileWeights::describe(const std::string& name) const {
    const auto found = m_stored.find(name);
    if (found == m_stored.end()) {
        return std::nullopt;
    }
    const StoredTensor& tensor = m_checkpoint->tensors[found->second];
    return TensorSignature{tensor.dtype, tensor.shape};
}

Result<ModuleWeights> FileWeights::borrow(std::span<const std::string> names,
                                          const std::stop_token& stop) {
    ModuleWeights module;
    // A new one for each module: it keeps every file open that it has read.
    ExpectedTensors files(*m_checkpoint, m_tensors);
    const std::unique_ptr<TensorSet> set = m_tensors.makeTensorSet();
    for (const std::string& name : names) {
        const auto found = m_stored.find(name);
        if (found == m_stored.end()) {
            return fail(ErrorCode::KeyMismatch, say("The checkpoint has no tensor %1.", name),
                        m_checkpoint->path, name);
        }
        const StoredTensor& tensor = m_checkpoint->tensors[found->second];
        auto memory = readTensor(files, tensor, found->second, stop);
        STOWAGE_TRY(memory);
        STOWAGE_TRY(set->add({name, tensor.dtype, tensor.shape, 0, *memory}));
        Result<WeightPtr> weight = m_compute.weight(*set, name);
        STOWAGE_TRY(weight);
        module.weights.push_back(std::move(*weight));
    }
    return module;
}

}  // namespace stowage
