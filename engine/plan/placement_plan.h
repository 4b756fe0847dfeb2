// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/message.h"
#include "engine/device/device_info.h"
#include "engine/plan/placement_request.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace stowage {

/// The device of every tensor storage, by StorageId. Copies share what they have in common, in
/// pieces, so that hundreds of plans that differ by a block cost little more than one.
class StorageDevices {
public:
    using Place = std::optional<DeviceId>;
    /// In lists of indices: no device.
    static constexpr std::uint32_t kNowhere = std::numeric_limits<std::uint32_t>::max();

    StorageDevices() = default;
    /// `size` storages without a device.
    explicit StorageDevices(std::size_t size) { resize(size); }

    [[nodiscard]] std::size_t size() const { return m_size; }
    [[nodiscard]] bool empty() const { return m_size == 0; }
    [[nodiscard]] Place operator[](std::size_t storage) const {
        const std::uint32_t index = (*m_pieces[storage / kPieceSize])[storage % kPieceSize];
        return index == kNowhere ? Place() : Place(m_devices[index]);
    }
    /// The first storage after this one that lies elsewhere; size() where there is none.
    [[nodiscard]] std::size_t endOfRun(std::size_t storage) const;
    void set(std::size_t storage, Place device);
    /// New storages have no device.
    void resize(std::size_t size);
    /// Gives all storages new devices: `indices` by StorageId, into `devices` (each once) or
    /// kNowhere. What stays alike stays shared. Returns the devices that got or lost a storage.
    std::vector<DeviceId> assign(std::span<const std::uint32_t> indices,
                                 std::span<const DeviceId> devices);
    friend bool operator==(const StorageDevices& a, const StorageDevices& b);

private:
    static constexpr std::size_t kPieceSize = 512;
    using Piece = std::array<std::uint32_t, kPieceSize>;

    std::uint32_t indexOf(Place device);
    static Piece emptyPiece();

    std::size_t m_size = 0;
    std::vector<DeviceId> m_devices;               ///< each once
    std::vector<std::shared_ptr<Piece>> m_pieces;  ///< a piece is changed only while unshared
};

/// One step of the planner's trace, in the order it was taken (docs/spec/placement.md §7.2).
struct PlacementDecision {
    enum class Kind {
        Placed,        ///< fits: it lies there now
        DoesNotFit,    ///< cannot be split either: the planner goes to the next device
        Split,         ///< too large: its children are tried instead
        SplitPartner,  ///< a tied partner was split
        Fallback,      ///< a smaller module was taken first (fallback_allocation)
        LeftOnCpu,     ///< had no room on the GPU whose turn it was (diffusers' balanced)
        Pinned,        ///< pinned before the strategy ran
        Given,         ///< a key of the given map says so
        MovedByHand,   ///< laid over the result by the person
    };
    Kind kind = Kind::Placed;
    std::string module;
    DeviceId device;
    double needed = 0;                  ///< bytes, tied partners included
    std::optional<double> left;         ///< bytes left there before; nothing: unlimited
    double reserved = 0;                ///< part of the device kept for the largest layer
    std::vector<std::string> tiedWith;  ///< placed together with these
    Message reason;                     ///< one sentence in plain words, with the numbers
};

enum class Severity { Error, Warning, Hint };
[[nodiscard]] const char* severityName(Severity severity);

/// Something the person should know about a plan. `code` is stable snake_case.
struct PlanIssue {
    Severity severity = Severity::Hint;
    std::string code;
    std::string module;  ///< "" where no single module is meant
    std::optional<DeviceId> device{};
    double bytes = 0;
    Message text;  ///< what, how much, what to do
};
/// "error: …".
[[nodiscard]] Message issueText(const PlanIssue& issue);
/// One that is about no single module.
[[nodiscard]] PlanIssue planIssue(Severity severity, std::string code,
                                  std::optional<DeviceId> device, double bytes, Message text);

/// What a plan puts on one device. Bytes.
struct DevicePlacement {
    DeviceInfo device;                   ///< CPU and disk have their machine here, too
    std::optional<double> budget;        ///< nothing: no limit (disk, or no entry)
    std::string budgetText;              ///< as typed
    double weights = 0;                  ///< raw bytes in the planned dtype, each tied tensor once
    std::uint64_t weightsAllocated = 0;  ///< allocator model, apply order (GPUs; else = weights)
    std::uint64_t weightsReserved = 0;
    double reservedForLargestLayer = 0;  ///< kept by Accelerate while planning (GPU 0 and CPU)
    /// The most that offloaded modules take here at once while they run: the weights of a unit and
    /// of those prefetched before it, and the buffers that stay. 0 where none runs here.
    std::uint64_t window = 0;
    std::uint32_t blocks = 0;  ///< map entries that lie here
    /// Bytes over the budget (0 if within).
    [[nodiscard]] double overBudget() const;
    /// Bytes by which reserved + context + others exceed the capacity (0 if within or unknown).
    [[nodiscard]] std::uint64_t overCapacity() const;
};

/// Undetermined: something that the answer depends on is not known. A proven "no" stays "no".
enum class Verdict { Undetermined, Fits, FitsWithOffload, DoesNotFit };
/// "undetermined", "fits", "offload", "no"
[[nodiscard]] const char* verdictName(Verdict verdict);
/// Whether the answer is yes, with or without offload.
[[nodiscard]] constexpr bool isYes(Verdict verdict) {
    return verdict == Verdict::Fits || verdict == Verdict::FitsWithOffload;
}

