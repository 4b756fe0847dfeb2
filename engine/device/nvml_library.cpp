// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/device/nvml_library.h"

#include "engine/base/byte_size.h"

#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string_view>
#include <system_error>
#include <utility>

namespace stowage {
namespace {

constexpr const char* kLibrary = "libnvidia-ml.so.1";

constexpr std::size_t kTextBytes = 256;

constexpr std::uint64_t kNotTold = std::numeric_limits<std::uint64_t>::max();

/// More programs on one card than any machine runs: what grows beyond it is refused.
constexpr unsigned kMostProcesses = 65536;

// The few parts of nvml.h that are used; its binary interface is stable by promise.
using Device = void*;

using Status = int;

constexpr Status kDone = 0;

constexpr Status kInvalidArgument = 2;

constexpr Status kNotFound = 6;

constexpr Status kMoreRoomNeeded = 7;

constexpr Status kGpuIsLost = 15;

struct MemoryInfo {
    unsigned long long total;
    unsigned long long free;
    unsigned long long used;
};

/// nvmlProcessInfo_v2_t, which the functions "_v2" and "_v3" fill in.
struct ProcessInfo {
    unsigned pid;
    unsigned long long bytes;
    unsigned gpuInstance;
    unsigned computeInstance;
};

using ListProcesses = Status (*)(Device, unsigned*, ProcessInfo*);

template <class Function>
bool find(void* library, std::initializer_list<const char*> names, Function& function) {
    for (const char* const name : names) {
        if (void* const symbol = ::dlsym(library, name)) {
            function = reinterpret_cast<Function>(symbol);
            return true;
        }
    }
    return false;
}

std::string programName(unsigned pid, Status (*ask)(unsigned, char*, unsigned)) {
    std::array<char, 4 * kTextBytes> text{};
    if (ask != nullptr && ask(pid, text.data(), text.size()) == kDone) {
        return text.data();
    }
    std::ifstream file("/proc/" + std::to_string(pid) + "/comm");
    std::string name;
    std::getline(file, name);
    return name;
}

constexpr std::size_t kShownPrograms = 8;

/// "/usr/bin/python3" → "python3": the file's name is what people know.
Message programText(const GpuProcess& process) {
    const std::string_view path = process.name;
    const std::string_view name = path.substr(path.rfind('/') + 1);
    return say("%1 (pid %2) %3", name.empty() ? Message(phrase("a program")) : Message(name),
               process.pid,
               process.bytes ? Message(formatSize(static_cast<double>(*process.bytes)))
                             : phrase("unknown"));
}

Unexpected unavailable(const Message& why) {
    return fail(ErrorCode::BackendUnavailable,
                say("NVIDIA's management library cannot be used: %1. Without the library, the "
                    "memory that other programs use on a GPU is unknown.",
                    why));
}

}  // namespace

struct NvmlLibrary::Calls {
    void* library = nullptr;
    Status (*init)() = nullptr;
    Status (*shutdown)() = nullptr;
    const char* (*errorText)(Status) = nullptr;
    Status (*count)(unsigned*) = nullptr;
    Status (*byIndex)(unsigned, Device*) = nullptr;
    Status (*byUuid)(const char*, Device*) = nullptr;
    Status (*uuid)(Device, char*, unsigned) = nullptr;
    Status (*name)(Device, char*, unsigned) = nullptr;
    Status (*memory)(Device, MemoryInfo*) = nullptr;
    Status (*processName)(unsigned, char*, unsigned) = nullptr;  ///< may be absent
    ListProcesses computing = nullptr;                           ///< may be absent
    ListProcesses drawing = nullptr;                             ///< may be absent
    bool isStarted = false;

    Calls() = default;
    ~Calls() {
        if (isStarted) {
            shutdown();
        }
        if (library != nullptr) {
            ::dlclose(library);
        }
    }
    Calls(const Calls&) = delete;
    Calls& operator=(const Calls&) = delete;

