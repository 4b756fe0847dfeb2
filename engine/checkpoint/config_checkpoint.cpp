// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/config_checkpoint.h"

#include "engine/model/model_facts.h"
#include "engine/model/module_tree.h"

#include <span>

namespace stowage {

Result<void> attachDeclaredQuantization(Checkpoint& checkpoint, std::string_view text,
                                        const std::string& file) {
    auto declared = declaredQuantization(text, file);
    if (!declared) {
        if (declared.error().code != ErrorCode::Unsupported) {
            return declared.unexpected();
        }
        checkpoint.warnings.push_back(declared.error().message);
        Quantization other;
        other.method = QuantizationMethod::Other;
        other.declaredBy = file;
        checkpoint.declaredQuantization = std::make_shared<const Quantization>(std::move(other));
        return {};
    }
    if (*declared) {
        checkpoint.declaredQuantization =
            std::make_shared<const Quantization>(std::move(**declared));
    }
    return {};
}

std::optional<Quantization> startingQuantization(const Checkpoint& checkpoint) {
    const bool isTaken = checkpoint.tensors.empty() && checkpoint.declaredQuantization != nullptr;
    return isTaken ? std::optional(*checkpoint.declaredQuantization) : std::nullopt;
}

Result<std::string> readConfigText(const RandomAccessFile& file) {
    if (file.size() > kMaxConfigBytes) {
        return fail(ErrorCode::LimitExceeded,
                    say("%1 has %2 bytes; a model's configuration may have at most 4 MiB.",
                        file.path(), file.size()),
                    file.path());
    }
    std::string text(static_cast<std::size_t>(file.size()), '\0');
    STOWAGE_TRY(file.readAt(0, std::as_writable_bytes(std::span(text))));
    return text;
}

Result<void> describeByConfig(Checkpoint& checkpoint, const ConfigModel& model,
                              std::string_view text) {
    checkpoint.modelFacts =
        std::make_shared<const ModelFacts>(modelFacts(model, *checkpoint.describedTree));
    return attachDeclaredQuantization(checkpoint, text, model.file);
}

Result<Checkpoint> readConfig(const RandomAccessFile& file, const std::string& className) {
    const auto text = readConfigText(file);
    return text ? configCheckpoint(*text, file.path(), className)
                : Result<Checkpoint>(text.unexpected());
}

Result<Checkpoint> configCheckpoint(std::string_view text, const std::string& path,
                                    const std::string& className) {
    auto model = readConfigModel(text, path, className);
    STOWAGE_TRY(model);
    if (model->isMxfp4 && !model->declaredDtype) {
        // from_pretrained takes the dtype from the weights then: gpt-oss's configurations name
        // none, and beside the blocks its files hold bfloat16, which also undoing MXFP4 leads to.
        model->declaredDtype = DType::BFloat16;
    }
    auto draft = draftOf(*model);
    STOWAGE_TRY(draft);
    auto tree = ModuleTreeBuilder::build(std::move(*draft), path);
    STOWAGE_TRY(tree);
    Checkpoint checkpoint = describedCheckpoint(path, std::move(*tree));
    STOWAGE_TRY(describeByConfig(checkpoint, *model, text));
    return checkpoint;
}

}  // namespace stowage
