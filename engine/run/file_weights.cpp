// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/file_weights.h"

#include "engine/load/execute/expected_tensor.h"
#include "engine/load/program/key_matching.h"
#include "engine/load/program/load_schedule.h"
#include "engine/load/staging_ring.h"

#include <algorithm>
#include <utility>

namespace stowage {

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

}  // namespace

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
            return fail(ErrorCode::KeyMismatch, say("The checkpoint holds no tensor %1.", name),
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
