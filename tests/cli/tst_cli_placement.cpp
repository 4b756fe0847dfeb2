// SPDX-License-Identifier: GPL-3.0-or-later
// The preset of load_hf_model, lists of visible devices, pasted maps, explanations and diffs.
#include "cli_process.h"
#include "tests/support/golden_text.h"
#include "tiny_model.h"

#include <QDateTime>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace stowage::test;

namespace {

/// A recorded tree of the real GPT-2 small: float32, 474.7 MiB, twelve blocks.
QString gpt2() {
    return QStringLiteral(STOWAGE_TEST_DATA "/plans/gpt2.tree.json");
}

QJsonObject problem(const QJsonObject& plan, const QString& code) {
    for (const QJsonValue& value : plan.value("problems").toArray()) {
        if (value.toObject().value("code").toString() == code) {
            return value.toObject();
        }
    }
    return {};
}

}  // namespace

class CliPlacementTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(".*")); }
    void initTestCase() { QVERIFY(m_dir.isValid()); }
    void habits_data();
    void habits();
    void aModelTooLargeForItsGpu();
    void aMapThatIsMovedAway();
    void aMapThatCannotBeMoved();
    void devicesThatAreNotUsed();
    void applesMachineIsPlannedAlone();
    void anotherProgramOnGpuZero();
    void tellsWhenFreeMemoryWasRead();
    void visibleDevices_data();
    void visibleDevices();
    void refuses_data();
    void refuses();
    void saysHowOffloadedLayersRun();
    void refusesOptionsOfOffloading_data();
    void refusesOptionsOfOffloading();
    void diskHasTheCapacityOfItsFileSystem();
    void loadsUnderAHabit();
    void cardsGoByName();
    void machinesOneDoesNotHave();
    void hostOfNamedMachines();
    void takesWhatPythonPrints();
    void takesMapsAsDocumentsPrintThem();
    void noLimitsPutAllOnDisk();
    void refusesMapsWithAWayOut_data();
    void refusesMapsWithAWayOut();
    void tellsWhatIsWrongWithAMap();
    void explains();
    void comparesPlans();
    void comparesBareMaps();
    void comparesForPeople();
    void refusesToCompare_data();
    void refusesToCompare();

private:
    QString save(const QString& name, const QByteArray& text) const {
        const QString path = m_dir.filePath(name);
        writeFile(path, text);
        return path;
    }

    QTemporaryDir m_dir;
};

void CliPlacementTest::habits_data() {
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QString>("strategy");
    QTest::addColumn<QString>("dtype");
    QTest::addColumn<QString>("limits");
    const auto row = [](const char* name, const QStringList& options, const char* strategy,
                        const char* dtype, const char* limits) {
        QTest::newRow(name) << options << strategy << dtype << limits;
    };
    row("a device alone", {"--device", "cuda"}, "manual", "float16", "");
    row("two, a device map by name", {"--num-gpus", "2", "--strategy", "balanced"}, "balanced",
        "float16", R"({"0":"6GiB","1":"0GiB"})");
    row("two, limits", {"--num-gpus", "2", "--max-memory", "0=1GiB,cpu=32GiB"}, "sequential",
        "float16", R"({"0":"1GiB","cpu":"32GiB"})");
    row("two, a device map", {"--num-gpus", "2", "--device-map", R"({"": 2})"}, "manual", "float16",
        "");
    row("Apple's", {"--device", "mps"}, "manual", "float16", "");
    row("one GPU", {"--num-gpus", "1"}, "manual", "float16", "");
    row("two, a cap", {"--num-gpus", "2", "--max-gpu-memory", "1GiB"}, "auto", "float16",
        R"({"0":"1GiB","1":"1GiB"})");
    row("two, shares", {"--num-gpus", "2"}, "sequential", "float16", R"({"0":"6GiB","1":"0GiB"})");
    row("three, a named dtype", {"--num-gpus", "3", "--dtype", "bfloat16"}, "sequential",
        "bfloat16", R"({"0":"6GiB","1":"0GiB","2":"3GiB"})");
    row("the CPU", {"--device", "cpu"}, "manual", "", "");
    row("one named GPU", {"--device", "cuda:2"}, "manual", "", "");
}

void CliPlacementTest::habits() {
    QFETCH(const QStringList, options);
    QFETCH(const QString, strategy);
    QFETCH(const QString, dtype);
    QFETCH(const QString, limits);
    const auto run =
        runCli(QStringList{"plan", gpt2(), "--gpus", "8GiB,1GiB,4GiB", "--json"} + options);
    QVERIFY2(run.exitCode == 0, run.diagnostics.constData());
    QCOMPARE(run.json.value("strategy").toString(), strategy);
    const auto request = at(run.json, {"request"});
    QCOMPARE(request.value("dtype").toString(), dtype);
    const QJsonObject typed = request.value("max_memory").toObject();
    QCOMPARE(QString::fromUtf8(QJsonDocument(typed).toJson(QJsonDocument::Compact)),
             limits.isEmpty() ? QStringLiteral("{}") : limits);
    QVERIFY(!request.value("preset").toObject().value("device").toString().isEmpty());
    QCOMPARE(problem(run.json, "habit_gpu_skipped").isEmpty(), !limits.contains("0GiB"));
}

