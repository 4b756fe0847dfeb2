// SPDX-License-Identifier: GPL-3.0-or-later
// Settings of other engines as people hand them on, and what is wrong with some of them.
#include "engine/exchange/settings_text.h"
#include "tests/exchange/exchange_fixture.h"
#include "tests/support/golden_text.h"

#include <QRegularExpression>
#include <QTest>

#include <random>

using namespace stowage;
using namespace stowage::test;

namespace {

Result<ImportedPlan> imported(const std::string& text, const std::string& from = {},
                              std::size_t gpus = 2) {
    static const auto models = smallModels();
    return importPlacement(
        {models[0].tree(), models[0].checkpoint->modelFacts, machineWithGpus(gpus), {}, text},
        from);
}

/// "0: embed 0-3; 1: 4-9 norm head": how the small Llama is shared out.
QString stagesOf(const DeviceMap& map) {
    QString text;
    QString last;
    const auto models = smallModels();
    for (const char* path :
         {"model.embed_tokens", "model.layers.0", "model.layers.1", "model.layers.2",
          "model.layers.3", "model.layers.4", "model.layers.5", "model.layers.6", "model.layers.7",
          "model.layers.8", "model.layers.9", "model.norm", "lm_head"}) {
        const auto device = map.deviceOf(std::string(path) + ".weight");
        const QString name = device ? QString::fromStdString(deviceName(*device)) : "mixed";
        text += name == last ? QString() : (text.isEmpty() ? "" : " ") + name + ":";
        text += QString(path).section('.', -1).left(1);
        last = name;
    }
    return text;
}

}  // namespace

class ImportsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(".*")); }
    void readsSettings();
    void recognisesAndPlaces_data();
    void recognisesAndPlaces();
    void refuses_data();
    void refuses();
    void refusesDeepspeed();
    void namesWhatItLeavesOut();
    void survivesAnything();
};

void ImportsTest::readsSettings() {
    const SettingsText settings(
        "# a comment --no 1\nexport A_B=1 'C'=2 \\\n  --max-model-len=8192 --flag -ot 'a|b=CPU' "
        "-ngl -1 # --late 1\n  - key: \"value: 1\" # end\nPARAMETER num_gpu 20\nodd\n");
    const auto value = [&settings](std::string_view key) {
        return settings.find({key}).value_or("none");
    };
    QCOMPARE(value("A_B"), std::string("1"));
    QCOMPARE(value("max_model_len"), std::string("8192"));
    QCOMPARE(value("flag"), std::string());
    QCOMPARE(value("ot"), std::string("a|b=CPU"));
    QCOMPARE(value("ngl"), std::string("-1"));
    QCOMPARE(value("key"), std::string("value: 1"));
    QCOMPARE(value("num_gpu"), std::string("20"));
    QCOMPARE(value("late"), std::string("none"));
    QCOMPARE(value("no"), std::string("none"));
}

