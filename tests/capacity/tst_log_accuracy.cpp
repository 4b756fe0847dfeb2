// SPDX-License-Identifier: GPL-3.0-or-later
// Plans held to what engines printed (tests/data/logs), for models whose config.json is published
// (tests/data/log_models). Every figure's error stands in errors.tsv, with its reason; one that got
// worse fails. STOWAGE_WRITE_ERRORS=1 writes the table anew, reasons kept.
#include "engine/capacity/estimate.h"
#include "engine/capacity/logs/engine_log.h"
#include "engine/capacity/logs/log_comparison.h"
#include "engine/checkpoint/open/open_checkpoint.h"
#include "engine/plan/place/place.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMap>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

using namespace stowage;

namespace {

const QString kLogs = QStringLiteral(STOWAGE_TEST_DATA "/logs/");
const QString kModels = QStringLiteral(STOWAGE_TEST_DATA "/log_models/");
const QString kTable = kModels + "errors.tsv";
constexpr double kWeightsBound = 0.001;
constexpr double kCacheBound = 0.005;
/// Of an error in percent: its last digit in the table.
constexpr double kPinned = 0.011;
constexpr std::uint64_t kLargeCard = std::uint64_t{8} << 40;

QJsonDocument readJson(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll())
                                          : QJsonDocument();
}

EngineLog readLog(const QString& name) {
    std::string text;
    const QJsonObject log = readJson(kLogs + name + ".json").object();
    for (const QJsonValue& line : log.value("lines").toArray()) {
        text += line.toString().toStdString() + "\n";
    }
    return readEngineLog(text);
}

Workload workloadOf(const QJsonObject& asked, const std::string& engine) {
    Workload work;
    for (const WorkloadNumber& number : workloadNumbers()) {
        const QString key = QString::fromUtf8(number.key.data(), qsizetype(number.key.size()));
        if (asked.contains(key)) {
            work.*number.value = static_cast<std::uint64_t>(asked.value(key).toInteger());
        }
    }
    if (const QString type = asked.value("kv_dtype").toString(); !type.isEmpty()) {
        work.kvType = kvTypeFromName(type.toStdString()).value();
    }
    work.engine = engine;
    return work;
}

/// The model on one card: of a size that was printed, else of any.
Result<std::shared_ptr<const CapacityEstimate>> estimateOf(const QJsonObject& asked,
                                                           const EngineLog& log) {
    const QString path = kModels + asked.value("model").toString() + "/config.json";
    const auto checkpoint = openCheckpoint(path.toStdString());
    STOWAGE_TRY(checkpoint);
    const auto tree = buildModuleTree(**checkpoint);
    STOWAGE_TRY(tree);
    PlacementRequest request;
    request.tree = *tree;
    DeviceInfo card;
    card.id = DeviceId::gpu(0);
    card.simulated = true;
    card.capacity =
        static_cast<std::uint64_t>(asked.value("capacity").toInteger(qint64(kLargeCard)));
    DeviceInfo cpu;
    cpu.capacity = kLargeCard;
    DeviceInfo disk;
    disk.id = DeviceId::disk();
    request.devices = {card, cpu, disk};
    request.budgets = defaultBudgets(request.devices, double(kLargeCard));
    const auto plan = place(request);
    STOWAGE_TRY(plan);
    return estimateCapacity(
        {*plan, *checkpoint, workloadOf(asked.value("workload").toObject(), log.engine)});
}

struct PinnedError {
    QString error;  ///< percent, or "–" where nothing is predicted
    QString reason;
};

QMap<QString, PinnedError> readTable() {
    QMap<QString, PinnedError> table;
    QFile file(kTable);
    if (file.open(QIODevice::ReadOnly)) {
        const QStringList lines = QString::fromUtf8(file.readAll()).split('\n', Qt::SkipEmptyParts);
        for (const QString& line : lines.mid(1)) {
            const QStringList cells = line.split('\t');
            table.insert(cells.value(0) + '\t' + cells.value(1), {cells.value(2), cells.value(3)});
        }
    }
    return table;
}

