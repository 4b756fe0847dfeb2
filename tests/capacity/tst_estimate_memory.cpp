// SPDX-License-Identifier: GPL-3.0-or-later
// What an estimate counts of chunks, of pinned memory and of experts in MXFP4.
#include "engine/base/byte_size.h"
#include "engine/capacity/block_shapes.h"
#include "engine/capacity/estimate.h"
#include "engine/capacity/estimate_json.h"
#include "engine/checkpoint/config_checkpoint.h"
#include "engine/checkpoint/open/open_checkpoint.h"
#include "engine/model/module_tree.h"
#include "engine/model/tensor_spec.h"
#include "engine/plan/place/place.h"
#include "tests/load/load_fixture.h"
#include "tests/support/golden_text.h"

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
    std::optional<DType> dtype{};
    bool saysNoContext = false;
    const char* quantization = "";
    const char* realCard = nullptr;  ///< its name; null: GPUs are simulated
};

using Estimated = Result<std::shared_ptr<const CapacityEstimate>>;
enum class Way { AsUsual, ByFormula };

Estimated triedEstimate(const Asked& asked, Way way = Way::AsUsual) {
    const auto checkpoint = openCheckpoint(std::string(STOWAGE_TEST_DATA "/run/") + asked.model);
    const auto tree = buildModuleTree(**checkpoint);
    PlacementRequest request;
    request.tree = *tree;
    request.devices = {gpuInfo(0, 64 * kMiB), gpuInfo(1, 64 * kMiB), cpuInfo()};
    request.strategy = Strategy::Manual;
    request.givenMap = DeviceMap(asked.map);
    request.constraints.dtype = asked.dtype;
    if (*asked.quantization != '\0') {
        request.constraints.quantization = *quantizationFromName(asked.quantization);
    }
    request.devices.front().contextIsSaid = asked.saysNoContext;
    if (asked.realCard != nullptr) {
        request.devices.front().name = asked.realCard;
        request.devices.front().simulated = false;
    }
    const auto plan = place(request);
    EstimateInput input{*plan, *checkpoint, asked.workload};
    input.byFormula = way == Way::ByFormula;
    return estimateCapacity(input);
}

std::uint64_t passesOf(const DeviceEstimate& device) {
    return std::max({device.prefillActivations, device.decodeActivations, device.logits});
}

/// A module on GPU 1, all else elsewhere.
Map mapWith(const char* model, const std::string& alone, DeviceId others) {
    const auto checkpoint = openCheckpoint(std::string(STOWAGE_TEST_DATA "/run/") + model);
    const auto tree = buildModuleTree(**checkpoint);
    Map map;
    const auto isAbove = [&alone](const std::string& path) {
        return path.empty() || alone.starts_with(path + ".");
    };
    for (std::size_t i = 0; i < (*tree)->nodes().size(); ++i) {
        const ModuleId id{static_cast<std::uint32_t>(i)};
        const std::string path = (*tree)->path(id);
        const std::size_t end = path.rfind('.');
        const std::string parent = end == std::string::npos ? std::string() : path.substr(0, end);
        if (!isAbove(path) && isAbove(parent)) {
            map.emplace_back(path, path == alone ? DeviceId::gpu(1) : others);
        }
    }
    return map;
}

/// Null, with a message, where there is none.
std::shared_ptr<const CapacityEstimate> orNull(const Estimated& estimate) {
    if (!estimate) {
        qWarning("%s", estimate.error().message.english().c_str());
    }
    return estimate ? *estimate : nullptr;
}

std::shared_ptr<const CapacityEstimate> estimateOf(const Asked& asked, Way way = Way::AsUsual) {
    return orNull(triedEstimate(asked, way));
}

