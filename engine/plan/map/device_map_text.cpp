// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/map/device_map_text.h"

#include "engine/base/name_table.h"
#include "engine/base/strings.h"
#include "engine/plan/map/python_literals.h"
#include "engine/plan/request/request_fields.h"
#include "engine/plan/strategies/strategies.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <iterator>
#include <string>
#include <unordered_map>

namespace stowage {
namespace {

/// How long a repaired text may be that a message still shows.
constexpr std::size_t kMostShown = 160;

/// Signs, each group with the one of Python's that it stands for; '\0': none.
constexpr std::array<std::pair<std::u32string_view, char>, 5> kSigns = {{
    {U"\u00AB\u00BB\u201C\u201D\u201E\u201F\u300C\u300D\u300E\u300F", '"'},
    {U"\u2018\u2019\u201A\u201B\u2039\u203A", '\''},
    {U"\u060C\u3001", ','},
    {U"\u00A0\u202F\u3000", ' '},
    {U"\u200B\u200E\u200F\u202A\u202B\u202C\u2066\u2067\u2068\u2069\uFEFF", '\0'},
}};

std::optional<char> plainSign(char32_t codePoint) {
    // The full-width forms stand in the order of ASCII.
    constexpr char32_t kFullWidth = 0xFEE0;
    if (codePoint > kFullWidth + ' ' && codePoint < kFullWidth + 0x7F) {
        const char plain = static_cast<char>(codePoint - kFullWidth);
        const bool isSign = std::string_view("\"'()[]{},:=").find(plain) != std::string_view::npos;
        return isSign ? std::optional(plain) : std::nullopt;
    }
    for (const auto& [signs, plain] : kSigns) {
        if (signs.find(codePoint) != std::u32string_view::npos) {
            return plain;
        }
    }
    return std::nullopt;
}

bool isQuote(char c) {
    return c == '"' || c == '\'';
}

/// Goes over a text once and knows whether it is in quotes, and in which.
class TypographyRepair {
public:
    explicit TypographyRepair(std::string_view text) : m_text(text) {}

    std::optional<MendedText> repair() {
        while (m_at < m_text.size()) {
            const char c = m_text[m_at];
            if (static_cast<unsigned char>(c) < 0x80) {
                keepPlain(c);
                continue;
            }
            const auto decoded = decodeUtf8(m_text.substr(m_at));
            if (!decoded) {
                return std::nullopt;
            }
            takeWide(*decoded);
        }
        return m_result.count > 0 ? std::optional(std::move(m_result)) : std::nullopt;
    }

private:
    void keepPlain(char c) {
        std::size_t length = 1;
        if (m_quote == '\0' && c == '#') {
            length = std::min(m_text.find('\n', m_at), m_text.size()) - m_at;
        } else if (m_quote == '\0' && isQuote(c)) {
            m_quote = c;
            m_isPlainQuote = true;
        } else if (m_quote != '\0' && (c == m_quote || c == '\n')) {
            m_quote = '\0';
        } else if (m_quote != '\0' && c == '\\') {
            length = std::min<std::size_t>(2, m_text.size() - m_at);
        }
        m_result.text += m_text.substr(m_at, length);
        m_at += length;
    }

    void takeWide(const DecodedCodePoint& decoded) {
        const auto plain = plainSign(decoded.codePoint);
        const std::string_view bytes = m_text.substr(m_at, decoded.length);
        m_at += decoded.length;
        const bool closes =
            plain && m_quote != '\0' && *plain == m_quote && (!m_isPlainQuote || endsText());
        if (!plain || (m_quote != '\0' && !closes)) {
            m_result.text += bytes;
            return;
        }
        if (closes) {
            m_quote = '\0';
        } else if (isQuote(*plain)) {
            m_quote = *plain;
            m_isPlainQuote = false;
        }
        if (m_result.count++ == 0) {
            std::array<char, 16> number{};
            (void)std::snprintf(number.data(), number.size(), "U+%04X",
                                static_cast<unsigned>(decoded.codePoint));
            const bool isSeen = *plain != '\0' && *plain != ' ';
            m_result.first = isSeen ? Message(std::string(bytes) + " (" + number.data() + ")")
                                    : say("the blank or invisible character %1", number.data());
            m_result.plain = isSeen ? std::string(1, *plain) : std::string();
            m_result.offset = m_at - bytes.size();
        }
        if (*plain != '\0') {
            m_result.text += *plain;
        }
    }

