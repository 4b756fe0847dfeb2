// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/random_access_file.h"
#include "engine/base/result.h"
#include "engine/model/module_tree.h"
#include "engine/model/python_tree.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stowage {

/// A LoRA adapter as it lies over a model. A value.
struct Adapter {
    std::string name;           ///< of its modules: "default" in `lora_A.default`
    std::string path;           ///< what the person gave
    std::string base;           ///< the model that it says it was made for; "": not said
    double alpha = 8;           ///< of its config.json
    std::size_t modules = 0;    ///< that it changes
    std::int64_t rankFrom = 0;  ///< the smallest rank among them
    std::int64_t rankTo = 0;    ///< and the largest
    std::uint64_t parameters = 0;
    std::uint64_t bytes = 0;                     ///< of its tensors as stored
    std::shared_ptr<const ModuleTree> before{};  ///< the model's modules before it was laid over
};

/// "16", or of modules with different ranks "8 to 16".
[[nodiscard]] Message rankText(const Adapter& adapter);

/// Keys that begin with `from` begin with `to` instead: {"module.", ""} takes the wrapper's name
/// off every key, {"", "model."} puts one before it.
struct KeyRename {
    std::string from;
    std::string to;

    friend bool operator==(const KeyRename&, const KeyRename&) = default;
};

struct KeyCheck;
struct ModelFacts;
struct NamedCheckpoint;
struct NotExpressed;
struct Quantization;

enum class CheckpointFormat {
    Safetensors,
    TorchZip,
    TreeJson,
    SafetensorsShards,  ///< several safetensors files and an index
    TorchShards,        ///< several PyTorch zips and an index
    PerTensor,          ///< a folder of one `.pt` a tensor, named as the tensor
    OffloadFolder,      ///< Accelerate's: index.json and one `.dat` a tensor
    TorchLegacy,        ///< what torch.save wrote before 1.6: pickles, then the storages
    TorchScript,        ///< torch.jit.save: a PyTorch zip with code, which is never executed
    Gguf,               ///< llama.cpp's: one file, often quantised
    Npy,                ///< one NumPy array
    NpyFolder,          ///< a folder of one `.npy` a tensor, named as the tensor
};
[[nodiscard]] const char* checkpointFormatName(CheckpointFormat format);

/// Where a tensor's bytes lie: `length` bytes from `offset` of file number `shard`.
struct TensorLocation {
    std::uint32_t shard = 0;
    std::uint64_t offset = 0;
    std::uint64_t length = 0;
};

/// One tensor of a checkpoint, from the header alone.
struct StoredTensor {
    std::string name;
    DType dtype = DType::Float32;
    std::vector<std::int64_t> shape;
    /// Element strides over `location`; empty means contiguous (C order). A view or an expanded
    /// tensor has others, and is gathered while loading.
    std::vector<std::int64_t> strides;
    TensorLocation location;
    /// Tensors with the same non-zero key and the same location, shape and strides are tied.
    /// Keys are unique across all shards.
    std::uint64_t storageKey = 0;
    /// Saved on the meta device: it has a shape and a dtype, but no bytes that could be loaded.
    bool isMeta = false;
    /// Of one whose rows lie in another order (the two halves of FLUX's last modulation): the
    /// element at which its C order begins; that goes on to the last one and then from the first.
    /// 0 of all others; one that has it has strides, too, and is gathered.
    std::uint64_t firstElement = 0;
};

/// Bytes of the tensor in C order, in the stored dtype.
[[nodiscard]] std::uint64_t denseBytes(const StoredTensor& stored);

/// A dict of a nested PyTorch checkpoint that holds tensors itself.
struct CheckpointPart {
    std::string prefix;  ///< its path of keys from the top, joined by '.'; "" is the top itself
    std::size_t tensors = 0;
};

/// An adapter or another model that is planned with what is opened.
struct NamedPath {
    std::string name;  ///< "": one is made up
    std::string path;

    friend bool operator==(const NamedPath&, const NamedPath&) = default;
};

/// What a person chose about a checkpoint.
struct OpenOptions {
    /// Which part of a nested PyTorch checkpoint is the model, as CheckpointPart names it. Unset:
    /// the part that most likely is the model.
    std::optional<std::string> prefix;
    /// Applied to the names of the chosen part, in order; each to what the one before it made.
    std::vector<KeyRename> renames{};
    /// A `.tree.json` of the model that the checkpoint is for; "": the one that lies beside it,
    /// where there is one.
    std::string treeFile{};
    /// The class that a config.json is built as; "": what it names itself.
    std::string className{};
    /// Of a pipeline's weights: "fp16" for "model.fp16.safetensors", where a component has it.
    std::string variant{};
    /// Asked for the modules where Stowage does not know a config.json's family. Nothing: nobody is
    /// asked, but an answer that was kept is taken.
    std::optional<OwnPython> python{};
    /// LoRA adapters that are laid over the model, in order (openAdapter(), layAdapter()).
    std::vector<NamedPath> adapters{};
    /// Further models that share its devices: a draft model, an embedder (open/companions.h).
    std::vector<NamedPath> tenants{};
    /// The layers for multi-token prediction that the model's own file holds, as a tenant "mtp".
    bool withMtp = false;
};