/// Something that a verdict depends on and that is not known.
struct MissingFact {
    Message what;    ///< "what the model keeps of its tokens (KV cache)"
    Message remedy;  ///< how to supply it: a sentence
};
/// "Not known: … Open it with its config.json.": a sentence or two for each.
[[nodiscard]] Message missingText(std::span<const MissingFact> missing);

struct StrategyResult;

/// A list by StorageId that all plans of a tree share.
class StorageOwners {
public:
    StorageOwners() = default;
    explicit StorageOwners(std::shared_ptr<const std::vector<TensorId>> owners)
        : m_owners(std::move(owners)) {}
    [[nodiscard]] std::size_t size() const { return m_owners ? m_owners->size() : 0; }
    [[nodiscard]] TensorId operator[](std::size_t storage) const { return (*m_owners)[storage]; }

private:
    std::shared_ptr<const std::vector<TensorId>> m_owners;
};

/// Where everything goes, and why. Immutable; every view reads its figures from here. Plans that
/// follow from each other by edits share what is alike: one costs little beside the first.
struct PlacementPlan {
    PlacementRequest request;
    DeviceMap map;
    /// The device of every tensor storage, by StorageId; nothing where the map covers it not.
    StorageDevices storageDevices;
    /// The tensor that owns each storage (its first name in the walk), by StorageId.
    StorageOwners storageOwners;
    std::vector<DevicePlacement> placements;  ///< in the order of request.devices
    /// The strategy's own result under the moves by hand, with its trace; null in a plan that
    /// place() did not make.
    std::shared_ptr<const StrategyResult> strategyResult;
    /// What is known of a plan of Strategy::Optimal as it was found; null for others, and once
    /// modules were moved by hand.
    std::shared_ptr<const OptimalProof> optimal;
    std::vector<PlanIssue> issues;
    std::vector<std::string> warnings;           ///< Accelerate's own warning texts
    std::optional<Message> accelerateError;      ///< "Accelerate fails here: …"
    std::vector<MemoryBudget> effectiveBudgets;  ///< after balancing
    /// How many units are prefetched before the one that runs: the most that fit, up to
    /// request.prefetchWindow. Nothing where no weights travel, or where not one unit fits.
    std::optional<unsigned> prefetchWindow{};
    Verdict verdict = Verdict::Undetermined;
    Message verdictText;  ///< one sentence
    /// The verdict is about the weights alone, or also about the request's workload.
    enum class Judged { Weights, Workload } judged = Judged::Weights;
    std::vector<MissingFact> missing;  ///< what the verdict lacks
    std::uint64_t revision = 0;

    [[nodiscard]] const DevicePlacement* placement(DeviceId device) const;
    /// The device of a module: of all its tensors, or of the map where it has none.
    /// Nothing for "mixed" and for uncovered modules.
    [[nodiscard]] std::optional<DeviceId> deviceOf(ModuleId module) const;
    /// True where tensors below lie on more than one device.
    [[nodiscard]] bool isMixed(ModuleId module) const;
    [[nodiscard]] bool wasMovedByHand(ModuleId module) const;
    [[nodiscard]] bool isPinned(ModuleId module) const;
    /// Where an offloaded layer runs: the request's, else the map's lowest-numbered GPU or the CPU.
    /// Of a cluster a GPU of the first machine alone, which has the weights, or its CPU.
    [[nodiscard]] DeviceId executionDevice() const;
    /// The same of one module: the CPU, where the request computes it there.
    [[nodiscard]] DeviceId executionDeviceOf(const std::string& path) const;
    /// Strategy::Optimal found no plan for its objective, as `optimal->text` says: the map is
    /// another strategy's.
    [[nodiscard]] bool hasNoOptimum() const { return optimal != nullptr && !optimal->value; }
    /// The no-split classes in force.
    [[nodiscard]] const std::vector<std::string>& noSplitClasses() const;
};

/// The plan's request, with what its search told: place() makes the very plan of it again, also
/// where other rates are known by then.
[[nodiscard]] PlacementRequest requestToKeep(const PlacementPlan& plan);

/// A block of the board: a module that the map or the no-split classes keep whole.
struct PlanBlock {
    ModuleId module;
    DeviceId device;
    std::uint64_t bytes = 0;  ///< in the planned dtype; tied tensors counted with their owner
};

/// The model cut into blocks, in execution (tree) order: no-split modules, or the largest modules
/// with tensors outside of them; a block whose tensors lie on several devices is cut further.
/// Modules without own bytes (dropout, tied heads) give no block.
[[nodiscard]] std::vector<PlanBlock> planBlocks(const PlacementPlan& plan);

/// A block that lies on no device in use.
struct UnplacedBlock {
    ModuleId module;
    std::optional<DeviceId> missing;  ///< the device that the map names but that is not there
    std::uint64_t bytes = 0;          ///< as of a PlanBlock
};

/// What planBlocks() leaves out because its weights have no device, or one that is not among the
/// devices in use; in the same order.
[[nodiscard]] std::vector<UnplacedBlock> unplacedBlocks(const PlacementPlan& plan);

/// The trace: every step of the strategy, then the moves by hand, in plain words. The texts are
/// made here, for each step of the planner (a model of 100,000 modules has as many).
[[nodiscard]] std::vector<PlacementDecision> decisionsOf(const PlacementPlan& plan);

/// The words of the trace about one module: what was tried, in order ("Why here?").
[[nodiscard]] std::vector<PlacementDecision> decisionsFor(const PlacementPlan& plan,
                                                          ModuleId module);

}  // namespace stowage
