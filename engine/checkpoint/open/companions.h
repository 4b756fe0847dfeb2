// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/checkpoint/adapter/lay_adapter.h"
#include "engine/checkpoint/checkpoint.h"

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace stowage {

/// Whether a path is a folder with an adapter_config.json.
[[nodiscard]] bool isAdapterFolder(const std::string& path);

/// Opens an adapter: a folder of PEFT (adapter_config.json, adapter_model.safetensors or .bin), or
/// a file or folder of diffusers (pytorch_lora_weights.safetensors), whose names begin with the
/// pipeline's components. Headers only. Errors: those of parseAdapterConfig() and of reading a
/// weights file, NoCheckpoint (no weights there).
[[nodiscard]] Result<AdapterFiles> openAdapter(const std::string& path, std::stop_token stop = {});

/// The base model of an adapter's folder, where its adapter_config.json names a path that is here
/// (from the working folder, the adapter's or the one around it); "": it names none, or a Hub name.
[[nodiscard]] std::string localBaseOf(const std::string& adapterFolder, const std::string& base);
/// The same by what the folder's adapter_config.json says; "" of any other path, too.
[[nodiscard]] std::string localBaseOf(const std::string& path);

using OpenedCheckpoint = Result<std::shared_ptr<const Checkpoint>>;

/// Opens a path alone: openCheckpoint() without what is planned with it.
using OpenAlone = std::function<OpenedCheckpoint(const std::string& path, const OpenOptions&)>;

/// An adapter or a tenant as it is typed: "NAME=PATH", or a path alone. What stands before the
/// first
/// '=' is a name where it has no '/'. The path becomes an absolute one: projects remember it.
[[nodiscard]] NamedPath parseNamedPath(const std::string& text);

/// The name that the opened model itself has among tenants.
inline constexpr const char* kMainTenant = "model";
/// And the one of its MTP layers (OpenOptions::withMtp).
inline constexpr const char* kMtpTenant = "mtp";

/// A checkpoint with the adapters of `options` laid over it, then beside the tenants of `options`
/// (joinCheckpoints()), each read at its companionPlace(). An adapter without a name is "default",
/// the first of them, or called as its folder; a tenant without one is called as its folder or
/// file. Errors: those of openAdapter(), layAdapter() and of opening a tenant; InvalidArgument (a
/// tenant's name that is taken or has a dot).
[[nodiscard]] OpenedCheckpoint withCompanions(std::shared_ptr<const Checkpoint> checkpoint,
                                              const OpenOptions& options, const OpenAlone& open,
                                              const std::stop_token& stop);

/// The keys of layers for multi-token prediction (MTP) that a published file holds beside its model
/// and from_pretrained leaves out, as engines draft tokens with them: names with "mtp", and layers
/// behind the last of the model. In the file's order; empty where there are none.
[[nodiscard]] std::vector<std::string> mtpKeys(const Checkpoint& checkpoint);

}  // namespace stowage
