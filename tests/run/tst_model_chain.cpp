// SPDX-License-Identifier: GPL-3.0-or-later
// Models that take turns on one device: each comes whole, stays, and leaves for the next one.
#include "engine/device/allocator_model.h"
#include "engine/run/model_chain.h"
#include "engine/run/run_generation.h"
#include "tests/load/watched_device.h"
#include "tests/run/forward_case.h"
#include "tests/run/run_fixture.h"
#include "tests/support/golden_text.h"

#include <QDir>
#include <QTemporaryDir>

#include <algorithm>
#include <memory>
#include <stop_token>
#include <vector>

using namespace stowage;
using namespace stowage::test;

namespace {

/// A loaded model with what is known of its numbers.
struct Member {
    RunFixture fixture;
    std::shared_ptr<LoadedModel> loaded;
};

/// What a device holds once a model has been moved to it, as its allocator counts: each tensor
/// once, in the order of Module.to().
AllocatorStatistics movedTo(const LoadSchedule& schedule) {
    AllocatorModel allocator;
    for (const std::uint32_t scheduled : schedule.applyOrder) {
        if (!allocator.allocate(schedule.tensors[scheduled].bytes)) {
            qFatal("an allocator without a limit refused");
        }
    }
    return allocator.statistics();
}

bool says(const Error& error, const std::string& text) {
    return error.message.english().find(text) != std::string::npos;
}

}  // namespace

class ModelChainTest : public ForwardCase {
    Q_OBJECT

private Q_SLOTS:
    /// The numbers of three models in turn, twice around; between two calls of one model nothing
    /// moves.
    void threeModelsTakeTurns() {
        const std::vector<const char*> names{"bert", "gpt2", "llama3"};
        std::vector<Member> members;
        ModelChain chain({m_backends, *m_compute, DeviceId::gpu(0)});
        for (const char* name : names) {
            members.push_back(member(name));
            QVERIFY(members.back().loaded);
            chain.add(name, *members.back().loaded);
        }
        for (int round = 0; round < 2; ++round) {
            for (std::size_t i = 0; i < names.size(); ++i) {
                ChainedModel& model = *chain.models()[i];
                QVERIFY(!model.isOnDevice());
                std::uint64_t moved = 0;
                for (const RunPrompt& prompt : members[i].fixture.prompts) {
                    const auto outcome = run(model, members[i].fixture, prompt);
                    QVERIFY2(outcome, outcome ? "" : outcome.error().message.english().c_str());
                    const auto compared = compareLogits(outcome->numbers, prompt.numbers);
                    QVERIFY2(compared.agrees, compared.why.english().c_str());
                    moved += outcome->bytesMoved;
                }
                QCOMPARE(moved, model.bytesToBring());
                QVERIFY(model.isOnDevice());
                QCOMPARE(allocated(), movedTo(members[i].loaded->schedule()).allocated);
            }
            // Nobody follows the last one: it stays until it is told to leave, or for good, as the
            // first has none before it that it could send away.
            chain.models().back()->offload();
            QCOMPARE(allocated(), std::uint64_t{0});
        }
    }

    /// Who leaves when, as Accelerate's hooks have it: a call sends away the model before it in the
    /// chain, and no other.
    void onlyThePreviousOneLeaves() {
        const Member first = member("gpt2");
        const Member second = member("llama2");
        const Member third = member("qwen3");
        ModelChain chain({m_backends, *m_compute, DeviceId::gpu(0)});
        ChainedModel& a = chain.add("a", *first.loaded);
        ChainedModel& b = chain.add("b", *second.loaded);
        ChainedModel& c = chain.add("c", *third.loaded);
        const auto there = [&] {
            return QStringLiteral("%1%2%3")
                .arg(a.isOnDevice() ? "a" : "")
                .arg(b.isOnDevice() ? "b" : "")
                .arg(c.isOnDevice() ? "c" : "");
        };
        const std::vector<std::pair<ChainedModel*, const char*>> calls{
            {&a, "a"}, {&a, "a"},  {&b, "b"}, {&a, "ab"}, {&b, "b"},
            {&c, "c"}, {&b, "bc"}, {&c, "c"}, {&a, "ac"}};
        for (const auto& [model, wanted] : calls) {
            QVERIFY(model->call({}));
            QCOMPARE(there(), QLatin1String(wanted));
        }
        chain.offload();
        QCOMPARE(there(), QString());
        QCOMPARE(allocated(), std::uint64_t{0});
        // By hand in the midst of a chain: it comes again with its next call.
        QVERIFY(b.call({}));
        b.offload();
        QCOMPARE(allocated(), std::uint64_t{0});
        const auto outcome = run(b, second.fixture, second.fixture.prompts.front());
        QVERIFY(outcome);
        QCOMPARE(outcome->bytesMoved, b.bytesToBring());
    }