/// A published model on one simulated GPU of so many bytes.
std::shared_ptr<const CapacityEstimate> published(const char* model, std::uint64_t capacity,
                                                  const Workload& work) {
    const auto checkpoint = openCheckpoint(std::string(STOWAGE_TEST_DATA "/log_models/") + model);
    PlacementRequest request;
    request.tree = (*checkpoint)->describedTree;
    request.devices = {gpuInfo(0, capacity), cpuInfo()};
    request.strategy = Strategy::Manual;
    request.givenMap = DeviceMap(Map{{"", DeviceId::gpu(0)}});
    const auto plan = place(request);
    return orNull(estimateCapacity({*plan, *checkpoint, work}));
}

Workload promptOf(std::uint64_t tokens, std::uint64_t chunk = 0) {
    Workload work;
    work.engine = kOwnEngine;
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
    if (work.engine == kOwnEngine) {
        work.engine = "transformers";  // this program runs no gpt-oss
    }
    request.workload = work;
    const auto plan = place(request);
    return orNull(estimateCapacity({*plan, *checkpoint, std::move(work)}));
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
            QCOMPARE(device.state, std::uint64_t{4 * 512});
            QCOMPARE(device.kvCache, std::uint64_t{0});
            QVERIFY(!device.kvBlocks(work));
            QCOMPARE(estimate->stateBytesPerSequence, std::uint64_t{2 * (3 * 32 + 32 * 4) * 4});
            peaks.push_back(device.peakAllocated);
        }
        QCOMPARE(peaks, std::vector<std::uint64_t>(peaks.size(), peaks.front()));
    }

    /// Of more tokens than are replayed the first ones are: memory that lies unused between caches
    /// and the prompts' activations does not come back with more tokens.
    void moreTokensTakeNoLess_data() {
        QTest::addColumn<QString>("model");
        QTest::addColumn<quint64>("capacity");
        QTest::addColumn<quint64>("batch");
        QTest::newRow("8B") << "llama-3.1-8b" << quint64(24 * kGiB) << quint64(4);
        QTest::newRow("1B") << "llama-3.2-1b" << quint64(8 * kGiB) << quint64(8);
    }
    void moreTokensTakeNoLess() {
        QFETCH(QString, model);
        QFETCH(quint64, capacity);
        QFETCH(quint64, batch);
        Workload work = promptOf(4096);
        work.batch = batch;
        std::uint64_t before = 0;
        std::vector<EstimateBasis> bases;
        for (const std::uint64_t generate : {2, 512, 5000}) {
            work.generate = generate;
            const auto estimate = published(model.toUtf8().constData(), capacity, work);
            QVERIFY(estimate);
            QVERIFY(estimate->verdict == Verdict::DoesNotFit);
            const DeviceEstimate& device = *estimate->on(DeviceId::gpu(0));
            QVERIFY2(device.needed() >= before, qPrintable(QString::number(generate)));
            before = device.needed();
            bases.push_back(device.basis);
        }
        QVERIFY(bases.front() == EstimateBasis::Replay && bases.back() == EstimateBasis::Formula);
    }

    /// A question needs no memory for its prompts.
    void manyPromptsAreCalculated() {
        Workload work = promptOf(100'000);
        work.batch = 1'000'000;
        const auto estimate = published("llama-3.1-8b", 24 * kGiB, work);
        QVERIFY(estimate);
        QVERIFY(estimate->verdict == Verdict::DoesNotFit);
        QVERIFY(estimate->on(DeviceId::gpu(0))->basis == EstimateBasis::Formula);
    }

    /// The last token that is generated does not go in: no room is made for it.
    void theLastTokenIsNotKept() {
        std::vector<std::uint64_t> kept;
        for (const std::uint64_t context : {64, 65, 66}) {
            Workload work = promptOf(8);
            work.context = context;
            const Asked asked{.workload = work};
            const auto replayed = estimateOf(asked);
            const auto calculated = estimateOf(asked, Way::ByFormula);
            QVERIFY(replayed && calculated);
            kept.push_back(replayed->on(DeviceId::gpu(0))->kvCache);
            QCOMPARE(calculated->on(DeviceId::gpu(0))->kvCache, kept.back());
        }
        QCOMPARE(kept[1], kept[0]);
        QCOMPARE(kept[2], 2 * kept[1]);
    }

    /// The CPU, and a simulated GPU for which it computes, widens float16.
    void float16IsKeptAsItIsComputed() {
        Asked asked{.workload = promptOf(20), .dtype = DType::Float16};
        const auto half = estimateOf(asked);
        const auto calculated = estimateOf(asked, Way::ByFormula);
        asked.dtype = DType::Float32;
        const auto whole = estimateOf(asked);
        QVERIFY(half && calculated && whole);
        for (const auto& estimate : {half, calculated}) {
            QVERIFY(estimate->kvType == KvType::Float32);
            QVERIFY(estimate->computeType == DType::Float32);
            QCOMPARE(estimate->kvBytesPerToken, whole->kvBytesPerToken);
            QCOMPARE(estimate->on(DeviceId::gpu(0))->kvCache, whole->on(DeviceId::gpu(0))->kvCache);
        }
        asked.dtype = DType::Float16;
        asked.workload.kvType = KvType::Float32;
        QVERIFY(estimateOf(asked));
        asked.workload.kvType = KvType::Float16;
        const auto refused = triedEstimate(asked);
        QVERIFY(!refused);
        const std::string why = refused.error().message.english();
        QVERIFY2(why.find("which is float32 for this plan, not float16") != std::string::npos,
                 why.c_str());
    }

    /// 20 tokens and 2 more come into room for 32.
    void theRoomForTokensIsExplained() {
        for (const Way way : {Way::AsUsual, Way::ByFormula}) {
            const auto estimate = estimateOf({.workload = promptOf(20)}, way);
            QVERIFY(estimate);
            const auto& explained = estimate->on(DeviceId::gpu(0))->explained;
            const std::string told = explained.at("kv_cache").english();
            QVERIFY2(told.find("32 tokens") != std::string::npos &&
                         told.find(goldenText("capacity/doubles-whenever-it-is-full-and-22")) !=
                             std::string::npos,
                     told.c_str());
        }
    }

    /// Of every device, whatever runs there and however it is counted.
    void partsAddUp_data() {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("alone");  // on GPU 1
        QTest::addColumn<QString>("rest");
        for (const char* const rest : {"gpu", "cpu"}) {
            QTest::addRow("gpt2's norm, the rest on the %s", rest) << "gpt2"
                                                                   << "transformer.ln_f" << rest;
            QTest::addRow("gpt2's layer, the rest on the %s", rest) << "gpt2"
                                                                    << "transformer.h.1" << rest;
            QTest::addRow("llama's norm, the rest on the %s", rest) << "llama3"
                                                                    << "model.norm" << rest;
            QTest::addRow("llama's layer, the rest on the %s", rest) << "llama3"
                                                                     << "model.layers.2" << rest;
        }
    }
    void partsAddUp() {
        QFETCH(QString, model);
        QFETCH(QString, alone);
        QFETCH(QString, rest);
        const QByteArray name = model.toUtf8();
        Workload work = promptOf(60);
        work.batch = 16;
        const DeviceId others = rest == "gpu" ? DeviceId::gpu(0) : DeviceId::cpu();
        const Asked asked{.model = name.constData(),
                          .map = mapWith(name.constData(), alone.toStdString(), others),
                          .workload = work};
        for (const Way way : {Way::AsUsual, Way::ByFormula}) {
            const auto estimate = estimateOf(asked, way);
            QVERIFY(estimate);
            for (const DeviceEstimate& device : estimate->devices) {
                const std::uint64_t passes = passesOf(device);
                const auto parts = static_cast<std::int64_t>(device.weights + device.kvCache +
                                                             device.state + device.window + passes +
                                                             device.context + device.slack());
                QCOMPARE(parts + device.other(), static_cast<std::int64_t>(device.needed()));
                QCOMPARE(device.explained.contains("other"), device.other() != 0);
            }
            // What goes through it is no small part of what it needs, and has its column.
            const DeviceEstimate& bare = *estimate->on(DeviceId::gpu(1));
            const auto passes = static_cast<std::int64_t>(passesOf(bare));
            QVERIFY(passes > 0);
            QVERIFY2(bare.other() < passes / 2, qPrintable(QString::number(bare.other())));
        }
    }

    /// Said to be 0 it is: what is published of an engine is for what nobody said.
    void aContextOfNothingIsTaken() {
        Asked asked{.workload = promptOf(20)};
        asked.workload.engine = "transformers";
        const auto published = estimateOf(asked);
        asked.saysNoContext = true;
        const auto said = estimateOf(asked);
        QVERIFY(published && said);
        QVERIFY(published->on(DeviceId::gpu(0))->context > 0);
        QCOMPARE(said->on(DeviceId::gpu(0))->context, std::uint64_t{0});
    }

    /// This machine computes for GPUs that are no card, and was not measured.
    void anUnmeasuredMachineHasNoTime() {
        const auto estimate = estimateOf({.workload = promptOf(20)});
        QVERIFY(estimate && estimate->time);
        QVERIFY(estimate->toldTime() == nullptr);
        QVERIFY(estimate->toldNotes().back().english().find(
                    goldenText("cli/stowagectl-devices-measure")) != std::string::npos);
        const QString json = QString::fromStdString(estimateToJson(*estimate, {}));
        QVERIFY(json.contains("\"time\": null"));
        QVERIFY(!json.contains("\"no_time\": null"));
        // A real card is what was not measured, and not the machine beside it.
        const auto real =
            estimateOf({.workload = promptOf(20), .realCard = "NVIDIA Graphics Device"});
        QVERIFY(real && real->toldTime() == nullptr);
        const std::string why = real->toldNotes().back();
        QVERIFY2(why.find("compute speed of NVIDIA Graphics Device") != std::string::npos,
                 why.c_str());
    }

    /// transformers' StaticCache gives attention all that it has room for: of 10 tokens in room for
    /// 1,000 the scores are 10 × 1,000 a head (checked in transformers 5.24).
    void staticCachesAreAttendedWhole_data() {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("engine");
        QTest::addColumn<QString>("scores");
        QTest::newRow("dynamic") << "llama-3.1-8b"
                                 << "transformers"
                                 << "33,554,432 scores";
        QTest::newRow("static") << "llama-3.1-8b"
                                << "transformers-static"
                                << "1,073,741,824 scores";
        QTest::newRow("windows of 4,096 in all layers") << "mistral-7b-v0.1"
                                                        << "transformers-static"
                                                        << "134,217,728 scores";
    }
    void staticCachesAreAttendedWhole() {
        QFETCH(QString, model);
        QFETCH(QString, engine);
        QFETCH(QString, scores);
        Workload work = promptOf(1024);
        work.context = 32768;
        work.engine = engine.toStdString();
        work.attention = AttentionKind::Eager;
        const auto estimate = published(model.toUtf8().constData(), 80 * kGiB, work);
        QVERIFY(estimate);
        const auto& explained = estimate->on(DeviceId::gpu(0))->explained;
        QVERIFY2(QString::fromStdString(explained.at("activations").english()).contains(scores),
                 explained.at("activations").english().c_str());
    }

    void moreThanTheModelReadsIsRefused_data() {
        QTest::addColumn<QString>("model");
        QTest::addColumn<int>("prompt");
        QTest::addColumn<int>("generate");
        QTest::addColumn<int>("context");
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("says");
        QTest::newRow("all that it reads, and one") << "gpt2" << 64 << 1 << 0 << ""
                                                    << "";
        QTest::newRow("one more") << "gpt2" << 64 << 2 << 0 << "context"
                                  << goldenText("run/prompt-and-generated-tokens-are-66");
        QTest::newRow("a longer context") << "gpt2" << 8 << 0 << 5000 << "context"
                                          << goldenText("run/prompt-and-generated-tokens-are-5");
        QTest::newRow("a longer prompt") << "gpt2" << 1065 << 0 << 0 << "context"
                                         << goldenText("run/the-prompt-has-1-065-tokens-and");
        QTest::newRow("an encoder") << "bert" << 64 << 0 << 0 << ""
                                    << "";
        QTest::newRow("an encoder's context")
            << "bert" << 12 << 0 << 65 << "context"
            << goldenText("capacity/a-context-of-65-tokens-is-more-than");
        QTest::newRow("an encoder that is to generate")
            << "bert" << 12 << 1 << 0 << "generate"
            << goldenText("run/a-model-of-the-family-bert-sees-all");
    }
    void moreThanTheModelReadsIsRefused() {
        QFETCH(QString, model);
        QFETCH(int, prompt);
        QFETCH(int, generate);
        QFETCH(int, context);
        QFETCH(QString, key);
        QFETCH(QString, says);
        Workload work;
        work.engine = kOwnEngine;
        work.prompt = static_cast<std::uint64_t>(prompt);
        work.generate = static_cast<std::uint64_t>(generate);
        work.context = static_cast<std::uint64_t>(context);
        const QByteArray name = model.toUtf8();
        const auto estimate = triedEstimate({.model = name.constData(), .workload = work});
        QCOMPARE(estimate.has_value(), key.isEmpty());
        if (!estimate) {
            QCOMPARE(estimate.error().code, ErrorCode::InvalidArgument);
            QCOMPARE(QString::fromStdString(estimate.error().key), key);
            QCOMPARE(QString::fromStdString(estimate.error().message.english()), says);
        }
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
            return note.find("prompts are not processed in chunks") != std::string::npos;
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

    /// Weights in few bits are widened as they are multiplied: what is computed and kept has the
    /// dtype that was asked for, or the configuration's.
    void smallWeightsAreComputedInTheModelsDtype_data() {
        QTest::addColumn<QString>("quantization");
        QTest::addColumn<DType>("dtype");
        for (const char* method : {"fp8", "int8", "nf4", "fp4"}) {
            for (const DType dtype : {DType::BFloat16, DType::Float16}) {
                QTest::addRow("%s, %s", method, dtypeName(dtype).data())
                    << QString(method) << dtype;
            }
        }
    }
    void smallWeightsAreComputedInTheModelsDtype() {
        QFETCH(QString, quantization);
        QFETCH(DType, dtype);
        const std::string method = quantization.toStdString();
        Asked asked;
        asked.model = "llama3";
        asked.workload.engine = "vllm";
        asked.dtype = dtype;
        asked.quantization = method.c_str();
        const auto small = estimateOf(asked);
        asked.quantization = "";
        const auto whole = estimateOf(asked);
        QVERIFY(small && whole);
        QVERIFY(small->computeType == dtype && small->kvType == kvTypeOf(dtype));
        QCOMPARE(small->kvBytesPerToken, whole->kvBytesPerToken);
        const auto activations = [](const auto& estimate) {
            return estimate->on(DeviceId::gpu(0))->prefillActivations;
        };
        QCOMPARE(activations(small), activations(whole));
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

    /// Blocks of 16 bytes hold 32 weights each.
    void packedExpertsHaveTheWidthsOfTheirWeights() {
        ModuleDraft experts;
        experts.name = "experts";
        experts.parameters = {
            {"gate_up_proj_blocks", DType::UInt8, {2, 128, 1, 16}, true, {{2, 32, 128}}},
            {"gate_up_proj_scales", DType::UInt8, {2, 128, 1}, true, {{0}}},
            {"down_proj_blocks", DType::UInt8, {2, 32, 2, 16}, true, {{2, 64, 32}}},
            {"down_proj_scales", DType::UInt8, {2, 32, 2}, true, {{0}}},
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
            weights += parameterCount(tensor);
        }
        QCOMPARE(weights, std::uint64_t{32 * 32 + 2 * 128 * 32 + 2 * 32 * 64 + 2 * 32});
    }
};

QTEST_GUILESS_MAIN(EstimateMemoryTest)
#include "tst_estimate_memory.moc"