void CliPlacementTest::aModelTooLargeForItsGpu() {
    const QStringList arguments{"plan",       gpt2(), "--gpus", "400MiB:used=300MiB,4GiB",
                                "--num-gpus", "1"};
    const auto run = runCli(arguments + QStringList{"--json"});
    QCOMPARE(run.exitCode, 1);
    QCOMPARE(run.json.value("verdict").toString(), "no");
    const auto issue = problem(run.json, "habit_does_not_fit");
    QCOMPARE(issue.value("severity").toString(), "error");
    QCOMPARE(issue.value("device").toString(), "gpu:0");
    const QString text = issue.value("text").toString();
    QVERIFY2(text.contains("is needed and 100.0 MiB is free, so 156.0 MiB is missing"),
             qPrintable(text));
    const auto people = runCli(arguments);
    QCOMPARE(people.exitCode, 1);
    QVERIFY(people.output.contains(text.toUtf8()));
}

/// load_hf_model(path, model, "cuda"): the map is made, then model.to(device) undoes it.
void CliPlacementTest::aMapThatIsMovedAway() {
    const auto run = runCli({"plan", gpt2(), "--gpus", "400MiB,400MiB", "--device", "cuda"});
    QCOMPARE(run.exitCode, 0);
    QVERIFY2(run.output.contains(goldenText("plan/warning-load-hf-model-first-makes-a")) &&
                 run.output.contains(goldenText("plan/moves-everything-to-gpu-0-256-0-mib")),
             run.output.constData());
}

void CliPlacementTest::aMapThatCannotBeMoved() {
    const QStringList arguments{"plan",  gpt2(), "--gpus",   "100MiB,100MiB",
                                "--ram", "8GiB", "--device", "cuda"};
    const auto run = runCli(arguments + QStringList{"--json"});
    QCOMPARE(run.exitCode, 1);
    QCOMPARE(run.json.value("verdict").toString(), "no");
    QVERIFY(problem(run.json, "habit_move_fails")
                .value("text")
                .toString()
                .contains(goldenText("plan/runtimeerror-you-cant-move-a-model")));
    // One GPU more in the call and the map stays.
    const auto kept =
        runCli(QStringList{"plan", gpt2(), "--gpus", "4GiB,4GiB", "--num-gpus", "2", "--json"});
    QCOMPARE(kept.exitCode, 0);
}

void CliPlacementTest::devicesThatAreNotUsed() {
    for (const QStringList& options :
         {QStringList{"--num-gpus", "1"}, QStringList{"--num-gpus", "2"},
          QStringList{"--max-memory", "0=4GiB,1=4GiB"}, QStringList{"--max-memory", "0=0"}}) {
        const auto run = runCli(QStringList{"plan", gpt2(), "--gpus", "8GiB,8GiB,8GiB"} + options);
        QCOMPARE(run.exitCode, 0);
        static const QRegularExpression unused(R"(GPU 2 .*not used)");
        QVERIFY2(unused.match(QString::fromUtf8(run.output)).hasMatch(), run.output.constData());
        static const QRegularExpression unlimited(R"((GPU \d|CPU).*no limit)");
        QVERIFY2(!unlimited.match(QString::fromUtf8(run.output)).hasMatch(),
                 run.output.constData());
        QVERIFY(run.output.contains("hint: GPU"));
    }
}

/// An M-series machine's memory is one: the model lies in it, in float16.
void CliPlacementTest::applesMachineIsPlannedAlone() {
    const QString model = save("apple.safetensors", fourLayers());
    const QStringList apple{"--device", "mps", "--ram", "1GiB"};
    const auto plan = runCli(QStringList{"plan", model} + apple);
    QVERIFY2(plan.exitCode == 0 &&
                 plan.output.contains(goldenText("plan/the-memory-that-cpu-and-gpu-share")) &&
                 plan.output.contains("unified"),
             plan.output.constData());
    for (const QString& verb : {QStringLiteral("load"), QStringLiteral("compare")}) {
        const auto refused = runCli(QStringList{verb, model} + apple);
        QVERIFY2(refused.exitCode > 2 && refused.diagnostics.contains("Apple") &&
                     refused.diagnostics.contains("not loaded"),
                 refused.diagnostics.constData());
    }
    const auto dry = runCli(QStringList{"load", model, "--dry-run"} + apple);
    QVERIFY2(dry.exitCode == 0, dry.diagnostics.constData());
}

/// "GPU 0 already held 13 GB and then simply blew up under sequential."
void CliPlacementTest::anotherProgramOnGpuZero() {
    QJsonArray blocks;  // 1 GiB each in float32, half of it in float16
    for (int i = 0; i < 56; ++i) {
        const QJsonObject weight{
            {"name", "weight"}, {"shape", QJsonArray{256, 1024, 1024}}, {"dtype", "float32"}};
        blocks.append(QJsonObject{
            {"name", QString::number(i)}, {"class", "Block"}, {"params", QJsonArray{weight}}});
    }
    const QJsonObject tree{
        {"format", "stowage.tree"},
        {"version", 1},
        {"no_split_module_classes", QJsonArray{"Block"}},
        {"tree", QJsonObject{{"name", ""}, {"class", "M"}, {"children", blocks}}}};
    const QString model = save("big.tree.json", QJsonDocument(tree).toJson());
    const auto run =
        runCli({"plan", model, "--gpus", "24GiB:used=13GB,24GiB", "--num-gpus", "2", "--json"});
    QVERIFY2(run.exitCode == 0, run.diagnostics.constData());
    QCOMPARE(run.json.value("verdict").toString(), "fits");
    const auto limits = at(run.json, {"request", "max_memory"});
    QCOMPARE(limits.value("0").toString(), "10GiB");
    QCOMPARE(limits.value("1").toString(), "20GiB");
    const auto hint = problem(run.json, "habit_original_overfills");
    QCOMPARE(hint.value("severity").toString(), "hint");
    QCOMPARE(hint.value("device").toString(), "gpu:0");
    QVERIFY2(
        hint.value("text").toString().contains(goldenText("plan/overfill-the-gpu-by-7-61-gib")),
        qPrintable(hint.value("text").toString()));
}