    /// A tied head and its table are one storage in RAM and on the device.
    void tiedWeightsComeOnce() {
        const Member tied = member("llama3");
        const std::vector<ScheduledTensor>& tensors = tied.loaded->schedule().tensors;
        std::uint64_t bytes = 0;
        for (const ScheduledTensor& tensor : tensors) {
            bytes += tensor.bytes;
        }
        ModelChain chain({m_backends, *m_compute, DeviceId::gpu(0)});
        ChainedModel& model = chain.add("tied", *tied.loaded);
        QCOMPARE(model.names().size(), tensors.size() + 1);
        QCOMPARE(model.bytesToBring(), bytes);
        QVERIFY(model.call({}));
        QCOMPARE(allocated(), movedTo(tied.loaded->schedule()).allocated);
        const std::vector<std::string> both{"model.embed_tokens.weight", "lm_head.weight"};
        const auto lent = model.borrow(both, {});
        QVERIFY(lent);
        QCOMPARE(lent->weights[0].get(), lent->weights[1].get());
    }

    /// Two models that do not fit together run one after the other; without the chain the second
    /// is refused, with the figures.
    void modelsThatDoNotFitTogether() {
        const Member first = member("gpt2");
        const Member second = member("mixtral");
        const std::uint64_t one = movedTo(first.loaded->schedule()).allocated;
        const std::uint64_t other = movedTo(second.loaded->schedule()).allocated;
        const std::uint64_t room = std::max(one, other) + 96 * kKiB;
        QVERIFY(room < one + other);
        const auto ballast = leave(room);
        DeviceMemory& gpu = *m_backends.find(DeviceId::gpu(0));
        const std::uint64_t before = gpu.statistics().allocated;
        ModelChain chain({m_backends, *m_compute, DeviceId::gpu(0)});
        ChainedModel& a = chain.add("the encoder", *first.loaded);
        ChainedModel& b = chain.add("the decoder", *second.loaded);
        for (int round = 0; round < 3; ++round) {
            for (const auto& [model, member] : {std::pair(&a, &first), std::pair(&b, &second)}) {
                gpu.resetPeaks();
                const auto outcome = run(*model, member->fixture, member->fixture.prompts.front());
                QVERIFY2(outcome, outcome ? "" : outcome.error().message.english().c_str());
                QVERIFY(gpu.statistics().peakAllocated <= before + room);
            }
            QCOMPARE(allocated() - before, other);
            b.offload();
        }
        QVERIFY(a.call({}));
        ChainedModel alone({m_backends, *m_compute, DeviceId::gpu(0)}, "another", *second.loaded,
                           nullptr);
        const auto refused = alone.call({});
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::DeviceOutOfMemory);
        QCOMPARE(allocated() - before, one);
        const std::string needs = "The model another needs " +
                                  formatSize(static_cast<double>(alone.bytesToBring())) +
                                  " to run as a whole on GPU 0";
        QVERIFY2(says(refused.error(), needs), refused.error().message.english().c_str());
        const std::string free = formatSize(static_cast<double>(room - one)) + " is free";
        QVERIFY2(says(refused.error(), free), refused.error().message.english().c_str());
        a.offload();
        QVERIFY(alone.call({}));
        alone.offload();
        QVERIFY(gpu.setUsedByOthers(0));
    }

    /// Stopped or refused at any step of its way, a model leaves nothing behind and can come again.
    void stopsAtEveryStepOfTheWay() {
        const Member whole = member("gpt2");
        std::shared_ptr<DeviceMemory> gpu = m_backends.devices.front();
        int step = 0;
        int stopAt = 0;
        ErrorCode how = ErrorCode::Cancelled;
        std::stop_source stop;
        m_backends.devices.front() = std::make_shared<WatchedDevice>(gpu, [&]() -> Result<void> {
            if (++step != stopAt) {
                return {};
            }
            stop.request_stop();
            return how == ErrorCode::Cancelled ? Result<void>() : fail(how, "It is full.");
        });
        ModelChain chain({m_backends, *m_compute, DeviceId::gpu(0)});
        ChainedModel& model = chain.add("gpt2", *whole.loaded);
        QVERIFY(model.call({}));
        const int steps = std::exchange(step, 0);
        model.offload();
        QVERIFY(steps >= 50);
        for (const ErrorCode code : {ErrorCode::Cancelled, ErrorCode::DeviceOutOfMemory}) {
            how = code;
            for (stopAt = 1; stopAt <= steps; ++stopAt, step = 0, stop = {}) {
                const auto called = model.call(stop.get_token());
                // A write that has begun is finished: the last one may be the end of it.
                QVERIFY(!called || (stopAt == steps && how == ErrorCode::Cancelled));
                QVERIFY(called || called.error().code == how);
                QCOMPARE(model.isOnDevice(), called.has_value());
                model.offload();
                QCOMPARE(gpu->statistics().allocated, std::uint64_t{0});
            }
        }
        stopAt = 0;
        const auto outcome = run(model, whole.fixture, whole.fixture.prompts.back());
        QVERIFY2(outcome, outcome ? "" : outcome.error().message.english().c_str());
        QVERIFY(compareLogits(outcome->numbers, whole.fixture.prompts.back().numbers).agrees);
        model.offload();
        m_backends.devices.front() = gpu;
    }

    /// On the CPU everything is there already, but for what lies on disk.
    void onTheCpuNothingMoves() {
        const Member inRam = member("qwen2");
        const Member onDisk =
            member("mistral", {{"", DeviceId::cpu()}, {"model.layers.1", DeviceId::disk()}});
        ModelChain chain({m_backends, *m_compute, DeviceId::cpu()});
        ChainedModel& a = chain.add("a", *inRam.loaded);
        ChainedModel& b = chain.add("b", *onDisk.loaded);
        const std::uint64_t before = m_backends.find(DeviceId::cpu())->statistics().allocated;
        QVERIFY(run(a, inRam.fixture, inRam.fixture.prompts.front()));
        QCOMPARE(a.bytesToBring(), std::uint64_t{0});
        QCOMPARE(m_backends.find(DeviceId::cpu())->statistics().allocated, before);
        const RunPrompt& prompt = onDisk.fixture.prompts.back();
        const auto outcome = run(b, onDisk.fixture, prompt);
        QVERIFY(outcome);
        QVERIFY(compareLogits(outcome->numbers, prompt.numbers).agrees);
        QVERIFY(b.bytesToBring() > 0);
        QCOMPARE(outcome->bytesMoved, b.bytesToBring());
        b.offload();
        QCOMPARE(m_backends.find(DeviceId::cpu())->statistics().allocated, before);
    }

    void aLineGivesItsTurns() {
        const auto turns = chainEntriesOf("a, b*50 ,c");
        QVERIFY(turns);
        QCOMPARE(turns->size(), std::size_t{3});
        QCOMPARE((*turns)[0].path, std::string("a"));
        QCOMPARE((*turns)[0].times, std::uint64_t{1});
        QCOMPARE((*turns)[1].path, std::string("b"));
        QCOMPARE((*turns)[1].times, std::uint64_t{50});
        QCOMPARE((*turns)[2].path, std::string("c"));
        for (const char* wrong : {"", ",", "a,,b", "a,", "a*0", "a*-1", "a*x", "*", "*5", "a*",
                                  "a*100001", "a*99999999999999999999"}) {
            const auto refused = chainEntriesOf(wrong);
            QVERIFY2(!refused, wrong);
            QCOMPARE(refused.error().code, ErrorCode::InvalidArgument);
            QVERIFY(says(refused.error(), "nor MODEL*N"));
        }
    }

    /// What exists under its whole name is one model.
    void namesWithSignsAreNames() {
        QTemporaryDir folder;
        const QString name = folder.filePath(QStringLiteral("a,b*3"));
        QVERIFY(QDir().mkpath(name));
        const auto turns = chainEntriesOf(name.toStdString());
        QVERIFY(turns);
        QCOMPARE(turns->size(), std::size_t{1});
        QCOMPARE(turns->front().path, name.toStdString());
        QCOMPARE(turns->front().times, std::uint64_t{1});
    }

    void aDeviceThatTheLoadLacks() {
        const Member one = member("gpt2");
        ModelChain chain({m_backends, *m_compute, DeviceId::gpu(7)});
        const auto called = chain.add("one", *one.loaded).call({});
        QVERIFY(!called);
        QCOMPARE(called.error().code, ErrorCode::InvalidArgument);
        QVERIFY(says(called.error(), goldenText("run/one-is-to-run-on-gpu-7")));
    }