    /// Whether what follows is what follows a text: then a text in plain quotes ends here as well.
    [[nodiscard]] bool endsText() const {
        const std::size_t next = m_text.find_first_not_of(" \t\r", m_at);
        if (next == std::string_view::npos) {
            return true;
        }
        const auto decoded = decodeUtf8(m_text.substr(next));
        const auto plain = decoded ? plainSign(decoded->codePoint) : std::nullopt;
        const char c = plain.value_or(m_text[next]);
        return c != '\0' && std::string_view(":,}])\n").find(c) != std::string_view::npos;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    char m_quote = '\0';          ///< of the text that is open
    bool m_isPlainQuote = false;  ///< a plain one opened it
    MendedText m_result;
};

constexpr std::string_view kDisk = "disk";

Unexpected wrongAt(const Literal& place, const std::string& file, Message message) {
    return fail(ErrorCode::InvalidArgument, std::move(message), file, {}, place.offset);
}

/// Why a word that torch knows as a device is none here.
Phrase whyNoDevice(const std::string& word) {
    if (word == "meta" || word.starts_with("meta:")) {
        return phrase(
            "but weights on torch's meta device have no data; use a GPU's number, \"cpu\" or "
            "\"disk\".");
    }
    if (word == "mps" || word.starts_with("mps:")) {
        return phrase(
            "which is the GPU of an Apple machine, but Stowage plans for CUDA devices; use a GPU's "
            "number, \"cpu\" or \"disk\".");
    }
    constexpr std::array<std::string_view, 5> kOthers{"xpu", "npu", "hpu", "mlu", "musa"};
    if (std::ranges::find(kOthers, word.substr(0, word.find(':'))) != kOthers.end()) {
        return phrase(
            "which torch does not access through CUDA, but Stowage plans only for CUDA devices; "
            "use a GPU's number, \"cpu\" or \"disk\".");
    }
    return phrase("which is not a device; use a GPU's number, \"cpu\" or \"disk\".");
}

/// The error of a number in quotes, which is no device of torch's.
std::optional<Unexpected> quotedNumber(const Literal& value, const std::string& file) {
    const bool isNumber =
        !value.text.empty() && value.text.find_first_not_of("0123456789") == std::string::npos;
    if (value.kind != Literal::Kind::Text || !isNumber) {
        return std::nullopt;
    }
    return wrongAt(
        value, file,
        say("The device map specifies the device %1 as a string at byte %2, but torch rejects this "
            "string (\"Invalid device string: '%3'\"); write %3 or \"cuda:%3\".",
            quotedForMessage(value.text), value.offset, value.text));
}

Result<DeviceId> deviceFrom(const Literal& value, const std::string& path,
                            const std::string& file) {
    if (auto number = quotedNumber(value, file)) {
        return std::move(*number);
    }
    const bool simple = value.kind == Literal::Kind::Number || value.kind == Literal::Kind::Text;
    const std::string word = simple ? value.text : std::string();
    if (word == "cuda") {
        return DeviceId::gpu(0);  // torch's current device, the first unless set otherwise
    }
    const auto device = parseDevice(word);
    if (!device) {
        const Message given =
            simple ? Message(quotedForMessage(word)) : Message(phrase("this value"));
        return wrongAt(value, file,
                       say("At byte %3, the device map sets %1 to %2, %4", quotedForMessage(path),
                           given, value.offset, whyNoDevice(word)));
    }
    return *device;
}

/// Collects entries as Python does: a path that comes again keeps its place and takes the last
/// device.
class MapBuilder {
public:
    explicit MapBuilder(const std::string& file) : m_file(file) {}

