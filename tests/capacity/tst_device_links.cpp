// SPDX-License-Identifier: GPL-3.0-or-later
// Each card has its own link, all published rates are derated alike, the answer names them, and a
// machine that can do more is never worse.
#include "engine/base/byte_size.h"
#include "engine/capacity/machines.h"
#include "engine/capacity/optimal/optimal_search.h"
#include "engine/capacity/sweep.h"
#include "engine/device/memory_budget.h"
#include "engine/plan/forward_estimate.h"
#include "engine/plan/place/place.h"
#include "tests/capacity/planned_config.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>

using namespace stowage;
using namespace stowage::test;

namespace {

std::string llama(int layers, int hidden, int inner, int heads, int keyHeads, int words) {
    return QStringLiteral(R"({"model_type":"llama","architectures":["LlamaForCausalLM"],)"
                          R"("hidden_size":%1,"intermediate_size":%2,"num_hidden_layers":%3,)"
                          R"("num_attention_heads":%4,"num_key_value_heads":%5,"vocab_size":%6,)"
                          R"("max_position_embeddings":131072,"torch_dtype":"bfloat16",)"
                          R"("tie_word_embeddings":false})")
        .arg(hidden)
        .arg(inner)
        .arg(layers)
        .arg(heads)
        .arg(keyHeads)
        .arg(words)
        .toStdString();
}

const std::string& llama8B() {
    static const std::string kConfig = llama(32, 4096, 14336, 32, 8, 128256);
    return kConfig;
}

const std::string& llama70B() {
    static const std::string kConfig = llama(80, 8192, 28672, 64, 8, 128256);
    return kConfig;
}

Workload workloadOf(std::uint64_t prompt, std::uint64_t generate, std::uint64_t batch = 1,
                    const char* engine = "transformers") {
    Workload work;
    work.prompt = prompt;
    work.generate = generate;
    work.batch = batch;
    work.engine = engine;
    return work;
}

/// A model that is described, under a strategy on the GPUs of `--gpus` and 400 GiB of RAM.
EstimateInput inputOn(const std::string& config, const std::string& gpus, const Workload& work,
                      Strategy strategy = Strategy::Auto) {
    EstimateInput input = plannedConfig(config, 0, 0);
    PlacementRequest request = input.plan->request;
    auto devices = parseSimulatedGpus(gpus);
    if (!devices) {
        qFatal("%s", devices.error().message.english().c_str());
    }
    for (DeviceInfo& other : request.devices) {
        other.capacity = other.id == DeviceId::cpu() ? 400 * kGiB : other.capacity;
        devices->push_back(other);
    }
    request.devices = std::move(*devices);
    request.budgets = defaultBudgets(request.devices, 400.0 * double(kGiB));
    request.strategy = strategy;
    request.search = makePlacementSearch(input.checkpoint, nullptr, work);
    request.workload = work;
    input.workload = work;
    const auto plan = place(request);
    if (!plan) {
        qFatal("%s", plan.error().message.english().c_str());
    }
    input.plan = *plan;
    return input;
}

/// The same on other devices, planned again.
EstimateInput planned(EstimateInput input, const PlacementRequest& request) {
    const auto plan = place(request);
    if (!plan) {
        qFatal("%s", plan.error().message.english().c_str());
    }
    input.plan = *plan;
    return input;
}

std::shared_ptr<const CapacityEstimate> estimated(const EstimateInput& input) {
    const auto estimate = estimateCapacity(input);
    if (!estimate) {
        qFatal("%s", estimate.error().message.english().c_str());
    }
    return *estimate;
}

std::string sourcesOf(const CapacityEstimate& estimate) {
    std::string text;
    for (const Message& source : estimate.time->sources) {
        text += source.english() + "; ";
    }
    return text;
}

const CapacityGain* gainOf(const std::vector<CapacityGain>& gains, const std::string& key) {
    const auto found = std::ranges::find_if(
        gains, [&](const CapacityGain& gain) { return gain.values.front().first == key; });
    return found == gains.end() ? nullptr : &*found;
}

/// Finds one plan, and keeps what it was given to look at.
struct RecordingSearch : PlacementSearch {
    static FoundPlacement found() {
        return {DeviceMap({{"", DeviceId::cpu()}}),
                {7, {{OffloadRule::Mode::Compute, "lm_head"}}},
                std::make_shared<const OptimalProof>()};
    }
    Result<FoundPlacement> find(const PlacementRequest& request,
                                const std::stop_token& /*stop*/) const override {
        givenMap = request.givenMap;
        givenRun = request.givenRun;
        askedWindow = request.prefetchWindow;
        return found();
    }
    Result<PlanValue> price(const std::shared_ptr<const PlacementPlan>& /*plan*/,
                            const std::stop_token& /*stop*/) const override {
        return PlanValue();
    }
    mutable DeviceMap givenMap{};
    mutable std::optional<OffloadedRun> givenRun{};
    mutable unsigned askedWindow = 0;
};

bool isNoSlower(const CapacityEstimate& estimate, const CapacityEstimate& than, double by = 1e-9) {
    return estimate.time->toFirstToken <= than.time->toFirstToken * (1 + by) &&
           estimate.time->perToken <= than.time->perToken * (1 + by);
}

}  // namespace

class DeviceLinksTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }

    void everyCardHasALink_data() {
        QTest::addColumn<QString>("link");
        const auto row = [](const char* card, const char* link) {
            QTest::newRow(card) << QString::fromLatin1(link);
        };
        for (const char* const card : {"t4", "v100-16gb", "v100-32gb", "p40", "p100", "rtx-2080-ti",
                                       "titan-rtx", "rtx-2060-12gb"}) {
            row(card, "pcie-3-x16");
        }
        for (const char* const card :
             {"a100-80gb", "a100-40gb", "a10", "a30", "a40", "l4", "l40s", "rtx-3090", "rtx-4090",
              "rtx-a6000", "rtx-6000-ada", "mi210", "mi250x", "rx-7900-xtx", "arc-a770"}) {
            row(card, "pcie-4-x16");
        }
        for (const char* const card : {"rtx-4060", "rtx-4060-ti-16gb", "a2", "a16", "arc-b580"}) {
            row(card, "pcie-4-x8");
        }
        for (const char* const card : {"h100", "h100-pcie", "h200", "b200", "rtx-5090", "mi300x"}) {
            row(card, "pcie-5-x16");
        }
        row("rtx-5060-ti-16gb", "pcie-5-x8");
        row("gh200", "nvlink-c2c");
        row("gb200", "nvlink-c2c");
        row("m4-max", "unified");
        row("h20", "");  // no source was found
    }
    void everyCardHasALink() {
        QFETCH(QString, link);
        const auto card = findCard(QTest::currentDataTag());
        QVERIFY(card);
        QCOMPARE(QString::fromStdString(card->link), link);
        QCOMPARE(card->linkSource.starts_with("https://"), !link.isEmpty());
    }

    /// Tokens a second are what the link carries, at 0.82 of the rate, over the bytes of a pass.
    void tokensWaitForTheLinkOfTheCard_data() {
        QTest::addColumn<bool>("isLarge");
        QTest::addColumn<double>("published");
        QTest::addColumn<QString>("source");
        const auto row = [](const char* gpus, bool isLarge, double published, const char* source) {
            QTest::newRow(gpus) << isLarge << published << QString::fromLatin1(source);
        };
        row("rtx-4060", false, 15.75e9,
            "link of GeForce RTX 4060: PCIe 4.0 x8, 12.9 of the nominal 15.8 GB/s, published for "
            "the card");
        row("rtx-4060:link=16GB/s", false, 16e9,
            "link of GeForce RTX 4060: 13.1 of the specified 16 GB/s");
        row("t4", true, 15.7e9,
            "link of Tesla T4: PCIe 3.0 x16, 12.9 of the nominal 15.7 GB/s, published");
        row("a10", true, 31.5e9,
            "link of A10: PCIe 4.0 x16, 25.8 of the nominal 31.5 GB/s, published");
        row("rtx-5090", true, 63e9,
            "PCIe 5.0 x16, 51.7 of the nominal 63 GB/s, published for the card");
        row("gh200", true, 450e9,
            "NVLink-C2C, Grace to Hopper or Blackwell, 369 of the nominal 450 GB/s");
        row("h20", true, 31.5e9,
            "link of H20 96 GB: PCIe 4.0 x16, 25.8 of the nominal 31.5 GB/s, assumed");
    }
    void tokensWaitForTheLinkOfTheCard() {
        QFETCH(bool, isLarge);
        QFETCH(double, published);
        QFETCH(QString, source);
        const auto estimate = estimated(inputOn(isLarge ? llama70B() : llama8B(),
                                                QTest::currentDataTag(), workloadOf(512, 128)));
        const auto bytes = static_cast<double>(
            bytesBrought(*estimate->plan, DeviceId::cpu(), DeviceId::gpu(0)).later);
        QVERIFY(bytes > 1e9);
        const double link = bytes / (published * 0.82);
        const double seconds = estimate->time->perToken;
        QVERIFY2(seconds >= link && seconds < 1.2 * link,
                 qPrintable(QStringLiteral("%1 s, the link takes %2").arg(seconds).arg(link)));
        QVERIFY(estimate->time->bound == TimeBound::Link);
        QVERIFY2(sourcesOf(*estimate).find(source.toStdString()) != std::string::npos,
                 sourcesOf(*estimate).c_str());
    }

    /// By hand: some 10 of 16 GB cross at 12.9 GB/s.
    void anRtx4060OfEightLanes() {
        const auto estimate = estimated(inputOn(llama8B(), "rtx-4060", workloadOf(2048, 512)));
        QVERIFY2(estimate->time->tokensPerSecond > 1.2 && estimate->time->tokensPerSecond < 1.35,
                 qPrintable(QString::number(estimate->time->tokensPerSecond)));
    }

    void whatStaysOnTheCardNamesNoLink() {
        const auto estimate = estimated(inputOn(llama8B(), "rtx-4090", workloadOf(512, 128)));
        QVERIFY(estimate->verdict == Verdict::Fits);
        QCOMPARE(sourcesOf(*estimate), std::string("GeForce RTX 4090, published; "));
    }

    void nothingCrossesALinkInOneMemory() {
        const auto estimate = estimated(inputOn(llama70B(), "m1-ultra", workloadOf(512, 128)));
        QVERIFY(bytesBrought(*estimate->plan, DeviceId::cpu(), DeviceId::gpu(0)).later > 0);
        QVERIFY(estimate->time->bound == TimeBound::Memory);
        // 141 GB, each read once at 0.82 of 800 GB/s.
        QVERIFY(std::abs(estimate->time->perToken / (140e9 / (0.82 * 800e9)) - 1) < 0.03);
        const std::string sources = sourcesOf(*estimate);
        QVERIFY2(sources.find("Apple M1 Ultra shares the memory of the CPU") != std::string::npos,
                 sources.c_str());
        const auto gains =
            capacityGains(inputOn(llama70B(), "m1-ultra", workloadOf(512, 128)), *estimate);
        QVERIFY(gains && gainOf(*gains, "link") == nullptr);
    }

    /// llama.cpp computes on the CPU what is there: no link is faster than none.
    void computedOnTheCpuFasterLinksAreNoGain() {
        const EstimateInput input =
            inputOn(llama70B(), "a100-80gb", workloadOf(512, 64, 1, "llama.cpp"));
        const auto now = estimated(input);
        const auto gains = capacityGains(input, *now);
        QVERIFY(gains && gainOf(*gains, "link") == nullptr);
    }

    void theLinkBetweenMachinesIsOneOfTheLinks() {
        EstimateInput input =
            inputOn(llama70B(), "a/a100-80gb,b/a100-80gb", workloadOf(4096, 64, 8));
        PlacementRequest request = input.plan->request;
        request.machineLinks = {{"a", "b", 1e8, 20e-3}};
        input = planned(input, request);
        const auto now = estimated(input);
        QVERIFY(sourcesOf(*now).find("link between a and b: 0.1 GB/s, 20 ms, as specified") !=
                std::string::npos);
        const auto gains = capacityGains(input, *now);
        QVERIFY(gains);
        const CapacityGain* const faster = gainOf(*gains, "link");
        QVERIFY(faster != nullptr);
        // 8 × 4096 rows of 8192 numbers of 2 bytes at 0.1 GB/s, then at 0.2.
        const double saved = 8 * 4096 * 8192 * 2 / 1e8 / 2;
        const double told = now->time->toFirstToken - faster->result->time->toFirstToken;
        QVERIFY2(std::abs(told / saved - 1) < 0.01, qPrintable(QString::number(told)));

        const auto variable = parseSweepVariable("machine_link=100MB/s,200MB/s");
        QVERIFY(variable);
        const auto sweep = runSweep(input, {*variable});
        QVERIFY2(sweep, sweep ? "" : sweep.error().message.english().c_str());
        QVERIFY(std::abs(*sweep->points[0].toFirstToken - *sweep->points[1].toFirstToken - saved) <
                0.01 * saved);
        QCOMPARE(presentPoint(*sweep, now.get()), std::optional<std::size_t>(0));
        const auto refused =
            runSweep(inputOn(llama8B(), "rtx-4090", workloadOf(512, 8)), {*variable});
        QVERIFY(!refused && refused.error().code == ErrorCode::InvalidArgument);
    }

    /// A search that is repeated over faster links looks at the plan that it has, as it runs.
    void aSearchIsGivenThePresentPlanAsItRuns() {
        const EstimateInput input = inputOn(llama8B(), "rtx-4060", workloadOf(64, 8));
        const auto search = std::make_shared<RecordingSearch>();
        PlacementRequest request = input.plan->request;
        request.strategy = Strategy::Optimal;
        request.search = search;
        const auto first = planned(input, request).plan;
        QVERIFY(!search->givenRun);
        QCOMPARE(first->request.prefetchWindow, 7U);
        request = first->request;
        request.devices.front().linkBytesPerSecond = 1e12;
        (void)planned(input, request);
        QVERIFY(search->givenRun == std::optional(search->found().run));
        QVERIFY(search->givenMap.entries() == search->found().map.entries());
        QCOMPARE(search->askedWindow, 2U);
    }

    void optimalKeepsItsPlan_data() { addSeeds(4); }
    void optimalKeepsItsPlan() {
        QFETCH(quint64, seed);
        std::mt19937_64 random(seed);
        const EstimateInput input =
            inputOn(randomModel(random), randomGpus(random), randomWork(random), Strategy::Optimal);
        const auto& before = input.plan->optimal;
        if (before == nullptr || !before->value) {
            return;
        }
        PlacementRequest request = input.plan->request;
        for (DeviceInfo& device : request.devices) {
            if (device.id.isGpu()) {
                device.linkBytesPerSecond = 1e12;
            }
        }
        const auto& after = planned(input, request).plan->optimal;
        QVERIFY(after != nullptr && after->value);
        QVERIFY2(*after->value <= *before->value * (1 + 1e-9),
                 qPrintable(QStringLiteral("%1 > %2").arg(*after->value).arg(*before->value)));
    }

    /// The same plan on a machine that can do more.
    void aBetterMachineIsNeverSlower_data() { addSeeds(300); }
    void aBetterMachineIsNeverSlower() {
        QFETCH(quint64, seed);
        std::mt19937_64 random(seed);
        const EstimateInput input = randomInput(random);
        const auto now = estimated(input);
        QVERIFY(now->time);
        PlacementRequest request = input.plan->request;
        for (DeviceInfo& device : request.devices) {
            if (device.id.isGpu()) {
                device.linkBytesPerSecond = 1e12;
            }
        }
        for (const MachineLink& link : linksOf(request.devices, {})) {
            request.machineLinks.push_back(link);
            request.machineLinks.back().bytesPerSecond *= 2;
        }
        QVERIFY(isNoSlower(*estimated(planned(input, request)), *now));
        request = input.plan->request;
        for (DeviceInfo& device : request.devices) {
            *device.capacity += 8 * kGiB;
        }
        QVERIFY(isNoSlower(*estimated(planned(input, request)), *now));
        request = input.plan->request;
        const std::vector<CatalogueCard> faster = fasterThan(request.devices.front().name);
        for (int tried = 0; tried < 3 && !faster.empty(); ++tried) {
            const CatalogueCard& card = one(random, faster);  // its own among them
            DeviceInfo other = simulatedCard(card);
            other.id = request.devices.front().id;
            other.machine = request.devices.front().machine;
            request.devices.front() = std::move(other);
            QVERIFY2(isNoSlower(*estimated(planned(input, request)), *now), card.id.c_str());
        }
    }

    /// A search that weighs prompts more than tokens gives up the latter where links are faster.
    void fasterLinksKeepTheSpeedOfTokens() {
        EstimateInput input =
            inputOn(llama70B(), "a100-80gb,rtx-4090*4", workloadOf(4096, 512), Strategy::Optimal);
        PlacementRequest request = input.plan->request;
        request.objective = {Objective::Mix, 1, 1};
        input = planned(input, request);
        const auto now = estimated(input);
        const auto gains = capacityGains(input, *now);
        QVERIFY(gains);
        const CapacityGain* const faster = gainOf(*gains, "link");
        QVERIFY(faster != nullptr);
        QVERIFY2(isNoSlower(*faster->result, *now, 0.01),
                 qPrintable(QString::number(faster->result->time->tokensPerSecond)));
    }

    void gainsAreNeverWorse_data() { addSeeds(40); }
    void gainsAreNeverWorse() {
        QFETCH(quint64, seed);
        std::mt19937_64 random(seed);
        constexpr std::array kStrategies{Strategy::Auto,       Strategy::Balanced,
                                         Strategy::Sequential, Strategy::BalancedLow0,
                                         Strategy::Auto,       Strategy::Optimal};
        const EstimateInput input =
            inputOn(randomModel(random), randomGpus(random), randomWork(random),
                    kStrategies[seed % kStrategies.size()]);
        const auto now = estimated(input);
        const auto gains = capacityGains(input, *now);
        QVERIFY2(gains, gains ? "" : gains.error().message.english().c_str());
        for (const CapacityGain& gain : *gains) {
            const bool isBetter =
                now->verdict == Verdict::DoesNotFit ||
                (now->verdict == Verdict::FitsWithOffload && gain.result->verdict == Verdict::Fits);
            QVERIFY(isBetter || gain.result->verdict == now->verdict);
            QVERIFY2(isBetter || isNoSlower(*gain.result, *now, 0.01), gain.text.english().c_str());
        }
    }

