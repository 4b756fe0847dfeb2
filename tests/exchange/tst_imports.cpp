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
    Workload work;
    work.prompt = 1024;
    work.generate = 256;
    PretrainedSource open;
    open.name = "Small-Llama";
    open.location = "meta/small-llama";
    return importPlacement({models[0].tree(),
                            models[0].checkpoint->modelFacts,
                            machineWithGpus(gpus),
                            {},
                            text,
                            work,
                            open},
                           from);
}

/// "vllm context=8192 batch=2 kv=fp8": what a workload has in addition to its prompt and answer.
QString textOf(const std::optional<Workload>& work) {
    if (!work) {
        return {};
    }
    QString text = QString::fromStdString(work->engine);
    for (const WorkloadNumber& number : workloadNumbers()) {
        const std::uint64_t value = (*work).*number.value;
        const bool isUsual = number.key == "prompt" || number.key == "generate" ||
                             value == (number.key == "batch" ? 1U : 0U);
        if (!isUsual) {
            text += QString(" %1=%2")
                        .arg(QString::fromUtf8(number.key.data(), qsizetype(number.key.size())))
                        .arg(writtenNumber(number, value));
        }
    }
    text += work->kvType ? " kv=" + QString::fromStdString(std::string(kvTypeName(*work->kvType)))
                         : QString();
    text += work->computeType
                ? " in=" + QString::fromStdString(std::string(dtypeName(*work->computeType)))
                : QString();
    return text + (work->attention
                       ? " " + QString::fromStdString(std::string(attentionName(*work->attention)))
                       : QString());
}

QString textOf(const std::vector<Message>& sentences) {
    QStringList list;
    for (const Message& sentence : sentences) {
        list.append(QString::fromStdString(sentence.english()));
    }
    return list.join('|');
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
    void readsTheWorkload_data();
    void readsTheWorkload();
    void namesWhatItLeavesOut_data();
    void namesWhatItLeavesOut();
    void survivesAnything();
};