    Result<void> add(const Literal& path, const Literal& device) {
        if (path.kind != Literal::Kind::Text) {
            return wrongAt(path, m_file,
                           say("The key at byte %1 of the device map is not a string; keys are "
                               "module paths in quotes.",
                               path.offset));
        }
        const auto id = deviceFrom(device, path.text, m_file);
        STOWAGE_TRY(id);
        const auto [place, isNew] = m_places.try_emplace(path.text, m_entries.size());
        if (isNew) {
            m_entries.emplace_back(path.text, *id);
        } else {
            m_doubled.push_back({path.text, m_entries[place->second].second, *id});
            m_entries[place->second].second = *id;
        }
        return {};
    }

    ParsedDeviceMap build() {
        for (DoubledKey& key : m_doubled) {
            key.kept = m_entries[m_places.at(key.path)].second;
        }
        return {DeviceMap(std::move(m_entries)), std::move(m_doubled), std::nullopt, std::nullopt};
    }

private:
    const std::string& m_file;
    NameTable<std::string, std::size_t> m_places;
    std::vector<DeviceMap::Entry> m_entries;
    std::vector<DoubledKey> m_doubled;
};

std::optional<Strategy> namedStrategy(const Literal& word) {
    const auto rows = accelerateStrategies();
    const auto found = std::ranges::find(rows, std::string_view(word.text), &StrategyRow::name);
    return found != rows.end() ? std::optional(found->strategy) : std::nullopt;
}

/// The value of "device_map" where the literal is a whole `plan --json` object, or the arguments of
/// a call with a strategy.
const Literal* innerMap(const Literal& literal) {
    for (auto pair = literal.pairs.rbegin(); pair != literal.pairs.rend(); ++pair) {
        const auto& [key, value] = *pair;
        if (key.kind == Literal::Kind::Text && key.text == "device_map" &&
            (value.kind == Literal::Kind::List || value.kind == Literal::Kind::Dict ||
             namedStrategy(value))) {
            return &value;
        }
    }
    return nullptr;
}

/// What a word alone means as from_pretrained's device_map: a strategy, or all on one device.
Result<ParsedDeviceMap> mapFromWord(const Literal& word, const std::string& file) {
    if (const auto strategy = namedStrategy(word)) {
        return ParsedDeviceMap{{}, {}, std::nullopt, strategy};
    }
    if (word.text == kDisk) {
        return wrongAt(
            word, file,
            say("The device map is the plain word \"disk\" at byte %1, which transformers does not "
                "accept; write {\"\": \"disk\"} to put the whole model on disk.",
                word.offset));
    }
    if (auto number = quotedNumber(word, file)) {
        return std::move(*number);
    }
    const auto device =
        word.text == "cuda" ? Result<DeviceId>(DeviceId::gpu(0)) : parseDevice(word.text);
    if (!device) {
        return wrongAt(word, file,
                       say("The device map is %1 at byte %2, which is neither a strategy (%3) nor "
                           "a device (cpu, cuda:1, a GPU's number); write a strategy, a device, or "
                           "a dict such as {\"transformer\": 0, \"lm_head\": \"cpu\"}.",
                           quotedForMessage(word.text), word.offset,
                           strategyNames(", ", accelerateStrategies())));
    }
    return ParsedDeviceMap{DeviceMap({{"", *device}}), {}, std::nullopt, std::nullopt};
}

Result<ParsedDeviceMap> mapFrom(const Literal& literal, const std::string& file) {
    if (literal.kind != Literal::Kind::Dict && literal.kind != Literal::Kind::List) {
        return mapFromWord(literal, file);
    }
    MapBuilder builder(file);
    for (const auto& [path, device] : literal.pairs) {
        STOWAGE_TRY(builder.add(path, device));
    }
    for (const Literal& item : literal.items) {
        if (item.kind != Literal::Kind::List || item.items.size() != 2) {
            return wrongAt(item, file,
                           say("The device map has an entry at byte %1 that is not a pair; write "
                               "[\"module\", device].",
                               item.offset));
        }
        STOWAGE_TRY(builder.add(item.items[0], item.items[1]));
    }
    return builder.build();
}

/// How much a name says that what it is given is a device map.
enum class NameRank { None, Other, Related, DeviceMap };

NameRank rankOf(std::string_view name) {
    if (name.ends_with("device_map")) {
        return NameRank::DeviceMap;
    }
    const bool isRelated =
        name.find("map") != std::string_view::npos || name.find("device") != std::string_view::npos;
    return isRelated ? NameRank::Related : NameRank::Other;
}

/// Finds the device map among the literals of a script.
class ScriptMaps {
public:
    void add(std::string_view name, const Literal& literal) {
        const NameRank rank = rankOf(name);
        if (mayBeMap(literal, rank)) {
            if (rank >= m_rank) {
                m_rank = rank;
                m_best = &literal;
                m_name = name;
            }
            return;
        }
        for (const auto& [key, value] : literal.pairs) {
            add(key.kind == Literal::Kind::Text ? std::string_view(key.text) : name, value);
        }
        for (const Literal& item : literal.items) {
            add(name, item);
        }
    }
    [[nodiscard]] const Literal* best() const { return m_best; }
    /// Whether it is given to no name, as what Python prints.
    [[nodiscard]] bool isPrinted() const { return m_name.empty(); }
    [[nodiscard]] NameRank rank() const { return m_rank; }
    /// The name that it is assigned to; "" for none.
    [[nodiscard]] std::string_view name() const { return m_name; }

private:
    static bool isEntry(const Literal& path, const Literal& device, NameRank rank) {
        const bool isSimple =
            device.kind == Literal::Kind::Number || device.kind == Literal::Kind::Text;
        // What is called a device map is one, with whatever mistakes.
        return path.kind == Literal::Kind::Text &&
               (rank == NameRank::DeviceMap ||
                (isSimple && (device.text == "cuda" || parseDevice(device.text).has_value())));
    }

