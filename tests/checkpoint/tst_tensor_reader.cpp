// SPDX-License-Identifier: GPL-3.0-or-later
// Views read piece by piece, against a walk over their elements.
#include "engine/checkpoint/open/open_checkpoint.h"
#include "engine/checkpoint/tensor_reader.h"
#include "engine/model/tensor_spec.h"
#include "tests/support/convert_check.h"

#include <QTest>

using namespace stowage;
using namespace stowage::test;

class TestTensorReader : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    static std::vector<float> gathered(const std::vector<float>& source,
                                       const std::vector<std::int64_t>& shape,
                                       const std::vector<std::int64_t>& strides) {
        StoredTensor tensor;
        tensor.dtype = DType::Float32;
        tensor.shape = shape;
        tensor.strides = strides;
        std::vector<float> target(*checkedElementCount(shape));
        gatherTensor(tensor, std::as_bytes(std::span(source)),
                     std::as_writable_bytes(std::span(target)));
        return target;
    }

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void gathersStrides() {
        const std::vector<float> source{0, 1, 2, 3, 4, 5};
        const std::vector<std::int64_t> shape{3, 2};
        QCOMPARE(gathered(source, shape, {1, 3}), (std::vector<float>{0, 3, 1, 4, 2, 5}));
        QCOMPARE(gathered(source, shape, {0, 1}), (std::vector<float>{0, 1, 0, 1, 0, 1}));
        const std::vector<std::int64_t> beyond{3, 1};
        const auto refused =
            layOutTensor({DType::Float32, DType::Float32, 6, 0, shape, beyond, 24});
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::Malformed);
    }

    /// Large views, so that windows and halves are used: against an element-wise walk.
    void stridedTensorsAreGatheredInPieces_data() {
        QTest::addColumn<QList<qint64>>("shape");
        QTest::addColumn<QList<qint64>>("strides");
        QTest::newRow("transposed") << QList<qint64>{700, 1500} << QList<qint64>{1, 700};
        QTest::newRow("transposed 3-d")
            << QList<qint64>{7, 300, 400} << QList<qint64>{400, 2800, 1};
        QTest::newRow("every third") << QList<qint64>{1000, 350} << QList<qint64>{1050, 3};
        QTest::newRow("expanded") << QList<qint64>{500, 3, 700} << QList<qint64>{0, 700, 1};
        QTest::newRow("expanded inside") << QList<qint64>{500, 90, 7} << QList<qint64>{7, 0, 1};
        QTest::newRow("far apart") << QList<qint64>{3, 2, 5} << QList<qint64>{1, 500000, 9};
        QTest::newRow("ones") << QList<qint64>{1, 600, 1, 700} << QList<qint64>{5, 1, 9, 600};
    }
    void stridedTensorsAreGatheredInPieces() {
        QFETCH(QList<qint64>, shape);
        QFETCH(QList<qint64>, strides);
        const auto opened = openCheckpoint(writeModel(m_folder.path().toStdString(), 1, 1'060'000));
        QVERIFY(opened);
        Checkpoint checkpoint = **opened;
        StoredTensor& tensor = checkpoint.tensors[0];
        tensor.shape.assign(shape.begin(), shape.end());
        tensor.strides.assign(strides.begin(), strides.end());
        const std::uint64_t count = *checkedElementCount(tensor.shape);
        std::vector<float> expected;
        std::vector<std::int64_t> index(tensor.shape.size(), 0);
        for (std::uint64_t i = 0; i < count; ++i) {
            std::int64_t element = 0;
            for (std::size_t d = 0; d < index.size(); ++d) {
                element += index[d] * tensor.strides[d];
            }
            expected.push_back(static_cast<float>(element % 65521));
            for (std::size_t d = index.size(); d > 0 && ++index[d - 1] == tensor.shape[d - 1];
                 --d) {
                index[d - 1] = 0;
            }
        }
        std::vector<std::byte> extent(1'060'000 * 4);
        QVERIFY(checkpoint.shards[0]->readAt(tensor.location.offset, extent));
        std::vector<float> whole(count);
        gatherTensor(tensor, extent, std::as_writable_bytes(std::span(whole)));
        QVERIFY(whole == expected);
        TensorReader reader(checkpoint);
        for (const std::uint64_t piece : {count, count / 3 + 1, std::uint64_t{701}}) {
            std::vector<float> read(count);
            const auto bytes = std::as_writable_bytes(std::span(read));
            for (std::uint64_t from = 0; from < count; from += piece) {
                const std::uint64_t some = std::min(piece, count - from);
                const auto done = reader.read(tensor, from * 4, bytes.subspan(from * 4, some * 4));
                QVERIFY2(done, done ? "" : done.error().message.english().c_str());
            }
            QVERIFY(read == expected);
        }
    }
};

QTEST_GUILESS_MAIN(TestTensorReader)
#include "tst_tensor_reader.moc"
