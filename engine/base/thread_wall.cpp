// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/thread_wall.h"

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
