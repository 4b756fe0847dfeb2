// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/formats/gguf_file.h"

#include "engine/base/strings.h"
#include "engine/model/module_tree.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace stowage {
namespace {

/// From llama-cpp-python 0.3.36's llama.cpp: llama-arch.cpp (names), llama-model.cpp and
/// llama-hparams.cpp (load_hparams, set_swa_pattern, n_embd_r, n_embd_s), llama-kv-cache*.cpp,
/// llama-memory-*.cpp. All architectures are in one of these lists, or rows.

/// Keys and values of all layers, in cells for every token.
constexpr std::string_view kPlain =
    "llama deci falcon grok gpt2 gptneox mpt baichuan starcoder refact bloom stablelm "
    "qwen qwen2 qwen2moe qwen2vl qwen3 qwen3moe qwen3vl qwen3vlmoe phi2 phi3 phimoe plamo "
    "codeshell orion internlm2 minicpm minicpm3 gemma starcoder2 xverse command-r dbrx "
    "olmo olmoe openelm arctic deepseek deepseek2 deepseek2-ocr chatglm glm4 glm4moe "
    "bitnet t5 t5encoder jais jais2 nemotron exaone granite granitemoe graniteswitch "
    "chameleon plm bailingmoe bailingmoe2 dots1 arcee ernie4_5 ernie4_5-moe hunyuan-moe "
    "hunyuan-dense hunyuan_vl hy_v3 smollm3 seed_oss grovemoe apertus hrm_text minimax-m2 "
    "cogvlm pangu-embedded mistral3 eagle3 mistral4 paddleocr llama-embed maincoder "
    "talkie nanbeige qwen3tts pockettts deepseek32 glm-dsa hy_v4 minimax-m3 deepseek4";

/// None: encoders, what writes a text as a whole, and what sees the cache of another model
/// (gemma4-assistant).
constexpr std::string_view kWithoutCache =
    "bert modern-bert nomic-bert nomic-bert-moe neo-bert jina-bert-v2 jina-bert-v3 "
    "eurobert wavtokenizer-dec gemma-embedding dream llada llada-moe rnd1 "
    "gemma4-assistant";

/// Layers that see a window of the last tokens, in a period of layers of which one sees all.
struct Sliding {
    std::string_view name;
    std::uint64_t period = 0;       ///< 0: the file has to list the layers
    bool isFullFirst = false;       ///< the first of each period sees all, else the last
    std::uint64_t usualWindow = 0;  ///< where the file names none; 0: it has to
    std::uint64_t fixedWindow = 0;  ///< whatever the file names; 0: what it names
    bool isOptional = false;        ///< without a window in the file no layer slides
};
constexpr std::array<Sliding, 25> kSliding{{
    {"cohere2", 4},
    {"cohere2moe", 4, true},
    {"exaone-moe", 4},
    {"gemma2", 2, false, 4096},
    {"gemma3n", 5},
    {"muse-glimmer", 4},
    {"gpt-oss", 2},
    {"llama4", 4, false, 8192, 8192},
    {"afmoe", 4},
    {"mellum", 4, false, 0, 0, true},
    {"olmo2", 4, false, 0, 0, true},
    {"gemma3", 6, false, 0, 0, true},
    {"laguna", 4, true, 0, 0, true},
    {"plamo3", 8, false, 0, 0, true},
    {"smallthinker", 4, true, 0, 4096, true},
    {"exaone4", 4, false, 4096},
    {"granite_swa"},
    {"maple"},
    {"mimo2"},
    {"spark2_5"},
    {"step35"},
    {"gemma4"},
    {"dots3note"},
    {"dflash", 0, false, 0, 0, true},
    {"lfm2", 0, false, 0, 0, true},
}};

/// Which layers of a hybrid keep a state.
enum class Recurrent {
    All,          ///< and no layer keys and values
    AllBeside,    ///< in addition to the keys and values of all
    WithoutKv,    ///< those with 0 key/value heads
    WithoutBoth,  ///< those of them without a feed-forward part; with one a layer keeps nothing
    Interval,  ///< all but every full_attention_interval-th, or as attention.recurrent_layers says
};
/// The kind of state of such a layer.
enum class StateKind { Mamba1, Mamba2, ShortConvolution, DeltaAttention, Lightning, TokenShift };
struct Hybrid {
    std::string_view name;
    Recurrent layers;
    StateKind state;
    std::uint64_t usualInterval = 4;
    bool countsPredicted = true;  ///< layers that predict further tokens keep keys and values, too
};
constexpr std::array<Hybrid, 23> kHybrids{{
    {"mamba", Recurrent::All, StateKind::Mamba1},
    {"mamba2", Recurrent::All, StateKind::Mamba2},
    {"rwkv6", Recurrent::All, StateKind::TokenShift},
    {"rwkv6qwen2", Recurrent::All, StateKind::TokenShift},
    {"rwkv7", Recurrent::All, StateKind::TokenShift},
    {"arwkv7", Recurrent::All, StateKind::TokenShift},
    {"jamba", Recurrent::WithoutKv, StateKind::Mamba1},
    {"granitehybrid", Recurrent::WithoutKv, StateKind::Mamba2},
    {"plamo2", Recurrent::WithoutKv, StateKind::Mamba2},
    {"falcon-h1", Recurrent::AllBeside, StateKind::Mamba2},
    {"nemotron_h", Recurrent::WithoutBoth, StateKind::Mamba2},
    {"nemotron_h_moe", Recurrent::WithoutBoth, StateKind::Mamba2},
    {"lfm2", Recurrent::WithoutKv, StateKind::ShortConvolution},
    {"lfm2moe", Recurrent::WithoutKv, StateKind::ShortConvolution},
    {"qwen3next", Recurrent::Interval, StateKind::Mamba2, 4, false},
    {"qwen35", Recurrent::Interval, StateKind::Mamba2, 4, false},
    {"qwen35moe", Recurrent::Interval, StateKind::Mamba2, 4, false},
    {"qwen4exp", Recurrent::Interval, StateKind::Mamba2, 4, false},
    {"minimax-01", Recurrent::Interval, StateKind::Lightning, 8, false},
    {"kimi-linear", Recurrent::WithoutKv, StateKind::DeltaAttention},
    {"kimi-k3", Recurrent::WithoutKv, StateKind::DeltaAttention},
    {"bailingmoe3", Recurrent::WithoutKv, StateKind::DeltaAttention},
    {"glm5-next", Recurrent::WithoutKv, StateKind::DeltaAttention, 4, false},
}};

/// Latent attention, of which one vector is kept for keys and values: where the file may say so,
/// and where it has to.
constexpr std::string_view kMayBeLatent = "deepseek2 mistral4";
constexpr std::string_view kLatent =
    "deepseek32 glm-dsa hy_v4 dots3note kimi-linear kimi-k3 bailingmoe3 glm5-next";

/// More layers than any model has; what a file says beyond it is no number of layers.
constexpr std::uint64_t kMostLayers = 512;
/// Numbers of a file beyond this are none that a model has.
constexpr std::uint64_t kMostElements = std::uint64_t{1} << 40;

/// Whether a list of words with spaces between them has this one.
bool hasWord(std::string_view words, std::string_view word) {
    for (std::size_t at = words.find(word); at != std::string_view::npos;
         at = words.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        if ((at == 0 || words[at - 1] == ' ') && (end == words.size() || words[end] == ' ')) {
            return !word.empty();
        }
    }
    return false;
}

template <class List, class Value>
bool isIn(const List& list, const Value& value) {
    return std::ranges::find(list, value) != list.end();
}

template <class Row, std::size_t kRows>
const Row* rowOf(const std::array<Row, kRows>& rows, std::string_view name) {
    const auto found = std::ranges::find(rows, name, &Row::name);
    return found == rows.end() ? nullptr : &*found;
}

/// Reads key-values as llama.cpp does. The first one that is needed and not there, or is no such
/// number, is `missing`: every number is 0 from then on.
class KeyValues {
public:
    KeyValues(const GgufContents& contents, std::string architecture)
        : m_contents(contents), m_architecture(std::move(architecture)) {}

