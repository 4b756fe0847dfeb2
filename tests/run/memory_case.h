// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/run/weights/compute.h"
#include "tests/run/forward_case.h"
#include "tests/run/recording_device.h"

#include <dlfcn.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace stowage::test {

/// Operations on a simulated GPU that is watched, over weights on the host.
class MemoryCase : public ForwardCase {
    Q_OBJECT

protected:
    static constexpr std::int64_t kRows = 24;
    static constexpr std::int64_t kWidth = 32;
    static constexpr std::int64_t kInner = 80;
    static constexpr std::int64_t kHeads = 4;
    static constexpr std::uint64_t kFloat = 4;  ///< bytes
    inline static const std::vector<std::int64_t> kTwoRows{1, 0};

    /// What operations are tried with: x and y lie on the watched device.
    struct Operands {
        ActivationPtr x;
        ActivationPtr y;
        WeightPtr table;
        WeightPtr linear;
        WeightPtr conv;
        WeightPtr bias;
        WeightPtr scale;
    };
    using Work = std::function<Compute::Made(Compute&, const Operands&)>;
    using Operation = std::pair<QString, Work>;

    /// A tensor of LibTorch with numbers in it, in memory of the host.
    WeightPtr weight(const std::string& name, const std::vector<std::int64_t>& shape,
                     DType dtype = DType::Float32) {
        const std::uint64_t bytes = storedBytes(dtype, elementCount(shape));
        const auto buffer = m_backends.find(DeviceId::cpu())->allocate(bytes);
        if (!buffer) {
            return nullptr;
        }
        const std::span<std::byte> memory((*buffer)->data(), bytes);
        if (dtype == DType::Float32) {
            auto* const numbers = reinterpret_cast<float*>(memory.data());
            for (std::size_t i = 0; i < bytes / sizeof(float); ++i) {
                numbers[i] = std::sin(static_cast<float>(i));
            }
        } else {
            std::ranges::fill(memory, std::byte{0});
        }
        const auto set = m_tensors->makeTensorSet();
        if (!set->add({name, dtype, shape, 0, *buffer})) {
            return nullptr;
        }
        const auto made = m_compute->weight(*set, name);
        return made ? *made : nullptr;
    }

    static std::vector<std::int64_t> allRows() {
        std::vector<std::int64_t> rows(kRows);
        std::iota(rows.begin(), rows.end(), 0);
        return rows;
    }

    Operands makeOperands() {
        Operands made;
        made.table = weight("table", {kRows, kWidth});
        made.linear = weight("linear", {kInner, kWidth});
        made.conv = weight("conv", {kWidth, kInner});
        made.bias = weight("bias", {kInner});
        made.scale = weight("scale", {kWidth});
        const auto scope = m_compute->enter(gpu());
        made.x = rowsOf(*made.table);
        made.y = rowsOf(*made.table);
        return made;
    }

    /// All rows of a table, on this thread's device; null where that failed.
    ActivationPtr rowsOf(const Weight& table) {
        const auto made = m_compute->embedding(allRows(), table);
        return made ? *made : nullptr;
    }

