// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/audit_row.h"

namespace stowage {

namespace {

/// A cell; names may hold anything, so quotes are doubled.
std::string quoted(const std::string& text) {
    std::string cell = "\"";
    for (const char letter : text) {
        cell += letter == '"' ? std::string("\"\"") : std::string(1, letter);
    }
    return cell + "\"";
}

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
        "tensor,device planned,device found,dtype,dtype in file,shape,size [B],tied to,"
        "result,first difference [B],problem,sha256\n";
    for (const AuditRow& row : rows) {
        text += quoted(row.name) + "," + deviceName(row.planned) + "," + deviceName(row.found) +
                "," + std::string(dtypeName(row.dtype)) + "," +
                std::string(dtypeName(row.storedDtype)) + "," + shapeText(row.shape) + "," +
                std::to_string(row.bytes) + "," + (row.tiedTo.empty() ? "" : quoted(row.tiedTo)) +
                "," + (row.isRight() ? "right" : "differs") + "," +
                (row.firstDifference ? std::to_string(*row.firstDifference) : "") + "," +
                (row.problem.empty() ? "" : quoted(row.problem)) + "," + row.sha256 + "\n";
    }
    return text;
}

}  // namespace stowage
