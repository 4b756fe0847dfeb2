// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <QTimer>

#include <functional>
#include <vector>

class QApplication;

namespace stowage {

struct GuiOptions;
class MainWindow;
class Theme;

/// Where the sample is once it is written.
[[nodiscard]] QString sampleFilePath();

/// Where a crash leaves its report, and the next start looks for one.
[[nodiscard]] QString crashFolder();

/// Shows the window that `options` ask for and runs the program until its end; returns the exit
/// status. Settings and data are the person's, or those of the folder `scratch`, for pictures.
/// `prepare` is called for each window, before it is shown for the first time; `begin` once the
/// first one is shown: true opens the model, or the sample (GPT-2 small, random weights), which is
/// written once into the person's data folder.
int runWindow(QApplication& application, const GuiOptions& options, const QString& scratch,
              const std::function<void(MainWindow* window)>& prepare,
              const std::function<bool(MainWindow* window, Theme* theme)>& begin);

/// Saves pictures of the window: does a step, waits until what it asked for has come and the window
/// is at rest, takes the picture, goes on; leaves the program at the end. Works offscreen.
class PictureSeries : public QObject {
    Q_OBJECT
public:
    /// A child of `window`; begins with the event loop.
    PictureSeries(MainWindow* window, Theme* theme);

    /// The window as it is after planning, or after a load.
    void addWindow(const QString& file, bool isLoaded);
    /// Does `act`, waits until `isReady` and the window is at rest, and takes the picture; "" takes
    /// none.
    void addStep(std::function<void()> act, std::function<bool()> isReady, const QString& file);
    /// The same, ready once a model is planned and nothing goes on.
    void addStep(std::function<void()> act, const QString& file = {});
    [[nodiscard]] MainWindow* window() const { return m_window; }
    [[nodiscard]] Theme* theme() const { return m_theme; }

protected:
    [[nodiscard]] bool isPlanned() const;
    /// Whether a file that cannot be opened is part of the picture.
    void expectFailure(bool isExpected) { m_failureIsExpected = isExpected; }

    MainWindow* const m_window;
    Theme* const m_theme;

private:
    struct Step {
        std::function<void()> act;
        std::function<bool()> isReady;
        QString file;  ///< "" takes no picture
    };

    void tick();
    /// Ends the program, and says why on the terminal.
    void fail(const QString& why);
    /// Why no picture can be taken; "": it can.
    [[nodiscard]] QString troubleBefore(bool isReady, bool isResting) const;
    [[nodiscard]] bool takePicture(const QString& file);

    std::vector<Step> m_steps;
    std::size_t m_next = 0;
    bool m_acted = false;
    bool m_failureIsExpected = false;
    QTimer m_timer;
    QElapsedTimer m_readySince;
    QElapsedTimer m_stepSince;
};

}  // namespace stowage