    static bool mayBeMap(const Literal& literal, NameRank rank) {
        if (literal.kind == Literal::Kind::Text || literal.kind == Literal::Kind::Number) {
            return rank == NameRank::DeviceMap;
        }
        const auto isPair = [rank](const Literal& item) {
            return item.kind == Literal::Kind::List && item.items.size() == 2 &&
                   isEntry(item.items[0], item.items[1], rank);
        };
        return literal.pairs.size() + literal.items.size() > 0 &&
               std::ranges::all_of(literal.pairs,
                                   [rank](const LiteralPair& pair) {
                                       return isEntry(pair.first, pair.second, rank);
                                   }) &&
               std::ranges::all_of(literal.items, isPair);
    }

    const Literal* m_best = nullptr;
    NameRank m_rank = NameRank::None;
    std::string_view m_name;
};

/// The lines of a script that change a map after it was written down: `map['a'] = 0`,
/// `map.update({…})`, `map |= {…}`, `del map['a']`, `map.pop('a')`. One that does so in another
/// way, or within a loop or a condition, is an error that names it.
class MapChanges {
public:
    MapChanges(std::string_view text, const std::string& file, std::string_view name)
        : m_text(text), m_file(file), m_name(name) {}

    Result<Literal> applied(Literal map) {
        for (std::size_t line = endOfLine(map.offset); line < m_text.size();) {
            m_line = line + 1;
            line = endOfLine(m_line);
            const auto words = m_text.substr(m_line, line - m_line);
            const std::size_t at = words.substr(0, words.find('#')).find(m_name);
            const std::string_view before = words.substr(0, std::min(at, words.size()));
            if (at == std::string_view::npos ||
                !isChange(before, words.substr(at + m_name.size()))) {
                continue;
            }
            const bool isRead =
                map.kind == Literal::Kind::Dict &&
                (before.empty() || before == kDelete || before == ">>> " || before == ">>> del ") &&
                apply(map, m_line + at + m_name.size(),
                      before.ends_with(kDelete) ? Change::Remove : Change::Set);
            if (!isRead) {
                return fail(ErrorCode::InvalidArgument,
                            say("The device map is changed at byte %1 by a line that Stowage does "
                                "not execute: %2; paste the output of print(%3).",
                                m_line, quotedForMessage(words.substr(0, kMostShown)), m_name),
                            m_file, {}, m_line);
            }
        }
        return map;
    }

private:
    enum class Change { Set, Remove };
    static constexpr std::string_view kDelete = "del ";

