// SPDX-License-Identifier: GPL-3.0-or-later
// What each engine is told of a plan: a few exports word by word, and properties of all of them
// over published models.
#include "engine/base/byte_size.h"
#include "engine/base/json_reader.h"
#include "engine/base/ssh_text.h"
#include "engine/base/strings.h"
#include "engine/device/memory_budget.h"
#include "engine/exchange/export_text.h"
#include "engine/model/pretrained_models.h"
#include "engine/plan/place/place.h"
#include "tests/exchange/exchange_fixture.h"
#include "tests/support/golden_text.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>

using namespace stowage;
using namespace stowage::test;

namespace {

using Json = nlohmann::ordered_json;

/// The small Llama (10 layers): embedding and layers 0 to 3 on GPU 0, 4 to 9 and the rest on GPU 1.
DeviceMap twoStages() {
    DeviceMap map({{"", DeviceId::gpu(1)}, {"model.embed_tokens", DeviceId::gpu(0)}});
    for (int layer = 0; layer < 4; ++layer) {
        map.set("model.layers." + std::to_string(layer), DeviceId::gpu(0));
    }
    return map;
}

DeviceMap withLayersOnCpu(DeviceMap map, const std::vector<int>& layers) {
    for (const int layer : layers) {
        map.set("model.layers." + std::to_string(layer), DeviceId::cpu());
    }
    return map;
}

/// The export of a map of the small Llama; aborts the test where it is refused.
EngineExport exported(const char* target, const DeviceMap& map, std::size_t gpus = 2) {
    const auto models = smallModels();
    const auto made = exportPlan(target, exportInput(models[0], plannedMap(models[0], map, gpus)));
    if (!made) {
        qWarning("%s", made.error().message.english().c_str());
        return {};
    }
    return *made;
}

QString line(const EngineExport& made) {
    QString text;
    for (const auto& [name, value] : made.environment) {
        text += QString::fromStdString(name + "=" + value + " ");
    }
    return text + QString::fromStdString(joinedText(made.command, " "));
}

QStringList differing(const EngineExport& made) {
    QStringList list;
    for (const PlacedElsewhere& place : made.differs) {
        list << QString::fromStdString(place.module + " " + deviceName(place.planned) + " " +
                                       deviceName(place.there));
    }
    return list;
}

QString lost(const EngineExport& made) {
    QString text;
    for (const NotExpressed& part : made.cannotExpress) {
        text +=
            QString::fromStdString(part.what.english() + ": " + part.consequence.english() + "\n");
    }
    return text;
}

Json optionsOf(const std::string& target) {
    std::ifstream file(STOWAGE_TEST_DATA "/exchange/options/" + target + ".json");
    const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    const auto document = parseJson(text, target);
    return document ? *document : Json();
}

std::set<std::string> wordsIn(const Json& options, const char* key) {
    const auto words = options.value(key, std::vector<std::string>());
    return {words.begin(), words.end()};
}

/// Keys of YAML and JSON lines, and of a Modelfile's parameters.
std::set<std::string> keysIn(const std::string& file) {
    static const QRegularExpression kKey("^[\\s-]*\"?([A-Za-z_0-9]+)\"?: ?|^PARAMETER (\\w+)",
                                         QRegularExpression::MultilineOption);
    std::set<std::string> keys;
    auto matches = kKey.globalMatch(QString::fromStdString(file));
    while (matches.hasNext()) {
        const auto match = matches.next();
        keys.insert((match.captured(1) + match.captured(2)).toStdString());
    }
    return keys;
}

}  // namespace

class EngineExportsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(".*")); }
    void saysWordByWord_data();
    void saysWordByWord();
    void leavesOutAUsualPartition();
    void offloadsByGroups();
    void offloadsPartsByBytes();
    void tellsWhatIsLost();
    void takesTheWorkload();
    void holdsWhatItPutsToTheRoom_data();
    void holdsWhatItPutsToTheRoom();
    void handsImagesOn();
    void numbersDeepspeedInElements();
    void namesRepositories();
    void quotesForShells();
    void knowsOnlyDocumentedOptions_data();
    void knowsOnlyDocumentedOptions();
    void holdsForPublishedModels();
    void refusesWhatItCannot();
    void refusesPartsInOneGgufFile_data();
    void refusesPartsInOneGgufFile();
};

