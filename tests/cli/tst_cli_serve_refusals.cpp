// SPDX-License-Identifier: GPL-3.0-or-later
// `stowagectl serve`: which members a request may have, and what is refused.
#include "cli_process.h"
#include "serve_client.h"
#include "served_folder.h"
#include "tests/support/golden_text.h"
#include "tiny_model.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QRegularExpression>
#include <QTest>

using namespace stowage::test;

namespace {

constexpr int kEndMs = 60'000;

}  // namespace

class CliServeRefusalsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }
    void cleanup() {
        QTRY_COMPARE_WITH_TIMEOUT(processesWith(m_folder.mark()), QStringList(), kEndMs);
        QCOMPARE(filesBelow(m_folder.temporary()), QStringList());
    }
    void initTestCase() { QVERIFY(m_folder.make()); }
    void optionsAreThoseOfTheCommands_data();
    void optionsAreThoseOfTheCommands();
    void badRequests_data();
    void badRequests();
    void pathsOutside_data();
    void pathsOutside();
    void linksBesideAFile();
    void basesOutside();
    void projectsAreRefused();
    void longMembers();

private:
    ServedFolder m_folder;
};

void CliServeRefusalsTest::optionsAreThoseOfTheCommands_data() {
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("member");
    QTest::addColumn<QJsonValue>("value");
    const auto add = [](const QStringList& verbs, const char* member, const QJsonValue& value) {
        for (const QString& verb : verbs) {
            QTest::addRow("%s %s", qPrintable(verb), member)
                << verb << QString::fromLatin1(member) << value;
        }
    };
    const QStringList placing{"plan", "estimate", "load", "run"};
    const QStringList opening = placing + QStringList{"open"};
    add(placing + QStringList{"devices"}, "gpus", "64MiB");
    const QJsonArray llama{QJsonObject{{"name", "y"}, {"path", "llama"}}};
    for (const QJsonObject& how :
         {QJsonObject{{"prefix", "model"}}, QJsonObject{{"tree", "llama/config.json"}},
          QJsonObject{{"renames", QJsonArray{QJsonArray{"a.", "b."}, QJsonArray{"c.", "d."}}}},
          QJsonObject{{"class", "LlamaModel"}}, QJsonObject{{"weights_variant", "fp16"}},
          QJsonObject{{"adapters", llama}}, QJsonObject{{"tenants", llama}},
          QJsonObject{{"mtp", true}}}) {
        for (const QString& verb : opening) {
            QTest::addRow("%s %s", qPrintable(verb), qPrintable(how.keys().first()))
                << verb << QStringLiteral("open") << QJsonValue(how);
        }
    }
    for (const auto& [member, value] : std::initializer_list<std::pair<const char*, QJsonValue>>{
             {"visible", "0"},
             {"allocator", "expandable_segments"},
             {"ram", "1GiB"},
             {"disk", 1073741824},
             {"max_memory", "0=64MiB,cpu=1GiB"},
             {"no_split", QJsonArray{"LlamaDecoderLayer"}},
             {"no_split", ""},
             {"dtype", "float32"},
             {"quantize", "int8"},
             {"double_quant", true},
             {"prefetch_window", 1},
             {"no_prefetch", true},
             {"no_prefetch", false},
             {"execution_device", "cpu"},
             {"main_device", "0"},
             {"preload_module_classes", "Linear"},
             {"offloaded", "stream"},
             {"force_hooks", true},
             {"device_map", QJsonObject{{"", 0}}},
             {"strategy", "sequential"},
             {"objective", "decode"},
             {"mix", "1,2"},
             {"rules", "transformers"},
             {"pin", QJsonArray{"lm_head=cpu"}},
             {"offload_buffers", true},
             {"fallback_allocation", true},
             {"keep_map_unclean", true},
             {"num_gpus", 1},
             {"max_gpu_memory", "64MiB"},
             {"device", "cuda"}}) {
        add(placing, member, value);
    }
    for (const auto& [member, value] :
         std::initializer_list<std::pair<const char*, QJsonValue>>{{"batch", 1},
                                                                   {"prompt", 16},
                                                                   {"context", 32},
                                                                   {"generate", 2},
                                                                   {"prefill_chunk", 8},
                                                                   {"images", 0},
                                                                   {"kv_dtype", "float16"},
                                                                   {"tensor_parallel", 1},
                                                                   {"compute_dtype", "float32"},
                                                                   {"attention", "fused"},
                                                                   {"engine", "transformers"}}) {
        add({"plan", "estimate", "load"}, member, value);
    }
    add({"plan"}, "explain", true);
    add({"estimate"}, "targets", "ttft=1");
    const QStringList loading{"load", "run"};
    add(loading, "cache", "as-is");
    add(loading, "memory", "as-is");
    add(loading, "ram_limit", "1GiB");
    add(loading, "force", true);
    add({"load"}, "method", "naive");
    add({"load"}, "dry_run", true);
    add({"load"}, "verify", true);
    add({"load"}, "sha256", true);
    add({"load"}, "forward", "1,2");
    for (const auto& [member, value] :
         std::initializer_list<std::pair<const char*, QJsonValue>>{{"tokens", "1,2"},
                                                                   {"prompt_text", "a"},
                                                                   {"decoder_tokens", "1"},
                                                                   {"input", "llama/config.json"},
                                                                   {"batch", 1},
                                                                   {"prefill_chunk", 8},
                                                                   {"attention", "eager"},
                                                                   {"generate", 1},
                                                                   {"temperature", 0.5},
                                                                   {"top_k", 3},
                                                                   {"seed", 1},
                                                                   {"threads", 1},
                                                                   {"skip_keys", "a"}}) {
        add({"run"}, member, value);
    }
}