    std::string missing;

    [[nodiscard]] std::optional<std::uint64_t> number(const std::string& key) const {
        const auto found = m_contents.values.find(m_architecture + '.' + key);
        if (found == m_contents.values.end()) {
            return std::nullopt;
        }
        if (const bool* const flag = std::get_if<bool>(&found->second)) {
            return *flag ? 1 : 0;
        }
        const auto* const value = std::get_if<std::int64_t>(&found->second);
        const bool isFit =
            value != nullptr && *value >= 0 && static_cast<std::uint64_t>(*value) < kMostElements;
        return isFit ? std::optional(static_cast<std::uint64_t>(*value)) : std::nullopt;
    }

    std::uint64_t needed(const std::string& key) {
        const auto value = number(key);
        if (!value && missing.empty()) {
            missing = m_architecture + '.' + key;
        }
        return value.value_or(0);
    }

    /// A list of the file; null where it has none.
    [[nodiscard]] const std::vector<std::uint64_t>* list(const std::string& key) const {
        const auto found = m_contents.lists.find(m_architecture + '.' + key);
        return found == m_contents.lists.end() ? nullptr : &found->second;
    }

    /// One number for each of `count` layers: of a list that has as many, or the same for all.
    std::vector<std::uint64_t> ofLayers(const std::string& key, std::size_t count,
                                        const std::vector<std::uint64_t>& otherwise) {
        if (const auto* const values = list(key)) {
            if (values->size() != count && missing.empty()) {
                missing = m_architecture + '.' + key;
            }
            return values->size() == count ? *values : otherwise;
        }
        if (m_contents.arrays.contains(m_architecture + '.' + key) && missing.empty()) {
            missing = m_architecture + '.' + key;  // of texts, or too long
        }
        const auto one = number(key);
        return one ? std::vector<std::uint64_t>(count, *one) : otherwise;
    }

private:
    const GgufContents& m_contents;
    std::string m_architecture;
};

class MemoryReader {
public:
    MemoryReader(const GgufContents& contents, std::string architecture)
        : m_name(std::move(architecture)), m_keys(contents, m_name) {}

