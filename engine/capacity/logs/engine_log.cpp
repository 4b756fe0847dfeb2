// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/capacity/logs/engine_log.h"

#include "engine/base/byte_size.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <set>

namespace stowage {
namespace {

constexpr std::size_t kMostLineBytes = 8192;
constexpr std::size_t kMostFigures = 10'000;
constexpr double kMega = 1024.0 * 1024.0;

enum class Where {
    Behind,  ///< the number stands behind the words
    Before,  ///< the number stands before them
};

/// Words of a program, and the figure beside them.
struct LogPattern {
    std::string_view engine;
    std::string_view words;
    Where where;
    std::string_view name;
    LogUnit unit = LogUnit::Bytes;
    std::string_view also = {};  ///< that the line must have, too
    std::string_view unless = {};
};

constexpr std::string_view kTorch = "pytorch";
constexpr std::string_view kVllm = "vllm";
constexpr std::string_view kSglang = "sglang";
constexpr std::string_view kLlama = "llama.cpp";
constexpr LogUnit kCount = LogUnit::Count;

constexpr LogPattern kPatterns[] = {
    // PyTorch, out of memory: brackets until 2.0, sentences since.
    {kTorch, "Tried to allocate ", Where::Behind, "tried"},
    {kTorch, "GPU ", Where::Behind, "device", kCount, "Tried to allocate"},
    {kTorch, "device ID ", Where::Behind, "device", kCount},
    {kTorch, "total capacty of ", Where::Behind, "capacity"},
    {kTorch, " total capacity;", Where::Before, "capacity"},
    {kTorch, "total capacity of ", Where::Behind, "capacity"},
    {kTorch, " already allocated", Where::Before, "allocated"},
    {kTorch, " is allocated by PyTorch", Where::Before, "allocated"},
    {kTorch, " free;", Where::Before, "free", LogUnit::Bytes, "already allocated"},
    {kTorch, " is free", Where::Before, "free"},
    {kTorch, " reserved in total by PyTorch", Where::Before, "reserved"},
    {kTorch, " is reserved by PyTorch but unallocated", Where::Before, "reserved_unallocated"},
    {kTorch, " cached)", Where::Before, "reserved_unallocated"},
    {kTorch, " allowed;", Where::Before, "allowed"},
    {kTorch, " allocated in private pools", Where::Before, "private_pools"},
    {kTorch, "this process has ", Where::Behind, "process"},
    {kTorch, "MPS allocated: ", Where::Behind, "allocated"},
    {kTorch, "other allocations: ", Where::Behind, "other"},
    {kTorch, "max allowed: ", Where::Behind, "allowed"},
    {kTorch, "CUDA OOMs:", Where::Behind, "ooms", kCount},
    {kTorch, "cudaMalloc retries:", Where::Behind, "retries", kCount},
    {kTorch, "| Allocated memory      |", Where::Behind, "allocated"},
    {kTorch, "| Active memory         |", Where::Behind, "active"},
    {kTorch, "| Requested memory      |", Where::Behind, "requested"},
    {kTorch, "| GPU reserved memory   |", Where::Behind, "reserved"},
    {kTorch, "| Non-releasable memory |", Where::Behind, "non_releasable"},
    {kTorch, "| Allocations           |", Where::Behind, "allocations", kCount},
    {kTorch, "| GPU reserved segments |", Where::Behind, "segments", kCount},
    // vLLM, from 0.2.
    {kVllm, "oading model weights took ", Where::Behind, "weights"},
    {kVllm, "Model loading took ", Where::Behind, "weights"},
    {kVllm, "model weights take ", Where::Behind, "weights"},
    {kVllm, "total_gpu_memory=", Where::Behind, "capacity"},
    {kVllm, "total_gpu_memory (", Where::Behind, "capacity"},
    {kVllm, ") = ", Where::Behind, "budget", LogUnit::Bytes, "gpu_memory_utilization ("},
    {kVllm, " of device memory (", Where::Before, "weights", LogUnit::Bytes,
     "loading model weights"},
    {kVllm, "gpu_memory_utilization=", Where::Behind, "share", LogUnit::Ratio},
    {kVllm, "gpu_memory_utilization (", Where::Behind, "share", LogUnit::Ratio},
    {kVllm, "non_torch_memory=", Where::Behind, "context"},
    {kVllm, "non_torch_memory takes ", Where::Behind, "context"},
    {kVllm, "peak_torch_memory=", Where::Behind, "peak_torch"},
    {kVllm, "activation peak memory takes ", Where::Behind, "activations"},
    {kVllm, "torch peak memory increase: ", Where::Behind, "activations"},
    {kVllm, "weights memory: ", Where::Behind, "weights", LogUnit::Bytes, "Memory profiling"},
    {kVllm, "kv_cache_size=", Where::Behind, "kv_cache"},
    {kVllm, "reserved for KV Cache is ", Where::Behind, "kv_cache"},
    {kVllm, "Available KV cache memory: ", Where::Behind, "kv_cache"},
    {kVllm, "available KV cache memory (", Where::Behind, "kv_cache"},
    {kVllm, " KV cache is needed", Where::Before, "kv_needed"},
    {kVllm, "GPU blocks: ", Where::Behind, "kv_blocks", kCount},
    {kVllm, "# cuda blocks: ", Where::Behind, "kv_blocks", kCount},
    {kVllm, "# CPU blocks: ", Where::Behind, "cpu_blocks", kCount},
    {kVllm, "GPU KV cache size: ", Where::Behind, "kv_tokens", kCount},
    {kVllm, "can be stored in KV cache (", Where::Behind, "kv_tokens", kCount},
    {kVllm, "max seq len (", Where::Behind, "max_model_len", kCount},
    {kVllm, "Maximum concurrency for ", Where::Behind, "max_model_len", kCount},
    {kVllm, "estimated maximum model length is ", Where::Behind, "max_len_estimate", kCount},
    {kVllm, "tokens per request: ", Where::Behind, "concurrency", LogUnit::Ratio},
    {kVllm, "reserved ", Where::Behind, "kv_cache", LogUnit::Bytes, "for KV Cache as specified by"},
    {kVllm, "Estimated CUDA graph memory: ", Where::Behind, "graphs"},
    {kVllm, ", took ", Where::Behind, "graphs", LogUnit::Bytes, "Graph capturing finished"},
    {kVllm, "CUDA graph pool memory: ", Where::Behind, "graphs"},
    {kVllm, " for CUDAGraph memory", Where::Before, "graphs"},
    {kVllm, " for peak activation", Where::Before, "activations", LogUnit::Bytes, "Actual usage"},
    {kVllm, " for consumed memory", Where::Before, "consumed"},
    {kVllm, ") on startup", Where::Before, "capacity", LogUnit::Bytes, "Free memory on device"},
    {kVllm, "Desired GPU memory utilization is (", Where::Behind, "share", LogUnit::Ratio},
    {kVllm, "desired GPU memory utilization (", Where::Behind, "share", LogUnit::Ratio},
    {kVllm, "). Actual usage is ", Where::Before, "budget"},
    {kVllm, "). Increase GPU memory utilization", Where::Before, "budget"},
    // SGLang.
    {kSglang, "KV Cache is allocated. #tokens: ", Where::Behind, "kv_tokens", kCount},
    {kSglang, ", #tokens: ", Where::Behind, "kv_tokens", kCount, "KV Cache is allocated."},
    {kSglang, "K size: ", Where::Behind, "k"},
    {kSglang, "V size: ", Where::Behind, "v"},
    {kSglang, "KV size: ", Where::Behind, "kv_cache"},
    {kSglang, "conv_state size: ", Where::Behind, "conv_state"},
    {kSglang, "ssm_state size: ", Where::Behind, "ssm_state"},
    {kSglang, "mem usage=", Where::Behind, "weights", LogUnit::Bytes, "Load weight end"},
    {kSglang, "mem usage=", Where::Behind, "graphs", LogUnit::Bytes, "Capture cuda graph end"},
    {kSglang, "avail mem=", Where::Behind, "free", LogUnit::Bytes, "Load weight end"},
    {kSglang, "avail mem=", Where::Behind, "free_after", LogUnit::Bytes, "Memory pool end"},
    {kSglang, "max_total_num_tokens=", Where::Behind, "kv_tokens", kCount},
    {kSglang, "mem_fraction_static=", Where::Behind, "share", LogUnit::Ratio},
    {kSglang, "context_len=", Where::Behind, "max_model_len", kCount},
    // llama.cpp and forks.
    {kLlama, "KV buffer size = ", Where::Behind, "kv_of_device"},
    {kLlama, "KV self size  = ", Where::Behind, "kv_of_pool"},
    {kLlama, "llama_kv_cache: size = ", Where::Behind, "kv_of_pool"},
    {kLlama, "llama_kv_cache_unified: size = ", Where::Behind, "kv_of_pool"},
    {kLlama, "llama_memory_recurrent: size = ", Where::Behind, "state"},
    {kLlama, " cells,", Where::Before, "kv_cells", kCount, "size = ", "llama_memory_recurrent"},
    {kLlama, "output buffer size = ", Where::Behind, "output"},
    {kLlama, "Host compute buffer size = ", Where::Behind, "compute_host"},
    {kLlama,
     " compute buffer size = ",
     Where::Behind,
     "compute",
     LogUnit::Bytes,
     {},
     "Host compute"},
    {kLlama, " buffer size = ", Where::Behind, "weights", LogUnit::Bytes, "load_tensors"},
    {kLlama, " buffer of size ", Where::Behind, "tried", LogUnit::Bytes, "failed to allocate"},
    {kLlama, "n_ctx         = ", Where::Behind, "n_ctx", kCount},
    {kLlama, "n_kv_max = ", Where::Behind, "kv_tokens", kCount},
    {kLlama, "projected to use ", Where::Behind, "needed"},
    {kLlama, "of device memory vs. ", Where::Behind, "free", LogUnit::Bytes, {}, "vs. a total of"},
    {kLlama, "vs. a total of ", Where::Behind, "capacity"},
    {kLlama, "cannot fulfill margin of ", Where::Behind, "margin"},
    {kLlama, "cannot meet free memory target of ", Where::Behind, "margin"},
    {kLlama, "need to reduce device memory by ", Where::Behind, "short"},
    {kLlama, "need to use ", Where::Behind, "short"},
    {kLlama, " MiB of free device memory", Where::Before, "margin_mib", kCount, "will leave "},
    {kLlama, "memory usage of mmproj is ", Where::Behind, "projector"},
};

/// A number as people print it, with its unit.
struct PrintedNumber {
    double value = 0;
    double step = 1;
    bool hasUnit = false;
    std::size_t end = 0;
};

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

/// Of "GiB", "GB", "G", "MiB" … as programs here print them, 1024 each; 0 where it is no unit.
double unitAt(std::string_view text, std::size_t& end) {
    constexpr std::string_view kPrefixes = "KMGT";
    std::string_view rest = text.substr(end);
    const std::size_t blanks = rest.find_first_not_of(' ');
    if (blanks > 1) {  // or nothing but blanks
        return 0;
    }
    rest.remove_prefix(blanks);
    if (rest.starts_with("bytes")) {
        end += blanks + 5;
        return 1;
    }
    const std::size_t power = rest.empty() ? std::string_view::npos : kPrefixes.find(rest.front());
    const bool hasPrefix = power != std::string_view::npos;
    std::size_t length = hasPrefix ? 1 : 0;
    length += rest.substr(length).starts_with("iB")  ? 2
              : rest.substr(length).starts_with("B") ? 1
                                                     : 0;
    const bool isUnit = length > (hasPrefix ? 1U : 0U);
    const bool goesOn =
        length < rest.size() && std::isalpha(static_cast<unsigned char>(rest[length]));
    if (!isUnit || goesOn) {
        return 0;
    }
    end += blanks + length;
    return hasPrefix ? std::pow(1024.0, static_cast<double>(power + 1)) : 1;
}

/// The number that begins at `at`, blanks before it skipped.
std::optional<PrintedNumber> numberBehind(std::string_view line, std::size_t at) {
    at = std::min(line.find_first_not_of(' ', at), line.size());
    const std::size_t begin = at;
    std::string digits;
    at += at < line.size() && line[at] == '-' ? 1 : 0;
    std::size_t decimals = 0;
    bool hasPoint = false;
    for (; at < line.size(); ++at) {
        const bool goesOn = at + 1 < line.size() && isDigit(line[at + 1]);
        if (isDigit(line[at])) {
            digits += line[at];
            decimals += hasPoint ? 1 : 0;
        } else if (line[at] == '.' && goesOn && !hasPoint) {
            hasPoint = true;
            digits += '.';
        } else if (line[at] != ',' || !goesOn || hasPoint) {
            break;
        }
    }
    constexpr std::size_t kMostDigits = 24;
    if (digits.empty() || digits.size() > kMostDigits) {
        return std::nullopt;
    }
    PrintedNumber number;
    std::from_chars(digits.data(), digits.data() + digits.size(), number.value);
    number.value *= line[begin] == '-' ? -1 : 1;
    number.step = std::pow(10.0, -static_cast<double>(decimals));
    number.end = at;
    if (const double unit = unitAt(line, number.end); unit > 0) {
        number.value *= unit;
        number.step *= unit;
        number.hasUnit = true;
    }
    return number;
}

/// The number that ends at `end`.
std::optional<PrintedNumber> numberBefore(std::string_view line, std::size_t end) {
    const std::string_view before = line.substr(0, end);
    const std::size_t unit = before.find_last_of("0123456789");
    if (unit == std::string_view::npos || end - unit > 8) {
        return std::nullopt;
    }
    const std::size_t outside = before.find_last_not_of("0123456789.,-", unit);
    const auto number = numberBehind(line, outside == std::string_view::npos ? 0 : outside + 1);
    return number && number->end == end ? number : std::nullopt;
}

class LogReader {
public:
    EngineLog read(std::string_view text) {
        text = text.substr(0, kMostLogBytes);
        for (std::size_t number = 0; !text.empty() && m_log.figures.size() < kMostFigures;
             ++number) {
            const std::size_t end = std::min(text.find('\n'), text.size());
            readLine(text.substr(0, std::min(end, kMostLineBytes)), number);
            text.remove_prefix(std::min(end + 1, text.size()));
        }
        addDerived();
        return std::move(m_log);
    }

private:
    void readLine(std::string_view line, std::size_t number) {
        readVersion(line);
        const std::size_t before = m_log.figures.size();
        if (line.find("memory_breakdown") != std::string_view::npos) {
            readBreakdown(line, number);
        } else if (line.find("params_fit") != std::string_view::npos &&
                   line.find(" total,") != std::string_view::npos) {
            readFit(line, number);
        } else {
            readPatterns(line, number);
        }
        // They tell whether weights were offloaded, and why none were, without a number.
        const bool tells = line.find("Offloader set to ") != std::string_view::npos ||
                           line.find("failed to fit params") != std::string_view::npos;
        if (m_log.figures.size() == before && (tells || hasBytes(line))) {
            m_log.unread.push_back(number);
        }
    }

