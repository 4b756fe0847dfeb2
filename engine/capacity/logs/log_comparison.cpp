// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/capacity/logs/log_comparison.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <string_view>
#include <utility>

namespace stowage {
namespace {

using Cards = std::vector<const DeviceEstimate*>;
using DeviceBytes = std::uint64_t (*)(const DeviceEstimate&);

constexpr std::string_view kPerToken = "kv_bytes_per_token";

/// Figures that only stand in the log for another row that is made of them.
constexpr std::array<std::string_view, 8> kPartsOfRows{
    "kv_of_device", "kv_of_pool", "k", "v", "conv_state", "ssm_state", "margin_mib", "kv_cells"};

constexpr std::array<std::pair<std::string_view, std::string_view>, 30> kLogTitles{{
    {"tried", "asked for"},
    {"device", "device"},
    {"capacity", "capacity"},
    {"allocated", "allocated"},
    {"allocated_peak", "allocated, peak"},
    {"reserved", "reserved"},
    {"reserved_peak", "reserved, peak"},
    {"reserved_unallocated", "reserved, not allocated"},
    {"free", "free"},
    {"process", "process"},
    {"others", "other programs"},
    {"context", "context"},
    {"weights", "weights"},
    {"budget", "share of the card"},
    {"peak_torch", "weights and activations"},
    {"activations", "activations"},
    {"kv_cache", "KV cache"},
    {"kv_needed", "KV cache of one request"},
    {"kv_blocks", "KV blocks"},
    {"kv_tokens", "KV tokens"},
    {"cpu_blocks", "KV blocks on the CPU"},
    {"max_model_len", "context length"},
    {"n_ctx", "context length"},
    {"max_len_estimate", "longest context"},
    {"concurrency", "requests at once"},
    {"state", "state"},
    {"output", "logits"},
    {"compute", "compute buffers"},
    {"self", "held in all"},
    {kPerToken, "KV of a token"},
}};

std::uint64_t activationsOf(const DeviceEstimate& device) {
    return std::max({device.prefillActivations, device.decodeActivations, device.logits});
}

class LogPredictor {
public:
    LogPredictor(const EngineLog& log, const CapacityEstimate& estimate)
        : m_log(log), m_estimate(estimate) {
        for (const DeviceEstimate& device : estimate.devices) {
            if (device.device.id != DeviceId::disk()) {
                m_all.push_back(&device);
            }
            if (device.device.id.isGpu() && device.peakReserved > 0) {
                m_cards.push_back(&device);
            }
        }
        m_card = chooseCard();
    }

    [[nodiscard]] std::optional<double> of(std::string_view name) const {
        if (name == kPerToken) {
            return known(m_estimate.kvBytesPerToken);
        }
        if (name == "max_model_len" || name == "n_ctx") {
            const std::uint64_t sequences = name == "n_ctx" ? m_estimate.workload.batch : 1;
            return static_cast<double>(m_estimate.workload.tokens() * sequences);
        }
        if (m_log.engine == "llama.cpp") {
            return ofLlama(name);
        }
        if (m_card == nullptr) {
            return std::nullopt;
        }
        const auto torch = ofTorch(name);
        return torch || m_log.engine == "pytorch" ? torch : ofServer(name);
    }

private:
    [[nodiscard]] static std::optional<double> known(std::uint64_t bytes) {
        return bytes > 0 ? std::optional(static_cast<double>(bytes)) : std::nullopt;
    }

    [[nodiscard]] const DeviceEstimate* chooseCard() const {
        if (const auto index = m_log.value("device"); index && *index >= 0 && *index < 1024) {
            const auto* const named =
                m_estimate.on(DeviceId::gpu(static_cast<std::uint32_t>(*index)));
            if (named != nullptr) {
                return named;
            }
        }
        const auto fullest = std::ranges::max_element(m_cards, {}, &DeviceEstimate::peakReserved);
        return fullest == m_cards.end() ? nullptr : *fullest;
    }

