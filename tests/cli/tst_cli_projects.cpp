// SPDX-License-Identifier: GPL-3.0-or-later
// Projects from outside: saved by plan, taken by every command in the place of a model, reported.
#include "cli_process.h"
#include "tests/support/golden_text.h"
#include "tiny_model.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

#include <memory>

using namespace stowage::test;

namespace {

const QStringList kTwoGpus{"--gpus", "3GiB,4GiB", "--ram", "1GiB", "--disk", "1GiB"};

}  // namespace

class CliProjectsTest : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_folder;

    [[nodiscard]] QString path(const QString& name) const { return m_folder->filePath(name); }
    [[nodiscard]] QString model() const { return path("net/model.safetensors"); }
    [[nodiscard]] QString project() const { return path("a.stowage"); }
    CliOutcome save(const QStringList& more) const {
        return runCli(QStringList{"plan", model(), "--save", project()} + more);
    }

private Q_SLOTS:
    void init() {
        QTest::failOnWarning(QRegularExpression(".*"));
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(!writeInto(m_folder->path(), "net/model.safetensors", fourLayers()).isEmpty());
    }

    /// Projects and plans that stowagectl 0.1.0 wrote have the plans that it made of them.
    void opensFilesOfTheFirstVersion() {
        QFile recorded(STOWAGE_TEST_DATA "/requests/files_0.1.0.jsonl");
        QVERIFY(recorded.open(QIODevice::ReadOnly));
        writeFile(path("config.json"),
                  "{\"model_type\": \"llama\", \"architectures\": [\"LlamaForCausalLM\"], "
                  "\"hidden_size\": 512, \"intermediate_size\": 2048, \"num_hidden_layers\": 6, "
                  "\"num_attention_heads\": 8, \"vocab_size\": 4000, "
                  "\"max_position_embeddings\": 4096, \"torch_dtype\": \"float16\"}");
        int opened = 0;
        while (!recorded.atEnd()) {
            const QJsonObject row = QJsonDocument::fromJson(recorded.readLine()).object();
            const bool isProject = row["kind"] == "project";
            const QString file = path(isProject ? "old.stowage" : "old.json");
            writeFile(file, QJsonDocument(row["file"].toObject()).toJson());
            const QStringList words =
                isProject ? QStringList{file} : QStringList{path("config.json"), "--import", file};
            const auto run = runCli(QStringList{"plan", "--json"} + words);
            const QJsonObject expected = row["expected"].toObject();
            for (const QString& key : expected.keys()) {
                QVERIFY2(run.json[key] == expected[key],
                         qPrintable(row["options"].toString() + ": " + key + "\n" + run.output +
                                    run.diagnostics));
            }
            ++opened;
        }
        QCOMPARE(opened, 40);
    }

    void planComesBackByteForByte_data() {
        QTest::addColumn<QStringList>("options");
        QTest::newRow("defaults") << QStringList();
        QTest::newRow("strategy and pin")
            << QStringList{"--strategy", "sequential", "--pin", "layers.1=cpu"};
        QTest::newRow("typed limits") << QStringList{"--max-memory", "0=2kb,1=1.5KiB,cpu=1GiB"};
        QTest::newRow("transformers and dtype")
            << QStringList{"--rules", "transformers", "--dtype", "float16"};
        QTest::newRow("preset") << QStringList{"--num-gpus", "2"};
        QTest::newRow("given map") << QStringList{
            "--device-map", "{\"layers.0\": 0, \"\": \"cpu\", \"layers.3\": \"disk\"}"};
        QTest::newRow("quantised") << QStringList{"--quantize", "nf4", "--double-quant"};
        QTest::newRow("hooks") << QStringList{
            "--strategy",        "sequential",  "--max-memory",    "0=1KiB,cpu=1GiB",
            "--prefetch-window", "1",           "--main-device",   "0",
            "--force-hooks",     "--offloaded", "compute:layers.2"};
        QTest::newRow("link and allocator")
            << QStringList{"--gpus", "64MiB:link=12GB/s:used=1KiB:name=left", "--allocator",
                           "expandable_segments"};
        QTest::newRow("machines") << QStringList{"--gpus",         "64MiB,node-2/64MiB",
                                                 "--machine-link", "this-node-2=2GB/s:20us",
                                                 "--machine-link", "1GB/s"};
        QTest::newRow("elsewhere") << QStringList{"--ram", "3000GiB"};
    }

    void planComesBackByteForByte() {
        QFETCH(const QStringList, options);
        QStringList all = kTwoGpus;
        for (qsizetype i = 0; i + 1 < options.size(); ++i) {
            if (const auto same = all.indexOf(options[i]); same >= 0) {
                all.remove(same, 2);
            }
        }
        const CliOutcome saved = save(all + options + QStringList{"--json"});
        QVERIFY2(saved.exitCode == 0 || saved.exitCode == 1, saved.diagnostics.constData());
        const CliOutcome again = runCli({"plan", project(), "--json"});
        QCOMPARE(again.exitCode, saved.exitCode);
        QCOMPARE(again.output, saved.output);
    }

    void everyCommandTakesAProject() {
        QCOMPARE(save(kTwoGpus).exitCode, 0);
        for (const QStringList& command : {QStringList{"load", project(), "--dry-run"},
                                           {"plan", project(), "--explain"},
                                           {"check", project(), "--device-map", "cpu"},
                                           {"export", project(), "--to", "accelerate"}}) {
            const CliOutcome outcome = runCli(command);
            QVERIFY2(outcome.exitCode == 0, command.front().toUtf8() + outcome.diagnostics);
        }
        // Nothing says what four weights keep of their tokens.
        const CliOutcome estimate = runCli({"estimate", project(), "--json"});
        QCOMPARE(estimate.exitCode, 1);
        QCOMPARE(estimate.json["verdict"].toString(), QStringLiteral("undetermined"));
        const CliOutcome load = runCli({"load", project(), "--dry-run", "--json"});
        const CliOutcome direct =
            runCli(QStringList{"load", model(), "--dry-run", "--json"} + kTwoGpus);
        QVERIFY(!load.json["device_map"].toArray().isEmpty());
        QCOMPARE(load.json["device_map"], direct.json["device_map"]);
    }

    void explainsManualMoves() {
        QCOMPARE(save(kTwoGpus).exitCode, 0);
        QFile file(project());
        QVERIFY(file.open(QIODevice::ReadOnly));
        QByteArray text = file.readAll();
        file.close();
        QVERIFY(text.contains(R"("moves": [])"));
        text.replace(R"("moves": [])", R"("moves": [["layers.1", "cpu"]])");
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(text), text.size());
        file.close();
        const CliOutcome outcome = runCli({"plan", project(), "--explain"});
        QCOMPARE(outcome.exitCode, 0);
        const QRegularExpression row(QStringLiteral("layers\\.1 +CPU +moved manually"));
        QVERIFY2(row.match(QString::fromUtf8(outcome.output)).hasMatch(),
                 outcome.output.constData());
    }

    // What is typed holds, and all else is the project's.
    void typedOptionsWin() {
        QCOMPARE(save(kTwoGpus + QStringList{"--strategy", "sequential", "--dtype", "float16",
                                             "--batch", "4", "--prompt", "8"})
                     .exitCode,
                 1);  // undetermined: nothing says what four weights keep of their tokens
        const auto planned = [this](const QStringList& more) {
            return runCli(QStringList{"plan", project(), "--json"} + more).json;
        };
        const QJsonObject batch = planned({"--prompt", "16"});
        QCOMPARE(at(batch, {"workload"})["batch"].toInt(), 4);
        QCOMPARE(at(batch, {"workload"})["prompt"].toInt(), 16);
        QCOMPARE(batch["strategy"].toString(), QStringLiteral("sequential"));
        const QJsonObject strategy = planned({"--strategy", "balanced"});
        QCOMPARE(strategy["strategy"].toString(), QStringLiteral("balanced"));
        QCOMPARE(at(strategy, {"request"})["dtype"].toString(), QStringLiteral("float16"));
        const QJsonObject gpus = planned({"--gpus", "1GiB"});
        QCOMPARE(gpus["devices"].toObject().keys(), QStringList({"cpu", "disk", "gpu:0"}));
        QCOMPARE(bytesAt(at(gpus, {"max_memory"}), "0"), std::int64_t{1} << 30);
        QCOMPARE(bytesAt(at(gpus, {"max_memory"}), "cpu"), std::int64_t{1} << 30);
        const QJsonObject limits = planned({"--max-memory", "1=2KiB,cpu=1GiB"});
        QCOMPARE(limits["max_memory"].toObject().keys(), QStringList({"1", "cpu"}));
        const QJsonObject ram = planned({"--ram", "2GiB"});
        QCOMPARE(bytesAt(at(ram, {"devices", "cpu"}), "capacity"), std::int64_t{2} << 30);
        QCOMPARE(runCli({"plan", project(), "--objective", "decode"}).exitCode, 2);
        // Nothing of this went into the project.
        QCOMPARE(planned({})["strategy"].toString(), QStringLiteral("sequential"));
    }

    void variants() {
        QCOMPARE(save(kTwoGpus).exitCode, 0);
        QCOMPARE(save(QStringList{"--gpus", "1GiB", "--ram", "1GiB", "--variant", "One"}).exitCode,
                 0);
        QCOMPARE(save(QStringList{"--gpus", "2GiB", "--ram", "1GiB", "--variant", "One"}).exitCode,
                 0);
        const CliOutcome inspected = runCli({"inspect", project(), "--json"});
        QCOMPARE(inspected.exitCode, 0);
        QCOMPARE(inspected.json["current"].toString(), QStringLiteral("One"));
        const QJsonArray listed = inspected.json["variants"].toArray();
        QCOMPARE(listed.size(), 2);
        QCOMPARE(listed[0]["edits"].toInt(), 1);
        QCOMPARE(listed[1]["edits"].toInt(), 2);
        QCOMPARE(at(inspected.json, {"model"})["state"].toString(), QStringLiteral("same"));
        const auto gpus = [this](const QStringList& more) {
            return runCli(QStringList{"plan", project(), "--json"} + more)
                       .json["devices"]
                       .toObject()
                       .size() -
                   2;
        };
        QCOMPARE(gpus({}), 1);
        QCOMPARE(gpus({"--variant", "Plan"}), 2);
        const CliOutcome unknown = runCli({"plan", project(), "--variant", "Two"});
        QCOMPARE(unknown.exitCode, 2);
        QVERIFY2(unknown.diagnostics.contains(goldenText("cli/has-no-plan-two-it-has-plan-one")),
                 unknown.diagnostics.constData());
        QCOMPARE(runCli({"plan", model(), "--variant", "One"}).exitCode, 2);
        // A plan that is saved under a new name follows from the current one.
        QCOMPARE(runCli({"plan", project(), "--strategy", "sequential", "--save", project(),
                         "--variant", "Two"})
                     .exitCode,
                 0);
        QCOMPARE(runCli({"plan", project(), "--variant", "Two", "--json"}).json["strategy"],
                 QJsonValue("sequential"));
        QCOMPARE(gpus({"--variant", "Two"}), 1);
        QVERIFY(runCli({"inspect", project()}).output.contains("Two (current)"));
        for (const char* verb : {"headers", "convert"}) {
            QStringList arguments{verb, project(), path("copy")};
            arguments += QString(verb) == "convert" ? QStringList{"--to", "pth"} : QStringList();
            const CliOutcome other = runCli(arguments);
            QCOMPARE(other.exitCode, 3);
            QVERIFY2(other.diagnostics.contains(
                         goldenText("checkpoint/is-a-project-and-its-model-itself")),
                     other.diagnostics.constData());
        }
    }

    void allVariants() {
        QCOMPARE(save(kTwoGpus).exitCode, 0);
        QCOMPARE(save(QStringList{"--gpus", "1KiB", "--ram", "1KiB", "--strategy", "sequential",
                                  "--variant", "Tight"})
                     .exitCode,
                 0);
        const CliOutcome all = runCli({"estimate", project(), "--all-variants", "--json"});
        QCOMPARE(all.exitCode, 1);
        const QJsonArray rows = all.json["variants"].toArray();
        QCOMPARE(rows.size(), 2);
        QCOMPARE(rows[0]["name"].toString(), QStringLiteral("Plan"));
        QCOMPARE(rows[0].toObject().keys(),
                 QStringList({"load_seconds", "missing", "name", "ram", "tokens_per_second",
                              "verdict", "vram", "why"}));
        // The same as each alone says.
        for (const QJsonValue& row : rows) {
            const CliOutcome one =
                runCli({"estimate", project(), "--variant", row["name"].toString(), "--json"});
            QCOMPARE(row["verdict"], one.json["verdict"]);
            QCOMPARE(row["ram"], at(one.json, {"devices", "cpu"})["needed"]);
        }
        const CliOutcome text = runCli({"estimate", project(), "--all-variants"});
        QVERIFY2(text.output.contains("Tight"), text.output.constData());
        QCOMPARE(runCli({"estimate", project(), "--all-variants", "--variant", "Plan"}).exitCode,
                 2);
    }

    void movedAndChangedModels() {
        QCOMPARE(save(kTwoGpus).exitCode, 0);
        QVERIFY(QDir(m_folder->path()).mkdir("moved"));
        QVERIFY(QFile::rename(project(), path("moved/a.stowage")));
        QVERIFY(QDir(m_folder->path()).rename("net", "moved/net"));
        QVERIFY(
            QFile::rename(path("moved/net/model.safetensors"), path("moved/model.safetensors")));
        const CliOutcome moved = runCli({"plan", path("moved/a.stowage")});
        QCOMPARE(moved.exitCode, 0);
        QVERIFY2(moved.diagnostics.contains(goldenText("project/the-model-lies-at")),
                 moved.diagnostics.constData());
        writeFile(path("moved/model.safetensors"), fourLayers().replace("layers.3", "layers.4"));
        const CliOutcome changed = runCli({"plan", path("moved/a.stowage")});
        QVERIFY2(
            changed.diagnostics.contains(goldenText("project/model-safetensors-has-other-tensors")),
            changed.diagnostics.constData());
        QCOMPARE(runCli({"inspect", path("moved/a.stowage")}).exitCode, 1);
        QVERIFY(QFile::remove(path("moved/model.safetensors")));
        const CliOutcome gone = runCli({"plan", path("moved/a.stowage")});
        QCOMPARE(gone.exitCode, 3);
        QVERIFY(gone.diagnostics.contains(goldenText("project/the-model-is-not-there-any-more")));
        const CliOutcome told = runCli({"inspect", path("moved/a.stowage"), "--json"});
        QCOMPARE(at(told.json, {"model"})["state"].toString(), QStringLiteral("missing"));
    }

    void modelsOfOtherMachines() {
        QVERIFY(save(kTwoGpus).exitCode == 0);
        QJsonObject object = QJsonDocument::fromJson(contentOf(project())).object();
        QJsonObject about = object["model"].toObject();
        about["elsewhere"] = QJsonObject{{"machine", "gpu1"}, {"path", "/nowhere/net"}};
        object["model"] = about;
        writeFile(project(), QJsonDocument(object).toJson());
        QVERIFY(QDir(path("net")).removeRecursively());
        const CliOutcome gone = runCli({"plan", project()});
        QCOMPARE(gone.exitCode, 3);
        QVERIFY2(
            gone.diagnostics.contains(goldenText("project/nowhere-net-on-gpu1-and-its-headers")),
            gone.diagnostics.constData());
        const CliOutcome told = runCli({"inspect", project(), "--json"});
        QCOMPARE(told.exitCode, 1);
        QCOMPARE(at(told.json, {"model", "elsewhere"})["machine"].toString(),
                 QStringLiteral("gpu1"));
        QVERIFY(runCli({"inspect", project()})
                    .output.contains("Model: /nowhere/net on the machine gpu1"));
    }

    /// As the window does: below the project by its place there, else where it lies; each once.
    void recordsAreNamed() {
        QCOMPARE(save(kTwoGpus).exitCode, 0);
        QVERIFY(QDir(m_folder->path()).mkdir("runs"));
        const QTemporaryDir elsewhere;
        const QString away = elsewhere.filePath("2.json");
        const auto load = [this](const QString& record) {
            return runCli({"load", project(), "--dry-run", "--record", record});
        };
        for (const QString& record : {path("runs/1.json"), away, path("runs/../runs/1.json")}) {
            const CliOutcome loaded = load(record);
            QVERIFY2(loaded.exitCode == 0, loaded.diagnostics.constData());
        }
        const auto named = [](const QString& file) {
            return runCli({"inspect", file, "--json"}).json["records"].toVariant().toStringList();
        };
        QCOMPARE(named(project()), QStringList({"runs/1.json", away}));
        const QByteArray kept = contentOf(project());
        QCOMPARE(load("-").exitCode, 0);
        QCOMPARE(runCli({"load", project(), "--dry-run"}).exitCode, 0);
        QCOMPARE(contentOf(project()), kept);
        QCOMPARE(runCli({"report", project(), "--out", path("a.html")}).exitCode, 1);
        // It says where the model lies now, so that both can be moved once more.
        for (const QStringList& more :
             {QStringList{"load", "--dry-run", "--record"}, {"plan", "--save"}}) {
            const QTemporaryDir places;
            const QString first = places.filePath("first");
            QVERIFY(QDir().mkpath(first + "/net"));
            QVERIFY(QFile::copy(project(), first + "/a.stowage"));
            QVERIFY(QFile::copy(model(), first + "/net/model.safetensors"));
            QVERIFY(QFile::rename(model(), path("net/hidden")));
            QStringList command = more;
            command.insert(1, first + "/a.stowage");
            command.append(first + (more.front() == "plan" ? "/a.stowage" : "/3.json"));
            const CliOutcome done = runCli(command);
            QVERIFY2(done.exitCode == 0, done.diagnostics.constData());
            QVERIFY(QDir().rename(first, places.filePath("second")));
            const CliOutcome moved = runCli({"plan", places.filePath("second/a.stowage")});
            QVERIFY2(moved.exitCode == 0, moved.diagnostics.constData());
            QVERIFY(QFile::rename(path("net/hidden"), model()));
        }
    }

    void onlyProjectsAreWrittenTo() {
        const QByteArray before = contentOf(model());
        const CliOutcome over = runCli({"plan", model(), "--save", model()});
        QCOMPARE(over.exitCode, 2);
        QVERIFY2(over.diagnostics.contains(goldenText("cli/is-there-and-is-no-project")),
                 over.diagnostics);
        QCOMPARE(contentOf(model()), before);
        QCOMPARE(save(kTwoGpus).exitCode, 0);
        const QByteArray kept = contentOf(project());
        const QString other = writeInto(m_folder->path(), "b.tree.json", fourLayersTree());
        const CliOutcome another = runCli({"plan", other, "--save", project()});
        QCOMPARE(another.exitCode, 2);
        QVERIFY2(another.diagnostics.contains(goldenText("cli/is-a-project-of-another-model")),
                 another.diagnostics);
        QCOMPARE(contentOf(project()), kept);
        writeFile(path("newer.stowage"),
                  QByteArray(kept).replace("\"version\": 2", "\"version\": 3"));
        const CliOutcome newer = runCli({"plan", path("newer.stowage")});
        QCOMPARE(newer.exitCode, 3);
        QVERIFY2(newer.diagnostics.contains(goldenText("load/was-written-by-a-newer-stowage")),
                 newer.diagnostics.constData());
        writeFile(path("broken.stowage"), kept.left(kept.size() / 2));
        QCOMPARE(runCli({"plan", path("broken.stowage")}).exitCode, 3);
    }

    void reports_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("holds");
        QTest::newRow("html") << "a.html" << QByteArray("<svg xmlns=");
        QTest::newRow("markdown") << "a.md" << QByteArray("| GPU 0 | simulated | ");
        QTest::newRow("svg") << "a.svg" << QByteArray("<title>Board of Plan</title>");
        QTest::newRow("csv") << "a.CSV" << QByteArray("Plan,undetermined,gpu:0,");
    }

    void reports() {
        QFETCH(const QString, name);
        QFETCH(const QByteArray, holds);
        QCOMPARE(save(kTwoGpus).exitCode, 0);
        const CliOutcome outcome = runCli({"report", project(), "--out", path(name)});
        QVERIFY2(outcome.exitCode == 1, outcome.diagnostics.constData());
        const QByteArray text = contentOf(path(name));
        QVERIFY2(text.contains(holds), text.left(2000).constData());
        if (name.endsWith("svg")) {
            QXmlStreamReader xml(text);
            while (!xml.atEnd()) {
                xml.readNext();
            }
            QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
        }
        const CliOutcome pdf = runCli({"report", project(), "--out", path("a.pdf")});
        QCOMPARE(pdf.exitCode, 2);
        QVERIFY(pdf.diagnostics.contains(goldenText("report/would-be-a-pdf")));
        QCOMPARE(runCli({"report", model(), "--out", path("no/a.md")}).exitCode, 3);
    }
};

QTEST_GUILESS_MAIN(CliProjectsTest)
#include "tst_cli_projects.moc"
