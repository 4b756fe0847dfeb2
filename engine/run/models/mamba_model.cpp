// SPDX-License-Identifier: GPL-3.0-or-later
// Mamba (Gu and Dao 2023) and Falcon Mamba, as the library computes them without CUDA's kernels.
#include "engine/run/models/run_config.h"
#include "engine/run/models/run_model.h"
#include "engine/run/weights/weight_source.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace stowage {

namespace {

struct MambaShape {
    std::string prefix;  ///< "backbone.", or "" of a model without a head
    std::string head;    ///< the table of tokens where there is none of its own
    std::int64_t width = 0;
    std::int64_t inner = 0;
    std::int64_t states = 0;
    std::int64_t kernel = 0;
    std::int64_t timeRank = 0;  ///< numbers of which a time step is projected
    double epsilon = 0;
    std::optional<double> mixerEpsilon;  ///< of norms of time steps, B and C; nothing: none
    bool isResidualWide = true;          ///< float32 goes past the layers, whatever they compute in
};

class MambaModel : public LayeredModel {
public:
    MambaModel(RunTraits traits, MambaShape shape)
        : LayeredModel(std::move(traits)), m_shape(std::move(shape)) {}

    [[nodiscard]] std::vector<RunStage> stages() const override {
        return numberedStages({m_shape.prefix + "embeddings"}, m_shape.prefix + "layers",
                              traits().layers, {m_shape.prefix + "norm_f", m_shape.head});
    }
    [[nodiscard]] std::vector<std::size_t> layerKinds() const override {
        return std::vector<std::size_t>(static_cast<std::size_t>(traits().layers), 0);
    }

private:
    [[nodiscard]] Next embed(ModulePass& pass,
                             std::span<const std::int64_t> tokens) const override {
        const Next x = pass.table(m_shape.prefix + "embeddings", tokens);
        return m_shape.isResidualWide ? pass.widened(x) : x;
    }

    [[nodiscard]] Next block(ModulePass& pass, std::int64_t layer, Next x) const override {
        const std::string path = m_shape.prefix + "layers." + std::to_string(layer);
        const auto number = static_cast<std::size_t>(layer);
        const Next mixed = mix(pass, number, path + ".mixer", norm(pass, path + ".norm", x));
        return pass.sum(mixed, x);
    }

    [[nodiscard]] Next head(ModulePass& pass, Next x, Outputs outputs) const override {
        x = pass.rmsNorm(m_shape.prefix + "norm_f", x, m_shape.epsilon);
        x = wantedRows(pass, x, outputs);
        return pass.module(
            m_shape.head, {"weight"}, x, [&](const ActivationPtr& here, const ModuleTensors& own) {
                const Next narrow = pass.compute().convert(here, &own[0]);
                return narrow ? pass.compute().linear(**narrow, own[0], nullptr) : narrow;
            });
    }

    /// In the dtype of its scale.
    [[nodiscard]] Next norm(ModulePass& pass, const std::string& path, const Next& x) const {
        return pass.module(
            path, {"weight"}, x, [&](const ActivationPtr& here, const ModuleTensors& own) {
                const Next narrow = pass.compute().convert(here, &own[0]);
                return narrow ? pass.compute().rmsNorm(**narrow, own[0], m_shape.epsilon,
                                                       RmsScale::Rounded)
                              : narrow;
            });
    }

    /// x itself in the family without such norms.
    [[nodiscard]] Next mixerNorm(ModulePass& pass, const Next& x) const {
        return m_shape.mixerEpsilon ? pass.normalize(x, *m_shape.mixerEpsilon) : x;
    }

