// SPDX-License-Identifier: GPL-3.0-or-later
// `stowagectl serve`: every request of docs/serve.md, several at once, and lines that are none.
#include "cli_process.h"
#include "serve_client.h"
#include "served_folder.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

#include <random>

using namespace stowage::test;

namespace {

constexpr qint64 kMiB = 1024 * 1024;
constexpr int kEndMs = 60'000;

/// What a process has in memory of its own; pages of files come and go as the machine has room.
qint64 residentBytes(const QProcess& process) {
    QFile file(QStringLiteral("/proc/%1/status").arg(process.processId()));
    const QByteArray status = file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    static const QRegularExpression kField("\nRssAnon:\\s*(\\d+) kB");
    return kField.match(QString::fromLatin1(status)).captured(1).toLongLong() * 1024;
}

/// Bytes without an end of line, or a request with some of its bytes changed.
QByteArray garbageLine(std::mt19937& random, const QList<QByteArray>& requests) {
    const auto below = [&random](qsizetype end) {
        return static_cast<qsizetype>(random() % static_cast<std::uint32_t>(end));
    };
    QByteArray line;
    if (random() % 3 == 0) {
        line.resize(below(200));
        for (char& byte : line) {
            byte = static_cast<char>(random());
        }
    } else {
        line = requests[below(requests.size())];
        const qsizetype changes = below(4);
        for (qsizetype i = 0; i < changes; ++i) {
            const qsizetype at = below(line.size());
            switch (random() % 4) {
                case 0:
                    line[at] = static_cast<char>(random());
                    break;
                case 1:
                    line.remove(at, 1 + below(5));
                    break;
                case 2:
                    line.insert(at, line.mid(below(line.size()), below(20)));
                    break;
                default:
                    line.insert(at, QByteArray::number(static_cast<qint64>(random())));
            }
            line = line.isEmpty() ? QByteArray("{") : line;
        }
    }
    return line.replace('\n', ' ');
}

}  // namespace

namespace {

QJsonObject named(const QString& name, const QString& path) {
    return {{"name", name}, {"path", path}};
}

QJsonObject adapterOf(const QString& name, const QString& path) {
    return {{"adapters", QJsonArray{named(name, path)}}};
}

}  // namespace

class CliServeTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }
    void cleanup() {
        QTRY_COMPARE_WITH_TIMEOUT(processesWith(m_folder.mark()), QStringList(), kEndMs);
        QCOMPARE(filesBelow(m_folder.temporary()), QStringList());
    }
    void initTestCase() { QVERIFY(m_folder.make()); }
    void devicesSayWhoServes();
    void listsFolders();
    void openSendsAllButTensors();
    void adaptersComeWithTheModel();
    void tenantsAndTreesComeWithTheModel();
    void openSaysWhatIsWrong();
    void filesOfACacheKeepTheirNames();
    void plansAndEstimates();
    void runsAPass();
    void deviceMaps_data();
    void deviceMaps();
    void deviceMapsAreNoFiles();
    void longLines();
    void idsUnderWay();
    void answersComeAsTheyAreReady();
    void sixteenAtOnce();
    void memoryStaysFlat();
    void garbageNeverEndsIt();
    void theHomeFolderIsServed();

private:
    ServedFolder m_folder;
};

void CliServeTest::devicesSayWhoServes() {
    const auto server = m_folder.serve();
    const QJsonObject answer = server->ask(requestTo("devices", {{"gpus", "64MiB,32MiB"}}));
    QVERIFY2(isAnswered(answer), textOf(answer));
    QCOMPARE(at(answer, {"ok"}).value("devices").toArray().size(), 2);
    const QJsonObject who = at(answer, {"ok", "serve"});
    QCOMPARE(who.value("v").toInt(), 2);
    QCOMPARE(who.value("folders").toArray(), QJsonArray{m_folder.path()});
    for (const char* const key : {"stowagectl", "system", "host"}) {
        QVERIFY2(!who.value(key).toString().isEmpty(), key);
    }
}

