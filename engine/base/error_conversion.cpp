// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/error_conversion.h"

#include "engine/base/json_reader.h"

#include <cerrno>
#include <new>
#include <stdexcept>
#include <system_error>

namespace stowage {
namespace {

Error errorWith(const std::exception_ptr& fault, Phrase doing) {
    try {
        std::rethrow_exception(fault);
    } catch (const std::bad_alloc&) {
        return makeError(ErrorCode::OutOfMemory, say("There was not enough memory for %1.", doing));
    } catch (const std::length_error&) {  // of a container: more than an address can reach
        return makeError(ErrorCode::OutOfMemory, say("There was not enough memory for %1.", doing));
    } catch (const std::system_error& refused) {
        return makeError(
            ErrorCode::OutOfMemory,
            say("The system refused a resource that is needed for %1: %2.", doing, refused.what()));
    } catch (const std::exception& defect) {
        return makeError(ErrorCode::Internal,
                         say("A defect in Stowage stopped %1: %2.", doing, defect.what()));
    } catch (...) {
        return makeError(ErrorCode::Internal, say("A defect in Stowage stopped %1.", doing));
    }
}

}  // namespace

std::string systemErrorText(int errorNumber) {
    return std::generic_category().message(errorNumber);
}

Unexpected openFailure(const std::string& path, int errorNumber) {
    switch (errorNumber) {
        case ENOENT:
        case ENOTDIR:
            return fail(ErrorCode::FileNotFound, say("There is no file or folder %1.", path), path);
        case EACCES:
        case EPERM:
            return fail(
                ErrorCode::PermissionDenied,
                say("The current user is not allowed to read %1; check the file permissions.",
                    path),
                path);
        case ELOOP:
            return fail(
                ErrorCode::FileNotFound,
                say("%1 is a symbolic link that leads back to itself; remove the link.", path),
                path);
        case ENAMETOOLONG:
            return fail(ErrorCode::FileNotFound,
                        say("The name %1 is too long for this system.", path), path);
        case ENXIO:
        case ENODEV:
            return fail(ErrorCode::NotARegularFile, say("%1 is not a regular file.", path), path);
        default:
            return fail(ErrorCode::ReadFailed,
                        say("%1 could not be opened: %2.", path, systemErrorText(errorNumber)),
                        path);
    }
}

Unexpected writeFailure(const std::string& path, int errorNumber) {
    switch (errorNumber) {
        case ENOSPC:
        case EDQUOT:
            return fail(
                ErrorCode::DiskFull,
                say("The disk became full while %1 was being written; free some disk space.", path),
                path);
        case EACCES:
        case EPERM:
            return fail(
                ErrorCode::PermissionDenied,
                say("The current user is not allowed to write %1; choose another folder.", path),
                path);
        case ENOENT:
        case ENOTDIR:
            return fail(ErrorCode::FileNotFound,
                        say("The folder of %1 does not exist; create the folder first.", path),
                        path);
        default:
            return fail(ErrorCode::WriteFailed,
                        say("%1 could not be written: %2.", path, systemErrorText(errorNumber)),
                        path);
    }
}

nlohmann::ordered_json errorJson(const Error& error) {
    nlohmann::ordered_json object{{"kind", errorCodeName(error.code)}};
    writeMessage(object, "message", error.message);
    if (!error.file.empty()) {
        object["file"] = error.file;
    }
    if (!error.key.empty()) {
        object["key"] = error.key;
    }
    if (error.offset) {
        object["offset"] = *error.offset;
    }
    return object;
}

Error readError(const nlohmann::ordered_json& object) {
    Error error = makeError(ErrorCode::Internal, readMessage(object, "message"),
                            textMember(object, "file"), textMember(object, "key"));
    const std::string kind = textMember(object, "kind");
    for (int code = 0; code < static_cast<int>(ErrorCode::Internal); ++code) {
        if (errorCodeName(static_cast<ErrorCode>(code)) == kind) {
            error.code = static_cast<ErrorCode>(code);
        }
    }
    return error;
}

Error errorOf(const std::exception_ptr& fault, Phrase doing) {
    try {
        return errorWith(fault, doing);
    } catch (...) {  // not even for the sentence: these letters lie in the string itself
        Error error;
        error.code = ErrorCode::OutOfMemory;
        error.message = "No memory left.";
        return error;
    }
}

}  // namespace stowage
