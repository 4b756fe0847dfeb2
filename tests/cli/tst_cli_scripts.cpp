// SPDX-License-Identifier: GPL-3.0-or-later
// Exported scripts, run by the libraries that they are for: tests/reference/run_exports.py with
// $STOWAGE_PYTHON, else python3, where that has them.
#include "cli_process.h"

#include <QProcess>
#include <QRegularExpression>
#include <QTest>

using namespace stowage::test;

namespace {

constexpr int kLibrariesMs = 60'000;
constexpr int kScriptsMs = 280'000;

QString pythonProgram() {
    return qEnvironmentVariable("STOWAGE_PYTHON", QStringLiteral("python3"));
}

/// What a Python wrote, both streams together; nothing where it failed or is not there.
std::optional<QString> runPython(const QStringList& arguments, int limitMs) {
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(pythonProgram(), arguments);
    if (!process.waitForStarted() || !process.waitForFinished(limitMs)) {
        return std::nullopt;
    }
    const QString text = QString::fromUtf8(process.readAll());
    if (process.exitStatus() != QProcess::NormalExit || process.exitCode() != 0) {
        qInfo("%s", qPrintable(text));
        return std::nullopt;
    }
    return text;
}

}  // namespace

class CliScriptsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        QTest::failOnWarning(QRegularExpression(".*"));
        const QString needed =
            QStringLiteral("import accelerate, safetensors, torch, transformers");
        if (!runPython({"-c", needed}, kLibrariesMs)) {
            QSKIP(
                "Needs a Python with torch, accelerate, transformers and safetensors: name one "
                "in STOWAGE_PYTHON");
        }
    }
    void runAsPasted_data() {
        QTest::addColumn<QString>("engine");
        QTest::addColumn<QString>("model");
        QTest::newRow("a map") << "accelerate"
                               << "mixtral";
        QTest::newRow("a pipeline") << "torch-pipelining"
                                    << "qwen2";
    }
    void runAsPasted() {
        QFETCH(const QString, engine);
        QFETCH(const QString, model);
        const QString script = QStringLiteral(STOWAGE_TEST_DATA "/../reference/run_exports.py");
        const auto told =
            runPython({script, stowagectlPath(), model, "--only", engine}, kScriptsMs);
        QVERIFY(told.has_value());
        QVERIFY2(told->contains(QStringLiteral(" exports, 0 differences;")), qPrintable(*told));
    }
};

QTEST_GUILESS_MAIN(CliScriptsTest)
#include "tst_cli_scripts.moc"
