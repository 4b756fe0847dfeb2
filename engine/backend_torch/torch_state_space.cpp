// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backend_torch/torch_attention.h"

#include "engine/backend_torch/compute_resources.h"
#include "engine/backend_torch/torch_operands.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

namespace stowage {
namespace {

struct CarriedTensors {
    at::Tensor made;
    at::Tensor state;
};

Carried carriedOf(CarriedTensors tensors) {
    return {makeActivation(std::move(tensors.made)), makeActivation(std::move(tensors.state))};
}

/// Channels whose states stay in the fastest cache while the rows go by.
constexpr std::int64_t kChannelsAtOnce = 16;
/// Steps of a channel that are worth a thread.
constexpr std::int64_t kStepsOfThread = 1 << 14;

/// Numbers of rows, wherever each row begins.
template <class Number>
struct RowView {
    explicit RowView(const at::Tensor& tensor)
        : first(tensor.data_ptr<Number>()), step(tensor.stride(0)) {}
    [[nodiscard]] float at(std::int64_t row, std::int64_t column) const {
        return static_cast<float>(first[row * step + column]);
    }
    const Number* first;
    std::int64_t step;
};

template <class Number>
float roundedTo(float number) {
    return static_cast<float>(static_cast<Number>(number));
}

/// In float32 and in one piece; a copy lies on the host, as what is widened does.
at::Tensor wideOnHost(const Weight& weight) {
    const MemoryScope host(nullptr);
    return tensorOf(weight).to(at::kFloat).contiguous();
}

void requireRows(const at::Tensor& x, const at::Tensor& like, std::int64_t width,
                 const char* what) {
    TORCH_CHECK(x.dim() == 2 && x.size(0) == like.size(0) && x.size(1) == width, what,
                " has the shape ", x.sizes(), ", not ", like.size(0), " rows of ", width);
    TORCH_CHECK(x.scalar_type() == like.scalar_type(), what, " is ", x.scalar_type(), ", not ",
                like.scalar_type());
    TORCH_CHECK(x.size(1) <= 1 || x.stride(1) == 1, what, " does not lie row by row");
}

void requireState(const at::Tensor& state, std::int64_t rows, std::int64_t width,
                  at::ScalarType dtype) {
    TORCH_CHECK(state.dim() == 2 && state.size(0) == rows && state.size(1) == width &&
                    state.scalar_type() == dtype && state.is_contiguous(),
                "the state has the shape ", state.sizes(), ", not ", rows, " rows of ", width);
}

// The convolution.

/// Row `row` counted from x's first; those before it are the state's.
template <class Number>
struct Rows {
    RowView<Number> x;
    const Number* state;  ///< null: zeros
    std::int64_t before;  ///< rows of the state
    std::int64_t width;
    [[nodiscard]] Number at(std::int64_t row, std::int64_t column) const {
        if (row >= 0) {
            return x.first[row * x.step + column];
        }
        return state != nullptr ? state[(before + row) * width + column] : Number(0);
    }
};

template <class Number>
void convolve(const Rows<Number>& rows, const float* weight, const float* bias,
              const CarriedTensors& into) {
    const std::int64_t count = into.made.size(0);
    const std::int64_t kernel = rows.before + 1;
    auto* const made = into.made.data_ptr<Number>();
    auto* const state = into.state.data_ptr<Number>();
    const std::int64_t grain = std::max<std::int64_t>(kStepsOfThread / (count * kernel), 1);
    at::parallel_for(0, rows.width, grain, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t row = 0; row < count; ++row) {
            for (std::int64_t column = begin; column < end; ++column) {
                float sum = bias != nullptr ? bias[column] : 0;
                for (std::int64_t k = 0; k < kernel; ++k) {
                    sum += weight[column * kernel + k] *
                           static_cast<float>(rows.at(row + k - rows.before, column));
                }
                made[row * rows.width + column] = static_cast<Number>(sum);
            }
        }
        for (std::int64_t row = 0; row < rows.before; ++row) {
            for (std::int64_t column = begin; column < end; ++column) {
                state[row * rows.width + column] = rows.at(count + row - rows.before, column);
            }
        }
    });
}

