// SPDX-License-Identifier: GPL-3.0-or-later
// Mistakes that a family's file could hold: each must be seen in the numbers.
#include "engine/load/tensor_backend.h"
#include "engine/run/file_weights.h"
#include "engine/run/run_generation.h"
#include "tests/run/mutations.h"
#include "tests/run/run_fixture.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace stowage;
using namespace stowage::test;

namespace {

const QString kRoot = QStringLiteral(STOWAGE_TEST_DATA "/run");
using Misread = MisnamedWeights::Misread;
using Mistake = MistakenCompute::Mistake;

Misread exactly() {
    return [](const std::string& name) { return std::optional(name); };
}

/// Answers to one part of a name with another, in the layer that `layer` names, both ways round.
Misread swapped(const std::string& layer, const std::string& one, const std::string& other) {
    return [=](const std::string& name) -> std::optional<std::string> {
        if (name.find(layer) == std::string::npos) {
            return name;
        }
        for (const auto& [from, to] : {std::pair(one, other), std::pair(other, one)}) {
            if (const std::size_t at = name.find(from); at != std::string::npos) {
                return name.substr(0, at) + to + name.substr(at + from.size());
            }
        }
        return name;
    };
}

Misread without(const std::string& lost) {
    return [=](const std::string& name) -> std::optional<std::string> {
        return name == lost ? std::nullopt : std::optional(name);
    };
}

struct Mutation {
    const char* name;
    const char* model;
    Misread misread;
    Mistake mistake = Mistake::None;
};

std::vector<Mutation> mutations() {
    return {
        {"a projection's bias dropped", "llama-biases",
         without("model.layers.1.self_attn.k_proj.bias")},
        {"an inner bias dropped", "llama-biases", without("model.layers.3.mlp.up_proj.bias")},
        {"a query bias dropped", "qwen2", without("model.layers.0.self_attn.q_proj.bias")},
        {"q and k swapped", "llama2", swapped("layers.2.", "q_proj", "k_proj")},
        {"q and k swapped in BERT", "bert", swapped("layer.0.", "self.query", "self.key")},
        {"k and v swapped", "mistral", swapped("layers.1.", "k_proj", "v_proj")},
        {"gate and up swapped", "llama3", swapped("layers.1.", "gate_proj", "up_proj")},
        {"head norms swapped", "qwen3", swapped("layers.0.", "q_norm", "k_norm")},
        {"norms swapped", "gpt2", swapped("h.1.", "ln_1", "ln_2")},
        {"experts permuted", "mixtral", swapped("layers.1.", "experts.0.", "experts.2.")},
        {"an expert's halves swapped", "mixtral", swapped("layers.0.", "w1.", "w3.")},
        {"experts share alike", "mixtral", exactly(), Mistake::Shares},
        {"epsilon of a root mean square", "llama2", exactly(), Mistake::Epsilon},
        {"epsilon of a layer norm", "gpt2", exactly(), Mistake::Epsilon},
        {"epsilon of BERT", "bert-masked", exactly(), Mistake::Epsilon},
        {"a mask off by one", "llama3", exactly(), Mistake::MaskLate},
        {"a mask off by one in GPT-2", "gpt2", exactly(), Mistake::MaskLate},
        {"a window one too short", "mistral", exactly(), Mistake::MaskEarly},
        {"a window where there is none", "llama2", exactly(), Mistake::MaskEarly},
        {"an encoder that does not look ahead", "bert", exactly(), Mistake::MaskEarly},
        {"scores not scaled", "qwen3", exactly(), Mistake::Scale},
        {"scores scaled alike in every layer", "gpt2-scaled", exactly(), Mistake::Scale},
        {"the other GELU", "gpt2", exactly(), Mistake::ActivationFunction},
        {"the other GELU in BERT", "bert", exactly(), Mistake::ActivationFunction},
        {"a mask read the wrong way", "mingpt", exactly(), Mistake::Context},
        {"norms swapped in minGPT", "mingpt", swapped("h.1.", "ln_1", "ln_2")},
        {"the other GELU in minGPT", "mingpt", exactly(), Mistake::ActivationFunction},
        {"halves turned in GLM", "glm", exactly(), Mistake::Pairs},
        {"neighbours turned in Llama", "llama2", exactly(), Mistake::Pairs},
        {"a query bias dropped in GLM", "glm", without("model.layers.0.self_attn.q_proj.bias")},
        {"norms of parts swapped", "glm4",
         swapped("layers.1.", "post_self_attn_layernorm", "post_mlp_layernorm")},
        {"a context read in one direction", "chatglm", exactly(), Mistake::Context},
        {"neighbours turned in ChatGLM", "chatglm", exactly(), Mistake::Pairs},
        {"the other GELU in ChatGLM", "chatglm", exactly(), Mistake::ActivationFunction},
        {"a bias dropped in ChatGLM", "chatglm",
         without("transformer.layers.1.attention.query_key_value.bias")},
        {"halves turned in ChatGLM2", "chatglm2", exactly(), Mistake::Pairs},
        {"epsilon of ChatGLM2", "chatglm2", exactly(), Mistake::Epsilon},
        {"norms swapped in ChatGLM2", "chatglm2-plain",
         swapped("layers.1.", "input_layernorm", "post_attention_layernorm")},
    };
}

}  // namespace

class RunMutationsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        const auto tensors = openTensorBackend(STOWAGE_BIN_DIR);
        QVERIFY2(tensors, tensors ? "" : tensors.error().message.c_str());
        m_tensors = *tensors;
        const auto compute = openCompute();
        QVERIFY2(compute, compute ? "" : compute.error().message.c_str());
        m_compute = *compute;
    }
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }

    void mistakesAreSeen_data() {
        QTest::addColumn<int>("row");
        const std::vector<Mutation> all = mutations();
        for (std::size_t i = 0; i < all.size(); ++i) {
            QTest::newRow(all[i].name) << static_cast<int>(i);
        }
    }

    /// The same prompts agree without the mistake, so that it is the mistake that is seen.
    void mistakesAreSeen() {
        QFETCH(int, row);
        const Mutation mutation = mutations()[static_cast<std::size_t>(row)];
        const RunFixture fixture =
            openRunFixture(kRoot + QLatin1Char('/') + QLatin1String(mutation.model));
        QCOMPARE(agreeing(fixture, exactly(), Mistake::None), 10);
        const int agree = agreeing(fixture, mutation.misread, mutation.mistake);
        QVERIFY2(agree >= 0 && agree < 10, qPrintable(QString::number(agree)));
    }

    /// Llama's first files pair neighbours of a head, the library's pair halves: rows of queries
    /// and keys as in the former, read as the latter.
    void anotherRotaryPairingIsSeen() {
        QTemporaryDir folder;
        QVERIFY(folder.isValid());
        for (const QString& file : QDir(kRoot + QStringLiteral("/llama2")).entryList(QDir::Files)) {
            QVERIFY(QFile::copy(kRoot + QStringLiteral("/llama2/") + file, folder.filePath(file)));
        }
        RunFixture fixture = openRunFixture(folder.path());
        QCOMPARE(agreeing(fixture, exactly(), Mistake::None), 10);
        for (const StoredTensor& tensor : fixture.checkpoint->tensors) {
            const bool turns = tensor.name.find("layers.0.self_attn.q_proj") != std::string::npos ||
                               tensor.name.find("layers.0.self_attn.k_proj") != std::string::npos;
            if (turns) {
                pairNeighbours(folder.filePath(QStringLiteral("model.safetensors")), tensor);
            }
        }
        fixture = openRunFixture(folder.path());
        QVERIFY(agreeing(fixture, exactly(), Mistake::None) < 10);
    }

private:
    static constexpr std::int64_t kHeadWidth = 6;  ///< of the llama2 fixture

    /// Rows 0 1 2 3 4 5 of each head become 0 2 4 1 3 5.
    static void pairNeighbours(const QString& path, const StoredTensor& tensor) {
        QFile file(path);
        if (!file.open(QIODevice::ReadWrite)) {
            qFatal("%s cannot be changed", qPrintable(path));
        }
        const qint64 row = tensor.shape[1] * static_cast<qint64>(sizeof(float));
        const auto begin = static_cast<qint64>(tensor.location.offset);
        file.seek(begin);
        const QByteArray rows = file.read(static_cast<qint64>(tensor.location.length));
        QByteArray changed;
        for (std::int64_t i = 0; i < tensor.shape[0]; ++i) {
            const std::int64_t inHead = i % kHeadWidth;
            const std::int64_t half = kHeadWidth / 2;
            const std::int64_t from = inHead < half ? 2 * inHead : 2 * (inHead - half) + 1;
            changed += rows.mid((i - inHead + from) * row, row);
        }
        file.seek(begin);
        file.write(changed);
    }

    /// Of the fixture's prompts, how many give the library's numbers; -1 where one cannot run.
    int agreeing(const RunFixture& fixture, const Misread& misread, Mistake mistake) {
        const auto compute = std::make_shared<MistakenCompute>(m_compute, mistake);
        FileWeights files(fixture.checkpoint, *fixture.tree, *m_tensors, *m_compute);
        MisnamedWeights source(files, misread);
        const auto model = makeRunModel(source, fixture.config);
        if (!model) {
            qWarning("%s", model.error().message.c_str());
            return -1;
        }
        int agree = 0;
        for (const RunPrompt& prompt : fixture.prompts) {
            RunRequest request;
            request.tokens = prompt.tokens;
            request.outputs = prompt.allPositions ? Outputs::All : Outputs::Last;
            const auto outcome = runModel(**model, request, source, *compute, {}, {});
            if (!outcome) {
                qWarning("%s", outcome.error().message.c_str());
                return -1;
            }
            agree += compareLogits(outcome->numbers, prompt.numbers).agrees ? 1 : 0;
        }
        return agree;
    }

    std::shared_ptr<TensorBackend> m_tensors;
    std::shared_ptr<Compute> m_compute;
};

QTEST_GUILESS_MAIN(RunMutationsTest)
#include "tst_run_mutations.moc"
