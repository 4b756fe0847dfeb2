// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/audit_row.h"

#include "engine/base/csv.h"

namespace stowage {

namespace {

std::string shapeText(const std::vector<std::int64_t>& shape) {
    std::string text;
    for (const std::int64_t size : shape) {
        text += (text.empty() ? "" : " x ") + std::to_string(size);
    }
    return text;
}

}  // namespace

std::string auditToCsv(const std::vector<AuditRow>& rows) {
    std::string text =
        csvRow({"tensor", "device planned", "device found", "dtype", "dtype in file", "shape",
                "size [B]", "tied to", "result", "first difference [B]", "problem", "sha256"});
    for (const AuditRow& row : rows) {
        text += csvRow({row.name, deviceName(row.planned), deviceName(row.found),
                        std::string(dtypeName(row.dtype)), std::string(dtypeName(row.storedDtype)),
                        shapeText(row.shape), std::to_string(row.bytes), row.tiedTo,
                        row.isRight() ? "right" : "differs",
                        row.firstDifference ? std::to_string(*row.firstDifference) : "",
                        row.problem, row.sha256});
    }
    return text;
}

}  // namespace stowage