    /// "0.8.2" of "Initializing a V1 LLM engine (v0.8.2)", "7003" of "build: 7003 (596a297cb)".
    void readVersion(std::string_view line) {
        for (const std::string_view words : {"LLM engine (v", "API server version ", "build: "}) {
            const std::size_t at = line.find(words);
            if (at == std::string_view::npos || !m_log.version.empty()) {
                continue;
            }
            const std::string_view rest = line.substr(at + words.size());
            if (!rest.empty() && isDigit(rest.front())) {
                m_log.version = std::string(rest.substr(0, rest.find_first_of(" ,)\r\x1b")));
            }
        }
    }

    void readPatterns(std::string_view line, std::size_t number) {
        std::set<std::string_view> taken;
        for (const LogPattern& pattern : kPatterns) {
            const std::size_t at = line.find(pattern.words);
            const bool holds =
                at != std::string_view::npos && !taken.contains(pattern.name) &&
                (pattern.also.empty() || line.find(pattern.also) != std::string_view::npos) &&
                (pattern.unless.empty() || line.find(pattern.unless) == std::string_view::npos);
            if (!holds) {
                continue;
            }
            const auto printed = pattern.where == Where::Behind
                                     ? numberBehind(line, at + pattern.words.size())
                                     : numberBefore(line, at);
            const bool needsUnit = pattern.unit == LogUnit::Bytes && pattern.name != "tried";
            if (printed && (printed->hasUnit || !needsUnit)) {
                taken.insert(pattern.name);
                add(pattern, *printed, number, deviceOf(line, at));
                addPeak(line, *printed, pattern, number);
            }
        }
        readProcesses(line, number);
        // A pool's keys and values, which stand on one line.
        if (taken.contains("k") && taken.contains("v")) {
            const std::size_t count = m_log.figures.size();
            derive("kv_cache", m_log.figures[count - 1].value + m_log.figures[count - 2].value);
        }
    }