void EngineExportsTest::saysWordByWord_data() {
    QTest::addColumn<QString>("target");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* target, const char* expected) {
        QTest::newRow(target) << target << expected;
    };
    row("vllm",
        "VLLM_PP_LAYER_PARTITION=4,6 vllm serve /models/llama --pipeline-parallel-size 2 "
        "--tensor-parallel-size 1 --dtype bfloat16");
    row("sglang",
        "SGLANG_PP_LAYER_PARTITION=4,6 python -m sglang.launch_server --model-path /models/llama "
        "--pp-size 2 --tp-size 1 --dtype bfloat16");
    row("llama.cpp",
        "llama-server -m llama.gguf -ngl 999 -sm layer -ts 4,7 -ot ^token_embd\\.=CUDA0,"
        "^(output|output_norm)\\.=CUDA1,^blk\\.(0|1|2|3)\\.=CUDA0,"
        "^blk\\.(4|5|6|7|8|9)\\.=CUDA1 -fit off");
    row("megatron",
        "torchrun --nproc-per-node 2 pretrain_gpt.py --tensor-model-parallel-size 1 "
        "--pipeline-model-parallel-size 2 --pipeline-model-parallel-layout Et*4|t*6L --num-layers "
        "10 --hidden-size 512 --num-attention-heads 8 --bf16 "
        "--untie-embeddings-and-output-weights");
    row("torch-pipelining", "torchrun --nproc-per-node 2 pipeline.py");
    row("deepspeed", "deepspeed --num_gpus 2 zero_inference.py");
    row("exllama", "python main.py --config config.yml");
    row("ollama", "ollama create llama -f Modelfile");
    row("ray", "serve run serve.yaml");
    row("accelerate", "python load_model.py");
}

void EngineExportsTest::saysWordByWord() {
    QFETCH(const QString, target);
    QFETCH(const QString, expected);
    const EngineExport made = exported(target.toUtf8().constData(), twoStages());
    QCOMPARE(line(made), expected);
    QCOMPARE(QString::fromStdString(made.to), target);
    QVERIFY(!made.writtenFor.empty());
    const bool keepsAll = target != "ollama" && target != "exllama";
    QVERIFY2(!keepsAll || made.differs.empty(), qPrintable(differing(made).join('\n')));
}

void EngineExportsTest::leavesOutAUsualPartition() {
    DeviceMap even = twoStages();
    even.set("model.layers.4", DeviceId::gpu(0));
    QVERIFY(exported("vllm", even).environment.empty());
    // Eleven stages' worth of layers over three: vLLM spares the last stage, SGLang the first ones.
    const auto thirds = [](int first, int second) {
        DeviceMap map({{"", DeviceId::gpu(2)}, {"model.embed_tokens", DeviceId::gpu(0)}});
        for (int layer = 0; layer < first + second; ++layer) {
            map.set("model.layers." + std::to_string(layer), DeviceId::gpu(layer < first ? 0 : 1));
        }
        return map;
    };
    QVERIFY(exported("vllm", thirds(3, 4), 3).environment.empty());
    QVERIFY(!exported("vllm", thirds(3, 3), 3).environment.empty());
    QVERIFY(exported("sglang", thirds(3, 3), 3).environment.empty());
    QVERIFY(!exported("sglang", thirds(3, 4), 3).environment.empty());
}

void EngineExportsTest::offloadsByGroups() {
    // The last of every three layers of both stages: 2 | 6 and 9 (4, 5, 6; 7, 8, 9).
    const EngineExport spaced = exported("vllm", withLayersOnCpu(twoStages(), {2, 6, 9}));
    QVERIFY2(line(spaced).endsWith("--offload-backend prefetch --offload-group-size 3 "
                                   "--offload-num-in-group 1 --offload-prefetch-step 2"),
             qPrintable(line(spaced)));
    QCOMPARE(differing(spaced), QStringList());
    // The releases that read these options and offload nothing.
    QCOMPARE(lost(spaced), QString(goldenText("exchange/vllm-0-22-0-to-0-27-1-ignore")) + "\n");
    // What no groups can say is said as near as can be, and what differs is listed.
    const EngineExport first = exported("vllm", withLayersOnCpu(twoStages(), {0}));
    QVERIFY2(line(first).contains("--offload-group-size"), qPrintable(line(first)));
    QVERIFY(differing(first).contains("model.layers.0 cpu gpu:0"));
    // A torch pipeline and Megatron offload nothing.
    const EngineExport pipeline = exported("torch-pipelining", withLayersOnCpu(twoStages(), {9}));
    QCOMPARE(differing(pipeline), QStringList{"model.layers.9 cpu gpu:1"});
}

