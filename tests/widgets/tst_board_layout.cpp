// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/byte_size.h"
#include "engine/checkpoint/open/open_checkpoint.h"
#include "engine/plan/place/place.h"
#include "tests/support/golden_text.h"
#include "tests/widgets/board_fixture.h"
#include "widgets/board/board_layout.h"
#include "widgets/board/board_parts.h"
#include "widgets/support/theme.h"

#include <QApplication>
#include <QScopeGuard>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace stowage;

namespace {

constexpr const char* kTwoGpus = "2GiB:used=300MiB,2GiB";

BoardLayoutOptions options(int width = 800, int height = 600) {
    BoardLayoutOptions result;
    result.width = width;
    result.viewportHeight = height;
    return result;
}

std::shared_ptr<const PlacementPlan> edited(const std::shared_ptr<const PlacementPlan>& plan,
                                            const PlanEdit& edit) {
    auto result = applyEdit(*plan, edit);
    return result ? std::move(result).value() : nullptr;
}

const BoardEntry* entryOf(const BoardLayout& layout, const BoardModel& model, const char* path) {
    const auto index = layout.entryOf(model, *model.tree().findModule(path));
    return index ? &layout.entries()[*index] : nullptr;
}

}  // namespace

/// The board without a widget: what lies where, and what its heads say.
class TestBoardLayout : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // Cleared after each test function, so it is set before each.
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }
    void lanesInDeviceOrder();
    void heightsFollowBytes();
    void logarithmIsMonotone();
    void everyBlockIsHit();
    void mirroredBlocksAreHit();
    void longRunsFoldAndUnfold();
    void fewBlocksStayUnfolded();
    void partsOfABlock();
    void overflowStartsAtTheExactByte();
    void linksSayWhatCrosses();
    void linksDoNotCrossBlocks();
    void linksStayWithinAModelOfAPipeline();
    void roomIsDrawnToScale();
    void previewHasHolesAndGhosts();
    void previewOfAPart();
    void refusals_data();
    void refusals();
    void figuresComeFromThePlan();
    void barsAgreeOnTheirUnit();
    void figuresOverTheCapacity();
    void figuresInAPreview();
    void sizePairs_data();
    void sizePairs();
    void dragLabels();
    void whatHasNoDeviceHasALane();
    void aMissingDeviceIsNamed();
    void cardsKeepTheirNames();
};

void TestBoardLayout::linksStayWithinAModelOfAPipeline() {
    const auto checkpoint = openCheckpoint(STOWAGE_TEST_DATA "/pipelines/flux");
    QVERIFY(checkpoint.has_value());
    PlacementRequest request = test::makePlan({}, kTwoGpus)->request;
    request.tree = (*checkpoint)->describedTree;
    request.moves.clear();
    const auto placed = place(request);
    QVERIFY(placed.has_value());
    // Two returns within the transformer, and every model on another device than the one before.
    const auto plan = edited(
        *placed, SetMapEdit{DeviceMap({{"text_encoder", DeviceId::gpu(0)},
                                       {"text_encoder_2", DeviceId::gpu(1)},
                                       {"transformer", DeviceId::gpu(0)},
                                       {"transformer.single_transformer_blocks", DeviceId::gpu(1)},
                                       {"vae", DeviceId::gpu(1)}}),
                            {}});
    QVERIFY(plan != nullptr);
    const BoardModel model = makeBoardModel(plan);
    QCOMPARE(countHops(model, nullptr), 2);
    const BoardLayout layout(model, {}, options());
    QCOMPARE(layout.links().size(), std::size_t(2));
    for (const BoardLink& link : layout.links()) {
        QVERIFY(link.solid);
        QVERIFY2(link.amount.isEmpty(), qPrintable(link.amount));
    }
}

