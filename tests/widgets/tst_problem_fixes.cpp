// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/byte_size.h"
#include "engine/base/catalogue.h"
#include "engine/plan/map/device_map_text.h"
#include "tests/support/golden_text.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/document/plan_view.h"
#include "widgets/document/problem_fixes.h"
#include "widgets/support/translation.h"

#include <QApplication>
#include <QTest>

using namespace stowage;
using namespace stowage::test;

/// A problem, the words of its remedy, and that the remedy takes the problem away in one step.
class ProblemFixesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void mapProblems_data();
    void mapProblems();
    void keepsMovesWhenItMendsTheMap();
    void placesTheWholeBlockThatHasNoDevice();
    void addsTheGpuThatIsMissing();
    void endsAPingPong();
    void emptiesOntoAFreeGpuFirst();
    void offersNothingThatOverfills();
    void unitesABlockWhereThereIsRoom();
    void tellsThemInTheLanguageThatHolds();
    void namesMayLookLikePlaceholders();
    void habitProblems_data();
    void habitProblems();
    void planAgainKeepsPinsAndDropsMoves();

private:
    [[nodiscard]] std::shared_ptr<const PlacementPlan> plan() const { return m_document->plan(); }
    [[nodiscard]] const PlanProblem* problem(const std::string& code) const;
    [[nodiscard]] std::optional<ProblemFix> fix(const std::string& code,
                                                const QString& start) const;
    void useMap(const std::string& text);

    QTemporaryDir m_folder;
    QString m_sample;
    std::unique_ptr<Document> m_document;
};

void ProblemFixesTest::initTestCase() {
    m_sample = writeSmallSample(m_folder.filePath("gpt2"), CheckpointFormat::Safetensors);
    QVERIFY(!m_sample.isEmpty());
}

void ProblemFixesTest::init() {
    failOnWarnings();
    m_document = std::make_unique<Document>(windowDevices("64MiB,64MiB"));
    QVERIFY(openAndWait(*m_document, m_sample));
}

const PlanProblem* ProblemFixesTest::problem(const std::string& code) const {
    for (const PlanProblem& problem : m_document->view()->problems) {
        if (problem.issue.code == code) {
            return &problem;
        }
    }
    return nullptr;
}

std::optional<ProblemFix> ProblemFixesTest::fix(const std::string& code,
                                                const QString& start) const {
    const PlanProblem* found = problem(code);
    if (found != nullptr) {
        for (const ProblemFix& fix : found->fixes) {
            if (fix.text.shown().startsWith(start)) {
                return fix;
            }
        }
    }
    return std::nullopt;
}

void ProblemFixesTest::useMap(const std::string& text) {
    auto parsed = parseDeviceMapText(text);
    QVERIFY(parsed);
    m_document->edit(SetMapEdit{parsed->map, parsed->doubledKeys});
    QVERIFY(waitUntilIdle(*m_document));
}

void ProblemFixesTest::mapProblems_data() {
    QTest::addColumn<QString>("map");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("fix");
    QTest::newRow("misspelt") << "{'transformer': 0, 'lm_head': 0, 'transformer.h.3.atn': 1}"
                              << "unknown_module"
                              << "Rename to transformer.h.3.attn";
    QTest::newRow("no such key") << "{'': 0, 'zzz': 1}"
                                 << "unknown_module"
                                 << goldenText("window-document/remove-the-key");
    QTest::newRow("doubled, first") << "{'': 0, 'transformer.h.1': 0, 'transformer.h.1': 1}"
                                    << "doubled_key"
                                    << "Keep GPU 0";
    QTest::newRow("doubled, last") << "{'': 0, 'transformer.h.1': 0, 'transformer.h.1': 1}"
                                   << "doubled_key"
                                   << "Keep GPU 1";
    QTest::newRow("uncovered")
        << "{'transformer.wte': 1, 'transformer.wpe': 1, 'transformer.h': 1, 'lm_head': 1}"
        << "no_device"
        << "Place on GPU 1";
    QTest::newRow("split block") << "{'': 0, 'transformer.h.2.mlp.c_fc': 1}"
                                 << "block_split"
                                 << goldenText("window-document/move-all-of-it-to-gpu-0");
    QTest::newRow("an entry inside another") << "{'': 'cpu', 'transformer.h': 0}"
                                             << "entry_inside_entry"
                                             << "Create one entry per submodule";
    QTest::newRow("no such GPU") << "{'': 0, 'transformer.h.2': 5}"
                                 << "unknown_device"
                                 << goldenText("window-window/move-it-to-gpu-0");
}

void ProblemFixesTest::mapProblems() {
    QFETCH(QString, map);
    QFETCH(QString, code);
    QFETCH(QString, fix);
    useMap(map.toStdString());
    const auto remedy = this->fix(code.toStdString(), fix);
    QVERIFY(remedy.has_value());
    const int steps = m_document->undoStack()->count();
    m_document->edit(remedy->edit);
    QVERIFY(waitUntilIdle(*m_document));
    QCOMPARE(m_document->undoStack()->count(), steps + 1);
    QVERIFY(problem(code.toStdString()) == nullptr);
    m_document->undoStack()->undo();
    QVERIFY(problem(code.toStdString()) != nullptr);
}