void EngineExportsTest::offloadsPartsByBytes() {
    DeviceMap map = twoStages();
    map.set("model.layers.0.mlp", DeviceId::cpu());
    const EngineExport made = exported("vllm", map);
    // 3 × 512 × 2,048 weights of 2 bytes are 6 MiB.
    QVERIFY2(line(made).endsWith("--offload-backend uva --cpu-offload-gb 0.006"),
             qPrintable(line(made)));
    QVERIFY(differing(made).contains("model.layers.0.self_attn gpu:0 cpu"));
    for (const char* target : {"vllm", "ray", "sglang"}) {
        QCOMPARE(lost(exported(target, map))
                     .contains(goldenText("exchange/vllm-0-22-0-to-0-27-1-ignore")),
                 QString(target) != "sglang");
    }
    QVERIFY(line(exported("sglang", map)).endsWith("--cpu-offload-gb 1"));
}

void EngineExportsTest::tellsWhatIsLost() {
    DeviceMap map = twoStages();
    map.set("model.layers.9", DeviceId::disk());
    QVERIFY2(lost(exported("vllm", map)).contains(goldenText("exchange/lie-on-disk")),
             qPrintable(lost(exported("vllm", map))));
    QVERIFY(lost(exported("llama.cpp", map))
                .contains(goldenText("exchange/maps-them-into-the-cpus-memory")));
    DeviceMap alternating = twoStages();
    alternating.set("model.layers.2", DeviceId::gpu(1));
    QVERIFY(lost(exported("vllm", alternating))
                .contains(goldenText("exchange/change-from-gpu-to-gpu-3")));
    QVERIFY(!differing(exported("vllm", alternating)).isEmpty());
    QCOMPARE(differing(exported("llama.cpp", alternating)), QStringList());
    QVERIFY(lost(exported("llama.cpp", alternating))
                .contains(goldenText("exchange/keys-and-values-stay")));
    // Nothing is said that does not apply.
    QCOMPARE(lost(exported("vllm", twoStages())), QString());
    // A tied head is kept twice.
    const auto models = smallModels();
    DeviceMap tied({{"", DeviceId::gpu(0)}});
    for (int layer = 5; layer < 10; ++layer) {
        tied.set("model.layers." + std::to_string(layer), DeviceId::gpu(1));
    }
    ExportInput input = exportInput(models[1], plannedMap(models[1], tied, 2));
    input.source.renames = {{"module.", ""}};
    const auto made = exportPlan("vllm", input);
    QVERIFY(made.has_value());
    for (const char* text :
         {"exchange/keeps-a-copy-of-its-own", "exchange/reads-them-under-their-own-names"}) {
        QVERIFY2(lost(*made).contains(goldenText(text)), qPrintable(lost(*made)));
    }
    // Ollama leaves the first layers on the CPU where Accelerate leaves the last.
    const EngineExport mirrored = exported("ollama", withLayersOnCpu(twoStages(), {8, 9}));
    QVERIFY(mirrored.files.at("Modelfile").find("PARAMETER num_gpu 9\n") != std::string::npos);
    QVERIFY(differing(mirrored).contains("model.layers.0 gpu:0 cpu"));
    QVERIFY(differing(mirrored).contains("model.layers.9 cpu gpu:1"));
}

