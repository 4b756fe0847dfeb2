// SPDX-License-Identifier: GPL-3.0-or-later
// Each command's JSON, tables and exit status on small models, and wrong use of the command line.
#include "cli_process.h"
#include "tests/support/golden_text.h"
#include "tiny_model.h"

#include <QDir>
#include <QJsonArray>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace stowage::test;

class CliVerbsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(".*")); }
    void initTestCase();
    void inspectsAModel();
    void inspectsToADepth();
    void listsTensors();
    void oneIsSingular();
    void readsATreeFromStandardInput();
    void plansInOrder();
    void plansForPeople();
    void explainsAPlan();
    void pinsAModule();
    void saysNoWhereNothingFits();
    void warnsOfBits();
    void saysThatRamLimitsTheCpu();
    void warnsOfClassesThatAreNotThere();
    void checksMaps_data();
    void checksMaps();
    void refusesFloat4OnDisk();
    void takesItsOwnMapBack();
    void listsDevices();
    void refusesWrongUse_data();
    void refusesWrongUse();
    void helpsWithAnExample_data();
    void helpsWithAnExample();
    void tellsItsVersion();
    void linksNeitherQtNorTorch();

private:
    QTemporaryDir m_dir;
    QString m_model;
};

void CliVerbsTest::initTestCase() {
    QVERIFY(m_dir.isValid());
    m_model = m_dir.filePath("four.safetensors");
    writeFile(m_model, fourLayers());
}

void CliVerbsTest::inspectsAModel() {
    const auto run = runCli({"inspect", m_model, "--json"});
    QCOMPARE(run.exitCode, 0);
    QCOMPARE(bytesAt(run.json, "total_bytes"), 4096);
    QCOMPARE(bytesAt(run.json, "total_parameters"), 1024);
    QCOMPARE(bytesAt(run.json, "tensors"), 4);
    QCOMPARE(run.json.value("source").toString(), m_model);
    QVERIFY(run.json.contains("dtypes"));
    const auto layers = at(run.json, {"tree"}).value("children").toArray().at(0).toObject();
    QCOMPARE(layers.value("name").toString(), QStringLiteral("layers"));
    QCOMPARE(bytesAt(layers, "bytes"), 4096);
    QCOMPARE(layers.value("children").toArray().size(), 4);
    const auto people = runCli({"inspect", m_model});
    QCOMPARE(people.exitCode, 0);
    QVERIFY2(people.output.contains("layers") && people.output.contains("4.0 KiB"),
             people.output.constData());
}

void CliVerbsTest::inspectsToADepth() {
    const auto run = runCli({"inspect", m_model, "--depth", "1", "--json"});
    QCOMPARE(run.exitCode, 0);
    const auto layers = at(run.json, {"tree"}).value("children").toArray().at(0).toObject();
    QCOMPARE(bytesAt(layers, "bytes"), 4096);
    QCOMPARE(layers.value("children").toArray().size(), 0);
}

void CliVerbsTest::listsTensors() {
    const auto run = runCli({"inspect", m_model, "--tensors", "--json"});
    QCOMPARE(run.exitCode, 0);
    const auto list = run.json.value("tensor_list").toArray();
    QCOMPARE(list.size(), 4);
    const auto last = list.at(3).toObject();
    QCOMPARE(last.value("name").toString(), QStringLiteral("layers.3.weight"));
    QCOMPARE(last.value("dtype").toString(), QStringLiteral("float32"));
    QCOMPARE(bytesAt(last, "bytes"), 1024);
    QCOMPARE(bytesAt(last, "offset"), fourLayers().size() - 1024);
    QCOMPARE(last.value("file").toString(), m_model);
    QVERIFY(runCli({"inspect", m_model, "--tensors"}).output.contains("[16, 16]"));
}

