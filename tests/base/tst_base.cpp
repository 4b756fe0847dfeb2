// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/byte_size.h"
#include "engine/base/checksums.h"
#include "engine/base/error_conversion.h"
#include "engine/base/job_control.h"
#include "engine/base/json_reader.h"
#include "engine/base/number_text.h"
#include "engine/base/strings.h"
#include "tests/support/golden_text.h"

#include <QTest>

#include <atomic>
#include <fstream>
#include <new>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

using namespace stowage;

class TestBase : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void everyErrorCodeHasNameAndStatus_data() {
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("status");
        const auto row = [](ErrorCode code, const char* name, int status) {
            QTest::newRow(name) << static_cast<int>(code) << QString::fromLatin1(name) << status;
        };
        row(ErrorCode::Cancelled, "cancelled", 130);
        row(ErrorCode::InvalidArgument, "invalid_argument", 2);
        row(ErrorCode::FileNotFound, "file_not_found", 3);
        row(ErrorCode::PermissionDenied, "permission_denied", 3);
        row(ErrorCode::NotARegularFile, "not_a_regular_file", 3);
        row(ErrorCode::NoCheckpoint, "no_checkpoint", 3);
        row(ErrorCode::UnknownFormat, "unknown_format", 3);
        row(ErrorCode::Truncated, "truncated", 3);
        row(ErrorCode::Malformed, "malformed", 3);
        row(ErrorCode::LimitExceeded, "limit_exceeded", 3);
        row(ErrorCode::ForbiddenPickle, "forbidden_pickle", 3);
        row(ErrorCode::Unsupported, "unsupported", 3);
        row(ErrorCode::KeyMismatch, "key_mismatch", 3);
        row(ErrorCode::ReadFailed, "read_failed", 4);
        row(ErrorCode::WriteFailed, "write_failed", 4);
        row(ErrorCode::DiskFull, "disk_full", 4);
        row(ErrorCode::OutOfMemory, "out_of_memory", 4);
        row(ErrorCode::DeviceOutOfMemory, "device_out_of_memory", 1);
        row(ErrorCode::DeviceLost, "device_lost", 4);
        row(ErrorCode::InvalidPlan, "invalid_plan", 1);
        row(ErrorCode::VerificationFailed, "verification_failed", 1);
        row(ErrorCode::BackendUnavailable, "backend_unavailable", 4);
        row(ErrorCode::Internal, "internal", 4);
    }
    void everyErrorCodeHasNameAndStatus() {
        QFETCH(int, code);
        QFETCH(QString, name);
        QFETCH(int, status);
        const auto errorCode = static_cast<ErrorCode>(code);
        QCOMPARE(QString::fromStdString(std::string(errorCodeName(errorCode))), name);
        QCOMPARE(exitStatusFor(errorCode), status);
    }

    /// Every recorded answer of Accelerate's convert_file_size_to_int to a string.
    void sizesAreThoseOfAccelerate_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("isValid");
        QTest::addColumn<double>("bytes");
        std::ifstream cases(STOWAGE_TEST_DATA "/placement/cases.jsonl");
        int count = 0;
        for (std::string line; std::getline(cases, line);) {
            const auto json = nlohmann::json::parse(line);
            const bool isText = json["kind"] == "parse_size" && json["args"]["size"].is_string();
            if (!isText) {
                continue;
            }
            const bool isValid = json["expected"].contains("bytes");
            QTest::newRow(json["id"].get<std::string>().c_str())
                << QString::fromStdString(json["args"]["size"].get<std::string>()) << isValid
                << (isValid ? json["expected"]["bytes"].get<double>() : 0.0);
            ++count;
        }
        QVERIFY(count > 20);
    }
    void sizesAreThoseOfAccelerate() {
        QFETCH(QString, text);
        QFETCH(bool, isValid);
        QFETCH(double, bytes);
        const auto size = parseAccelerateSize(text.toStdString());
        QCOMPARE(size.has_value(), isValid);
        if (isValid) {
            QCOMPARE(size->bytes, bytes);
        } else {
            QCOMPARE(size.error().code, ErrorCode::InvalidArgument);
        }
    }

    void oddSizes_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<double>("bytes");  // below 0: refused
        QTest::newRow("fullwidth digits") << QStringLiteral("１０GB") << 1e10;
        QTest::newRow("arabic digit") << QStringLiteral("٣GB") << 3e9;
        QTest::newRow("no-break space") << QStringLiteral("\u00a020\u2003GiB") << 20.0 * kGiB;
        QTest::newRow("dotless i") << QStringLiteral("2G\u0131B") << 2.0 * kGiB;
        QTest::newRow("bits") << QStringLiteral("10gb") << 1.25e9;
        QTest::newRow("mixed case bytes") << QStringLiteral("10gB") << 1e10;
        QTest::newRow("GiB ignores case") << QStringLiteral("10gib") << 10.0 * kGiB;
        QTest::newRow("point first") << QStringLiteral(".5KiB") << 512.0;
        QTest::newRow("point last") << QStringLiteral("5.KiB") << 5120.0;
        QTest::newRow("signs") << QStringLiteral("+1e3MiB") << 1000.0 * kMiB;
        QTest::newRow("minus nothing") << QStringLiteral("-1e-10GB") << 0.0;
        QTest::newRow("minus zero") << QStringLiteral("-0.0KiB") << 0.0;
        QTest::newRow("underflow") << QStringLiteral("1e-400GB") << 0.0;
        QTest::newRow("many zeros") << QStringLiteral("0e999999999999999999999GB") << 0.0;
        QTest::newRow("negative") << QStringLiteral("-1e-9GB") << -1.0;
        QTest::newRow("infinite") << QStringLiteral("infGB") << -1.0;
        QTest::newRow("overflow") << QStringLiteral("1e400GB") << -1.0;
        QTest::newRow("exponent of 63 bits") << QStringLiteral("1e9223372036854775807GB") << -1.0;
        QTest::newRow("nan") << QStringLiteral("nanGB") << -1.0;
        QTest::newRow("hexadecimal") << QStringLiteral("0x10GB") << -1.0;
        QTest::newRow("double underscore") << QStringLiteral("1__0GB") << -1.0;
        QTest::newRow("comma") << QStringLiteral("1,5GB") << -1.0;
        QTest::newRow("no unit") << QStringLiteral("10") << -1.0;
        QTest::newRow("terabytes") << QStringLiteral("10TB") << -1.0;
        QTest::newRow("bananas") << QStringLiteral("10 bananas") << -1.0;
        QTest::newRow("empty") << QString() << -1.0;
    }
    void oddSizes() {
        QFETCH(QString, text);
        QFETCH(double, bytes);
        const auto size = parseAccelerateSize(text.toStdString());
        QCOMPARE(size.has_value(), bytes >= 0);
        if (size) {
            QCOMPARE(size->bytes, bytes);
            QVERIFY(!std::signbit(size->bytes));
        }
    }

    void optionSizesMayBePlainBytes() {
        QCOMPARE(parseSize("12345")->bytes, 12345.0);
        QCOMPARE(parseSize("1GiB")->bytes, static_cast<double>(kGiB));
        QVERIFY(parseSize("10gb")->countedBits);
        QVERIFY(!parseSize("10GB")->countedBits);
        QCOMPARE(parseSize("-5").error().code, ErrorCode::InvalidArgument);
        QVERIFY(parseSize("10 bananas").error().message.english().find("10 bananas") !=
                std::string::npos);
    }

    /// Capacities take two units that Accelerate does not know.
    void terabytesAreUnits() {
        QCOMPARE(parseSize("1.5TiB", SizeUnits::All)->bytes, 1536.0 * kGiB);
        QCOMPARE(parseSize("2TB", SizeUnits::All)->bytes, 2e12);
        QCOMPARE(parseSize("8tb", SizeUnits::All)->bytes, 1e12);
        QVERIFY(parseSize("8tb", SizeUnits::All)->countedBits);
        QVERIFY(!parseSize("2TB") && !parseSize("1TiB"));
    }

    void countsAreReadAsPeopleWriteThem_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<qlonglong>("count");
        const auto row = [](const char* text, qlonglong count) {
            QTest::newRow(text) << QByteArray(text) << count;
        };
        row("0", 0);
        row("4096", 4096);
        row("32,768", 32768);
        row("32_768", 32768);
        row("32k", 32768);
        row("1,024K", 1 << 20);
        for (const char* const text : {"", "k", "-1", "+1", "1.5k", "32kk", "32 k", "32kB", "many",
                                       "99999999999999999999", "18446744073709551615k"}) {
            row(text, -1);
        }
    }
    void countsAreReadAsPeopleWriteThem() {
        QFETCH(const QByteArray, text);
        QFETCH(const qlonglong, count);
        const auto read = parseCount(text.toStdString());
        QCOMPARE(read ? static_cast<qlonglong>(*read) : -1, count);
    }

    void numbersReadAsPrintfWritesThem() {
        QCOMPARE(formatFixed(2.5, 6), std::string("2.500000"));
        QCOMPARE(formatFixed(-0.004, 2), std::string("-0.00"));
        QCOMPARE(formatFixed(1e20, 0), std::string("100000000000000000000"));
        QCOMPARE(formatSigned(12.4, 0), std::string("+12"));
        QCOMPARE(formatSigned(-12.6, 0), std::string("-13"));
        QCOMPARE(formatSigned(-0.0, 0), std::string("-0"));
        QCOMPARE(formatGeneral(1.5e-6, 9), std::string("1.5e-06"));
        QCOMPARE(formatGeneral(0.12345, 3), std::string("0.123"));
        QCOMPARE(formatGeneral(12, 3), std::string("12"));
        QCOMPARE(secondsText(1.256), std::string("1.26 s"));
        QCOMPARE(secondsText(0.5, 1), std::string("0.5 s"));
        QCOMPARE(secondsText(3599.94, 1), std::string("3599.9 s"));
        QCOMPARE(secondsText(3600), std::string("1 h 0 min"));
        QCOMPARE(secondsText(86'369), std::string("23 h 59 min"));
        QCOMPARE(secondsText(142'662), std::string("1 d 16 h"));
        QCOMPARE(latencyText(7500), std::string("2 h 5 min"));
        QCOMPARE(latencyText(2.2964), std::string("2.296 s"));
        QCOMPARE(latencyText(0.09951), std::string("0.100 s"));
        QCOMPARE(latencyText(0.0994), std::string("99 ms"));
        QCOMPARE(latencyText(47.2e-6), std::string("0.047 ms"));
        QCOMPARE(perSecondText(0.01234), std::string("0.0123"));
        QCOMPARE(perSecondText(1.234), std::string("1.23"));
        QCOMPARE(perSecondText(9.999), std::string("10.0"));
        QCOMPARE(perSecondText(41.34), std::string("41.3"));
        QCOMPARE(perSecondText(99.96), std::string("100"));
        QCOMPARE(perSecondText(1250.4), std::string("1,250"));
    }

    void sizesAreWrittenForPeople() {
        QCOMPARE(formatSize(0), std::string("0 B"));
        QCOMPARE(formatSize(12.5), std::string("12.5 B"));
        QCOMPARE(formatSize(1001.9043338803352), std::string("1001.9 B"));
        QCOMPARE(formatSize(1023.97), std::string("1.0 KiB"));
        QCOMPARE(formatSize(12800), std::string("12.5 KiB"));
        QCOMPARE(formatSize(1024.0 * 1024 - 1), std::string("1.0 MiB"));
        QCOMPARE(formatSize(121.3 * kMiB), std::string("121.3 MiB"));
        QCOMPARE(formatSize(1.49 * kGiB), std::string("1.49 GiB"));
        QCOMPARE(formatSize(3 * kGiB), std::string("3.00 GiB"));
        QCOMPARE(formatGiB(6753416192.0), std::string("6.29"));
        QCOMPARE(formatExactBytes(6753416192.0), std::string("6,753,416,192 bytes"));
        QCOMPARE(formatExactBytes(12.5), std::string("12.5 bytes"));
        QCOMPARE(formatExactBytes(999), std::string("999 bytes"));
        QCOMPARE(formatExactBytes(1), std::string("1 byte"));
    }

    void numbersAreWrittenAsPythonDoes() {
        QCOMPARE(formatPythonNumber(5, false), std::string("5"));
        QCOMPARE(formatPythonNumber(5, true), std::string("5.0"));
        QCOMPARE(formatPythonNumber(0.1, true), std::string("0.1"));
        QCOMPARE(formatPythonNumber(1e16, true), std::string("1e+16"));
        QCOMPARE(formatPythonNumber(1e15, true), std::string("1000000000000000.0"));
        QCOMPARE(formatPythonNumber(1e-5, true), std::string("1e-05"));
        QCOMPARE(formatPythonNumber(9007199254740992.0, false), std::string("9007199254740992"));
    }

    void throttleLetsThroughFirstPhasesAndLast() {
        std::vector<std::uint64_t> seen;
        ProgressThrottle throttle([&](const Progress& p) { seen.push_back(p.bytesDone); },
                                  std::chrono::hours(1));
        Progress progress;
        progress.phase = "read";
        for (std::uint64_t i = 1; i <= 100; ++i) {
            progress.bytesDone = i;
            throttle.report(progress);
        }
        progress.phase = "verify";
        throttle.report(progress);
        throttle.report(progress);
        progress.bytesDone = 200;
        throttle.reportFinal(progress);
        QCOMPARE(seen, (std::vector<std::uint64_t>{1, 100, 200}));
        ProgressThrottle(ProgressSink{}).reportFinal(progress);
    }

    void pausedWorkersWaitUntilResumedOrStopped() {
        PauseGate gate;
        gate.waitWhilePaused({});
        gate.pause();
        QVERIFY(gate.isPaused());
        std::atomic<int> passed{0};
        std::jthread resumed([&](std::stop_token stop) {
            gate.waitWhilePaused(stop);
            ++passed;
        });
        std::jthread stopped([&](std::stop_token stop) {
            gate.waitWhilePaused(stop);
            ++passed;
        });
        stopped.request_stop();
        stopped.join();
        QCOMPARE(passed.load(), 1);
        gate.resume();
        resumed.join();
        QCOMPARE(passed.load(), 2);
    }

    /// Two workers wait: a step lets one of them go on until it arrives, and not the other.
    void oneStepLetsOneWorkerGoOn() {
        PauseGate gate;
        gate.pause();
        std::atomic<int> passed{0};
        const auto work = [&](std::stop_token stop) {
            while (!stop.stop_requested()) {
                gate.waitWhilePaused(stop);  // a tensor takes two reads
                gate.waitWhilePaused(stop);
                if (!stop.stop_requested()) {
                    ++passed;
                    gate.arrive();
                }
            }
        };
        std::jthread first(work);
        std::jthread second(work);
        for (int step = 1; step <= 20; ++step) {
            gate.step();
            QTRY_COMPARE(passed.load(), step);
            gate.arrive();  // not the worker that took the step: ends none
            QCOMPARE(passed.load(), step);
        }
        // Keys are pressed faster than tensors arrive: none of the steps is lost.
        for (int step = 0; step < 5; ++step) {
            gate.step();
        }
        QTRY_COMPARE(passed.load(), 25);
        gate.pause();
        QCOMPARE(passed.load(), 25);
    }

    void checksumIsThatOfZip() {
        const std::string text = "123456789";
        const auto bytes = std::as_bytes(std::span(text));
        QCOMPARE(crc32(0, bytes), 0xcbf43926U);
        QCOMPARE(crc32(crc32(0, bytes.first(2)), bytes.subspan(2)), 0xcbf43926U);
    }

    void numbersInNamesCountAsNumbers() {
        std::vector<std::string> names = {"h.10", "h.2", "h", "a", "h.02", "h.1.b", "h.1.a"};
        std::ranges::sort(names, isNaturallyLess);
        QCOMPARE(names,
                 (std::vector<std::string>{"a", "h", "h.1.a", "h.1.b", "h.02", "h.2", "h.10"}));
    }

    void hostileNamesAreQuoted() {
        QCOMPARE(quotedForMessage(std::string_view("a\0\n\xff", 4)),
                 std::string("\"a\\x00\\x0a\\xff\""));
        QCOMPARE(quotedForMessage("abcdef", 3), std::string("\"abc…\""));
        // What is shown is held to the limit, and no character is shown in part.
        QCOMPARE(quotedForMessage("a\x7f\x7f", 8), std::string("\"a\\x7f…\""));
        QCOMPARE(quotedForMessage("aé", 2), std::string("\"a…\""));
        const Error error = makeError(ErrorCode::Malformed, "a.", {}, std::string(5000, 0x7f));
        QCOMPARE(error.key.size(), 4096U + std::string_view("\"…\"").size());
        // A control sequence of one byte in Latin-1, and what turns the direction of writing.
        QCOMPARE(quotedForMessage("\xc2\x9b\xe2\x80\xae"),
                 std::string("\"\\xc2\\x9b\\xe2\\x80\\xae\""));
        QVERIFY(isValidUtf8("zé€😀"));
        QVERIFY(!isValidUtf8("\xc0\x80"));
        QVERIFY(!isValidUtf8("\xed\xa0\x80"));
        QVERIFY(!isValidUtf8("\xf4\x90\x80\x80"));
    }

    void messagesAreFitForATerminal() {
        QCOMPARE(printableText("a\x1b[2J\tb\nc\xff"), std::string("a\\x1b[2J\tb\nc\\xff"));
        QCOMPARE(printableText("zé€😀", 3), std::string("zé…"));
        const Error error = makeError(ErrorCode::Malformed, std::string(100'000, 'a') + "\x1b");
        QCOMPARE(error.message, std::string(16'384, 'a') + "…");
        QCOMPARE(makeError(ErrorCode::Malformed, "a\x9b.").message, std::string("a\\x9b."));
    }

    /// However a stream is cut into pieces, its lines are the same.
    void linesOfAStream() {
        const std::string_view text = "a\n\nbc\nfive5\nlonglonglong\nx\nlonglonglonglong\n\nrest";
        const std::vector<std::string> expected{"a",      "",  "bc",     "five5",
                                                "longl…", "x", "longl…", ""};
        for (std::size_t size = 1; size <= text.size(); ++size) {
            LineSplitter lines(5);
            std::vector<std::string> read;
            for (std::size_t at = 0; at < text.size(); at += size) {
                lines.add(text.substr(at, size));
                while (const auto line = lines.next()) {
                    read.push_back(std::string(line->text) + (line->isCut ? "…" : ""));
                }
            }
            QCOMPARE(read, expected);
        }
    }

    void jsonIsReadStrictly() {
        QCOMPARE((*parseJson(R"({"b": [1, {"c": null}], "a": "x"})", "f")).dump(),
                 std::string(R"({"b":[1,{"c":null}],"a":"x"})"));
        QCOMPARE(parseJson(R"({"a": 1, "a": 2})", "f").error().code, ErrorCode::Malformed);
        QCOMPARE(parseJson("{", "f").error().code, ErrorCode::Malformed);
        QCOMPARE(parseJson("\"\xff\"", "f").error().code, ErrorCode::Malformed);
        QCOMPARE(parseJson(std::string_view("{}\0 {", 5), "f").error().offset, 2U);
        QCOMPARE(parseJson(std::string(2000, '['), "f").error().code, ErrorCode::LimitExceeded);
        QCOMPARE(parseJson("[1, 2, 3]", "f", {4, 10}).error().code, ErrorCode::LimitExceeded);
        // The list, its two texts, the object and what is in it: a key is no value.
        const std::string_view five = R"(["a", "b", {"c": -1.5}])";
        QVERIFY(parseJson(five, "f", {100, 10, 5}));
        QCOMPARE(parseJson(five, "f", {100, 10, 4}).error().message,
                 std::string(goldenText("checkpoint/f-has-more-than-4-values")));
        QCOMPARE(parseJson("[1, 2", "f", {100, 10, 5}).error().offset, 5U);
    }

    /// What ends a thread ends in a sentence there, whatever was thrown.
    void wallMakesAnErrorOfAnException() {
        const auto memory =
            catchExceptions(phrase("opening the model"), []() -> int { throw std::bad_alloc(); });
        QVERIFY(!memory);
        QCOMPARE(memory.error().code, ErrorCode::OutOfMemory);
        QCOMPARE(memory.error().message,
                 std::string(goldenText("base/there-was-not-enough-memory-for")));
        const auto huge = catchExceptions(phrase("opening the model"), [] {
            std::vector<int> numbers;
            numbers.reserve(numbers.max_size() + 1);
        });
        QCOMPARE(huge.error().code, ErrorCode::OutOfMemory);
        const auto defect =
            catchExceptions(phrase("this"), []() -> Result<int> { throw std::logic_error("bad"); });
        QCOMPARE(defect.error().code, ErrorCode::Internal);
        QCOMPARE(defect.error().message,
                 std::string(goldenText("base/a-defect-of-stowage-ended-this-bad")));
        const auto odd = catchExceptions(phrase("this"), [] { throw 5; });
        QCOMPARE(odd.error().message,
                 std::string(goldenText("base/a-defect-of-stowage-ended-this")));
        const auto refused = catchExceptions(phrase("this"), []() -> Result<int> {
            return fail(ErrorCode::Truncated, "The file ends too early.");
        });
        QCOMPARE(refused.error().code, ErrorCode::Truncated);
        QCOMPARE(*catchExceptions(phrase("this"), [] { return 7; }), 7);
    }
};

QTEST_GUILESS_MAIN(TestBase)
#include "tst_base.moc"