void ImportsTest::recognisesAndPlaces_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("stages");
    const auto row = [](const char* name, const char* text, const char* from, const char* stages) {
        QTest::newRow(name) << text << from << stages;
    };
    row("vllm, the variable alone", "VLLM_PP_LAYER_PARTITION=4,6", "vllm",
        "gpu:0:e0123 gpu:1:456789nl");
    row("vllm, its own split", "vllm serve m --pipeline-parallel-size 2", "vllm",
        "gpu:0:e01234 gpu:1:56789nl");
    row("vllm, the file of --config", "model: m\npipeline-parallel-size: 2\n", "vllm",
        "gpu:0:e01234 gpu:1:56789nl");
    row("vllm, groups",
        "vllm serve m --pipeline-parallel-size 1 --offload-group-size 5 --offload-num-in-group 1",
        "vllm", "gpu:0:e0123 cpu:4 gpu:0:5678 cpu:9 gpu:0:nl");
    row("sglang", "SGLANG_PP_LAYER_PARTITION=\"3,7\" python -m sglang.launch_server --pp-size 2",
        "sglang", "gpu:0:e012 gpu:1:3456789nl");
    row("other GPUs", "CUDA_VISIBLE_DEVICES=1,0 VLLM_PP_LAYER_PARTITION=4,6", "vllm",
        "gpu:1:e0123 gpu:0:456789nl");
    row("llama.cpp, what fit prints", "-c 4096 -ngl 11 -ts 5,6", "llama.cpp",
        "cpu:e gpu:0:01234 gpu:1:56789nl");
    row("llama.cpp, a part", "llama-server -m x.gguf -ngl 4 -ts 1,1", "llama.cpp",
        "cpu:e0123456 gpu:0:78 gpu:1:9nl");
    row("llama.cpp, overrides in order",
        "-ngl 99 -ts 1 -ot \"blk\\.(8|9)\\.ffn_.*=CPU,blk\\.[89]\\.=CUDA1,token_embd=CUDA0\"",
        "llama.cpp", "gpu:0:e01234567 mixed:89 gpu:0:nl");
    row("llama.cpp, one GPU of two", "-ngl 99 -sm none -mg 1", "llama.cpp",
        "cpu:e gpu:1:0123456789nl");
    row("llama.cpp, devices", "-ngl 99 -dev CUDA1 -ot 'blk\\.9\\.=CUDA0'", "llama.cpp",
        "cpu:e gpu:1:012345678 gpu:0:9 gpu:1:nl");
    row("llama.cpp, devices in order", "-ngl 99 -dev CUDA1,CUDA0 -ts 5,6", "llama.cpp",
        "cpu:e gpu:1:01234 gpu:0:56789nl");
    row("llama.cpp, no device", "-ngl 99 -dev none", "llama.cpp", "cpu:e0123456789nl");
    row("llama.cpp, no shares", "-ngl 99 -ts 0,0", "llama.cpp", "cpu:e gpu:0:012345 gpu:1:6789nl");
    row("ollama", "FROM x\nPARAMETER num_gpu 6\n", "ollama", "cpu:e01234 gpu:0:567 gpu:1:89nl");
    row("megatron", "Et*4|t*6L", "megatron", "gpu:0:e0123 gpu:1:456789nl");
    row("megatron, virtual stages",
        "--pipeline-model-parallel-size 2 --pipeline-model-parallel-layout \"E(ttt|)*3,tL\"",
        "megatron", "gpu:0:e012 gpu:1:345 gpu:0:678 gpu:1:9nl");
    row("torch", "split_spec={'model.layers.4': SplitPoint.BEGINNING}", "torch-pipelining",
        "gpu:0:e0123 gpu:1:456789nl");
    row("torch, ends", "{\"model.model.layers.4\": SplitPoint.END}", "torch-pipelining",
        "gpu:0:e01234 gpu:1:56789nl");
    row("exllama", "gpu_split: [0.04, 1]", "exllama", "cpu:e gpu:0:01234 gpu:1:56789nl");
    row("a device map", "{'': 0, 'lm_head': 'cpu'}", "accelerate", "gpu:0:e0123456789n cpu:l");
    row("ray",
        "engine_kwargs:\n  pipeline_parallel_size: 2\nenv_vars:\n  "
        "VLLM_PP_LAYER_PARTITION: \"4,6\"\n",
        "ray", "gpu:0:e0123 gpu:1:456789nl");
}

void ImportsTest::recognisesAndPlaces() {
    QFETCH(const QString, text);
    QFETCH(const QString, from);
    QFETCH(const QString, stages);
    const auto plan = imported(text.toStdString());
    QVERIFY2(plan.has_value(), plan ? "" : plan.error().message.english().c_str());
    QCOMPARE(QString::fromStdString(plan->from), from);
    QCOMPARE(stagesOf(plan->map.map), stages);
}

void ImportsTest::refuses_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("said");
    const auto row = [](const char* text, const char* said) {
        QTest::newRow(said) << text << said;
    };
    row("VLLM_PP_LAYER_PARTITION=4,5", goldenText("exchange/shares-out-9-layers-this-model"));
    row("VLLM_PP_LAYER_PARTITION=4,6 vllm serve m --pipeline-parallel-size 3",
        "the command 3 stages");
    row("VLLM_PP_LAYER_PARTITION=4,,6", goldenText("exchange/numbers-with-commas"));
    row("VLLM_PP_LAYER_PARTITION=4,99999999999999999999",
        goldenText("exchange/numbers-with-commas"));
    row("vllm serve m --offload-group-size 2 --offload-num-in-group 3",
        goldenText("exchange/more-than-offload-group-size-2"));
    row("-ngl 99 -ot 'blk\\.(1=CPU'", goldenText("exchange/no-regular-expression"));
    row("-ngl 99 -ot '(a{1,9999}){9999}=CPU'", "a pattern, \"=\"");
    row("-ngl 99 -ot '(a{99}){99}=CPU'", "counts with");
    row("-ngl 99 -ot '(a)\\1=CPU'", goldenText("exchange/no-regular-expression"));
    row("-ngl 99 -ot 'blk=CUDA7'", "one of 2 GPUs");
    row("-ngl 99 -dev Vulkan7", goldenText("exchange/each-is-called-as-cuda0"));
    row("-ngl 99 -sm none -mg 2", "there are 2 GPUs");
    row("-ngl many -ts 1", "-ngl is \"many\"");
    row("--pipeline-model-parallel-layout 'Et*4|t*5L'", "has 9 layers");
    row("--pipeline-model-parallel-layout '((((((((((tE*'", goldenText("exchange/cannot-be-read"));
    row("--pipeline-model-parallel-layout '((t*65000)*65000)*65000'",
        goldenText("exchange/cannot-be-read"));
    row("--pipeline-model-parallel-layout 'tE*10L'",
        goldenText("exchange/not-between-one-e-and-one"));
    row("gpu_split: [0.01, 0.01]", "hold 2 of 10 layers");
    row("gpu_split: [a]", goldenText("exchange/numbers-with-commas"));
    row("{'model.layers.77': SplitPoint.BEGINNING}", goldenText("exchange/no-layer-of-this-model"));
    row("{'model.layers.7': 'x'} SplitPoint",
        goldenText("exchange/splitpoint-beginning-of-a-split"));
    row("hello", "device map");
}

