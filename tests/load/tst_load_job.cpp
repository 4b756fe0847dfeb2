// SPDX-License-Identifier: GPL-3.0-or-later
// What every load method brings, and what it tells of it.
#include "tests/load/load_job_case.h"
#include "tests/support/golden_text.h"

using namespace stowage;
using namespace stowage::test;

class TestLoadJob : public LoadJobCase {
    Q_OBJECT

private Q_SLOTS:
    void loadsAndVerifies_data() {
        QTest::addColumn<QString>("method");
        QTest::addColumn<int>("map");
        for (const LoadMethod known : allLoadMethods()) {
            const std::string name(loadMethodName(known));
            const char* const method = name.c_str();
            QTest::addRow("%s one GPU", method) << QString::fromLatin1(method) << 0;
            QTest::addRow("%s CPU", method) << QString::fromLatin1(method) << 1;
            QTest::addRow("%s disk", method) << QString::fromLatin1(method) << 2;
            QTest::addRow("%s everywhere", method) << QString::fromLatin1(method) << 3;
        }
    }

    void loadsAndVerifies() {
        QFETCH(QString, method);
        QFETCH(int, map);
        const std::vector<Map> maps{{{"", DeviceId::gpu(0)}},
                                    {{"", DeviceId::cpu()}},
                                    {{"", DeviceId::disk()}},
                                    kEverywhere};
        const auto schedule = scheduleFor(maps[static_cast<std::size_t>(map)],
                                          *loadMethodFromName(method.toStdString()));
        LoadOptions options;
        options.verification = Verification::BytesAndDigests;
        const LoadOutcome outcome = run(schedule, options);
        QVERIFY2(!outcome.report.stopped,
                 outcome.report.stopped ? outcome.report.stopped->message.english().c_str() : "");
        QVERIFY2(outcome.report.verified.value_or(false),
                 outcome.report.verifyFailure.english().c_str());
        QCOMPARE(outcome.report.sha256.size(), std::size_t{64});
        QCOMPARE(outcome.report.digests.size(), m_model.tree->tensors().size());
        QCOMPARE(outcome.report.digests.at("head.weight"), outcome.report.digests.at("emb.weight"));
        // The digest of all does not depend on where and how the weights were brought.
        QCOMPARE(outcome.report.sha256, m_sha256.empty() ? outcome.report.sha256 : m_sha256);
        m_sha256 = outcome.report.sha256;
        std::size_t inMemory = 0;
        for (const TensorSpec& spec : m_model.tree->tensors()) {
            const auto device = *schedule->plan->storageDevices[spec.storage.index()];
            inMemory += device.kind != DeviceKind::Disk || spec.byteSize == 0 ? 1 : 0;
        }
        QCOMPARE(outcome.model->tensors().size(), inMemory);
        QCOMPARE(outcome.report.tensors, std::uint64_t{m_model.tree->tensors().size()});
        checkPeaks(*schedule, outcome.report);
    }

    void castsOnTheWay_data() { methods(); }

    void castsOnTheWay() {
        QFETCH(QString, method);
        const auto schedule =
            scheduleFor(kEverywhere, *loadMethodFromName(method.toStdString()), {}, DType::Float64);
        LoadOptions options;
        options.verification = Verification::Bytes;
        const LoadOutcome outcome = run(schedule, options);
        QVERIFY2(!outcome.report.stopped,
                 outcome.report.stopped ? outcome.report.stopped->message.english().c_str() : "");
        QVERIFY2(outcome.report.verified.value_or(false),
                 outcome.report.verifyFailure.english().c_str());
        QCOMPARE(outcome.model->tensors().signature("emb.weight")->dtype, DType::Float64);
        checkPeaks(*schedule, outcome.report);
    }

    void loadedBytesAreTheFiles() {
        const auto schedule = scheduleFor({{"", DeviceId::cpu()}}, LoadMethod::Streamed);
        const LoadOutcome outcome = run(schedule, {});
        QVERIFY(outcome.model);
        const StoredTensor& stored = m_model.checkpoint->tensors[0];
        std::vector<std::byte> fromFile(stored.location.length);
        QVERIFY(m_model.checkpoint->shards[0]->readAt(stored.location.offset, fromFile));
        std::vector<std::byte> loaded(fromFile.size());
        QVERIFY(outcome.model->tensors().copyOut("head.weight", 0, loaded));
        QCOMPARE(loaded, fromFile);
        QVERIFY(outcome.report.bytesRead >= schedule->totalBytes);
        QVERIFY(!outcome.report.verified.has_value());
    }

