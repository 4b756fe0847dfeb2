// SPDX-License-Identifier: GPL-3.0-or-later
// The walk through JSON: its events, what it refuses, and that pieces of any size change nothing.
#include "engine/base/json_reader.h"
#include "engine/base/json_stream.h"
#include "engine/base/name_table.h"

#include <nlohmann/json.hpp>

#include <QTest>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

using namespace stowage;

namespace {

using Event = JsonScanner::Event;

/// One word an event; "!N" where the text is no JSON at byte N.
std::string eventText(JsonScanner& json) {
    std::string text;
    for (;;) {
        switch (json.next()) {
            case Event::BeginObject:
                text += "{ ";
                break;
            case Event::EndObject:
                text += "} ";
                break;
            case Event::BeginArray:
                text += "[ ";
                break;
            case Event::EndArray:
                text += "] ";
                break;
            case Event::Key:
                text += std::string(json.text()) + ": ";
                break;
            case Event::Text:
                text += "'" + std::string(json.text()) + "' ";
                break;
            case Event::Unsigned:
                text += "+" + std::to_string(json.number()) + " ";
                break;
            case Event::Negative:
                text += "-" + std::to_string(json.negative()) + " ";
                break;
            case Event::Real:
                text += "~" + std::to_string(json.real()) + " ";
                break;
            case Event::True:
                text += "true ";
                break;
            case Event::False:
                text += "false ";
                break;
            case Event::Null:
                text += "null ";
                break;
            case Event::End:
                return text + "end";
            case Event::Failed:
                return text + "!" + std::to_string(json.position());
        }
    }
}

std::string eventsOf(const std::string& text) {
    JsonScanner json(text);
    return eventText(json);
}

/// The same text brought in pieces of so many bytes.
std::string eventsInPieces(const std::string& text, std::size_t piece) {
    std::size_t done = 0;
    const auto source = [&](std::span<char> target) -> Result<std::size_t> {
        const std::size_t count = std::min({piece, target.size(), text.size() - done});
        std::copy_n(text.begin() + static_cast<std::ptrdiff_t>(done), count, target.begin());
        done += count;
        return count;
    };
    JsonScanner json(source, text.size());
    return eventText(json);
}

}  // namespace

