// SPDX-License-Identifier: GPL-3.0-or-later
// Reads every #include of the project and holds it to the table of ARCHITECTURE.md.
#include <QDirIterator>
#include <QFile>
#include <QMap>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

namespace {

struct Include {
    QString file;  ///< relative to the project
    int line = 0;
    QString target;
    bool system = false;
};

using FolderTable = QMap<QString, QSet<QString>>;

/// Which engine folders a folder may include beside itself.
const FolderTable& engineTable() {
    static const FolderTable kAllowed = {
        {"base", {}},
        {"model", {"base"}},
        {"checkpoint", {"base", "model"}},
        {"device", {"base"}},
        {"plan", {"base", "model", "device"}},
        {"project", {"base", "model", "checkpoint", "device", "plan"}},
        {"jobs", {"base"}},
        {"telemetry", {"base", "device"}},
        {"load", {"base", "model", "checkpoint", "device", "plan", "telemetry"}},
        {"run", {"base", "model", "checkpoint", "device", "plan", "telemetry", "load"}},
        {"capacity", {"base", "model", "checkpoint", "device", "plan", "telemetry", "load", "run"}},
        {"report",
         {"base", "model", "checkpoint", "device", "plan", "telemetry", "load", "run", "capacity"}},
        {"exchange",
         {"base", "model", "checkpoint", "device", "plan", "telemetry", "load", "run", "capacity"}},
        {"lesson", {"base", "model", "checkpoint", "device", "plan", "telemetry", "load"}},
        {"text", {"base"}},
        {"backend_sim", {"base", "device", "load"}},
        {"backend_torch", {"base", "model", "device", "load", "run"}},
    };
    return kAllowed;
}

/// The same of the window's features. `window` puts them together.
const FolderTable& widgetTable() {
    static const FolderTable kAllowed = {
        {"support", {}},
        {"document", {"support"}},
        {"board", {"support", "document"}},
        {"open", {"support", "document"}},
        {"tree", {"support", "document", "open"}},
        {"load", {"support", "document"}},
        {"plan", {"support", "document", "load"}},
        {"charts", {"support", "document", "load"}},
        {"run", {"support", "document", "load", "charts"}},
        {"live", {"support", "document", "load", "charts", "run"}},
        {"history", {"support", "document", "load", "charts", "run"}},
        {"methods", {"support", "document", "load", "charts", "history"}},
        {"machines",
         {"support", "document", "load", "charts", "run", "history", "methods", "open"}},
        {"lesson", {"support", "document", "load", "charts", "live", "history", "methods", "plan"}},
        {"capacity", {"support", "document", "load"}},
        {"project", {"support", "document", "load", "open"}},
        {"help", {"support", "document", "load", "charts", "run"}},
        {"window",
         {"support", "document", "board", "open", "tree", "load", "plan", "charts", "run", "live",
          "history", "methods", "machines", "lesson", "capacity", "project", "help"}},
    };
    return kAllowed;
}

QList<Include> includesOf(const QString& folder) {
    static const QRegularExpression kInclude("^\\s*#\\s*include\\s*([<\"])([^>\"]+)[>\"]");
    const QString root = QStringLiteral(STOWAGE_SOURCE_DIR "/");
    QList<Include> found;
    QDirIterator files(root + folder, {"*.h", "*.cpp"}, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        QFile file(files.next());
        if (!file.open(QIODevice::ReadOnly)) {
            continue;
        }
        int line = 0;
        while (!file.atEnd()) {
            const QString text = QString::fromUtf8(file.readLine());
            ++line;
            const auto match = kInclude.match(text);
            if (match.hasMatch()) {
                found.append({file.fileName().mid(root.size()), line, match.captured(2),
                              match.captured(1) == "<"});
            }
        }
    }
    return found;
}

QString place(const Include& include) {
    return QStringLiteral("%1:%2 includes %3")
        .arg(include.file)
        .arg(include.line)
        .arg(include.target);
}

bool isTorch(const QString& target) {
    static const QRegularExpression kTorch("^(torch|ATen|c10|caffe2)/");
    return kTorch.match(target).hasMatch();
}

bool isQt(const QString& target) {
    static const QRegularExpression kQt("^(Q[A-Z]|Qt|qcustomplot)");
    return kQt.match(target).hasMatch();
}

}  // namespace

class LayeringTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(".*")); }

    void engineNeverIncludesQt() {
        QStringList wrong;
        for (const Include& include : includesOf("engine")) {
            if (isQt(include.target) || include.target.startsWith("widgets/") ||
                include.target.startsWith("app/")) {
                wrong << place(include);
            }
        }
        QCOMPARE(wrong, QStringList());
    }

    void foldersLookOneWay_data() {
        QTest::addColumn<QString>("root");
        QTest::addColumn<FolderTable>("allowed");
        QTest::newRow("engine") << "engine" << engineTable();
        QTest::newRow("widgets") << "widgets" << widgetTable();
    }

    void foldersLookOneWay() {
        QFETCH(const QString, root);
        QFETCH(const FolderTable, allowed);
        // A table with a circle in it would forbid nothing.
        QSet<QString> below;
        while (below.size() < allowed.size()) {
            const auto before = below.size();
            for (auto folder = allowed.begin(); folder != allowed.end(); ++folder) {
                if (below.contains(folder.value())) {
                    below.insert(folder.key());
                }
            }
            QVERIFY2(below.size() > before, qPrintable("a circle in the table of " + root));
        }
        QStringList wrong;
        const QList<Include> includes = includesOf(root);
        QVERIFY(includes.size() > 100);
        for (const Include& include : includes) {
            if (include.system || !include.target.startsWith(root + '/')) {
                continue;
            }
            const QString from = include.file.section('/', 1, 1);
            const QString to = include.target.section('/', 1, 1);
            QVERIFY2(allowed.contains(from), qPrintable("no rule for " + root + '/' + from));
            if (from != to && !allowed[from].contains(to)) {
                wrong << place(include);
            }
        }
        QCOMPARE(wrong, QStringList());
    }

    // Subfolders have no table, but two that reach each other are one folder in truth.
    void noFoldersOfTheEngineReachEachOther() {
        QMap<QString, QMap<QString, QString>> includes;  // folder → folder → one place that does it
        for (const Include& include : includesOf("engine")) {
            const QString from = include.file.section('/', 0, -2);
            const QString to = include.target.section('/', 0, -2);
            if (!include.system && to.startsWith("engine/") && from != to) {
                includes[from].insert(to, place(include));
            }
        }
        QMap<QString, QSet<QString>> reached;
        for (auto folder = includes.cbegin(); folder != includes.cend(); ++folder) {
            QStringList next = folder->keys();
            while (!next.isEmpty()) {
                const QString other = next.takeLast();
                if (!reached[folder.key()].contains(other)) {
                    reached[folder.key()].insert(other);
                    next << includes.value(other).keys();
                }
            }
        }
        QStringList wrong;
        for (auto folder = includes.cbegin(); folder != includes.cend(); ++folder) {
            for (auto other = folder->cbegin(); other != folder->cend(); ++other) {
                if (reached.value(other.key()).contains(folder.key())) {
                    wrong << folder.key() + " and " + other.key() +
                                 " reach each other: " + other.value();
                }
            }
        }
        QCOMPARE(wrong, QStringList());
    }

    // A header that is the very first thing which some source reads stands alone.
    void everyHeaderStandsAlone() {
        QMap<QString, QString> first;
        QMap<QString, QString> firstUser;
        QList<Include> includes;
        for (const char* folder : {"engine", "widgets", "app", "tests"}) {
            includes << includesOf(folder);
        }
        for (const Include& include : includes) {
            if (!first.contains(include.file)) {
                first[include.file] = include.target;
            }
            if (include.file.endsWith(".cpp") && !firstUser.contains(include.target)) {
                firstUser[include.target] = include.file;
            }
        }
        // What CMake generates from resources reads this one first.
        QSet<QString> proven = {"engine/base/embedded_files.h"};
        QStringList wrong;
        for (auto source = first.begin(); source != first.end(); ++source) {
            if (!source.key().endsWith(".cpp")) {
                continue;
            }
            const QString own = source.key().chopped(4) + ".h";
            if (!source.key().startsWith("tests/") && source.value() != own &&
                QFile::exists(QStringLiteral(STOWAGE_SOURCE_DIR "/") + own)) {
                wrong << source.key() + " does not include its own header first";
            }
            for (QString next = source.value(); next.endsWith(".h") && !proven.contains(next);
                 next = first.value(next)) {
                proven.insert(next);
            }
        }
        for (const char* folder : {"engine", "widgets", "app"}) {
            QDirIterator files(QStringLiteral(STOWAGE_SOURCE_DIR "/") + folder, {"*.h"},
                               QDir::Files, QDirIterator::Subdirectories);
            while (files.hasNext()) {
                const QString header = files.next().mid(sizeof STOWAGE_SOURCE_DIR);
                if (!proven.contains(header)) {
                    wrong << header + " is read first by no source: include it first in " +
                                 firstUser.value(header, "one of its users");
                }
            }
        }
        QCOMPARE(wrong, QStringList());
    }

    void torchStaysInItsBackend() {
        QStringList wrong;
        for (const char* folder : {"engine", "widgets", "app"}) {
            for (const Include& include : includesOf(folder)) {
                const bool mayUse = include.file.startsWith("engine/backend_torch/") &&
                                    include.file.endsWith(".cpp");
                if (isTorch(include.target) && !mayUse) {
                    wrong << place(include);
                }
            }
        }
        QCOMPARE(wrong, QStringList());
    }

    void onlyAppAndTestsKnowTheBackends() {
        QStringList wrong;
        for (const Include& include : includesOf("widgets")) {
            if (include.target.startsWith("engine/backend_") || include.target.startsWith("app/")) {
                wrong << place(include);
            }
        }
        for (const Include& include : includesOf("engine")) {
            if (include.target.startsWith("engine/backend_") &&
                include.file.section('/', 1, 1) != include.target.section('/', 1, 1)) {
                wrong << place(include);
            }
        }
        QCOMPARE(wrong, QStringList());
    }

    void qcustomplotComesThroughItsWrapper() {
        QStringList wrong;
        for (const char* folder : {"widgets", "app"}) {
            for (const Include& include : includesOf(folder)) {
                if (include.target == "qcustomplot.h" &&
                    include.file != "widgets/support/qcustomplot_wrapper.h") {
                    wrong << place(include);
                }
            }
        }
        QCOMPARE(wrong, QStringList());
    }

    void commandLineNeverIncludesQt() {
        QStringList wrong;
        QList<Include> includes = includesOf("app/cli");
        for (const Include& include : includesOf("app")) {
            if (include.file.startsWith("app/checks/") || include.file.startsWith("app/backends") ||
                include.file.startsWith("app/completion")) {
                includes << include;
            }
        }
        QVERIFY(!includes.isEmpty());
        for (const Include& include : includes) {
            if (isQt(include.target) || include.target.startsWith("widgets/")) {
                wrong << place(include);
            }
        }
        QCOMPARE(wrong, QStringList());
    }

    // Two types of one name in one program break it silently, whichever files they are in. The
    // suites of a folder are one program, too.
    void typesHaveNamesOfTheirOwn_data() {
        QTest::addColumn<QStringList>("folders");
        QTest::addColumn<QStringList>("endings");
        QTest::newRow("program") << QStringList{"engine", "widgets", "app"}
                                 << QStringList{"*.h", "*.cpp"};
        QTest::newRow("tests") << QStringList{"tests"} << QStringList{"*.h"};
    }

    void typesHaveNamesOfTheirOwn() {
        QFETCH(const QStringList, folders);
        QFETCH(const QStringList, endings);
        // A definition that is nested in no other, and no specialisation.
        static const QRegularExpression kType(
            "^(?:class|struct|union|enum(?: class)?) (?!class\\b)(\\w+)\\b(?!::|<)[^;(]*?\\{",
            QRegularExpression::MultilineOption);
        QMap<QString, QString> places;
        QStringList wrong;
        for (const QString& folder : folders) {
            QDirIterator files(QStringLiteral(STOWAGE_SOURCE_DIR "/") + folder, endings,
                               QDir::Files, QDirIterator::Subdirectories);
            while (files.hasNext()) {
                QFile file(files.next());
                if (file.fileName().contains("/bench/")) {  // each a program of its own
                    continue;
                }
                QVERIFY(file.open(QIODevice::ReadOnly));
                auto types = kType.globalMatch(QString::fromUtf8(file.readAll()));
                while (types.hasNext()) {
                    const QString name = types.next().captured(1);
                    // One file may define a type twice, for two builds.
                    const QString place = places.value(name, file.fileName());
                    if (place != file.fileName()) {
                        wrong << name + " is defined in " + place + " and " + file.fileName();
                    }
                    places[name] = file.fileName();
                }
            }
        }
        QVERIFY(places.size() > 50);
        QCOMPARE(wrong, QStringList());
    }

    void everySourceNamesItsLicence() {
        QStringList wrong;
        for (const char* folder : {"engine", "widgets", "app", "tests"}) {
            QDirIterator files(QStringLiteral(STOWAGE_SOURCE_DIR "/") + folder,
                               {"*.h", "*.cpp", "CMakeLists.txt", "*.cmake", "*.py"}, QDir::Files,
                               QDirIterator::Subdirectories);
            while (files.hasNext()) {
                QFile file(files.next());
                QVERIFY(file.open(QIODevice::ReadOnly));
                const QByteArray start = file.read(200);
                if (!start.contains("SPDX-License-Identifier: GPL-3.0-or-later")) {
                    wrong << file.fileName();
                }
            }
        }
        QCOMPARE(wrong, QStringList());
    }
};

QTEST_APPLESS_MAIN(LayeringTest)
#include "tst_layering.moc"
