// SPDX-License-Identifier: GPL-3.0-or-later
// What from_pretrained takes, beside what the real library took (record_pretrained_loads.py).
#include "engine/capacity/estimate_json.h"
#include "engine/capacity/pretrained_load.h"
#include "engine/checkpoint/open/open_checkpoint.h"
#include "engine/device/allocator_model.h"
#include "tests/plan/plan_fixture.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QtEndian>

#include <algorithm>
#include <string>

using namespace stowage;
using namespace stowage::test;

namespace {

/// Of tensors alone, where malloc gives everything back at once; and what Python and the modules
/// take beside them.
constexpr double kTolerance = 0.02;
constexpr double kBeside = 4.0 * 1024 * 1024;
/// Of what malloc keeps: an upper bound, at most so far above what it was.
constexpr double kLoosest = 0.15;

QJsonObject recorded() {
    QFile file(QStringLiteral(STOWAGE_TEST_DATA "/pretrained_loads.json"));
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object()
                                          : QJsonObject();
}

/// A safetensors file of these tensors whose bytes are a hole.
void writeSparse(const QString& path, const QJsonObject& keys, const QString& dtype) {
    QJsonObject header;
    qint64 offset = 0;
    for (auto key = keys.begin(); key != keys.end(); ++key) {
        qint64 bytes = dtype == QStringLiteral("float32") ? 4 : 2;
        for (const QJsonValue& size : key.value().toArray()) {
            bytes *= size.toInteger();
        }
        header[key.key()] =
            QJsonObject{{"dtype", dtype == QStringLiteral("float32") ? "F32" : "BF16"},
                        {"shape", key.value()},
                        {"data_offsets", QJsonArray{offset, offset + bytes}}};
        offset += bytes;
    }
    const QByteArray text = QJsonDocument(header).toJson(QJsonDocument::Compact);
    QFile file(path);
    if (file.open(QIODevice::WriteOnly)) {
        const quint64 length = qToLittleEndian(static_cast<quint64>(text.size()));
        file.write(reinterpret_cast<const char*>(&length), sizeof length);
        file.write(text);
        file.resize(static_cast<qint64>(sizeof length) + text.size() + offset);
    }
}

DeviceMap mapOf(const QJsonObject& pairs) {
    DeviceMap map;
    for (auto pair = pairs.begin(); pair != pairs.end(); ++pair) {
        map.set(pair.key().toStdString(), *parseDevice(pair.value().toString().toStdString()));
    }
    return map;
}

}  // namespace

class PretrainedLoadTest : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    QJsonObject m_recorded;

    struct Loaded {
        std::shared_ptr<const Checkpoint> checkpoint;
        Plan plan;
    };
    /// The model as the library saved it, planned under a map or by a strategy.
    Loaded planned(const QString& model, const QString& stored, const QString& dtype,
                   const QJsonObject& map, const std::vector<std::uint64_t>& gpus = {}) {
        const QJsonObject made = m_recorded["models"][model].toObject();
        const QString folder = m_folder.filePath(model + '-' + stored);
        QDir().mkpath(folder);
        QFile config(folder + "/config.json");
        QJsonObject fields = made["config"].toObject();
        fields["dtype"] = stored;
        if (config.open(QIODevice::WriteOnly)) {
            config.write(QJsonDocument(fields).toJson());
        }
        config.close();
        writeSparse(folder + "/model.safetensors", made["keys"].toObject(), stored);
        Loaded loaded;
        const auto checkpoint = openCheckpoint(folder.toStdString());
        if (!checkpoint) {
            qWarning("%s", checkpoint.error().message.english().c_str());
            return loaded;
        }
        loaded.checkpoint = *checkpoint;
        const auto tree = buildModuleTree(*loaded.checkpoint);
        PlacementRequest request = requestFor(*tree, gpus, 64 * kGiB);
        request.constraints.dtype = *dtypeFromName(dtype.toStdString());
        if (!map.isEmpty()) {
            request.strategy = Strategy::Manual;
            request.givenMap = mapOf(map);
        }
        loaded.plan = planOf(request);
        return loaded;
    }
    LoadPeaks peaksOf(const Loaded& loaded, unsigned threads) const {
        const auto loads = loadPeaks(loaded.plan, loaded.checkpoint, threads);
        return loads.empty() ? LoadPeaks() : loads.front();
    }

