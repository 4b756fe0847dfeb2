// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/single_file_fixture.h"

#include "engine/model/tensor_spec.h"

#include <QByteArray>
#include <QFile>
#include <QString>
#include <nlohmann/json.hpp>

#include <array>
#include <cstdint>
#include <utility>

namespace stowage::test {
namespace {

/// dtype and its name in a safetensors header.
struct FileDType {
    const char* torch;
    const char* file;
    DType dtype;
};
constexpr std::array kDTypes{
    FileDType{"float8_e4m3fn", "F8_E4M3", DType::Float8E4M3FN},
    FileDType{"float16", "F16", DType::Float16}, FileDType{"bfloat16", "BF16", DType::BFloat16},
    FileDType{"float32", "F32", DType::Float32}, FileDType{"int64", "I64", DType::Int64}};

DType dtypeNamed(const std::string& name) {
    for (const FileDType& each : kDTypes) {
        if (name == each.torch) {
            return each.dtype;
        }
    }
    qFatal("no such dtype in the fixture");
}

const char* fileNameOf(DType dtype) {
    for (const FileDType& each : kDTypes) {
        if (dtype == each.dtype) {
            return each.file;
        }
    }
    return "";
}

std::string littleEndian(std::uint64_t value) {
    std::string bytes;
    for (int i = 0; i < 8; ++i, value >>= 8) {
        bytes += static_cast<char>(value & 0xff);
    }
    return bytes;
}

}  // namespace

SingleFileFixture singleFileFixture(const std::string& name) {
    QFile file(QStringLiteral(STOWAGE_TEST_DATA "/single_files/") + QString::fromStdString(name) +
               QStringLiteral(".json.qz"));
    if (!file.open(QIODevice::ReadOnly)) {
        qFatal("no fixture %s", name.c_str());
    }
    const auto document = nlohmann::ordered_json::parse(qUncompress(file.readAll()).toStdString());
    SingleFileFixture fixture;
    fixture.pipeline = document.at("pipeline").get<std::string>();
    fixture.madeByDiffusers = document.at("made_by_diffusers").get<std::vector<std::string>>();
    std::uint64_t offset = 0;
    std::string common;
    for (const auto& [key, entry] : document.at("original").items()) {
        StoredTensor tensor;
        tensor.name = key;
        tensor.shape = entry.at(0).get<std::vector<std::int64_t>>();
        common = common.empty() ? entry.at(1).get<std::string>() : common;
        tensor.dtype = dtypeNamed(entry.at(1).get<std::string>());
        tensor.location = {0, offset, checkedByteSize(tensor.dtype, tensor.shape).value()};
        offset += tensor.location.length;
        fixture.original.push_back(std::move(tensor));
    }
    for (const auto& [component, tensors] : document.at("converted").items()) {
        for (const auto& [key, entry] : tensors.items()) {
            fixture.converted[component + "." + key] =
                common + " " + entry.at(0).dump() +
                (entry.size() > 1 ? " " + entry.at(1).get<std::string>() : std::string());
        }
    }
    return fixture;
}

std::string singleFileContent(const std::string& name, std::size_t bytes) {
    std::uint64_t state = 0xcbf29ce484222325U;
    for (const char byte : name) {
        state = (state ^ static_cast<unsigned char>(byte)) * 0x100000001b3U;
    }
    std::string content;
    content.reserve(bytes + 8);
    while (content.size() < bytes) {
        state += 0x9e3779b97f4a7c15U;
        std::uint64_t z = state;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
        content += littleEndian(z ^ (z >> 31));
    }
    content.resize(bytes);
    return content;
}

std::string singleFileBytes(const SingleFileFixture& fixture) {
    nlohmann::ordered_json header;
    std::string data;
    for (const StoredTensor& tensor : fixture.original) {
        const std::size_t begin = data.size();
        data += singleFileContent(tensor.name, tensor.location.length);
        header[tensor.name] = {{"dtype", fileNameOf(tensor.dtype)},
                               {"shape", tensor.shape},
                               {"data_offsets", {begin, data.size()}}};
    }
    const std::string text = header.dump();
    return littleEndian(text.size()) + text + data;
}

std::string singleFileText(const StoredTensor& tensor, const std::string& digest) {
    return std::string(dtypeName(tensor.dtype)) + " " + nlohmann::json(tensor.shape).dump() +
           (digest.empty() ? "" : " " + digest);
}

}  // namespace stowage::test
