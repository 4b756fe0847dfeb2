// SPDX-License-Identifier: GPL-3.0-or-later
// Layers that repeat are passed over in replays, and nothing changes: neither bytes and peaks of
// devices, nor the token after which memory runs out, nor the work that is counted.
#include "engine/run/run_replay.h"
#include "engine/run/stage_work.h"
#include "tests/load/load_fixture.h"
#include "tests/run/described_model.h"

#include <QTest>

#include <algorithm>
#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

using namespace stowage;
using namespace stowage::test;

namespace {

/// A model of which it is not known that its layers are alike: each is walked.
class EachLayer : public RunModel {
public:
    explicit EachLayer(const RunModel& model) : RunModel(model.traits()), m_model(model) {}
    [[nodiscard]] std::vector<RunStage> stages() const override { return m_model.stages(); }
    [[nodiscard]] Next forward(ModulePass& pass, std::span<const std::int64_t> tokens,
                               Outputs outputs) const override {
        return m_model.forward(pass, tokens, outputs);
    }

private:
    const RunModel& m_model;
};

/// Forty layers of attention, which count how often one is walked.
class CountingModel : public LayeredModel {
public:
    static constexpr std::int64_t kLayers = 40;
    static constexpr std::int64_t kWidth = 64;

    CountingModel() : LayeredModel(traitsOfIt()) {}
    [[nodiscard]] std::vector<RunStage> stages() const override {
        return numberedStages({"words"}, "layers", kLayers, {"head"});
    }
    [[nodiscard]] std::vector<std::size_t> layerKinds() const override {
        return std::vector<std::size_t>(std::size_t{kLayers}, 0);
    }
    /// From this position on, each layer allocates more; tokenLimits() does not have it.
    std::int64_t longFrom = std::numeric_limits<std::int64_t>::max();
    mutable int walked = 0;

private:
    static RunTraits traitsOfIt() {
        RunTraits traits;
        traits.family = "counting";
        traits.vocabulary = 10;
        traits.layers = kLayers;
        traits.outputs = 10;
        return traits;
    }
    [[nodiscard]] Next embed(ModulePass& pass,
                             std::span<const std::int64_t> tokens) const override {
        return pass.table("words", tokens);
    }
    [[nodiscard]] Next block(ModulePass& pass, std::int64_t layer, Next x) const override {
        ++walked;
        const std::string path = "layers." + std::to_string(layer);
        const Next q = pass.linear(path + ".q", x);
        const bool isLong = pass.firstPosition() >= longFrom;
        const Next wide = isLong ? pass.sum(q, q) : q;
        const Next seen =
            pass.attention(path, static_cast<std::size_t>(layer), wide, q, q, {.heads = 2});
        return pass.sum(pass.linear(path + ".out", seen), x);
    }
    [[nodiscard]] Next head(ModulePass& pass, Next x, Outputs outputs) const override {
        return pass.linear("head", wantedRows(pass, x, outputs));
    }
};

class Random {
public:
    explicit Random(std::uint64_t seed) : m_engine(seed) {}
    std::int64_t from(std::int64_t least, std::int64_t most) {
        return std::uniform_int_distribution(least, most)(m_engine);
    }
    bool once(int in) { return from(1, in) == 1; }
    template <typename T>
    const T& of(const std::vector<T>& all) {
        return all[static_cast<std::size_t>(from(0, std::ssize(all) - 1))];
    }

private:
    std::mt19937_64 m_engine;
};

/// The config.json of a small model.
std::string randomConfig(Random& random) {
    const std::string layers = std::to_string(random.from(2, 13));
    const std::string llamas =
        R"("hidden_size": 64, "intermediate_size": 96, "num_hidden_layers": )" + layers +
        R"(, "num_attention_heads": 4, "num_key_value_heads": 2, "vocab_size": 300, "head_dim": 16, )"
        R"("max_position_embeddings": 512)";
    const std::string window = std::to_string(random.from(3, 30));
    const std::vector<std::string> all{
        R"({"model_type": "llama", "architectures": ["LlamaForCausalLM"], )" + llamas + "}",
        R"({"model_type": "qwen3", "architectures": ["Qwen3ForCausalLM"], )" + llamas + "}",
        R"({"model_type": "mistral", "architectures": ["MistralForCausalLM"], "sliding_window": )" +
            window + ", " + llamas + "}",
        R"({"model_type": "gemma2", "architectures": ["Gemma2ForCausalLM"], "sliding_window": )" +
            window + ", " + llamas + "}",
        R"({"model_type": "gemma3_text", "architectures": ["Gemma3ForCausalLM"], "sliding_window": )" +
            window + ", " + llamas + "}",
        R"({"model_type": "mixtral", "architectures": ["MixtralForCausalLM"], "num_local_experts": 4,
            "num_experts_per_tok": 2, )" +
            llamas + "}",
        R"({"model_type": "gpt2", "architectures": ["GPT2LMHeadModel"], "n_embd": 64, "n_head": 4,
            "vocab_size": 300, "n_positions": 512, "n_layer": )" +
            layers + "}",
        R"({"model_type": "opt", "architectures": ["OPTForCausalLM"], "hidden_size": 64, "ffn_dim": 96,
            "word_embed_proj_dim": 64, "num_attention_heads": 4, "vocab_size": 300,
            "max_position_embeddings": 512, "num_hidden_layers": )" +
            layers + "}",
        R"({"model_type": "bloom", "architectures": ["BloomForCausalLM"], "hidden_size": 64, "n_head": 4,
            "vocab_size": 300, "n_layer": )" +
            layers + "}",
        R"({"model_type": "gpt_neox", "architectures": ["GPTNeoXForCausalLM"], "hidden_size": 64,
            "intermediate_size": 96, "num_attention_heads": 4, "vocab_size": 300,
            "max_position_embeddings": 512, "num_hidden_layers": )" +
            layers + "}",
        R"({"model_type": "phi3", "architectures": ["Phi3ForCausalLM"], "original_max_position_embeddings": 48,
            "pad_token_id": 0, "rope_scaling": {"type": "longrope", "short_factor": [1, 1, 1, 1, 1, 1, 1, 1],
            "long_factor": [2, 2, 2, 2, 2, 2, 2, 2]}, )" +
            llamas + "}",
        R"({"model_type": "mamba", "architectures": ["MambaForCausalLM"], "hidden_size": 64,
            "state_size": 8, "vocab_size": 300, "num_hidden_layers": )" +
            layers + "}"};
    return random.of(all);
}

