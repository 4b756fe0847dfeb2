// SPDX-License-Identifier: GPL-3.0-or-later
// Interrupted conversions: what they leave, and how they are taken up.
#include "engine/base/checksums.h"
#include "engine/base/error_conversion.h"
#include "engine/checkpoint/write/convert_checkpoint.h"
#include "tests/support/convert_check.h"
#include "tests/support/interrupted_conversion.h"

#include <QTest>

#include <cerrno>
#include <filesystem>
#include <fstream>

using namespace stowage;
using namespace stowage::test;

namespace {

/// Names in the folder, the hidden one left out.
QStringList visible(const std::string& folder) {
    return QDir(QString::fromStdString(folder)).entryList(QDir::AllEntries | QDir::NoDotAndDotDot);
}

}  // namespace

Q_DECLARE_METATYPE(stowage::ConvertTarget)

class TestConvertResume : public QObject {
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

    void theSumIsThatOfTheStandard() {
        const std::string text = "123456789";
        const auto bytes = std::as_bytes(std::span(text));
        QCOMPARE(crc32c(0, bytes), 0xe3069283U);
        QCOMPARE(portableCrc32c(0, bytes), 0xe3069283U);
        QCOMPARE(crc32c(crc32c(0, bytes.first(4)), bytes.subspan(4)), 0xe3069283U);
        const std::string longer(1000, '\x5a');
        const auto many = std::as_bytes(std::span(longer)).subspan(3);
        QCOMPARE(crc32c(7, many), portableCrc32c(7, many));
    }

