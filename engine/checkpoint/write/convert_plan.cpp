// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/write/convert_plan.h"

#include "engine/base/byte_size.h"
#include "engine/base/name_table.h"
#include "engine/base/strings.h"
#include "engine/checkpoint/formats/pickle_protocol.h"
#include "engine/checkpoint/keys/key_check.h"
#include "engine/checkpoint/write/file_set_writer.h"
#include "engine/checkpoint/write/float_values.h"
#include "engine/checkpoint/write/offload_folder_writer.h"
#include "engine/checkpoint/write/torch_archive_writer.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

namespace stowage {
namespace {

constexpr std::array<std::pair<ConvertTarget, std::string_view>, 4> kTargets = {
    {{ConvertTarget::Safetensors, "safetensors"},
     {ConvertTarget::TorchArchive, "pth"},
     {ConvertTarget::PerTensor, "per-tensor"},
     {ConvertTarget::OffloadFolder, "offload"}}};
constexpr const char* kParameterPrefix = "model_parameters/";

Unexpected refuse(ErrorCode code, const StoredTensor& tensor, const Message& reason) {
    return fail(code, say("The tensor %1 %2.", quotedForMessage(tensor.name), reason), {},
                tensor.name);
}

Result<DType> writtenDType(const StoredTensor& tensor, const ConvertChoices& choices) {
    if (tensor.isMeta) {
        return refuse(ErrorCode::Unsupported, tensor,
                      say("was saved on the meta device and has no bytes to convert; save the "
                          "model with its weights"));
    }
    if (elementBlock(tensor.dtype)) {
        return refuse(ErrorCode::Unsupported, tensor,
                      say("has the dtype %1, whose quantised blocks only GGUF files can store; "
                          "convert a float16 or float32 GGUF file instead",
                          dtypeName(tensor.dtype)));
    }
    if (isTorchQuantised(tensor.dtype)) {
        return refuse(ErrorCode::Unsupported, tensor,
                      say("has PyTorch's quantised dtype %1, which no target format can store; "
                          "Stowage does not read its scales. Call dequantize() on the tensor in "
                          "PyTorch, save the result with torch.save and convert the saved file",
                          dtypeName(tensor.dtype)));
    }
    if (!choices.dtype || !isFloatingPoint(tensor.dtype) || tensor.dtype == *choices.dtype) {
        return tensor.dtype;
    }
    if (!isFloatCast(tensor.dtype, *choices.dtype)) {
        return refuse(ErrorCode::Unsupported, tensor,
                      say("is stored as %1 and cannot be cast to %2; omit --dtype",
                          dtypeName(tensor.dtype), dtypeName(*choices.dtype)));
    }
    return *choices.dtype;
}

Result<void> checkForOffload(const TensorToWrite& tensor, std::uint64_t byteSize) {
    constexpr std::size_t kMaxFileName = 255;
    constexpr std::string_view kEnding = ".dat";
    if (tensor.name.size() + kEnding.size() > kMaxFileName) {
        return fail(ErrorCode::InvalidArgument,
                    say("The name of the tensor %1 is too long for a file name; convert to "
                        "safetensors or pth.",
                        quotedForMessage(tensor.name)),
                    {}, tensor.name);
    }
    return checkOffloadTensor(tensor.name, tensor.dtype, tensor.shape, byteSize);
}

Result<void> checkForTarget(const TensorToWrite& tensor, ConvertTarget target,
                            std::uint64_t byteSize) {
    const bool hasDType = target == ConvertTarget::Safetensors
                              ? safetensorsName(tensor.dtype).has_value()
                              : isTorchSavable(tensor.dtype, tensor.shape);
    if (target == ConvertTarget::OffloadFolder) {
        return checkForOffload(tensor, byteSize);
    }
    const Message refusal = torchRefusal(tensor.dtype, tensor.shape);
    if (!hasDType) {
        return fail(ErrorCode::Unsupported,
                    target == ConvertTarget::Safetensors
                        ? say("The tensor %1 has the dtype %2, which safetensors files cannot "
                              "store; convert to pth.",
                              quotedForMessage(tensor.name), dtypeName(tensor.dtype))
                    : refusal.empty() ? say("The tensor %1 has the dtype %2, which torch.save "
                                            "cannot store; convert to safetensors.",
                                            quotedForMessage(tensor.name), dtypeName(tensor.dtype))
                                      : say("The tensor %1 %2; convert to safetensors.",
                                            quotedForMessage(tensor.name), refusal),
                    {}, tensor.name);
    }
    if (target == ConvertTarget::PerTensor) {
        return checkPerTensorName(tensor.name);
    }
    const bool isPlain = tensor.name.find_first_of(std::string_view("/\0", 2)) == std::string::npos;
    if (target == ConvertTarget::Safetensors && (!isPlain || tensor.name == "__metadata__")) {
        return fail(ErrorCode::InvalidArgument,
                    say("The name of the tensor %1 is not allowed in a safetensors file; convert "
                        "to pth or rename the tensor.",
                        quotedForMessage(tensor.name)),
                    {}, tensor.name);
    }
    return {};
}

class Planner {
public:
    Planner(const Checkpoint& checkpoint, const ConvertChoices& choices)
        : m_checkpoint(checkpoint), m_choices(choices) {
        m_plan.target = choices.target;
        m_plan.metadata = {{"format", "pt"}};
        if (checkpoint.keyCheck != nullptr) {
            for (const KeyRename& renamed : checkpoint.keyCheck->renamed) {
                m_storedNames.emplace(renamed.to, renamed.from);
            }
        }
    }