void TestBoardLayout::whatHasNoDeviceHasALane() {
    auto plan = test::makePlan({}, kTwoGpus);
    const std::size_t all = makeBoardModel(plan).blocks.size();
    plan = edited(plan, SetMapEdit{DeviceMap({{"transformer.wte", DeviceId::gpu(0)},
                                              {"lm_head", DeviceId::gpu(0)},
                                              {"transformer.h.3", DeviceId::gpu(1)},
                                              {"transformer.h.5", DeviceId::gpu(7)}}),
                                   {}});
    const BoardModel model = makeBoardModel(plan);
    QCOMPARE(model.blocks.size(), all);  // none is lost
    QVERIFY(model.lanes.back().device.id == kNoDevice);
    QCOMPARE(std::size_t(model.lanes.back().blocks), all - 2);
    QVERIFY(std::ranges::is_sorted(model.blocks, {}, &BoardBlock::module));
    const BoardLayout layout(model, {}, options());
    QCOMPARE(layout.lanes().size(), model.lanes.size());
    const BoardEntry* const lost = entryOf(layout, model, "transformer.h.2");
    QVERIFY(lost != nullptr && lost->device == kNoDevice);
    QCOMPARE(laneLabel(lost->device), QStringLiteral("No device"));
    // It cannot be a target, and nothing crosses to it.
    const auto preview = makePreview(model, {QStringLiteral("transformer.wte")}, kNoDevice);
    QVERIFY(!preview.refusal.isEmpty());
    for (const BoardLink& link : layout.links()) {
        QVERIFY(model.lanes[link.toLane].device.id != kNoDevice);
    }
    // A move brings it back, and the lane goes with the last of them.
    const auto moved = edited(plan, MoveEdit{{""}, DeviceId::cpu()});
    QVERIFY(makeBoardModel(moved).lanes.back().device.id == DeviceId::disk());
}

void TestBoardLayout::aMissingDeviceIsNamed() {
    const auto plan = edited(test::makePlan({}, kTwoGpus),
                             SetMapEdit{DeviceMap({{"transformer", DeviceId::gpu(0)},
                                                   {"lm_head", DeviceId::gpu(0)},
                                                   {"transformer.h.5", DeviceId::gpu(7)}}),
                                        {}});
    const BoardModel model = makeBoardModel(plan);
    QCOMPARE(model.lanes.back().blocks, 1U);
    const auto block = std::ranges::find(model.blocks, kNoDevice, &BoardBlock::device);
    QVERIFY(block != model.blocks.end() && block->missing == DeviceId::gpu(7));
    QCOMPARE(block->label, QStringLiteral("transformer.h.5"));
}

void TestBoardLayout::cardsKeepTheirNames() {
    const auto plan = test::makePlan({}, "rtx-4090,2GiB");
    const LaneFigures figures = makeLaneFigures(plan->placements[0], nullptr);
    QCOMPARE(figures.name, QStringLiteral("GeForce RTX 4090, simulated"));
    QCOMPARE(figures.shortNames,
             (QStringList{"RTX 4090, simulated", "RTX 4090, sim.", "RTX 4090"}));
    const auto cards = test::makePlan({}, "h100-pcie,a100-80gb,mi250x,t4");
    const char* const names[] = {"H100 PCIe", "A100 SXM4", "MI250X, one die", "T4"};
    for (std::size_t i = 0; i < std::size(names); ++i) {
        QCOMPARE(makeLaneFigures(cards->placements[i], nullptr).shortNames.last(),
                 QString::fromLatin1(names[i]));
    }
    QCOMPARE(makeLaneFigures(plan->placements[1], nullptr).name,
             QStringLiteral("Simulated, 2 GiB"));
    const auto cluster = test::makePlan({}, "2GiB,node-2/2GiB");
    QCOMPARE(makeLaneFigures(cluster->placements[0], nullptr).name,
             QStringLiteral("Simulated, 2 GiB"));
    const LaneFigures away = makeLaneFigures(cluster->placements[1], nullptr);
    QCOMPARE(away.name, QStringLiteral("node-2 · Simulated, 2 GiB"));
    QCOMPARE(away.shortNames.last(), QStringLiteral("node-2 · 2 GiB"));
}

