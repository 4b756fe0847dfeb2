// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/product_rates.h"

#include "engine/base/byte_size.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <memory>
#include <span>
#include <thread>
#include <utility>
#include <vector>

namespace stowage {

namespace {

using Clock = std::chrono::steady_clock;

/// A layer's matrix, and so many of them in turn that none stays in a cache.
constexpr std::int64_t kWidth = 1024;
constexpr std::int64_t kInner = 4096;
constexpr std::int64_t kParts = 16;
constexpr std::uint64_t kAllBytes = 256 * kMiB;
/// Products of one kind are measured for so long, at least so many of them.
constexpr double kEnoughSeconds = 0.04;
constexpr std::size_t kLeastProducts = 2;
constexpr std::int64_t kManyElementRows = 128;
constexpr std::size_t kElementwiseTurns = 7;
/// What copies and other runs leave to products is measured beside these: one that waits for
/// memory, one that computes, over so many matrices.
constexpr std::array<std::int64_t, 2> kSharedRows{1, 128};
constexpr std::size_t kSharedMatrices = 2;
constexpr int kSharedRounds = 3;
constexpr double kLeastShare = 0.05;
/// Behind the name of a product: what it keeps beside those of another run.
constexpr const char* kBesideRun = " runs";

double middleOf(std::vector<double> values) {
    std::ranges::sort(values);
    return values[values.size() / 2];
}

/// Random matrices of one dtype in a device's memory, and a table to make rows of.
class Matrices {
public:
    static Result<Matrices> make(Compute& compute, TensorBackend& tensors, DeviceMemory& device,
                                 DType dtype) {
        Matrices made;
        made.m_set = tensors.makeTensorSet();
        const std::uint64_t bytes = storedBytes(dtype, kWidth * kInner);
        const auto source = hostBytes(tensors, dtype, bytes);
        STOWAGE_TRY(source);
        for (std::uint64_t at = 0; at < kAllBytes; at += bytes) {
            const auto buffer = device.allocate(bytes);
            STOWAGE_TRY(buffer);
            STOWAGE_TRY(device.write(**buffer, 0, *source, {}));
            const std::string name = "w" + std::to_string(made.m_weights.size());
            STOWAGE_TRY(made.m_set->add({name, dtype, {kInner, kWidth}, 0, *buffer}));
            auto weight = compute.weight(*made.m_set, name);
            STOWAGE_TRY(weight);
            made.m_weights.push_back(std::move(*weight));
            const std::string part = name + " part";
            STOWAGE_TRY(made.m_set->add({part, dtype, {kInner / kParts, kWidth}, 0, *buffer}));
            auto small = compute.weight(*made.m_set, part);
            STOWAGE_TRY(small);
            made.m_parts.push_back(std::move(*small));
            const std::string turned = name + " conv1d";
            STOWAGE_TRY(made.m_set->add({turned, dtype, {kWidth, kInner}, 0, *buffer}));
            auto other = compute.weight(*made.m_set, turned);
            STOWAGE_TRY(other);
            made.m_turned.push_back(std::move(*other));
        }
        return made;
    }

    /// A sum, an activation function and a product with a number, over so many rows, after each
    /// product of those rows, whose weights have taken the place of all else in the caches, as in
    /// a model. Seconds of the three, the middle of all turns.
    Result<double> elementwiseSeconds(Compute& compute, std::int64_t rows,
                                      const std::stop_token& stop) const {
        const std::vector<std::int64_t> numbers(static_cast<std::size_t>(rows), 0);
        const auto x = compute.embedding(numbers, *m_weights.front());
        STOWAGE_TRY(x);
        std::vector<double> turns;
        for (const WeightPtr& weight : std::span(m_weights).first(kElementwiseTurns)) {
            const auto product = compute.linear(**x, *weight, nullptr);
            STOWAGE_TRY(product);
            const Clock::time_point begin = Clock::now();
            STOWAGE_TRY(compute.add(**x, **x));
            STOWAGE_TRY(compute.activation(**x, ActivationFunction::Silu));
            STOWAGE_TRY(compute.scale(**x, 2));
            turns.push_back(std::chrono::duration<double>(Clock::now() - begin).count());
            if (stop.stop_requested()) {
                return fail(ErrorCode::Cancelled, say("The measurement was stopped."));
            }
        }
        return middleOf(std::move(turns));
    }

