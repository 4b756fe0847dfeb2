// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/catalogue.h"
#include "engine/base/json_reader.h"
#include "engine/base/result.h"
#include "engine/base/strings.h"
#include "tests/support/golden_text.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>

#include <nlohmann/json.hpp>

#include <map>

namespace stowage {
namespace {

using Variables = std::map<std::string, std::string>;

const Language& languageIn(const Variables& variables) {
    return languageOfEnvironment([&variables](const char* name) {
        const auto found = variables.find(name);
        return found == variables.end() ? nullptr : found->second.c_str();
    });
}

QString qt(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// What a text is put together from: %1, %n, tags; sorted, each once.
QStringList marksOf(const QString& text) {
    static const QRegularExpression mark(QStringLiteral("%L?[1-9n]|</?[a-z][^<>]*>"));
    QSet<QString> marks;
    for (auto found = mark.globalMatch(text); found.hasNext();) {
        marks.insert(found.next().captured());
    }
    QStringList sorted = marks.values();
    sorted.sort();
    return sorted;
}

/// English function words in a row of Latin words: what no name of a file or an option has.
bool readsAsEnglish(QString text) {
    // What another program says is quoted in its words.
    text.remove(QRegularExpression(QStringLiteral("[\"“][^\"”]*[\"”]")));
    static const QRegularExpression sentence(
        QStringLiteral("\\b(the|this|that|is|are|was|has|have|not|no|with|for|from|than|which|"
                       "cannot|what|where)\\b [a-z]+ [a-z]+"));
    return text.contains(sentence);
}

/// Sources that the program says, by lupdate, as `./dev translations` collects them.
QSet<QString> collected(const QString& kind, QString* why) {
    const QString tool = QStringLiteral("/usr/lib/qt6/bin/lupdate");
    if (!QFileInfo::exists(tool)) {
        *why = QString(goldenText("window-board/lupdate-qt6-l10n-tools-is-not-there"));
        return {};
    }
    QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("found.ts"));
    QProcess process;
    process.setWorkingDirectory(QStringLiteral(STOWAGE_SOURCE_DIR));
    QStringList arguments{QStringLiteral("-silent"), QStringLiteral("-locations"),
                          QStringLiteral("none"), QStringLiteral("-I"), QStringLiteral(".")};
    if (kind == QLatin1String("engine")) {
        arguments << QStringLiteral("-tr-function-alias")
                  << QStringLiteral("QT_TR_NOOP+=say,QT_TR_NOOP+=phrase")
                  << QStringLiteral("engine") << QStringLiteral("app/cli")
                  << QStringLiteral("app/checks") << QStringLiteral("app/backends.cpp")
                  << QStringLiteral("app/gui/options.cpp")
                  << QStringLiteral("widgets/support/worker.h")
                  << QStringLiteral("widgets/support/paper.cpp")
                  << QStringLiteral("resources/i18n/resource_texts.cpp");
    } else {
        arguments << QStringLiteral("widgets") << QStringLiteral("app/gui");
    }
    process.start(tool, arguments << QStringLiteral("-ts") << file);
    QSet<QString> sources;
    if (!process.waitForFinished(120000)) {
        *why = process.errorString();
        return sources;
    }
    QFile ts(file);
    if (ts.open(QIODevice::ReadOnly)) {
        const auto catalogue = Catalogue::parse(ts.readAll().toStdString(), "found.ts");
        for (const auto& entry : catalogue->entries()) {
            sources.insert(qt(entry.source));
        }
    }
    return sources;
}

}  // namespace

/// Texts for people: how they are made, what languages there are, and that every text has its
/// translation, with the same marks.
class CatalogueTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void messagesKeepTheirParts();
    void wordsNeedNoSpaceInJapanese();
    void messagesAreTranslatedWhole();
    void messagesTravel();
    void hostilePartsAreNone_data();
    void hostilePartsAreNone();
    void hostileTextsArePrintable();
    void localesNameLanguages_data();
    void localesNameLanguages();
    void environmentIsReadAsGettextDoes();
    void countsTakeTheirForm_data();
    void countsTakeTheirForm();
    void widthsOfATerminal();
    void brokenCataloguesAreRefused();
    void catalogues_data();
    void catalogues();
    void resourcesAreTranslated();
    void nothingIsLeftOut_data();
    void nothingIsLeftOut();
};

