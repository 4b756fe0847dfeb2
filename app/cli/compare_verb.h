// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/compare_runs.h"
#include "app/cli/placement_options.h"
#include "app/cli/scratch_folder.h"
#include "app/cli/verb.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace stowage {

struct OpenedModel;

/// `compare MODEL`: loads by several methods, each in a fresh process whose memory is polled from
/// outside, and tables what they took.
class CompareVerb : public Verb {
public:
    [[nodiscard]] CLI::App* describe(CLI::App& app) override;
    [[nodiscard]] Result<int> run(CommandContext& context) override;

private:
    [[nodiscard]] Result<std::vector<std::string>> chosenMethods() const;
    /// What all runs of a comparison have in common.
    struct Ground {
        std::shared_ptr<const OpenedModel> model;
        std::optional<LessonTableMaker> lesson;  ///< where the model is the lesson's
        std::optional<ScratchFolder> scratch;    ///< for what nobody asked to keep
        std::string samplesFolder;               ///< "": no samples are written
        std::string reference;                   ///< logits for --forward; "" without it
    };
    [[nodiscard]] Result<Ground> prepare(const OpenedModel& model,
                                         const std::shared_ptr<const PlacementPlan>& plan,
                                         const CommandContext& context) const;
    /// The file of the reference's logits: the one that is given, made first where it is missing,
    /// by a process of its own.
    [[nodiscard]] Result<std::string> prepareReference(const ScratchFolder& scratch,
                                                       const CommandContext& context) const;
    [[nodiscard]] std::vector<std::string> childArguments(const std::string& method,
                                                          const Ground& ground) const;
    [[nodiscard]] Result<void> checkArguments(const std::vector<std::string>& methods) const;
    [[nodiscard]] Result<void> checkStates() const;
    static void addRun(ComparedRun run, const Ground& ground, Comparison& comparison);
    [[nodiscard]] Result<Comparison> compare(const Ground& ground,
                                             const std::vector<std::string>& methods,
                                             const CommandContext& context) const;

    CLI::App* m_command = nullptr;
    std::string m_model;
    PlacementOptions m_placement;
    std::string m_methods = "all";
    std::string m_cache = "as-is";
    std::string m_memory = "as-is";
    std::string m_ramLimit;
    std::string m_offloadDir;
    std::string m_csvFolder;
    std::string m_events;
    std::string m_prompt;
    std::string m_reference;
    bool m_verify = false;
    bool m_force = false;
};

}  // namespace stowage