    Result<LlamaCppFacts> read() {
        if (hasWord(kWithoutCache, m_name)) {
            return LlamaCppFacts();
        }
        m_hybrid = rowOf(kHybrids, m_name);
        const Sliding* const sliding = rowOf(kSliding, m_name);
        if (m_hybrid == nullptr && sliding == nullptr && !hasWord(kPlain, m_name)) {
            return fail(
                ErrorCode::Unsupported,
                say("Stowage does not know how llama.cpp stores the tokens of the architecture %1",
                    quotedForMessage(m_name)));
        }
        readWidths();
        if (sliding != nullptr) {
            readWindow(*sliding);
        }
        readLatent();
        readRecurrent();
        const bool attendsNowhere = m_hybrid != nullptr && m_hybrid->layers == Recurrent::All;
        if (!attendsNowhere && (m_heads.empty() || std::ranges::max(m_heads) == 0)) {
            m_keys.needed("attention.head_count");
        }
        if (m_name == "deepseek4") {
            if (m_keys.list("attention.head_count_kv") == nullptr) {
                m_keys.needed("attention.head_count_kv");
            }
            addCompressed();
        } else {
            addCaches();
            addIndexers();
        }
        if (!m_keys.missing.empty()) {
            return fail(ErrorCode::Malformed, say("The file lacks the key %1", m_keys.missing), {},
                        m_keys.missing);
        }
        return std::move(m_facts);
    }

private:
    void readWidths() {
        m_all = m_keys.needed("block_count");
        if (m_all > kMostLayers) {
            m_keys.missing = m_name + ".block_count";
            m_all = 0;
        }
        m_trunk = m_all - std::min(m_all, m_keys.number("nextn_predict_layers").value_or(0));
        m_hidden = m_keys.needed("embedding_length");
        m_heads =
            m_keys.ofLayers("attention.head_count", m_all, std::vector<std::uint64_t>(m_all, 0));
        m_kvHeads = m_keys.ofLayers("attention.head_count_kv", m_all, m_heads);
        m_inner =
            m_keys.ofLayers("feed_forward_length", m_all, std::vector<std::uint64_t>(m_all, 0));
        const std::uint64_t heads = m_heads.empty() ? 0 : m_heads.front();
        const std::uint64_t width = heads > 0 ? m_hidden / heads : 0;
        const bool isRead = heads > 0 || m_name == "plamo2";
        m_key = isRead ? m_keys.number("attention.key_length").value_or(width) : 0;
        m_value = isRead ? m_keys.number("attention.value_length").value_or(width) : 0;
        m_slidingKey = m_keys.number("attention.key_length_swa").value_or(m_key);
        m_slidingValue = m_keys.number("attention.value_length_swa").value_or(m_value);
        m_slides.assign(m_all, false);
        m_keepsState.assign(m_all, false);
        m_withCache = m_all;
        if (m_name == "gemma3n") {
            constexpr std::uint64_t kOwn = 20;  // the others see what these keep
            m_withCache = std::min(m_all, kOwn);
        } else if (m_name == "gemma4") {
            m_withCache =
                m_all - std::min(m_all, m_keys.number("attention.shared_kv_layers").value_or(0));
        }
    }