void TestBoardLayout::lanesInDeviceOrder() {
    const BoardModel model = makeBoardModel(test::makePlan({}, kTwoGpus));
    const BoardLayout layout(model, {}, options(1000));
    QCOMPARE(layout.lanes().size(), std::size_t{4});
    QCOMPARE(layout.lanes()[0].device, DeviceId::gpu(0));
    QCOMPARE(layout.lanes()[3].device, DeviceId::disk());
    for (const BoardLane& lane : layout.lanes()) {
        QVERIFY(lane.column.width() >= metrics::kLaneWidth);
        QVERIFY(lane.column.right() < layout.size().width());
    }
    QCOMPARE(BoardLayout(model, {}, options(500)).lanes()[0].column.width(), metrics::kLaneWidth);
    QVERIFY(BoardLayout(model, {}, options(500)).size().width() > 500);
    QCOMPARE(layout.lanes()[2].notes.front().text,
             QString(goldenText("window-board/drop-layers-here")));
}

void TestBoardLayout::heightsFollowBytes() {
    const BoardModel model = makeBoardModel(test::makePlan({}, kTwoGpus));
    const BoardLayout layout(model, {}, options());
    const BoardEntry* embedding = entryOf(layout, model, "transformer.wte");
    const BoardEntry* block = entryOf(layout, model, "transformer.h.0");
    const BoardEntry* norm = entryOf(layout, model, "transformer.ln_f");
    const double perByte = block->rect.height() / static_cast<double>(block->bytes);
    QVERIFY(std::abs(embedding->rect.height() - perByte * static_cast<double>(embedding->bytes)) <
            0.6 * static_cast<double>(embedding->bytes) / static_cast<double>(block->bytes));
    QVERIFY(!block->enlarged);
    QCOMPARE(block->sizeText, QStringLiteral("27.0 MiB"));
    QCOMPARE(norm->rect.height(), metrics::kBlockMin);
    QCOMPARE(norm->sizeText, QStringLiteral("≈ 6.0 KiB"));
}

void TestBoardLayout::logarithmIsMonotone() {
    const BoardModel model = makeBoardModel(test::makePlan({}, kTwoGpus));
    BoardLayoutOptions logarithmic = options();
    logarithmic.scale = BoardScale::Logarithmic;
    const BoardLayout layout(model, {}, logarithmic);
    const int small = entryOf(layout, model, "transformer.wpe")->rect.height();
    const int middle = entryOf(layout, model, "transformer.h.0")->rect.height();
    const int large = entryOf(layout, model, "transformer.wte")->rect.height();
    QVERIFY(metrics::kBlockMin <= small);
    QVERIFY(small < middle);
    QVERIFY(middle < large);
    QVERIFY(large < 3 * middle);
}

void TestBoardLayout::everyBlockIsHit() {
    const BoardModel model = makeBoardModel(test::makePlan({600, 64, 500, 64}, "2GiB,2GiB"));
    BoardFolding open;
    for (const BoardBlock& block : model.blocks) {
        open.openRuns.insert(block.module);
    }
    const BoardLayout layout(model, open, options());
    QVERIFY(layout.entries().size() >= 600);
    for (std::size_t i = 0; i < layout.entries().size(); ++i) {
        QCOMPARE(layout.entryAt(layout.entries()[i].rect.center()).value(), i);
        QCOMPARE(layout.entryAt(layout.entries()[i].rect.topLeft()).value(), i);
    }
    QVERIFY(!layout.entryAt(QPoint(layout.lanes()[0].column.right() + 5, 40)));
    QVERIFY(!layout.entryAt(QPoint(layout.lanes()[0].column.center().x(), 2)));
    QCOMPARE(layout.laneAt(layout.lanes()[1].column.left() - 4).value(), std::size_t{1});
    QVERIFY(!layout.laneAt(layout.size().width() + 100));
}

void TestBoardLayout::mirroredBlocksAreHit() {
    const BoardModel model = makeBoardModel(test::makePlan({}, kTwoGpus));
    BoardLayoutOptions mirrored = options();
    mirrored.direction = Qt::RightToLeft;
    const BoardLayout layout(model, {}, mirrored);
    QVERIFY(layout.lanes()[0].column.left() > layout.lanes()[3].column.left());
    for (std::size_t i = 0; i < layout.entries().size(); ++i) {
        QCOMPARE(layout.entryAt(layout.entries()[i].rect.center()).value(), i);
    }
}