    /// Of "Process 20398 has 14.52 GiB memory in use" each. Before 2.2 the one that failed was
    /// among them.
    void readProcesses(std::string_view line, std::size_t number) {
        constexpr std::string_view kProcess = "Process ";
        constexpr std::string_view kHas = " has ";
        const std::size_t first = m_log.figures.size();
        for (std::size_t at = line.find(kProcess); at != std::string_view::npos;
             at = line.find(kProcess, at + 1)) {
            const std::size_t has = line.find(kHas, at);
            const auto printed = has == std::string_view::npos
                                     ? std::nullopt
                                     : numberBehind(line, has + kHas.size());
            if (printed && printed->hasUnit) {
                m_log.figures.push_back(
                    {"others", printed->value, LogUnit::Bytes, printed->step, number, {}});
            }
        }
        const bool isAlone = m_log.figures.size() == first + 1;
        if (isAlone && line.find("this process has") == std::string_view::npos) {
            m_log.figures.back().name = "process";
        }
    }

    void add(const LogPattern& pattern, const PrintedNumber& printed, std::size_t line,
             std::string device) {
        m_log.engine = m_log.engine.empty() ? std::string(pattern.engine) : m_log.engine;
        m_log.figures.push_back({std::string(pattern.name), printed.value, pattern.unit,
                                 printed.step, line, std::move(device)});
    }

