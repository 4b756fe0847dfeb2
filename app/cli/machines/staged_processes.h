// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command_context.h"
#include "app/cli/machines/machine_answer.h"
#include "app/cli/machines/run_stages.h"
#include "app/cli/machines/sent_parts.h"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stowage {

/// What came of one stage.
struct StageAnswer {
    StagePlace place;
    MachineAnswer answer;                 ///< with the object of `run --json`
    std::string address{};                ///< on which the others reached it; "": it never began
    nlohmann::ordered_json figures;       ///< what only a stage has: traffic and clock; null: none
    nlohmann::ordered_json prediction{};  ///< stagePassesLine()'s; null: none
    double clockOffset = 0;               ///< its clock less this machine's, seconds
    double clockError = 0;                ///< at most so far off
    std::vector<std::string> hints{};     ///< and warnings, which it told beside its answer
    bool endedByItself = false;           ///< it failed, or was stopped there, before others did
    bool wasSilent = false;               ///< it did not stop when it was asked to, and was killed
    std::optional<int> blamed{};     ///< another stage that was lost, which is why this one ended
    std::optional<SentPart> sent{};  ///< where it was sent its part of the model
};

/// Whose failure it was: a stage that ended because another one was lost is not to blame, nor is
/// one that was stopped for another's sake. Any of them where none failed.
[[nodiscard]] const StageAnswer& stageToBlame(const std::vector<StageAnswer>& answers);

/// The processes of a run's stages: starts them, hands on what they tell each other until they have
/// found each other, and waits for all. Where one ends badly the others are ended, too.
class StagedProcesses {
public:
    /// `patience`: with a stage that tells nothing, from its start to its end; `limit` names it, as
    /// "--stage-timeout".
    StagedProcesses(std::vector<StagePlace> places, std::chrono::milliseconds patience,
                    Message limit);
    ~StagedProcesses();
    StagedProcesses(const StagedProcesses&) = delete;
    StagedProcesses& operator=(const StagedProcesses&) = delete;

    /// Given what a stage tells of its memory, an object (tellStageMemory()): twice a second of
    /// each at the most, one at a time, in any thread.
    using MemorySink = std::function<void(std::size_t stage, const nlohmann::ordered_json& memory)>;
    /// Asks all stages for that; a stowagectl from before tells nothing. To be called before run().
    void watchMemory(MemorySink sink) { m_memory = std::move(sink); }
    /// What each has of the model was sent from here, with holes for the rest: it is not compared.
    void takeModelsAsSent() { m_areModelsSent = true; }

    /// `arguments`: of each stage. Blocks until all have ended. Errors: those of machineCommand().
    [[nodiscard]] Result<std::vector<StageAnswer>> run(
        const std::vector<std::vector<std::string>>& arguments, const std::stop_token& stop);

private:
    struct Stage;

    void runStage(Stage& stage);
    /// Errors: those of StageLines.
    [[nodiscard]] Result<void> takeLine(Stage& stage, const LineSplitter::Line& line);
    void write(Stage& stage, std::string_view line);
    /// Waits, and gives up a stage that answers nothing for too long, which ends the run.
    void watchUntil(std::unique_lock<std::mutex>& lock, const std::function<bool()>& isDecided);
    /// Waits until all stages have loaded; false where that does not come to be.
    [[nodiscard]] bool areReady();
    /// It has told or taken nothing for too long, which ends the run; unless that ends already.
    void loseUnlessEnding(Stage& stage, const Message& why);
    void compareClocks(Stage& stage);
    /// Error: InvalidArgument (different models, addresses of both kinds).
    [[nodiscard]] Result<void> start();
    [[nodiscard]] std::string addressOf(const Stage& stage) const;
    void takeMemory(Stage& stage, const nlohmann::ordered_json& memory);

    double m_patience;    ///< seconds
    Message m_silent;     ///< why a stage is given up that tells nothing
    MemorySink m_memory;  ///< null: nobody asks
    bool m_areModelsSent = false;
    std::vector<std::unique_ptr<Stage>> m_stages;
    std::stop_source m_stop;
    std::mutex
        m_mutex;  ///< guards the stages, but for their threads and processes, and what is below
    std::condition_variable m_changed;
    std::map<std::string, std::int64_t> m_sums;
};

}  // namespace stowage
