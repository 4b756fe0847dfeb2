// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace stowage::test {

/// A tensor that a valid file must be found to hold.
struct ExpectedTensor {
    std::string name;
    std::string dtype;
    std::vector<std::int64_t> shape;
    /// Its content in C order, as loading must bring it; nothing: it is only listed.
    std::optional<std::string> bytes;
};

/// One file or folder of the collection and what must become of it.
struct HostileCase {
    int number = 0;    ///< in the list "Bad input" of docs/spec/checkpoints.md; 0: not in it
    std::string name;  ///< begins with the number where it has one
    std::string path;  ///< below the collection's folder
    std::vector<std::string> options{};     ///< more arguments for stowagectl
    std::optional<ErrorCode> error{};       ///< nothing: it is valid
    std::string mentions{};                 ///< part of the message, or of a warning
    std::vector<ExpectedTensor> tensors{};  ///< of a valid one, all of them
    bool isLoadable = true;                 ///< of a valid one
    bool isLarge = false;                   ///< takes tens of megabytes
    bool isListed = false;  ///< of a bad one: it is listed, and only loading refuses it
};

/// Writes the collection: each case in a folder of its own, and `cases.json` with the list.
class CaseFolder {
public:
    explicit CaseFolder(std::filesystem::path folder) : m_folder(std::move(folder)) {}

    /// A file that must be refused. The number is read from the beginning of the name.
    void bad(const std::string& name, const std::string& fileName, const std::string& bytes,
             ErrorCode error, const std::string& mentions);
    /// A file that must be accepted with just these tensors, and a warning where one is mentioned.
    void valid(const std::string& name, const std::string& fileName, const std::string& bytes,
               std::vector<ExpectedTensor> tensors, const std::string& mentions = {});

    /// An empty folder for a case made by hand, to be filled and added.
    [[nodiscard]] std::filesystem::path newFolder(const std::string& name);
    void add(HostileCase one, const std::filesystem::path& place);
    void addBad(const std::string& name, const std::filesystem::path& place, ErrorCode error,
                const std::string& mentions);
    void addValid(const std::string& name, const std::filesystem::path& place,
                  std::vector<ExpectedTensor> tensors, const std::string& mentions = {});
    /// Changes what the last case says.
    [[nodiscard]] HostileCase& last() { return m_cases.back(); }

    [[nodiscard]] const std::filesystem::path& folder() const { return m_folder; }
    [[nodiscard]] const std::vector<HostileCase>& cases() const { return m_cases; }
    /// {"cases": [{"number", "name", "path", "options", "error" | "valid", "mentions", …}]}
    void writeList() const;

private:
    std::filesystem::path m_folder;
    std::vector<HostileCase> m_cases;
    int m_folders = 0;
};

/// Rows of one file name: `row("16 overlap", bytes, ErrorCode::Malformed, "overlaps")`.
class BadRows {
public:
    BadRows(CaseFolder& folder, std::string fileName)
        : m_folder(&folder), m_fileName(std::move(fileName)) {}
    void operator()(const std::string& name, const std::string& bytes, ErrorCode error,
                    const std::string& mentions) const {
        m_folder->bad(name, m_fileName, bytes, error, mentions);
    }

private:
    CaseFolder* m_folder;
    std::string m_fileName;
};

void writeBytes(const std::filesystem::path& file, const std::string& bytes);

// The parts of the collection, a file each.
void addBadSafetensors(CaseFolder& folder);
void addBadIndexes(CaseFolder& folder);
void addBadZips(CaseFolder& folder);
void addBadPickles(CaseFolder& folder);
void addHeavyPickles(CaseFolder& folder);
void addHeavyTexts(CaseFolder& folder);
void addBadOldTorch(CaseFolder& folder);
void addBadOthers(CaseFolder& folder);
void addBadPlaces(CaseFolder& folder);
void addBadModels(CaseFolder& folder);
void addBadConfigs(CaseFolder& folder);
void addBadAdapters(CaseFolder& folder);
void addBadPipelines(CaseFolder& folder);
void addBadProjects(CaseFolder& folder);
void addOddSafetensors(CaseFolder& folder);
void addOddTorch(CaseFolder& folder);
void addOddFolders(CaseFolder& folder);
void addOddOthers(CaseFolder& folder);
void addOddSingleFiles(CaseFolder& folder);

enum class CaseSize { All, NoLarge };
/// All of them; without the large ones also without projects, which are no checkpoints.
void addEveryCase(CaseFolder& folder, CaseSize size);

}  // namespace stowage::test