    /// The first needed symbol that is missing; null where all are there.
    const char* resolve() {
        const auto need = [this](const char* symbol, auto& function) {
            return find(library, {symbol}, function) ? nullptr : symbol;
        };
        // Older drivers know the programs' list by the same layout under its second name.
        find(library,
             {"nvmlDeviceGetComputeRunningProcesses_v3", "nvmlDeviceGetComputeRunningProcesses_v2"},
             computing);
        find(library,
             {"nvmlDeviceGetGraphicsRunningProcesses_v3",
              "nvmlDeviceGetGraphicsRunningProcesses_v2"},
             drawing);
        find(library, {"nvmlSystemGetProcessName"}, processName);
        for (const char* const missing :
             {need("nvmlInit_v2", init), need("nvmlShutdown", shutdown),
              need("nvmlErrorString", errorText), need("nvmlDeviceGetCount_v2", count),
              need("nvmlDeviceGetHandleByIndex_v2", byIndex),
              need("nvmlDeviceGetHandleByUUID", byUuid), need("nvmlDeviceGetUUID", uuid),
              need("nvmlDeviceGetName", name), need("nvmlDeviceGetMemoryInfo", memory)}) {
            if (missing != nullptr) {
                return missing;
            }
        }
        return nullptr;
    }

    Unexpected failure(const Message& what, Status status) const {
        const char* const text = errorText(status);
        const Message why = say("%1 failed: %2", what,
                                text == nullptr ? Message(phrase("unknown error")) : Message(text));
        if (status == kGpuIsLost) {
            return fail(ErrorCode::DeviceLost,
                        say("%1. The GPU is no longer reachable; restart the machine.", why));
        }
        return unavailable(why);
    }

    Result<Device> device(const std::string& wanted) const {
        Device found = nullptr;
        const Status status = byUuid(wanted.c_str(), &found);
        if (status == kNotFound || status == kInvalidArgument) {
            return fail(ErrorCode::InvalidArgument,
                        say("No GPU of this machine has the UUID \"%1\".", wanted));
        }
        if (status != kDone) {
            return failure(say("Looking for the GPU %1", wanted), status);
        }
        return found;
    }

    NvmlCard describe(Device card) const {
        NvmlCard described;
        std::array<char, kTextBytes> text{};
        if (uuid(card, text.data(), text.size()) == kDone) {
            described.uuid = text.data();
        }
        text.fill('\0');
        if (name(card, text.data(), text.size()) == kDone) {
            described.name = text.data();
        }
        MemoryInfo info{};
        if (memory(card, &info) == kDone) {
            described.total = info.total;
            described.free = info.free;
        }
        return described;
    }

