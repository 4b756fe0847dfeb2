// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/config_reader.h"

#include "engine/checkpoint/declared_quantization.h"
#include "engine/checkpoint/described_checkpoint.h"
#include "engine/model/config_model.h"
#include "engine/model/model_facts.h"
#include "engine/model/module_tree_builder.h"

#include <memory>
#include <span>
#include <utility>

namespace stowage {

Result<std::string> readConfigText(const RandomAccessFile& file) {
    if (file.size() > kMaxConfigBytes) {
        return fail(ErrorCode::LimitExceeded,
                    file.path() + " has " + std::to_string(file.size()) +
                        " bytes; of a model's configuration at most 4 MiB are read.",
                    file.path());
    }
    std::string text(static_cast<std::size_t>(file.size()), '\0');
    if (const auto read = file.readAt(0, std::as_writable_bytes(std::span(text))); !read) {
        return read.unexpected();
    }
    return text;
}

Result<void> describeByConfig(Checkpoint& checkpoint, const ConfigModel& model,
                              std::string_view text) {
    checkpoint.modelFacts =
        std::make_shared<const ModelFacts>(modelFacts(model, *checkpoint.describedTree));
    return attachDeclaredQuantization(checkpoint, text, model.file);
}

Result<Checkpoint> readConfig(const RandomAccessFile& file, const ConfigTreeOptions& options) {
    const auto text = readConfigText(file);
    return text ? configCheckpoint(*text, file.path(), options)
                : Result<Checkpoint>(text.unexpected());
}

Result<Checkpoint> configCheckpoint(std::string_view text, const std::string& path,
                                    const ConfigTreeOptions& options) {
    const auto model = readConfigModel(text, path, options);
    if (!model) {
        return model.unexpected();
    }
    auto draft = draftOf(*model);
    if (!draft) {
        return draft.unexpected();
    }
    auto tree = ModuleTreeBuilder::build(std::move(*draft), path);
    if (!tree) {
        return tree.unexpected();
    }
    Checkpoint checkpoint = describedCheckpoint(path, std::move(*tree));
    if (const auto described = describeByConfig(checkpoint, *model, text); !described) {
        return described.unexpected();
    }
    return checkpoint;
}

}  // namespace stowage