    /// The part of x from which time steps, B and C are selected goes through a convolution first;
    /// the other one is the gate.
    [[nodiscard]] Next mix(ModulePass& pass, std::size_t layer, const std::string& path,
                           Next x) const {
        x = pass.linear(path + ".in_proj", x);
        Next gate = pass.columns(x, m_shape.inner, m_shape.inner);
        x = pass.columns(x, 0, m_shape.inner);
        x = pass.causalConvolution(path + ".conv1d", layer, x);
        x = pass.activation(x, ActivationFunction::Silu);
        Next selected = pass.linear(path + ".x_proj", x);
        Next steps = pass.columns(selected, 0, m_shape.timeRank);
        Next b = pass.columns(selected, m_shape.timeRank, m_shape.states);
        Next c = pass.columns(selected, m_shape.timeRank + m_shape.states, m_shape.states);
        selected = ActivationPtr();
        steps = mixerNorm(pass, steps);
        b = mixerNorm(pass, b);
        c = mixerNorm(pass, c);
        steps = pass.linear(path + ".dt_proj", steps, ActivationFunction::Softplus);
        x = pass.selectiveScan(
            path, layer,
            {std::move(x), std::move(steps), std::move(b), std::move(c), std::move(gate)});
        return pass.linear(path + ".out_proj", x);
    }

    MambaShape m_shape;
};

Result<void> checkTensors(RunTensors& tensors, const RunTraits& traits, const MambaShape& shape) {
    tensors.require(shape.prefix + "embeddings.weight", {traits.vocabulary, shape.width});
    tensors.requireScale(shape.prefix + "norm_f", shape.width);
    tensors.require(shape.head + ".weight", {traits.vocabulary, shape.width});
    for (std::int64_t layer = 0; tensors.result() && layer < traits.layers; ++layer) {
        const std::string path = shape.prefix + "layers." + std::to_string(layer);
        const std::string mixer = path + ".mixer";
        tensors.requireScale(path + ".norm", shape.width);
        tensors.requireLinear(mixer + ".in_proj", shape.width, 2 * shape.inner);
        tensors.require(mixer + ".conv1d.weight", {shape.inner, 1, shape.kernel});
        tensors.check(mixer + ".conv1d.bias", {shape.inner});
        tensors.requireLinear(mixer + ".x_proj", shape.inner, shape.timeRank + 2 * shape.states);
        tensors.requireLinear(mixer + ".dt_proj", shape.timeRank, shape.inner);
        tensors.require(mixer + ".A_log", {shape.inner, shape.states});
        tensors.require(mixer + ".D", {shape.inner});
        tensors.requireLinear(mixer + ".out_proj", shape.inner, shape.width);
    }
    return tensors.result();
}

std::int64_t readTimeRank(RunConfig& config, std::int64_t width) {
    const std::string_view field = "time_step_rank";
    if (config.has(field) && !config.isText(field)) {
        return config.whole(field, 1);
    }
    if (config.text(field, "auto") != "auto") {
        config.refuse(field, phrase("\"auto\" or a whole number"));
    }
    return (width + 15) / 16;
}

}  // namespace

MadeModel makeMambaModel(const WeightSource& source, RunConfig& config) {
    RunTensors tensors(source);
    MambaShape shape;
    shape.prefix = tensors.prefixOf({"backbone.", ""}, "embeddings.weight");
    shape.head = tensors.has("lm_head.weight") ? "lm_head" : shape.prefix + "embeddings";
    shape.width = config.whole("hidden_size", 768);
    shape.inner = config.has("intermediate_size") ? config.whole("intermediate_size", 1)
                                                  : config.whole("expand", 2) * shape.width;
    shape.states = config.whole("state_size", 16);
    shape.kernel = config.whole("conv_kernel", 4);
    shape.timeRank = readTimeRank(config, shape.width);
    shape.epsilon = config.number("layer_norm_epsilon", 1e-5);
    shape.isResidualWide = config.flag("residual_in_fp32", true);
    RunTraits traits;
    traits.family = config.modelType();
    if (traits.family == "falcon_mamba") {
        shape.mixerEpsilon = config.number("mixer_rms_eps", 1e-6);
    }
    traits.vocabulary = config.whole("vocab_size", 50280);
    traits.layers = config.whole("num_hidden_layers", 32);
    traits.outputs = traits.vocabulary;
    traits.cacheGrows = false;
    // The library's gate is SiLU whatever is written here, and was not in earlier releases.
    const auto activation = readActivationFunction(config, "hidden_act", "silu");
    if (activation != ActivationFunction::Silu) {
        config.refuse("hidden_act", "\"silu\"");
    }
    config.keep(checkTensors(tensors, traits, shape));
    STOWAGE_TRY(config.check());
    return std::unique_ptr<RunModel>(
        std::make_unique<MambaModel>(std::move(traits), std::move(shape)));
}

}  // namespace stowage
