// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/keys/find_pretrained_source.h"

#include "engine/base/json_reader.h"
#include "engine/checkpoint/config_checkpoint.h"
#include "engine/model/model_facts.h"
#include "engine/model/module_tree.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>
#include <utility>

namespace stowage {
namespace {

namespace fs = std::filesystem;
using Config = nlohmann::json;

/// What from_pretrained looks for in a folder.
constexpr std::array kWeightFiles = {"model.safetensors", "model.safetensors.index.json",
                                     "pytorch_model.bin", "pytorch_model.bin.index.json"};

bool isFile(const fs::path& path) {
    std::error_code error;
    return fs::is_regular_file(path, error);
}

/// A name as Python may import it; others would be code in somebody's script.
bool isIdentifier(std::string_view name) {
    const auto isLetter = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    };
    return !name.empty() && isLetter(name.front()) &&
           std::ranges::all_of(name, [&](char c) { return isLetter(c) || (c >= '0' && c <= '9'); });
}

/// "google-t5/t5-large" of "…/models--google-t5--t5-large/snapshots/REVISION", a model's folder in
/// the Hub's cache; "": another folder.
std::string nameInCache(const fs::path& folder) {
    constexpr std::string_view kBeginning = "models--";
    std::string name = folder.parent_path().parent_path().filename().string();
    if (folder.parent_path().filename() != "snapshots" || !name.starts_with(kBeginning)) {
        return {};
    }
    name.erase(0, kBeginning.size());
    if (const std::size_t owner = name.find("--"); owner != std::string::npos) {
        name.replace(owner, 2, "/");
    }
    return isHubName(name) ? name : std::string();
}

std::string textAt(const Config& config, const char* key) {
    const auto found = config.find(key);
    return found != config.end() && found->is_string() ? found->get<std::string>() : std::string();
}

class Finder {
public:
    Finder(const Checkpoint& checkpoint, const OpenOptions& options, std::string_view configText)
        : m_checkpoint(checkpoint), m_options(options) {
        std::error_code error;
        const fs::path opened(checkpoint.path);
        m_isFolder = fs::is_directory(opened, error);
        if (fs::exists(opened, error)) {
            const fs::path full = fs::absolute(opened, error);
            m_folder = (m_isFolder ? full / "" : full).lexically_normal().parent_path();
        }
        readConfig(configText);
    }

    PretrainedSource find(const std::string& name) {
        m_source.name = name;
        findClass();
        if (m_checkpoint.format == CheckpointFormat::Gguf) {
            findGguf();
        } else if (m_checkpoint.tensors.empty()) {
            findWithoutWeights();
        } else {
            findWeights();
            findLibraryTree();
        }
        if (m_checkpoint.elsewhere) {
            findElsewhere();
        }
        std::string hubName = nameInCache(m_source.location);
        if (!hubName.empty() && m_source.ggufFile.empty()) {  // a GGUF file is opened by its path
            m_source.name = hubName.substr(hubName.find('/') + 1);
            m_source.cacheFolder = std::exchange(m_source.location, std::move(hubName));
        }
        tellChoices();
        return std::move(m_source);
    }

private:
    void tell(Message what, Message consequence) {
        m_source.notExpressed.push_back({std::move(what), std::move(consequence)});
    }

    void readConfig(std::string_view given) {
        constexpr const char* kConfigFile = "config.json";
        std::string text(given);
        const auto& facts = m_checkpoint.modelFacts;
        const fs::path path = facts != nullptr && !facts->file.empty() ? fs::path(facts->file)
                                                                       : m_folder / kConfigFile;
        if (text.empty() && !m_folder.empty() && isFile(path)) {
            const auto file = RandomAccessFile::open(path.string());
            const auto read = file ? readConfigText(**file) : Result<std::string>(std::string());
            text = read ? *read : std::string();
        }
        const auto config = parseJson(text, path.string(), {.acceptsPythonNumbers = true});
        m_hasConfig = config && config->is_object();
        m_config = m_hasConfig ? Config(*config) : Config::object();
    }