void ProblemFixesTest::unitesABlockWhereThereIsRoom() {
    useMap("{'': 1, 'transformer.h.2.mlp': 0}");
    const auto held = static_cast<long long>(plan()->placement(DeviceId::gpu(0))->weights);
    m_document->edit(SetBudgetEdit{DeviceId::gpu(0), std::to_string(held / 1024 + 1) + "KiB"});
    QVERIFY(waitUntilIdle(*m_document));
    const auto remedy = fix("block_split", goldenText("window-document/move-all-of-it-to-gpu-1"));
    QVERIFY(remedy.has_value());
    m_document->edit(remedy->edit);
    QVERIFY(waitUntilIdle(*m_document));
    QVERIFY(problem("block_split") == nullptr);
}

void ProblemFixesTest::keepsMovesWhenItMendsTheMap() {
    useMap("{'': 0, 'zzz': 1}");
    m_document->edit(MoveEdit{{"transformer.h.4"}, DeviceId::cpu()});
    QVERIFY(waitUntilIdle(*m_document));
    m_document->edit(fix("unknown_module", goldenText("window-document/remove-the-key"))->edit);
    QVERIFY(waitUntilIdle(*m_document));
    QCOMPARE(plan()->deviceOf(*m_document->tree()->findModule("transformer.h.4")),
             std::optional(DeviceId::cpu()));
}

void ProblemFixesTest::placesTheWholeBlockThatHasNoDevice() {
    useMap(
        "{'transformer.wte': 0, 'transformer.wpe': 0, 'transformer.h.0': 0, "
        "'transformer.h.1': 1, 'transformer.h.3': 0, 'transformer.h.4': 0, "
        "'transformer.h.5': 0, 'transformer.ln_f': 0, 'lm_head': 0}");
    // One problem and one click for all parts of the forgotten block, to where the one before lies.
    QCOMPARE(m_document->view()->errors, 1);
    const auto remedy = fix("no_device", "Place on GPU 1");
    QVERIFY(remedy.has_value());
    m_document->edit(remedy->edit);
    QVERIFY(waitUntilIdle(*m_document));
    QCOMPARE(m_document->view()->errors, 0);
}

void ProblemFixesTest::addsTheGpuThatIsMissing() {
    useMap("{'': 0, 'transformer.h.2': 2}");
    const auto remedy = fix("unknown_device", goldenText("window-plan/add-a-simulated-gpu-2"));
    QVERIFY(remedy.has_value());
    m_document->edit(remedy->edit);
    QVERIFY(waitUntilIdle(*m_document));
    QVERIFY(plan()->placement(DeviceId::gpu(2)) != nullptr);
    QVERIFY(plan()->placement(DeviceId::gpu(2))->weights > 0);
    QVERIFY(problem("unknown_device") == nullptr);
}

void ProblemFixesTest::endsAPingPong() {
    useMap("{'': 0, 'transformer.h.2': 1, 'transformer.h.3': 1}");
    const auto remedy = fix("ping_pong", "Move 2 blocks to GPU 0");
    QVERIFY(remedy.has_value());
    const int hops = m_document->view()->hops;
    m_document->edit(remedy->edit);
    QVERIFY(waitUntilIdle(*m_document));
    QVERIFY(problem("ping_pong") == nullptr);
    QVERIFY(m_document->view()->hops < hops);
}

void ProblemFixesTest::emptiesOntoAFreeGpuFirst() {
    useMap("{'': 0}");
    m_document->edit(SetBudgetEdit{DeviceId::gpu(0), "8MiB"});
    QVERIFY(waitUntilIdle(*m_document));
    const auto toGpu = fix("over_budget", "Move ");
    QVERIFY(toGpu.has_value());
    QVERIFY2(toGpu->text.shown().endsWith("to GPU 1"), qPrintable(toGpu->text.shown()));
    m_document->edit(toGpu->edit);
    QVERIFY(waitUntilIdle(*m_document));
    QVERIFY(plan()->verdict == Verdict::Fits);
    m_document->undoStack()->undo();
    m_document->edit(SetBudgetEdit{DeviceId::gpu(1), "1MiB"});
    QVERIFY(waitUntilIdle(*m_document));
    const auto toCpu = fix("over_budget", "Move ");
    QVERIFY(toCpu.has_value());
    QVERIFY2(toCpu->text.shown().endsWith("to CPU"), qPrintable(toCpu->text.shown()));
}

