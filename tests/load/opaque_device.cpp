// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/load/opaque_device.h"

#include <sys/mman.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

namespace stowage::test {

namespace {

/// Addresses that nobody may touch, and the bytes that stand for them.
class OpaqueBuffer : public DeviceBuffer {
public:
    OpaqueBuffer(std::uint64_t size, std::function<void()> onGone)
        : m_hidden(size), m_onGone(std::move(onGone)) {
        if (size > 0) {
            m_address = ::mmap(nullptr, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        }
    }
    ~OpaqueBuffer() override {
        if (m_address != nullptr) {
            ::munmap(m_address, m_hidden.size());
        }
        m_onGone();
    }
    OpaqueBuffer(const OpaqueBuffer&) = delete;
    OpaqueBuffer& operator=(const OpaqueBuffer&) = delete;

    std::byte* data() const override { return static_cast<std::byte*>(m_address); }
    std::uint64_t size() const override { return m_hidden.size(); }
    std::vector<std::byte>& hidden() { return m_hidden; }
    const std::vector<std::byte>& hidden() const { return m_hidden; }

private:
    std::vector<std::byte> m_hidden;
    void* m_address = nullptr;
    std::function<void()> m_onGone;
};

/// The hidden bytes as a buffer, for tensors.
class HiddenView : public DeviceBuffer {
public:
    explicit HiddenView(std::shared_ptr<OpaqueBuffer> buffer) : m_buffer(std::move(buffer)) {}
    std::byte* data() const override { return m_buffer->hidden().data(); }
    std::uint64_t size() const override { return m_buffer->size(); }

private:
    std::shared_ptr<OpaqueBuffer> m_buffer;
};

/// What buffers share with their device, which may go first.
struct OpaqueState {
    std::mutex mutex;
    AllocatorModel model;
    int pins = 0;
    int mostPins = 0;
    std::map<const std::byte*, std::span<std::byte>> locked;  ///< by their first byte
};

/// As late as a card may: what it is given to write is read when it has to be there.
class LateWrites : public WriteQueue {
public:
    Result<void> write(DeviceBuffer& target, std::uint64_t offset,
                       std::span<const std::byte> source, std::stop_token) override {
        m_begun.push_back({&static_cast<OpaqueBuffer&>(target), offset, source});
        return {};
    }
    Result<void> finish() override {
        for (const Begun& one : std::exchange(m_begun, {})) {
            std::ranges::copy(
                one.source, one.target->hidden().begin() + static_cast<std::ptrdiff_t>(one.offset));
        }
        return {};
    }

private:
    struct Begun {
        OpaqueBuffer* target;
        std::uint64_t offset;
        std::span<const std::byte> source;
    };
    std::vector<Begun> m_begun;
};

class OpaqueDevice : public DeviceMemory {
public:
    explicit OpaqueDevice(DeviceInfo info) : m_info(std::move(info)) {
        m_state->model = AllocatorModel(m_info.freeBytes().value_or(0));
    }

