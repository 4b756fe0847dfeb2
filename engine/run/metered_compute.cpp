// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/metered_compute.h"

#include "engine/base/byte_size.h"
#include "engine/device/allocator_model.h"

#include <algorithm>

namespace stowage {

namespace {

constexpr std::int64_t kFirstRoom = 32;  ///< as backend_torch grows a cache

ComputePlace placeOn(const WorkLedger& ledger, DeviceId device) {
    ComputePlace place;
    if (ledger.setting().isCard(device)) {
        place.card = static_cast<int>(device.index);
    }
    return place;
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

std::int64_t cacheRoom(std::int64_t prompt, std::int64_t rows) {
    std::int64_t room = std::max(kFirstRoom, prompt);
    while (room < rows) {  // it grows when it is full
        room *= 2;
    }
    return room;
}

ActivationPtr MeteredCompute::make(DType dtype, std::vector<std::int64_t> shape) {
    const DeviceId device = m_ledger.device();
    const std::uint64_t bytes = meteredBytes(dtype, shape);
    m_ledger.touch(bytes);
    const RowShape kind{dtype, device, shape.back()};
    auto room = std::make_shared<const MeteredRoom>(MeteredRoom{need(bytes), bytes, 0, kind.width});
    return std::make_shared<MeteredActivation>(placeOn(m_ledger, device), kind, std::move(shape),
                                               std::move(room));
}

ActivationPtr MeteredCompute::after(const Activation& x, std::vector<std::int64_t> shape) {
    m_ledger.touch(meteredBytes(metered(x).dtype(), shape));
    return make(metered(x).dtype(), std::move(shape));
}

ActivationPtr MeteredCompute::cached(const RowShape& shape, std::int64_t rows, std::int64_t room) {
    const std::uint64_t bytes =
        meteredBytes(shape.dtype, std::vector<std::int64_t>{room, shape.width});
    const auto made = std::make_shared<const MeteredRoom>(
        MeteredRoom{m_ledger.memory().take(shape.device, RunMemoryKind::KvCache, bytes), bytes,
                    room, shape.width});
    return std::make_shared<MeteredActivation>(placeOn(m_ledger, shape.device), shape,
                                               std::vector<std::int64_t>{rows, shape.width}, made);
}

RowShape MeteredCompute::shapeOf(const Activation& cached) {
    const MeteredActivation& x = metered(cached);
    return {x.dtype(), x.device(), x.shape().back()};
}

ActivationPtr MeteredCompute::withRows(const Activation& cached, std::int64_t rows) {
    const MeteredActivation& own = metered(cached);
    const RowShape row = shapeOf(cached);
    return std::make_shared<MeteredActivation>(
        own.place(), row, std::vector<std::int64_t>{rows, row.width}, own.room());
}

ActivationPtr MeteredCompute::inBlock(const Activation& x, ReplayedMemory::BlockPtr block) {
    const MeteredActivation& own = metered(x);
    MeteredRoom room = *own.room();
    room.block = std::move(block);
    return std::make_shared<MeteredActivation>(
        own.place(), RowShape{own.dtype(), own.device(), 0}, own.shape(),
        std::make_shared<const MeteredRoom>(std::move(room)));
}

std::string MeteredCompute::expertOf(const std::string& weight) const {
    const std::size_t at = m_onDemand.empty() ? std::string::npos : weight.find(m_onDemand);
    if (at == std::string::npos) {
        return {};
    }
    return weight.substr(0, weight.find('.', at + m_onDemand.size()));
}

Result<WeightPtr> MeteredCompute::weight(const TensorSet& /*set*/, const std::string& name) {
    return fail(ErrorCode::Internal,
                say("An estimated pass has no values of the tensor %1.", name));
}

Result<WeightPtr> MeteredCompute::part(const Weight& stack, std::int64_t /*index*/) {
    RunTensor tensor = describedTensor(stack);
    tensor.signature.shape.erase(tensor.signature.shape.begin());
    return WeightPtr(std::make_shared<DescribedWeight>(std::move(tensor), stack.place()));
}

Compute::Made MeteredCompute::move(const ActivationPtr& x, ComputePlace /*place*/) {
    const MeteredActivation& from = metered(*x);
    if (from.device() == m_ledger.device()) {
        return x;
    }
    m_ledger.hop(from.device(), m_ledger.device(), from.bytes());
    const ReplayedMemory::BlockPtr dense =
        from.isDense()
            ? nullptr
            : m_ledger.memory().take(from.device(), RunMemoryKind::Activations, from.bytes());
    return make(from.dtype(), from.shape());
}

Result<void> MeteredCompute::copyOut(const Activation& x, std::span<float> target) {
    const std::int64_t width = metered(x).shape().back();
    const bool isEven = m_routing == ExpertRouting::Even;
    // The best token of a row is its own number where routing is even, else the first.
    std::int64_t behind = 0;
    std::int64_t column = 0;
    std::int64_t row = 0;
    for (float& number : target) {
        number = -static_cast<float>(behind);
        behind = behind + 1 == width ? 0 : behind + 1;
        if (++column == width) {
            column = 0;
            ++row;
            behind = isEven ? (width - row % width) % width : 0;
        }
    }
    return {};
}

Result<void> MeteredCompute::finish(ComputePlace /*place*/) {
    return {};
}

ReplayedMemory::BlockPtr MeteredCompute::use(const Weight& weight, DType wanted) {
    const RunTensor& tensor = describedTensor(weight);
    const std::uint64_t copied =
        tensor.signature.dtype == wanted ? 0 : meteredBytes(wanted, tensor.signature.shape);
    const std::uint64_t touched = tensor.bytes() + 2 * copied;
    m_ledger.readWeight(touched);
    if (const std::string expert = expertOf(tensor.name); !expert.empty()) {
        m_ledger.useExpert(expert, touched);
    }
    // A card would compute in float16, or with blocks: what the host makes of them for it is none
    // of the device's.
    const bool isHosts =
        tensor.signature.dtype == DType::Float16 || elementBlock(tensor.signature.dtype);
    return copied == 0 || isHosts ? nullptr : need(copied);
}

DType MeteredCompute::computedType(const Weight& weight) const {
    const DType stored = describedTensor(weight).signature.dtype;
    const bool isWidened = elementBlock(stored) || (stored == DType::Float16 &&
                                                    !m_ledger.setting().isCard(m_ledger.device()));
    return isWidened ? DType::Float32 : stored;
}

Compute::Made MeteredCompute::embedding(std::span<const std::int64_t> rows, const Weight& table) {
    const TensorSignature& signature = describedTensor(table).signature;
    const auto count = static_cast<std::int64_t>(rows.size());
    const std::vector<std::int64_t> shape{count, signature.shape.back()};
    m_ledger.touch(meteredBytes(signature.dtype, shape));
    return make(computedType(table), shape);
}

/// The narrower of two operands is widened first.
Compute::Made MeteredCompute::add(const Activation& a, const Activation& b) {
    m_ledger.touch(metered(a).bytes() + metered(b).bytes());
    const DType dtype = common(metered(a).dtype(), metered(b).dtype());
    const auto widened = [&](const Activation& x) {
        return metered(x).dtype() == dtype ? nullptr : need(meteredBytes(dtype, x.shape()));
    };
    const auto wideA = widened(a);
    const auto wideB = widened(b);
    return make(dtype, a.shape());
}

Compute::Made MeteredCompute::multiply(const Activation& a, const Activation& b) {
    return add(a, b);
}

Compute::Made MeteredCompute::product(const Activation& x, const Weight& weight, const Weight* bias,
                                      WeightLayout layout) {
    const RunTensor& tensor = describedTensor(weight);
    const std::int64_t rows = x.shape().front();
    const DType dtype = metered(x).dtype();
    const auto factors = use(weight, dtype);
    const auto offsets = bias != nullptr ? use(*bias, dtype) : nullptr;
    m_ledger.touch(metered(x).bytes());
    const std::vector<std::int64_t>& shape = tensor.signature.shape;
    const std::int64_t outputs = layout == WeightLayout::OutIn ? shape.front() : shape.back();
    m_ledger.multiply(tensor.signature.dtype, layout, rows,
                      2.0 * static_cast<double>(rows) * static_cast<double>(elementCount(shape)));
    return make(dtype, {rows, outputs});
}

Compute::Made MeteredCompute::linear(const Activation& x, const Weight& weight,
                                     const Weight* bias) {
    return product(x, weight, bias, WeightLayout::OutIn);
}

Compute::Made MeteredCompute::conv1D(const Activation& x, const Weight& weight,
                                     const Weight* bias) {
    return product(x, weight, bias, WeightLayout::InOut);
}

/// In float32 the mean and the deviation of each row come beside the result; bfloat16 is widened on
/// the host.
Compute::Made MeteredCompute::layerNorm(const Activation& x, const Weight& scale,
                                        const Weight& shift, double /*epsilon*/) {
    const DType dtype = metered(x).dtype();
    const auto factors = use(scale, dtype);
    const auto offsets = use(shift, dtype);
    if (dtype == DType::BFloat16) {
        return after(x, x.shape());
    }
    const auto dense = metered(x).isDense() ? nullptr : need(metered(x).bytes());
    Made normed = after(x, x.shape());
    const std::uint64_t column = kFloatBytes * static_cast<std::uint64_t>(x.shape().front());
    const auto means = need(column);
    const auto deviations = need(column);
    return normed;
}

/// Squares, their mean, the numbers times its inverse root, and those times the scale.
Compute::Made MeteredCompute::rmsNorm(const Activation& x, const Weight& scale, double /*epsilon*/,
                                      RmsScale how) {
    const MeteredActivation& in = metered(x);
    const std::uint64_t count = elementsOf(x);
    const std::uint64_t width = elementCount(describedTensor(scale).signature.shape);
    const std::uint64_t wideBytes = kFloatBytes * count;
    const std::uint64_t column = kFloatBytes * (count / width);
    const bool isWide = in.dtype() == DType::Float32;
    m_ledger.touch(4 * wideBytes);
    const bool isCopied = !in.isDense() && width != static_cast<std::uint64_t>(x.shape().back());
    auto dense = isCopied ? need(in.bytes()) : nullptr;
    const auto wide = isWide ? std::move(dense) : need(wideBytes);
    dense.reset();
    auto squares = need(wideBytes);
    const auto means = need(column);
    squares.reset();
    auto sums = need(column);
    auto roots = need(column);
    const auto normal = need(wideBytes);
    sums.reset();
    roots.reset();
    if (how == RmsScale::Rounded) {
        const auto factors = use(scale, in.dtype());
        const auto narrowed = isWide ? nullptr : need(in.bytes());
        return after(x, x.shape());
    }
    auto factors = use(scale, DType::Float32);
    if (how == RmsScale::OnePlus) {
        auto added = need(kFloatBytes * width);
        factors = std::move(added);
    }
    const auto scaled = isWide ? nullptr : need(wideBytes);
    return after(x, x.shape());
}

/// Squares, their mean, and the numbers times its inverse root.
Compute::Made MeteredCompute::normalize(const Activation& x, double /*epsilon*/) {
    const MeteredActivation& in = metered(x);
    const std::uint64_t wideBytes = kFloatBytes * elementsOf(x);
    const std::uint64_t column = kFloatBytes * static_cast<std::uint64_t>(x.shape().front());
    const bool isWide = in.dtype() == DType::Float32;
    m_ledger.touch(4 * wideBytes);
    const auto wide = isWide ? nullptr : need(wideBytes);
    auto squares = need(wideBytes);
    const auto means = need(column);
    squares.reset();
    auto sums = need(column);
    auto roots = need(column);
    if (isWide) {
        return after(x, x.shape());
    }
    const auto normal = need(wideBytes);
    sums.reset();
    roots.reset();
    return after(x, x.shape());
}

Compute::Made MeteredCompute::convert(const ActivationPtr& x, const Weight* like) {
    const DType stored = like != nullptr ? describedTensor(*like).signature.dtype : DType::Float32;
    const bool isKept = stored == DType::BFloat16 ||
                        (stored == DType::Float16 && m_ledger.setting().isCard(m_ledger.device()));
    const DType wanted = isKept ? stored : DType::Float32;
    if (metered(*x).dtype() == wanted) {
        return x;
    }
    m_ledger.touch(metered(*x).bytes());
    return make(wanted, x->shape());
}

Compute::Made MeteredCompute::activation(const Activation& x, ActivationFunction /*how*/) {
    return after(x, x.shape());
}

Compute::Made MeteredCompute::scale(const Activation& x, double /*factor*/) {
    return after(x, x.shape());
}

/// Both halves of every head times cosines and sines, four products and two sums, before they come
/// together.
Compute::Made MeteredCompute::rotate(const Activation& x, std::int64_t heads,
                                     const RotaryTable& table, std::int64_t /*firstPosition*/) {
    const MeteredActivation& in = metered(x);
    const auto rows = static_cast<std::uint64_t>(x.shape().front());
    const std::uint64_t places = std::max<std::uint64_t>(rows, table.positions.size());
    const std::uint64_t pairs = table.frequencies.size();
    const std::uint64_t turned = places * pairs;
    const std::uint64_t half = storedBytes(in.dtype(), turned * static_cast<std::uint64_t>(heads));
    m_ledger.touch(6 * half);
    auto positions = need(kFloatBytes * places);
    auto angles = need(kFloatBytes * turned);
    const auto narrowed = [&] {
        auto wide = need(kFloatBytes * turned);
        return in.dtype() == DType::Float32 ? wide : need(storedBytes(in.dtype(), turned));
    };
    const auto cosines = narrowed();
    const auto sines = narrowed();
    positions.reset();
    angles.reset();
    const auto sumOfProducts = [&](std::vector<ReplayedMemory::BlockPtr>& made) {
        made.push_back(need(half));
        made.push_back(need(half));
        return need(half);
    };
    std::vector<ReplayedMemory::BlockPtr> products;
    auto first = sumOfProducts(products);
    auto second = sumOfProducts(products);
    products.clear();
    const std::uint64_t width = elementsOf(x) / (places * static_cast<std::uint64_t>(heads));
    const bool hasRest = width > 2 * pairs;
    if (table.pairs == RotaryPairs::Halves || !hasRest) {
        return after(x, x.shape());
    }
    const auto stacked = need(2 * half);  // neighbours come together before the rest of a head does
    first.reset();
    second.reset();
    return after(x, x.shape());
}

/// They are looked at where they lie.
Compute::Made MeteredCompute::columns(const Activation& x, std::int64_t /*first*/,
                                      std::int64_t count) {
    const MeteredActivation& all = metered(x);
    const RowShape row{all.dtype(), all.device(), count};
    const std::vector<std::int64_t> shape{all.shape().front(), count};
    return ActivationPtr(std::make_shared<MeteredActivation>(all.place(), row, shape, all.room()));
}

Compute::Made MeteredCompute::headColumns(const Activation& x, std::int64_t heads,
                                          std::int64_t first, std::int64_t count) {
    if (heads == 1 || heads * count == x.shape().back()) {
        return columns(x, first, heads * count);
    }
    return after(x, {x.shape().front(), heads * count});
}

Compute::Made MeteredCompute::rows(const Activation& x, std::span<const std::int64_t> rows) {
    return after(x, {static_cast<std::int64_t>(rows.size()), x.shape().back()});
}

/// They are looked at where they lie.
Compute::Made MeteredCompute::rowRange(const Activation& x, std::int64_t /*first*/,
                                       std::int64_t count) {
    const MeteredActivation& all = metered(x);
    return ActivationPtr(std::make_shared<MeteredActivation>(
        all.place(), shapeOf(x), std::vector<std::int64_t>{count, all.shape().back()}, all.room()));
}

Compute::Made MeteredCompute::join(std::span<const ActivationPtr> parts) {
    std::int64_t rows = 0;
    for (const ActivationPtr& part : parts) {
        rows += part->shape().front();
    }
    return after(*parts.front(), {rows, parts.front()->shape().back()});
}

/// Both lie there while what was kept is copied: who holds the earlier lets it go afterwards.
Compute::Made MeteredCompute::append(const ActivationPtr& earlier, const Activation& more) {
    RowShape shape = shapeOf(more);
    shape.device = m_ledger.device();
    const std::int64_t before = earlier != nullptr ? earlier->shape().front() : 0;
    const std::int64_t rows = before + more.shape().front();
    m_ledger.touch(2 * metered(more).bytes());
    if (earlier != nullptr && metered(*earlier).room()->rows >= rows) {
        const std::vector<std::int64_t> all{rows, shape.width};
        return ActivationPtr(std::make_shared<MeteredActivation>(earlier->place(), shape, all,
                                                                 metered(*earlier).room()));
    }
    m_ledger.touch(earlier != nullptr ? 2 * metered(*earlier).bytes() : 0);
    return cached(shape, rows, std::max({kFirstRoom, 2 * before, rows}));
}

Compute::Made MeteredCompute::addRows(const Activation& x, std::span<const std::int64_t> rows,
                                      const Activation& more, std::span<const float> shares) {
    const DType dtype = metered(x).dtype();
    m_ledger.answered(static_cast<std::int64_t>(rows.size()));
    m_ledger.touch(2 * metered(more).bytes());
    const auto factors =
        dtype == DType::Float32 ? nullptr : need(storedBytes(dtype, shares.size()));
    const auto weighed = need(metered(more).bytes());
    return after(x, x.shape());
}

Compute::Made MeteredCompute::zerosLike(const Activation& x) {
    return make(metered(x).dtype(), x.shape());
}

Compute::Made MeteredCompute::input(std::span<const float> /*values*/,
                                    std::span<const std::int64_t> shape, ComputePlace /*place*/) {
    const std::uint64_t bytes = meteredBytes(DType::Float32, shape);
    if (m_ledger.device() != DeviceId::cpu()) {
        m_ledger.hop(DeviceId::cpu(), m_ledger.device(), bytes);
    }
    return make(DType::Float32, {shape.begin(), shape.end()});
}

/// The pieces lie beside the image, in the dtype that they are multiplied in.
Compute::Made MeteredCompute::convolvePatches(const Activation& image, const Weight& kernel,
                                              const Weight* bias) {
    const std::vector<std::int64_t> size = image.shape();
    const std::vector<std::int64_t>& piece = describedTensor(kernel).signature.shape;
    const std::int64_t patches = (size[1] / piece[2]) * (size[2] / piece[3]);
    m_ledger.touch(metered(image).bytes());
    const ActivationPtr cut = make(computedType(kernel), {patches, piece[1] * piece[2] * piece[3]});
    return product(*cut, kernel, bias, WeightLayout::OutIn);
}

/// The rows that it sees lie beside x, in the dtype that they are multiplied in.
Compute::Made MeteredCompute::convolveRows(const Activation& x, const Weight& weight,
                                           const Weight* bias, const RowConvolution& how) {
    const std::vector<std::int64_t> size = x.shape();
    const std::vector<std::int64_t>& kernel = describedTensor(weight).signature.shape;
    const std::int64_t rows = how.made(how.areColumns ? size[1] : size[0], kernel[2]);
    m_ledger.touch(metered(x).bytes());
    const ActivationPtr seen = make(computedType(weight), {rows, kernel[1] * kernel[2]});
    return product(*seen, weight, bias, WeightLayout::OutIn);
}

/// Squares, their sums, and rows divided by the roots of these; bfloat16 on the host all there.
Compute::Made MeteredCompute::cosines(const Activation& a, const Activation& b,
                                      const Weight& logScale) {
    const DType dtype = metered(a).dtype();
    const auto rows = a.shape().front();
    const auto others = b.shape().front();
    m_ledger.multiply(dtype, WeightLayout::OutIn, rows,
                      2.0 * static_cast<double>(others) * static_cast<double>(elementsOf(a)));
    m_ledger.touch(4 * (metered(a).bytes() + metered(b).bytes()));
    const auto factor = use(logScale, dtype);
    if (dtype == DType::BFloat16 && !m_ledger.setting().isCard(m_ledger.device())) {
        return make(dtype, {rows, others});
    }
    const auto units = [&](const Activation& x) {
        auto squares = need(metered(x).bytes());
        const auto lengths =
            need(storedBytes(dtype, static_cast<std::uint64_t>(x.shape().front())));
        squares.reset();
        return need(metered(x).bytes());
    };
    const auto left = units(a);
    const auto right = units(b);
    Made products = make(dtype, {rows, others});
    const auto scale = need(storedBytes(dtype, 1));
    return products;
}

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

}  // namespace

WorkLedger::WorkLedger(const RunSetting& setting, const std::vector<RunStage>& stages,
                       ReplayedMemory& memory)
    : m_setting(setting),
      m_stages(stages),
      m_memory(memory),
      m_device(setting.executionDevice),
      m_isCard(setting.isCard(m_device)) {
    for (const RunStage& stage : stages) {
        m_work.push_back({stage.name, setting.executionDevice});
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
    m_isCard = m_setting.isCard(device);
    stage().device = device;
}

void WorkLedger::repeat(std::size_t from, std::size_t to) {
    std::string module = std::move(m_work[to].module);
    m_work[to] = m_work[from];
    m_work[to].module = std::move(module);
    if (const auto experts = m_experts.find(from); experts != m_experts.end()) {
        m_experts[to] = experts->second;
    }
    if (const auto rows = m_expertRows.find(from); rows != m_expertRows.end()) {
        m_expertRows[to] = rows->second;
    }
    m_stage = to;
    runOn(m_work[to].device);
}

void WorkLedger::multiply(DType dtype, WeightLayout layout, std::int64_t rows, double operations) {
    std::vector<ProductWork>& products = stage().products;
    const auto same = std::ranges::find_if(products, [&](const ProductWork& product) {
        return product.dtype == dtype && product.rows == rows && product.layout == layout &&
               product.device == m_device;
    });
    if (same == products.end()) {
        products.push_back({dtype, rows, operations, 1, layout, m_device});
    } else {
        same->operations += operations;
        ++same->calls;
    }
}

void WorkLedger::hop(DeviceId from, DeviceId to, std::uint64_t bytes) {
    stage().hops.push_back({from, to, bytes});
}

void WorkLedger::bring(const RunTensor& tensor, DeviceId to, bool onDemand) {
    addTo(stage().moved, {tensor.device, to, tensor.bytes(), onDemand});
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

}  // namespace stowage
