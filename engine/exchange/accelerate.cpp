// SPDX-License-Identifier: GPL-3.0-or-later
// Accelerate: the script of Copy as Python, and any text that holds a device map.
#include "engine/exchange/engine_targets.h"

namespace stowage {

Result<EngineExport> exportToAccelerate(const ExportInput& input) {
    constexpr const char* kScript = "load_model.py";
    EngineExport made;
    made.files[kScript] =
        pythonScript(*input.plan, input.source) +
        "\nimport json\n\n"
        "print(json.dumps(getattr(model, \"hf_device_map\", device_map), default=str))\n";
    made.command = {"python", kScript};
    made.cannotExpress = notExpressed(*input.plan, input.source);
    made.differs = placedElsewhere(*input.plan, input.source);
    return made;
}

Result<ImportedPlan> importFromAccelerate(const ImportInput& input) {
    auto map = parseDeviceMapText(input.text);
    STOWAGE_TRY(map);
    return ImportedPlan{"accelerate", std::move(*map), {}};
}

}  // namespace stowage
