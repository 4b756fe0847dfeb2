// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/byte_size.h"
#include "engine/checkpoint/open/open_checkpoint.h"
#include "engine/load/program/load_preflight.h"
#include "tests/load/load_fixture.h"
#include "tests/support/golden_text.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>

using namespace stowage;
using namespace stowage::test;

namespace {

using Map = std::vector<std::pair<std::string, DeviceId>>;

Result<std::shared_ptr<const LoadSchedule>> scheduleOf(const LoadFixture& fixture, const Map& map,
                                                       const std::vector<DeviceInfo>& devices,
                                                       LoadMethod method = LoadMethod::Streamed,
                                                       std::optional<DType> dtype = std::nullopt) {
    return makeLoadSchedule(planFor(fixture.tree, devices, map, dtype), fixture.checkpoint,
                            {method, {}});
}

std::vector<DeviceInfo> twoGpus(std::uint64_t capacity = kGiB) {
    return {gpuInfo(0, capacity), gpuInfo(1, capacity), cpuInfo()};
}

bool hasIssue(const LoadSchedule& schedule, const std::string& code) {
    return std::any_of(schedule.preflight.begin(), schedule.preflight.end(),
                       [&](const PlanIssue& issue) { return issue.code == code; });
}

}  // namespace

class TestLoadSchedule : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }

    void initTestCase() {
        QVERIFY(m_folder.isValid());
        m_model = smallModel(m_folder.path().toStdString());
    }

    // The table of docs/spec/memory.md §1, allocated / reserved, in bytes.
    void lessonPeaks_data() {
        QTest::addColumn<int>("layers");
        QTest::addColumn<qint64>("width");
        QTest::addColumn<QString>("method");
        QTest::addColumn<quint64>("allocated");
        QTest::addColumn<quint64>("reserved");
        struct Size {
            const char* name;
            int layers;
            qint64 width;
            std::array<quint64, 2> applyOrder, treeOrder, oneAtATime, both;
        };
        const std::array<Size, 4> sizes{{{"124M",
                                          12,
                                          768,
                                          {706701312, 731906048},
                                          {707225600, 731906048},
                                          {861890560, 887095296},
                                          {1414975488, 1461714944}},
                                         {"355M",
                                          24,
                                          1024,
                                          {1725808640, 1730150400},
                                          {1725808640, 1730150400},
                                          {1931661312, 1937768448},
                                          {3451617280, 3460300800}},
                                         {"774M",
                                          36,
                                          1280,
                                          {3581196288, 3762290688},
                                          {3581982720, 3741319168},
                                          {3839145984, 4020240384},
                                          {7163179008, 7501512704}},
                                         {"1558M",
                                          48,
                                          1600,
                                          {6888695808, 6962544640},
                                          {6889187328, 6962544640},
                                          {7210340864, 7285506048},
                                          {13777883136, 13904117760}}}};
        for (const Size& size : sizes) {
            using enum LoadMethod;
            std::map<LoadMethod, std::array<quint64, 2>> peaks{{Naive, size.both},
                                                               {Sequential, size.oneAtATime},
                                                               {Meta, size.both},
                                                               {Mmap, size.treeOrder},
                                                               {PerTensor, size.applyOrder},
                                                               {Sharded, size.applyOrder},
                                                               {Streamed, size.applyOrder}};
            for (const LoadMethod known : allLoadMethods()) {
                const char* const method = loadMethodName(known).data();
                QTest::addRow("%s %s", size.name, method)
                    << size.layers << size.width << QString::fromLatin1(method) << peaks[known][0]
                    << peaks[known][1];
            }
        }
    }

    void lessonPeaks() {
        QFETCH(int, layers);
        QFETCH(qint64, width);
        QFETCH(QString, method);
        QFETCH(quint64, allocated);
        QFETCH(quint64, reserved);
        const std::shared_ptr<const ModuleTree> tree = lessonTree(layers, width);
        const LoadFixture fixture{unwrittenCheckpoint(*tree), tree};
        const auto schedule =
            scheduleOf(fixture, {{"", DeviceId::gpu(0)}}, {gpuInfo(0, 20 * kGiB), cpuInfo()},
                       *loadMethodFromName(method.toStdString()));
        QVERIFY2(schedule, schedule ? "" : schedule.error().message.english().c_str());
        const PredictedPeak& peak = (*schedule)->predictedPeaks.at(DeviceId::gpu(0));
        QCOMPARE(peak.allocated, allocated);
        QCOMPARE(peak.reserved, reserved);
    }

    void readsCoverEveryByteOnce() {
        const auto schedule = scheduleOf(m_model, {{"", DeviceId::gpu(0)}}, twoGpus());
        QVERIFY(schedule);
        std::vector<std::uint64_t> covered((*schedule)->tensors.size(), 0);
        const std::vector<std::uint32_t> turns = turnsOf(**schedule);
        std::uint32_t lastTurn = 0;
        for (const ReadStep& step : (*schedule)->reads) {
            QVERIFY(step.length <= 4 * kMiB);
            QVERIFY(turns[step.scheduled] >= lastTurn);
            QCOMPARE(step.tensorOffset, covered[step.scheduled]);
            covered[step.scheduled] += step.length;
            lastTurn = turns[step.scheduled];
        }
        std::uint64_t total = 0;
        for (std::size_t i = 0; i < covered.size(); ++i) {
            const StoredTensor& stored =
                m_model.checkpoint->tensors[(*schedule)->tensors[i].stored];
            QCOMPARE(covered[i], stored.location.length);
            total += covered[i];
        }
        QCOMPARE((*schedule)->totalBytes, total);
    }

    void applyOrderPutsChildrenFirst() {
        const LoadFixture fixture = makeFixture(m_folder.path().toStdString(),
                                                {{"own", DType::Float32, {2}},
                                                 {"child.weight", DType::Float32, {2}},
                                                 {"child.inner.weight", DType::Float32, {2}}});
        const auto schedule = scheduleOf(fixture, {{"", DeviceId::cpu()}}, {cpuInfo()});
        QVERIFY(schedule);
        QStringList names;
        for (const std::uint32_t index : (*schedule)->applyOrder) {
            names << QString::fromStdString(
                fixture.tree->tensor((*schedule)->tensors[index].tensor).name);
        }
        QCOMPARE(names.join(QLatin1Char(' ')),
                 QStringLiteral("child.inner.weight child.weight own"));
        // So they are read, whatever stands first in the file.
        QCOMPARE(turnsOf(**schedule), (std::vector<std::uint32_t>{2, 1, 0}));
        std::vector<std::uint32_t> read;
        for (const ReadStep& step : (*schedule)->reads) {
            read.push_back(step.scheduled);
        }
        QCOMPARE(read, (*schedule)->applyOrder);
        m_model = smallModel(m_folder.path().toStdString());
    }

    void tiedNamesAreLoadedOnceAndNotMissing() {
        const auto schedule = scheduleOf(m_model, {{"", DeviceId::gpu(0)}}, twoGpus());
        QVERIFY(schedule);
        QCOMPARE((*schedule)->tensors.size(), m_model.checkpoint->tensors.size());
        QVERIFY((*schedule)->keys.missing.empty());
        QVERIFY((*schedule)->keys.unexpected.empty());
        QCOMPARE((*schedule)->applyOrder.size(), (*schedule)->tensors.size());
    }

    void emptyTensorNeverLiesOnDisk() {
        const auto schedule = scheduleOf(m_model, {{"", DeviceId::disk()}}, twoGpus());
        QVERIFY(schedule);
        QVERIFY((*schedule)->removeOffloadFolder);
        QVERIFY(!(*schedule)->offloadFolder.empty());
        for (const ScheduledTensor& tensor : (*schedule)->tensors) {
            QCOMPARE(tensor.device.kind == DeviceKind::Disk, tensor.bytes > 0);
        }
    }

    void otherKeysAreReported() {
        Checkpoint other = *m_model.checkpoint;
        other.tensors[0].name = "stranger";
        const LoadFixture missing{std::make_shared<Checkpoint>(other), m_model.tree};
        const auto first = scheduleOf(missing, {{"", DeviceId::cpu()}}, {cpuInfo()});
        QVERIFY(!first);
        QCOMPARE(first.error().code, ErrorCode::KeyMismatch);
        QCOMPARE(first.error().key, std::string("emb.weight"));

        other = *m_model.checkpoint;
        other.tensors[0].shape = {500, 3000};
        const LoadFixture turned{std::make_shared<Checkpoint>(other), m_model.tree};
        const auto second = scheduleOf(turned, {{"", DeviceId::cpu()}}, {cpuInfo()});
        QVERIFY(!second);
        QCOMPARE(second.error().code, ErrorCode::KeyMismatch);

        other = *m_model.checkpoint;
        other.tensors.push_back(StoredTensor{"extra", DType::Float32, {1}, {}, {0, 13, 4}, 0});
        const LoadFixture extra{std::make_shared<Checkpoint>(other), m_model.tree};
        const auto third = scheduleOf(extra, {{"", DeviceId::cpu()}}, {cpuInfo()});
        QVERIFY(third);
        QCOMPARE((*third)->keys.unexpected, std::vector<std::string>{"extra"});
    }

    // A file of the bare inner model for a tree with an outer module, and the reverse by prefix.
    void otherSpellingsOfNamesMatch() {
        ModelDraft draft;
        draft.root.children.push_back(ModuleDraft{"transformer", {}, {}, {}, {}, {}});
        draft.root.children[0].children.push_back(ModuleDraft{"wte", {}, {}, {}, {}, {}});
        draft.root.children[0].children[0].parameters.push_back(
            {"weight", DType::Float32, {2, 3}, true});
        const auto tree = *ModuleTreeBuilder::build(draft);
        for (const char* name :
             {"wte.weight", "transformer.wte.weight", "model.transformer.wte.weight"}) {
            auto checkpoint = std::make_shared<Checkpoint>();
            checkpoint->prefix = "model";
            checkpoint->tensors.push_back(
                StoredTensor{name, DType::Float32, {2, 3}, {}, {0, 0, 24}, 0});
            const auto schedule =
                scheduleOf({checkpoint, tree}, {{"", DeviceId::cpu()}}, {cpuInfo()});
            QVERIFY2(schedule, name);
            QVERIFY((*schedule)->keys.unexpected.empty());
        }
    }

    void uncoveredTensorIsAnInvalidPlan() {
        const auto schedule = scheduleOf(m_model, {{"emb", DeviceId::cpu()}}, {cpuInfo()});
        QVERIFY(!schedule);
        QCOMPARE(schedule.error().code, ErrorCode::InvalidPlan);
        QVERIFY(schedule.error().message.english().find("h.0.weight") != std::string::npos);
    }

    void dtypeAppliesToFloatingTensors() {
        const auto schedule = scheduleOf(m_model, {{"", DeviceId::cpu()}}, {cpuInfo()},
                                         LoadMethod::Streamed, DType::Float16);
        QVERIFY(schedule);
        for (const ScheduledTensor& tensor : (*schedule)->tensors) {
            const TensorSpec& spec = m_model.tree->tensor(tensor.tensor);
            const DType wanted = spec.dtype == DType::Float32 ? DType::Float16 : spec.dtype;
            QCOMPARE(tensor.dtype, wanted);
            QCOMPARE(tensor.bytes, elementCount(spec.shape) * storedBits(wanted) / 8);
        }
    }

    /// Tensors that from_pretrained keeps in float32 are loaded so, too.
    void rulesOfTransformersKeepFloat32_data() {
        QTest::addColumn<QString>("model");
        QTest::addColumn<int>("dtype");
        QTest::addColumn<QString>("kept");
        QTest::addColumn<int>("count");
        QTest::newRow("routers") << "deepseek_v3" << int(DType::BFloat16) << ".mlp.gate." << 2;
        QTest::newRow("of float16") << "t5" << int(DType::Float16) << ".wo." << 4;
        QTest::newRow("not of bfloat16") << "t5" << int(DType::BFloat16) << ".wo." << 0;
    }

    void rulesOfTransformersKeepFloat32() {
        QFETCH(QString, model);
        QFETCH(int, dtype);
        QFETCH(QString, kept);
        QFETCH(int, count);
        const auto checkpoint =
            openCheckpoint(STOWAGE_TEST_DATA "/pretrained/" + model.toStdString());
        QVERIFY(checkpoint);
        const LoadFixture fixture{*checkpoint, (*checkpoint)->describedTree};
        PlacementPlan plan =
            *planFor(fixture.tree, twoGpus(), {{"", DeviceId::gpu(0)}}, DType(dtype));
        for (const PlacementRules rules :
             {PlacementRules::Accelerate, PlacementRules::Transformers}) {
            plan.request.rules = rules;
            const auto schedule = makeLoadSchedule(std::make_shared<const PlacementPlan>(plan),
                                                   fixture.checkpoint, {LoadMethod::Streamed, {}});
            QVERIFY(schedule);
            int inFloat32 = 0;
            for (const ScheduledTensor& tensor : (*schedule)->tensors) {
                const std::string& name = fixture.tree->tensor(tensor.tensor).name;
                const bool isKept = tensor.dtype == DType::Float32;
                QVERIFY2(!isKept || name.find(kept.toStdString()) != std::string::npos,
                         name.c_str());
                inFloat32 += isKept ? 1 : 0;
            }
            QCOMPARE(inFloat32, rules == PlacementRules::Transformers ? count : 0);
        }
    }

    void impossibleCastIsRefused() {
        const LoadFixture fixture =
            makeFixture(m_folder.path().toStdString(), {{"w", DType::Float8E4M3FN, {8}}});
        const auto schedule = scheduleOf(fixture, {{"", DeviceId::cpu()}}, {cpuInfo()},
                                         LoadMethod::Streamed, DType::Float16);
        QVERIFY(!schedule);
        QCOMPARE(schedule.error().code, ErrorCode::Unsupported);
        m_model = smallModel(m_folder.path().toStdString());
    }

    void preflightRefusesWhatDoesNotFit() {
        const auto streamed = scheduleOf(m_model, {{"", DeviceId::gpu(0)}}, twoGpus(25 * kMiB));
        QVERIFY(streamed);
        QVERIFY(!hasIssue(**streamed, "load_device_capacity"));
        const auto naive =
            scheduleOf(m_model, {{"", DeviceId::gpu(0)}}, twoGpus(25 * kMiB), LoadMethod::Naive);
        QVERIFY(naive);
        QVERIFY(hasIssue(**naive, "load_device_capacity"));
        QVERIFY((*naive)->predictedPeaks.at(DeviceId::gpu(0)).reserved > 25 * kMiB);
    }

    void preflightCountsSimulatedGpusAsHostMemory() {
        const std::shared_ptr<const ModuleTree> tree = lessonTree(200, 8192);  // some 700 GiB
        const LoadFixture fixture{unwrittenCheckpoint(*tree), tree};
        const auto schedule =
            scheduleOf(fixture, {{"", DeviceId::gpu(0)}}, {gpuInfo(0, 4096 * kGiB), cpuInfo()});
        QVERIFY(schedule);
        QVERIFY(hasIssue(**schedule, "load_host_memory"));
        QVERIFY(!hasIssue(**schedule, "load_device_capacity"));
    }

    void preflightChecksTheOffloadFolder() {
        const std::shared_ptr<const ModuleTree> tree = lessonTree(4000, 8192);
        const LoadFixture fixture{unwrittenCheckpoint(*tree), tree};
        const auto schedule = scheduleOf(fixture, {{"", DeviceId::disk()}}, {cpuInfo()});
        QVERIFY(schedule);
        QVERIFY(hasIssue(**schedule, "load_offload_space"));
        const std::vector<PlanIssue> objections = loadObjections(**schedule);
        QVERIFY(std::ranges::any_of(objections, isDiskSpaceObjection));
    }

    void anOffloadFolderInMemoryIsWarnedOf_data() {
        QTest::addColumn<std::string>("folder");
        QTest::addColumn<bool>("isInMemory");
        QTest::newRow("in memory") << std::string("/dev/shm/stowage/none") << true;
        QTest::newRow("on disk") << std::string("/nonexistent/stowage") << false;
    }

    void anOffloadFolderInMemoryIsWarnedOf() {
        QFETCH(std::string, folder);
        QFETCH(bool, isInMemory);
        const auto plan = planFor(m_model.tree, twoGpus(), {{"", DeviceId::disk()}});
        const auto schedule =
            makeLoadSchedule(plan, m_model.checkpoint, {.method = {}, .offloadFolder = folder});
        QVERIFY(schedule);
        QCOMPARE(hasIssue(**schedule, "load_offload_in_memory"), isInMemory);
        QVERIFY(std::ranges::none_of((*schedule)->preflight, [](const PlanIssue& issue) {
            return issue.severity == Severity::Error;
        }));
        // Where nothing is placed on disk, nothing is there.
        const auto onCpu =
            makeLoadSchedule(planFor(m_model.tree, twoGpus(), {{"", DeviceId::cpu()}}),
                             m_model.checkpoint, {.method = {}, .offloadFolder = folder});
        QVERIFY(onCpu && !hasIssue(**onCpu, "load_offload_in_memory"));
    }

    void modelsFolderIsNoOffloadFolder() {
        const std::string folder = m_folder.path().toStdString();
        const std::string link = folder + "/link";
        std::filesystem::create_directory_symlink(folder, link);
        for (const std::string& taken : {folder, folder + "/.", link}) {
            const auto plan = planFor(m_model.tree, twoGpus(), {{"", DeviceId::disk()}});
            for (const bool isDryRun : {false, true}) {
                const auto refused =
                    makeLoadSchedule(plan, m_model.checkpoint,
                                     {.method = {}, .offloadFolder = taken, .dryRun = isDryRun});
                QVERIFY(!refused);
                QCOMPARE(refused.error().code, ErrorCode::InvalidArgument);
                QCOMPARE(refused.error().file, taken);
            }
            // Where nothing lies on disk the folder is not written to.
            QVERIFY(makeLoadSchedule(planFor(m_model.tree, twoGpus(), {{"", DeviceId::cpu()}}),
                                     m_model.checkpoint, {.method = {}, .offloadFolder = taken}));
        }
    }

    void whatNoOffloadFolderHoldsIsRefused() {
        QTemporaryDir folder;
        const LoadFixture fixture =
            makeFixture(folder.path().toStdString(),
                        {{"a.weight", DType::Float32, {4}}, {"b.weight", DType::Float4E2M1, {4}}});
        const auto refused = scheduleOf(fixture, {{"", DeviceId::disk()}}, {cpuInfo()});
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::Unsupported);
        QCOMPARE(refused.error().key, std::string("b.weight"));
        QVERIFY(
            scheduleOf(fixture, {{"a", DeviceId::disk()}, {"b", DeviceId::cpu()}}, {cpuInfo()}));
    }

    /// As safetensors refuses to give them to torch.
    void whatTorchHasNoTensorOfIsRefused_data() {
        QTest::addColumn<DType>("dtype");
        QTest::addColumn<int>("last");
        QTest::addColumn<bool>("isLoaded");
        QTest::newRow("pairs of 4 bits") << DType::Float4E2M1 << 8 << true;
        QTest::newRow("an odd number of 4 bits") << DType::Float4E2M1 << 7 << false;
        QTest::newRow("6 bits") << DType::Float6E2M3 << 8 << false;
        QTest::newRow("6 bits, other exponents") << DType::Float6E3M2 << 8 << false;
    }
    void whatTorchHasNoTensorOfIsRefused() {
        QFETCH(DType, dtype);
        QFETCH(int, last);
        QFETCH(bool, isLoaded);
        QTemporaryDir folder;
        const LoadFixture fixture =
            makeFixture(folder.path().toStdString(), {{"w", dtype, {2, last}}});
        const auto schedule = scheduleOf(fixture, {{"", DeviceId::cpu()}}, {cpuInfo()});
        QCOMPARE(schedule.has_value(), isLoaded);
        if (!isLoaded) {
            QCOMPARE(schedule.error().code, ErrorCode::Unsupported);
            QCOMPARE(schedule.error().key, std::string("w"));
        }
    }

    void treeWithoutWeightsCannotBeLoaded() {
        auto checkpoint = std::make_shared<Checkpoint>();
        checkpoint->format = CheckpointFormat::TreeJson;
        checkpoint->describedTree = m_model.tree;
        const auto schedule =
            scheduleOf({checkpoint, m_model.tree}, {{"", DeviceId::cpu()}}, {cpuInfo()});
        QVERIFY(!schedule);
        QCOMPARE(schedule.error().code, ErrorCode::NoCheckpoint);
    }

    void autoMapsWhatStaysOnTheCpu_data() {
        QTest::addColumn<int>("onCpu");
        QTest::addColumn<bool>("isCast");
        QTest::addColumn<bool>("isCard");
        QTest::addColumn<QString>("method");
        QTest::addColumn<QString>("reason");
        const QString pages = QString(goldenText("load/on-the-cpu-as-pages-of-the-files"));
        QTest::newRow("all") << 10 << false << false << "mmap" << pages;
        QTest::newRow("a fifth") << 2 << false << false << "mmap" << pages;
        QTest::newRow("less") << 1 << false << false << "streamed"
                              << goldenText("load/less-than-a-fifth");
        QTest::newRow("none") << 0 << false << false << "streamed"
                              << goldenText("load/no-weights-stay-on-the-cpu");
        QTest::newRow("cast") << 10 << true << false << "streamed"
                              << "3 B of";
        QTest::newRow("an idle card") << 10 << false << true << "mmap" << pages;
        QTest::newRow("a card") << 5 << false << true << "streamed"
                                << "real GPUs";
    }
    void autoMapsWhatStaysOnTheCpu() {
        QFETCH(int, onCpu);
        QFETCH(bool, isCast);
        QFETCH(bool, isCard);
        QFETCH(QString, method);
        QFETCH(QString, reason);
        // Three bytes before them align the others.
        std::vector<FixtureTensor> tensors{{"m0.flags", DType::UInt8, {3}}};
        Map map;
        for (int i = 0; i < 10; ++i) {
            const std::string module = "m" + std::to_string(i);
            tensors.push_back({module + ".weight", DType::Float32, {64, 64}});
            map.emplace_back(module, i < onCpu ? DeviceId::cpu() : DeviceId::gpu(0));
        }
        const LoadFixture fixture = makeFixture(m_folder.path().toStdString(), tensors);
        DeviceInfo gpu = gpuInfo(0, kGiB);
        gpu.simulated = !isCard;
        const auto plan = planFor(fixture.tree, {gpu, cpuInfo()}, map,
                                  isCast ? std::optional(DType::Float16) : std::nullopt);
        const auto schedule = makeLoadSchedule(plan, fixture.checkpoint,
                                               {.method = std::nullopt, .offloadFolder = {}});
        QVERIFY(schedule);
        QCOMPARE(QString::fromUtf8(loadMethodName((*schedule)->method)), method);
        const QString said = QString::fromStdString((*schedule)->methodReason);
        QVERIFY2(said.contains(reason) && said.contains(method), qPrintable(said));
        // Whoever asks for a method is told of no reason.
        const auto asked = scheduleWithMethod(**schedule, LoadMethod::Naive);
        QVERIFY(asked->method == LoadMethod::Naive && asked->methodReason.empty());
    }

    /// What a load tells about a model's unsaved buffers speaks against no method.
    void aHintLeavesTheChosenMethod() {
        const FixtureTensor flags{"flags", DType::UInt8, {3}};
        const FixtureTensor weight{"weight", DType::Float32, {64, 64}};
        const LoadFixture fixture = makeFixture(m_folder.path().toStdString(), {flags, weight});
        ModelDraft draft;
        for (const FixtureTensor& tensor : {flags, weight}) {
            draft.root.parameters.push_back({tensor.name, tensor.dtype, tensor.shape});
        }
        draft.root.buffers.push_back({"inv_freq", DType::Float32, {8}, false});
        const auto tree = ModuleTreeBuilder::build(std::move(draft));
        QVERIFY(tree);
        for (const DeviceId device : {DeviceId::cpu(), DeviceId::gpu(0)}) {
            const auto plan = planFor(*tree, {gpuInfo(0, kGiB), cpuInfo()}, {{"", device}});
            const auto schedule = makeLoadSchedule(plan, fixture.checkpoint,
                                                   {.method = std::nullopt, .offloadFolder = {}});
            QVERIFY(schedule);
            QCOMPARE((*schedule)->preflight.size(), std::size_t{1});
            QCOMPARE((*schedule)->preflight.front().severity, Severity::Hint);
            QCOMPARE((*schedule)->method, device.isGpu() ? LoadMethod::Streamed : LoadMethod::Mmap);
            QVERIFY((*schedule)->methodReason.english().find("more memory") == std::string::npos);
        }
    }

    void methodNames() {
        for (const LoadMethod method : allLoadMethods()) {
            QCOMPARE(*loadMethodFromName(loadMethodName(method)), method);
        }
        const auto unknown = loadMethodFromName("quick");
        QVERIFY(!unknown);
        QCOMPARE(unknown.error().code, ErrorCode::InvalidArgument);
    }

private:
    QTemporaryDir m_folder;
    LoadFixture m_model;
};

QTEST_GUILESS_MAIN(TestLoadSchedule)
#include "tst_load_schedule.moc"
