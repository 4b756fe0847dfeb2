// SPDX-License-Identifier: GPL-3.0-or-later
// The lesson's sizes: their bytes, what is told of them without a file, and their peaks.
#include "engine/checkpoint/open/open_checkpoint.h"
#include "engine/checkpoint/write/sample_checkpoint.h"
#include "engine/lesson/lesson_outline.h"
#include "engine/load/program/load_schedule.h"
#include "engine/load/program/program_prediction.h"
#include "tests/lesson/roomy_gpu.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <array>
#include <map>

using namespace stowage;

namespace {

/// A row of the table of docs/spec/memory.md §1: the sum, then allocated and reserved.
struct Expected {
    LessonSize size;
    quint64 sum;
    std::array<quint64, 2> applyOrder, treeOrder, oneAtATime, both;
    std::array<quint64, 2> shardOrder;  ///< tree order by shards, in each by name
};

const std::array<Expected, 4> kTable{{{LessonSize::Small124M,
                                       702480384,
                                       {706701312, 731906048},
                                       {707225600, 731906048},
                                       {861890560, 887095296},
                                       {1414975488, 1461714944},
                                       {706963456, 731906048}},
                                      {LessonSize::Medium355M,
                                       1725808640,
                                       {1725808640, 1730150400},
                                       {1725808640, 1730150400},
                                       {1931661312, 1937768448},
                                       {3451617280, 3460300800},
                                       {1725808640, 1730150400}},
                                      {LessonSize::Large774M,
                                       3504431104,
                                       {3581196288, 3762290688},
                                       {3581982720, 3741319168},
                                       {3839145984, 4020240384},
                                       {7163179008, 7501512704},
                                       {3581196288, 3762290688}},
                                      {LessonSize::Xl1558M,
                                       6753416192,
                                       {6888695808, 6962544640},
                                       {6889187328, 6962544640},
                                       {7210340864, 7285506048},
                                       {13777883136, 13904117760},
                                       {6888695808, 6962544640}}}};

QByteArray nameOf(LessonSize size) {
    const std::string_view name = lessonSizeName(size);
    return {name.data(), static_cast<qsizetype>(name.size())};
}

std::map<LoadMethod, std::array<quint64, 2>> expectedPeaks(const Expected& row) {
    return {{LoadMethod::Naive, row.both},
            {LoadMethod::Sequential, row.oneAtATime},
            {LoadMethod::Meta, row.both},
            {LoadMethod::Mmap, row.treeOrder},
            {LoadMethod::PerTensor, row.applyOrder},
            {LoadMethod::Sharded, row.shardOrder},
            {LoadMethod::Streamed, row.applyOrder}};
}

std::uint64_t largestTensor(const Checkpoint& checkpoint) {
    return std::ranges::max(checkpoint.tensors, {},
                            [](const StoredTensor& tensor) { return tensor.location.length; })
        .location.length;
}

std::uint64_t largestShard(const Checkpoint& checkpoint) {
    std::map<std::uint32_t, std::uint64_t> bytes;
    for (const StoredTensor& tensor : checkpoint.tensors) {
        bytes[tensor.location.shard] += tensor.location.length;
    }
    std::uint64_t largest = 0;
    for (const auto& [shard, held] : bytes) {
        largest = std::max(largest, held);
    }
    return largest;
}

}  // namespace

class LessonSizeTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }
    void sizes_data();
    void bytesAndPeaks_data() { sizes_data(); }
    void bytesAndPeaks();
    void hostPeaks_data() { sizes_data(); }
    void hostPeaks();
    void shards_data() { sizes_data(); }
    void shards();
    void tellsItsSizes_data() { sizes_data(); }
    void tellsItsSizes();
    void otherModelsAreNoLesson();
    void anotherSizeIsNoLesson();
    void stepsAndTheirMethods();
};

void LessonSizeTest::sizes_data() {
    QTest::addColumn<int>("row");
    for (std::size_t i = 0; i < kTable.size(); ++i) {
        QTest::newRow(nameOf(kTable[i].size).constData()) << static_cast<int>(i);
    }
}

void LessonSizeTest::bytesAndPeaks() {
    QFETCH(const int, row);
    const Expected& expected = kTable[static_cast<std::size_t>(row)];
    QCOMPARE(lessonWeightBytes(expected.size), expected.sum);
    const auto predictions = lessonPredictions(expected.size, roomyGpu());
    QCOMPARE(predictions.size(), allLoadMethods().size());
    const auto peaks = expectedPeaks(expected);
    for (const auto& schedule : predictions) {
        const PredictedPeak& peak = schedule->predictedPeaks.at(DeviceId::gpu(0));
        QCOMPARE(peak.allocated, peaks.at(schedule->method)[0]);
        QCOMPARE(peak.reserved, peaks.at(schedule->method)[1]);
        QVERIFY(schedule->prediction->shortages.empty());
        QVERIFY(schedule->dryRun);
    }
}

