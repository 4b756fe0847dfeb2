// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/capacity/logs/log_comparison.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

namespace stowage {
namespace {

using Devices = std::vector<const DeviceEstimate*>;

constexpr std::string_view kPerToken = "kv_bytes_per_token";

/// Figures that only stand in the log for another row that is made of them.
constexpr std::array<std::string_view, 8> kPartsOfRows{
    "kv_of_device", "kv_of_pool", "k", "v", "conv_state", "ssm_state", "margin_mib", "kv_cells"};

/// What people are shown of the names of figures: as they are, with blanks.
constexpr Phrase kRowTitles[] = {phrase("tried"),
                                 phrase("device"),
                                 phrase("capacity"),
                                 phrase("allocated"),
                                 phrase("free"),
                                 phrase("reserved"),
                                 phrase("reserved unallocated"),
                                 phrase("allowed"),
                                 phrase("private pools"),
                                 phrase("process"),
                                 phrase("others"),
                                 phrase("other"),
                                 phrase("ooms"),
                                 phrase("retries"),
                                 phrase("allocated peak"),
                                 phrase("active"),
                                 phrase("active peak"),
                                 phrase("requested"),
                                 phrase("requested peak"),
                                 phrase("reserved peak"),
                                 phrase("non releasable"),
                                 phrase("non releasable peak"),
                                 phrase("allocations"),
                                 phrase("segments"),
                                 phrase("weights"),
                                 phrase("budget"),
                                 phrase("share"),
                                 phrase("context"),
                                 phrase("peak torch"),
                                 phrase("activations"),
                                 phrase("KV cache"),
                                 phrase("KV needed"),
                                 phrase("KV blocks"),
                                 phrase("cpu blocks"),
                                 phrase("KV tokens"),
                                 phrase("max model len"),
                                 phrase("max len estimate"),
                                 phrase("concurrency"),
                                 phrase("state"),
                                 phrase("graphs"),
                                 phrase("free after"),
                                 phrase("output"),
                                 phrase("compute host"),
                                 phrase("compute"),
                                 phrase("n ctx"),
                                 phrase("needed"),
                                 phrase("margin"),
                                 phrase("short"),
                                 phrase("projector"),
                                 phrase("self"),
                                 phrase("unaccounted"),
                                 phrase("host self"),
                                 phrase("host weights"),
                                 phrase("host context"),
                                 phrase("host compute"),
                                 phrase("headroom"),
                                 phrase("KV bytes per token")};

std::uint64_t activationsOf(const DeviceEstimate& device) {
    return std::max({device.prefillActivations, device.decodeActivations, device.logits});
}

/// A figure that is one of a device's.
struct DeviceFigure {
    std::string_view engine;  ///< "server": vLLM and SGLang; "": all
    std::string_view name;
    std::uint64_t (*bytes)(const DeviceEstimate&);
    bool isOfCards = true;  ///< of llama.cpp's: not of the CPU
};

constexpr DeviceFigure kDeviceFigures[] = {
    {"", "capacity", [](const DeviceEstimate& d) { return d.device.capacity.value_or(0); }},
    {"", "context", [](const DeviceEstimate& d) { return d.context; }},
    {"pytorch", "allocated", [](const DeviceEstimate& d) { return d.peakAllocated; }},
    {"pytorch", "allocated_peak", [](const DeviceEstimate& d) { return d.peakAllocated; }},
    {"pytorch", "reserved", [](const DeviceEstimate& d) { return d.peakReserved; }},
    {"pytorch", "reserved_peak", [](const DeviceEstimate& d) { return d.peakReserved; }},
    {"pytorch", "reserved_unallocated", [](const DeviceEstimate& d) { return d.slack(); }},
    {"pytorch", "process", [](const DeviceEstimate& d) { return d.needed(); }},
    {"pytorch", "others", [](const DeviceEstimate& d) { return d.device.usedByOthers; }},
    {"server", "weights", [](const DeviceEstimate& d) { return d.weights; }},
    {"server", "activations", activationsOf},
    {"server", "peak_torch", [](const DeviceEstimate& d) { return d.weights + activationsOf(d); }},
    {"server", "state", [](const DeviceEstimate& d) { return d.state; }},
    {"llama.cpp", "weights", [](const DeviceEstimate& d) { return d.weights; }, false},
    {"llama.cpp", "kv_cache", [](const DeviceEstimate& d) { return d.kvCache; }, false},
    {"llama.cpp", "output", [](const DeviceEstimate& d) { return d.logits; }, false},
    {"llama.cpp", "compute", [](const DeviceEstimate& d) { return d.prefillActivations; }},
    {"llama.cpp", "self", [](const DeviceEstimate& d) { return d.peakAllocated; }},
    {"llama.cpp", "needed", [](const DeviceEstimate& d) { return d.peakAllocated; }},
    {"llama.cpp", "unaccounted", [](const DeviceEstimate& d) { return d.context; }},
};

class LogPredictor {
public:
    LogPredictor(const EngineLog& log, const CapacityEstimate& estimate)
        : m_log(log),
          m_estimate(estimate),
          m_isServer(log.engine == "vllm" || log.engine == "sglang"),
          m_each(static_cast<double>(estimate.kvBytesPerToken)) {
        for (const DeviceEstimate& device : estimate.devices) {
            if (device.device.id != DeviceId::disk()) {
                m_all.push_back(&device);
            }
            if (device.device.id.isGpu() && device.peakReserved > 0) {
                m_cards.push_back(&device);
            }
        }
        if (log.engine != "llama.cpp" && !m_cards.empty()) {
            const DeviceEstimate* const named =
                estimate.on(DeviceId::gpu(static_cast<std::uint32_t>(
                    std::clamp(log.value("device").value_or(1e6), 0., 1e6))));
            m_cards = {named != nullptr
                           ? named
                           : *std::ranges::max_element(m_cards, {}, &DeviceEstimate::peakReserved)};
        }
    }

