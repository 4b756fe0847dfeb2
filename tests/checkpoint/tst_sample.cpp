// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/json_reader.h"
#include "engine/checkpoint/keys/key_check.h"
#include "engine/checkpoint/open/open_checkpoint.h"
#include "engine/checkpoint/write/float_values.h"
#include "engine/checkpoint/write/sample_checkpoint.h"
#include "engine/checkpoint/write/sample_layout.h"
#include "tests/support/fixture_digests.h"
#include "tests/support/tree_text.h"

#include <QSet>
#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

using namespace stowage;
using namespace stowage::test;

namespace {

SampleOptions tiny(const QTemporaryDir& folder, const char* arch, CheckpointFormat format) {
    SampleOptions options;
    options.folder = folder.filePath(QStringLiteral("sample")).toStdString();
    options.arch = arch;
    options.format = format;
    options.sizes = SampleSizes{61, 24, 16, 2, 2};
    return options;
}

std::uint16_t storedHalf(float value, DType dtype) {
    std::array<std::byte, 2> bytes{};
    storeFloats(std::span(&value, 1), dtype, bytes);
    std::uint16_t bits = 0;
    std::memcpy(&bits, bytes.data(), sizeof(bits));
    return bits;
}

}  // namespace

class TestSample : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void samplesHaveTheTreesOfTheirModels_data() {
        QTest::addColumn<QString>("arch");
        QTest::addColumn<QString>("tree");
        QTest::newRow("gpt2") << "gpt2"
                              << "gpt2-tiny-lmhead";
        QTest::newRow("raschka") << "raschka-gpt2"
                                 << "raschka-tiny";
    }
    void samplesHaveTheTreesOfTheirModels() {
        QFETCH(QString, arch);
        QFETCH(QString, tree);
        const auto expected =
            openCheckpoint(STOWAGE_TEST_DATA "/trees/" + tree.toStdString() + ".tree.json");
        QVERIFY(expected);
        TensorDigests digests;
        for (const auto format : {CheckpointFormat::TorchZip, CheckpointFormat::Safetensors}) {
            QTemporaryDir folder;
            const auto options = tiny(folder, arch.toLatin1().constData(), format);
            const auto summary = writeSampleCheckpoint(options);
            QVERIFY2(summary, summary ? "" : summary.error().message.english().c_str());
            const auto checkpoint = openCheckpoint(options.folder);
            QVERIFY(checkpoint);
            QCOMPARE((*checkpoint)->tensors.size(), std::size_t{summary->tensorCount});
            const auto built = buildModuleTree(**checkpoint);
            QVERIFY(built);
            QCOMPARE(QString::fromStdString(treeText(**built)),
                     QString::fromStdString(treeText(**buildModuleTree(**expected))));
            QCOMPARE(summary->parameterCount, (*built)->totalParameters());
            QCOMPARE(summary->tensorBytes, (*built)->totalBytes());
            // Both formats hold the same values under the same names.
            auto found = *digestsOf(**checkpoint);
            found.erase("lm_head.weight");
            QVERIFY(digests.empty() || digests == found);
            digests = found;
            QVERIFY(QFile::exists(QString::fromStdString(options.folder + "/config.json")));
        }
    }

    void valuesDependOnTheSeedAlone() {
        QTemporaryDir a;
        QTemporaryDir b;
        QTemporaryDir c;
        auto first = tiny(a, "raschka-gpt2", CheckpointFormat::TorchZip);
        auto same = tiny(b, "raschka-gpt2", CheckpointFormat::TorchZip);
        auto other = tiny(c, "raschka-gpt2", CheckpointFormat::TorchZip);
        other.seed = 1;
        other.init = SampleInit::Perturbed;
        QVERIFY(writeSampleCheckpoint(first) && writeSampleCheckpoint(same) &&
                writeSampleCheckpoint(other));
        const auto digests = *digestsOf(**openCheckpoint(first.folder));
        QCOMPARE(*digestsOf(**openCheckpoint(same.folder)), digests);
        const auto others = *digestsOf(**openCheckpoint(other.folder));
        QCOMPARE(others.size(), digests.size());
        for (const auto& [name, digest] : others) {
            // Masks are what they are; everything else is perturbed.
            QCOMPARE(digests.at(name) == digest, name.ends_with(".mask"));
        }
    }

    void numbersAreNormal() {
        const NormalNumbers numbers;
        std::vector<float> values(1'000'000);
        numbers.fill(NormalNumbers::keyFor(0, "w"), 0, 1.0F, 2.0F, values);
        double sum = 0;
        double squares = 0;
        int within = 0;
        for (const float value : values) {
            sum += value;
            squares += (value - 1.0) * (value - 1.0);
            within += std::fabs(value - 1.0F) < 2.0F ? 1 : 0;
        }
        const auto count = static_cast<double>(values.size());
        QVERIFY(std::fabs(sum / count - 1.0) < 0.01);
        QVERIFY(std::fabs(std::sqrt(squares / count) - 2.0) < 0.01);
        QVERIFY(std::fabs(within / count - 0.6827) < 0.005);
        std::vector<float> part(10);
        numbers.fill(NormalNumbers::keyFor(0, "w"), 500, 1.0F, 2.0F, part);
        QVERIFY(std::equal(part.begin(), part.end(), values.begin() + 500));
    }

    void halvesAreRoundedToEven() {
        QCOMPARE(storedHalf(1.0F, DType::Float16), std::uint16_t{0x3c00});
        QCOMPARE(storedHalf(-2.5F, DType::Float16), std::uint16_t{0xc100});
        QCOMPARE(storedHalf(65504.0F, DType::Float16), std::uint16_t{0x7bff});
        QCOMPARE(storedHalf(65520.0F, DType::Float16), std::uint16_t{0x7c00});
        QCOMPARE(storedHalf(5.9604645e-08F, DType::Float16), std::uint16_t{1});
        QCOMPARE(storedHalf(6.1035156e-05F, DType::Float16), std::uint16_t{0x0400});
        QCOMPARE(storedHalf(1.00048828125F, DType::Float16), std::uint16_t{0x3c00});
        QCOMPARE(storedHalf(1.00146484375F, DType::Float16), std::uint16_t{0x3c02});
        QCOMPARE(storedHalf(1.0F, DType::BFloat16), std::uint16_t{0x3f80});
        QCOMPARE(storedHalf(1.00390625F, DType::BFloat16), std::uint16_t{0x3f80});
        QCOMPARE(storedHalf(1.01171875F, DType::BFloat16), std::uint16_t{0x3f82});
    }

    void samplesOfConfigurationsHaveTheTreesOfTheirModels_data() {
        QTest::addColumn<QString>("arch");
        QTest::addColumn<CheckpointFormat>("format");
        for (const SampleArchitecture& architecture : knownSampleArchitectures()) {
            const QString name = QString::fromStdString(architecture.name);
            if (architecture.configText.empty() || name == QLatin1String("llama-7b")) {
                continue;
            }
            for (const auto format : {CheckpointFormat::TorchZip, CheckpointFormat::Safetensors,
                                      CheckpointFormat::PerTensor}) {
                QTest::addRow("%s %s", qPrintable(name), checkpointFormatName(format))
                    << name << format;
            }
        }
    }
    void samplesOfConfigurationsHaveTheTreesOfTheirModels() {
        QFETCH(QString, arch);
        QFETCH(CheckpointFormat, format);
        QTemporaryDir folder;
        SampleOptions options;
        options.folder = folder.filePath(QStringLiteral("sample")).toStdString();
        options.arch = arch.toStdString();
        options.format = format;
        options.dtype = DType::BFloat16;
        options.init = SampleInit::Perturbed;
        const auto summary = writeSampleCheckpoint(options);
        QVERIFY2(summary, summary ? "" : summary.error().message.english().c_str());
        QVERIFY(summary->tensorBytes < std::uint64_t{32} << 20U);
        const auto checkpoint = openCheckpoint(summary->path);
        QVERIFY2(checkpoint, checkpoint ? "" : checkpoint.error().message.english().c_str());
        const auto& check = (*checkpoint)->keyCheck;
        QVERIFY(check != nullptr);  // the configuration beside it was taken
        QVERIFY(check->missing.empty() && check->unexpected.empty() && check->mismatched.empty());
        const auto tree = buildModuleTree(**checkpoint);
        QVERIFY(tree);
        QCOMPARE(summary->parameterCount, (*tree)->totalParameters());
        // Nothing is left as a model starts.
        QSet<QByteArray> digests;
        const auto found = *digestsOf(**checkpoint);
        for (const auto& [name, digest] : found) {
            digests.insert(QByteArray(digest.data(), qsizetype(digest.size())));
        }
        std::size_t second = 0;  // names of what another name has, too
        for (const auto& group : (*tree)->tiedGroups()) {
            second += format == CheckpointFormat::TorchZip ? group.size() - 1 : 0;
        }
        QCOMPARE(std::size_t(digests.size()), found.size() - second);
    }

    void normsStartAtOneAndBiasesAtZero() {
        SampleOptions options;
        options.arch = "bert-tiny";
        const auto layout = layOutSample(options);
        QVERIFY2(layout, layout ? "" : layout.error().message.english().c_str());
        const auto fillOf = [&layout](const char* name) {
            const auto found =
                std::ranges::find(layout->tensors, std::string(name), &TensorToWrite::name);
            return layout->fills.at(std::size_t(found - layout->tensors.begin()));
        };
        QVERIFY(fillOf("bert.embeddings.LayerNorm.weight") == SampleFill::Ones);
        QVERIFY(fillOf("bert.embeddings.LayerNorm.bias") == SampleFill::Zeros);
        QVERIFY(fillOf("bert.encoder.layer.0.output.dense.bias") == SampleFill::Zeros);
        QVERIFY(fillOf("bert.encoder.layer.0.output.dense.weight") == SampleFill::Normal);
        QVERIFY(fillOf("cls.predictions.transform.LayerNorm.weight") == SampleFill::Ones);
    }

    /// The published counts of Llama-2-7B; nothing is written.
    void aLlamaOfSevenBillionIsLaidOut() {
        SampleOptions options;
        options.arch = "llama-7b";
        options.dtype = DType::BFloat16;
        const auto layout = layOutSample(options);
        QVERIFY2(layout, layout ? "" : layout.error().message.english().c_str());
        QCOMPARE(layout->tensors.size(), std::size_t{291});
        std::uint64_t parameters = 0;
        for (const TensorToWrite& tensor : layout->tensors) {
            std::uint64_t count = 1;
            for (const std::int64_t size : tensor.shape) {
                count *= std::uint64_t(size);
            }
            parameters += count;
        }
        QCOMPARE(parameters, std::uint64_t{6738415616});
        QVERIFY(layout->configJson.find("\"torch_dtype\": \"bfloat16\"") != std::string::npos);
    }

    void wrongOptionsAreRefused() {
        QTemporaryDir folder;
        auto options = tiny(folder, "llama-8b", CheckpointFormat::TorchZip);
        const auto unknown = writeSampleCheckpoint(options);
        QVERIFY(unknown.error().message.english().find("llama-tiny") != std::string::npos);
        options.arch = "llama-tiny";  // whose sizes are its own
        QCOMPARE(writeSampleCheckpoint(options).error().code, ErrorCode::InvalidArgument);
        options.arch = "gpt2";
        options.dtype = DType::Int8;
        QCOMPARE(writeSampleCheckpoint(options).error().code, ErrorCode::InvalidArgument);
        options.dtype = DType::Float32;
        options.sizes->heads = 3;
        QCOMPARE(writeSampleCheckpoint(options).error().code, ErrorCode::InvalidArgument);
        options.sizes = SampleSizes{1 << 24, 1, 1 << 20, 1, 1};
        QCOMPARE(writeSampleCheckpoint(options).error().code, ErrorCode::DiskFull);
        QVERIFY(QDir(folder.path()).isEmpty());
    }

    void stoppedSampleLeavesNothing() {
        QTemporaryDir folder;
        auto options = tiny(folder, "gpt2", CheckpointFormat::Safetensors);
        options.sizes = SampleSizes{5000, 64, 256, 4, 4};
        std::stop_source stop;
        const auto summary = writeSampleCheckpoint(options, stop.get_token(),
                                                   [&](const Progress&) { stop.request_stop(); });
        QCOMPARE(summary.error().code, ErrorCode::Cancelled);
        QVERIFY(QDir(folder.path()).isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestSample)
#include "tst_sample.moc"
