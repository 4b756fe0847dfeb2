// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/capacity/logs/log_comparison.h"

#include "engine/base/byte_size.h"
#include "engine/base/number_text.h"
#include "engine/capacity/block_shapes.h"
#include "engine/plan/planned_tensors.h"

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
                                 phrase("consumed"),
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
    {"", "context",
     [](const DeviceEstimate& d) { return d.context - (d.share ? d.share->cudaGraphs : 0); }},
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
    {"vllm", "graphs", [](const DeviceEstimate& d) { return d.share ? d.share->cudaGraphs : 0; }},
    {"vllm", "consumed",
     [](const DeviceEstimate& d) {
         return d.share ? d.weights + d.context - d.share->before - d.share->cudaGraphs : 0;
     }},
    {"llama.cpp", "weights", [](const DeviceEstimate& d) { return d.weights; }, false},
    {"llama.cpp", "kv_cache", [](const DeviceEstimate& d) { return d.kvCache; }, false},
    {"llama.cpp", "state", [](const DeviceEstimate& d) { return d.state; }, false},
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
        // Only releases that print their CUDA graphs count them; those that print what is outside
        // of torch subtract all of it, and later ones what came after a snapshot.
        const bool isOfVllm = card.share && !card.share->isStatic;
        const std::uint64_t before = isOfVllm && !m_log.value("context") ? card.share->before : 0;
        const std::uint64_t graphs =
            isOfVllm && !m_log.value("graphs") ? card.share->cudaGraphs : 0;
        const std::uint64_t rest =
            isOfVllm ? activationsOf(card) + card.context - before - graphs : std::uint64_t{0};
        const double pool = taken - static_cast<double>(card.weights + rest);
        if (name == "budget" || name == "kv_cache") {
            return name == "budget" ? taken : pool;
        }
        if (card.share && card.share->plan.bytesPerBlock > 0) {
            return ofPlan(name, card.share->plan, static_cast<std::uint64_t>(std::max(pool, 0.0)));
        }
        if (m_each <= 0) {
            return std::nullopt;  // nothing is kept, or it is not known how much
        }
        const auto block = static_cast<double>(m_estimate.engine.blockTokens);
        const double blocks = std::max(std::floor(pool / m_each / block), 0.0);
        if (name == "kv_blocks") {
            return blocks;
        }
        if (name == "concurrency") {
            return blocks * block / static_cast<double>(m_estimate.served.tokens());
        }
        const bool isTokens = name == "kv_tokens" || name == "max_len_estimate";
        return isTokens ? std::optional(blocks * block) : std::nullopt;
    }

    /// Tokens of the longest request that the log's program serves.
    [[nodiscard]] std::uint64_t requestTokens() const {
        constexpr double kMost = 1e12;
        const auto asked = m_log.value("max_model_len");
        return asked ? static_cast<std::uint64_t>(std::clamp(*asked, 1.0, kMost))
                     : m_estimate.served.tokens();
    }

    [[nodiscard]] std::optional<double> ofPlan(std::string_view name, const VllmPlan& plan,
                                               std::uint64_t pool) const {
        const std::uint64_t tokens = requestTokens();
        const double concurrency = plan.concurrency(pool, tokens);
        if (name == "kv_blocks") {
            return static_cast<double>(plan.blocks(pool));
        }
        if (name == "max_len_estimate") {
            return static_cast<double>(
                plan.longest(pool, std::max(m_estimate.positions.value_or(tokens), tokens)));
        }
        return name == "concurrency" ? std::optional(concurrency)
               : name == "kv_tokens"
                   ? std::optional(std::floor(concurrency * static_cast<double>(tokens)))
                   : std::nullopt;
    }

    /// Keys and values of a request as long as the log says: as the engine plans them, else where
    /// all grow alike, or the workload is as long.
    [[nodiscard]] std::optional<double> ofOneRequest() const {
        const auto& share = m_cards.front()->share;
        if (share && share->plan.bytesPerBlock > 0) {
            return static_cast<double>(share->plan.bytesPerBlock *
                                       share->plan.blocksOf(requestTokens()));
        }
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

/// Figures that a person asks for, which no estimate can miss by some per cent.
constexpr std::array<std::string_view, 3> kSettings{"max_model_len", "n_ctx", "share"};

LogRow rowOf(std::string name, double printed, std::optional<double> predicted) {
    const bool isSetting = std::ranges::find(kSettings, name) != kSettings.end();
    LogRow row{std::move(name), printed, predicted, std::nullopt};
    if (predicted && printed > 0 && !isSetting) {
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
    // Where states or windows lie in the pool, its tokens are no measure of its bytes.
    const bool isOfTokens =
        std::ranges::none_of(estimate.devices, [](const DeviceEstimate& device) {
            return device.state > 0 || (device.share && device.share->plan.kinds.size() > 1);
        });
    if (const auto each = bytesPerToken(log, estimate);
        each && isOfTokens && log.engine != "llama.cpp") {
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

namespace {

constexpr double kMebi = 1024.0 * 1024.0;
/// Segments of PyTorch's allocator (docs/spec/memory.md §1): tensors below share one.
constexpr double kSharedSegment = 20 * kMebi;
constexpr double kOwnSegment = 10 * kMebi;
constexpr double kSegmentStep = 2 * kMebi;
constexpr std::size_t kMostNamed = 3;

std::string sizeText(double bytes) {
    return formatSize(std::max(bytes, 0.0));
}

/// Finds tensors of a plan for which PyTorch would ask for a segment of a printed size.
class TensorsOfSize {
public:
    TensorsOfSize(double bytes, double step) : m_bytes(bytes), m_half(step / 2) {}

    /// `what` says what it is, and is asked where the size is right.
    template <class What>
    void consider(double bytes, const What& what) {
        const double segment = std::ceil(bytes / kSegmentStep) * kSegmentStep;
        if (bytes < kOwnSegment || std::abs(segment - m_bytes) > m_half ||
            m_names.size() >= kMostNamed) {
            return;
        }
        Message name = what();
        if (std::ranges::find(m_names, name) == m_names.end()) {
            m_names.push_back(std::move(name));
        }
    }
    [[nodiscard]] Message text() const { return joined(m_names, "; "); }

private:
    double m_bytes;
    double m_half;
    std::vector<Message> m_names;
};

void considerWeights(const PlacementPlan& plan, TensorsOfSize& found) {
    for (const TensorSpec& tensor : plan.request.tree->tensors()) {
        found.consider(static_cast<double>(plannedBytes(plan, tensor)),
                       [&] { return say("the weight %1", tensor.name); });
    }
}

/// What a pass makes, of the shapes that the workload gives it.
void considerPass(const CapacityEstimate& estimate, const ModelFacts& facts, TensorsOfSize& found) {
    const Workload& work = estimate.workload;
    const auto bytes = static_cast<double>(storedBytes(estimate.computeType, 1));
    const auto batch = static_cast<double>(work.batch);
    const auto prompt = static_cast<double>(work.prompt);
    const ModelShape shape = modelShape(*estimate.plan->request.tree, facts);
    const std::string sequences = groupedText(work.batch);
    const std::string tokensOfEach = groupedText(work.prompt);
    for (const BlockShape& block : shape.blocks) {
        const auto tokens = batch * prompt * bytes;
        found.consider(batch * static_cast<double>(block.heads) * prompt * prompt * bytes, [&] {
            return say("the attention scores of one layer for the prompt, batch %1 × %2 tokens",
                       sequences, tokensOfEach);
        });
        found.consider(tokens * static_cast<double>(block.inner), [&] {
            return say(
                "the feed-forward activations of one layer for the prompt, batch %1 × %2 tokens",
                sequences, tokensOfEach);
        });
        found.consider(tokens * static_cast<double>(block.hidden), [&] {
            return say("the activations of one layer for the prompt, batch %1 × %2 tokens",
                       sequences, tokensOfEach);
        });
    }
    const auto outputs = static_cast<double>(shape.head.outputs);
    found.consider(batch * prompt * outputs * bytes, [&] {
        return say("the logits of all tokens of the prompt, batch %1 × %2 tokens", sequences,
                   tokensOfEach);
    });
    found.consider(batch * prompt * outputs * 4, [&] {
        return say("the logits of all tokens of the prompt, batch %1 × %2 tokens, in float32",
                   sequences, tokensOfEach);
    });
    if (facts.cache && facts.cache->layers > 0) {
        found.consider(
            static_cast<double>(estimate.kvBytesPerToken) * batch *
                static_cast<double>(work.tokens()) / static_cast<double>(2 * facts.cache->layers),
            [] { return say("the keys or the values of one layer, extended by one token"); });
    }
}

Message whatWasAsked(const EngineLog& log, const CapacityEstimate& estimate,
                     const ModelFacts* facts) {
    const auto tried = std::ranges::find(log.figures, "tried", &LogFigure::name);
    const auto device = log.value("device");
    const Message place = device ? say("GPU %1", formatFixed(*device, 0)) : say("The device");
    const std::string size = sizeText(tried->value);
    if (tried->value == kSharedSegment) {
        return say(
            "%1: a request for %2 failed. PyTorch allocates a segment of this size for tensors of "
            "1 to 10 MiB, so the size does not identify the tensor.",
            place, size);
    }
    if (tried->value <= kSegmentStep) {
        return say(
            "%1: a request for %2 failed. PyTorch allocates a segment of this size for tensors of "
            "up to 1 MiB, so the size does not identify the tensor.",
            place, size);
    }
    TensorsOfSize found(tried->value, tried->step);
    considerWeights(*estimate.plan, found);
    if (facts != nullptr) {
        considerPass(estimate, *facts, found);
    }
    const Message names = found.text();
    return names.empty()
               ? say("%1: a request for %2 failed. No tensor of this plan and workload has this "
                     "size.",
                     place, size)
               : say("%1: a request for %2 failed. In this plan, these tensors have this size: %3.",
                     place, size, names);
}

/// Empty where the log tells nothing of it.
Message whatWasHeld(const EngineLog& log) {
    std::vector<Message> parts;
    const auto size = [&](const char* name) { return sizeText(log.value(name).value_or(0)); };
    if (log.value("allocated")) {
        parts.push_back(say("%1 used by tensors", size("allocated")));
    }
    if (log.value("reserved_unallocated")) {
        parts.push_back(
            say("%1 reserved by PyTorch but unallocated", size("reserved_unallocated")));
    } else if (log.value("reserved")) {
        parts.push_back(say("%1 reserved by PyTorch in total", size("reserved")));
    }
    if (log.value("context")) {
        parts.push_back(say("%1 used by the driver's context and the libraries of the process",
                            size("context")));
    }
    if (log.value("others")) {
        parts.push_back(say("%1 used by other programs", size("others")));
    }
    if (log.value("free")) {
        parts.push_back(say("%1 free", size("free")));
    }
    if (log.value("capacity")) {
        parts.push_back(say("of %1 in total", size("capacity")));
    }
    return parts.empty() ? Message() : say("Held: %1.", joined(std::move(parts), ", "));
}

/// Sentences, a line each.
std::vector<Message> whatWouldHelp(const EngineLog& log, const CapacityEstimate& estimate,
                                   const std::vector<CapacityChange>& remedies) {
    const double tried = log.value("tried").value_or(0);
    const double free = log.value("free").value_or(0);
    const double kept =
        log.value("reserved_unallocated")
            .value_or(log.value("reserved").value_or(0) - log.value("allocated").value_or(0));
    std::vector<Message> lines;
    if (log.value("allowed") && free >= tried) {
        lines.push_back(
            say("The process was limited to a part of the device's memory; raise this limit."));
    } else if (log.value("free") && free >= tried) {
        lines.push_back(
            say("More memory was free than was requested: the process had a memory limit, or "
                "memory was freed in the meantime."));
    }
    if (kept >= tried) {
        lines.push_back(
            say("PyTorch had more unallocated reserved memory than was requested, but not in one "
                "contiguous block. PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True avoids such "
                "fragmentation."));
    }
    if (log.value("others").value_or(0) >= tried) {
        lines.push_back(say("Stopping the other programs would have freed enough memory."));
    }
    if (const auto capacity = log.value("capacity"); capacity && tried > *capacity) {
        lines.push_back(
            say("A single tensor is larger than the memory of the device: use prompts in chunks, "
                "fused attention, or shorter prompts."));
    }
    if (estimate.verdict == Verdict::Undetermined) {
        lines.push_back(estimateSentence(estimate));
    } else if (isYes(estimate.verdict)) {
        lines.push_back(
            say("According to the estimate, the plan fits with this workload, so the actual run "
                "differed from the plan."));
    } else if (!remedies.empty()) {
        lines.push_back(say(
            "According to the estimate, the plan does not fit with this workload; it fits with %1.",
            remedies.front().text));
    } else {
        lines.push_back(
            say("According to the estimate, the plan does not fit with this workload."));
    }
    return lines;
}

}  // namespace

Message outOfMemoryText(const EngineLog& log, const CapacityEstimate& estimate,
                        const ModelFacts* facts, const std::vector<CapacityChange>& remedies) {
    if (!log.value("tried") || log.engine != "pytorch") {
        return {};
    }
    std::vector<Message> lines{whatWasAsked(log, estimate, facts), whatWasHeld(log)};
    for (Message& line : whatWouldHelp(log, estimate, remedies)) {
        lines.push_back(std::move(line));
    }
    return say("%1\n", joined(std::move(lines), "\n"));
}

}  // namespace stowage