void TestBoardLayout::longRunsFoldAndUnfold() {
    const BoardModel model = makeBoardModel(test::makePlan({600, 64, 500, 64}, "2GiB"));
    const BoardLayout folded(model, {}, options());
    const BoardEntry* run = entryOf(folded, model, "transformer.h.7");
    QCOMPARE(run->kind, BoardEntry::Kind::Run);
    QCOMPARE(run->label, QStringLiteral("transformer.h.0–599"));
    QVERIFY(run->sizeText.startsWith(QStringLiteral("600 × ")));
    QCOMPARE(run->bytes, 600 * model.blocks[run->firstBlock].bytes);
    BoardFolding folding;
    folding.openRuns.insert(run->module);
    const BoardLayout open(model, folding, options());
    QCOMPARE(open.entries().size(), folded.entries().size() + 599);
}

void TestBoardLayout::fewBlocksStayUnfolded() {
    const BoardModel model = makeBoardModel(test::makePlan({}, "4GiB"));
    const BoardLayout layout(model, {}, options());
    QCOMPARE(layout.entries().size(), std::size_t{15});  // wte, wpe, 12 blocks, ln_f
}

void TestBoardLayout::partsOfABlock() {
    const BoardModel model = makeBoardModel(test::makePlan({}, kTwoGpus));
    BoardFolding folding;
    folding.openBlocks.insert(*model.tree().findModule("transformer.h.1"));
    folding.openBlocks.insert(*model.tree().findModule("transformer.h.1.mlp"));
    const BoardLayout layout(model, folding, options());
    QCOMPARE(entryOf(layout, model, "transformer.h.1")->kind, BoardEntry::Kind::Header);
    const BoardEntry* part = entryOf(layout, model, "transformer.h.1.mlp.c_fc");
    QCOMPARE(part->kind, BoardEntry::Kind::Part);
    QCOMPARE(part->depth, 2);
    QCOMPARE(part->bytes, std::uint64_t{(768 * 3072 + 3072) * 4});
    std::uint64_t sum = 0;
    for (const char* name : {"ln_1", "attn", "ln_2", "mlp"}) {
        const std::string path = std::string("transformer.h.1.") + name;
        sum += entryOf(layout, model, path.c_str())->bytes;
    }
    QCOMPARE(sum, entryOf(layout, model, "transformer.h.1")->bytes);
}

void TestBoardLayout::overflowStartsAtTheExactByte() {
    auto plan = test::makePlan({}, kTwoGpus);
    plan = edited(plan, MoveEdit{{"transformer"}, DeviceId::gpu(1)});
    plan = edited(plan, SetBudgetEdit{DeviceId::gpu(1), "200MiB"});
    plan = edited(plan, MoveEdit{{"transformer"}, DeviceId::gpu(1)});
    const BoardModel model = makeBoardModel(plan);
    const BoardLayout layout(model, {}, options());
    const BoardLane& lane = layout.lanes()[1];
    QVERIFY(lane.overY.has_value());
    double before = 0;
    for (std::size_t i = lane.first; i < lane.last; ++i) {
        const BoardEntry& entry = layout.entries()[i];
        if (entry.rect.bottom() < *lane.overY) {
            before += static_cast<double>(entry.bytes);
            continue;
        }
        const double inside = static_cast<double>(*lane.overY - entry.rect.top()) /
                              entry.rect.height() * static_cast<double>(entry.bytes);
        const double pixel = static_cast<double>(entry.bytes) / entry.rect.height();
        QVERIFY(std::abs(before + inside - 200.0 * kMiB) <= pixel);
        break;
    }
    QVERIFY(lane.notes.front().isWarning);
    QCOMPARE(lane.notes.front().text,
             QString::fromStdString(formatSize(plan->placement(DeviceId::gpu(1))->overBudget())) +
                 QString(goldenText("window-board/over-the-limit")));
    QVERIFY(!layout.lanes()[0].overY);
}