void CliServeTest::listsFolders() {
    const auto server = m_folder.serve();
    const QJsonObject top = at(server->ask(requestTo("list")), {"ok"});
    QCOMPARE(top.value("path").toString(), m_folder.path());
    QVERIFY(top.value("parent").isNull());
    QCOMPARE(top.value("left_off").toInt(-1), 0);
    QStringList names;
    for (const QJsonValue& value : top.value("entries").toArray()) {
        const QJsonObject entry = value.toObject();
        const bool isFolder = entry.value("kind").toString() == "folder";
        const bool isOutside = entry.value("kind").toString() == "outside";
        QCOMPARE(entry.value("bytes").isNull(), isFolder || isOutside);
        QCOMPARE(entry.value("modified").toString().endsWith('Z'), !isOutside);
        names << (isFolder ? "/" : isOutside ? "> " : "") + entry.value("name").toString();
    }
    QCOMPARE(names, (QStringList{"/folder", "/inside", "/linked", "/llama", "broken.safetensors",
                                 "slow.safetensors", "tiny.safetensors", "> link"}));
    const QJsonObject below = at(server->ask(requestTo("list", {{"path", "llama"}})), {"ok"});
    QCOMPARE(below.value("path").toString(), m_folder.path() + "/llama");
    QCOMPARE(below.value("parent").toString(), m_folder.path());
    QCOMPARE(at(server->ask(requestTo("list", {{"path", m_folder.path() + "/inside"}})), {"ok"})
                 .value("path")
                 .toString(),
             m_folder.path() + "/llama");
    QCOMPARE(errorKind(server->ask(requestTo("list", {{"path", "tiny.safetensors"}}))),
             "not_a_regular_file");
}

/// What is sent, written to files with holes, is what `headers` writes.
void CliServeTest::openSendsAllButTensors() {
    const QString sent = m_folder.beside("sent");
    const QString written = m_folder.beside("written");
    const auto server = m_folder.serve();
    const qint64 id = server->begin(requestTo("open", {{"model", "llama"}}));
    const QJsonObject done = at(server->answer(id), {"ok"});
    QCOMPARE(done.value("model").toString(), m_folder.path() + "/llama");
    QCOMPARE(done.value("open").toString(), ".");
    qint64 bytes = 0;
    QMap<QString, qint64> sizes;
    for (const QJsonObject& piece : server->progress(id)) {
        const QString name = piece.value("file").toString();
        const QByteArray data = QByteArray::fromBase64(piece.value("data").toString().toLatin1());
        QVERIFY(QDir().mkpath(sent));
        QFile file(sent + "/" + name);
        QVERIFY(file.open(QIODevice::ReadWrite));
        QVERIFY(file.resize(bytesAt(piece, "bytes")));
        QVERIFY(file.seek(bytesAt(piece, "offset")));
        QCOMPARE(file.write(data), data.size());
        bytes += data.size();
        sizes[name] = bytesAt(piece, "bytes");
    }
    QCOMPARE(bytesAt(done, "sent"), bytes);
    QCOMPARE(bytesAt(done, "files"), sizes.size());
    QCOMPARE(bytesAt(done, "bytes"), sizes["model.safetensors"] + sizes["config.json"]);
    const auto run = runCli({"headers", m_folder.path() + "/llama", written, "--json"});
    QVERIFY2(run.exitCode == 0, run.output + run.diagnostics);
    QStringList names = filesBelow(written);
    QVERIFY(names.removeOne(".stowage-headers.json"));
    QCOMPARE(filesBelow(sent), names);
    for (const QString& name : names) {
        QFile one(sent + "/" + name);
        QFile other(written + "/" + name);
        QVERIFY(one.open(QIODevice::ReadOnly) && other.open(QIODevice::ReadOnly));
        QVERIFY(one.readAll() == other.readAll());
    }
}

