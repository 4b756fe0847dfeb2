// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/module_signature.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <utility>
#include <vector>

namespace stowage {
namespace {

/// Neither in names nor in numbers.
constexpr char kBetween = '\0';
constexpr char kAfter = '\1';

void appendNumber(std::uint64_t number, std::string& part) {
    std::array<char, 24> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
    part += kBetween;
    part.append(digits.data(), end);
}

void appendTensors(const std::vector<ModuleDraft::Tensor>& tensors, char kind,
                   std::vector<std::string>& parts) {
    for (const ModuleDraft::Tensor& tensor : tensors) {
        std::string& part = parts.emplace_back();
        part += kind;
        part += tensor.name;
        appendNumber(static_cast<std::uint64_t>(tensor.dtype), part);
        for (const std::int64_t size : tensor.shape) {
            appendNumber(static_cast<std::uint64_t>(size), part);
        }
    }
}

}  // namespace

std::uint32_t ModuleSignatures::add(const ModuleDraft& module) {
    std::vector<std::string> parts;
    parts.reserve(module.parameters.size() + module.buffers.size() + module.children.size());
    appendTensors(module.parameters, 'p', parts);
    appendTensors(module.buffers, 'b', parts);
    for (const ModuleDraft& child : module.children) {
        const std::uint32_t number = add(child);
        std::string& part = parts.emplace_back();
        part += 'c';
        part += child.name;
        appendNumber(number, part);
    }
    std::ranges::sort(parts);
    std::string whole;
    for (const std::string& part : parts) {
        whole += part;
        whole += kAfter;
    }
    const auto next = static_cast<std::uint32_t>(m_numbers.size());
    const std::uint32_t number = m_numbers.try_emplace(std::move(whole), next).first->second;
    m_signature.emplace(&module, number);
    return number;
}

}  // namespace stowage
