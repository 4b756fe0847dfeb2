// SPDX-License-Identifier: GPL-3.0-or-later
// What a planner is answered is what whole estimates say of the answer, and of one more.
#include "engine/base/byte_size.h"
#include "engine/capacity/answers.h"
#include "engine/plan/map/limits_text.h"
#include "engine/plan/place/place.h"
#include "tests/bench/capacity_trials.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <functional>

using namespace stowage;
using namespace stowage::bench;

class CapacityAnswersTest : public QObject {
    Q_OBJECT

private:
    struct Asked {
        CapacityCase what;
        EstimateInput input;
        std::shared_ptr<const CapacityEstimate> estimate;
    };

    static EstimateInput inputFor(const CapacityCase& what, std::uint64_t (*sizeOf)(std::uint64_t),
                                  const CapacityEstimate* before) {
        PlacementRequest request = what.request;
        for (DeviceInfo& device : request.devices) {
            const DeviceEstimate* const known = before == nullptr ? nullptr : before->on(device.id);
            if (known != nullptr && device.id.isGpu()) {
                device.capacity = sizeOf(known->needed()) + device.usedByOthers;
            }
        }
        return {*place(request), what.checkpoint, what.workload};
    }

    /// A random case on GPUs whose size follows from what they need.
    Asked ask(quint64 seed, std::uint64_t (*sizeOf)(std::uint64_t)) {
        const QString folder = m_folder.path() + QStringLiteral("/%1").arg(seed);
        QDir().mkpath(folder);
        auto what = makeCapacityCase(seed, folder.toStdString());
        if (!what) {
            qFatal("%s", what.error().message.c_str());
        }
        const auto plenty = estimateCapacity(inputFor(*what, sizeOf, nullptr));
        if (!plenty) {
            qFatal("%s", plenty.error().message.c_str());
        }
        what->workload.engine.clear();
        Asked asked{*what, inputFor(*what, sizeOf, plenty->get()), nullptr};
        asked.estimate = *estimateCapacity(asked.input);
        return asked;
    }

    static bool fits(const EstimateInput& input) {
        const auto estimate = estimateCapacity(input);
        return estimate && (*estimate)->verdict != Verdict::DoesNotFit;
    }

    static bool fitsWith(const Asked& asked,
                         const std::function<void(Workload&, std::uint64_t)>& set,
                         std::uint64_t value) {
        EstimateInput input = asked.input;
        set(input.workload, value);
        return fits(input);
    }

    static void addSeeds(quint64 first, quint64 count) {
        QTest::addColumn<quint64>("seed");
        for (quint64 seed = first; seed < first + count; ++seed) {
            QTest::addRow("%llu", static_cast<unsigned long long>(seed)) << seed;
        }
    }

private Q_SLOTS:
    void initTestCase() {
        QTest::failOnWarning(QRegularExpression(QStringLiteral(".?")));
        QVERIFY(m_folder.isValid());
    }

    void oneMoreThanTheLargestDoesNotFit_data() { addSeeds(6001, 4); }
    void oneMoreThanTheLargestDoesNotFit() {
        QFETCH(quint64, seed);
        const Asked asked = ask(seed, [](std::uint64_t needed) { return needed + 3 * kMiB; });
        const auto largest = CapacityQuestions(asked.input).largest();
        QVERIFY2(largest, largest ? "" : largest.error().message.c_str());
        const auto setBatch = [](Workload& work, std::uint64_t value) { work.batch = value; };
        if (largest->batch) {
            QVERIFY(*largest->batch >= asked.what.workload.batch);
            QVERIFY(fitsWith(asked, setBatch, *largest->batch));
            QVERIFY(!fitsWith(asked, setBatch, *largest->batch + 1));
        }
        const auto setContext = [](Workload& work, std::uint64_t value) {
            work.context = value;
            work.generate = std::min(work.generate, value - work.prompt);
        };
        if (largest->context) {
            QVERIFY(*largest->context >= asked.what.workload.prompt);
            QVERIFY(fitsWith(asked, setContext, *largest->context));
            QVERIFY(!fitsWith(asked, setContext, *largest->context + 1));
        }
    }

    /// Not even the prompt fits: that is 0, not "any".
    void nothingFitsOnGpusThatAreTooSmall() {
        const Asked asked = ask(6003, [](std::uint64_t) { return std::uint64_t{1}; });
        QCOMPARE(asked.estimate->verdict, Verdict::DoesNotFit);
        const auto largest = CapacityQuestions(asked.input).largest();
        QVERIFY2(largest, largest ? "" : largest.error().message.c_str());
        QCOMPARE(largest->context, std::optional<std::uint64_t>(0));
        QCOMPARE(largest->batch, std::optional<std::uint64_t>(0));
    }