    /// What the allocator of one process says.
    [[nodiscard]] std::optional<double> ofTorch(std::string_view name) const {
        const bool hasPeaks = m_log.value("allocated_peak").has_value();
        if (name == "capacity" && m_card->device.capacity) {
            return static_cast<double>(*m_card->device.capacity);
        }
        if (name == "context") {
            return known(m_card->context);
        }
        if (m_log.engine != "pytorch") {
            return std::nullopt;
        }
        if (name == "allocated_peak" || (name == "allocated" && !hasPeaks)) {
            return static_cast<double>(m_card->peakAllocated);
        }
        if (name == "reserved_peak" || (name == "reserved" && !hasPeaks)) {
            return static_cast<double>(m_card->peakReserved);
        }
        if (name == "reserved_unallocated") {
            return static_cast<double>(m_card->slack());
        }
        if (name == "process") {
            return static_cast<double>(m_card->needed());
        }
        if (name == "others") {
            return static_cast<double>(m_card->device.usedByOthers);
        }
        const auto free = m_card->free();
        return name == "free" && free ? std::optional(static_cast<double>(*free)) : std::nullopt;
    }

    /// vLLM and SGLang take a share of a card and give keys and values what is left of it.
    [[nodiscard]] std::optional<double> ofServer(std::string_view name) const {
        if (name == "weights") {
            return known(m_card->weights);
        }
        if (name == "activations") {
            return known(activationsOf(*m_card));
        }
        if (name == "peak_torch") {
            return known(m_card->weights + activationsOf(*m_card));
        }
        if (name == "state") {
            return known(m_card->state);
        }
        if (name == "kv_needed") {
            return ofOneRequest();
        }
        const auto budget = budgetOfCard();
        if (name == "budget") {
            return budget;
        }
        const auto pool = poolOf(budget);
        if (name == "kv_cache") {
            return pool;
        }
        if (!pool || m_estimate.kvBytesPerToken == 0) {
            return std::nullopt;
        }
        const auto block = static_cast<double>(m_estimate.engine.blockTokens);
        const double blocks =
            std::floor(*pool / static_cast<double>(m_estimate.kvBytesPerToken) / block);
        if (name == "kv_blocks") {
            return std::max(blocks, 0.0);
        }
        if (name == "kv_tokens" || name == "max_len_estimate") {
            return std::max(blocks * block, 0.0);
        }
        return name == "concurrency"
                   ? std::optional(std::max(blocks * block, 0.0) /
                                   static_cast<double>(m_estimate.workload.tokens()))
                   : std::nullopt;
    }

    [[nodiscard]] std::optional<double> budgetOfCard() const {
        if (!m_card->device.capacity) {
            return std::nullopt;
        }
        const auto printed = m_log.value("budget");
        const auto capacity = m_log.value("capacity");
        const auto share =
            printed && capacity && *capacity > 0 ? *printed / *capacity : m_log.value("share");
        const auto taken = share ? share : m_estimate.engine.memoryShare;
        return taken ? std::optional(*taken * static_cast<double>(*m_card->device.capacity))
                     : std::nullopt;
    }

    [[nodiscard]] std::optional<double> poolOf(std::optional<double> budget) const {
        if (!budget) {
            return std::nullopt;
        }
        const auto rest = m_log.engine == "vllm" ? activationsOf(*m_card) + m_card->context : 0;
        return *budget - static_cast<double>(m_card->weights + rest);
    }

    /// Keys and values of a request as long as the log says: where all grow alike, or the workload
    /// is as long.
    [[nodiscard]] std::optional<double> ofOneRequest() const {
        std::uint64_t kept = 0;
        for (const DeviceEstimate* const device : m_all) {
            kept += device->kvCache;
        }
        const auto tokens = static_cast<double>(m_estimate.workload.tokens());
        const auto batch = static_cast<double>(m_estimate.workload.batch);
        const auto each = static_cast<double>(m_estimate.kvBytesPerToken);
        const double request = static_cast<double>(kept) / batch;
        const double length = m_log.value("max_model_len").value_or(tokens);
        if (length == tokens) {
            return known(kept / m_estimate.workload.batch);
        }
        const double block = static_cast<double>(m_estimate.engine.blockTokens) * each;
        const bool growsAlike = each > 0 && std::abs(request - tokens * each) <= block;
        return growsAlike ? std::optional(length * each) : std::nullopt;
    }

    [[nodiscard]] static double sumOf(const Cards& devices, DeviceBytes bytes) {
        double sum = 0;
        for (const DeviceEstimate* const device : devices) {
            sum += static_cast<double>(bytes(*device));
        }
        return sum;
    }

    /// Lines of llama.cpp name all devices, its tables the cards alone.
    [[nodiscard]] const Cards& devicesOf(std::string_view name) const {
        const bool isTable = std::ranges::all_of(m_log.figures, [&](const LogFigure& figure) {
            return figure.name != name || figure.table > 0;
        });
        return isTable ? m_cards : m_all;
    }