void CliVerbsTest::oneIsSingular() {
    const QString model = m_dir.filePath("one/model-00001-of-00001.safetensors");
    QVERIFY(QDir().mkpath(m_dir.filePath("one")));
    writeFile(model, safetensors("{\"weight\": {\"dtype\": \"F32\", \"shape\": [4, 4], "
                                 "\"data_offsets\": [0, 64]}}",
                                 QByteArray(64, '\0')));
    writeFile(m_dir.filePath("one/model.safetensors.index.json"),
              "{\"metadata\": {\"total_size\": 64}, \"weight_map\": {\"weight\": "
              "\"model-00001-of-00001.safetensors\"}}");
    const auto inspected = runCli({"inspect", model});
    QVERIFY2(inspected.output.contains("16 parameters in 1 tensor, 64 B"), inspected.output);
    QVERIFY2(inspected.diagnostics.contains(goldenText("checkpoint/is-the-only-shard-that")),
             inspected.diagnostics);
    const auto tree = runCli({"tree", model});
    QVERIFY2(tree.output.contains(": 1 module, 16 parameters"), tree.output);
    const auto dry = runCli({"load", model, "--gpus", "8MiB", "--dry-run"});
    QVERIFY2(dry.output.contains(goldenText("window-load/nothing-was-loaded-1-tensor-64-b")),
             dry.output);
    const auto loaded = runCli({"load", model, "--gpus", "8MiB"});
    QVERIFY2(loaded.output.contains("Loaded 1 tensor (64 B) in "), loaded.output);
    const auto headers = runCli({"headers", model, m_dir.filePath("headers")});
    QVERIFY2(!headers.output.contains(" 1 files"), headers.output);
    const QString copy = m_dir.filePath("copy");
    const auto converted = runCli({"convert", model, copy, "--to", "safetensors"});
    QVERIFY2(converted.output.contains(": 1 tensor, "), converted.output);
    writeFile(copy + "/model.safetensors", contentOf(copy + "/model.safetensors") + '\n');
    const auto longer = runCli({"inspect", copy + "/model.safetensors"});
    QVERIFY2(longer.diagnostics.contains(goldenText("checkpoint/has-1-byte-after-its-last-tensor")),
             longer.diagnostics);
}

void CliVerbsTest::readsATreeFromStandardInput() {
    const auto run = runCli({{"inspect", "-", "--json"}, fourLayersTree()});
    QCOMPARE(run.exitCode, 0);
    QCOMPARE(bytesAt(run.json, "total_bytes"), 4096);
    const auto plan = runCli({{"plan", "-", "--gpus", "1GiB", "--json"}, fourLayersTree()});
    QCOMPARE(plan.exitCode, 0);
    const auto load = runCli({{"load", "-", "--json"}, fourLayersTree()});
    QCOMPARE(load.exitCode, 3);
    QCOMPARE(at(load.json, {"error"}).value("kind").toString(), QStringLiteral("unsupported"));
}

void CliVerbsTest::plansInOrder() {
    const auto run =
        runCli({"plan", m_model, "--gpus", "2GiB,2GiB:used=1GiB:context=100MiB", "--max-memory",
                "0=1024,1=2KiB,cpu=1KiB", "--strategy", "sequential", "--json"});
    QCOMPARE(run.exitCode, 0);
    QCOMPARE(run.json.value("strategy").toString(), QStringLiteral("sequential"));
    QCOMPARE(bytesAt(at(run.json, {"max_memory"}), "1"), 2048);
    const auto second = at(run.json, {"devices", "gpu:1"});
    QCOMPARE(bytesAt(second, "used_by_others"), 1073741824);
    QCOMPARE(bytesAt(second, "context"), 104857600);
    QCOMPARE(bytesAt(second, "budget"), 2048);
    std::int64_t weights = 0;
    for (const auto& device : at(run.json, {"devices"})) {
        weights += bytesAt(device.toObject(), "weights");
    }
    QCOMPARE(weights, 4096);
    const auto map = run.json.value("device_map").toArray();
    QVERIFY(!map.isEmpty());
    QCOMPARE(map.at(0).toArray().size(), 2);
    QVERIFY(!run.json.contains("trace"));
}

void CliVerbsTest::plansForPeople() {
    const auto run = runCli({"plan", m_model, "--gpus", "1GiB,1GiB"});
    QCOMPARE(run.exitCode, 0);
    for (const char* word :
         {"GPU 0", "GPU 1", "CPU", "Disk", "simulated", "predicted", "1.00 GiB"}) {
        QVERIFY2(run.output.contains(word), word);
    }
}

