// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command_context.h"
#include "engine/base/message.h"
#include "engine/base/result.h"
#include "engine/device/device_info.h"
#include "engine/plan/request/request_fields.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace CLI {
class App;
class Option;
class Validator;
}  // namespace CLI

namespace stowage {

/// `--gpus`, `--visible` and `--allocator`, as they were typed.
class DeviceOptions {
public:
    /// Adds the options to a command; they bind to this object, which must outlive the parse.
    void addTo(CLI::App& command);

    /// True where a person said which devices there are.
    [[nodiscard]] bool areGiven() const { return m_gpus || m_visible; }

    /// The GPUs, those that are visible, renumbered. Notes on the list go to the context. Where
    /// nothing was typed: the real ones where there are any, else none.
    /// Error: InvalidArgument that names the option, BackendUnavailable for "real".
    [[nodiscard]] Result<std::vector<DeviceInfo>> makeGpus(const CommandContext& context) const;
    /// What CUDA calls the GPUs that are shown, in their order; empty: 0, 1 …
    [[nodiscard]] std::vector<std::uint32_t> shownNumbers() const;
    /// Gives the simulated GPUs the allocator that was typed.
    /// Error: InvalidArgument for another name, and where there is no such GPU.
    [[nodiscard]] Result<void> setAllocator(std::vector<DeviceInfo>& devices) const;

private:
    std::optional<std::string> m_gpus;
    std::optional<std::string> m_visible;
    std::string m_allocator;
};

/// The value of `--gpus`; sizes that count bits are warned of. "real" opens LibTorch.
/// Errors: InvalidArgument; BackendUnavailable where nothing real can be used.
[[nodiscard]] Result<std::vector<DeviceInfo>> parseGpus(const std::string& spec,
                                                        const CommandContext& context);

/// An option given with nothing behind it, as by an unset variable, is a mistake.
[[nodiscard]] CLI::Validator notEmpty();
/// The same of an option that takes a number, which must be one that its type can hold.
[[nodiscard]] CLI::Validator isNumber();
/// Lets an option take such a number. `value` is what help calls it.
CLI::Option* takesNumber(CLI::Option* option, const std::string& value = "N");
/// The same of a number of tokens, which may be typed as "32k" (parseCount()).
CLI::Option* takesTokens(CLI::Option* option);

/// Adds an option that takes a text, which must not be empty. `value` is what help calls it:
/// "FILE". `target` must outlive the parse.
CLI::Option* addTextOption(CLI::App& command, const std::string& name, const std::string& value,
                           std::string& target);

/// The same for a text that may be empty.
CLI::Option* addOption(CLI::App& command, const std::string& name, const std::string& value,
                       std::string& target);

/// Adds an option that takes names with commas between them; it can be given more than once.
CLI::Option* addListOption(CLI::App& command, const std::string& name, const std::string& value,
                           std::vector<std::string>& target);

/// wrongValue() for what lies outside `least` … `most`.
[[nodiscard]] Result<void> requireRange(const char* option, std::int64_t value, std::int64_t least,
                                        std::int64_t most);

/// Options of requestFields(), as they were typed.
class RequestOptions {
public:
    /// Adds those options to a command; they bind to this object, which must outlive the parse.
    void addTo(CLI::App& command, std::span<const RequestOption::Use> uses);

    [[nodiscard]] bool has(std::string_view option) const { return m_typed.contains(option); }
    /// Whether an option of the row of this key was typed.
    [[nodiscard]] bool hasRow(std::string_view key) const;
    /// Puts what was typed into a request, in the order of the rows, except the strategy. Error:
    /// InvalidArgument that names the option.
    [[nodiscard]] Result<void> putInto(PlacementRequest& request) const;
    /// The same of the rows that have options with this use.
    [[nodiscard]] Result<void> putInto(PlacementRequest& request, RequestOption::Use use) const;
    /// The same of one row.
    [[nodiscard]] Result<void> putRow(std::string_view key, PlacementRequest& request) const;

private:
    void add(CLI::App& command, const RequestOption& option);

    TypedOptions m_typed;
};

/// The value of `--shard-size`, bytes: see shardBytesFromText(). Error: InvalidArgument.
[[nodiscard]] Result<std::uint64_t> parseShardSize(const std::string& text);

/// Adds what was typed for an option to the arguments of another process: with `=`, so that no
/// value looks like an option itself.
void addTyped(const CLI::Option& option, std::vector<std::string>& arguments);

/// The device map that was typed for a command, as a text or a word, for a process that cannot read
/// this machine's files; "" where none was typed. Errors: those of readDeviceMap().
[[nodiscard]] Result<std::string> typedDeviceMap(const CLI::App& command,
                                                 const CommandContext& context);

}  // namespace stowage