    void slideByPeriod(std::uint64_t period, bool isFullFirst) {
        for (std::uint64_t layer = 0; layer < m_trunk; ++layer) {
            m_slides[layer] =
                period == 0 || (isFullFirst ? layer % period != 0 : layer % period < period - 1);
        }
    }

    void readWindow(const Sliding& sliding) {
        constexpr std::uint64_t kLargeExaone = 64;  // layers; the smaller ones do not slide
        constexpr const char* kWindow = "attention.sliding_window";
        const auto named = m_keys.number(kWindow);
        const bool isHyper =
            m_name == "dflash" && m_keys.number("hyper_connection.count").value_or(0) > 0;
        const bool isOff = (sliding.isOptional && !isHyper && named.value_or(0) == 0) ||
                           (m_name == "llama4" && named == 0U) ||
                           (m_name == "exaone4" && m_trunk != kLargeExaone);
        if (isOff) {
            return;
        }
        m_facts.window = sliding.fixedWindow > 0   ? sliding.fixedWindow
                         : named                   ? *named
                         : sliding.usualWindow > 0 ? sliding.usualWindow
                                                   : m_keys.needed(kWindow);
        if (isHyper) {
            m_slides.assign(m_all, true);
        } else if (m_name == "lfm2") {
            m_slidesWhereItAttends = true;
        } else if (const auto* const list = m_keys.list("attention.sliding_window_pattern")) {
            for (std::size_t layer = 0; layer < std::min<std::size_t>(list->size(), m_all);
                 ++layer) {
                m_slides[layer] = (*list)[layer] != 0;
            }
        } else if (sliding.period == 0) {
            m_keys.needed("attention.sliding_window_pattern (a list)");
        } else {
            slideByPeriod(
                m_keys.number("attention.sliding_window_pattern").value_or(sliding.period),
                sliding.isFullFirst);
        }
    }

    void readLatent() {
        const bool mayBe = hasWord(kMayBeLatent, m_name);
        if (mayBe) {
            m_isLatent = m_keys.number("attention.key_length_mla").value_or(0) > 0 &&
                         m_keys.number("attention.value_length_mla").value_or(0) > 0;
        } else if (hasWord(kLatent, m_name)) {
            m_isLatent = m_keys.needed("attention.key_length_mla") > 0 &&
                         m_keys.needed("attention.value_length_mla") > 0;
        }
        if (m_isLatent) {
            m_keys.needed("attention.key_length");
        }
    }

