// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backend_torch/cuda_guard.h"

#include "engine/backend_torch/torch_guard.h"

#include <c10/cuda/CUDAException.h>

namespace stowage {

namespace {

/// The first line: the others tell programmers how to debug kernels.
std::string firstLine(const std::string& text) {
    return text.substr(0, text.find('\n'));
}

}  // namespace

Error cudaErrorOfCurrentException(const std::string& what) {
    try {
        throw;
    } catch (const c10::OutOfMemoryError& error) {
        return makeError(ErrorCode::DeviceOutOfMemory,
                         what + " failed: " + firstLine(error.what_without_backtrace()));
    } catch (const c10::CUDAError& error) {
        const std::string reason = firstLine(error.what_without_backtrace());
        const bool memory = reason.find("out of memory") != std::string::npos;
        return makeError(memory ? ErrorCode::DeviceOutOfMemory : ErrorCode::DeviceLost,
                         what + " failed: " + reason +
                             (memory ? "" : ". The process must be started anew to use the card."));
    } catch (...) {
        return errorOfCurrentException(what);
    }
}

}  // namespace stowage