    /// What a product of one row takes however small its matrix is: that with a part of a matrix,
    /// less its share of the product with all of it, which comes between.
    Result<double> productCallSeconds(Compute& compute) const {
        const auto x = compute.embedding(std::vector<std::int64_t>{0}, *m_weights.front());
        STOWAGE_TRY(x);
        std::vector<double> turns;
        for (std::size_t i = 0; i < m_weights.size(); ++i) {
            const Clock::time_point begin = Clock::now();
            STOWAGE_TRY(compute.linear(**x, *m_weights[i], nullptr));
            const Clock::time_point middle = Clock::now();
            const std::size_t other = (i + m_weights.size() / 2) % m_weights.size();
            STOWAGE_TRY(compute.linear(**x, *m_parts[other], nullptr));
            const double whole = std::chrono::duration<double>(middle - begin).count();
            const double part = std::chrono::duration<double>(Clock::now() - middle).count();
            turns.push_back((part * kParts - whole) / (kParts - 1));
        }
        return std::max(middleOf(std::move(turns)), 0.0);
    }

    /// Seconds of one product: the middle of some with one matrix after another, for a while.
    Result<double> seconds(Compute& compute, std::int64_t rows, WeightLayout layout,
                           const std::stop_token& stop) {
        const std::vector<std::int64_t> numbers(static_cast<std::size_t>(rows), 0);
        const auto x = compute.embedding(numbers, *m_weights.front());
        STOWAGE_TRY(x);
        // The first product makes what later ones find ready. Each goes on with the next matrix,
        // also after those of another kind: none has one in a cache that it had a while ago.
        std::vector<double> products;
        double sum = 0;
        for (bool isFirst = true; products.size() < kLeastProducts || sum < kEnoughSeconds;
             isFirst = false) {
            m_at = (m_at + 1) % m_weights.size();
            const auto one = productSeconds(compute, **x, m_at, layout, stop);
            STOWAGE_TRY(one);
            if (!isFirst) {
                products.push_back(*one);
                sum += *one;
            }
        }
        return middleOf(std::move(products));
    }

    /// Seconds of products with `count` matrices, one after another, from the `first` on.
    Result<double> roundSeconds(Compute& compute, std::int64_t rows, std::size_t first,
                                std::size_t count, const std::stop_token& stop) const {
        const std::vector<std::int64_t> numbers(static_cast<std::size_t>(rows), 0);
        const auto x = compute.embedding(numbers, *m_weights.front());
        STOWAGE_TRY(x);
        double sum = 0;
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t matrix = (first + i) % m_weights.size();
            const auto one = productSeconds(compute, **x, matrix, WeightLayout::OutIn, stop);
            STOWAGE_TRY(one);
            sum += *one;
        }
        return sum;
    }

    [[nodiscard]] std::size_t count() const { return m_weights.size(); }

private:
    Result<double> productSeconds(Compute& compute, const Activation& x, std::size_t matrix,
                                  WeightLayout layout, const std::stop_token& stop) const {
        const Clock::time_point begin = Clock::now();
        const auto product = layout == WeightLayout::OutIn
                                 ? compute.linear(x, *m_weights[matrix], nullptr)
                                 : compute.conv1D(x, *m_turned[matrix], nullptr);
        STOWAGE_TRY(product);
        STOWAGE_TRY(compute.finish((*product)->place()));
        if (stop.stop_requested()) {
            return fail(ErrorCode::Cancelled, say("The measurement was stopped."));
        }
        return std::chrono::duration<double>(Clock::now() - begin).count();
    }

    static Result<std::vector<std::byte>> hostBytes(TensorBackend& tensors, DType dtype,
                                                    std::uint64_t bytes) {
        std::vector<std::byte> numbers(bytes);
        STOWAGE_TRY(tensors.initialise(dtype, numbers, 1));
        return numbers;
    }

