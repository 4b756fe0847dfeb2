// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/byte_size.h"
#include "engine/model/module_tree.h"
#include "engine/plan/edit/plan_edit.h"
#include "engine/plan/place/place.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/tree/module_filter.h"
#include "widgets/tree/module_tree_model.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

#include <ctime>

using namespace stowage;
using namespace stowage::test;

namespace {

ModuleDraft linear(const std::string& name, std::int64_t out, std::int64_t in) {
    ModuleDraft draft;
    draft.name = name;
    draft.className = "Linear";
    draft.parameters = {{"weight", DType::Float32, {out, in}}, {"bias", DType::Float32, {out}}};
    return draft;
}

/// wte, `layers` blocks of attention, mask buffer and dropout, and a head tied to wte.
ModelDraft makeDraft(int layers) {
    ModelDraft model;
    model.root.className = "Tiny";
    ModuleDraft wte;
    wte.name = "wte";
    wte.className = "Embedding";
    wte.parameters = {{"weight", DType::Float32, {1024, 256}}};
    ModuleDraft list;
    list.name = "h";
    list.className = "ModuleList";
    for (int i = 0; i < layers; ++i) {
        ModuleDraft block;
        block.name = std::to_string(i);
        block.className = "Block";
        ModuleDraft attention = linear("attn", 256, 256);
        attention.className = "Attention";
        attention.buffers = {{"mask", DType::Bool, {64, 64}}};
        ModuleDraft dropout;
        dropout.name = "drop";
        dropout.className = "Dropout";
        block.children = {attention, dropout, linear("fc", 512, 256)};
        list.children.push_back(block);
    }
    ModuleDraft head;
    head.name = "head";
    head.className = "Linear";
    head.parameters = {{"weight", DType::Float32, {1024, 256}}};
    model.root.children = {wte, list, head};
    model.tied = {{"wte.weight", "head.weight"}};
    model.noSplitClasses = {"Block"};
    return model;
}

std::shared_ptr<const PlacementPlan> makePlan(int layers) {
    const auto tree = ModuleTreeBuilder::build(makeDraft(layers));
    PlacementRequest request;
    request.tree = *tree;
    request.devices = *parseSimulatedGpus("16GiB,16GiB");
    DeviceInfo cpu;
    cpu.id = DeviceId::cpu();
    cpu.capacity = 64 * kGiB;
    request.devices.push_back(cpu);
    request.budgets = defaultBudgets(request.devices, 64.0 * static_cast<double>(kGiB));
    return *place(request);
}

void appendRows(const QAbstractItemModel& model, const QModelIndex& parent, int depth,
                QString& text) {
    for (int row = 0; row < model.rowCount(parent); ++row) {
        QStringList cells;
        for (int column = 0; column < model.columnCount(parent); ++column) {
            cells.append(model.index(row, column, parent).data().toString());
        }
        text += QString(2 * depth, ' ') + cells.join(" | ") + "\n";
        appendRows(model, model.index(row, 0, parent), depth + 1, text);
    }
}

QString treeText(const QAbstractItemModel& model) {
    QString text;
    appendRows(model, {}, 0, text);
    return text;
}

double threadSeconds() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

}  // namespace

class ModuleTreeModelTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init() { failOnWarnings(); }
    void showsModulesAndBuffers();
    void countsTiedWeightsOnce();
    void followsThePlan();
    void badges();
    void filters_data();
    void filters();
    void filterFollowsEdits();
    void oddWordsAreNamed();
    void aFlatFileHasItsTensorsAsRows();
    void aHundredThousandModules();
};

void ModuleTreeModelTest::initTestCase() {
    failOnWarnings();
}

void ModuleTreeModelTest::showsModulesAndBuffers() {
    ModuleTreeModel model;
    const QAbstractItemModelTester tester(&model);
    QCOMPARE(model.rowCount(), 0);
    model.setPlan(makePlan(1));
    QCOMPARE(treeText(model),
             QString::fromUtf8("wte | Embedding | 262.1 K | 1.0 MiB | float32 | gpu:0\n"
                               "h | ModuleList | 197.4 K | 775.0 KiB | float32 | gpu:0\n"
                               "  0 | Block | 197.4 K | 775.0 KiB | float32 | gpu:0\n"
                               "    attn | Attention | 65.8 K | 261.0 KiB | float32 | gpu:0\n"
                               "      mask | buffer | – | 4.0 KiB | bool | gpu:0\n"
                               "    drop | Dropout | – | – | – | gpu:0\n"
                               "    fc | Linear | 131.6 K | 514.0 KiB | float32 | gpu:0\n"
                               "head | Linear | 262.1 K | 1.0 MiB | float32 | gpu:0\n"));
}

