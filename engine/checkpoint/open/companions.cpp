// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/open/companions.h"

#include "engine/base/random_access_file.h"
#include "engine/base/strings.h"
#include "engine/checkpoint/config_checkpoint.h"
#include "engine/checkpoint/folder_guard.h"
#include "engine/checkpoint/keys/joined_checkpoint.h"
#include "engine/checkpoint/keys/key_check.h"
#include "engine/checkpoint/open/checkpoint_file.h"
#include "engine/checkpoint/open/checkpoint_folder.h"
#include "engine/checkpoint/open/headers_only.h"
#include "engine/model/joined_tree.h"
#include "engine/model/model_facts.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <filesystem>
#include <limits>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>
#include <unordered_set>
#include <utility>

namespace stowage {
namespace {

namespace fs = std::filesystem;

constexpr const char* kConfigName = "adapter_config.json";

/// What weights of an adapter are called, in the order in which PEFT and diffusers take them.
constexpr std::array kWeightNames = {"adapter_model.safetensors", "adapter_model.bin",
                                     "pytorch_lora_weights.safetensors",
                                     "pytorch_lora_weights.bin"};

Result<std::shared_ptr<const Checkpoint>> openWeights(const std::string& path,
                                                      const std::stop_token& stop) {
    const auto file = RandomAccessFile::open(path);
    STOWAGE_TRY(file);
    auto weights = readWeightsFile(*file, {}, stop);
    STOWAGE_TRY(weights);
    weights->path = path;
    return std::make_shared<const Checkpoint>(std::move(*weights));
}

Result<AdapterFiles> readAdapterConfig(const std::string& folder) {
    const auto place = placeInFolder(folder, kConfigName, folder);
    STOWAGE_TRY(place);
    const auto file = RandomAccessFile::open(*place);
    STOWAGE_TRY(file);
    const auto text = readConfigText(**file);
    STOWAGE_TRY(text);
    return parseAdapterConfig(*text, *place);
}

}  // namespace

bool isAdapterFolder(const std::string& path) {
    std::error_code error;
    return fs::is_regular_file(fs::path(path) / kConfigName, error);
}

Result<AdapterFiles> openAdapter(const std::string& path, std::stop_token stop) {
    AdapterFiles files;
    std::error_code error;
    if (!fs::is_directory(path, error)) {
        auto weights = openWeights(path, stop);
        STOWAGE_TRY(weights);
        files.weights = std::move(*weights);
        return files;
    }
    const auto names = namesInFolder(path);
    STOWAGE_TRY(names);
    const auto isThere = [&names](const char* name) {
        return std::ranges::find(*names, name) != names->end();
    };
    if (isThere(kConfigName)) {
        auto config = readAdapterConfig(path);
        STOWAGE_TRY(config);
        files = std::move(*config);
    }
    const auto* const found = std::ranges::find_if(kWeightNames, isThere);
    if (found == kWeightNames.end()) {
        return fail(ErrorCode::NoCheckpoint,
                    say("%1 contains no adapter weights: none of %2, %3, %4 and %5 was found.",
                        path, kWeightNames[0], kWeightNames[1], kWeightNames[2], kWeightNames[3]),
                    path);
    }
    const auto place = placeInFolder(path, *found, path);
    STOWAGE_TRY(place);
    auto weights = openWeights(*place, stop);
    STOWAGE_TRY(weights);
    files.weights = std::move(*weights);
    return files;
}

std::string localBaseOf(const std::string& adapterFolder, const std::string& base) {
    if (base.empty()) {
        return {};
    }
    const fs::path folder(adapterFolder);
    for (const fs::path& place : {fs::path(base), folder / base, folder / ".." / base}) {
        std::error_code error;
        if (fs::exists(place, error)) {
            return place.lexically_normal().string();
        }
    }
    return {};
}

std::string localBaseOf(const std::string& path) {
    if (!isAdapterFolder(path)) {
        return {};
    }
    const auto config = readAdapterConfig(path);
    return config ? localBaseOf(path, config->base) : std::string();
}

namespace {

namespace fs = std::filesystem;

/// More models or adapters nobody plans at once, and each is opened.
constexpr std::size_t kMostCompanions = 32;

/// The last name of a path as that of a module: without an ending, dots as '_'.
std::string nameFromPath(const std::string& path) {
    fs::path place = fs::path(path).lexically_normal();
    place = place.has_filename() ? place : place.parent_path();
    std::error_code error;
    std::string name = (fs::is_directory(place, error) ? place.filename() : place.stem()).string();
    std::ranges::replace(name, '.', '_');
    return name;
}

Result<std::shared_ptr<const Checkpoint>> withAdapter(std::shared_ptr<const Checkpoint> checkpoint,
                                                      const NamedPath& adapter,
                                                      const std::stop_token& stop) {
    const std::string place = companionPlace(checkpoint->path, Companion::Adapter, adapter.path);
    auto files = openAdapter(place, stop);
    STOWAGE_TRY(files);
    if (place != adapter.path) {  // messages name the adapter, not its copy
        Checkpoint weights = *files->weights;
        weights.path = adapter.path;
        files->weights = std::make_shared<const Checkpoint>(std::move(weights));
    }
    auto tree = buildModuleTree(*checkpoint);
    STOWAGE_TRY(tree);
    const bool isFirst = checkpoint->adapters == nullptr;
    const std::string name = !adapter.name.empty() ? adapter.name
                             : isFirst             ? std::string("default")
                                                   : nameFromPath(place);
    auto adapted = layAdapter(*checkpoint, std::move(*tree), *files, name, adapter.path);
    STOWAGE_TRY(adapted);
    if (adapted->elsewhere == nullptr) {
        adapted->elsewhere = weightsElsewhere(adapter.path);
    }
    return std::make_shared<const Checkpoint>(std::move(*adapted));
}

/// A further model; of one that was copied with `main` messages name its path there.
OpenedCheckpoint openTenant(const Checkpoint& main, const std::string& path,
                            const std::string& place, const OpenOptions& options,
                            const OpenAlone& open) {
    auto opened = open(place, options);
    if (!opened || place == path) {
        return opened;
    }
    Checkpoint tenant = **opened;
    tenant.path = path;
    tenant.elsewhere = main.elsewhere;
    return std::make_shared<const Checkpoint>(std::move(tenant));
}

Result<void> checkTenantName(const std::string& name, const std::set<std::string>& taken) {
    if (!name.empty() && name.find('.') == std::string::npos && !taken.contains(name)) {
        return {};
    }
    return fail(ErrorCode::InvalidArgument,
                taken.contains(name) ? say("An additional model cannot be named %1, because "
                                           "another model has this name; give it another name.",
                                           quotedForMessage(name))
                                     : say("An additional model cannot be named %1: the name "
                                           "contains a dot or is empty; give it another name.",
                                           quotedForMessage(name)),
                {}, name);
}

/// The number of the layer that a key belongs to: 61 of "model.layers.61.embed_tokens.weight".
std::optional<std::uint64_t> layerOf(std::string_view key) {
    constexpr std::string_view kLayers = "layers.";
    const std::size_t at = key.find(kLayers);
    if (at == std::string_view::npos || (at > 0 && key[at - 1] != '.')) {
        return std::nullopt;
    }
    key.remove_prefix(at + kLayers.size());
    std::uint64_t number = 0;
    const auto read = std::from_chars(key.data(), key.data() + key.size(), number);
    return read.ec == std::errc() ? std::optional(number) : std::nullopt;
}

/// What tells one MTP layer from another: the first number in the key; "" where there is none.
std::string numberIn(std::string_view key) {
    const std::size_t first = key.find_first_of("0123456789");
    const std::size_t last = key.find_first_not_of("0123456789", first);
    return first == std::string_view::npos ? std::string()
                                           : std::string(key.substr(first, last - first));
}

/// Of the model's own facts those that hold for its MTP layers: what a layer keeps of a token.
std::shared_ptr<const ModelFacts> factsOfDrafts(const ModelFacts& facts, std::size_t layers) {
    auto own = std::make_shared<ModelFacts>(facts);
    own->layers = layers;
    if (own->cache) {
        own->cache->layers = layers;
        own->cache->slides.clear();
        own->cache->window = 0;
    }
    return own;
}

/// A checkpoint and its MTP layers as two models.
struct SplitMtp {
    Checkpoint model;   ///< without them
    Checkpoint drafts;  ///< they alone: a tree from their names, one cache a layer
};

/// Error: InvalidArgument where it holds none.
Result<SplitMtp> splitMtp(const Checkpoint& checkpoint) {
    const std::vector<std::string> keys = mtpKeys(checkpoint);
    if (keys.empty()) {
        return fail(ErrorCode::InvalidArgument,
                    say("%1 contains no layers for multi-token prediction; leave multi-token "
                        "prediction out of the plan.",
                        checkpoint.path),
                    checkpoint.path);
    }
    const std::unordered_set<std::string_view> isOfMtp(keys.begin(), keys.end());
    SplitMtp split{checkpoint, {}};
    const auto isDraft = [&isOfMtp](const std::string& name) { return isOfMtp.contains(name); };
    std::erase_if(split.model.tensors,
                  [&](const StoredTensor& tensor) { return isDraft(tensor.name); });
    KeyCheck check = *checkpoint.keyCheck;
    std::erase_if(check.ignored, isDraft);
    split.model.keyCheck = std::make_shared<const KeyCheck>(std::move(check));

    split.drafts.path = checkpoint.path;
    split.drafts.format = checkpoint.format;
    split.drafts.shards = checkpoint.shards;
    std::set<std::string> numbers;
    for (const StoredTensor& tensor : checkpoint.tensors) {
        if (isDraft(tensor.name)) {
            split.drafts.tensors.push_back(tensor);
            numbers.insert(numberIn(tensor.name));
        }
    }
    if (checkpoint.modelFacts != nullptr) {
        split.drafts.modelFacts = factsOfDrafts(*checkpoint.modelFacts, numbers.size());
    }
    return split;
}

Result<std::shared_ptr<const Checkpoint>> besideTenants(std::shared_ptr<const Checkpoint> main,
                                                        const OpenOptions& options,
                                                        const OpenAlone& open) {
    std::vector<NamedCheckpoint> models;
    std::set<std::string> names;
    const auto add = [&](const std::string& name,
                         std::shared_ptr<const Checkpoint> model) -> Result<void> {
        STOWAGE_TRY(checkTenantName(name, names));
        auto tree = buildModuleTree(*model);
        STOWAGE_TRY(tree);
        names.insert(name);
        models.push_back({name, std::move(model), std::move(*tree)});
        return {};
    };
    const std::shared_ptr<const Checkpoint> opened = main;
    const std::string& path = opened->path;
    std::shared_ptr<const Checkpoint> drafts;
    if (options.withMtp) {
        auto split = splitMtp(*main);
        STOWAGE_TRY(split);
        main = std::make_shared<const Checkpoint>(std::move(split->model));
        drafts = std::make_shared<const Checkpoint>(std::move(split->drafts));
    }
    STOWAGE_TRY(add(kMainTenant, std::move(main)));
    if (drafts != nullptr) {
        STOWAGE_TRY(add(kMtpTenant, std::move(drafts)));
    }
    for (const NamedPath& tenant : options.tenants) {
        OpenOptions own;
        own.python = options.python;
        const std::string place = companionPlace(path, Companion::Tenant, tenant.path);
        auto model = openTenant(*opened, tenant.path, place, own, open);
        STOWAGE_TRY(model);
        STOWAGE_TRY(
            add(tenant.name.empty() ? nameFromPath(place) : tenant.name, std::move(*model)));
    }
    auto joined = joinCheckpoints(models, path, "Tenants", std::string(kTenantsArchitecture));
    STOWAGE_TRY(joined);
    joined->adapters = models.front().checkpoint->adapters;
    joined->tenants = std::make_shared<const std::vector<NamedCheckpoint>>(std::move(models));
    return std::make_shared<const Checkpoint>(std::move(*joined));
}

}  // namespace

NamedPath parseNamedPath(const std::string& text) {
    const std::size_t equals = text.find('=');
    const bool isNamed = equals != std::string::npos && text.find('/') > equals;
    const std::string path = isNamed ? text.substr(equals + 1) : text;
    std::error_code error;
    const fs::path absolute = fs::absolute(path, error).lexically_normal();
    return {isNamed ? text.substr(0, equals) : std::string(), error ? path : absolute.string()};
}

OpenedCheckpoint withCompanions(std::shared_ptr<const Checkpoint> checkpoint,
                                const OpenOptions& options, const OpenAlone& open,
                                const std::stop_token& stop) {
    if (options.adapters.size() + options.tenants.size() > kMostCompanions) {
        return fail(
            ErrorCode::LimitExceeded,
            say("At most %1 adapters and additional models together can be planned with one model.",
                kMostCompanions));
    }
    for (const NamedPath& adapter : options.adapters) {
        auto adapted = withAdapter(std::move(checkpoint), adapter, stop);
        STOWAGE_TRY(adapted);
        checkpoint = std::move(*adapted);
    }
    return options.tenants.empty() && !options.withMtp
               ? OpenedCheckpoint(std::move(checkpoint))
               : besideTenants(std::move(checkpoint), options, open);
}

std::vector<std::string> mtpKeys(const Checkpoint& checkpoint) {
    std::vector<std::string> keys;
    if (checkpoint.keyCheck == nullptr) {
        return keys;
    }
    constexpr std::uint64_t kUnknown = std::numeric_limits<std::uint64_t>::max();
    const std::uint64_t layers =
        checkpoint.modelFacts ? checkpoint.modelFacts->layers.value_or(kUnknown) : kUnknown;
    for (const std::string& key : checkpoint.keyCheck->ignored) {
        const auto layer = layerOf(key);
        if (key.find("mtp") != std::string::npos || (layer && *layer >= layers)) {
            keys.push_back(key);
        }
    }
    return keys;
}

}  // namespace stowage
