// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/byte_size.h"
#include "engine/device/device_info.h"
#include "engine/model/module_tree.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace stowage {

/// A number as Accelerate's Python holds it: an int, or a float once a bool tensor (1/8 byte),
/// a sub-byte dtype or the 90 % rule is involved. The difference shows in texts and in one crash
/// (docs/spec/placement.md §0, §7.4). All values are multiples of 1/8 below 2^50, so a double is
/// exact.
struct PythonNumber {
    double value = 0;
    bool isFloat = false;

    [[nodiscard]] std::string text() const { return formatPythonNumber(value, isFloat); }

    PythonNumber& operator+=(PythonNumber other) {
        value += other.value;
        isFloat = isFloat || other.isFloat;
        return *this;
    }
    PythonNumber& operator-=(PythonNumber other) {
        value -= other.value;
        isFloat = isFloat || other.isFloat;
        return *this;
    }
    friend PythonNumber operator+(PythonNumber a, PythonNumber b) { return a += b; }
    friend PythonNumber operator-(PythonNumber a, PythonNumber b) { return a -= b; }
    friend PythonNumber operator*(PythonNumber a, PythonNumber b) {
        return {a.value * b.value, a.isFloat || b.isFloat};
    }
};

/// Python's min(a, b) and max(a, b): the first of two equal ones.
[[nodiscard]] inline PythonNumber pythonMin(PythonNumber a, PythonNumber b) {
    return b.value < a.value ? b : a;
}
[[nodiscard]] inline PythonNumber pythonMax(PythonNumber a, PythonNumber b) {
    return b.value > a.value ? b : a;
}

/// Which of the two planners: Accelerate's, or the copy of it in transformers that
/// from_pretrained(device_map=…) calls (docs/spec/placement.md §10). It plans a model whose tied
/// weights are declared but not tied yet: the source of a group owns the bytes, the others count
/// nothing. Left out: `_no_placement_params`, which a single model sets so that one huge parameter
/// stays off the GPUs.
enum class PlannerRules { Accelerate, Transformers };

/// A key of Accelerate's dicts: an int (a GPU), "mps", "cpu", "disk", or any other string.
struct DeviceKey {
    enum class Kind { Index, Mps, Cpu, Disk, Other };
    Kind kind = Kind::Cpu;
    std::int64_t index = 0;  ///< Kind::Index only
    std::string other;       ///< Kind::Other only

    [[nodiscard]] static DeviceKey gpu(std::int64_t index) { return {Kind::Index, index, {}}; }
    [[nodiscard]] static DeviceKey fromText(const std::string& text);
    [[nodiscard]] static DeviceKey fromDevice(DeviceId device);
    /// The device that a plan of ours knows; nothing for "mps" and unknown words.
    [[nodiscard]] std::optional<DeviceId> device() const;
    /// As Python's str() prints it: 0, cpu.
    [[nodiscard]] std::string text() const;
    /// As Python's repr() prints it: 0, 'cpu'.
    [[nodiscard]] std::string representation() const;
    [[nodiscard]] bool isIndex() const { return kind == Kind::Index; }
    /// Neither "cpu" nor "disk": what Accelerate calls a GPU.
    [[nodiscard]] bool isAccelerator() const { return kind != Kind::Cpu && kind != Kind::Disk; }
    friend bool operator==(const DeviceKey&, const DeviceKey&) = default;
};

/// max_memory: ordered, every value a number.
using MaxMemory = std::vector<std::pair<DeviceKey, PythonNumber>>;
/// A device map in insertion order.
using AccelerateMap = std::vector<std::pair<std::string, DeviceKey>>;

/// A module or a bare tensor, as Accelerate's lists of (name, module) hold them.
struct TreeItem {
    bool isTensor = false;
    std::uint32_t id = 0;  ///< ModuleId or TensorId

    [[nodiscard]] static TreeItem of(ModuleId module) { return {false, module.value}; }
    [[nodiscard]] static TreeItem of(TensorId tensor) { return {true, tensor.value}; }
    [[nodiscard]] ModuleId module() const { return ModuleId{id}; }
    [[nodiscard]] TensorId tensor() const { return TensorId{id}; }
    /// Distinct for every item of a tree.
    [[nodiscard]] std::uint64_t key() const {
        return (static_cast<std::uint64_t>(id) << 1U) | (isTensor ? 1U : 0U);
    }
    friend bool operator==(const TreeItem&, const TreeItem&) = default;
};
[[nodiscard]] const std::string& itemName(const ModuleTree& tree, TreeItem item);

/// What one of Accelerate's notes means, for whoever must not read English to know it.
struct AccelerateNotice {
    enum class Kind { TenPercentKept, BuffersMayNotFit, DeviceNotAvailable };
    Kind kind = Kind::TenPercentKept;
    DeviceKey device{};  ///< where one is meant
    double bytes = 0;
    std::string text;
};

/// What Accelerate says beside its result.
struct AccelerateNotes {
    std::vector<std::string> warnings;                     ///< warnings.warn
    std::vector<std::pair<std::string, std::string>> log;  ///< level, text
    std::optional<std::string> verbose{};                  ///< stdout; nothing: not wanted
    std::vector<AccelerateNotice> notices{};               ///< some of those above, by meaning
    void info(std::string text) { log.emplace_back("INFO", std::move(text)); }
    void warning(std::string text) { log.emplace_back("WARNING", std::move(text)); }
};

/// A Python exception that Accelerate would raise here.
struct PythonException {
    std::string type;  ///< "ValueError", "IndexError", …
    std::string message;
    /// The tensor at fault where there is one (a tied partner that cannot be found).
    std::string tensor{};
};

/// A value, or the exception that Accelerate raises.
template <class T>
using PythonResult = std::variant<T, PythonException>;

template <class T>
[[nodiscard]] const PythonException* failureOf(const PythonResult<T>& result) {
    return std::get_if<PythonException>(&result);
}

}  // namespace stowage