DeviceInfo gpu(std::uint32_t index, AllocatorKind allocator, std::uint64_t capacity) {
    DeviceInfo info = gpuInfo(index, capacity);
    info.allocator = allocator;
    return info;
}

/// Stages are somewhere: all on one GPU, or each by chance, or a run of them elsewhere.
void place(Random& random, const std::vector<RunStage>& stages, RunSetting& setting) {
    const std::vector<DeviceId> devices{DeviceId::gpu(0), DeviceId::gpu(1), DeviceId::cpu(),
                                        DeviceId::disk()};
    const auto first = static_cast<std::size_t>(random.from(0, std::ssize(stages)));
    const auto last = static_cast<std::size_t>(random.from(0, std::ssize(stages)));
    const DeviceId elsewhere = random.of(devices);
    const bool isByChance = random.once(4);
    std::vector<DeviceId> chosen;
    for (std::size_t i = 0; i < stages.size(); ++i) {
        chosen.push_back(isByChance               ? random.of(devices)
                         : first <= i && i < last ? elsewhere
                                                  : DeviceId::gpu(0));
    }
    for (RunTensor& tensor : setting.tensors) {
        const auto stage = stageWith(stages, tensor.name);
        tensor.device = stage ? chosen[*stage] : DeviceId::gpu(0);
        if (random.once(60)) {
            tensor.device = random.of(devices);
        }
    }
}