    [[nodiscard]] std::size_t endOfLine(std::size_t from) const {
        return std::min(m_text.find('\n', from), m_text.size());
    }

    /// Whether what stands before and behind the name changes the map.
    static bool isChange(std::string_view before, std::string_view behind) {
        const char last = before.empty() ? ' ' : before.back();
        if (last != ' ' && last != '\t' && last != ':' && last != ';') {
            return false;  // the end of another name, or a text
        }
        const std::size_t close = behind.starts_with('[') ? behind.find(']') : std::string::npos;
        const std::string_view rest =
            close == std::string::npos ? std::string_view() : behind.substr(close + 1);
        const std::size_t equals = rest.find_first_not_of(' ');
        const bool isSet = equals != std::string_view::npos && rest[equals] == '=' &&
                           rest.substr(equals, 2) != "==";
        return isSet || (close != std::string::npos && before.ends_with(kDelete)) ||
               behind.starts_with(" |=") ||
               std::ranges::any_of(
                   std::array{".update(", ".pop(", ".popitem(", ".clear(", ".setdefault("},
                   [&](std::string_view call) { return behind.starts_with(call); });
    }

    bool apply(Literal& map, std::size_t at, Change change) {
        const std::string_view behind = m_text.substr(at);
        const bool isPop = behind.starts_with(".pop(");
        const std::size_t open = behind.starts_with(".update(") ? 8
                                 : isPop                        ? 5
                                 : behind.starts_with(" |=")    ? 3
                                 : behind.starts_with('[')      ? 1
                                                                : 0;
        const auto first = open > 0 ? parseLiteralAt(m_text, at + open, {})
                                    : Result<std::pair<Literal, std::size_t>>(
                                          fail(ErrorCode::InvalidArgument, Message()));
        if (!first) {
            return false;
        }
        if (first->first.kind == Literal::Kind::Dict && open > 1 && !isPop) {
            for (const auto& [key, value] : first->first.pairs) {
                if (!set(map, key, value)) {
                    return false;
                }
            }
            return true;
        }
        if (first->first.kind != Literal::Kind::Text || (open != 1 && !isPop)) {
            return false;
        }
        if (isPop || change == Change::Remove) {
            m_work += map.pairs.size();
            return m_work <= kMostWork && std::erase_if(map.pairs, [&](const LiteralPair& pair) {
                                              return pair.first.text == first->first.text;
                                          }) > 0;
        }
        const std::size_t equals = m_text.find('=', first->second);
        const auto value = parseLiteralAt(m_text, equals + 1, {});
        const std::string_view rest =
            value ? m_text.substr(value->second, endOfLine(value->second) - value->second) : "?";
        const bool isWhole =
            rest.substr(0, rest.find('#')).find_first_not_of(" \t\r;") == std::string_view::npos;
        if (isWhole && value->first.kind != Literal::Kind::Word) {
            return set(map, first->first, value->first);
        }
        return false;
    }

    /// False once so much was looked up that the text can only be made to keep us busy.
    bool set(Literal& map, const Literal& key, const Literal& value) {
        const auto same = std::ranges::find_if(map.pairs, [&](const LiteralPair& pair) {
            return pair.first.kind == key.kind && pair.first.text == key.text;
        });
        if (same != map.pairs.end()) {
            same->second = value;
        } else {
            map.pairs.emplace_back(key, value);
        }
        m_work += map.pairs.size();
        return m_work <= kMostWork;
    }

