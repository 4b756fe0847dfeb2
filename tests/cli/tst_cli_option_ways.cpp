// SPDX-License-Identifier: GPL-3.0-or-later
// Every option of a plan, typed with every kind of input: it has the same effect with each.
#include "cli_process.h"
#include "plan_options.h"
#include "serve_client.h"
#include "tiny_model.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace stowage::test;

namespace {

const QByteArray kConfig =
    "{\"model_type\": \"llama\", \"architectures\": [\"LlamaForCausalLM\"], \"hidden_size\": 512, "
    "\"intermediate_size\": 2048, \"num_hidden_layers\": 6, \"num_attention_heads\": 8, "
    "\"vocab_size\": 4000, \"max_position_embeddings\": 4096, \"torch_dtype\": \"float16\"}";

const QStringList kMachine{"--gpus", "24GiB,24GiB", "--ram", "64GiB"};

/// The machine and the option; what both name is the option's.
QStringList withMachine(const QStringList& words) {
    QStringList all = kMachine;
    for (const QString& word : words) {
        if (const auto same = all.indexOf(word); same >= 0) {
            all.remove(same, 2);
        }
    }
    return all + words;
}

/// Words as members of a request.
QJsonObject membersOf(const QStringList& words) {
    QJsonObject members;
    for (qsizetype i = 0; i < words.size(); ++i) {
        const bool hasValue = i + 1 < words.size() && !words[i + 1].startsWith("--");
        members.insert(words[i].mid(2).replace('-', '_'),
                       hasValue ? QJsonValue(words[i + 1]) : QJsonValue(true));
        i += hasValue ? 1 : 0;
    }
    return members;
}

}  // namespace

class CliOptionWaysTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(".*")); }
    void initTestCase();
    void hasTheSameEffect_data();
    void hasTheSameEffect();
    void keepsTheMachineOfAPlan();
    void aPresetKeepsTheImportedMap();
    void saysAWarningOnce();

private:
    [[nodiscard]] QString path(const QString& name) const { return m_dir.filePath(name); }
    [[nodiscard]] QJsonObject planned(const QString& way, const QStringList& words) const;

    QTemporaryDir m_dir;
};

void CliOptionWaysTest::initTestCase() {
    QVERIFY(m_dir.isValid());
    writeFile(path("config.json"), kConfig);
    const auto plan = runCli(QStringList{"plan", path("config.json"), "--json"} + kMachine);
    QCOMPARE(plan.exitCode, 0);
    writeFile(path("plan.json"), plan.output);
    writeFile(path("request.json"), QJsonDocument(plan.json.value("request").toObject()).toJson());
    writeFile(path("map.json"), "{\"\": 0, \"model.layers.5\": 1, \"lm_head\": \"cpu\"}");
    QCOMPARE(
        runCli(QStringList{"plan", path("config.json"), "--save", path("p.stowage")} + kMachine)
            .exitCode,
        0);
}

QJsonObject CliOptionWaysTest::planned(const QString& way, const QStringList& words) const {
    const QString model = path("config.json");
    if (way == "serve") {
        ServeClient server(stowagectlPath(), {"serve", "--allow", m_dir.path()}, {});
        QJsonObject members = membersOf(withMachine(words));
        members.insert("model", model);
        return at(server.ask(requestTo("plan", members)), {"ok"});
    }
    const QMap<QString, QStringList> ways{
        {"typed", QStringList{model} + withMachine(words)},
        {"device map", QStringList{model, "--device-map", path("map.json")} + withMachine(words)},
        {"a plan as device map",
         QStringList{model, "--device-map", path("plan.json")} + withMachine(words)},
        {"imported map", QStringList{model, "--import", path("map.json")} + withMachine(words)},
        {"imported settings",
         QStringList{model, "--import", "VLLM_PP_LAYER_PARTITION=2,4"} + withMachine(words)},
        {"imported plan", QStringList{model, "--import", path("plan.json")} + words},
        {"imported plan, another machine",
         QStringList{model, "--import", path("plan.json")} + withMachine(words)},
        {"request", QStringList{model, "--request", path("request.json")} + words},
        {"request, another machine",
         QStringList{model, "--request", path("request.json")} + withMachine(words)},
        {"project", QStringList{path("p.stowage")} + words},
        {"project and map",
         QStringList{path("p.stowage"), "--device-map", path("map.json")} + words},
        {"project and plan",
         QStringList{path("p.stowage"), "--import", path("plan.json")} + words}};
    return runCli(QStringList{"plan", "--json"} + ways.value(way)).json;
}