    [[nodiscard]] std::optional<double> of(std::string_view name) const {
        const bool isNow = name == "allocated" || name == "reserved";
        if (isNow && m_log.value("allocated_peak")) {
            return std::nullopt;  // beside its peak a figure of some moment
        }
        if (name == kPerToken) {
            return m_each > 0 ? std::optional(m_each) : std::nullopt;
        }
        if (name == "max_model_len" || name == "n_ctx") {
            const std::uint64_t sequences = name == "n_ctx" ? m_estimate.served.batch : 1;
            return static_cast<double>(m_estimate.served.tokens() * sequences);
        }
        for (const DeviceFigure& figure : kDeviceFigures) {
            const bool isOfEngine = figure.engine.empty() || figure.engine == m_log.engine ||
                                    (figure.engine == "server" && m_isServer);
            if (figure.name == name && isOfEngine) {
                return sumOf(figure, figure.isOfCards || isTable(name) ? m_cards : m_all);
            }
        }
        return m_isServer && !m_cards.empty() ? ofPool(name) : std::nullopt;
    }

private:
    [[nodiscard]] static std::optional<double> sumOf(const DeviceFigure& figure,
                                                     const Devices& devices) {
        std::uint64_t sum = 0;
        for (const DeviceEstimate* const device : devices) {
            sum += figure.bytes(*device);
        }
        return sum > 0 ? std::optional(static_cast<double>(sum)) : std::nullopt;
    }

    /// Tables of llama.cpp tell of the cards alone, its lines of all devices.
    [[nodiscard]] bool isTable(std::string_view name) const {
        return std::ranges::all_of(m_log.figures, [&](const LogFigure& figure) {
            return figure.name != name || figure.table > 0;
        });
    }

    /// vLLM and SGLang take a share of a card and give keys and values what is left of it.
    [[nodiscard]] std::optional<double> ofPool(std::string_view name) const {
        if (name == "kv_needed") {
            return ofOneRequest();
        }
        const DeviceEstimate& card = *m_cards.front();
        const auto budget = m_log.value("budget");
        const auto capacity = m_log.value("capacity");
        const auto printed =
            budget && capacity && *capacity > 0 ? *budget / *capacity : m_log.value("share");
        const auto share = printed ? printed : m_estimate.engine.memoryShare;
        if (!share || !card.device.capacity) {
            return std::nullopt;
        }
        const double taken = *share * static_cast<double>(*card.device.capacity);
        const std::uint64_t rest =
            m_log.engine == "vllm" ? activationsOf(card) + card.context : std::uint64_t{0};
        const double pool = taken - static_cast<double>(card.weights + rest);
        if (name == "budget" || name == "kv_cache") {
            return name == "budget" ? taken : pool;
        }
        const auto block = static_cast<double>(m_estimate.engine.blockTokens);
        const double blocks = m_each > 0 ? std::max(std::floor(pool / m_each / block), 0.0) : 0;
        if (name == "kv_blocks") {
            return blocks;
        }
        if (name == "concurrency") {
            return blocks * block / static_cast<double>(m_estimate.served.tokens());
        }
        const bool isTokens = name == "kv_tokens" || name == "max_len_estimate";
        return isTokens ? std::optional(blocks * block) : std::nullopt;
    }

    /// Keys and values of a request as long as the log says: where all grow alike, or the workload
    /// is as long.
    [[nodiscard]] std::optional<double> ofOneRequest() const {
        double kept = 0;
        for (const DeviceEstimate* const device : m_all) {
            kept += static_cast<double>(device->kvCache);
        }
        kept /= static_cast<double>(m_estimate.served.batch);
        const auto tokens = static_cast<double>(m_estimate.served.tokens());
        const double length = m_log.value("max_model_len").value_or(tokens);
        const double block = static_cast<double>(m_estimate.engine.blockTokens) * m_each;
        if (kept <= 0 || (length != tokens && std::abs(kept - tokens * m_each) > block)) {
            return std::nullopt;
        }
        return length == tokens ? kept : length * m_each;
    }

    const EngineLog& m_log;
    const CapacityEstimate& m_estimate;
    bool m_isServer;
    double m_each;    ///< bytes of a token's keys and values
    Devices m_all;    ///< but the disk
    Devices m_cards;  ///< GPUs that hold something; of a log of one card that one
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

Message logRowTitle(const LogRow& row) {
    std::string text = row.name;
    std::ranges::replace(text, '_', ' ');
    text = text.starts_with("kv") ? "KV" + text.substr(2) : text;
    const auto known = std::ranges::find(kRowTitles, std::string_view(text), &Phrase::english);
    return known == std::ranges::end(kRowTitles) ? Message(text) : Message(*known);
}

LogUnit logRowUnit(const EngineLog& log, const LogRow& row) {
    const auto figure = std::ranges::find(log.figures, row.name, &LogFigure::name);
    return figure == log.figures.end() ? LogUnit::Bytes : figure->unit;
}

}  // namespace stowage
