// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/adapter/adapter_keys.h"

#include "engine/base/strings.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace stowage {
namespace {

constexpr std::string_view kPeftPrefix = "base_model.model.";
/// What PEFT writes of a LoRA layer behind the module's path: the state dict's names without the
/// adapter's own.
constexpr std::array<std::string_view, 6> kParts = {"lora_A.weight",    "lora_B.weight",
                                                    "lora_B.bias",      "lora_embedding_A",
                                                    "lora_embedding_B", "lora_magnitude_vector"};
/// Names in LoRA files of kohya's scripts and of older releases of diffusers.
constexpr std::array<std::string_view, 3> kForeign = {"lora_down", "lora.down", "_lora.up"};

const AdapterPart* partNamed(const std::vector<AdapterPart>& parts, std::string_view name) {
    const auto found = std::ranges::find(parts, name, &AdapterPart::name);
    return found == parts.end() ? nullptr : &*found;
}

/// Both halves must be there and have the rank in common: of A the first size, of B the second.
Result<void> checkPair(const std::string& path, const std::vector<AdapterPart>& parts,
                       const std::string& file) {
    const bool isEmbedding = partNamed(parts, "lora_embedding_A") != nullptr ||
                             partNamed(parts, "lora_embedding_B") != nullptr;
    const std::string aName = isEmbedding ? "lora_embedding_A" : "lora_A.weight";
    const std::string bName = isEmbedding ? "lora_embedding_B" : "lora_B.weight";
    const AdapterPart* const a = partNamed(parts, aName);
    const AdapterPart* const b = partNamed(parts, bName);
    if (a == nullptr || b == nullptr) {
        return fail(ErrorCode::Malformed,
                    say("%1 is cut or damaged: of %2 it holds no \"%3\"; fetch the adapter again.",
                        file, quotedForMessage(path), (a == nullptr ? aName : bName)),
                    file, path);
    }
    const auto& ofA = a->stored->shape;
    const auto& ofB = b->stored->shape;
    if (ofA.size() < 2 || ofB.size() < 2 || ofA[0] != ofB[1] || ofA[0] <= 0) {
        return fail(ErrorCode::Malformed,
                    say("%1 is damaged: of %2 \"%3\" is [%4] and \"%5\" is [%6], which have no "
                        "rank in common.",
                        file, quotedForMessage(path), aName, joinedText(ofA, ", "), bName,
                        joinedText(ofB, ", ")),
                    file, path);
    }
    return {};
}

}  // namespace

Result<AdapterKeys> sortAdapterKeys(const Checkpoint& weights) {
    AdapterKeys keys;
    for (const StoredTensor& tensor : weights.tensors) {
        std::string_view name = tensor.name;
        if (std::ranges::any_of(kForeign,
                                [&](auto word) { return name.find(word) != name.npos; })) {
            return fail(
                ErrorCode::Unsupported,
                say("%1 names its tensors as other programs do (%2); load it with diffusers and "
                    "save it with save_lora_weights(), which writes the names that Stowage reads.",
                    weights.path, quotedForMessage(tensor.name)),
                weights.path, tensor.name);
        }
        if (name.starts_with(kPeftPrefix)) {
            name.remove_prefix(kPeftPrefix.size());
        }
        const auto* const part = std::ranges::find_if(kParts, [&](std::string_view end) {
            return name.size() > end.size() + 1 && name.ends_with(end) &&
                   name[name.size() - end.size() - 1] == '.';
        });
        if (part == kParts.end()) {
            keys.others.push_back({std::string(name), &tensor});
        } else {
            keys.layers[std::string(name.substr(0, name.size() - part->size() - 1))].push_back(
                {std::string(*part), &tensor});
        }
    }
    if (keys.layers.empty()) {
        return fail(
            ErrorCode::Malformed,
            say("%1 is no LoRA adapter: no tensor of it is called lora_A or lora_B.", weights.path),
            weights.path);
    }
    for (auto& [path, parts] : keys.layers) {
        // In the order in which a layer registers them, not in the file's.
        std::ranges::sort(parts, {}, [](const AdapterPart& part) {
            return std::ranges::find(kParts, part.name) - kParts.begin();
        });
        STOWAGE_TRY(checkPair(path, parts, weights.path));
    }
    return keys;
}

}  // namespace stowage
