// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/open/companions.h"

#include "engine/base/strings.h"
#include "engine/checkpoint/keys/joined_checkpoint.h"
#include "engine/checkpoint/keys/mtp_layers.h"
#include "engine/checkpoint/open/adapter_folder.h"
#include "engine/checkpoint/open/headers_only.h"
#include "engine/model/joined_tree.h"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <set>
#include <system_error>
#include <utility>
#include <vector>

namespace stowage {
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
                taken.contains(name)
                    ? say("A model beside another cannot be called %1, because another one is; "
                          "give it another name.",
                          quotedForMessage(name))
                    : say("A model beside another cannot be called %1: its name has a dot or is "
                          "empty; give it another name.",
                          quotedForMessage(name)),
                {}, name);
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
            say("At most %1 adapters and models are planned with another.", kMostCompanions));
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

}  // namespace stowage