void CliOptionWaysTest::hasTheSameEffect_data() {
    QTest::addColumn<QString>("way");
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("place");
    QTest::addColumn<QByteArray>("value");
    for (const char* way :
         {"typed", "device map", "a plan as device map", "imported map", "imported settings",
          "imported plan", "imported plan, another machine", "request", "request, another machine",
          "project", "project and map", "project and plan", "serve"}) {
        const QString name = way;
        const bool hasMap =
            name.contains("map") || name.contains("import") || name == "project and plan";
        for (const PlanOption& option : kPlanOptions) {
            if (option.goesWithMap || !hasMap) {
                QTest::addRow("%s: %s", way, option.words)
                    << name << QString(option.words).split(' ') << QString(option.place)
                    << QByteArray(option.value);
            }
        }
    }
}

void CliOptionWaysTest::hasTheSameEffect() {
    QFETCH(const QString, way);
    QFETCH(const QStringList, words);
    QFETCH(const QString, place);
    QFETCH(const QByteArray, value);
    const QJsonObject plan = planned(way, words);
    QVERIFY2(plan.contains("device_map"), QJsonDocument(plan).toJson().constData());
    QCOMPARE(valueAt(plan, place), value);
}

/// Options for a machine change that of an imported plan as they change a project's.
void CliOptionWaysTest::keepsTheMachineOfAPlan() {
    const auto limited = runCli(QStringList{"plan", path("config.json"), "--json", "--max-memory",
                                            "0=1GiB,1=2GiB,cpu=3GiB"} +
                                kMachine);
    writeFile(path("limited.json"), limited.output);
    for (const QString& file : {path("plan.json"), path("limited.json")}) {
        const auto with = [&](const QStringList& words) {
            return runCli(QStringList{"plan", path("config.json"), "--import", file, "--json"} +
                          words)
                .json;
        };
        const bool isLimited = file.endsWith("limited.json");
        const QJsonObject disk = with({"--disk", "3GiB"});
        QCOMPARE(valueAt(disk, "devices/gpu:1/capacity"), "25769803776");
        QCOMPARE(valueAt(disk, "devices/cpu/capacity"), "68719476736");
        QCOMPARE(valueAt(disk, "max_memory/1"), isLimited ? "2147483648" : "25769803776");
        // Limits that nobody typed are what is free of the other devices.
        const QJsonObject gpus = with({"--gpus", "4GiB,6GiB"});
        QCOMPARE(valueAt(gpus, "max_memory/1"), isLimited ? "2147483648" : "6442450944");
        QCOMPARE(valueAt(gpus, "devices/cpu/capacity"), "68719476736");
    }
}

/// load_hf_model's device_map is the imported one.
void CliOptionWaysTest::aPresetKeepsTheImportedMap() {
    for (const char* option : {"--import", "--device-map"}) {
        for (const QString& file : {path("map.json"), path("p.stowage")}) {
            const QString model = file.endsWith(".json") ? path("config.json") : file;
            const auto run = runCli(
                QStringList{"plan", model, option, path("map.json"), "--json", "--num-gpus", "2"} +
                kMachine);
            QVERIFY2(run.json.contains("device_map"), run.output + run.diagnostics);
            const QByteArray map = QJsonDocument(run.json.value("device_map").toArray())
                                       .toJson(QJsonDocument::Compact);
            const bool isKept = map.contains("[\"lm_head\",\"cpu\"]") && map.contains(".5\",1]");
            QVERIFY2(isKept, map);
        }
    }
}

void CliOptionWaysTest::saysAWarningOnce() {
    const auto run = runCli({"plan", path("config.json"), "--import", path("map.json"), "--gpus",
                             "800gb,800gb", "--ram", "64GiB"});
    QCOMPARE(run.exitCode, 0);
    QCOMPARE(run.diagnostics.count("--gpus"), 2);  // one for each GPU
}

QTEST_GUILESS_MAIN(CliOptionWaysTest)
#include "tst_cli_option_ways.moc"
