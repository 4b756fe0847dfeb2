// SPDX-License-Identifier: GPL-3.0-or-later
// stowagectl on every file of the collection, each in a process with 1.5 GiB of address space: no
// signal, one typed error that names the file, little memory, nothing written; what is valid is
// listed and loaded with the right bytes.
#include "tests/hostile/limited_child.h"

#include <QCryptographicHash>
#include <QDirIterator>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTest>

#include <filesystem>

using namespace stowage::test;

namespace {

constexpr std::uint64_t kMostHostileBytes = 100'000'000;

QJsonObject objectOf(const std::string& text) {
    return QJsonDocument::fromJson(QByteArray::fromStdString(text)).object();
}

/// Every file below a folder with its size and time of change, links as such.
QStringList contentOf(const QString& folder) {
    QStringList lines;
    QDirIterator files(folder,
                       QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot,
                       QDirIterator::Subdirectories);
    while (files.hasNext()) {
        files.next();
        const QFileInfo info = files.fileInfo();
        lines << info.filePath() +
                     QStringLiteral(" %1 %2").arg(QString::number(info.size()),
                                                  info.lastModified().toString(Qt::ISODateWithMs));
    }
    lines.sort();
    return lines;
}

std::vector<std::string> standardOptions(const QJsonObject& one) {
    std::vector<std::string> options = {"--json"};
    for (const auto option : one.value(QLatin1String("options")).toArray()) {
        options.push_back(option.toString().toStdString());
    }
    return options;
}

}  // namespace

class TestHostile : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }
    void hostileOnesAreRefused_data() { rows(false); }
    void hostileOnesAreRefused();
    void oddOnesAreListedAndLoaded_data() { rows(true); }
    void oddOnesAreListedAndLoaded();
    void cleanupTestCase();

private:
    void rows(bool areValid) const;
    ChildOutcome run(const QJsonObject& one, std::vector<std::string> arguments) const;
    void checkRefusal(const QJsonObject& one, const ChildOutcome& outcome);
    void checkList(const QJsonObject& one);
    void checkLoad(const QJsonObject& one);

    QTemporaryDir m_place;
    QTemporaryDir m_empty;  ///< where the commands run
    QJsonArray m_cases;
    std::uint64_t m_peak = 0;
    QString m_peakName;
};

