// SPDX-License-Identifier: GPL-3.0-or-later
// Cards by name, and machines that one does not have.
#ifndef Q_MOC_RUN
#include "engine/base/byte_size.h"
#include "engine/device/card_catalogue.h"
#include "engine/device/this_machine.h"
#include "tests/support/golden_text.h"
#endif

#include <QtCore/QDir>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtCore/QRegularExpression>
#include <QtTest/QTest>

#include <cmath>

using namespace stowage;

class CardCatalogueTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }
    void everyFileIsACard();
    void totalsAreThoseThatProgramsReport_data();
    void totalsAreThoseThatProgramsReport();
    void whatNobodyPublishedIsEstimated();
    void capabilitiesAreKnown();
    void processorsAndLinksAreNoCards();
    void isListedAsJson();
    void cardsStandInGpus_data();
    void cardsStandInGpus();
    void realCardsAreFound_data();
    void realCardsAreFound();
    void refuses_data();
    void refuses();
    void onlyMoreThanThisMachineHasIsElsewhere();
    void aDiskIsAsLargeAsItsFileSystem();
};

void CardCatalogueTest::everyFileIsACard() {
    const auto cards = cardCatalogue();
    QVERIFY2(cards.has_value(), cards ? "" : cards.error().message.english().c_str());
    const QDir folder(QStringLiteral(STOWAGE_TEST_DATA "/../../resources/devices"));
    const auto catalogue = deviceCatalogue();
    QVERIFY(catalogue);
    QCOMPARE(cards->size() + catalogue->processors.size() + catalogue->links.size(),
             std::size_t(folder.entryList({QStringLiteral("*.json")}).size()));
    QVERIFY(cards->size() >= 60);
    std::uint64_t before = 0;
    for (const CatalogueCard& card : *cards) {
        const std::string published = card.published.substr(0, card.published.find(' '));
        QCOMPARE(card.nominal, std::stoull(published) * kGiB);
        QVERIFY2(card.nominal >= before, card.id.c_str());
        before = card.nominal;
        // No program has more than the driver tells, or than the box says.
        QVERIFY2(card.capacity <= card.nominal && card.capacity > card.nominal / 8 * 7,
                 card.id.c_str());
        QVERIFY2(card.driverTotal == 0 || card.capacity <= card.driverTotal, card.id.c_str());
        QCOMPARE(card.driverTotal > 0, !card.driverSource.empty());
        QVERIFY2(card.source.starts_with("https://"), card.id.c_str());
        QVERIFY2(card.bandwidth && *card.bandwidth > 1e11 && *card.bandwidth < 1e13,
                 card.id.c_str());
        QVERIFY2(card.rates.contains("float32") && card.rates.contains("bfloat16"),
                 card.id.c_str());
        QCOMPARE(card.linkSource.starts_with("https://"), !card.link.empty());
        // A rate that stands there says where it is from.
        QVERIFY2(!card.rates.at("bfloat16") || !card.ratesSource.empty(), card.id.c_str());
    }
    QVERIFY(findCard("rtx-3060") && findCard("h200") && findCard("AMD Instinct MI300X"));
    QCOMPARE(findCard("h200")->nominal, 141 * kGiB);
}

/// GiB that out-of-memory messages and llama.cpp's lists of devices report as the total of a card.
void CardCatalogueTest::totalsAreThoseThatProgramsReport_data() {
    QTest::addColumn<double>("reported");
    QTest::newRow("t4") << 14.56;
    QTest::newRow("a10") << 21.99;
    QTest::newRow("l40s") << 44.53;
    QTest::newRow("a100-40gb") << 39.50;
    QTest::newRow("a100-80gb") << 79.25;
    QTest::newRow("rtx-2080-ti") << 10.56;
    QTest::newRow("rtx-3060") << 11.63;
    QTest::newRow("rtx-3090") << 23.56;
    QTest::newRow("rtx-4090") << 23.51;
    QTest::newRow("rtx-5090") << 31.37;
    QTest::newRow("rx-7900-xt") << 19.98;
}

