// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/job_control.h"
#include "engine/run/run_job.h"
#include "widgets/support/theme.h"

#include <QDialog>
#include <QObject>
#include <QString>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

class QCheckBox;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QTableWidget;

namespace stowage {

class FileDialogs;
class LoadController;
class Worker;
struct LoadRecord;

/// What a model of the chain came to in its turn. Bytes and seconds.
struct ChainStep {
    QString path;
    std::uint64_t times = 1;
    DeviceId device;
    std::uint64_t bytesMoved = 0;
    double transferSeconds = 0;
    double computeSeconds = 0;
    std::uint64_t allocated = 0;  ///< on the device once it had run, all that lies there
    std::uint64_t peakAllocated = 0;
    std::uint64_t peakReserved = 0;
    QString tokens;  ///< as chainTokensText() tells them
};

/// The model of a chain that lies on a GPU since it was called last.
struct ChainHeld {
    QString path;
    DeviceId device;
    std::uint64_t bytes = 0;
};

enum class ChainState { Idle, Working, Paused, Cancelling, Offloading };

/// Runs several models in turns on one device, as Accelerate's cpu_offload_with_hook does: all lie
/// in RAM, the one that is called comes to the device, and the last one stays there until offload()
/// is. In a worker, over the devices of the loaded model where one is loaded, beside which the
/// chain must fit, else over devices of its own. UI thread only.
class ChainController : public QObject {
    Q_OBJECT
public:
    /// `loads` is borrowed and outlives it.
    explicit ChainController(LoadController* loads, QObject* parent = nullptr);
    /// Stops what goes on, waits for it and gives everything back.
    ~ChainController() override;

    /// Loads the models into RAM, each path once, and runs them. What an earlier chain left goes
    /// first. Without effect while it is busy; refused while a load or a run goes on.
    /// `line` is "a,b*50,c", as chainEntriesOf() reads it; with `passesOn` each model gets the
    /// tokens of the one before, where it takes them.
    void start(std::string line, RunOptions options, bool passesOn);
    /// Between two modules or parts of a tensor. Pause and resume hold for Working and Paused only.
    void pause();
    void resume();
    /// Ends the chain between two modules or within a transfer; error() is Cancelled then.
    void cancel();
    /// Moves the model that lies on the GPU back to the CPU; without effect where none does.
    void offload();
    /// Gives the models of the last chain back, in the worker.
    void release();

    [[nodiscard]] ChainState state() const { return m_state; }
    [[nodiscard]] bool isBusy() const { return m_state != ChainState::Idle; }
    /// Of the models that had their turns, in order.
    [[nodiscard]] const std::vector<ChainStep>& steps() const { return m_steps; }
    /// Nothing while the chain runs, and where nothing of it lies on a GPU.
    [[nodiscard]] const std::optional<ChainHeld>& held() const { return m_held; }
    /// Phase "load": bytes of `currentItem`; "run": calls of all models.
    [[nodiscard]] const Progress& progress() const { return m_progress; }
    /// Why the last chain ended before its end; nothing where it did not.
    [[nodiscard]] const std::optional<Error>& error() const { return m_error; }
    [[nodiscard]] LoadController* loads() const { return m_loads; }

Q_SIGNALS:
    void changed();
    void progressed();
    /// A chain ended whose models had been loaded: what it came to, with its curves. A value.
    void ended(const std::shared_ptr<const LoadRecord>& record);

private:
    struct Session;
    struct Outcome;

    void setState(ChainState state);
    template <typename Work>
    void work(Work work);
    void finish(Outcome outcome);

    LoadController* m_loads;
    ChainState m_state = ChainState::Idle;
    std::shared_ptr<PauseGate> m_gate;
    std::shared_ptr<Session> m_session;  ///< touched by the worker alone
    std::vector<ChainStep> m_steps;
    std::optional<ChainHeld> m_held;
    std::optional<Error> m_error;
    Progress m_progress;
    bool m_isInUse = false;   ///< the loaded model is held in its place
    bool m_isShared = false;  ///< over the devices of the loaded model
    std::unique_ptr<Worker> m_worker;
};

/// "Run as a Chain": the models in the order and with the repeats of one line, run in turns on one
/// device with the prompt of the Run dock, and what each came to. While it stands the last model
/// stays on the GPU until Offload is pressed; when it is closed everything is given back.
class ChainDialog : public QDialog {
    Q_OBJECT
public:
    /// All are borrowed and outlive it.
    ChainDialog(LoadController* loads, FileDialogs* dialogs, const Theme* theme,
                QWidget* parent = nullptr);

    /// Shows it, modal to its window, for runs with these options. The first model is the open one
    /// where the line is empty.
    void openWith(RunOptions options);
    [[nodiscard]] ChainController* chain() const { return m_chain; }
    /// What it says under its fields; "" where nothing.
    [[nodiscard]] QString notice() const;

    /// While the chain runs it is cancelled first; the form closes with its end.
    void reject() override;

private:
    static constexpr int kProgressSteps = 1000;
    static constexpr int kGap = 8;
    static constexpr int kHeight = 380;
    [[nodiscard]] QWidget* makeModels();
    void makeTable();
    [[nodiscard]] QWidget* makeButtons();
    void addModel(const QString& path);
    void run();
    void showState();
    void showSteps();
    void showProgress();
    void showNotice(const QString& text, const QColor& color);

    ChainController* m_chain;
    FileDialogs* m_dialogs;
    const Theme* m_theme;
    RunOptions m_options;
    QWidget* m_models = nullptr;
    QLineEdit* m_line = nullptr;
    QCheckBox* m_passOn = nullptr;
    QLabel* m_request = nullptr;
    QTableWidget* m_table = nullptr;
    QLabel* m_notice = nullptr;
    QProgressBar* m_progress = nullptr;
    QPushButton* m_offload = nullptr;
    QPushButton* m_pause = nullptr;
    QPushButton* m_cancel = nullptr;
    QPushButton* m_run = nullptr;
    bool m_isClosing = false;
};

}  // namespace stowage