    static constexpr std::size_t kMostWork = 50'000'000;
    std::string_view m_text;
    const std::string& m_file;
    std::string_view m_name;
    std::size_t m_line = 0;
    std::size_t m_work = 0;  ///< entries that were compared
};

/// Whether a literal is what changes another one: `map.update({…})`, `map |= {…}`.
bool isUpdate(std::string_view text, const Literal& literal) {
    const std::string_view before = text.substr(0, literal.offset);
    const std::size_t last = before.find_last_not_of(" \t\r\n");
    const std::string_view call = before.substr(0, last == std::string_view::npos ? 0 : last + 1);
    return call.ends_with(".update(") || call.ends_with("|=");
}

Result<ParsedDeviceMap> mapInScript(std::string_view text, const std::string& file) {
    const auto literals = literalsInScript(text, file);
    STOWAGE_TRY(literals);
    ScriptMaps maps;
    const Error* failure = nullptr;
    const Error* returned = nullptr;
    NameRank failed = NameRank::None;
    for (const ScriptLiteral& found : *literals) {
        if (found.literal && isUpdate(text, *found.literal)) {
            continue;
        }
        if (found.literal) {
            maps.add(found.name, *found.literal);
        } else if (found.isReturned) {
            returned = &found.literal.error();
        } else if (rankOf(found.name) > failed) {
            failed = rankOf(found.name);
            failure = &found.literal.error();
        }
    }
    // What a function returned may be printed below.
    const bool isGiven =
        returned == nullptr || maps.rank() == NameRank::DeviceMap || maps.isPrinted();
    if (maps.best() != nullptr && maps.rank() >= failed && isGiven) {
        if (maps.isPrinted()) {
            return mapFrom(*maps.best(), file);
        }
        const auto changed = MapChanges(text, file, maps.name()).applied(*maps.best());
        STOWAGE_TRY(changed);
        return mapFrom(*changed, file);
    }
    if (failure != nullptr || returned != nullptr) {
        const bool isFailed = failed == NameRank::DeviceMap || returned == nullptr;
        return Unexpected{isFailed ? *failure : *returned};
    }
    return fail(ErrorCode::InvalidArgument,
                phrase("This text contains no device map; write a device map such as "
                       "{\"transformer\": 0, \"lm_head\": \"cpu\"}."),
                file, {}, 0);
}

/// Whether a text that is no literal alone may be a script: it begins with something else than one
/// (a name, a prompt, a text of several lines), or other lines follow the literal.
bool isScript(std::string_view text) {
    std::size_t first = 0;
    while (first < text.size() &&
           std::string_view(" \t\r\n#").find(text[first]) != std::string_view::npos) {
        first = text[first] == '#' ? std::min(text.find('\n', first), text.size()) : first + 1;
    }
    if (first == text.size()) {
        return false;
    }
    const std::string_view rest = text.substr(first);
    if (std::string_view("{[(\"'").find(rest.front()) == std::string_view::npos ||
        rest.starts_with("\"\"\"") || rest.starts_with("\'\'\'")) {
        return true;
    }
    const auto literal = parseLiteralAt(text, first, {});
    // A log's line: "[INFO|modeling.py:1] {…}".
    const std::string_view line = rest.substr(0, rest.find('\n'));
    if (rest.front() == '[' && line.find('{') != std::string_view::npos &&
        line.find(']') < line.find('{')) {
        return true;
    }
    const std::size_t next =
        literal ? text.find_first_not_of(" \t\r\n", literal->second) : std::string_view::npos;
    return next != std::string_view::npos &&
           std::string_view("{[(").find(text[next]) == std::string_view::npos &&
           (text[next] == '#' || text.substr(literal->second, next - literal->second).find('\n') !=
                                     std::string_view::npos);
}

/// A text that is one word: `auto`, `cuda:1`, `"cpu"`, `0`.
std::optional<Literal> wordAlone(std::string_view text) {
    // Longer words name neither a strategy nor a device.
    constexpr std::size_t kLongestWord = 64;
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    const std::size_t last = text.find_last_not_of(" \t\r\n");
    if (first == std::string_view::npos || last - first >= kLongestWord) {
        return std::nullopt;
    }
    std::string_view word = text.substr(first, last + 1 - first);
    const bool isQuoted = word.size() > 1 && (word.front() == '"' || word.front() == '\'') &&
                          word.front() == word.back();
    word = isQuoted ? word.substr(1, word.size() - 2) : word;
    const auto belongs = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               std::string_view("_:.-+").find(c) != std::string_view::npos;
    };
    if (word.empty() || !std::ranges::all_of(word, belongs)) {
        return std::nullopt;
    }
    Literal literal;
    literal.kind = isQuoted ? Literal::Kind::Text : Literal::Kind::Word;
    literal.text = word;
    literal.offset = first;
    return literal;
}

nlohmann::ordered_json jsonOf(const Literal& literal);

/// Without the key `but`. If a key is there twice, the last value counts. In linear time, unlike
/// operator[] of an ordered object.
nlohmann::ordered_json jsonOf(const std::vector<LiteralPair>& pairs,
                              std::optional<std::string_view> but) {
    using Json = nlohmann::ordered_json;
    Json json = Json::object();
    auto& members = json.get_ref<Json::object_t&>();
    std::unordered_map<std::string_view, std::size_t> places;
    for (const auto& [key, value] : pairs) {
        if (key.text == but) {
            continue;
        }
        const auto [known, isNew] = places.try_emplace(key.text, members.size());
        if (isNew) {
            members.push_back({key.text, jsonOf(value)});
        } else {
            std::next(members.begin(), static_cast<std::ptrdiff_t>(known->second))->second =
                jsonOf(value);
        }
    }
    return json;
}

nlohmann::ordered_json jsonOf(const Literal& literal) {
    using Json = nlohmann::ordered_json;
    using Kind = Literal::Kind;
    Json json = literal.kind == Kind::Dict   ? jsonOf(literal.pairs, std::nullopt)
                : literal.kind == Kind::List ? Json::array()
                : literal.kind == Kind::Text ? Json(literal.text)
                : literal.text == "True"     ? Json(true)
                : literal.text == "False"    ? Json(false)
                                             : Json::parse(literal.text, nullptr, false);
    for (const Literal& item : literal.items) {
        json.push_back(jsonOf(item));
    }
    return json.is_discarded() ? Json() : json;
}

/// parseDeviceMapText() of a text whose signs are as they are.
Result<ParsedDeviceMap> readMapText(std::string_view text, const std::string& file) {
    if (const auto word = wordAlone(text)) {
        return mapFromWord(*word, file);
    }
    auto parsed = parseLiteral(text, file);
    if (!parsed && isScript(text)) {
        return mapInScript(text, file);
    }
    STOWAGE_TRY(parsed);
    if (parsed->kind == Literal::Kind::Text && parsed->text.starts_with('{')) {
        parsed = parseLiteral(parsed->text, file);  // a dict that is in quotes as a whole
        STOWAGE_TRY(parsed);
    }
    const Literal* const inner = innerMap(*parsed);
    auto result = mapFrom(inner != nullptr ? *inner : *parsed, file);
    if (!result || inner == nullptr) {
        return result;
    }
    auto origin = requestOfPlan(jsonOf(parsed->pairs, LiteralSubject().name));
    if (!origin) {
        return inFile(file.empty() ? Message(LiteralSubject().what) : Message(file),
                      origin.error());
    }
    result->origin = *std::move(origin);
    return result;
}

}  // namespace

std::optional<MendedText> mendSigns(std::string_view text) {
    constexpr std::size_t kMostBytes = std::size_t{4} << 20;
    return text.size() <= kMostBytes ? TypographyRepair(text).repair() : std::nullopt;
}

std::optional<MendedText> mendFor(std::string_view text, const Error& error,
                                  const std::function<bool(const std::string& plain)>& reads) {
    auto repaired = mendSigns(text);
    if (!repaired) {
        return std::nullopt;
    }
    repaired->isReadable = reads(repaired->text);
    return repaired->isReadable || error.offset == repaired->offset ? std::move(repaired)
                                                                    : std::nullopt;
}

Unexpected namingSign(const MendedText& repaired, Error error, const Message& what) {
    const auto isControl = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; };
    const bool isShown = repaired.isReadable && repaired.text.size() <= kMostShown &&
                         std::ranges::none_of(repaired.text, isControl);
    const Message sign = repaired.plain.empty()
                             ? say("%1 has %2 at byte %3", what, repaired.first, repaired.offset)
                             : say("%1 has %2 at byte %3, where a plain %4 is needed", what,
                                   repaired.first, repaired.offset, repaired.plain);
    error.message =
        isShown ? say("%1; write %2.", sign, repaired.text)
                : say("%1; replace all such characters (%2 in this text).", sign, repaired.count);
    error.offset = repaired.offset;
    return Unexpected{std::move(error)};
}

