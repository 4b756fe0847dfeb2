// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/device/device_info.h"
#include "engine/run/models/pipeline_stage.h"
#include "widgets/methods/load_process.h"
#include "widgets/support/worker.h"

#include <nlohmann/json.hpp>

#include <QElapsedTimer>
#include <QObject>
#include <QString>
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
    nlohmann::ordered_json members{};  ///< of the job: how the model is opened, and its dtype
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

/// The RAM of a stage's process, or one of its GPUs, while the run goes on; bytes.
struct StageMemoryRow {
    std::size_t stage = 0;
    std::optional<DeviceId> gpu{};  ///< nothing: the RAM
    bool simulated = false;         ///< else it was measured
    double held = 0;                ///< by the process, of a GPU by its allocator
    double highest = 0;             ///< that was told so far
    double total = 0;               ///< of the machine; 0: not known
};

/// Reads an object of `run --stages --stage-events` into the rows, which stay in the order of
/// stages; one that makes no sense, or names no stage below `stages`, changes nothing.
void takeStageMemory(const nlohmann::ordered_json& object, std::size_t stages,
                     std::vector<StageMemoryRow>& rows);

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
    /// Those of the last run, or of the one that goes on.
    [[nodiscard]] const std::vector<AskedStage>& stages() const { return m_stages; }
    /// What the stages hold, and of the last run what they held, as far as they told it.
    [[nodiscard]] const std::vector<StageMemoryRow>& memory() const { return m_memory; }
    [[nodiscard]] bool isCancelled() const { return m_isCancelled; }
    [[nodiscard]] double elapsedSeconds() const;
    /// Of the last run; null: it runs, failed or was cancelled, or there was none.
    [[nodiscard]] const std::shared_ptr<const StagesOutcome>& outcome() const { return m_outcome; }
    /// Why the last run came to nothing: one sentence; "" where it did not.
    [[nodiscard]] const QString& failure() const { return m_failure; }

Q_SIGNALS:
    void changed();
    /// About once a second while it runs.
    void memoryChanged();

private:
    void finish(Result<StagesOutcome> outcome);

    QString m_program;
    std::unique_ptr<QTemporaryDir> m_folder;  ///< of the run, for what it may leave there
    QElapsedTimer m_elapsed;
    std::vector<AskedStage> m_stages;
    std::vector<StageMemoryRow> m_memory;
    bool m_isRunning = false;
    bool m_isCancelled = false;
    std::shared_ptr<const StagesOutcome> m_outcome;
    QString m_failure;
    Worker m_worker;
};

}  // namespace stowage