    std::unique_ptr<TensorSet> m_set;
    std::vector<WeightPtr> m_weights;
    std::vector<WeightPtr> m_parts;   ///< of each the beginning
    std::vector<WeightPtr> m_turned;  ///< the same bytes as Conv1D has them
    std::size_t m_at = 0;             ///< the matrix that was multiplied last
};

/// Of a row's operations and of many rows', what one call costs and what a byte does.
Result<void> measureElementwise(Compute& compute, const Matrices& matrices, DType dtype,
                                const std::stop_token& stop, MachineRates& rates) {
    const auto one = matrices.elementwiseSeconds(compute, 1, stop);
    STOWAGE_TRY(one);
    const auto many = matrices.elementwiseSeconds(compute, kManyElementRows, stop);
    STOWAGE_TRY(many);
    const auto bytes =
        static_cast<double>(7 * storedBytes(dtype, kManyElementRows * kWidth));  // 3 + 2 + 2
    const std::string name(dtypeName(dtype));
    rates.elementwise[name] = bytes / std::max(*many - *one, 1e-9);
    rates.elementwise[name + " calls"] = 3 / std::max(*one, 1e-9);
    const auto call = matrices.productCallSeconds(compute);
    STOWAGE_TRY(call);
    rates.elementwise[name + " products"] = 1 / std::max(*call, 1e-9);
    return {};
}

/// Copies within the host's memory, over and over and past any cache, while it is told to.
class Copier {
public:
    explicit Copier(DeviceMemory& host) : m_host(host) {}

    Result<void> allocate() {
        for (std::uint64_t at = 0; at < 2 * kBytes; at += kPart) {
            auto buffer = m_host.allocate(kPart);
            STOWAGE_TRY(buffer);
            m_buffers.push_back(std::move(*buffer));
        }
        for (std::size_t i = 0; i < m_buffers.size() / 2; ++i) {  // their pages are made
            STOWAGE_TRY(m_host.copyWithin(*m_buffers[m_buffers.size() - 1 - i], *m_buffers[i], {}));
        }
        return {};
    }

    /// Copies a second on this thread, for so many seconds.
    double rateAlone(double seconds) {
        const Clock::time_point begin = Clock::now();
        const std::uint64_t before = m_copied;
        std::chrono::duration<double> passed(0);
        while (passed.count() < seconds) {
            copyPart();
            passed = Clock::now() - begin;
        }
        return static_cast<double>(m_copied - before) / passed.count();
    }

    /// While it lives, a thread copies.
    class Running {
    public:
        explicit Running(Copier& copier)
            : m_copier(copier), m_thread([&copier](const std::stop_token& stop) {
                  while (!stop.stop_requested()) {
                      copier.copyPart();
                  }
              }) {}
        /// Copies a second since it began.
        [[nodiscard]] double rate() const {
            const std::chrono::duration<double> seconds = Clock::now() - m_begin;
            return static_cast<double>(m_copier.m_copied - m_before) / seconds.count();
        }

    private:
        Copier& m_copier;
        std::uint64_t m_before = m_copier.m_copied;
        Clock::time_point m_begin = Clock::now();
        std::jthread m_thread;
    };

private:
    void copyPart() {
        const std::size_t pairs = m_buffers.size() / 2;
        const std::size_t from = m_copied % pairs;
        (void)m_host.copyWithin(*m_buffers[pairs + from], *m_buffers[from], {});
        ++m_copied;
    }

    static constexpr std::uint64_t kBytes = 64 * kMiB;
    static constexpr std::uint64_t kPart = kMiB;