    void oneByteLessThanTheSmallestDoesNotFit_data() { addSeeds(6101, 8); }
    void oneByteLessThanTheSmallestDoesNotFit() {
        QFETCH(quint64, seed);
        const Asked asked = ask(seed, [](std::uint64_t needed) { return needed + 64 * kMiB; });
        const auto smallest = CapacityQuestions(asked.input).smallestCapacities();
        QVERIFY(smallest);
        PlacementRequest request = asked.what.request;
        for (const auto& [device, bytes] : *smallest) {
            std::ranges::find(request.devices, device, &DeviceInfo::id)->capacity = bytes;
        }
        EstimateInput input = asked.input;
        input.plan = *place(request);
        QVERIFY(fits(input));
        for (const auto& [device, bytes] : *smallest) {
            if (asked.estimate->on(device)->peakReserved > 0) {
                PlacementRequest less = request;
                std::ranges::find(less.devices, device, &DeviceInfo::id)->capacity = bytes - 1;
                input.plan = *place(less);
                const auto estimate = estimateCapacity(input);
                QVERIFY(estimate);
                QVERIFY((*estimate)->verdict == Verdict::DoesNotFit ||
                        (*estimate)->prefetchWindow < asked.estimate->prefetchWindow);
            }
        }
    }

    /// What is proposed can be typed, and comes to what is said of it.
    void remediesComeToWhatIsSaid_data() { addSeeds(6201, 8); }
    void remediesComeToWhatIsSaid() {
        QFETCH(quint64, seed);
        const Asked asked = ask(seed, [](std::uint64_t needed) { return needed * 3 / 4; });
        const auto remedies = CapacityQuestions(asked.input).untilItFits(usualSacrifices());
        QVERIFY2(remedies, remedies ? "" : remedies.error().message.c_str());
        PlacementRequest request = asked.what.request;
        request.devices = asked.input.plan->request.devices;
        EstimateInput input = asked.input;
        for (const CapacityChange& change : *remedies) {
            const auto& [key, value] = change.values.front();
            const auto number = std::ranges::find(workloadNumbers(), key, &WorkloadNumber::key);
            if (number != workloadNumbers().end()) {
                input.workload.*number->value = std::stoull(value);
            } else if (key == "kv_dtype") {
                input.workload.kvType = *kvTypeFromName(value);
            } else if (key == "quantize") {
                request.constraints.quantization = Quantization();
            } else {
                QCOMPARE(key, std::string("max_memory"));
                std::vector<std::string> warnings;
                request.budgets = *parseLimitsText(value, warnings);
                request.budgetsAreDefaults = false;
            }
            input.plan = *place(request);
            const auto again = estimateCapacity(input);
            QVERIFY2(again, again ? "" : again.error().message.c_str());
            QCOMPARE((*again)->verdict, change.result->verdict);
        }
    }

    /// Weights fill the cards and leave the cache no room: lower limits offload some of them.
    void lowerLimitsLeaveRoom_data() { addSeeds(6301, 6); }
    void lowerLimitsLeaveRoom() {
        QFETCH(quint64, seed);
        Asked asked = ask(seed, [](std::uint64_t needed) { return needed; });
        PlacementRequest request = asked.what.request;
        request.strategy = Strategy::Sequential;
        request.givenMap = {};
        request.moves.clear();
        for (DeviceInfo& device : request.devices) {
            if (device.id.isGpu()) {
                const auto* const known = asked.estimate->on(device.id);
                device.capacity = known->needed() - std::min(known->kvCache, known->needed());
                device.capacity = std::max(*device.capacity, device.usedByOthers + kMiB);
            }
        }
        request.budgets = defaultBudgets(request.devices, 64. * double(kGiB));
        EstimateInput input = asked.input;
        input.plan = *place(request);
        const auto before = estimateCapacity(input);
        QVERIFY2(before, before ? "" : before.error().message.c_str());
        if ((*before)->verdict != Verdict::DoesNotFit) {
            return;  // the others of these seeds do not fit
        }
        const auto remedies = CapacityQuestions(input).untilItFits({CapacityChange::Kind::Offload});
        QVERIFY2(remedies, remedies ? "" : remedies.error().message.c_str());
        for (const CapacityChange& change : *remedies) {
            QVERIFY(change.result->verdict != Verdict::DoesNotFit);
            std::vector<std::string> warnings;
            request.budgets = *parseLimitsText(change.values.front().second, warnings);
            request.budgetsAreDefaults = false;
            input.plan = *place(request);
            QVERIFY(fits(input));
            ++m_offloaded;
        }
    }
    void someOfThemAreOffloaded() { QVERIFY2(m_offloaded >= 2, "too few cases needed it"); }

private:
    int m_offloaded = 0;
    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(CapacityAnswersTest)
#include "tst_capacity_answers.moc"
