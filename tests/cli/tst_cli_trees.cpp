// SPDX-License-Identifier: GPL-3.0-or-later
// `inspect --json` of every fixture is the tree that Python wrote of it.
#include "cli_process.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

using namespace stowage::test;

namespace {

constexpr const char* kTreeEnding = ".tree.json";

QDir checkpoints() {
    return QDir(QStringLiteral(STOWAGE_TEST_DATA "/checkpoints"));
}

QDir trees() {
    return QDir(QStringLiteral(STOWAGE_TEST_DATA "/checkpoint_trees"));
}

/// Without what Python cannot know: where the file lies, what is said of it beside the tree, and
/// which names Stowage proposes for classes that no file tells.
QJsonValue comparable(const QJsonValue& value) {
    if (value.isArray()) {
        QJsonArray list;
        for (const QJsonValue& item : value.toArray()) {
            list.append(comparable(item));
        }
        return list;
    }
    if (!value.isObject()) {
        return value;
    }
    QJsonObject object = value.toObject();
    for (const char* key :
         {"source", "checkpoint", "facts", "keys", "guessed_class", "guessed_no_split_classes"}) {
        object.remove(QLatin1String(key));
    }
    for (auto it = object.begin(); it != object.end(); ++it) {
        it.value() = comparable(it.value());
    }
    return object;
}

QByteArray text(const QJsonValue& object) {
    return QJsonDocument(object.toObject()).toJson();
}

/// The first line in which two trees differ, with a few of its neighbours.
QByteArray difference(const QByteArray& ours, const QByteArray& theirs) {
    const QList<QByteArray> left = ours.split('\n');
    const QList<QByteArray> right = theirs.split('\n');
    qsizetype line = 0;
    while (line < left.size() && line < right.size() && left[line] == right[line]) {
        ++line;
    }
    return "line " + QByteArray::number(line) + ":\nours\n" + left.mid(line, 8).join('\n') +
           "\nPython's\n" + right.mid(line, 8).join('\n');
}

}  // namespace

class CliTreesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    /// A fixture that comes later gets its tree as well: make_checkpoint_trees.py.
    void everyFixtureHasItsTree() {
        for (QString name : checkpoints().entryList({"*.sha256.json"}, QDir::Files)) {
            name.chop(static_cast<int>(qstrlen(".sha256.json")));
            QVERIFY2(trees().exists(name + QLatin1String(kTreeEnding)), qPrintable(name));
        }
    }

    void inspectGivesPythonsTree_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QStringList>("options");
        const QMap<QString, QString> prefixes{{"nested-legacy-torch1.13.pth", "state.ema"},
                                              {"nested-legacy-torch2.15.pth", "state.model"}};
        for (QString name : trees().entryList({QStringLiteral("*") + kTreeEnding}, QDir::Files)) {
            name.chop(static_cast<int>(qstrlen(kTreeEnding)));
            const QString prefix = prefixes.value(name);
            QTest::newRow(qPrintable(name))
                << name << (prefix.isEmpty() ? QStringList() : QStringList{"--prefix", prefix});
        }
    }
    void inspectGivesPythonsTree() {
        QFETCH(QString, name);
        QFETCH(QStringList, options);
        QFile file(trees().filePath(name + QLatin1String(kTreeEnding)));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray theirs =
            text(comparable(QJsonDocument::fromJson(file.readAll()).object()));
        QVERIFY(theirs.contains("total_bytes"));
        const auto run =
            runCli(QStringList{"inspect", checkpoints().filePath(name), "--json"} + options);
        QVERIFY2(run.exitCode == 0, run.diagnostics.constData());
        const QByteArray ours = text(comparable(run.json));
        QVERIFY2(ours == theirs, difference(ours, theirs).constData());
    }

    /// What is printed can be read again, and is the same tree then.
    void aPrintedTreeIsATree_data() { inspectGivesPythonsTree_data(); }
    void aPrintedTreeIsATree() {
        QFETCH(QString, name);
        QFETCH(QStringList, options);
        const auto first =
            runCli(QStringList{"inspect", checkpoints().filePath(name), "--json"} + options);
        CliRequest again{{"inspect", "-", "--json"}};
        again.input = first.output;
        const auto second = runCli(again);
        QVERIFY2(second.exitCode == 0, second.diagnostics.constData());
        QCOMPARE(text(comparable(second.json)), text(comparable(first.json)));
    }
};

QTEST_GUILESS_MAIN(CliTreesTest)
#include "tst_cli_trees.moc"