class TestJsonScanner : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void walks_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("events");
        const auto row = [](const char* name, const char* text, const char* events) {
            QTest::newRow(name) << QByteArray(text) << QByteArray(events);
        };
        row("empty object", "{}", "{ } end");
        row("empty list", " [ ] \n", "[ ] end");
        row("header", "{\"a\":{\"dtype\":\"F32\",\"shape\":[2,3],\"data_offsets\":[0,24]}}",
            "{ a: { dtype: 'F32' shape: [ +2 +3 ] data_offsets: [ +0 +24 ] } } end");
        row("words", "[true,false,null]", "[ true false null ] end");
        row("whole numbers", "[0,18446744073709551615,-1,-9223372036854775808]",
            "[ +0 +18446744073709551615 --1 --9223372036854775808 ] end");
        row("other numbers", "[18446744073709551616,1.5,2e3,-0.25,1E-2]",
            "[ ~18446744073709551616.000000 ~1.500000 ~2000.000000 ~-0.250000 ~0.010000 ] end");
        row("escapes", "[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041\\u00e9\\u20ac\\ud83d\\ude00\"]",
            "[ '\"\\/\b\f\n\r\tA\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80' ] end");
        row("wide characters", "[\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\"]",
            "[ '\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80' ] end");
        row("empty texts", "{\"\":\"\"}", "{ : '' } end");
        row("a value alone", "7", "+7 end");
        row("nothing", "", "!0");
        row("no value", "{\"a\":}", "{ a: !5");
        row("no comma", "[1 2]", "[ +1 !3");
        row("comma at the end", "[1,]", "[ +1 !3");
        row("comma at an object's end", "{\"a\":1,}", "{ a: +1 !7");
        row("key that is no text", "{1:2}", "{ !1");
        row("goes on", "{}{}", "{ } !2");
        row("other end", "[}", "[ !1");
        row("cut", "[\"ab", "[ !4");
        row("zero before a number", "[01]", "[ !3");
        row("plus", "[+1]", "[ !1");
        row("no digits", "[-]", "[ !2");
        row("no fraction", "[1.]", "[ !3");
        row("no exponent", "[1e+]", "[ !4");
        row("a word cut", "[tru]", "[ !4");
        row("control character", "[\"a\nb\"]", "[ !3");
        row("stray continuation", "[\"\x80\"]", "[ !3");
        row("overlong", "[\"\xc0\xaf\"]", "[ !3");
        row("surrogate in UTF-8", "[\"\xed\xa0\x80\"]", "[ !4");
        row("half a pair", "[\"\\ud83d\"]", "[ !8");
        row("the wrong half", "[\"\\ude00\"]", "[ !8");
        row("unknown escape", "[\"\\x41\"]", "[ !3");
        row("comment", "[1/**/]", "[ +1 !2");
    }
    void walks() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, events);
        QCOMPARE(QByteArray::fromStdString(eventsOf(text.toStdString())), events);
        for (const std::size_t piece : {1U, 2U, 3U, 7U}) {
            QCOMPARE(QByteArray::fromStdString(eventsInPieces(text.toStdString(), piece)), events);
        }
    }

    /// As Python 3.13's json reads them; "-NaN", "nan" and "Inf" are none.
    void numbersOfPython() {
        for (const auto& [text, events] : std::vector<std::pair<std::string, std::string>>{
                 {"[NaN,Infinity,-Infinity,-1]", "[ ~nan ~inf ~-inf --1 ] end"},
                 {"[-NaN]", "[ !2"},
                 {"[nan]", "[ !2"},
                 {"[Inf]", "[ !4"}}) {
            JsonScanner json(text);
            json.acceptPythonNumbers();
            QCOMPARE(eventText(json), events);
        }
        QCOMPARE(eventsOf("[NaN]"), std::string("[ !1"));
        QCOMPARE(eventsOf("[-Infinity]"), std::string("[ !2"));
        const std::string text = "[NaN, -Infinity]";
        QCOMPARE(parseJson(text, "a").error().code, ErrorCode::Malformed);
        const auto read = parseJson(text, "a", {.acceptsPythonNumbers = true});
        QVERIFY(read.has_value());
        QVERIFY(std::isnan((*read)[0].get<double>()));
        QCOMPARE((*read)[1].get<double>(), -HUGE_VAL);
    }

    void aNulEndsNothing() {
        QCOMPARE(QByteArray::fromStdString(eventsOf(std::string("{}\0", 3))), QByteArray("{ } !2"));
    }

    /// nlohmann's parser and this one agree on what is JSON, wherever a byte is changed.
    void agreesWithAGeneralParser() {
        const std::string good =
            "{\"a\\u00e9\":[1,-2,3.5e1,\"\xe2\x82\xac\"],\"b\":{\"c\":null,\"d\":true}}";
        constexpr std::string_view kBytes("\"\\{}[],:0-.eE+tu \x1f\x80\xc3\xff", 21);
        std::size_t refused = 0;
        for (std::size_t at = 0; at < good.size(); ++at) {
            for (const char byte : kBytes) {
                std::string text = good;
                text[at] = byte;
                const bool isTaken = eventsOf(text).ends_with("end");
                QVERIFY2(isTaken == nlohmann::json::accept(text), text.c_str());
                QVERIFY2(eventsInPieces(text, 5) == eventsOf(text), text.c_str());
                refused += isTaken ? 0 : 1;
            }
        }
        QVERIFY(refused > 500);
    }

    void longTextsAreCut() {
        const std::string longest(JsonScanner::kMaxTextBytes, 'x');
        for (const std::string& more : {std::string(), std::string("yz"), std::string("\\n")}) {
            const std::string text = "[\"" + longest + more + "\"]";
            JsonScanner json(text);
            QVERIFY(json.next() == Event::BeginArray && json.next() == Event::Text);
            QVERIFY(json.text() == longest);
            QCOMPARE(json.isCut(), !more.empty());
            QVERIFY(json.next() == Event::EndArray && json.next() == Event::End);
        }
    }

    void aSourceThatFailsIsToldApart() {
        int asked = 0;
        const auto source = [&](std::span<char> target) -> Result<std::size_t> {
            if (++asked > 1) {
                return fail(ErrorCode::ReadFailed, "The disk is gone.");
            }
            target.front() = '[';
            return 1;
        };
        JsonScanner json(source, 100);
        QVERIFY(json.next() == Event::BeginArray);
        QVERIFY(json.next() == Event::Failed && json.next() == Event::Failed);
        QVERIFY(json.sourceError().has_value());
        QCOMPARE(json.sourceError()->code, ErrorCode::ReadFailed);
        JsonScanner other("[}");
        QVERIFY(other.next() == Event::BeginArray && other.next() == Event::Failed);
        QVERIFY(!other.sourceError());
    }

    /// As the general library writes it, texts that need escapes or are no UTF-8 included.
    void writesPieceByPiece() {
        const std::vector<std::string> texts{
            "plain",   "a\"b\\c/", "tab\tline\n", "\xc3\xa9\x7f", std::string("nul\0", 4),
            "bad\xff", ""};
        JsonWriter json;
        nlohmann::ordered_json expected = nlohmann::ordered_json::object();
        json.beginObject();
        for (const std::string& text : texts) {
            json.key(text);
            json.beginArray();
            json.value(text);
            json.value(std::uint64_t{18446744073709551615U});
            json.beginObject();
            json.member("none", JsonLiteral::Null);
            json.member("yes", JsonLiteral::True);
            json.endObject();
            json.beginArray();
            json.endArray();
            json.endArray();
            expected[text] = {text,
                              18446744073709551615U,
                              {{"none", nullptr}, {"yes", true}},
                              nlohmann::ordered_json::array()};
        }
        json.endObject();
        QCOMPARE(QByteArray::fromStdString(json.take()),
                 QByteArray::fromStdString(jsonText(expected)));
    }

    void namesAreSeenOnce() {
        SeenNames names;
        constexpr int kCount = 100'000;
        for (int i = 0; i < kCount; ++i) {
            QVERIFY(names.insert("model.layers." + std::to_string(i) + ".weight"));
        }
        for (int i = 0; i < kCount; i += 7) {
            QVERIFY(!names.insert("model.layers." + std::to_string(i) + ".weight"));
        }
        QVERIFY(names.insert("") && !names.insert(""));
        QVERIFY(names.insert(std::string_view("\0", 1)) &&
                names.insert(std::string_view("\0\0", 2)));
        QCOMPARE(names.size(), std::size_t{kCount + 3});
    }
};

QTEST_GUILESS_MAIN(TestJsonScanner)
#include "tst_json_scanner.moc"
