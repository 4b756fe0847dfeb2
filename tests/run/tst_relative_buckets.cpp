// SPDX-License-Identifier: GPL-3.0-or-later
// Distances between tokens fall into the buckets that T5's own code sorts them into.
#include "engine/run/weights/compute.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <cstdint>

using namespace stowage;

namespace {

constexpr std::int64_t kReach = 1500;

}  // namespace

class RelativeBucketsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void bucketsAreThoseOfTransformers() {
        QFile file(QStringLiteral(STOWAGE_TEST_DATA "/run/relative_buckets.json"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QJsonArray cases =
            QJsonDocument::fromJson(file.readAll()).object()[QLatin1String("cases")].toArray();
        QVERIFY(cases.size() > 20);
        for (const QJsonValue& value : cases) {
            const QJsonObject one = value.toObject();
            RelativeBuckets buckets;
            buckets.buckets = one[QLatin1String("buckets")].toInteger();
            buckets.farthest = one[QLatin1String("farthest")].toInteger();
            buckets.isBidirectional = one[QLatin1String("bidirectional")].toBool();
            const QJsonArray edges = one[QLatin1String("edges")].toArray();
            qsizetype edge = 0;
            for (std::int64_t distance = -kReach; distance <= kReach; ++distance) {
                const bool isNext =
                    edge + 1 < edges.size() && edges[edge + 1][0].toInteger() == distance;
                edge += isNext ? 1 : 0;
                QCOMPARE(buckets.of(distance), edges[edge][1].toInteger());
            }
            QCOMPARE(edge + 1, edges.size());
        }
    }
};

QTEST_APPLESS_MAIN(RelativeBucketsTest)
#include "tst_relative_buckets.moc"
