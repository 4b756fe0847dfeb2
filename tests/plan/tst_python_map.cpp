// SPDX-License-Identifier: GPL-3.0-or-later
// Maps between Stowage, Python and Accelerate: what is copied runs, what is pasted is understood.
#include "engine/model/quantization.h"
#include "engine/plan/dispatch_model.h"
#include "engine/plan/edit/plan_edit.h"
#include "engine/plan/map/device_map_text.h"
#include "engine/plan/map/plan_json.h"
#include "engine/plan/map/python_literals.h"
#include "engine/plan/map/python_script.h"
#include "engine/plan/resolved_map.h"
#include "tests/plan/plan_fixture.h"
#include "tests/support/golden_text.h"

#include <QElapsedTimer>
#include <QRegularExpression>
#include <QTest>

#include <random>

using namespace stowage;
using namespace stowage::test;

namespace {

Plan planWithMap(const DeviceMap& map, const std::vector<std::uint64_t>& gpus) {
    PlacementRequest request = requestFor(recordedTree("gpt2"), gpus);
    request.strategy = Strategy::Manual;
    request.givenMap = map;
    return planOf(request);
}

PretrainedSource gpt2Source() {
    PretrainedSource source;
    source.name = "gpt2";
    source.className = "GPT2LMHeadModel";
    source.location = "/models/gpt2";
    return source;
}

/// No entry lies inside another one with another device, tensors' own entries apart.
bool isFlat(const ModuleTree& tree, const DeviceMap& map) {
    for (const auto& [path, device] : map.entries()) {
        const std::size_t dot = path.rfind('.');
        const std::string above = path.substr(0, dot == std::string::npos ? 0 : dot);
        const auto outer = path.empty() ? std::nullopt : map.deviceOf(above);
        if (tree.findModule(path) && outer && *outer != device) {
            return false;
        }
    }
    return true;
}

bool sameTensorDevices(const ModuleTree& tree, const DeviceMap& a, const DeviceMap& b) {
    return std::ranges::all_of(tree.tensors(), [&](const TensorSpec& tensor) {
        return a.deviceOf(tensor.name) == b.deviceOf(tensor.name);
    });
}

QString text(const std::string& bytes) {
    return QString::fromStdString(bytes);
}

}  // namespace

class PythonMapTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }
    void overlappingEntriesBecomeFlat();
    void ownTensorsOfACutModuleGetEntries();
    void whatHoldsNothingAsksForNoDevice();
    void flatMapsStayAsTheyAre();
    void randomMapsKeepEveryTensor();
    void readsScripts_data();
    void readsScripts();
    void refusesScripts_data();
    void refusesScripts();
    void copiedPlansPasteBack();
    void hostileTextsTakeLinearTime();
    void saysDtypeAndQuantisation();
    void loadsWhatTheFileHoldsOtherwise();
    void limitsEveryDeviceOfTheMap();
    void tellsProblems();
    void tellsWhatLiesElsewhere();
    void namesModulesAsTheLibrary();
    void splitBlocks_data();
    void splitBlocks();
    void tiedWeights_data();
    void tiedWeights();
    void tensorKeys();
    void theMainDeviceIsTheLowest();
};

void PythonMapTest::overlappingEntriesBecomeFlat() {
    const auto tree = recordedTree("gpt2");
    const DeviceMap map({{"transformer", DeviceId::cpu()},
                         {"transformer.h.5", DeviceId::disk()},
                         {"lm_head", DeviceId::cpu()}});
    const DeviceMap flat = flatMap(*tree, map);
    QVERIFY(isFlat(*tree, flat) && !isFlat(*tree, map));
    QVERIFY(sameTensorDevices(*tree, map, flat));
    QCOMPARE(flat.size(), std::size_t{17});  // wte, wpe, drop, 12 blocks, ln_f, lm_head
    QVERIFY(flat.exact("transformer.h.5") == DeviceId::disk());
    QVERIFY(!flat.exact("transformer") && !flat.exact("transformer.h"));
    // The root covers all, and both texts are one plan.
    const DeviceMap root({{"", DeviceId::gpu(0)}, {"transformer.h.3.mlp", DeviceId::gpu(1)}});
    const DeviceMap flatRoot = flatMap(*tree, root);
    QVERIFY(isFlat(*tree, flatRoot) && sameTensorDevices(*tree, root, flatRoot));
    QVERIFY(flatRoot.exact("transformer.h.3.attn") == DeviceId::gpu(0));
    for (const DeviceMap& form : {root, flatRoot}) {
        const auto pasted = parseDeviceMapText(deviceMapToPython(form));
        QVERIFY(pasted.has_value());
        QVERIFY(sameTensorDevices(*tree, pasted->map, root));
    }
    // What `plan --json` prints is what Accelerate is given.
    const Plan plan = planWithMap(root, {kGiB, kGiB});
    const auto printed = parseDeviceMapText(planToJson(*plan, TraceOutput::Omit));
    QVERIFY(printed.has_value() && isFlat(*tree, printed->map));
}