std::string quotedLiteral(const std::string& text) {
    constexpr std::string_view kHex = "0123456789abcdef";
    std::string result = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            result += '\\';
            result += c;
        } else if (byte < 0x20 || byte == 0x7F) {
            result += "\\u00";
            result += kHex[byte >> 4U];
            result += kHex[byte & 0xFU];
        } else {
            result += c;
        }
    }
    return result + "\"";
}

std::string deviceLiteral(DeviceId device) {
    return device.isGpu() ? std::to_string(device.index) : quotedLiteral(deviceName(device));
}

Result<ParsedDeviceMap> parseDeviceMapText(std::string_view text, const std::string& file) {
    auto read = readMapText(text, file);
    if (read) {
        return read;
    }
    const auto repaired = mendFor(text, read.error(), [](const std::string& plain) {
        return readMapText(plain, {}).has_value();
    });
    return repaired ? Result<ParsedDeviceMap>(
                          namingSign(*repaired, read.error(), phrase("The device map")))
                    : read;
}

std::optional<std::string> mendedMapText(std::string_view text) {
    const auto read = readMapText(text, {});
    if (read) {
        return std::nullopt;
    }
    if (const auto word = wordAlone(text); word && word->text == kDisk) {
        return "{\"\": \"disk\"}";
    }
    auto repaired = mendFor(text, read.error(), [](const std::string& plain) {
        return readMapText(plain, {}).has_value();
    });
    return repaired ? std::optional(std::move(repaired->text)) : std::nullopt;
}

