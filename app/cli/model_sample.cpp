// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/model_sample.h"

#include "engine/base/checksums.h"
#include "engine/checkpoint/tensor_reader.h"
#include "engine/model/dtype.h"
#include "engine/model/module_tree.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace stowage {

namespace {

using Json = nlohmann::ordered_json;

/// From each end of the sorted names, so that copies that are whole share all of them.
constexpr std::size_t kSampledAtEachEnd = 8;
constexpr std::size_t kSampledBytes = 4096;
/// Longer names are passed over: all of them go into one line.
constexpr std::size_t kMostNameBytes = 256;
constexpr const char* kClassKey = "class";

/// "float32 [4, 5] c31e7b…", of elements that share bytes without the last; "" where it cannot be
/// read.
std::string sampleOf(TensorReader& reader, const StoredTensor& tensor) {
    std::uint64_t elements = 1;
    std::string text = std::string(dtypeName(tensor.dtype)) + " [";
    for (const std::int64_t size : tensor.shape) {
        elements *= static_cast<std::uint64_t>(size);
        text += (text.back() == '[' ? "" : ", ") + std::to_string(size);
    }
    if (elementBlock(tensor.dtype) || storedBits(tensor.dtype) < 8) {
        return text + "]";
    }
    std::array<std::byte, kSampledBytes> buffer{};
    const std::uint64_t element = storedBytes(tensor.dtype, 1);
    const std::uint64_t bytes = std::min(elements, buffer.size() / element) * element;
    const std::span<std::byte> part = std::span(buffer).first(bytes);
    if (!reader.read(tensor, 0, part)) {
        return {};
    }
    Sha256 digest;
    digest.add(part);
    return text + "] " + digest.hex();
}

}  // namespace

Json modelSample(const Checkpoint& checkpoint, const ModuleTree& tree) {
    Json sample = Json::object();
    if (const std::string& name = tree.node(ModuleTree::root()).className; !name.empty()) {
        sample[kClassKey] = name;
    }
    std::vector<const StoredTensor*> matrices;  // vectors of ones are the same in many models
    for (const StoredTensor& tensor : checkpoint.tensors) {
        if (tensor.shape.size() > 1 && !tensor.isMeta && tensor.name.size() <= kMostNameBytes) {
            matrices.push_back(&tensor);
        }
    }
    std::ranges::sort(matrices, {}, &StoredTensor::name);
    TensorReader reader(checkpoint);
    for (std::size_t i = 0; i < matrices.size(); ++i) {
        if (i < kSampledAtEachEnd || i + kSampledAtEachEnd >= matrices.size()) {
            if (std::string text = sampleOf(reader, *matrices[i]); !text.empty()) {
                sample[matrices[i]->name] = std::move(text);
            }
        }
    }
    return sample;
}

std::optional<std::string> sampleDifference(const Json& one, const Json& other) {
    for (auto entry = one.begin(); one.is_object() && entry != one.end(); ++entry) {
        const auto same = other.is_object() ? other.find(entry.key()) : other.end();
        if (same != other.end() && *same != *entry) {
            return entry.key();
        }
    }
    return std::nullopt;
}

}  // namespace stowage
