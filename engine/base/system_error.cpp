// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/system_error.h"

#include <cerrno>
#include <system_error>

namespace stowage {

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

}  // namespace stowage