void CliServeTest::adaptersComeWithTheModel() {
    const QString lent = m_folder.lendAdapter("base");
    QVERIFY(!lent.isEmpty());
    ServeClient server(stowagectlPath(), {"serve", "--allow", lent}, {m_folder.mark()});
    const auto namesOf = [&server](qint64 id) {
        QSet<QString> names;
        for (const QJsonObject& piece : server.progress(id)) {
            names << piece.value("file").toString();
        }
        return names;
    };
    const QString place = ".stowage-adapters" + lent + "/lora/";
    const QSet<QString> all{"config.json", "model.safetensors", place + "adapter_config.json",
                            place + "adapter_model.safetensors"};
    const qint64 id =
        server.begin(requestTo("open", {{"model", "base"}, {"open", adapterOf("chat", "lora")}}));
    const QJsonObject done = at(server.answer(id), {"ok"});
    QCOMPARE(done.value("model").toString(), lent + "/base");
    QCOMPARE(done.value("adapters").toArray(),
             (QJsonArray{QJsonObject{{"name", "chat"}, {"path", lent + "/lora"}}}));
    QCOMPARE(namesOf(id), all);
    // Its own folder is its base model with it.
    const qint64 own = server.begin(requestTo("open", {{"model", "lora"}}));
    const QJsonObject over = at(server.answer(own), {"ok"});
    QCOMPARE(over.value("model").toString(), lent + "/base");
    QCOMPARE(over.value("adapters").toArray(),
             (QJsonArray{QJsonObject{{"name", ""}, {"path", lent + "/lora"}}}));
    QCOMPARE(namesOf(own), all);
    QVERIFY(!at(server.ask(requestTo("open", {{"model", "base"}})), {"ok"}).contains("adapters"));
    QCOMPARE(errorKind(server.ask(
                 requestTo("open", {{"model", "base"}, {"open", adapterOf("", "base")}}))),
             "no_checkpoint");
    // It is loaded there by the path by which it is planned here.
    const QString copy = m_folder.beside("with-adapter");
    const QString adapter = "chat=" + lent + "/lora";
    const auto written = runCli({"headers", lent + "/base", copy, "--adapter", adapter});
    QVERIFY2(written.output.contains("--adapter " + adapter.toUtf8()), written.output);
    QVERIFY(QDir().rename(lent + "/lora", lent + "/gone"));
    const auto plan = runCli({"plan", copy, "--adapter", adapter, "--gpus", "64MiB", "--json"});
    QVERIFY2(plan.exitCode == 0, plan.output + plan.diagnostics);
    QVERIFY(QDir().rename(lent + "/gone", lent + "/lora"));
    const QJsonObject load =
        server.ask(requestTo("load", {{"model", "base"},
                                      {"open", adapterOf("chat", lent + "/lora")},
                                      {"gpus", "64MiB"},
                                      {"device_map", plan.json.value("device_map")},
                                      {"verify", true}}));
    QVERIFY2(at(load, {"ok"}).value("verified").toBool(), textOf(load));
}