void CardCatalogueTest::totalsAreThoseThatProgramsReport() {
    QFETCH(double, reported);
    constexpr double kBetweenDrivers = 0.15;  // GiB
    const auto card = findCard(QTest::currentDataTag());
    QVERIFY(card);
    const double total = static_cast<double>(card->capacity) / static_cast<double>(kGiB);
    QVERIFY2(std::abs(total - reported) < kBetweenDrivers, qPrintable(QString::number(total)));
    QVERIFY(!card->capacitySource.empty());
}

/// For these it is not published: a rule that never overestimates a card estimates it.
void CardCatalogueTest::whatNobodyPublishedIsEstimated() {
    for (const char* const id : {"a2", "a16", "h800", "rtx-3060-8gb", "radeon-w7900", "mi355x"}) {
        const auto card = findCard(id);
        QVERIFY2(card && card->capacitySource.empty(), id);
        QVERIFY2(card->capacity < card->nominal, id);
    }
    QVERIFY(findCard("a2")->capacity <= findCard("t4")->capacity);
    QVERIFY(findCard("h800")->capacity <= findCard("h100")->capacity);
    QVERIFY(findCard("rtx-3060-8gb")->capacity <= findCard("rtx-3070")->capacity);
}

void CardCatalogueTest::capabilitiesAreKnown() {
    QCOMPARE(findCard("t4")->computeCapability, 75U);
    QCOMPARE(findCard("a100-80gb")->computeCapability, 80U);
    QCOMPARE(findCard("rtx-4090")->computeCapability, 89U);
    QCOMPARE(findCard("b300")->computeCapability, 103U);
    QCOMPARE(computeCapabilityText(*findCard("b300")), std::string("10.3"));
    QCOMPARE(findCard("mi300x")->computeCapability, 0U);
    const auto catalogue = deviceCatalogue();
    for (const CatalogueCard& card : catalogue->cards) {
        const bool isNvidia = card.kind == CatalogueCard::Kind::Gpu &&
                              card.name.find("Radeon") == std::string::npos &&
                              card.name.find("Instinct") == std::string::npos &&
                              card.name.find("Arc") == std::string::npos;
        QCOMPARE(card.computeCapability > 0, isNvidia);
    }
}

void CardCatalogueTest::processorsAndLinksAreNoCards() {
    const auto catalogue = deviceCatalogue();
    QVERIFY(catalogue);
    QVERIFY(catalogue->processors.size() >= 3 && catalogue->links.size() >= 8);
    for (const CatalogueCard& processor : catalogue->processors) {
        QVERIFY2(processor.bandwidth && *processor.bandwidth > 5e10, processor.id.c_str());
        QVERIFY2(!findCard(processor.id), processor.id.c_str());
    }
    double before = 0;
    for (const CatalogueLink& link : catalogue->links) {
        QVERIFY2(link.bandwidth >= before && link.source.starts_with("https://"), link.id.c_str());
        QVERIFY2(!link.measured || *link.measured <= link.bandwidth, link.id.c_str());
        before = link.bandwidth;
    }
    const auto apple =
        std::ranges::count(catalogue->cards, CatalogueCard::Kind::Apple, &CatalogueCard::kind);
    QVERIFY(apple >= 2);
}

void CardCatalogueTest::isListedAsJson() {
    const auto text = catalogueToJson(*deviceCatalogue());
    const auto cards = QJsonDocument::fromJson(QByteArray::fromStdString(text))
                           .object()
                           .value(QStringLiteral("cards"))
                           .toArray();
    QCOMPARE(std::size_t(cards.size()), cardCatalogue()->size());
    for (const QJsonValue& value : cards) {
        const QJsonObject card = value.toObject();
        if (card[u"id"].toString() == QLatin1String("rtx-4090")) {
            QCOMPARE(card[u"name"].toString(), QStringLiteral("GeForce RTX 4090"));
            QCOMPARE(card[u"nominal"].toInteger(), qint64(24) << 30);
            QCOMPARE(card[u"capacity"].toInteger(), qint64(24081) << 20);
            QCOMPARE(card[u"compute_capability"].toString(), QStringLiteral("8.9"));
            QCOMPARE(card[u"bandwidth"].toDouble(), 1.008e12);
            QCOMPARE(card[u"link"].toString(), QStringLiteral("pcie-4-x16"));
            QVERIFY(card[u"link_source"].toString().startsWith(u"https://"));
            return;
        }
    }
    QFAIL("no rtx-4090");
}

