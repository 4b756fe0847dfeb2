// SPDX-License-Identifier: GPL-3.0-or-later
// One table of fields writes an object and reads it back.
#include "engine/base/json_fields.h"
#include "tests/support/golden_text.h"

#include <QRegularExpression>
#include <QTest>

#include <limits>

using namespace stowage;

using Json = nlohmann::ordered_json;

namespace {

struct Sample {
    std::string name = goldenText("window-history/as-it-was");
    std::uint64_t bytes = 7;
    std::int64_t token = 7;
    double seconds = 7;
    bool agrees = true;
    std::optional<double> rate = 7;
    friend bool operator==(const Sample&, const Sample&) = default;
};

constexpr auto kFields =
    std::tuple{JsonField{"name", &Sample::name},     JsonField{"bytes", &Sample::bytes},
               JsonField{"token", &Sample::token},   JsonField{"seconds", &Sample::seconds},
               JsonField{"agrees", &Sample::agrees}, JsonField{"rate", &Sample::rate}};

using Missing = JsonFieldReader::Missing;

/// The sample of a text, and what was wrong with it first.
std::pair<Sample, std::string> readOf(const Json& object, Missing missing) {
    Sample sample;
    JsonFieldReader reader(missing);
    reader.readFields(object, sample, kFields);
    return {sample, reader.trouble()};
}

}  // namespace

class JsonFieldsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }
    void whatIsWrittenIsReadBack();
    void whatIsNotKnownIsKept();
    void everyMemberMustBeThere();
    void theFirstOfTheWrongKindIsNamed();
};

void JsonFieldsTest::whatIsWrittenIsReadBack() {
    const Sample sample{"h.0", 3, 11, 0.5, false, std::nullopt};
    const Json object = fieldsJson(sample, kFields);
    QCOMPARE(object.dump(), std::string(R"({"name":"h.0","bytes":3,"token":11,"seconds":0.5,)"
                                        R"("agrees":false,"rate":null})"));
    const auto [strict, strictTrouble] = readOf(object, Missing::Refuse);
    QVERIFY(strict == sample);
    QCOMPARE(strictTrouble, std::string());
}

void JsonFieldsTest::whatIsNotKnownIsKept() {
    const Json nothing = Json::array({1, 2});
    const Json unknown{{"name", nullptr}, {"seconds", std::numeric_limits<double>::infinity()}};
    for (const Json& object : {nothing, unknown}) {
        const auto [sample, trouble] = readOf(object, Missing::Keep);
        QVERIFY(sample == Sample{});
        QCOMPARE(trouble, std::string());
    }
    QCOMPARE(readOf(Json{{"bytes", -4}}, Missing::Keep).first.bytes, std::uint64_t{0});
}

void JsonFieldsTest::everyMemberMustBeThere() {
    Json object = fieldsJson(Sample{}, kFields);
    object["rate"] = nullptr;
    QCOMPARE(readOf(object, Missing::Refuse).second, std::string());
    object["bytes"] = -4;
    QCOMPARE(readOf(object, Missing::Refuse).second, std::string("bytes"));
    object["bytes"] = 4U;
    object.erase("rate");
    QCOMPARE(readOf(object, Missing::Refuse).second, std::string("rate"));
}

void JsonFieldsTest::theFirstOfTheWrongKindIsNamed() {
    for (const Missing missing : {Missing::Keep, Missing::Refuse}) {
        Json object = fieldsJson(Sample{}, kFields);
        object["agrees"] = "yes";
        object["seconds"] = "soon";
        QCOMPARE(readOf(object, missing).second, std::string("seconds"));
    }
}

QTEST_APPLESS_MAIN(JsonFieldsTest)
#include "tst_json_fields.moc"