    void corruptedMemoryIsFound_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"emb.weight", "h.0.bias", "h.2.mask", "emb.scale"}) {
            QTest::addRow("%s", name) << QString::fromLatin1(name);
        }
    }

    void corruptedMemoryIsFound() {
        QFETCH(QString, name);
        m_backend->corruptedName = name.toStdString();
        LoadOptions options;
        options.verification = Verification::Bytes;
        const LoadOutcome outcome = run(scheduleFor(kEverywhere, LoadMethod::Streamed), options);
        QVERIFY(!outcome.report.stopped);
        QCOMPARE(outcome.report.verified, std::optional<bool>(false));
        QVERIFY(outcome.report.verifyFailure.english().find(name.toStdString()) !=
                std::string::npos);
    }

    void givenOffloadFolderStays_data() { methods(); }

    void givenOffloadFolderStays() {
        QFETCH(QString, method);
        QTemporaryDir folder;
        const std::string path = folder.path().toStdString() + "/weights";
        LoadOptions options;
        options.verification = Verification::Bytes;
        const auto loadMethod = *loadMethodFromName(method.toStdString());
        LoadOutcome outcome = run(scheduleFor(kEverywhere, loadMethod, path), options);
        QVERIFY2(outcome.report.verified.value_or(false),
                 outcome.report.verifyFailure.english().c_str());
        outcome.model.reset();
        const QDir written(QString::fromStdString(path));
        QCOMPARE(written.entryList(QDir::Files, QDir::Name),
                 QStringList({QStringLiteral("h.3.bias.dat"), QStringLiteral("h.3.mask.dat"),
                              QStringLiteral("h.3.weight.dat"), QStringLiteral("index.json"),
                              QStringLiteral("view.turned.dat")}));
    }

    void progressCountsBytes() {
        std::vector<Progress> seen;
        const auto schedule = scheduleFor(kEverywhere, LoadMethod::Streamed);
        const PauseGate gate;
        const LoadOutcome outcome =
            runLoadJob(schedule, {m_devices, m_backend}, {}, gate, {},
                       [&](const Progress& progress) { seen.push_back(progress); });
        QVERIFY(!outcome.report.stopped);
        QVERIFY(seen.size() >= 3);
        QCOMPARE(seen.front().phase.english(), std::string("allocate"));
        QCOMPARE(seen.back().phase.english(), std::string("read weights"));
        QCOMPARE(seen.back().bytesTotal, schedule->totalBytes);
        QCOMPARE(seen.back().bytesDone, schedule->totalBytes);
        QCOMPARE(seen.back().itemsDone, std::uint64_t{schedule->tensors.size()});
    }

    void phasesAreThoseOfTheMethod_data() {
        QTest::addColumn<QString>("method");
        QTest::addColumn<QString>("phases");
        const QMap<QString, QString> phases{
            {"naive", goldenText("load/initial-weights-move-to-devices-2")},
            {"sequential", goldenText("load/initial-weights-move-to-devices")},
            {"meta", goldenText("load/allocate-load-state-dict-copy")},
            {"mmap", goldenText("load/map-assign-and-copy-verify")},
            {"per-tensor", goldenText("load/allocate-load-one-by-one-verify")},
            {"sharded", goldenText("load/allocate-read-shard-1-of-1-send")},
            {"streamed", "allocate, read weights, verify"}};
        for (const LoadMethod known : allLoadMethods()) {
            const auto method = QString::fromLatin1(loadMethodName(known).data());
            QTest::newRow(qPrintable(method)) << method << phases.value(method);
        }
    }

    void phasesAreThoseOfTheMethod() {
        QFETCH(QString, method);
        QFETCH(QString, phases);
        LoadOptions options;
        options.verification = Verification::Bytes;
        options.sampler = std::make_shared<MemorySampler>(3600);
        const LoadOutcome outcome =
            run(scheduleFor(kEverywhere, *loadMethodFromName(method.toStdString())), options);
        QStringList names;
        double last = 0;
        for (const LoadPhase& phase : outcome.report.phases) {
            names << QString::fromStdString(phase.name);
            QVERIFY(phase.begin >= last);
            QVERIFY(phase.end >= phase.begin);
            last = phase.end;
        }
        QCOMPARE(names.join(QStringLiteral(", ")), phases);
        QCOMPARE(options.sampler->phases().size(), outcome.report.phases.size());
        QCOMPARE(options.sampler->interval(), 3600.0);
    }

    void missingDeviceIsRefused() {
        const auto schedule = scheduleFor(kEverywhere, LoadMethod::Streamed);
        const PauseGate gate;
        const LoadBackends backends{{makeHostDevice(cpuInfo())}, m_backend};
        const LoadOutcome outcome = runLoadJob(schedule, backends, {}, gate, {}, {});
        QVERIFY(outcome.report.stopped);
        QCOMPARE(outcome.report.stopped->code, ErrorCode::InvalidPlan);
    }

private:
    std::string m_sha256;
};

QTEST_GUILESS_MAIN(TestLoadJob)
#include "tst_load_job.moc"
