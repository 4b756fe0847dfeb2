// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/inspect_verb.h"

#include "app/cli/checkpoint_output.h"
#include "app/cli/facts_output.h"
#include "app/cli/key_check_output.h"
#include "app/cli/model_input.h"
#include "app/cli/text_table.h"
#include "engine/base/byte_size.h"
#include "engine/model/module_tree_json.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>

namespace stowage {

namespace {

using Align = TextTable::Align;
using Json = nlohmann::ordered_json;

std::string shapeText(const std::vector<std::int64_t>& shape) {
    std::string text = "[";
    for (const std::int64_t size : shape) {
        text += (text.size() > 1 ? ", " : "") + std::to_string(size);
    }
    return text + "]";
}

unsigned depthOf(const ModuleTree& tree, const ModuleNode& node) {
    unsigned depth = 0;
    for (ModuleId at = node.parent; at.isValid(); at = tree.node(at).parent) {
        ++depth;
    }
    return depth;
}

std::string treeText(const ModuleTree& tree, unsigned maxDepth) {
    TextTable table({{"module"}, {"class"}, {"parameters", Align::Right}, {"size", Align::Right}});
    for (const ModuleNode& node : tree.nodes()) {
        const unsigned depth = depthOf(tree, node);
        if (depth > maxDepth) {
            continue;
        }
        const std::string name = node.parent.isValid() ? node.name : "(model)";
        const bool isGuessed =
            std::ranges::find(tree.guessedClasses(), node.className) != tree.guessedClasses().end();
        table.addRow({std::string(2 * static_cast<std::size_t>(depth), ' ') + name,
                      node.className + (isGuessed ? " (guessed)" : ""),
                      std::to_string(node.subtreeParameters),
                      formatSize(static_cast<double>(node.subtreeBytes))});
    }
    return table.text() + "\n" + std::to_string(tree.totalParameters()) + " parameters in " +
           std::to_string(tree.tensors().size()) + " tensors, " +
           formatSize(static_cast<double>(tree.totalBytes())) + " (" +
           formatExactBytes(static_cast<double>(tree.totalBytes())) + ")";
}

std::string shardPath(const Checkpoint& checkpoint, const StoredTensor& tensor) {
    return checkpoint.shards[tensor.location.shard]->path();
}

/// The tensors a file holds, or of a tree without weights the ones it describes.
Json tensorsAsJson(const OpenedModel& model) {
    Json list = Json::array();
    for (const StoredTensor& tensor : model.checkpoint->tensors) {
        list.push_back({{"name", tensor.name},
                        {"dtype", dtypeName(tensor.dtype)},
                        {"shape", tensor.shape},
                        {"file", shardPath(*model.checkpoint, tensor)},
                        {"offset", tensor.location.offset},
                        {"bytes", tensor.location.length}});
    }
    if (model.checkpoint->format == CheckpointFormat::TreeJson) {
        for (const TensorSpec& tensor : model.tree->tensors()) {
            list.push_back({{"name", tensor.name},
                            {"dtype", dtypeName(tensor.dtype)},
                            {"shape", tensor.shape},
                            {"file", nullptr},
                            {"offset", nullptr},
                            {"bytes", tensor.byteSize}});
        }
    }
    return list;
}

std::string tensorsText(const OpenedModel& model) {
    TextTable table({{"tensor"},
                     {"dtype"},
                     {"shape"},
                     {"bytes", Align::Right},
                     {"offset", Align::Right},
                     {"file"}});
    for (const StoredTensor& tensor : model.checkpoint->tensors) {
        table.addRow({tensor.name, std::string(dtypeName(tensor.dtype)), shapeText(tensor.shape),
                      std::to_string(tensor.location.length),
                      std::to_string(tensor.location.offset),
                      shardPath(*model.checkpoint, tensor)});
    }
    if (model.checkpoint->format == CheckpointFormat::TreeJson) {
        for (const TensorSpec& tensor : model.tree->tensors()) {
            table.addRow({tensor.name, std::string(dtypeName(tensor.dtype)),
                          shapeText(tensor.shape), std::to_string(tensor.byteSize), "", ""});
        }
    }
    return table.text();
}

}  // namespace

CLI::App* InspectVerb::describe(CLI::App& app) {
    CLI::App* command = app.add_subcommand("inspect", "Show a model's modules and their sizes");
    command
        ->add_option("MODEL", m_model,
                     "Checkpoint file or folder, config.json, .tree.json, or \"-\"")
        ->required();
    command->add_option("--depth", m_depth, "How many levels below the model to show (all)")
        ->type_name("N");
    command->add_flag("--tensors", m_tensors, "List every tensor with file, offset and bytes");
    command->add_flag("--classes", m_classes, "Sum parameters and bytes up by class");
    command->footer("Example:\n  stowagectl inspect model.safetensors --depth 2");
    return command;
}

Result<int> InspectVerb::run(CommandContext& context) {
    const auto model = openModel(m_model, context);
    if (!model) {
        return model.unexpected();
    }
    const unsigned depth = m_depth.value_or(std::numeric_limits<unsigned>::max());
    if (!context.wantsJson()) {
        const std::string keys = keyCheckText(*model);
        const std::string facts = factsText(*model);
        context.print((m_tensors   ? tensorsText(*model)
                       : m_classes ? classesText(*model)
                                   : treeText(*model->tree, depth) + "\n") +
                      (facts.empty() ? "" : "\n" + facts) + "\n" + modulesText(*model) + keys);
        return kExitDone;
    }
    std::string object =
        withCheckpoint(writeModuleTreeJson(*model->tree, model->checkpoint->path, depth), *model);
    object = withFacts(std::move(object), *model, m_classes ? ClassList::With : ClassList::Without);
    if (m_tensors) {
        Json extended = Json::parse(object);
        extended["tensor_list"] = tensorsAsJson(*model);
        object = extended.dump(2, ' ', false, Json::error_handler_t::replace);
    }
    context.print(withKeyCheck(object, *model));
    return kExitDone;
}

std::unique_ptr<Verb> makeInspectVerb() {
    return std::make_unique<InspectVerb>();
}

}  // namespace stowage