/// A plan of the copy, and a load there, take the same models and the same tree.
void CliServeTest::tenantsAndTreesComeWithTheModel() {
    const QString lent = m_folder.lendAdapter("base");
    QVERIFY(!lent.isEmpty() && QDir(lent).mkpath("draft-1.5") && QDir(lent).mkpath("trees"));
    const QString data = QStringLiteral(STOWAGE_TEST_DATA "/");
    const auto copyFile = [](const QString& from, const QString& to) {
        return QFile::exists(to) || QFile::copy(from, to);
    };
    QVERIFY(copyFile(data + "checkpoints/gpt2-tiny.safetensors", lent + "/tiny.safetensors"));
    QVERIFY(copyFile(data + "trees/gpt2-tiny-lmhead.tree.json", lent + "/trees/it.tree.json"));
    for (const QString& name : QDir(lent + "/base").entryList(QDir::Files)) {
        QVERIFY(copyFile(lent + "/base/" + name, lent + "/draft-1.5/" + name));
    }
    const QString tree = lent + "/trees/it.tree.json";
    const QStringList tenants{"draft=" + lent + "/base", lent + "/draft-1.5"};
    const QJsonObject opening{
        {"model", "tiny.safetensors"},
        {"open", QJsonObject{{"tree", tree},
                             {"tenants", QJsonArray{named("draft", lent + "/base"),
                                                    named("", lent + "/draft-1.5")}}}}};
    ServeClient server(stowagectlPath(), {"serve", "--allow", lent}, {m_folder.mark()});
    const qint64 id = server.begin(requestTo("open", opening));
    const QJsonObject opened = server.answer(id);
    const QJsonObject done = at(opened, {"ok"});
    QVERIFY2(!done.isEmpty(), textOf(opened));
    QCOMPARE(done.value("model").toString(), lent + "/tiny.safetensors");
    QCOMPARE(done.value("tree").toString(), tree);
    QCOMPARE(done.value("tenants").toArray(),
             (QJsonArray{QJsonObject{{"name", "draft"}, {"path", lent + "/base"}},
                         QJsonObject{{"name", ""}, {"path", lent + "/draft-1.5"}}}));
    QSet<QString> sent;
    for (const QJsonObject& piece : server.progress(id)) {
        sent << piece.value("file").toString();
    }
    const QString beside = ".stowage-tenants" + lent;
    QCOMPARE(sent, (QSet<QString>{"tiny.safetensors", ".stowage-trees" + tree,
                                  beside + "/base/config.json", beside + "/base/model.safetensors",
                                  beside + "/draft-1.5/config.json",
                                  beside + "/draft-1.5/model.safetensors"}));

    const QString copy = m_folder.beside("with-tenants");
    const QStringList same{"--tree", tree, "--tenant", tenants[0], "--tenant", tenants[1]};
    const auto written = runCli(QStringList{"headers", lent + "/tiny.safetensors", copy} + same);
    for (const QString& word :
         {"--tree " + tree, "--tenant " + tenants[0], "--tenant " + tenants[1]}) {
        QVERIFY2(written.output.contains(word.toUtf8()), written.output + written.diagnostics);
    }
    QVERIFY(QDir().rename(lent, lent + "-gone"));
    const auto plan = runCli(
        QStringList{"plan", copy + "/tiny.safetensors", "--gpus", "64MiB,64MiB", "--json"} + same);
    QVERIFY(QDir().rename(lent + "-gone", lent));
    QVERIFY2(plan.exitCode == 0, plan.output + plan.diagnostics);
    const QJsonArray map = plan.json.value("device_map").toArray();
    const QByteArray names = QJsonDocument(map).toJson(QJsonDocument::Compact);
    QVERIFY2(names.contains("\"draft-1_5") && names.contains("\"draft."), names);
    QJsonObject members = opening;
    members.insert("gpus", "64MiB,64MiB");
    const QJsonObject there = at(server.ask(requestTo("plan", members)), {"ok"});
    QCOMPARE(there.value("device_map").toArray(), map);
    QCOMPARE(at(there, {"checkpoint"}), at(plan.json, {"checkpoint"}));
    members.insert("device_map", map);
    members.insert("verify", true);
    const QJsonObject load = server.ask(requestTo("load", members));
    QVERIFY2(at(load, {"ok"}).value("verified").toBool(), textOf(load));

    const auto refusal = [&server](const QJsonObject& more) {
        return errorKind(
            server.ask(requestTo("open", {{"model", "tiny.safetensors"}, {"open", more}})));
    };
    QCOMPARE(refusal({{"tenants", QJsonArray{named("model", "base")}}}), "invalid_argument");
    QCOMPARE(refusal({{"tenants", QJsonArray{named("", "trees")}}}), "no_checkpoint");
    QCOMPARE(refusal({{"tree", "base/config.json"}}), "malformed");
}

