// SPDX-License-Identifier: GPL-3.0-or-later
// A limit for RAM holds: what fits loads, what does not is refused or stopped, and nothing is left.
#include "engine/device/host_memory.h"
#include "tests/load/load_job_case.h"
#include "tests/support/golden_text.h"

#include <unistd.h>

using namespace stowage;
using namespace stowage::test;

namespace {

constexpr std::uint64_t kLimit = 24 * kMiB;
const Map kOnGpu{{"", DeviceId::gpu(0)}};

bool writeText(const QString& path, const QByteArray& text) {
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
}

QByteArray textOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll().trimmed() : QByteArray("absent");
}

}  // namespace

class TestRamLimit : public LoadJobCase {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        makeModel();
        m_model = smallModel(m_folder.path().toStdString(), {3000, 6000});  // 100 MiB and more
    }
    void init() {
        makeDevicesAnew();
        m_devices = *makeDevices(usualDevices(kGiB));
    }

    /// "gb" counts bits, as everywhere: an eighth in bytes, and not an eighth of that.
    void aLimitIsReadAsAnySize() {
        for (const auto& [text, bytes] :
             {std::pair("24MiB", 24 * kMiB), std::pair("8gb", std::uint64_t{1'000'000'000})}) {
            const auto limit = parseRamLimit(text);
            QVERIFY(limit);
            QCOMPARE(*limit, bytes);
        }
        QVERIFY(!parseRamLimit("0"));
    }

    void everyMethodEndsAsPredicted_data() { methods(); }

    /// Whatever the pre-flight says is what happens: no method passes that was refused, none dies
    /// that was not, and what is held stays at the limit.
    void everyMethodEndsAsPredicted() {
        QFETCH(QString, method);
        const auto schedule = limited(*loadMethodFromName(method.toStdString()));
        const auto objections = loadObjections(*schedule);
        const LoadOutcome outcome = run(schedule, {});
        QVERIFY(outcome.report.ramLimit.has_value());
        QCOMPARE(outcome.report.ramLimit->limit, kLimit);
        const std::uint64_t held = outcome.report.ramLimit->peak.value_or(0);
        QVERIFY2(held <= kLimit + 4 * kMiB, qPrintable(QString::number(held)));
        if (objections.empty()) {
            QVERIFY2(!outcome.report.stopped, whyStopped(outcome.report).c_str());
            return;
        }
        QCOMPARE(objections.front().code, std::string("load_ram_limit"));
        QVERIFY(outcome.report.stopped);
        QCOMPARE(outcome.report.stopped->code, ErrorCode::DeviceOutOfMemory);
        const std::string& said = outcome.report.stopped->message;
        for (const std::string& part :
             {"\"" + method.toStdString() + "\" uses", std::string("measured"),
              std::string(goldenText("load/its-limit-is-24-0-mib")), std::string("fits.")}) {
            QVERIFY2(said.find(part) != std::string::npos, said.c_str());
        }
        QVERIFY(outcome.model == nullptr);
        QVERIFY(!outcome.report.stoppedAt.empty());
    }

    /// The lesson's last sentence: where RAM is short, a map still loads.
    void naiveDiesWhereMmapLoads() {
        QVERIFY(!loadObjections(*limited(LoadMethod::Naive)).empty());
        QVERIFY(!loadObjections(*limited(LoadMethod::Sequential)).empty());
        QVERIFY(loadObjections(*limited(LoadMethod::Mmap)).empty());
    }

    /// A model on the CPU is held by no method but the one whose pages are the file's.
    void onTheCpuOnlyTheMapIsNamed() {
        // Three of the fixture's layers lie unaligned in the file and are copied out of the map.
        constexpr std::uint64_t kUnaligned = 48 * kMiB;
        const Map onCpu{{"", DeviceId::cpu()}};
        const auto schedule = limited(LoadMethod::Streamed, onCpu, kUnaligned);
        const auto objections = loadObjections(*schedule);
        QCOMPARE(objections.size(), std::size_t{1});
        const std::string& said = objections.front().text;
        QVERIFY2(said.find("use the load method \"mmap\", which fits") != std::string::npos,
                 said.c_str());
        QVERIFY2(said.find(goldenText("load/its-limit-is-48-0-mib")) != std::string::npos,
                 said.c_str());
        QVERIFY(!run(limited(LoadMethod::Mmap, onCpu, kUnaligned), {}).report.stopped);
    }

    /// Nobody asked for the method that is refused.
    void autoTakesWhatFits() {
        constexpr std::uint64_t kBelowTheRing = 5 * kMiB;
        QVERIFY(!loadObjections(*limited(LoadMethod::Streamed, kOnGpu, kBelowTheRing)).empty());
        const auto schedule = limited(std::nullopt, kOnGpu, kBelowTheRing);
        QVERIFY(loadObjections(*schedule).empty());
        QCOMPARE(schedule->method, LoadMethod::Mmap);
        QCOMPARE(schedule->methodReason.english(),
                 goldenText("load/auto-chose-mmap-streamed-would-need"));
        QVERIFY(!run(schedule, {}).report.stopped);
    }

    void countsWhatAGroupWouldNotTakeBack() {
        const ProcessMemory before{100, 40, 50, 10};
        const ProcessMemory now{900, 140, 700, 60};
        QCOMPARE(countedRam(now, before, true), std::optional<std::uint64_t>(100));
        QCOMPARE(countedRam(now, before, false), std::optional<std::uint64_t>(150));
        QVERIFY(!countedRam({}, before, false));
    }

    void groupIsMadeWhereMemoryIsHandedDown();
    void groupThatCannotBeMadeSaysWhy();

private:
    std::shared_ptr<const LoadSchedule> limited(std::optional<LoadMethod> method,
                                                const Map& map = kOnGpu,
                                                std::uint64_t limit = kLimit) {
        ScheduleOptions options;
        options.method = method;
        options.ramLimit = limit;
        const auto schedule = makeLoadSchedule(planFor(m_model.tree, usualDevices(kGiB), map),
                                               m_model.checkpoint, options);
        return schedule ? *schedule : nullptr;
    }
};

/// The process's own group hands nothing down, the one above it does: as in a desktop's session.
void TestRamLimit::groupIsMadeWhereMemoryIsHandedDown() {
    QTemporaryDir root;
    QVERIFY(QDir(root.path()).mkpath("user/app"));
    QVERIFY(writeText(root.filePath("membership"), "4:memory:/v1\n0::/user/app\n"));
    QVERIFY(writeText(root.filePath("cgroup.subtree_control"), "cpu memory\n"));
    QVERIFY(writeText(root.filePath("user/cgroup.subtree_control"), "cpu io memory pids\n"));
    QVERIFY(writeText(root.filePath("user/app/cgroup.subtree_control"), "\n"));
    const QString group = root.filePath(QStringLiteral("user/stowage-%1").arg(::getpid()));
    {
        const auto entered = MemoryCgroup::enter(
            123456789, {root.filePath("membership").toStdString(), root.path().toStdString()});
        QVERIFY2(entered.has_value(), entered ? "" : entered.error().message.english().c_str());
        QCOMPARE(textOf(group + "/memory.max"), QByteArray("123456789"));
        QCOMPARE(textOf(group + "/memory.swap.max"), QByteArray("0"));
        QCOMPARE(textOf(group + "/cgroup.procs"), QByteArray::number(::getpid()));
        QVERIFY(QDir(group).removeRecursively());  // the kernel's files vanish with their folder
    }
    QCOMPARE(textOf(root.filePath("user/app/cgroup.procs")), QByteArray::number(::getpid()));
}

void TestRamLimit::groupThatCannotBeMadeSaysWhy() {
    QTemporaryDir root;
    const MemoryCgroup::Places places{root.filePath("membership").toStdString(),
                                      root.path().toStdString()};
    const auto none = MemoryCgroup::enter(1, places);
    QVERIFY(!none);
    QCOMPARE(none.error().message,
             std::string(goldenText("device/this-system-has-no-control-groups")));
    QVERIFY(writeText(root.filePath("membership"), "0::/app\n"));
    const auto closed = MemoryCgroup::enter(1, places);
    QVERIFY(!closed);
    QCOMPARE(closed.error().message,
             std::string(goldenText("device/no-control-group-here-hands-control")));
}

QTEST_GUILESS_MAIN(TestRamLimit)
#include "tst_ram_limit.moc"
