// SPDX-License-Identifier: GPL-3.0-or-later
// Jobs in processes of stowagectl: answers, progress, control, cancellation and what is polled.
#include "engine/base/build_info.h"
#include "engine/jobs/job_process.h"

#include <nlohmann/json.hpp>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <signal.h>

#include <algorithm>
#include <mutex>
#include <thread>

using namespace stowage;

namespace {

using Json = nlohmann::ordered_json;

const std::string kModel = STOWAGE_TEST_DATA "/checkpoints/gpt2-tiny.safetensors";
const JobPlace kHere{.program = STOWAGE_BIN_DIR "/stowagectl"};

Json jobTo(const char* what, Json members = Json::object()) {
    Json job{{"v", kServeVersion}, {"do", what}, {"model", kModel}, {"gpus", "64MiB"}};
    job.update(members);
    return job;
}

/// A shell script in the place of stowagectl.
std::string script(const QTemporaryDir& folder, const char* text) {
    const QString path = folder.filePath(QStringLiteral("program"));
    QFile::remove(path);
    QFile file(path);
    if (file.open(QIODevice::WriteOnly)) {
        file.write("#!/bin/sh\n");
        file.write(text);
    }
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    return path.toStdString();
}

/// A job that runs in a thread; its lines of progress wake who waits for them.
class RunningJob {
public:
    explicit RunningJob(Json job, JobPlace place = kHere) : m_process(std::move(place)) {
        m_thread = std::jthread([this, job = std::move(job)](const std::stop_token& stop) {
            auto end = m_process.run(
                job,
                [this](std::string_view line) {
                    const std::scoped_lock lock(m_mutex);
                    m_lines.emplace_back(line);
                },
                stop);
            const std::scoped_lock lock(m_mutex);
            m_end = std::move(end);
        });
    }
    JobProcess& process() { return m_process; }
    void cancel() { m_thread.request_stop(); }
    [[nodiscard]] bool hasLine(const char* part) {
        const std::scoped_lock lock(m_mutex);
        return std::ranges::any_of(m_lines, [part](const std::string& line) {
            return line.find(part) != std::string::npos;
        });
    }
    [[nodiscard]] std::size_t lines() {
        const std::scoped_lock lock(m_mutex);
        return m_lines.size();
    }
    [[nodiscard]] bool hasEnded() {
        const std::scoped_lock lock(m_mutex);
        return m_end.has_value();
    }
    [[nodiscard]] const JobEnd& end() { return **m_end; }

private:
    std::mutex m_mutex;
    std::vector<std::string> m_lines;
    std::optional<Result<JobEnd>> m_end;
    JobProcess m_process;
    std::jthread m_thread;
};

constexpr int kLong = 30'000;

}  // namespace

class JobProcessTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void answersAreObjects();
    void errorsAreErrors();
    void theAnswerIsAText();
    void heldWeightsAreFreedAtTheEnd();
    void cancelledAtAnyMoment_data();
    void cancelledAtAnyMoment();
    void pausedAndResumed();
    void aKilledProcess();
    void programsThatAreNone();
    void aProgramThatDoesNotEnd();
    void greetingsAreIgnored();
    void memoryIsPolled();

private:
    QTemporaryDir m_folder;
};

void JobProcessTest::answersAreObjects() {
    const auto end = JobProcess(kHere).run(jobTo("plan"), {}, {});
    QVERIFY(end);
    const auto report = jobReport(kHere, *end);
    QVERIFY(report);
    QVERIFY(report->at("verdict") == "fits");
    QCOMPARE(end->exitStatus, 0);
    // An option that is given no times.
    const auto none = JobProcess(kHere).run(jobTo("plan", {{"batch", Json::array()}}), {}, {});
    QVERIFY(none && jobReport(kHere, *none));
    // "No" is an answer.
    const auto no =
        JobProcess(kHere).run(jobTo("plan", {{"gpus", "1KiB"}, {"ram", "1KiB"}}), {}, {});
    QVERIFY(no && jobReport(kHere, *no));
    QCOMPARE(no->exitStatus, 1);
}

