// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/architecture_file.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <span>

namespace stowage {

/// A word of an architecture file's small language.
struct ArchitectureToken {
    enum class Kind : std::uint8_t { Name, Number, Text, Symbol, End };
    Kind kind = Kind::End;
    std::string_view text;  ///< of Text: without the quotes
    std::size_t begin = 0;  ///< bytes from the start
    std::size_t end = 0;
};

namespace {

using TokenKind = ArchitectureToken::Kind;

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

bool isNameCharacter(char c) {
    return isDigit(c) || c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

std::size_t lengthWhile(std::string_view text, bool (*belongs)(char)) {
    const auto end = std::ranges::find_if_not(text, belongs);
    return static_cast<std::size_t>(end - text.begin());
}

ArchitectureToken tokenAt(std::string_view text, std::size_t begin) {
    const std::string_view rest = text.substr(begin);
    const std::size_t close = rest.find(rest[0], 1);
    if ((rest[0] == '\'' || rest[0] == '"') && close != std::string_view::npos) {
        return {TokenKind::Text, rest.substr(1, close - 1), begin, begin + close + 1};
    }
    if (isDigit(rest[0])) {
        std::size_t length = lengthWhile(rest, isDigit);
        if (length + 1 < rest.size() && rest[length] == '.' && isDigit(rest[length + 1])) {
            length += 1 + lengthWhile(rest.substr(length + 1), isDigit);
        }
        return {TokenKind::Number, rest.substr(0, length), begin, begin + length};
    }
    if (isNameCharacter(rest[0])) {
        const std::size_t length = lengthWhile(rest, isNameCharacter);
        return {TokenKind::Name, rest.substr(0, length), begin, begin + length};
    }
    constexpr std::array<std::string_view, 5> kPairs = {"//", "==", "!=", "<=", ">="};
    const bool isPair =
        std::ranges::any_of(kPairs, [rest](auto pair) { return rest.starts_with(pair); });
    const std::size_t length = isPair ? 2 : 1;
    return {TokenKind::Symbol, rest.substr(0, length), begin, begin + length};
}

using Kind = ConfigExpression::Kind;

/// The words of a text, a token of kind End last. What is no word becomes a Symbol of one byte.
std::vector<ArchitectureToken> tokensOf(std::string_view text) {
    std::vector<ArchitectureToken> tokens;
    std::size_t at = 0;
    while ((at = text.find_first_not_of(' ', at)) != std::string_view::npos) {
        tokens.push_back(tokenAt(text, at));
        at = std::min(tokens.back().end, text.size());
    }
    tokens.push_back({TokenKind::End, {}, text.size(), text.size()});
    return tokens;
}

/// Recursive descent over the tokens. A text that makes no sense sets the failure and yields
/// whatever was read so far; the caller looks at hasFailed() once at the end. The texts are the
/// files of resources/architectures, which the tests all parse: none comes from outside.
class Parser {
public:
    explicit Parser(std::string_view text) : m_text(text), m_tokens(tokensOf(text)) {}

    ConfigExpression expression() {
        const std::size_t begin = m_tokens[m_at].begin;
        ConfigExpression result = binary(0);
        if (accept("if")) {
            ConfigExpression conditional{Kind::Conditional, {}, {}, {}, {}};
            conditional.parts.push_back(std::move(result));
            conditional.parts.push_back(binary(0));
            expect("else");
            conditional.parts.push_back(expression());
            result = std::move(conditional);
        }
        result.source = sourceFrom(begin);
        return result;
    }

    ArchitectureMember member() {
        ArchitectureMember result = body();
        if (accept("for")) {
            result.counter = name();
            expect("in");
            result.count = sourced();
            if (accept("welded")) {
                expect("to");
                result.weldedTo = sourced();
            }
        }
        if (accept("if")) {
            result.condition = sourced();
            if (accept("else")) {
                result.otherwise = std::make_shared<const ArchitectureMember>(member());
            }
        }
        return result;
    }

    ArchitectureSignature signature() {
        ArchitectureSignature result;
        result.name = name();
        if (accept("(")) {
            while (!hasFailed() && !accept(")")) {
                std::string parameter = name();
                std::optional<ConfigExpression> fallback;
                if (accept("=")) {
                    fallback = expression();
                }
                result.parameters.emplace_back(std::move(parameter), std::move(fallback));
                acceptComma(")");
            }
        }
        result.className = accept("is") ? name() : result.name;
        return result;
    }

    [[nodiscard]] bool hasFailed() const { return m_hasFailed; }

    /// Whether all of the text was read and made sense.
    template <class Parsed>
    Result<Parsed> finish(Parsed parsed) {
        if (!m_hasFailed && peek().kind == ArchitectureToken::Kind::End) {
            return parsed;
        }
        return fail(ErrorCode::Internal, say("The architecture text \"%1\" is invalid at byte %2.",
                                             m_text, peek().begin));
    }

private:
    [[nodiscard]] const ArchitectureToken& peek() const { return m_tokens[m_at]; }

    [[nodiscard]] bool sees(std::string_view text) const {
        return peek().text == text && peek().kind != ArchitectureToken::Kind::Text;
    }
    bool accept(std::string_view text) {
        if (!sees(text)) {
            return false;
        }
        ++m_at;
        return true;
    }
    void expect(std::string_view text) { m_hasFailed = !accept(text) || m_hasFailed; }
    /// Between the elements of a list that `end` ends.
    void acceptComma(std::string_view end) {
        if (!sees(end)) {
            expect(",");
        }
    }

    std::string name() {
        if (peek().kind != ArchitectureToken::Kind::Name) {
            m_hasFailed = true;
            return {};
        }
        return std::string(m_tokens[m_at++].text);
    }
    /// A path of "same as"; what is worked out in it goes to `computed` and stands there as "{}".
    std::string path(std::vector<ConfigExpression>& computed) {
        std::string result = pathStep(computed);
        while (accept(".")) {
            result += "." + pathStep(computed);
        }
        return result;
    }
    std::string pathStep(std::vector<ConfigExpression>& computed) {
        if (accept("{")) {
            computed.push_back(expression());
            expect("}");
            return "{}";
        }
        const bool isPlain = peek().kind == ArchitectureToken::Kind::Number || sees("*");
        return isPlain ? std::string(m_tokens[m_at++].text) : name();
    }

    [[nodiscard]] std::string sourceFrom(std::size_t begin) const {
        const std::size_t end = m_at == 0 ? begin : m_tokens[m_at - 1].end;
        return std::string(m_text.substr(begin, end > begin ? end - begin : 0));
    }
    /// An expression without a conditional, whose "if" would be the member's.
    ConfigExpression sourced() {
        const std::size_t begin = peek().begin;
        ConfigExpression result = binary(0);
        result.source = sourceFrom(begin);
        return result;
    }

    /// The operators of a level, loosest first; "not" stands between `and` and the comparisons.
    static std::span<const std::string_view> operatorsOf(std::size_t level) {
        using Row = std::array<std::string_view, 7>;
        static constexpr std::array<Row, 5> kLevels = {Row{"or"}, Row{"and"},
                                                       Row{"==", "!=", "<=", ">=", "<", ">", "in"},
                                                       Row{"+", "-"}, Row{"*", "/", "//", "%"}};
        return level < kLevels.size() ? std::span<const std::string_view>(kLevels[level])
                                      : std::span<const std::string_view>();
    }

    ConfigExpression binary(std::size_t level) {
        constexpr std::size_t kComparisons = 2;
        const auto operators = operatorsOf(level);
        if (operators.empty()) {
            return unary();
        }
        if (level == kComparisons && accept("not")) {
            return {Kind::Not, {}, {}, {binary(level)}, {}};
        }
        ConfigExpression left = binary(level + 1);
        while (!hasFailed()) {
            const std::string op = operatorAt(operators, level == kComparisons);
            if (op.empty()) {
                break;
            }
            ConfigExpression right = binary(level + 1);
            left = {Kind::Binary, op, {}, {std::move(left), std::move(right)}, {}};
        }
        return left;
    }

    std::string operatorAt(std::span<const std::string_view> operators, bool isComparison) {
        if (isComparison && accept("not")) {
            expect("in");
            return "not in";
        }
        for (const std::string_view op : operators) {
            if (!op.empty() && accept(op)) {
                return std::string(op);
            }
        }
        return {};
    }

    ConfigExpression unary() {
        if (accept("-")) {
            return {Kind::Negative, {}, {}, {unary()}, {}};
        }
        ConfigExpression result = primary();
        while (!hasFailed()) {
            if (accept("[")) {
                ConfigExpression index = expression();
                expect("]");
                result = {Kind::Index, {}, {}, {std::move(result), std::move(index)}, {}};
            } else if (accept(".")) {
                result = {Kind::Field, name(), {}, {std::move(result)}, {}};
            } else {
                break;
            }
        }
        return result;
    }

    ConfigExpression primary() {
        if (accept("(")) {
            ConfigExpression inner = expression();
            expect(")");
            return inner;
        }
        if (accept("[")) {
            return {Kind::List, {}, {}, expressionsUntil("]"), {}};
        }
        const ArchitectureToken token = peek();
        if (token.kind == ArchitectureToken::Kind::Text) {
            ++m_at;
            return literal(std::string(token.text));
        }
        if (token.kind == ArchitectureToken::Kind::Number) {
            ++m_at;
            return number(token.text);
        }
        return named();
    }

    ConfigExpression named() {
        std::string text = name();
        if (text == "True" || text == "False") {
            return literal(text == "True");
        }
        if (text == "None") {
            return literal(std::monostate{});
        }
        if (accept("(")) {
            return {Kind::Call, std::move(text), {}, expressionsUntil(")"), {}};
        }
        return {Kind::Name, std::move(text), {}, {}, {}};
    }

    ConfigExpression number(std::string_view text) {
        if (text.find('.') != std::string_view::npos) {
            double value = 0;
            const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
            m_hasFailed = read.ec != std::errc{} || m_hasFailed;
            return literal(value);
        }
        std::int64_t value = 0;
        const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
        m_hasFailed = read.ec != std::errc{} || m_hasFailed;
        return literal(value);
    }

    static ConfigExpression literal(ConfigValue value) {
        return {Kind::Literal, {}, std::move(value), {}, {}};
    }

    std::vector<ConfigExpression> expressionsUntil(std::string_view end) {
        std::vector<ConfigExpression> list;
        while (!hasFailed() && !accept(end)) {
            list.push_back(expression());
            acceptComma(end);
        }
        return list;
    }

    ArchitectureMember body() {
        ArchitectureMember result;
        if (accept("same")) {
            expect("as");
            result.kind = ArchitectureMember::Kind::SameAs;
            result.name = path(result.inPath);
            return result;
        }
        const bool isBuffer = accept("buffer");
        const auto dtype = dtypeFromName(peek().text);
        if (isBuffer || dtype || sees("[")) {
            return tensor(isBuffer, dtype);
        }
        if (accept("{")) {
            result.computedName = expression();
            expect("}");
        } else {
            result.name = name();
        }
        if (accept("(")) {
            while (!hasFailed() && !accept(")")) {
                result.arguments.push_back(argument());
                acceptComma(")");
            }
        }
        if (accept("of")) {
            result.part = name();
        }
        return result;
    }

    ArchitectureMember tensor(bool isBuffer, std::optional<DType> dtype) {
        ArchitectureMember result;
        result.kind =
            isBuffer ? ArchitectureMember::Kind::Buffer : ArchitectureMember::Kind::Parameter;
        result.dtype = dtype;
        if (dtype) {
            ++m_at;
        }
        expect("[");
        result.shape = expressionsUntil("]");
        if (accept("not")) {
            expect("saved");
            result.isSaved = false;
        }
        return result;
    }

    std::pair<std::string, ConfigExpression> argument() {
        const bool isNamed = peek().kind == ArchitectureToken::Kind::Name &&
                             m_tokens[m_at + 1].text == "=" &&
                             m_tokens[m_at + 1].kind == ArchitectureToken::Kind::Symbol;
        std::string parameter = isNamed ? name() : std::string();
        if (isNamed) {
            expect("=");
        }
        return {std::move(parameter), expression()};
    }

    std::string_view m_text;
    std::vector<ArchitectureToken> m_tokens;
    std::size_t m_at = 0;
    bool m_hasFailed = false;
};

}  // namespace

Result<ConfigExpression> parseExpression(std::string_view text) {
    Parser parser(text);
    auto parsed = parser.expression();
    return parser.finish(std::move(parsed));
}

Result<ArchitectureMember> parseMember(std::string_view text) {
    Parser parser(text);
    auto parsed = parser.member();
    return parser.finish(std::move(parsed));
}

Result<ArchitectureSignature> parseSignature(std::string_view text) {
    Parser parser(text);
    auto parsed = parser.signature();
    return parser.finish(std::move(parsed));
}

}  // namespace stowage
