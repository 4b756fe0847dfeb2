// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/lesson_fixture.h"

#include "engine/backend_sim/simulated_devices.h"

#include <QDirIterator>
#include <QTest>

namespace stowage::test {
namespace {

/// Writing 0.7 GB three times and loading them on two busy cores.
constexpr int kPatienceMs = 240'000;
constexpr double kAnyRate = 2e9;

}  // namespace

Result<LoadBackends> testBackends(const std::vector<DeviceInfo>& devices) {
    auto memories = makeDevices(devices);
    if (!memories) {
        return memories.unexpected();
    }
    auto tensors = openTensorBackend(STOWAGE_BIN_DIR);
    if (!tensors) {
        return tensors.unexpected();
    }
    return LoadBackends{*memories, *tensors};
}

DeviceInfo lessonGpu(const std::string& spec) {
    return parseSimulatedGpus(spec)->front();
}

std::shared_ptr<const MachineRates> madeUpRates(const QString& path) {
    MachineRates rates;
    for (std::size_t i = 0; i < kHostRates; ++i) {
        rates.set(static_cast<HostRate>(i), kAnyRate);
    }
    rates.initialise["float32"] = kAnyRate;
    FileSystemRates disk;
    disk.identity = *fileSystemOf(path.toStdString());
    for (std::size_t i = 0; i < kDiskRates; ++i) {
        disk.set(static_cast<DiskRate>(i), kAnyRate);
    }
    rates.setDisk(disk);
    return std::make_shared<const MachineRates>(rates);
}

LessonFixture::LessonFixture()
    : settings(folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat),
      runs(QString()) {
    makeSession(parts());
}

LessonSession::Parts LessonFixture::parts() {
    LessonSession::Parts parts;
    parts.runs = &runs;
    parts.program = QStringLiteral(STOWAGE_BIN_DIR "/stowagectl");
    parts.folder = folder.filePath(QStringLiteral("lesson"));
    parts.backends = testBackends;
    parts.settings = &settings;
    return parts;
}

void LessonFixture::makeSession(const LessonSession::Parts& parts) {
    session = std::make_unique<LessonSession>(parts);
}

bool LessonFixture::waitUntilLooked() const {
    return QTest::qWaitFor(
        [this] {
            return session->files() != LessonSession::Files::Unknown && !session->isRunning();
        },
        kPatienceMs);
}

bool LessonFixture::open() {
    session->open();
    return waitUntilLooked();
}

bool LessonFixture::take(const LessonSetup& setup) {
    session->setSetup(setup);
    return waitUntilLooked() && lessonSetupKey(session->setup()) == lessonSetupKey(setup);
}

const LessonStepState& LessonFixture::run(LessonStep step) {
    session->run(step);
    static_cast<void>(QTest::qWaitFor([this] { return !session->isRunning(); }, kPatienceMs));
    return session->step(step);
}

std::uint64_t LessonFixture::bytesInFolder() const {
    std::uint64_t bytes = 0;
    QDirIterator files(folder.filePath(QStringLiteral("lesson")),
                       QDir::Files | QDir::Hidden | QDir::System, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        files.next();
        bytes += static_cast<std::uint64_t>(files.fileInfo().size());
    }
    return bytes;
}

QByteArray describe(const LessonStepState& state) {
    return QByteArray("state ") + QByteArray::number(static_cast<int>(state.state)) + ": " +
           state.sentence.toUtf8();
}

}  // namespace stowage::test
