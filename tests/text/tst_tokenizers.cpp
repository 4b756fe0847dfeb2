// SPDX-License-Identifier: GPL-3.0-or-later
// Tokenizers of each kind, trained by the real libraries, against what these make of texts in 30
// scripts; and files that lie about themselves.
#include "engine/text/tokenizer.h"
#include "tests/support/golden_text.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <span>

using namespace stowage;

namespace {

const QString kRoot = QStringLiteral(STOWAGE_TEST_DATA "/tokenizers/");

QByteArray contentOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void write(const QString& path, const QByteArray& content) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(content), content.size());
}

std::vector<std::int64_t> tokensOf(const QJsonArray& array) {
    std::vector<std::int64_t> tokens;
    for (const QJsonValue token : array) {
        tokens.push_back(token.toInteger());
    }
    return tokens;
}

QByteArray varint(quint64 value) {
    QByteArray bytes;
    for (; value >= 0x80; value >>= 7) {
        bytes.append(static_cast<char>(value | 0x80));
    }
    return bytes.append(static_cast<char>(value));
}

/// A field of a protocol buffer that holds bytes.
QByteArray field(int number, const QByteArray& bytes) {
    return varint(static_cast<quint64>(number) << 3 | 2) +
           varint(static_cast<quint64>(bytes.size())) + bytes;
}

/// A byte-level tokenizer.json of two letters with something put in the place of a part.
QByteArray tokenizerJson(const QByteArray& part = {}, const QByteArray& model = {}) {
    return "{\"version\":\"1.0\"" + (part.isEmpty() ? QByteArray() : "," + part) +
           ",\"model\":{\"type\":\"BPE\"," +
           (model.isEmpty()
                ? QByteArray("\"vocab\":{\"a\":0,\"b\":1,\"ab\":2},\"merges\":[\"a b\"]")
                : model) +
           "}}";
}

}  // namespace

class TokenizersTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        QTest::failOnWarning(QRegularExpression(".*"));
        m_dir = std::make_unique<QTemporaryDir>();
        QVERIFY(m_dir->isValid());
    }
    void tokensAreTheLibrarys_data();
    void tokensAreTheLibrarys();
    void aSpaceBehindASpecialTokenIsTheConfigurations_data();
    void aSpaceBehindASpecialTokenIsTheConfigurations();
    void chatGlmPutsItsTwoTokensInFront();
    void bosAndEosFollowTheConfiguration();
    void followingTextKeepsItsSpace();
    void aFolderWithoutATokenizerSaysSo();
    void theFolderIsThatOfTheFileToo();
    void textThatIsNoneIsRefused();
    void hostileFilesAreRefused_data();
    void hostileFilesAreRefused();
    void aPatternThatBacktracksIsStopped();
    void everyTruncationIsSurvived_data();
    void everyTruncationIsSurvived();

private:
    [[nodiscard]] std::string path() const { return m_dir->path().toStdString(); }
    void copy(const QString& kind, const QString& name) const {
        QVERIFY(QFile::copy(kRoot + kind + "/" + name, m_dir->filePath(name)));
    }
    std::unique_ptr<QTemporaryDir> m_dir;
};

void TokenizersTest::tokensAreTheLibrarys_data() {
    QTest::addColumn<QString>("kind");
    const QStringList kinds = QDir(kRoot).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    QCOMPARE(kinds.size(), 10);
    for (const QString& kind : kinds) {
        QTest::newRow(qPrintable(kind)) << kind;
    }
}

void TokenizersTest::tokensAreTheLibrarys() {
    QFETCH(QString, kind);
    const auto tokenizer = openTokenizer((kRoot + kind).toStdString());
    QVERIFY2(tokenizer, tokenizer ? "" : tokenizer.error().message.english().c_str());
    const auto cases = QJsonDocument::fromJson(contentOf(kRoot + kind + "/expected.json")).array();
    QVERIFY(cases.size() > 20);
    for (const QJsonValue& one : cases) {
        const std::string prompt = one["prompt"].toString().toStdString();
        const auto expected = tokensOf(one["ids"].toArray());
        const auto tokens = (*tokenizer)->encode(prompt);
        QVERIFY2(tokens, prompt.c_str());
        QVERIFY2(*tokens == expected, prompt.c_str());
        if (one["text"].isString()) {
            QCOMPARE((*tokenizer)->decode(expected), one["text"].toString().toStdString());
        }
    }
}

