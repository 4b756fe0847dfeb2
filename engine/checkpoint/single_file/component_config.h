// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/checkpoint.h"
#include "engine/checkpoint/single_file/layout.h"

#include <span>
#include <string>

namespace stowage {

/// The config.json of a component: the published one, with those sizes that the keys and shapes of
/// the file tell (SizeRule). Fine-tuned and smaller models of the same layout so get theirs. A size
/// that the file does not tell stays as published; that the tensors then differ is the key check's
/// to say. `tensors` are the component's, without its prefix.
[[nodiscard]] std::string componentConfig(const ComponentLayout& component,
                                          std::span<const StoredTensor> tensors);

}  // namespace stowage