    DeviceMemory& m_host;
    std::vector<std::shared_ptr<DeviceBuffer>> m_buffers;  ///< from the first half to the second
    std::atomic<std::uint64_t> m_copied = 0;               ///< parts
};

/// While it lives, another thread multiplies, too, by matrices that are half of all away.
class OtherRun {
public:
    OtherRun(Compute& compute, const Matrices& matrices, std::int64_t rows, std::size_t count)
        : m_thread([&compute, &matrices, rows, count](const std::stop_token& stop) {
              const std::size_t first = matrices.count() / 2;
              while (!stop.stop_requested() &&
                     matrices.roundSeconds(compute, rows, first, count, stop)) {
              }
          }) {}

private:
    std::jthread m_thread;
};

/// What products leave to copies and to those of another run, and copies to products, in turns
/// with each alone.
Result<void> measureSharing(Compute& compute, const Matrices& matrices, DeviceMemory& host,
                            DType dtype, const std::stop_token& stop, MachineRates& rates) {
    Copier copier(host);
    STOWAGE_TRY(copier.allocate());
    for (const std::int64_t rows : kSharedRows) {
        const std::size_t count = rows == 1 ? matrices.count() : kSharedMatrices;
        std::vector<double> products;
        std::vector<double> copies;
        std::vector<double> runs;
        for (int round = 0; round < kSharedRounds; ++round) {
            const auto alone = matrices.roundSeconds(compute, rows, 0, count, stop);
            STOWAGE_TRY(alone);
            const double copiesAlone = copier.rateAlone(*alone);
            {
                const Copier::Running running(copier);
                const auto beside = matrices.roundSeconds(compute, rows, 0, count, stop);
                STOWAGE_TRY(beside);
                copies.push_back(running.rate() / copiesAlone);
                products.push_back(*alone / *beside);
            }
            const OtherRun other(compute, matrices, rows, count);
            const auto beside = matrices.roundSeconds(compute, rows, 0, count, stop);
            STOWAGE_TRY(beside);
            runs.push_back(*alone / *beside);
        }
        const auto share = [](std::vector<double> ratios) {
            return std::clamp(middleOf(std::move(ratios)), kLeastShare, 1.0);
        };
        const std::string name = productRateName(ProductPlace::Host, dtype, rows);
        rates.sharing[name] = share(std::move(products));
        rates.sharing[name + " copies"] = share(std::move(copies));
        rates.sharing[name + kBesideRun] = share(std::move(runs));
    }
    return {};
}

std::optional<double> named(const std::map<std::string, double>& rates, const std::string& name) {
    const auto found = rates.find(name);
    return found == rates.end() ? std::nullopt : std::optional(found->second);
}

/// Of the measured points around `rows`.
std::optional<double> between(const MachineRates& rates, ProductPlace place, DType dtype,
                              std::int64_t rows, WeightLayout layout) {
    const auto above = std::ranges::lower_bound(kMeasuredRows, rows);
    const std::int64_t more = above == kMeasuredRows.end() ? kMeasuredRows.back() : *above;
    const std::int64_t fewer =
        above == kMeasuredRows.begin() || above == kMeasuredRows.end() ? more : *std::prev(above);
    const auto low = named(rates.matmul, productRateName(place, dtype, fewer, layout));
    const auto high = named(rates.matmul, productRateName(place, dtype, more, layout));
    if (!low || !high || more == fewer) {
        return high;
    }
    const auto log = [](std::int64_t count) { return std::log(static_cast<double>(count)); };
    const double share = (log(rows) - log(fewer)) / (log(more) - log(fewer));
    return *low * std::pow(*high / *low, share);
}

/// What a product of so many rows keeps of its rate, or what is `beside` it: between two measured
/// numbers of rows along a straight line in logarithms. 1: it was not measured.
double shareBetween(const MachineRates& rates, DType dtype, std::int64_t rows, const char* beside) {
    const DType used = dtype == DType::BFloat16 ? dtype : DType::Float32;  // float16 is widened
    const auto [few, many] = kSharedRows;
    const auto log = [](std::int64_t count) { return std::log(static_cast<double>(count)); };
    const double share =
        std::clamp((log(rows) - log(few)) / (log(many) - log(few)), 0.0, 1.0);  // 1: as many
    const auto measured = [&](std::int64_t count) {
        const std::string name = productRateName(ProductPlace::Host, used, count) + beside;
        return std::clamp(named(rates.sharing, name).value_or(1), kLeastShare, 1.0);
    };
    return (1 - share) * measured(few) + share * measured(many);
}

}  // namespace

std::string productRateName(ProductPlace place, DType dtype, std::int64_t rows,
                            WeightLayout layout) {
    return (place == ProductPlace::Card ? "cuda " : "") + std::string(dtypeName(dtype)) + " x" +
           std::to_string(rows) + (layout == WeightLayout::InOut ? " conv1d" : "");
}

unsigned hardwareThreads() {
    static const unsigned threads = std::thread::hardware_concurrency();
    return threads;
}

unsigned usualComputeThreads() {
    return usualComputeThreads(hardwareThreads());
}

unsigned usualComputeThreads(unsigned cores, unsigned sharers) {
    return std::max((std::max(cores, 2U) - 1) / std::max(sharers, 1U), 1U);
}

