// SPDX-License-Identifier: GPL-3.0-or-later
// An edited plan of a loaded model: only what changed moves, and nothing is lost on the way.
#include "engine/load/execute/apply_plan.h"
#include "tests/load/load_job_case.h"

#include <map>

using namespace stowage;
using namespace stowage::test;

namespace {

/// kEverywhere with h.0 on the other GPU, h.3 from disk to RAM, the norm from RAM to disk.
const Map kEdited{
    {"emb", DeviceId::gpu(0)},  {"h.0", DeviceId::gpu(1)},  {"h.1", DeviceId::gpu(1)},
    {"h.2", DeviceId::cpu()},   {"h.3", DeviceId::cpu()},   {"view.turned", DeviceId::disk()},
    {"view", DeviceId::gpu(1)}, {"norm", DeviceId::disk()}, {"head", DeviceId::gpu(0)}};

}  // namespace

class TestApplyPlan : public LoadJobCase {
    Q_OBJECT

private Q_SLOTS:
    void movesOnlyWhatChanged() {
        auto loaded = load(kEverywhere);
        QVERIFY(loaded);
        const Result<PlanChange> change = changeTo(*loaded, kEdited);
        QVERIFY2(change.has_value(), change ? "" : change.error().message.english().c_str());
        QVERIFY(loadObjections(*change->moves).empty());
        std::vector<std::string> moving;
        for (const ScheduledTensor& tensor : change->moves->tensors) {
            moving.push_back(nameOf(tensor));
        }
        QCOMPARE(moving,
                 (std::vector<std::string>{"h.0.weight", "h.0.bias", "h.0.mask", "h.3.weight",
                                           "h.3.bias", "h.3.mask", "norm.steps"}));
        const std::uint64_t before = m_devices[0]->statistics().allocated;
        LoadOutcome outcome = apply(*change, loaded);
        QVERIFY2(!outcome.report.stopped, whyStopped(outcome.report).c_str());
        checkPeaks(*outcome.schedule, outcome.report);
        QCOMPARE(outcome.report.verified, std::optional(true));
        QCOMPARE(outcome.report.bytes, change->moves->totalBytes);
        for (std::uint32_t i = 0; i < change->stays.size(); ++i) {
            if (change->stays[i] != kNone) {
                QCOMPARE(outcome.model->tensor(i).memory, loaded->tensor(change->stays[i]).memory);
            }
            const ScheduledTensor& wanted = change->whole->tensors[i];
            const LoadedTensor tensor = outcome.model->tensor(i);
            QCOMPARE(tensor.device, wanted.device);
            QCOMPARE(tensor.memory == nullptr, wanted.device == DeviceId::disk());
            QVERIFY(tensor.memory != nullptr || QFile::exists(QString::fromStdString(tensor.file)));
        }
        loaded.reset();
        QVERIFY(m_devices[0]->statistics().allocated < before);
        // What is on disk from the first load is still there without it.
        for (std::uint32_t i = 0; i < change->whole->tensors.size(); ++i) {
            const LoadedTensor tensor = outcome.model->tensor(i);
            QVERIFY(tensor.memory != nullptr || QFile::exists(QString::fromStdString(tensor.file)));
        }
        // And back again, over what was applied.
        const auto back = changeTo(*outcome.model, kEverywhere);
        QVERIFY(back);
        QCOMPARE(back->moves->tensors.size(), moving.size());
        LoadOutcome again = apply(*back, outcome.model);
        QVERIFY2(!again.report.stopped, whyStopped(again.report).c_str());
        outcome.model.reset();
        QCOMPARE(m_devices[0]->statistics().allocated, before);
    }

    void nothingToMove() {
        auto loaded = load(kEverywhere);
        QVERIFY(loaded);
        const auto change = changeTo(*loaded, kEverywhere);
        QVERIFY(change);
        QVERIFY(change->moves->tensors.empty());
        const LoadOutcome outcome = apply(*change, loaded);
        QVERIFY2(!outcome.report.stopped, whyStopped(outcome.report).c_str());
        QCOMPARE(outcome.report.bytesRead, std::uint64_t{0});
    }

