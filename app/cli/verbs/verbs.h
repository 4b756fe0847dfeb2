// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command_context.h"
#include "engine/base/result.h"

#include <memory>

namespace CLI {
class App;
}

namespace stowage {

/// One command of stowagectl. Made once, described once, run at most once.
class Verb {
public:
    virtual ~Verb() = default;
    Verb() = default;
    Verb(const Verb&) = delete;
    Verb& operator=(const Verb&) = delete;

    /// Adds options and an example to its command; options bind to members.
    virtual void describe(CLI::App& command) = 0;
    /// Does it and prints the result. Returns the exit status; an Error is printed by the caller.
    [[nodiscard]] virtual Result<int> run(CommandContext& context) = 0;
};

// The commands, made in their .cpp files; main.cpp names them.
[[nodiscard]] std::unique_ptr<Verb> makeCheckVerb();
[[nodiscard]] std::unique_ptr<Verb> makeCompareVerb();
[[nodiscard]] std::unique_ptr<Verb> makeCompletionVerb();
[[nodiscard]] std::unique_ptr<Verb> makeConformanceVerb();
[[nodiscard]] std::unique_ptr<Verb> makeConvertVerb();
[[nodiscard]] std::unique_ptr<Verb> makeDevicesVerb();
[[nodiscard]] std::unique_ptr<Verb> makeDiffVerb();
[[nodiscard]] std::unique_ptr<Verb> makeEstimateVerb();
[[nodiscard]] std::unique_ptr<Verb> makeExportVerb();
[[nodiscard]] std::unique_ptr<Verb> makeHeadersVerb();
[[nodiscard]] std::unique_ptr<Verb> makeInspectVerb();
[[nodiscard]] std::unique_ptr<Verb> makeJobVerb();
[[nodiscard]] std::unique_ptr<Verb> makeLoadVerb();
[[nodiscard]] std::unique_ptr<Verb> makeMeasureLinkVerb();
[[nodiscard]] std::unique_ptr<Verb> makeOffloadVerb();
[[nodiscard]] std::unique_ptr<Verb> makePlanVerb();
[[nodiscard]] std::unique_ptr<Verb> makeReceiveVerb();
[[nodiscard]] std::unique_ptr<Verb> makeReferenceVerb();
[[nodiscard]] std::unique_ptr<Verb> makeReportVerb();
[[nodiscard]] std::unique_ptr<Verb> makeRunVerb();
[[nodiscard]] std::unique_ptr<Verb> makeSampleVerb();
[[nodiscard]] std::unique_ptr<Verb> makeSelftestVerb();
[[nodiscard]] std::unique_ptr<Verb> makeServeVerb();
[[nodiscard]] std::unique_ptr<Verb> makeTreeVerb();

}  // namespace stowage
