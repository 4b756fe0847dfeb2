// SPDX-License-Identifier: GPL-3.0-or-later
// The kinds about checkpoints: select_checkpoint, load_rules.
#include "app/checks/conformance_case.h"
#include "engine/base/json_reader.h"
#include "engine/checkpoint/open/checkpoint_folder.h"
#include "engine/plan/accelerate/accelerate_map.h"
#include "engine/plan/accelerate/named_parameters.h"
#include "engine/plan/accelerate/types.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace stowage {

namespace {

/// A tensor of a checkpoint file, as far as the rules read it; dtypes under torch's names.
struct RuledTensor {
    std::string name;
    std::string dtype;
};

/// The arguments of load_checkpoint_in_model that decide what becomes of a tensor.
struct LoadRuleOptions {
    std::string dtype;  ///< "float16"; "" keeps the model's dtypes
    bool hasOffloadFolder = false;
    bool offloadStateDict = false;
    bool offloadBuffers = false;
    bool strict = false;
    std::vector<std::string> keepInFloat32;  ///< keep_in_fp32_modules
};

/// One thing that Accelerate does with a tensor.
struct LoadAction {
    enum class Kind {
        Set,              ///< puts it into the model
        OffloadToDisk,    ///< writes it to the offload folder
        OffloadForNow,    ///< writes it to a temporary folder
        ReloadTemporary,  ///< reads that folder back into the RAM, once, at the end
    };
    Kind kind = Kind::Set;
    std::string tensor;
    std::optional<DeviceKey> device{};  ///< Set only; nothing: the meta device, without a value
    std::string dtype{};                ///< Set: the target, "" for the model's; else the file's
};

/// What loading a checkpoint would do, or where it would stop.
struct LoadRuling {
    std::vector<LoadAction> actions;      ///< up to the failure where there is one
    std::vector<std::string> unexpected;  ///< names that the model does not have
    std::optional<PythonException> failure{};
};

using NameSet = std::unordered_set<std::string>;

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

/// Python's text.replace(part, other): every occurrence.
std::string replaced(std::string text, const std::string& part, const std::string& other) {
    for (std::size_t at = text.find(part); at != std::string::npos;
         at = text.find(part, at + other.size())) {
        text.replace(at, part.size(), other);
    }
    return text;
}

/// Goes through the tensors once; made for one load.
class LoadRuler {
public:
    LoadRuler(const ModuleTree& tree, const AccelerateMap& map, const LoadRuleOptions& options)
        : m_map(map.begin(), map.end()), m_options(options) {
        for (const TensorSpec& tensor : tree.tensors()) {
            if (tensor.persistent) {
                m_modelKeys.insert(tensor.name);
            }
        }
        // Only the first names: a buffer's second name counts as a parameter there.
        for (const TensorId id : uniqueTensorsBelow(tree, ModuleTree::root(), TensorKind::Buffer)) {
            m_buffers.insert(tree.tensor(id).name);
        }
    }

    LoadRuling run(const std::vector<RuledTensor>& tensors) {
        for (const RuledTensor& tensor : tensors) {
            m_fileKeys.insert(tensor.name);
        }
        for (const RuledTensor& tensor : tensors) {
            treat(tensor);
            if (m_ruling.failure) {
                return std::move(m_ruling);
            }
        }
        if (m_options.offloadStateDict) {
            m_ruling.actions.push_back({LoadAction::Kind::ReloadTemporary, {}});
        }
        return std::move(m_ruling);
    }

private:
    void treat(const RuledTensor& tensor) {
        if (contains(tensor.name, "SCB")) {
            return;
        }
        if (!m_modelKeys.contains(tensor.name)) {
            m_ruling.unexpected.push_back(tensor.name);
            if (!m_options.strict) {
                return;
            }
        }
        const DeviceKey* const device = deviceOf(tensor.name);
        if (device == nullptr) {
            m_ruling.failure = {"ValueError", tensor.name + " doesn't have any device set.",
                                tensor.name};
            return;
        }
        updateStatistics(tensor);
        const std::string dtype = targetDtype(tensor);
        if (device->kind == DeviceKey::Kind::Disk) {
            if (m_options.offloadBuffers || !m_buffers.contains(tensor.name)) {
                offload(tensor, dtype, LoadAction::Kind::OffloadToDisk);
            }
        } else if (device->kind == DeviceKey::Kind::Cpu && m_options.offloadStateDict) {
            offload(tensor, dtype, LoadAction::Kind::OffloadForNow);
        } else if (!m_statisticsAreSet) {
            m_ruling.failure = {"UnboundLocalError",
                                "local variable 'fp16_statistics' referenced before assignment",
                                tensor.name};
        } else {
            m_ruling.actions.push_back({LoadAction::Kind::Set, tensor.name, *device, dtype});
        }
    }