void CliServeTest::openSaysWhatIsWrong() {
    const auto server = m_folder.serve();
    const QJsonObject answer = server->ask(requestTo("open", {{"model", "broken.safetensors"}}));
    QCOMPARE(errorKind(answer), "unknown_format");
    QCOMPARE(at(answer, {"error"}).value("file").toString(),
             m_folder.path() + "/broken.safetensors");
    QCOMPARE(errorKind(server->ask(requestTo("open", {{"model", "folder"}}))), "no_checkpoint");
}

/// In a cache of the hub files are links to others with names of their own.
void CliServeTest::filesOfACacheKeepTheirNames() {
    const QString hub = m_folder.beside("hub");
    const QDir snapshot(hub + "/models--it/snapshots/1");
    QVERIFY(snapshot.mkpath(".") && QDir(hub).mkpath("models--it/blobs"));
    const auto made = runCli({"sample", hub + "/made", "--arch", "llama-tiny", "--dtype",
                              "bfloat16", "--shard-size", "3MB"});
    QVERIFY2(made.exitCode == 0, made.output + made.diagnostics);
    for (const QString& name : filesBelow(hub + "/made")) {
        const QString blob = hub + "/models--it/blobs/blob-" + QString(name).replace('.', '-');
        QVERIFY(QFile::rename(hub + "/made/" + name, blob));
        QVERIFY(QFile::link(blob, snapshot.filePath(name)));
    }
    ServeClient server(stowagectlPath(), {"serve", "--allow", hub}, {m_folder.mark()});
    const QString model = "models--it/snapshots/1/model.safetensors.index.json";
    const QJsonObject plan = server.ask(requestTo("plan", {{"model", model}, {"gpus", "64MiB"}}));
    QVERIFY2(isAnswered(plan), textOf(plan));
    const QJsonObject open = server.ask(requestTo("open", {{"model", model}}));
    QCOMPARE(at(open, {"ok"}).value("open").toString(), "model.safetensors.index.json");
    QCOMPARE(at(open, {"ok"}).value("model").toString(), hub + u'/' + model);
}

void CliServeTest::plansAndEstimates() {
    const auto server = m_folder.serve();
    const QJsonObject plan =
        server->ask(requestTo("plan", {{"model", "llama"}, {"gpus", "64MiB"}}));
    QVERIFY2(isAnswered(plan), textOf(plan));
    QCOMPARE(at(plan, {"ok"}).value("verdict").toString(), "fits");
    QVERIFY(!plan.contains("status"));
    const QJsonObject map{{"model", "tiny.safetensors"},
                          {"gpus", "64MiB"},
                          {"device_map", QJsonObject{{"layers.0", 0}, {"layers", "cpu"}}}};
    const QJsonObject given = server->ask(requestTo("plan", map));
    QVERIFY2(isAnswered(given), textOf(given));
    QVERIFY(textOf(at(given, {"ok"})).contains(R"("device_map":[["layers.0",0])"));
    const QJsonObject no = server->ask(requestTo(
        "plan", {{"model", "llama"}, {"gpus", "1MiB"}, {"ram", "1MiB"}, {"disk", "1MiB"}}));
    QVERIFY2(isAnswered(no), textOf(no));
    QCOMPARE(no.value("status").toInt(), 1);
    QCOMPARE(at(no, {"ok"}).value("verdict").toString(), "no");
    const QJsonObject estimate = server->ask(requestTo(
        "estimate", {{"model", "llama"}, {"gpus", "64MiB"}, {"batch", 2}, {"prompt", "16"}}));
    QVERIFY2(isAnswered(estimate), textOf(estimate));
}