CarriedTensors convolvedOnCard(const at::Tensor& x, const at::Tensor& weight,
                               const at::Tensor& bias, const at::Tensor& earlier) {
    const std::int64_t before = weight.size(2) - 1;
    const at::Tensor zeros =
        earlier.defined() ? earlier : at::zeros({before, x.size(1)}, x.options());
    const at::Tensor all = at::cat({zeros, x}, 0);
    constexpr std::array<std::int64_t, 1> kOne{1};
    constexpr std::array<std::int64_t, 1> kNone{0};
    const at::IntArrayRef one(kOne);
    const at::IntArrayRef none(kNone);
    const at::Tensor made =
        at::conv1d(all.t().unsqueeze(0), weight, bias, one, none, one, x.size(1)).squeeze(0);
    return {made.t().contiguous(), all.narrow(0, x.size(0), before).clone()};
}

// The scan.

template <class Number>
struct Scan {
    RowView<Number> x;
    RowView<Number> timeSteps;
    RowView<Number> b;
    RowView<Number> c;
    RowView<Number> gate;
    const float* aLog;
    const float* d;  ///< null: none
    std::int64_t rows;
    std::int64_t inner;
    std::int64_t states;
    Number* made;
    float* state;  ///< holds the earlier one

    /// One row of one channel, rounded where the library rounds.
    void step(std::int64_t row, std::int64_t channel, const float* decays) const {
        const float time = timeSteps.at(row, channel);
        const float in = x.at(row, channel);
        float* const own = state + channel * states;
        float sum = 0;
        for (std::int64_t n = 0; n < states; ++n) {
            own[n] = std::exp(decays[n] * time) * own[n] + time * b.at(row, n) * in;
            sum += roundedTo<Number>(own[n]) * c.at(row, n);
        }
        const float past = d != nullptr ? in * d[channel] : 0;
        const float z = gate.at(row, channel);
        const float open = roundedTo<Number>(z / (1 + std::exp(-z)));
        made[row * inner + channel] = static_cast<Number>((roundedTo<Number>(sum) + past) * open);
    }

    void channels(std::int64_t begin, std::int64_t end) const {
        std::vector<float> decays(static_cast<std::size_t>(kChannelsAtOnce * states));
        for (std::int64_t first = begin; first < end; first += kChannelsAtOnce) {
            const std::int64_t last = std::min(first + kChannelsAtOnce, end);
            std::transform(aLog + first * states, aLog + last * states, decays.begin(),
                           [](float number) { return -std::exp(number); });
            for (std::int64_t row = 0; row < rows; ++row) {
                for (std::int64_t channel = first; channel < last; ++channel) {
                    step(row, channel, decays.data() + (channel - first) * states);
                }
            }
        }
    }
};

template <class Number>
void scanRows(const ScanInput& input, const at::Tensor& aLog, const at::Tensor& d,
              const CarriedTensors& into) {
    const auto view = [](const Activation& x) { return RowView<Number>(tensorOf(x)); };
    const Scan<Number> scan{view(input.x),
                            view(input.timeSteps),
                            view(input.b),
                            view(input.c),
                            view(input.gate),
                            aLog.data_ptr<float>(),
                            d.defined() ? d.data_ptr<float>() : nullptr,
                            into.made.size(0),
                            into.made.size(1),
                            into.state.size(1),
                            into.made.data_ptr<Number>(),
                            into.state.data_ptr<float>()};
    const std::int64_t steps = std::max<std::int64_t>(scan.rows * scan.states, 1);
    const std::int64_t grain = std::max<std::int64_t>(kStepsOfThread / steps, 1);
    at::parallel_for(0, scan.inner, grain,
                     [&](std::int64_t begin, std::int64_t end) { scan.channels(begin, end); });
}

CarriedTensors scannedOnCard(const ScanInput& input, at::Tensor state) {
    const at::Tensor& x = tensorOf(input.x);
    const at::Tensor decays = tensorOf(input.aLog).to(at::kFloat).exp().neg();
    const at::Tensor wideX = x.to(at::kFloat);
    const at::Tensor times = tensorOf(input.timeSteps).to(at::kFloat);
    const at::Tensor b = tensorOf(input.b).to(at::kFloat);
    const at::Tensor& c = tensorOf(input.c);
    at::Tensor made = at::empty({x.size(0), x.size(1)}, x.options());
    for (std::int64_t row = 0; row < x.size(0); ++row) {
        const at::Tensor time = times[row].unsqueeze(1);
        state =
            (time * decays).exp_().mul_(state).add_((time * b[row]).mul_(wideX[row].unsqueeze(1)));
        made[row].copy_(at::mv(state.to(x.scalar_type()), c[row]));
    }
    const at::Tensor past =
        input.d != nullptr ? wideX * tensorOf(*input.d).to(at::kFloat) : at::zeros_like(wideX);
    return {(past + made).mul_(at::silu(tensorOf(input.gate))).to(x.scalar_type()), state};
}

}  // namespace