    const DeviceKey* deviceOf(std::string name) const {
        while (!name.empty()) {
            if (const auto found = m_map.find(name); found != m_map.end()) {
                return &found->second;
            }
            const std::size_t dot = name.rfind('.');
            name.resize(dot == std::string::npos ? 0 : dot);
        }
        const auto whole = m_map.find("");
        return whole == m_map.end() ? nullptr : &whole->second;
    }

    /// The variable is left alone by a weight that has statistics beside it and is no int8: the
    /// first such weight finds it unbound, a later one finds that of the weight before.
    void updateStatistics(const RuledTensor& tensor) {
        const bool hasTwin = contains(tensor.name, "weight") &&
                             m_fileKeys.contains(replaced(tensor.name, "weight", "SCB"));
        m_statisticsAreSet = m_statisticsAreSet || !hasTwin || tensor.dtype == "int8";
    }

    std::string targetDtype(const RuledTensor& tensor) const {
        const auto dtype = dtypeFromName(tensor.dtype);
        if (m_options.dtype != "float16" || !dtype || !isFloatingPoint(*dtype)) {
            return m_options.dtype;
        }
        const bool isKept =
            std::any_of(m_options.keepInFloat32.begin(), m_options.keepInFloat32.end(),
                        [&](const std::string& key) {
                            // "key." holds the key, so this is the reference's test of both.
                            return contains(tensor.name, key + ".") || key == tensor.name;
                        });
        return isKept ? "float32" : m_options.dtype;
    }

    void offload(const RuledTensor& tensor, const std::string& dtype, LoadAction::Kind kind) {
        m_ruling.actions.push_back({LoadAction::Kind::Set, tensor.name, std::nullopt,
                                    dtype.empty() ? tensor.dtype : dtype});
        m_ruling.actions.push_back({kind, tensor.name, std::nullopt, tensor.dtype});
    }

    std::unordered_map<std::string, DeviceKey> m_map;
    const LoadRuleOptions& m_options;
    NameSet m_modelKeys;
    NameSet m_buffers;
    NameSet m_fileKeys;
    bool m_statisticsAreSet = false;
    LoadRuling m_ruling;
};

/// The rules of load_checkpoint_in_model with a device map (docs/spec/placement.md §9), over the
/// tensors of its files in their order. `notes` gets a warning of tied weights on different
/// devices.
LoadRuling ruleLoad(const ModuleTree& tree, const AccelerateMap& map,
                    const std::vector<RuledTensor>& tensors, const LoadRuleOptions& options,
                    AccelerateNotes& notes) {
    LoadRuling refused;
    refused.failure = checkTiedOnSameDevice(tree, findTiedParameters(tree), map, notes);
    if (refused.failure) {
        return refused;
    }
    const bool usesDisk = std::any_of(map.begin(), map.end(), [](const auto& entry) {
        return entry.second.kind == DeviceKey::Kind::Disk;
    });
    if (usesDisk && !options.hasOffloadFolder) {
        refused.failure = PythonException{
            "ValueError",
            "At least one of the model submodule will be offloaded to disk, please pass along an "
            "`offload_folder`."};
        return refused;
    }
    return LoadRuler(tree, map, options).run(tensors);
}

/// How the recorded messages call the folder that the files lie in.
constexpr const char* kFolder = "<dir>";

/// The recorded files: a folder as Accelerate sees it.
class RecordedFolder {
public:
    explicit RecordedFolder(const CaseJson& files) : m_files(files) {}