    void readRecurrent() {
        if (m_hybrid == nullptr) {
            return;
        }
        const auto* const listed = m_keys.list("attention.recurrent_layers");
        const std::uint64_t interval = std::max<std::uint64_t>(
            m_keys.number("full_attention_interval").value_or(m_hybrid->usualInterval), 1);
        for (std::uint64_t layer = 0; layer < m_trunk; ++layer) {
            const bool isWithoutKv = m_kvHeads[layer] == 0;
            switch (m_hybrid->layers) {
                case Recurrent::All:
                case Recurrent::AllBeside:
                    m_keepsState[layer] = true;
                    break;
                case Recurrent::WithoutKv:
                    m_keepsState[layer] = isWithoutKv;
                    break;
                case Recurrent::WithoutBoth:
                    m_keepsState[layer] = isWithoutKv && m_inner[layer] == 0;
                    break;
                case Recurrent::Interval:
                    m_keepsState[layer] = listed != nullptr && listed->size() == m_all
                                              ? (*listed)[layer] != 0
                                              : (layer + 1) % interval != 0;
                    break;
            }
        }
        const std::uint64_t elements = stateElements();
        const auto* const embedded = m_keys.list("ple.layers");
        for (std::uint64_t layer = 0; layer < m_trunk; ++layer) {
            if (!m_keepsState[layer]) {
                continue;
            }
            std::uint64_t more = 0;
            if (m_name == "qwen4exp" && embedded != nullptr && isIn(*embedded, layer)) {
                more = (std::max<std::uint64_t>(m_keys.needed("ple.conv_kernel"), 1) - 1) *
                       m_keys.needed("ple.ngram_size") * m_keys.needed("hyper_connection.count") *
                       m_hidden;
            }
            m_facts.states.push_back({layer, elements + more});
        }
    }

    /// The state of one layer and sequence, in float32.
    std::uint64_t stateElements() {
        const std::uint64_t heads = m_heads.empty() ? 0 : m_heads.front();
        switch (m_hybrid->state) {
            case StateKind::TokenShift: {
                const std::uint64_t width = m_keys.needed("wkv.head_size");
                const bool isOfQwen = m_name == "arwkv7" || m_name == "rwkv6qwen2";
                const std::uint64_t shifts = isOfQwen
                                                 ? m_keys.needed("token_shift_count")
                                                 : m_keys.number("token_shift_count").value_or(2);
                return shifts * m_hidden + m_hidden * width;
            }
            case StateKind::ShortConvolution:
                return m_hidden *
                       (std::max<std::uint64_t>(m_keys.needed("shortconv.l_cache"), 1) - 1);
            case StateKind::DeltaAttention: {
                const std::uint64_t width = m_keys.needed("kda.head_dim");
                const std::uint64_t kernel = m_keys.needed("ssm.conv_kernel");
                return 3 * (kernel > 0 ? kernel - 1 : 3) * heads * width + width * width * heads;
            }
            case StateKind::Lightning:
                return m_key * m_key * heads;
            case StateKind::Mamba1:
            case StateKind::Mamba2:
                break;
        }
        const std::uint64_t kernel = m_keys.needed("ssm.conv_kernel");
        const std::uint64_t inner = m_keys.needed("ssm.inner_size");
        const std::uint64_t state = m_keys.needed("ssm.state_size");
        const std::uint64_t groups =
            m_hybrid->state == StateKind::Mamba2 ? m_keys.needed("ssm.group_count") : 0;
        return (kernel > 0 ? kernel - 1 : 0) * (inner + 2 * groups * state) + state * inner;
    }

    [[nodiscard]] bool attends(std::uint64_t layer) const {
        if (m_hybrid == nullptr) {
            return layer < m_trunk || m_name == "hy_v4" || m_name == "minimax-m3" || slidesAll();
        }
        if (m_hybrid->layers == Recurrent::All) {
            return false;
        }
        const bool isCounted = m_hybrid->countsPredicted || layer < m_trunk;
        const bool isPlain = m_hybrid->layers == Recurrent::AllBeside || !m_keepsState[layer];
        const bool isWhole = m_hybrid->layers != Recurrent::WithoutBoth || m_inner[layer] == 0;
        return isCounted && isPlain && isWhole;
    }

    [[nodiscard]] bool slidesAll() const {
        return m_name == "dflash" && m_all > 0 && m_slides.back();
    }

