// SPDX-License-Identifier: GPL-3.0-or-later
// GGUF files and meta tensors: what of them can be planned, and what can be loaded.
#include "engine/checkpoint/open/open_checkpoint.h"
#include "engine/load/program/load_schedule.h"
#include "tests/load/load_fixture.h"
#include "tests/support/gguf_builder.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <fstream>

using namespace stowage;
using namespace stowage::test;

namespace {

/// The schedule of a file with everything on the CPU.
Result<std::shared_ptr<const LoadSchedule>> scheduleOf(const std::string& path,
                                                       std::optional<DType> dtype) {
    const auto checkpoint = openCheckpoint(path);
    if (!checkpoint) {
        return checkpoint.unexpected();
    }
    const auto tree = buildModuleTree(**checkpoint);
    if (!tree) {
        return tree.unexpected();
    }
    const auto plan = planFor(*tree, {cpuInfo()}, {{"", DeviceId::cpu()}}, dtype);
    return makeLoadSchedule(plan, *checkpoint, {LoadMethod::Streamed, {}});
}

}  // namespace

class TestGgufLoad : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    std::string write(const GgufTensor& tensor) const {
        const std::string path = m_folder.filePath(QStringLiteral("file.gguf")).toStdString();
        std::ofstream(path, std::ios::binary | std::ios::trunc)
            << ggufBytes({.tensors = {tensor}}) << std::string(1024, '\0');
        return path;
    }

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }

    void plainTypesAreScheduled_data() {
        QTest::addColumn<uint>("type");
        QTest::addColumn<int>("bytes");
        QTest::newRow("F32") << 0U << 64;
        QTest::newRow("F16") << 1U << 32;
        QTest::newRow("BF16") << 30U << 32;
    }
    void plainTypesAreScheduled() {
        QFETCH(uint, type);
        QFETCH(int, bytes);
        const auto schedule = scheduleOf(write({.dimensions = {8, 2}, .type = type}), std::nullopt);
        QVERIFY2(schedule, schedule ? "" : schedule.error().message.english().c_str());
        QCOMPARE((*schedule)->totalBytes, static_cast<std::uint64_t>(bytes));
    }

    /// Bytes as they are: blocks are cast to nothing else, whatever dtype is planned.
    void quantisedTypesAreScheduledAsTheyAre_data() {
        QTest::addColumn<uint>("type");
        QTest::addColumn<int>("width");
        QTest::addColumn<int>("bytes");
        QTest::newRow("Q4_0") << 2U << 32 << 3 * 18;
        QTest::newRow("Q8_0") << 8U << 64 << 3 * 68;
        QTest::newRow("Q4_K") << 12U << 256 << 3 * 144;
        QTest::newRow("IQ4_NL") << 20U << 32 << 3 * 18;
        QTest::newRow("IQ2_XXS") << 16U << 256 << 3 * 66;
        QTest::newRow("MXFP4") << 39U << 32 << 3 * 17;
        QTest::newRow("NVFP4") << 40U << 64 << 3 * 36;
        QTest::newRow("Q1_0") << 41U << 128 << 3 * 18;
        QTest::newRow("Q2_0") << 42U << 64 << 3 * 18;
    }
    void quantisedTypesAreScheduledAsTheyAre() {
        QFETCH(uint, type);
        QFETCH(int, width);
        QFETCH(int, bytes);
        const auto columns = static_cast<std::uint64_t>(width);
        for (const auto dtype : {std::optional<DType>(), std::optional(DType::Float16)}) {
            const auto schedule =
                scheduleOf(write({.dimensions = {columns, 3}, .type = type}), dtype);
            QVERIFY2(schedule, schedule ? "" : schedule.error().message.english().c_str());
            QCOMPARE((*schedule)->totalBytes, static_cast<std::uint64_t>(bytes));
            QVERIFY(elementBlock((*schedule)->tensors.front().dtype));
        }
    }

    void metaTensorsAreRefusedByNameAndWalkedDry() {
        const auto checkpoint = openCheckpoint(STOWAGE_TEST_DATA "/checkpoints/meta-torch2.15.pth");
        QVERIFY2(checkpoint, checkpoint ? "" : checkpoint.error().message.english().c_str());
        const auto meta = std::ranges::find_if((*checkpoint)->tensors, &StoredTensor::isMeta);
        QVERIFY(meta != (*checkpoint)->tensors.end());
        const auto tree = buildModuleTree(**checkpoint);
        QVERIFY(tree);
        const auto plan = planFor(*tree, {cpuInfo()}, {{"", DeviceId::cpu()}}, std::nullopt);
        const auto schedule = makeLoadSchedule(plan, *checkpoint, {LoadMethod::Streamed, {}});
        QVERIFY(!schedule);
        QCOMPARE(schedule.error().code, ErrorCode::Unsupported);
        QVERIFY2(schedule.error().message.english().find("meta device") != std::string::npos,
                 schedule.error().message.english().c_str());
        QCOMPARE(schedule.error().key, meta->name);
        const auto dry = makeLoadSchedule(plan, *checkpoint, {LoadMethod::Streamed, {}, true});
        QVERIFY2(dry, dry ? "" : dry.error().message.english().c_str());
        QCOMPARE((*dry)->totalBytes, (*tree)->totalBytes());
    }
};

QTEST_GUILESS_MAIN(TestGgufLoad)
#include "tst_gguf_load.moc"