void EngineExportsTest::takesTheWorkload() {
    const auto models = smallModels();
    auto plan = std::make_shared<PlacementPlan>(*plannedMap(models[0], twoStages(), 2));
    Workload workload;
    workload.batch = 4;
    workload.context = 2000;
    workload.prompt = 1000;
    workload.prefillChunk = 256;
    workload.kvType = KvType::Int8;
    plan->request.workload = workload;
    const auto of = [&](const char* target) {
        const auto made = exportPlan(target, exportInput(models[0], plan));
        return made ? *made : EngineExport{};
    };
    const QString server = line(of("llama.cpp"));
    QVERIFY2(server.contains("-c 8000 -np 4 -b 256 -ub 256 -ctk q8_0 -ctv q8_0 -fa on"),
             qPrintable(server));
    const QString served = line(of("vllm"));
    QVERIFY2(served.contains("--max-model-len 2000 --max-num-seqs 4 --max-num-batched-tokens 256"),
             qPrintable(served));
    QVERIFY(lost(of("vllm")).contains(goldenText("exchange/keys-and-values-are-planned-in")));
    const std::string config = of("exllama").files.at("config.yml");
    QVERIFY(config.find("  cache_size: 8192\n  cache_mode: 8,8\n") != std::string::npos);
    QVERIFY(of("ollama").environment.empty());  // a server's, not those of the command
    QVERIFY(lost(of("ollama")).contains(goldenText("exchange/start-it-by-ollama-flash-attention")));
    workload.prefillChunk = 2;
    plan->request.workload = workload;
    QVERIFY2(line(of("vllm")).contains("--max-num-batched-tokens 4"), qPrintable(line(of("vllm"))));
    QVERIFY(lost(of("vllm")).contains(goldenText("exchange/go-in-by-2-tokens")));
    workload.context = 5000;  // of 4,096 positions
    plan->request.workload = workload;
    for (const char* target : {"vllm", "sglang", "ray"}) {
        QCOMPARE(of(target).verdict, Verdict::DoesNotFit);
        QVERIFY(lost(of(target)).contains(goldenText("exchange/len-is-set-to-1")));
    }
    QCOMPARE(of("llama.cpp").verdict, Verdict::Fits);
    workload.kvType = KvType::Fp8;
    workload.tensorParallel = 2;
    plan->request.workload = workload;
    QVERIFY(line(of("vllm")).contains("--tensor-parallel-size 2"));
    QVERIFY(line(of("vllm")).contains("--kv-cache-dtype fp8_e4m3"));
    QVERIFY(line(of("megatron"))
                .startsWith(
                    "torchrun --nproc-per-node 2 pretrain_gpt.py --tensor-model-parallel-size 2 "
                    "--pipeline-model-parallel-size 1 "));
    QVERIFY(lost(of("megatron")).contains(goldenText("exchange/divides-every-layer-among-2-gpus")));
    for (const char* target :
         {"accelerate", "llama.cpp", "ollama", "exllama", "deepspeed", "torch-pipelining"}) {
        const auto made = exportPlan(target, exportInput(models[0], plan));
        QVERIFY2(
            !made && made.error().message.english().find("--tensor-parallel") != std::string::npos,
            target);
    }
    workload.tensorParallel = 1;
    plan->request.workload = workload;
    QVERIFY(!line(of("llama.cpp")).contains("-ctk"));
    QVERIFY(lost(of("llama.cpp")).contains(goldenText("exchange/no-such-type")));
}

void EngineExportsTest::holdsWhatItPutsToTheRoom_data() {
    QTest::addColumn<QString>("target");
    QTest::addColumn<bool>("holds");
    const auto row = [](const char* target, bool holds) {
        QTest::newRow(target) << target << holds;
    };
    for (const char* target : {"vllm", "sglang", "ray", "megatron", "torch-pipelining"}) {
        row(target, false);
    }
    // These keep on the CPU what is planned there, or most of it.
    for (const char* target : {"accelerate", "llama.cpp", "deepspeed"}) {
        row(target, true);
    }
}

/// A head, planned on the CPU since the last GPU has no room for it.
void EngineExportsTest::holdsWhatItPutsToTheRoom() {
    QFETCH(const QString, target);
    QFETCH(const bool, holds);
    const auto models = smallModels();
    DeviceMap map = twoStages();
    map.set("lm_head", DeviceId::cpu());
    auto plan = std::make_shared<PlacementPlan>(*plannedMap(models[0], map, 2));
    QCOMPARE(plan->verdict, Verdict::FitsWithOffload);
    for (DevicePlacement& placement : plan->placements) {
        if (placement.device.id == DeviceId::gpu(1)) {
            placement.device.capacity = static_cast<std::uint64_t>(placement.weights) + kMiB;
        }
    }
    const auto made = exportPlan(target.toStdString(), exportInput(models[0], plan));
    QVERIFY(made.has_value());
    QCOMPARE(made->verdict, holds ? Verdict::FitsWithOffload : Verdict::DoesNotFit);
    const std::string text = exportToShell(*made, ShellFiles::InText);
    QCOMPARE(text.find(goldenText("exchange/error-this-engine-puts")) == std::string::npos, holds);
}

