// SPDX-License-Identifier: GPL-3.0-or-later
// Pipelines in one file, in the layout of their first release, against what diffusers' own
// converters make of them (tests/reference/make_single_files.py): names, shapes, dtypes and bytes.
#include "engine/checkpoint/checkpoint.h"
#include "engine/checkpoint/keys/key_check.h"
#include "engine/checkpoint/open/open_checkpoint.h"
#include "engine/checkpoint/single_file/single_file.h"
#include "engine/checkpoint/tensor_reader.h"
#include "engine/model/joined_tree.h"
#include "engine/model/tensor_spec.h"
#include "tests/support/golden_text.h"
#include "tests/support/single_file_fixture.h"

#include <QCryptographicHash>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <string>
#include <vector>

using namespace stowage;
using namespace stowage::test;

namespace {

QStringList listOf(const std::vector<std::string>& texts) {
    QStringList list;
    for (const std::string& text : texts) {
        list << QString::fromStdString(text);
    }
    return list;
}

/// The tensor's bytes in C order, read in pieces of a few hundred.
std::string digestOf(TensorReader& reader, const StoredTensor& tensor) {
    const std::uint64_t size = checkedByteSize(tensor.dtype, tensor.shape).value();
    const std::uint64_t element = storedBits(tensor.dtype) / 8;
    const std::uint64_t piece = std::max<std::uint64_t>(size / 3 / element, 1) * element;
    std::vector<std::byte> bytes(size);
    for (std::uint64_t at = 0; at < size; at += piece) {
        const auto target = std::span(bytes).subspan(at, std::min(piece, size - at));
        if (!reader.read(tensor, at, target)) {
            return "unreadable";
        }
    }
    return QCryptographicHash::hash(QByteArrayView(bytes), QCryptographicHash::Sha256)
        .toHex()
        .first(16)
        .toStdString();
}

/// The same out of the whole that the tensor lies in, as loads gather it.
std::string gatheredDigestOf(const Checkpoint& checkpoint, const StoredTensor& tensor) {
    std::vector<std::byte> whole(tensor.location.length);
    std::vector<std::byte> bytes(checkedByteSize(tensor.dtype, tensor.shape).value());
    if (!checkpoint.shards.at(0)->readAt(tensor.location.offset, whole)) {
        return "unreadable";
    }
    gatherTensor(tensor, whole, bytes);
    return QCryptographicHash::hash(QByteArrayView(bytes), QCryptographicHash::Sha256)
        .toHex()
        .first(16)
        .toStdString();
}

/// A file of which only the header is known.
Checkpoint headerOf(std::vector<StoredTensor> tensors) {
    Checkpoint file;
    file.path = "model.safetensors";
    file.tensors = std::move(tensors);
    return file;
}

StoredTensor* named(std::vector<StoredTensor>& tensors, const std::string& name) {
    const auto found = std::ranges::find(tensors, name, &StoredTensor::name);
    return found == tensors.end() ? nullptr : &*found;
}

}  // namespace