/// The CPU's default limit is the memory that is free now, and says when that was.
void CliPlacementTest::tellsWhenFreeMemoryWasRead() {
    const QStringList arguments{"plan", gpt2(), "--gpus", "1GiB", "--json"};
    const auto before = QDateTime::currentDateTimeUtc().addSecs(-1);
    const QJsonObject read = at(runCli(arguments).json, {"devices", "cpu"});
    const auto when = QDateTime::fromString(read.value("read_at").toString(), Qt::ISODate);
    QVERIFY2(when >= before && when <= QDateTime::currentDateTimeUtc().addSecs(1),
             qPrintable(read.value("read_at").toString()));
    // What is free is the limit: both are of one reading.
    QCOMPARE(bytesAt(read, "budget"), bytesAt(read, "capacity") - bytesAt(read, "used_by_others"));
    const auto given = runCli(arguments + QStringList{"--ram", "8GiB"});
    QVERIFY(!at(given.json, {"devices", "cpu"}).contains("read_at"));
    QVERIFY(runCli({"plan", "--help-all"}).output.contains("read_at"));
}

void CliPlacementTest::visibleDevices_data() {
    QTest::addColumn<QString>("list");
    QTest::addColumn<QString>("capacities");
    QTest::addColumn<QByteArray>("said");
    QTest::newRow("some") << "2,0"
                          << "4 1" << QByteArray();
    QTest::newRow("blanks") << " 1 , 2"
                            << "2 4" << QByteArray();
    QTest::newRow("-1 ends") << "1,-1,0"
                             << "2" << QByteArray();
    QTest::newRow("none") << ""
                          << "" << QByteArray();
    QTest::newRow("twice") << "1,1"
                           << "" << QByteArray("appears twice");
    QTest::newRow("too high") << "0,7,1"
                              << "1" << QByteArray("3 GPUs are available");
}

void CliPlacementTest::visibleDevices() {
    QFETCH(const QString, list);
    QFETCH(const QString, capacities);
    QFETCH(const QByteArray, said);
    const auto run = runCli(
        {"plan", gpt2(), "--gpus", "1GiB,2GiB,4GiB", "--visible", list, "--ram", "8GiB", "--json"});
    QVERIFY2(run.exitCode == 0, run.diagnostics.constData());
    const auto devices = at(run.json, {"devices"});
    QStringList seen;
    for (int i = 0; devices.contains(QStringLiteral("gpu:%1").arg(i)); ++i) {
        const auto gpu = at(devices, {QStringLiteral("gpu:%1").arg(i)});
        seen.append(QString::number(bytesAt(gpu, "capacity") >> 30));
    }
    QCOMPARE(seen.join(" "), capacities);
    QVERIFY2(said.isEmpty() ? run.diagnostics.isEmpty() : run.diagnostics.contains(said),
             run.diagnostics.constData());
}

void CliPlacementTest::refuses_data() {
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QByteArray>("said");
    const auto row = [](const char* name, const QStringList& options, const char* said) {
        QTest::newRow(name) << options << QByteArray(said);
    };
    row("more GPUs than there are", {"--num-gpus", "3"}, "there are 2 GPUs");
    row("no GPU", {"--num-gpus", "0"}, "from 1 to 2");
    row("not a number", {"--num-gpus", "two"}, "--num-gpus");
    row("no size", {"--num-gpus", "2", "--max-gpu-memory", "much"}, "--max-gpu-memory");
    row("empty size", {"--num-gpus", "2", "--max-gpu-memory", ""},
        goldenText("cli/value-is-missing"));
    row("unknown device", {"--device", "tpu"}, goldenText("plan/cpu-cuda-mps"));
    row("a GPU that is not there", {"--device", "cuda:2"}, "there are 2 GPUs");
    row("a strategy of no name", {"--num-gpus", "2", "--strategy", ""},
        goldenText("cli/value-is-missing"));
    row("an unknown strategy", {"--num-gpus", "2", "--strategy", "best"}, "is unknown");
    row("limits of no size", {"--device", "cuda", "--max-memory", "0=-1GiB"}, "--max-memory");
    row("a map and a strategy", {"--num-gpus", "1", "--device-map", "{}", "--strategy", "auto"},
        goldenText("cli/do-not-go-together"));
    row("a UUID", {"--visible", "GPU-8932f937"}, "UUID");
}

void CliPlacementTest::refuses() {
    QFETCH(const QStringList, options);
    QFETCH(const QByteArray, said);
    const auto run = runCli(QStringList{"plan", gpt2(), "--gpus", "1GiB,1GiB"} + options);
    QCOMPARE(run.exitCode, 2);
    QCOMPARE(run.output, QByteArray());
    QCOMPARE(run.diagnostics.count('\n'), 1);
    QVERIFY2(run.diagnostics.contains(said), run.diagnostics.constData());
}