void TestBoardLayout::linksSayWhatCrosses() {
    auto plan = test::makePlan({}, kTwoGpus);
    plan = edited(plan, MoveEdit{{"transformer.h.10"}, DeviceId::cpu()});
    plan = edited(plan, MoveEdit{{"transformer.h.11"}, DeviceId::disk()});
    const BoardLayout layout(makeBoardModel(plan), {}, options());
    QStringList texts;
    for (const BoardLink& link : layout.links()) {
        texts += link.amount + u' ' + link.where + (link.solid ? u'|' : u':');
    }
    // 768 floats a token; CPU and disk run on GPU 0, so what lies there is reached without a hop.
    const QStringList expected{
        QStringLiteral("3.0 KiB to GPU 1|"), QStringLiteral("3.0 KiB to GPU 0|"),
        QStringLiteral("0 B, stays on GPU 0:"), QStringLiteral("3.0 KiB to GPU 1|")};
    QCOMPARE(texts, expected);
    // Read from the right the figure keeps its direction, and the comma stands left of it.
    QApplication::setLayoutDirection(Qt::RightToLeft);
    const auto back = qScopeGuard([] { QApplication::setLayoutDirection(Qt::LeftToRight); });
    const BoardLayout mirrored(makeBoardModel(plan), {}, options());
    QCOMPARE(mirrored.links()[2].amount, QStringLiteral("\u200f\u20660\u00a0B\u2069,"));
}

void TestBoardLayout::linksDoNotCrossBlocks() {
    auto plan = test::makePlan({}, kTwoGpus);
    plan = edited(plan, MoveEdit{{"transformer.h.1", "transformer.h.4"}, DeviceId::disk()});
    const BoardLayout layout(makeBoardModel(plan), {}, options());
    QVERIFY(layout.links().size() >= 4);
    for (const BoardLink& link : layout.links()) {
        for (qsizetype i = 0; i + 1 < link.points.size(); ++i) {
            const QRect segment = QRect(link.points[i], link.points[i + 1]).normalized();
            for (const BoardEntry& entry : layout.entries()) {
                QVERIFY(!segment.intersects(entry.rect));
            }
        }
    }
}

void TestBoardLayout::roomIsDrawnToScale() {
    const auto plan = test::makePlan({}, "320MiB,320MiB", "0=200MiB,1=100MiB,cpu=600MiB");
    const BoardModel model = makeBoardModel(plan);
    const BoardLayout layout(model, {}, options());
    const BoardLane& lane = layout.lanes()[0];
    const DevicePlacement& placement = plan->placements[0];
    QVERIFY(lane.limitY.has_value());
    QCOMPARE(lane.limitText, QStringLiteral("Limit 200.0 MiB"));
    const BoardEntry* block = entryOf(layout, model, "transformer.h.0");
    const double perByte = block->rect.height() / static_cast<double>(block->bytes);
    QVERIFY(placement.reservedForLargestLayer > 0);
    QVERIFY(std::abs(lane.kept.height() - placement.reservedForLargestLayer * perByte) <= 2);
    QVERIFY(
        lane.keptText.startsWith(QString(goldenText("window-board/kept-for-the-largest-layer"))));
}

void TestBoardLayout::previewHasHolesAndGhosts() {
    const BoardModel model = makeBoardModel(test::makePlan({}, kTwoGpus));
    const QStringList paths{QStringLiteral("transformer.h.9"), QStringLiteral("transformer.h.10")};
    const BoardPreview preview = makePreview(model, paths, DeviceId::gpu(0));
    BoardLayoutOptions dragging = options();
    dragging.preview = &preview;
    const BoardLayout layout(model, {}, dragging);
    int holes = 0;
    int ghosts = 0;
    for (const BoardEntry& entry : layout.entries()) {
        holes += entry.kind == BoardEntry::Kind::Hole && entry.device == DeviceId::gpu(1) ? 1 : 0;
        ghosts += entry.kind == BoardEntry::Kind::Ghost && entry.device == DeviceId::gpu(0) ? 1 : 0;
    }
    QCOMPARE(holes, 2);
    QCOMPARE(ghosts, 2);
    // Execution order: the ghosts stand under what lies on GPU 0 already.
    QCOMPARE(layout.entries()[layout.lanes()[0].last - 1].label, paths.back());
    const auto isNew = [](const BoardLink& link) { return link.isNew; };
    QCOMPARE(std::count_if(layout.links().begin(), layout.links().end(), isNew), 2);
}