/// The weights alone would fit, but neither with the context nor in the allocator's segments.
void ProblemFixesTest::offersNothingThatOverfills() {
    const std::string map = "{'': 0, 'transformer.h.2': 1, 'transformer.h.3': 1}";
    useMap("{'': 0}");
    const DevicePlacement whole = *plan()->placement(DeviceId::gpu(0));
    QVERIFY(whole.weights < static_cast<double>(whole.weightsReserved));
    std::vector<DeviceInfo> devices = windowDevices("64MiB,64MiB");
    devices[0].capacity = devices[0].context + whole.weightsReserved - 1;
    m_document = std::make_unique<Document>(devices);
    QVERIFY(openAndWait(*m_document, m_sample));
    useMap(map);
    QVERIFY(plan()->verdict != Verdict::DoesNotFit);
    QVERIFY(!fix("ping_pong", "Move 2 blocks to GPU 0"));
    QVERIFY(problem("ping_pong") != nullptr);
    for (const ProblemFix& remedy : std::vector(problem("ping_pong")->fixes)) {
        m_document->edit(remedy.edit);
        QVERIFY(waitUntilIdle(*m_document));
        QVERIFY2(plan()->verdict != Verdict::DoesNotFit, qPrintable(remedy.text.shown()));
        m_document->undoStack()->undo();
    }
}

/// A plan stays as it is when the window is put into another language.
void ProblemFixesTest::tellsThemInTheLanguageThatHolds() {
    useMap("{'transformer': 0, 'lm_head': 0, 'transformer.h.3': 5}");
    const auto move = fix("unknown_device", goldenText("window-window/move-it-to-gpu-0"));
    QVERIFY(move);
    for (const Language& language : languages()) {
        const auto translator = catalogueTranslator(language);
        if (translator == nullptr) {
            continue;  // English
        }
        QVERIFY(qApp->installTranslator(translator.get()));
        const QString text = move->text.shown();
        qApp->removeTranslator(translator.get());
        QVERIFY2(text.contains("GPU 0") && !text.contains("Move"), qPrintable(text));
    }
    QCOMPARE(move->text.shown(), QString(goldenText("window-window/move-it-to-gpu-0")));
}

/// Names come from files.
void ProblemFixesTest::namesMayLookLikePlaceholders() {
    const FixText text{"Place %1 on %2", {QStringLiteral("block.%2%1%3"), DeviceId::gpu(1)}};
    QCOMPARE(text.shown(), QStringLiteral("Place block.%2%1%3 on GPU 1"));
}

void ProblemFixesTest::habitProblems_data() {
    QTest::addColumn<QString>("gpus");
    QTest::addColumn<QString>("cap");
    QTest::addColumn<int>("count");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("fix");
    QTest::newRow("no cpu key") << "64MiB,64MiB"
                                << "2MiB" << 2 << "habit_no_cpu"
                                << goldenText("window-document/let-the-cpu-take-up-to-1024mib");
    QTest::newRow("share of nothing")
        << "900MiB,4GiB"
        << "" << 2 << "habit_gpu_skipped" << goldenText("window-document/set-a-cap-of-900mib");
    QTest::newRow("one GPU too small") << "8MiB,64MiB"
                                       << "" << 1 << "habit_does_not_fit"
                                       << "Use 2 GPUs";
}

void ProblemFixesTest::habitProblems() {
    QFETCH(QString, gpus);
    QFETCH(QString, cap);
    QFETCH(int, count);
    QFETCH(QString, code);
    QFETCH(QString, fix);
    m_document = std::make_unique<Document>(windowDevices(gpus.toStdString()));
    QVERIFY(openAndWait(*m_document, m_sample));
    LoadModelPreset preset;
    preset.numGpus = static_cast<std::uint32_t>(count);
    preset.maxGpuMemory = cap.toStdString();
    m_document->edit(SetLoadPresetEdit{preset});
    QVERIFY(waitUntilIdle(*m_document));
    const auto remedy = this->fix(code.toStdString(), fix);
    QVERIFY(remedy.has_value());
    m_document->edit(remedy->edit);
    QVERIFY(waitUntilIdle(*m_document));
    QCOMPARE(m_document->undoStack()->count(), 2);
    QVERIFY(problem(code.toStdString()) == nullptr ||
            problem(code.toStdString())->issue.severity == Severity::Hint);
}

void ProblemFixesTest::planAgainKeepsPinsAndDropsMoves() {
    const auto deviceOf = [this](const char* path) {
        return plan()->deviceOf(*m_document->tree()->findModule(path));
    };
    const auto planned = deviceOf("transformer.h.1");
    m_document->edit(PinEdit{{"transformer.h.4"}, DeviceId::cpu()});
    m_document->edit(MoveEdit{{"transformer.h.1"}, DeviceId::disk()});
    QVERIFY(waitUntilIdle(*m_document));
    QCOMPARE(deviceOf("transformer.h.1"), std::optional(DeviceId::disk()));
    m_document->edit(ReplanEdit{});
    QVERIFY(waitUntilIdle(*m_document));
    QCOMPARE(deviceOf("transformer.h.1"), planned);
    QCOMPARE(deviceOf("transformer.h.4"), std::optional(DeviceId::cpu()));
    QVERIFY(plan()->isPinned(*m_document->tree()->findModule("transformer.h.4")));
}

QTEST_MAIN(ProblemFixesTest)
#include "tst_problem_fixes.moc"
