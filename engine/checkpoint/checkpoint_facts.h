// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/checkpoint.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace stowage {

struct KeyCheck;
struct ModelFacts;

/// One file that holds tensors.
struct FileFact {
    std::shared_ptr<const RandomAccessFile> file;
    std::size_t tensors = 0;
    std::uint64_t tensorBytes = 0;  ///< of the file; what several tensors share counts once
};

/// Tensors of one dtype, as stored.
struct DTypeFact {
    DType dtype = DType::Float32;
    std::size_t tensors = 0;  ///< names; tied ones count each
    std::uint64_t bytes = 0;  ///< dense; tied tensors count once
};

/// Modules of one class. Own tensors are those without what lies in modules below, so that the
/// sums over all classes are those of the model.
struct ClassFact {
    std::string name;  ///< "" where the class is not known
    bool isNoSplit = false;
    bool isGuessed = false;  ///< proposed by Stowage from names, see ModuleTree::guessedClasses
    std::size_t modules = 0;
    std::uint64_t parameters = 0;    ///< elements of own parameters, tied tensors once
    std::uint64_t bytes = 0;         ///< of own tensors, tied ones once
    std::uint64_t largestBytes = 0;  ///< of the largest module with all that is in it
};

/// One of the largest tensors.
struct TensorFact {
    std::string name;  ///< of tied ones the first
    DType dtype = DType::Float32;
    std::vector<std::int64_t> shape;
    std::uint64_t bytes = 0;                   ///< dense
    std::size_t names = 1;                     ///< how many names the tensor has
    std::optional<TensorLocation> location{};  ///< nothing: no bytes are stored
};

/// Names that share one tensor, its owner first.
struct TiedFact {
    std::vector<std::string> names;
    std::uint64_t bytes = 0;  ///< of the one tensor
};

/// What there is to know of an opened checkpoint, for a page about it. An immutable value.
struct CheckpointFacts {
    static constexpr std::size_t kLargest = 20;

    std::string path;  ///< what the person opened
    CheckpointFormat format = CheckpointFormat::Safetensors;
    std::string architecture;      ///< "gpt2" where it was recognised; "": a tree from names
    std::size_t tensors = 0;       ///< stored names; of a tree without weights its own
    std::size_t modules = 0;       ///< the root included
    std::uint64_t parameters = 0;  ///< of the model, tied tensors once
    std::uint64_t modelBytes = 0;  ///< of the model's tensors as stored, tied ones once
    std::uint64_t fileBytes = 0;   ///< of all files; 0 without weights
    /// Of the files, in tensors of this model; the rest is headers and other parts.
    std::uint64_t tensorBytes = 0;
    std::size_t viewCount = 0;  ///< tensors that are gathered while loading, being views

    std::vector<FileFact> files;      ///< in the order of Checkpoint::shards
    std::vector<DTypeFact> dtypes;    ///< the most bytes first
    std::vector<ClassFact> classes;   ///< the most own bytes first
    std::vector<TensorFact> largest;  ///< kLargest at most, the largest first
    std::vector<TiedFact> tied;       ///< in tree order
    std::vector<std::string> metaTensors;
    std::vector<Message> warnings;
    std::string prefix;                 ///< of a nested checkpoint: the part that was taken
    std::vector<CheckpointPart> parts;  ///< and those that could be taken
    std::shared_ptr<const KeyCheck> keyCheck;
    /// What the config.json says, or what follows from a GPT's tensors; null where neither is
    /// known.
    std::shared_ptr<const ModelFacts> model;

    [[nodiscard]] bool hasWeights() const { return !files.empty(); }
};

/// The model's own facts: those of its config.json, else of a GPT that was recognised; null: none.
[[nodiscard]] std::shared_ptr<const ModelFacts> knownFacts(const Checkpoint& checkpoint,
                                                           const ModuleTree& tree);

/// Gathers the facts in a few walks over tensors and modules: tens of milliseconds for 100,000, so
/// it belongs into the worker that opened the checkpoint. `tree` is the checkpoint's own.
[[nodiscard]] CheckpointFacts checkpointFacts(const Checkpoint& checkpoint, const ModuleTree& tree);

}  // namespace stowage