/// One model of a pipeline, which is a child of the tree's root. A value.
struct PipelineComponent {
    std::string name;       ///< "text_encoder_2"
    std::string library;    ///< "transformers", "diffusers", or the pipeline module it comes from
    std::string className;  ///< as the pipeline names it
    std::string file;       ///< what was opened of it: weights, an index or a config.json
};

/// What a `model_index.json` of diffusers says. A value.
struct Pipeline {
    std::string className;                      ///< "FluxPipeline"
    std::string file;                           ///< the model_index.json
    std::vector<PipelineComponent> components;  ///< models, in the file's order
    /// Models that the file names and whose folders are not here.
    std::vector<std::string> absent;
};
/// Reads a model_index.json. Components are those entries `[library, class]` that are models:
/// neither null nor a tokenizer, processor or scheduler; `absent` stays empty.
/// Errors: Malformed (no such file, a name that is no folder's), Unsupported (a class of Flax or
/// ONNX), LimitExceeded.
[[nodiscard]] Result<Pipeline> parsePipeline(std::string_view text, const std::string& file);

/// Of a model of which only the headers are here (open/headers_only.h): where its weights are.
struct WeightsElsewhere {
    std::string machine{};  ///< as ssh takes it; "": nobody said
    std::string path{};     ///< the model there

    friend bool operator==(const WeightsElsewhere&, const WeightsElsewhere&) = default;
};

/// A checkpoint opened by headers only: no tensor byte was read, but of tied names that the file
/// holds apart (untieDifferent()). An immutable value.
struct Checkpoint {
    std::string path;  ///< what the person opened
    CheckpointFormat format = CheckpointFormat::Safetensors;
    /// The files that hold tensors. Of many files (per-tensor and offload folders, long indexes)
    /// each is opened only while it is read, see RandomAccessFile::openWhenRead.
    std::vector<std::shared_ptr<const RandomAccessFile>> shards;
    std::vector<StoredTensor> tensors;  ///< in the file's own order
    std::vector<Message> warnings;      ///< sentences: odd but readable
    std::string prefix;                 ///< of a nested checkpoint: which part was taken ("model")
    /// Of a PyTorch file: the dicts that hold tensors, the largest first; at most a thousand.
    std::vector<CheckpointPart> parts;
    /// The model as it is known from elsewhere: of a `.tree.json` that was opened itself, and then
    /// there are no tensors, or of one that describes what these tensors are for.
    std::shared_ptr<const ModuleTree> describedTree;
    /// How the tensors agree with `describedTree`; null where either is not there.
    std::shared_ptr<const KeyCheck> keyCheck;
    /// Why the config.json beside the weights is not taken, where Stowage does not know its family
    /// and the person's own Python (OpenOptions::python) was not asked or did not know it either.
    std::optional<Error> unknownModel{};
    /// What the model's config.json says of it beside the modules; null where there is none that
    /// Stowage can read.
    std::shared_ptr<const ModelFacts> modelFacts;
    /// How the config.json's "quantization_config" says that the weights are quantised; null where
    /// it says nothing.
    std::shared_ptr<const Quantization> declaredQuantization;
    /// Of a pipeline of diffusers: its models, which are the root's children; else null.
    std::shared_ptr<const Pipeline> pipeline{};
    /// The adapters that were laid over the model (of tenants the first), in order; null: none.
    std::shared_ptr<const std::vector<Adapter>> adapters{};
    /// Of several models that are planned together: each, which is a child of the root; else null.
    std::shared_ptr<const std::vector<NamedCheckpoint>> tenants{};
    /// Of a copy of headers alone (open/headers_only.h): where the weights are. Null of all others.
    std::shared_ptr<const WeightsElsewhere> elsewhere{};
    /// Of names that the model ties and the files hold with different numbers (untieDifferent()):
    /// the first byte that differs, in each of the two.
    std::vector<TensorLocation> differences{};
};

/// The module tree of a checkpoint: the two GPT-2 layouts are recognised by their key names and
/// get classes, modules without tensors and the tied head; other files get a tree from names.
[[nodiscard]] Result<std::shared_ptr<const ModuleTree>> buildModuleTree(
    const Checkpoint& checkpoint);

/// Why the weights of such a checkpoint cannot be read: "… on gpu1 …".
[[nodiscard]] Error elsewhereError(const Checkpoint& checkpoint);

/// What another program has to be told that gets such a model.
[[nodiscard]] NotExpressed elsewhereLoss(const WeightsElsewhere& there);

}  // namespace stowage