void JobProcessTest::errorsAreErrors() {
    const std::pair<Json, ErrorCode> jobs[] = {
        {jobTo("plan", {{"model", "/no/such/model"}}), ErrorCode::FileNotFound},
        {jobTo("plan", {{"gpus", "much"}}), ErrorCode::InvalidArgument},
        {jobTo("plan", {{"nosuch", 1}}), ErrorCode::InvalidArgument},
        {jobTo("plan", {{"device_map", nullptr}}), ErrorCode::InvalidArgument},
        {jobTo("plan", {{"request", nullptr}}), ErrorCode::InvalidArgument},
        {jobTo("plan", {{"request", Json::array({Json::array()})}}), ErrorCode::InvalidArgument},
        {jobTo("plan", {{"device_map", true}}), ErrorCode::InvalidArgument},
        {jobTo("plan", {{"gpus", {{"a", 1}}}}), ErrorCode::InvalidArgument},
        {jobTo("plan", {{"model", 7}}), ErrorCode::InvalidArgument},
        {jobTo("load", {{"hold", 1}}), ErrorCode::InvalidArgument},
        {jobTo("dance"), ErrorCode::InvalidArgument},
        {jobTo("plan", {{"v", 1}}), ErrorCode::Unsupported},
        {jobTo("plan", {{"open", 7}}), ErrorCode::InvalidArgument},
        {jobTo("plan", {{"request", {{"strategy", 7}}}}), ErrorCode::Malformed},
        {Json::array(), ErrorCode::InvalidArgument}};
    for (const auto& [job, code] : jobs) {
        const auto end = JobProcess(kHere).run(job, {}, {});
        QVERIFY(end);
        const auto report = jobReport(kHere, *end);
        QVERIFY2(!report, job.dump().c_str());
        QVERIFY2(report.error().code == code, report.error().message.english().c_str());
        QCOMPARE(end->exitStatus, exitStatusFor(code));
    }
}

void JobProcessTest::theAnswerIsAText() {
    const auto end = JobProcess(kHere).run(jobTo("plan", {{"text", true}}), {}, {});
    QVERIFY(end);
    const auto report = jobReport(kHere, *end);
    QVERIFY(report && report->is_string());
    QVERIFY(report->get<std::string>().find("GPU 0") != std::string::npos);
}

void JobProcessTest::heldWeightsAreFreedAtTheEnd() {
    RunningJob job(jobTo("load", {{"hold", true}, {"verify", true}}));
    QTRY_VERIFY_WITH_TIMEOUT(job.hasLine("{\"progress\":{\"loaded\":"), kLong);
    QVERIFY(job.process().processId() > 0 && !job.hasEnded());
    job.process().end();
    QTRY_VERIFY_WITH_TIMEOUT(job.hasEnded(), kLong);
    const auto report = jobReport(kHere, job.end());
    QVERIFY(report && report->at("verified") == true);
    QCOMPARE(job.process().processId(), 0);
}

void JobProcessTest::cancelledAtAnyMoment_data() {
    QTest::addColumn<int>("lines");
    for (const int lines : {-1, 0, 1, 3}) {
        QTest::addRow("%d lines", lines) << lines;
    }
}

void JobProcessTest::cancelledAtAnyMoment() {
    QFETCH(const int, lines);
    RunningJob job(jobTo("load", {{"gpus", "64MiB:link=50kB/s"}}));
    if (lines >= 0) {
        QTRY_VERIFY_WITH_TIMEOUT(job.process().processId() > 0, kLong);
    }
    QTRY_VERIFY_WITH_TIMEOUT(static_cast<int>(job.lines()) >= lines, kLong);
    job.cancel();
    QTRY_VERIFY_WITH_TIMEOUT(job.hasEnded(), kLong);
    QVERIFY(!job.end().isUnconfirmed);
    QVERIFY(job.end().signal == 0);
}

