// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/device_fields.h"

#include <QString>

#include <functional>
#include <vector>

class QMenu;

namespace stowage {

class Document;

/// "Capacity", "Used by others", "Context", "Link", "Machine".
[[nodiscard]] QString deviceFieldName(DeviceField field);
/// "capacity", "others", "context", "link", "machine": the part of an object's name.
[[nodiscard]] QString deviceFieldKey(DeviceField field);
/// What can be typed about a device in its place: every figure of a simulated GPU, the capacity of
/// CPU and disk, nothing of a real card.
[[nodiscard]] std::vector<DeviceField> editableFields(const DeviceInfo& device);
/// How such a cell is filled in, for the person who begins to: "as in 24GiB, 24GB or rtx-4090".
[[nodiscard]] QString deviceFieldHint(const DeviceInfo& device, DeviceField field);

/// The device of that name among those that the document plans with; null: there is none.
[[nodiscard]] const DeviceInfo* findDevice(const Document& document, DeviceId device);
/// Plans with a device as it was edited; as one undo step, where a model is open.
void useEditedDevice(Document& document, const DeviceInfo& device);
/// Plans with other GPUs; limits, pins and moves go with the cards that stay.
void useGpus(Document& document, const DeviceListChange& change);

/// Everything that can be done to a device, as lane and Budgets offer it: `edit` begins with one of
/// its cells; a card of the catalogue; one more, duplicate, order, remove; this machine's own
/// again. Actions are named "edit_capacity", "card_rtx-4090", "add_gpu", "duplicate_gpu",
/// "move_gpu_left", "move_gpu_right", "remove_gpu", "use_this_machine".
void fillDeviceMenu(QMenu& menu, Document& document, DeviceId device,
                    const std::function<void(DeviceField)>& edit);

/// "+ GPU": another of the last kind, or a card of the catalogue, as one more GPU.
void fillAddMenu(QMenu& menu, Document& document);

}  // namespace stowage
