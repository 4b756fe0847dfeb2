// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/byte_size.h"
#include "engine/device/allocator_model.h"
#include "tests/support/golden_text.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/charts/live_figures.h"
#include "widgets/live/audit_panel.h"
#include "widgets/live/live_feature.h"
#include "widgets/live/segment_map_panel.h"

#include <QComboBox>
#include <QLabel>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

#include <set>

using namespace stowage;
using namespace stowage::test;

namespace {

constexpr int kTimeout = 60000;
constexpr int kWidth = 500;

/// One small block, two of a shared segment with a hole between them, one of its own, and a
/// segment that is cached.
std::vector<SegmentSnapshot> someSegments() {
    AllocatorModel model;
    (void)model.allocate(1000, "norm.weight");
    (void)model.allocate(3 * kMiB, "h.0.mlp.weight");
    const auto hole = model.allocate(4 * kMiB, "gone");
    (void)model.allocate(5 * kMiB, "h.1.mlp.weight");
    (void)model.allocate(11 * kMiB, "wte.weight");
    const auto cached = model.allocate(30 * kMiB, "also.gone");
    model.free(hole->id);
    model.free(cached->id);
    return model.segments();
}

std::shared_ptr<const SegmentPicture> pictureOf(std::vector<SegmentSnapshot> segments) {
    SegmentPicture picture;
    picture.device.id = DeviceId::gpu(0);
    picture.device.simulated = true;
    picture.figures = figuresOf(segments);
    picture.segments = std::move(segments);
    return std::make_shared<const SegmentPicture>(std::move(picture));
}

std::size_t indexOf(const std::vector<SegmentSnapshot>& segments, const std::string& owner) {
    for (std::size_t i = 0; i < segments.size(); ++i) {
        for (const BlockSnapshot& block : segments[i].blocks) {
            if (block.owner == owner) {
                return i;
            }
        }
    }
    return segments.size();
}

}  // namespace

class SegmentMapTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { failOnWarnings(); }
    void barsAreToScale();
    void longSegmentsGoOnInTheNextLine();
    void everyBlockIsFoundWhereItIsDrawn();
    void expandableSegmentsSayWhatTheyGiveBack();
    void scaleFits();
    void keysWalkTheBlocks();
    void hoverAndClickTellTheTensor();
    void wheelChangesTheScale();
    void currentBlockOutlivesAPicture();
    void thousandsOfBlocksArePainted();
    void emptyMapSaysWhy();
    void mapFollowsALoad();
    void clickSelectsTheModule();
};

void SegmentMapTest::barsAreToScale() {
    const auto segments = someSegments();
    const MapLayout layout = layoutSegments(segments, 100000, 64 * 1024);
    std::map<std::size_t, double> widths;
    for (const MapFrame& frame : layout.frames) {
        widths[frame.segment] += frame.right - frame.left;
    }
    QCOMPARE(widths.size(), segments.size());
    for (std::size_t i = 0; i < segments.size(); ++i) {
        QCOMPARE(widths[i], static_cast<double>(segments[i].size) / (64 * 1024));
    }
    QCOMPARE(layout.groups.size(), std::size_t{3});
    QCOMPARE(layout.groups[0].bytes, 2 * kMiB);
    QCOMPARE(layout.groups[1].bytes, 20 * kMiB);
    QCOMPARE(layout.groups[1].free, 12 * kMiB);
    QCOMPARE(layout.groups[2].segments, std::size_t{2});
    // Of the small block's 1,024 bytes 24 are lost to rounding, at its end.
    QCOMPARE(layout.groups[0].waste, std::uint64_t{24});
    const MapPiece& small = layout.pieces.front();
    QVERIFY(small.wasteFrom < small.right);
    QVERIFY(small.wasteFrom > small.left);
}

