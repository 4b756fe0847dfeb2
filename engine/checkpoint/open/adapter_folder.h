// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/checkpoint/adapter/lay_adapter.h"

#include <stop_token>
#include <string>

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

}  // namespace stowage
