// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/field_table.h"
#include "engine/base/option_text.h"
#include "engine/plan/placement_request.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stowage {

/// The format of requestToJson(), in its member "version".
inline constexpr int kRequestVersion = 2;

/// An option of the command line that fills a row.
struct RequestOption : OptionText {
    enum class Group : std::uint8_t { Devices, Placement, Model, Offload };  ///< of the help
    enum class Words : std::uint8_t { None, Number, One, Last, Repeated, Names };
    enum class Use : std::uint8_t {
        Plan,      ///< by all verbs that plan
        Map,       ///< by those that take a map or make one
        Strategy,  ///< by those that make one
    };
    std::string_view key;  ///< of the row
    Group group;
    Use use;
    Words words;                  ///< Last: of several the last; Names: with commas between them
    std::string_view value;       ///< in the help: "SIZE"
    std::string_view needs{};     ///< another option
    std::string_view excludes{};  ///< another option

    [[nodiscard]] constexpr RequestOption with(std::string_view other) const {
        RequestOption option = *this;
        option.needs = other;
        return option;
    }
    [[nodiscard]] constexpr RequestOption without(std::string_view other) const {
        RequestOption option = *this;
        option.excludes = other;
        return option;
    }
};

/// The words that were typed for options, by their names; none for a flag.
using TypedOptions = std::map<std::string_view, std::vector<std::string>>;

/// A row of requestFields().
struct RequestField : Field<PlacementRequest> {
    /// Puts what was typed for one of its options or more into a request that has its tree and
    /// devices; null: it has none. Errors: InvalidArgument that names the option.
    Result<void> (*type)(const TypedOptions& typed, PlacementRequest& request) = nullptr;
    /// The name and the text of a value in a list of differences; none: differences are not listed.
    /// Without a function the value is a flag.
    Phrase label{};
    Message (*text)(const PlacementRequest& request) = nullptr;
    /// The names of an edit that sets a flag, and of one that clears it.
    Phrase set{};
    Phrase clear{};
};

/// Everything that a plan depends on except the tree and the search: one row per key of a project's
/// requests and of "request" in `plan --json`. The order is that of the file.
[[nodiscard]] std::span<const RequestField> requestFields();
[[nodiscard]] std::span<const RequestOption> requestOptions();
/// The row of a key, which must be one.
[[nodiscard]] const RequestField& requestField(std::string_view key);
/// A row's value in a list of differences.
[[nodiscard]] Message differenceText(const RequestField& row, const PlacementRequest& request);

/// Lossless: place() makes the same plan from what readRequest() returns. Exceptions are names that
/// are not UTF-8, which JSON cannot contain, and names of offloaded modules with a comma.
[[nodiscard]] nlohmann::ordered_json requestToJson(const PlacementRequest& request);

/// Reads the members that are there into `request`. Requests of version 1, as projects contain
/// them, are read as well. Errors: as of Field.
[[nodiscard]] Result<void> readRequest(const nlohmann::ordered_json& object,
                                       PlacementRequest& request);

/// The request of a `plan --json` object; nothing for an object without one. An object of version 1
/// has parts of it in other members. Errors: as of Field.
[[nodiscard]] Result<std::optional<PlacementRequest>> requestOfPlan(
    const nlohmann::ordered_json& plan);

/// A preset as its options are typed: "--device cuda --num-gpus 2".
[[nodiscard]] Message presetText(const LoadModelPreset& preset);

/// The request of another process that loads the plan: its map, GPUs and limits as they are.
[[nodiscard]] PlacementRequest requestToLoad(const PlacementPlan& plan);

/// A device as Accelerate writes it: an integer for a GPU, otherwise "cpu" or "disk".
[[nodiscard]] nlohmann::ordered_json deviceToJson(DeviceId device);
/// A list of [path, device].
[[nodiscard]] nlohmann::ordered_json mapToJson(const DeviceMap& map);
/// Lossless; null for none.
[[nodiscard]] nlohmann::ordered_json quantizationToJson(
    const std::optional<Quantization>& quantization);
/// Its numbers by name, and null where the model or the engine decides. Lossless.
[[nodiscard]] nlohmann::ordered_json workloadToJson(const Workload& workload);

}  // namespace stowage