    /// Appends one of the two lists. The number of programs may grow between two calls.
    Status append(ListProcesses list, Device card, std::vector<ProcessInfo>& all) const {
        unsigned room = 16;
        std::vector<ProcessInfo> some;
        Status status = kMoreRoomNeeded;
        while (status == kMoreRoomNeeded && room <= kMostProcesses) {
            some.assign(room, ProcessInfo{});
            unsigned filled = room;
            status = list(card, &filled, some.data());
            if (status == kDone) {
                some.resize(std::min(filled, room));
                all.insert(all.end(), some.begin(), some.end());
            }
            room = std::max(2 * room, filled);
        }
        return status;
    }
};

NvmlLibrary::NvmlLibrary(std::unique_ptr<Calls> calls) : m_calls(std::move(calls)) {}

NvmlLibrary::~NvmlLibrary() = default;

Result<std::shared_ptr<NvmlLibrary>> NvmlLibrary::open(const std::string& path) {
    auto calls = std::make_unique<Calls>();
    calls->library = ::dlopen(path.empty() ? kLibrary : path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (calls->library == nullptr) {
        const char* const why = ::dlerror();
        return unavailable(why == nullptr ? Message(phrase("the library could not be opened"))
                                          : Message(why));
    }
    if (const char* const missing = calls->resolve()) {
        return unavailable(
            say("%1 lacks the function %2", path.empty() ? kLibrary : path, missing));
    }
    if (const Status status = calls->init(); status != kDone) {
        return calls->failure(phrase("Starting it"), status);
    }
    calls->isStarted = true;
    return std::shared_ptr<NvmlLibrary>(new NvmlLibrary(std::move(calls)));
}

Result<std::vector<NvmlCard>> NvmlLibrary::cards() const {
    unsigned count = 0;
    if (const Status status = m_calls->count(&count); status != kDone) {
        return m_calls->failure(phrase("Counting the GPUs"), status);
    }
    std::vector<NvmlCard> cards;
    for (unsigned index = 0; index < count; ++index) {
        Device card = nullptr;
        if (const Status status = m_calls->byIndex(index, &card); status != kDone) {
            return m_calls->failure(say("Opening GPU %1", index), status);
        }
        cards.push_back(m_calls->describe(card));
    }
    return cards;
}

Result<std::vector<GpuProcess>> NvmlLibrary::processes(const std::string& uuid) const {
    const Result<Device> card = m_calls->device(uuid);
    STOWAGE_TRY(card);
    std::vector<ProcessInfo> infos;
    Status status = kNotFound;
    for (const ListProcesses list : {m_calls->computing, m_calls->drawing}) {
        const Status answer = list == nullptr ? kNotFound : m_calls->append(list, *card, infos);
        status = status == kDone ? kDone : answer;
    }
    if (status == kGpuIsLost) {
        return m_calls->failure(say("Listing the programs on the GPU %1", uuid), status);
    }
    if (status != kDone) {
        return fail(ErrorCode::Unsupported,
                    say("The driver does not report which programs use the GPU %1.", uuid));
    }
    std::vector<GpuProcess> processes;
    std::ranges::sort(infos, {}, &ProcessInfo::pid);
    for (const ProcessInfo& info : infos) {
        const auto bytes =
            info.bytes == kNotTold ? std::nullopt : std::optional<std::uint64_t>(info.bytes);
        if (!processes.empty() && processes.back().pid == info.pid) {
            processes.back().bytes = std::max(processes.back().bytes, bytes);  // in both lists
            continue;
        }
        processes.push_back(
            GpuProcess{info.pid, programName(info.pid, m_calls->processName), bytes});
    }
    return processes;
}

std::optional<std::uint64_t> NvmlLibrary::bytesOfProcess(const std::string& uuid,
                                                         std::uint32_t pid) const {
    const Result<Device> card = m_calls->device(uuid);
    if (!card || m_calls->computing == nullptr) {
        return std::nullopt;
    }
    std::vector<ProcessInfo> infos;
    if (m_calls->append(m_calls->computing, *card, infos) != kDone) {
        return std::nullopt;
    }
    const auto own = std::ranges::find(infos, pid, &ProcessInfo::pid);
    if (own == infos.end() || own->bytes == kNotTold) {
        return std::nullopt;
    }
    return own->bytes;
}

std::optional<std::uint64_t> NvmlLibrary::usedBytes(const std::string& uuid) const {
    const Result<Device> card = m_calls->device(uuid);
    MemoryInfo info{};
    if (!card || m_calls->memory(*card, &info) != kDone) {
        return std::nullopt;
    }
    return info.used;
}

Message programsText(std::vector<GpuProcess> programs) {
    std::ranges::stable_sort(programs, std::ranges::greater(), &GpuProcess::bytes);
    std::vector<Message> texts;
    for (std::size_t i = 0; i < std::min(programs.size(), kShownPrograms); ++i) {
        texts.push_back(programText(programs[i]));
    }
    const Message text = joined(std::move(texts), ", ");
    return programs.size() <= kShownPrograms
               ? text
               : say("%1 and %2 more", text, programs.size() - kShownPrograms);
}

std::vector<GpuUse> readGpuUse(const NvmlLibrary& nvml, const std::vector<std::string>& uuids) {
    const auto self = static_cast<std::uint32_t>(::getpid());
    std::vector<GpuUse> uses;
    for (const std::string& uuid : uuids) {
        const auto used = nvml.usedBytes(uuid);
        if (!used) {
            continue;
        }
        const std::uint64_t own = nvml.bytesOfProcess(uuid, self).value_or(0);
        GpuUse use{uuid, *used - std::min(*used, own), {}};
        if (auto programs = nvml.processes(uuid)) {
            use.programs = std::move(*programs);
            std::erase_if(use.programs, [self](const GpuProcess& p) { return p.pid == self; });
        }
        uses.push_back(std::move(use));
    }
    return uses;
}

bool hasNvidiaDriver() {
    std::error_code failure;
    // The second is what WSL has.
    return std::filesystem::exists("/dev/nvidiactl", failure) ||
           std::filesystem::exists("/dev/dxg", failure);
}

Result<std::vector<DeviceInfo>> describeCards(const NvmlLibrary& nvml, std::uint64_t contextBytes) {
    const Result<std::vector<NvmlCard>> cards = nvml.cards();
    STOWAGE_TRY(cards);
    std::vector<DeviceInfo> devices;
    for (const NvmlCard& card : *cards) {
        DeviceInfo device;
        device.id = DeviceId::gpu(static_cast<std::uint32_t>(devices.size()));
        device.name = card.name;
        device.uuid = card.uuid;
        device.capacity = card.total;
        device.context = std::min(contextBytes, card.total.value_or(contextBytes));
        if (card.total && card.free) {
            device.usedByOthers = *card.total - std::min(*card.total, *card.free);
        }
        devices.push_back(std::move(device));
    }
    return devices;
}

}  // namespace stowage
