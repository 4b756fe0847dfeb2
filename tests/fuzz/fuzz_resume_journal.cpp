// SPDX-License-Identifier: GPL-3.0-or-later
// The journal that an interrupted write left.
#include "engine/checkpoint/write/resume_journal.h"
#include "tests/fuzz/folder_text.h"
#include "tests/fuzz/fuzz_check.h"
#include "tests/fuzz/fuzz_target.h"

#include <memory>
#include <string>

namespace stowage::fuzz {
namespace {

const WriteIdentity kIdentity{"model", "1", "safetensors", "2"};

Result<std::unique_ptr<ResumeJournal>> openAt(const std::string& path) {
    return ResumeJournal::open(path, kIdentity, ResumeJournal::Start::Resume);
}

}  // namespace

void runResumeJournal(Input input) {
    const std::string text = "=== journal\n" + std::string(textOf(input));
    const std::string path = folderFrom(std::as_bytes(std::span(text))) + "/journal";
    auto journal = openAt(path);
    if (!journal) {
        checkError(journal.error());
        return;
    }
    const KeptFile* const earlier = (*journal)->find("a");
    const KeptFile kept = earlier != nullptr ? *earlier : KeptFile{7, 8, true};
    require((*journal)->note("b", kept).has_value(), "a journal can be written on");
    journal->reset();
    const auto again = openAt(path);
    require(again.has_value() && (*again)->foundEarlier(), "a journal can be opened again");
    const KeptFile* const noted = (*again)->find("b");
    require(noted != nullptr && noted->bytes == kept.bytes && noted->crc == kept.crc &&
                noted->isComplete == kept.isComplete,
            "what was noted is found");
    require(((*again)->find("a") == nullptr) == (earlier == nullptr), "nothing else is changed");
}

}  // namespace stowage::fuzz