    [[nodiscard]] std::string declaredClass() const {
        const auto found = m_config.find("architectures");
        const bool isNamed = found != m_config.end() && found->is_array() && !found->empty() &&
                             found->front().is_string();
        return isNamed ? found->front().get<std::string>() : std::string();
    }

    /// The auto class that leads to a class which comes with the model; "" where it does not.
    [[nodiscard]] std::string autoClassOfOwn(const std::string& className) const {
        const auto map = m_config.find("auto_map");
        if (map == m_config.end() || !map->is_object()) {
            return {};
        }
        std::string found;
        for (const auto& [autoClass, value] : map->items()) {
            if (!autoClass.starts_with("AutoModel") || !isIdentifier(autoClass) ||
                !value.is_string()) {
                continue;
            }
            const auto where = value.get<std::string>();
            if (where.substr(where.rfind('.') + 1) == className) {
                return autoClass;
            }
            found = found.empty() ? autoClass : found;
        }
        return found;
    }

    /// Whose class a GPT is that no library has: "the book's", "minGPT's"; "" for all others.
    [[nodiscard]] Phrase ownerOfGpt() const {
        constexpr std::string_view kFromScratchGpt = "raschka-gpt2";
        const auto& facts = m_checkpoint.modelFacts;
        if (facts != nullptr) {
            return facts->family == kFromScratchGpt ? phrase("the book's")
                   : facts->family == "mingpt"      ? phrase("minGPT's")
                                                    : Phrase();
        }
        for (const StoredTensor& tensor : m_checkpoint.tensors) {
            if (tensor.name == "tok_emb.weight") {
                return phrase("the book's");
            }
            // The library's Conv1D has its weight the other way round.
            const auto& shape = tensor.shape;
            if (tensor.name == "transformer.h.0.attn.c_attn.weight" && shape.size() == 2 &&
                shape[0] / 3 == shape[1] && shape[0] % 3 == 0) {
                return phrase("minGPT's");
            }
        }
        return {};
    }

    void findClass() {
        const auto& facts = m_checkpoint.modelFacts;
        std::string className = m_options.className;
        if (className.empty() && facts != nullptr && !facts->file.empty()) {
            className = facts->className;
        }
        className = className.empty() ? declaredClass() : className;
        const Phrase owner = ownerOfGpt();
        if (!owner.empty()) {
            tell(say("This GPT uses %1 own class, which is not a class of transformers", owner),
                 say("build the model yourself and pass the model and the device map to "
                     "accelerate.dispatch_model"));
            className.clear();
        }
        m_source.className = autoClassOfOwn(className);
        m_source.runsOwnCode = !m_source.className.empty();
        if (m_source.runsOwnCode) {
            return;
        }
        if (isIdentifier(className)) {
            m_source.className = className;
            return;
        }
        m_source.className = m_hasConfig ? "AutoModel" : "AutoModelForCausalLM";
        if (m_hasConfig && owner.empty()) {
            tell(say("The config.json names no class"),
                 say("AutoModel builds the model without a head; specify the class of the saved "
                     "model"));
        }
    }

    /// Here are only headers, in files whose weights are holes.
    void findElsewhere() {
        const WeightsElsewhere& there = *m_checkpoint.elsewhere;
        const fs::path model(there.path);
        m_source.location = (m_isFolder ? model : model.parent_path()).string();
        m_source.notExpressed.push_back(elsewhereLoss(there));
    }

    void findGguf() {
        m_source.location = m_folder.string();
        m_source.ggufFile = fs::path(m_checkpoint.shards.empty() ? m_checkpoint.path
                                                                 : m_checkpoint.shards[0]->path())
                                .filename()
                                .string();
    }

    void findWithoutWeights() {
        const bool hasFiles = !m_folder.empty() && m_hasConfig &&
                              std::ranges::any_of(kWeightFiles, [this](const char* file) {
                                  return isFile(m_folder / file);
                              });
        if (hasFiles || !nameInCache(m_folder).empty()) {
            m_source.location = m_folder.string();
            return;
        }
        std::string savedFrom = textAt(m_config, "_name_or_path");
        m_source.savedFrom = isHubName(savedFrom) ? std::move(savedFrom) : std::string();
        m_source.notExpressed.push_back(unknownLocation(m_source));
    }