void CliServeTest::runsAPass() {
    if (!QFile::exists(STOWAGE_BIN_DIR "/libstowage_torch.so")) {
        QSKIP("built without LibTorch");
    }
    const auto server = m_folder.serve();
    const QJsonObject run =
        server->ask(requestTo("run", {{"model", "llama"}, {"gpus", "64MiB"}, {"tokens", "1,2,3"}}));
    QVERIFY2(isAnswered(run), textOf(run));
    QCOMPARE(at(run, {"ok"}).value("prompt").toArray().size(), 3);
}

void CliServeTest::deviceMaps_data() {
    QTest::addColumn<QJsonValue>("map");
    QTest::newRow("object") << QJsonValue(QJsonObject{{"", "cpu"}});
    QTest::newRow("as a plan has it") << QJsonValue(QJsonArray{QJsonArray{"", "cpu"}});
    QTest::newRow("text") << QJsonValue(R"({"": "cpu"})");
    QTest::newRow("list in a text") << QJsonValue(R"([["", "cpu"]])");
    QTest::newRow("Python") << QJsonValue("{'': 'cpu'}");
    QTest::newRow("script") << QJsonValue("device_map = {'': 'cpu'}");
    QTest::newRow("device") << QJsonValue("cpu");
}

void CliServeTest::deviceMaps() {
    QFETCH(const QJsonValue, map);
    const auto server = m_folder.serve();
    const QJsonObject answer = server->ask(
        requestTo("plan", {{"model", "tiny.safetensors"}, {"gpus", "64MiB"}, {"device_map", map}}));
    QVERIFY2(isAnswered(answer), textOf(answer));
    QCOMPARE(at(answer, {"ok"}).value("device_map").toArray(), (QJsonArray{QJsonArray{"", "cpu"}}));
}

/// A file that is called like a map, or like a strategy, is none.
void CliServeTest::deviceMapsAreNoFiles() {
    const QString folder = m_folder.beside("outside");
    const auto server = m_folder.serve(folder);
    for (const QString& name : {QStringLiteral("map{.json"), QStringLiteral("secret"),
                                folder + "/map{.json", QStringLiteral("m.json")}) {
        const QJsonObject answer = server->ask(requestTo(
            "plan", {{"model", "tiny.safetensors"}, {"gpus", "64MiB"}, {"device_map", name}}));
        QVERIFY2(errorKind(answer) == "invalid_argument", textOf(answer));
    }
}

void CliServeTest::longLines() {
    const auto server = m_folder.serve();
    const auto padded = [](qint64 bytes, int id) {
        const QByteArray line = R"({"v":2,"do":"sample","id":)" + QByteArray::number(id) + "}";
        return line + QByteArray(bytes - line.size(), ' ');
    };
    server->send(padded(17 * kMiB, 1));
    const QJsonObject refused = server->nobodysAnswer();
    QCOMPARE(errorKind(refused), "limit_exceeded");
    QVERIFY2(textOf(refused).contains("16 MiB"), textOf(refused));
    server->send(padded(16 * kMiB, 2));
    QVERIFY(isAnswered(server->answer(2)));
    server->send(padded(16 * kMiB + 1, 3));
    QCOMPARE(errorKind(server->nobodysAnswer()), "limit_exceeded");
    server->send(QByteArray());
    server->send(QByteArray(" \t\r"));
    server->send(padded(100, 4) + '\r');
    QVERIFY(isAnswered(server->answer(4)));
    QVERIFY(isAnswered(server->ask(requestTo("sample"))));
    QCOMPARE(server->oddLines(), QList<QByteArray>());
    // What has no end of line is no request.
    server->process().write(R"({"v":2,"id":9,"do":"sample"})");
    server->closeInput();
    QCOMPARE(server->waitForEnd(kEndMs), 0);
}