void PythonMapTest::ownTensorsOfACutModuleGetEntries() {
    ModuleDraft root;
    root.className = "Net";
    ModuleDraft::Tensor own;
    own.name = "scale";
    own.shape = {4};
    root.parameters.push_back(own);
    for (const char* name : {"first", "second"}) {
        ModuleDraft child;
        child.name = name;
        child.className = "Linear";
        ModuleDraft::Tensor weight;
        weight.name = "weight";
        weight.shape = {4, 4};
        child.parameters.push_back(weight);
        root.children.push_back(child);
    }
    ModelDraft draft;
    draft.root = root;
    const auto tree = ModuleTreeBuilder::build(std::move(draft), "net");
    QVERIFY2(tree.has_value(), tree ? "" : tree.error().message.english().c_str());
    const DeviceMap map({{"", DeviceId::cpu()}, {"second", DeviceId::disk()}});
    QCOMPARE(text(mapText(flatMap(**tree, map))), QStringLiteral("cpu=first,scale disk=second"));
}

void PythonMapTest::whatHoldsNothingAsksForNoDevice() {
    const auto tree = recordedTree("gpt2");
    DeviceMap map({{"", DeviceId::gpu(0)}});
    std::vector<std::pair<std::string, DeviceId>> moves;
    for (const char* name :
         {"transformer.wte", "transformer.wpe", "transformer.h", "transformer.ln_f", "lm_head"}) {
        moves.emplace_back(name, DeviceId::cpu());
    }
    const DeviceMap flat = flatMap(*tree, withMoves(*tree, map, moves));
    for (const auto& [path, device] : flat.entries()) {
        QVERIFY2(device == DeviceId::cpu(), path.c_str());  // transformer.drop too
    }
}

void PythonMapTest::flatMapsStayAsTheyAre() {
    const auto tree = recordedTree("gpt2");
    const DeviceMap same({{"transformer", DeviceId::gpu(0)},
                          {"transformer.h.3", DeviceId::gpu(0)},
                          {"typo", DeviceId::disk()},
                          {"lm_head", DeviceId::cpu()},
                          {"transformer.wte.weight", DeviceId::cpu()}});
    QVERIFY(flatMap(*tree, same).entries() == same.entries());
    QVERIFY(flatMap(*tree, DeviceMap()).empty());
}

void PythonMapTest::randomMapsKeepEveryTensor() {
    std::mt19937 random(7);
    const std::vector<DeviceId> devices = {DeviceId::gpu(0), DeviceId::gpu(1), DeviceId::cpu(),
                                           DeviceId::disk()};
    for (unsigned seed = 0; seed < 60; ++seed) {
        const auto tree = randomTree(seed);
        DeviceMap map({{"", devices[random() % devices.size()]}});
        for (std::size_t i = random() % 8; i > 0; --i) {
            const ModuleId module{static_cast<std::uint32_t>(random() % tree->nodes().size())};
            map.set(tree->path(module), devices[random() % devices.size()]);
        }
        const DeviceMap flat = flatMap(*tree, map);
        QVERIFY2(isFlat(*tree, flat), std::to_string(seed).c_str());
        QVERIFY2(sameTensorDevices(*tree, map, flat), std::to_string(seed).c_str());
    }
}