void CliVerbsTest::explainsAPlan() {
    const auto run = runCli({"plan", m_model, "--gpus", "1GiB", "--explain", "--json"});
    QCOMPARE(run.exitCode, 0);
    const auto trace = run.json.value("trace").toArray();
    QVERIFY(!trace.isEmpty());
    for (const char* key : {"module", "device", "placed", "needed", "left", "reason"}) {
        QVERIFY2(trace.at(0).toObject().contains(QLatin1String(key)), key);
    }
}

void CliVerbsTest::pinsAModule() {
    const auto run = runCli({"plan", m_model, "--gpus", "1GiB", "--pin", "layers.2=cpu", "--json"});
    QCOMPARE(run.exitCode, 0);
    QCOMPARE(bytesAt(at(run.json, {"devices", "cpu"}), "weights"), 1024);
    QCOMPARE(bytesAt(at(run.json, {"devices", "gpu:0"}), "weights"), 3072);
}

void CliVerbsTest::saysNoWhereNothingFits() {
    // The map asks for more than the device has: a map by hand is kept as it is.
    const auto run =
        runCli({"plan", m_model, "--gpus", "1KiB", "--device-map", "{\"\": 0}", "--json"});
    QCOMPARE(run.exitCode, 1);
    QCOMPARE(run.json.value("verdict").toString(), QStringLiteral("no"));
    QVERIFY(!run.json.value("problems").toArray().isEmpty());
}

void CliVerbsTest::warnsOfBits() {
    const auto run =
        runCli({"plan", m_model, "--gpus", "4GiB", "--max-memory", "0=10gb,cpu=1GB", "--json"});
    QCOMPARE(run.exitCode, 0);
    QCOMPARE(bytesAt(at(run.json, {"max_memory"}), "0"), 1250000000);
    QVERIFY2(run.diagnostics.contains("bits"), run.diagnostics.constData());
    const auto told = runCli({"plan", m_model, "--gpus", "4GiB", "--max-memory", "0=10gb"});
    QCOMPARE((told.output + told.diagnostics).count(" is in bits and equals "), 1);
    const auto ram = runCli({"plan", m_model, "--ram", "10gb", "--json"});
    QVERIFY2(ram.diagnostics.contains("--ram") && ram.diagnostics.contains("bits"),
             ram.diagnostics.constData());
    QCOMPARE(bytesAt(at(ram.json, {"devices", "cpu"}), "budget"), 1250000000);
    const auto gpus = runCli({"devices", "--gpus", "10gb:used=1GB,4GiB:link=12GB/s", "--json"});
    QCOMPARE(gpus.exitCode, 0);
    QCOMPARE(gpus.diagnostics.count('\n'), 1);
    QVERIFY2(gpus.diagnostics.contains("--gpus: \"10gb\" is a number of bits"),
             gpus.diagnostics.constData());
}

void CliVerbsTest::saysThatRamLimitsTheCpu() {
    const QStringList machine{"plan", m_model, "--gpus", "1GiB", "--ram", "2GiB", "--json"};
    const auto codes = [&](const QString& limits) {
        const auto run = runCli(machine + QStringList{"--max-memory", limits});
        QStringList all;
        for (const QJsonValue& problem : run.json.value("problems").toArray()) {
            all << problem.toObject().value("code").toString();
        }
        return all;
    };
    QVERIFY(codes("0=1MiB").contains("cpu_limit_from_ram"));
    QVERIFY(!codes("0=1MiB,cpu=1GiB").contains("cpu_limit_from_ram"));
    QCOMPARE(
        bytesAt(at(runCli(machine + QStringList{"--max-memory", "0=1MiB"}).json, {"max_memory"}),
                "cpu"),
        2147483648);
}

void CliVerbsTest::warnsOfClassesThatAreNotThere() {
    const auto run =
        runCli({{"plan", "-", "--no-split", "Linear,Lineal", "--json"}, fourLayersTree()});
    QCOMPARE(run.exitCode, 0);
    QCOMPARE(run.diagnostics.count('\n'), 1);
    QVERIFY2(run.diagnostics.contains("\"Lineal\""), run.diagnostics.constData());
}

void CliVerbsTest::checksMaps_data() {
    QTest::addColumn<QString>("map");
    QTest::addColumn<bool>("valid");
    QTest::newRow("json")
        << R"({"layers.0": 0, "layers.1": 1, "layers.2": "cpu", "layers.3": "disk"})" << true;
    QTest::newRow("python") << "{'layers.0': 0, 'layers': 'cuda:1'}" << true;
    QTest::newRow("pairs") << R"([["", "cpu"]])" << true;
    QTest::newRow("uncovered") << R"({"layers.0": 0})" << false;
    QTest::newRow("unknown device") << R"({"": 7})" << false;
}

