// SPDX-License-Identifier: GPL-3.0-or-later
// Casts against what torch computed (tests/reference/make_casts.py).
#include "engine/checkpoint/open/open_checkpoint.h"
#include "engine/checkpoint/write/float_values.h"

#include <QTest>

#include <bit>
#include <cmath>
#include <cstring>
#include <map>

using namespace stowage;

namespace {

using Bytes = std::vector<std::byte>;

/// Every tensor of the file that torch wrote.
std::map<std::string, std::pair<DType, Bytes>> recordedCasts() {
    std::map<std::string, std::pair<DType, Bytes>> recorded;
    const auto checkpoint = openCheckpoint(STOWAGE_TEST_DATA "/casts.safetensors");
    if (!checkpoint) {
        return recorded;
    }
    for (const StoredTensor& tensor : (*checkpoint)->tensors) {
        Bytes bytes(tensor.location.length);
        if ((*checkpoint)->shards[0]->readAt(tensor.location.offset, bytes)) {
            recorded[tensor.name] = {tensor.dtype, std::move(bytes)};
        }
    }
    return recorded;
}

/// An element of a target dtype as a number, to tell NaNs, whose payloads may differ.
double valueOf(DType dtype, std::span<const std::byte> element) {
    Bytes wide(sizeof(double));
    if (dtype == DType::Float64) {
        std::ranges::copy(element, wide.begin());
    } else {
        castFloats(dtype, element, DType::Float64, wide);
    }
    double value = 0;
    std::memcpy(&value, wide.data(), sizeof value);
    return value;
}

}  // namespace

class TestFloatCast : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void castsAreThoseOfTorch_data() {
        QTest::addColumn<QString>("name");
        for (const auto& [name, tensor] : recordedCasts()) {
            if (name.find('.') != std::string::npos) {
                QTest::newRow(name.c_str()) << QString::fromStdString(name);
            }
        }
    }
    void castsAreThoseOfTorch() {
        QFETCH(QString, name);
        const auto recorded = recordedCasts();
        const auto& [from, source] = recorded.at(name.section('.', 0, 0).toStdString());
        const auto& [to, expected] = recorded.at(name.toStdString());
        QVERIFY(isFloatCast(from, to));
        Bytes cast(expected.size());
        castFloats(from, source, to, cast);
        const std::size_t width = storedBits(to) / 8;
        for (std::size_t i = 0; i < expected.size(); i += width) {
            const auto is = std::span(cast).subspan(i, width);
            const auto wanted = std::span(expected).subspan(i, width);
            const bool areNans = std::isnan(valueOf(to, is)) && std::isnan(valueOf(to, wanted));
            if (!areNans && !std::ranges::equal(is, wanted)) {
                QFAIL(qPrintable(QStringLiteral("element %1 is %2, torch has %3")
                                     .arg(i / width)
                                     .arg(valueOf(to, is), 0, 'g', 17)
                                     .arg(valueOf(to, wanted), 0, 'g', 17)));
            }
        }
    }

    void theFixtureIsComplete() { QCOMPARE(recordedCasts().size(), std::size_t{4 * 4 + 4 * 5}); }

    void otherCastsAreNotKnown() {
        QVERIFY(!isFloatCast(DType::Float32, DType::Float8E5M2));
        QVERIFY(!isFloatCast(DType::Int8, DType::Float32));
        QVERIFY(!isFloatCast(DType::Float8E8M0FNU, DType::Float32));
        QVERIFY(!isFloatCast(DType::Complex64, DType::Float32));
    }
};

QTEST_GUILESS_MAIN(TestFloatCast)
#include "tst_float_cast.moc"