    /// The model is as it was, and only that is held.
    void cancelledItIsAsItWas() {
        const auto loaded = load(kEverywhere);
        QVERIFY(loaded);
        const auto change = changeTo(*loaded, kEdited);
        QVERIFY(change);
        const std::map<DeviceId, std::uint64_t> held = heldNow();
        const std::size_t tensors = m_backend->liveTensors();
        int cancelled = 0;
        for (int step = 1; step < 10000; ++step) {
            std::stop_source stop;
            std::atomic<int> count = 0;
            LoadBackends backends{{}, m_backend};
            for (const std::shared_ptr<DeviceMemory>& device : m_devices) {
                backends.devices.push_back(
                    std::make_shared<WatchedDevice>(device, [&]() -> Result<void> {
                        if (++count == step) {
                            stop.request_stop();
                        }
                        return {};
                    }));
            }
            const PauseGate gate;
            LoadOptions options;
            options.readThreads = 1;
            const LoadOutcome outcome =
                applyChange(*change, loaded, backends, options, gate, stop.get_token(), {});
            if (!outcome.report.stopped) {
                break;
            }
            ++cancelled;
            QCOMPARE(outcome.report.stopped->code, ErrorCode::Cancelled);
            QVERIFY(outcome.model == nullptr);
            QCOMPARE(heldNow(), held);
            QCOMPARE(m_backend->liveTensors(), tensors);
        }
        QVERIFY2(cancelled > 5, qPrintable(QString::number(cancelled)));
    }

    /// Told before a byte moves; tried all the same, it fails and leaves everything as it was.
    void withoutRoomItIsRefused() {
        const std::vector<DeviceInfo> devices{gpuInfo(0, 64 * kMiB), gpuInfo(1, 16 * kMiB),
                                              cpuInfo()};
        m_devices = *makeDevices(devices);
        const auto loaded = load(kEverywhere, devices);
        QVERIFY(loaded);
        Map crowded = kEverywhere;
        crowded[0].second = DeviceId::gpu(1);  // a segment of 20 MiB
        const auto change = changeTo(*loaded, crowded, devices);
        QVERIFY(change);
        const auto objections = loadObjections(*change->moves);
        QVERIFY(!objections.empty());
        QCOMPARE(objections.front().code, std::string("load_device_capacity"));
        const std::map<DeviceId, std::uint64_t> held = heldNow();
        const LoadOutcome outcome = apply(*change, loaded);
        QVERIFY(outcome.report.stopped);
        QCOMPARE(outcome.report.stopped->code, ErrorCode::DeviceOutOfMemory);
        QVERIFY(outcome.model == nullptr);
        QCOMPARE(heldNow(), held);
    }

private:
    std::shared_ptr<LoadedModel> load(const Map& map,
                                      const std::vector<DeviceInfo>& devices = usualDevices()) {
        const auto schedule =
            makeLoadSchedule(planFor(m_model.tree, devices, map), m_model.checkpoint, {});
        return schedule ? run(*schedule, {}).model : nullptr;
    }

    Result<PlanChange> changeTo(const LoadedModel& loaded, const Map& map,
                                const std::vector<DeviceInfo>& devices = usualDevices()) {
        return planChange(loaded, planFor(m_model.tree, devices, map),
                          LoadBackends{m_devices, m_backend}.states(), {});
    }

    LoadOutcome apply(const PlanChange& change, const std::shared_ptr<LoadedModel>& loaded) {
        const PauseGate gate;
        LoadOptions options;
        options.verification = Verification::Bytes;
        return applyChange(change, loaded, {m_devices, m_backend}, options, gate, {}, {});
    }

    [[nodiscard]] std::string nameOf(const ScheduledTensor& tensor) const {
        return m_model.tree->tensor(tensor.tensor).name;
    }

    [[nodiscard]] std::map<DeviceId, std::uint64_t> heldNow() const {
        std::map<DeviceId, std::uint64_t> held;
        for (const std::shared_ptr<DeviceMemory>& device : m_devices) {
            held[device->info().id] = device->statistics().allocated;
        }
        return held;
    }
};

QTEST_GUILESS_MAIN(TestApplyPlan)
#include "tst_apply_plan.moc"
