// SPDX-License-Identifier: GPL-3.0-or-later
// What verification reads a second time: of many files few are open at once.
#include "engine/checkpoint/open/open_checkpoint.h"
#include "engine/load/execute/expected_tensor.h"

#include "engine/checkpoint/write/sample_checkpoint.h"
#include "plain_backend.h"

#include <QTest>

#include <sys/resource.h>

#include <algorithm>
#include <filesystem>
#include <vector>

using namespace stowage;
using namespace stowage::test;

namespace {

std::size_t openDescriptors() {
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
        count += entry.path().empty() ? 0 : 1;
    }
    return count;
}

/// The soft limit of open files, for as long as this lives.
class DescriptorLimit {
public:
    explicit DescriptorLimit(std::size_t most) {
        ::getrlimit(RLIMIT_NOFILE, &m_before);
        rlimit low = m_before;
        low.rlim_cur = most;
        ::setrlimit(RLIMIT_NOFILE, &low);
    }
    ~DescriptorLimit() { ::setrlimit(RLIMIT_NOFILE, &m_before); }
    DescriptorLimit(const DescriptorLimit&) = delete;
    DescriptorLimit& operator=(const DescriptorLimit&) = delete;

private:
    rlimit m_before{};
};

}  // namespace

class TestExpectedTensors : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void manyFilesNeedFewDescriptors() {
        const QTemporaryDir dir;
        SampleOptions options;
        options.folder = dir.filePath("s").toStdString();
        options.arch = "raschka-gpt2";
        options.format = CheckpointFormat::PerTensor;
        options.sizes = SampleSizes{61, 24, 16, 20, 2};
        QVERIFY(writeSampleCheckpoint(options).has_value());
        const auto checkpoint = openCheckpoint(options.folder);
        QVERIFY(checkpoint.has_value());
        QVERIFY((*checkpoint)->shards.size() > 250);
        PlainBackend backend;
        ExpectedTensors expected(**checkpoint, backend);
        const std::size_t before = openDescriptors();
        const DescriptorLimit limit(before + ExpectedTensors::kMaxOpenFiles + 8);
        std::vector<std::byte> scratch(std::size_t{1} << 20);
        // Twice: files that were closed meanwhile are opened again.
        for (int round = 0; round < 2; ++round) {
            for (std::uint32_t i = 0; i < (*checkpoint)->tensors.size(); ++i) {
                const StoredTensor& tensor = (*checkpoint)->tensors[i];
                std::vector<std::byte> bytes(tensor.location.length);
                std::vector<std::byte> own(tensor.location.length);
                const auto read = expected.read(i, tensor.dtype, 0, bytes, scratch);
                QVERIFY2(read, read ? "" : read.error().message.english().c_str());
                const auto& shard = (*checkpoint)->shards[tensor.location.shard];
                QVERIFY(shard->readAt(tensor.location.offset, own).has_value());
                QVERIFY(bytes == own);
            }
            QVERIFY(openDescriptors() <= before + ExpectedTensors::kMaxOpenFiles);
        }
    }
};

QTEST_GUILESS_MAIN(TestExpectedTensors)
#include "tst_expected_tensors.moc"
