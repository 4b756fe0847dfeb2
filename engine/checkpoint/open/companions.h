// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/job_control.h"
#include "engine/base/result.h"
#include "engine/checkpoint/checkpoint.h"

#include <functional>
#include <memory>
#include <stop_token>
#include <string>

namespace stowage {

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

}  // namespace stowage