void CliVerbsTest::checksMaps() {
    QFETCH(const QString, map);
    QFETCH(const bool, valid);
    const QString file = m_dir.filePath("map.json");
    writeFile(file, map.toUtf8());
    const QStringList options{"--gpus", "1GiB,1GiB", "--json"};
    const CliRequest ways[] = {
        {QStringList{"check", m_model, "--device-map", map} + options},
        {QStringList{"check", m_model, "--device-map", file} + options},
        {QStringList{"check", m_model, "--device-map", "-"} + options, map.toUtf8()},
    };
    for (const CliRequest& way : ways) {
        const auto run = runCli(way);
        QVERIFY(valid ? run.exitCode == 0 || run.exitCode == 5 : run.exitCode == 1);
        QCOMPARE(run.json.value("valid").toBool(!valid), valid);
        QVERIFY(run.json.contains("devices"));
        const auto problems = run.json.value("problems").toArray();
        QCOMPARE(std::none_of(problems.begin(), problems.end(),
                              [](const QJsonValue& problem) {
                                  return problem.toObject().value("severity") == "error";
                              }),
                 valid);
    }
}

/// numpy, through which Accelerate's offload folder goes, has no such numbers.
void CliVerbsTest::refusesFloat4OnDisk() {
    const QByteArray tree =
        R"({"format": "stowage.tree", "version": 1, "tree": {"name": "", "params": [
            {"name": "w", "shape": [64], "dtype": "float4_e2m1fn_x2"},
            {"name": "b", "shape": [64], "dtype": "float32"}]}})";
    const auto onDisk = runCli({{"check", "-", "--device-map", R"({"": "disk"})"}, tree});
    QCOMPARE(onDisk.exitCode, 1);
    QVERIFY2(
        onDisk.output.contains("cannot store tensors of the dtype float4_e2m1fn_x2. Do not put "
                               "these tensors on disk (32 B in total): w."),
        onDisk.output.constData());
    const auto apart =
        runCli({{"check", "-", "--device-map", R"({"w": "cpu", "b": "disk"})"}, tree});
    QVERIFY2(!apart.output.contains("cannot store"), apart.output.constData());
}

void CliVerbsTest::takesItsOwnMapBack() {
    const QStringList options{"--gpus", "1GiB,1GiB", "--json"};
    const auto plan = runCli(QStringList{"plan", m_model} + options);
    QCOMPARE(plan.exitCode, 0);
    const auto again =
        runCli({QStringList{"plan", m_model, "--device-map", "-"} + options, plan.output});
    QCOMPARE(again.exitCode, 0);
    QCOMPARE(again.json.value("device_map"), plan.json.value("device_map"));
}

void CliVerbsTest::listsDevices() {
    const auto run =
        runCli({"devices", "--gpus", "24GiB:used=13GiB:name=left,2GiB:context=512MiB:link=12GB/s",
                "--json"});
    QCOMPARE(run.exitCode, 0);
    const auto list = run.json.value("devices").toArray();
    QCOMPARE(list.size(), 2);
    const auto first = list.at(0).toObject();
    QCOMPARE(first.value("id").toString(), QStringLiteral("gpu:0"));
    QCOMPARE(first.value("name").toString(), QStringLiteral("left"));
    QCOMPARE(first.value("simulated").toBool(), true);
    QCOMPARE(bytesAt(first, "free"), 11LL << 30);
    QCOMPARE(bytesAt(first, "used_by_others"), 13LL << 30);
    QCOMPARE(bytesAt(list.at(1).toObject(), "free"), 1536LL << 20);
    QCOMPARE(bytesAt(at(list.at(1).toObject(), {"rates"}), "h2d"), 12000000000);
    QVERIFY(bytesAt(at(run.json, {"host"}), "total") > 0);
    QVERIFY(run.json.value("measured").isNull());
    QVERIFY(runCli({"devices", "--gpus", "2GiB"}).output.contains("simulated"));
    QVERIFY(runCli({"devices"}).output.contains("There is no GPU"));
}

