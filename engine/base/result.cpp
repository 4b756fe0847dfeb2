// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/result.h"

#include "engine/base/strings.h"

#include <algorithm>
#include <cstddef>
#include <iterator>

namespace stowage {

namespace {

/// A hostile file can have a name of 100 MB, which nobody wants repeated.
constexpr std::size_t kMaxKeyBytes = 4096;
/// Paths of strangers' files stand in messages as they are: a few of the longest have room.
constexpr std::size_t kMaxMessageBytes = 16 * 1024;

constexpr int kAnswerIsNo = 1;
constexpr int kWrongUse = 2;
constexpr int kBadInput = 3;
constexpr int kMachineFailed = 4;
constexpr int kInterrupted = 130;

struct CodeRow {
    ErrorCode code;
    std::string_view name;
    int exitStatus;
};

/// A new code is an enumerator and a row.
constexpr CodeRow kCodes[] = {
    {ErrorCode::Cancelled, "cancelled", kInterrupted},
    {ErrorCode::InvalidArgument, "invalid_argument", kWrongUse},
    {ErrorCode::FileNotFound, "file_not_found", kBadInput},
    {ErrorCode::PermissionDenied, "permission_denied", kBadInput},
    {ErrorCode::NotARegularFile, "not_a_regular_file", kBadInput},
    {ErrorCode::NoCheckpoint, "no_checkpoint", kBadInput},
    {ErrorCode::UnknownFormat, "unknown_format", kBadInput},
    {ErrorCode::Truncated, "truncated", kBadInput},
    {ErrorCode::Malformed, "malformed", kBadInput},
    {ErrorCode::LimitExceeded, "limit_exceeded", kBadInput},
    {ErrorCode::ForbiddenPickle, "forbidden_pickle", kBadInput},
    {ErrorCode::Unsupported, "unsupported", kBadInput},
    {ErrorCode::KeyMismatch, "key_mismatch", kBadInput},
    {ErrorCode::ReadFailed, "read_failed", kMachineFailed},
    {ErrorCode::WriteFailed, "write_failed", kMachineFailed},
    {ErrorCode::DiskFull, "disk_full", kMachineFailed},
    {ErrorCode::OutOfMemory, "out_of_memory", kMachineFailed},
    {ErrorCode::DeviceOutOfMemory, "device_out_of_memory", kAnswerIsNo},
    {ErrorCode::DeviceLost, "device_lost", kMachineFailed},
    {ErrorCode::InvalidPlan, "invalid_plan", kAnswerIsNo},
    {ErrorCode::VerificationFailed, "verification_failed", kAnswerIsNo},
    {ErrorCode::BackendUnavailable, "backend_unavailable", kMachineFailed},
    {ErrorCode::Internal, "internal", kMachineFailed},
};
static_assert(std::size(kCodes) == static_cast<std::size_t>(ErrorCode::Internal) + 1);

const CodeRow& rowOf(ErrorCode code) {
    const auto* const found = std::ranges::find(kCodes, code, &CodeRow::code);
    return found == std::end(kCodes) ? *std::prev(found) : *found;
}

}  // namespace

std::string_view errorCodeName(ErrorCode code) {
    return rowOf(code).name;
}

int exitStatusFor(ErrorCode code) {
    return rowOf(code).exitStatus;
}

Error makeError(ErrorCode code, Message message, std::string file, std::string key,
                std::optional<std::uint64_t> offset) {
    if (key.size() > kMaxKeyBytes) {
        key = quotedForMessage(key, kMaxKeyBytes);
    }
    std::string printable = printableText(message.english(), kMaxMessageBytes);
    if (printable != message.english()) {
        message = message.withPlainTexts(
            [](const std::string& text) { return printableText(text, kMaxMessageBytes); });
        if (message.english() != printable) {  // many texts, together too long
            message = std::move(printable);
        }
    }
    return Error{code, std::move(message), std::move(file), std::move(key), offset};
}

}  // namespace stowage