void CatalogueTest::messagesKeepTheirParts() {
    const std::string file = "a.txt";
    const Message message = say("%1 has %2 keys, %1 has no more.", file, 3);
    QCOMPARE(message.english(), std::string("a.txt has 3 keys, a.txt has no more."));
    QCOMPARE(say("100 % of %1", 7).english(), std::string("100 % of 7"));
    QCOMPARE(say("%1 stays", std::string("%2")).english(), std::string("%2 stays"));
    QCOMPARE(joined({phrase("One."), Message(), say("Two %1.", 2)}, " ").english(),
             std::string("One. Two 2."));
    QCOMPARE(asSentence(say("Two %1", 2)).english(), std::string("Two 2."));
    QCOMPARE(asSentence(phrase("One.")).english(), std::string("One."));
    QVERIFY(Message().empty());
    QVERIFY(Message(Phrase()).empty());
    // Sentences that end as those of Japanese and Chinese do are not set apart.
    const Translate ends = [](const char* pattern) { return std::string(pattern) + "。"; };
    QCOMPARE(joined({phrase("One"), say("Two %1", 2), phrase("Three")}, " ").in(ends),
             std::string("One。Two 2。Three。"));
    QCOMPARE(joined({"GPU 0", phrase("One")}, " ").in(ends), std::string("GPU 0 One。"));
    QCOMPARE(joined({phrase("One"), phrase("Two")}, "; ").in(ends), std::string("One。; Two。"));
}

/// The space that a name as "GPU 0" needs in a Japanese sentence is none beside a Japanese word.
void CatalogueTest::wordsNeedNoSpaceInJapanese() {
    const Translate translate = [](const char* pattern) -> std::string {
        return pattern == std::string_view("disk") ? "ディスク" : "%1 が %2 から移ります。%2 へ";
    };
    QCOMPARE(say("%1 leaves %2", "5 MiB", phrase("disk")).in(translate),
             std::string("5 MiB がディスクから移ります。ディスクへ"));
    QCOMPARE(say("%1 leaves %2", phrase("disk"), "GPU 0").in(translate),
             std::string("ディスクが GPU 0 から移ります。GPU 0 へ"));
    // What is no word of the program stays apart from its sentence.
    QCOMPARE(say("%1 leaves %2", "5 MiB", "模型").in(translate),
             std::string("5 MiB が 模型 から移ります。模型 へ"));
}

void CatalogueTest::messagesAreTranslatedWhole() {
    const Translate shout = [](const char* pattern) -> std::string {
        const std::string_view english(pattern);
        return english == "%1 of %2" ? "%2: %1" : english == "inner %1" ? "INNER %1" : pattern;
    };
    const Message message = joined(
        {say("%1 of %2", say("inner %1", 1), std::string("%1 of %2")), phrase("other")}, "; ");
    QCOMPARE(message.in(shout), std::string("%1 of %2: INNER 1; other"));
    QCOMPARE(message.english(), std::string("inner 1 of %1 of %2; other"));
}