    /// Of a table's row the second number, the peak.
    void addPeak(std::string_view line, const PrintedNumber& printed, const LogPattern& pattern,
                 std::size_t number) {
        const std::size_t bar = line.find('|', printed.end);
        if (!pattern.words.starts_with("| ") || pattern.unit != LogUnit::Bytes ||
            bar == std::string_view::npos) {
            return;
        }
        if (const auto peak = numberBehind(line, bar + 1)) {
            m_log.figures.push_back({std::string(pattern.name) + "_peak",
                                     peak->value,
                                     LogUnit::Bytes,
                                     peak->step,
                                     number,
                                     {}});
        }
    }

    /// "CUDA0" of "llama_kv_cache:      CUDA0 KV buffer size": the word before the pattern's.
    static std::string deviceOf(std::string_view line, std::size_t at) {
        const std::string_view before = line.substr(0, at);
        const std::size_t colon = before.rfind(':');
        if (colon == std::string_view::npos) {
            return {};
        }
        const std::size_t begin = before.find_first_not_of(' ', colon + 1);
        return begin == std::string_view::npos
                   ? std::string()
                   : std::string(before.substr(begin, before.find(' ', begin) - begin));
    }

    /// total = free + (self = model + context + compute) + unaccounted, in MiB; the host's row has
    /// no more than self and its parts.
    void readBreakdown(std::string_view line, std::size_t number) {
        m_log.engine = kLlama;
        m_table += line.find(" total ") != std::string_view::npos ? 1 : 0;
        const std::size_t dash = line.find(" - ");
        const std::size_t equals = line.find(" = ");
        if (dash == std::string_view::npos || equals == std::string_view::npos) {
            return;
        }
        const std::size_t name = line.find_first_not_of(' ', dash + 3);
        const std::string device(line.substr(name, line.find(' ', name) - name));
        std::vector<double> numbers;
        std::size_t at = line.rfind(' ', line.find_last_not_of(' ', equals));
        while (at < line.size()) {
            at = line.find_first_of("-0123456789", at);
            const auto printed =
                at == std::string_view::npos ? std::nullopt : numberBehind(line, at);
            at = printed ? printed->end : at == std::string_view::npos ? at : at + 1;
            if (printed) {
                numbers.push_back(printed->value * kMega);
            }
        }
        constexpr std::array<std::string_view, 7> kCard{
            "capacity", "free", "self", "weights", "kv_cache", "compute", "unaccounted"};
        constexpr std::array<std::string_view, 4> kHost{"host_self", "host_weights", "host_context",
                                                        "host_compute"};
        const bool isCard = numbers.size() == kCard.size();
        for (std::size_t i = 0; i < numbers.size() && (isCard || numbers.size() == kHost.size());
             ++i) {
            m_log.figures.push_back({std::string(isCard ? kCard[i] : kHost[i]), numbers[i],
                                     LogUnit::Bytes, kMega, number, device, m_table});
        }
    }

