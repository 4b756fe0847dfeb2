// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backend_torch/torch_guard.h"

#include "engine/backend_torch/compute_memory.h"

#include <c10/util/Exception.h>

#include <exception>
#include <new>

namespace stowage {

Error errorOfCurrentException(const std::string& what) {
    try {
        throw;
    } catch (const std::bad_alloc&) {
        return makeError(ErrorCode::OutOfMemory, what + " failed: the host has no memory left.");
    } catch (const DeviceFailure& failure) {
        return failure.error();
    } catch (const c10::OutOfMemoryError& error) {
        return makeError(ErrorCode::DeviceOutOfMemory,
                         what + " failed in LibTorch: " + error.what_without_backtrace());
    } catch (const c10::Error& error) {
        const std::string reason = error.what_without_backtrace();
        const bool memory = reason.find("not enough memory") != std::string::npos;
        return makeError(memory ? ErrorCode::OutOfMemory : ErrorCode::Internal,
                         what + " failed in LibTorch: " + reason);
    } catch (const std::exception& error) {
        return makeError(ErrorCode::Internal, what + " failed in LibTorch: " + error.what());
    } catch (...) {
        return makeError(ErrorCode::Internal, what + " failed in LibTorch for no known reason.");
    }
}

}  // namespace stowage
