// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/capacity/pipeline/mode_run.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace stowage {
namespace {

bool contains(const std::vector<std::string>& names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
}

bool isAutoencoder(std::string_view name) {
    return name.starts_with("vae") || name.starts_with("vqvae");
}

}  // namespace

bool isDenoiser(std::string_view name) {
    return name.starts_with("transformer") || name.starts_with("unet") ||
           name.starts_with("controlnet") || name == "prior" || name == "decoder";
}

ModeRun::ModeRun(const ModuleTree& tree, const PipelineRules& rules, std::optional<DType> dtype,
                 const DeviceInfo& device)
    : m_tree(tree),
      m_rules(rules),
      m_class(rules.pipeline(tree.node(ModuleTree::root()).className)),
      m_dtype(dtype),
      m_gpu(tree, dtype, device),
      m_isOnHost(tree.storageCount()) {
    if (dtype == DType::Float16 || dtype == DType::BFloat16) {
        for (const ModuleId model : tree.children(ModuleTree::root())) {
            keepFloat32(model);
        }
    }
}

/// Parameters whose names have one of the class's words between their dots.
void ModeRun::keepFloat32(ModuleId model) {
    const std::vector<std::string>& words = rulesOf(model).keptFloat32;
    if (words.empty()) {
        return;
    }
    for (const TensorSpec& tensor : m_tree.subtreeTensors(model)) {
        const std::string dotted =
            tensor.name.substr(m_tree.path(model).size()) + ".";  // ".a.b.weight."
        const bool isKept = std::ranges::any_of(words, [&](const std::string& word) {
            return dotted.find("." + word + ".") != std::string::npos;
        });
        if (isKept && isFloatingPoint(tensor.dtype)) {
            m_gpu.keepIn(std::span(&tensor, 1), DType::Float32);
        }
    }
}

const ModelClassRules& ModeRun::rulesOf(ModuleId model) const {
    static const ModelClassRules usual;
    const ModelClassRules* const own = m_rules.model(m_tree.node(model).className);
    return own == nullptr ? usual : *own;
}

const std::string& ModeRun::nameOf(ModuleId model) const {
    return m_tree.node(model).name;
}

bool ModeRun::isExcluded(ModuleId model) const {
    return m_class != nullptr && contains(m_class->excluded, nameOf(model));
}

bool ModeRun::isInSequence(ModuleId model) const {
    return m_class != nullptr && contains(m_class->offloadSequence, nameOf(model));
}

bool ModeRun::isLeafLayer(ModuleId module) const {
    return m_rules.isLeafLayer(m_tree.node(module).className) && m_tree.children(module).empty();
}

bool ModeRun::isNeverCalled(ModuleId module) const {
    const ModuleNode& node = m_tree.node(module);
    return node.name == "shared" && node.className.ends_with("Embedding");
}

std::vector<ModuleId> ModeRun::order() const {
    std::vector<ModuleId> models = m_tree.children(ModuleTree::root());
    const auto place = [this](ModuleId model) -> std::size_t {
        const std::string& name = nameOf(model);
        if (m_class == nullptr) {
            return isDenoiser(name) ? 1 : isAutoencoder(name) ? 2 : 0;
        }
        const auto& sequence = m_class->offloadSequence;
        const auto at = [&sequence](auto found) {
            return 2 * static_cast<std::size_t>(found - sequence.begin());
        };
        // What no sequence names runs beside the denoiser; a safety checker at the end.
        return isInSequence(model) ? at(std::ranges::find(sequence, name)) + 1
               : isExcluded(model) ? at(sequence.end()) + 1
                                   : at(std::ranges::find_if(sequence, isDenoiser));
    };
    std::ranges::stable_sort(models, {}, place);
    return models;
}

void ModeRun::keep(ModuleId model) {
    m_gpu.load(m_tree.subtreeTensors(model), model);
    m_figures.staying += m_gpu.takeMoved();
}

void ModeRun::keepAll() {
    for (const ModuleId model : m_tree.children(ModuleTree::root())) {
        keep(model);
    }
}

void ModeRun::countOnHost(std::span<const TensorSpec> tensors) {
    for (const TensorSpec& tensor : tensors) {
        if (!m_isOnHost[tensor.storage.index()]) {
            m_isOnHost[tensor.storage.index()] = true;
            m_figures.hostBytes += m_gpu.bytesOf(tensor);
        }
    }
}

void ModeRun::countMovedEachStep(ModuleId model) {
    if (isDenoiser(nameOf(model))) {
        m_figures.movedEachStep += m_gpu.takeMoved();
    } else {
        countMovedOnce();
    }
}

OffloadModeFigures ModeRun::take() {
    m_figures.peakAllocated = m_gpu.statistics().peakAllocated;
    m_figures.peakReserved = m_gpu.statistics().peakReserved;
    m_figures.peakModule = m_tree.path(m_gpu.peakModule());
    return std::move(m_figures);
}

}  // namespace stowage