    Result<ConvertPlan> plan() {
        STOWAGE_TRY(checkChoices());
        for (std::size_t i = 0; i < m_checkpoint.tensors.size(); ++i) {
            STOWAGE_TRY(add(i));
        }
        if (m_choices.target == ConvertTarget::OffloadFolder) {
            addTiedNames();
        }
        const auto sizes = checkedTensorSizes(m_plan.tensors);
        STOWAGE_TRY(sizes);
        for (std::size_t i = 0; i < sizes->size(); ++i) {
            STOWAGE_TRY(checkForTarget(m_plan.tensors[i], m_choices.target, (*sizes)[i]));
        }
        listFiles(*sizes);
        for (ConvertFile& file : m_plan.files) {
            for (const std::size_t tensor : file.tensors) {
                file.tensorBytes += m_plan.tensors[tensor].sameAs ? 0 : (*sizes)[tensor];
            }
            m_plan.tensorBytes += file.tensorBytes;
        }
        return std::move(m_plan);
    }

private:
    Result<void> checkChoices() const {
        if (m_checkpoint.tensors.empty()) {
            return fail(
                ErrorCode::InvalidArgument,
                say("%1 contains no tensors, so there is nothing to convert.", m_checkpoint.path),
                m_checkpoint.path);
        }
        if (m_choices.shardBytes && m_choices.target != ConvertTarget::Safetensors) {
            return fail(
                ErrorCode::InvalidArgument,
                say("Only safetensors files can be written in shards; leave --shard-size out."), {},
                "--shard-size");
        }
        if (m_choices.shardBytes == std::uint64_t{0}) {
            return fail(ErrorCode::InvalidArgument,
                        say("The size of a shard must be at least one byte."), {}, "--shard-size");
        }
        return {};
    }

    Result<void> add(std::size_t index) {
        const StoredTensor& stored = m_checkpoint.tensors[index];
        const auto dtype = writtenDType(stored, m_choices);
        STOWAGE_TRY(dtype);
        // A file keeps the names that it has, whatever the model calls them.
        const auto ofFile = m_storedNames.find(stored.name);
        const std::string& name = ofFile == m_storedNames.end() ? stored.name : ofFile->second;
        TensorToWrite tensor{name, *dtype, stored.shape};
        const auto first = firstOf(index);
        const bool isSafetensors = m_choices.target == ConvertTarget::Safetensors;
        // "format" says in the metadata what wrote the file: no tensor can be noted under it.
        if (first && isSafetensors && name != "format") {
            m_plan.leftOut.push_back({name, m_plan.tensors[*first].name});
            return {};
        }
        if (first && m_choices.target == ConvertTarget::TorchArchive) {
            tensor.sameAs = first;
        }
        m_plan.tensors.push_back(std::move(tensor));
        m_plan.stored.push_back(index);
        return {};
    }

    /// Names that the file leaves out because they are tied: Accelerate's hooks ask for each. Where
    /// the file's names are not the model's, its names are kept, and no module has these.
    void addTiedNames() {
        const auto tree = m_storedNames.empty()
                              ? buildModuleTree(m_checkpoint)
                              : Result<std::shared_ptr<const ModuleTree>>(nullptr);
        if (!tree || *tree == nullptr) {
            return;
        }
        NameTable<std::string, std::size_t> planned;
        for (std::size_t i = 0; i < m_plan.tensors.size(); ++i) {
            planned.emplace(m_plan.tensors[i].name, i);
        }
        for (const std::vector<TensorId>& group : (*tree)->tiedGroups()) {
            const auto nameOf = [&](TensorId id) { return (*tree)->tensor(id).name; };
            const auto owner = std::ranges::find_if(
                group, [&](TensorId id) { return planned.contains(nameOf(id)); });
            for (const TensorId id : group) {
                if (owner == group.end() || planned.contains(nameOf(id))) {
                    continue;
                }
                const std::size_t same = planned.find(nameOf(*owner))->second;
                m_plan.tensors.push_back(
                    {nameOf(id), m_plan.tensors[same].dtype, m_plan.tensors[same].shape});
                m_plan.stored.push_back(m_plan.stored[same]);
            }
        }
    }