void CliVerbsTest::refusesWrongUse_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("says");
    const auto row = [](const QByteArray& name, const QStringList& arguments, const char* says) {
        QTest::newRow(name.constData()) << arguments << says;
    };
    row("no command", {}, goldenText("cli/command-is-missing"));
    row("unknown command", {"conjure", "m"}, "\"conjure\"");
    row("unknown option", {"plan", "MODEL", "--sweep", "x"}, "--sweep");
    row("no model", {"plan"}, "MODEL is missing; see stowagectl plan --help.");
    row("an option of no command", {"plan", "MODEL", "--nosuch"},
        goldenText("cli/there-is-no-option-nosuch-see"));
    row("a word too many", {"plan", "MODEL", "two"},
        goldenText("cli/two-is-one-argument-too-many-see"));
    row("an option twice", {"plan", "MODEL", "--gpus", "1GiB", "--gpus", "2GiB"},
        goldenText("cli/gpus-may-be-given-only-once-and-is"));
    row("two that go not together", {"plan", "MODEL", "--strategy", "auto", "--device-map", "{}"},
        goldenText("cli/do-not-go-together-see"));
    row("one that needs another", {"plan", "MODEL", "--mix", "1,2"},
        "--mix also requires --objective; see");
    row("a seed below 0", {"sample", "out", "--seed", "-1"}, goldenText("cli/1-is-out-of-range"));
    row("a seed of nothing", {"sample", "out", "--seed", ""},
        goldenText("cli/seed-a-value-is-missing"));
    row("a depth of nothing", {"inspect", "MODEL", "--depth", ""},
        goldenText("cli/depth-a-value-is-missing"));
    row("a seed too large", {"sample", "out", "--seed", "99999999999999999999"},
        goldenText("cli/seed-takes-a-whole-number-of-at"));
    row("a limit below nothing", {"plan", "MODEL", "--max-memory", "0=-1"}, "is negative");
    row("repeated never", {"load", "MODEL", "--repeat", "0"}, goldenText("cli/0-is-out-of-range"));
    row("two models", {"inspect", "MODEL", "other"}, "other");
    row("size with words", {"plan", "MODEL", "--max-memory", "0=10 bananas"}, "10 bananas");
    row("size of ram", {"plan", "MODEL", "--ram", "much"}, "--ram");
    row("negative number", {"inspect", "MODEL", "--depth", "-1"},
        goldenText("cli/depth-takes-a-whole-number-0-or"));
    row("no number", {"inspect", "MODEL", "--depth", "all"},
        goldenText("cli/depth-takes-a-number-as-4"));
    row("device list", {"plan", "MODEL", "--gpus", "2GiB:speed=3"}, "speed=3");
    row("real devices", {"plan", "MODEL", "--gpus", "real"}, "CUDA");
    row("strategy", {"plan", "MODEL", "--strategy", "best"}, "best");
    row("dtype", {"plan", "MODEL", "--dtype", "int8"}, "int8");
    row("pin without device", {"plan", "MODEL", "--pin", "layers.0"}, "NAME=DEVICE");
    row("pin of nothing", {"plan", "MODEL", "--pin", "nothing=cpu"}, "nothing");
    row("pin to an absent device", {"plan", "MODEL", "--gpus", "1GiB", "--pin", "layers.0=3"},
        "GPU 3");
    row("map and strategy", {"plan", "MODEL", "--device-map", "{}", "--strategy", "auto"},
        "--strategy");
    row("map text", {"check", "MODEL", "--device-map", "{'a': }"}, "");
    row("check without a map", {"check", "MODEL"}, "--device-map");
    row("method", {"load", "MODEL", "--method", "magic"}, "magic");
    row("two standard inputs", {"check", "-", "--device-map", "-"}, "standard input");
    row("depth", {"inspect", "MODEL", "--depth", "deep"}, "--depth");
    row("two pins", {"plan", "MODEL", "--pin", "layers.0=cpu", "--pin", "layers.0=disk"},
        "two devices");
    row("unit", {"plan", "MODEL", "--ram", "1PB"}, goldenText("base/no-unit-that-is-known"));
    row("GPU without a unit", {"plan", "MODEL", "--gpus", "24"}, "24GiB");
    row("use without a unit", {"plan", "MODEL", "--gpus", "24GiB:used=13"}, "13GiB");
    row("RAM without a unit", {"plan", "MODEL", "--ram", "64"}, "64GiB");
    row("RAM limit without a unit", {"load", "MODEL", "--ram-limit", "64"}, "64GiB");
    row("tokens without a number", {"plan", "MODEL", "--context", "k"}, "--context");
    row("too many tokens", {"run", "MODEL", "--tokens", "1", "--generate", "1025k"}, "1049600");
    row("no device", {"plan", "MODEL", "--gpus", ""}, goldenText("device/capacity-is-missing"));
    row("device between commas", {"plan", "MODEL", "--gpus", "1GiB,,1GiB"}, "GPU 1");
    for (const char* option : {"--max-memory", "--ram", "--device-map", "--dtype"}) {
        row(QByteArray("empty ") + option, {"plan", "MODEL", option, ""}, option);
    }
    row("negative seed", {"sample", "unused", "--seed", "-1"}, "--seed");
}