void ImportsTest::refuses() {
    QFETCH(const QString, text);
    QFETCH(const QString, said);
    const auto plan = imported(text.toStdString());
    QVERIFY2(!plan, plan ? plan->from.c_str() : "");
    QCOMPARE(plan.error().code, ErrorCode::InvalidArgument);
    const QString message = QString::fromStdString(plan.error().message);
    QVERIFY2(message.contains(said), qPrintable(message));
    QVERIFY(!message.contains('\n'));
}

void ImportsTest::refusesDeepspeed() {
    const auto plan = imported("{\"zero_optimization\": {\"stage\": 3}}");
    QVERIFY(!plan);
    QCOMPARE(plan.error().code, ErrorCode::Unsupported);
    QCOMPARE(imported("x", "tgi").error().code, ErrorCode::InvalidArgument);
    QCOMPARE(imported("\xff\xfe").error().code, ErrorCode::InvalidArgument);
}

void ImportsTest::namesWhatItLeavesOut() {
    const auto plan = imported(
        "vllm serve m --pipeline-parallel-size 2 --max-model-len 8192 --tensor-parallel-size 2");
    QVERIFY(plan.has_value());
    QCOMPARE(plan->notes.size(), std::size_t{2});
    QVERIFY(plan->notes[0].english().find("max_model_len") != std::string::npos);
    QVERIFY(plan->notes[0].english().find("tensor_parallel_size") == std::string::npos);
    QVERIFY(plan->notes[1].english().find("--tensor-parallel") != std::string::npos);
    QVERIFY(imported("VLLM_PP_LAYER_PARTITION=4,6 vllm serve m -tp 1")->notes.empty());
    const auto rows = imported("-ngl 99 -ts 1 -sm row");
    QCOMPARE(rows->notes.size(), std::size_t{1});
    QVERIFY(rows->notes[0].english().find("-sm row divides tensors") != std::string::npos);
}

void ImportsTest::survivesAnything() {
    // Settings with signs changed, taken out and put in: a placement or one sentence, at once.
    const std::vector<std::string> texts = {
        "VLLM_PP_LAYER_PARTITION=4,6 vllm serve m --offload-group-size 3 --offload-num-in-group 1",
        "llama-server -ngl 99 -ts 4,7 -ot '^blk\\.(1|2)\\.ffn_.*=CPU,^blk\\.[3-5]\\.=CUDA1'",
        "--pipeline-model-parallel-layout 'Et*3|(tt|)*3,tL'",
        "gpu_split: [0.05, 1]\ncache_size: 4096\ncache_mode: 8,8\n",
        "gpus = [1, 0]\nsplit_spec = {\"model.layers.4\": SplitPoint.BEGINNING}",
        "{\"to\": \"vllm\", \"command\": [\"vllm\"], \"environment\": {}, \"files\": {}, "
        "\"cannot_express\": []}"};
    const std::string signs = "{}[]()*|+?.\\=,:'\"0123456789 \n-$^abct";
    std::mt19937 random(5);
    unsigned taken = 0;
    for (unsigned round = 0; round < 3000; ++round) {
        std::string text = texts[round % texts.size()];
        for (std::size_t change = 1 + random() % 4; change > 0 && !text.empty(); --change) {
            const std::size_t at = random() % text.size();
            const char sign = signs[random() % signs.size()];
            const auto kind = random() % 3;
            if (kind == 0) {
                text[at] = sign;
            } else if (kind == 1) {
                text.erase(at, 1 + random() % 5);
            } else {
                text.insert(at, 1 + random() % 3, sign);
            }
        }
        const auto plan = imported(text, round % 2 == 0 ? std::string() : "llama.cpp");
        taken += plan ? 1 : 0;
        if (!plan) {
            const Error& error = plan.error();
            QVERIFY2(
                error.code == ErrorCode::InvalidArgument || error.code == ErrorCode::Unsupported,
                text.c_str());
            QVERIFY2(!error.message.empty() && error.message.english().size() < 2000, text.c_str());
        }
    }
    QVERIFY2(taken > 300 && taken < 2900, qPrintable(QString::number(taken)));
}

QTEST_APPLESS_MAIN(ImportsTest)
#include "tst_imports.moc"