private Q_SLOTS:
    void initTestCase() {
        m_recorded = recorded();
        QVERIFY(!m_recorded.isEmpty());
    }
    void init() { QTest::failOnWarning(QRegularExpression(".*")); }

    void isWhatTheLibraryTook_data() {
        QTest::addColumn<QJsonObject>("load");
        const QJsonArray loads = m_recorded["loads"].toArray();
        for (const QJsonValue& load : loads) {
            QTest::addRow("%s, %s as %s, %s", qPrintable(load["model"].toString()),
                          qPrintable(load["stored"].toString()),
                          qPrintable(load["dtype"].toString()),
                          load["device_map"].toObject().size() > 1 ? "some on disk" : "CPU")
                << load.toObject();
        }
    }
    void isWhatTheLibraryTook() {
        QFETCH(QJsonObject, load);
        const Loaded loaded = planned(load["model"].toString(), load["stored"].toString(),
                                      load["dtype"].toString(), load["device_map"].toObject());
        QVERIFY(loaded.plan != nullptr);
        const LoadPeaks peaks =
            peaksOf(loaded, static_cast<unsigned>(m_recorded["threads"].toInt()));
        QCOMPARE(peaks.name, std::string("from_pretrained"));
        const auto tensors = static_cast<double>(peaks.hostAnonymous);
        const auto most = static_cast<double>(peaks.hostAnonymousMost);
        const double returned = load["returned"].toObject()["peak"].toDouble();
        const double usual = load["usual"].toObject()["peak"].toDouble();
        qInfo("predicted %.1f to %.1f MiB; measured %.1f MiB of tensors, %.1f MiB usually",
              tensors / kMiB, most / kMiB, returned / kMiB, usual / kMiB);
        QVERIFY(std::abs(tensors - returned) <= kTolerance * returned + kBeside);
        QVERIFY(most >= usual * (1 - kTolerance) - kBeside);
        QVERIFY(most <= usual * (1 + kLoosest) + kBeside);
    }

    /// By hand: a block for everything, then all experts apart, then the last pair joined.
    void aGpuIsWarmedUpAndJoinsExperts() {
        const Loaded loaded = planned("mixtral", "bfloat16", "bfloat16", {}, {80 * kGiB});
        const LoadPeaks peaks = peaksOf(loaded, 4);
        // 2 × 8,000 × 512 of tables; a layer 786,432 of attention, a router, two norms and eight
        // experts of 3 × 1,792 × 512; one more norm.
        const quint64 all =
            2 * (2 * 8000 * 512 + 6 * (786'432 + 8 * 512 + 2 * 512 + 8 * 3 * 1792 * 512) + 512);
        const quint64 pair = 2 * (8 * 2 * 1792 * 512);
        const PredictedPeak& peak = peaks.devices.at(DeviceId::gpu(0));
        QCOMPARE(quint64{peak.allocated}, all + pair);
        QVERIFY(peak.reserved >= peak.allocated);
        QCOMPARE(peaks.hostAnonymous, quint64{0});
        // A cast on its way is made in RAM, by as many threads as there are.
        const Loaded cast = planned("llama", "float32", "bfloat16", {}, {80 * kGiB});
        QCOMPARE(peaksOf(cast, 2).hostAnonymous, quint64{2ULL * 2 * 16000 * 1024});
        QVERIFY(peaksOf(cast, 4).hostAnonymous > peaksOf(cast, 2).hostAnonymous);
        const PredictedPeak dense = peaksOf(cast, 4).devices.at(DeviceId::gpu(0));
        QVERIFY(dense.reserved < cast.plan->request.tree->totalBytes() / 2 + 64 * kMiB);
    }

    void theyStandInTheEstimate() {
        const Loaded loaded = planned("mixtral", "bfloat16", "float32", {}, {80 * kGiB});
        const auto loads = loadPeaks(loaded.plan, loaded.checkpoint, 4);
        const EstimateInput input{loaded.plan, loaded.checkpoint, {}};
        const auto estimate = estimateCapacity(input);
        QVERIFY2(estimate, estimate ? "" : estimate.error().message.english().c_str());
        const std::string text = estimateToJson(**estimate, {}, loads);
        const QJsonObject object =
            QJsonDocument::fromJson(QByteArray::fromStdString(text)).object()["loads"].toObject();
        QCOMPARE(object.size(), static_cast<qsizetype>(loads.size()));
        const QJsonObject library = object["from_pretrained"].toObject();
        const PredictedPeak& peak = loads.front().devices.at(DeviceId::gpu(0));
        const QJsonObject gpu = library["devices"]["gpu:0"].toObject();
        QCOMPARE(gpu["peak_allocated"].toInteger(), static_cast<qint64>(peak.allocated));
        QCOMPARE(gpu["peak_reserved"].toInteger(), static_cast<qint64>(peak.reserved));
        QCOMPARE(library["host_anonymous"].toInteger(),
                 static_cast<qint64>(loads.front().hostAnonymous));
        QCOMPARE(library["file_pages"].toInteger(), static_cast<qint64>(loads.front().filePages));
        QVERIFY(!library["explained"].toArray().isEmpty());
        QVERIFY(object["streamed"].isObject());
    }

    void ownMethodsStandBeside() {
        const Loaded loaded = planned("llama", "float32", "float32", {});
        const auto loads = loadPeaks(loaded.plan, loaded.checkpoint, 4);
        QCOMPARE(loads.size(), allLoadMethods().size() + 1);
        for (std::size_t i = 0; i < allLoadMethods().size(); ++i) {
            QCOMPARE(loads[i + 1].name, std::string(loadMethodName(allLoadMethods()[i])));
            QVERIFY(loads[i + 1].hostAnonymous > 0 || loads[i + 1].filePages > 0);
        }
        QCOMPARE(pretrainedThreads(2), 2U);
        QCOMPARE(pretrainedThreads(64), 4U);
        QCOMPARE(pretrainedThreads(0), 4U);
    }

    /// A method that would refuse the file is not offered: torch saves no blocks.
    void blocksAreNotOfferedAsFilesPerTensor() {
        const auto checkpoint = openCheckpoint(STOWAGE_TEST_DATA "/run/gguf-llama3");
        QVERIFY2(checkpoint, checkpoint ? "" : checkpoint.error().message.english().c_str());
        const auto tree = buildModuleTree(**checkpoint);
        const Plan plan = planOf(requestFor(*tree, {1 * kGiB}, 64 * kGiB));
        const auto loads = loadPeaks(plan, *checkpoint, 4);
        QCOMPARE(loads.size(), allLoadMethods().size() - 1);
        for (const LoadPeaks& peaks : loads) {
            QVERIFY(peaks.name != "per-tensor");
        }
    }
};

QTEST_GUILESS_MAIN(PretrainedLoadTest)
#include "tst_pretrained_load.moc"
