// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/error_conversion.h"

#include <cerrno>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>

namespace stowage {
namespace {

Error errorWith(const std::exception_ptr& fault, const std::string& what) {
    try {
        std::rethrow_exception(fault);
    } catch (const std::bad_alloc&) {
        return makeError(ErrorCode::OutOfMemory, "There was not enough memory for " + what + ".");
    } catch (const std::length_error&) {  // of a container: more than an address can reach
        return makeError(ErrorCode::OutOfMemory, "There was not enough memory for " + what + ".");
    } catch (const std::system_error& refused) {
        return makeError(ErrorCode::OutOfMemory, "The system refused what is needed for " + what +
                                                     ": " + refused.what() + ".");
    } catch (const std::exception& defect) {
        return makeError(ErrorCode::Internal,
                         "A defect of Stowage ended " + what + ": " + defect.what() + ".");
    } catch (...) {
        return makeError(ErrorCode::Internal, "A defect of Stowage ended " + what + ".");
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
            return fail(ErrorCode::FileNotFound, "There is no file or folder " + path + ".", path);
        case EACCES:
        case EPERM:
            return fail(ErrorCode::PermissionDenied,
                        path + " may not be read by this user; check its permissions.", path);
        case ELOOP:
            return fail(ErrorCode::FileNotFound,
                        path + " is a symbolic link that leads back to itself; remove it.", path);
        case ENAMETOOLONG:
            return fail(ErrorCode::FileNotFound,
                        path + " is a longer name than this system's files can have.", path);
        case ENXIO:
        case ENODEV:
            return fail(ErrorCode::NotARegularFile, path + " is not a regular file.", path);
        default:
            return fail(ErrorCode::ReadFailed,
                        path + " could not be opened: " + systemErrorText(errorNumber) + ".", path);
    }
}

Unexpected writeFailure(const std::string& path, int errorNumber) {
    switch (errorNumber) {
        case ENOSPC:
        case EDQUOT:
            return fail(ErrorCode::DiskFull,
                        "The disk is full while writing " + path + "; free some space.", path);
        case EACCES:
        case EPERM:
        case EROFS:
            return fail(ErrorCode::PermissionDenied,
                        path + " may not be written by this user; choose another folder.", path);
        case ENOENT:
        case ENOTDIR:
            return fail(ErrorCode::FileNotFound, "The folder of " + path + " does not exist.",
                        path);
        default:
            return fail(ErrorCode::WriteFailed,
                        path + " could not be written: " + systemErrorText(errorNumber) + ".",
                        path);
    }
}

Error errorOf(const std::exception_ptr& fault, std::string_view doing) {
    try {
        return errorWith(fault, std::string(doing));
    } catch (...) {  // not even for the sentence: these letters lie in the string itself
        Error error;
        error.code = ErrorCode::OutOfMemory;
        error.message = "No memory left.";
        return error;
    }
}

}  // namespace stowage
