// SPDX-License-Identifier: GPL-3.0-or-later
// Plans held to what engines printed (tests/data/logs), for models whose config.json is published
// (tests/data/log_models). Every figure's error stands in errors.tsv, with its reason; one that got
// worse fails. STOWAGE_WRITE_ERRORS=1 writes the table anew, reasons kept.
#include "engine/capacity/estimate.h"
#include "engine/capacity/logs/engine_log.h"
#include "engine/capacity/logs/log_comparison.h"
#include "engine/checkpoint/config_checkpoint.h"
#include "engine/checkpoint/open/open_checkpoint.h"
#include "engine/plan/place/place.h"
#include "tests/bench/error_table.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMap>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <array>
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
        work.kvType = *kvTypeFromName(type.toStdString());
    }
    if (const QString kind = asked.value("attention").toString(); !kind.isEmpty()) {
        work.attention = *attentionFromName(kind.toStdString());
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
    request.constraints.quantization = startingQuantization(**checkpoint);
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

/// Rows that follow from the card, which not every log tells of.
constexpr std::array kOfCard{"capacity",  "share",       "budget",    "kv_blocks",
                             "kv_tokens", "concurrency", "kv_cache",  "max_len_estimate",
                             "context",   "activations", "peak_torch"};

/// What stands in the log, as far as the case says how it came about: of several cards that share
/// every layer each tells of its part.
LogRow comparable(LogRow row, const QJsonObject& asked, const EngineLog& log) {
    const double parallel = asked.value("parallel").toDouble(1);
    const bool isOfCard = std::ranges::find(kOfCard, row.name) != kOfCard.end();
    if (isOfCard && log.engine != "llama.cpp" && !asked.contains("capacity")) {
        row.error.reset();
    }
    const bool isShared = row.name == "weights" || row.name.starts_with("kv_");
    if (parallel > 1 && isShared && row.error) {
        row.printed *= parallel;
        row.error = *row.predicted / row.printed - 1;
    }
    return row;
}

/// What a row is held to, where the log says enough: beside half of the last printed digit.
std::optional<double> boundOf(const LogRow& row, const EngineLog& log) {
    const bool isCache = row.name == "kv_bytes_per_token" || row.name == "kv_needed" ||
                         (row.name == "kv_cache" && log.engine == "llama.cpp");
    if (row.name != "weights" && !isCache) {
        return std::nullopt;
    }
    double step = 0;
    for (const LogFigure& figure : log.figures) {
        const bool isMeant =
            figure.name == row.name || (row.name == "kv_bytes_per_token" &&
                                        (figure.name == "kv_cache" || figure.name == "kv_needed"));
        step = isMeant && figure.value > 0 ? std::max(step, figure.step / figure.value) : step;
    }
    return (isCache ? kCacheBound : kWeightsBound) + step / 2;
}

QString percent(const std::optional<double>& error) {
    const QString text =
        error ? QString::number(*error * 100, 'f', 2) : QString::fromUtf8("\xe2\x80\x93");
    return text == QStringLiteral("-0.00") ? QStringLiteral("0.00") : text;
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
        const bool isKnown = row.error && pinned.error != percent(std::nullopt);
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
        QVERIFY2(estimate, estimate ? "" : estimate.error().message.english().c_str());
        for (const LogRow& row : compareLog(log, **estimate)) {
            hold(name, comparable(row, asked, log), boundOf(row, log));
        }
    }

    /// Tokens of a pool are not 0 where nobody knows what a token takes.
    void unknownIsNotZero() {
        const QJsonArray cases = readJson(kModels + "cases.json").array();
        int seen = 0;
        for (const QJsonValue& value : cases) {
            const EngineLog log = readLog(value["log"].toString());
            const auto estimate = estimateOf(value.toObject(), log);
            QVERIFY(estimate);
            CapacityEstimate unknown = **estimate;
            unknown.kvBytesPerToken = 0;
            for (DeviceEstimate& device : unknown.devices) {
                if (device.share) {
                    device.share->plan = {};
                }
            }
            for (const LogRow& row : compareLog(log, unknown)) {
                const bool isOfTokens =
                    row.name == "kv_tokens" || row.name == "concurrency" || row.name == "kv_blocks";
                QVERIFY2(!isOfTokens || !row.predicted, row.name.c_str());
                seen += isOfTokens ? 1 : 0;
            }
        }
        QVERIFY(seen >= 10);
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

    /// `./dev bench capacity` writes them.
    void theTablesOfTheDocumentsSayTheSame() {
        QFile errors(kTable);
        QVERIFY(errors.open(QIODevice::ReadOnly));
        const std::string tsv = errors.readAll().toStdString();
        const std::pair<const char*, std::string> kDocuments[] = {
            {"/docs/guide/accuracy.md", bench::compactErrorTable(tsv)},
            {"/docs/benchmarks.md", bench::wholeErrorTable(tsv)}};
        for (const auto& [name, table] : kDocuments) {
            QFile file(QStringLiteral(STOWAGE_TEST_DATA "/../..") + QLatin1String(name));
            QVERIFY2(file.open(QIODevice::ReadOnly), name);
            const std::string text = file.readAll().toStdString();
            const auto current = bench::withBlock(text, "errors", table);
            QVERIFY2(current, name);
            QVERIFY2(*current == text, name);
        }
        QVERIFY(!bench::withBlock("<!-- errors: -->", "errors", ""));
    }
};

QTEST_GUILESS_MAIN(LogAccuracyTest)
#include "tst_log_accuracy.moc"
