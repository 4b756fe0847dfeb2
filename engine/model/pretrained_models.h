// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stowage {

class ModuleTree;

/// Something that a call of from_pretrained cannot say, and what follows from that.
struct NotExpressed {
    Message what;         ///< a sentence without its full stop
    Message consequence;  ///< likewise
    friend bool operator==(const NotExpressed&, const NotExpressed&) = default;
};

/// What from_pretrained has to be called with to load a model. A value.
struct PretrainedSource {
    std::string name;       ///< of the model, for people
    std::string className;  ///< of the library, auto classes too: "BertForSequenceClassification"
    std::string location;   ///< a folder, or a repository such as "google-t5/t5-large"; "": unknown
    /// The folder of the Hub's cache whose path names `location`; "": `location` is no repository.
    std::string cacheFolder{};
    std::string savedFrom{};   ///< the config.json's "_name_or_path"; "": absent, or a path
    std::string ggufFile;      ///< within `location`; "": the weights are no GGUF file
    bool runsOwnCode = false;  ///< the class comes with the model (trust_remote_code)
    std::vector<NotExpressed> notExpressed{};
    /// The class as the library builds it, where the file's modules are those of an older release,
    /// or adapters lie over it: device maps name its modules. Null: the same as in the file.
    std::shared_ptr<const ModuleTree> libraryTree{};
    /// Renamings of the file's keys, in order: what they begin with, and what with instead.
    std::vector<std::pair<std::string, std::string>> renames{};
    /// For a nested PyTorch file that is loaded without from_pretrained's own search: the file, and
    /// the key under which it has the model. "": no such file.
    std::string nestedFile{};
    std::string nestedKey{};
    /// LoRA adapters that PEFT lays over the model once it is loaded: name and path.
    std::vector<std::pair<std::string, std::string>> adapters{};

    [[nodiscard]] std::string locationOrPlaceholder() const {
        return location.empty() ? "FOLDER_OR_REPOSITORY" : location;
    }
};

/// Whether a repository of the Hugging Face Hub can have this name: "meta-llama/Llama-3.1-8B",
/// "gpt2".
[[nodiscard]] bool isHubName(std::string_view name);

/// Why a placeholder is written in place of the location, and what to do about it.
[[nodiscard]] NotExpressed unknownLocation(const PretrainedSource& source);

/// A known model to start from, of resources/presets.json. A value.
struct ModelPreset {
    std::string name;        ///< "Llama-3.1-8B"
    std::string source;      ///< where its numbers stand: "config.json of huggingface.co/…"
    std::string family;      ///< architectureOf() its configuration
    std::string configText;  ///< a config.json for treeFromConfig(), indented
};

/// All of them, in the file's order: those of a family stand together. Compiled in; reading them
/// takes a millisecond. Errors: Internal (the data is wrong).
[[nodiscard]] Result<std::vector<ModelPreset>> modelPresets();

}  // namespace stowage
