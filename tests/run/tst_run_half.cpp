// SPDX-License-Identifier: GPL-3.0-or-later
// Weights in float16 and bfloat16: numbers and tokens beside those of the transformers library.
#include "engine/run/models/logits.h"
#include "engine/run/run_job.h"
#include "engine/run/weights/loaded_weights.h"
#include "tests/run/forward_case.h"
#include "tests/run/mutations.h"
#include "tests/run/run_fixture.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

using namespace stowage;
using namespace stowage::test;

namespace {

using Mistake = MistakenCompute::Mistake;

/// How far numbers lie from others: the largest difference and the root of the mean square.
struct Distance {
    double largest = 0;
    double mean = 0;
};

Distance distance(const std::vector<float>& a, const std::vector<float>& b) {
    Distance found;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const double difference = std::abs(double{a[i]} - double{b[i]});
        found.largest = std::max(found.largest, difference);
        found.mean += difference * difference;
    }
    found.mean = std::sqrt(found.mean / static_cast<double>(a.size()));
    return found;
}

/// Where weights lie in these tests: on the CPU, and spread over two GPUs, CPU and disk.
Map spread(const QString& name) {
    if (name == QLatin1String("mamba")) {
        return {{"", DeviceId::gpu(0)},
                {"backbone.layers.0", DeviceId::cpu()},
                {"backbone.layers.1", DeviceId::gpu(1)},
                {"backbone.layers.1.mixer.out_proj", DeviceId::disk()}};
    }
    const bool isBert = name.startsWith(QLatin1String("bert"));
    const std::string layers = name == QLatin1String("gpt2")       ? "transformer.h"
                               : name == QLatin1String("gpt-tiny") ? "trf_blocks"
                               : name == QLatin1String("clip")     ? "vision_model.encoder.layers"
                               : name == QLatin1String("bert")     ? "encoder.layer"
                               : isBert                            ? "bert.encoder.layer"
                                                                   : "model.layers";
    return {{"", DeviceId::gpu(0)},
            {layers + ".0", DeviceId::cpu()},
            {layers + ".1", DeviceId::gpu(1)},
            {layers + ".2", DeviceId::disk()}};
}

/// -3 to 3, without a pattern that a matrix's width would repeat.
int wholeNumber(std::uint64_t at) {
    return static_cast<int>((at * 2654435761U >> 7U) % 7) - 3;
}

/// As a 16-bit number of that dtype.
std::uint16_t halfOf(int number, DType dtype) {
    constexpr std::array<std::uint16_t, 4> kFloat16{0, 0x3C00, 0x4000, 0x4200};
    constexpr std::array<std::uint16_t, 4> kBFloat16{0, 0x3F80, 0x4000, 0x4040};
    const auto& numbers = dtype == DType::Float16 ? kFloat16 : kBFloat16;
    const auto size = static_cast<std::size_t>(std::abs(number));
    return static_cast<std::uint16_t>(numbers[size] | (number < 0 ? 0x8000 : 0));
}

const std::vector<const char*>& models() {
    static const std::vector<const char*> all{"gpt2", "llama3",      "mistral",  "qwen3", "mixtral",
                                              "bert", "bert-masked", "gpt-tiny", "mamba", "clip"};
    return all;
}

}  // namespace

class RunHalfTest : public ForwardCase {
    Q_OBJECT

private Q_SLOTS:
    void largeProductsAreWhole_data() {
        QTest::addColumn<DType>("dtype");
        QTest::addColumn<int>("rows");
        QTest::addColumn<bool>("isTurned");
        QTest::addColumn<bool>("hasBias");
        for (const DType dtype : {DType::Float16, DType::BFloat16}) {
            for (const int rows : {1, 3}) {
                for (const bool isTurned : {false, true}) {
                    for (const bool hasBias : {false, true}) {
                        QTest::addRow("%s, %d rows, %s, %s", dtypeName(dtype).data(), rows,
                                      isTurned ? "linear" : "conv1D", hasBias ? "bias" : "no bias")
                            << dtype << rows << isTurned << hasBias;
                    }
                }
            }
        }
    }

