// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/tensor_spec.h"
#include "engine/run/run_replay.h"
#include "engine/run/stage_work.h"

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace stowage {

/// Where the work of one pass is written down while it is walked: which stage and device are at
/// it, and what lives. One thread.
class WorkLedger {
public:
    /// All must outlive the ledger.
    WorkLedger(const RunSetting& setting, const std::vector<RunStage>& stages,
               ReplayedMemory& memory);

    /// The module that comes next; stages follow each other as RunMonitor tells them apart.
    void enter(const std::string& module);
    void runOn(DeviceId device);
    [[nodiscard]] DeviceId device() const { return m_device; }
    [[nodiscard]] const RunSetting& setting() const { return m_setting; }

    void multiply(DType dtype, WeightLayout layout, std::int64_t rows, double operations);
    void touch(std::uint64_t bytes) {
        stage().bytesTouched += bytes;
        stage().hostTouched += m_isCard ? 0 : bytes;
    }
    void readWeight(std::uint64_t bytes) {
        stage().bytesTouched += bytes;
        stage().weightBytes += bytes;
    }
    /// Counts the work of a stage that ran for one that comes later, which is not walked.
    void repeat(std::size_t from, std::size_t to);
    void hop(DeviceId from, DeviceId to, std::uint64_t bytes);
    void bring(const RunTensor& tensor, DeviceId to, bool onDemand);

    /// Memory of the device that is at it, for as long as the block lives.
    [[nodiscard]] ReplayedMemory::BlockPtr take(RunMemoryKind kind, std::uint64_t bytes) {
        stage().hostCalls += m_isCard ? 0 : 1;
        return m_memory.take(m_device, kind, bytes);
    }
    [[nodiscard]] ReplayedMemory& memory() { return m_memory; }

    /// An expert that ran, by the path of its modules; rows of tokens that experts answered for.
    void useExpert(const std::string& expert, std::uint64_t bytesTouched);
    void answered(std::int64_t rows) { m_expertRows[m_stage] += rows; }
    /// Corrects what experts were counted for: `expected` of the `used`.
    struct Experts {
        std::set<std::string> used;
        std::uint64_t bytesTouched = 0;
    };
    [[nodiscard]] const std::map<std::size_t, Experts>& experts() const { return m_experts; }
    [[nodiscard]] std::int64_t expertRows(std::size_t stage) const;

    [[nodiscard]] PassWork& work() { return m_work; }

private:
    [[nodiscard]] StageWork& stage() { return m_work[m_stage]; }

    const RunSetting& m_setting;
    const std::vector<RunStage>& m_stages;
    ReplayedMemory& m_memory;
    PassWork m_work;
    std::size_t m_stage = 0;
    DeviceId m_device;
    bool m_isCard;
    std::map<std::size_t, Experts> m_experts;  ///< by stage
    std::map<std::size_t, std::int64_t> m_expertRows;
};

/// Numbers of one row, and where they lie.
struct RowShape {
    DType dtype = DType::Float32;
    DeviceId device;
    std::int64_t width = 0;
};

/// Rows that a cache of so many has room for: 32 at first, then twice as many each time, as
/// Compute::append() grows it row by row after a prompt.
[[nodiscard]] std::int64_t cacheRoom(std::int64_t prompt, std::int64_t rows);

/// Which experts tokens choose where nobody has computed it.
enum class ExpertRouting {
    Even,   ///< each row others, one further than the row before
    Worst,  ///< every row the same: no other takes more memory at once
};

/// Arithmetic without numbers: every operation writes down in the ledger what it would compute and
/// read, and takes and gives back memory allocation by allocation as backend_torch does on a
/// simulated GPU (tst_compute_replay holds the two together). Weights are DescribedWeights'. Never
/// fails.
class MeteredCompute : public Compute {
public:
    /// `onDemand`: RunTraits::onDemand. `ledger` must outlive it and what it computes.
    MeteredCompute(WorkLedger& ledger, std::string onDemand,
                   ExpertRouting routing = ExpertRouting::Even)
        : m_ledger(ledger), m_onDemand(std::move(onDemand)), m_routing(routing) {}

    /// Cached keys or values of `rows` tokens, with room for more; or rows of a state.
    [[nodiscard]] ActivationPtr cached(const RowShape& shape, std::int64_t rows, std::int64_t room);
    [[nodiscard]] static RowShape shapeOf(const Activation& cached);
    /// The same memory with so many rows in it.
    [[nodiscard]] static ActivationPtr withRows(const Activation& cached, std::int64_t rows);
    /// The same shape in another block; null: without memory.
    [[nodiscard]] static ActivationPtr inBlock(const Activation& x, ReplayedMemory::BlockPtr block);
    /// The path of the expert that a weight belongs to; "": to none.
    [[nodiscard]] std::string expertOf(const std::string& weight) const;

    [[nodiscard]] Result<WeightPtr> weight(const TensorSet& set, const std::string& name) override;
    [[nodiscard]] Result<WeightPtr> part(const Weight& stack, std::int64_t index) override;
    [[nodiscard]] Made move(const ActivationPtr& x, ComputePlace place) override;
    /// Numbers by which rows choose experts, as the routing says.
    [[nodiscard]] Result<void> copyOut(const Activation& x, std::span<float> target) override;
    [[nodiscard]] Result<void> finish(ComputePlace place) override;
    [[nodiscard]] Made embedding(std::span<const std::int64_t> rows, const Weight& table) override;
    [[nodiscard]] Made add(const Activation& a, const Activation& b) override;
    [[nodiscard]] Made multiply(const Activation& a, const Activation& b) override;
    [[nodiscard]] Made linear(const Activation& x, const Weight& weight,
                              const Weight* bias) override;
    [[nodiscard]] Made conv1D(const Activation& x, const Weight& weight,
                              const Weight* bias) override;
    [[nodiscard]] Made layerNorm(const Activation& x, const Weight& scale, const Weight& shift,
                                 double epsilon) override;
    [[nodiscard]] Made rmsNorm(const Activation& x, const Weight& scale, double epsilon,
                               RmsScale how) override;
    [[nodiscard]] Made normalize(const Activation& x, double epsilon) override;
    [[nodiscard]] Made convert(const ActivationPtr& x, const Weight* like) override;
    [[nodiscard]] Made activation(const Activation& x, ActivationFunction how) override;
    [[nodiscard]] Made scale(const Activation& x, double factor) override;
    [[nodiscard]] Made rotate(const Activation& x, std::int64_t heads, const RotaryTable& table,
                              std::int64_t firstPosition) override;
    [[nodiscard]] Made attention(const AttentionInput& input) override;
    [[nodiscard]] Result<Carried> causalConvolution(const Activation& x, const Weight& weight,
                                                    const Weight* bias,
                                                    const Activation* state) override;
    [[nodiscard]] Result<Carried> selectiveScan(const ScanInput& input) override;
    [[nodiscard]] Made headColumns(const Activation& x, std::int64_t heads, std::int64_t first,
                                   std::int64_t count) override;
    [[nodiscard]] Made columns(const Activation& x, std::int64_t first,
                               std::int64_t count) override;
    [[nodiscard]] Made rows(const Activation& x, std::span<const std::int64_t> rows) override;
    [[nodiscard]] Made rowRange(const Activation& x, std::int64_t first,
                                std::int64_t count) override;
    [[nodiscard]] Made join(std::span<const ActivationPtr> parts) override;
    [[nodiscard]] Made append(const ActivationPtr& earlier, const Activation& more) override;
    [[nodiscard]] Made addRows(const Activation& x, std::span<const std::int64_t> rows,
                               const Activation& more, std::span<const float> shares) override;
    [[nodiscard]] Made zerosLike(const Activation& x) override;
    [[nodiscard]] Made relativeBias(const Weight& table, const RelativeBuckets& buckets,
                                    std::int64_t firstQuery, std::int64_t rows,
                                    std::int64_t seen) override;
    [[nodiscard]] Made input(std::span<const float> values, std::span<const std::int64_t> shape,
                             ComputePlace place) override;
    [[nodiscard]] Made convolvePatches(const Activation& image, const Weight& kernel,
                                       const Weight* bias) override;
    [[nodiscard]] Made convolveRows(const Activation& x, const Weight& weight, const Weight* bias,
                                    const RowConvolution& how) override;
    [[nodiscard]] Made cosines(const Activation& a, const Activation& b,
                               const Weight& logScale) override;

private:
    [[nodiscard]] ActivationPtr make(DType dtype, std::vector<std::int64_t> shape);
    /// A result in `x`'s dtype that is read from x once and written once.
    [[nodiscard]] ActivationPtr after(const Activation& x, std::vector<std::int64_t> shape);
    [[nodiscard]] Made product(const Activation& x, const Weight& weight, const Weight* bias,
                               WeightLayout layout);
    /// The dtype in which a weight is computed with where nothing else says it.
    [[nodiscard]] DType computedType(const Weight& weight) const;
    /// Reads a weight in an activation's dtype: the copy that this takes of the device, or null.
    ReplayedMemory::BlockPtr use(const Weight& weight, DType wanted);
    /// What an operation needs for itself.
    [[nodiscard]] ReplayedMemory::BlockPtr need(std::uint64_t bytes) {
        return m_ledger.take(RunMemoryKind::Activations, bytes);
    }
    /// Which positions are hidden from which; null where none is.
    [[nodiscard]] ReplayedMemory::BlockPtr hiddenPlaces(const AttentionInput& input);
    /// What keys are biased by, one number for each head and key; null where they are not.
    [[nodiscard]] ReplayedMemory::BlockPtr alibiBias(const AttentionInput& input);
    [[nodiscard]] Made fusedAttention(const AttentionInput& input, std::vector<std::int64_t> shape);

    WorkLedger& m_ledger;
    std::string m_onDemand;
    ExpertRouting m_routing;
};

inline constexpr std::uint64_t kFloatBytes = 4;
inline constexpr std::uint64_t kIndexBytes = 8;  ///< of a position, as LibTorch has them

[[nodiscard]] inline std::uint64_t meteredBytes(DType dtype, std::span<const std::int64_t> shape) {
    return storedBytes(dtype, elementCount(shape));
}

/// Memory of an activation, of others which are views of a part of it, or of a cache, in which
/// several begin, one longer than the other.
struct MeteredRoom {
    ReplayedMemory::BlockPtr block;
    std::uint64_t bytes = 0;  ///< asked for
    std::int64_t rows = 0;    ///< of a cache: there is room for
    std::int64_t width = 0;   ///< numbers of a row
};

/// An activation that is nothing but its shape, over memory that only the ledger knows.
class MeteredActivation : public Activation {
public:
    MeteredActivation(ComputePlace place, RowShape kind, std::vector<std::int64_t> shape,
                      std::shared_ptr<const MeteredRoom> room)
        : m_place(place), m_kind(kind), m_shape(std::move(shape)), m_room(std::move(room)) {}

    [[nodiscard]] std::vector<std::int64_t> shape() const override { return m_shape; }
    [[nodiscard]] ComputePlace place() const override { return m_place; }
    [[nodiscard]] DType dtype() const { return m_kind.dtype; }
    [[nodiscard]] DeviceId device() const { return m_kind.device; }
    [[nodiscard]] std::uint64_t bytes() const { return meteredBytes(m_kind.dtype, m_shape); }
    [[nodiscard]] const std::shared_ptr<const MeteredRoom>& room() const { return m_room; }
    /// False for columns of something wider: what needs numbers in a row copies them first.
    [[nodiscard]] bool isDense() const {
        return m_shape.front() == 1 || m_shape.back() == m_room->width;
    }

private:
    ComputePlace m_place;
    RowShape m_kind;
    std::vector<std::int64_t> m_shape;
    std::shared_ptr<const MeteredRoom> m_room;
};

/// An activation of MeteredCompute's, and a tensor of DescribedWeights'. Not checked: activations
/// and weights of other kinds are never mixed with them.
[[nodiscard]] inline const MeteredActivation& metered(const Activation& x) {
    return static_cast<const MeteredActivation&>(x);
}
[[nodiscard]] inline const RunTensor& describedTensor(const Weight& weight) {
    return static_cast<const DescribedWeight&>(weight).tensor();
}

}  // namespace stowage
