// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/device_id.h"
#include "engine/model/module_tree.h"
#include "engine/plan/reference_number.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace stowage {

/// Which of the two planners: Accelerate's, or the copy of it in transformers that
/// from_pretrained(device_map=…) calls (placement.md §10). It plans a model whose tied weights are
/// declared but not tied yet: the first of a group owns the bytes, the others count nothing.
/// Left out: `_no_placement_params`, which a single model sets so that one huge parameter stays
/// off the GPUs.
enum class ReferenceRules { Accelerate, Transformers };

/// A key of Accelerate's dicts: an int (a GPU), "mps", "cpu", "disk", or any other string.
struct ReferenceKey {
    enum class Kind { Index, Mps, Cpu, Disk, Other };
    Kind kind = Kind::Cpu;
    std::int64_t index = 0;  ///< Kind::Index only
    std::string other;       ///< Kind::Other only

    [[nodiscard]] static ReferenceKey gpu(std::int64_t index) { return {Kind::Index, index, {}}; }
    [[nodiscard]] static ReferenceKey fromText(const std::string& text);
    [[nodiscard]] static ReferenceKey fromDevice(DeviceId device);
    /// The device that a plan of ours knows; nothing for "mps" and unknown words.
    [[nodiscard]] std::optional<DeviceId> device() const;
    /// As Python's str() prints it: 0, cpu.
    [[nodiscard]] std::string text() const;
    /// As Python's repr() prints it: 0, 'cpu'.
    [[nodiscard]] std::string representation() const;
    [[nodiscard]] bool isIndex() const { return kind == Kind::Index; }
    /// Neither "cpu" nor "disk": what Accelerate calls a GPU.
    [[nodiscard]] bool isAccelerator() const { return kind != Kind::Cpu && kind != Kind::Disk; }
    friend bool operator==(const ReferenceKey&, const ReferenceKey&) = default;
};

/// max_memory: ordered, every value a number.
using ReferenceBudgets = std::vector<std::pair<ReferenceKey, ReferenceNumber>>;
/// A device map in insertion order.
using ReferenceMap = std::vector<std::pair<std::string, ReferenceKey>>;

/// A module or a bare tensor, as Accelerate's lists of (name, module) hold them.
struct ReferenceItem {
    bool isTensor = false;
    std::uint32_t id = 0;  ///< ModuleId or TensorId

    [[nodiscard]] static ReferenceItem of(ModuleId module) { return {false, module.value}; }
    [[nodiscard]] static ReferenceItem of(TensorId tensor) { return {true, tensor.value}; }
    [[nodiscard]] ModuleId module() const { return ModuleId{id}; }
    [[nodiscard]] TensorId tensor() const { return TensorId{id}; }
    /// Distinct for every item of a tree.
    [[nodiscard]] std::uint64_t key() const {
        return (static_cast<std::uint64_t>(id) << 1U) | (isTensor ? 1U : 0U);
    }
    friend bool operator==(const ReferenceItem&, const ReferenceItem&) = default;
};
[[nodiscard]] const std::string& itemName(const ModuleTree& tree, ReferenceItem item);

/// What one of Accelerate's notes means, for whoever must not read English to know it.
struct ReferenceNotice {
    enum class Kind { TenPercentKept, BuffersMayNotFit, DeviceNotAvailable };
    Kind kind = Kind::TenPercentKept;
    ReferenceKey device{};  ///< where one is meant
    double bytes = 0;
    std::string text;
};

/// What Accelerate says beside its result.
struct ReferenceNotes {
    std::vector<std::string> warnings;                     ///< warnings.warn
    std::vector<std::pair<std::string, std::string>> log;  ///< level, text
    std::optional<std::string> verbose{};                  ///< stdout; nothing: not wanted
    std::vector<ReferenceNotice> notices{};                ///< some of those above, by meaning
    void info(std::string text) { log.emplace_back("INFO", std::move(text)); }
    void warning(std::string text) { log.emplace_back("WARNING", std::move(text)); }
};

/// A Python exception that Accelerate would raise here.
struct ReferenceFailure {
    std::string type;  ///< "ValueError", "IndexError", …
    std::string message;
    /// The tensor at fault where there is one (a tied partner that cannot be found).
    std::string tensor{};
};

/// A value, or the exception that the reference raises.
template <class T>
using ReferenceResult = std::variant<T, ReferenceFailure>;

template <class T>
[[nodiscard]] const ReferenceFailure* failureOf(const ReferenceResult<T>& result) {
    return std::get_if<ReferenceFailure>(&result);
}

}  // namespace stowage