void EngineExportsTest::handsImagesOn() {
    const DescribedModel model = describedModel(
        "gemma3",
        "{\"model_type\": \"gemma3\", \"architectures\": [\"Gemma3ForConditionalGeneration\"], "
        "\"torch_dtype\": \"bfloat16\", \"mm_tokens_per_image\": 256, \"text_config\": "
        "{\"model_type\": \"gemma3_text\", \"hidden_size\": 512, \"intermediate_size\": 1024, "
        "\"num_hidden_layers\": 6, \"num_attention_heads\": 8, \"num_key_value_heads\": 4, "
        "\"head_dim\": 64, \"vocab_size\": 4000}, \"vision_config\": {\"model_type\": "
        "\"siglip_vision_model\", \"hidden_size\": 128, \"intermediate_size\": 256, "
        "\"num_hidden_layers\": 2, \"num_attention_heads\": 4, \"image_size\": 896, "
        "\"patch_size\": 14}}");
    auto plan =
        std::make_shared<PlacementPlan>(*plannedMap(model, DeviceMap({{"", DeviceId::gpu(0)}}), 1));
    Workload workload;
    workload.prompt = 1000;
    workload.generate = 24;
    const auto of = [&](const char* target, std::uint64_t images) {
        workload.images = images;
        plan->request.workload = workload;
        const auto made = exportPlan(target, exportInput(model, plan));
        return made ? *made : EngineExport{};
    };
    // 2 × 256 tokens of images, 1,000 of the prompt and 24 that follow.
    const QString served = line(of("vllm", 2));
    QVERIFY2(served.contains("--max-model-len 1536 ") &&
                 served.contains("--limit-mm-per-prompt {\"image\": 2}"),
             qPrintable(served));
    QVERIFY(exportToShell(of("vllm", 2), ShellFiles::InText)
                .find("--limit-mm-per-prompt '{\"image\": 2}'") != std::string::npos);
    const QString sglang = line(of("sglang", 2));
    QVERIFY2(sglang.contains("--context-length 1536 ") &&
                 sglang.contains("--limit-mm-data-per-request {\"image\": 2}") &&
                 sglang.contains("--enable-multimodal"),
             qPrintable(sglang));
    QVERIFY(of("ray", 2).files.at("serve.yaml").find("limit_mm_per_prompt: {\"image\": 2}\n") !=
            std::string::npos);
    QVERIFY(of("exllama", 2).files.at("config.yml").find("  vision: true\n") != std::string::npos);
    const EngineExport server = of("llama.cpp", 2);
    QVERIFY2(line(server).contains("-c 1536 -np 1") &&
                 line(server).contains("--mmproj mmproj-gemma3.gguf"),
             qPrintable(line(server)));
    QVERIFY2(lost(server).contains("--mmproj --outfile mmproj-gemma3.gguf"),
             qPrintable(lost(server)));
    // The tower is on the GPU where it has a file, or is asked for.
    QCOMPARE(differing(server), QStringList());
    QCOMPARE(differing(of("exllama", 2)),
             QStringList{"model.language_model.embed_tokens gpu:0 cpu"});
    QVERIFY(differing(of("llama.cpp", 0)).contains("model.vision_tower gpu:0 cpu"));
    for (const char* target : {"vllm", "sglang", "llama.cpp"}) {
        const QString without = line(of(target, 0));
        QVERIFY2(!without.contains("-mm") && !without.contains("multimodal"), qPrintable(without));
    }
}