void PythonMapTest::readsScripts_data() {
    QTest::addColumn<QByteArray>("script");
    QTest::addColumn<QString>("json");
    const auto row = [](const char* name, const char* script, const char* json) {
        QTest::newRow(name) << QByteArray(script) << QString::fromUtf8(json);
    };
    row("an assignment", "device_map = {'a': 0, 'b': 'cpu'}", "[[\"a\", 0], [\"b\", \"cpu\"]]");
    row("another name", "device = {\n  'a': 0,\n}\n", "[[\"a\", 0]]");
    row("comments", "# from the guide\nmap = {  # the map\n 'a': 0,  # first, {'b': 1}\n}  # end",
        "[[\"a\", 0]]");
    row("comments in a bare dict", "{'a': 0, # one\n 'b': 1}\n# end", "[[\"a\", 0], [\"b\", 1]]");
    row("a call",
        "model = AutoModel.from_pretrained(\"x{\", dtype=torch.float16, device_map={'a': 1},\n"
        "    max_memory={0: '10GiB', 'cpu': '30GiB'})",
        "[[\"a\", 1]]");
    row("a snippet",
        "import torch\nfrom transformers import AutoModel\n\nid2label = {'x': 0}\n"
        "device_map: dict[str, int] = {'a': torch.device('cuda:1')}\nmax_memory = {'cpu': 1}\n"
        "model = load(device_map=device_map)\nlabels = {'y': 1}",
        "[[\"a\", 1]]");
    row("the last assignment holds", "device_map = {'a': 0}\ndevice_map = {'a': 1}",
        "[[\"a\", 1]]");
    row("code below a dict", "{'a': 0}\nmodel = load()", "[[\"a\", 0]]");
    row("in a dict of arguments", "kwargs = {'dtype': 'auto', 'device_map': {'a': 0}, 'n': 2}",
        "[[\"a\", 0]]");
    row("within what cannot be read", "kwargs = dict(device_map={'a': 0}, now=time())",
        "[[\"a\", 0]]");
    row("an ordered dict", "hf_device_map = OrderedDict([('a', device(type='cuda', index=0))])",
        "[[\"a\", 0]]");
    row("a list of pairs", "device_map = [[\"a\", 0], [\"b\", \"disk\"]]",
        "[[\"a\", 0], [\"b\", \"disk\"]]");
    row("a string with a quote", "s = 'it\\'s {'\nt = \"\"\"\n'{\n\"\"\"\ndevice_map = {'a': 0}",
        "[[\"a\", 0]]");
    row("lines that set entries",
        "device_map = {'a': 0, 'b': 1}\ndevice_map['b'] = 'disk'  # why\ndevice_map[\"c\"] = 1\n"
        "x = device_map['a'] == 0\n",
        "[[\"a\", 0], [\"b\", \"disk\"], [\"c\", 1]]");
    row("update and del", "dm = {'a': 0, 'b': 1}\ndm.update({'b': 'cpu', 'c': 1})\ndel dm['a']\n",
        "[[\"b\", \"cpu\"], [\"c\", 1]]");
    row("a union and pop", "device_map = {'a': 0}\ndevice_map |= {'b': 1}\ndevice_map.pop('a')",
        "[[\"b\", 1]]");
    row("a log's line", "[INFO|modeling.py:1] device_map = {'a': 0}\n", "[[\"a\", 0]]");
    row("a log's line with a time", "[2026-01-01 10:00:00] {'a': 0, 'b': 'cpu'}",
        "[[\"a\", 0], [\"b\", \"cpu\"]]");
    row("numpy's integers", "{'a': np.int64(0)}", "[[\"a\", 0]]");
    row("all of it in quotes", "\"{'a': 0}\"", "[[\"a\", 0]]");
    row("keywords", "device_map = dict(transformer=0, lm_head='cpu')",
        "[[\"transformer\", 0], [\"lm_head\", \"cpu\"]]");
    row("a union of dicts", "{'a': 0} | {'b': 1}", "[[\"a\", 0], [\"b\", 1]]");
    row("a dict taken in", "{**{'a': 0}, 'b': 1}", "[[\"a\", 0], [\"b\", 1]]");
    row("a comparison is none", "if x == {'b': 1}: pass\ndevice_map = {'a': 0}", "[[\"a\", 0]]");
}

