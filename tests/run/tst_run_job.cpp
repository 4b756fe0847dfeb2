// SPDX-License-Identifier: GPL-3.0-or-later
// A run as a whole: the library's numbers and tokens, and a report and a timeline that add up.
#include "engine/run/run_job.h"
#include "tests/run/forward_case.h"
#include "tests/run/run_fixture.h"

#include <algorithm>
#include <memory>
#include <set>
#include <vector>

using namespace stowage;
using namespace stowage::test;

namespace {

const DeviceId kFirst = DeviceId::gpu(0);
const DeviceId kSecond = DeviceId::gpu(1);

Map mixedMap() {
    return {{"", kFirst},
            {"transformer.h", DeviceId::cpu()},
            {"transformer.h.2", kSecond},
            {"transformer.h.3", DeviceId::disk()}};
}

const DeviceRunFigures& figuresOf(const RunReport& report, DeviceId device) {
    return *std::ranges::find(report.devices, device, &DeviceRunFigures::device);
}

}  // namespace

class RunJobTest : public ForwardCase {
    Q_OBJECT

    RunFixture fixture() { return openRunFixture(path("gpt2")); }
    std::shared_ptr<LoadedModel> loadMixed() {
        const RunFixture model = fixture();
        return load({model.checkpoint, model.tree}, mixedMap());
    }
    RunReport run(const LoadedModel& loaded, const RunOptions& options, std::stop_token stop = {}) {
        return runLoaded(loaded, m_backends, options, PauseGate(), std::move(stop), {});
    }

private Q_SLOTS:
    void numbersAndTokensAreTheLibrarys() {
        const auto loaded = loadMixed();
        QVERIFY(loaded);
        const RunFixture wantedModel = fixture();
        for (const RunContinuation& wanted : wantedModel.continuations) {
            RunOptions options;
            options.request.tokens = wanted.tokens;
            options.request.generate = static_cast<std::int64_t>(wanted.follow.size());
            std::vector<std::int64_t> live;
            options.chosen = [&live](std::int64_t token) { live.push_back(token); };
            const RunReport report = run(*loaded, options);
            QVERIFY2(!report.stopped,
                     report.stopped ? report.stopped->message.english().c_str() : "");
            QCOMPARE(report.sequences.front().generated, wanted.follow);
            QCOMPARE(live, wanted.follow);
            QCOMPARE(report.family, std::string("gpt2"));
            QCOMPARE(report.executionDevice, kFirst);
            QCOMPARE(report.passes.size(), wanted.follow.size());
            QCOMPARE(topTokens(report, 3).front().first, wanted.follow.front());
        }
        for (const RunPrompt& prompt : wantedModel.prompts) {
            RunOptions options;
            options.request = prompt.request();
            const RunReport report = run(*loaded, options);
            const LogitsComparison compared = compareLogits(report.numbers, prompt.numbers);
            QVERIFY2(compared.agrees, compared.why.english().c_str());
        }
    }

    /// Every layer of every pass once, in order, where the plan puts it; times lie in each other.
    void layersAddUp() {
        const auto loaded = loadMixed();
        QVERIFY(loaded);
        RunOptions options;
        options.request.tokens = {1, 2, 3};
        options.request.generate = 3;
        const RunReport report = run(*loaded, options);
        QVERIFY(!report.stopped);
        const std::size_t stages = 7;  // the tables, four layers, the last norm, the head
        QCOMPARE(report.layers.size(), 3 * stages);
        std::uint64_t moved = 0;
        for (std::size_t i = 0; i < report.layers.size(); ++i) {
            const RunLayerFigures& layer = report.layers[i];
            QCOMPARE(layer.pass, static_cast<std::uint32_t>(i / stages));
            const bool isOnSecond = layer.module == "transformer.h.2";
            QCOMPARE(layer.device, isOnSecond ? kSecond : kFirst);
            QCOMPARE(layer.bytesMoved > 0,
                     layer.module.starts_with("transformer.h.") && !isOnSecond);
            QCOMPARE(layer.transferSeconds > 0, layer.bytesMoved > 0);
            QVERIFY(layer.begin <= layer.end && layer.end <= report.seconds);
            QVERIFY(i == 0 || report.layers[i - 1].end <= layer.begin);
            QVERIFY(layer.computeSeconds > 0 && layer.waitedSeconds >= 0);
            const RunPassFigures& pass = report.passes[layer.pass];
            QVERIFY(pass.begin <= layer.begin && layer.end <= pass.end);
            moved += layer.bytesMoved;
        }
        QCOMPARE(report.bytesMoved, moved);
        QCOMPARE(figuresOf(report, kFirst).bytesIn, moved);
        QCOMPARE(figuresOf(report, kSecond).bytesIn, std::uint64_t{0});
    }

    void devicesHoldAfterwardsWhatTheyHeldBefore() {
        const auto loaded = loadMixed();
        QVERIFY(loaded);
        RunOptions options;
        options.request.tokens = {1, 2, 3};
        options.request.generate = 2;
        const RunReport report = run(*loaded, options);
        for (const DeviceId device : {kFirst, kSecond}) {
            const DeviceRunFigures& figures = figuresOf(report, device);
            QVERIFY(figures.simulated);
            QVERIFY(figures.allocatedBefore > 0);
            QVERIFY(figures.peakAllocated >= figures.allocatedBefore);
            QCOMPARE(figures.finalAllocated, figures.allocatedBefore);
            QVERIFY(figures.computeSeconds > 0 && figures.computeSeconds < report.seconds);
        }
    }

