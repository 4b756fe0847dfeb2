// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/lesson/lesson_session.h"

#include <QSettings>
#include <QTemporaryDir>

#include <cstdint>
#include <memory>
#include <string>

namespace stowage::test {

/// Real simulated devices and the real LibTorch beside the tests.
[[nodiscard]] Result<LoadBackends> testBackends(const std::vector<DeviceInfo>& devices);

/// One simulated GPU as `--gpus` describes it.
[[nodiscard]] DeviceInfo lessonGpu(const std::string& spec);

/// A machine whose every rate is known, for the file system of `path`: times are made up.
[[nodiscard]] std::shared_ptr<const MachineRates> madeUpRates(const QString& path);

/// A lesson in a folder of its own, with runs in memory and the real stowagectl.
class LessonFixture {
public:
    LessonFixture();

    [[nodiscard]] LessonSession::Parts parts();
    /// Another session over the same folder, settings and runs.
    void makeSession(const LessonSession::Parts& parts);
    /// Opens the session and waits until it has looked at the machine.
    [[nodiscard]] bool open();
    /// Takes the setup and waits for its predictions.
    [[nodiscard]] bool take(const LessonSetup& setup);
    /// Runs a step and waits for its end.
    [[nodiscard]] const LessonStepState& run(LessonStep step);
    [[nodiscard]] bool waitUntilLooked() const;
    /// Bytes of all files below the folder.
    [[nodiscard]] std::uint64_t bytesInFolder() const;

    QTemporaryDir folder;
    QSettings settings;
    LoadHistory runs;
    std::unique_ptr<LessonSession> session;
};

/// How a step ended, and what it says, for messages of tests.
[[nodiscard]] QByteArray describe(const LessonStepState& state);

}  // namespace stowage::test
