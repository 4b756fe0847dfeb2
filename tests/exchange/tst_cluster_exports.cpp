// SPDX-License-Identifier: GPL-3.0-or-later
// What engines are told of a plan over several machines: hosts, ranks, and what each runs.
#include "engine/base/strings.h"
#include "engine/device/memory_budget.h"
#include "engine/exchange/export_text.h"
#include "engine/plan/place/place.h"
#include "tests/exchange/exchange_fixture.h"

#include <QRegularExpression>
#include <QTest>

using namespace stowage;
using namespace stowage::test;

namespace {

/// The small Llama (10 layers), so many of them on each GPU, what is before the layers on the first
/// and what is after on the last.
DeviceMap stages(const std::vector<std::pair<std::uint32_t, int>>& runs) {
    DeviceMap map({{"", DeviceId::gpu(runs.back().first)},
                   {"model.embed_tokens", DeviceId::gpu(runs.front().first)}});
    int layer = 0;
    for (const auto& [gpu, count] : runs) {
        for (int i = 0; i < count; ++i) {
            map.set("model.layers." + std::to_string(layer++), DeviceId::gpu(gpu));
        }
    }
    return map;
}

EngineExport exported(const char* target, const DeviceMap& map,
                      const std::vector<std::string>& machines, std::uint64_t tensorParallel = 1,
                      const std::string& cacheFolder = {}) {
    const auto models = smallModels();
    PlacementRequest request;
    request.tree = models[0].tree();
    request.devices = machineWithGpus(machines.size());
    for (std::size_t i = 0; i < machines.size(); ++i) {
        request.devices[i].machine = machines[i];
    }
    request.budgets = defaultBudgets(request.devices, 1e9);
    request.strategy = Strategy::Manual;
    request.givenMap = map;
    if (tensorParallel > 1) {
        request.workload = Workload();
        request.workload->tensorParallel = tensorParallel;
    }
    const auto plan = place(request);
    ExportInput input = exportInput(models[0], plan ? *plan : nullptr);
    input.source.cacheFolder = cacheFolder;
    const auto made = exportPlan(target, input);
    if (!made) {
        qWarning("%s", made.error().message.english().c_str());
        return {};
    }
    return *made;
}

QString words(const std::map<std::string, std::string>& environment,
              const std::vector<std::string>& command) {
    QString text;
    for (const auto& [name, value] : environment) {
        text += QString::fromStdString(name + "=" + value + " ");
    }
    return text + QString::fromStdString(joinedText(command, " "));
}

/// "1 b: ggml-rpc-server …", a line for each host.
QStringList onHosts(const EngineExport& made) {
    QStringList lines;
    for (const HostCommand& own : made.hosts) {
        lines << QStringLiteral("%1 %2: %3")
                     .arg(own.rank)
                     .arg(QString::fromStdString(own.host), words(own.environment, own.command));
    }
    return lines;
}

QString lost(const EngineExport& made) {
    QString text;
    for (const NotExpressed& part : made.cannotExpress) {
        text +=
            QString::fromStdString(part.what.english() + ": " + part.consequence.english() + "\n");
    }
    return text;
}

}  // namespace

class ClusterExportsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }

    void vllmOverRay() {
        const auto made = exported("vllm", stages({{0, 2}, {1, 3}, {2, 5}}), {"a", "a", "b"});
        QCOMPARE(QString::fromStdString(made.host), QStringLiteral("a"));
        QCOMPARE(onHosts(made), (QStringList{"0 a: ray start --head --port=6379 --num-gpus=2",
                                             "1 b: ray start --address=a:6379 --num-gpus=1"}));
        const QString command = words(made.environment, made.command);
        QVERIFY2(command.startsWith("VLLM_PP_LAYER_PARTITION=2,3,5 vllm serve"),
                 qPrintable(command));
        QVERIFY(command.contains("--pipeline-parallel-size 3 --tensor-parallel-size 1"));
        QVERIFY(command.contains("--distributed-executor-backend ray"));
        QVERIFY(lost(made).contains(goldenText("exchange/each-of-the-2-hosts-reads-2")));
        QVERIFY(made.differs.empty());
    }

    void vllmDividesLayersOverHosts() {
        const auto made = exported("vllm", stages({{0, 10}}), {"a", "a", "b", "b"}, 4);
        QCOMPARE(onHosts(made), (QStringList{"0 a: ray start --head --port=6379 --num-gpus=2",
                                             "1 b: ray start --address=a:6379 --num-gpus=2"}));
        QVERIFY(words({}, made.command).contains("--tensor-parallel-size 4"));
    }

    /// Ranks go through one machine after the other.
    void stagesOfAMachineStandTogether() {
        const auto made = exported("vllm", stages({{0, 2}, {2, 5}, {1, 3}}), {"a", "a", "b"});
        QCOMPARE(QString::fromStdString(made.environment.at("VLLM_PP_LAYER_PARTITION")),
                 QStringLiteral("2,3,5"));
        QVERIFY(lost(made).contains(goldenText("exchange/the-stages-go-back-to-a")));
        QVERIFY(!made.differs.empty());
    }

    void sglangHasRanks() {
        const auto made = exported("sglang", stages({{1, 4}, {2, 6}}), {"a", "a", "b"});
        const QStringList hosts = onHosts(made);
        QCOMPARE(hosts.size(), 1);
        QVERIFY2(hosts[0].startsWith("1 b: SGLANG_PP_LAYER_PARTITION=4,6 python -m sglang"),
                 qPrintable(hosts[0]));
        QVERIFY(hosts[0].endsWith("--nnodes 2 --node-rank 1 --dist-init-addr a:20000"));
        const QString command = words(made.environment, made.command);
        QVERIFY(command.startsWith("CUDA_VISIBLE_DEVICES=1 SGLANG_PP_LAYER_PARTITION=4,6 python"));
        QVERIFY(command.endsWith("--nnodes 2 --node-rank 0 --dist-init-addr a:20000"));
    }

    void llamaCppByRpc() {
        const auto made =
            exported("llama.cpp", stages({{0, 2}, {3, 3}, {2, 5}}), {"", "b", "b", "c"});
        QCOMPARE(QString::fromStdString(made.host), QStringLiteral("FIRST_HOST"));
        QCOMPARE(onHosts(made),
                 (QStringList{"1 c: ggml-rpc-server -H 0.0.0.0 -p 50052 --device CUDA0",
                              "2 b: ggml-rpc-server -H 0.0.0.0 -p 50052 --device CUDA1"}));
        const QString command = words(made.environment, made.command);
        QVERIFY2(command.contains("-sm layer -ts 2,3,6"), qPrintable(command));
        QVERIFY(command.contains("--rpc c:50052,b:50052 -dev CUDA0,RPC0,RPC1"));
        QVERIFY(command.contains("=RPC0[c:50052]") && command.contains("=RPC0[b:50052]"));
        QVERIFY(lost(made).contains(goldenText("exchange/who-may-use-the-rpc-servers")));
        QVERIFY(made.differs.empty());
    }

    void torchrunHasANodeForEachHost() {
        const auto made =
            exported("torch-pipelining", stages({{0, 2}, {1, 3}, {3, 5}}), {"a", "a", "b", "b"});
        QCOMPARE(words(made.environment, made.command),
                 QStringLiteral("torchrun --nnodes 2 --node-rank 0 --nproc-per-node 2 "
                                "--rdzv-endpoint a:29500 pipeline.py"));
        QCOMPARE(onHosts(made),
                 QStringList{"1 b: CUDA_VISIBLE_DEVICES=1 torchrun --nnodes 2 --node-rank 1 "
                             "--nproc-per-node 1 --rdzv-endpoint a:29500 pipeline.py"});
        const std::string& script = made.files.at("pipeline.py");
        QVERIFY(script.starts_with("# Run on a by: torchrun --nnodes 2 --node-rank 0"));
        QVERIFY(script.find("gpus = [0, 1, 0]\n") != std::string::npos);
        QVERIFY(script.find("device_count() > gpus[rank]\n") != std::string::npos);
    }

    void deepspeedHasAHostFile() {
        const auto made = exported("deepspeed", stages({{0, 5}, {2, 5}}), {"a", "b", "b"});
        QCOMPARE(QString::fromStdString(made.files.at("hostfile")),
                 QStringLiteral("a slots=1\nb slots=2\n"));
        QCOMPARE(words(made.environment, made.command),
                 QStringLiteral("deepspeed --hostfile hostfile --include a:0@b:1 "
                                "zero_inference.py"));
    }

    /// All in one machine that is not the first: its GPUs are counted as it counts them.
    void oneMachineOfSeveral() {
        const auto made = exported("vllm", stages({{2, 10}}), {"a", "a", "b"});
        QCOMPARE(QString::fromStdString(made.host), QStringLiteral("b"));
        QVERIFY(made.hosts.empty());
        QVERIFY(!words(made.environment, made.command).contains("CUDA_VISIBLE_DEVICES"));
        QVERIFY(!words({}, made.command).contains("ray"));
    }

    void filesAreCopiedToTheHost_data() {
        QTest::addColumn<QString>("target");
        for (const char* const target :
             {"vllm", "sglang", "ray", "torch-pipelining", "megatron", "deepspeed"}) {
            QTest::newRow(target) << target;
        }
    }
    void filesAreCopiedToTheHost() {
        QFETCH(QString, target);
        const QByteArray to = target.toUtf8();
        const auto elsewhere = exported(to.constData(), stages({{2, 10}}), {"a", "a", "b"});
        QVERIFY2(lost(elsewhere).contains(goldenText("exchange/the-models-files-are-in-another")),
                 qPrintable(lost(elsewhere)));
        const auto there = exported(to.constData(), stages({{1, 10}}), {"a", "a", "b"});
        QVERIFY2(!lost(there).contains(goldenText("exchange/the-models-files")),
                 qPrintable(lost(there)));
        const auto both = exported(to.constData(), stages({{0, 5}, {2, 5}}), {"a", "a", "b"});
        QVERIFY2(lost(both).contains(goldenText("exchange/each-of-the-2-hosts-reads")),
                 qPrintable(lost(both)));
        const auto fetched = exported(to.constData(), stages({{0, 5}, {2, 5}}), {"a", "a", "b"}, 1,
                                      "/hub/models--me--llama/snapshots/1");
        QVERIFY2(!lost(fetched).contains(goldenText("exchange/the-models-files")),
                 qPrintable(lost(fetched)));
    }

    void devicesAreNamedWithTheirMachines() {
        DeviceMap map = stages({{1, 5}, {2, 5}});
        map.set("model.embed_tokens", DeviceId::gpu(0));
        const std::vector<std::string> machines{"a", "b", "b", "c"};
        const auto one = exported("vllm", map, machines);
        QVERIFY2(lost(one).contains(goldenText("exchange/gpu-0-on-a-holds-weights")),
                 qPrintable(lost(one)));
        const QString shell = QString::fromStdString(exportToShell(one, ShellFiles::InText));
        QVERIFY2(shell.contains("# Lies elsewhere: model.embed_tokens, planned on GPU 0 on a, "
                                "there on GPU 1 on b.\n"),
                 qPrintable(shell));
        map.set("", DeviceId::gpu(3));
        const auto two = exported("vllm", map, machines);
        QVERIFY2(lost(two).contains(goldenText("exchange/gpu-0-on-a-gpu-3")),
                 qPrintable(lost(two)));
        // An engine that runs in one machine has GPUs of that one alone.
        const auto alone = exported("exllama", map, machines);
        const QString text = QString::fromStdString(exportToShell(alone, ShellFiles::InText));
        QVERIFY2(text.contains("planned on GPU 3 on c, there on GPU 2.\n"), qPrintable(text));
    }

    /// A stage offloads to the memory of its own host, which is not the one of the plan.
    void hostsOffloadToTheirOwnMemory() {
        DeviceMap map = stages({{0, 5}, {1, 5}});
        map.set("model.layers.9", DeviceId::cpu());
        for (const char* const target : {"vllm", "sglang"}) {
            const auto made = exported(target, map, {"a", "b"});
            QVERIFY2(lost(made).contains(goldenText("exchange/the-offloaded-weights-are-in-one")),
                     qPrintable(lost(made)));
            QVERIFY(!lost(exported(target, map, {"a", "a"}))
                         .contains(goldenText("exchange/offloaded-weights-are")));
        }
    }

    /// llama.cpp runs where the files are, also where no GPU has a part of it.
    void llamaCppOnTheCpuOfACluster() {
        const auto made = exported("llama.cpp", DeviceMap({{"", DeviceId::cpu()}}), {"a", "b"});
        QCOMPARE(QString::fromStdString(made.host), QStringLiteral("a"));
        QVERIFY(made.hosts.empty());
        QVERIFY(!words({}, made.command).contains("--rpc"));
        QVERIFY2(!lost(made).contains(goldenText("exchange/the-plan-is-for")),
                 qPrintable(lost(made)));
    }

    void othersSayThatTheyCannot_data() {
        QTest::addColumn<QString>("target");
        for (const char* const target : {"accelerate", "exllama", "ollama"}) {
            QTest::newRow(target) << target;
        }
    }
    void othersSayThatTheyCannot() {
        QFETCH(QString, target);
        const auto made =
            exported(target.toUtf8().constData(), stages({{0, 5}, {1, 5}}), {"a", "b"});
        QVERIFY(made.host.empty() && made.hosts.empty());
        QVERIFY2(lost(made).contains(goldenText("exchange/the-plan-is-for-2-machines")),
                 qPrintable(lost(made)));
    }

    void textsNameTheHosts() {
        const auto made = exported("vllm", stages({{0, 5}, {1, 5}}), {"a", "b"});
        const QString shell = QString::fromStdString(exportToShell(made, ShellFiles::InText));
        QVERIFY(
            shell.contains("# On b, rank 1:\nray start --address=a:6379 --num-gpus=1\n# On a:\n"));
        const std::string json = exportToJson(made);
        QVERIFY(json.find("\"host\": \"a\"") != std::string::npos);
        QVERIFY(json.find("\"rank\": 1") != std::string::npos);
        const auto single = exported("vllm", stages({{0, 5}, {1, 5}}), {"", ""});
        QVERIFY(exportToJson(single).find("\"hosts\"") == std::string::npos);
        QVERIFY(exportToShell(single, ShellFiles::InText).find("# On ") == std::string::npos);
    }
};

QTEST_GUILESS_MAIN(ClusterExportsTest)
#include "tst_cluster_exports.moc"
