// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/document/document.h"
#include "widgets/load/load_controller.h"
#include "widgets/support/file_dialogs.h"
#include "widgets/support/theme.h"
#include "widgets/window/main_window.h"

#include <QSettings>
#include <QTemporaryDir>

#include <memory>

namespace stowage::test {

/// Makes warnings fail the running test function (the effect ends with it, so call it in init()).
/// What the offscreen platform says of itself is no warning of ours.
void failOnWarnings();

/// A GPT-2 of `layers` blocks and little width, written to `folder` as a real checkpoint.
[[nodiscard]] QString writeSmallSample(const QString& folder, CheckpointFormat format,
                                       std::int64_t layers = 6);
/// The same modules without weights, as a `.tree.json`.
[[nodiscard]] QString writeTreeFile(const QString& folder, int layers);

/// Simulated GPUs as `--gpus` describes them, 1 GiB of RAM and a disk.
[[nodiscard]] std::vector<DeviceInfo> windowDevices(const std::string& gpus);

/// Opens a file and waits until it is planned. False if that failed.
[[nodiscard]] bool openAndWait(Document& document, const QString& path);
/// Waits until all edits are done.
[[nodiscard]] bool waitUntilIdle(const Document& document);

/// Answers every question for a file at once.
class FixedFileDialogs : public FileDialogs {
public:
    QString answer;
    QString proposed;  ///< the file of the last question for a report
    int questions = 0;
    void openFile(QWidget*, const QString&, Chosen chosen) override { reply(chosen); }
    void openFolder(QWidget*, const QString&, Chosen chosen) override { reply(chosen); }
    void openMap(QWidget*, const QString&, Chosen chosen) override { reply(chosen); }
    void openRuns(QWidget*, const QString&, Chosen chosen) override { reply(chosen); }
    void saveRuns(QWidget*, const QString&, Chosen chosen) override { reply(chosen); }
    void saveReport(QWidget*, const QString& file, Chosen chosen) override {
        proposed = file;
        reply(chosen);
    }
    void chooseModelFolder(QWidget*, const QString&, Chosen chosen) override { reply(chosen); }
    void savePython(QWidget*, const QString&, Chosen chosen) override { reply(chosen); }
    void saveConfig(QWidget*, const QString&, Chosen chosen) override { reply(chosen); }
    void saveFile(QWidget*, const QString&, const QStringList&, Chosen chosen) override {
        reply(chosen);
    }
    void openProject(QWidget*, const QString&, Chosen chosen) override { reply(chosen); }
    void saveProject(QWidget*, const QString&, Chosen chosen) override { reply(chosen); }
    void askUnsaved(QWidget*, const QString& text, Answered answered) override {
        unsavedQuestions.append(text);
        answered(unsaved);
    }
    Unsaved unsaved = Unsaved::Discard;
    QStringList unsavedQuestions;

private:
    void reply(const Chosen& chosen) {
        ++questions;
        chosen(answer);
    }
};

/// The whole window over real simulated GPUs and the real LibTorch, with settings of its own.
class WindowFixture {
public:
    /// `history`: null: records live as long as the window.
    explicit WindowFixture(const std::string& gpus, const std::string& recoveryFolder = {},
                           LoadHistory* history = nullptr);

    QTemporaryDir folder;
    QSettings settings;
    FixedFileDialogs dialogs;
    Theme theme;
    Document document;
    LoadController controller;
    MainWindow window;

    /// A child of the window; the test fails where there is none.
    template <class Widget>
    [[nodiscard]] Widget* child(const char* name) const {
        auto* widget = window.findChild<Widget*>(QString::fromLatin1(name));
        if (widget == nullptr) {
            qFatal("the window has no %s", name);
        }
        return widget;
    }
};

}  // namespace stowage::test
