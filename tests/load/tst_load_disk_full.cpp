// SPDX-License-Identifier: GPL-3.0-or-later
// A disk that runs full while a load writes to it: the offload folder, the waiting tensors of
// `sharded`, the files of `per-tensor`.
#include "tests/load/fault_case.h"
#include "tests/load/small_disk.h"
#include "tests/support/golden_text.h"

using namespace stowage;
using namespace stowage::test;

namespace {

bool mayMount = false;

}  // namespace

class TestLoadDiskFull : public FaultCase {
    Q_OBJECT

private Q_SLOTS:
    void offloadFolderRunsFull_data() { methods(); }

    void offloadFolderRunsFull() {
        QFETCH(QString, method);
        const auto disk = smallDisk(20 * kMiB);
        if (!disk) {
            return;
        }
        const std::string folder = disk->folder() + "/weights";
        const auto schedule =
            scheduleFor(kMuchOnDisk, *loadMethodFromName(method.toStdString()), folder);
        QVERIFY(schedule);
        QVERIFY(loadObjections(*schedule).empty());
        const int steps = countSteps(schedule);
        int stopped = 0;
        for (int moment = 0; moment < 20; ++moment) {
            const std::uint64_t at = 1 + below(static_cast<std::uint64_t>(steps));
            const std::uint64_t left = below(300 * kKiB);
            const LoadOutcome outcome = runFilling(schedule, *disk, at, left);
            disk->removeFill();
            if (outcome.report.stopped) {
                ++stopped;
                checkNothingIsLeft(outcome);
                checkDiskFull(outcome, disk->folder());
            }
            QVERIFY(outcome.report.stopped || QDir(path(folder)).exists());
            QDir(path(folder)).removeRecursively();  // a load that went through leaves its folder
            QVERIFY(QDir(path(disk->folder())).isEmpty());
        }
        QVERIFY2(stopped >= 5, qPrintable(QString::number(stopped)));
        checkNextLoadWorks(schedule);
        QDir(path(folder)).removeRecursively();
    }

    /// The temporary folder of an offload, and the tensors that wait there under `sharded`.
    void temporaryFolderRunsFull_data() { methods(); }

    void temporaryFolderRunsFull() {
        QFETCH(QString, method);
        const auto disk = smallDisk(20 * kMiB);
        if (!disk) {
            return;
        }
        qputenv("TMPDIR", QByteArray::fromStdString(disk->folder()));
        const auto schedule = scheduleFor(kMuchOnDisk, *loadMethodFromName(method.toStdString()));
        QVERIFY(schedule);
        const int steps = countSteps(schedule);
        int stopped = 0;
        for (int moment = 0; moment < 20; ++moment) {
            const std::uint64_t at = 1 + below(static_cast<std::uint64_t>(steps));
            const LoadOutcome outcome = runFilling(schedule, *disk, at, below(300 * kKiB));
            disk->removeFill();
            if (outcome.report.stopped) {
                ++stopped;
                checkNothingIsLeft(outcome);
                checkDiskFull(outcome, disk->folder());
            }
        }
        QVERIFY2(stopped >= 5, qPrintable(QString::number(stopped)));
        checkNextLoadWorks(schedule);
        QVERIFY(QDir(path(disk->folder()))
                    .isEmpty(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot));
        qputenv("TMPDIR", (m_folder.path() + QStringLiteral("/tmp")).toLocal8Bit());
    }

