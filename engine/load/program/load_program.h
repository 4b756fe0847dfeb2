// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/message.h"
#include "engine/device/device_info.h"
#include "engine/load/program/load_method.h"
#include "engine/model/dtype.h"

#include <cstdint>
#include <limits>
#include <vector>

namespace stowage {

struct LoadSchedule;
struct ScheduledTensor;
struct StoredTensor;

/// Stands for "none" where an op has no tensor or buffer.
inline constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

/// What one step of a load does. "Place" is where a tensor lies when the load is done.
enum class LoadOpKind : std::uint8_t {
    Phase,        ///< `tensor` numbers the phase that begins
    Allocate,     ///< `target`
    Free,         ///< `target`
    Initialise,   ///< initial weights into `target`, on the host
    Read,         ///< the stored tensor whole into `target`, on the host, in C order
    Copy,         ///< `source` to `target`; over the link, within a device, with a cast
    Bind,         ///< `target` is the tensor's place from here on
    Store,        ///< `source` to the offload folder, which is the tensor's place
    MapFiles,     ///< every file that holds a tensor of the load is mapped
    CopyMapped,   ///< from the map to `target`, with a cast
    StoreMapped,  ///< from the map to the offload folder
    BindMapped,   ///< the tensor's place is a view of the map
    UnmapFiles,   ///< the map stays only as long as views of it live
    MapFile,      ///< the one file that holds `tensor` is mapped
    UnmapFile,    ///< as UnmapFiles, of that file
    Spill,        ///< `source` to the spill file
    SpillMapped,  ///< from the map to that folder
    Reload,       ///< from there to `target`
    BulkRead,     ///< every tensor: ranges of the files straight to their places (turnsOf)
};

/// One step; which of the fields count is said with the kind.
struct LoadOp {
    LoadOpKind kind = LoadOpKind::Phase;
    bool endsItem = false;         ///< a tensor is done with it, as far as this phase goes
    bool isDeferred = false;       ///< BulkRead does it, in its order, when a read needs it
    std::uint32_t tensor = kNone;  ///< index into LoadSchedule::tensors
    std::uint32_t source = kNone;  ///< index into LoadProgram::buffers
    std::uint32_t target = kNone;  ///< index into LoadProgram::buffers
};

/// Memory that a program allocates once: one tensor, as stored or as it will be.
struct ProgramBuffer {
    DeviceId device;
    std::uint32_t tensor = kNone;
    DType dtype = DType::Float32;
    std::uint64_t bytes = 0;
};

struct ProgramPhase {
    Message name;
    std::uint64_t bytes = 0;  ///< what its ops will move, for progress
    std::uint64_t items = 0;
};

/// All that a load does, step by step, in order. Run over real memory by runProgram(), over
/// figures by predictProgram(): both follow the same steps, so they cannot differ.
struct LoadProgram {
    std::vector<ProgramPhase> phases;
    std::vector<ProgramBuffer> buffers;
    std::vector<LoadOp> ops;
};

/// Writes a program down. A method's generator calls it in the order of its own mechanism.
class ProgramBuilder {
public:
    explicit ProgramBuilder(const LoadSchedule& schedule) : m_schedule(schedule) {}

    [[nodiscard]] const LoadSchedule& schedule() const { return m_schedule; }
    [[nodiscard]] const std::vector<ScheduledTensor>& tensors() const;
    [[nodiscard]] const StoredTensor& stored(std::uint32_t tensor) const;
    [[nodiscard]] std::uint32_t count() const;
    /// Whose memory a buffer is.
    [[nodiscard]] std::uint32_t tensorOf(std::uint32_t buffer) const;

    void phase(const Message& name);
    /// Memory for a tensor in the dtype it is loaded in.
    std::uint32_t allocateLoaded(std::uint32_t tensor, DeviceId device);
    /// Memory for a tensor as it is stored, in C order.
    std::uint32_t allocateStored(std::uint32_t tensor, DeviceId device);
    void release(std::uint32_t buffer);
    void initialise(std::uint32_t buffer);
    void read(std::uint32_t buffer);
    void copy(std::uint32_t source, std::uint32_t target);
    void bind(std::uint32_t buffer);
    void store(std::uint32_t source);
    void spill(std::uint32_t source);
    void reload(std::uint32_t target);
    void mapFiles();
    void unmapFiles();
    /// The one file in which the tensor lies.
    void mapFileOf(std::uint32_t tensor);
    void unmapFileOf(std::uint32_t tensor);
    void spillMapped(std::uint32_t tensor);
    void copyMapped(std::uint32_t target);
    void storeMapped(std::uint32_t tensor);
    void bindMapped(std::uint32_t tensor);
    void bulkRead();
    /// The op just written waits for BulkRead: an allocation or a binding.
    void defer() { m_program.ops.back().isDeferred = true; }
    /// The tensor whose ops were just written is done in this phase.
    void endItem();

    [[nodiscard]] LoadProgram take() { return std::move(m_program); }

private:
    std::uint32_t allocate(ProgramBuffer buffer);
    void add(LoadOpKind kind, std::uint32_t source, std::uint32_t target, std::uint64_t moved);
    void addForTensor(LoadOpKind kind, std::uint32_t tensor, std::uint64_t moved);

    const LoadSchedule& m_schedule;
    LoadProgram m_program;
};

/// The program of the schedule's method. Deterministic, and fast enough to be made for every plan.
[[nodiscard]] LoadProgram makeLoadProgram(const LoadSchedule& schedule);

// One generator a method: what the lesson's code does with memory, in its order
// (docs/spec/loading.md). Moving a module goes in apply order, a state dict in tree order
// (docs/spec/memory.md §1).

/// `model = GPT(cfg); model.to(device); model.load_state_dict(torch.load(f, map_location=device))`
void programNaive(ProgramBuilder& builder);
/// As naive, but the state dict stays on the host and each parameter gets a temporary on its
/// device: `param.copy_(state_dict[name].to(device))`.
void programSequential(ProgramBuilder& builder);
/// `with torch.device("meta"): model = GPT(cfg)`, `to_empty`, then the state dict on the device.
void programMeta(ProgramBuilder& builder);
/// `load_state_dict(torch.load(f, mmap=True), assign=True)`, then to the devices.
void programMmap(ProgramBuilder& builder);
/// `to_empty`, then `torch.load(NAME.pt)` for each tensor alone.
void programPerTensor(ProgramBuilder& builder);
/// Accelerate's `load_checkpoint_and_dispatch`, by the files' format: safetensors files are mapped
/// and their tensors go from the pages to their devices, PyTorch files are read whole to the host.
void programSharded(ProgramBuilder& builder);
/// Ours: destinations first, then ranges of the file straight to them.
void programStreamed(ProgramBuilder& builder);

/// True where a CPU tensor can be the map itself: as stored, contiguous, and at an address that its
/// dtype allows (a safetensors file promises no alignment).
[[nodiscard]] bool canBeViewOfMap(const ScheduledTensor& tensor, const StoredTensor& stored);

}  // namespace stowage
