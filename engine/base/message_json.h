// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/message.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace stowage {

/// Sets the member `key` to the English text. Beside it `key` + "_parts" says how the text is put
/// together, where it is no plain one, so that another process can say it in its own language: a
/// plain text is itself, another {"pattern", "arguments"?} or {"joined", "separator"}.
void writeMessage(nlohmann::ordered_json& object, const std::string& key, const Message& message);

/// What writeMessage() wrote, whoever did; the text alone where there are no parts or where they do
/// not make that text; "" where the object has none.
[[nodiscard]] Message readMessage(const nlohmann::ordered_json& object, const std::string& key);

}  // namespace stowage