void EngineExportsTest::numbersDeepspeedInElements() {
    const EngineExport made = exported("deepspeed", withLayersOnCpu(twoStages(), {9}));
    const auto config = parseJson(made.files.at("ds_config.json"), "ds_config.json");
    QVERIFY(config.has_value());
    const Json& zero = (*config)["zero_optimization"];
    QCOMPARE(zero["offload_param"]["device"].get<std::string>(), std::string("cpu"));
    // The largest parameter is the table of 4,000 × 512; norms have 512 elements and stay.
    QCOMPARE(zero["offload_param"]["buffer_size"].get<std::uint64_t>(), std::uint64_t{4000 * 512});
    QCOMPARE(zero["stage3_param_persistence_threshold"].get<std::uint64_t>(), std::uint64_t{513});
    // What differs is too much to read line by line.
    const QString said = QString::fromStdString(exportToShell(
        exported("deepspeed", withLayersOnCpu(twoStages(), {9})), ShellFiles::Written));
    QVERIFY2(said.count("# Lies elsewhere: ") < 5 &&
                 said.contains(goldenText("exchange/modules-the-first-model")),
             qPrintable(said));
    const DeviceMap allOnGpus = twoStages();
    const auto kept = parseJson(exported("deepspeed", allOnGpus).files.at("ds_config.json"), "");
    QVERIFY(!(*kept)["zero_optimization"].contains("offload_param"));
}

/// A model in the Hub's cache: by its name, where an engine fetches models.
void EngineExportsTest::namesRepositories() {
    const auto models = smallModels();
    ExportInput input = exportInput(models[0], plannedMap(models[0], twoStages(), 2));
    input.source.location = "me/llama";
    input.source.cacheFolder = "/hub/models--me--llama/snapshots/5f0b";
    input.source.adapters = {{"style", "/adapters/style"}};
    const auto text = [&input](const char* target) {
        const auto made = exportPlan(target, input);
        return made ? QString::fromStdString(exportToShell(*made, ShellFiles::InText)) : QString();
    };
    for (const auto& [target, part] : std::map<const char*, const char*>{
             {"vllm", "vllm serve me/llama "},
             {"sglang", "--model-path me/llama "},
             {"ray", "model_source: \"me/llama\""},
             {"accelerate", ".from_pretrained(\n    \"me/llama\","},
             {"deepspeed", ".from_pretrained(\"me/llama\","},
             {"torch-pipelining", "location = \"me/llama\""},
             {"ollama", "convert_hf_to_gguf.py --remote me/llama --outfile llama.gguf"},
             {"exllama",
              "model_dir: \"/hub/models--me--llama/snapshots\"\n"
              "  model_name: \"5f0b\""},
             {"llama.cpp", "convert_lora_to_gguf.py /adapters/style --base-model-id me/llama "}}) {
        QVERIFY2(text(target).contains(part), qPrintable(text(target)));
    }
    input.source.location.clear();
    input.source.cacheFolder.clear();
    QVERIFY2(text("llama.cpp").contains("convert_hf_to_gguf.py FOLDER_OR_REPOSITORY --outfile"),
             qPrintable(text("llama.cpp")));
    QVERIFY(text("llama.cpp").contains("--base FOLDER_OR_REPOSITORY "));
    QVERIFY(text("exllama").contains("model_name: \"FOLDER_OR_REPOSITORY\""));
    input.source.savedFrom = "me/base";
    QVERIFY2(text("vllm").contains(goldenText("exchange/config-json-names-me-base")),
             qPrintable(text("vllm")));
}

void EngineExportsTest::quotesForShells() {
    QCOMPARE(shellWord("--max-model-len"), std::string("--max-model-len"));
    QCOMPARE(shellWord("^blk\\.(1|2)\\.=CPU"), std::string("'^blk\\.(1|2)\\.=CPU'"));
    QCOMPARE(shellWord("it's"), std::string("'it'\\''s'"));
    QCOMPARE(shellWord(""), std::string("''"));
    EngineExport odd;
    odd.to = "vllm";
    odd.command = {"vllm", "serve", "a b\n$(rm -rf x)"};
    odd.cannotExpress = {{"two\nlines", "of\ttext"}};
    const std::string text = exportToShell(odd, ShellFiles::InText);
    QVERIFY(text.find("'a b\n$(rm -rf x)'") != std::string::npos);
    QVERIFY(text.find("\nlines") == std::string::npos);
}

void EngineExportsTest::knowsOnlyDocumentedOptions_data() {
    QTest::addColumn<QString>("target");
    for (const char* target :
         {"vllm", "sglang", "llama.cpp", "ollama", "exllama", "megatron", "deepspeed", "ray"}) {
        QTest::newRow(target) << target;
    }
}