void TokenizersTest::aSpaceBehindASpecialTokenIsTheConfigurations_data() {
    QTest::addColumn<QByteArray>("legacy");
    QTest::addColumn<bool>("hasSpace");
    QTest::newRow("legacy") << QByteArray("true") << true;
    QTest::newRow("as it is now") << QByteArray("false") << false;
}

void TokenizersTest::aSpaceBehindASpecialTokenIsTheConfigurations() {
    QFETCH(QByteArray, legacy);
    QFETCH(bool, hasSpace);
    copy("llama2_model", "tokenizer.model");
    write(m_dir->filePath("tokenizer_config.json"),
          "{\"tokenizer_class\":\"LlamaTokenizer\",\"legacy\":" + legacy + "}");
    const auto tokenizer = openTokenizer(path());
    QVERIFY2(tokenizer, tokenizer ? "" : tokenizer.error().message.english().c_str());
    const auto one = (*tokenizer)->encode("is</s>is");
    const auto two = (*tokenizer)->encode("is");
    QVERIFY(one && two);
    // <s>, "▁is" as alone, </s> …
    QVERIFY(std::ranges::equal(*two, std::span(*one).first(two->size())));
    QCOMPARE((*one)[two->size()], 2);
    const auto rest = std::span(*one).subspan(two->size() + 1);
    QCOMPARE(std::ranges::equal(rest, std::span(*two).subspan(1)), hasSpace);
    QCOMPARE((*tokenizer)->decode(*one), std::string(hasSpace ? "<s> is</s> is" : "<s> is</s>is"));
}

void TokenizersTest::chatGlmPutsItsTwoTokensInFront() {
    copy("llama2_model", "tokenizer.model");
    const auto plain = openTokenizer(path());
    write(m_dir->filePath("tokenizer_config.json"), "{\"tokenizer_class\":\"ChatGLMTokenizer\"}");
    const auto chat = openTokenizer(path());
    QVERIFY(plain && chat);
    const auto before = (*plain)->encode("is");
    const auto tokens = (*chat)->encode("is");
    QVERIFY(before && tokens);
    // [gMASK] and sop are the second and the fourth token behind the model's pieces.
    QCOMPARE(tokens->size(), before->size() + 1);
    QCOMPARE((*tokens)[1], (*tokens)[0] + 2);
    QVERIFY(std::ranges::equal(std::span(*tokens).subspan(2), std::span(*before).subspan(1)));
    QCOMPARE((*chat)->decode(*tokens), std::string("is"));
}

void TokenizersTest::bosAndEosFollowTheConfiguration() {
    copy("llama2_model", "tokenizer.model");
    for (const auto& [bos, eos] : {std::pair(false, true), std::pair(true, false)}) {
        const auto word = [](bool is) { return QByteArray(is ? "true" : "false"); };
        write(m_dir->filePath("tokenizer_config.json"),
              "{\"add_bos_token\":" + word(bos) + ",\"add_eos_token\":" + word(eos) + "}");
        const auto tokenizer = openTokenizer(path());
        QVERIFY(tokenizer);
        const auto tokens = (*tokenizer)->encode("is");
        QVERIFY(tokens);
        QCOMPARE(tokens->front() == 1, bos);
        QCOMPARE(tokens->back() == 2, eos);
    }
}

void TokenizersTest::followingTextKeepsItsSpace() {
    const auto tokenizer = openTokenizer((kRoot + "llama2_json").toStdString());
    QVERIFY(tokenizer);
    const auto all = (*tokenizer)->encode("is the");
    const auto first = (*tokenizer)->encode("is");
    QVERIFY(all && first);
    const std::span<const std::int64_t> rest = std::span(*all).subspan(first->size());
    QCOMPARE(followingText(**tokenizer, *first, rest), std::string(" the"));
    QCOMPARE((*tokenizer)->decode(rest), std::string("the"));
}