    /// Matrices so large that they are widened by parts: whole numbers, whose sums float32 has
    /// exactly, so that only bfloat16's results are rounded, once.
    void largeProductsAreWhole() {
        QFETCH(DType, dtype);
        QFETCH(int, rows);
        QFETCH(bool, isTurned);
        QFETCH(bool, hasBias);
        constexpr std::int64_t kInner = 1030;
        constexpr std::int64_t kOuter = 1270;
        const auto set = m_tensors->makeTensorSet();
        const auto table = wholeNumbers(*set, "x", dtype, {4, kInner});
        const auto matrix = isTurned ? wholeNumbers(*set, "w", dtype, {kOuter, kInner})
                                     : wholeNumbers(*set, "w", dtype, {kInner, kOuter});
        const auto bias = wholeNumbers(*set, "b", dtype, {kOuter});
        QVERIFY(table && matrix && bias);
        std::vector<std::int64_t> chosen(static_cast<std::size_t>(rows));
        std::iota(chosen.begin(), chosen.end(), 1);
        const auto x = m_compute->embedding(chosen, *table);
        QVERIFY(x);
        const Weight* const offsets = hasBias ? bias.get() : nullptr;
        const auto made = isTurned ? m_compute->linear(**x, *matrix, offsets)
                                   : m_compute->conv1D(**x, *matrix, offsets);
        QVERIFY2(made, made ? "" : made.error().message.english().c_str());
        std::vector<float> found(static_cast<std::size_t>(rows * kOuter));
        QVERIFY(m_compute->copyOut(**made, found));
        for (std::int64_t row = 0; row < rows; ++row) {
            for (std::int64_t column = 0; column < kOuter; ++column) {
                int sum = hasBias ? wholeNumber(static_cast<std::uint64_t>(column)) : 0;
                for (std::int64_t i = 0; i < kInner; ++i) {
                    const std::int64_t at = isTurned ? column * kInner + i : i * kOuter + column;
                    sum += wholeNumber(static_cast<std::uint64_t>((row + 1) * kInner + i)) *
                           wholeNumber(static_cast<std::uint64_t>(at));
                }
                const double number = found[static_cast<std::size_t>(row * kOuter + column)];
                const double most = dtype == DType::BFloat16 ? std::abs(sum) / 256.0 : 0;
                QVERIFY2(std::abs(number - sum) <= most,
                         qPrintable(QStringLiteral("row %1, column %2: %3 instead of %4")
                                        .arg(row)
                                        .arg(column)
                                        .arg(number)
                                        .arg(sum)));
            }
        }
    }

    void blocksMeetActivationsOfAnyDtype_data() {
        QTest::addColumn<DType>("dtype");
        QTest::addColumn<int>("rows");
        for (const DType dtype : {DType::Float16, DType::BFloat16}) {
            for (const int rows : {1, 3}) {
                QTest::addRow("%s, %d rows", dtypeName(dtype).data(), rows) << dtype << rows;
            }
        }
    }

    /// A GGUF file may have its table of tokens in bfloat16 and its matrices in blocks, so many of
    /// them that they are dequantised by parts.
    void blocksMeetActivationsOfAnyDtype() {
        QFETCH(DType, dtype);
        QFETCH(int, rows);
        constexpr std::int64_t kInner = 1024;
        constexpr std::int64_t kOuter = 1270;
        const auto set = m_tensors->makeTensorSet();
        const auto table = wholeNumbers(*set, "x", dtype, {4, kInner});
        const auto matrix = wholeBlocks(*set, "w", {kOuter, kInner});
        const auto bias = wholeNumbers(*set, "b", dtype, {kOuter});
        QVERIFY(table && matrix && bias);
        const std::vector<std::int64_t> chosen{1, 2, 3};
        const auto x =
            m_compute->embedding(std::span(chosen).first(static_cast<std::size_t>(rows)), *table);
        QVERIFY(x);
        const auto made = m_compute->linear(**x, *matrix, bias.get());
        QVERIFY2(made, made ? "" : made.error().message.english().c_str());
        std::vector<float> found(static_cast<std::size_t>(rows * kOuter));
        QVERIFY(m_compute->copyOut(**made, found));
        for (std::int64_t row = 0; row < rows; ++row) {
            for (std::int64_t column = 0; column < kOuter; ++column) {
                int sum = wholeNumber(static_cast<std::uint64_t>(column));
                for (std::int64_t i = 0; i < kInner; ++i) {
                    sum += wholeNumber(static_cast<std::uint64_t>((row + 1) * kInner + i)) *
                           wholeNumber(static_cast<std::uint64_t>(column * kInner + i));
                }
                const double number = found[static_cast<std::size_t>(row * kOuter + column)];
                const double most = dtype == DType::BFloat16 ? std::abs(sum) / 256.0 : 0;
                QVERIFY2(std::abs(number - sum) <= most,
                         qPrintable(QStringLiteral("row %1, column %2").arg(row).arg(column)));
            }
        }
    }

