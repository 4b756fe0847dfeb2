// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace stowage {

/// Something that a call of from_pretrained cannot say, and what follows from that.
struct NotExpressed {
    std::string what;         ///< a sentence without its full stop
    std::string consequence;  ///< likewise
    friend bool operator==(const NotExpressed&, const NotExpressed&) = default;
};

/// What from_pretrained has to be called with to load a model. A value.
struct PretrainedSource {
    std::string name;       ///< of the model, for people
    std::string className;  ///< of the library, auto classes too: "BertForSequenceClassification"
    std::string location;   ///< a folder, or a repository such as "google-t5/t5-large"; "": unknown
    std::string ggufFile;   ///< within `location`; "": the weights are no GGUF file
    bool runsOwnCode = false;  ///< the class comes with the model (trust_remote_code)
    std::vector<NotExpressed> notExpressed{};
};

}  // namespace stowage