void TokenizersTest::aFolderWithoutATokenizerSaysSo() {
    QVERIFY(!findTokenizerFile(path()));
    write(m_dir->filePath("vocab.json"), "{}");  // without its merges
    QVERIFY(!findTokenizerFile(path()));
    const auto tokenizer = openTokenizer(path());
    QVERIFY(!tokenizer);
    QCOMPARE(tokenizer.error().code, ErrorCode::FileNotFound);
    QVERIFY(QString::fromStdString(tokenizer.error().message)
                .contains(goldenText("text/holds-no-tokenizer")));
}

void TokenizersTest::theFolderIsThatOfTheFileToo() {
    const std::string folder = (kRoot + "gpt2_files").toStdString();
    QCOMPARE(findTokenizerFolder(folder), std::optional(folder));
    QCOMPARE(findTokenizerFolder(folder + "/"), std::optional(folder));
    QCOMPARE(findTokenizerFolder(folder + "/vocab.json"), std::optional(folder));
    QCOMPARE(findTokenizerFolder(folder + "/tensors"), std::optional(folder));
    QCOMPARE(findTokenizerFolder(path()), std::nullopt);
}

void TokenizersTest::textThatIsNoneIsRefused() {
    for (const char* const kind : {"gpt2_files", "llama2_model"}) {
        const auto tokenizer = openTokenizer((kRoot + kind).toStdString());
        QVERIFY(tokenizer);
        QCOMPARE((*tokenizer)->encode("a\xff").error().code, ErrorCode::InvalidArgument);
        QCOMPARE((*tokenizer)->encode(std::string(2 << 20, 'a')).error().code,
                 ErrorCode::LimitExceeded);
        // Numbers that no token has are left out.
        QCOMPARE((*tokenizer)->decode(std::vector<std::int64_t>{-1, 1LL << 40}), std::string());
    }
}

void TokenizersTest::hostileFilesAreRefused_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("says");
    const auto json = [](const char* row, const QByteArray& content, const char* says) {
        QTest::newRow(row) << QString("tokenizer.json") << content << QString(says);
    };
    json("no JSON", "{", goldenText("model/not-valid-json"));
    json("a list", "[]", goldenText("text/no-json-object"));
    json("deep", "{\"normalizer\":" + QByteArray(100000, '[') + QByteArray(100000, ']') + "}",
         "nest");
    json("no model", "{}", "no token");
    json("a huge number", tokenizerJson({}, "\"vocab\":{\"a\":4294967295},\"merges\":[]"),
         "1,048,576");
    json("a long token",
         tokenizerJson({}, "\"vocab\":{\"" + QByteArray(5000, 'a') + "\":0},\"merges\":[]"),
         "4,096");
    json("a merge of what is none", tokenizerJson({}, "\"vocab\":{\"a\":0},\"merges\":[\"a b\"]"),
         goldenText("run/does-not-have"));
    json("a merge into nothing",
         tokenizerJson({}, "\"vocab\":{\"a\":0,\"b\":1},\"merges\":[\"a b\"]"),
         goldenText("run/does-not-have"));
    json("a merge of three", tokenizerJson({}, "\"vocab\":{\"a\":0},\"merges\":[\"a a a\"]"),
         "merges");
    json("a broken pattern",
         tokenizerJson("\"pre_tokenizer\":{\"type\":\"Split\",\"pattern\":{\"Regex\":\"(a\"}}"),
         "by the pattern \"(a\", which Stowage does not support");
    json("an unknown step", tokenizerJson("\"normalizer\":{\"type\":\"Magic\"}"),
         goldenText("window-plan/does-not-carry"));
    json("a damaged table",
         tokenizerJson("\"normalizer\":{\"type\":\"Precompiled\",\"precompiled_charsmap\":"
                       "\"BAAAAP///38A\"}"),
         "damaged");
    json("an added token without a number", tokenizerJson("\"added_tokens\":[{\"content\":\"x\"}]"),
         "no ID");
    json("another kind", "{\"model\":{\"type\":\"WordLevel\",\"vocab\":{\"a\":0}}}", "WordLevel");
    json("scores that are none",
         "{\"model\":{\"type\":\"Unigram\",\"unk_id\":9,\"vocab\":[[\"a\",-1.5]]}}", "score");
    const auto model = [](const char* row, const QByteArray& content, const char* says) {
        QTest::newRow(row) << QString("tokenizer.model") << content << QString(says);
    };
    const QByteArray piece = field(1, "a") + QByteArray("\x15\x00\x00\x80\xbf", 5);
    model("an empty model", {}, "no piece");
    model("a tiktoken file", "IQ== 0\nIg== 1\n", "SentencePiece");
    model("a piece that is no text", field(1, field(1, "\xff")), "not valid UTF-8");
    model("a piece without text", field(1, field(1, "")), "empty");
    model("a score that is none", field(1, field(1, "a") + QByteArray("\x15\x00\x00\xc0\x7f", 5)),
          "score");
    model("no unknown piece", field(1, piece), "SentencePiece");
    model("a length beyond the end", QByteArray("\x0a\xff\xff\xff\xff\x0f"), "truncated");
    model("a walk out of its table",
          field(1, piece) + field(3, field(2, QByteArray("\x04\0\0\0\xff\xff\xff\x7f\0", 9))),
          "damaged");
    model("a table longer than it is",
          field(1, piece) + field(3, field(2, QByteArray("\xff\xff\xff\x7f\0\0\0\0\0", 9))),
          "damaged");
}

