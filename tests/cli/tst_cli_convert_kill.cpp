// SPDX-License-Identifier: GPL-3.0-or-later
// kill -9 at random moments of `convert`, `offload` and `sample`: the source stays what it is,
// nothing half has a final name, and --resume ends with equal digests.
#include "cli_process.h"
#include "killed_child.h"
#include "tiny_model.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QJsonObject>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>

#include <cstring>

using namespace stowage::test;

namespace {

QByteArray hashOf(const QString& path) {
    QFile file(path);
    QCryptographicHash hash(QCryptographicHash::Sha256);
    return file.open(QIODevice::ReadOnly) && hash.addData(&file) ? hash.result() : QByteArray();
}

QStringList visible(const QString& folder) {
    return QDir(folder).entryList(QDir::AllEntries | QDir::NoDotAndDotDot);
}

}  // namespace

class CliConvertKillTest : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    QString m_model;
    QByteArray m_hash;
    QJsonObject m_digests;
    qint64 m_bytes = 0;

    static QJsonObject digestsOf(const QString& model) {
        const auto loaded = runCli({"load", model, "--gpus", "none", "--sha256", "--json"});
        if (loaded.exitCode != 0) {
            qInfo("%s%s", loaded.output.constData(), loaded.diagnostics.constData());
        }
        return loaded.json.value("digests").toObject();
    }

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    /// 80 MB: a single file is synced once on the way.
    void initTestCase() {
        constexpr int kTensors = 20;
        constexpr int kElements = 1 << 20;
        QByteArray header = "{";
        QByteArray data;
        for (int i = 0; i < kTensors; ++i) {
            const qint64 begin = data.size();
            QByteArray values(kElements * 4, '\0');
            for (int at = 0; at < kElements; ++at) {
                const float value = static_cast<float>(at % 9973) + static_cast<float>(i) / 64;
                std::memcpy(values.data() + at * 4, &value, sizeof value);
            }
            data += values;
            header += (i == 0 ? "" : ",") + QByteArray("\"layers.") + QByteArray::number(i) +
                      ".weight\":{\"dtype\":\"F32\",\"shape\":[1024,1024],\"data_offsets\":[" +
                      QByteArray::number(begin) + "," + QByteArray::number(data.size()) + "]}";
        }
        m_model = m_folder.filePath("source.safetensors");
        writeFile(m_model, safetensors(header + "}", data));
        m_bytes = data.size();
        m_hash = hashOf(m_model);
        m_digests = digestsOf(m_model);
        QCOMPARE(m_digests.size(), kTensors);
    }

    void killedAtRandomMoments_data() {
        QTest::addColumn<QStringList>("command");
        QTest::addColumn<QString>("result");
        QTest::newRow("safetensors")
            << QStringList{"convert", "--to", "safetensors"} << "model.safetensors";
        QTest::newRow("shards") << QStringList{"convert", "--to", "safetensors", "--shard-size",
                                               "20MB"}
                                << "model.safetensors.index.json";
        QTest::newRow("pth") << QStringList{"convert", "--to", "pth"} << "model.pth";
        QTest::newRow("per-tensor")
            << QStringList{"convert", "--to", "per-tensor"} << "model_parameters";
        QTest::newRow("offload") << QStringList{"offload"} << "index.json";
    }
    void killedAtRandomMoments() {
        QFETCH(QStringList, command);
        QFETCH(QString, result);
        // Twenty kills of offload and of convert, these over its four forms.
        const int wanted = command.first() == "offload" ? 20 : 5;
        QRandomGenerator random(static_cast<quint32>(qHash(result)));
        int kills = 0;
        int rounds = 0;
        while (kills < wanted && rounds++ < 20 * wanted) {
            const QString folder = m_folder.filePath("out");
            QStringList arguments = command;
            arguments.insert(1, m_model);
            arguments.insert(2, folder);
            // Sometimes a run that resumes is killed as well.
            while (kills < wanted) {
                const auto threshold = static_cast<qint64>(random.generateDouble() *
                                                           static_cast<double>(m_bytes) * 1.02);
                if (!runAndKill(arguments, folder, threshold)) {
                    break;
                }
                ++kills;
                // Whatever has a final name is complete: what opens the whole comes last.
                if (visible(folder).contains(result)) {
                    QCOMPARE(digestsOf(folder), m_digests);
                }
                if (!arguments.contains("--resume")) {
                    arguments << "--resume";
                }
                if (random.bounded(3) == 0) {
                    break;
                }
            }
            if (!arguments.contains("--resume")) {
                arguments << "--resume";
            }
            const auto resumed = runCli(arguments + QStringList{"--json"});
            QVERIFY2(resumed.exitCode == 0, resumed.output.constData());
            QCOMPARE(digestsOf(resumed.json.value("path").toString()), m_digests);
            QVERIFY(!QDir(folder + "/.stowage-unfinished").exists());
            QVERIFY(QDir(folder).removeRecursively());
            QCOMPARE(hashOf(m_model), m_hash);
        }
        QVERIFY2(kills >= wanted, qPrintable(QStringLiteral("%1 kills").arg(kills)));
    }

    void aKilledSampleIsTakenUp_data() {
        QTest::addColumn<QStringList>("format");
        QTest::addColumn<QString>("result");
        QTest::newRow("shards") << QStringList{"--shard-size", "70MB"}
                                << "model.safetensors.index.json";
        QTest::newRow("pth") << QStringList{"--format", "pth"} << "model.pth";
        QTest::newRow("per-tensor") << QStringList{"--format", "per-tensor"} << "model_parameters";
    }
    void aKilledSampleIsTakenUp() {
        QFETCH(QStringList, format);
        QFETCH(QString, result);
        constexpr int kKills = 3;
        const QString folder = m_folder.filePath("sampled");
        const QStringList command =
            QStringList{"sample", folder, "--arch", "gpt2", "--dtype", "float16"} + format;
        const auto whole = runCli(command + QStringList{"--json"});
        QVERIFY2(whole.exitCode == 0, whole.output.constData());
        const QJsonObject digests = digestsOf(folder);
        QVERIFY(digests.size() > 100);
        const double bytes = whole.json.value("file_bytes").toDouble();
        QVERIFY(QDir(folder).removeRecursively());
        QRandomGenerator random(static_cast<quint32>(qHash(result)));
        QStringList arguments = command;
        int kills = 0;
        for (int round = 0; kills < kKills && round < 20 * kKills; ++round) {
            const auto threshold = static_cast<qint64>(random.generateDouble() * 0.8 * bytes);
            if (!runAndKill(arguments, folder, threshold)) {
                // It was done before: over again.
                QVERIFY(QDir(folder).removeRecursively());
                arguments = command;
                continue;
            }
            ++kills;
            QVERIFY(!visible(folder).contains(result) || digestsOf(folder) == digests);
            arguments = command + QStringList{"--resume"};
        }
        QVERIFY2(kills == kKills, qPrintable(QStringLiteral("%1 kills").arg(kills)));
        const auto resumed = runCli(arguments + QStringList{"--json"});
        QVERIFY2(resumed.exitCode == 0, resumed.output.constData());
        QCOMPARE(digestsOf(folder), digests);
        QVERIFY(resumed.json.value("resumed").toBool());
        QVERIFY(!QDir(folder + "/.stowage-unfinished").exists());
        // Nothing is left of a run that begins over, either.
        const auto other = runCli(command + QStringList{"--seed", "1", "--json"});
        QVERIFY2(other.exitCode == 0, other.output.constData());
        QVERIFY(digestsOf(folder) != digests);
        QVERIFY(QDir(folder).removeRecursively());
    }
};

QTEST_GUILESS_MAIN(CliConvertKillTest)
#include "tst_cli_convert_kill.moc"