void ImportsTest::readsSettings() {
    SettingsText settings(
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
    row("vllm, an older command",
        "python -m vllm.entrypoints.openai.api_server --model m --pipeline-parallel-size 2", "vllm",
        "gpu:0:e01234 gpu:1:56789nl");
    row("vllm, parts of layers", "vllm serve m --tensor-parallel-size 2", "vllm",
        "gpu:0:e01234 gpu:1:56789nl");
    row("vllm, stages of two GPUs", "vllm serve m -pp 2 -tp 2", "vllm",
        "gpu:0:e012 gpu:1:34 gpu:2:567 gpu:3:89nl");
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
        goldenText("exchange/layers-over-2-stages"));
    row("VLLM_PP_LAYER_PARTITION=4,4 vllm serve m --pipeline-parallel-size 2",
        goldenText("exchange/distributes-8-layers"));
    row("VLLM_PP_LAYER_PARTITION=4,5 vllm serve m --pipeline-parallel-size 3",
        goldenText("exchange/9-layers-over-2-stages"));
    row("VLLM_PP_LAYER_PARTITION=4,,6", goldenText("exchange/numbers-with-commas"));
    row("VLLM_PP_LAYER_PARTITION=4,99999999999999999999",
        goldenText("exchange/numbers-with-commas"));
    row("vllm serve m --offload-group-size 2 --offload-num-in-group 3",
        goldenText("exchange/more-than-offload-group-size-2"));
    row("-ngl 99 -ot 'blk\\.(1=CPU'", goldenText("exchange/no-regular-expression"));
    row("-ngl 99 -ot '(a{1,9999}){9999}=CPU'", "a pattern, \"=\"");
    row("-ngl 99 -ot '(a{99}){99}=CPU'", "the repetition {");
    row("-ngl 99 -ot '(a)\\1=CPU'", goldenText("exchange/no-regular-expression"));
    row("-ngl 99 -ot 'blk=CUDA7'", "CPU or one of the 2 GPUs, such as CUDA0");
    row("-ngl 99 -dev Vulkan7", goldenText("exchange/each-is-called-as-cuda0"));
    row("-ngl 99 -sm none -mg 2", "lower than the number of GPUs, 2.");
    row("-ngl many -ts 1", "-ngl is \"many\"");
    row("--pipeline-model-parallel-layout 'Et*4|t*5L'", "has 9 layers");
    row("--pipeline-model-parallel-layout '((((((((((tE*'", goldenText("exchange/cannot-be-read"));
    row("--pipeline-model-parallel-layout '((t*65000)*65000)*65000'",
        goldenText("exchange/cannot-be-read"));
    row("--pipeline-model-parallel-layout 'tE*10L'",
        goldenText("exchange/not-between-one-e-and-one"));
    row("gpu_split: [0.01, 0.01]",
        "too low: 2 of 10 layers fit, without the modules after the last layer.");
    row("gpu_split: [a]", goldenText("exchange/numbers-with-commas"));
    row("{'model.layers.77': SplitPoint.BEGINNING}", goldenText("exchange/no-layer-of-this-model"));
    row("{'model.layers.7': 'x'} SplitPoint",
        goldenText("exchange/splitpoint-beginning-of-a-split"));
    row("hello", "device map");
    row("vllm serve m --max-model-len many", "max_model_len is \"many\"");
    row("vllm serve m --max-num-seqs 1.5", "max_num_seqs is \"1.5\"");
    row("vllm serve m --gpu-memory-utilization 90",
        "gpu_memory_utilization is \"90\", but a number up to 1 is required");
    row("vllm serve m -tp 4096", "tensor_parallel_size is \"4096\"");
    row("-ngl 99 -c", "c is \"\"");
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

void ImportsTest::readsTheWorkload_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("work");
    QTest::addColumn<int>("prompt");  ///< as far as there is room for it
    const auto row = [](const char* name, const char* text, const char* work, int prompt = 1024) {
        QTest::newRow(name) << text << work << prompt;
    };
    row("vllm",
        "vllm serve m --tensor-parallel-size 2 --max-model-len 32768 --gpu-memory-utilization 0.9",
        "vllm context=32768 tensor_parallel=2 gpu_memory_utilization=0.9");
    row("vllm, all",
        "vllm serve m --max-model-len=4k --max-num-seqs 3 --max-num-batched-tokens 2K "
        "--kv-cache-dtype fp8_e4m3 --dtype half",
        "vllm batch=3 context=4000 tensor_parallel=1 max_num_batched_tokens=2048 kv=fp8 "
        "in=float16");
    row("vllm, a file", "model: m\nmax-model-len: 512\ngpu-memory-utilization: \"0.85\"\n",
        "vllm context=512 tensor_parallel=1 gpu_memory_utilization=0.85", 384);
    row("vllm, stages of two GPUs", "vllm serve m -pp 2 -tp 2 --max-model-len 512",
        "vllm context=512 tensor_parallel=1", 384);
    row("vllm, the model's positions", "vllm serve m --gpu-memory-utilization 0.5",
        "vllm context=4096 tensor_parallel=1 gpu_memory_utilization=0.5");
    row("vllm, its own choice", "vllm serve m --max-model-len auto --max-num-seqs -1", "");
    row("ray", "engine_kwargs:\n  max_model_len: 2048\n  tensor_parallel_size: 2\n",
        "vllm context=2048 tensor_parallel=2");
    row("sglang",
        "python -m sglang.launch_server --model-path m --tp 2 --context-length 8192 "
        "--mem-fraction-static 0.65 --max-running-requests 4 --chunked-prefill-size 4096",
        "sglang batch=4 context=8192 prefill_chunk=4096 tensor_parallel=2 "
        "gpu_memory_utilization=0.65");
    row("llama.cpp, parts", "-ngl 99 -c 8192 -np 2",
        "llama.cpp batch=2 context=4096 tensor_parallel=1");
    row("llama.cpp, shared", "-ngl 99 -c 8192 -np 2 -kvu",
        "llama.cpp batch=2 context=4096 tensor_parallel=1");
    row("llama.cpp, long names", "llama-server --ctx-size 8192 --parallel 4 --kv-unified",
        "llama.cpp batch=4 context=2048 tensor_parallel=1");
    row("llama.cpp, caches", "-ngl 99 -c 4096 -ctk q8_0 -ctv q8_0 -fa on -ub 256",
        "llama.cpp context=4096 prefill_chunk=256 tensor_parallel=1 kv=int8 fused");
    row("llama.cpp, unlike caches", "-ngl 99 -c 4096 -ctk q8_0",
        "llama.cpp context=4096 tensor_parallel=1");
    row("llama.cpp, the model's positions", "-ngl 99 -c 0 -np 2",
        "llama.cpp batch=2 context=2048 tensor_parallel=1");
    row("ollama",
        "OLLAMA_NUM_PARALLEL=2 ollama serve\nFROM x\nPARAMETER num_gpu 99\nPARAMETER num_ctx 2048",
        "llama.cpp batch=2 context=2048 tensor_parallel=1");
    row("a placement alone", "VLLM_PP_LAYER_PARTITION=4,6 vllm serve m -tp 1 --dtype bfloat16", "");
    row("a placement alone, llama.cpp", "-ngl 99 -ts 1 -kvu", "");
    row("no rules of memory", "gpu_split: [0.04, 1]\nmax_seq_len: 4096\n", "");
}

