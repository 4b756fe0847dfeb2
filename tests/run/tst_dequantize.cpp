// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks of GGUF files become the very numbers that llama.cpp makes of them.
#include "engine/checkpoint/open/open_checkpoint.h"
#include "engine/checkpoint/tensor_reader.h"
#include "engine/run/models/logits.h"
#include "engine/run/weights/dequantize.h"

#include <QRegularExpression>
#include <QTest>

#include <bit>
#include <cstring>
#include <vector>

using namespace stowage;

class DequantizeTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }

    void numbersAreThoseOfLlamaCpp() {
        const std::string folder = STOWAGE_TEST_DATA "/gguf_blocks/";
        const auto checkpoint = openCheckpoint(folder + "blocks.gguf");
        QVERIFY2(checkpoint, checkpoint ? "" : checkpoint.error().message.english().c_str());
        QCOMPARE((*checkpoint)->tensors.size(), std::size_t{12});
        TensorReader reader(**checkpoint);
        for (const StoredTensor& tensor : (*checkpoint)->tensors) {
            QVERIFY2(isDequantizable(tensor.dtype), tensor.name.c_str());
            QCOMPARE(std::string(dtypeName(tensor.dtype)), tensor.name);
            const auto wanted = readLogitsFile(folder + tensor.name + ".npy");
            QVERIFY2(wanted, wanted ? "" : wanted.error().message.english().c_str());
            std::vector<std::byte> blocks(tensor.location.length);
            QVERIFY(reader.read(tensor, 0, blocks));
            std::vector<float> numbers(wanted->values.size());
            dequantize(tensor.dtype, blocks, numbers);
            QVERIFY2(std::memcmp(numbers.data(), wanted->values.data(),
                                 numbers.size() * sizeof(float)) == 0,
                     tensor.name.c_str());
        }
    }

    void otherTypesAreNone() {
        for (const DType dtype : {DType::Float32, DType::UInt8, DType::GgufIQ2_XXS,
                                  DType::GgufTQ1_0, DType::GgufMXFP4}) {
            QVERIFY(!isDequantizable(dtype));
        }
    }
};

QTEST_GUILESS_MAIN(DequantizeTest)
#include "tst_dequantize.moc"