RunRequest randomRequest(Random& random, const RunTraits& traits) {
    RunRequest request;
    request.tokens.assign(static_cast<std::size_t>(random.from(1, 40)), 0);
    const std::int64_t more = random.once(2) ? 0 : random.from(1, 3);
    const bool isEven = random.once(2);
    for (std::int64_t i = 0; i < more; ++i) {
        request.alongside.emplace_back(
            isEven ? request.tokens.size() : static_cast<std::size_t>(random.from(1, 40)), 0);
    }
    request.generate = random.from(0, 70);
    request.outputs = random.once(2) ? Outputs::All : Outputs::Last;
    request.prefillChunk = traits.takesChunks && random.once(3) ? random.from(1, 20) : 0;
    request.attention = random.once(3) && !traits.capsScores && fusesAttention()
                            ? AttentionKind::Fused
                            : AttentionKind::Eager;
    return request;
}

std::string textOf(const ReplayedDevice& device) {
    std::string text = deviceName(device.device);
    for (const std::uint64_t bytes :
         {device.allocatedBefore, device.peakAllocated, device.peakReserved, device.kvCache,
          device.prefill[0], device.prefill[1], device.prefill[2], device.decode[0],
          device.decode[1], device.decode[2]}) {
        text += ' ' + std::to_string(bytes);
    }
    return text;
}

std::string textOf(const MovedWork& moved) {
    return ' ' + deviceName(moved.from) + '>' + deviceName(moved.to) + ' ' +
           std::to_string(moved.bytes) + (moved.onDemand ? "!" : "");
}

std::string textOf(const StageWork& work) {
    std::string text = work.module + ' ' + deviceName(work.device) + ' ' +
                       std::to_string(work.bytesTouched) + ' ' + std::to_string(work.weightBytes) +
                       ' ' + std::to_string(work.hostTouched) + ' ' +
                       std::to_string(work.hostCalls);
    for (const ProductWork& product : work.products) {
        text += " (" + std::to_string(static_cast<int>(product.dtype)) + ' ' +
                std::to_string(product.rows) + ' ' + std::to_string(product.operations) + ' ' +
                std::to_string(product.calls) + ' ' + deviceName(product.device) + ')';
    }
    for (const MovedWork& moved : work.moved) {
        text += textOf(moved);
    }
    for (const MovedWork& hop : work.hops) {
        text += textOf(hop);
    }
    return text;
}

template <typename T>
std::string textOfAll(const std::vector<T>& all) {
    std::string text;
    for (const T& one : all) {
        text += textOf(one) + '\n';
    }
    return text;
}

}  // namespace

class LayerRepeatsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void replaysAreEqual() {
        constexpr int kPasses = 10'000;
        int passes = 0;
        for (std::uint64_t seed = 1; passes < kPasses; ++seed) {
            Random random(seed);
            const std::string config = randomConfig(random);
            const std::vector<DType> dtypes{DType::BFloat16, DType::Float16, DType::Float32};
            Described made = describe(config, random.of(dtypes), DeviceId::gpu(0));
            place(random, made.model->stages(), made.setting);
            const AllocatorKind kind =
                random.once(3) ? AllocatorKind::ExpandableSegments : AllocatorKind::Native;
            const std::uint64_t capacity = static_cast<std::uint64_t>(random.from(4, 60)) * kMiB;
            made.setting.devices = {gpu(0, kind, capacity), gpu(1, kind, capacity), cpuInfo()};
            made.setting.window = static_cast<unsigned>(random.from(0, 3));
            const bool isComputed = random.once(5);
            made.setting.offloaded = *parseOffloadRules(isComputed ? "compute" : "stream");
            const RunRequest request = randomRequest(random, made.model->traits());
            const EachLayer each(*made.model);
            const auto expected = replayRun(each, made.setting, request);
            const auto replayed = replayRun(*made.model, made.setting, request);
            QVERIFY2(expected, expected ? "" : expected.error().message.english().c_str());
            QVERIFY(replayed);
            const std::string name = std::to_string(seed) + ": " + config;
            QVERIFY2(textOfAll(*replayed) == textOfAll(*expected),
                     (name + "\n" + textOfAll(*replayed) + textOfAll(*expected)).c_str());
            const auto fitting = tokensThatFit(each, made.setting, request);
            QVERIFY(fitting);
            QVERIFY2(tokensThatFit(*made.model, made.setting, request).value() == *fitting,
                     name.c_str());
            passes += static_cast<int>(request.passes()) + static_cast<int>(*fitting);
        }
    }

    void countedWorkIsEqual() {
        for (std::uint64_t seed = 1; seed <= 300; ++seed) {
            Random random(seed);
            const std::string config = randomConfig(random);
            Described made = describe(config, DType::BFloat16, DeviceId::gpu(0));
            place(random, made.model->stages(), made.setting);
            made.setting.devices = {gpu(0, AllocatorKind::Native, kGiB),
                                    gpu(1, AllocatorKind::Native, kGiB), cpuInfo()};
            const EachLayer each(*made.model);
            const auto sequences = static_cast<std::size_t>(random.from(1, 4));
            WorkCounter all(each, made.setting, sequences);
            WorkCounter some(*made.model, made.setting, sequences);
            const std::int64_t prompt = random.from(1, 60);
            const std::int64_t before = prompt + random.from(0, 40);
            for (const WorkCounter::Pass& pass :
                 {WorkCounter::Pass{prompt, 0, prompt, WorkCounter::Cache::Kept, Outputs::Last},
                  WorkCounter::Pass{prompt, before, 1, WorkCounter::Cache::Kept, Outputs::Last}}) {
                const auto expected = all.count(pass);
                const auto counted = some.count(pass);
                QVERIFY2(expected, expected ? "" : expected.error().message.english().c_str());
                QVERIFY(counted);
                for (std::size_t i = 0; i < expected->size(); ++i) {
                    QVERIFY2(textOf((*counted)[i]) == textOf((*expected)[i]),
                             (std::to_string(seed) + ": " + config + "\n" + textOf((*counted)[i]) +
                              "\ninstead of\n" + textOf((*expected)[i]))
                                 .c_str());
                }
            }
        }
    }

    /// Most layers of most tokens are passed over.
    void fewLayersAreWalked() {
        const CountingModel model;
        const auto [setting, request] = countingRun();
        const auto replayed = replayRun(model, setting, request);
        QVERIFY2(replayed, replayed ? "" : replayed.error().message.english().c_str());
        const int all = 101 * int{CountingModel::kLayers};
        QVERIFY2(model.walked * 50 < all, std::to_string(model.walked).c_str());
    }

    /// A record that turns out to be wrong is not used: the run is replayed step by step.
    void wrongRecordsAreNotUsed() {
        CountingModel model;
        model.longFrom = 75;
        const auto [setting, request] = countingRun();
        const auto replayed = replayRun(model, setting, request);
        QVERIFY(model.walked >= 101 * int{CountingModel::kLayers});
        const auto expected = replayRun(EachLayer(model), setting, request);
        QVERIFY(replayed && expected);
        QVERIFY2(textOfAll(*replayed) == textOfAll(*expected),
                 (textOfAll(*replayed) + textOfAll(*expected)).c_str());
    }

private:
    static std::pair<RunSetting, RunRequest> countingRun() {
        RunSetting setting;
        std::uint32_t storage = 0;
        const auto add = [&](const std::string& name, std::int64_t rows) {
            setting.tensors.push_back({name + ".weight",
                                       {DType::BFloat16, {rows, CountingModel::kWidth}},
                                       DeviceId::gpu(0),
                                       storage++});
        };
        add("words", 10);
        for (std::int64_t layer = 0; layer < CountingModel::kLayers; ++layer) {
            add("layers." + std::to_string(layer) + ".q", CountingModel::kWidth);
            add("layers." + std::to_string(layer) + ".out", CountingModel::kWidth);
        }
        add("head", 10);
        setting.devices = {gpu(0, AllocatorKind::Native, kGiB), cpuInfo()};
        setting.executionDevice = DeviceId::gpu(0);
        RunRequest request;
        request.tokens.assign(20, 0);
        request.generate = 101;
        return {std::move(setting), std::move(request)};
    }
};

QTEST_GUILESS_MAIN(LayerRepeatsTest)
#include "tst_layer_repeats.moc"