class SingleFileTest : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    QString written(const QString& name, const SingleFileFixture& fixture) {
        const QString path = m_folder.filePath(name + QStringLiteral(".safetensors"));
        QFile file(path);
        const std::string bytes = singleFileBytes(fixture);
        const bool isWritten =
            file.open(QIODevice::WriteOnly) &&
            file.write(bytes.data(), qint64(bytes.size())) == qint64(bytes.size());
        return isWritten ? path : QString();
    }

    /// Differences of what was converted and what diffusers made, one a line.
    static QStringList differences(std::map<std::string, std::string> expected,
                                   const std::map<std::string, std::string>& found) {
        QStringList wrong;
        for (const auto& [name, text] : found) {
            const auto wanted = expected.find(name);
            if (wanted == expected.end()) {
                wrong << QString::fromStdString("too many: " + name);
                continue;
            }
            if (wanted->second != text) {
                wrong << QString::fromStdString(name + ": " + text + ", not " + wanted->second);
            }
            expected.erase(wanted);
        }
        for (const auto& [name, text] : expected) {
            wrong << QString::fromStdString("missing: " + name);
        }
        return wrong;
    }

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void bytesAreThoseOfDiffusers_data() {
        QTest::addColumn<int>("gathered");
        QTest::addColumn<QStringList>("models");
        QTest::addColumn<QStringList>("absent");
        QTest::newRow("stable-diffusion-tiny")
            << 0 << QStringList{"text_encoder", "unet", "vae"} << QStringList{};
        QTest::newRow("stable-diffusion-xl-tiny")
            << 1 << QStringList{"text_encoder", "text_encoder_2", "unet", "vae"} << QStringList{};
        QTest::newRow("flux-tiny")
            << 2 << QStringList{"text_encoder", "text_encoder_2", "transformer", "vae"}
            << QStringList{};
        QTest::newRow("flux-transformer-tiny")
            << 2 << QStringList{"transformer"}
            << QStringList{"text_encoder", "text_encoder_2", "vae"};
        QTest::newRow("stable-diffusion-3-tiny")
            << 4
            << QStringList{"text_encoder", "text_encoder_2", "text_encoder_3", "transformer", "vae"}
            << QStringList{};
    }

    void bytesAreThoseOfDiffusers() {
        QFETCH(const int, gathered);
        QFETCH(const QStringList, models);
        QFETCH(const QStringList, absent);
        const QString name = QString::fromUtf8(QTest::currentDataTag());
        const SingleFileFixture fixture = singleFileFixture(name.toStdString());
        const QString path = written(name, fixture);
        const auto opened = openCheckpoint(path.toStdString(), std::stop_token());
        QVERIFY2(opened, opened ? "" : opened.error().message.english().c_str());
        const Checkpoint& checkpoint = **opened;
        QVERIFY(checkpoint.pipeline != nullptr);
        QCOMPARE(checkpoint.pipeline->className, fixture.pipeline);
        QVERIFY(isPipeline(*checkpoint.describedTree));
        QStringList found;
        for (const PipelineComponent& component : checkpoint.pipeline->components) {
            found << QString::fromStdString(component.name);
        }
        QCOMPARE(found, models);
        QCOMPARE(listOf(checkpoint.pipeline->absent), absent);
        QCOMPARE(checkpoint.shards.size(), std::size_t{1});

        TensorReader reader(checkpoint);
        std::map<std::string, std::string> converted;
        int strided = 0;
        for (const StoredTensor& tensor : checkpoint.tensors) {
            const std::string digest = digestOf(reader, tensor);
            QCOMPARE(gatheredDigestOf(checkpoint, tensor), digest);
            converted[tensor.name] = singleFileText(tensor, digest);
            strided += tensor.strides.empty() ? 0 : 1;
        }
        QCOMPARE(differences(fixture.converted, converted), QStringList());
        QCOMPARE(strided, gathered);
        QCOMPARE(listOf(checkpoint.keyCheck->missing), listOf(fixture.madeByDiffusers));
        QCOMPARE(listOf(checkpoint.keyCheck->unexpected), QStringList());
        QVERIFY(checkpoint.keyCheck->mismatched.empty());
    }

    void publishedSizesConvertWhole_data() {
        QTest::addColumn<int>("keys");
        QTest::newRow("stable-diffusion") << 1130;
        QTest::newRow("stable-diffusion-xl") << 2641;
        QTest::newRow("flux") << 1819;
        QTest::newRow("stable-diffusion-3") << 1859;
        QTest::newRow("stable-diffusion-3.5") << 2085;
    }

    void publishedSizesConvertWhole() {
        const SingleFileFixture fixture =
            singleFileFixture(std::string(QTest::currentDataTag()) + "-full");
        Checkpoint file = headerOf(fixture.original);
        const auto made = pipelineOfSingleFile(file);
        QVERIFY2(made, made ? "" : made.error().message.english().c_str());
        QVERIFY2(made->has_value(),
                 file.warnings.empty() ? "" : file.warnings.back().english().c_str());
        const Checkpoint& checkpoint = **made;
        std::map<std::string, std::string> converted;
        for (const StoredTensor& tensor : checkpoint.tensors) {
            converted[tensor.name] = singleFileText(tensor, {});
        }
        QCOMPARE(differences(fixture.converted, converted), QStringList());
        QTEST(int(converted.size()), "keys");
        QCOMPARE(listOf(checkpoint.keyCheck->missing), listOf(fixture.madeByDiffusers));
        QCOMPARE(listOf(checkpoint.keyCheck->unexpected), QStringList());
        QVERIFY(checkpoint.keyCheck->mismatched.empty());
        QVERIFY(checkpoint.pipeline->absent.empty());
    }

    // What diffusers leaves out is listed, and no error.
    void otherTensorsAreLeftOut() {
        SingleFileFixture fixture = singleFileFixture("stable-diffusion-tiny");
        Checkpoint file = headerOf(fixture.original);
        const auto made = pipelineOfSingleFile(file);
        QVERIFY(made && made->has_value());
        QCOMPARE(listOf((*made)->keyCheck->ignored),
                 (QStringList{"text_encoder.text_model.embeddings.position_ids", "alphas_cumprod",
                              "model_ema.decay"}));
        QVERIFY(std::ranges::any_of((*made)->warnings, [](const std::string& warning) {
            return warning.starts_with(goldenText("checkpoint/2-tensors-of-the-file-belong-to"));
        }));
    }

    void scaledFloat8IsNamed() {
        std::vector<StoredTensor> tensors = singleFileFixture("flux-transformer-tiny").original;
        const auto isNamed = [](Checkpoint file) {
            const auto made = pipelineOfSingleFile(file);
            return made && made->has_value() &&
                   std::ranges::any_of((*made)->warnings, [](const std::string& warning) {
                       return warning.find("scaled float8") != std::string::npos;
                   });
        };
        QVERIFY(!isNamed(headerOf(tensors)));
        StoredTensor scale = tensors.front();
        scale.name = "img_in.scale_weight";
        tensors.push_back(scale);
        QVERIFY(isNamed(headerOf(tensors)));
    }

    void whatDoesNotFitIsTold() {
        std::vector<StoredTensor> tensors = singleFileFixture("flux-transformer-tiny").original;
        std::erase_if(tensors, [](const StoredTensor& tensor) {
            return tensor.name == "double_blocks.1.img_attn.qkv.bias";
        });
        StoredTensor extra = tensors.front();
        extra.name = "scaled_fp8";
        tensors.push_back(extra);
        named(tensors, "single_blocks.0.linear1.weight")->shape = {895, 128};
        named(tensors, "txt_in.bias")->shape = {64, 2};
        named(tensors, "final_layer.adaLN_modulation.1.bias")->shape = {3};
        Checkpoint file = headerOf(tensors);
        const auto made = pipelineOfSingleFile(file);
        QVERIFY(made && made->has_value());
        const KeyCheck& check = *(*made)->keyCheck;
        QCOMPARE(listOf(check.missing),
                 (QStringList{"transformer.transformer_blocks.1.attn.to_q.bias",
                              "transformer.transformer_blocks.1.attn.to_k.bias",
                              "transformer.transformer_blocks.1.attn.to_v.bias",
                              "transformer.single_transformer_blocks.0.proj_mlp.weight",
                              "transformer.single_transformer_blocks.0.attn.to_q.weight",
                              "transformer.single_transformer_blocks.0.attn.to_k.weight",
                              "transformer.single_transformer_blocks.0.attn.to_v.weight",
                              "transformer.norm_out.linear.bias"}));
        QCOMPARE(listOf(check.unexpected),
                 (QStringList{"transformer.single_blocks.0.linear1.weight",
                              "transformer.final_layer.adaLN_modulation.1.bias",
                              "transformer.scaled_fp8"}));
        QCOMPARE(check.mismatched.size(), std::size_t{1});
        QCOMPARE(check.mismatched.front().name, std::string("transformer.context_embedder.bias"));
    }

    // The same tensor with and without the prefix that ComfyUI puts before it.
    void oneNameIsTakenOnce() {
        std::vector<StoredTensor> tensors = singleFileFixture("flux-transformer-tiny").original;
        StoredTensor again = *named(tensors, "img_in.bias");
        again.name = "model.diffusion_model.img_in.bias";
        tensors.push_back(again);
        again.name = "x_embedder.bias";  // diffusers' own name
        tensors.push_back(again);
        Checkpoint file = headerOf(tensors);
        const auto made = pipelineOfSingleFile(file);
        QVERIFY(made && made->has_value());
        QCOMPARE(std::ranges::count((*made)->tensors, std::string("transformer.x_embedder.bias"),
                                    &StoredTensor::name),
                 1);
        QCOMPARE(listOf((*made)->keyCheck->unexpected), QStringList{"transformer.img_in.bias"});
        QCOMPARE(listOf((*made)->keyCheck->ignored), QStringList{"transformer.x_embedder.bias"});
    }

    void otherFilesStayWhatTheyAre_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QList<qint64>>("shape");
        QTest::addColumn<QString>("warning");
        QTest::newRow("another model") << "blocks.0.weight" << QList<qint64>{2} << "";
        QTest::newRow("Stable Diffusion 2")
            << "model.diffusion_model.input_blocks.2.1.transformer_blocks.0.attn2.to_k.weight"
            << QList<qint64>{320, 1024} << "";
        QTest::newRow("only the key that tells FLUX")
            << "double_blocks.0.img_attn.norm.key_norm.scale" << QList<qint64>{0}
            << goldenText("checkpoint/none-of-them-has-the-shape");
        QTest::newRow("a head of 2^62") << "double_blocks.0.img_attn.norm.key_norm.scale"
                                        << QList<qint64>{qint64(1) << 62} << "FluxPipeline";
    }

    void otherFilesStayWhatTheyAre() {
        QFETCH(const QString, key);
        QFETCH(const QList<qint64>, shape);
        QFETCH(const QString, warning);
        StoredTensor tensor;
        tensor.name = key.toStdString();
        tensor.shape.assign(shape.begin(), shape.end());
        std::vector<StoredTensor> tensors{tensor};
        tensor.name = "model.diffusion_model.output_blocks.11.0.skip_connection.weight";
        tensors.push_back(tensor);
        if (warning.isEmpty() && key.startsWith(QStringLiteral("blocks"))) {
            tensors.pop_back();
        }
        Checkpoint file = headerOf(tensors);
        const auto made = pipelineOfSingleFile(file);
        QVERIFY(made);
        QVERIFY(!made->has_value());
        QCOMPARE(file.warnings.size(), std::size_t(warning.isEmpty() ? 0 : 1));
        QVERIFY2(warning.isEmpty() || file.warnings.front().english().find(warning.toStdString()) !=
                                          std::string::npos,
                 file.warnings.empty() ? "" : file.warnings.front().english().c_str());
    }

    // What is asked of one model is asked of the file as it is.
    void optionsOfOneModelOpenTheFileItself() {
        const SingleFileFixture fixture = singleFileFixture("flux-transformer-tiny");
        const QString path = written(QStringLiteral("renamed"), fixture);
        OpenOptions options;
        options.renames.push_back({"double_blocks.", "blocks."});
        const auto opened = openCheckpoint(path.toStdString(), options, std::stop_token());
        QVERIFY2(opened, opened ? "" : opened.error().message.english().c_str());
        QVERIFY((*opened)->pipeline == nullptr);
        QCOMPARE((*opened)->tensors.size(), fixture.original.size());
    }
};

QTEST_GUILESS_MAIN(SingleFileTest)
#include "tst_single_file.moc"
