// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/timeline_samples.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/run/timeline_layout.h"

#include <QFontMetrics>
#include <QTest>

#include <cmath>

using namespace stowage;
using namespace stowage::test;

namespace {

const LaneKey kGpu0{LaneKind::Compute, DeviceId::gpu(0)};
constexpr double kPass = 0.264;  ///< seconds of one pass of pipelineSpans()

TimelineSpan computeSpan(double begin, double end, const std::string& stage = "h.0") {
    return {SpanKind::Compute, DeviceId::gpu(0), stage, stage + ".mlp", 0, 0, begin, end};
}

TimelineLane laneWith(const std::vector<TimelineSpan>& spans, const LaneKey& key = kGpu0) {
    TimelineLanes lanes;
    for (const TimelineSpan& span : spans) {
        lanes.add(span);
    }
    return lanes.lanes().at(key);
}

bool near(double a, double b, double room = 1e-6) {
    return std::abs(a - b) < room;
}

}  // namespace

class TimelineLanesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { failOnWarnings(); }
    void everyResourceHasItsLane();
    void layersAreGroupedInOrderOfTime();
    void whatOverlapsCountsOnce();
    void longRunsForgetSpansNotSums();
    void narrowSpansShareColumns();
    void wideLayersShowTheirParts();
    void hitIsWhatIsDrawn();
    void ticksAreRound();
    void passesAreNamedWhereThereIsRoom();
    void durationsReadShort_data();
    void durationsReadShort();
};

void TimelineLanesTest::everyResourceHasItsLane() {
    TimelineLanes lanes;
    lanes.setDevices({DeviceId::gpu(0), DeviceId::gpu(1), DeviceId::gpu(2), DeviceId::gpu(3)});
    QVERIFY(lanes.isEmpty());
    QCOMPARE(lanes.lanes().size(), std::size_t{4});
    for (const TimelineSpan& span : pipelineSpans(1)) {
        lanes.add(span);
    }
    QStringList names;
    for (const auto& [key, lane] : lanes.lanes()) {
        names.append(laneName(key));
    }
    QCOMPARE(names.join(QStringLiteral(", ")),
             QStringLiteral("Disk reads, GPU 0 weights in, GPU 1 weights in, GPU 2 weights in, "
                            "GPU 3 weights in, GPU 0 computes, GPU 1 computes, GPU 2 computes, "
                            "GPU 3 computes"));
    QCOMPARE(lanes.passes().size(), std::size_t{2});
    QVERIFY(near(lanes.passes().at(1).begin, kPass));
    QVERIFY(near(lanes.end(), 2 * kPass));
    lanes.clear();
    QVERIFY(lanes.isEmpty());
    QCOMPARE(lanes.lanes().size(), std::size_t{4});
    QCOMPARE(lanes.end(), 0.0);
}

void TimelineLanesTest::layersAreGroupedInOrderOfTime() {
    // Told in another order than they began, as transfers of several threads are.
    TimelineLanes lanes;
    const std::vector<TimelineSpan> spans{computeSpan(0, 1, "h.0"), computeSpan(4, 5, "h.1"),
                                          computeSpan(1, 2, "h.0"), computeSpan(6, 7, "h.0"),
                                          computeSpan(3, 4, "h.1"), computeSpan(5, 6, "h.2")};
    for (const TimelineSpan& span : spans) {
        lanes.add(span);
        (void)lanes.lanes().at(kGpu0).groups();  // also as they come
    }
    const TimelineLane& lane = lanes.lanes().at(kGpu0);
    QStringList groups;
    for (const LaneGroup& group : lane.groups()) {
        groups.append(QStringLiteral("%1 %2-%3 (%4)")
                          .arg(lanes.name(lane.spans()[group.first].stage))
                          .arg(group.begin)
                          .arg(group.end)
                          .arg(group.last - group.first));
    }
    QCOMPARE(groups.join(QStringLiteral(", ")),
             QStringLiteral("h.0 0-2 (2), h.1 3-5 (2), h.2 5-6 (1), h.0 6-7 (1)"));
    QCOMPARE(lane.groupsIn(2.5, 2.6), std::pair(std::size_t{1}, std::size_t{1}));
    QCOMPARE(lane.groupsIn(1.5, 3.5), std::pair(std::size_t{0}, std::size_t{2}));
    QCOMPARE(lane.groupsIn(6.5, 9), std::pair(std::size_t{3}, std::size_t{4}));
}