    void float16IsWidened_data() { listPlaces(); }

    /// The same arithmetic on the same numbers as in float32, wherever they lie.
    void float16IsWidened() {
        QFETCH(QString, name);
        QFETCH(bool, isSpread);
        const auto loaded = loadAs(name, DType::Float16, isSpread);
        QVERIFY(loaded);
        const Logits wanted = expected(name, "float16");
        const Logits found = lastNumbers(name, *loaded);
        const LogitsComparison compared = compareLogits(found, wanted);
        QVERIFY2(compared.agrees, compared.why.english().c_str());
    }

    void bfloat16RoundsNoWorseThanTheLibrary_data() { listPlaces(); }

    /// In bfloat16 the order of operations shows, so that right answers differ, as the library's
    /// own do with fused attention and without. All are held against float32's answer with the same
    /// weights.
    void bfloat16RoundsNoWorseThanTheLibrary() {
        QFETCH(QString, name);
        QFETCH(bool, isSpread);
        const auto loaded = loadAs(name, DType::BFloat16, isSpread);
        QVERIFY(loaded);
        const Logits wide = expected(name, "bfloat16-wide");
        const Logits found = lastNumbers(name, *loaded);
        QCOMPARE(found.values.size(), wide.values.size());
        const Distance ours = distance(found.values, wide.values);
        const Distance fused = distance(expected(name, "bfloat16").values, wide.values);
        const Distance eager = distance(expected(name, "bfloat16-eager").values, wide.values);
        qInfo("largest %.4f, the library's %.4f and %.4f; mean %.5f, the library's %.5f and %.5f",
              ours.largest, fused.largest, eager.largest, ours.mean, fused.mean, eager.mean);
        QVERIFY(fused.mean > 0 && eager.mean > 0);
        QVERIFY(ours.largest <= 1.5 * std::max(fused.largest, eager.largest));
        QVERIFY(ours.mean <= 1.5 * std::min(fused.mean, eager.mean));
    }

    void tokensThatFollowInFloat16_data() { listModels(); }

