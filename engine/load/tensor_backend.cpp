// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/tensor_backend.h"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

namespace stowage {

namespace {

constexpr const char* kModuleFile = "libstowage_torch.so";

std::vector<std::filesystem::path> modulePlaces(const std::string& folder) {
    if (!folder.empty()) {
        return {std::filesystem::path(folder) / kModuleFile};
    }
    // Where one program goes with several releases of LibTorch, as in the wheel.
    if (const char* const chosen = std::getenv("STOWAGE_TORCH_MODULE"); chosen != nullptr) {
        return {std::filesystem::path(chosen) / kModuleFile};
    }
    std::error_code failure;
    const std::filesystem::path executable =
        std::filesystem::read_symlink("/proc/self/exe", failure);
    const std::filesystem::path beside = executable.parent_path();
    return {beside / kModuleFile, beside / ".." / "lib" / "stowage" / kModuleFile};
}

Unexpected unavailable(const Message& reason, const Message& advice) {
    return fail(
        ErrorCode::BackendUnavailable,
        joined({say("LibTorch could not be opened, so nothing can be loaded: %1.", reason), advice},
               " "));
}

/// What helps against what the dynamic linker says.
Message adviceFor(std::string_view reason) {
    if (reason.find("cannot open shared object file") != std::string_view::npos) {
        return say(
            "Install the LibTorch with which Stowage was built; on Debian, this is libtorch1.13.");
    }
    if (reason.find("failed to map") != std::string_view::npos) {
        return say(
            "There is not enough memory or address space (ulimit -v shows its limit), or the file "
            "is on a disk from which no program may run (noexec).");
    }
    return {};
}

Result<void*> openModule(const std::string& folder) {
    std::vector<Message> reasons;
    for (const std::filesystem::path& place : modulePlaces(folder)) {
        std::error_code failure;
        if (!std::filesystem::exists(place, failure)) {
            reasons.push_back(say("%1 does not exist", place.string()));
            continue;
        }
        void* const module = ::dlopen(place.c_str(), RTLD_NOW | RTLD_LOCAL);
        if (module != nullptr) {
            return module;
        }
        const std::string said = ::dlerror();
        return unavailable(said, adviceFor(said));
    }
    return unavailable(joined(std::move(reasons), ", "),
                       say("Build Stowage with STOWAGE_TORCH=ON. If Stowage was installed with "
                           "pip, install a supported torch version in the same environment."));
}

Result<std::shared_ptr<TensorBackend>> createBackend(const std::string& folder) {
    const Result<void*> symbol = torchModuleSymbol(kTensorBackendFactory, folder);
    STOWAGE_TRY(symbol);
    TensorBackend* const backend = reinterpret_cast<TensorBackendFactory>(*symbol)();
    if (backend == nullptr) {
        return unavailable(say("%1 failed to start", kModuleFile), {});
    }
    return std::shared_ptr<TensorBackend>(backend);
}

}  // namespace

Result<std::vector<DeviceInfo>> TensorBackend::cudaDevices() {
    return fail(ErrorCode::BackendUnavailable, say("%1 cannot use CUDA devices.", description()));
}

Result<std::shared_ptr<DeviceMemory>> TensorBackend::openCudaDevice(const DeviceInfo& device) {
    return fail(ErrorCode::BackendUnavailable,
                say("%1 is a real GPU, but %2 cannot use CUDA devices.", deviceLabel(device.id),
                    description()));
}

Result<void> TensorBackend::castOnDevice(DType /*from*/, const DeviceBuffer& /*source*/,
                                         DType /*to*/, DeviceBuffer& /*target*/) {
    return fail(ErrorCode::Unsupported,
                say("%1 can cast tensors only in host memory.", description()));
}

Result<double> TensorBackend::matmulSeconds(DType dtype, std::int64_t) {
    return fail(ErrorCode::Unsupported,
                say("Matrix products in %1 cannot be measured.", dtypeName(dtype)));
}

Result<void*> torchModuleSymbol(const char* symbol, const std::string& folder) {
    static std::mutex mutex;
    static void* opened = nullptr;  // for good
    const std::scoped_lock lock(mutex);
    if (opened == nullptr) {
        const Result<void*> module = openModule(folder);
        STOWAGE_TRY(module);
        opened = *module;
    }
    void* const address = ::dlsym(opened, symbol);
    if (address == nullptr) {
        return unavailable(
            say("%1 does not export %2", kModuleFile, symbol),
            say("The file belongs to another version of Stowage; build Stowage again."));
    }
    return address;
}

Result<std::shared_ptr<TensorBackend>> openTensorBackend(const std::string& folder) {
    static std::mutex mutex;
    // LibTorch exists once in a process however often it is asked for.
    static std::shared_ptr<TensorBackend> opened;
    const std::scoped_lock lock(mutex);
    if (!opened) {
        Result<std::shared_ptr<TensorBackend>> backend = createBackend(folder);
        STOWAGE_TRY(backend);
        opened = std::move(backend).value();
    }
    return opened;
}

bool isCastSupported(DType from, DType to) {
    constexpr std::array kCastable{DType::Float16, DType::BFloat16, DType::Float32, DType::Float64};
    const auto castable = [&](DType dtype) {
        return std::find(kCastable.begin(), kCastable.end(), dtype) != kCastable.end();
    };
    return castable(from) && castable(to);
}

Message computableAdvice(DType stored, Phrase cast) {
    if (isCastSupported(stored, DType::Float32)) {
        return cast;
    }
    return elementBlock(stored)
               ? phrase("open a GGUF file of this model in float16, bfloat16 or float32")
               : phrase(
                     "load the model in Python with from_pretrained(…, dtype=torch.float32), "
                     "dequantise it if needed, and open the output of save_pretrained(…)");
}

DeviceMemory* LoadBackends::find(DeviceId id) const {
    const auto found = std::find_if(
        devices.begin(), devices.end(),
        [id](const std::shared_ptr<DeviceMemory>& device) { return device->info().id == id; });
    return found == devices.end() ? nullptr : found->get();
}

std::shared_ptr<const DeviceStates> LoadBackends::states() const {
    auto states = std::make_shared<DeviceStates>();
    for (const std::shared_ptr<DeviceMemory>& device : devices) {
        if (std::optional<AllocatorModel> state = device->allocatorState()) {
            states->emplace(device->info().id, std::move(*state));
        }
    }
    return states;
}

}  // namespace stowage
