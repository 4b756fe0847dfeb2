// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/checkpoint.h"
#include "engine/checkpoint/page_cache.h"
#include "engine/load/report/load_record.h"

#include <QByteArray>
#include <QElapsedTimer>
#include <QObject>
#include <QProcess>
#include <QString>
#include <QStringList>
#include <QTimer>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace stowage {

struct PlacementConstraints;

/// One stowagectl at a time, in a process of its own that ends with this one; what a comparison of
/// methods and the lesson load with, and a run in stages runs with. UI thread only, and never waits
/// there but in its destructor.
class StowagectlProcess : public QObject {
    Q_OBJECT
public:
    /// `program`: its path; "": the one beside this program.
    explicit StowagectlProcess(QString program, QObject* parent = nullptr);
    /// Ends the process that runs, and waits for its end.
    ~StowagectlProcess() override;

    /// Whether there is such a program, and its path as people read it.
    [[nodiscard]] bool isThere() const;
    [[nodiscard]] QString program() const;
    /// `temporaryFolder`: where it may leave files; it exists. finished() follows always. To be
    /// called while none runs.
    void start(const QStringList& arguments, const QString& temporaryFolder);
    /// Asks the process to end, and kills it where it does not. finished() follows.
    void end();
    [[nodiscard]] bool isRunning() const { return m_process != nullptr; }
    /// 0 while none runs.
    [[nodiscard]] qint64 processId() const { return m_process ? m_process->processId() : 0; }
    /// Since the start of the one that runs, or ran last.
    [[nodiscard]] double elapsedSeconds() const;

Q_SIGNALS:
    /// What it printed, and said beside; of one that could not be started only why.
    void finished(const QByteArray& output, const QByteArray& diagnostics);

private:
    /// stowagectl waits three seconds itself for the process that loads.
    static constexpr int kPatienceMs = 6000;
    void onEnded();

    QString m_program;
    std::unique_ptr<QProcess> m_process;
    QTimer m_patience;
    QElapsedTimer m_elapsed;
};

/// One method's load in a process of its own, as stowagectl is asked for it.
struct LoadProcessRequest {
    std::shared_ptr<const PlacementPlan> plan;
    QString model;   ///< file or folder
    QString folder;  ///< of this comparison; map and samples lie there
    LoadMethod method = LoadMethod::Streamed;
    PageCacheState cache = PageCacheState::AsIs;
    bool verify = false;
    std::vector<std::int64_t> forward{};  ///< prompt of a forward pass after it; empty: none
    QString reference{};                  ///< the .npy its logits are held against; "": computed
    QString events{};                     ///< where it tells of itself while it runs; "": nowhere
    std::optional<std::uint64_t> ramLimit{};  ///< bytes
    bool force = false;                       ///< although the pre-flight says no
    OpenOptions opening{};                    ///< what was chosen about the model
};

/// A prompt as `--forward` and `--tokens` take it: "1,2,3".
[[nodiscard]] QString promptText(const std::vector<std::int64_t>& tokens);

/// A simulated GPU as `--gpus` takes it: "2147483648:used=0:context=536870912".
[[nodiscard]] std::string simulatedGpuSpec(const DeviceInfo& gpu);

/// Error: Unsupported for simulated GPUs next to real ones, which no other process can load into.
[[nodiscard]] Result<void> requireOneKindOfGpu(const PlacementPlan& plan);

/// Writes what all methods of a comparison share (the request) into its folder.
/// Errors: those of writing, of requireOneKindOfGpu().
[[nodiscard]] Result<void> prepareComparison(const LoadProcessRequest& order);

/// Everything but the plan, and how the model is opened, as options of `compare`, `load`
/// and `run`.
[[nodiscard]] QStringList loadOptions(const LoadProcessRequest& order);

/// What was chosen about the model, as options of all that open one.
[[nodiscard]] QStringList openingOptions(const OpenOptions& opening);

/// The dtype that a plan casts to, and that it quantises nothing where it does not, as options.
[[nodiscard]] QStringList dtypeOptions(const PlacementConstraints& constraints);

/// The words behind "stowagectl". To be called after prepareComparison().
[[nodiscard]] QStringList comparisonArguments(const LoadProcessRequest& order);

/// What the process said of its own failure: its error object, else its last line.
[[nodiscard]] Message comparisonFailure(const QByteArray& output, const QByteArray& diagnostics);

/// The record of what the process printed and sampled. Reads the samples: run it in a worker.
/// Errors: Malformed, or what the process said of its own failure, where it left no load.
[[nodiscard]] Result<LoadRecord> readComparisonRecord(const LoadProcessRequest& order,
                                                      const QByteArray& output,
                                                      const QByteArray& diagnostics);

}  // namespace stowage
