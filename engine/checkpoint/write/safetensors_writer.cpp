// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/write/safetensors_writer.h"

#include "engine/base/integers.h"
#include "engine/base/json_reader.h"
#include "engine/base/strings.h"
#include "engine/checkpoint/formats/safetensors_reader.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <tuple>

namespace stowage {
namespace {

using Json = nlohmann::ordered_json;

/// The reference sorts by its enum of dtypes, which is "ordered by increasing alignment"
/// (safetensors 0.6, tensor.rs); the file has the last of them first.
constexpr auto kAscending = std::to_array<DType>(
    {DType::Bool,          DType::Float4E2M1,     DType::Float6E2M3,     DType::Float6E3M2,
     DType::UInt8,         DType::Int8,           DType::Float8E5M2,     DType::Float8E4M3FN,
     DType::Float8E8M0FNU, DType::Float8E4M3FNUZ, DType::Float8E5M2FNUZ, DType::Int16,
     DType::UInt16,        DType::Float16,        DType::BFloat16,       DType::Int32,
     DType::UInt32,        DType::Float32,        DType::Complex64,      DType::Float64,
     DType::Int64,         DType::UInt64});

std::ptrdiff_t rankOf(DType dtype) {
    return std::ranges::find(kAscending, dtype) - kAscending.begin();
}

std::vector<std::size_t> fileOrder(std::span<const TensorToWrite> tensors) {
    std::vector<std::size_t> order(tensors.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
        return std::tuple(-rankOf(tensors[a].dtype), std::string_view(tensors[a].name)) <
               std::tuple(-rankOf(tensors[b].dtype), std::string_view(tensors[b].name));
    });
    return order;
}

Result<void> checkForSafetensors(std::span<const TensorToWrite> tensors) {
    for (const TensorToWrite& tensor : tensors) {
        if (!safetensorsName(tensor.dtype)) {
            return fail(ErrorCode::Unsupported,
                        say("The tensor %1 has the dtype %2, which safetensors files cannot store; "
                            "write a .pth file.",
                            quotedForMessage(tensor.name), dtypeName(tensor.dtype)),
                        {}, tensor.name);
        }
        if (tensor.sameAs) {
            return fail(ErrorCode::InvalidArgument,
                        say("A safetensors file cannot store a second name of a tensor, such as "
                            "%1; leave the second name out.",
                            quotedForMessage(tensor.name)),
                        {}, tensor.name);
        }
    }
    return {};
}

Result<std::string> makeHeader(const CheckpointWriteJob& job, std::span<const std::size_t> order,
                               std::span<const std::uint64_t> sizes,
                               const SafetensorsMetadata& metadata) {
    constexpr std::size_t kAlignment = 8;
    std::string header = "{";
    const auto member = [&](const std::string& key, const Json& value) {
        header += (header.size() > 1 ? "," : "") + jsonText(Json(key)) + ":" + jsonText(value);
    };
    if (!metadata.empty()) {
        Json object = Json::object();
        for (const auto& [key, value] : metadata) {
            object.get_ref<Json::object_t&>().emplace_back(key, value);
        }
        member("__metadata__", object);
    }
    std::uint64_t offset = 0;
    for (const std::size_t index : order) {
        const TensorToWrite& tensor = job.tensors[index];
        Json entry;
        entry["dtype"] = *safetensorsName(tensor.dtype);
        entry["shape"] = tensor.shape;
        entry["data_offsets"] = {offset, offset + sizes[index]};
        member(tensor.name, entry);
        offset += sizes[index];
    }
    header += "}";
    header.resize((header.size() + kAlignment - 1) / kAlignment * kAlignment, ' ');
    if (header.size() > kMaxSafetensorsHeaderBytes) {
        return fail(ErrorCode::InvalidArgument,
                    say("%1 would need a header of more than 100,000,000 bytes, which is the limit "
                        "of safetensors files.",
                        job.path),
                    job.path);
    }
    return header;
}

}  // namespace

Result<Progress> streamSafetensors(const CheckpointWriteJob& job,
                                   const SafetensorsMetadata& metadata, AppendFile& file) {
    STOWAGE_TRY(checkForSafetensors(job.tensors));
    const auto sizes = checkedTensorSizes(job.tensors);
    STOWAGE_TRY(sizes);
    const std::vector<std::size_t> order = fileOrder(job.tensors);
    const auto header = makeHeader(job, order, *sizes, metadata);
    STOWAGE_TRY(header);
    std::string head;
    appendLittleEndian<std::uint64_t>(head, header->size());
    STOWAGE_TRY(file.append(head + *header));
    const std::uint64_t total = std::accumulate(sizes->begin(), sizes->end(), std::uint64_t{0});
    TensorStream stream(job, file, total);
    for (const std::size_t index : order) {
        const auto crc = stream.append(index, (*sizes)[index], TensorStream::Checksum::None);
        STOWAGE_TRY(crc);
    }
    return stream.progress();
}

Result<void> writeSafetensors(const CheckpointWriteJob& job, const SafetensorsMetadata& metadata) {
    return writeAtomically(job, [&](const CheckpointWriteJob& one, AppendFile& file) {
        return streamSafetensors(one, metadata, file);
    });
}

}  // namespace stowage
