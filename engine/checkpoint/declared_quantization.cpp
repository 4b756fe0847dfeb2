// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/declared_quantization.h"

#include "engine/model/quantization_config.h"

#include <memory>
#include <utility>

namespace stowage {

Result<void> attachDeclaredQuantization(Checkpoint& checkpoint, std::string_view text,
                                        const std::string& file) {
    auto declared = declaredQuantization(text, file);
    if (!declared) {
        if (declared.error().code != ErrorCode::Unsupported) {
            return declared.unexpected();
        }
        checkpoint.warnings.push_back(declared.error().message);
        return {};
    }
    if (*declared) {
        checkpoint.declaredQuantization =
            std::make_shared<const Quantization>(std::move(**declared));
    }
    return {};
}

std::optional<Quantization> takenUpQuantization(const Checkpoint& checkpoint) {
    const bool isTaken = checkpoint.tensors.empty() && checkpoint.declaredQuantization != nullptr;
    return isTaken ? std::optional(*checkpoint.declaredQuantization) : std::nullopt;
}

}  // namespace stowage
