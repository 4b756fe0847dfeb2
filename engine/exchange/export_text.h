// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/exchange/engine_export.h"

#include <string>

namespace stowage {

/// The object of `export --json` (docs/spec/command-line.md): {"to", "written_for", "command",
/// "environment", "files", "cannot_express", "differs", "verdict", "verdict_text"}.
[[nodiscard]] std::string exportToJson(const EngineExport& made);

/// Whether the files of an export are written elsewhere, or stand in the text as here documents.
enum class ShellFiles { InText, Written };

/// What a person pastes into a shell: the files, variables and command on one line, then as
/// comments why the plan does not fit, what is lost and what lies elsewhere. Of an export that is
/// one Python script alone the script, which has its comments itself; nothing where that is
/// written.
[[nodiscard]] std::string exportToShell(const EngineExport& made, ShellFiles files);

}  // namespace stowage