std::optional<double> productRate(const MachineRates& rates, ProductPlace place, DType given,
                                  std::int64_t rows, unsigned threads, WeightLayout layout) {
    // Blocks are made float32 part by part, as float16 is, and what that takes is not measured
    // apart.
    const DType dtype = elementBlock(given) ? DType::Float16 : given;
    auto measured = between(rates, place, dtype, rows, layout);
    measured = measured ? measured : between(rates, place, dtype, rows, WeightLayout::OutIn);
    if (place == ProductPlace::Card) {
        return measured;
    }
    const double asked = threads;
    if (measured) {  // a single row waits for memory, which more threads do not make quicker
        return rows == 1 ? *measured : *measured * asked / usualComputeThreads();
    }
    // float16 is computed in float32 here
    const DType used = dtype == DType::Float16 ? DType::Float32 : dtype;
    const auto square = named(rates.matmul, std::string(dtypeName(used)));
    const double cores = std::max(hardwareThreads(), 1U);
    return square ? std::optional(*square * std::min(asked / cores, 1.0)) : std::nullopt;
}

std::optional<ElementwiseRates> elementwiseRates(const MachineRates& rates, DType dtype) {
    const std::string name(dtypeName(dtype));
    const auto bytes = named(rates.elementwise, name);
    const auto calls = named(rates.elementwise, name + " calls");
    const auto products = named(rates.elementwise, name + " products");
    return bytes && calls && products ? std::optional(ElementwiseRates{*bytes, *calls, *products})
                                      : std::nullopt;
}

MemorySharing memorySharing(const MachineRates& rates, DType dtype, std::int64_t rows) {
    return {shareBetween(rates, dtype, rows, ""), shareBetween(rates, dtype, rows, " copies")};
}

MachineRates besideAnotherRun(MachineRates rates) {
    for (const DType dtype : {DType::Float32, DType::BFloat16, DType::Float16}) {
        const auto kept = [&](std::int64_t rows) {
            return shareBetween(rates, dtype, rows, kBesideRun);
        };
        const auto slow = [&](std::map<std::string, double>& all, const std::string& name,
                              std::int64_t rows) {
            if (const auto found = all.find(name); found != all.end()) {
                found->second *= kept(rows);
            }
        };
        for (const std::int64_t rows : kMeasuredRows) {
            for (const WeightLayout layout : {WeightLayout::OutIn, WeightLayout::InOut}) {
                slow(rates.matmul, productRateName(ProductPlace::Host, dtype, rows, layout), rows);
            }
        }
        const std::string name(dtypeName(dtype));
        slow(rates.matmul, name, kSharedRows.back());
        slow(rates.elementwise, name, kSharedRows.front());  // it waits for memory
        slow(rates.elementwise, name + " calls", kSharedRows.back());
        slow(rates.elementwise, name + " products", kSharedRows.back());
    }
    return rates;
}

Result<void> measureProducts(Compute& compute, TensorBackend& tensors, DeviceMemory& device,
                             const std::stop_token& stop, MachineRates& rates) {
    const ComputeThreads threads(compute, usualComputeThreads());
    const ComputeSession session(compute);
    const ProductPlace place = device.isHostAddressable() ? ProductPlace::Host : ProductPlace::Card;
    for (const DType dtype : {DType::Float32, DType::BFloat16, DType::Float16}) {
        auto matrices = Matrices::make(compute, tensors, device, dtype);
        STOWAGE_TRY(matrices);
        if (place == ProductPlace::Host && dtype != DType::Float16) {  // widened for its products
            STOWAGE_TRY(measureElementwise(compute, *matrices, dtype, stop, rates));
            STOWAGE_TRY(measureSharing(compute, *matrices, device, dtype, stop, rates));
        }
        for (const WeightLayout layout : {WeightLayout::OutIn, WeightLayout::InOut}) {
            for (const std::int64_t rows : kMeasuredRows) {
                const auto seconds = matrices->seconds(compute, rows, layout, stop);
                if (!seconds && seconds.error().code != ErrorCode::Unsupported) {
                    return seconds.unexpected();
                }
                const std::string name = productRateName(place, dtype, rows, layout);
                rates.matmul.erase(name);
                if (seconds) {
                    rates.matmul[name] =
                        2.0 * static_cast<double>(rows * kWidth * kInner) / *seconds;
                }
            }
        }
    }
    return {};
}

}  // namespace stowage
