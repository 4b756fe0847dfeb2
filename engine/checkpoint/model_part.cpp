// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/model_part.h"

#include <algorithm>
#include <array>
#include <string>

namespace stowage {
namespace {

constexpr auto kModelKeys = std::to_array<std::string_view>(
    {"model", "state_dict", "model_state_dict", "model_state", "module", "net", "network",
     "weights", "params", "model_weights", "net_state_dict"});
constexpr auto kAverageKeys = std::to_array<std::string_view>({"ema", "teacher", "swa"});
constexpr auto kTrainingKeys =
    std::to_array<std::string_view>({"optim", "opt", "scaler", "grad_scaler", "callbacks", "loops",
                                     "rng", "rng_state", "rng_states", "random_state"});

bool isOneOf(std::string_view key, const auto& list) {
    return std::ranges::find(list, key) != list.end();
}

bool isTrainingKey(std::string_view key) {
    return key.find("optimizer") != key.npos || key.find("scheduler") != key.npos ||
           key.starts_with("optim_") || key.ends_with("_optim") || key.ends_with("_opt") ||
           isOneOf(key, kTrainingKeys);
}

/// "ema", "ema_model", "params_ema".
bool isAverageKey(std::string_view key) {
    return std::ranges::any_of(kAverageKeys, [&](std::string_view average) {
        const std::string joined(average);
        return key == average || key.starts_with(joined + "_") || key.ends_with("_" + joined);
    });
}

std::string lowerCase(std::string_view text) {
    std::string lower(text);
    for (char& c : lower) {
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return lower;
}

}  // namespace

ModelLikelihood modelLikelihood(std::string_view path, const TensorNames& names) {
    const bool areDotted = 2 * names.dotted >= names.count();
    // The top itself, with a model's names, is a bare state dict.
    bool isModel = path.empty() && areDotted;
    bool isAverage = false;
    ModelLikelihood likelihood;
    const std::string keys = lowerCase(path);
    for (std::size_t begin = 0; begin <= keys.size();) {
        const std::size_t end = std::min(keys.find('.', begin), keys.size());
        const std::string_view key = std::string_view(keys).substr(begin, end - begin);
        likelihood.isTraining = likelihood.isTraining || isTrainingKey(key);
        isAverage = isAverage || isAverageKey(key);
        isModel = isModel || isOneOf(key, kModelKeys);
        begin = end + 1;
    }
    const std::uint64_t place = isAverage ? 3 : isModel ? 8 : 2;
    const std::uint64_t naming = areDotted ? 4 : names.numbers == names.count() ? 1 : 2;
    likelihood.score = names.count() * place * naming;
    return likelihood;
}

}  // namespace stowage