void ImportsTest::readsTheWorkload() {
    QFETCH(const QString, text);
    QFETCH(const QString, work);
    QFETCH(const int, prompt);
    const auto plan = imported(text.toStdString());
    QVERIFY2(plan.has_value(), plan ? "" : plan.error().message.english().c_str());
    QCOMPARE(textOf(plan->workload), work);
    QCOMPARE(plan->workload ? static_cast<int>(plan->workload->prompt) : prompt, prompt);
}

void ImportsTest::namesWhatItLeavesOut_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("warnings");
    QTest::addColumn<QString>("notes");
    const auto row = [](const char* name, const char* text, const QString& warnings,
                        const QString& notes) { QTest::newRow(name) << text << warnings << notes; };
    const QString changing = goldenText("exchange/change-what-memory-takes");
    const QString others = goldenText("exchange/not-known-to-change");
    row("nothing", "vllm serve meta/small-llama --max-model-len 512 -tp 1 -pp 1", {}, {});
    row("no effect", "vllm serve small-llama --port 8000 --trust-remote-code", {},
        others.arg("port, trust_remote_code"));
    row("memory", "vllm serve Small-Llama --quantization fp8 --enforce-eager --dtype float32",
        changing.arg("dtype, quantization, enforce_eager"), {});
    row("a type of caches", "-m small-llama.gguf -ngl 99 -c 512 -ctk q5_1 -ctv q5_1 -nkvo",
        changing.arg("ctk, nkvo"), {});
    row("python's own", "python3 -m sglang.launch_server --model-path small-llama", {}, {});
    row("all stages", "vllm serve small-llama -pp 2 -tp 2",
        goldenText("exchange/2-stages-of-2-gpus-each"), {});
    row("shared slots", "-ngl 99 -c 8192 -np 2 -kvu", {},
        goldenText("exchange/2-slots-share-room"));
    row("sequences", "vllm serve small-llama --max-model-len 512 --max-num-seqs 256", {},
        goldenText("exchange/256-sequences-at-once"));
    row("rows", "-ngl 99 -ts 1 -sm row", {}, goldenText("exchange/sm-row-divides"));
    for (const char* text :
         {"vllm serve mistralai/Mistral-7B-v0.1 -tp 1",
          "model: mistralai/Mistral-7B-v0.1\n"
          "pipeline-parallel-size: 1\n",
          "python -m sglang.launch_server --model-path mistralai/Mistral-7B-v0.1",
          "model_source: mistralai/Mistral-7B-v0.1\nengine_kwargs:\n",
          "llama-server -ngl 99 -hf mistralai/Mistral-7B-v0.1:Q4_K_M",
          "FROM mistralai/Mistral-7B-v0.1\nPARAMETER num_gpu 99\n"}) {
        const auto plan = imported(text);
        QVERIFY2(plan.has_value(), text);
        QTest::addRow("another model, %s", plan->from.c_str())
            << text << "The settings name the model \"" + QString("mistralai/Mistral-7B-v0.1")
            << QString();
    }
    row("in the hub's cache",
        "vllm serve /root/.cache/huggingface/hub/models--meta--Small-Llama/snapshots/0123ab", {},
        {});
    row("a place to fill in", "vllm serve FOLDER_OR_REPOSITORY", {}, {});
}

void ImportsTest::namesWhatItLeavesOut() {
    QFETCH(const QString, text);
    QFETCH(const QString, warnings);
    QFETCH(const QString, notes);
    const auto plan = imported(text.toStdString());
    QVERIFY2(plan.has_value(), plan ? "" : plan.error().message.english().c_str());
    const QString warned = textOf(plan->warnings);
    QVERIFY2(warnings.isEmpty() ? warned.isEmpty() : warned.startsWith(warnings),
             qPrintable(warned));
    QCOMPARE(textOf(plan->notes), notes);
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