void JobProcessTest::pausedAndResumed() {
    RunningJob job(jobTo("load", {{"gpus", "64MiB:link=1MB/s"}}));
    job.process().send("pause");  // before it has begun
    QTRY_VERIFY_WITH_TIMEOUT(job.process().processId() > 0, kLong);
    job.process().send("step");
    job.process().send("dance");  // ignored
    job.process().send("resume");
    QTRY_VERIFY_WITH_TIMEOUT(job.hasEnded(), kLong);
    QVERIFY(jobReport(kHere, job.end()));
}

void JobProcessTest::aKilledProcess() {
    RunningJob job(jobTo("load", {{"hold", true}}));
    QTRY_VERIFY_WITH_TIMEOUT(job.hasLine("loaded"), kLong);
    ::kill(job.process().processId(), SIGKILL);
    QTRY_VERIFY_WITH_TIMEOUT(job.hasEnded(), kLong);
    QCOMPARE(job.end().signal, SIGKILL);
    const auto report = jobReport(kHere, job.end());
    QVERIFY(!report);
    QVERIFY(report.error().message.english().find("signal 9") != std::string::npos);
    const MeasuredLoad load = measuredLoad("naive", job.end());
    QVERIFY(load.report.at("error").at("kind") == "killed");
    QCOMPARE(load.exitStatus, exitStatusFor(ErrorCode::OutOfMemory));
}

void JobProcessTest::programsThatAreNone() {
    const auto none = JobProcess({.program = "/no/such/program"}).run(jobTo("plan"), {}, {});
    QVERIFY(!none);
    QCOMPARE(none.error().code, ErrorCode::FileNotFound);
    const JobPlace silent{.program = "/bin/false"};
    const auto end = JobProcess(silent).run(jobTo("plan"), {}, {});
    QVERIFY(end && !jobReport(silent, *end));
    const JobPlace broken{.program = script(m_folder, "echo '{\"ok\":{\"a\":'\n")};
    const auto cut = JobProcess(broken).run(jobTo("plan"), {}, {});
    QVERIFY(cut && !jobReport(broken, *cut));
}

/// A process that ignores the end of its input is killed.
void JobProcessTest::aProgramThatDoesNotEnd() {
    RunningJob job(jobTo("plan"), {.program = script(m_folder, "trap '' INT\nsleep 1000\n")});
    QTRY_VERIFY_WITH_TIMEOUT(job.process().processId() > 0, kLong);
    job.cancel();
    QTRY_VERIFY_WITH_TIMEOUT(job.hasEnded(), kLong);
    QVERIFY(job.end().isUnconfirmed);
}

void JobProcessTest::greetingsAreIgnored() {
    const JobPlace place{.program = script(m_folder,
                                           "echo Welcome\necho '{\"greeting\":1}'\n"
                                           "echo '{\"progress\":{\"a\":1}}'\n"
                                           "echo '{\"ok\":{\"a\":2},\"status\":1}'\nexit 1\n")};
    int lines = 0;
    const auto end =
        JobProcess(place).run(jobTo("plan"), [&lines](std::string_view /*line*/) { ++lines; }, {});
    QVERIFY(end);
    const auto report = jobReport(place, *end);
    QVERIFY(report && report->at("a") == 2);
    QCOMPARE(lines, 1);
    QCOMPARE(end->exitStatus, 1);
}

void JobProcessTest::memoryIsPolled() {
    JobPlace place = kHere;
    place.pollsMemory = true;
    const auto end = JobProcess(place).run(jobTo("load", {{"method", "naive"}}), {}, {});
    QVERIFY(end && end->memory.polls > 0 && end->memory.peakAnon());
    const MeasuredLoad load = measuredLoad("naive", *end);
    QVERIFY(load.report.at("polled_samples") == end->memory.polls);
    QVERIFY(load.report.at("polled_host_anon").get<double>() > 0);
    QVERIFY(load.report.at("exit_status") == 0);
}

QTEST_GUILESS_MAIN(JobProcessTest)
#include "tst_job_process.moc"