void PythonMapTest::readsScripts() {
    QFETCH(QByteArray, script);
    QFETCH(QString, json);
    const auto map = parseDeviceMapText(script.toStdString());
    QVERIFY2(map.has_value(), map ? "" : map.error().message.english().c_str());
    QCOMPARE(text(deviceMapToJson(map->map)), json);
}

void PythonMapTest::refusesScripts_data() {
    QTest::addColumn<QByteArray>("script");
    QTest::addColumn<int>("offset");
    QTest::addColumn<QString>("part");
    QTest::newRow("no map") << QByteArray("model = load('x')") << 0
                            << goldenText("plan/no-device-map");
    QTest::newRow("a wrong device") << QByteArray("device_map = {'a': 'tpu'}") << 19 << "tpu";
    QTest::newRow("made by code") << QByteArray("device_map = {k: 0 for k in m}\nlabels = {'a': 0}")
                                  << 19 << "comma";
    QTest::newRow("unclosed") << QByteArray("device_map = {'a': 0,") << 21 << "too early";
    QTest::newRow("changed in a loop")
        << QByteArray("device_map = {'a': 0}\nfor k in x:\n    device_map[k] = 1\n") << 34
        << goldenText("plan/by-a-line-that-stowage-does-not");
    QTest::newRow("changed to a name") << QByteArray("device_map = {'a': 0}\ndevice_map['b'] = n")
                                       << 22 << goldenText("plan/by-a-line-that-stowage-does-not");
    QTest::newRow("a number in quotes")
        << QByteArray("{'model': '1'}") << 10 << goldenText("plan/write-1-or-cuda-1");
    QTest::newRow("a number in quotes, in a call") << QByteArray("m = load('x', device_map='1')")
                                                   << 25 << goldenText("plan/write-1-or-cuda-1");
    QTest::newRow("a name taken in")
        << QByteArray("{**x, 'a': 0}") << 1 << goldenText("plan/takes-in-what-a-name-holds");
    QTest::newRow("another maker's device")
        << QByteArray("{'a': 'xpu:0'}") << 6 << goldenText("plan/by-another-library-than-cuda");
    QTest::newRow("only limits") << QByteArray("max_memory = {0: '1GiB'}") << 0
                                 << goldenText("plan/no-device-map");
}

void PythonMapTest::refusesScripts() {
    QFETCH(QByteArray, script);
    QFETCH(int, offset);
    QFETCH(QString, part);
    const auto map = parseDeviceMapText(script.toStdString());
    QVERIFY(!map.has_value());
    QVERIFY2(text(map.error().message).contains(part), map.error().message.english().c_str());
    QCOMPARE(static_cast<int>(map.error().offset.value_or(9999)), offset);
}

void PythonMapTest::copiedPlansPasteBack() {
    std::mt19937 random(11);
    const std::vector<DeviceId> devices = {DeviceId::gpu(0), DeviceId::gpu(1), DeviceId::cpu(),
                                           DeviceId::disk()};
    for (unsigned seed = 0; seed < 100; ++seed) {
        PlacementRequest request = requestFor(randomTree(seed), {kGiB, kGiB});
        for (std::size_t i = random() % 6; i > 0; --i) {
            const ModuleId module{
                static_cast<std::uint32_t>(random() % request.tree->nodes().size())};
            request.moves.emplace_back(request.tree->path(module),
                                       devices[random() % devices.size()]);
        }
        const Plan plan = planOf(request);
        QVERIFY(plan != nullptr);
        if (plan->map.empty()) {
            continue;
        }
        const auto pasted = parseDeviceMapText(pythonScript(*plan, gpt2Source()));
        QVERIFY2(pasted.has_value(), pasted ? "" : pasted.error().message.english().c_str());
        QVERIFY(sameTensorDevices(*request.tree, pasted->map, plan->map));
    }
}

