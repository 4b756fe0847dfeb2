// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/forward_pass.h"
#include "app/cli/options/common_options.h"
#include "app/cli/options/inputs.h"
#include "app/cli/output/progress_bar.h"
#include "app/cli/verbs/verbs.h"
#include "engine/base/file_writer.h"
#include "engine/base/json_reader.h"
#include "engine/base/number_text.h"
#include "engine/run/models/from_scratch_gpt.h"

#include <CLI/CLI.hpp>

#include <memory>
#include <string>
#include <utility>

namespace stowage {

/// `reference MODEL FILE.npy`: the logits of a from-scratch GPT by an independent read of its
/// files, to hold loaded models against.
class ReferenceVerb : public Verb {
public:
    void describe(CLI::App& command) override;
    [[nodiscard]] Result<int> run(CommandContext& context) override;

private:
    std::string m_model;
    std::string m_file;
    std::string m_prompt = "1,2,3";
};

namespace {

std::string reportJson(const ForwardReport& report, const std::string& path) {
    return jsonText({{"path", path},
                     {"tokens", report.tokens},
                     {"vocabulary", report.logits.vocabulary},
                     {"sha256", report.sha256},
                     {"max_logit", report.maxLogit},
                     {"next_token", report.nextToken},
                     {"seconds", report.seconds}},
                    2);
}

Message reportText(const ForwardReport& report, const std::string& path) {
    return say("Wrote %1: %2 × %3 logits in %5. The largest logit is %4, and the next token is %6.",
               path, report.logits.positions, report.logits.vocabulary,
               formatGeneral(report.maxLogit, 4), secondsText(report.seconds), report.nextToken);
}

}  // namespace

void ReferenceVerb::describe(CLI::App& command) {
    command.add_option("MODEL", m_model)->required();
    command.add_option("FILE.npy", m_file)->required();
    addTextOption(command, "--tokens", "TOKENS", m_prompt);
}

Result<int> ReferenceVerb::run(CommandContext& context) {
    auto prompt = parsePrompt(m_prompt, "--tokens");
    STOWAGE_TRY(prompt);
    STOWAGE_TRY(requireWritable(m_file));
    context.willWrite(m_file);
    const auto model = openModel(m_model, context);
    STOWAGE_TRY(model);
    ReferenceOptions options;
    options.tokens = std::move(*prompt);
    options.path = m_file;
    const auto report = referenceLogits(model->checkpoint, options, context.stop(),
                                        ProgressBar(context.translate).sink());
    STOWAGE_TRY(report);
    context.print(context.wantsJson() ? reportJson(*report, m_file)
                                      : reportText(*report, m_file).in(context.translate));
    return kExitDone;
}

std::unique_ptr<Verb> makeReferenceVerb() {
    return std::make_unique<ReferenceVerb>();
}

}  // namespace stowage