    void tokensThatFollowInFloat16() {
        QFETCH(QString, name);
        QFile file(path("half/continuations.json"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QJsonObject document = QJsonDocument::fromJson(file.readAll()).object();
        const QJsonArray all = document[QLatin1String("float16")].toObject()[name].toArray();
        const bool mayFollow = letsTokensFollow(name) && name != QLatin1String("gpt-tiny");
        QCOMPARE(all.size(), mayFollow ? 3 : 0);
        const auto loaded = loadAs(name, DType::Float16, true);
        QVERIFY(loaded);
        for (const QJsonValue& one : all) {
            RunOptions options;
            options.compute = m_compute;
            options.request.tokens = tokensOf(one.toObject()[QLatin1String("tokens")]);
            options.request.generate = 32;
            options.configText = configOf(name);
            const PauseGate gate;
            const RunReport report = runLoaded(*loaded, m_backends, options, gate, {}, {});
            QVERIFY2(!report.stopped,
                     report.stopped ? report.stopped->message.english().c_str() : "");
            QCOMPARE(report.sequences.front().generated,
                     tokensOf(one.toObject()[QLatin1String("continuation")]));
        }
    }

    void mistakesAreSeenInFloat16_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("lost");
        QTest::addColumn<int>("mistake");
        const auto add = [](const char* row, const char* model, const char* lost, Mistake mistake) {
            QTest::newRow(row) << QString::fromLatin1(model) << QString::fromLatin1(lost)
                               << static_cast<int>(mistake);
        };
        add("epsilon in GPT-2", "gpt2", "", Mistake::Epsilon);
        add("a mask off by one in GPT-2", "gpt2", "", Mistake::MaskLate);
        add("the other GELU", "gpt2", "", Mistake::ActivationFunction);
        add("scores not scaled", "llama3", "", Mistake::Scale);
        add("a mask off by one in Llama", "llama3", "", Mistake::MaskLate);
        add("experts share alike", "mixtral", "", Mistake::Shares);
        add("nothing past the states", "mamba", "", Mistake::Skip);
        add("a convolution's bias lost", "mamba", "backbone.layers.0.mixer.conv1d.bias",
            Mistake::None);
        add("an encoder that does not look ahead", "bert", "", Mistake::MaskEarly);
        add("a bias lost", "bert", "encoder.layer.1.attention.self.query.bias", Mistake::None);
        add("a bias of the masked words' head lost", "bert-masked",
            "cls.predictions.transform.dense.bias", Mistake::None);
    }

    void mistakesAreSeenInFloat16() {
        QFETCH(QString, name);
        QFETCH(QString, lost);
        QFETCH(int, mistake);
        const auto loaded = loadAs(name, DType::Float16, false);
        QVERIFY(loaded);
        MistakenCompute compute(m_compute, static_cast<Mistake>(mistake));
        LoadedWeights weights(*loaded, m_backends, compute);
        MisnamedWeights misread(
            weights, [&](const std::string& asked) -> std::optional<std::string> {
                return asked == lost.toStdString() ? std::nullopt : std::optional(asked);
            });
        const Logits found = answers(name, misread, compute);
        QCOMPARE(found.values.size(), expected(name, "float16").values.size());
        QVERIFY(!compareLogits(found, expected(name, "float16")).agrees);
    }

    void filesInHalfPrecision_data() {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("reference");
        QTest::newRow("bfloat16") << "half/gpt2-bfloat16"
                                  << "gpt2"
                                  << "bfloat16-wide";
        QTest::newRow("float16") << "half/llama3-float16"
                                 << "llama3"
                                 << "float16";
        QTest::newRow("norms in float32") << "half/llama3-mixed"
                                          << "llama3"
                                          << "bfloat16-wide";
    }

    /// Weights that lie in the file in that dtype are those that a load casts them to; norms in
    /// float32 beside them hold the same numbers.
    void filesInHalfPrecision() {
        QFETCH(QString, folder);
        QFETCH(QString, name);
        QFETCH(QString, reference);
        const bool isBrain = reference != QLatin1String("float16");
        const auto cast = loadAs(name, isBrain ? DType::BFloat16 : DType::Float16, false);
        QVERIFY(cast);
        const Logits wanted = lastNumbers(name, *cast);
        const auto half = openForwardModel(under(folder));
        FileWeights source(half.checkpoint, *half.tree, *m_tensors, *m_compute);
        QCOMPARE(answers(name, source, *m_compute).values, wanted.values);
        const auto loaded = load(half, spread(name));
        QVERIFY(loaded);
        QCOMPARE(lastNumbers(name, *loaded).values, wanted.values);
    }

    /// The lesson holds its logits against float32's: it takes nothing else.
    void theLessonStaysWithFloat32() {
        const auto loaded = loadAs(QStringLiteral("gpt-tiny"), DType::BFloat16, false);
        QVERIFY(loaded);
        const auto report = forward(m_model, *loaded);
        QVERIFY(!report);
        QCOMPARE(report.error().code, ErrorCode::Unsupported);
    }

private:
    static void listModels() {
        QTest::addColumn<QString>("name");
        for (const char* name : models()) {
            QTest::newRow(name) << QString::fromLatin1(name);
        }
    }

    static void listPlaces() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("isSpread");
        for (const char* name : models()) {
            QTest::addRow("%s on the CPU", name) << QString::fromLatin1(name) << false;
            QTest::addRow("%s spread", name) << QString::fromLatin1(name) << true;
        }
    }

    static std::vector<std::int64_t> tokensOf(const QJsonValue& value) {
        std::vector<std::int64_t> tokens;
        const QJsonArray listed = value.toArray();
        for (const QJsonValue& token : listed) {
            tokens.push_back(token.toInteger());
        }
        return tokens;
    }

    /// The float32 file, cast while it is loaded.
    std::shared_ptr<LoadedModel> loadAs(const QString& name, DType dtype, bool isSpread) {
        const ForwardModel model =
            name == QLatin1String("gpt-tiny") ? m_model : openForwardModel(under(name));
        return load(model, isSpread ? spread(name) : Map{{"", DeviceId::cpu()}},
                    LoadMethod::Streamed, dtype);
    }

    std::string configOf(const QString& name) const {
        if (name == QLatin1String("gpt-tiny")) {
            return {};
        }
        QFile file(under(name) + QStringLiteral("/config.json"));
        return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
    }

