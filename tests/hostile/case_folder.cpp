// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/hostile/case_folder.h"

#include <nlohmann/json.hpp>

#include <cctype>
#include <charconv>
#include <fstream>
#include <utility>

namespace stowage::test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

int numberOf(const std::string& name) {
    int number = 0;
    std::from_chars(name.data(), name.data() + name.size(), number);
    return number;
}

std::string hexOf(const std::string& bytes) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string text;
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        text += kDigits[byte >> 4U];
        text += kDigits[byte & 0xfU];
    }
    return text;
}

Json asJson(const HostileCase& one) {
    Json json{{"number", one.number}, {"name", one.name}, {"path", one.path}};
    json["options"] = one.options;
    json["valid"] = !one.error.has_value();
    if (one.error) {
        json["error"] = errorCodeName(*one.error);
    }
    json["mentions"] = one.mentions;
    json["tensors"] = Json::array();
    for (const ExpectedTensor& tensor : one.tensors) {
        Json entry{{"name", tensor.name}, {"dtype", tensor.dtype}, {"shape", tensor.shape}};
        entry["hex"] = tensor.bytes ? Json(hexOf(*tensor.bytes)) : Json(nullptr);
        json["tensors"].push_back(std::move(entry));
    }
    json["loadable"] = one.isLoadable;
    json["large"] = one.isLarge;
    json["listed"] = one.isListed;
    return json;
}

}  // namespace

void writeBytes(const fs::path& file, const std::string& bytes) {
    std::ofstream(file, std::ios::binary | std::ios::trunc) << bytes;
}

void CaseFolder::bad(const std::string& name, const std::string& fileName, const std::string& bytes,
                     ErrorCode error, const std::string& mentions) {
    const fs::path file = newFolder(name) / fileName;
    writeBytes(file, bytes);
    addBad(name, file, error, mentions);
}

void CaseFolder::valid(const std::string& name, const std::string& fileName,
                       const std::string& bytes, std::vector<ExpectedTensor> tensors,
                       const std::string& mentions) {
    const fs::path file = newFolder(name) / fileName;
    writeBytes(file, bytes);
    addValid(name, file, std::move(tensors), mentions);
}

fs::path CaseFolder::newFolder(const std::string& name) {
    std::string text = std::to_string(1000 + ++m_folders) + "-";
    for (const char c : name) {
        text += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '-';
    }
    fs::path place = m_folder / text;
    fs::create_directories(place);
    return place;
}

void CaseFolder::add(HostileCase one, const fs::path& place) {
    one.number = numberOf(one.name);
    one.path = place.lexically_relative(m_folder).string();
    m_cases.push_back(std::move(one));
}

void CaseFolder::addBad(const std::string& name, const fs::path& place, ErrorCode error,
                        const std::string& mentions) {
    HostileCase one;
    one.name = name;
    one.error = error;
    one.mentions = mentions;
    add(std::move(one), place);
}

void CaseFolder::addValid(const std::string& name, const fs::path& place,
                          std::vector<ExpectedTensor> tensors, const std::string& mentions) {
    HostileCase one;
    one.name = name;
    one.tensors = std::move(tensors);
    one.mentions = mentions;
    add(std::move(one), place);
}

void CaseFolder::writeList() const {
    Json list{{"cases", Json::array()}};
    for (const HostileCase& one : m_cases) {
        list["cases"].push_back(asJson(one));
    }
    writeBytes(m_folder / "cases.json", list.dump(1) + "\n");
}

void addEveryCase(CaseFolder& folder, CaseSize size) {
    addBadSafetensors(folder);
    addBadIndexes(folder);
    addBadZips(folder);
    addBadPickles(folder);
    addBadOldTorch(folder);
    addBadOthers(folder);
    addBadPlaces(folder);
    addBadModels(folder);
    addBadConfigs(folder);
    addBadAdapters(folder);
    addBadPipelines(folder);
    addOddSafetensors(folder);
    addOddTorch(folder);
    addOddFolders(folder);
    addOddOthers(folder);
    addOddSingleFiles(folder);
    if (size == CaseSize::All) {
        addHeavyPickles(folder);
        addHeavyTexts(folder);
        addBadProjects(folder);
    }
}

}  // namespace stowage::test