void CliVerbsTest::refusesWrongUse() {
    QFETCH(QStringList, arguments);
    QFETCH(const QString, says);
    arguments.replaceInStrings(QRegularExpression("^MODEL$"), m_model);
    const auto people = runCli({arguments, fourLayersTree()});
    QCOMPARE(people.exitCode, 2);
    QCOMPARE(people.output, QByteArray());
    QVERIFY2(people.diagnostics.contains(says.toUtf8()), people.diagnostics.constData());
    QCOMPARE(people.diagnostics.count('\n'), 1);
    const auto machine = runCli({arguments + QStringList{"--json"}, fourLayersTree()});
    QCOMPARE(machine.exitCode, 2);
    const auto error = at(machine.json, {"error"});
    QCOMPARE(error.value("kind").toString(), QStringLiteral("invalid_argument"));
    QCOMPARE(error.value("message").toString().toUtf8() + "\n", people.diagnostics);
}

void CliVerbsTest::helpsWithAnExample_data() {
    QTest::addColumn<QStringList>("command");
    QTest::newRow("program") << QStringList{};
    for (const char* verb : {"inspect", "plan", "check", "diff", "estimate", "export", "load",
                             "compare", "reference", "sample", "devices", "selftest"}) {
        QTest::newRow(verb) << QStringList{verb};
    }
}

void CliVerbsTest::helpsWithAnExample() {
    QFETCH(const QStringList, command);
    const auto run = runCli(command + QStringList{"--help"});
    QCOMPARE(run.exitCode, 0);
    const QRegularExpression example("\nExamples?:\n  stowagectl " + command.join(' ') + "\\b");
    QVERIFY2(example.match(QString::fromUtf8(run.output)).hasMatch(), run.output.constData());
    QCOMPARE(run.diagnostics, QByteArray());
}

void CliVerbsTest::tellsItsVersion() {
    const auto run = runCli(QStringList{"--version"});
    QCOMPARE(run.exitCode, 0);
    QVERIFY(QRegularExpression(R"(^stowagectl \d+\.\d+\.\d+\n$)")
                .match(QString::fromUtf8(run.output))
                .hasMatch());
    const auto json = runCli(QStringList{"--version", "--json"});
    QCOMPARE(json.exitCode, 0);
    const QRegularExpression number(R"(^\d+\.\d+(\.\d+)?)");
    const QJsonObject rules = json.json.value("rules").toObject();
    for (const QJsonValue& version :
         {json.json.value("stowagectl"), json.json.value("libtorch"), json.json.value("qt"),
          rules.value("accelerate"), rules.value("transformers")}) {
        QVERIFY2(number.match(version.toString()).hasMatch(), json.output.constData());
    }
}

void CliVerbsTest::linksNeitherQtNorTorch() {
    QProcess ldd;
    ldd.start("ldd", {stowagectlPath()});
    QVERIFY(ldd.waitForFinished());
    const QByteArray libraries = ldd.readAllStandardOutput();
    QVERIFY2(libraries.contains("libstdc++"), libraries.constData());
    for (const char* library : {"libQt", "libtorch", "libc10", "libstowage"}) {
        QVERIFY2(!libraries.contains(library), libraries.constData());
    }
}

QTEST_GUILESS_MAIN(CliVerbsTest)
#include "tst_cli_verbs.moc"