void ModuleTreeModelTest::countsTiedWeightsOnce() {
    const auto plan = makePlan(3);
    const PlanFigures figures = planFigures(*plan);
    for (const ModuleNode& node : plan->request.tree->nodes()) {
        QCOMPARE(figures.bytes[node.id.index()], node.subtreeBytes);
    }
    const auto half = applyEdit(*plan, SetDtypeEdit{DType::Float16});
    QVERIFY(half.has_value());
    const PlanFigures halved = planFigures(**half);
    // Every parameter has two bytes then; the masks keep theirs.
    const std::uint64_t masks = 3ULL * 64 * 64;
    QCOMPARE(halved.bytes[0], plan->request.tree->totalParameters() * 2 + masks);
}

void ModuleTreeModelTest::followsThePlan() {
    const auto plan = makePlan(2);
    ModuleTreeModel model;
    const QAbstractItemModelTester tester(&model);
    model.setPlan(plan);
    const QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
    const QSignalSpy changes(&model, &QAbstractItemModel::dataChanged);
    const ModuleId block = *plan->request.tree->findModule("h.0.attn");
    const QPersistentModelIndex index = model.entryIndex(block.value);
    const auto moved = applyEdit(*plan, MoveEdit{{"h.0"}, DeviceId::cpu()});
    QVERIFY(moved.has_value());
    model.setPlan(*moved);
    QCOMPARE(resets.count(), 0);
    QCOMPARE(changes.count(), 1);
    QVERIFY(index.isValid());
    QCOMPARE(index.data(ModuleTreeModel::DeviceNameRole).toString(), QString("cpu"));
    QCOMPARE(model.entryIndex(plan->request.tree->findModule("h")->value)
                 .data(ModuleTreeModel::DeviceNameRole)
                 .toString(),
             QString("mixed"));
    model.setPlan(nullptr);
    QCOMPARE(model.rowCount(), 0);
}

void ModuleTreeModelTest::badges() {
    auto plan = makePlan(2);
    plan = *applyEdit(*plan, MoveEdit{{"h.0"}, DeviceId::cpu()});
    plan = *applyEdit(*plan, PinEdit{{"h.1"}, DeviceId::gpu(0)});
    ModuleTreeModel model;
    model.setPlan(plan);
    const auto flags = [&](const char* path) {
        const ModuleId id = *plan->request.tree->findModule(path);
        return model.entryIndex(id.value).data(ModuleTreeModel::BadgesRole).toUInt();
    };
    const auto bit = [](ModuleBadge badge) { return static_cast<unsigned>(badge); };
    QCOMPARE(flags("wte"), bit(ModuleBadge::Tied));
    QCOMPARE(flags("head"), bit(ModuleBadge::Tied));
    QVERIFY((flags("h.0") & bit(ModuleBadge::NoSplit)) != 0);
    QVERIFY((flags("h.0") & bit(ModuleBadge::MovedByHand)) != 0);
    QVERIFY((flags("h.1") & bit(ModuleBadge::Pinned)) != 0);
    QVERIFY((flags("h.1") & bit(ModuleBadge::MovedByHand)) == 0);
}

void ModuleTreeModelTest::filters_data() {
    QTest::addColumn<QString>("filter");
    QTest::addColumn<int>("count");
    QTest::addColumn<QString>("firstLine");
    // Two blocks: root, wte, h, 2 × (block, attn, drop, fc), head.
    QTest::newRow("none") << "" << 12 << "wte";
    QTest::newRow("name") << "ATTN" << 2 << "h";
    QTest::newRow("buffer name") << "mask" << 0 << "h";
    QTest::newRow("path") << "h.1.fc" << 1 << "h";
    QTest::newRow("class") << "class:linear" << 3 << "h";
    QTest::newRow("device") << "device:gpu1 class:block" << 2 << "h";
    QTest::newRow("device with colon") << "device:gpu:0 class:embedding" << 1 << "wte";
    QTest::newRow("larger") << ">1000KiB" << 3 << "wte";
    QTest::newRow("between") << ">500KiB <600KiB" << 2 << "h";
    QTest::newRow("both") << "class:Linear >1MB" << 1 << "head";
    QTest::newRow("nothing") << "class:Conv" << 0 << "";
}

