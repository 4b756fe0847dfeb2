// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/error.h"

#include "engine/base/strings.h"

#include <utility>

namespace stowage {

namespace {

/// A hostile file can have a name of 100 MB, which nobody wants repeated.
constexpr std::size_t kMaxKeyBytes = 4096;
/// Paths of strangers' files stand in messages as they are: a few of the longest have room.
constexpr std::size_t kMaxMessageBytes = 16 * 1024;

}  // namespace

std::string_view errorCodeName(ErrorCode code) {
    switch (code) {
        case ErrorCode::Cancelled:
            return "cancelled";
        case ErrorCode::InvalidArgument:
            return "invalid_argument";
        case ErrorCode::FileNotFound:
            return "file_not_found";
        case ErrorCode::PermissionDenied:
            return "permission_denied";
        case ErrorCode::NotARegularFile:
            return "not_a_regular_file";
        case ErrorCode::NoCheckpoint:
            return "no_checkpoint";
        case ErrorCode::UnknownFormat:
            return "unknown_format";
        case ErrorCode::Truncated:
            return "truncated";
        case ErrorCode::Malformed:
            return "malformed";
        case ErrorCode::LimitExceeded:
            return "limit_exceeded";
        case ErrorCode::ForbiddenPickle:
            return "forbidden_pickle";
        case ErrorCode::Unsupported:
            return "unsupported";
        case ErrorCode::KeyMismatch:
            return "key_mismatch";
        case ErrorCode::ReadFailed:
            return "read_failed";
        case ErrorCode::WriteFailed:
            return "write_failed";
        case ErrorCode::DiskFull:
            return "disk_full";
        case ErrorCode::OutOfMemory:
            return "out_of_memory";
        case ErrorCode::DeviceOutOfMemory:
            return "device_out_of_memory";
        case ErrorCode::DeviceLost:
            return "device_lost";
        case ErrorCode::InvalidPlan:
            return "invalid_plan";
        case ErrorCode::VerificationFailed:
            return "verification_failed";
        case ErrorCode::BackendUnavailable:
            return "backend_unavailable";
        case ErrorCode::Internal:
            return "internal";
    }
    return "internal";
}

int exitStatusFor(ErrorCode code) {
    constexpr int kAnswerIsNo = 1;
    constexpr int kWrongUse = 2;
    constexpr int kBadInput = 3;
    constexpr int kMachineFailed = 4;
    constexpr int kInterrupted = 130;
    switch (code) {
        case ErrorCode::Cancelled:
            return kInterrupted;
        case ErrorCode::InvalidArgument:
            return kWrongUse;
        case ErrorCode::FileNotFound:
        case ErrorCode::PermissionDenied:
        case ErrorCode::NotARegularFile:
        case ErrorCode::NoCheckpoint:
        case ErrorCode::UnknownFormat:
        case ErrorCode::Truncated:
        case ErrorCode::Malformed:
        case ErrorCode::LimitExceeded:
        case ErrorCode::ForbiddenPickle:
        case ErrorCode::Unsupported:
        case ErrorCode::KeyMismatch:
            return kBadInput;
        case ErrorCode::DeviceOutOfMemory:
        case ErrorCode::InvalidPlan:
        case ErrorCode::VerificationFailed:
            return kAnswerIsNo;
        case ErrorCode::ReadFailed:
        case ErrorCode::WriteFailed:
        case ErrorCode::DiskFull:
        case ErrorCode::OutOfMemory:
        case ErrorCode::DeviceLost:
        case ErrorCode::BackendUnavailable:
        case ErrorCode::Internal:
            return kMachineFailed;
    }
    return kMachineFailed;
}

Error makeError(ErrorCode code, std::string message, std::string file, std::string key,
                std::optional<std::uint64_t> offset) {
    if (key.size() > kMaxKeyBytes) {
        key = quotedForMessage(key, kMaxKeyBytes);
    }
    return Error{code, printableText(message, kMaxMessageBytes), std::move(file), std::move(key),
                 offset};
}

}  // namespace stowage
