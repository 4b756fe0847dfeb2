// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/checkpoint.h"
#include "widgets/support/translation.h"

#include <QString>

#include <string>
#include <vector>

namespace stowage {

/// A file or folder that could not be opened, why, and what had been chosen about it, so that it
/// can be tried again. A value.
struct OpenFailure {
    QString path;
    OpenOptions options;
    Error error;
    /// Where a class is the problem: those of the model's family, to choose from.
    std::vector<std::string> classes{};

    [[nodiscard]] QString sentence() const { return translated(error.message); }
};

/// "bad.safetensors cannot be opened", with what kind of failure it is where that is all there is
/// to say ("… is not there").
[[nodiscard]] QString failureTitle(const OpenFailure& failure);
/// The rule that was broken, as a sentence: what each file must keep to be opened.
[[nodiscard]] QString failureRule(ErrorCode code);
/// "4,294,967,296 (0x100000000)".
[[nodiscard]] QString offsetText(std::uint64_t offset);
/// Everything about a failure, a line each, for a bug report or a colleague.
[[nodiscard]] QString failureDetails(const OpenFailure& failure);
/// What a person's own Python can be asked where a model could not be opened.
enum class PythonOffer {
    None,
    Family,   ///< the modules of a family that Stowage does not know
    OwnCode,  ///< the same, by running the code that lies beside the config.json
};
[[nodiscard]] PythonOffer pythonOffer(const OpenFailure& failure);
/// What the button is called that does it.
[[nodiscard]] QString pythonOfferText(PythonOffer offer);
/// What a person should know before a model's own code runs.
[[nodiscard]] QString ownCodeWords();
/// What a button is called that opens the file without what was chosen about it; "": nothing was.
[[nodiscard]] QString withoutChoiceText(const OpenFailure& failure);

}  // namespace stowage