void LessonSizeTest::hostPeaks() {
    QFETCH(const int, row);
    const Expected& expected = kTable[static_cast<std::size_t>(row)];
    std::map<LoadMethod, std::uint64_t> peaks;
    std::uint64_t mappedAtOnce = 0;
    for (const auto& schedule : lessonPredictions(expected.size, roomyGpu())) {
        peaks[schedule->method] = schedule->prediction->peakHostAnon;
        mappedAtOnce = schedule->method == LoadMethod::Sharded
                           ? schedule->prediction->mappedFileBytes
                           : mappedAtOnce;
    }
    const auto host = [&](LoadMethod method) { return peaks.at(method); };
    const std::uint64_t largest = largestTensor(*describedLessonModel(expected.size));
    QCOMPARE(host(LoadMethod::Naive), expected.sum);
    QCOMPARE(host(LoadMethod::Sequential), expected.sum);
    QCOMPARE(host(LoadMethod::Meta), largest);
    QCOMPARE(host(LoadMethod::Mmap), std::uint64_t{0});
    QCOMPARE(host(LoadMethod::PerTensor), largest);
    // Safetensors shards are mapped: pages of one at a time, and no memory of the host's own.
    QCOMPARE(host(LoadMethod::Sharded), std::uint64_t{0});
    QCOMPARE(mappedAtOnce, largestShard(*describedLessonModel(expected.size, LessonFiles::Shards)));
    QVERIFY(host(LoadMethod::Streamed) <= std::uint64_t{32} << 20U);
}

void LessonSizeTest::shards() {
    QFETCH(const int, row);
    const LessonSize size = kTable[static_cast<std::size_t>(row)].size;
    const auto one = describedLessonModel(size);
    const auto many = describedLessonModel(size, LessonFiles::Shards);
    QVERIFY(std::ranges::all_of(
        one->tensors, [](const StoredTensor& tensor) { return tensor.location.shard == 0; }));
    QCOMPARE(one->tensors.size(), many->tensors.size());
    std::map<std::uint32_t, std::pair<std::uint64_t, int>> held;
    for (const StoredTensor& tensor : many->tensors) {
        held[tensor.location.shard].first += tensor.location.length;
        ++held[tensor.location.shard].second;
    }
    QVERIFY(held.size() >= 6);
    for (const auto& [shard, content] : held) {
        QVERIFY(content.first <= lessonShardLimit(size) || content.second == 1);
    }
    QVERIFY(lessonShardLimit(size) <= std::uint64_t{1} << 30U);
}

void LessonSizeTest::tellsItsSizes() {
    QFETCH(const int, row);
    const LessonSize size = kTable[static_cast<std::size_t>(row)].size;
    const auto model = describedLessonModel(size);
    QVERIFY(lessonSizeOf(*model) == size);
    QVERIFY(lessonSizeOf(*describedLessonModel(size, LessonFiles::Shards)) == size);
    const auto architectures = sampleArchitectures();
    QVERIFY(std::ranges::find(architectures, lessonArchitecture(size)) != architectures.end());
    QCOMPARE(model->describedTree->totalBytes(), lessonWeightBytes(size));

    Checkpoint changed = *model;
    changed.tensors[5].dtype = DType::Float16;
    QVERIFY(!lessonSizeOf(changed));
    changed = *model;
    changed.tensors[5].shape.push_back(1);
    QVERIFY(!lessonSizeOf(changed));
    changed = *model;
    changed.tensors.pop_back();
    QVERIFY(!lessonSizeOf(changed));
    changed = *model;
    changed.tensors.push_back(changed.tensors[0]);
    changed.tensors.back().name = "more";
    QVERIFY(!lessonSizeOf(changed));
}

void LessonSizeTest::otherModelsAreNoLesson() {
    QVERIFY(!lessonSizeOf(Checkpoint{}));
}

/// As `sample` writes it, in a size of its own: names and shapes of another model.
void LessonSizeTest::anotherSizeIsNoLesson() {
    QTemporaryDir folder;
    SampleOptions options;
    options.folder = folder.path().toStdString();
    options.arch = lessonArchitecture(LessonSize::Small124M);
    options.format = CheckpointFormat::TorchZip;
    options.sizes = SampleSizes{97, 16, 24, 2, 3};
    const auto written = writeSampleCheckpoint(options);
    QVERIFY(written.has_value());
    const auto checkpoint = openCheckpoint(written->path);
    QVERIFY(checkpoint.has_value());
    QVERIFY(!lessonSizeOf(**checkpoint));
}

void LessonSizeTest::stepsAndTheirMethods() {
    QCOMPARE(allLessonSteps().size(), std::size_t{9});
    QVERIFY(!methodOf(LessonStep::Checkpoint));
    QVERIFY(methodOf(LessonStep::SeveralDevices) == LoadMethod::Streamed);
    QStringList names;
    for (const LessonStep step : allLessonSteps()) {
        const std::string_view name = lessonStepName(step);
        names.append(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())));
    }
    QCOMPARE(names, QStringList({"checkpoint", "naive", "sequential", "meta", "mmap", "per-tensor",
                                 "sharded", "streamed", "several-devices"}));
}

QTEST_GUILESS_MAIN(LessonSizeTest)
#include "tst_lesson_size.moc"
