// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/run/pipeline_stage.h"
#include "widgets/methods/stowagectl_process.h"
#include "widgets/support/worker.h"

#include <QByteArray>
#include <QObject>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace stowage {

/// One stage as it is asked for.
struct AskedStage {
    QString machine;  ///< as ssh knows it; "localhost": this one
    LayerRange layers;
    QString address{};  ///< on which the machine is answered; "": the one that ssh reached
};

/// Why stowagectl would refuse these stages: one sentence, which names layers that no stage has or
/// that two have; "" where nothing speaks against them. `layers`: of the model; 0: not known.
[[nodiscard]] QString stagesProblem(const std::vector<AskedStage>& stages, std::int64_t layers);

/// Layers for so many stages, as equally as can be; the first ones have one more. There are at
/// least as many layers as stages.
[[nodiscard]] std::vector<LayerRange> evenLayers(std::int64_t layers, std::size_t stages);

/// "12–23", of one layer "12".
[[nodiscard]] QString layersText(const LayerRange& layers);

/// What `run --stages` is asked for.
struct StagesRequest {
    QString model;  ///< the machines' own path
    std::vector<AskedStage> stages;
    QString prompt;  ///< tokens, or a text
    int generate = 0;
    QStringList options{};      ///< how the model is opened, and its dtype
    bool sendsWeights = false;  ///< each other machine is sent its part of this machine's model
};

/// What one stage did; seconds since the first one began, on this machine's clock.
struct StageFigures {
    AskedStage stage;    ///< with the address on which it was reached
    double weights = 0;  ///< bytes that it loaded
    double loadSeconds = 0;
    double computeSeconds = 0;
    std::optional<double> predictedSeconds{};  ///< of computing; nothing: not known
    double waitedSeconds = 0;
    double bytesSent = 0;
    double clockError = 0;                          ///< its clock was off by at most that, seconds
    std::vector<std::pair<double, double>> busy{};  ///< begins and ends, in order
};

/// What a run in stages came to.
struct StagesOutcome {
    QString tokens;  ///< "464, 2068"; "": none were asked for
    QString text{};  ///< the same as text, where the model has a tokenizer
    double seconds = 0;
    double tokensPerSecond = 0;           ///< after the prompt, measured; 0: none followed
    double predictedTokensPerSecond = 0;  ///< 0: not known
    std::vector<StageFigures> stages;
};

/// A run of one model in stages, by a stowagectl of its own: one at a time. When this goes, the run
/// is ended and nothing is left on any machine. UI thread only, never waits there but in its
/// destructor.
class StagesRun : public QObject {
    Q_OBJECT
public:
    /// `program`: stowagectl's path; "": the one beside this program.
    explicit StagesRun(const QString& program, QObject* parent = nullptr);

    /// changed() follows, at its end, too. Does nothing while one runs.
    void start(const StagesRequest& request);
    /// Interrupts the run, as Ctrl+C does; what does not end within some seconds is killed.
    void cancel();
    /// Forgets what the last run came to; changed() follows. Not while one runs.
    void clear();

    [[nodiscard]] bool isRunning() const { return m_isRunning; }
    [[nodiscard]] bool isCancelled() const { return m_isCancelled; }
    [[nodiscard]] double elapsedSeconds() const { return m_process.elapsedSeconds(); }
    /// Of the last run; null: it runs, failed or was cancelled, or there was none.
    [[nodiscard]] const std::shared_ptr<const StagesOutcome>& outcome() const { return m_outcome; }
    /// Why the last run came to nothing: one sentence; "" where it did not.
    [[nodiscard]] const QString& failure() const { return m_failure; }

Q_SIGNALS:
    void changed();

private:
    void take(const QByteArray& output, const QByteArray& diagnostics);
    void finish(Result<StagesOutcome> outcome);

    std::unique_ptr<QTemporaryDir> m_folder;  ///< of the run, for what it may leave there
    StowagectlProcess m_process;
    bool m_isRunning = false;
    bool m_isCancelled = false;
    std::shared_ptr<const StagesOutcome> m_outcome;
    QString m_failure;
    Worker m_reader;
};

}  // namespace stowage