    Logits expected(const QString& name, const char* kind) {
        const QString file = QStringLiteral("half/%1-%2.npy").arg(name, QLatin1String(kind));
        const auto numbers = readLogitsFile(under(file).toStdString());
        if (!numbers) {
            qWarning("%s", numbers.error().message.english().c_str());
            return {};
        }
        return *numbers;
    }

    /// The prompts whose numbers the references hold, one row each.
    std::vector<RunRequest> prompts(const QString& name) {
        std::vector<RunRequest> all;
        if (name == QLatin1String("gpt-tiny")) {
            for (const Prompt& prompt : readPrompts(path("gpt-tiny"))) {
                all.push_back({.tokens = prompt.tokens, .outputs = Outputs::Last});
            }
            return all;
        }
        for (const RunPrompt& prompt : openRunFixture(under(name)).prompts) {
            all.push_back(prompt.request());
            all.back().outputs = Outputs::Last;
        }
        return all;
    }

    Logits lastNumbers(const QString& name, const LoadedModel& loaded) {
        LoadedWeights weights(loaded, m_backends, *m_compute);
        return answers(name, weights, *m_compute);
    }

    /// The last position's of every prompt, one below the other; short where a run failed.
    Logits answers(const QString& name, WeightSource& source, Compute& compute) {
        Logits all;
        const auto model = runModelOf(*m_model.checkpoint, source, configOf(name));
        if (!model) {
            qWarning("%s", model.error().message.english().c_str());
            return all;
        }
        for (const RunRequest& request : prompts(name)) {
            const auto outcome = runModel(**model, request, source, compute, {}, {});
            if (!outcome) {
                qWarning("%s", outcome.error().message.english().c_str());
                return all;
            }
            all.vocabulary = outcome->numbers.vocabulary;
            ++all.positions;
            all.values.insert(all.values.end(), outcome->numbers.values.begin(),
                              outcome->numbers.values.end());
        }
        return all;
    }

    /// On the CPU; null where that failed.
    WeightPtr wholeNumbers(TensorSet& set, const char* name, DType dtype,
                           std::vector<std::int64_t> shape) {
        std::uint64_t count = 1;
        for (const std::int64_t side : shape) {
            count *= static_cast<std::uint64_t>(side);
        }
        std::vector<std::uint16_t> numbers(count);
        for (std::uint64_t i = 0; i < count; ++i) {
            numbers[i] = halfOf(wholeNumber(i), dtype);
        }
        return weightOf(set, {name, dtype, std::move(shape), 0, nullptr},
                        std::as_bytes(std::span(numbers)));
    }

    /// The same in blocks of Q8_0 whose scale is 1; rows are whole blocks.
    WeightPtr wholeBlocks(TensorSet& set, const char* name, std::vector<std::int64_t> shape) {
        constexpr std::uint64_t kElements = 32;
        const std::uint16_t one = halfOf(1, DType::Float16);
        std::vector<std::byte> blocks;
        const auto count = static_cast<std::uint64_t>(shape[0] * shape[1]);
        for (std::uint64_t i = 0; i < count; ++i) {
            if (i % kElements == 0) {
                const auto scale = std::as_bytes(std::span(&one, 1));
                blocks.insert(blocks.end(), scale.begin(), scale.end());
            }
            blocks.push_back(static_cast<std::byte>(wholeNumber(i)));
        }
        return weightOf(set, {name, DType::GgufQ8_0, std::move(shape), 0, nullptr}, blocks);
    }

    /// Over memory of the host.
    WeightPtr weightOf(TensorSet& set, TensorDescription description,
                       std::span<const std::byte> bytes) {
        DeviceMemory& host = *m_backends.find(DeviceId::cpu());
        auto buffer = host.allocate(bytes.size());
        if (!buffer || !host.write(**buffer, 0, bytes, {})) {
            return nullptr;
        }
        description.buffer = std::move(*buffer);
        if (!set.add(description)) {
            return nullptr;
        }
        const auto weight = m_compute->weight(set, description.name);
        return weight ? *weight : nullptr;
    }

    [[nodiscard]] QString under(const QString& name) const {
        return m_folder.path() + QLatin1Char('/') + name;
    }
};

QTEST_GUILESS_MAIN(RunHalfTest)
#include "tst_run_half.moc"