/// What another process wrote is said in this one's language.
void CatalogueTest::messagesTravel() {
    const Translate shout = [](const char* pattern) -> std::string {
        const std::string_view english(pattern);
        return english == "%1 of %2" ? "%2: %1" : english == "inner" ? "INNER" : pattern;
    };
    for (const Message& message :
         {Message("plain"), Message(), Message(phrase("inner")),
          say("%1 of %2", 1, phrase("inner")),
          joined({say("%1 of %2", say("%1 of %2", "a", "b"), "%1"), phrase("inner")}, ", ")}) {
        nlohmann::ordered_json object;
        writeMessage(object, "why", message);
        QCOMPARE(object["why"].get<std::string>(), message.english());
        QCOMPARE(object.contains("why_parts"), message.parts() != nullptr);
        const Message read = readMessage(nlohmann::ordered_json::parse(object.dump()), "why");
        QCOMPARE(read, message);
        object.clear();
        QCOMPARE(read.in(shout), message.in(shout));
        // The pattern is the message's own, also in what is made of it.
        QCOMPARE(
            read.withPlainTexts([](const std::string& text) { return text + "!"; }).in(shout),
            message.withPlainTexts([](const std::string& text) { return text + "!"; }).in(shout));
    }
}

void CatalogueTest::hostilePartsAreNone_data() {
    QTest::addColumn<QByteArray>("parts");
    const auto row = [](const char* name, const QByteArray& parts) {
        QTest::newRow(name) << parts;
    };
    row("another text", R"({"pattern": "no"})");
    row("no parts", "[7, null, {}]");
    row("of other kinds", R"({"pattern": ["yes"], "arguments": {"a": 7}})");
    row("a long argument",
        R"({"pattern": "yes", "arguments": [")" + QByteArray(1000, 'x') + "\"]}");
    row("a pattern that grows",
        R"({"pattern": ")" + QByteArray("%1").repeated(1000) + R"(", "arguments": ["yes"]})");
    row("many parts",
        R"({"separator": "", "joined": [)" + QByteArray(R"("",)").repeated(2000) + R"("yes"]})");
    row("deep", QByteArray(R"({"pattern":"%1","arguments":[)").repeated(100) + R"("yes")" +
                    QByteArray("]}").repeated(100));
}

void CatalogueTest::hostilePartsAreNone() {
    QFETCH(const QByteArray, parts);
    const auto object = nlohmann::ordered_json::parse(R"({"why": "yes", "why_parts": )" +
                                                      parts.toStdString() + "}");
    const Message read = readMessage(object, "why");
    QCOMPARE(read, "yes");
    QVERIFY(read.parts() == nullptr);
    QVERIFY(readMessage(object, "other").empty());
}

void CatalogueTest::hostileTextsArePrintable() {
    const Error error =
        makeError(ErrorCode::Malformed, say("%1 is broken.", std::string("a\x1b[31m\nb")));
    const std::string in = error.message.in([](const char*) { return std::string("壊: %1"); });
    QVERIFY(in.find('\x1b') == std::string::npos);
    QVERIFY2(in.starts_with("壊: a\\x1b"), in.c_str());
}

void CatalogueTest::localesNameLanguages_data() {
    QTest::addColumn<QString>("locale");
    QTest::addColumn<QString>("code");
    const std::pair<const char*, const char*> rows[] = {{"C", "en"},
                                                        {"", "en"},
                                                        {"en_GB.UTF-8", "en"},
                                                        {"ja_JP.UTF-8", "ja"},
                                                        {"ja", "ja"},
                                                        {"ja_JP.eucJP", "ja"},
                                                        {"zh_CN.UTF-8", "zh_CN"},
                                                        {"zh", "zh_CN"},
                                                        {"zh-Hans-SG", "zh_CN"},
                                                        {"zh_TW", "en"},
                                                        {"zh-Hant", "en"},
                                                        {"zh_HK.UTF-8", "en"},
                                                        {"ar_EG.UTF-8", "ar"},
                                                        {"ar", "ar"},
                                                        {"de_DE", "en"},
                                                        {"jav", "en"}};
    for (const auto& [locale, code] : rows) {
        QTest::addRow("%s", *locale == '\0' ? "none" : locale)
            << QString::fromLatin1(locale) << QString::fromLatin1(code);
    }
}

void CatalogueTest::localesNameLanguages() {
    QFETCH(QString, locale);
    QFETCH(QString, code);
    QCOMPARE(qt(languageOfLocale(locale.toStdString()).code), code);
}