void PythonMapTest::hostileTextsTakeLinearTime() {
    constexpr std::size_t kBytes = 4U * 1024U * 1024U;
    const auto repeated = [](const std::string& part) {
        std::string all = "x = 1\n";
        while (all.size() < kBytes) {
            all += part;
        }
        return all;
    };
    const std::string nested = [] {
        std::string all = "x = 1\n";
        for (int i = 0; i < 31; ++i) {
            all += "{'a':";
        }
        all += "{";
        while (all.size() < kBytes) {
            all += "'k':0,";
        }
        return all;
    }();
    QElapsedTimer clock;
    clock.start();
    for (const std::string& hostile :
         {repeated("{"), repeated("{'a':"), repeated("'"), repeated("\"\\"), repeated("dict("),
          repeated("= ["), repeated("{\"\n"), repeated("{'a':0,"), repeated("a={}"),
          repeated("'''\n"), repeated("#{\n"), nested}) {
        QVERIFY(!parseDeviceMapText(hostile).has_value());
    }
    QVERIFY2(clock.elapsed() < 60'000, std::to_string(clock.elapsed()).c_str());
}

void PythonMapTest::saysDtypeAndQuantisation() {
    PlacementRequest request = requestFor(recordedTree("gpt2"), {2 * kGiB});
    const std::string stored = pythonScript(*planOf(request), gpt2Source());
    QVERIFY2(stored.find("dtype=torch.float32,") != std::string::npos, stored.c_str());
    QVERIFY(stored.find(goldenText("plan/import-torch-from-transformers")) != std::string::npos);
    QVERIFY(stored.find("offload") == std::string::npos);
    request.constraints.dtype = DType::BFloat16;
    request.constraints.offloadBuffers = true;
    request.constraints.quantization = *quantizationFromName("nf4");
    request.constraints.quantization->isDoubleQuantised = true;
    request.moves = {{"transformer.h.5", DeviceId::disk()}};
    PretrainedSource source = gpt2Source();
    source.runsOwnCode = true;
    const std::string script = pythonScript(*planOf(request), source);
    for (const char* part :
         {"import GPT2LMHeadModel, BitsAndBytesConfig\n",
          "quantization_config = BitsAndBytesConfig(\n    load_in_4bit=True,\n"
          "    bnb_4bit_quant_type=\"nf4\",\n    bnb_4bit_use_double_quant=True,\n"
          "    llm_int8_enable_fp32_cpu_offload=True,\n)\n",
          "model = GPT2LMHeadModel.from_pretrained(\n    \"/models/gpt2\",\n"
          "    device_map=device_map,\n    max_memory=max_memory,\n    dtype=torch.bfloat16,\n"
          "    quantization_config=quantization_config,\n    offload_folder=\"offload\",\n"
          "    offload_buffers=True,\n    trust_remote_code=True,\n)\n",
          goldenText("plan/leaves-it-unquantised")}) {
        QVERIFY2(script.find(part) != std::string::npos, (part + ("\n" + script)).c_str());
    }
    request.constraints.quantization = *quantizationFromName("mxfp4");
    QVERIFY(pythonScript(*planOf(request), source).find("Mxfp4Config(") != std::string::npos);
    request.constraints.quantization = *quantizationFromName("fp8");
    QVERIFY(pythonScript(*planOf(request), source).find("FineGrainedFP8Config(") !=
            std::string::npos);
    request.constraints.quantization->declaredBy = "/models/gpt2/config.json";
    const std::string declared = pythonScript(*planOf(request), source);
    QVERIFY(declared.find("quantization_config") == std::string::npos);
    QVERIFY(declared.find(goldenText("exchange/the-weights-are-quantised")) != std::string::npos);
}

/// The forms that transformers 5.24 and PEFT 0.21 take (tests/reference/run_copied_python.py).
void PythonMapTest::loadsWhatTheFileHoldsOtherwise() {
    PlacementRequest request = requestFor(recordedTree("gpt2"), {2 * kGiB});
    request.moves = {{"transformer.h.5", DeviceId::disk()}};
    PretrainedSource source = gpt2Source();
    source.renames = {{"module.", ""}, {"h", "x"}, {"module.", ""}, {"", "model."}};
    source.nestedFile = "/models/gpt2/pytorch_model.bin";
    source.nestedKey = "state_dict";
    source.adapters = {{"chat", "/chat"}};
    const std::string script = pythonScript(*planOf(request), source);
    for (
        const char* part :
        {R"(model = GPT2LMHeadModel.from_pretrained(
    None,
    config="/models/gpt2",
    state_dict=torch.load("/models/gpt2/pytorch_model.bin", map_location="cpu")["state_dict"],
    device_map=device_map,
)",
         R"x(    key_mapping={"^module\\.": "", "^h(?:)": "x", "^module\\.(?:)": "", "^": "model."},
)x",
         R"x(model = PeftModel.from_pretrained(
    model,
    "/chat",
    adapter_name="chat",
    device_map={("base_model.model." + name).rstrip("."): device for name, device in )x"
         R"x(device_map.items()},
    offload_folder="offload",
)
)x"}) {
        QVERIFY2(script.find(part) != std::string::npos, (part + ("\n" + script)).c_str());
    }
}

