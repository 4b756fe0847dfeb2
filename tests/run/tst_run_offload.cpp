// SPDX-License-Identifier: GPL-3.0-or-later
// What cpu_offload and disk_offload do: all weights in RAM or in Accelerate's folder, each module's
// brought to the execution device while it runs. The numbers are bit for bit those of one device.
#include "engine/load/execute/placed_model.h"
#include "tests/run/run_case.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <array>
#include <map>
#include <vector>

using namespace stowage;
using namespace stowage::test;

namespace {

struct NamedMap {
    const char* name;
    Map map;
};

const std::vector<NamedMap>& folderMaps() {
    static const std::vector<NamedMap> kMaps{
        {"disk", {{"", DeviceId::disk()}}},
        {"CPU", {{"", DeviceId::cpu()}}},
        {"GPU", {{"", DeviceId::gpu(0)}}},
        {"GPU and disk", {{"", DeviceId::gpu(0)}, {"model.layers.1", DeviceId::disk()}}},
    };
    return kMaps;
}

constexpr std::array<const char*, 5> kModels{"gpt2", "llama2", "llama3", "mixtral", "bert"};

/// Of every name that a pass asks for, tied ones each time: what lies elsewhere than on `device`.
struct Travel {
    std::uint64_t parameters = 0;
    std::uint64_t buffers = 0;
    std::uint64_t bufferBlocks = 0;  ///< as an allocator counts them
};

Travel travelTo(DeviceId device, const LoadedModel& model) {
    Travel travel;
    const ModuleTree& tree = *model.schedule().plan->request.tree;
    for (const NamedTensor& named : namedTensors(model.schedule())) {
        const LoadedTensor tensor = model.tensor(named.scheduled);
        const bool isUnused = named.name.starts_with("pooler.");  // hidden states do without it
        if (isUnused || (tensor.memory != nullptr && tensor.device == device)) {
            continue;
        }
        const ScheduledTensor& scheduled = model.schedule().tensors[named.scheduled];
        const bool isBuffer = tree.tensor(scheduled.tensor).kind == TensorKind::Buffer;
        (isBuffer ? travel.buffers : travel.parameters) += scheduled.bytes;
        constexpr std::uint64_t kBlock = 512;
        travel.bufferBlocks += isBuffer ? (scheduled.bytes + kBlock - 1) / kBlock * kBlock : 0;
    }
    return travel;
}

DeviceRunFigures figuresOf(const RunReport& report, DeviceId device) {
    const auto found = std::ranges::find(report.devices, device, &DeviceRunFigures::device);
    if (found == report.devices.end()) {
        qFatal("no figures of %s", deviceLabel(device).english().c_str());
    }
    return *found;
}

}  // namespace

