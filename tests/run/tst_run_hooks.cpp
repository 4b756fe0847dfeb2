// SPDX-License-Identifier: GPL-3.0-or-later
// Accelerate's arguments of dispatch_model: what they come to, and what they do to a run.
#include "engine/plan/dispatch_model.h"
#include "tests/run/run_case.h"
#include "tests/support/golden_text.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <cmath>
#include <map>

using namespace stowage;
using namespace stowage::test;

namespace {

DeviceId deviceOf(const QJsonValue& value) {
    return value.isString()
               ? (value.toString() == QLatin1String("cpu") ? DeviceId::cpu() : DeviceId::disk())
               : DeviceId::gpu(static_cast<std::uint32_t>(value.toInteger()));
}

std::vector<std::string> namesOf(const QJsonValue& value) {
    std::vector<std::string> names;
    const QJsonArray listed = value.toArray();
    for (const QJsonValue& name : listed) {
        names.push_back(name.toString().toStdString());
    }
    return names;
}

/// All but the tables on the CPU: what offloading is for.
const Map kOffloaded{{"", DeviceId::cpu()}, {"transformer.wte", DeviceId::gpu(0)}};

const DeviceRunFigures& figuresOf(const RunReport& report, DeviceId device) {
    return *std::ranges::find(report.devices, device, &DeviceRunFigures::device);
}

const PredictedMemory& predictedOf(const RunReport& report, DeviceId device) {
    return *std::ranges::find(report.predicted->devices, device, &PredictedMemory::device);
}

}  // namespace

class RunHooksTest : public RunCase {
    Q_OBJECT

private Q_SLOTS:
    void rulesAreAccelerates();
    void preloadedModulesChangePeaks_data();
    void preloadedModulesChangePeaks();
    void aModelOfOneGroupComesOncePerPass();
    void modulesComputedOnTheCpuStayThere();
    void mainDeviceNeedsHooks();
    void skippedKeysThatLayersNeedAreRefused();

private:
    std::uint64_t bytesOf(const ModuleTree& tree, const std::string& module) const {
        std::uint64_t bytes = 0;
        for (const TensorSpec& tensor : tree.subtreeTensors(*tree.findModule(module))) {
            const bool isWeight = tensor.kind == TensorKind::Parameter;
            bytes += isWeight ? (tensor.byteSize + 511) / 512 * 512 : 0;
        }
        return bytes;
    }
};