void PythonMapTest::limitsEveryDeviceOfTheMap() {
    PlacementRequest request = requestFor(recordedTree("gpt2"), {2 * kGiB, kGiB});
    setBudgets(request, "0=1GiB,cpu=4GiB");
    request.devices[1].usedByOthers = 24;
    request.moves = {{"transformer.h.5", DeviceId::gpu(1)}};
    const std::string script = pythonScript(*planOf(request), gpt2Source());
    const std::string limits = "max_memory = {0: 1073741824, 1: 1073741800, \"cpu\": 4294967296}";
    QVERIFY2(script.find(limits) != std::string::npos, script.c_str());
}

void PythonMapTest::tellsProblems() {
    const Plan plan = planWithMap(
        DeviceMap({{"transformer", DeviceId::gpu(0)}, {"lm\nhead", DeviceId::gpu(0)}}), {kGiB});
    PretrainedSource source = gpt2Source();
    source.name = "two\nlines";
    source.notExpressed = {{"Something", "is lost"}};
    source.location.clear();
    const std::string script = pythonScript(*plan, source);
    QVERIFY(
        script.starts_with("# Planned by Stowage: two lines\n# Something; is lost.\n# error: "));
    QVERIFY(script.find(goldenText("plan/error-no-device-is-given-for-lm")) != std::string::npos);
    QVERIFY(script.find("\"FOLDER_OR_REPOSITORY\"") != std::string::npos);
    // Names of the model stay in their comments and strings.
    for (const std::string line : {"head", "lines"}) {
        QVERIFY(script.find("\n" + line) == std::string::npos);
    }
}

void PythonMapTest::tellsWhatLiesElsewhere() {
    const Plan plan = planWithMap(DeviceMap({{"", DeviceId::gpu(0)},
                                             {"lm_head", DeviceId::gpu(1)},
                                             {"transformer.wpe.weight", DeviceId::cpu()}}),
                                  {kGiB, kGiB});
    const auto places = placedElsewhere(*plan);
    QCOMPARE(places.size(), std::size_t{2});
    QCOMPARE(text(places[0].module), QStringLiteral("transformer.wpe.weight"));
    QVERIFY(places[0].planned == DeviceId::cpu() && places[0].there == DeviceId::gpu(0));
    QCOMPARE(text(places[1].module), QStringLiteral("lm_head.weight"));
    QVERIFY(places[1].planned == DeviceId::gpu(1) && places[1].there == DeviceId::gpu(0));
    QVERIFY(placedElsewhere(*planWithMap(DeviceMap({{"", DeviceId::gpu(0)}}), {kGiB})).empty());
}