    /// The planned tensor with the very same bytes, shape and strides, if there is one.
    std::optional<std::size_t> firstOf(std::size_t index) {
        const StoredTensor& tensor = m_checkpoint.tensors[index];
        if (tensor.storageKey == 0) {
            return {};
        }
        auto& owners = m_owners[{tensor.storageKey, tensor.location.shard, tensor.location.offset}];
        for (const std::size_t owner : owners) {
            const StoredTensor& other = m_checkpoint.tensors[m_plan.stored[owner]];
            if (other.dtype == tensor.dtype && other.shape == tensor.shape &&
                other.strides == tensor.strides && other.firstElement == tensor.firstElement) {
                return owner;
            }
        }
        owners.push_back(m_plan.tensors.size());
        return {};
    }

    void listFiles(std::span<const std::uint64_t> sizes) {
        constexpr const char* kParameterFolder = "model_parameters";
        switch (m_choices.target) {
            case ConvertTarget::Safetensors:
                listShards(sizes);
                return;
            case ConvertTarget::TorchArchive: {
                m_plan.entry = "model.pth";
                m_plan.files.push_back({m_plan.entry, everyTensor(), 0});
                return;
            }
            case ConvertTarget::PerTensor:
                m_plan.entry = kParameterFolder;
                listOneEach(kParameterPrefix, ".pt");
                return;
            case ConvertTarget::OffloadFolder:
                listOneEach("", ".dat");
                m_plan.indexName = "index.json";
                m_plan.indexText = offloadIndexText(m_plan.tensors);
        }
    }

    void listShards(std::span<const std::uint64_t> sizes) {
        const std::uint64_t most =
            m_choices.shardBytes.value_or(std::numeric_limits<std::uint64_t>::max());
        const std::vector<PartFile> parts = splitIntoShards(sizes, most);
        SafetensorsMetadata notes;
        for (const LeftOutName& name : m_plan.leftOut) {
            notes.emplace_back(name.name, name.keptName);
        }
        // Of several files the index has the notes, as huggingface_hub writes them.
        if (parts.size() > 1) {
            m_plan.indexName = "model.safetensors.index.json";
            m_plan.indexText = shardIndexText(m_plan.tensors, parts, notes);
        } else {
            m_plan.metadata.insert(m_plan.metadata.end(), notes.begin(), notes.end());
        }
        m_plan.entry = parts.size() > 1 ? m_plan.indexName : parts.front().name;
        for (const PartFile& part : parts) {
            m_plan.files.push_back({part.name, part.tensors, 0});
        }
    }

    void listOneEach(const std::string& before, const char* ending) {
        for (std::size_t i = 0; i < m_plan.tensors.size(); ++i) {
            m_plan.files.push_back({before + m_plan.tensors[i].name + ending, {i}, 0});
        }
    }

    std::vector<std::size_t> everyTensor() const {
        std::vector<std::size_t> all(m_plan.tensors.size());
        std::iota(all.begin(), all.end(), std::size_t{0});
        return all;
    }

    const Checkpoint& m_checkpoint;
    NameTable<std::string, std::string> m_storedNames;  ///< by the names of Checkpoint::tensors
    const ConvertChoices& m_choices;
    ConvertPlan m_plan;
    std::map<std::tuple<std::uint64_t, std::uint32_t, std::uint64_t>, std::vector<std::size_t>>
        m_owners;
};

}  // namespace

std::string_view convertTargetName(ConvertTarget target) {
    return std::ranges::find(kTargets, target, &decltype(kTargets)::value_type::first)->second;
}

Result<ConvertTarget> convertTargetFromName(std::string_view name) {
    const auto* found = std::ranges::find(kTargets, name, &decltype(kTargets)::value_type::second);
    if (found == kTargets.end()) {
        return fail(ErrorCode::InvalidArgument,
                    say("%1 is not a target format; use safetensors, pth, per-tensor or offload.",
                        quotedForMessage(name)),
                    {}, "--to");
    }
    return found->first;
}

Result<std::uint64_t> shardBytesFromText(std::string_view text) {
    constexpr double kBitsPerByte = 8;
    constexpr double kLargest = 1e18;
    const auto size = parseSize(text);
    STOWAGE_TRY(size);
    const double bytes = size->bytes * (size->countedBits ? kBitsPerByte : 1);
    if (bytes < 1) {
        return fail(ErrorCode::InvalidArgument,
                    say("at least one byte is required, not %1.", text));
    }
    return static_cast<std::uint64_t>(std::min(bytes, kLargest));
}

Result<ConvertPlan> planConversion(const Checkpoint& checkpoint, const ConvertChoices& choices) {
    return Planner(checkpoint, choices).plan();
}

}  // namespace stowage