    void findWeights() {
        m_source.location = m_folder.string();
        if (!m_hasConfig) {
            tell(say("There is no config.json next to the weights"),
                 say("from_pretrained needs the model's config.json next to the weights"));
        }
        const bool isFound = std::ranges::any_of(
            kWeightFiles, [this](const char* file) { return isFile(m_folder / file); });
        findNested();
        if (!m_source.nestedFile.empty()) {
            return;
        }
        if (!isFound) {
            tell(say("The weights are not in a file that from_pretrained recognises"),
                 say("from_pretrained reads model.safetensors or pytorch_model.bin, as one file or "
                     "as shards with an index; stowagectl convert writes such files"));
        } else if (!m_isFolder && !isWeightFile(fs::path(m_checkpoint.path).filename().string())) {
            tell(say("from_pretrained opens the folder, not this file"),
                 say("from_pretrained reads model.safetensors or pytorch_model.bin in the folder, "
                     "whichever it finds first"));
        }
    }

    /// from_pretrained takes the tensors of a dict itself; its auto classes do not.
    void findNested() {
        const bool isOneFile = m_checkpoint.shards.size() == 1 &&
                               (m_checkpoint.format == CheckpointFormat::TorchZip ||
                                m_checkpoint.format == CheckpointFormat::TorchLegacy);
        if (isOneFile && m_hasConfig && isIdentifier(m_checkpoint.prefix) &&
            !m_source.className.starts_with("Auto")) {
            m_source.nestedFile = fs::absolute(m_checkpoint.shards.front()->path()).string();
            m_source.nestedKey = m_checkpoint.prefix;
        }
    }

    /// Files of mixtures may hold a module for each expert, which the library no longer has.
    void findLibraryTree() {
        const auto& facts = m_checkpoint.modelFacts;
        if (facts == nullptr || !facts->isMixture() || m_checkpoint.describedTree == nullptr) {
            return;
        }
        const auto built = configCheckpoint(m_config.dump(), m_checkpoint.path,
                                            {.className = m_options.className});
        if (!built) {
            return;
        }
        const auto isUnknown = [&](const ModuleNode& node) {
            return !built->describedTree->findModule(m_checkpoint.describedTree->path(node.id));
        };
        if (std::ranges::any_of(m_checkpoint.describedTree->nodes(), isUnknown)) {
            m_source.libraryTree = built->describedTree;
        }
    }

    [[nodiscard]] static bool isWeightFile(const std::string& name) {
        return std::ranges::find(kWeightFiles, name) != kWeightFiles.end();
    }

    void tellChoices() {
        if (!m_options.renames.empty() && !m_source.ggufFile.empty()) {
            tell(say("Keys of the file are renamed (--rename)"),
                 say("from_pretrained reads the keys under their original names"));
        } else {
            for (const KeyRename& rename : m_options.renames) {
                m_source.renames.emplace_back(rename.from, rename.to);
            }
        }
        if (!m_checkpoint.prefix.empty() && m_source.nestedFile.empty()) {
            tell(say("The model is in a nested dict of the file (%1)", m_checkpoint.prefix),
                 say("from_pretrained looks for tensors only at the top level of the file and "
                     "finds none; stowagectl convert writes the model to a separate file"));
        }
    }

    const Checkpoint& m_checkpoint;
    const OpenOptions& m_options;
    bool m_isFolder = false;
    fs::path m_folder;  ///< empty: the model lies in no file
    Config m_config;
    bool m_hasConfig = false;
    PretrainedSource m_source;
};

}  // namespace

PretrainedSource findPretrainedSource(const Checkpoint& checkpoint, const OpenOptions& options,
                                      const std::string& name, std::string_view configText) {
    PretrainedSource source = Finder(checkpoint, options, configText).find(name);
    if (checkpoint.adapters != nullptr) {
        if (source.libraryTree == nullptr) {
            source.libraryTree = checkpoint.adapters->front().before;
        }
        for (const Adapter& adapter : *checkpoint.adapters) {
            source.adapters.emplace_back(adapter.name, adapter.path);
        }
    }
    return source;
}

}  // namespace stowage