void CardCatalogueTest::cardsStandInGpus_data() {
    QTest::addColumn<QString>("spec");
    QTest::addColumn<QList<double>>("gib");
    QTest::addColumn<QString>("name");
    const auto row = [](const char* spec, QList<double> gib, const char* name) {
        QTest::newRow(spec) << QString::fromLatin1(spec) << gib << QString::fromLatin1(name);
    };
    row("rtx-4090", {24081.0 / 1024}, "GeForce RTX 4090");
    row("rtx-4090*2", {24081.0 / 1024, 24081.0 / 1024}, "GeForce RTX 4090");
    row("h100*2:used=1GiB,16GiB", {79.178906, 79.178906, 16}, "H100 SXM5 80 GB");
    row("RTX 4090", {24081.0 / 1024}, "GeForce RTX 4090");
    row("NVIDIA GeForce RTX 3060", {11906.0 / 1024}, "GeForce RTX 3060");
    row("24GiB*3", {24, 24, 24}, "Simulated, 24.00 GiB");
    row("4090", {24081.0 / 1024}, "GeForce RTX 4090");
    row("a6000", {47.4}, "RTX A6000");
    row("RTX4090", {24081.0 / 1024}, "GeForce RTX 4090");
    row("7900xt", {19.984375}, "Radeon RX 7900 XT");
    row("2xh100", {79.178906, 79.178906}, "H100 SXM5 80 GB");
    row("2x h100:used=1GiB,16GiB", {79.178906, 79.178906, 16}, "H100 SXM5 80 GB");
    row("2X24GiB", {24, 24}, "Simulated, 24.00 GiB");
    row("25769803776", {24}, "Simulated, 24.00 GiB");
    row("2TiB", {2048}, "Simulated, 2048.00 GiB");
    row("t4:name=left", {14912.0 / 1024}, "left");
}

void CardCatalogueTest::cardsStandInGpus() {
    QFETCH(QString, spec);
    QFETCH(QList<double>, gib);
    QFETCH(QString, name);
    const auto gpus = parseSimulatedGpus(spec.toStdString());
    QVERIFY2(gpus.has_value(), gpus ? "" : gpus.error().message.english().c_str());
    QCOMPARE(gpus->size(), std::size_t(gib.size()));
    for (std::size_t i = 0; i < gpus->size(); ++i) {
        const DeviceInfo& gpu = (*gpus)[i];
        QVERIFY(gpu.id == DeviceId::gpu(std::uint32_t(i)) && gpu.simulated);
        QVERIFY(std::abs(double(*gpu.capacity) / double(kGiB) - gib[qsizetype(i)]) < 1e-5);
    }
    QCOMPARE(QString::fromStdString(gpus->front().name), name);
}

/// As drivers report names and MiB of memory.
void CardCatalogueTest::realCardsAreFound_data() {
    QTest::addColumn<qint64>("mib");
    QTest::addColumn<QString>("card");
    const auto row = [](const char* name, qint64 mib, const char* card) {
        QTest::addRow("%s, %lld MiB", name, mib) << mib << QString::fromLatin1(card);
    };
    row("NVIDIA H100 80GB HBM3", 81079, "h100");
    row("NVIDIA H200", 143156, "h200");
    row("NVIDIA A100-SXM4-40GB", 40326, "a100-40gb");
    row("NVIDIA A100-SXM4-80GB", 81154, "a100-80gb");
    row("NVIDIA GeForce RTX 4090", 24080, "rtx-4090");
    row("NVIDIA GeForce RTX 3060", 11909, "rtx-3060");
    row("NVIDIA GeForce RTX 3060", 8191, "rtx-3060-8gb");
    row("NVIDIA GeForce RTX 4060 Ti", 16380, "rtx-4060-ti-16gb");
    row("NVIDIA GeForce RTX 4060 Ti", 8188, "");
    row("Tesla T4", 14917, "t4");
    row("Tesla V100-SXM2-32GB", 32502, "v100-32gb");
    row("NVIDIA RTX A6000", 48551, "rtx-a6000");
    row("NVIDIA H100 80GB HBM3 MIG 1g.10gb", 9856, "");
    row("NVIDIA Graphics Device", 24576, "");
}