/// Two layers of experts in a module each, as older releases registered them, and as one parameter.
void PythonMapTest::namesModulesAsTheLibrary() {
    const auto layer = [](const std::string& name, ModuleDraft experts) {
        ModuleDraft attention{"attn", "", "", {{"weight", DType::Float32, {4}}}, {}, {}};
        return ModuleDraft{name, "Layer", "", {}, {}, {attention, std::move(experts)}};
    };
    ModuleDraft one{"block_moe", "", "", {}, {}, {{"experts", "", "", {}, {}, {}}}};
    for (const char* number : {"0", "1", "2"}) {
        one.children[0].children.push_back(
            {number, "", "", {{"weight", DType::Float32, {8}}}, {}, {}});
    }
    ModuleDraft all{"mlp", "", "",
                    {},    {}, {{"experts", "", "", {{"down", DType::Float32, {3, 8}}}, {}, {}}}};
    const auto built = [&](const ModuleDraft& experts) {
        ModelDraft model;
        model.root.children = {layer("first", experts), layer("second", experts)};
        return *ModuleTreeBuilder::build(model);
    };
    PlacementRequest request = requestFor(built(one), {kGiB});
    request.strategy = Strategy::Manual;
    request.givenMap = DeviceMap({{"first", DeviceId::gpu(0)},
                                  {"second.attn", DeviceId::cpu()},
                                  {"second.block_moe", DeviceId::gpu(0)},
                                  {"second.block_moe.experts.1", DeviceId::cpu()}});
    PretrainedSource source = gpt2Source();
    source.libraryTree = built(all);
    const Plan plan = planOf(request);
    const std::string script = pythonScript(*plan, source);
    const std::string map =
        "{\n    \"first\": 0,\n    \"second.attn\": \"cpu\",\n"
        "    \"second.mlp.experts\": 0,\n}";
    QVERIFY2(script.find(map) != std::string::npos, script.c_str());
    QVERIFY(script.find(goldenText("plan/experts-of-one-layer-are-planned-on")) !=
            std::string::npos);
    const auto places = placedElsewhere(*plan, source);
    QCOMPARE(places.size(), std::size_t{1});
    QCOMPARE(text(places[0].module), QStringLiteral("second.block_moe.experts.1"));
    QVERIFY(places[0].planned == DeviceId::cpu() && places[0].there == DeviceId::gpu(0));
}

void PythonMapTest::splitBlocks_data() {
    QTest::addColumn<QByteArray>("map");
    QTest::addColumn<QString>("severity");  // "": nothing to say
    QTest::addColumn<QString>("part");
    const auto row = [](const char* name, const char* map, const char* severity, const char* part) {
        QTest::newRow(name) << QByteArray(map) << QString::fromLatin1(severity)
                            << QString::fromLatin1(part);
    };
    row("over two GPUs", "{'': 0, 'transformer.h.2.mlp': 1}", "warning",
        "runs on GPU 0, GPU 1. Accelerate moves");
    row("offloaded beside another GPU",
        "{'': 1, 'transformer.wte': 0, 'lm_head': 0, 'transformer.h.2.mlp': 'cpu'}", "warning",
        goldenText("plan/lies-on-gpu-1-cpu-and-so-runs-on"));
    row("offloaded to the main device", "{'': 0, 'transformer.h.2.mlp': 'cpu'}", "hint",
        goldenText("plan/it-works-as-all-of-it-runs-on-gpu-0"));
    row("no GPU at all", "{'': 'cpu', 'transformer.h.2.mlp': 'disk'}", "hint",
        "because the whole block runs on CPU:");
    row("only parts have entries",
        "{'transformer.wte': 0, 'transformer.wpe': 0, 'transformer.h.0': 0, "
        "'transformer.h.1': 0, 'transformer.h.2.ln_1': 1, 'transformer.h.2.attn': 1, "
        "'transformer.h.2.ln_2': 1, 'transformer.h.2.mlp': 1}",
        "warning", goldenText("plan/its-input-arrives-on-gpu-0"));
    row("a norm apart", "{'': 0, 'transformer.h.2.ln_1': 1}", "warning",
        goldenText("plan/only-single-layers-are-apart"));
    row("a Dropout apart", "{'': 0, 'transformer.h.2.attn.resid_dropout': 1}", "warning",
        goldenText("plan/puts-resid-dropout-which-has-no-weights"));
    row("a single layer apart", "{'': 0, 'transformer.h.2.attn.c_attn': 1}", "warning",
        goldenText("plan/only-single-layers-are-apart"));
    row("the attention by its parts",
        "{'transformer.wte': 0, 'transformer.wpe': 0, 'transformer.h.0': 1, 'transformer.h.1': 1, "
        "'transformer.h.2.ln_1': 1, 'transformer.h.2.attn.c_attn': 1, "
        "'transformer.h.2.attn.c_proj': 1, 'transformer.h.2.ln_2': 1, 'transformer.h.2.mlp': 1}",
        "warning", goldenText("plan/but-of-its-attn-only-the-parts"));
    row("one device", "{'': 0, 'transformer.h.2': 1}", "", "");
}

