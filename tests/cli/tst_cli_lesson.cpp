// SPDX-License-Identifier: GPL-3.0-or-later
// What the lesson needs of stowagectl: forward passes after loads, their reference, events of a
// load, and the lesson's table of a comparison.
#include "cli_process.h"
#include "tiny_model.h"

#include "engine/load/program/load_method.h"
#include "engine/load/report/load_events.h"
#include "tests/support/golden_text.h"
#include "tests/support/room.h"

#include <nlohmann/json.hpp>

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>

using namespace stowage::test;

namespace {

const QString kTiny = QStringLiteral(STOWAGE_TEST_DATA "/run/gpt-tiny/model.pth");
/// PyTorch's own, of the prompt 1,2,3.
const QString kLogits = QStringLiteral(STOWAGE_TEST_DATA "/run/gpt-tiny/logits-0.npy");

/// The events of a file, as another program reads them.
std::vector<stowage::LoadEvent> eventsOf(const QString& path) {
    std::vector<stowage::LoadEvent> events;
    for (const QByteArray& line : contentOf(path).trimmed().split('\n')) {
        const auto event =
            stowage::readLoadEvent(nlohmann::ordered_json::parse(line, nullptr, false));
        if (!event) {
            return {};
        }
        events.push_back(*event);
    }
    return events;
}

double sumOfParts(const QJsonObject& lesson, const QString& of) {
    double sum = 0;
    for (const auto& value : lesson.value("reasons").toArray()) {
        const QJsonObject reason = value.toObject();
        const QString kind = reason.value("kind").toString();
        const bool isPart = !kind.startsWith("published") && kind != "disk_part";
        sum += isPart && reason.value("of").toString() == of ? reason.value("bytes").toDouble() : 0;
    }
    return sum;
}

}  // namespace

class CliLessonTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(".*")); }
    void initTestCase();
    void everyMethodComputesTheSame();
    void offloadedLayersAreBroughtIn();
    void anotherReferenceIsANo();
    void withoutAReferenceNothingIsJudged();
    void referenceIsMadeAlone();
    void compareMakesItsReference();
    void compareKeepsTheReferenceItIsTold();
    void eventsTellOfALoad();
    void comparePassesEventsOn();
    void refusesWrongUse_data();
    void refusesWrongUse();
    void tablesTheLesson();
    void tablesTheLessonForPeople();

private:
    QTemporaryDir m_dir;
    QString m_lesson;  ///< the 124M model
};

void CliLessonTest::initTestCase() {
    QVERIFY(m_dir.isValid());
    if (const QString why = whyNoRoom(); !why.isEmpty()) {
        QSKIP(qPrintable(why));
    }
    writeFile(m_dir.filePath("four.safetensors"), fourLayers());
    const auto sample = runCli({"sample", m_dir.filePath("lesson"), "--arch", "raschka-gpt2",
                                "--format", "pth", "--json"});
    QVERIFY2(sample.exitCode == 0, sample.diagnostics);
    m_lesson = sample.json.value("path").toString();
}

void CliLessonTest::everyMethodComputesTheSame() {
    QString digest;
    for (const stowage::LoadMethod known : stowage::allLoadMethods()) {
        const auto method = QString::fromLatin1(stowage::loadMethodName(known).data());
        const auto run = runCli({"load", kTiny, "--gpus", "64MiB", "--method", method, "--verify",
                                 "--forward", "1,2,3", "--reference", kLogits, "--json"});
        QVERIFY2(run.exitCode == 0, run.output + run.diagnostics);
        const QJsonObject forward = run.json.value("forward").toObject();
        QCOMPARE(forward.value("agrees").toBool(), true);
        QCOMPARE(forward.value("tokens").toArray(), QJsonArray({1, 2, 3}));
        QVERIFY(forward.value("max_difference").isDouble());
        QVERIFY(forward.value("seconds").toDouble() > 0);
        QVERIFY(!forward.contains("why"));
        QVERIFY(digest.isEmpty() || digest == forward.value("sha256").toString());
        digest = forward.value("sha256").toString();
        QCOMPARE(digest.size(), 64);
    }
}

void CliLessonTest::offloadedLayersAreBroughtIn() {
    const auto run =
        runCli({"load", kTiny, "--gpus", "64MiB", "--device-map",
                "{\"tok_emb\": 0, \"pos_emb\": 0, \"trf_blocks.0\": 0, \"trf_blocks.1\": \"cpu\", "
                "\"trf_blocks.2\": \"disk\", \"final_norm\": 0, \"out_head\": \"cpu\"}",
                "--forward", "1,2,3", "--reference", kLogits});
    QVERIFY2(run.exitCode == 0, run.output + run.diagnostics);
    QVERIFY2(run.output.contains(goldenText("load/forward-pass-over-1-2-3-the-logits")),
             run.output);
    QVERIFY2(run.output.contains(goldenText("load/of-offloaded-weights-brought-in")), run.output);
}