void CardCatalogueTest::realCardsAreFound() {
    QFETCH(qint64, mib);
    QFETCH(QString, card);
    const auto catalogue = deviceCatalogue();
    QVERIFY(catalogue);
    DeviceInfo device;
    device.id = DeviceId::gpu(0);
    device.name = QString::fromUtf8(QTest::currentDataTag()).section(u',', 0, 0).toStdString();
    device.capacity = std::uint64_t(mib) * kMiB;
    const CatalogueCard* const found = cardOfDevice(*catalogue, device);
    QCOMPARE(found == nullptr ? QString() : QString::fromStdString(found->id), card);
}

void CardCatalogueTest::refuses_data() {
    QTest::addColumn<QString>("spec");
    QTest::addColumn<QString>("part");
    QTest::newRow("no such card") << "rtx-4099"
                                  << "rtx-4090";
    QTest::newRow("none of it") << "rtx-4090*0"
                                << "1 to 64";
    QTest::newRow("no number") << "rtx-4090*x"
                               << "1 to 64";
    QTest::newRow("too many") << "rtx-4090*65"
                              << "1 to 64";
    QTest::newRow("none before it") << "0xh100"
                                    << "1 to 64";
    QTest::newRow("too many before it") << "65xh100"
                                        << "1 to 64";
    QTest::newRow("no unit") << "24"
                             << "24GiB";
    QTest::newRow("no card") << "4091"
                             << "4091GiB";
    QTest::newRow("a card that is not there")
        << "xyz" << goldenText("device/no-card-is-called-xyz");
    QTest::newRow("a part of a name") << "titan" << goldenText("device/no-card-is-called-titan");
    QTest::newRow("used without a unit") << "24GiB:used=13"
                                         << "13GiB";
    QTest::newRow("nothing") << "0"
                             << "capacity";
    QTest::newRow("too many together") << "rtx-4090*40,rtx-4090*40"
                                       << "64";
    QTest::newRow("in the second") << "1GiB*2,tpu"
                                   << "GPU 2";
}

void CardCatalogueTest::refuses() {
    QFETCH(QString, spec);
    QFETCH(QString, part);
    const auto gpus = parseSimulatedGpus(spec.toStdString());
    QVERIFY(!gpus.has_value());
    QVERIFY(gpus.error().code == ErrorCode::InvalidArgument);
    const QString message = QString::fromStdString(gpus.error().message);
    QVERIFY2(message.contains(part), qPrintable(message));
}

void CardCatalogueTest::onlyMoreThanThisMachineHasIsElsewhere() {
    HostMemory memory;
    memory.total = 32 * kGiB;
    memory.available = 20 * kGiB;
    DeviceInfo host = describeHost(memory);
    QCOMPARE(host.usedByOthers, 12 * kGiB);
    DeviceInfo disk;
    disk.id = DeviceId::disk();
    disk.capacity = 100 * kGiB;
    QVERIFY(!plannedOnlyReason(std::vector{host, disk}));
    overrideCapacity(host, 30 * kGiB);  // more than is free, not more than there is
    QCOMPARE(*host.freeBytes(), 30 * kGiB);
    QVERIFY(!plannedOnlyReason(std::vector{host, disk}));
    overrideCapacity(host, 64 * kGiB);
    overrideCapacity(host, 128 * kGiB);  // given twice: what this machine has is not forgotten
    QVERIFY(exceedsThisMachine(host));
    overrideCapacity(disk, 200 * kGiB);
    const auto sentence = plannedOnlyReason(std::vector{host, disk});
    QVERIFY(sentence.has_value());
    QCOMPARE(QString::fromStdString(*sentence),
             QString(goldenText("device/the-plan-is-for-another-machine")));
}

void CardCatalogueTest::aDiskIsAsLargeAsItsFileSystem() {
    const DeviceInfo disk = describeDisk(defaultOffloadParent());
    QVERIFY(disk.id == DeviceId::disk());
    QVERIFY(disk.capacity && *disk.freeBytes() <= *disk.capacity && *disk.capacity > 0);
    // A folder that is still to be made will lie on the file system of the nearest one.
    QCOMPARE(describeDisk("/nonexistent/folder").capacity, describeDisk("/").capacity);
}

QTEST_GUILESS_MAIN(CardCatalogueTest)
#include "tst_card_catalogue.moc"
