// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/interrupted_conversion.h"

#include "engine/base/error_conversion.h"
#include "engine/checkpoint/open/open_checkpoint.h"
#include "tests/support/convert_check.h"

#include <cerrno>
#include <fstream>
#include <iterator>
#include <utility>

namespace stowage::test {

WriteFault FullAfter::fault() {
    return [this](const std::string& path, std::uint64_t count) -> Result<void> {
        written += count;
        return written > bytes ? Result<void>(writeFailure(path, ENOSPC)) : Result<void>();
    };
}

InterruptedConversion::InterruptedConversion()
    : model(writeModel(m_folder.path().toStdString(), 6, 100'000)), digests(digestsAt(model)) {}

std::string InterruptedConversion::at(const std::string& name) const {
    return m_folder.path().toStdString() + "/" + name;
}

std::string InterruptedConversion::journal() const {
    return at("out/.stowage-unfinished/journal.jsonl");
}

ConvertOptions InterruptedConversion::options(ConvertTarget target, ResumeJournal::Start start,
                                              FullAfter* full) const {
    ConvertOptions options;
    options.folder = at("out");
    options.choices.target = target;
    options.start = start;
    options.syncBytes = std::uint64_t{256} << 10;
    options.durability = AtomicFileWriter::Durability::Cached;
    options.fault = full == nullptr ? WriteFault() : full->fault();
    return options;
}

Result<ConvertSummary> InterruptedConversion::run(const ConvertOptions& options,
                                                  std::stop_token stop) const {
    const auto checkpoint = openCheckpoint(model);
    return checkpoint ? convertCheckpoint(**checkpoint, options, std::move(stop))
                      : checkpoint.unexpected();
}

std::string textOf(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace stowage::test
