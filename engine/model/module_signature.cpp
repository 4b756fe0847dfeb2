// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/module_signature.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace stowage {
namespace {

/// Neither in names nor in numbers.
constexpr char kBetween = '\0';
constexpr char kAfter = '\1';

void appendTensors(const std::vector<ModuleDraft::Tensor>& tensors, char kind,
                   std::vector<std::string>& parts) {
    for (const ModuleDraft::Tensor& tensor : tensors) {
        std::string part = kind + tensor.name + kBetween;
        part += std::to_string(static_cast<unsigned>(tensor.dtype));
        for (const std::int64_t size : tensor.shape) {
            part += kBetween + std::to_string(size);
        }
        parts.push_back(std::move(part));
    }
}

}  // namespace

std::uint32_t ModuleSignatures::add(const ModuleDraft& module) {
    std::vector<std::string> parts;
    parts.reserve(module.parameters.size() + module.buffers.size() + module.children.size());
    appendTensors(module.parameters, 'p', parts);
    appendTensors(module.buffers, 'b', parts);
    for (const ModuleDraft& child : module.children) {
        parts.push_back('c' + child.name + kBetween + std::to_string(add(child)));
    }
    std::ranges::sort(parts);
    std::string whole;
    for (const std::string& part : parts) {
        whole += part + kAfter;
    }
    const auto next = static_cast<std::uint32_t>(m_numbers.size());
    const std::uint32_t number = m_numbers.try_emplace(std::move(whole), next).first->second;
    m_signature.emplace(&module, number);
    return number;
}

}  // namespace stowage