void EngineExportsTest::knowsOnlyDocumentedOptions() {
    QFETCH(const QString, target);
    const std::string id = target.toStdString();
    const Json documented = optionsOf(id);
    QVERIFY(documented.is_object());
    QVERIFY(!documented["source"].empty());
    QCOMPARE(documented["version"].get<std::string>(),
             std::string(findExportTarget(id, "--to")->version));
    const auto options = wordsIn(documented, "options");
    const auto variables = wordsIn(documented, "variables");
    auto keys = wordsIn(documented, "keys");
    keys.merge(wordsIn(documented, "parameters"));
    std::mt19937 random(3);
    const auto models = smallModels();
    unsigned checked = 0;
    for (unsigned round = 0; round < 60; ++round) {
        const DescribedModel& model = models[round % models.size()];
        const std::size_t gpus = 1 + random() % 4;
        auto plan = std::make_shared<PlacementPlan>(
            *plannedMap(model, randomMap(*model.tree(), gpus, random), gpus));
        Workload workload;
        workload.context = 512;
        workload.batch = 1 + random() % 3;
        workload.prefillChunk = 64;
        workload.images = random() % 2;
        workload.kvType = random() % 2 == 0 ? KvType::Fp8 : KvType::Int8;
        plan->request.workload = workload;
        plan->request.budgetsAreDefaults = false;
        const auto made = exportPlan(id, exportInput(model, plan));
        if (!made) {
            continue;
        }
        ++checked;
        for (const std::string& word : made->command) {
            const bool isOption = word.size() > 1 && word[0] == '-' && word[1] != '1';
            QVERIFY2(!isOption || options.contains(word), word.c_str());
        }
        for (const auto& [name, value] : made->environment) {
            QVERIFY2(variables.contains(name), name.c_str());
        }
        for (const auto& [name, content] : made->files) {
            const bool isSettings = !name.ends_with(".py");
            for (const std::string& key : isSettings ? keysIn(content) : std::set<std::string>()) {
                QVERIFY2(keys.contains(key), (name + ": " + key).c_str());
            }
        }
    }
    QVERIFY2(checked > 40, qPrintable(QString::number(checked)));
}

void EngineExportsTest::holdsForPublishedModels() {
    const auto presets = modelPresets();
    QVERIFY(presets.has_value());
    std::map<std::string, unsigned> made;
    for (const ModelPreset& preset : *presets) {
        const DescribedModel model = describedModel(preset.name, preset.configText);
        const std::size_t gpus = 1 + made["vllm"] % 3;
        PlacementRequest request;
        request.tree = model.tree();
        request.devices = machineWithGpus(gpus);
        request.budgets = defaultBudgets(request.devices, 64.0 * static_cast<double>(kGiB));
        const auto plan = place(request);
        QVERIFY2(plan.has_value(), preset.name.c_str());
        for (const ExportTarget& target : exportTargets()) {
            const auto one = exportPlan(target.id, exportInput(model, *plan));
            if (!one) {
                QVERIFY2(one.error().code == ErrorCode::Unsupported ||
                             one.error().code == ErrorCode::InvalidPlan,
                         one.error().message.english().c_str());
                QVERIFY(one.error().message.english().ends_with('.'));
                continue;
            }
            ++made[std::string(target.id)];
            QVERIFY(!one->command.empty());
            for (const PlacedElsewhere& place : one->differs) {
                QVERIFY(place.planned != place.there);
            }
            const auto document = parseJson(exportToJson(*one), "export");
            QVERIFY(document.has_value());
            QCOMPARE((*document)["to"].get<std::string>(), std::string(target.id));
            QCOMPARE((*document)["differs"].size(), one->differs.size());
        }
    }
    for (const ExportTarget& target : exportTargets()) {
        QVERIFY2(made[std::string(target.id)] > 15, std::string(target.id).c_str());
    }
}