    void aFullDiskIsToldAndTakenUp_data() {
        QTest::addColumn<ConvertTarget>("target");
        QTest::addColumn<quint64>("room");
        for (const ConvertTarget target :
             {ConvertTarget::Safetensors, ConvertTarget::TorchArchive, ConvertTarget::PerTensor,
              ConvertTarget::OffloadFolder}) {
            for (const quint64 room : {500'000ULL, 1'250'000ULL, 2'375'000ULL}) {
                QTest::addRow("%s %llu", convertTargetName(target).data(), room) << target << room;
            }
        }
    }
    void aFullDiskIsToldAndTakenUp() {
        QFETCH(ConvertTarget, target);
        QFETCH(quint64, room);
        FullAfter full{room};
        const auto failed = run(options(target, ResumeJournal::Start::Over, &full));
        QVERIFY(!failed);
        QCOMPARE(failed.error().code, ErrorCode::DiskFull);
        QVERIFY(failed.error().message.english().find("--resume") != std::string::npos);
        QVERIFY(visible(at("out")).isEmpty());
        FullAfter counter;
        const auto done = run(options(target, ResumeJournal::Start::Resume, &counter));
        QVERIFY2(done, done ? "" : done.error().message.english().c_str());
        QVERIFY(done->isResumed);
        QCOMPARE(done->fileBytes, done->keptBytes + counter.written);
        QVERIFY2(done->keptBytes > room / 4, std::to_string(done->keptBytes).c_str());
        QCOMPARE(digestsAt(done->path), digests());
        QVERIFY(!std::filesystem::exists(at("out/.stowage-unfinished")));
        // The very bytes of a run that nothing interrupted.
        const auto whole = convertTo(m_conversion->model, at("whole"), target);
        QVERIFY(whole);
        for (const auto& entry : std::filesystem::recursive_directory_iterator(at("whole"))) {
            if (entry.is_regular_file()) {
                const auto name = std::filesystem::relative(entry.path(), at("whole")).string();
                QVERIFY2(textOf(at("out/") + name) == textOf(entry.path()), name.c_str());
            }
        }
    }

    /// A write can fail at every single place: what is there in the end is always the same.
    void everyFailureCanBeTakenUp() {
        FullAfter counter;
        QVERIFY(run(options(ConvertTarget::PerTensor, ResumeJournal::Start::Over, &counter)));
        std::filesystem::remove_all(at("out"));
        int rounds = 0;
        for (std::uint64_t room = 1; room < counter.written; room += 130'000, ++rounds) {
            FullAfter full{room};
            QVERIFY(!run(options(ConvertTarget::PerTensor, ResumeJournal::Start::Over, &full)));
            QVERIFY(!std::filesystem::exists(at("out/model_parameters")));
            const auto done = run(options(ConvertTarget::PerTensor, ResumeJournal::Start::Resume));
            QVERIFY2(done, done ? "" : done.error().message.english().c_str());
            QCOMPARE(digestsAt(done->path), digests());
            std::filesystem::remove_all(at("out"));
        }
        QVERIFY(rounds > 15);
    }

    void aStopKeepsWhatIsThere() {
        std::stop_source stop;
        ConvertOptions stopped = options(ConvertTarget::Safetensors, ResumeJournal::Start::Over);
        std::uint64_t written = 0;
        stopped.fault = [&](const std::string&, std::uint64_t bytes) -> Result<void> {
            written += bytes;
            if (written > 1'000'000) {
                stop.request_stop();
            }
            return {};
        };
        const auto result = run(stopped, stop.get_token());
        QCOMPARE(result.error().code, ErrorCode::Cancelled);
        QVERIFY(visible(at("out")).isEmpty());
        const auto done = run(options(ConvertTarget::Safetensors, ResumeJournal::Start::Resume));
        QVERIFY(done);
        QCOMPARE(done->keptBytes, written);
        QCOMPARE(digestsAt(done->path), digests());
    }

    void aStopBeforeAnythingLeavesNothing() {
        std::stop_source stop;
        stop.request_stop();
        const auto result =
            run(options(ConvertTarget::Safetensors, ResumeJournal::Start::Over), stop.get_token());
        QCOMPARE(result.error().code, ErrorCode::Cancelled);
        QVERIFY(!std::filesystem::exists(at("out")));
    }

    void withoutResumeItStartsOver() {
        FullAfter full{1'250'000};
        QVERIFY(!run(options(ConvertTarget::TorchArchive, ResumeJournal::Start::Over, &full)));
        FullAfter counter;
        const auto done =
            run(options(ConvertTarget::OffloadFolder, ResumeJournal::Start::Over, &counter));
        QVERIFY(done);
        QVERIFY(done->isDiscarded && !done->isResumed);
        QCOMPARE(done->keptBytes, std::uint64_t{0});
        QCOMPARE(counter.written, done->fileBytes);
        QCOMPARE(digestsAt(at("out")), digests());
        QVERIFY(!std::filesystem::exists(at("out/.stowage-unfinished")));
    }

    void resumeWithNothingToResumeIsAPlainRun() {
        const auto done = run(options(ConvertTarget::Safetensors, ResumeJournal::Start::Resume));
        QVERIFY(done);
        QVERIFY(!done->isResumed);
        QCOMPARE(digestsAt(done->path), digests());
    }

    /// Killed while files got their names: some have them, some have not.
    void publishingIsTakenUp_data() {
        QTest::addColumn<int>("moved");
        for (int moved = 0; moved <= 7; ++moved) {
            QTest::addRow("%d moved", moved) << moved;
        }
    }
    void publishingIsTakenUp() {
        QFETCH(int, moved);
        // The last write, of index.json, fails: all other files are complete.
        ConvertOptions failing = options(ConvertTarget::OffloadFolder, ResumeJournal::Start::Over);
        failing.syncBytes = 1;
        failing.fault = [&](const std::string& path, std::uint64_t) -> Result<void> {
            return path.ends_with("index.json") && moved < 7
                       ? Result<void>(writeFailure(path, ENOSPC))
                       : Result<void>();
        };
        const auto first = run(failing);
        QCOMPARE(first.has_value(), moved == 7);
        if (moved < 7) {
            std::ofstream(m_conversion->journal(), std::ios::app) << "{\"publishing\":true}\n";
            for (int i = 0; i < moved; ++i) {
                const std::string name = "w" + std::to_string(i) + ".dat";
                if (i < 6) {
                    std::filesystem::rename(at("out/.stowage-unfinished/") + name,
                                            at("out/") + name);
                }
            }
        }
        const auto done = run(options(ConvertTarget::OffloadFolder, ResumeJournal::Start::Resume));
        QVERIFY2(done, done ? "" : done.error().message.english().c_str());
        QCOMPARE(done->isResumed, moved < 7);
        QCOMPARE(digestsAt(at("out")), digests());
        QVERIFY(!std::filesystem::exists(at("out/.stowage-unfinished")));
    }

    void aMovedFolderOfTensorsIsTakenUp() {
        ConvertOptions once = options(ConvertTarget::PerTensor, ResumeJournal::Start::Over);
        QVERIFY(run(once));
        std::filesystem::rename(at("out"), at("done"));
        once.fault = [](const std::string& path, std::uint64_t) -> Result<void> {
            return path.ends_with("w5.pt") ? Result<void>(writeFailure(path, ENOSPC))
                                           : Result<void>();
        };
        QVERIFY(!run(once));
        // As if it had been killed between the folder's move and the journal's end.
        std::ofstream(m_conversion->journal(), std::ios::app) << "{\"publishing\":true}\n";
        std::filesystem::remove_all(at("out/.stowage-unfinished/model_parameters"));
        std::filesystem::rename(at("done/model_parameters"), at("out/model_parameters"));
        const auto done = run(options(ConvertTarget::PerTensor, ResumeJournal::Start::Resume));
        QVERIFY2(done, done ? "" : done.error().message.english().c_str());
        QCOMPARE(digestsAt(at("out")), digests());
    }

    void aSourceThatChangesMeanwhileIsNoticed() {
        ConvertOptions changing = options(ConvertTarget::TorchArchive, ResumeJournal::Start::Over);
        bool changed = false;
        changing.fault = [&](const std::string&, std::uint64_t) -> Result<void> {
            if (!std::exchange(changed, true)) {
                std::filesystem::last_write_time(
                    m_conversion->model, std::filesystem::last_write_time(m_conversion->model) +
                                             std::chrono::seconds(1));
            }
            return {};
        };
        const auto refused = run(changing);
        QCOMPARE(refused.error().code, ErrorCode::Malformed);
        QVERIFY(!std::filesystem::exists(at("out")));
    }

    void aSecondRunIsRefusedWhileOneWrites() {
        ConvertOptions first = options(ConvertTarget::Safetensors, ResumeJournal::Start::Over);
        Result<ConvertSummary> second = fail(ErrorCode::Internal, "never ran");
        bool isFirst = true;
        first.fault = [&](const std::string&, std::uint64_t) -> Result<void> {
            if (std::exchange(isFirst, false)) {
                second = run(options(ConvertTarget::Safetensors, ResumeJournal::Start::Over));
            }
            return {};
        };
        const auto done = run(first);
        QVERIFY(done);
        QCOMPARE(second.error().code, ErrorCode::InvalidArgument);
        QVERIFY(second.error().message.english().find("Another process") != std::string::npos);
        QCOMPARE(digestsAt(done->path), digests());
    }

    /// A sparse file claims more than this disk has.
    void tooLittleRoomIsToldBeforehand() {
        constexpr std::uint64_t kHuge = std::uint64_t{1} << 43;
        const std::string model = at("huge.safetensors");
        const std::string header = "{\"w\":{\"dtype\":\"U8\",\"shape\":[" + std::to_string(kHuge) +
                                   "],\"data_offsets\":[0," + std::to_string(kHuge) + "]}}";
        std::string head(8, '\0');
        head[0] = static_cast<char>(header.size());
        std::ofstream(model, std::ios::binary) << head << header;
        std::error_code error;
        std::filesystem::resize_file(model, 8 + header.size() + kHuge, error);
        if (error) {
            QSKIP("this file system has no files of 8 TiB");
        }
        m_conversion->model = model;
        const auto refused = run(options(ConvertTarget::Safetensors, ResumeJournal::Start::Over));
        QCOMPARE(refused.error().code, ErrorCode::DiskFull);
        QVERIFY2(refused.error().message.english().find("8192.00 GiB") != std::string::npos,
                 refused.error().message.english().c_str());
        QVERIFY(refused.error().message.english().find("free") != std::string::npos);
        QVERIFY(!std::filesystem::exists(at("out")));
    }
};

QTEST_GUILESS_MAIN(TestConvertResume)
#include "tst_convert_resume.moc"