std::string deviceMapToJson(const DeviceMap& map) {
    std::string text = "[";
    for (const auto& [path, device] : map.entries()) {
        text += (text.size() > 1 ? ", [" : "[") + quotedLiteral(path) + ", " +
                deviceLiteral(device) + "]";
    }
    return text + "]";
}

std::string deviceMapToJson(const DeviceMap& map, const PlacementRequest& request) {
    std::string rules;
    for (const std::string& word : offloadRuleWords(request.hooks.offloaded)) {
        rules += (rules.empty() ? "" : ", ") + quotedLiteral(word);
    }
    const std::string pairs = deviceMapToJson(map);
    const bool isUsual =
        rules.empty() && request.prefetchWindow == PlacementRequest().prefetchWindow;
    return isUsual ? pairs
                   : "{\"device_map\": " + pairs +
                         ", \"request\": {\"version\": " + std::to_string(kRequestVersion) +
                         ", \"prefetch_window\": " + std::to_string(request.prefetchWindow) +
                         ", \"offloaded\": [" + rules + "]}}";
}

std::string deviceMapToPython(const DeviceMap& map) {
    if (map.empty()) {
        return "{}";
    }
    std::string text = "{\n";
    for (const auto& [path, device] : map.entries()) {
        text += "    " + quotedLiteral(path) + ": " + deviceLiteral(device) + ",\n";
    }
    return text + "}";
}

}  // namespace stowage
