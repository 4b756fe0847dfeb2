// SPDX-License-Identifier: GPL-3.0-or-later
// The journal of an interrupted conversion is believed only where it agrees with what is there.
#include "engine/checkpoint/write/convert_checkpoint.h"
#include "tests/support/convert_check.h"
#include "tests/support/golden_text.h"
#include "tests/support/interrupted_conversion.h"

#include <QTest>

#include <filesystem>
#include <fstream>

using namespace stowage;
using namespace stowage::test;

class TestConvertJournal : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<InterruptedConversion> m_conversion;
    std::string at(const std::string& name) const { return m_conversion->at(name); }
    ConvertOptions options(ConvertTarget target, ResumeJournal::Start start,
                           FullAfter* full = nullptr) const {
        return m_conversion->options(target, start, full);
    }
    Result<ConvertSummary> run(const ConvertOptions& options, std::stop_token stop = {}) const {
        return m_conversion->run(options, std::move(stop));
    }
    const TensorDigests& digests() const { return m_conversion->digests; }

private Q_SLOTS:
    void init() {
        QTest::failOnWarning(QRegularExpression(QStringLiteral(".*")));
        m_conversion = std::make_unique<InterruptedConversion>();
        QCOMPARE(digests().size(), std::size_t{6});
    }

    void bytesThatChangedAreWrittenAgain() {
        FullAfter full{1'750'000};
        QVERIFY(!run(options(ConvertTarget::Safetensors, ResumeJournal::Start::Over, &full)));
        const std::string part = at("out/.stowage-unfinished/.part-0");
        {
            std::fstream file(part, std::ios::in | std::ios::out | std::ios::binary);
            file.seekp(700'000);
            file.put('\x7f');
        }
        const auto done = run(options(ConvertTarget::Safetensors, ResumeJournal::Start::Resume));
        QVERIFY(done);
        QCOMPARE(done->keptBytes, std::uint64_t{0});
        QCOMPARE(digestsAt(done->path), digests());
    }

    void theSameSourceByAnotherPathIsTakenUp() {
        FullAfter full{1'750'000};
        QVERIFY(!run(options(ConvertTarget::Safetensors, ResumeJournal::Start::Over, &full)));
        std::filesystem::create_directory_symlink(at(""), at("link"));
        m_conversion->model = at("link/model.safetensors");
        const auto done = run(options(ConvertTarget::Safetensors, ResumeJournal::Start::Resume));
        QVERIFY2(done, done ? "" : done.error().message.english().c_str());
        QVERIFY(done->isResumed && done->keptBytes > 0);
    }

    void anotherSourceOrOtherOptionsAreRefused() {
        FullAfter full{1'750'000};
        QVERIFY(!run(options(ConvertTarget::Safetensors, ResumeJournal::Start::Over, &full)));
        const auto refusal = [&](const ConvertOptions& other) {
            const auto refused = run(other);
            return refused ? std::string("none") : refused.error().message.english();
        };
        const auto resume = ResumeJournal::Start::Resume;
        const auto has = [](const std::string& text, const char* part) {
            return text.find(part) != std::string::npos;
        };
        QVERIFY(has(refusal(options(ConvertTarget::TorchArchive, resume)), "other options"));
        ConvertOptions cast = options(ConvertTarget::Safetensors, resume);
        cast.choices.dtype = DType::Float16;
        QVERIFY(has(refusal(cast), "other options"));
        const std::string first = m_conversion->model;
        std::filesystem::create_directory(at("second"));
        m_conversion->model = writeModel(at("second"), 6, 100'000);
        QVERIFY(has(refusal(options(ConvertTarget::Safetensors, resume)), ", not to "));
        m_conversion->model = first;
        std::filesystem::last_write_time(
            first, std::filesystem::last_write_time(first) + std::chrono::seconds(1));
        QVERIFY(has(refusal(options(ConvertTarget::Safetensors, resume)),
                    goldenText("checkpoint/before-it-changed")));
        // Nothing was lost by that: a run that starts over still may.
        QVERIFY(std::filesystem::exists(m_conversion->journal()));
        QVERIFY(run(options(ConvertTarget::Safetensors, ResumeJournal::Start::Over)));
    }

    void hostileJournalsAreRefused_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("mentions");
        QTest::newRow("binary") << QByteArray("\xff\x00\n", 3) << QByteArray("damaged");
        QTest::newRow("a list") << QByteArray("[]\n") << QByteArray("damaged");
        QTest::newRow("other json") << QByteArray("{}\n") << QByteArray("not the journal");
        QTest::newRow("another version")
            << QByteArray("{\"format\":\"stowage.resume\",\"version\":2}\n")
            << QByteArray("another version");
        QTest::newRow("deep") << QByteArray(100000, '[') + '\n' << QByteArray("damaged");
        QTest::newRow("negative") << QByteArray(
                                         "+{\"file\":\"model.safetensors\",\"bytes\":-1,"
                                         "\"crc32c\":1}\n")
                                  << QByteArray("damaged");
        QTest::newRow("wide sum") << QByteArray(
                                         "+{\"file\":\"a\",\"bytes\":1,"
                                         "\"crc32c\":4294967296}\n")
                                  << QByteArray("damaged");
        QTest::newRow("text") << QByteArray("+{\"file\":3,\"bytes\":1,\"crc32c\":1}\n")
                              << QByteArray("damaged");
    }
    void hostileJournalsAreRefused() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, mentions);
        FullAfter full{1'750'000};
        QVERIFY(!run(options(ConvertTarget::Safetensors, ResumeJournal::Start::Over, &full)));
        const bool isAppended = text.startsWith('+');
        std::ofstream(m_conversion->journal(), isAppended ? std::ios::app : std::ios::trunc)
            << text.mid(isAppended ? 1 : 0).toStdString();
        const auto refused = run(options(ConvertTarget::Safetensors, ResumeJournal::Start::Resume));
        QVERIFY(!refused);
        QVERIFY2(
            refused.error().message.english().find(mentions.toStdString()) != std::string::npos,
            refused.error().message.english().c_str());
        QVERIFY(run(options(ConvertTarget::Safetensors, ResumeJournal::Start::Over)));
    }

    /// Names that are no file of this run and sums that do not fit are only not believed.
    void lyingJournalsAreNotBelieved_data() {
        QTest::addColumn<QByteArray>("line");
        QTest::newRow("elsewhere")
            << QByteArray("{\"file\":\"../../x\",\"bytes\":1,\"crc32c\":1,\"complete\":true}\n");
        QTest::newRow("too long") << QByteArray(
            "{\"file\":\"model.safetensors\",\"bytes\":9007199254740993,\"crc32c\":1}\n");
        QTest::newRow("complete") << QByteArray(
            "{\"file\":\"model.safetensors\",\"bytes\":9,\"crc32c\":1,\"complete\":true}\n");
        QTest::newRow("publishing") << QByteArray("{\"publishing\":true}\n");
        QTest::newRow("cut short") << QByteArray("{\"file\":\"model.safe");
    }
    void lyingJournalsAreNotBelieved() {
        QFETCH(QByteArray, line);
        FullAfter full{1'750'000};
        QVERIFY(!run(options(ConvertTarget::Safetensors, ResumeJournal::Start::Over, &full)));
        std::ofstream(m_conversion->journal(), std::ios::app) << line.toStdString();
        const auto done = run(options(ConvertTarget::Safetensors, ResumeJournal::Start::Resume));
        QVERIFY2(done, done ? "" : done.error().message.english().c_str());
        QCOMPARE(digestsAt(done->path), digests());
    }
};

QTEST_GUILESS_MAIN(TestConvertJournal)
#include "tst_convert_journal.moc"
