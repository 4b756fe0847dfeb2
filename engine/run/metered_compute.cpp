// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/metered_compute.h"

#include "engine/base/byte_size.h"
#include "engine/device/allocator_model.h"
#include "engine/model/tensor_spec.h"

#include <algorithm>
#include <utility>

namespace stowage {
namespace {

void addTo(std::vector<MovedWork>& list, const MovedWork& more) {
    const auto same = std::ranges::find_if(list, [&](const MovedWork& moved) {
        return moved.from == more.from && moved.to == more.to && moved.onDemand == more.onDemand;
    });
    if (same == list.end()) {
        list.push_back(more);
    } else {
        same->bytes += more.bytes;
    }
}

constexpr std::int64_t kFirstRoom = 32;  ///< as backend_torch grows a cache

constexpr std::uint64_t kFloatBytes = 4;

constexpr std::uint64_t kLargestReused = 32 * kMiB;  ///< glibc maps new pages for what is larger

constexpr std::uint64_t kOneNumber = 8;  ///< LibTorch wraps a factor as a tensor

/// Memory that is taken in the ledger while someone uses it: an activation's, that of others which
/// are views of a part of it, or a cache's, in which several begin, one longer than the other.
class Block {
public:
    enum class Use { Activation, Cache };
    Block(WorkLedger& ledger, DeviceId device, Use use, std::uint64_t bytes, std::int64_t rows)
        : m_ledger(ledger), m_device(device), m_use(use), m_bytes(bytes), m_rows(rows) {
        if (use == Use::Cache) {
            m_ledger.takeCache(device, bytes);
        } else {
            m_bytes = m_ledger.take(device, bytes);
        }
    }
    ~Block() {
        if (m_use == Use::Cache) {
            m_ledger.giveCacheBack(m_device, m_bytes);
        } else {
            m_ledger.giveBack(m_device, m_bytes);
        }
    }
    Block(const Block&) = delete;
    Block& operator=(const Block&) = delete;
    [[nodiscard]] std::int64_t rows() const { return m_rows; }
    [[nodiscard]] std::uint64_t bytes() const { return m_bytes; }

private:
    WorkLedger& m_ledger;
    DeviceId m_device;
    Use m_use;
    std::uint64_t m_bytes;
    std::int64_t m_rows;  ///< there is room for
};

ComputePlace placeOn(const WorkLedger& ledger, DeviceId device) {
    ComputePlace place;
    if (ledger.setting().isCard(device)) {
        place.card = static_cast<int>(device.index);
    }
    return place;
}

std::uint64_t bytesOf(DType dtype, std::span<const std::int64_t> shape) {
    return storedBytes(dtype, elementCount(shape));
}

/// An activation that is nothing but its shape, over memory that only the ledger knows.
class MeteredActivation : public Activation {
public:
    MeteredActivation(ComputePlace place, RowShape kind, std::vector<std::int64_t> shape,
                      std::shared_ptr<Block> block)
        : m_place(place), m_kind(kind), m_shape(std::move(shape)), m_block(std::move(block)) {}