private:
    static void addSeeds(quint64 count) {
        QTest::addColumn<quint64>("seed");
        for (quint64 seed = 1; seed <= count; ++seed) {
            QTest::addRow("%llu", static_cast<unsigned long long>(seed)) << seed;
        }
    }

    template <typename Value>
    static const Value& one(std::mt19937_64& random, const std::vector<Value>& of) {
        return of[random() % of.size()];
    }

    static std::string randomModel(std::mt19937_64& random) {
        const int hidden = one(random, std::vector{1024, 4096, 8192});
        const int layers = 4 + int(random() % 12);
        return llama(layers, hidden, hidden * 3, hidden / 128, 8, 32000);
    }

    /// One to three cards, most of whose memory others have.
    static std::string randomGpus(std::mt19937_64& random) {
        const auto cards = cardCatalogue();
        std::string gpus;
        const std::size_t count = 1 + random() % 3;
        const bool areApart = random() % 3 == 0;
        while (std::size_t(std::ranges::count(gpus, ',')) + (gpus.empty() ? 0 : 1) < count) {
            const CatalogueCard& card = one(random, *cards);
            if (card.kind == CatalogueCard::Kind::Gpu) {
                const std::uint64_t left = kGiB / 2 + random() % (4 * kGiB);
                gpus += (gpus.empty() ? ""
                         : areApart   ? ",b/"
                                      : ",") +
                        card.id + ":used=" + std::to_string(card.capacity - left) + "B";
            }
        }
        return gpus;
    }

    static Workload randomWork(std::mt19937_64& random) {
        return workloadOf(1 + random() % 2000, 1 + random() % 200,
                          one(random, std::vector<std::uint64_t>{1, 1, 4, 32}));
    }

    /// Under a map by chance.
    static EstimateInput randomInput(std::mt19937_64& random) {
        const EstimateInput input = inputOn(randomModel(random), randomGpus(random),
                                            randomWork(random), Strategy::Balanced);
        PlacementRequest request = input.plan->request;
        request.strategy = Strategy::Manual;
        request.givenMap = DeviceMap({{"", DeviceId::gpu(0)}});
        for (const TensorSpec& tensor : request.tree->tensors()) {
            const std::size_t end = tensor.name.find('.', std::string("model.layers.").size());
            if (tensor.name.starts_with("model.layers.")) {
                const std::string layer = tensor.name.substr(0, end);
                if (!request.givenMap.exact(layer)) {
                    request.givenMap.set(layer,
                                         request.devices[random() % request.devices.size()].id);
                }
            }
        }
        return planned(input, request);
    }

    /// Cards with no less of anything, all of it known.
    static std::vector<CatalogueCard> fasterThan(const std::string& name) {
        const auto catalogue = deviceCatalogue();
        const auto& slow = *std::ranges::find(catalogue->cards, name, &CatalogueCard::name);
        const auto linkOf = [&](const CatalogueCard& card) {
            const auto link = std::ranges::find(catalogue->links, card.link, &CatalogueLink::id);
            return link == catalogue->links.end() ? 0.0 : link->bandwidth;
        };
        std::vector<CatalogueCard> faster;
        for (const CatalogueCard& card : catalogue->cards) {
            const auto hasNoLess = [&](const char* dtype) {
                const auto own = card.rates.at(dtype);
                return own && slow.rates.at(dtype) && *own >= *slow.rates.at(dtype);
            };
            if (card.kind == CatalogueCard::Kind::Gpu && linkOf(slow) > 0 &&
                linkOf(card) >= linkOf(slow) && card.capacity >= slow.capacity &&
                card.bandwidth >= slow.bandwidth && hasNoLess("bfloat16")) {
                faster.push_back(card);
            }
        }
        return faster;
    }
};

QTEST_GUILESS_MAIN(DeviceLinksTest)
#include "tst_device_links.moc"