/// A log of one of several cards that share every layer tells of its part.
LogRow ofAllCards(LogRow row, double parallel) {
    const bool isShared =
        row.name == "weights" || row.name == "kv_bytes_per_token" || row.name == "kv_needed";
    if (parallel > 1 && isShared) {
        row.printed *= parallel;
        row.error = row.predicted ? std::optional(*row.predicted / row.printed - 1) : std::nullopt;
    } else if (parallel > 1) {
        row.error.reset();
    }
    return row;
}

/// What the bound of a row is, where the log says enough for one.
std::optional<double> boundOf(const LogRow& row, const EngineLog& log) {
    if (row.name == "weights") {
        return kWeightsBound;
    }
    const bool isCache = row.name == "kv_bytes_per_token" || row.name == "kv_needed" ||
                         (row.name == "kv_cache" && log.engine == "llama.cpp");
    return isCache ? std::optional(kCacheBound) : std::nullopt;
}

QString percent(const std::optional<double>& error) {
    return error ? QString::number(*error * 100, 'f', 2) : QStringLiteral("–");
}

}  // namespace

class LogAccuracyTest : public QObject {
    Q_OBJECT

private:
    QMap<QString, PinnedError> m_table = readTable();
    QStringList m_lines;  ///< of the table as it is now
    QStringList m_seen;
    int m_cachesHeld = 0;
    int m_weightsHeld = 0;

    void hold(const QString& name, const LogRow& row, std::optional<double> bound) {
        const QString key = name + '\t' + QString::fromStdString(row.name);
        const QString now = percent(row.error);
        const bool isHeld = bound && row.error && std::abs(*row.error) <= *bound;
        if (isHeld) {
            ++(row.name == "weights" ? m_weightsHeld : m_cachesHeld);
        }
        const PinnedError pinned = m_table.value(key);
        m_lines += key + '\t' + now + '\t' + pinned.reason;
        m_seen += key;
        if (qEnvironmentVariableIsSet("STOWAGE_WRITE_ERRORS")) {
            return;
        }
        QVERIFY2(m_table.contains(key), qPrintable(key + " is not in errors.tsv"));
        // Beyond its bound only with a reason.
        QVERIFY2(!bound || isHeld || !row.error || !pinned.reason.isEmpty(),
                 qPrintable(key + ": " + now + " %"));
        const bool isKnown = row.error && pinned.error != QStringLiteral("–");
        QVERIFY2(isKnown || now == pinned.error, qPrintable(key + ": " + now));
        if (isKnown) {
            QVERIFY2(std::abs(*row.error * 100) <= std::abs(pinned.error.toDouble()) + kPinned,
                     qPrintable(key + ": " + now + " %, was " + pinned.error + " %"));
        }
    }

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(".*")); }

    void isHeldToEveryLog_data() {
        QTest::addColumn<QJsonObject>("asked");
        const QJsonArray cases = readJson(kModels + "cases.json").array();
        QVERIFY(cases.size() >= 24);
        for (const QJsonValue& value : cases) {
            QTest::newRow(qPrintable(value["log"].toString())) << value.toObject();
        }
    }
    void isHeldToEveryLog() {
        QFETCH(const QJsonObject, asked);
        const QString name = asked.value("log").toString();
        const EngineLog log = readLog(name);
        const auto estimate = estimateOf(asked, log);
        QVERIFY2(estimate, estimate ? "" : estimate.error().message.c_str());
        for (const LogRow& row : compareLog(log, **estimate)) {
            const LogRow whole = ofAllCards(row, asked.value("parallel").toDouble(1));
            hold(name, whole, boundOf(whole, log));
        }
    }

    void theTableHidesNothing() {
        if (qEnvironmentVariableIsSet("STOWAGE_WRITE_ERRORS")) {
            QFile file(kTable);
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write("log\tfigure\terror, %\treason\n" + m_lines.join('\n').toUtf8() + "\n");
            return;
        }
        for (const QString& key : m_table.keys()) {
            QVERIFY2(m_seen.contains(key), qPrintable(key + " is in errors.tsv alone"));
        }
        QVERIFY2(m_cachesHeld >= 14, qPrintable(QString::number(m_cachesHeld)));
        QVERIFY2(m_weightsHeld >= 4, qPrintable(QString::number(m_weightsHeld)));
    }
};

QTEST_GUILESS_MAIN(LogAccuracyTest)
#include "tst_log_accuracy.moc"