    /// "48508 total, 201672 used, 153599 deficit", or "-24608 free vs. target of 1024": MiB.
    void readFit(std::string_view line, std::size_t number) {
        m_log.engine = kLlama;
        constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kParts{
            {{" total,", "capacity"},
             {" used,", "self"},
             {" deficit", "short"},
             {" free vs.", "headroom"}}};
        const std::size_t dash = line.find(" - ");
        for (const auto& [words, name] : kParts) {
            const std::size_t at = line.find(words);
            const auto printed =
                at == std::string_view::npos ? std::nullopt : numberBefore(line, at);
            if (printed && dash != std::string_view::npos) {
                m_log.figures.push_back({std::string(name), printed->value * kMega, LogUnit::Bytes,
                                         kMega, number, deviceOf(line, dash + 3), 1});
            }
        }
    }

    /// What follows from what was printed.
    void addDerived() {
        const auto process = m_log.value("process");
        const auto allocated = m_log.value("allocated");
        if (process && allocated) {
            derive("context",
                   *process - *allocated - m_log.value("reserved_unallocated").value_or(0));
        }
        if (const auto rest = m_log.value("reserved_unallocated");
            rest && allocated && !m_log.value("reserved")) {
            derive("reserved", *allocated + *rest);
        }
        if (const double kept = std::max(m_log.value("kv_of_device").value_or(0),
                                         m_log.value("kv_of_pool").value_or(0));
            kept > 0) {
            derive("kv_cache", kept);
        }
        const auto convolution = m_log.value("conv_state");
        const auto recurrent = m_log.value("ssm_state");
        if (convolution || recurrent) {
            derive("state", convolution.value_or(0) + recurrent.value_or(0));
        }
    }