void CliPlacementTest::saysHowOffloadedLayersRun() {
    const QStringList plan{"plan",
                           gpt2(),
                           "--gpus",
                           "400MiB",
                           "--ram",
                           "4GiB",
                           "--device-map",
                           "{\"transformer.wte\": 0, \"transformer.wpe\": 0, "
                           "\"transformer.h\": \"cpu\", \"transformer.ln_f\": 0, "
                           "\"lm_head\": 0}",
                           "--json"};
    const auto window = [&plan](const QStringList& more) {
        const auto run = runCli(plan + more);
        return run.exitCode == 0 ? run.json.value("prefetch_window") : QJsonValue("failed");
    };
    QCOMPARE(window({}), QJsonValue(2));
    QCOMPARE(window({"--prefetch-window", "1"}), QJsonValue(1));
    QCOMPARE(window({"--no-prefetch"}), QJsonValue(0));
    QCOMPARE(window({"--execution-device", "gpu:0"}), QJsonValue(2));
    QCOMPARE(window({"--execution-device", "cpu"}), QJsonValue(QJsonValue::Null));
    QCOMPARE(window({"--main-device", "gpu:0"}), QJsonValue(2));
    QCOMPARE(window({"--main-device", "cpu"}), QJsonValue(QJsonValue::Null));
    // A block's weights at once take more than those of its largest module.
    const auto bytes = [&plan](const QStringList& more) {
        const auto run = runCli(plan + QStringList{"--no-prefetch"} + more);
        return at(run.json, {"devices", "gpu:0"}).value("window").toDouble(-1);
    };
    const QStringList preload{"--preload-module-classes", "GPT2Block"};
    const double alone = bytes({});
    QVERIFY(alone >= 0);
    QVERIFY2(bytes(preload) > alone, qPrintable(QString::number(alone)));
    const auto kept = runCli(plan + preload + QStringList{"--force-hooks"});
    QCOMPARE(at(kept.json, {"request"}).value("preload_module_classes").toArray(),
             QJsonArray{"GPT2Block"});
    QVERIFY(at(kept.json, {"request"}).value("force_hooks").toBool());
    // What a plan was asked for is taken up with it.
    const QString before = save("hooks_a.json", runCli(plan).output);
    const QString after = save("hooks_b.json", kept.output);
    const auto diff = runCli({"diff", gpt2(), before, after});
    QVERIFY2(diff.output.contains(goldenText("plan/forced-main-device-automatic")), diff.output);
    // Ten layers of 27 MiB and the one that runs do not lie beside the embedding.
    const auto wide = runCli(plan + QStringList{"--prefetch-window", "10"});
    QCOMPARE(wide.exitCode, 0);
    const int fitting = wide.json.value("prefetch_window").toInt();
    QVERIFY2(fitting > 2 && fitting < 10, qPrintable(QString::number(fitting)));
    const auto hint = problem(wide.json, "smaller_prefetch_window");
    QCOMPARE(hint.value("device").toString(), "gpu:0");
    QVERIFY(
        wide.json.value("verdict_text").toString().endsWith(goldenText("plan/brought-in-ahead")));
    // Maps that are checked and loaded are judged by the same options.
    QStringList check = plan;
    check.front() = "check";
    const auto checked = runCli(check + QStringList{"--prefetch-window", "10"});
    QVERIFY(!problem(checked.json, "smaller_prefetch_window").isEmpty());
}

void CliPlacementTest::refusesOptionsOfOffloading_data() {
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QByteArray>("said");
    QTest::newRow("no such GPU") << QStringList{"--execution-device", "gpu:7"}
                                 << QByteArray("--execution-device names GPU 7");
    QTest::newRow("the disk") << QStringList{"--execution-device", "disk"}
                              << QByteArray(goldenText("cli/nothing-can-compute-on-the-disk"));
    QTest::newRow("no such main device")
        << QStringList{"--main-device", "gpu:7"} << QByteArray("--main-device names GPU 7");
    QTest::newRow("the disk as main device")
        << QStringList{"--main-device", "disk"}
        << QByteArray(goldenText("cli/nothing-can-compute-on-the-disk"));
    QTest::newRow("the same twice")
        << QStringList{"--main-device", "cpu", "--execution-device", "cpu"}
        << QByteArray(goldenText("cli/execution-device-says-the-same"));
    QTest::newRow("no class") << QStringList{"--preload-module-classes", ""}
                              << QByteArray("--preload-module-classes");
    QTest::newRow("what changes no figure")
        << QStringList{"--skip-keys", "mask"} << QByteArray("--skip-keys");
    QTest::newRow("below none") << QStringList{"--prefetch-window=-1"}
                                << QByteArray(goldenText("plan/prefetch-window-1-is-out-of-range"));
    QTest::newRow("both") << QStringList{"--prefetch-window", "1", "--no-prefetch"}
                          << QByteArray("--no-prefetch");
}

