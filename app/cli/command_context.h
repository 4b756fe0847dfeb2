// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/interruption.h"
#include "engine/base/catalogue.h"
#include "engine/base/message.h"
#include "engine/base/option_text.h"
#include "engine/base/result.h"
#include "engine/checkpoint/checkpoint.h"

#include <iosfwd>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stowage {

/// Exit statuses that are no error code's own (docs/spec/command-line.md).
inline constexpr int kExitDone = 0;
inline constexpr int kExitAnswerIsNo = 1;

/// The name of standard input in messages, in the place of a file's.
inline constexpr const char* kStandardInput = "standard input";

class JobChannel;

/// Who reads what a command prints.
enum class OutputStyle { People, Json };

/// What every command is given: how to print, and how to hear of an interruption.
class CommandContext {
public:
    CommandContext(const Interruption& interruption, std::ostream& output,
                   std::ostream& diagnostics)
        : m_interruption(interruption), m_output(output), m_diagnostics(diagnostics) {}

    /// The command of a job, whose result becomes the answer that `answer` receives.
    CommandContext(const CommandContext& outer, JobChannel* channel, std::ostream& answer)
        : style(OutputStyle::Json),
          job(channel),
          m_interruption(outer.m_interruption),
          m_output(answer),
          m_diagnostics(outer.m_diagnostics) {}

    OutputStyle style = OutputStyle::People;
    /// What people read, in the language of LC_MESSAGES; JSON stays as it is.
    Translate translate = translateBy(nullptr);
    /// `--prefix`, `--rename`, `--tree`, `--class`, `--python`: what was chosen about the
    /// checkpoint.
    OpenOptions opening;
    /// `--variant`: which plan of a project; "": its current one.
    std::string variant;

    JobChannel* job = nullptr;  ///< null: the command was typed

    [[nodiscard]] bool wantsJson() const { return style == OutputStyle::Json; }
    [[nodiscard]] std::stop_token stop() const { return m_interruption.token(); }

    /// Standard output is to hold a file alone: what is printed goes to standard error from now on.
    void leaveOutputToFile() { m_printsToDiagnostics = true; }
    /// A file that the command is to write: openModel() refuses a model that it is part of.
    void willWrite(const std::string& path) { m_outputs.push_back(path); }
    [[nodiscard]] const std::vector<std::string>& outputs() const { return m_outputs; }
    /// The result: in JSON mode the one object, called once; for people tables and sentences.
    void print(std::string_view text) const;
    /// The same of a text for people.
    void printText(const Message& text) const { print(text.in(translate)); }
    /// A sentence for standard error that does not end the command.
    void warn(const Message& sentence) const;
    /// Prints the error as the style asks and returns the exit status of its code.
    int reportError(const Error& error) const;
    /// To be called last: the status, or that of a failed write where standard output was lost.
    int finish(int status) const;

    /// All of standard input, for an argument of "-". Errors: Cancelled, ReadFailed,
    /// LimitExceeded (256 MiB: no module tree or device map is that long), InvalidArgument
    /// (a second "-").
    [[nodiscard]] Result<std::string> readStandardInput() const;
    /// Standard input piece by piece, as it comes: at most 64 KiB. Empty at its end, when the
    /// command is interrupted, and once the descriptor `end` can be read. Error: ReadFailed.
    [[nodiscard]] Result<std::string> nextInput(int end = -1) const;

private:
    const Interruption& m_interruption;
    mutable bool m_inputTaken = false;
    bool m_printsToDiagnostics = false;
    std::vector<std::string> m_outputs;
    std::ostream& m_output;
    std::ostream& m_diagnostics;
};

}  // namespace stowage
