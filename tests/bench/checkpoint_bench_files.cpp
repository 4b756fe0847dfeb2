// SPDX-License-Identifier: GPL-3.0-or-later
// The checkpoints that checkpoint_bench opens. Headers are real; of large ones the data is a hole.
#include "tests/bench/checkpoint_bench.h"

#include "engine/base/error_conversion.h"
#include "engine/checkpoint/write/file_set_writer.h"
#include "engine/checkpoint/write/torch_archive_writer.h"
#include "tests/bench/python_child.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <span>
#include <tuple>

namespace stowage::bench {

namespace {

using Reader = HeaderCase::Reader;

constexpr std::size_t kShards = 200;

/// Names as in a mixture of experts, where tensors come by the thousands.
std::vector<std::string> modelNames(std::size_t count) {
    std::vector<std::string> names;
    for (std::size_t layer = 0; names.size() < count; ++layer) {
        const std::string block = "model.layers." + std::to_string(layer) + ".";
        for (const char* const part : {"q_proj", "k_proj", "v_proj", "o_proj"}) {
            names.push_back(block + "self_attn." + part + ".weight");
        }
        for (std::size_t expert = 0; expert < 64; ++expert) {
            for (const char* const part : {"gate_proj", "up_proj", "down_proj"}) {
                names.push_back(block + "mlp.experts." + std::to_string(expert) + "." + part +
                                ".weight");
            }
        }
    }
    names.resize(count);
    return names;
}

template <class Number>
void append(std::string& bytes, Number value) {
    std::array<char, sizeof(Number)> raw{};
    std::memcpy(raw.data(), &value, sizeof(Number));
    bytes.append(raw.data(), raw.size());
}

Result<void> writeSparse(const std::string& path, const std::string& head, std::uint64_t size) {
    std::ofstream(path, std::ios::binary) << head;
    if (::truncate(path.c_str(), static_cast<off_t>(size)) != 0) {
        return fail(ErrorCode::WriteFailed, path + " cannot be made: " + systemErrorText(errno));
    }
    return {};
}

/// As the reference writes it: sorted by name, padded to eight bytes.
Result<void> writeSparseSafetensors(const std::string& path, std::vector<std::string> names,
                                    std::int64_t rows, std::int64_t columns) {
    std::ranges::sort(names);
    std::string text = R"({"__metadata__":{"format":"pt"})";
    std::uint64_t end = 0;
    for (const std::string& name : names) {
        const std::uint64_t begin = end;
        end += 2 * static_cast<std::uint64_t>(rows * columns);
        text += ",\"" + name + R"(":{"dtype":"BF16","shape":[)" + std::to_string(rows) + "," +
                std::to_string(columns) + R"(],"data_offsets":[)" + std::to_string(begin) + "," +
                std::to_string(end) + "]}";
    }
    text += "}";
    text.resize((text.size() + 7) / 8 * 8, ' ');
    std::string head;
    append<std::uint64_t>(head, text.size());
    return writeSparse(path, head + text, head.size() + text.size() + end);
}

Result<std::string> writeSparseShards(const std::string& folder, std::size_t count) {
    std::filesystem::create_directory(folder);
    const std::vector<std::string> names = modelNames(count);
    nlohmann::json weights;
    for (std::size_t shard = 0; shard < kShards; ++shard) {
        const std::string file = "model-" + std::to_string(shard + 1) + ".safetensors";
        const auto from = static_cast<std::ptrdiff_t>(count * shard / kShards);
        const auto to = static_cast<std::ptrdiff_t>(count * (shard + 1) / kShards);
        const std::vector<std::string> part(names.begin() + from, names.begin() + to);
        for (const std::string& name : part) {
            weights[name] = file;
        }
        // 5120 × 1024 of two bytes: a hundred thousand are 1 TB.
        auto written = writeSparseSafetensors((folder + "/").append(file), part, 5120, 1024);
        if (!written) {
            return written.unexpected();
        }
    }
    const std::string index = folder + "/model.safetensors.index.json";
    std::ofstream(index) << nlohmann::json{{"weight_map", weights}}.dump(2);
    return index;
}

Result<void> writeSparseGguf(const std::string& path, std::size_t count) {
    constexpr std::uint32_t kHalf = 1;
    constexpr std::uint64_t kAlignment = 32;
    std::string head = "GGUF";
    append<std::uint32_t>(head, 3);
    append<std::uint64_t>(head, count);
    append<std::uint64_t>(head, 0);
    std::uint64_t end = 0;
    for (const std::string& name : modelNames(count)) {
        append<std::uint64_t>(head, name.size());
        head += name;
        append<std::uint32_t>(head, 2);
        append<std::uint64_t>(head, 16);
        append<std::uint64_t>(head, 16);
        append<std::uint32_t>(head, kHalf);
        append<std::uint64_t>(head, end);
        end += 512;
    }
    return writeSparse(path, head, (head.size() + kAlignment - 1) / kAlignment * kAlignment + end);
}

/// What our own writers make of 4 × 4 zeros.
Result<void> writeZeros(Result<void> (*write)(const CheckpointWriteJob&), const std::string& path,
                        std::size_t count, const std::stop_token& stop) {
    std::vector<TensorToWrite> tensors;
    for (const std::string& name : modelNames(count)) {
        tensors.push_back({name, DType::Float32, {4, 4}});
    }
    const auto zeros = [](std::size_t, std::uint64_t, std::span<std::byte> target) -> Result<void> {
        std::memset(target.data(), 0, target.size());
        return {};
    };
    CheckpointWriteJob job{path, tensors, zeros};
    job.stop = stop;
    job.durability = AtomicFileWriter::Durability::Cached;
    return write(job);
}

}  // namespace

Result<std::vector<HeaderCase>> makeHeaderCases(const std::string& folder, std::size_t few,
                                                std::size_t many, std::size_t most,
                                                const std::stop_token& stop) {
    std::vector<HeaderCase> cases;
    constexpr unsigned kRepeatsOfSmall = 50;
    const auto add = [&](const char* what, const std::string& path, Reader reader,
                         unsigned repeats = 1) {
        cases.push_back({what, path, path, reader, repeats});
        return path;
    };
    const auto names = [](std::size_t count) { return modelNames(count); };
    std::vector<Result<void>> written;
    written.push_back(writeSparseSafetensors(add("safetensors, small", folder + "/few.safetensors",
                                                 Reader::Safetensors, kRepeatsOfSmall),
                                             names(few), 16, 16));
    written.push_back(writeSparseSafetensors(
        add("safetensors, large", folder + "/many.safetensors", Reader::Safetensors), names(many),
        16, 16));
    const auto index = writeSparseShards(folder + "/shards", most);
    if (!index) {
        return index.unexpected();
    }
    cases.push_back(
        {"safetensors, 200 shards, 1 TB", folder + "/shards", *index, Reader::Safetensors});
    written.push_back(writeZeros(
        writeTorchArchive,
        add("PyTorch zip, small", folder + "/few.pth", Reader::Torch, kRepeatsOfSmall), few, stop));
    written.push_back(writeZeros(writeTorchArchive,
                                 add("PyTorch zip, large", folder + "/many.pth", Reader::Torch),
                                 many, stop));
    PythonChild legacy("python_headers.py", {"legacy_writer"});
    if (legacy.isThere()) {
        (void)legacy.ask(std::to_string(many) + " " +
                         add("PyTorch before 1.6", folder + "/many.pt", Reader::Torch));
    }
    std::filesystem::create_directory(folder + "/tensors");
    written.push_back(
        writeZeros(writePerTensorFolder, folder + "/tensors/model_parameters", many / 10, stop));
    cases.push_back({"a file a tensor", folder + "/tensors", folder + "/tensors/model_parameters",
                     Reader::Torch});
    written.push_back(writeSparseGguf(add("GGUF", folder + "/many.gguf", Reader::None), many));
    for (const Result<void>& one : written) {
        if (!one) {
            return one.unexpected();
        }
    }
    for (const auto& [what, file, reader] :
         {std::tuple{"safetensors, small, cold", "/few.safetensors", Reader::Safetensors},
          std::tuple{"PyTorch zip, small, cold", "/few.pth", Reader::Torch}}) {
        cases.push_back({what, folder + file, folder + file, reader, 1, true});
    }
    return cases;
}

}  // namespace stowage::bench