void TestBoardLayout::previewOfAPart() {
    const BoardModel model = makeBoardModel(test::makePlan({}, kTwoGpus));
    const BoardPreview preview = makePreview(
        model, {QStringLiteral("transformer.h.9.mlp"), QStringLiteral("transformer.h.9.mlp.c_fc")},
        DeviceId::cpu());
    QCOMPARE(preview.count(), std::size_t{1});
    QCOMPARE(preview.addedBytes, (768.0 * 3072 * 2 + 3072 + 768) * 4);
    QCOMPARE(preview.leaving.at(DeviceId::gpu(1)), preview.addedBytes);
    const BoardPreview whole =
        makePreview(model, {QStringLiteral("transformer")}, DeviceId::gpu(0));
    QCOMPARE(whole.addedBytes, model.plan->placement(DeviceId::gpu(1))->weights);
}

void TestBoardLayout::refusals_data() {
    QTest::addColumn<QStringList>("paths");
    QTest::addColumn<QString>("reason");
    QTest::newRow("there") << QStringList{QStringLiteral("transformer.wte")}
                           << QString(goldenText(
                                  "window-document/transformer-wte-already-lies-on-gpu"));
    QTest::newRow("both there")
        << QStringList{QStringLiteral("transformer.wte"), QStringLiteral("transformer.wpe")}
        << QString(goldenText("window-document/all-of-these-already-lie-on-gpu-0"));
    QTest::newRow("tied head") << QStringList{QStringLiteral("lm_head")}
                               << QString(goldenText(
                                      "window-document/lm-head-has-no-weights-of-its-own"));
    QTest::newRow("foreign") << QStringList{QStringLiteral("encoder.layer.0")}
                             << QString(goldenText(
                                    "window-document/these-modules-are-not-part-of-this"));
    QTest::newRow("allowed") << QStringList{QStringLiteral("transformer.h.11")} << QString();
}

void TestBoardLayout::refusals() {
    QFETCH(QStringList, paths);
    const BoardModel model = makeBoardModel(test::makePlan({}, kTwoGpus));
    QTEST(makePreview(model, paths, DeviceId::gpu(0)).refusal, "reason");
}

void TestBoardLayout::figuresComeFromThePlan() {
    const auto plan = test::makePlan({}, kTwoGpus);
    for (const DevicePlacement& placement : plan->placements) {
        const LaneFigures figures = makeLaneFigures(placement, nullptr);
        QCOMPARE(figures.weights, placement.weights);
        QCOMPARE(figures.over, 0.0);
        double sum = 0;
        for (const BarSegment& segment : figures.segments) {
            sum += segment.bytes;
        }
        QCOMPARE(sum, placement.device.capacity ? figures.scaleBytes : placement.weights);
        QVERIFY(
            figures.tooltip.contains(QString::fromStdString(formatExactBytes(placement.weights))));
    }
    const LaneFigures cpu = makeLaneFigures(plan->placements[2], nullptr);
    QCOMPARE(cpu.text(), QString(goldenText("window-board/of-the-cpus-limit")));
    const auto limited = edited(plan, SetBudgetEdit{DeviceId::gpu(0), "1GiB"});
    QVERIFY(makeLaneFigures(limited->placements[0], nullptr)
                .text()
                .endsWith(goldenText("window-board/free-on-the-card")));
}

/// Beside GPUs whose bars say MiB, the CPU's says its unit, too.
void TestBoardLayout::barsAgreeOnTheirUnit() {
    const auto numbers = [](const PlacementPlan& plan) {
        QStringList texts;
        for (const LaneFigures& figures : makeFiguresOfLanes(plan.placements, nullptr)) {
            texts.append(barNumber(1.5 * static_cast<double>(kGiB), figures));
        }
        texts.removeDuplicates();
        return texts;
    };
    auto plan = test::makePlan({}, kTwoGpus);
    plan = edited(plan, SetBudgetEdit{DeviceId::gpu(0), "2GiB"});
    plan = edited(plan, SetBudgetEdit{DeviceId::gpu(1), "2GiB"});
    QCOMPARE(numbers(*plan), QStringList{QStringLiteral("1.50")});
    plan = edited(plan, SetBudgetEdit{DeviceId::gpu(1), "200MiB"});
    QCOMPARE(numbers(*plan), QStringList{QStringLiteral("1.50 GiB")});
}