void TimelineLanesTest::whatOverlapsCountsOnce() {
    std::vector<TimelineSpan> spans{computeSpan(0, 4), computeSpan(6, 8), computeSpan(3, 5),
                                    computeSpan(1, 2)};
    spans.push_back(computeSpan(5, 6));
    spans.back().kind = SpanKind::Wait;
    const TimelineLane lane = laneWith(spans);
    QCOMPARE(lane.busySeconds(), 7.0);
    QCOMPARE(lane.waitSeconds(), 1.0);
    const TimeShares shares = laneShares(lane, 16);
    QCOMPARE(shares.busy, 7.0 / 16);
    QCOMPARE(shares.waiting, 1.0 / 16);
    QCOMPARE(shares.idle, 0.5);
    QCOMPARE(laneShares(lane, 0).idle, 1.0);
}

void TimelineLanesTest::longRunsForgetSpansNotSums() {
    constexpr std::size_t kMore = 1000;
    TimelineLanes lanes;
    for (std::size_t i = 0; i < TimelineLane::kMostSpans + kMore; ++i) {
        const auto begin = static_cast<double>(i);
        lanes.add(computeSpan(begin, begin + 0.5, "h." + std::to_string(i / 10 % 7)));
    }
    const TimelineLane& lane = lanes.lanes().at(kGpu0);
    QCOMPARE(lane.spans().size(), TimelineLane::kMostSpans * 3 / 4 + kMore);
    QCOMPARE(lane.keptFrom(), static_cast<double>(TimelineLane::kMostSpans / 4));
    QCOMPARE(lane.busySeconds(), static_cast<double>(TimelineLane::kMostSpans + kMore) / 2);
    QCOMPARE(lane.groups().front().first, std::size_t{0});
    QCOMPARE(lane.groups().back().last, lane.spans().size());
    QCOMPARE(lanes.count(), std::uint64_t{TimelineLane::kMostSpans + kMore});
}

void TimelineLanesTest::narrowSpansShareColumns() {
    // A tenth of a pixel each, every second one left out: half of the time, over 100 pixels.
    std::vector<TimelineSpan> spans;
    for (int i = 0; i < 1000; i += 2) {
        spans.push_back(computeSpan(i, i + 1, "h." + std::to_string(i)));
    }
    const LaneLayout half = layoutLane(laneWith(spans), {0, 1000, 100});
    QCOMPARE(half.bars.size(), std::size_t{0});
    QCOMPARE(half.columns.size(), std::size_t{1});
    QCOMPARE(half.columns[0].left, 0);
    QCOMPARE(half.columns[0].right, 100);
    QCOMPARE(half.columns[0].busy, LaneColumns::kFull / 2);
    QCOMPARE(half.columns[0].waiting, 0);
    // The other half is waited: as much above it.
    for (int i = 1; i < 1000; i += 2) {
        spans.push_back(computeSpan(i, i + 1, "h." + std::to_string(i - 1)));
        spans.back().kind = SpanKind::Wait;
    }
    const LaneLayout both = layoutLane(laneWith(spans), {0, 1000, 100});
    QCOMPARE(both.columns.size(), std::size_t{1});
    QCOMPARE(both.columns[0].busy, LaneColumns::kFull / 2);
    QCOMPARE(both.columns[0].waiting, LaneColumns::kFull / 2);
    // Something so short is seen all the same, and nothing but its pixel is drawn.
    const LaneLayout one =
        layoutLane(laneWith(std::vector{computeSpan(500, 500.01)}), {0, 1000, 100});
    QCOMPARE(one.columns.size(), std::size_t{1});
    QCOMPARE(one.columns[0].left, 50);
    QCOMPARE(one.columns[0].right, 51);
    QVERIFY(one.columns[0].busy > 0);
    // What is not in view is not laid out.
    const LaneLayout out = layoutLane(laneWith(spans), {2000, 3000, 100});
    QVERIFY(out.columns.empty() && out.bars.empty());
}

void TimelineLanesTest::wideLayersShowTheirParts() {
    const TimelineLane lane = laneWith(pipelineSpans(0));
    // All of a pass in 66 pixels: a layer of 20 ms takes 5, its two modules 2.5 each.
    const LaneLayout layers = layoutLane(lane, {0, kPass, 66});
    QCOMPARE(layers.bars.size(), std::size_t{3});
    for (std::size_t i = 0; i < 3; ++i) {
        QVERIFY(!layers.bars[i].span);
        QCOMPARE(layers.bars[i].group, i);
    }
    QVERIFY(near(layers.bars[1].left, 5));
    QVERIFY(near(layers.bars[1].right, 10));
    QVERIFY(!layers.columns.empty());
    // Twenty times as wide, every module, and each wait, is a bar of its own.
    const LaneLayout parts = layoutLane(lane, {0, kPass, 1320});
    QCOMPARE(parts.bars.size(), std::size_t{8});
    // Below them columns are as wide as they are, so that nothing is drawn beyond their ends.
    for (const LaneColumns& column : parts.columns) {
        QCOMPARE(column.busy + column.waiting, LaneColumns::kFull);
    }
    for (std::size_t i = 0; i < parts.bars.size(); ++i) {
        QCOMPARE(parts.bars[i].span, std::optional(i));
    }
    // Bars that go beyond the edge end there.
    const LaneLayout middle = layoutLane(lane, {0.005, 0.015, 1000});
    QCOMPARE(middle.bars.size(), std::size_t{2});
    QVERIFY(middle.bars[0].left >= -1 && middle.bars[1].right <= 1001);
}