/// Each command knows them: what it says is that the folder has no model.
void CliServeRefusalsTest::optionsAreThoseOfTheCommands() {
    QFETCH(const QString, what);
    QFETCH(const QString, member);
    QFETCH(const QJsonValue, value);
    QJsonObject members{{member, value}};
    if (what != "devices") {
        members.insert("model", "folder");
    }
    const auto server = m_folder.serve();
    const QJsonObject answer = server->ask(requestTo(qPrintable(what), members));
    const QByteArray text = textOf(answer);
    QVERIFY2(answer.contains("ok") || answer.contains("error"), text);
    for (const char* const refusal :
         {goldenText("cli/there-is-no-option"), goldenText("cli/has-no-such-member")}) {
        QVERIFY2(!text.contains(refusal), text);
    }
    QVERIFY2(errorKind(answer) != "internal", text);
}

void CliServeRefusalsTest::badRequests_data() {
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<int>("id");  // −1: null
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QByteArray>("says");
    const auto row = [](const char* name, const QByteArray& line, int id, const char* kind,
                        const char* says = "") {
        QTest::newRow(name) << line << id << QString::fromLatin1(kind) << QByteArray(says);
    };
    row("no JSON", "hello", -1, "malformed");
    row("half an object", R"({"v":2,"id":1,"do":"sample")", -1, "malformed");
    row("two objects", R"({"v":2,"id":1,"do":"sample"}{})", -1, "malformed");
    row("no UTF-8", "{\"v\":1,\"id\":1,\"do\":\"\xff\"}", -1, "malformed");
    row("a NUL", QByteArray("{\"v\":1,\0}", 9), -1, "malformed");
    row("a key twice", R"({"v":2,"id":1,"id":2,"do":"sample"})", -1, "malformed", "twice");
    row("another key twice", R"({"v":2,"id":1,"do":"plan","gpus":"1","gpus":"2"})", -1, "malformed",
        "twice");
    row("an array", "[]", -1, "invalid_argument", "one JSON object");
    row("a text", R"("sample")", -1, "invalid_argument", "one JSON object");
    row("null", "null", -1, "invalid_argument", "one JSON object");
    row("deep", QByteArray(1000, '[') + QByteArray(1000, ']'), -1, "limit_exceeded");
    row("no id", R"({"v":2,"do":"sample"})", -1, "invalid_argument",
        goldenText("model/a-whole-number"));
    row("an id that is a text", R"({"v":2,"id":"1","do":"sample"})", -1, "invalid_argument");
    row("an id that is negative", R"({"v":2,"id":-1,"do":"sample"})", -1, "invalid_argument");
    row("an id with a point", R"({"v":2,"id":1.5,"do":"sample"})", -1, "invalid_argument");
    row("an id that is true", R"({"v":2,"id":true,"do":"sample"})", -1, "invalid_argument");
    row("an id that is null", R"({"v":2,"id":null,"do":"sample"})", -1, "invalid_argument");
    row("an id beyond all", R"({"v":2,"id":18446744073709551615,"do":"sample"})", -1,
        "invalid_argument");
    row("no version", R"({"id":5,"do":"sample"})", 5, "invalid_argument", "version");
    row("a version that is a text", R"({"v":"1","id":5,"do":"sample"})", 5, "invalid_argument");
    row("another version", R"({"v":3,"id":5,"do":"sample"})", 5, "unsupported",
        "supports version 2");
    row("a version below", R"({"v":-1,"id":5,"do":"sample"})", 5, "unsupported");
    row("nothing to do", R"({"v":2,"id":5})", 5, "invalid_argument", "sample");
    row("an unknown do", R"({"v":2,"id":5,"do":"reboot"})", 5, "invalid_argument", "reboot");
    row("a do that is no text", R"({"v":2,"id":5,"do":["sample"]})", 5, "invalid_argument");
    row("a do in capitals", R"({"v":2,"id":5,"do":"Sample"})", 5, "invalid_argument");
    row("an unknown member", R"({"v":2,"id":5,"do":"sample","x":1})", 5, "invalid_argument",
        goldenText("cli/no-such-member"));
    for (const char* const member :
         {"csv",     "events",   "record", "segments",          "audit",    "offload_dir", "save",
          "logits",  "timeline", "python", "trust_remote_code", "machines", "config",      "chain",
          "measure", "import",   "log",    "reference",         "json",     "variant",     "--gpus",
          "help",    ""}) {
        for (const char* const what : {"plan", "load", "run", "estimate", "devices"}) {
            row(qPrintable(QStringLiteral("%1 %2").arg(what, member)),
                R"({"v":2,"id":5,"do":")" + QByteArray(what) + R"(","model":"llama",")" +
                    QByteArray(member) + R"(":"x"})",
                5, "invalid_argument", goldenText("cli/no-such-member"));
        }
    }
    row("no model", R"({"v":2,"id":5,"do":"plan","gpus":"1GiB"})", 5, "invalid_argument", "path");
    row("a model that is a number", R"({"v":2,"id":5,"do":"plan","model":1})", 5,
        "invalid_argument", "path");
    row("a model of standard input", R"({"v":2,"id":5,"do":"plan","model":"-"})", 5,
        "file_not_found");
    row("an object for a text", R"({"v":2,"id":5,"do":"plan","model":"llama","gpus":{}})", 5,
        "invalid_argument", goldenText("cli/a-text-or-a-number"));
    row("true for a text", R"({"v":2,"id":5,"do":"plan","model":"llama","gpus":true})", 5,
        "invalid_argument", goldenText("cli/a-text-or-a-number"));
    row("null for a text", R"({"v":2,"id":5,"do":"plan","model":"llama","gpus":null})", 5,
        "invalid_argument", goldenText("cli/a-text-or-a-number"));
    row("a list in a list", R"({"v":2,"id":5,"do":"plan","model":"llama","pin":[["a=0"]]})", 5,
        "invalid_argument", goldenText("cli/a-text-or-a-number"));
    row("a NUL in a text", R"({"v":2,"id":5,"do":"plan","model":"llama","gpus":"1\u0000"})", 5,
        "invalid_argument", goldenText("cli/a-text-or-a-number"));
    row("a text for true", R"({"v":2,"id":5,"do":"load","model":"llama","verify":"true"})", 5,
        "invalid_argument", goldenText("checkpoint/true-or-false"));
    row("1 for true", R"({"v":2,"id":5,"do":"load","model":"llama","verify":1})", 5,
        "invalid_argument", goldenText("checkpoint/true-or-false"));
    row("a hold that is a text", R"({"v":2,"id":5,"do":"load","model":"llama","hold":"yes"})", 5,
        "invalid_argument", goldenText("checkpoint/true-or-false"));
    row("a hold of a plan", R"({"v":2,"id":5,"do":"plan","model":"llama","hold":true})", 5,
        "invalid_argument", goldenText("cli/no-such-member"));
    row("a dry run that holds",
        R"({"v":2,"id":5,"do":"load","model":"llama","hold":true,"dry_run":true})", 5,
        "invalid_argument", "dry run");
    row("a list for a single", R"({"v":2,"id":5,"do":"plan","model":"llama","gpus":["1","2"]})", 5,
        "invalid_argument", "gpus");
    row("a map that is a number", R"({"v":2,"id":5,"do":"plan","model":"llama","device_map":true})",
        5, "invalid_argument", goldenText("cli/the-device-map-itself"));
    row("a map that is a file",
        R"({"v":2,"id":5,"do":"plan","model":"llama","device_map":"m.json"})", 5,
        "invalid_argument", goldenText("cli/the-device-map-itself"));
    for (const char* const what : {"cancel", "pause", "resume", "step"}) {
        const QByteArray begin = R"({"v":2,"id":5,"do":")" + QByteArray(what) + "\"";
        row(what, begin + "}", 5, "invalid_argument", goldenText("cli/a-requests-id"));
        row(qPrintable(QString(what) + " a text"), begin + R"(,"request":"1"})", 5,
            "invalid_argument", goldenText("cli/a-requests-id"));
        row(qPrintable(QString(what) + " nobody"), begin + R"(,"request":77})", 5,
            "invalid_argument", "No request with the id 77");
        row(qPrintable(QString(what) + " itself"), begin + R"(,"request":5})", 5,
            "invalid_argument", "No request with the id 5");
        row(qPrintable(QString(what) + " far away"), begin + R"(,"request":18446744073709551615})",
            5, "invalid_argument", "");
    }
}

