// SPDX-License-Identifier: GPL-3.0-or-later
// What an estimate counts of chunks, of pinned memory and of experts in MXFP4.
#include "engine/base/byte_size.h"
#include "engine/capacity/block_shapes.h"
#include "engine/capacity/estimate.h"
#include "engine/checkpoint/config_checkpoint.h"
#include "engine/checkpoint/open/open_checkpoint.h"
#include "engine/model/module_tree.h"
#include "engine/model/tensor_spec.h"
#include "engine/plan/place/place.h"
#include "tests/load/load_fixture.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

using namespace stowage;
using namespace stowage::test;

namespace {

using Map = std::vector<std::pair<std::string, DeviceId>>;

struct Asked {
    const char* model = "llama3";
    Map map{{"", DeviceId::gpu(0)}};
    Workload workload;
};

/// Null, with a message, where there is none.
std::shared_ptr<const CapacityEstimate> estimateOf(const Asked& asked) {
    const auto checkpoint = openCheckpoint(std::string(STOWAGE_TEST_DATA "/run/") + asked.model);
    const auto tree = buildModuleTree(**checkpoint);
    PlacementRequest request;
    request.tree = *tree;
    request.devices = {gpuInfo(0, 64 * kMiB), cpuInfo()};
    request.strategy = Strategy::Manual;
    request.givenMap = DeviceMap(asked.map);
    const auto plan = place(request);
    const auto estimate = estimateCapacity({*plan, *checkpoint, asked.workload});
    if (!estimate) {
        qWarning("%s", estimate.error().message.english().c_str());
    }
    return estimate ? *estimate : nullptr;
}

Workload promptOf(std::uint64_t tokens, std::uint64_t chunk = 0) {
    Workload work;
    work.prompt = tokens;
    work.generate = 2;
    work.prefillChunk = chunk;
    return work;
}

enum class Quantised { AsDeclared, No };

/// gpt-oss as it is published, on equal H100 of so many bytes.
std::shared_ptr<const CapacityEstimate> gptOss(const char* size, Quantised quantised,
                                               std::uint64_t capacity, Workload work,
                                               std::uint32_t cards = 1) {
    const auto checkpoint = openCheckpoint(std::string(STOWAGE_TEST_DATA "/log_models/gpt-oss-") +
                                           size + "/config.json");
    PlacementRequest request;
    request.tree = (*checkpoint)->describedTree;
    for (std::uint32_t i = 0; i < cards; ++i) {
        request.devices.push_back(gpuInfo(i, capacity));
        request.devices.back().name = "H100 SXM5 80 GB";
    }
    request.devices.push_back(cpuInfo());
    request.strategy = Strategy::Manual;
    request.givenMap = DeviceMap(Map{{"", DeviceId::gpu(0)}});
    if (quantised == Quantised::AsDeclared) {
        request.constraints.quantization = startingQuantization(**checkpoint);
    }
    const auto plan = place(request);
    const auto estimate = estimateCapacity({*plan, *checkpoint, std::move(work)});
    if (!estimate) {
        qWarning("%s", estimate.error().message.english().c_str());
    }
    return estimate ? *estimate : nullptr;
}

}  // namespace

class EstimateMemoryTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }

    /// The executor of this program is replayed with chunks, so that they count.
    void chunksAreReplayed() {
        const auto whole = estimateOf({.workload = promptOf(60)});
        const auto chunked = estimateOf({.workload = promptOf(60, 6)});
        QVERIFY(whole && chunked);
        const DeviceEstimate& device = *chunked->on(DeviceId::gpu(0));
        QVERIFY(device.basis == EstimateBasis::Replay);
        QVERIFY(device.prefillActivations < whole->on(DeviceId::gpu(0))->prefillActivations / 2);
        QCOMPARE(device.decodeActivations, whole->on(DeviceId::gpu(0))->decodeActivations);
    }

    /// States do not grow, so that any number of tokens is replayed.
    void statesAreReplayed() {
        std::vector<std::uint64_t> peaks;
        for (const std::uint64_t generate : {12, 40, 100'000'000}) {
            Workload work = promptOf(60);
            work.generate = generate;
            const auto estimate = estimateOf({.model = "mamba", .workload = work});
            QVERIFY(estimate);
            const DeviceEstimate& device = *estimate->on(DeviceId::gpu(0));
            QVERIFY(device.basis == EstimateBasis::Replay);
            // Two layers' 3 rows of 32 numbers and 32 times 4 states, each in a block of 512 bytes.
            QCOMPARE(device.kvCache, std::uint64_t{4 * 512});
            peaks.push_back(device.peakAllocated);
        }
        QCOMPARE(peaks, std::vector<std::uint64_t>(peaks.size(), peaks.front()));
    }

    /// An encoder sees its prompt as a whole: its estimate says so and does not fail.
    void anEncoderTakesNoChunks() {
        Workload work = promptOf(12, 4);
        work.generate = 0;
        const auto chunked = estimateOf({.model = "bert", .workload = work});
        work.prefillChunk = 0;
        const auto whole = estimateOf({.model = "bert", .workload = work});
        QVERIFY(whole && chunked);
        QCOMPARE(chunked->on(DeviceId::gpu(0))->prefillActivations,
                 whole->on(DeviceId::gpu(0))->prefillActivations);
        QVERIFY(std::ranges::any_of(chunked->notes, [](const std::string& note) {
            return note.find("go in whole") != std::string::npos;
        }));
        QCOMPARE(chunked->notes.size(), whole->notes.size() + 1);
    }

    /// vLLM pins each parameter that it offloads; transformers keeps them as they are.
    void offloadedParametersArePinned() {
        Asked asked{.map = {{"", DeviceId::gpu(0)}, {"model.layers.0", DeviceId::cpu()}},
                    .workload = promptOf(16)};
        asked.workload.engine = "transformers";
        const auto plain = estimateOf(asked);
        asked.workload.engine = "vllm";
        const auto pinned = estimateOf(asked);
        QVERIFY(plain && pinned);
        std::uint64_t exact = 0;
        std::uint64_t rounded = 0;
        for (const TensorSpec& tensor : pinned->plan->request.tree->tensors()) {
            if (tensor.name.starts_with("model.layers.0.")) {
                const std::uint64_t bytes = storedBytes(tensor.dtype, elementCount(tensor.shape));
                std::uint64_t block = 1;
                while (block < bytes) {
                    block *= 2;
                }
                exact += bytes;
                rounded += block;
            }
        }
        QCOMPARE(plain->on(DeviceId::cpu())->weights, exact);
        QCOMPARE(pinned->on(DeviceId::cpu())->weights, rounded);
        QVERIFY(pinned->on(DeviceId::cpu())->peakAllocated >= rounded);
        QVERIFY(rounded > exact);
    }

    /// What the published files hold, with the experts' biases in float32.
    void gptOssFitsWhereItIsSaidTo() {
        const auto large = gptOss("120b", Quantised::AsDeclared, 80 * kGiB, promptOf(1024));
        const auto small = gptOss("20b", Quantised::AsDeclared, 16 * kGiB, promptOf(1024));
        QVERIFY(large && small);
        QVERIFY(large->verdict == Verdict::Fits && small->verdict == Verdict::Fits);
        QVERIFY(large->computeType == DType::BFloat16);
        constexpr std::uint64_t kLarge = 65'248'815'744 + 36ULL * 128 * 3 * 2880 * 2;
        constexpr std::uint64_t kSmall = 13'761'264'768 + 24ULL * 32 * 3 * 2880 * 2;
        for (const auto& [estimate, exact] : {std::pair(large, kLarge), std::pair(small, kSmall)}) {
            // And two rotary buffers of 32 numbers.
            QCOMPARE(estimate->plan->placements.front().weights, double(exact + 2 * 32 * 4));
            // The allocator's blocks are a little larger.
            const std::uint64_t weights = estimate->on(DeviceId::gpu(0))->weights;
            QVERIFY2(weights >= exact && weights < exact + exact / 200,
                     std::to_string(weights).c_str());
        }
        const auto whole = gptOss("120b", Quantised::No, 80 * kGiB, promptOf(1024));
        QVERIFY(whole && whole->verdict == Verdict::DoesNotFit);
    }

    /// A token's pass reads four experts of each layer: 4.25 bits a weight instead of 16, biases of
    /// 4 bytes instead of 2.
    void expertsAreReadInFourBits() {
        const auto packed = gptOss("120b", Quantised::AsDeclared, 1024 * kGiB, promptOf(1024));
        const auto whole = gptOss("120b", Quantised::No, 1024 * kGiB, promptOf(1024));
        QVERIFY(packed && whole && packed->time && whole->time);
        const double expert = 3.0 * 2880 * 2880 * (2 - 4.25 / 8) - 3.0 * 2880 * 2;
        const double seconds = 36 * 4 * expert / (3.35e12 * 0.82);
        const double difference = whole->time->perToken - packed->time->perToken;
        QVERIFY2(std::abs(difference / seconds - 1) < 1e-6, std::to_string(difference).c_str());
        QVERIFY(packed->time->bound == TimeBound::Memory);
    }

    /// 2,880 becomes 2,944 and 3,072; of two cards each has 1,440, which becomes 1,536.
    void vllmFillsUpExpertsInMxfp4() {
        Workload work = promptOf(1024);
        work.engine = "transformers";
        const auto plain = gptOss("120b", Quantised::AsDeclared, 80 * kGiB, work);
        work.engine = "vllm";
        const auto filled = gptOss("120b", Quantised::AsDeclared, 80 * kGiB, work);
        work.tensorParallel = 2;
        const auto halves = gptOss("120b", Quantised::AsDeclared, 80 * kGiB, work, 2);
        QVERIFY(plain && filled && halves);
        const double experts = 36.0 * 128 * 3 * 2880 * 2880 * 17 / 32;
        const double table = 131072.0 * 64 * 2;
        const auto weights = [](const auto& estimate) {
            return static_cast<double>(estimate->on(DeviceId::gpu(0))->weights);
        };
        const double more = weights(filled) - weights(plain) - table;
        const double tiles = experts * (2944.0 * 3072 / (2880.0 * 2880) - 1);
        QVERIFY2(std::abs(more - tiles) < 2, std::to_string(more - tiles).c_str());
        QVERIFY(filled->on(DeviceId::gpu(0))->explained.contains("experts"));
        const double half = experts / 2 * (1536.0 * 3072 / (1440.0 * 2880));
        QVERIFY(weights(halves) > half && weights(halves) < half + 3.3e9);
        const auto unquantised = gptOss("20b", Quantised::No, 80 * kGiB, promptOf(1024));
        QVERIFY(unquantised && !unquantised->on(DeviceId::gpu(0))->explained.contains("experts"));
    }

    /// A file's blocks of 16 bytes stand for 32 weights each.
    void packedExpertsHaveTheWidthsOfTheirWeights() {
        ModuleDraft experts;
        experts.name = "experts";
        experts.parameters = {{"gate_up_proj_blocks", DType::UInt8, {2, 128, 1, 16}},
                              {"gate_up_proj_scales", DType::UInt8, {2, 128, 1}},
                              {"down_proj_blocks", DType::UInt8, {2, 32, 2, 16}},
                              {"down_proj_scales", DType::UInt8, {2, 32, 2}},
                              {"down_proj_bias", DType::BFloat16, {2, 32}}};
        ModuleDraft attention;
        attention.name = "self_attn";
        attention.parameters = {{"weight", DType::BFloat16, {32, 32}}};
        ModuleDraft layer;
        layer.name = "0";
        layer.children = {attention, experts};
        ModuleDraft list;
        list.name = "layers";
        list.children = {layer};
        ModelDraft model;
        model.root.children = {list};
        const auto tree = ModuleTreeBuilder::build(std::move(model));
        QVERIFY(tree.has_value());
        ModelFacts facts;
        facts.hiddenSize = 32;
        facts.attentionHeads = 1;
        facts.experts = 2;
        const ModelShape shape = modelShape(**tree, facts);
        QCOMPARE(shape.blocks.size(), std::size_t{1});
        QCOMPARE(shape.blocks.front().experts, std::uint64_t{2});
        QCOMPARE(shape.blocks.front().expertInner, std::uint64_t{64});
        QVERIFY(shape.blocks.front().areStacked);
        std::uint64_t weights = 0;
        for (const TensorSpec& tensor : (*tree)->tensors()) {
            weights += weightsIn(tensor);
        }
        QCOMPARE(weights, std::uint64_t{32 * 32 + 2 * 128 * 32 + 2 * 32 * 64 + 2 * 32});
    }
};

QTEST_GUILESS_MAIN(EstimateMemoryTest)
#include "tst_estimate_memory.moc"
