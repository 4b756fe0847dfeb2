// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/write/convert_checkpoint.h"
#include "tests/support/fixture_digests.h"

#include <QTemporaryDir>

#include <cstdint>
#include <stop_token>
#include <string>

namespace stowage::test {

/// A disk on which only so many bytes can be written.
struct FullAfter {
    std::uint64_t bytes = ~std::uint64_t{0};
    std::uint64_t written = 0;

    /// Must not outlive it.
    [[nodiscard]] WriteFault fault();
};

/// A model of six tensors of 400 kB, to be converted into the folder "out" and interrupted.
class InterruptedConversion {
public:
    InterruptedConversion();

    [[nodiscard]] std::string at(const std::string& name) const;
    [[nodiscard]] std::string journal() const;
    /// Into "out", noting each tensor, without waiting for the disk.
    [[nodiscard]] ConvertOptions options(ConvertTarget target, ResumeJournal::Start start,
                                         FullAfter* full = nullptr) const;
    [[nodiscard]] Result<ConvertSummary> run(const ConvertOptions& options,
                                             std::stop_token stop = {}) const;

private:
    QTemporaryDir m_folder;  // first: the model is written into it

public:
    std::string model;
    TensorDigests digests;
};

/// All of a file.
[[nodiscard]] std::string textOf(const std::string& path);

}  // namespace stowage::test