    const DeviceInfo& info() const override { return m_info; }
    Result<std::shared_ptr<DeviceBuffer>> allocate(std::uint64_t bytes) override {
        const std::scoped_lock lock(m_state->mutex);
        const auto block = m_state->model.allocate(bytes);
        if (!block) {
            return block.unexpected();
        }
        return std::shared_ptr<DeviceBuffer>(std::make_shared<OpaqueBuffer>(
            bytes, [state = m_state, id = block->id, isEmpty = bytes == 0] {
                const std::scoped_lock freeing(state->mutex);
                if (!isEmpty) {
                    state->model.free(id);
                }
            }));
    }
    Result<void> write(DeviceBuffer& target, std::uint64_t offset,
                       std::span<const std::byte> source, std::stop_token stop) override {
        if (stop.stop_requested()) {
            return fail(ErrorCode::Cancelled, "stopped");
        }
        std::ranges::copy(source, static_cast<OpaqueBuffer&>(target).hidden().begin() +
                                      static_cast<std::ptrdiff_t>(offset));
        return {};
    }
    std::unique_ptr<WriteQueue> makeWriteQueue() override { return std::make_unique<LateWrites>(); }
    Result<void> copyWithin(DeviceBuffer& target, const DeviceBuffer& source,
                            std::stop_token) override {
        std::ranges::copy(static_cast<const OpaqueBuffer&>(source).hidden(),
                          static_cast<OpaqueBuffer&>(target).hidden().begin());
        return {};
    }
    Result<void> readBack(const DeviceBuffer& source, std::uint64_t offset,
                          std::span<std::byte> target, std::stop_token) const override {
        const std::span<const std::byte> all(static_cast<const OpaqueBuffer&>(source).hidden());
        std::ranges::copy(all.subspan(offset, target.size()), target.begin());
        return {};
    }
    AllocatorStatistics statistics() const override {
        const std::scoped_lock lock(m_state->mutex);
        return m_state->model.statistics();
    }
    void resetPeaks() override {
        const std::scoped_lock lock(m_state->mutex);
        m_state->model.resetPeaks();
    }
    void emptyCache() override {
        const std::scoped_lock lock(m_state->mutex);
        m_state->model.emptyCache();
    }
    bool isHost() const override { return false; }
    bool isHostAddressable() const override { return false; }
    /// As CUDA's: pages are locked once.
    std::shared_ptr<void> pinHost(std::span<std::byte> memory) override {
        const std::scoped_lock lock(m_state->mutex);
        const auto overlaps = [&](const auto& held) {
            return held.second.data() < memory.data() + memory.size() &&
                   memory.data() < held.second.data() + held.second.size();
        };
        if (std::ranges::any_of(m_state->locked, overlaps)) {
            return nullptr;
        }
        m_state->locked[memory.data()] = memory;
        m_state->mostPins = std::max(m_state->mostPins, ++m_state->pins);
        return {memory.data(), [state = m_state](void* data) {
                    const std::scoped_lock held(state->mutex);
                    state->locked.erase(static_cast<std::byte*>(data));
                    --state->pins;
                }};
    }

    bool isLocked(std::span<const std::byte> memory) const {
        const std::scoped_lock lock(m_state->mutex);
        return std::ranges::any_of(m_state->locked, [&](const auto& held) {
            return held.second.data() <= memory.data() &&
                   memory.data() + memory.size() <= held.second.data() + held.second.size();
        });
    }

    int pins() const { return m_state->pins; }
    int mostPins() const { return m_state->mostPins; }

private:
    const DeviceInfo m_info;
    std::shared_ptr<OpaqueState> m_state = std::make_shared<OpaqueState>();
};

class OpaqueTensorSet : public TensorSet {
public:
    explicit OpaqueTensorSet(std::unique_ptr<TensorSet> inner) : m_inner(std::move(inner)) {}
    Result<void> add(const TensorDescription& description) override {
        TensorDescription shown = description;
        if (auto opaque = std::dynamic_pointer_cast<OpaqueBuffer>(shown.buffer)) {
            shown.buffer = std::make_shared<HiddenView>(std::move(opaque));
        }
        return m_inner->add(shown);
    }
    std::size_t size() const override { return m_inner->size(); }
    Result<TensorSignature> signature(const std::string& name) const override {
        return m_inner->signature(name);
    }
    Result<std::uint64_t> checksum(const std::string& name) const override {
        return m_inner->checksum(name);
    }
    Result<void> copyOut(const std::string& name, std::uint64_t offset,
                         std::span<std::byte> target) const override {
        return m_inner->copyOut(name, offset, target);
    }

private:
    std::unique_ptr<TensorSet> m_inner;
};

}  // namespace

std::shared_ptr<DeviceMemory> makeOpaqueDevice(const DeviceInfo& info) {
    return std::make_shared<OpaqueDevice>(info);
}

int livePins(const DeviceMemory& opaqueDevice) {
    return static_cast<const OpaqueDevice&>(opaqueDevice).pins();
}

bool isLocked(const DeviceMemory& opaqueDevice, std::span<const std::byte> memory) {
    return static_cast<const OpaqueDevice&>(opaqueDevice).isLocked(memory);
}

int mostPins(const DeviceMemory& opaqueDevice) {
    return static_cast<const OpaqueDevice&>(opaqueDevice).mostPins();
}

std::unique_ptr<TensorSet> OpaqueBackend::makeTensorSet() {
    return std::make_unique<OpaqueTensorSet>(PlainBackend::makeTensorSet());
}

Result<void> OpaqueBackend::castOnDevice(DType from, const DeviceBuffer& source, DType to,
                                         DeviceBuffer& target) {
    ++castsOnDevice;
    return cast(from, static_cast<const OpaqueBuffer&>(source).hidden(), to,
                static_cast<OpaqueBuffer&>(target).hidden());
}

}  // namespace stowage::test