void SegmentMapTest::longSegmentsGoOnInTheNextLine() {
    const auto segments = someSegments();
    const double scale = 32 * 1024;  // 30 MiB are 960 pixels: two lines of 500
    const MapLayout layout = layoutSegments(segments, kWidth, scale);
    std::map<std::size_t, int> parts;
    std::map<std::size_t, double> pixels;
    for (const MapFrame& frame : layout.frames) {
        QVERIFY(frame.right <= kWidth + 1e-6);
        QCOMPARE(frame.opensLeft, parts[frame.segment] > 0);
        ++parts[frame.segment];
        pixels[frame.segment] += frame.right - frame.left;
    }
    const auto cached = std::ranges::find_if(segments, &SegmentSnapshot::isCached);
    const auto index = static_cast<std::size_t>(cached - segments.begin());
    QCOMPARE(parts[index], 2);
    QCOMPARE(pixels[index], static_cast<double>(cached->size) / scale);
    for (std::size_t row = 1; row < layout.rows.size(); ++row) {
        QVERIFY(layout.rows[row].top >= layout.rows[row - 1].top + MapLayout::kRowHeight);
    }
    QVERIFY(layout.height >= layout.rows.back().top + MapLayout::kRowHeight);
}

void SegmentMapTest::everyBlockIsFoundWhereItIsDrawn() {
    const auto segments = someSegments();
    const MapLayout layout = layoutSegments(segments, kWidth, 32 * 1024);
    std::size_t found = 0;
    for (const MapRow& row : layout.rows) {
        for (std::size_t i = row.firstPiece; i < row.lastPiece; ++i) {
            const MapPiece& piece = layout.pieces[i];
            const auto hit = layout.blockAt((piece.left + piece.right) / 2, row.top + 5);
            QVERIFY(hit.has_value());
            QVERIFY(*hit == piece.ref);
            ++found;
        }
        QVERIFY(!layout.blockAt(kWidth + 50, row.top + 5));
        QVERIFY(!layout.blockAt(1, row.top + MapLayout::kRowHeight + 2));
    }
    QCOMPARE(found, layout.pieces.size());
    QVERIFY(!layout.blockAt(5, layout.height + 100));
}

void SegmentMapTest::expandableSegmentsSayWhatTheyGiveBack() {
    AllocatorModel model(64 * kMiB, AllocatorKind::ExpandableSegments, 64 * kMiB);
    (void)model.allocate(1000, "norm.weight");
    (void)model.allocate(15 * kMiB, "wte.weight");
    model.free(model.allocate(30 * kMiB, "gone")->id);
    const Theme theme(qApp, ThemeMode::Light);
    SegmentMapView map(&theme);
    map.setPicture(pictureOf(model.segments()));
    QCOMPARE(map.describe({1, 1}),
             QString(goldenText("window-live/free-45-0-mib-empty-cache-gives")));
    QVERIFY(map.describe({0, 1}).startsWith(
        QLatin1String("Free: 2.0 MiB; not released while adjacent blocks are in use")));
    const MapLayout layout = layoutSegments(model.segments(), kWidth, 32 * 1024);
    QCOMPARE(layout.groups.size(), std::size_t{2});
    QVERIFY(layout.groups[0].kind == SegmentKind::ExpandableSmall);
    QVERIFY(layout.groups[1].kind == SegmentKind::ExpandableLarge);
}

void SegmentMapTest::scaleFits() {
    const auto segments = someSegments();
    const double roomy = fittingScale(segments, kWidth, 1000);
    const double tight = fittingScale(segments, kWidth, 150);
    QVERIFY(roomy < tight);
    QVERIFY(layoutSegments(segments, kWidth, tight).height <= 150);
    QVERIFY(layoutSegments(segments, kWidth, tight / 2).height > 150);
    QCOMPARE(fittingScale(segments, kWidth, 1), kCoarsestScale);
}

void SegmentMapTest::keysWalkTheBlocks() {
    const Theme theme(qApp, ThemeMode::Light);
    SegmentMapView map(&theme);
    map.resize(kWidth, 200);
    map.show();
    const auto segments = someSegments();
    map.setPicture(pictureOf(segments));
    QSignalSpy requested(&map, &SegmentMapView::tensorRequested);
    std::set<std::pair<std::size_t, std::size_t>> seen;
    QTest::keyClick(&map, Qt::Key_Home);
    std::size_t blocks = 0;
    for (const SegmentSnapshot& segment : segments) {
        blocks += segment.blocks.size();
    }
    for (std::size_t i = 0; i < blocks; ++i) {
        QVERIFY(map.pointedAt().has_value());
        seen.insert({map.pointedAt()->segment, map.pointedAt()->block});
        QCOMPARE(map.accessibleDescription(), map.describe(*map.pointedAt()));
        QTest::keyClick(&map, Qt::Key_Right);
    }
    QCOMPARE(seen.size(), blocks);
    QTest::keyClick(&map, Qt::Key_Home);
    QVERIFY(map.describe(*map.pointedAt()).startsWith(QLatin1String("norm.weight")));
    QTest::keyClick(&map, Qt::Key_Return);
    QCOMPARE(requested.size(), 1);
    QCOMPARE(requested.front().front().toString(), QStringLiteral("norm.weight"));
    QTest::keyClick(&map, Qt::Key_Down);
    QCOMPARE(map.pointedAt()->segment, indexOf(segments, "h.0.mlp.weight"));
    QTest::keyClick(&map, Qt::Key_Up);
    QCOMPARE(map.pointedAt()->segment, indexOf(segments, "norm.weight"));
    QTest::keyClick(&map, Qt::Key_End);
    QVERIFY(map.describe(*map.pointedAt())
                .startsWith(QString(goldenText("window-live/cached-segment-free"))));
    QTest::keyClick(&map, Qt::Key_Return);  // belongs to no tensor
    QCOMPARE(requested.size(), 1);
}

