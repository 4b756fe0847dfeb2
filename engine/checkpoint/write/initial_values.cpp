// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/write/initial_values.h"

#include "engine/base/byte_size.h"
#include "engine/base/file_descriptor.h"
#include "engine/base/file_writer.h"
#include "engine/checkpoint/keys/key_check.h"
#include "engine/checkpoint/write/float_values.h"
#include "engine/model/tensor_spec.h"

#include <sys/mman.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

namespace stowage {
namespace {

constexpr std::uint64_t kMostBytes = 4 * kGiB;  ///< a file that lacks more is not of this model
constexpr std::size_t kPiece = std::size_t{1} << 20;  ///< values at a time; even

/// One parameter's values, piece by piece.
class ValueMaker {
public:
    ValueMaker(const ModuleTree& tree, const TensorSpec& tensor)
        : m_className(tree.node(tensor.module).className),
          m_isShift(tensor.name.ends_with(".shift") || tensor.name.ends_with(".bias")),
          m_isMask(tensor.kind == TensorKind::Buffer),
          m_columns(static_cast<std::uint64_t>(std::max<std::int64_t>(tensor.shape.back(), 1))),
          m_key(NormalNumbers::keyFor(0, tensor.name)) {
        // A bias is as wide as its weight's rows are long: both are bounded by the inputs.
        for (const TensorSpec& other : tree.ownTensors(tensor.module)) {
            m_inputs = other.shape.size() == 2 ? other.shape[1] : m_inputs;
        }
    }

    void fill(std::uint64_t first, std::span<float> values) {
        if (m_isMask) {  // torch.triu(torch.ones(n, n), diagonal=1)
            for (float& value : values) {
                value = first % m_columns > first / m_columns ? 1.0F : 0.0F;
                ++first;
            }
            return;
        }
        if (m_className == "LayerNorm") {
            std::ranges::fill(values, m_isShift ? 0.0F : 1.0F);
            return;
        }
        m_numbers.fill(m_key, first, 0, 1, values);
        if (m_className == "Linear") {
            const auto bound =
                1 / std::sqrt(static_cast<float>(std::max<std::int64_t>(m_inputs, 1)));
            std::ranges::transform(values, values.begin(), [bound](float normal) {
                return bound * std::erf(normal / std::sqrt(2.0F));  // a uniform number in ±bound
            });
        }
    }

private:
    std::string m_className;
    bool m_isShift;
    bool m_isMask;
    std::uint64_t m_columns;
    std::uint64_t m_key;
    std::int64_t m_inputs = 1;
    NormalNumbers m_numbers;
};

bool isStorable(DType dtype) {
    return dtype == DType::Float16 || dtype == DType::BFloat16 || dtype == DType::Float32 ||
           dtype == DType::Float64;
}

Result<void> appendValues(const FileDescriptor& file, const ModuleTree& tree,
                          const TensorSpec& tensor) {
    ValueMaker maker(tree, tensor);
    const std::uint64_t count = elementCount(tensor.shape);
    std::vector<float> values;
    std::vector<std::byte> bytes;
    for (std::uint64_t first = 0; first < count; first += kPiece) {
        values.resize(static_cast<std::size_t>(std::min<std::uint64_t>(kPiece, count - first)));
        bytes.resize(values.size() * storedBits(tensor.dtype) / 8);
        maker.fill(first, values);
        storeFloats(values, tensor.dtype, bytes);
        STOWAGE_TRY(writeStream(file.get(), bytes, "memory for initial values"));
    }
    return {};
}

Result<std::uint64_t> bytesOf(const Checkpoint& checkpoint, const TensorSpec& tensor) {
    if (!isStorable(tensor.dtype)) {
        return fail(
            ErrorCode::Unsupported,
            say("The tensor %1 has the dtype %2, for which Stowage does not know the initial "
                "values of a new model; open the checkpoint that belongs to this model.",
                tensor.name, dtypeName(tensor.dtype)),
            checkpoint.path, tensor.name);
    }
    return checkedByteSize(tensor.dtype, tensor.shape).value_or(kMostBytes + 1);
}

}  // namespace

std::vector<std::string> initialisable(const Checkpoint& checkpoint) {
    constexpr std::string_view kFromScratchGpt = "raschka-gpt2";
    const bool isFromScratchGpt = checkpoint.keyCheck && checkpoint.describedTree &&
                                  checkpoint.describedTree->architecture() == kFromScratchGpt;
    return isFromScratchGpt ? checkpoint.keyCheck->missing : std::vector<std::string>();
}

Result<std::shared_ptr<const Checkpoint>> withInitialValues(
    std::shared_ptr<const Checkpoint> checkpoint) {
    const std::vector<std::string> names = initialisable(*checkpoint);
    if (names.empty()) {
        return checkpoint;
    }
    const ModuleTree& tree = *checkpoint->describedTree;
    auto filled = std::make_shared<Checkpoint>(*checkpoint);
    // A file without a name, which goes with its last reader.
    const auto memory =
        std::make_shared<FileDescriptor>(::memfd_create("stowage-initial-values", MFD_CLOEXEC));
    std::uint64_t total = 0;
    for (const std::string& name : names) {
        const TensorSpec& tensor = tree.tensor(*tree.findTensor(name));
        const auto bytes = bytesOf(*checkpoint, tensor);
        STOWAGE_TRY(bytes);
        if (*bytes > kMostBytes - total) {
            return fail(
                ErrorCode::LimitExceeded,
                say("%1 lacks more than %2 of the model's parameters, which is too much to load "
                    "with initial values; open the checkpoint that belongs to this model.",
                    checkpoint->path, formatSize(static_cast<double>(kMostBytes))),
                checkpoint->path, name);
        }
        STOWAGE_TRY(appendValues(*memory, tree, tensor));
        const auto shard = static_cast<std::uint32_t>(checkpoint->shards.size());
        StoredTensor stored{name, tensor.dtype, tensor.shape, {}, {shard, total, *bytes}};
        filled->tensors.push_back(std::move(stored));
        total += *bytes;
    }
    const auto file = RandomAccessFile::open("/proc/self/fd/" + std::to_string(memory->get()));
    STOWAGE_TRY(file);
    // Its path holds as long as the descriptor that it names.
    filled->shards.emplace_back(file->get(), [file = *file, memory](const RandomAccessFile*) {});
    auto check = std::make_shared<KeyCheck>(*checkpoint->keyCheck);
    check->initialised = std::exchange(check->missing, {});
    check->proposals.clear();
    filled->keyCheck = std::move(check);
    return std::shared_ptr<const Checkpoint>(std::move(filled));
}

}  // namespace stowage