void CatalogueTest::environmentIsReadAsGettextDoes() {
    QCOMPARE(languageIn({}).code, std::string_view("en"));
    QCOMPARE(languageIn({{"LANG", "ja_JP.UTF-8"}}).code, std::string_view("ja"));
    QCOMPARE(languageIn({{"LANG", "ja_JP.UTF-8"}, {"LC_MESSAGES", "ar_EG"}}).code,
             std::string_view("ar"));
    QCOMPARE(languageIn({{"LANG", "ja_JP"}, {"LC_MESSAGES", "ar_EG"}, {"LC_ALL", "C"}}).code,
             std::string_view("en"));
    // An empty variable counts as none; LANGUAGE goes first, but not where the locale is C.
    QCOMPARE(languageIn({{"LC_ALL", ""}, {"LANG", "zh_CN"}}).code, std::string_view("zh_CN"));
    QCOMPARE(languageIn({{"LANG", "ja_JP"}, {"LANGUAGE", "de:ar"}}).code, std::string_view("ar"));
    QCOMPARE(languageIn({{"LANG", "ja_JP"}, {"LANGUAGE", "en:ar"}}).code, std::string_view("en"));
    QCOMPARE(languageIn({{"LANG", "C.UTF-8"}, {"LANGUAGE", "ar"}}).code, std::string_view("en"));
}

void CatalogueTest::countsTakeTheirForm_data() {
    QTest::addColumn<QString>("language");
    QTest::addColumn<int>("count");
    QTest::addColumn<int>("form");
    for (const auto& [count, form] : {std::pair(0, 0),
                                      {1, 1},
                                      {2, 2},
                                      {3, 3},
                                      {10, 3},
                                      {11, 4},
                                      {99, 4},
                                      {100, 5},
                                      {102, 5},
                                      {103, 3},
                                      {111, 4}}) {
        QTest::addRow("ar %d", count) << QStringLiteral("ar") << count << form;
    }
    QTest::addRow("ja") << QStringLiteral("ja") << 5 << 0;
    QTest::addRow("en 1") << QStringLiteral("en") << 1 << 0;
    QTest::addRow("en 2") << QStringLiteral("en") << 2 << 1;
}

void CatalogueTest::countsTakeTheirForm() {
    QFETCH(QString, language);
    QFETCH(int, count);
    QFETCH(int, form);
    QCOMPARE(pluralForm(language.toStdString(), static_cast<std::uint64_t>(count)),
             static_cast<std::size_t>(form));
}

void CatalogueTest::widthsOfATerminal() {
    QCOMPARE(displayWidth("GPU 0"), std::size_t{5});
    QCOMPARE(displayWidth("重み"), std::size_t{4});
    QCOMPARE(displayWidth("12,5 → ≈"), std::size_t{8});
    QCOMPARE(displayWidth("e\xCC\x81"), std::size_t{1});
    QCOMPARE(displayWidth(""), std::size_t{0});
}

void CatalogueTest::brokenCataloguesAreRefused() {
    for (const char* text : {"", "<TS", "<html></html>", "\x00\x01"}) {
        const auto catalogue = Catalogue::parse(text, "broken.ts");
        QVERIFY(!catalogue);
        QCOMPARE(catalogue.error().code, ErrorCode::Malformed);
    }
}

void CatalogueTest::catalogues_data() {
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("kind");
    for (const Language& language : languages().subspan(1)) {
        for (const char* kind : {"window", "engine"}) {
            QTest::addRow("%s %s", kind, std::string(language.code).c_str())
                << qt(language.code) << QString::fromLatin1(kind);
        }
    }
}