void CliPlacementTest::refusesOptionsOfOffloading() {
    QFETCH(const QStringList, options);
    QFETCH(const QByteArray, said);
    for (const QStringList& verb :
         {QStringList{"plan", gpt2()}, QStringList{"check", gpt2(), "--device-map", "{\"\": 0}"},
          QStringList{"load", gpt2(), "--dry-run"}}) {
        const auto run = runCli(verb + QStringList{"--gpus", "1GiB"} + options);
        QCOMPARE(run.exitCode, 2);
        QVERIFY2(run.diagnostics.contains(said), run.diagnostics.constData());
    }
}

void CliPlacementTest::diskHasTheCapacityOfItsFileSystem() {
    const auto run = runCli({"plan", gpt2(), "--gpus", "1GiB", "--json"});
    QCOMPARE(run.exitCode, 0);
    const auto disk = at(run.json, {"devices", "disk"});
    QVERIFY(disk.value("capacity").toDouble() > 0);
    QVERIFY(disk.value("used_by_others").toDouble() <= disk.value("capacity").toDouble());
    // A model that no disk holds: 2^62 bytes in one block.
    const QJsonObject weight{
        {"name", "weight"}, {"shape", QJsonArray{1 << 20, 1 << 20, 1 << 20}}, {"dtype", "float32"}};
    const QJsonObject block{{"name", "0"}, {"class", "Block"}, {"params", QJsonArray{weight}}};
    const QJsonObject tree{
        {"format", "stowage.tree"},
        {"version", 1},
        {"no_split_module_classes", QJsonArray{"Block"}},
        {"tree", QJsonObject{{"name", ""}, {"class", "M"}, {"children", QJsonArray{block}}}}};
    const QString model = save("endless.tree.json", QJsonDocument(tree).toJson());
    const auto endless =
        runCli({"plan", model, "--gpus", "none", "--device-map", "{\"\": \"disk\"}", "--json"});
    QCOMPARE(endless.exitCode, 1);
    QCOMPARE(endless.json.value("verdict").toString(), "no");
    QCOMPARE(problem(endless.json, "over_capacity").value("device").toString(), "disk");
}

void CliPlacementTest::loadsUnderAHabit() {
    const QString model = save("four.safetensors", fourLayers());
    const auto run = runCli({"load", model, "--gpus", "8GiB,8GiB", "--device", "cuda:1", "--dtype",
                             "float32", "--verify", "--json"});
    QVERIFY2(run.exitCode == 0, run.diagnostics.constData());
    QCOMPARE(run.json.value("verified").toBool(), true);
    const auto gpu = at(run.json, {"devices", "gpu:1"});
    QCOMPARE(bytesAt(gpu, "final_allocated"), 4096);
    // Before and after, with what others hold: GPU 0 had 13 GB in use before anything was loaded.
    const auto people = runCli({"load", model, "--gpus", "24GiB:used=13GB:context=512MiB,24GiB",
                                "--num-gpus", "1", "--dtype", "float32"});
    QVERIFY2(people.exitCode == 0, people.diagnostics.constData());
    static const QRegularExpression row(
        R"(GPU 0 +12\.11 GiB +512\.0 MiB +12\.61 GiB +11\.39 GiB +12\.61 GiB +11\.39 GiB +24)");
    QVERIFY2(people.output.contains(goldenText("cli/used-by-others")) &&
                 row.match(QString::fromUtf8(people.output)).hasMatch(),
             people.output.constData());
}

void CliPlacementTest::cardsGoByName() {
    const auto listed = runCli({"devices", "--catalogue", "--json"});
    QVERIFY2(listed.exitCode == 0, listed.diagnostics.constData());
    QVERIFY(listed.json.value("cards").toArray().size() >= 18);
    const auto text = runCli({"devices", "--catalogue"});
    QVERIFY2(
        text.exitCode == 0 && text.output.contains("rtx-4090") && text.output.contains("https://"),
        text.output.constData());
    const auto plan = runCli({"plan", gpt2(), "--gpus", "rtx-4090*2", "--json"});
    QVERIFY2(plan.exitCode == 0, plan.diagnostics.constData());
    // The total that CUDA reports, not the 24 GiB of its data sheet.
    QCOMPARE(bytesAt(at(plan.json, {"devices", "gpu:1"}), "capacity"), qint64(25250758656));
    const auto both = runCli({"devices", "--catalogue", "--gpus", "none"});
    QVERIFY(both.exitCode == 2);
}

