// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/load/tensor_backend.h"

#include <ATen/ATen.h>

#include <atomic>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace stowage {

/// at::Tensors made by from_blob over our buffers, each holding a share of its buffer.
class TorchTensorSet : public TensorSet {
public:
    /// `live` counts tensors over our memory, down again when ATen lets go of the last handle.
    explicit TorchTensorSet(std::shared_ptr<std::atomic<std::size_t>> live);

    [[nodiscard]] Result<void> add(const TensorDescription& description) override;
    [[nodiscard]] std::size_t size() const override { return m_tensors.size(); }
    [[nodiscard]] Result<TensorSignature> signature(const std::string& name) const override;
    [[nodiscard]] Result<std::uint64_t> checksum(const std::string& name) const override;
    [[nodiscard]] Result<void> copyOut(const std::string& name, std::uint64_t offset,
                                       std::span<std::byte> target) const override;

private:
    using Place = std::tuple<const DeviceBuffer*, std::uint64_t, DType, std::vector<std::int64_t>>;

    [[nodiscard]] Result<at::Tensor> find(const std::string& name) const;

    std::shared_ptr<std::atomic<std::size_t>> m_live;
    std::unordered_map<std::string, at::Tensor> m_tensors;
    std::unordered_map<std::string, TensorSignature> m_signatures;  ///< as described to add()
    std::map<Place, at::Tensor> m_byPlace;                          ///< tied names share one tensor
};

}  // namespace stowage