void CliServeRefusalsTest::badRequests() {
    QFETCH(const QByteArray, line);
    QFETCH(const int, id);
    QFETCH(const QString, kind);
    QFETCH(const QByteArray, says);
    const auto server = m_folder.serve();
    server->send(line);
    const QJsonObject answer = id < 0 ? server->nobodysAnswer() : server->answer(id);
    QCOMPARE(errorKind(answer), kind);
    QVERIFY2(textOf(answer).contains(says), textOf(answer));
    QVERIFY(id >= 0 || answer.value("id").isNull());
    QVERIFY(isAnswered(server->ask(requestTo("sample"))));
    QCOMPARE(server->oddLines(), QList<QByteArray>());
}

void CliServeRefusalsTest::pathsOutside_data() {
    QTest::addColumn<QString>("path");
    const QString outside = m_folder.beside("outside");
    QTest::newRow("absolute") << outside + "/secret.safetensors";
    QTest::newRow("its folder") << outside;
    QTest::newRow("above") << "..";
    QTest::newRow("..") << "../outside/secret.safetensors";
    QTest::newRow(".. behind") << m_folder.path() + "/../outside/secret.safetensors";
    QTest::newRow(".. behind a folder") << "folder/../../outside/secret.safetensors";
    QTest::newRow("a link") << "link/secret.safetensors";
    QTest::newRow("a link itself") << "link";
    QTest::newRow("a link to a file") << "linked/model.safetensors";
    QTest::newRow("the same letters") << m_folder.path() + "-not/tiny.safetensors";
    QTest::newRow("the root") << "/";
    QTest::newRow("not there") << "nowhere";
    QTest::newRow("a NUL") << QString::fromUtf16(u"llama\0x", 7);
    QTest::newRow("a NUL outside") << QString::fromUtf16(u"/etc\0x", 6);
    QTest::newRow("long") << QString(5000, 'x');
    QTest::newRow("many") << QString("../").repeated(2000) + "etc/passwd";
    QTest::newRow("home") << "~";
    QTest::newRow("another process") << "/proc/self/root" + outside + "/secret.safetensors";
}