Carried convolved(const Activation& x, const Weight& weight, const Weight* bias,
                  const Activation* state) {
    const at::Tensor& in = tensorOf(x);
    const at::Tensor& filters = tensorOf(weight);
    requireRows(in, in, in.size(1), "what is convolved");
    const std::int64_t width = in.size(1);
    TORCH_CHECK(filters.dim() == 3 && filters.size(0) == width && filters.size(1) == 1 &&
                    filters.size(2) > 0 && in.size(0) > 0,
                weight.name(), " has the shape ", filters.sizes(), " for rows of ", width);
    TORCH_CHECK(bias == nullptr || tensorOf(*bias).numel() == width, "the bias is no row");
    const std::int64_t before = filters.size(2) - 1;
    const at::Tensor earlier = state != nullptr ? tensorOf(*state) : at::Tensor();
    if (earlier.defined()) {
        requireState(earlier, before, width, in.scalar_type());
    }
    if (in.is_cuda()) {
        return carriedOf(convolvedOnCard(in, operandFor(weight, in),
                                         bias != nullptr ? operandFor(*bias, in) : at::Tensor(),
                                         earlier));
    }
    const at::Tensor factors = wideOnHost(weight);
    const at::Tensor offsets = bias != nullptr ? wideOnHost(*bias) : at::Tensor();
    CarriedTensors into;
    into.made = at::empty({in.size(0), width}, in.options());
    into.state = at::empty({before, width}, in.options());
    const auto work = [&](auto number) {
        using Number = decltype(number);
        convolve<Number>({RowView<Number>(in),
                          earlier.defined() ? earlier.data_ptr<Number>() : nullptr, before, width},
                         factors.data_ptr<float>(),
                         offsets.defined() ? offsets.data_ptr<float>() : nullptr, into);
    };
    if (isHostBFloat16(in)) {
        work(at::BFloat16());
    } else {
        work(float());
    }
    return carriedOf(std::move(into));
}

Carried scanned(const ScanInput& input) {
    const at::Tensor& x = tensorOf(input.x);
    const at::Tensor& aLog = tensorOf(input.aLog);
    const std::int64_t inner = x.size(1);
    TORCH_CHECK(aLog.dim() == 2 && aLog.size(0) == inner && aLog.size(1) > 0, input.aLog.name(),
                " has the shape ", aLog.sizes(), " for rows of ", inner);
    TORCH_CHECK(input.d == nullptr || tensorOf(*input.d).numel() == inner, "D is no row");
    const std::int64_t states = aLog.size(1);
    requireRows(x, x, inner, "x");
    requireRows(tensorOf(input.timeSteps), x, inner, "the time steps' tensor");
    requireRows(tensorOf(input.gate), x, inner, "the gate");
    requireRows(tensorOf(input.b), x, states, "B");
    requireRows(tensorOf(input.c), x, states, "C");
    const at::Tensor earlier = input.state != nullptr ? tensorOf(*input.state) : at::Tensor();
    if (earlier.defined()) {
        requireState(earlier, inner, states, at::kFloat);
    }
    const auto stateOptions = x.options().dtype(at::kFloat);
    if (x.is_cuda()) {
        return carriedOf(scannedOnCard(
            input, earlier.defined() ? earlier : at::zeros({inner, states}, stateOptions)));
    }
    const at::Tensor wideA = wideOnHost(input.aLog);
    const at::Tensor wideD = input.d != nullptr ? wideOnHost(*input.d) : at::Tensor();
    CarriedTensors into;
    into.made = at::empty({x.size(0), inner}, x.options());
    into.state = at::empty({inner, states}, stateOptions);
    if (earlier.defined()) {
        into.state.copy_(earlier);
    } else {
        into.state.zero_();
    }
    if (isHostBFloat16(x)) {
        scanRows<at::BFloat16>(input, wideA, wideD, into);
    } else {
        scanRows<float>(input, wideA, wideD, into);
    }
    return carriedOf(std::move(into));
}

at::Tensor normalized(const at::Tensor& x, double epsilon) {
    const at::Tensor wide = x.to(at::kFloat);
    const at::Tensor mean = wide.pow(2).mean(-1, true);
    const at::Tensor normal = wide * at::rsqrt(mean + epsilon);
    return normal.to(x.scalar_type());
}

}  // namespace stowage
