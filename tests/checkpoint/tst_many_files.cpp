// SPDX-License-Identifier: GPL-3.0-or-later
// Checkpoints of several files, as the real libraries wrote them and as ours are written.
#include "engine/base/json_reader.h"
#include "engine/checkpoint/open/open_checkpoint.h"
#include "engine/checkpoint/write/file_set_writer.h"
#include "engine/checkpoint/write/sample_checkpoint.h"
#include "engine/model/tensor_spec.h"
#include "tests/support/fixture_digests.h"
#include "tests/support/golden_text.h"
#include "tests/support/tree_text.h"

#include <QTest>

#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <map>
#include <thread>

using namespace stowage;
using namespace stowage::test;

namespace {

std::string fixture(const char* name) {
    return std::string(STOWAGE_TEST_DATA "/checkpoints/") + name;
}

std::size_t openDescriptors() {
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
        count += entry.path().empty() ? 0 : 1;
    }
    return count;
}

SampleOptions tiny(const QTemporaryDir& dir, const char* name, CheckpointFormat format) {
    SampleOptions options;
    options.folder = dir.filePath(QString::fromLatin1(name)).toStdString();
    options.arch = "raschka-gpt2";
    options.format = format;
    options.sizes = SampleSizes{61, 24, 16, 3, 2};
    return options;
}

QStringList filesIn(const std::string& folder) {
    return QDir(QString::fromStdString(folder))
        .entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot, QDir::Name);
}

}  // namespace