void SegmentMapTest::hoverAndClickTellTheTensor() {
    const Theme theme(qApp, ThemeMode::Dark);
    SegmentMapView map(&theme);
    map.resize(kWidth, 200);
    map.show();
    const auto segments = someSegments();
    map.setPicture(pictureOf(segments));
    QSignalSpy requested(&map, &SegmentMapView::tensorRequested);
    const BlockRef own{indexOf(segments, "wte.weight"), 0};
    const QPoint at = map.rectOf(own).center().toPoint();
    QTest::mouseMove(map.viewport(), at);
    QTRY_VERIFY(map.pointedAt().has_value());
    QVERIFY(*map.pointedAt() == own);
    const QString text = map.describe(own);
    // A rest up to 1 MiB is not split off: it is lost.
    QVERIFY2(text.startsWith(QString(goldenText("window-live/wte-weight-11-0-mib-asked-for-12-0"))),
             qPrintable(text));
    QVERIFY(text.contains(QLatin1String("large pool")));
    QTest::mouseClick(map.viewport(), Qt::LeftButton, {}, at);
    QCOMPARE(requested.size(), 1);
    QCOMPARE(requested.front().front().toString(), QStringLiteral("wte.weight"));
}

void SegmentMapTest::wheelChangesTheScale() {
    const Theme theme(qApp, ThemeMode::Light);
    SegmentMapView map(&theme);
    map.resize(kWidth, 160);
    map.show();
    map.setPicture(pictureOf(someSegments()));
    const double fitting = map.layoutShown().bytesPerPixel;
    const auto wheel = [&map](Qt::KeyboardModifiers modifiers) {
        const QPointF at(100, 50);
        QWheelEvent event(at, map.viewport()->mapToGlobal(at), {}, QPoint(0, 120), Qt::NoButton,
                          modifiers, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(map.viewport(), &event);
    };
    wheel(Qt::NoModifier);
    QCOMPARE(map.layoutShown().bytesPerPixel, fitting);
    wheel(Qt::ControlModifier);
    QCOMPARE(map.layoutShown().bytesPerPixel, fitting / 2);
    QVERIFY(map.verticalScrollBar()->maximum() > 0);
    QTest::keyClick(&map, Qt::Key_Minus);
    QTest::keyClick(&map, Qt::Key_Minus);
    QCOMPARE(map.layoutShown().bytesPerPixel, fitting * 2);
    QTest::keyClick(&map, Qt::Key_0);
    QCOMPARE(map.layoutShown().bytesPerPixel, fitting);
}

void SegmentMapTest::currentBlockOutlivesAPicture() {
    const Theme theme(qApp, ThemeMode::Light);
    SegmentMapView map(&theme);
    map.resize(kWidth, 200);
    AllocatorModel model;
    const auto first = model.allocate(12 * kMiB, "first");
    (void)model.allocate(12 * kMiB, "second");
    map.setPicture(pictureOf(model.segments()));
    QTest::keyClick(&map, Qt::Key_End);
    QVERIFY(map.describe(*map.pointedAt()).startsWith(QLatin1String("second")));
    model.free(first->id);
    model.emptyCache();
    map.setPicture(pictureOf(model.segments()));
    QVERIFY(map.pointedAt().has_value());
    QVERIFY(map.describe(*map.pointedAt()).startsWith(QLatin1String("second")));
    map.setPicture(pictureOf({}));
    QVERIFY(!map.pointedAt().has_value());
}

void SegmentMapTest::thousandsOfBlocksArePainted() {
    AllocatorModel model;
    for (int i = 0; i < 20000; ++i) {
        (void)model.allocate(100 * 1024, "layer." + std::to_string(i) + ".weight");
    }
    const Theme theme(qApp, ThemeMode::Light);
    SegmentMapView map(&theme);
    map.resize(1200, 240);
    map.show();
    map.setPicture(pictureOf(model.segments()));
    QVERIFY(!map.layoutShown().rows.empty());
    QVERIFY(!map.viewport()->grab().isNull());
}

void SegmentMapTest::emptyMapSaysWhy() {
    WindowFixture fixture("64MiB,64MiB");
    fixture.window.show();
    fixture.window.live()->showSegments();
    auto* map = fixture.child<SegmentMapView>("segment_map");
    QVERIFY(map->layoutShown().rows.empty());
    QVERIFY(map->isVisible());
    QCOMPARE(fixture.child<QComboBox>("segment_device")->count(), 2);
    QVERIFY(fixture.child<QLabel>("segment_details")->text().isEmpty());
}

void SegmentMapTest::mapFollowsALoad() {
    WindowFixture fixture("256MiB,256MiB");
    fixture.window.show();
    fixture.window.live()->showSegments();
    QVERIFY(openAndWait(fixture.document,
                        writeSmallSample(fixture.folder.path(), CheckpointFormat::Safetensors)));
    fixture.controller.start(LoadMethod::Streamed);
    QTRY_COMPARE_WITH_TIMEOUT(fixture.controller.state(), LoadState::Loaded, kTimeout);
    auto* panel = fixture.child<SegmentMapPanel>("segment_panel");
    const auto& devices = fixture.controller.devices();
    const auto gpu0 = std::ranges::find_if(
        devices, [](const auto& device) { return device->info().id == DeviceId::gpu(0); });
    const auto held = (*gpu0)->statistics();
    QVERIFY(held.allocated > 0);
    QTRY_VERIFY(panel->picture() != nullptr &&
                panel->picture()->figures.allocated == held.allocated);
    QCOMPARE(panel->picture()->figures.reserved, held.reserved);
    // Every block in use belongs to a tensor of the model.
    for (const SegmentSnapshot& segment : panel->picture()->segments) {
        for (const BlockSnapshot& block : segment.blocks) {
            QVERIFY(!block.active || fixture.document.tree()->findTensor(block.owner).has_value());
        }
    }
    QVERIFY(!fixture.child<LiveFigures>("segment_side")->rows().empty());

    auto* combo = fixture.child<QComboBox>("segment_device");
    combo->setFocus();
    QTest::keyClick(combo, Qt::Key_Down);
    QCOMPARE(panel->device(), std::optional(DeviceId::gpu(1)));
    QTRY_VERIFY(panel->picture() != nullptr);

    fixture.controller.unload();
    QTRY_COMPARE_WITH_TIMEOUT(fixture.controller.state(), LoadState::Idle, kTimeout);
    QTRY_VERIFY(panel->picture() != nullptr && panel->picture()->segments.empty());
}

void SegmentMapTest::clickSelectsTheModule() {
    WindowFixture fixture("512MiB");
    fixture.window.show();
    fixture.window.live()->showSegments();
    QVERIFY(openAndWait(fixture.document,
                        writeSmallSample(fixture.folder.path(), CheckpointFormat::Safetensors)));
    fixture.controller.start(LoadMethod::Streamed);
    QTRY_COMPARE_WITH_TIMEOUT(fixture.controller.state(), LoadState::Loaded, kTimeout);
    auto* map = fixture.child<SegmentMapView>("segment_map");
    QTRY_VERIFY(!map->layoutShown().pieces.empty());
    QTest::keyClick(map, Qt::Key_Home);
    const QPoint at = map->rectOf(*map->pointedAt()).center().toPoint();
    const QString tensor = map->describe(*map->pointedAt()).section(QStringLiteral(" · "), 0, 0);
    QTest::mouseClick(map->viewport(), Qt::LeftButton, {}, at);
    const auto module = owningModule(fixture.document.tree(), tensor.toStdString());
    QVERIFY(module.has_value());
    QCOMPARE(fixture.document.selection(), std::vector<ModuleId>{*module});
}

QTEST_MAIN(SegmentMapTest)
#include "tst_segment_map.moc"
