// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/checkpoint/pickle_document.h"
#include "engine/checkpoint/pickle_input.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <stop_token>
#include <string>

namespace stowage {

/// Caps against hostile pickles. The largest real state dicts (10^5 tensors) have 2 MiB … 20 MiB
/// of pickle and a tenth of these objects.
struct PickleLimits {
    std::uint64_t pickleBytes = std::uint64_t{64} << 20;
    std::size_t objects = 2'000'000;
    std::size_t containers = 1'000'000;  ///< lists and dicts among them
    std::size_t tensors = 250'000;       ///< among them; each real one needs a dozen objects
    /// What is kept of a pickle, in bytes: few caps can be reached at once. 160,000 real tensors
    /// need as much, and then have 2 million objects.
    std::uint64_t memoryBytes = std::uint64_t{80} << 20;
    unsigned depth = 256;
    std::size_t stringBytes = 64 * 1024;
    std::size_t dimensions = 64;
};

/// Who wrote a pickle: what a persistent id looks like and which names are allowed.
enum class PickleDialect : std::uint8_t {
    Archive,      ///< torch.save since 1.6
    Legacy,       ///< torch.save before: persistent ids have a sixth member
    TorchScript,  ///< torch.jit.save: objects of classes under `__torch__`, made of their
                  ///< attributes
};

/// Where a pickle comes from.
struct PickleOrigin {
    std::string file;              ///< for messages
    std::string record;            ///< its name there, for messages
    std::uint64_t fileOffset = 0;  ///< of its first byte in the file, for errors
    PickleDialect dialect = PickleDialect::Archive;
};

/// Runs a pickle of protocol 2 in the subset that torch writes. Only listed opcodes and globals
/// pass; every global is resolved to an enum and nothing is ever called. What follows the STOP is
/// not looked at.
/// Errors: ForbiddenPickle (an opcode or global that is not allowed, by name), Unsupported
/// (another protocol), Malformed, Truncated (no STOP), LimitExceeded, ReadFailed, Cancelled.
[[nodiscard]] Result<PickleDocument> runPickle(PickleInput input, const PickleOrigin& origin,
                                               const std::stop_token& stop,
                                               const PickleLimits& limits = {});

/// The same of bytes in memory; texts of the result are views into them.
[[nodiscard]] Result<PickleDocument> runPickle(std::span<const std::byte> bytes,
                                               const PickleOrigin& origin,
                                               const std::stop_token& stop,
                                               const PickleLimits& limits = {});

}  // namespace stowage