void CliLessonTest::anotherReferenceIsANo() {
    QByteArray logits = contentOf(kLogits);
    QVERIFY(logits.size() > 128);
    logits[logits.size() - 2] = '\x45';  // the last number is another one
    const QString changed = m_dir.filePath("changed.npy");
    writeFile(changed, logits);
    const QStringList arguments{"load",      kTiny,   "--gpus",      "64MiB",
                                "--forward", "1,2,3", "--reference", changed};
    const auto run = runCli(arguments + QStringList{"--json"});
    QCOMPARE(run.exitCode, 1);
    const QJsonObject forward = run.json.value("forward").toObject();
    QCOMPARE(forward.value("agrees").toBool(true), false);
    QVERIFY(!forward.value("why").toString().isEmpty());
    QVERIFY2(run.diagnostics.contains(forward.value("why").toString().toUtf8()), run.diagnostics);
    const auto people = runCli(arguments);
    QCOMPARE(people.exitCode, 1);
    QVERIFY2(people.output.contains(forward.value("why").toString().toUtf8()), people.output);
}

void CliLessonTest::withoutAReferenceNothingIsJudged() {
    const auto run = runCli({"load", kTiny, "--gpus", "64MiB", "--forward", "1,2,3", "--json"});
    QVERIFY2(run.exitCode == 0, run.diagnostics);
    const QJsonObject forward = run.json.value("forward").toObject();
    QVERIFY(forward.value("agrees").isNull() && forward.value("max_difference").isNull());
    QCOMPARE(forward.value("sha256").toString().size(), 64);
}

void CliLessonTest::referenceIsMadeAlone() {
    const QString file = m_dir.filePath("alone.npy");
    const auto made = runCli({"reference", kTiny, file, "--tokens", "1,2,3", "--json"});
    QVERIFY2(made.exitCode == 0, made.diagnostics);
    QCOMPARE(made.json.value("path").toString(), file);
    QCOMPARE(made.json.value("vocabulary").toInt(), 97);
    const auto run = runCli(
        {"load", kTiny, "--gpus", "none", "--forward", "1,2,3", "--reference", file, "--json"});
    QVERIFY2(run.exitCode == 0, run.output + run.diagnostics);
    const QJsonObject forward = run.json.value("forward").toObject();
    QCOMPARE(forward.value("agrees").toBool(), true);
    QCOMPARE(forward.value("next_token").toInt(-1), made.json.value("next_token").toInt(-2));
    const auto people = runCli({"reference", kTiny, file});
    QVERIFY2(people.output.startsWith("Wrote " + file.toUtf8()), people.output);
}

void CliLessonTest::compareMakesItsReference() {
    const QString temporary = m_dir.filePath("temporary");
    QVERIFY(QDir().mkpath(temporary));
    CliRequest request{{"compare", kTiny, "--gpus", "64MiB", "--methods", "naive,mmap", "--forward",
                        "1,2,3", "--json"}};
    request.environment = {"TMPDIR=" + temporary};
    const auto run = runCli(request);
    QVERIFY2(run.exitCode == 0, run.output + run.diagnostics);
    const QJsonArray runs = run.json.value("runs").toArray();
    QCOMPARE(runs.size(), 2);
    for (const auto& value : runs) {
        QCOMPARE(at(value.toObject(), {"forward"}).value("agrees").toBool(), true);
        QVERIFY(!value.toObject().contains("lesson"));  // none of its sizes
    }
    QVERIFY(QDir(temporary).isEmpty());
}

void CliLessonTest::compareKeepsTheReferenceItIsTold() {
    const QString file = m_dir.filePath("kept.npy");
    const QStringList arguments{"compare",   kTiny,   "--gpus",      "64MiB", "--methods", "mmap",
                                "--forward", "1,2,3", "--reference", file,    "--json"};
    for (int i = 0; i < 2; ++i) {
        const auto run = runCli(arguments);
        QVERIFY2(run.exitCode == 0, run.output + run.diagnostics);
        QVERIFY(QFile::exists(file));
    }
    // It is taken as it is: with another one the answer is no.
    QByteArray logits = contentOf(file);
    logits[logits.size() - 2] = '\x45';
    writeFile(file, logits);
    const auto run = runCli(arguments);
    QCOMPARE(run.exitCode, 1);
    const QJsonObject first = run.json.value("runs").toArray().at(0).toObject();
    QCOMPARE(first.value("exit_status").toInt(), 1);
    QCOMPARE(at(first, {"forward"}).value("agrees").toBool(true), false);
}