    [[nodiscard]] std::vector<std::int64_t> shape() const override { return m_shape; }
    [[nodiscard]] ComputePlace place() const override { return m_place; }
    [[nodiscard]] DType dtype() const { return m_kind.dtype; }
    [[nodiscard]] DeviceId device() const { return m_kind.device; }
    [[nodiscard]] std::uint64_t bytes() const { return bytesOf(m_kind.dtype, m_shape); }
    [[nodiscard]] const std::shared_ptr<Block>& block() const { return m_block; }

private:
    ComputePlace m_place;
    RowShape m_kind;
    std::vector<std::int64_t> m_shape;
    std::shared_ptr<Block> m_block;
};

const MeteredActivation& metered(const Activation& x) {
    return dynamic_cast<const MeteredActivation&>(x);
}

const RunTensor& tensorOf(const Weight& weight) {
    return dynamic_cast<const DescribedWeight&>(weight).tensor();
}

/// Of two operands: the wider.
DType common(DType a, DType b) {
    return a == b ? a : DType::Float32;
}

std::uint64_t elementsOf(const Activation& x) {
    return elementCount(metered(x).shape());
}

}  // namespace

double StageWork::operations() const {
    double sum = 0;
    for (const ProductWork& product : products) {
        sum += product.operations;
    }
    return sum;
}

std::uint64_t StageWork::bytesMoved() const {
    std::uint64_t sum = 0;
    for (const MovedWork& one : moved) {
        sum += one.bytes;
    }
    return sum;
}

WorkLedger::WorkLedger(const RunSetting& setting, const std::vector<RunStage>& stages)
    : m_setting(setting), m_stages(stages), m_device(setting.executionDevice) {
    for (const RunStage& stage : stages) {
        m_work.stages.push_back({stage.name, setting.executionDevice, {}, 0, 0, {}, {}});
    }
}

/// A table that is used once more at the end, as a tied head is, belongs to the stage that runs
/// then.
void WorkLedger::enter(const std::string& module) {
    m_stage = std::max(m_stage, stageWith(m_stages, module).value_or(0));
    stage().device = m_device;
}

void WorkLedger::runOn(DeviceId device) {
    m_device = device;
    stage().device = device;
}

void WorkLedger::multiply(DType dtype, std::int64_t rows, double operations) {
    std::vector<ProductWork>& products = stage().products;
    const auto same = std::ranges::find_if(products, [&](const ProductWork& product) {
        return product.dtype == dtype && product.rows == rows;
    });
    if (same == products.end()) {
        products.push_back({dtype, rows, operations});
    } else {
        same->operations += operations;
    }
}

void WorkLedger::hop(DeviceId from, DeviceId to, std::uint64_t bytes) {
    stage().hops.push_back({from, to, bytes});
}

void WorkLedger::bring(const RunTensor& tensor, DeviceId to, bool onDemand) {
    addTo(stage().moved, {tensor.device, to, tensor.bytes(), onDemand});
}

void WorkLedger::borrowed(DeviceId device, std::uint64_t bytes, std::uint64_t onDemand) {
    DeviceWork& work = m_work.devices[device];
    work.largestModule = std::max(work.largestModule, bytes);
    work.largestOnDemand = std::max(work.largestOnDemand, onDemand);
}

std::uint64_t WorkLedger::take(DeviceId device, std::uint64_t bytes) {
    const std::uint64_t taken =
        device.isGpu() ? allocator_rules::roundUp(bytes, allocator_rules::kRounding) : bytes;
    std::uint64_t& live = m_live[device];
    live += taken;
    DeviceWork& work = m_work.devices[device];
    work.activations = std::max(work.activations, live);
    return taken;
}

void WorkLedger::giveBack(DeviceId device, std::uint64_t taken) {
    m_live[device] -= taken;
}

void WorkLedger::endPass() {
    for (const auto& [device, bytes] : m_cache) {
        m_work.devices[device].cache = bytes;
    }
}

void WorkLedger::need(std::initializer_list<std::uint64_t> sizes) {
    std::uint64_t taken = 0;
    for (const std::uint64_t bytes : sizes) {
        taken += take(m_device, bytes);
    }
    giveBack(m_device, taken);
}

void WorkLedger::useExpert(const std::string& expert, std::uint64_t bytesTouched) {
    Experts& experts = m_experts[m_stage];
    experts.used.insert(expert);
    experts.bytesTouched += bytesTouched;
}

std::int64_t WorkLedger::expertRows(std::size_t stage) const {
    const auto found = m_expertRows.find(stage);
    return found == m_expertRows.end() ? 0 : found->second;
}

std::int64_t cacheRoom(std::int64_t prompt, std::int64_t rows) {
    std::int64_t room = std::max(kFirstRoom, prompt);
    while (room < rows) {  // it grows when it is full
        room *= 2;
    }
    return room;
}

ActivationPtr MeteredCompute::make(DType dtype, std::vector<std::int64_t> shape) {
    const DeviceId device = m_ledger.device();
    const std::uint64_t bytes = bytesOf(dtype, shape);
    m_ledger.touch(bytes);
    auto block = std::make_shared<Block>(m_ledger, device, Block::Use::Activation, bytes, 0);
    const RowShape kind{dtype, device, shape.back()};
    return std::make_shared<MeteredActivation>(placeOn(m_ledger, device), kind, std::move(shape),
                                               std::move(block));
}

ActivationPtr MeteredCompute::after(const Activation& x, std::vector<std::int64_t> shape) {
    m_ledger.touch(bytesOf(metered(x).dtype(), shape));
    return make(metered(x).dtype(), std::move(shape));
}

ActivationPtr MeteredCompute::cached(const RowShape& shape, std::int64_t rows, std::int64_t room) {
    const std::vector<std::int64_t> all{room, shape.width};
    const auto block = std::make_shared<Block>(m_ledger, shape.device, Block::Use::Cache,
                                               bytesOf(shape.dtype, all), room);
    return std::make_shared<MeteredActivation>(placeOn(m_ledger, shape.device), shape,
                                               std::vector<std::int64_t>{rows, shape.width}, block);
}

RowShape MeteredCompute::shapeOf(const Activation& cached) {
    const MeteredActivation& x = metered(cached);
    return {x.dtype(), x.device(), x.shape().back()};
}

std::string MeteredCompute::expertOf(const std::string& weight) const {
    const std::size_t at = m_onDemand.empty() ? std::string::npos : weight.find(m_onDemand);
    if (at == std::string::npos) {
        return {};
    }
    return weight.substr(0, weight.find('.', at + m_onDemand.size()));
}

Result<WeightPtr> MeteredCompute::weight(const TensorSet& /*set*/, const std::string& name) {
    return fail(ErrorCode::Internal, "A pass that is only counted has no tensor " + name + ".");
}

Result<WeightPtr> MeteredCompute::part(const Weight& stack, std::int64_t /*index*/) {
    RunTensor tensor = tensorOf(stack);
    tensor.signature.shape.erase(tensor.signature.shape.begin());
    return WeightPtr(std::make_shared<DescribedWeight>(std::move(tensor), stack.place()));
}

Compute::Made MeteredCompute::move(const ActivationPtr& x, ComputePlace /*place*/) {
    const MeteredActivation& from = metered(*x);
    if (from.device() == m_ledger.device()) {
        return x;
    }
    m_ledger.hop(from.device(), m_ledger.device(), from.bytes());
    return make(from.dtype(), from.shape());
}

Result<void> MeteredCompute::copyOut(const Activation& x, std::span<float> target) {
    const std::int64_t width = metered(x).shape().back();
    for (std::size_t i = 0; i < target.size(); ++i) {
        const auto at = static_cast<std::int64_t>(i);
        const std::int64_t behind = (at % width - at / width) % width;
        target[i] = -static_cast<float>(behind < 0 ? behind + width : behind);
    }
    return {};
}

Result<void> MeteredCompute::finish(ComputePlace /*place*/) {
    return {};
}

std::uint64_t MeteredCompute::use(const Weight& weight, DType wanted) {
    const RunTensor& tensor = tensorOf(weight);
    const std::uint64_t copied =
        tensor.signature.dtype == wanted ? 0 : bytesOf(wanted, tensor.signature.shape);
    const std::uint64_t touched = tensor.bytes() + 2 * copied;
    m_ledger.touch(touched);
    if (const std::string expert = expertOf(tensor.name); !expert.empty()) {
        m_ledger.useExpert(expert, touched);
    }
    if (tensor.signature.dtype != DType::Float16) {
        return copied;
    }
    // A card would compute in float16: what the host widens for it is none of the device's.
    m_ledger.makePages(copied > kLargestReused ? copied : 0);
    return 0;
}

Compute::Made MeteredCompute::embedding(std::span<const std::int64_t> rows, const Weight& table) {
    const TensorSignature& signature = tensorOf(table).signature;
    const auto count = static_cast<std::int64_t>(rows.size());
    const std::vector<std::int64_t> shape{count, signature.shape.back()};
    const bool isWidened =
        signature.dtype == DType::Float16 && !m_ledger.setting().isCard(m_ledger.device());
    m_ledger.touch(bytesOf(signature.dtype, shape));
    return make(isWidened ? DType::Float32 : signature.dtype, shape);
}

Compute::Made MeteredCompute::add(const Activation& a, const Activation& b) {
    m_ledger.touch(metered(a).bytes() + metered(b).bytes());
    return make(common(metered(a).dtype(), metered(b).dtype()), a.shape());
}

Compute::Made MeteredCompute::multiply(const Activation& a, const Activation& b) {
    return add(a, b);
}

Compute::Made MeteredCompute::product(const Activation& x, const Weight& weight, const Weight* bias,
                                      std::int64_t outputs) {
    const RunTensor& tensor = tensorOf(weight);
    const std::int64_t rows = x.shape().front();
    const DType dtype = metered(x).dtype();
    std::uint64_t copied = use(weight, dtype);
    copied += bias != nullptr ? use(*bias, dtype) : 0;
    m_ledger.touch(metered(x).bytes());
    m_ledger.multiply(tensor.signature.dtype, rows,
                      2.0 * static_cast<double>(rows) *
                          static_cast<double>(elementCount(tensor.signature.shape)));
    const std::vector<std::int64_t> shape{rows, outputs};
    m_ledger.need({copied, bytesOf(dtype, shape)});
    return make(dtype, shape);
}

Compute::Made MeteredCompute::linear(const Activation& x, const Weight& weight,
                                     const Weight* bias) {
    return product(x, weight, bias, tensorOf(weight).signature.shape.front());
}

Compute::Made MeteredCompute::conv1D(const Activation& x, const Weight& weight,
                                     const Weight* bias) {
    return product(x, weight, bias, tensorOf(weight).signature.shape.back());
}

Compute::Made MeteredCompute::layerNorm(const Activation& x, const Weight& scale,
                                        const Weight& shift, double /*epsilon*/) {
    const DType dtype = metered(x).dtype();
    std::uint64_t copied = use(scale, dtype);
    copied += use(shift, dtype);
    // The mean and the deviation of each row come beside the result.
    const auto rows = static_cast<std::uint64_t>(x.shape().front());
    m_ledger.need({copied, metered(x).bytes(), kFloatBytes * rows, kFloatBytes * rows});
    return after(x, x.shape());
}

/// x as float32, unless it is; then its squares, or the normalised numbers and those in x's dtype.
Compute::Made MeteredCompute::rmsNorm(const Activation& x, const Weight& scale,
                                      double /*epsilon*/) {
    const DType dtype = metered(x).dtype();
    const std::uint64_t copied = use(scale, dtype);
    const std::uint64_t wide = kFloatBytes * elementsOf(x);
    const std::uint64_t own = metered(x).bytes();
    const bool isWide = dtype == DType::Float32;
    m_ledger.touch(4 * wide);
    const auto rows = static_cast<std::uint64_t>(x.shape().front());
    m_ledger.need({copied, own, wide, kFloatBytes * rows, isWide ? 0 : wide, isWide ? 0 : own});
    return after(x, x.shape());
}

Compute::Made MeteredCompute::activation(const Activation& x, ActivationFunction /*how*/) {
    return after(x, x.shape());
}

Compute::Made MeteredCompute::scale(const Activation& x, double /*factor*/) {
    return after(x, x.shape());
}

/// Both halves of every head times cosines and sines, four products and two sums, before they come
/// together.
Compute::Made MeteredCompute::rotate(const Activation& x, std::int64_t /*heads*/,
                                     const RotaryTable& table, std::int64_t /*firstPosition*/) {
    const std::uint64_t half = metered(x).bytes() / 2;
    const auto rows = static_cast<std::uint64_t>(x.shape().front());
    const std::uint64_t positions = std::max<std::uint64_t>(rows, table.positions.size());
    const std::uint64_t angles = kFloatBytes * positions * table.frequencies.size();
    m_ledger.touch(6 * half);
    m_ledger.need(
        {kFloatBytes * positions, angles, angles, angles, half, half, half, half, half, half});
    return after(x, x.shape());
}

/// One after the other: the scores with what is hidden of them, their softmax in float32 beside
/// them, the values that come together, and the heads beside each other.
Compute::Made MeteredCompute::attention(const AttentionInput& input) {
    const MeteredActivation& queries = metered(input.queries);
    const std::int64_t rows = queries.shape().front();
    const std::int64_t seen = metered(input.keys).shape().front();
    const std::int64_t width = queries.shape().back();
    const DType dtype = queries.dtype();
    const auto places = static_cast<std::uint64_t>(rows * seen);
    const std::uint64_t count = places * static_cast<std::uint64_t>(input.heads);
    const std::uint64_t scores = storedBytes(dtype, count);
    const std::uint64_t wide = kFloatBytes * count * (dtype == DType::Float32 ? 1 : 2);
    m_ledger.multiply(
        dtype, rows,
        4.0 * static_cast<double>(rows) * static_cast<double>(seen) * static_cast<double>(width));
    if (input.mask != nullptr) {
        m_ledger.touch(storedBytes(tensorOf(*input.mask).signature.dtype, places));
    }
    m_ledger.touch(queries.bytes() + metered(input.keys).bytes() + metered(input.values).bytes() +
                   4 * scores);
    // Heads that share keys become rows of one product, which takes a copy.
    const bool isShared = input.keyHeads > 0 && input.keyHeads < input.heads && rows > 1;
    const std::uint64_t asked = isShared ? queries.bytes() : 0;
    m_ledger.need({asked, scores, places, kOneNumber});
    m_ledger.need({scores, wide});
    m_ledger.need({scores, queries.bytes()});
    m_ledger.need({queries.bytes(), queries.bytes()});
    return after(input.queries, {rows, width});
}

/// They are looked at where they lie.
Compute::Made MeteredCompute::columns(const Activation& x, std::int64_t /*first*/,
                                      std::int64_t count) {
    const MeteredActivation& all = metered(x);
    const RowShape row{all.dtype(), all.device(), count};
    const std::vector<std::int64_t> shape{all.shape().front(), count};
    return ActivationPtr(std::make_shared<MeteredActivation>(all.place(), row, shape, all.block()));
}

Compute::Made MeteredCompute::headColumns(const Activation& x, std::int64_t heads,
                                          std::int64_t /*first*/, std::int64_t count) {
    return after(x, {x.shape().front(), heads * count});
}

Compute::Made MeteredCompute::rows(const Activation& x, std::span<const std::int64_t> rows) {
    return after(x, {static_cast<std::int64_t>(rows.size()), x.shape().back()});
}

Compute::Made MeteredCompute::append(const ActivationPtr& earlier, const Activation& more) {
    const RowShape shape = shapeOf(more);
    const std::int64_t before = earlier != nullptr ? earlier->shape().front() : 0;
    const std::int64_t rows = before + more.shape().front();
    m_ledger.touch(2 * metered(more).bytes());
    if (earlier != nullptr && metered(*earlier).block()->rows() >= rows) {
        const std::vector<std::int64_t> all{rows, shape.width};
        return ActivationPtr(std::make_shared<MeteredActivation>(earlier->place(), shape, all,
                                                                 metered(*earlier).block()));
    }
    if (earlier != nullptr) {  // both lie there while what was kept is copied
        m_ledger.touch(2 * metered(*earlier).bytes());
        m_ledger.need({metered(*earlier).block()->bytes()});
    }
    return cached(shape, rows, std::max({kFirstRoom, 2 * before, rows}));
}

Compute::Made MeteredCompute::addRows(const Activation& x, std::span<const std::int64_t> rows,
                                      const Activation& more, std::span<const float> /*shares*/) {
    m_ledger.answered(static_cast<std::int64_t>(rows.size()));
    m_ledger.touch(2 * metered(more).bytes());
    m_ledger.need({metered(more).bytes(), metered(x).bytes(), kOneNumber});
    return after(x, x.shape());
}

Compute::Made MeteredCompute::zerosLike(const Activation& x) {
    return make(metered(x).dtype(), x.shape());
}

}  // namespace stowage