class TestManyFiles : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void foldersOfTheLibrariesAreRead_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("format");
        QTest::addColumn<int>("files");
        const auto row = [](const char* name, CheckpointFormat format, int files) {
            QTest::newRow(name) << QString::fromLatin1(name) << static_cast<int>(format) << files;
        };
        row("gpt2-tiny-shards", CheckpointFormat::SafetensorsShards, 3);
        row("bin-shards", CheckpointFormat::TorchShards, 2);
        row("per-tensor", CheckpointFormat::PerTensor, 7);
        row("offload", CheckpointFormat::OffloadFolder, 8);
    }
    void foldersOfTheLibrariesAreRead() {
        QFETCH(QString, name);
        QFETCH(int, format);
        QFETCH(int, files);
        const std::string path = fixture(name.toLatin1().constData());
        const auto checkpoint = openCheckpoint(path);
        QVERIFY2(checkpoint, checkpoint ? "" : checkpoint.error().message.english().c_str());
        QCOMPARE(static_cast<int>((*checkpoint)->format), format);
        QCOMPARE(static_cast<int>((*checkpoint)->shards.size()), files);
        QCOMPARE((*checkpoint)->path, path);
        QVERIFY2(
            (*checkpoint)->warnings.empty(),
            (*checkpoint)->warnings.empty() ? "" : (*checkpoint)->warnings[0].english().c_str());
        QCOMPARE(*digestsOf(**checkpoint), digestsFromPython(path));
        QVERIFY(buildModuleTree(**checkpoint).has_value());
    }

    void anIndexOpensByItself() {
        const auto byFolder = openCheckpoint(fixture("gpt2-tiny-shards"));
        const auto byIndex =
            openCheckpoint(fixture("gpt2-tiny-shards/model.safetensors.index.json"));
        QVERIFY(byFolder && byIndex);
        QCOMPARE(*digestsOf(**byIndex), *digestsOf(**byFolder));
        QVERIFY(openCheckpoint(fixture("offload/index.json")).has_value());
        QVERIFY(openCheckpoint(fixture("per-tensor/model_parameters")).has_value());
    }

    void shardsGiveTheTreeOfOneFile() {
        const auto shards = openCheckpoint(fixture("gpt2-tiny-shards"));
        const auto whole = openCheckpoint(fixture("gpt2-tiny.safetensors"));
        QVERIFY(shards && whole);
        QCOMPARE(QString::fromStdString(treeText(**buildModuleTree(**shards))),
                 QString::fromStdString(treeText(**buildModuleTree(**whole))));
    }

    void namesOfOneStorageStayTied() {
        const auto checkpoint = openCheckpoint(fixture("bin-shards"));
        QVERIFY(checkpoint.has_value());
        const auto tree = buildModuleTree(**checkpoint);
        QVERIFY(tree.has_value());
        std::uint64_t bytes = 0;
        std::uint64_t tied = 0;
        for (const StoredTensor& tensor : (*checkpoint)->tensors) {
            const auto size = *checkedByteSize(tensor.dtype, tensor.shape);
            bytes += size;
            tied = tensor.name == "tied.weight" ? size : tied;
        }
        QVERIFY(tied > 0);
        QCOMPARE((*tree)->totalBytes(), bytes - tied);
    }

    void accelerateHasAFlatIndex() {
        const QTemporaryDir dir;
        const QDir source(QString::fromStdString(fixture("gpt2-tiny-shards")));
        for (const QString& name : source.entryList({"*.safetensors"})) {
            QVERIFY(QFile::copy(source.filePath(name), dir.filePath(name)));
        }
        std::ifstream stream(source.filePath("model.safetensors.index.json").toStdString());
        const std::string text{std::istreambuf_iterator<char>(stream), {}};
        const auto index = parseJson(text, "index");
        QVERIFY(index.has_value());
        std::ofstream(dir.filePath("x.index.json").toStdString())
            << jsonText((*index)["weight_map"]);
        const auto checkpoint = openCheckpoint(dir.path().toStdString());
        QVERIFY2(checkpoint, checkpoint ? "" : checkpoint.error().message.english().c_str());
        QCOMPARE(*digestsOf(**checkpoint), digestsFromPython(fixture("gpt2-tiny-shards")));
    }

    /// As Accelerate's guide shows them: neither the index nor the shards are named as usual.
    void theGuidesFolderOpensByAnyOfItsFiles_data() {
        QTest::addColumn<QString>("source");
        QTest::addColumn<QString>("ending");
        QTest::addColumn<bool>("isFlat");
        for (const bool isFlat : {true, false}) {
            const QString form = isFlat ? "flat" : "weight_map";
            QTest::addRow(".bin, %s", qPrintable(form)) << "bin-shards"
                                                        << ".bin" << isFlat;
            QTest::addRow(".pt, %s", qPrintable(form)) << "bin-shards"
                                                       << ".pt" << isFlat;
            QTest::addRow(".safetensors, %s", qPrintable(form)) << "gpt2-tiny-shards"
                                                                << ".safetensors" << isFlat;
        }
    }
    void theGuidesFolderOpensByAnyOfItsFiles() {
        QFETCH(QString, source);
        QFETCH(QString, ending);
        QFETCH(bool, isFlat);
        const QTemporaryDir dir;
        const QDir from(QString::fromStdString(fixture(qPrintable(source))));
        const QStringList shards = from.entryList({"*-of-*"});
        QFile theirs(from.filePath(from.entryList({"*.index.json"}).value(0)));
        QVERIFY(theirs.open(QIODevice::ReadOnly));
        QByteArray index = theirs.readAll();
        QStringList names;
        for (const QString& shard : shards) {
            const QString place = QStringList{"first", "second", "third"}.value(names.size());
            names.append(place + "_state_dict" + ending);
            QVERIFY(QFile::copy(from.filePath(shard), dir.filePath(names.last())));
            index.replace(shard.toUtf8(), names.last().toUtf8());
        }
        const auto document = parseJson(index.toStdString(), "index");
        QVERIFY(document.has_value());
        std::ofstream(dir.filePath("index.json").toStdString())
            << jsonText(isFlat ? (*document)["weight_map"] : *document);
        const auto digests = digestsFromPython(fixture(qPrintable(source)));
        for (const QString& name : QStringList{QString(), "index.json"} + names) {
            const std::string path = dir.filePath(name).toStdString();
            const auto checkpoint = openCheckpoint(path);
            QVERIFY2(checkpoint, checkpoint ? "" : checkpoint.error().message.english().c_str());
            QCOMPARE(*digestsOf(**checkpoint), digests);
            QCOMPARE((*checkpoint)->path, path);
            const auto& warnings = (*checkpoint)->warnings;
            QCOMPARE(warnings.size(), std::size_t{names.contains(name) ? 1U : 0U});
            const std::string belongs = path + goldenText("checkpoint/is-one-of-the") +
                                        std::to_string(names.size()) + " shards of the index " +
                                        dir.filePath("index.json").toStdString() +
                                        goldenText("checkpoint/names-all-of-them-were-opened");
            QVERIFY(warnings.empty() || warnings.front() == belongs);
        }
        // Without one of them a shard is still itself, and says why the others are not there.
        QVERIFY(QFile::remove(dir.filePath(names.last())));
        const auto alone = openCheckpoint(dir.filePath(names.first()).toStdString());
        QVERIFY2(alone, alone ? "" : alone.error().message.english().c_str());
        QCOMPARE((*alone)->shards.size(), std::size_t{1});
        QVERIFY((*alone)->warnings.back().english().find(
                    goldenText("checkpoint/only-its-own-tensors-are-here")) != std::string::npos);
        QVERIFY(!openCheckpoint(dir.path().toStdString()).has_value());
    }

    /// An index that cannot be read, or names other files, has nothing to do with a file.
    void whatNoIndexNamesIsAlone() {
        const QTemporaryDir dir;
        const QString file = dir.filePath("weights.safetensors");
        QVERIFY(QFile::copy(QString::fromStdString(fixture("gpt2-tiny.safetensors")), file));
        for (const char* index :
             {"{", "[]", "{\"a\": \"other.safetensors\"}", "{\"a\": {\"dtype\": \"float32\"}}",
              "{\"a\": \"../weights.safetensors\"}"}) {
            std::ofstream(dir.filePath("index.json").toStdString()) << index;
            const auto checkpoint = openCheckpoint(file.toStdString());
            QVERIFY2(checkpoint, checkpoint ? "" : checkpoint.error().message.english().c_str());
            QVERIFY((*checkpoint)->warnings.empty());
            QCOMPARE((*checkpoint)->shards.size(), std::size_t{1});
        }
    }

    /// Shards are expected to follow the index's order, and need not.
    void anIndexMayHaveAnyOrder_data() {
        QTest::addColumn<int>("step");
        QTest::newRow("backwards") << -1;
        QTest::newRow("every fifth") << 5;
    }
    void anIndexMayHaveAnyOrder() {
        QFETCH(int, step);
        const QTemporaryDir dir;
        const QDir source(QString::fromStdString(fixture("gpt2-tiny-shards")));
        for (const QString& name : source.entryList({"*.safetensors"})) {
            QVERIFY(QFile::copy(source.filePath(name), dir.filePath(name)));
        }
        const auto usual = openCheckpoint(fixture("gpt2-tiny-shards"));
        QVERIFY(usual.has_value());
        const auto& tensors = (*usual)->tensors;
        const auto count = static_cast<int>(tensors.size());
        QVERIFY(count % 5 != 0);
        QStringList entries;
        for (int i = 0; i < count; ++i) {
            const StoredTensor& tensor =
                tensors[static_cast<std::size_t>(step < 0 ? count - 1 - i : i * step % count)];
            const QFileInfo file(
                QString::fromStdString((*usual)->shards[tensor.location.shard]->path()));
            entries.append(QStringLiteral("\"%1\": \"%2\"")
                               .arg(QString::fromStdString(tensor.name), file.fileName()));
        }
        std::ofstream(dir.filePath("model.safetensors.index.json").toStdString())
            << ("{" + entries.join(',') + "}").toStdString();
        const auto checkpoint = openCheckpoint(dir.path().toStdString());
        QVERIFY2(checkpoint, checkpoint ? "" : checkpoint.error().message.english().c_str());
        QVERIFY((*checkpoint)->warnings.empty());
        QCOMPARE(*digestsOf(**checkpoint), digestsFromPython(fixture("gpt2-tiny-shards")));
    }

    void filesAreCountedWhileTheyAreRead_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("files");
        QTest::newRow("shards") << "gpt2-tiny-shards" << 3;
        QTest::newRow("per-tensor") << "per-tensor" << 7;
        QTest::newRow("offload") << "offload" << 8;
    }
    void filesAreCountedWhileTheyAreRead() {
        QFETCH(QString, name);
        QFETCH(int, files);
        std::vector<Progress> heard;
        const auto checkpoint =
            openCheckpoint(fixture(name.toLatin1().constData()), {}, {},
                           [&](const Progress& progress) { heard.push_back(progress); });
        QVERIFY(checkpoint.has_value());
        QVERIFY(heard.size() >= 2);
        QCOMPARE(heard.front().itemsDone, 0U);
        QCOMPARE(heard.back().itemsDone, static_cast<std::uint64_t>(files));
        QCOMPARE(heard.back().itemsTotal, static_cast<std::uint64_t>(files));
        QVERIFY(std::ranges::is_sorted(heard, {}, &Progress::itemsDone));
    }

    void shardsAreCutAsTheHubDoes_data() {
        QTest::addColumn<QList<quint64>>("sizes");
        QTest::addColumn<quint64>("most");
        QTest::addColumn<QString>("shards");
        const auto row = [](const char* name, const QList<quint64>& sizes, quint64 most,
                            const char* shards) {
            QTest::newRow(name) << sizes << most << QString::fromLatin1(shards);
        };
        // The first is the example of huggingface_hub's own documentation.
        row("greedy in order", {6, 6, 2, 6, 2, 2}, 10, "0|1,2|3,4,5");
        row("exactly full", {5, 5, 5}, 10, "0,1|2");
        row("too large", {4, 11, 4}, 10, "1|0,2");
        row("only too large", {11, 12}, 10, "0|1");
        row("one is enough", {1, 2, 3}, 10, "0,1,2");
        row("empty tensors", {10, 0, 1}, 10, "0,1|2");
        row("nothing", {}, 10, "");
    }
    void shardsAreCutAsTheHubDoes() {
        QFETCH(QList<quint64>, sizes);
        QFETCH(quint64, most);
        QFETCH(QString, shards);
        const std::vector<std::uint64_t> bytes(sizes.begin(), sizes.end());
        const auto parts = splitIntoShards(bytes, most);
        QStringList found;
        for (const PartFile& part : parts) {
            QStringList numbers;
            for (const std::size_t index : part.tensors) {
                numbers.append(QString::number(index));
            }
            found.append(numbers.join(','));
        }
        QCOMPARE(found.join('|'), shards);
        QCOMPARE(QString::fromStdString(parts[0].name),
                 parts.size() == 1 ? QStringLiteral("model.safetensors")
                                   : QStringLiteral("model-00001-of-%1.safetensors")
                                         .arg(static_cast<int>(parts.size()), 5, 10, QChar('0')));
    }

    void samplesOfManyFilesHoldTheSame() {
        const QTemporaryDir dir;
        const auto whole = tiny(dir, "whole", CheckpointFormat::Safetensors);
        auto shards = tiny(dir, "shards", CheckpointFormat::Safetensors);
        shards.shardBytes = 9000;
        const auto parts = tiny(dir, "parts", CheckpointFormat::PerTensor);
        QVERIFY(writeSampleCheckpoint(whole).has_value());
        const auto expected = openCheckpoint(whole.folder);
        QVERIFY(expected.has_value());
        const auto digests = *digestsOf(**expected);
        const auto tree = QString::fromStdString(treeText(**buildModuleTree(**expected)));
        for (const SampleOptions& options : {shards, parts}) {
            const auto summary = writeSampleCheckpoint(options);
            QVERIFY2(summary, summary ? "" : summary.error().message.english().c_str());
            for (const std::string& path : {summary->path, options.folder}) {
                const auto checkpoint = openCheckpoint(path);
                QVERIFY2(checkpoint,
                         checkpoint ? "" : checkpoint.error().message.english().c_str());
                QVERIFY((*checkpoint)->warnings.empty());
                QCOMPARE((*checkpoint)->shards.size(), summary->fileCount);
                QVERIFY(summary->fileCount > 2);
                QVERIFY(summary->fileBytes > summary->tensorBytes);
                QCOMPARE(*digestsOf(**checkpoint), digests);
                QCOMPARE(QString::fromStdString(treeText(**buildModuleTree(**checkpoint))), tree);
            }
            QVERIFY(!filesIn(options.folder).join(' ').contains(".partial"));
        }
        const auto split = openCheckpoint(shards.folder);
        std::map<std::uint32_t, std::pair<std::uint64_t, int>> used;
        for (const StoredTensor& tensor : (*split)->tensors) {
            used[tensor.location.shard].first += tensor.location.length;
            ++used[tensor.location.shard].second;
        }
        QCOMPARE(used.size(), (*split)->shards.size());
        for (const auto& [shard, bytesAndTensors] : used) {
            QVERIFY(bytesAndTensors.first <= 9000 || bytesAndTensors.second == 1);
        }
    }

    void aNewSampleReplacesTheOldTensors() {
        const QTemporaryDir dir;
        auto options = tiny(dir, "s", CheckpointFormat::PerTensor);
        QVERIFY(writeSampleCheckpoint(options).has_value());
        const std::string note = options.folder + "/model_parameters/note.txt";
        std::ofstream(note) << "mine";
        options.sizes->layers = 1;
        const auto summary = writeSampleCheckpoint(options);
        QVERIFY(summary.has_value());
        const auto checkpoint = openCheckpoint(options.folder);
        QCOMPARE((*checkpoint)->tensors.size(), std::size_t{summary->tensorCount});
        QVERIFY(QFile::exists(QString::fromStdString(note)));
    }

    void stoppedWritersLeaveNothing_data() {
        QTest::addColumn<bool>("isPerTensor");
        QTest::newRow("shards") << false;
        QTest::newRow("per-tensor") << true;
    }
    void stoppedWritersLeaveNothing() {
        QFETCH(bool, isPerTensor);
        const QTemporaryDir dir;
        const std::vector<TensorToWrite> tensors{
            {"a", DType::UInt8, {64}}, {"b", DType::UInt8, {64}}, {"c", DType::UInt8, {64}}};
        std::stop_source stop;
        CheckpointWriteJob job;
        job.path = dir.path().toStdString() + (isPerTensor ? "/model_parameters" : "");
        job.tensors = tensors;
        job.stop = stop.get_token();
        // One file is complete by then, and the second begun.
        job.source = [&](std::size_t index, std::uint64_t, std::span<std::byte>) {
            if (index == 1) {
                stop.request_stop();
            }
            return index == 2 ? Result<void>(fail(ErrorCode::ReadFailed, "Nobody asks for it."))
                              : Result<void>();
        };
        if (isPerTensor) {
            const auto written = writePerTensorFolder(job);
            QVERIFY(!written && written.error().code == ErrorCode::Cancelled);
        } else {
            const auto written = writeSafetensorsShards(job, 64);
            QVERIFY(!written && written.error().code == ErrorCode::Cancelled);
        }
        QVERIFY(QDir(dir.path()).isEmpty());
    }

    /// A folder of many tensors never holds more than the pool's descriptors.
    void descriptorsAreBounded() {
        const QTemporaryDir dir;
        auto options = tiny(dir, "s", CheckpointFormat::PerTensor);
        options.sizes->layers = 20;
        const auto summary = writeSampleCheckpoint(options);
        QVERIFY(summary && summary->fileCount > 250);
        const std::size_t before = openDescriptors();
        const auto checkpoint = openCheckpoint(options.folder);
        QVERIFY(checkpoint.has_value());
        std::vector<std::thread> readers;
        std::atomic<int> failures = 0;
        for (int i = 0; i < 4; ++i) {
            readers.emplace_back([&] { failures += digestsOf(**checkpoint) ? 0 : 1; });
        }
        for (std::thread& reader : readers) {
            reader.join();
        }
        QCOMPARE(failures.load(), 0);
        QVERIFY(openDescriptors() <= before + RandomAccessFile::kPooledDescriptors);
    }

    /// Whoever asks each file for its descriptor gets it, beyond the soft limit as well.
    void theLimitOfOpenFilesIsRaised() {
        const QTemporaryDir dir;
        auto options = tiny(dir, "s", CheckpointFormat::PerTensor);
        options.sizes->layers = 20;
        QVERIFY(writeSampleCheckpoint(options).has_value());
        rlimit before{};
        QCOMPARE(::getrlimit(RLIMIT_NOFILE, &before), 0);
        rlimit low = before;
        low.rlim_cur = openDescriptors() + 100;
        QVERIFY(low.rlim_max >= 1000);
        QCOMPARE(::setrlimit(RLIMIT_NOFILE, &low), 0);
        const auto checkpoint = openCheckpoint(options.folder);
        QVERIFY(checkpoint.has_value());
        QVERIFY((*checkpoint)->shards.size() > 250);
        const bool allOpen = std::ranges::all_of(
            (*checkpoint)->shards, [](const auto& shard) { return shard->descriptor() >= 0; });
        QCOMPARE(::setrlimit(RLIMIT_NOFILE, &before), 0);
        QVERIFY(allOpen);
    }

    void aReplacedTensorIsNoticed() {
        const QTemporaryDir dir;
        auto options = tiny(dir, "s", CheckpointFormat::PerTensor);
        options.sizes->layers = 10;
        QVERIFY(writeSampleCheckpoint(options).has_value());
        const auto checkpoint = openCheckpoint(options.folder);
        QVERIFY((*checkpoint)->shards.size() > 2 * RandomAccessFile::kPooledDescriptors);
        // The first file's descriptor has left the pool by now.
        const auto& first = (*checkpoint)->shards.front();
        const QString path = QString::fromStdString(first->path());
        const QString copy = dir.filePath("copy");
        QVERIFY(QFile::copy(path, copy) && QFile::remove(path) && QFile::rename(copy, path));
        std::array<std::byte, 4> bytes{};
        const auto read = first->readAt(0, bytes);
        QCOMPARE(read.error().code, ErrorCode::ReadFailed);
        QVERIFY(read.error().message.english().find("replaced") != std::string::npos);
    }

    void otherFormatsHaveNoShards() {
        const QTemporaryDir dir;
        auto options = tiny(dir, "s", CheckpointFormat::TorchZip);
        options.shardBytes = 1000;
        QCOMPARE(writeSampleCheckpoint(options).error().code, ErrorCode::InvalidArgument);
        options.format = CheckpointFormat::Safetensors;
        options.shardBytes = 0;
        QCOMPARE(writeSampleCheckpoint(options).error().code, ErrorCode::InvalidArgument);
        QVERIFY(QDir(dir.path()).isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestManyFiles)
#include "tst_many_files.moc"
