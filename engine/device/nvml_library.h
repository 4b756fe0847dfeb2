// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/device/device_info.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace stowage {

/// A program that holds memory of a GPU.
struct GpuProcess {
    std::uint32_t pid = 0;               ///< as the driver's own process namespace numbers it
    std::string name;                    ///< the program's path; "" where nobody tells
    std::optional<std::uint64_t> bytes;  ///< nothing: the driver does not say
};

/// "python3 (pid 4711) 5.00 GiB, Xorg (pid 7) unknown": what holds most comes first, programs
/// beyond the eighth are counted. "" of none.
[[nodiscard]] Message programsText(std::vector<GpuProcess> programs);

/// What programs other than this one hold of a card at one moment.
struct GpuUse {
    std::string uuid;
    std::uint64_t bytes = 0;
    std::vector<GpuProcess> programs;  ///< those others; empty where they are not told
};

/// Asks the driver for the cards with these UUIDs, without a CUDA context; a card that it does not
/// tell of is left out. Blocks for some milliseconds.
using GpuReader = std::function<std::vector<GpuUse>(const std::vector<std::string>& uuids)>;

/// A card as the driver's management library shows it, without a CUDA context.
struct NvmlCard {
    std::string uuid;  ///< "GPU-…"
    std::string name;  ///< "NVIDIA H100 80GB HBM3"
    std::optional<std::uint64_t> total;
    std::optional<std::uint64_t> free;
};

/// NVIDIA's management library, opened by name when first needed, so that nothing depends on it.
/// It is the only one to know what each program holds of a card. What it cannot tell is "unknown",
/// never 0. Thread-safe, as NVML is.
class NvmlLibrary {
public:
    /// Opens and starts it. `path`: another file than the driver's libnvidia-ml.so.1, for tests.
    /// Error: BackendUnavailable with one sentence (no library, a symbol it lacks, no driver).
    [[nodiscard]] static Result<std::shared_ptr<NvmlLibrary>> open(const std::string& path = {});
    ~NvmlLibrary();
    NvmlLibrary(const NvmlLibrary&) = delete;
    NvmlLibrary& operator=(const NvmlLibrary&) = delete;

    /// Every card, ordered by its place on the bus as nvidia-smi does. A card that fails to answer
    /// for its memory is listed without it. Errors: BackendUnavailable, DeviceLost.
    [[nodiscard]] Result<std::vector<NvmlCard>> cards() const;
    /// The programs on a card, those that only draw among them, by process id.
    /// Errors: InvalidArgument (no such card), Unsupported (the card does not tell), DeviceLost.
    [[nodiscard]] Result<std::vector<GpuProcess>> processes(const std::string& uuid) const;
    /// What a process holds of a card, its CUDA context included; nothing where that is not told,
    /// as in a container with process ids of its own.
    [[nodiscard]] std::optional<std::uint64_t> bytesOfProcess(const std::string& uuid,
                                                              std::uint32_t pid) const;
    /// Bytes in use on a card by everybody; nothing where it is not told.
    [[nodiscard]] std::optional<std::uint64_t> usedBytes(const std::string& uuid) const;

private:
    struct Calls;
    explicit NvmlLibrary(std::unique_ptr<Calls> calls);

    std::unique_ptr<Calls> m_calls;
};

/// As GpuReader tells it. Where the driver hides process ids, as in a container, what this process
/// holds counts as others' too.
[[nodiscard]] std::vector<GpuUse> readGpuUse(const NvmlLibrary& nvml,
                                             const std::vector<std::string>& uuids);

/// True where NVIDIA's driver is at work on this machine: one check of the file system.
[[nodiscard]] bool hasNvidiaDriver();

/// The cards that the driver shows, as GPU 0, 1, … in nvidia-smi's order, without opening a CUDA
/// context: what is not free counts as used by others, and `contextBytes`, an estimate, as what a
/// context will take. Errors: those of NvmlLibrary::cards().
[[nodiscard]] Result<std::vector<DeviceInfo>> describeCards(const NvmlLibrary& nvml,
                                                            std::uint64_t contextBytes);

}  // namespace stowage