void CliPlacementTest::machinesOneDoesNotHave() {
    const QString model = save("elsewhere.safetensors", fourLayers());
    const QStringList large{"--gpus", "none", "--ram", "900000GiB"};
    const auto plan = runCli(QStringList{"plan", model, "--json"} + large);
    QVERIFY2(plan.exitCode == 0, plan.diagnostics.constData());
    QCOMPARE(bytesAt(at(plan.json, {"devices", "cpu"}), "capacity"), qint64(900000) << 30);
    QCOMPARE(bytesAt(at(plan.json, {"devices", "cpu"}), "budget"), qint64(900000) << 30);
    const QString sentence = problem(plan.json, "machine_elsewhere").value("text").toString();
    QVERIFY2(sentence.contains("not loaded"), qPrintable(sentence));
    for (const QString& verb : {QStringLiteral("load"), QStringLiteral("compare")}) {
        const auto refused = runCli(QStringList{verb, model} + large);
        QVERIFY2(refused.exitCode > 2 && refused.diagnostics.contains("not loaded"),
                 refused.diagnostics.constData());
    }
    const auto forced = runCli(QStringList{"load", model, "--force"} + large);
    QVERIFY2(forced.exitCode > 2 && forced.diagnostics.contains("not loaded"),
             forced.diagnostics.constData());
    const auto dry = runCli(QStringList{"load", model, "--dry-run", "--json"} + large);
    QVERIFY2(dry.exitCode == 0, dry.diagnostics.constData());
    // The disk is no budget of Accelerate's, and less than this machine has is no other machine.
    const auto small = runCli(
        {"load", model, "--gpus", "none", "--ram", "1MiB", "--disk", "2MiB", "--verify", "--json"});
    QVERIFY2(small.exitCode == 0, small.diagnostics.constData());
    const auto disk = runCli({"plan", model, "--gpus", "none", "--disk", "900000GiB", "--json"});
    QCOMPARE(bytesAt(at(disk.json, {"devices", "disk"}), "capacity"), qint64(900000) << 30);
    QVERIFY(!at(disk.json, {"max_memory"}).contains("disk"));
    QVERIFY(!problem(disk.json, "machine_elsewhere").isEmpty());
    const auto wrong = runCli({"plan", model, "--disk", "much"});
    QVERIFY(wrong.exitCode == 2 && wrong.diagnostics.contains("--disk"));
}

/// Where all GPUs are in machines with a name, CPU and disk are in the first of them.
void CliPlacementTest::hostOfNamedMachines() {
    const auto lineOf = [](const QByteArray& table, const char* device) {
        for (const QByteArray& line : table.split('\n')) {
            if (line.startsWith(device)) {
                return line.simplified();
            }
        }
        return QByteArray();
    };
    const auto named = runCli({"plan", gpt2(), "--gpus", "a/4GiB,b/4GiB"});
    QVERIFY2(lineOf(named.output, "CPU").startsWith("CPU on a RAM "), named.output.constData());
    QVERIFY2(lineOf(named.output, "Disk").startsWith(goldenText("load/disk-on-a-disk")),
             named.output.constData());
    const auto own = runCli({"plan", gpt2(), "--gpus", "4GiB,b/4GiB"});
    QVERIFY2(lineOf(own.output, "CPU").startsWith("CPU this machine "), own.output.constData());
    const auto load = runCli({"load", gpt2(), "--gpus", "a/4GiB,b/4GiB", "--dry-run"});
    QVERIFY2(lineOf(load.output, "GPU 1").startsWith("GPU 1 on b dry run "),
             load.output.constData());
}

void CliPlacementTest::takesWhatPythonPrints() {
    const auto run = runCli({"check", gpt2(), "--gpus", "4GiB,4GiB", "--device-map",
                             "OrderedDict([('transformer', device(type='cuda', index=1)), "
                             "('lm_head', torch.device('cuda:1')),])",
                             "--json"});
    QVERIFY2(run.exitCode == 0, run.diagnostics.constData());
    QVERIFY(bytesAt(at(run.json, {"devices", "gpu:1"}), "weights") > 400'000'000);
}

/// Words, scripts and limits as documents print them, on the command line, in a file and from "-".
void CliPlacementTest::takesMapsAsDocumentsPrintThem() {
    const QStringList gpus{"--gpus", "4GiB,4GiB", "--ram", "8GiB", "--json"};
    const QByteArray script =
        "from accelerate import dispatch_model\ndevice = {\n    'transformer': 1,  # the blocks\n"
        "    'lm_head': 1,\n}\nmodel = dispatch_model(model, device_map=device)\n";
    const QString file = save("map.py", script);
    for (const QString& map : {QStringLiteral("cuda:1"), QStringLiteral("1"),
                               QStringLiteral("\"cuda:1\""), QString::fromUtf8(script), file}) {
        const auto run = runCli(QStringList{"check", gpt2(), "--device-map", map} + gpus);
        QVERIFY2(run.exitCode == 0, run.diagnostics.constData());
        QVERIFY(bytesAt(at(run.json, {"devices", "gpu:1"}), "weights") > 400'000'000);
        QCOMPARE(bytesAt(at(run.json, {"devices", "gpu:0"}), "weights"), 0);
    }
    const auto piped = runCli({QStringList{"plan", gpt2(), "--device-map", "-"} + gpus, "cpu\n"});
    QCOMPARE(piped.json.value("device_map").toArray(), QJsonArray({QJsonArray({"", "cpu"})}));
    // A strategy's name is the strategy.
    const auto named = runCli(QStringList{"plan", gpt2(), "--device-map", "balanced_low_0"} + gpus);
    QCOMPARE(named.json.value("strategy").toString(), QString("balanced_low_0"));
    const auto asked = runCli(QStringList{"plan", gpt2(), "--strategy", "balanced_low_0"} + gpus);
    QCOMPARE(named.json.value("device_map"), asked.json.value("device_map"));
    const auto same = runCli(QStringList{"diff", gpt2(), "cuda:1", file} + gpus);
    QVERIFY2(same.exitCode == 0, same.diagnostics.constData());
    QCOMPARE(bytesAt(same.json, "bytes_moved"), 0);
    const auto moved = runCli(QStringList{"diff", gpt2(), "auto", file} + gpus);
    QVERIFY(moved.exitCode == 0 && bytesAt(moved.json, "bytes_moved") > 0);
    // Limits as Python writes them.
    const auto typed = runCli(QStringList{"plan", gpt2(), "--max-memory", "0=300MiB,cpu=2GiB",
                                          "--gpus", "4GiB", "--json"});
    const auto dict = runCli({"plan", gpt2(), "--max-memory", "{0: \"300MiB\", 'cpu': '2GiB'}",
                              "--gpus", "4GiB", "--json"});
    QVERIFY2(dict.exitCode == 0, dict.diagnostics.constData());
    QCOMPARE(dict.json.value("max_memory"), typed.json.value("max_memory"));
    QCOMPARE(dict.json.value("device_map"), typed.json.value("device_map"));
}

