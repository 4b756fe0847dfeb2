// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/load/tensor_backend.h"

#include <atomic>
#include <memory>
#include <string>

namespace stowage::test {

/// A TensorBackend without LibTorch: plain loops over host-touchable memory, so that the jobs'
/// own behaviour is tested where LibTorch is not built. Casts float32 to float64 only.
class PlainBackend : public TensorBackend {
public:
    [[nodiscard]] std::string description() const override { return "plain loops"; }
    [[nodiscard]] std::unique_ptr<TensorSet> makeTensorSet() override;
    [[nodiscard]] Result<void> cast(DType from, std::span<const std::byte> source, DType to,
                                    std::span<std::byte> target) override;
    [[nodiscard]] Result<void> initialise(DType dtype, std::span<std::byte> target,
                                          std::uint64_t seed) override;
    [[nodiscard]] std::size_t liveTensors() const override { return m_live->load(); }
    void warmUp() override {}

    /// The tensor of this name shows one flipped bit to whoever reads it.
    std::string corruptedName;

private:
    std::shared_ptr<std::atomic<std::size_t>> m_live =
        std::make_shared<std::atomic<std::size_t>>(0);
};

}  // namespace stowage::test