    void derive(const char* name, double value) {
        m_log.figures.push_back({name, value, LogUnit::Bytes, 0, m_log.figures.back().line, {}});
    }

    static bool hasBytes(std::string_view line) {
        for (const std::string_view unit : {"iB", " GB", " MB"}) {
            const std::size_t at = line.find(unit);
            if (at != std::string_view::npos && at > 0 &&
                line.find_last_of("0123456789", at) != std::string_view::npos) {
                return true;
            }
        }
        return false;
    }

    EngineLog m_log;
    std::size_t m_table = 0;  ///< how many began
};

/// Figures that a program prints for each device or pool.
bool addsUp(std::string_view engine, std::string_view name) {
    constexpr std::array<std::string_view, 4> kOfLlama{"kv_of_device", "kv_of_pool", "weights",
                                                       "compute"};
    return (engine == kLlama && std::ranges::find(kOfLlama, name) != kOfLlama.end()) ||
           (engine == kTorch && name == "others");
}

}  // namespace

std::optional<double> EngineLog::value(std::string_view name) const {
    // Lines of their own are more exact than a table; of tables the last one is the whole.
    std::optional<std::size_t> table;
    for (const LogFigure& figure : figures) {
        if (figure.name == name) {
            table =
                table == 0U || figure.table == 0 ? 0 : std::max(table.value_or(0), figure.table);
        }
    }
    std::optional<double> value;
    for (const LogFigure& figure : figures) {
        if (figure.name == name && figure.table == table) {
            const bool adds = figure.table > 0 || addsUp(engine, name);
            value = adds ? value.value_or(0) + figure.value : figure.value;
        }
    }
    return value;
}

EngineLog readEngineLog(std::string_view text) {
    return LogReader().read(text);
}

}  // namespace stowage