/// As infer_auto_device_map(max_memory={}) of accelerate 1.15 and from_pretrained of transformers
/// 5.24 plan.
void CliPlacementTest::noLimitsPutAllOnDisk() {
    const QStringList none{"--gpus", "4GiB", "--max-memory", "{}", "--json"};
    for (const char* const rules : {"accelerate", "transformers"}) {
        const auto run = runCli(QStringList{"plan", gpt2(), "--rules", rules} + none);
        QVERIFY2(run.exitCode == 0, run.diagnostics.constData());
        QCOMPARE(run.json.value("device_map").toArray(), QJsonArray({QJsonArray({"", "disk"})}));
        QVERIFY(at(run.json, {"request"}).value("max_memory").isObject());
        // Read back, they are still none.
        const QString file = save("none.json", run.output);
        const auto again = runCli({"plan", gpt2(), "--import", file, "--json"});
        QVERIFY2(again.exitCode == 0, again.diagnostics.constData());
        QCOMPARE(at(again.json, {"request"}).value("max_memory"),
                 at(run.json, {"request"}).value("max_memory"));
    }
    const auto preset = runCli(QStringList{"plan", gpt2(), "--num-gpus", "1"} + none);
    QCOMPARE(preset.exitCode, 2);
    QCOMPARE(at(preset.json, {"error"}).value("key").toString(), QString("--max-memory"));
}

void CliPlacementTest::refusesMapsWithAWayOut_data() {
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* name, const char* option, const char* value, const char* says) {
        QTest::newRow(name) << QStringList{option, QString::fromUtf8(value)}
                            << QString::fromUtf8(says);
    };
    row("curly quotes", "--device-map", "{“transformer”: 0, “lm_head”: 0}",
        goldenText("plan/u-201c-at-byte-1-where-a-plain"));
    row("a disk", "--device-map", "disk", "{\"\": \"disk\"}");
    row("Apple's GPU", "--device-map", "mps", goldenText("plan/names-neither-a-strategy"));
    row("a number below 0", "--device-map={'': -1}", "", "\"-1\"");
    row("computed", "--device-map", "device_map = infer_auto_device_map(model)",
        "infer_auto_device_map(…)");
    row("no file", "--device-map", "nowhere.json", "nowhere.json");
    row("the Arabic comma in limits", "--max-memory", "0=1GiB،cpu=2GiB", "، (U+060C)");
    row("a negative limit", "--max-memory", "{0: -1}",
        goldenText("plan/max-memory-the-dict-of-limits"));
    row("a huge limit", "--max-memory", "{0: 99999999999999999999}", "4 EiB");
}

void CliPlacementTest::refusesMapsWithAWayOut() {
    QFETCH(QStringList, options);
    QFETCH(QString, says);
    options.removeAll(QString());
    const auto run = runCli(QStringList{"plan", gpt2(), "--gpus", "4GiB"} + options);
    QCOMPARE(run.exitCode, says == "nowhere.json" ? 3 : 2);
    QVERIFY2(run.diagnostics.contains(says.toUtf8()), run.diagnostics.constData());
}

void CliPlacementTest::tellsWhatIsWrongWithAMap() {
    const auto run = runCli({"check", gpt2(), "--gpus", "4GiB,4GiB", "--device-map",
                             R"({"transformer": 0, "lm_head": 0, "lm_head": 1, "h.3": 1,
                                 "transformer.h.5": 1})",
                             "--json"});
    QCOMPARE(run.exitCode, 5);  // valid with warnings
    QVERIFY(problem(run.json, "doubled_key").value("text").toString().contains("first with GPU 0"));
    QVERIFY(problem(run.json, "unknown_module")
                .value("text")
                .toString()
                .contains(goldenText("plan/did-you-mean-transformer-h-3")));
    const auto pingPong = problem(run.json, "ping_pong");
    QCOMPARE(pingPong.value("module").toString(), "transformer.h.6");
    // 768 float32 numbers cross to block 5 and back; the head runs where its tied weights lie.
    QCOMPARE(bytesAt(pingPong, "bytes"), 2 * 768 * 4);
}

void CliPlacementTest::explains() {
    const QStringList arguments{"plan",          gpt2(),         "--gpus",
                                "320MiB,320MiB", "--max-memory", "0=200MiB,1=100MiB,cpu=60MiB",
                                "--explain"};
    const auto run = runCli(arguments + QStringList{"--json"});
    QCOMPARE(run.exitCode, 0);
    const QJsonArray trace = run.json.value("trace").toArray();
    QVERIFY(trace.at(1).toObject().value("reserved").toDouble() > 0);
    const QJsonArray effects = run.json.value("no_split_effects").toArray();
    QCOMPARE(effects.size(), 1);
    const QJsonObject effect = effects.at(0).toObject();
    QCOMPARE(effect.value("class").toString(), "GPT2Block");
    QCOMPARE(effect.value("modules").toInt(), 12);
    QVERIFY(bytesAt(effect, "bytes_moved") > 0);
    const auto people = runCli(arguments);
    QVERIFY(people.output.contains(effect.value("text").toString().toUtf8()));
    QVERIFY(people.output.contains(goldenText("cli/gpu-0-keeps-27-0-mib-free-for-the")));
    QVERIFY(people.output.contains("reserve"));
}