    [[nodiscard]] const CaseJson* file(const std::string& path) const {
        const CaseJson* last = nullptr;
        for (const CaseJson& entry : m_files) {
            if (normal(entry.at(0).get<std::string>()) == normal(path)) {
                last = &entry.at(1);
            }
        }
        return last;
    }
    /// Names directly in a folder, sub-folders among them, as os.listdir gives them; nothing where
    /// there is no such folder.
    [[nodiscard]] std::optional<std::vector<std::string>> names(const std::string& folder) const {
        const std::string inside = normal(folder);
        const std::string prefix = inside.empty() ? "" : inside + "/";
        std::set<std::string> names;
        for (const CaseJson& entry : m_files) {
            const std::string path = normal(entry.at(0).get<std::string>());
            if (path.starts_with(prefix)) {
                const std::string rest = path.substr(prefix.size());
                names.insert(rest.substr(0, rest.find('/')));
            }
        }
        if (names.empty() && !inside.empty()) {
            return std::nullopt;
        }
        return std::vector<std::string>(names.begin(), names.end());
    }
    /// "a/../b/" is "b"; the folder itself is "".
    [[nodiscard]] static std::string normal(const std::string& path) {
        std::string text = std::filesystem::path(path).lexically_normal().string();
        while (text.ends_with('/')) {
            text.pop_back();
        }
        return text == "." ? "" : text;
    }

private:
    const CaseJson& m_files;
};

PythonException typeError(const std::string& message) {
    return {"TypeError", message};
}

/// What Python raises on the way through an index that is none; nothing for a good one.
std::optional<PythonException> indexFailure(const std::string& text) {
    const auto parsed = parseJson(text, kFolder);
    if (!parsed) {
        return PythonException{"JSONDecodeError", "Expecting value: line 1 column 1 (char 0)"};
    }
    const CaseJson* index = &*parsed;
    if (!index->is_structured() && !index->is_string()) {
        return typeError("argument of type '" + pythonTypeName(*index) + "' is not iterable");
    }
    const bool holdsName =
        index->is_array() && std::ranges::find(*index, CaseJson("weight_map")) != index->end();
    if (holdsName) {
        return typeError("list indices must be integers or slices, not str");
    }
    if (index->is_string() && index->get<std::string>().find("weight_map") != std::string::npos) {
        return typeError("string indices must be integers");
    }
    if (index->is_object() && index->contains("weight_map")) {
        index = &index->at("weight_map");
    }
    if (!index->is_object()) {
        return PythonException{"AttributeError",
                               "'" + pythonTypeName(*index) + "' object has no attribute 'values'"};
    }
    std::set<std::string> types;
    for (const CaseJson& shard : *index) {
        if (shard.is_structured()) {
            return typeError("unhashable type: '" + pythonTypeName(shard) + "'");
        }
        types.insert(pythonTypeName(shard));
    }
    if (types.size() > 1) {
        return typeError("'<' not supported between instances of '" + *types.begin() + "' and '" +
                         *types.rbegin() + "'");
    }
    if (!types.empty() && *types.begin() != "str") {
        return typeError("join() argument must be str, bytes, or os.PathLike object, not '" +
                         *types.begin() + "'");
    }
    return std::nullopt;
}

PythonResult<CheckpointChoice> choose(const RecordedFolder& folder, const std::string& path) {
    if (!path.empty() && !path.ends_with('/') && folder.file(path) != nullptr) {
        return chooseNamedFile(path);
    }
    const std::string shown = path.empty() ? kFolder : std::string(kFolder) + "/" + path;
    const auto names = folder.names(path);
    if (!names) {
        return PythonException{
            "ValueError",
            "`checkpoint` should be the path to a file containing a whole state dict, or the index "
            "of a sharded checkpoint, or a folder containing a sharded checkpoint or the whole "
            "state dict, but got " +
                shown + "."};
    }
    auto choice = chooseCheckpoint(*names, shown);
    if (!choice) {
        return PythonException{"ValueError", choice.error().message};
    }
    if (!path.empty()) {
        choice->name = path + (path.ends_with('/') ? "" : "/") + choice->name;
    }
    return *choice;
}

CaseJson actionJson(const LoadAction& action) {
    switch (action.kind) {
        case LoadAction::Kind::Set:
            return CaseJson::array({"set", action.tensor,
                                    action.device ? toJson(*action.device) : CaseJson("meta"),
                                    action.dtype.empty() ? CaseJson() : CaseJson(action.dtype),
                                    action.device.has_value()});
        case LoadAction::Kind::OffloadToDisk:
            return CaseJson::array({"offload", action.tensor, "disk", action.dtype});
        case LoadAction::Kind::OffloadForNow:
            return CaseJson::array({"offload", action.tensor, "tmp", action.dtype});
        case LoadAction::Kind::ReloadTemporary:
            break;
    }
    return CaseJson::array({"reload_tmp"});
}

LoadRuleOptions loadOptionsOf(const CaseJson& args) {
    constexpr std::string_view kTorch = "torch.";
    LoadRuleOptions options;
    options.dtype = argument(args, "dtype", std::string());
    if (options.dtype.starts_with(kTorch)) {
        options.dtype.erase(0, kTorch.size());
    }
    options.hasOffloadFolder = argument(args, "offload_folder", false);
    options.offloadStateDict = argument(args, "offload_state_dict", false);
    options.offloadBuffers = argument(args, "offload_buffers", false);
    options.strict = argument(args, "strict", false);
    options.keepInFloat32 = argument(args, "keep_in_fp32_modules", std::vector<std::string>());
    return options;
}

}  // namespace

