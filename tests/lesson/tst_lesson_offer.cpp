// SPDX-License-Identifier: GPL-3.0-or-later
// Which sizes of the lesson a machine can hold.
#include "engine/lesson/lesson_outline.h"

#include <QTest>

using namespace stowage;

namespace {

constexpr std::uint64_t kGib = std::uint64_t{1} << 30U;

DeviceInfo gpuOf(std::optional<std::uint64_t> capacity, bool simulated = true) {
    DeviceInfo gpu;
    gpu.id = DeviceId::gpu(0);
    gpu.simulated = simulated;
    gpu.capacity = capacity;
    return gpu;
}

const LessonRoom kPlenty{1000 * kGib, 1000 * kGib};

const LessonOffer& offerOf(const std::vector<LessonOffer>& offers, LessonSize size) {
    return offers[static_cast<std::size_t>(size)];
}

bool says(const LessonOffer& offer, const char* words) {
    return QString::fromStdString(offer.sentence).contains(QLatin1String(words));
}

}  // namespace

class LessonOfferTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }
    void whatTheSizesNeed();
    void memoryDecides_data();
    void memoryDecides();
    void theDiskDecides();
    void aGpuThatRefuses();
    void aRealGpuTakesNoMemoryOfTheHost();
    void nothingFits();
};

void LessonOfferTest::whatTheSizesNeed() {
    const auto offers = lessonOffers(gpuOf(16 * kGib), kPlenty);
    QCOMPARE(offers.size(), std::size_t{4});
    for (const LessonOffer& offer : offers) {
        QVERIFY(offer.fits);
        QVERIFY(offer.refused.empty() && offer.sentence.empty());
        QCOMPARE(offer.fileBytes, 3 * lessonWeightBytes(offer.size));
        // A simulated GPU lies in this machine's memory: two copies of the model and a tensor.
        QVERIFY(offer.needsMemory > 2 * lessonWeightBytes(offer.size) + kLessonMargin);
        QVERIFY(offer.needsMemory < 3 * lessonWeightBytes(offer.size) + kLessonMargin);
    }
    QVERIFY(proposedSize(offers) == LessonSize::Xl1558M);
}

void LessonOfferTest::memoryDecides_data() {
    QTest::addColumn<int>("fits");  // so many sizes, the smaller ones
    QTest::newRow("none") << 0;
    QTest::newRow("124M") << 1;
    QTest::newRow("355M") << 2;
    QTest::newRow("774M") << 3;
    QTest::newRow("1558M") << 4;
}

/// With room for a size to the byte it fits, with a byte less it does not.
void LessonOfferTest::memoryDecides() {
    QFETCH(const int, fits);
    const DeviceInfo gpu = gpuOf(16 * kGib);
    const auto needs = lessonOffers(gpu, kPlenty);
    const auto count = static_cast<std::size_t>(fits);
    LessonRoom room = kPlenty;
    room.memoryFree = count == 0 ? needs[0].needsMemory - 1 : needs[count - 1].needsMemory;
    const auto offers = lessonOffers(gpu, room);
    for (std::size_t i = 0; i < offers.size(); ++i) {
        QCOMPARE(offers[i].fits, i < count);
        QVERIFY(offers[i].fits || says(offers[i], "of RAM"));
        QVERIFY(offers[i].fits || says(offers[i], "dry run"));
    }
    const auto proposed = proposedSize(offers);
    QCOMPARE(proposed.has_value(), count > 0);
    QVERIFY(!proposed || static_cast<std::size_t>(*proposed) == count - 1);
}

void LessonOfferTest::theDiskDecides() {
    const LessonRoom room{1000 * kGib,
                          3 * lessonWeightBytes(LessonSize::Medium355M) + kLessonMargin};
    const auto offers = lessonOffers(gpuOf(16 * kGib), room);
    QVERIFY(offerOf(offers, LessonSize::Medium355M).fits);
    QVERIFY(!offerOf(offers, LessonSize::Large774M).fits);
    QVERIFY(says(offerOf(offers, LessonSize::Large774M), "on disk"));
    QVERIFY(proposedSize(offers) == LessonSize::Medium355M);
}

/// A GPU with room for the model once: the methods that hold it twice are refused, and say so.
void LessonOfferTest::aGpuThatRefuses() {
    const auto offers = lessonOffers(gpuOf(8 * kGib), kPlenty);
    const LessonOffer& xl = offerOf(offers, LessonSize::Xl1558M);
    QVERIFY(xl.fits);
    QVERIFY((xl.refused == std::vector{LoadMethod::Naive, LoadMethod::Meta}));
    QVERIFY(says(xl, "does not fit on the GPU with naive, meta"));
    QVERIFY(offerOf(offers, LessonSize::Large774M).refused.empty());
    // Better a size at which every method can be seen.
    QVERIFY(proposedSize(offers) == LessonSize::Large774M);
    // Methods that the GPU refuses need no memory either.
    const auto roomy = lessonOffers(gpuOf(16 * kGib), kPlenty);
    QVERIFY(xl.needsMemory < offerOf(roomy, LessonSize::Xl1558M).needsMemory);
}

void LessonOfferTest::aRealGpuTakesNoMemoryOfTheHost() {
    const auto offers = lessonOffers(gpuOf(24 * kGib, false), kPlenty);
    for (const LessonOffer& offer : offers) {
        QCOMPARE(offer.needsMemory, lessonWeightBytes(offer.size) + kLessonMargin);
    }
}

void LessonOfferTest::nothingFits() {
    const auto offers = lessonOffers(gpuOf(kGib / 4), kPlenty);
    for (const LessonOffer& offer : offers) {
        QVERIFY(!offer.fits);
        QCOMPARE(offer.refused.size(), allLoadMethods().size());
        QVERIFY(says(offer, "larger GPU"));
    }
    QVERIFY(!proposedSize(offers));
    QVERIFY(!proposedSize({}));
}

QTEST_GUILESS_MAIN(LessonOfferTest)
#include "tst_lesson_offer.moc"
