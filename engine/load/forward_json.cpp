// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/forward_json.h"

#include "engine/base/byte_size.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cstdio>

namespace stowage {
namespace {

using Json = nlohmann::ordered_json;

std::string decimals(const char* format, double value) {
    std::array<char, 48> text{};
    std::snprintf(text.data(), text.size(), format, value);
    return text.data();
}

std::string promptText(const ForwardFigures& forward) {
    std::string text;
    for (const std::int64_t token : forward.tokens) {
        text += (text.empty() ? "" : ", ") + std::to_string(token);
    }
    return "Forward pass over [" + text + "]";
}

}  // namespace

Json forwardJson(const ForwardFigures& forward) {
    Json object{{"tokens", forward.tokens}};
    const bool wasRun = !forward.sha256.empty();
    object["sha256"] = forward.sha256;
    object["max_logit"] = wasRun ? Json(forward.maxLogit) : Json(nullptr);
    object["next_token"] = wasRun ? Json(forward.nextToken) : Json(nullptr);
    object["max_difference"] = forward.maxDifference ? Json(*forward.maxDifference) : Json(nullptr);
    object["agrees"] = forward.agrees ? Json(*forward.agrees) : Json(nullptr);
    object["seconds"] = wasRun ? Json(forward.seconds) : Json(nullptr);
    object["bytes_moved"] = forward.bytesMoved;
    if (!forward.why.empty()) {
        object["why"] = forward.why;
    }
    return object;
}

std::string forwardText(const ForwardFigures& forward) {
    const std::string prompt = promptText(forward);
    if (forward.sha256.empty() || !forward.why.empty()) {
        return prompt + ": " + (forward.why.empty() ? "it was not run." : forward.why);
    }
    std::string text = prompt;
    if (forward.agrees) {
        text += ": the logits agree with the reference (largest difference " +
                decimals("%.2g", forward.maxDifference.value_or(0)) + ", largest logit " +
                decimals("%.4g", forward.maxLogit) + ")";
    } else {
        text += ", held against nothing: largest logit " + decimals("%.4g", forward.maxLogit);
    }
    text += "; next token " + std::to_string(forward.nextToken) + "; " +
            decimals("%.2f s", forward.seconds);
    if (forward.bytesMoved > 0) {
        text += "; " + formatSize(static_cast<double>(forward.bytesMoved)) +
                " of offloaded weights brought in";
    }
    return text + ".";
}

}  // namespace stowage
