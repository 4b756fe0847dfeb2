// SPDX-License-Identifier: GPL-3.0-or-later
// The zip file of torch.save since 1.6, of torch.jit.save, or any other.
#include "engine/checkpoint/formats/torch_document.h"
#include "engine/checkpoint/formats/torch_reader.h"
#include "tests/fuzz/fuzz_check.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/memory_file.h"

#include <algorithm>
#include <cstdint>
#include <stop_token>
#include <utility>
#include <vector>

namespace stowage::fuzz {
namespace {

void checkRecords(const ZipDirectory& directory, std::uint64_t fileBytes) {
    std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges;
    for (const ZipRecord& record : directory.records()) {
        require(record.dataOffset <= fileBytes && record.size <= fileBytes - record.dataOffset,
                "a record lies inside its file");
        require(directory.find(record.name) == &record, "each record is found by its name");
        ranges.emplace_back(record.dataOffset, record.dataOffset + record.size);
    }
    std::ranges::sort(ranges);
    for (std::size_t i = 1; i < ranges.size(); ++i) {
        require(ranges[i].first >= ranges[i - 1].second, "records do not overlap");
    }
}

}  // namespace

void runTorchArchive(Input input) {
    const auto file = memoryFile(input);
    const auto directory = ZipDirectory::read(*file, std::stop_token());
    if (!directory) {
        checkError(directory.error());
        return;
    }
    checkRecords(*directory, file->size());
    checkResult(readTorchArchive(file, OpenOptions{}, std::stop_token()));
    checkResult(readLoneTensor(file, std::stop_token()), file);
}

}  // namespace stowage::fuzz
