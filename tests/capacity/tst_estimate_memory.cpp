// SPDX-License-Identifier: GPL-3.0-or-later
// What an estimate counts of chunks and of pinned memory.
#include "engine/base/byte_size.h"
#include "engine/capacity/estimate.h"
#include "engine/checkpoint/open/open_checkpoint.h"
#include "engine/model/module_tree.h"
#include "engine/model/tensor_spec.h"
#include "engine/plan/place/place.h"
#include "tests/load/load_fixture.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
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
        qWarning("%s", estimate.error().message.c_str());
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
};

QTEST_GUILESS_MAIN(EstimateMemoryTest)
#include "tst_estimate_memory.moc"