void CliServeRefusalsTest::pathsOutside() {
    QFETCH(const QString, path);
    const auto server = m_folder.serve();
    const auto refused = [&](const char* what, const char* member, const QJsonValue& value) {
        QJsonObject members{{member, value}};
        if (!members.contains("model") && QByteArray(what) != "list") {
            members.insert("model", "llama");
        }
        const QJsonObject answer = server->ask(requestTo(what, members));
        const bool isText = member != QByteArray("input") || !path.contains(QChar(0));
        const char* const kind = isText ? "file_not_found" : "invalid_argument";
        QVERIFY2(errorKind(answer) == kind, what + QByteArray(member) + textOf(answer));
        QVERIFY2(
            !isText || textOf(answer).contains(goldenText("cli/in-the-folders-that-are-served")),
            textOf(answer));
    };
    refused("list", "path", path);
    const QJsonArray paths{QJsonObject{{"name", "x"}, {"path", path}}};
    for (const char* const what : {"open", "plan", "estimate", "load", "run"}) {
        refused(what, "model", path);
        refused(what, "open", QJsonObject{{"tree", path}});
        refused(what, "open", QJsonObject{{"adapters", paths}});
        refused(what, "open", QJsonObject{{"tenants", paths}});
    }
    refused("run", "input", path);
    QVERIFY(isAnswered(server->ask(requestTo("sample"))));
}