void TestBoardLayout::figuresOverTheCapacity() {
    auto plan = test::makePlan({}, "256MiB,2GiB");
    plan = edited(plan, SetBudgetEdit{DeviceId::gpu(0), "1GiB"});
    plan = edited(plan, MoveEdit{{"transformer"}, DeviceId::gpu(0)});
    const DevicePlacement& placement = plan->placements[0];
    const LaneFigures figures = makeLaneFigures(placement, nullptr);
    QVERIFY(figures.overCapacity);
    QCOMPARE(figures.over, static_cast<double>(placement.overCapacity()));
    QVERIFY(figures.room.endsWith(QString(goldenText("window-board/over-its-capacity"))));
}

void TestBoardLayout::figuresInAPreview() {
    const BoardModel model = makeBoardModel(test::makePlan({}, kTwoGpus));
    const BoardPreview preview =
        makePreview(model, {QStringLiteral("transformer.h.11")}, DeviceId::gpu(0));
    const LaneFigures to = makeLaneFigures(model.plan->placements[0], &preview);
    const LaneFigures from = makeLaneFigures(model.plan->placements[1], &preview);
    QCOMPARE(to.weights, to.was + preview.addedBytes);
    QCOMPARE(from.weights, from.was - preview.addedBytes);
    QCOMPARE(to.before,
             QStringLiteral("was ") + makeLaneFigures(model.plan->placements[0], nullptr).sum);
    const DragCard card = makeDragCard(model, preview, to);
    QVERIFY(card.title.startsWith(QStringLiteral("1 block · 27.0 MiB → GPU 0, ")));
    // Out to GPU 1, back to GPU 0 for this block, out again for the norm behind it, and back to the
    // head, which is tied to the embedding: as the problems count them.
    QCOMPARE(card.lines.front(), QStringLiteral("4 hops, now 2"));
    QCOMPARE(deviceHops(*model.plan).hops, 2U);
    QCOMPARE(card.lines.back(), QString(goldenText("window-board/drop-to-move-esc-to-cancel")));
}

void TestBoardLayout::sizePairs_data() {
    QTest::addColumn<double>("bytes");
    QTest::addColumn<double>("of");
    QTest::addColumn<QString>("text");
    QTest::newRow("GiB") << 2.67 * kGiB << 3.0 * kGiB << QStringLiteral("2.67 of 3.00 GiB");
    QTest::newRow("small in large")
        << 81.0 * kMiB << 2.0 * kGiB << QStringLiteral("81.0 MiB of 2.00 GiB");
    QTest::newRow("MiB") << 81.0 * kMiB << 320.0 * kMiB << QStringLiteral("81.0 of 320.0 MiB");
    QTest::newRow("none") << 0.0 << 16.0 * kGiB << QStringLiteral("0 of 16.00 GiB");
    QTest::newRow("tiny") << 12.5 * kKiB << 60.0 * kMiB << QStringLiteral("12.5 KiB of 60.0 MiB");
}

void TestBoardLayout::sizePairs() {
    QFETCH(double, bytes);
    QFETCH(double, of);
    const auto [first, second] = formatSizePair(bytes, of);
    QTEST(first + second, "text");
}

void TestBoardLayout::dragLabels() {
    const auto h = [](int n) { return QStringLiteral("transformer.h.%1").arg(n); };
    QCOMPARE(dragLabel({h(3)}), h(3));
    QCOMPARE(dragLabel({h(3), h(4), h(5)}), QStringLiteral("transformer.h.3 to 5"));
    QCOMPARE(dragLabel({h(3), h(5)}), QStringLiteral("2 modules"));
}

QTEST_MAIN(TestBoardLayout)
#include "tst_board_layout.moc"