    /// Bars of the timeline: each module that ran, each byte that travelled, in its stage.
    void theTimelineTellsTheSame() {
        const auto loaded = loadMixed();
        QVERIFY(loaded);
        RunOptions options;
        options.request.tokens = {4, 5};
        options.request.generate = 2;
        options.timeline = std::make_shared<Timeline>();
        const RunReport report = run(*loaded, options);
        QVERIFY(!report.stopped);
        std::uint64_t carried = 0;
        std::uint64_t fromDisk = 0;
        std::set<std::string> stages;
        for (const TimelineSpan& span : options.timeline->all()) {
            QVERIFY(span.begin >= 0 && span.begin <= span.end);
            QVERIFY(!span.item.empty() && span.pass < 2);
            if (span.kind == SpanKind::Compute) {
                stages.insert(span.stage);
            }
            carried += span.kind == SpanKind::HostToDevice ? span.bytes : 0;
            if (span.kind == SpanKind::Disk) {
                QCOMPARE(span.stage, std::string("transformer.h.3"));
                fromDisk += span.bytes;
            }
        }
        QCOMPARE(stages.size(), std::size_t{7});
        QCOMPARE(carried, report.bytesMoved);
        QVERIFY(fromDisk > 0 && fromDisk < carried);
    }

    void phasesAreMarkedForTheCharts() {
        const auto loaded = loadMixed();
        QVERIFY(loaded);
        RunOptions options;
        options.request.tokens = {1};
        options.request.generate = 3;
        options.sampler = std::make_shared<MemorySampler>();
        options.sampler->setDevices(m_backends.devices);
        QVERIFY(!run(*loaded, options).stopped);
        const std::vector<PhaseMark> phases = options.sampler->phases();
        QCOMPARE(phases.size(), std::size_t{2});
        QCOMPARE(phases[0].name, std::string("prefill"));
        QCOMPARE(phases[1].name, std::string("decode"));
        QVERIFY(phases[1].end >= phases[1].begin);
    }

    void whatCannotRunIsSaidBefore_data() {
        QTest::addColumn<std::vector<std::int64_t>>("tokens");
        QTest::addColumn<QString>("words");
        QTest::newRow("no token") << std::vector<std::int64_t>{} << "token";
        QTest::newRow("not in the vocabulary") << std::vector<std::int64_t>{1, 100000} << "100000";
    }

    void whatCannotRunIsSaidBefore() {
        QFETCH(std::vector<std::int64_t>, tokens);
        QFETCH(QString, words);
        RunOptions options;
        options.request.tokens = tokens;
        const auto checked = checkRun(fixture(), m_backends, options);
        QVERIFY(!checked);
        QCOMPARE(checked.error().code, ErrorCode::InvalidArgument);
        QVERIFY2(checked.error().message.english().find(words.toStdString()) != std::string::npos,
                 checked.error().message.english().c_str());
    }

    /// Stopped between two passes: what there was until then, and nothing kept.
    void itStops() {
        const auto loaded = loadMixed();
        QVERIFY(loaded);
        std::stop_source stop;
        RunOptions options;
        options.request.tokens = {1, 2};
        options.request.generate = 5;
        options.chosen = [&](std::int64_t /*token*/) { stop.request_stop(); };
        const RunReport report = run(*loaded, options, stop.get_token());
        QVERIFY(report.stopped);
        QCOMPARE(report.stopped->code, ErrorCode::Cancelled);
        QVERIFY(!report.stoppedAt.empty());
        QCOMPARE(report.sequences.front().generated.size(), std::size_t{1});
        QCOMPARE(report.layers.size(), std::size_t{7});
        for (const DeviceRunFigures& device : report.devices) {
            QCOMPARE(device.finalAllocated, device.allocatedBefore);
        }
    }

    /// A paused run waits at a module and goes on to the same tokens; the pause is in none of its
    /// times.
    void itPauses() {
        const auto loaded = loadMixed();
        QVERIFY(loaded);
        RunOptions options;
        options.request.tokens = {1, 2};
        options.request.generate = 3;
        const RunReport plain = run(*loaded, options);
        PauseGate gate;
        gate.pause();
        RunReport paused;
        std::jthread worker(
            [&] { paused = runLoaded(*loaded, m_backends, options, gate, {}, {}); });
        gate.step();  // one module runs, the next waits
        // Longer than any module takes, also on a machine that does other work.
        constexpr double kPause = 2;
        QTRY_VERIFY(gate.heldSeconds() > kPause);
        gate.resume();
        worker.join();
        QVERIFY(!paused.stopped);
        QCOMPARE(paused.sequences.front().generated, plain.sequences.front().generated);
        QCOMPARE(plain.pausedSeconds, 0.0);
        QVERIFY(paused.pausedSeconds > kPause);
        double end = 0;
        double busy = 0;
        for (const RunPassFigures& pass : paused.passes) {
            QVERIFY(pass.begin >= end && pass.end >= pass.begin);
            end = pass.end;
        }
        for (const RunLayerFigures& layer : paused.layers) {
            busy += layer.computeSeconds + layer.waitedSeconds;
            QVERIFY(layer.computeSeconds < kPause);
        }
        QVERIFY(end <= paused.seconds + 1e-6);
        QVERIFY(busy <= paused.seconds + 1e-6);
    }
};

QTEST_GUILESS_MAIN(RunJobTest)
#include "tst_run_job.moc"