void CliPlacementTest::comparesPlans() {
    const QStringList plan{"plan", gpt2(), "--gpus", "2GiB,2GiB", "--ram", "8GiB", "--json"};
    const auto first = runCli(plan);
    const auto second = runCli(
        plan + QStringList{"--max-memory", "0=200MiB,1=1GiB,cpu=4GiB", "--strategy", "sequential"});
    const QString a = save("a.json", first.output);
    const QString b = save("b.json", second.output);
    const auto run = runCli({"diff", gpt2(), a, b, "--json"});
    QVERIFY2(run.exitCode == 0, run.diagnostics.constData());
    double sum = 0;
    for (const QJsonValue& value : run.json.value("moved").toArray()) {
        const QJsonObject moved = value.toObject();
        QVERIFY(moved.contains("module") && moved.contains("from") && moved.contains("to"));
        sum += moved.value("bytes").toDouble();
    }
    QVERIFY(sum > 0);
    QCOMPARE(static_cast<double>(bytesAt(run.json, "bytes_moved")), sum);
    const QJsonArray pairs = run.json.value("pairs").toArray();
    QVERIFY(!pairs.isEmpty());
    QCOMPARE(pairs.at(0).toObject().value("from").toString(), "gpu:0");
    QCOMPARE(run.json.value("budgets").toArray().size(), 3);
    QStringList reasons;
    for (const QJsonValue& reason : run.json.value("reasons").toArray()) {
        reasons.append(reason.toString());
    }
    QCOMPARE(reasons, (QStringList{"Strategy: auto before, sequential after.",
                                   goldenText("plan/limits-what-is-free-before-typed")}));
    // The same plan from standard input moves nothing and differs in nothing.
    CliRequest same;
    same.arguments = {"diff", gpt2(), a, "-", "--json"};
    same.input = first.output;
    const auto none = runCli(same);
    QCOMPARE(none.exitCode, 0);
    QVERIFY(none.json.value("moved").toArray().isEmpty());
    QVERIFY(none.json.value("reasons").toArray().isEmpty());
    QVERIFY(none.json.value("budgets").toArray().isEmpty());
}

void CliPlacementTest::comparesBareMaps() {
    const auto run = runCli({"diff", gpt2(), R"({"": 0})",
                             R"({"transformer.h": 0, "transformer.wte": "cpu", "lm_head": "cpu",
                                 "transformer.wpe": 1})",
                             "--json"});
    QVERIFY2(run.exitCode == 0, run.diagnostics.constData());
    const QJsonArray moved = run.json.value("moved").toArray();
    QCOMPARE(moved.size(), 3);
    QCOMPARE(moved.at(0).toObject().value("module").toString(), "transformer.wte");
    QCOMPARE(bytesAt(moved.at(0).toObject(), "bytes"), 50257 * 768 * 4);
    QCOMPARE(moved.at(2).toObject().value("module").toString(), "transformer.ln_f");
    QVERIFY(moved.at(2).toObject().value("to").isNull());
}

void CliPlacementTest::comparesForPeople() {
    const auto run = runCli({"diff", gpt2(), R"({"": 0})",
                             R"({"": 0, "transformer.h.3": 1, "transformer.h.4": 1,
                                 "transformer.h.5": 1, "transformer.h.9": "cpu"})"});
    QCOMPARE(run.exitCode, 0);
    QVERIFY2(run.output.contains("transformer.h.3 … 5"), run.output.constData());
    QVERIFY(run.output.contains("transformer.h.9"));
    QVERIFY(run.output.contains("81.1 MiB"));
    QVERIFY2(run.output.contains("Weights that move to another device: 108.2 MiB."),
             run.output.constData());
    const auto none = runCli({"diff", gpt2(), R"({"": 0})", R"({"transformer": 0, "lm_head": 0})"});
    QVERIFY(none.output.contains("No weight moves to another device"));
}

void CliPlacementTest::refusesToCompare_data() {
    QTest::addColumn<QStringList>("maps");
    QTest::addColumn<int>("status");
    QTest::newRow("one map") << QStringList{"{}"} << 2;
    QTest::newRow("no map") << QStringList{} << 2;
    QTest::newRow("a bad map") << QStringList{"{}", "{'a': 'tpu'}"} << 2;
    QTest::newRow("no file") << QStringList{"{}", "/nowhere.json"} << 3;
    QTest::newRow("a strategy") << QStringList{"{}", "{}", "--strategy", "auto"} << 2;
}

void CliPlacementTest::refusesToCompare() {
    QFETCH(const QStringList, maps);
    QFETCH(const int, status);
    const auto run = runCli(QStringList{"diff", gpt2()} + maps);
    QCOMPARE(run.exitCode, status);
    QCOMPARE(run.output, QByteArray());
    QVERIFY(!run.diagnostics.isEmpty());
}

QTEST_GUILESS_MAIN(CliPlacementTest)
#include "tst_cli_placement.moc"
