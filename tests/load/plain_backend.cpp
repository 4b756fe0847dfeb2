// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/load/plain_backend.h"

#include "engine/base/checksums.h"
#include "engine/model/tensor_spec.h"

#include <cstring>
#include <map>
#include <vector>

namespace stowage::test {

namespace {

class PlainTensorSet : public TensorSet {
public:
    PlainTensorSet(std::shared_ptr<std::atomic<std::size_t>> live, std::string corrupted)
        : m_live(std::move(live)), m_corrupted(std::move(corrupted)) {}
    ~PlainTensorSet() override { m_live->fetch_sub(m_tensors.size()); }

    Result<void> add(const TensorDescription& description) override {
        m_live->fetch_add(1);
        m_tensors.emplace(description.name, description);
        return {};
    }
    std::size_t size() const override { return m_tensors.size(); }
    Result<TensorSignature> signature(const std::string& name) const override {
        const TensorDescription& tensor = m_tensors.at(name);
        return TensorSignature{tensor.dtype, tensor.shape};
    }
    Result<std::uint64_t> checksum(const std::string& name) const override {
        ByteChecksum sum;
        std::vector<std::byte> bytes(sizeOf(name));
        if (Result<void> copied = copyOut(name, 0, bytes); !copied) {
            return copied.unexpected();
        }
        sum.add(bytes);
        return sum.value();
    }
    Result<void> copyOut(const std::string& name, std::uint64_t offset,
                         std::span<std::byte> target) const override {
        const TensorDescription& tensor = m_tensors.at(name);
        if (!target.empty()) {
            std::memcpy(target.data(), tensor.buffer->data() + tensor.bufferOffset + offset,
                        target.size());
        }
        if (name == m_corrupted && offset == 0 && !target.empty()) {
            target[target.size() / 2] ^= std::byte{1};
        }
        return {};
    }

private:
    std::uint64_t sizeOf(const std::string& name) const {
        const TensorDescription& tensor = m_tensors.at(name);
        return elementCount(tensor.shape) * storedBits(tensor.dtype) / 8;
    }

    std::shared_ptr<std::atomic<std::size_t>> m_live;
    std::string m_corrupted;
    std::map<std::string, TensorDescription> m_tensors;
};

}  // namespace

std::unique_ptr<TensorSet> PlainBackend::makeTensorSet() {
    return std::make_unique<PlainTensorSet>(m_live, corruptedName);
}

Result<void> PlainBackend::cast(DType from, std::span<const std::byte> source, DType to,
                                std::span<std::byte> target) {
    if (from != DType::Float32 || to != DType::Float64 || target.size() != 2 * source.size()) {
        return fail(ErrorCode::Unsupported, "PlainBackend only widens float32.");
    }
    for (std::size_t i = 0; i < source.size() / 4; ++i) {
        float narrow = 0;
        std::memcpy(&narrow, source.data() + 4 * i, 4);
        const double wide = static_cast<double>(narrow);
        std::memcpy(target.data() + 8 * i, &wide, 8);
    }
    return {};
}

Result<void> PlainBackend::initialise(DType, std::span<std::byte> target, std::uint64_t seed) {
    if (!target.empty()) {
        std::memset(target.data(), static_cast<int>(seed % 251 + 1), target.size());
    }
    return {};
}

}  // namespace stowage::test