CaseJson answerSelectCheckpoint(const ConformanceQuestion& question, AccelerateNotes& /*notes*/) {
    const RecordedFolder folder(question.args.at("files"));
    const auto chosen = choose(folder, argument(question.args, "checkpoint", std::string()));
    if (const auto* const failure = failureOf(chosen)) {
        return toJson(*failure);
    }
    const auto& choice = std::get<CheckpointChoice>(chosen);
    if (choice.kind == CheckpointChoice::Kind::WholeFile) {
        return {{"files", CaseJson::array({RecordedFolder::normal(choice.name)})}};
    }
    const CaseJson* const content = folder.file(choice.name);
    if (content == nullptr) {
        return toJson(PythonException{"IsADirectoryError",
                                      "[Errno 21] Is a directory: '<dir>/" + choice.name + "'"});
    }
    const std::string text =
        content->is_string() ? content->get<std::string>() : caseText(*content);
    if (const auto failure = indexFailure(text)) {
        return toJson(*failure);
    }
    const auto shards = shardsOfIndex(text, choice.name);
    if (!shards) {
        return toJson(PythonException{"ValueError", shards.error().message});
    }
    const auto base = std::filesystem::path(choice.name).parent_path();
    CaseJson files = CaseJson::array();
    for (const std::string& shard : *shards) {
        files.push_back(RecordedFolder::normal((base / shard).string()));
    }
    return {{"files", std::move(files)}};
}

CaseJson answerLoadRules(const ConformanceQuestion& question, AccelerateNotes& notes) {
    std::vector<RuledTensor> tensors;
    for (const CaseJson& pair : question.args.at("checkpoint_tensors")) {
        tensors.push_back({pair.at(0).get<std::string>(), pair.at(1).get<std::string>()});
    }
    const LoadRuling ruling = ruleLoad(*question.tree, mapFrom(question.args.at("device_map")),
                                       tensors, loadOptionsOf(question.args), notes);
    CaseJson answer = ruling.failure ? toJson(*ruling.failure) : CaseJson::object();
    answer["actions"] = CaseJson::array();
    for (const LoadAction& action : ruling.actions) {
        answer["actions"].push_back(actionJson(action));
    }
    return answer;
}

}  // namespace stowage