void EngineExportsTest::refusesWhatItCannot() {
    const auto models = smallModels();
    const ExportInput input = exportInput(models[0], plannedMap(models[0], twoStages(), 2));
    const auto unknown = exportPlan("tgi", input);
    QVERIFY(!unknown);
    QCOMPARE(unknown.error().code, ErrorCode::InvalidArgument);
    QVERIFY(unknown.error().message.english().find(goldenText("exchange/tgi-is-not-known")) !=
            std::string::npos);
    // Engines that need a GPU refuse a plan without one; llama.cpp takes it.
    const DeviceMap cpu({{"", DeviceId::cpu()}});
    const ExportInput onCpu = exportInput(models[0], plannedMap(models[0], cpu, 0));
    QCOMPARE(exportPlan("vllm", onCpu).error().code, ErrorCode::InvalidPlan);
    const auto server = exportPlan("llama.cpp", onCpu);
    QVERIFY(server.has_value());
    QVERIFY(line(*server).contains("-ngl 0"));
    QVERIFY(server->differs.empty());
    // An encoder and a decoder.
    const DescribedModel t5 = describedModel("t5",
                                             "{\"model_type\": \"t5\", \"architectures\": "
                                             "[\"T5ForConditionalGeneration\"]}");
    const auto plan = plannedMap(t5, DeviceMap({{"", DeviceId::gpu(0)}}), 1);
    QCOMPARE(exportPlan("vllm", exportInput(t5, plan)).error().code, ErrorCode::Unsupported);
    // An encoder that is to generate.
    const DescribedModel bert = describedModel("bert",
                                               "{\"model_type\": \"bert\", \"architectures\": "
                                               "[\"BertForMaskedLM\"]}");
    auto asked =
        std::make_shared<PlacementPlan>(*plannedMap(bert, DeviceMap({{"", DeviceId::gpu(0)}}), 1));
    asked->request.workload = Workload{};
    asked->request.workload->generate = 8;
    const auto generated = exportPlan("exllama", exportInput(bert, asked));
    QVERIFY(!generated);
    QCOMPARE(generated.error().code, ErrorCode::InvalidArgument);
    QCOMPARE(generated.error().key, std::string("generate"));
    QVERIFY(generated.error().message.english().find("BertForMaskedLM") != std::string::npos);
    // A map that leaves tensors out.
    const auto partial = plannedMap(models[0], DeviceMap({{"model", DeviceId::gpu(0)}}), 1);
    QVERIFY(partial != nullptr);
    QCOMPARE(exportPlan("vllm", exportInput(models[0], partial)).error().code,
             ErrorCode::InvalidPlan);
}

void EngineExportsTest::refusesPartsInOneGgufFile_data() {
    QTest::addColumn<QStringList>("tensors");
    QTest::addColumn<QString>("golden");
    QTest::addColumn<bool>("isForOthers");
    const QStringList model{"token_embd.weight", "blk.0.attn_q.weight", "output_norm.weight"};
    const QStringList tower{"v.patch_embd.weight", "v.blk.0.attn_q.weight", "mm.input.weight"};
    QTest::newRow("one model") << model << "" << true;
    QTest::newRow("with a tower") << model + tower << "exchange/holds-several-models-blk-mm-v"
                                  << true;
    QTest::newRow("with a projector")
        << model + QStringList{"mm.0.weight"} << "exchange/holds-several-models-blk-mm" << true;
    QTest::newRow("a tower alone") << tower << "exchange/holds-only-the-image-or-audio" << false;
}

void EngineExportsTest::refusesPartsInOneGgufFile() {
    QFETCH(const QStringList, tensors);
    QFETCH(const QString, golden);
    QFETCH(const bool, isForOthers);
    const auto models = smallModels();
    ExportInput input = exportInput(models[0], plannedMap(models[0], twoStages(), 2));
    auto file = std::make_shared<Checkpoint>(*models[0].checkpoint);
    file->format = CheckpointFormat::Gguf;
    for (const QString& name : tensors) {
        file->tensors.emplace_back().name = name.toStdString();
    }
    input.checkpoint = file;
    for (const char* target : {"llama.cpp", "ollama"}) {
        const auto made = exportPlan(target, input);
        QCOMPARE(made.has_value(), golden.isEmpty());
        if (!made) {
            QCOMPARE(made.error().code, ErrorCode::Unsupported);
            QVERIFY2(made.error().message.english().find(goldenText(golden.toUtf8().constData())) !=
                         std::string::npos,
                     made.error().message.english().c_str());
        }
    }
    QCOMPARE(exportPlan("vllm", input).has_value(), isForOthers);
}

QTEST_APPLESS_MAIN(EngineExportsTest)
#include "tst_engine_exports.moc"