void CliLessonTest::eventsTellOfALoad() {
    const QString file = m_dir.filePath("events.jsonl");
    std::size_t seenWhileItRan = 0;
    CliRequest request{{"load", m_lesson, "--gpus", "2GiB", "--method", "naive", "--forward",
                        "1,2,3", "--events", file, "--json"}};
    request.watch = [&](QProcess&) {
        seenWhileItRan = std::max(seenWhileItRan, eventsOf(file).size());
    };
    const auto run = runCli(request);
    QVERIFY2(run.exitCode == 0, run.output + run.diagnostics);
    const auto events = eventsOf(file);
    QVERIFY(seenWhileItRan > 1);
    QVERIFY(events.size() >= seenWhileItRan);
    double anon = 0;
    std::uint64_t allocated = 0;
    QStringList phases;
    for (std::size_t i = 0; i < events.size(); ++i) {
        const stowage::LoadEvent& event = events[i];
        const bool sameAsBefore = i > 0 && events[i - 1].phase == event.phase;
        QVERIFY(!sameAsBefore || event.bytesDone >= events[i - 1].bytesDone);
        QVERIFY(i == 0 || event.seconds >= events[i - 1].seconds);
        anon = std::max(anon, event.hostAnon.value_or(0));
        allocated = std::max(allocated, event.devices.empty() ? 0 : event.devices[0].allocated);
        phases.append(QString::fromStdString(event.phase));
    }
    QCOMPARE(events.back().bytesDone, events.back().bytesTotal);
    QVERIFY(phases.contains("initial weights") &&
            phases.contains(goldenText("load/load-state-dict")));
    QVERIFY(!phases.last().startsWith("load"));  // the forward pass tells of itself too
    constexpr double kModel = 702480384;
    QVERIFY(anon > 0.8 * kModel);
    QVERIFY(static_cast<qint64>(allocated) <=
            bytesAt(at(run.json, {"devices", "gpu:0"}), "peak_allocated"));
    QVERIFY(static_cast<double>(allocated) > 1.5 * kModel);
    const auto lost = runCli({"load", kTiny, "--events", "/dev/full", "--json"});
    QCOMPARE(lost.exitCode, 4);
    QVERIFY(bytesAt(lost.json, "bytes") > 0);  // the load itself went well
}

void CliLessonTest::comparePassesEventsOn() {
    const QString file = m_dir.filePath("compared.jsonl");
    const auto run = runCli(
        {"compare", kTiny, "--gpus", "64MiB", "--methods", "streamed", "--events", file, "--json"});
    QVERIFY2(run.exitCode == 0, run.output + run.diagnostics);
    QVERIFY(!eventsOf(file).empty());
}

void CliLessonTest::refusesWrongUse_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("mentions");
    const auto row = [](const char* name, const QStringList& arguments, int status,
                        const char* mentions) {
        QTest::newRow(name) << arguments << status << QByteArray(mentions);
    };
    const QString four = m_dir.filePath("four.safetensors");
    row("words for tokens", {"load", kTiny, "--forward", "one,two"}, 2, "--forward");
    row("a token is missing", {"load", kTiny, "--forward", "1,,3"}, 2, "--forward");
    row("below zero", {"load", kTiny, "--forward=-1,2"}, 2, "--forward");
    row("no tokens", {"load", kTiny, "--forward="}, 2, "--forward");
    row("no such token", {"load", kTiny, "--forward", "1,97"}, 2, "97");
    row("a long prompt", {"load", kTiny, "--forward", QString("1,").repeated(16) + "1"}, 2,
        "context");
    row("reference alone", {"load", kTiny, "--reference", kLogits}, 2, "--forward");
    row("no reference", {"load", kTiny, "--forward", "1,2,3", "--reference", "none.npy"}, 3,
        "none.npy");
    row("no NumPy file", {"load", kTiny, "--forward", "1,2,3", "--reference", kTiny}, 3,
        "model.pth");
    row("another model", {"load", four, "--forward", "1,2,3"}, 3, "from-scratch GPT");
    row("another dtype", {"load", kTiny, "--dtype", "float16", "--forward", "1,2,3"}, 2, "float32");
    row("a dry run", {"load", kTiny, "--dry-run", "--forward", "1,2,3"}, 2, "--dry-run");
    row("events of a dry run", {"load", kTiny, "--dry-run", "--events", "e"}, 2, "--dry-run");
    row("forward of repeats", {"load", kTiny, "--repeat", "2", "--forward", "1"}, 2, "--repeat");
    row("events of repeats", {"load", kTiny, "--repeat", "2", "--events", "e"}, 2, "--repeat");
    row("events nowhere", {"load", kTiny, "--events", "/nonexistent/e"}, 3, "/nonexistent/e");
    row("events of several", {"compare", kTiny, "--methods", "naive,mmap", "--events", "e"}, 2,
        "--events");
    row("compare, words", {"compare", kTiny, "--forward", "x"}, 2, "--forward");
    row("compare, reference alone", {"compare", kTiny, "--reference", "r.npy"}, 2, "--forward");
    row("compare, another model", {"compare", four, "--forward", "1,2,3"}, 3, "from-scratch GPT");
    row("reference of another", {"reference", four, "r.npy"}, 3, "from-scratch GPT");
    row("reference, no token", {"reference", kTiny, "r.npy", "--tokens", "97"}, 2, "97");
    row("reference nowhere", {"reference", kTiny, "/nonexistent/r.npy"}, 3, "/nonexistent/r.npy");
}