void PythonMapTest::splitBlocks() {
    QFETCH(QByteArray, map);
    QFETCH(QString, severity);
    QFETCH(QString, part);
    const auto parsed = parseDeviceMapText(map.toStdString());
    QVERIFY(parsed.has_value());
    const Plan plan = planWithMap(parsed->map, {kGiB, kGiB});
    const PlanIssue* const issue = findIssue(*plan, "block_split");
    QCOMPARE(issue != nullptr, !severity.isEmpty());
    if (issue == nullptr) {
        return;
    }
    QCOMPARE(QString::fromLatin1(severityName(issue->severity)), severity);
    QVERIFY2(text(issue->text).contains(part), issue->text.english().c_str());
    QVERIFY(severity != "warning" || validityOf(*plan) != MapValidity::Valid);
}

void PythonMapTest::tiedWeights_data() {
    QTest::addColumn<QByteArray>("map");
    QTest::addColumn<QString>("severity");
    QTest::addColumn<QString>("part");
    QTest::newRow("two GPUs") << QByteArray("{'': 0, 'lm_head': 1}") << "warning"
                              << goldenText("plan/is-used-on-another-gpu");
    QTest::newRow("the owner on disk")
        << QByteArray("{'': 0, 'transformer.wte': 'disk'}") << "warning"
        << "meta device";
    QTest::newRow("one offloaded") << QByteArray("{'': 0, 'lm_head': 'cpu'}") << "hint"
                                   << goldenText("plan/may-copy-the-weight-to-gpu-0");
    QTest::newRow("both offloaded")
        << QByteArray("{'transformer': 0, 'transformer.wte': 'disk', 'lm_head': 'cpu'}")
        << "warning"
        << "With from_pretrained of transformers, tie_weights fails";
    QTest::newRow("the head on disk")
        << QByteArray("{'': 'cpu', 'lm_head': 'disk'}") << "warning"
        << "With from_pretrained of transformers, tie_weights fails if the file contains "
           "both weights";
    QTest::newRow("the CPU and one offloaded to it")
        << QByteArray("{'transformer': 0, 'transformer.wte': 'cpu', 'lm_head': 0}") << "hint"
        << "The model works";
}

void PythonMapTest::tiedWeights() {
    QFETCH(QByteArray, map);
    QFETCH(QString, severity);
    QFETCH(QString, part);
    const auto parsed = parseDeviceMapText(map.toStdString());
    const Plan plan = planWithMap(parsed->map, {kGiB, kGiB});
    const PlanIssue* const issue = findIssue(*plan, "tied_across_devices");
    QVERIFY(issue != nullptr);
    QCOMPARE(QString::fromLatin1(severityName(issue->severity)), severity);
    QVERIFY2(text(issue->text).contains(part), issue->text.english().c_str());
}

void PythonMapTest::tensorKeys() {
    const auto issueOf = [](const char* map) {
        const Plan plan = planWithMap(parseDeviceMapText(map)->map, {kGiB, kGiB});
        const PlanIssue* const issue = findIssue(*plan, "tensor_key");
        return issue == nullptr ? QString() : text(issue->text);
    };
    QVERIFY(issueOf("{'': 0, 'transformer.wpe.weight': 1}")
                .contains("puts the tensor on GPU 0 as well"));
    QVERIFY(issueOf("{'': 0, 'transformer.wpe.weight': 'disk'}").contains("meta device"));
    QVERIFY(issueOf("{'transformer.wte': 0, 'transformer.wpe.weight': 'cpu', 'transformer.h': 0, "
                    "'transformer.ln_f': 0, 'lm_head': 0}")
                .contains(goldenText("window-help/nothing-brings-it-to-gpu-0")));
    QCOMPARE(issueOf("{'': 0, 'transformer.wpe.weight': 0}"), QString());
}

void PythonMapTest::theMainDeviceIsTheLowest() {
    QVERIFY(mainDeviceOf(DeviceMap({{"a", DeviceId::gpu(2)}, {"b", DeviceId::gpu(1)}})) ==
            DeviceId::gpu(1));
    QVERIFY(mainDeviceOf(DeviceMap({{"a", DeviceId::disk()}})) == DeviceId::cpu());
}

QTEST_GUILESS_MAIN(PythonMapTest)
#include "tst_python_map.moc"