    void filesOfPerTensorFindNoRoom() {
        const auto disk = smallDisk(32 * kMiB);
        if (!disk) {
            return;
        }
        const LoadFixture model = faultModel(disk->folder());
        m_counts = processCounts();
        const auto schedule =
            *makeLoadSchedule(planFor(model.tree, usualDevices(), {{"", DeviceId::gpu(0)}}),
                              model.checkpoint, {LoadMethod::PerTensor, {}});
        QVERIFY2(loadObjections(*schedule).empty(), "there is room when it is planned");
        for (int moment = 0; moment < 20; ++moment) {
            disk->fillUntil(below(2 * kMiB));
            const LoadOutcome outcome = runOn(schedule, {m_devices, m_backend});
            disk->removeFill();
            checkNothingIsLeft(outcome);
            checkDiskFull(outcome, disk->folder());
            QCOMPARE(outcome.report.stoppedAt,
                     std::string(goldenText("load/write-one-file-a-tensor")));
            QCOMPARE(QDir(path(disk->folder()))
                         .entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot),
                     QStringList({QStringLiteral("weights.bin")}));
        }
        checkNextLoadWorks(schedule);
    }

    /// Asked before the load, a disk without room refuses it with the numbers.
    void preflightKnowsTheDisk() {
        const auto disk = smallDisk(2 * kMiB);
        if (!disk) {
            return;
        }
        const auto schedule =
            scheduleFor({{"", DeviceId::disk()}}, LoadMethod::Streamed, disk->folder() + "/new");
        const std::vector<PlanIssue> objections = loadObjections(*schedule);
        QCOMPARE(objections.size(), std::size_t{1});
        QCOMPARE(objections.front().code, std::string("load_offload_space"));
        const LoadOutcome forced = runOn(schedule, {m_devices, m_backend});
        checkNothingIsLeft(forced);
        checkDiskFull(forced, disk->folder());
    }

private:
    inline static const Map kMuchOnDisk{{"emb", DeviceId::cpu()},
                                        {"h", DeviceId::disk()},
                                        {"view", DeviceId::disk()},
                                        {"norm", DeviceId::cpu()},
                                        {"head", DeviceId::cpu()}};

    static QString path(const std::string& text) { return QString::fromStdString(text); }

    /// Null, and the test is skipped, where this system allows no mount at all.
    std::unique_ptr<SmallDisk> smallDisk(std::uint64_t bytes) {
        std::string reason = "no name space of its own is allowed";
        auto disk = mayMount
                        ? SmallDisk::mount(m_mounts.path().toStdString() + "/disk", bytes, reason)
                        : nullptr;
        if (!disk) {
            QTest::qSkip(("A small file system cannot be mounted here: " + reason).c_str(),
                         __FILE__, __LINE__);
        }
        return disk;
    }

    /// A load during which other programs fill the disk, before step `at`.
    LoadOutcome runFilling(const std::shared_ptr<const LoadSchedule>& schedule,
                           const SmallDisk& disk, std::uint64_t at, std::uint64_t left) {
        std::uint64_t count = 0;
        const auto onStep = [&]() -> Result<void> {
            if (++count == at) {
                disk.fillUntil(left);
            }
            return {};
        };
        orderReadFaults(
            {m_model.checkpoint->path, {}, false, [&](std::uint64_t) { (void)onStep(); }});
        LoadBackends backends{{}, m_backend};
        for (const std::shared_ptr<DeviceMemory>& device : m_devices) {
            backends.devices.push_back(std::make_shared<WatchedDevice>(device, onStep));
        }
        LoadOutcome outcome = runOn(schedule, backends, {}, 1);
        orderReadFaults({});
        outcome.model.reset();
        return outcome;
    }

    int countSteps(const std::shared_ptr<const LoadSchedule>& schedule) {
        int steps = 0;
        const auto onStep = [&]() -> Result<void> {
            ++steps;
            return {};
        };
        orderReadFaults(
            {m_model.checkpoint->path, {}, false, [&](std::uint64_t) { (void)onStep(); }});
        LoadBackends backends{{}, m_backend};
        for (const std::shared_ptr<DeviceMemory>& device : m_devices) {
            backends.devices.push_back(std::make_shared<WatchedDevice>(device, onStep));
        }
        (void)runOn(schedule, backends, {}, 1);
        orderReadFaults({});
        QDir(path(schedule->offloadFolder)).removeRecursively();
        return steps;
    }

    static void checkDiskFull(const LoadOutcome& outcome, const std::string& folder) {
        QVERIFY(outcome.report.stopped);
        const Error& error = *outcome.report.stopped;
        QVERIFY2(error.code == ErrorCode::DiskFull, error.message.english().c_str());
        QVERIFY2(error.message.english().find(folder) != std::string::npos,
                 error.message.english().c_str());
    }

    QTemporaryDir m_mounts;
};

STOWAGE_TEST_MAIN([](int count, char** arguments) {
    mayMount = SmallDisk::prepare();  // while there is one thread only
    return stowage::runTestSuite<TestLoadDiskFull, QCoreApplication>(count, arguments);
})

#include "tst_load_disk_full.moc"
