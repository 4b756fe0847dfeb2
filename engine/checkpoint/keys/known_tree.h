// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/checkpoint/checkpoint.h"

#include <stop_token>
#include <string>
#include <string_view>

namespace stowage {

/// Gives an opened checkpoint the module tree that is known of its model, and holds its keys
/// against it: the tree file of the options, which is read at `treePlace`, else one that lies
/// beside the weights, else that of the config.json there (attachConfigTree()), for which the
/// person's own Python is asked where the options say so and Stowage does not know the family. A
/// tree file beside a file is `NAME.tree.json`, with or without the file's own ending, in a folder
/// its only `*.tree.json`; which one was taken, or why none was, becomes a warning of the
/// checkpoint. Errors: those of reading a tree file that was named (one found beside the weights
/// that cannot be read is only warned of); InvalidArgument for one beside a checkpoint that is a
/// tree itself, and for a class and a tree file at once; those of attachConfigTree().
[[nodiscard]] Result<void> attachKnownTree(Checkpoint& checkpoint, const OpenOptions& options,
                                           const std::string& treePlace,
                                           const std::stop_token& stop);

/// The index that belongs to a shard: "model.safetensors.index.json" of
/// "model-00002-of-00003.safetensors"; "" where the name is no shard's.
[[nodiscard]] std::string indexOfShard(std::string_view name);

/// Whether an error is that a configuration is well formed, but of a family or class that Stowage
/// does not know: then the person's own Python may.
[[nodiscard]] bool mayPythonKnow(const Error& refusal);

/// A configuration that Stowage cannot read itself, described by the person's own Python as the
/// options say, else by an answer of it that was kept. `refusal` is why Stowage cannot.
/// Errors: `refusal` where nobody is asked and nothing was kept, or Python cannot know more; those
/// of treeFromPython().
[[nodiscard]] Result<PythonTree> treeOfUnknownModel(const std::string& configPath,
                                                    const Error& refusal,
                                                    const OpenOptions& options,
                                                    const std::stop_token& stop);
/// Who made it of which file, as a sentence.
[[nodiscard]] Message originSentence(const PythonTree& tree, const std::string& configPath);

}  // namespace stowage