void TestHostile::initTestCase() {
    QProcess maker;
    maker.start(QStringLiteral(STOWAGE_BIN_DIR "/make_hostile"), {m_place.path()});
    QVERIFY(maker.waitForFinished(120'000));
    QVERIFY2(maker.exitCode() == 0, maker.readAllStandardError().constData());
    QFile list(m_place.filePath(QStringLiteral("cases.json")));
    QVERIFY(list.open(QIODevice::ReadOnly));
    m_cases =
        QJsonDocument::fromJson(list.readAll()).object().value(QLatin1String("cases")).toArray();
    QVERIFY(m_cases.size() > 280);
}

void TestHostile::rows(bool areValid) const {
    QTest::addColumn<QJsonObject>("one");
    for (const auto value : m_cases) {
        const QJsonObject one = value.toObject();
        if (one.value(QLatin1String("valid")).toBool() == areValid) {
            QTest::newRow(qPrintable(one.value(QLatin1String("name")).toString())) << one;
        }
    }
}

ChildOutcome TestHostile::run(const QJsonObject& one, std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin() + 1,
                     m_place.filePath(one.value(QLatin1String("path")).toString()).toStdString());
    for (const std::string& option : standardOptions(one)) {
        arguments.push_back(option);
    }
    ChildRequest request;
    request.arguments = arguments;
    request.folder = m_empty.path().toStdString();
    return runLimited(request);
}

void TestHostile::checkRefusal(const QJsonObject& one, const ChildOutcome& outcome) {
    QVERIFY2(!outcome.isTimedOut, "timed out");
    QCOMPARE(outcome.signal, 0);
    // Bad input, or, where --force would lift it, an answer of no.
    const bool isLifted = outcome.output.find("--force") != std::string::npos;
    QVERIFY2(outcome.exitCode == (isLifted ? 1 : 3), outcome.output.c_str());
    const QJsonObject error = objectOf(outcome.output).value(QLatin1String("error")).toObject();
    QCOMPARE(error.value(QLatin1String("kind")), one.value(QLatin1String("error")));
    const QString message = error.value(QLatin1String("message")).toString();
    QVERIFY2(message.contains(one.value(QLatin1String("mentions")).toString()),
             qPrintable(message));
    const QString file = error.value(QLatin1String("file")).toString();
    const QString fileName = file.section(QLatin1Char('/'), -1);
    // Of a file and a tree that differ, the sentence may name the tree.
    const bool namesTree = one.value(QLatin1String("listed")).toBool() &&
                           message.contains(QLatin1String("model.tree.json"));
    QVERIFY2(!fileName.isEmpty() && (namesTree || message.contains(fileName)), qPrintable(message));
    if (outcome.peakRssBytes > m_peak) {
        m_peak = outcome.peakRssBytes;
        m_peakName = one.value(QLatin1String("name")).toString();
    }
    QVERIFY2(isSanitized() || outcome.peakRssBytes < kMostHostileBytes,
             qPrintable(QString::number(outcome.peakRssBytes)));
}

void TestHostile::hostileOnesAreRefused() {
    QFETCH(QJsonObject, one);
    const QFileInfo path(m_place.filePath(one.value(QLatin1String("path")).toString()));
    const QString folder = path.path().startsWith(m_place.path()) ? path.path() : m_place.path();
    const QStringList before = contentOf(folder);
    const ChildOutcome listed = run(one, {"inspect"});
    if (one.value(QLatin1String("listed")).toBool()) {
        QVERIFY2(listed.exitCode == 0, listed.output.c_str());
        QVERIFY(objectOf(listed.output).contains(QLatin1String("keys")));
    } else {
        checkRefusal(one, listed);
    }
    if (QTest::currentTestFailed()) {
        return;
    }
    checkRefusal(one, run(one, {"load", "--gpus", "64MiB"}));
    QCOMPARE(contentOf(folder), before);
    QVERIFY(QDir(m_empty.path()).isEmpty(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot));
}

void TestHostile::checkList(const QJsonObject& one) {
    const ChildOutcome outcome = run(one, {"inspect", "--tensors"});
    QCOMPARE(outcome.signal, 0);
    QVERIFY2(outcome.exitCode == 0, (outcome.output + outcome.diagnostics).c_str());
    const QString mentions = one.value(QLatin1String("mentions")).toString();
    QVERIFY2(QString::fromStdString(outcome.diagnostics).contains(mentions),
             outcome.diagnostics.c_str());
    QHash<QString, QJsonObject> found;
    const QJsonArray listed =
        objectOf(outcome.output).value(QLatin1String("tensor_list")).toArray();
    for (const auto tensor : listed) {
        found.insert(tensor.toObject().value(QLatin1String("name")).toString(), tensor.toObject());
    }
    const QJsonArray expected = one.value(QLatin1String("tensors")).toArray();
    QCOMPARE(listed.size(), expected.size());
    for (const auto value : expected) {
        const QJsonObject tensor = value.toObject();
        const QJsonObject entry = found.value(tensor.value(QLatin1String("name")).toString());
        QCOMPARE(entry.value(QLatin1String("dtype")), tensor.value(QLatin1String("dtype")));
        QCOMPARE(entry.value(QLatin1String("shape")), tensor.value(QLatin1String("shape")));
    }
}

/// Under a map of its own: of a model that is one module with two names of a tensor Accelerate
/// makes none.
void TestHostile::checkLoad(const QJsonObject& one) {
    const ChildOutcome outcome =
        run(one, {"load", "--gpus", "64MiB", "--device-map", R"({"": 0})", "--sha256"});
    QCOMPARE(outcome.signal, 0);
    if (!one.value(QLatin1String("loadable")).toBool()) {
        // For what it is, or because it does not fit.
        QVERIFY2(outcome.exitCode == 3 || outcome.exitCode == 1, outcome.output.c_str());
        return;
    }
    QVERIFY2(outcome.exitCode == 0, (outcome.output + outcome.diagnostics).c_str());
    const QJsonObject report = objectOf(outcome.output);
    QVERIFY(report.value(QLatin1String("verified")).toBool());
    const QJsonObject digests = report.value(QLatin1String("digests")).toObject();
    for (const auto value : one.value(QLatin1String("tensors")).toArray()) {
        const QJsonObject tensor = value.toObject();
        const QByteArray bytes =
            QByteArray::fromHex(tensor.value(QLatin1String("hex")).toString().toLatin1());
        const QByteArray digest =
            QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex();
        QCOMPARE(digests.value(tensor.value(QLatin1String("name")).toString()).toString(),
                 QString::fromLatin1(digest));
    }
}

void TestHostile::oddOnesAreListedAndLoaded() {
    QFETCH(QJsonObject, one);
    checkList(one);
    if (!QTest::currentTestFailed()) {
        checkLoad(one);
    }
}

void TestHostile::cleanupTestCase() {
    qInfo("the most memory that a hostile file took: %.1f MB (%s)",
          static_cast<double>(m_peak) / 1e6, qPrintable(m_peakName));
    // QTemporaryDir cannot remove a file whose name is no text.
    std::filesystem::remove_all(m_place.path().toStdString());
}

QTEST_GUILESS_MAIN(TestHostile)
#include "tst_hostile.moc"