void CliServeTest::idsUnderWay() {
    const auto server = m_folder.serve();
    const qint64 load = m_folder.beginSlowLoad(*server);
    QVERIFY(!server->waitForProgress(load, [](const QJsonObject&) { return true; }).isEmpty());
    for (const QJsonObject& request :
         {requestTo("sample"), requestTo("cancel", {{"request", 1}}),
          requestTo("plan", {{"model", "llama"}}), requestTo("nothing")}) {
        QJsonObject same = request;
        same.insert("v", 2);
        same.insert("id", load);
        server->send(same);
        const QJsonObject refused = server->answer(load);
        QCOMPARE(errorKind(refused), "invalid_argument");
        QVERIFY2(textOf(refused).contains("in use"), textOf(refused));
    }
    const QJsonObject sample = server->ask(requestTo("sample"));
    QCOMPARE(at(sample, {"ok"}).value("requests").toArray(), QJsonArray{load});
    QVERIFY(bytesAt(at(sample, {"ok", "host"}), "total") > 0);
    QVERIFY(bytesAt(at(sample, {"ok", "host"}), "available") > 0);
    QVERIFY(isAnswered(server->ask(requestTo("cancel", {{"request", load}}))));
    QCOMPARE(errorKind(server->answer(load)), "cancelled");
    // It is free again.
    QJsonObject again = requestTo("sample");
    again.insert("v", 2);
    again.insert("id", load);
    server->send(again);
    QVERIFY(isAnswered(server->answer(load)));
}

void CliServeTest::answersComeAsTheyAreReady() {
    const auto server = m_folder.serve();
    const qint64 load = m_folder.beginSlowLoad(*server);
    // However slow the machine is, it is under way when the others are answered.
    QVERIFY(isAnswered(server->ask(requestTo("pause", {{"request", load}}))));
    const qint64 plan = server->begin(requestTo("plan", {{"model", "llama"}, {"gpus", "64MiB"}}));
    const qint64 other =
        server->begin(requestTo("plan", {{"model", "tiny.safetensors"}, {"gpus", "64MiB"}}));
    QVERIFY(isAnswered(server->answer(other)));
    QVERIFY(isAnswered(server->answer(plan)));
    QVERIFY(isAnswered(server->ask(requestTo("list"))));
    for (const QJsonObject& line : server->progress(load)) {
        QVERIFY(!isLoaded(line));
    }
    QVERIFY(isAnswered(server->ask(requestTo("resume", {{"request", load}}))));
    QVERIFY(!server->waitForProgress(load, isLoaded).isEmpty());
    server->closeInput();
    QCOMPARE(server->waitForEnd(kEndMs), 0);
}

void CliServeTest::sixteenAtOnce() {
    const auto server = m_folder.serve();
    QList<qint64> loads;
    for (int i = 0; i < 16; ++i) {
        loads << server->begin(requestTo("load", {{"model", "tiny.safetensors"},
                                                  {"gpus", "64MiB"},
                                                  {"method", "naive"},
                                                  {"hold", true}}));
    }
    const QJsonObject refused = server->ask(requestTo("devices", {{"gpus", "none"}}));
    QCOMPARE(errorKind(refused), "limit_exceeded");
    QVERIFY(isAnswered(server->ask(requestTo("list"))));
    for (const qint64 load : loads) {
        QVERIFY(!server->waitForProgress(load, isLoaded).isEmpty());
        QVERIFY(isAnswered(server->ask(requestTo("cancel", {{"request", load}}))));
        QVERIFY(isAnswered(server->answer(load)));
    }
    QVERIFY(isAnswered(server->ask(requestTo("devices", {{"gpus", "none"}}))));
}