/// What would be read with it is refused, and nothing else.
void CliServeRefusalsTest::linksBesideAFile() {
    const QString folder = m_folder.path() + "/side";
    QVERIFY(QDir().mkpath(folder));
    writeFile(folder + "/model.safetensors", fourLayers());
    const QString outside = m_folder.beside("outside/secret");
    QVERIFY(QFile::link(outside, folder + "/notes.txt"));
    const auto server = m_folder.serve();
    const QJsonObject request =
        requestTo("plan", {{"model", "side/model.safetensors"}, {"gpus", "64MiB"}});
    const QJsonObject plan = server->ask(request);
    QVERIFY2(isAnswered(plan), textOf(plan));
    QVERIFY(QFile::link(outside, folder + "/config.json"));
    QCOMPARE(errorKind(server->ask(request)), "file_not_found");
}

/// An adapter's own folder would be opened over them; over another model it is not.
void CliServeRefusalsTest::basesOutside() {
    const QString lent = m_folder.lendAdapter(m_folder.path() + "/llama");
    QVERIFY(!lent.isEmpty());
    ServeClient server(stowagectlPath(), {"serve", "--allow", lent}, {m_folder.mark()});
    for (const char* const what : {"open", "plan", "estimate", "load", "run"}) {
        const QJsonObject answer = server.ask(requestTo(what, {{"model", "lora"}}));
        QCOMPARE(errorKind(answer), "file_not_found");
        QVERIFY2(textOf(answer).contains(goldenText("cli/in-the-folders-that-are-served")),
                 textOf(answer));
    }
    const QJsonObject adapter{{"adapters", QJsonArray{QJsonObject{{"path", "lora"}}}}};
    const QJsonObject over =
        server.ask(requestTo("plan", {{"model", "base"}, {"open", adapter}, {"gpus", "64MiB"}}));
    QVERIFY2(isAnswered(over), textOf(over));
}

/// Their models may be anywhere.
void CliServeRefusalsTest::projectsAreRefused() {
    const QString project = m_folder.path() + "/it.stowage";
    const auto made = runCli({"plan", m_folder.beside("outside/secret.safetensors"), "--gpus",
                              "64MiB", "--save", project});
    QVERIFY2(made.exitCode == 0, made.output + made.diagnostics);
    const auto server = m_folder.serve();
    for (const char* const what : {"open", "plan", "estimate", "load", "run"}) {
        const QJsonObject answer = server->ask(requestTo(what, {{"model", "it.stowage"}}));
        QCOMPARE(errorKind(answer), "unsupported");
        QVERIFY2(textOf(answer).contains(goldenText("cli/ask-for-the-model-itself")),
                 textOf(answer));
    }
}

/// Longer than Linux takes an argument.
void CliServeRefusalsTest::longMembers() {
    const auto server = m_folder.serve();
    QJsonObject map;
    for (int i = 0; i < 8000; ++i) {
        map.insert(QStringLiteral("layers.%1.a").arg(i), 0);
    }
    QJsonArray many;
    for (int i = 0; i < 40; ++i) {
        many << QString(100'000, 'x');
    }
    for (const auto& [member, value] :
         {std::pair("device_map", QJsonValue(map)),
          std::pair("device_map",
                    QJsonValue(QJsonObject{{"layers", 0}, {QString(200'000, 'x'), 0}})),
          std::pair("no_split", QJsonValue(many))}) {
        const QJsonObject taken = server->ask(
            requestTo("plan", {{"model", "tiny.safetensors"}, {"gpus", "64MiB"}, {member, value}}));
        const QByteArray said = textOf(taken).left(500);
        QVERIFY2(errorKind(taken) != "limit_exceeded" && errorKind(taken) != "internal", said);
    }
}

QTEST_GUILESS_MAIN(CliServeRefusalsTest)
#include "tst_cli_serve_refusals.moc"
