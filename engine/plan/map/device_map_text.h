// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/message.h"
#include "engine/base/result.h"
#include "engine/device/memory_budget.h"
#include "engine/plan/device_map.h"
#include "engine/plan/placement_request.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stowage {

/// A text in which the signs that word processors, web pages and other keyboards put in the place
/// of Python's are plain: “ ” « » 「 」 become ", ‘ ’ become ', the Arabic, the full-width and the
/// ideographic comma become a comma, full-width brackets and colons plain ones, no-break spaces
/// blanks, and characters that cannot be seen go.
struct MendedText {
    std::string text;
    Message first;            ///< the first of them, for a message: "“ (U+201C)"
    std::string plain;        ///< what belongs there; "" for a blank or nothing
    std::size_t offset = 0;   ///< where it stands, in bytes
    std::size_t count = 0;    ///< how many there are
    bool isReadable = false;  ///< the mended text can be read
};

/// Mends what stands outside of texts in plain quotes and of comments. Nothing where there is
/// nothing to mend, or the text has more than 4 MiB.
[[nodiscard]] std::optional<MendedText> mendSigns(std::string_view text);

/// The mended text where its signs are why `error` came about: it can be read then (`reads` says
/// so), or the error's offset is that of the first of them.
[[nodiscard]] std::optional<MendedText> mendFor(
    std::string_view text, const Error& error,
    const std::function<bool(const std::string& plain)>& reads);

/// The error that names the sign and its place; `what` is the subject ("The device map").
[[nodiscard]] Unexpected namingSign(const MendedText& mended, Error error, const Message& what);

/// A device map as it was written, by a person or a program.
struct ParsedDeviceMap {
    DeviceMap map;
    std::vector<DoubledKey> doubledKeys;  ///< keys given twice; the last value holds, as in Python
    std::optional<PlacementRequest> origin;  ///< where the text is a whole `plan --json` object
    std::optional<Strategy> strategy{};      ///< where the text is "auto" or the like, and no map
};

/// Reads a device map: a JSON object {"path": device}, a JSON list of [path, device] pairs (as
/// `plan --json` prints), a whole `plan --json` object, or the dict that Python prints
/// ({'a': 0, 'b': device(type='cuda', index=1),}, OrderedDict([...]) too). Devices: integer,
/// "cpu", "disk", "cuda" (the first GPU), "cuda:1", "gpu:1", torch.device('cuda:0').
///
/// A script is read as well, such as our own Copy as Python: of the dicts that it writes down in
/// full, the one that is assigned to a name ending in "device_map" (the last of them), else to one
/// with "map" or "device" in it, else the last that reads as a device map. Later lines that change
/// it by literals are applied (`map['a'] = 0`, `del`, `update`, `|=`, `pop`); one that does so in
/// another way is an error that names it. A number in quotes is an error, as in torch.
///
/// A plain word is what from_pretrained takes it for: the name of one of strategies(), or "cpu",
/// "cuda" (the first GPU), "cuda:1" or a GPU's number, which take the whole model. "disk" is
/// refused, as it is there.
/// Error: InvalidArgument with the offset. It names a typographic quotation mark, an Arabic comma
/// or the like where that is why the text cannot be read.
[[nodiscard]] Result<ParsedDeviceMap> parseDeviceMapText(std::string_view text,
                                                         const std::string& file = {});

/// The text with plain signs in the place of typographic ones, or {"": "disk"} for a plain disk:
/// where that is why parseDeviceMapText() refuses it. Nothing where it does not, or for other
/// reasons.
[[nodiscard]] std::optional<std::string> mendedMapText(std::string_view text);

/// JSON list of pairs in map order: [["transformer.wte", 0], ["lm_head", "cpu"]].
[[nodiscard]] std::string deviceMapToJson(const DeviceMap& map);

/// The same; with a prefetch window or modules that the CPU computes, a `plan --json` object of
/// map and options alone.
[[nodiscard]] std::string deviceMapToJson(const DeviceMap& map, const PlacementRequest& request);

/// The Python dict, one entry a line.
[[nodiscard]] std::string deviceMapToPython(const DeviceMap& map);

/// A text in double quotes that both JSON and Python read.
[[nodiscard]] std::string quotedLiteral(const std::string& text);

/// A device as Accelerate writes it: 0, "cpu".
[[nodiscard]] std::string deviceLiteral(DeviceId device);

/// Limits as a person gives them: `0=10GiB,1=10GiB,cpu=30GiB` as parseMaxMemory() reads it, or
/// max_memory as Python and JSON write it, {0: "10GiB", "cpu": "30GiB"}, alone or in a script: of
/// its dicts the last that is given to a name ending in "max_memory", else the last of devices and
/// sizes. A number is bytes, as there; of a device that comes twice the last value holds. Ordered
/// like Accelerate: GPUs ascending, cpu, disk. Bits ("10gb") are noted in `warnings`.
/// Error: InvalidArgument, for a dict with the offset; a typographic sign is named.
[[nodiscard]] Result<std::vector<MemoryBudget>> parseLimitsText(std::string_view text,
                                                                std::vector<Message>& warnings);

/// Whether a text for one limit is those of several devices: a dict, or DEVICE=SIZE.
[[nodiscard]] bool holdsSeveralLimits(std::string_view text);

}  // namespace stowage