class RunOffloadTest : public RunCase {
    Q_OBJECT

private Q_SLOTS:
    void streamedWeightsGiveTheSameNumbers_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("onDisk");
        QTest::addColumn<bool>("onGpu");
        QTest::addColumn<bool>("isBfloat16");
        for (const char* name : kModels) {
            for (int bits = 0; bits < 8; ++bits) {
                const bool onDisk = (bits & 1) != 0;
                const bool onGpu = (bits & 2) != 0;
                const bool isBfloat16 = (bits & 4) != 0;
                QTest::addRow("%s of %s on %s in %s", name, onDisk ? "disk" : "CPU",
                              onGpu ? "GPU" : "CPU", isBfloat16 ? "bfloat16" : "float32")
                    << QString::fromLatin1(name) << onDisk << onGpu << isBfloat16;
            }
        }
    }

    void streamedWeightsGiveTheSameNumbers() {
        QFETCH(QString, name);
        QFETCH(bool, onDisk);
        QFETCH(bool, onGpu);
        QFETCH(bool, isBfloat16);
        const QByteArray model = name.toLatin1();
        const auto dtype = isBfloat16 ? std::optional(DType::BFloat16) : std::nullopt;
        const LoadedFixture whole = loadFixture(model, {{"", DeviceId::gpu(0)}}, dtype);
        const LoadedFixture away =
            loadFixture(model, {{"", onDisk ? DeviceId::disk() : DeviceId::cpu()}}, dtype);
        QVERIFY(whole.loaded && away.loaded);
        const RunPrompt& prompt = whole.fixture.prompts.back();
        RunOptions options = optionsFor(prompt.tokens, model == "bert" ? 0 : 3);
        const RunReport wanted = run(*whole.loaded, options);
        QVERIFY2(!wanted.stopped, whyStopped(wanted).c_str());
        QCOMPARE(wanted.bytesMoved, std::uint64_t{0});
        if (!isBfloat16) {
            const auto compared = compareLogits(wanted.numbers, prompt.numbers);
            QVERIFY2(compared.agrees, compared.why.english().c_str());
        }
        const DeviceId device = onGpu ? DeviceId::gpu(1) : DeviceId::cpu();
        options.executionDevice = device;
        for (const unsigned window : {0U, 2U}) {
            options.window = window;
            const RunReport report = run(*away.loaded, options);
            QVERIFY2(!report.stopped, whyStopped(report).c_str());
            QCOMPARE(report.numbers.values, wanted.numbers.values);
            QCOMPARE(report.sequences.front().generated, wanted.sequences.front().generated);
            QCOMPARE(report.executionDevice, device);
            QVERIFY(std::ranges::all_of(report.layers, [&](const RunLayerFigures& layer) {
                return layer.device == device;
            }));
            const Travel travel = travelTo(device, *away.loaded);
            // A tied head and its table are one storage, brought for each of the two when it runs.
            const std::uint64_t bytes = travel.parameters * report.passes.size();
            QVERIFY(model == "mixtral" ? report.bytesMoved <= bytes : report.bytesMoved == bytes);
            QCOMPARE(gpu(1).statistics().allocated, std::uint64_t{0});
        }
    }

    /// A tied head and its table: one tensor in RAM, one file in the folder.
    void tiedWeightsAreOneStorage() {
        for (const DeviceId place : {DeviceId::cpu(), DeviceId::disk()}) {
            const LoadedFixture tied = loadFixture("gpt2", {{"", place}});
            QVERIFY(tied.loaded);
            const std::vector<NamedTensor> names = namedTensors(tied.loaded->schedule());
            const auto indexOf = [&](const char* name) {
                return std::ranges::find(names, name, &NamedTensor::name)->scheduled;
            };
            QCOMPARE(indexOf("lm_head.weight"), indexOf("transformer.wte.weight"));
            QCOMPARE(names.size(), tied.loaded->schedule().tensors.size() + 1);
        }
    }

    /// Without offload_buffers the masks stay on the execution device for the whole run; with it
    /// they travel like weights.
    void buffersFollowOffloadBuffers_data() {
        QTest::addColumn<bool>("onDisk");
        QTest::newRow("CPU") << false;
        QTest::newRow("disk") << true;
    }

    void buffersFollowOffloadBuffers() {
        QFETCH(bool, onDisk);
        const auto whole = load(m_model, {{"", DeviceId::gpu(0)}});
        const auto away = load(m_model, {{"", onDisk ? DeviceId::disk() : DeviceId::cpu()}});
        QVERIFY(whole && away);
        RunOptions options = optionsFor(readPrompts(path("gpt-tiny")).front().tokens, 4);
        const RunReport wanted = run(*whole, options);
        QVERIFY2(!wanted.stopped, whyStopped(wanted).c_str());
        options.executionDevice = DeviceId::gpu(1);
        const Travel travel = travelTo(DeviceId::gpu(1), *away);
        // Three blocks, each with a float32 mask of 16 × 16.
        QCOMPARE(travel.buffers, std::uint64_t{3 * 16 * 16 * 4});
        for (const unsigned window : {0U, 1U}) {
            options.window = window;
            options.offloadBuffers = false;
            const RunReport stay = run(*away, options);
            QVERIFY2(!stay.stopped, whyStopped(stay).c_str());
            QCOMPARE(stay.numbers.values, wanted.numbers.values);
            QCOMPARE(stay.sequences.front().generated, wanted.sequences.front().generated);
            QCOMPARE(stay.bytesMoved, 4 * travel.parameters);
            options.offloadBuffers = true;
            const RunReport travels = run(*away, options);
            QVERIFY2(!travels.stopped, whyStopped(travels).c_str());
            QCOMPARE(travels.numbers.values, wanted.numbers.values);
            QCOMPARE(travels.sequences.front().generated, wanted.sequences.front().generated);
            QCOMPARE(travels.bytesMoved, 4 * (travel.parameters + travel.buffers));
            for (const RunReport& report : {stay, travels}) {
                QCOMPARE(figuresOf(report, DeviceId::gpu(1)).finalAllocated, std::uint64_t{0});
            }
        }
        LoadedWeights weights(*away, m_backends, *m_compute, DeviceId::gpu(1));
        QVERIFY(weights.keepBuffers({}));
        QCOMPARE(gpu(1).statistics().allocated, travel.bufferBlocks);
        const std::vector<std::string> mask{"trf_blocks.1.att.mask"};
        const auto lent = weights.borrow(mask, {});
        QVERIFY(lent);
        QCOMPARE(lent->bytesMoved, std::uint64_t{0});
        QCOMPARE(lent->device, DeviceId::gpu(1));
    }

    /// Buffers of modules on a GPU stay where they are in any case.
    void buffersOfOtherModulesStay() {
        const auto mixed =
            load(m_model, {{"", DeviceId::gpu(0)}, {"trf_blocks.1", DeviceId::cpu()}});
        QVERIFY(mixed);
        LoadedWeights weights(*mixed, m_backends, *m_compute);
        const std::uint64_t before = gpu().statistics().allocated;
        QVERIFY(weights.keepBuffers({}));
        QCOMPARE(gpu().statistics().allocated - before, std::uint64_t{1024});
    }

    /// Folders that Accelerate wrote (tests/reference/run_offload_folders.py): a tied Llama in
    /// bfloat16, a Mixtral with each layer's experts in one tensor.
    void foldersOfAccelerateRun_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("isWidened");
        QTest::addColumn<int>("row");
        for (const char* name : {"offloaded-llama", "offloaded-mixtral"}) {
            for (const bool isWidened : {false, true}) {
                for (std::size_t row = 0; row < folderMaps().size(); ++row) {
                    QTest::addRow("%s, %s, %s", name, folderMaps()[row].name,
                                  isWidened ? "in float32" : "as it is")
                        << QString::fromLatin1(name) << isWidened << static_cast<int>(row);
                }
            }
        }
    }

    void foldersOfAccelerateRun() {
        QFETCH(QString, name);
        QFETCH(bool, isWidened);
        QFETCH(int, row);
        const ForwardModel model = openForwardModel(path(name.toLatin1()));
        QCOMPARE(model.checkpoint->format, CheckpointFormat::OffloadFolder);
        const auto loaded =
            load(model, folderMaps()[static_cast<std::size_t>(row)].map, LoadMethod::Streamed,
                 isWidened ? std::optional(DType::Float32) : std::nullopt);
        QVERIFY(loaded);
        for (const Prompt& prompt : readPrompts(path(name.toLatin1()))) {
            const RunReport report = run(*loaded, optionsFor(prompt.tokens));
            QVERIFY2(!report.stopped, whyStopped(report).c_str());
            const LogitsComparison compared = compareLogits(report.numbers, prompt.logits);
            const bool isRounded = !isWidened && name == QLatin1String("offloaded-llama");
            // The numbers beside it are those of the same weights in float32.
            const double allowed = isRounded ? 1000 * compared.allowed : compared.allowed;
            QVERIFY2(compared.maxDifference <= allowed, compared.why.english().c_str());
            QCOMPARE(report.numbers.positions, prompt.logits.positions);
        }
    }

    /// The folder that a load leaves: Accelerate's, with every name of the state dict, so that its
    /// hooks find a tied head as well; one storage on disk.
    void theFolderHasEveryName() {
        const LoadedFixture tied = loadFixture("gpt2", {{"", DeviceId::disk()}});
        QVERIFY(tied.loaded);
        const QString folder = QString::fromStdString(tied.loaded->schedule().offloadFolder);
        QFile file(folder + QStringLiteral("/index.json"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QJsonObject index = QJsonDocument::fromJson(file.readAll()).object();
        for (const NamedTensor& named : namedTensors(tied.loaded->schedule())) {
            const QString name = QString::fromStdString(named.name);
            QVERIFY2(index.contains(name), qPrintable(name));
            QFile data(folder + QLatin1Char('/') + name + QStringLiteral(".dat"));
            QCOMPARE(static_cast<std::uint64_t>(data.size()),
                     tied.loaded->schedule().tensors[named.scheduled].bytes);
        }
        QCOMPARE(index[QLatin1String("lm_head.weight")],
                 index[QLatin1String("transformer.wte.weight")]);
    }
};

QTEST_GUILESS_MAIN(RunOffloadTest)
#include "tst_run_offload.moc"