void CliServeTest::memoryStaysFlat() {
    constexpr qint64 kMost = 8 * kMiB;
    const auto server = m_folder.serve();
    const auto ask = [&](int requests) {
        for (int i = 0; i < requests; ++i) {
            const QJsonObject answer =
                i % 4 == 0   ? server->ask(requestTo("list"))
                : i % 4 == 1 ? server->ask(requestTo("sample"))
                : i % 4 == 2 ? server->ask(requestTo("plan", {{"model", "../outside"}}))
                             : server->ask(requestTo("nothing", {{"x", QString(1000, 'x')}}));
            if (answer.isEmpty()) {
                return false;
            }
        }
        return true;
    };
    QVERIFY(ask(100));
    const qint64 before = residentBytes(server->process());
    QVERIFY(before > 0);
    QVERIFY(ask(1000));
    const qint64 more = residentBytes(server->process()) - before;
    QVERIFY2(more < kMost, qPrintable(QString::number(more)));
    // Commands leave nothing behind, either.
    for (int i = 0; i < 40; ++i) {
        QVERIFY(isAnswered(server->ask(requestTo("devices", {{"gpus", "none"}}))));
    }
    const qint64 withCommands = residentBytes(server->process()) - before;
    QVERIFY2(withCommands < kMost, qPrintable(QString::number(withCommands)));
}

void CliServeTest::garbageNeverEndsIt() {
    constexpr int kLines = 2000;
    const QList<QByteArray> requests{
        R"({"v":2,"id":1,"do":"devices","gpus":"64MiB"})",
        R"({"v":2,"id":2,"do":"list","path":"llama"})",
        R"({"v":2,"id":3,"do":"open","model":"llama"})",
        R"({"v":2,"id":4,"do":"plan","model":"llama","gpus":"64MiB","device_map":{"":0}})",
        R"({"v":2,"id":5,"do":"load","model":"tiny.safetensors","gpus":"64MiB","hold":true})",
        R"({"v":2,"id":6,"do":"sample"})",
        R"({"v":2,"id":7,"do":"pause","request":5})",
        R"({"v":2,"id":8,"do":"cancel","request":5})",
        R"({"v":2,"id":9,"do":"plan","model":"tiny.safetensors","open":{"tenants":[{"name":"a","path":"llama"}]},"batch":2})"};
    const auto server = m_folder.serve();
    std::mt19937 random(20261126);
    for (int i = 0; i < kLines; ++i) {
        server->send(garbageLine(random, requests));
        if (i % 100 == 0) {
            const QJsonObject answer = server->ask(requestTo("list"));
            QVERIFY2(isAnswered(answer), textOf(answer));
        }
        QCOMPARE(server->process().state(), QProcess::Running);
    }
    QJsonArray underWay;
    do {
        underWay = at(server->ask(requestTo("sample")), {"ok"}).value("requests").toArray();
        for (const QJsonValue& request : underWay) {
            (void)server->ask(requestTo("cancel", {{"request", request}}));
        }
    } while (!underWay.isEmpty());
    QVERIFY(isAnswered(server->ask(requestTo("plan", {{"model", "llama"}, {"gpus", "64MiB"}}))));
    QCOMPARE(server->oddLines(), QList<QByteArray>());
    server->closeInput();
    QCOMPARE(server->waitForEnd(kEndMs), 0);
}

void CliServeTest::theHomeFolderIsServed() {
    const QString home = m_folder.beside("");
    ServeClient server(stowagectlPath(), {"serve"}, {m_folder.mark(), "HOME=" + home});
    QCOMPARE(at(server.ask(requestTo("list")), {"ok"}).value("path").toString(), home);
    ServeClient two(stowagectlPath(),
                    {"serve", "--allow", m_folder.path(), "--allow", home + "/outside"},
                    {m_folder.mark()});
    QVERIFY(isAnswered(two.ask(
        requestTo("plan", {{"model", home + "/outside/secret.safetensors"}, {"gpus", "64MiB"}}))));
    QVERIFY(isAnswered(two.ask(requestTo("plan", {{"model", "linked"}, {"gpus", "64MiB"}}))));
    ServeClient nowhere(stowagectlPath(), {"serve", "--allow", home + "/nowhere"},
                        {m_folder.mark()});
    QCOMPARE(nowhere.waitForEnd(kEndMs), 3);
}

QTEST_GUILESS_MAIN(CliServeTest)
#include "tst_cli_serve.moc"