    static std::vector<Operation> operations() {
        using Ops = const Operands&;
        return {
            {"embedding", [](Compute& c, Ops o) { return c.embedding(allRows(), *o.table); }},
            {"add", [](Compute& c, Ops o) { return c.add(*o.x, *o.y); }},
            {"multiply", [](Compute& c, Ops o) { return c.multiply(*o.x, *o.y); }},
            {"linear", [](Compute& c, Ops o) { return c.linear(*o.x, *o.linear, o.bias.get()); }},
            {"linear without bias",
             [](Compute& c, Ops o) { return c.linear(*o.x, *o.linear, nullptr); }},
            {"conv1D", [](Compute& c, Ops o) { return c.conv1D(*o.x, *o.conv, o.bias.get()); }},
            {"conv1D without bias",
             [](Compute& c, Ops o) { return c.conv1D(*o.x, *o.conv, nullptr); }},
            {"layerNorm",
             [](Compute& c, Ops o) { return c.layerNorm(*o.x, *o.scale, *o.scale, 1e-5); }},
            {"rmsNorm",
             [](Compute& c, Ops o) { return c.rmsNorm(*o.x, *o.scale, 1e-6, RmsScale::Rounded); }},
            {"rmsNorm of 1 + scale",
             [](Compute& c, Ops o) { return c.rmsNorm(*o.x, *o.scale, 1e-6, RmsScale::OnePlus); }},
            {"bend",
             [](Compute& c, Ops o) { return c.activation(*o.x, ActivationFunction::GeluTanh); }},
            {"scale", [](Compute& c, Ops o) { return c.scale(*o.x, 7.5); }},
            {"columns", [](Compute& c, Ops o) { return c.columns(*o.x, 4, 8); }},
            {"headColumns", [](Compute& c, Ops o) { return c.headColumns(*o.x, kHeads, 1, 2); }},
            {"rows", [](Compute& c, Ops o) { return c.rows(*o.x, kTwoRows); }},
            {"addRows",
             [](Compute& c, Ops o) -> Compute::Made {
                 const auto some = c.rows(*o.x, kTwoRows);
                 const std::vector<float> shares{0.5F, 0.25F};
                 return some ? c.addRows(*o.y, kTwoRows, **some, shares) : some;
             }},
            {"zerosLike", [](Compute& c, Ops o) { return c.zerosLike(*o.x); }},
            {"append", [](Compute& c, Ops o) { return c.append(nullptr, *o.x); }},
            {"attention", [](Compute& c, Ops o) { return attend(c, o, AttentionMask::Causal); }},
            {"attention to everything",
             [](Compute& c, Ops o) { return attend(c, o, AttentionMask::Bidirectional); }},
            {"move", [](Compute& c, Ops o) { return c.move(o.x, {}); }},
        };
    }

    /// Without those of single numbers, which LibTorch wraps as tensors of the CPU also beside a
    /// card's; in order.
    static std::vector<std::uint64_t> sizesOf(
        const std::vector<RecordingDevice::Request>& requests) {
        constexpr std::uint64_t kSingleNumber = 8;
        std::vector<std::uint64_t> sizes;
        for (const RecordingDevice::Request& request : requests) {
            if (request.bytes > kSingleNumber) {
                sizes.push_back(request.bytes);
            }
        }
        std::ranges::sort(sizes);
        return sizes;
    }

    /// What OpenBLAS uses; nothing where another BLAS is installed.
    static std::optional<int> blasThreads() {
        return ask("libopenblas.so.0", "openblas_get_num_threads");
    }
    /// What OpenMP would use in this thread.
    static std::optional<int> openMpThreads() { return ask("libgomp.so.1", "omp_get_max_threads"); }

    /// The first GPU of this test, watched.
    RecordingDevice& gpu() {
        if (m_gpu == nullptr || !m_gpu->watches(*m_backends.devices[0])) {
            m_gpu = std::make_unique<RecordingDevice>(m_backends.devices[0]);
        }
        return *m_gpu;
    }

private:
    static Compute::Made attend(Compute& compute, const Operands& operands,
                                AttentionMask attentionMask) {
        return compute.attention({.queries = *operands.x,
                                  .keys = *operands.y,
                                  .values = *operands.y,
                                  .heads = kHeads,
                                  .attentionMask = attentionMask});
    }

    static std::optional<int> ask(const char* library, const char* function) {
        void* const loaded = ::dlopen(library, RTLD_NOW | RTLD_NOLOAD);
        if (loaded == nullptr) {
            return std::nullopt;
        }
        const auto asked = reinterpret_cast<int (*)()>(::dlsym(loaded, function));
        const std::optional<int> answer = asked == nullptr ? std::nullopt : std::optional(asked());
        ::dlclose(loaded);
        return answer;
    }

    std::unique_ptr<RecordingDevice> m_gpu;
};

}  // namespace stowage::test