void TimelineLanesTest::hitIsWhatIsDrawn() {
    const TimelineLane lane = laneWith(pipelineSpans(0));
    for (const double width : {66.0, 1320.0}) {
        const TimelineScale scale{0, kPass, width};
        const LaneLayout layout = layoutLane(lane, scale);
        std::optional<LaneHit> walked;
        for (const LaneBar& bar : layout.bars) {
            const auto hit = hitLane(lane, scale, (bar.left + bar.right) / 2);
            QVERIFY(hit.has_value());
            QCOMPARE(hit->group, bar.group);
            QCOMPARE(hit->span, bar.span);
            // Going from bar to bar meets the same.
            if (walked) {
                walked = nextBar(lane, scale, *walked, 1);
                QVERIFY(walked == hit);
            }
            walked = hit;
        }
        QVERIFY(!nextBar(lane, scale, *walked, 1));
        QVERIFY(!hitLane(lane, scale, width * 0.9));  // GPU 0 idles there
    }
}

void TimelineLanesTest::ticksAreRound() {
    const auto texts = [](const TimelineScale& scale) {
        QStringList all;
        for (const TimelineTick& tick : timelineTicks(scale, 70)) {
            all.append(tick.text);
        }
        return all.join(QStringLiteral(", "));
    };
    QCOMPARE(texts({0, 12, 500}), QStringLiteral("0 s, 2 s, 4 s, 6 s, 8 s, 10 s, 12 s"));
    QCOMPARE(texts({0, 1.3, 500}), QStringLiteral("0.0 s, 0.2 s, 0.4 s, 0.6 s, 0.8 s, 1.0 s, "
                                                  "1.2 s"));
    QCOMPARE(texts({0.1003, 0.1011, 500}),
             QStringLiteral("100.4 ms, 100.6 ms, 100.8 ms, 101.0 ms"));
    QVERIFY(timelineTicks({0, 1e-9, 1e6}, 1).size() <= 100);
}

void TimelineLanesTest::passesAreNamedWhereThereIsRoom() {
    const QFontMetrics metrics(qApp->font());
    std::map<std::uint32_t, TimeSpan> passes;
    for (std::uint32_t pass = 0; pass < 33; ++pass) {
        passes[pass] = {pass == 0 ? 0.0 : 67.0 + pass, 68.0 + pass};
    }
    const double width = 10 * metrics.horizontalAdvance(QStringLiteral("decode 1–32"));
    const std::vector<PassLabel> few = passLabels(passes, {0, 100, width}, metrics);
    QCOMPARE(few.size(), std::size_t{2});
    QCOMPARE(few[0].text, QStringLiteral("prefill"));
    QCOMPARE(few[1].text, QStringLiteral("decode 1–32"));
    QVERIFY(near(few[1].left, 0.68 * width));
    QVERIFY(near(few[1].right, width));
    const std::vector<PassLabel> own = passLabels(passes, {68, 71, width}, metrics);
    QCOMPARE(own.size(), std::size_t{3});
    QCOMPARE(own[2].text, QStringLiteral("decode 3"));
    QVERIFY(passLabels(passes, {0, 100, 5}, metrics)[0].text.isEmpty());
}

void TimelineLanesTest::durationsReadShort_data() {
    QTest::addColumn<double>("seconds");
    QTest::addColumn<QString>("text");
    QTest::newRow("nothing") << 0.0 << QStringLiteral("0 µs");
    QTest::newRow("microseconds") << 0.00034 << QStringLiteral("340 µs");
    QTest::newRow("a millisecond") << 0.0009996 << QStringLiteral("1.00 ms");
    QTest::newRow("milliseconds") << 0.0123 << QStringLiteral("12.3 ms");
    QTest::newRow("many") << 0.1234 << QStringLiteral("123 ms");
    QTest::newRow("a second") << 0.99999 << QStringLiteral("1.00 s");
    QTest::newRow("seconds") << 12.34 << QStringLiteral("12.3 s");
}

void TimelineLanesTest::durationsReadShort() {
    QFETCH(const double, seconds);
    QTEST(durationText(seconds), "text");
}

QTEST_MAIN(TimelineLanesTest)
#include "tst_timeline_lanes.moc"