void ModuleTreeModelTest::filters() {
    QFETCH(QString, filter);
    QFETCH(int, count);
    QFETCH(QString, firstLine);
    ModuleTreeModel model;
    ModuleFilterProxy proxy(&model);
    const QAbstractItemModelTester tester(&proxy);
    model.setPlan(makePlan(2));
    proxy.setFilterText(filter);
    QCOMPARE(static_cast<int>(proxy.matchCount()), count);
    QCOMPARE(proxy.index(0, 0).data().toString(), firstLine);
    proxy.setFilterText({});
    QCOMPARE(treeText(proxy), treeText(model));
}

void ModuleTreeModelTest::filterFollowsEdits() {
    const auto plan = makePlan(2);
    ModuleTreeModel model;
    ModuleFilterProxy proxy(&model);
    const QAbstractItemModelTester tester(&proxy);
    model.setPlan(plan);
    proxy.setFilterText("device:cpu");
    QCOMPARE(proxy.rowCount(), 0);
    model.setPlan(*applyEdit(*plan, MoveEdit{{"h.1"}, DeviceId::cpu()}));
    QCOMPARE(proxy.matchCount(), 4U);
    QCOMPARE(proxy.index(0, 0).data().toString(), QString("h"));
    QCOMPARE(proxy.rowCount(proxy.index(0, 0)), 1);
}

void ModuleTreeModelTest::oddWordsAreNamed() {
    const ModuleFilter filter = ModuleFilter::parse("a >12cats device:tpu <1GiB");
    QCOMPARE(filter.names, QStringList{"a"});
    QCOMPARE(filter.notUnderstood, (QStringList{">12cats", "device:tpu"}));
    QVERIFY(!filter.moreThanBytes);
    QCOMPARE(filter.lessThanBytes, std::optional(static_cast<double>(kGiB)));
}

void ModuleTreeModelTest::aFlatFileHasItsTensorsAsRows() {
    // A file of names without a dot: all tensors are the root's own, which is no row itself.
    constexpr int kTensors = 20'000;
    ModelDraft draft;
    for (int i = 0; i < kTensors; ++i) {
        draft.root.parameters.push_back({"t" + std::to_string(i), DType::Float32, {4}});
    }
    PlacementRequest request;
    request.tree = *ModuleTreeBuilder::build(draft);
    request.devices = *parseSimulatedGpus("1GiB");
    request.budgets = defaultBudgets(request.devices, 0);
    ModuleTreeModel model;
    QAbstractItemModelTester tester(&model);
    model.setPlan(*place(request));
    QCOMPARE(model.rowCount(), kTensors);
    const QModelIndex row = model.index(7, ModuleTreeModel::Name);
    QCOMPARE(row.data().toString(), QStringLiteral("t7"));
    QCOMPARE(row.data(ModuleTreeModel::BytesRole).toULongLong(), 16ULL);
    QCOMPARE(row.data(ModuleTreeModel::ParameterCountRole).toULongLong(), 4ULL);
    QCOMPARE(model.index(7, ModuleTreeModel::Class).data().toString(), QStringLiteral("parameter"));
    QCOMPARE(model.index(7, ModuleTreeModel::Device).data().toString(), QStringLiteral("gpu:0"));
}

void ModuleTreeModelTest::aHundredThousandModules() {
    const auto plan = makePlan(25'000);
    QVERIFY(plan->request.tree->nodes().size() > 100'000);
    ModuleTreeModel model;
    ModuleFilterProxy proxy(&model);
    // CPU time of this thread, which a busy machine does not change; a frame that takes 0.25 s
    // would be a stutter.
    double start = threadSeconds();
    model.setPlan(plan);
    const double opened = threadSeconds() - start;
    double slowest = 0;
    for (const char* text : {"h.1", "class:Linear", "device:gpu1", ">600KiB", "fc device:gpu0"}) {
        start = threadSeconds();
        proxy.setFilterText(text);
        slowest = std::max(slowest, threadSeconds() - start);
        QVERIFY(proxy.rowCount() > 0);
    }
    qInfo("opened in %.3f s, slowest filter %.3f s", opened, slowest);
    QVERIFY2(opened < 0.25, qPrintable(QString::number(opened)));
    QVERIFY2(slowest < 0.25, qPrintable(QString::number(slowest)));
}

QTEST_MAIN(ModuleTreeModelTest)
#include "tst_module_tree_model.moc"