void CatalogueTest::catalogues() {
    QFETCH(QString, code);
    QFETCH(QString, kind);
    const Language* const language = languageByCode(code.toStdString());
    QVERIFY(language != nullptr);
    const auto catalogue =
        kind == QLatin1String("window") ? windowCatalogue(*language) : engineCatalogue(*language);
    QVERIFY(catalogue != nullptr);
    QCOMPARE(qt(catalogue->language()), code);
    QVERIFY(catalogue->entries().size() > 1000);
    QStringList faults;
    for (const Catalogue::Entry& entry : catalogue->entries()) {
        const QString source = qt(entry.source);
        for (const std::string& form : entry.forms) {
            const QString translation = qt(form);
            const auto fault = [&](const char* what) {
                faults.append(QStringLiteral("%1: “%2” → “%3”")
                                  .arg(QString::fromLatin1(what), source, translation));
            };
            // A form for none, one or two may say the number as a word.
            const bool mayLeaveCount = entry.isCounted && entry.forms.size() > 1;
            if (translation.isEmpty()) {
                fault("no translation");
            } else if (!entry.isFinished) {
                fault("unfinished");
            } else if (!mayLeaveCount && marksOf(source) != marksOf(translation)) {
                fault("other marks");
            } else if (source.count(u'\n') != translation.count(u'\n')) {
                fault("other lines");
            } else if (readsAsEnglish(translation)) {
                fault("English");
            }
        }
    }
    QVERIFY2(faults.isEmpty(), qPrintable(QStringLiteral("%1 faults:\n").arg(faults.size()) +
                                          faults.mid(0, 40).join(u'\n')));
}

/// Notes of cards and engines are data, and people read them all the same.
void CatalogueTest::resourcesAreTranslated() {
    QStringList missing;
    int notes = 0;
    for (const char* folder : {"devices", "engines"}) {
        const QDir files(QStringLiteral(STOWAGE_SOURCE_DIR "/resources/") + QLatin1String(folder));
        for (const QString& name : files.entryList({QStringLiteral("*.json")})) {
            QFile file(files.filePath(name));
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QJsonObject object = QJsonDocument::fromJson(file.readAll()).object();
            QJsonArray texts = object.value(QLatin1String("notes")).toArray();
            texts.append(object.value(QLatin1String("note")));
            for (const QJsonValue& text : texts) {
                const std::string note = text.toString().toStdString();
                notes += note.empty() ? 0 : 1;
                if (!note.empty() &&
                    engineCatalogue(*languageByCode("ja"))->find(note) == nullptr) {
                    missing.append(name + QStringLiteral(": ") + text.toString());
                }
            }
        }
    }
    QVERIFY(notes > 20);
    QVERIFY2(missing.isEmpty(), qPrintable(QStringLiteral("add to resources/i18n/resource_texts."
                                                          "cpp:\n") +
                                           missing.join(u'\n')));
}

void CatalogueTest::nothingIsLeftOut_data() {
    QTest::addColumn<QString>("kind");
    QTest::newRow("window") << QStringLiteral("window");
    QTest::newRow("engine") << QStringLiteral("engine");
}

void CatalogueTest::nothingIsLeftOut() {
    QFETCH(QString, kind);
    QString why;
    const QSet<QString> sources = collected(kind, &why);
    if (sources.isEmpty()) {
        QSKIP(qPrintable(why));
    }
    for (const Language& language : languages().subspan(1)) {
        const auto catalogue =
            kind == QLatin1String("window") ? windowCatalogue(language) : engineCatalogue(language);
        QSet<QString> known;
        for (const auto& entry : catalogue->entries()) {
            known.insert(qt(entry.source));
        }
        const QStringList missing = (sources - known).values();
        const QStringList stale = (known - sources).values();
        QVERIFY2(missing.isEmpty() && stale.isEmpty(),
                 qPrintable(QStringLiteral("%1: run ./dev translations; new: %2; gone: %3")
                                .arg(qt(language.code), missing.mid(0, 20).join(u'\n'),
                                     stale.mid(0, 20).join(u'\n'))));
    }
}

}  // namespace stowage

QTEST_GUILESS_MAIN(stowage::CatalogueTest)
#include "tst_catalogue.moc"