void CliLessonTest::refusesWrongUse() {
    QFETCH(const QStringList, arguments);
    QFETCH(const int, status);
    QFETCH(const QByteArray, mentions);
    const auto run = runCli({arguments, {}, m_dir.path()});
    QCOMPARE(run.exitCode, status);
    QCOMPARE(run.output, QByteArray());
    QVERIFY2(run.diagnostics.contains(mentions), run.diagnostics);
    QVERIFY(!QFile::exists(m_dir.filePath("r.npy")) && !QFile::exists(m_dir.filePath("e")));
}

void CliLessonTest::tablesTheLesson() {
    const auto run = runCli({"compare", m_lesson, "--gpus", "2GiB", "--methods", "naive,mmap",
                             "--verify", "--forward", "1,2,3", "--json"});
    QVERIFY2(run.exitCode == 0, run.output + run.diagnostics);
    const QJsonArray runs = run.json.value("runs").toArray();
    QCOMPARE(runs.size(), 2);
    constexpr qint64 kModel = 702480384;
    const QList<qint64> peaks{1414975488, 707225600};
    for (qsizetype i = 0; i < runs.size(); ++i) {
        const QJsonObject object = runs[i].toObject();
        const QJsonObject lesson = object.value("lesson").toObject();
        QCOMPARE(lesson.value("size").toString(), QStringLiteral("124M"));
        QCOMPARE(lesson.value("kind").toString(), QStringLiteral("simulated"));
        QCOMPARE(lesson.value("published_is_scaled").toBool(true), false);
        for (const char* key :
             {"vram_published", "ram_published", "vram_difference", "ram_difference"}) {
            QVERIFY2(lesson.value(key).isNull(), key);  // XL alone was published
        }
        QCOMPARE(bytesAt(lesson, "vram"), peaks[i]);
        QCOMPARE(bytesAt(lesson, "ram_anonymous"), bytesAt(object, "polled_host_anon"));
        const double ram = lesson.value("ram_rss_less_shared").toDouble();
        // Where memory is short the system takes pages of a map back.
        QVERIFY2(ram > (i == 0 ? 0.9 : 0.5) * kModel, QJsonDocument(object).toJson());
        QCOMPARE(sumOfParts(lesson, "vram"), lesson.value("vram").toDouble());
        QVERIFY(std::abs(sumOfParts(lesson, "ram") - ram) < 1);
        QCOMPARE(at(object, {"forward"}).value("agrees").toBool(), true);
        QCOMPARE(object.value("verified").toBool(), true);
    }
    // Of a map nothing is the process's own; what a forward pass takes is not the load's either.
    constexpr qint64 kMost = 48 << 20;
    QVERIFY(bytesAt(at(runs[0].toObject(), {"host", "peak"}), "anon") > kModel * 9 / 10);
    QVERIFY(bytesAt(runs[0].toObject(), "polled_host_anon") > kMost);  // polls may be late
    QVERIFY(bytesAt(runs[1].toObject(), "polled_host_anon") < kMost);
    QVERIFY(bytesAt(at(runs[1].toObject(), {"lesson"}), "ram_file") > kModel / 2);
}

void CliLessonTest::tablesTheLessonForPeople() {
    const auto run = runCli({"compare", m_lesson, "--gpus", "2GiB", "--methods", "naive,sequential",
                             "--forward", "1,2,3"});
    QVERIFY2(run.exitCode == 0, run.output + run.diagnostics);
    for (const char* text : {goldenText("cli/the-lessons-gpt-124m"), goldenText("cli/rss-shared"),
                             "agrees", "simulated", "model + state dict", "initial weights",
                             goldenText("cli/figures-were-published-for-gpt-2-xl")}) {
        QVERIFY2(run.output.contains(text), run.output + "\nlacks " + text);
    }
    for (const char* text : {"scaled", "~", "0.1 s", "notebook", "naive, RAM", "sequential, RAM"}) {
        QVERIFY2(!run.output.contains(text), run.output + "\nmust not have " + text);
    }
}

QTEST_GUILESS_MAIN(CliLessonTest)
#include "tst_cli_lesson.moc"