    void add(std::uint64_t layer, std::uint64_t keys, std::uint64_t values,
             LlamaCppFacts::Cells cells, std::uint64_t ratio = 1) {
        if (keys + values > 0) {
            m_facts.caches.push_back({layer, keys, values, cells, ratio});
        }
    }

    void addCaches() {
        using Cells = LlamaCppFacts::Cells;
        // Each loop over the same layers keeps its own.
        const std::uint64_t loops =
            m_name == "nanbeige"
                ? std::clamp<std::uint64_t>(m_keys.number("num_loops").value_or(1), 1, kMostLayers)
                : 1;
        for (std::uint64_t loop = 0; loop < loops; ++loop) {
            for (std::uint64_t layer = 0; layer < m_withCache; ++layer) {
                if (!attends(layer)) {
                    continue;
                }
                const bool slides = m_slides[layer] || m_slidesWhereItAttends;
                const std::uint64_t heads = m_kvHeads[layer];
                add(layer, heads * (m_slides[layer] ? m_slidingKey : m_key),
                    m_isLatent ? 0 : heads * (m_slides[layer] ? m_slidingValue : m_value),
                    slides ? Cells::Window : Cells::All);
            }
        }
        if (m_name == "graniteswitch" && m_trunk > 0) {
            add(m_trunk - 1, m_key, m_value, Cells::All);  // the router's, with one head
        }
    }

    /// The indexer, which chooses the tokens that layers attend to, has keys of its own.
    void addIndexers() {
        constexpr std::string_view kIndexed =
            "deepseek32 glm-dsa hy_v4 dots3note minimax-m3 qwen4exp glm5-next";
        const bool isOff =
            m_name == "hy_v4" && m_keys.number("attention.indexer.top_k").value_or(0) == 0;
        if (!hasWord(kIndexed, m_name) || isOff) {
            return;
        }
        constexpr std::uint64_t kPooled = 3;
        const std::uint64_t width =
            m_keys.needed("attention.indexer.key_length") * (m_name == "glm5-next" ? kPooled : 1);
        const bool hasValues = m_name == "minimax-m3" ||
                               (!m_isLatent && (m_name == "deepseek32" || m_name == "glm-dsa"));
        const std::uint64_t first =
            m_name == "minimax-m3" ? m_keys.number("leading_dense_block_count").value_or(0) : 0;
        for (std::uint64_t layer = first; layer < m_all; ++layer) {
            if (attends(layer) && isIndexed(layer)) {
                add(layer, width, hasValues ? m_value : 0, LlamaCppFacts::Cells::All);
            }
        }
    }

    [[nodiscard]] bool isIndexed(std::uint64_t layer) {
        const bool hasTypes = m_name == "glm-dsa" || m_name == "hy_v4" || m_name == "glm5-next" ||
                              m_name == "dots3note";
        if (!hasTypes) {
            return true;
        }
        if (const auto* const types = m_keys.list("attention.indexer.types")) {
            return layer < types->size() && (*types)[layer] != 0;
        }
        if (const auto type = m_keys.number("attention.indexer.types")) {
            return *type != 0 && layer < m_trunk;
        }
        if (m_name == "dots3note" || m_name == "hy_v4") {
            m_keys.needed("attention.indexer.types");
        }
        // GLM_5_2_DEFAULT_INDEXER_TYPES
        constexpr std::uint64_t kLongContext = 1'048'576;
        constexpr std::uint64_t kListed = 78;
        const bool isLong = m_name == "glm-dsa" && m_keys.needed("context_length") >= kLongContext;
        return !isLong || (layer < kListed && (layer < 2 || layer % 4 == 2));
    }