/// Every recorded call of the real dispatch_model.
void RunHooksTest::rulesAreAccelerates() {
    QFile file(QStringLiteral(STOWAGE_TEST_DATA "/hooks.json"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QJsonArray cases =
        QJsonDocument::fromJson(file.readAll()).object()[QLatin1String("cases")].toArray();
    QVERIFY(cases.size() > 200);
    std::map<QString, RunFixture> fixtures;
    for (const QJsonValue& value : cases) {
        const QJsonObject one = value.toObject();
        const QString model = one[QLatin1String("model")].toString();
        if (!fixtures.contains(model)) {
            fixtures.emplace(model, openRunFixture(path(qPrintable(model))));
        }
        std::vector<DeviceMap::Entry> entries;
        const QJsonArray pairs = one[QLatin1String("map")].toArray();
        for (const QJsonValue& pair : pairs) {
            entries.emplace_back(pair.toArray()[0].toString().toStdString(),
                                 deviceOf(pair.toArray()[1]));
        }
        HookOptions options;
        options.preloadClasses = namesOf(one[QLatin1String("classes")]);
        options.force = one[QLatin1String("force")].toBool();
        if (!one[QLatin1String("main_device")].isNull()) {
            options.mainDevice = deviceOf(one[QLatin1String("main_device")]);
        }
        const HookRuling ruling =
            ruleHooks(*fixtures.at(model).tree, DeviceMap(std::move(entries)), options);
        const QJsonObject answer = one[QLatin1String("answer")].toObject();
        std::vector<std::string> groups;
        for (const PreloadGroup& group : ruling.groups) {
            groups.push_back(group.module);
        }
        std::ranges::sort(groups);
        const QByteArray text = QJsonDocument(one).toJson(QJsonDocument::Compact);
        QVERIFY2(ruling.attached == answer[QLatin1String("attached")].toBool(), text);
        QVERIFY2(groups == namesOf(answer[QLatin1String("groups")]), text);
        QVERIFY2(
            !ruling.attached || ruling.mainDevice == deviceOf(answer[QLatin1String("main_device")]),
            text);
    }
}

void RunHooksTest::preloadedModulesChangePeaks_data() {
    QTest::addColumn<QString>("className");
    QTest::addColumn<QString>("module");
    QTest::newRow("alone") << QString() << QString();
    QTest::newRow("a part") << QStringLiteral("GPT2MLP") << QStringLiteral("transformer.h.0.mlp");
    QTest::newRow("a block") << QStringLiteral("GPT2Block") << QStringLiteral("transformer.h.0");
}

/// What is predicted to be brought in is what is; logits stay as they were.
void RunHooksTest::preloadedModulesChangePeaks() {
    QFETCH(const QString, className);
    QFETCH(const QString, module);
    const LoadedFixture model = loadFixture("gpt2", kOffloaded);
    QVERIFY(model.loaded);
    RunOptions options = optionsFor({1});
    options.window = 0;
    const RunReport plain = run(*model.loaded, options);
    QVERIFY2(!plain.stopped, whyStopped(plain).c_str());
    if (!className.isEmpty()) {
        options.hooks.preloadClasses = {className.toStdString()};
    }
    const RunReport report = run(*model.loaded, options);
    QVERIFY2(!report.stopped, whyStopped(report).c_str());
    QCOMPARE(report.numbers.values, plain.numbers.values);
    QCOMPARE(report.bytesMoved, plain.bytesMoved);
    const PredictedMemory& predicted = predictedOf(report, DeviceId::gpu(0));
    const DeviceRunFigures& measured = figuresOf(report, DeviceId::gpu(0));
    QVERIFY(report.predicted.has_value());
    const std::uint64_t peak = measured.peakAllocated - measured.allocatedBefore;
    QVERIFY2(peak <= predicted.window + predicted.activations,
             qPrintable(QStringLiteral("%1 %2").arg(peak).arg(predicted.window)));
    if (className.isEmpty()) {
        return;
    }
    QCOMPARE(predicted.window, bytesOf(*model.fixture.tree, module.toStdString()));
    QVERIFY2(peak >= predicted.window,
             qPrintable(QStringLiteral("%1 %2").arg(peak).arg(predicted.window)));
    QCOMPARE(measured.finalAllocated, measured.allocatedBefore);
    QCOMPARE(report.hookRuling.groups.size(), std::size_t{4});  // one a layer
}

/// With a window, too: what comes as a group is not prefetched as well, and comes again with
/// every pass.
void RunHooksTest::aModelOfOneGroupComesOncePerPass() {
    const LoadedFixture model = loadFixture("gpt2", {{"", DeviceId::disk()}});
    QVERIFY(model.loaded);
    for (const unsigned window : {0U, 2U}) {
        RunOptions options = optionsFor({1, 2, 3}, 3);
        options.window = window;
        options.executionDevice = DeviceId::gpu(1);
        const RunReport plain = run(*model.loaded, options);
        QVERIFY2(!plain.stopped, whyStopped(plain).c_str());
        options.hooks.preloadClasses = {"GPT2Model"};
        const RunReport report = run(*model.loaded, options);
        QVERIFY2(!report.stopped, whyStopped(report).c_str());
        QCOMPARE(report.sequences.front().generated, plain.sequences.front().generated);
        QCOMPARE(report.hookRuling.groups.size(), std::size_t{1});
        const std::uint64_t group = bytesOf(*model.fixture.tree, "transformer");
        QVERIFY(predictedOf(report, DeviceId::gpu(1)).window >= group);
        QVERIFY(figuresOf(report, DeviceId::gpu(1)).peakAllocated >= group);
        QVERIFY(figuresOf(report, DeviceId::gpu(1)).peakAllocated <=
                predictedOf(report, DeviceId::gpu(1)).peakAllocated);
        QCOMPARE(report.bytesMoved, plain.bytesMoved);
    }
}

/// A model that lies whole on the CPU runs there, unless hooks are forced.
/// Ours: their weights do not travel, their figures are the CPU's, and the numbers stay the same.
void RunHooksTest::modulesComputedOnTheCpuStayThere() {
    const LoadedFixture model = loadFixture("gpt2", kOffloaded);
    QVERIFY(model.loaded);
    RunOptions options = optionsFor({1, 2, 3}, 4);
    options.window = 2;
    const RunReport streamed = run(*model.loaded, options);
    QVERIFY2(!streamed.stopped, whyStopped(streamed).c_str());
    std::uint64_t less = 0;
    for (const char* const words : {"compute:transformer.h.1.mlp", "compute:transformer.h.1",
                                    "compute:transformer.h", "compute"}) {
        options.hooks.offloaded = *parseOffloadRules(words);
        const RunReport report = run(*model.loaded, options);
        QVERIFY2(!report.stopped, whyStopped(report).c_str());
        QCOMPARE(report.sequences.front().generated, streamed.sequences.front().generated);
        QCOMPARE(report.numbers.values, streamed.numbers.values);
        const std::uint64_t saved = streamed.bytesMoved - report.bytesMoved;
        QVERIFY2(saved > less, words);
        less = saved;
        for (const RunLayerFigures& layer : report.layers) {
            if (layer.module.find(".h.") == std::string::npos) {
                continue;
            }
            const bool isWhole = computesOnCpu(options.hooks.offloaded, layer.module);
            const bool isPart = !isWhole && computesSome(options.hooks.offloaded, layer.module);
            QVERIFY2(isPart == (words == std::string("compute:transformer.h.1.mlp") &&
                                layer.module == "transformer.h.1"),
                     layer.module.c_str());
            QVERIFY2(isWhole == (layer.bytesMoved == 0), layer.module.c_str());
            QVERIFY2(isPart || (layer.device == DeviceId::cpu()) == isWhole, layer.module.c_str());
        }
    }
    QCOMPARE(less, streamed.bytesMoved);  // "compute": nothing is brought any more
}

void RunHooksTest::mainDeviceNeedsHooks() {
    const LoadedFixture model = loadFixture("gpt2", {{"", DeviceId::cpu()}});
    QVERIFY(model.loaded);
    RunOptions options = optionsFor({1, 2, 3});
    options.hooks.mainDevice = DeviceId::gpu(1);
    const RunReport there = run(*model.loaded, options);
    QVERIFY2(!there.stopped, whyStopped(there).c_str());
    QCOMPARE(there.executionDevice, DeviceId::cpu());
    QCOMPARE(there.bytesMoved, std::uint64_t{0});
    QCOMPARE(there.hookRuling.warnings.size(), std::size_t{1});
    QVERIFY(there.hookRuling.warnings[0].english().find(
                goldenText("plan/main-device-has-no-effect")) == 0);
    options.hooks.force = true;
    const RunReport forced = run(*model.loaded, options);
    QVERIFY2(!forced.stopped, whyStopped(forced).c_str());
    QCOMPARE(forced.executionDevice, DeviceId::gpu(1));
    QVERIFY(forced.bytesMoved > 0);
    QVERIFY(compareLogits(forced.numbers, there.numbers).agrees);
}

void RunHooksTest::skippedKeysThatLayersNeedAreRefused() {
    const LoadedFixture model =
        loadFixture("gpt2", {{"", DeviceId::gpu(0)}, {"transformer.h.1", DeviceId::gpu(1)}});
    QVERIFY(model.loaded);
    RunOptions options = optionsFor({1, 2, 3});
    options.hooks.skipKeys = {"past_key_values"};
    QVERIFY(!run(*model.loaded, options).stopped);
    options.hooks.skipKeys = {"past_key_values", "attention_mask"};
    const RunReport refused = run(*model.loaded, options);
    QVERIFY(refused.stopped);
    QCOMPARE(refused.stopped->code, ErrorCode::InvalidArgument);
    QVERIFY2(says(*refused.stopped, "\"attention_mask\""), whyStopped(refused).c_str());
}

QTEST_GUILESS_MAIN(RunHooksTest)
#include "tst_run_hooks.moc"