void TokenizersTest::hostileFilesAreRefused() {
    QFETCH(QString, name);
    QFETCH(QByteArray, content);
    QFETCH(QString, says);
    write(m_dir->filePath(name), content);
    const auto tokenizer = openTokenizer(path());
    QVERIFY(!tokenizer);
    const QString message = QString::fromStdString(tokenizer.error().message);
    QVERIFY2(message.contains(says), qPrintable(message));
    QVERIFY2(message.contains(name), qPrintable(message));
    QVERIFY2(message.size() < 500 && message.endsWith('.'), qPrintable(message));
}

void TokenizersTest::aPatternThatBacktracksIsStopped() {
    write(m_dir->filePath("tokenizer.json"),
          tokenizerJson("\"pre_tokenizer\":{\"type\":\"Split\",\"behavior\":\"Isolated\","
                        "\"pattern\":{\"Regex\":\"(a|aa)+$|b\"}}"));
    const auto tokenizer = openTokenizer(path());
    QVERIFY(tokenizer);
    QElapsedTimer timer;
    timer.start();
    const auto tokens = (*tokenizer)->encode(std::string(5000, 'a') + "c");
    QVERIFY(!tokens);
    QCOMPARE(tokens.error().code, ErrorCode::LimitExceeded);
    QVERIFY(timer.elapsed() < 30000);
}

void TokenizersTest::everyTruncationIsSurvived_data() {
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("name");
    QTest::newRow("BPE") << "llama2_json"
                         << "tokenizer.json";
    QTest::newRow("Unigram") << "t5_json"
                             << "tokenizer.json";
    QTest::newRow("SentencePiece") << "t5_model"
                                   << "spiece.model";
}

void TokenizersTest::everyTruncationIsSurvived() {
    QFETCH(QString, kind);
    QFETCH(QString, name);
    const QByteArray whole = contentOf(kRoot + kind + "/" + name);
    for (qsizetype i = 0; i < 60; ++i) {
        const qsizetype at = whole.size() * i / 60;
        write(m_dir->filePath(name), whole.first(at));
        if (name.endsWith(".json")) {
            QVERIFY2(!openTokenizer(path()), qPrintable(QString::number(at)));
        }
        QByteArray flipped = whole;
        flipped[at] = static_cast<char>(flipped[at] ^ 0x11);
        write(m_dir->filePath(name), flipped);
        if (const auto tokenizer = openTokenizer(path())) {
            (void)(*tokenizer)->encode(goldenText("window-run/hello-my-name-is"));
        }
    }
}

QTEST_GUILESS_MAIN(TokenizersTest)
#include "tst_tokenizers.moc"