    /// DeepSeek V4: the last tokens as they are, all before them compressed 4 or 128 to one, each
    /// sequence in cells of its own, and what is being compressed.
    void addCompressed() {
        using Cells = LlamaCppFacts::Cells;
        constexpr std::uint64_t kFine = 4;
        constexpr std::uint64_t kCoarse = 128;
        constexpr std::uint64_t kFineRows = 8;
        m_facts.window = m_keys.needed("attention.sliding_window");
        m_facts.isOfEachSequence = true;
        const std::uint64_t indexer = m_keys.needed("attention.indexer.key_length");
        const auto* const ratios = m_keys.list("attention.compress_ratios");
        if (ratios == nullptr) {
            m_keys.needed("attention.compress_ratios");
        }
        for (std::uint64_t layer = 0; layer < m_all; ++layer) {
            const std::uint64_t keys = m_slidingKey * m_kvHeads[layer];
            const std::uint64_t ratio =
                ratios != nullptr && layer < ratios->size() ? (*ratios)[layer] : 0;
            add(layer, keys, 0, Cells::Window);
            if (ratio != kFine && ratio != kCoarse) {
                continue;
            }
            add(layer, keys, 0, Cells::Compressed, ratio);
            if (ratio == kFine) {
                add(layer, indexer, 0, Cells::Compressed, ratio);
            }
            if (layer < m_trunk) {  // two of each: keys and scores
                m_facts.states.push_back({layer, ratio == kFine
                                                     ? 2 * 2 * kFineRows * (m_slidingKey + indexer)
                                                     : 2 * kCoarse * m_slidingKey});
            }
        }
    }

    std::string m_name;
    KeyValues m_keys;
    LlamaCppFacts m_facts;
    const Hybrid* m_hybrid = nullptr;
    std::uint64_t m_all = 0;        ///< layers of the file
    std::uint64_t m_trunk = 0;      ///< those that do not predict further tokens
    std::uint64_t m_withCache = 0;  ///< the first of them, which keep keys and values
    std::uint64_t m_hidden = 0;
    std::vector<std::uint64_t> m_heads;
    std::vector<std::uint64_t> m_kvHeads;
    std::vector<std::uint64_t> m_inner;
    std::uint64_t m_key = 0;
    std::uint64_t m_value = 0;
    std::uint64_t m_slidingKey = 0;
    std::uint64_t m_slidingValue = 0;
    std::vector<bool> m_slides;
    std::vector<bool> m_keepsState;
    bool m_slidesWhereItAttends = false;  ///< LFM2: all layers that attend
    bool m_isLatent = false;
};

/// A number, or the largest of a list.
std::optional<std::uint64_t> largestOf(const KeyValues& keys, const std::string& key) {
    if (const auto* const list = keys.list(key); list != nullptr && !list->empty()) {
        return std::ranges::max(*list);
    }
    return keys.number(key);
}

}  // namespace

ModelFacts ggufFacts(const GgufContents& contents, const ModuleTree& tree) {
    const std::string name = ggufText(contents, "general.architecture");
    const KeyValues keys(contents, name);
    ModelFacts facts;
    facts.family = name;
    facts.className = name;
    facts.hiddenSize = keys.number("embedding_length");
    if (const auto layers = keys.number("block_count"); layers && *layers <= kMostLayers) {
        facts.layers = *layers - std::min(*layers, keys.number("nextn_predict_layers").value_or(0));
    }
    facts.attentionHeads = largestOf(keys, "attention.head_count");
    facts.keyValueHeads = largestOf(keys, "attention.head_count_kv");
    facts.headWidth = keys.number("attention.key_length");
    facts.contextLength = keys.number("context_length");
    facts.experts = keys.number("expert_count");
    if (facts.experts == 0U) {
        facts.experts.reset();
    }
    facts.activeExperts = keys.number("expert_used_count");
    facts.parameters = tree.nodes().front().subtreeParameters;
    facts.activeParameters = facts.parameters;
    facts.generates = !hasWord(kWithoutCache, name);
    if (const auto table = tree.findTensor("token_embd.weight");
        table && !tree.tensor(*table).shape.empty()) {
        facts.vocabulary = static_cast<std::uint64_t>(tree.tensor(*table).shape.front());
    }
    const Hybrid* const hybrid = rowOf(kHybrids, name);
    if (hybrid != nullptr || name == "deepseek4") {
        facts.state.reset();
    }
    return facts;
}

Result<LlamaCppFacts> llamaCppFacts(const GgufContents& contents) {
    return MemoryReader(contents, ggufText(contents, "general.architecture")).read();
}

}  // namespace stowage