    [[nodiscard]] std::optional<double> ofLlama(std::string_view name) const {
        struct Part {
            std::string_view name;
            DeviceBytes bytes;
            bool isOfCards;
        };
        static constexpr std::array<Part, 7> kParts{{
            {"weights", [](const DeviceEstimate& d) { return d.weights; }, false},
            {"kv_cache", [](const DeviceEstimate& d) { return d.kvCache; }, false},
            {"output", [](const DeviceEstimate& d) { return d.logits; }, false},
            {"compute", [](const DeviceEstimate& d) { return d.prefillActivations; }, true},
            {"self", [](const DeviceEstimate& d) { return d.peakAllocated; }, true},
            {"needed", [](const DeviceEstimate& d) { return d.peakAllocated; }, true},
            {"unaccounted", [](const DeviceEstimate& d) { return d.context; }, true},
        }};
        if (name == "capacity") {
            double sum = 0;
            for (const DeviceEstimate* const card : m_cards) {
                sum += static_cast<double>(card->device.capacity.value_or(0));
            }
            return sum > 0 ? std::optional(sum) : std::nullopt;
        }
        const auto part = std::ranges::find(kParts, name, &Part::name);
        if (part == kParts.end()) {
            return std::nullopt;
        }
        const double sum = sumOf(part->isOfCards ? m_cards : devicesOf(name), part->bytes);
        return sum > 0 ? std::optional(sum) : std::nullopt;
    }

    const EngineLog& m_log;
    const CapacityEstimate& m_estimate;
    Cards m_all;                             ///< but the disk
    Cards m_cards;                           ///< GPUs that hold something
    const DeviceEstimate* m_card = nullptr;  ///< that a log of one card is compared with
};

/// Bytes of the last pool that was told in tokens too, over these tokens.
std::optional<double> bytesPerToken(const EngineLog& log, const CapacityEstimate& estimate) {
    std::optional<double> bytes;
    std::optional<double> tokens;
    std::optional<double> result;
    for (const LogFigure& figure : log.figures) {
        if (figure.name == "kv_cache") {
            bytes = figure.value;
        } else if (figure.name == "kv_tokens") {
            tokens = figure.value;
        } else if (figure.name == "kv_blocks") {
            tokens = figure.value * static_cast<double>(estimate.engine.blockTokens);
        } else {
            continue;
        }
        if (bytes && tokens && *bytes > 0 && *tokens > 0 && !result) {
            result = *bytes / *tokens;
        }
    }
    if (const auto needed = log.value("kv_needed"), length = log.value("max_model_len");
        !result && needed && length && *length > 0) {
        result = *needed / *length;
    }
    return result;
}

LogRow rowOf(std::string name, double printed, std::optional<double> predicted) {
    LogRow row{std::move(name), printed, predicted, std::nullopt};
    if (predicted && printed > 0) {
        row.error = *predicted / printed - 1;
    }
    return row;
}

}  // namespace

std::vector<LogRow> compareLog(const EngineLog& log, const CapacityEstimate& estimate) {
    const LogPredictor predictor(log, estimate);
    std::vector<LogRow> rows;
    for (const LogFigure& figure : log.figures) {
        const bool isSeen = std::ranges::find(rows, figure.name, &LogRow::name) != rows.end() ||
                            std::ranges::find(kPartsOfRows, figure.name) != kPartsOfRows.end();
        if (const auto printed = log.value(figure.name); !isSeen && printed) {
            rows.push_back(rowOf(figure.name, *printed, predictor.of(figure.name)));
        }
    }
    if (const auto each = bytesPerToken(log, estimate); each && log.engine != "llama.cpp") {
        rows.push_back(rowOf(std::string(kPerToken), *each, predictor.of(kPerToken)));
    }
    return rows;
}

std::string logRowTitle(const LogRow& row) {
    const auto known = std::ranges::find(kLogTitles, std::string_view(row.name),
                                         &std::pair<std::string_view, std::string_view>::first);
    if (known != kLogTitles.end()) {
        return std::string(known->second);
    }
    std::string text = row.name;
    std::ranges::replace(text, '_', ' ');
    return text;
}

LogUnit logRowUnit(const EngineLog& log, const LogRow& row) {
    const auto figure = std::ranges::find(log.figures, row.name, &LogFigure::name);
    return figure == log.figures.end() ? LogUnit::Bytes : figure->unit;
}

}  // namespace stowage
