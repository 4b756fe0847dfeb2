// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace stowage {

// Requests of Stowage 0.1.0 in the format of requestToJson(). Values of the wrong kind stay as they
// are: the reader names them.

/// The request of a project of version 1.
[[nodiscard]] nlohmann::ordered_json upgradedRequest(nlohmann::ordered_json request);
/// The request of a `plan --json` object of version 1, which has parts of it in other members.
[[nodiscard]] nlohmann::ordered_json upgradedPlan(const nlohmann::ordered_json& plan);

}  // namespace stowage