private:
    Member member(const char* name, const Map& map = {{"", DeviceId::cpu()}}) {
        RunFixture fixture = openRunFixture(path(name));
        auto loaded = load({fixture.checkpoint, fixture.tree}, map);
        return {std::move(fixture), std::move(loaded)};
    }

    [[nodiscard]] std::uint64_t allocated() const {
        return m_backends.find(DeviceId::gpu(0))->statistics().allocated;
    }

    Result<RunOutcome> run(WeightSource& source, const RunFixture& fixture,
                           const RunPrompt& prompt) {
        const auto model = makeRunModel(source, fixture.config);
        if (!model) {
            return model.unexpected();
        }
        RunRequest request;
        request.tokens = prompt.tokens;
        request.outputs = prompt.allPositions ? Outputs::All : Outputs::Last;
        RunEnvironment environment;
        environment.devices = &m_backends;
        return runModel(**model, request, source, *m_compute, {}, {}, environment);
    }

    /// Fills GPU 0 until so many bytes are left, in one piece. Aborts where it cannot be.
    std::vector<std::shared_ptr<DeviceBuffer>> leave(std::uint64_t room) {
        DeviceMemory& gpu = *m_backends.find(DeviceId::gpu(0));
        std::vector<std::shared_ptr<DeviceBuffer>> ballast;
        // All in one segment of 2 MiB; requests above 1 MiB would get segments of their own.
        for (std::uint64_t left = 2 * kMiB - room; left > 0;) {
            const std::uint64_t part = std::min<std::uint64_t>(left, 512 * kKiB);
            const auto taken = gpu.allocate(part);
            if (!taken || !gpu.setUsedByOthers(*gpu.info().capacity - 2 * kMiB)) {
                qFatal("the ballast does not fit");
            }
            ballast.push_back(*taken);
            left -= part;
        }
        return ballast;
    }
};

QTEST_GUILESS_MAIN(ModelChainTest)
#include "tst_model_chain.moc"
