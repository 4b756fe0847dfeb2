// SPDX-License-Identifier: GPL-3.0-or-later
// The plan of `optimal` is the best of all plans, and its proof is true.
#include "engine/base/byte_size.h"
#include "engine/capacity/optimal/optimal_search.h"
#include "engine/plan/edit/plan_edit.h"
#include "engine/plan/place/place.h"
#include "engine/plan/strategies/strategies.h"
#include "engine/run/product_rates.h"
#include "engine/run/weights/weight_source.h"
#include "tests/bench/optimal_trials.h"
#include "tests/capacity/planned_config.h"
#include "tests/support/golden_text.h"

#include <QTemporaryDir>
#include <QTest>

using namespace stowage;
using namespace stowage::bench;

class OptimalSearchTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        QTest::failOnWarning(QRegularExpression(QStringLiteral(".?")));
        QVERIFY(m_folder.isValid());
    }

    /// Every map of its items to devices, every choice of what the CPU computes, every window.
    void equalsBruteForce_data() { addSeedsOf(CaseSize::Small, 1, kCases, kMostPlans); }
    void equalsBruteForce() {
        QFETCH(quint64, seed);
        const auto trial = tryBruteForce(seed, m_folder.path().toStdString(), kMostPlans);
        QVERIFY2(trial, trial ? "" : trial.error().message.english().c_str());
        QVERIFY(trial->has_value());
        verify(**trial);
        m_fitting += (*trial)->value ? 1 : 0;
        m_proven += (*trial)->isProven ? 1 : 0;
    }

    /// The same over two machines, whose link activations cross.
    void equalsBruteForceInClusters_data() {
        addSeedsOf(CaseSize::Cluster, 3000, kClusters, kMostPlans);
    }
    void equalsBruteForceInClusters() {
        QFETCH(quint64, seed);
        const auto trial =
            tryBruteForce(seed, m_folder.path().toStdString(), kMostPlans, CaseSize::Cluster);
        QVERIFY2(trial, trial ? "" : trial.error().message.english().c_str());
        QVERIFY(trial->has_value());
        verify(**trial);
    }

    /// Up to twelve items: of all plans with one run of them on each GPU, those that are faster by
    /// the tables do not fit.
    void equalsAllRunsOfADozen_data() { addSeedsOf(CaseSize::Dozen, 700, kDozens, kMostRuns); }
    void equalsAllRunsOfADozen() {
        QFETCH(quint64, seed);
        const auto trial = tryByAddition(seed, m_folder.path().toStdString(), kMostRuns);
        QVERIFY2(trial, trial ? "" : trial.error().message.english().c_str());
        QVERIFY(trial->has_value());
        verify(**trial);
    }

    void smallModelsAreProven() {
        QVERIFY(m_fitting * 2 > kCases);
        QCOMPARE(m_proven, m_fitting);
    }

    /// With pins, ties and limits, in the same estimate.
    void noStrategyIsBetter_data() { addSeeds(5000, 50); }
    void noStrategyIsBetter() {
        QFETCH(quint64, seed);
        const auto trial = tryStrategies(seed, m_folder.path().toStdString());
        QVERIFY2(trial, trial ? "" : trial.error().message.english().c_str());
        verify(*trial);
    }

    /// What does not fit is spaced over the model, and hidden behind what computes.
    void offloadedLayersAreSpaced() {
        const auto plan = optimal(40, 2, 512 * kMiB, "transformers");
        QVERIFY(plan != nullptr);
        QVERIFY(plan->optimal->value);
        QVERIFY(plan->optimal->bound <= *plan->optimal->value);
    }

    /// All of a decoder on GPUs: nothing is faster, and that is proven.
    void whatFitsIsProven_data() {
        QTest::addColumn<int>("gpus");
        QTest::addColumn<int>("layers");
        for (const int gpus : {1, 2, 4, 8}) {
            QTest::addRow("%d GPUs", gpus) << gpus << 24;
        }
    }
    void whatFitsIsProven() {
        QFETCH(int, gpus);
        QFETCH(int, layers);
        const auto plan = optimal(layers, gpus, 16 * kGiB / static_cast<std::uint64_t>(gpus), "");
        QVERIFY(plan != nullptr);
        QVERIFY2(plan->optimal->isProven(), plan->optimal->text.english().c_str());
        QVERIFY(plan->verdict == Verdict::Fits);
        QVERIFY(plan->optimal->options.empty());
    }

    /// Where nothing carries the work there is a plan with its problem, and no value.
    void nothingFits() {
        const auto plan = optimal(24, 0, 0, "", 1 * kMiB);
        QVERIFY(plan != nullptr);
        QVERIFY(!plan->optimal->value);
        QVERIFY(!plan->optimal->isProven());
        QVERIFY(plan->optimal->text.english().find("no plan was found that fits") !=
                std::string::npos);
        QVERIFY(plan->hasNoOptimum() && plan->verdict == Verdict::DoesNotFit);
        QCOMPARE(plan->verdictText.english(), plan->optimal->text.english());
        QCOMPARE(plan->issues.front().code, std::string("no_optimal_plan"));
    }

    /// Another strategy has its own window and rules again; so has a map that is given.
    void windowAndRulesAreTheSearchs() {
        const auto plan = optimal(24, 1, 300 * kMiB, "");
        QVERIFY(plan != nullptr);
        QVERIFY(plan->request.runBeforeStrategy.has_value());
        const auto other = applyEdit(*plan, SetStrategyEdit{Strategy::Sequential});
        QVERIFY(other);
        QCOMPARE((*other)->request.prefetchWindow, 2U);
        QVERIFY((*other)->request.hooks.offloaded.empty());
        QVERIFY((*other)->optimal == nullptr);
        const auto again = applyEdit(**other, SetStrategyEdit{Strategy::Optimal});
        QVERIFY(again);
        QCOMPARE(*(*again)->optimal->value, *plan->optimal->value);
        const auto byHand = applyEdit(*plan, SetStrategyEdit{Strategy::Manual});
        QVERIFY(byHand);
        QCOMPARE((*byHand)->request.prefetchWindow, plan->request.prefetchWindow);
        QVERIFY((*byHand)->request.hooks.offloaded == plan->request.hooks.offloaded);
    }

    /// A move by hand ends the proof, and other work is planned for anew.
    void movesEndTheProof() {
        const auto plan = optimal(24, 1, 300 * kMiB, "");
        QVERIFY(plan != nullptr);
        const auto moved = applyEdit(*plan, MoveEdit{{"model.layers.3"}, DeviceId::disk()});
        QVERIFY(moved);
        QVERIFY((*moved)->optimal == nullptr);
        Workload work = *plan->request.workload;
        work.batch = 8;
        const auto busier = applyEdit(*plan, SetWorkloadEdit{work});
        QVERIFY(busier);
        QVERIFY((*busier)->optimal != nullptr);
        QVERIFY(*(*busier)->optimal->value > *plan->optimal->value);
    }

    /// Where the CPU is as fast as the GPUs, the plan that needs no offload is taken.
    void tiesAvoidOffload() {
        PlacementRequest request = requestOf(4, 2, 16 * kGiB, "stowage");
        for (DeviceInfo& device : request.devices) {
            device.name = device.id.isGpu() ? "" : device.name;
            device.linkBytesPerSecond.reset();
        }
        request.budgets = {{DeviceId::gpu(0), 1 * kMiB, "1MiB", false},
                           {DeviceId::gpu(1), 8 * kGiB, "8GiB", false},
                           {DeviceId::cpu(), 8 * kGiB, "8GiB", false}};
        request.budgetsAreDefaults = false;
        const auto plan = place(request);
        QVERIFY2(plan, plan ? "" : plan.error().message.english().c_str());
        QVERIFY((*plan)->verdict == Verdict::Fits);
        for (const auto& [path, device] : (*plan)->map.entries()) {
            QVERIFY2(device == DeviceId::gpu(1), path.c_str());
        }
    }

    /// Of plans that are as good the present one stays.
    void presentPlanStays() {
        const auto plan = optimal(4, 2, 16 * kGiB, "");
        QVERIFY(plan != nullptr);
        QVERIFY(plan->map.deviceOf("model.layers.0") == DeviceId::gpu(0));
        const auto other = applyEdit(*plan, SetMapEdit{DeviceMap({{"", DeviceId::gpu(1)}})});
        QVERIFY(other);
        const auto again = applyEdit(**other, SetStrategyEdit{Strategy::Optimal});
        QVERIFY(again);
        QVERIFY((*again)->map.deviceOf("model.layers.0") == DeviceId::gpu(1));
        QCOMPARE(*(*again)->optimal->value, *plan->optimal->value);
    }

    /// A typed limit of weights bounds every plan, as memory does.
    void typedLimitsBound() {
        PlacementRequest request = requestOf(24, 1, 16 * kGiB, "");
        request.budgets.front().bytes = 200.0 * kMiB;
        request.budgetsAreDefaults = false;
        const auto plan = place(request);
        QVERIFY2(plan, plan ? "" : plan.error().message.english().c_str());
        QVERIFY((*plan)->optimal->value);
        QVERIFY2((*plan)->optimal->text.english().find(
                     goldenText("window-board/all-of-its-24-layers")) == std::string::npos,
                 (*plan)->optimal->text.english().c_str());
        QVERIFY2((*plan)->optimal->bound > 0.5 * *(*plan)->optimal->value,
                 (*plan)->optimal->text.english().c_str());
    }

    /// What was measured of this machine's card prices every plan, its bound as well.
    void aMeasuredCardHasOneClock() {
        auto rates = std::make_shared<MachineRates>();
        for (const HostRate rate : {HostRate::Memcpy, HostRate::TouchLarge, HostRate::TouchSmall}) {
            rates->set(rate, 8e9);
        }
        rates->set(HostRate::HostToDevice, 50e9);
        for (const std::int64_t rows : kMeasuredRows) {
            const auto set = [&](ProductPlace place, double rate) {
                for (const DType dtype : {DType::Float16, DType::Float32}) {
                    rates->matmul[productRateName(place, dtype, rows)] = rate * double(rows);
                }
            };
            set(ProductPlace::Host, 20e9);
            set(ProductPlace::Card, 300e9);
        }
        for (const double limit : {16.0 * kGiB, 300.0 * kMiB}) {
            PlacementRequest request = requestOf(24, 1, 79 * kGiB, "stowage", rates);
            request.devices.front().simulated = false;
            request.devices.front().name = "NVIDIA H100 80GB HBM3";
            request.devices.front().linkBytesPerSecond.reset();
            request.budgets.front().bytes = limit;
            request.budgetsAreDefaults = false;
            const auto plan = place(request);
            QVERIFY2(plan, plan ? "" : plan.error().message.english().c_str());
            QVERIFY((*plan)->optimal->value);
            // Of 24 layers of 8 million weights and a head of 32, by the measured products.
            const double computing = 2 * (24 * 8.0e6 + 32.0e6) / 300e9;
            QVERIFY2(*(*plan)->optimal->value > computing,
                     (*plan)->optimal->text.english().c_str());
            QVERIFY2((*plan)->optimal->bound > 0.8 * *(*plan)->optimal->value,
                     (*plan)->optimal->text.english().c_str());
            // No less than the link takes for what travels in each pass.
            double travelling = 0;
            const ModuleTree& tree = *(*plan)->request.tree;
            for (const TensorSpec& tensor : tree.tensors()) {
                const bool travels =
                    !(*plan)->map.deviceOf(tensor.name)->isGpu() &&
                    !computesOnCpu((*plan)->request.hooks.offloaded, moduleOf(tensor.name));
                travelling += travels ? double(tensor.byteSize) : 0;
            }
            QVERIFY2(*(*plan)->optimal->value >= 0.999 * travelling / 50e9,
                     (*plan)->optimal->text.english().c_str());
        }
    }

    /// No token follows in an encoder: what is as quick as can be is its prompt.
    void encodersAreSearchedByTheirPrompts() {
        const EstimateInput input = test::plannedConfig(
            R"({"model_type":"bert","architectures":["BertForMaskedLM"],"hidden_size":128,)"
            R"("num_hidden_layers":2,"num_attention_heads":2,"intermediate_size":512,)"
            R"("vocab_size":4096,"max_position_embeddings":512})",
            1, kGiB);
        PlacementRequest request = input.plan->request;
        request.strategy = Strategy::Optimal;
        request.search = makePlacementSearch(input.checkpoint, nullptr);
        request.workload = Workload();
        const auto plan = place(request);
        QVERIFY2(plan, plan ? "" : plan.error().message.english().c_str());
        QVERIFY((*plan)->optimal->objective.kind == Objective::Prefill);
        QVERIFY(*(*plan)->optimal->value > 0);
        QVERIFY((*plan)->optimal->bound > 0);
    }

    void reportsHowManyPlansWereCompared() {
        std::vector<std::uint64_t> compared;
        const EstimateInput input =
            test::plannedConfig(kConfig.arg(24).toStdString(), 2, 300 * kMiB);
        PlacementRequest request = input.plan->request;
        request.strategy = Strategy::Optimal;
        request.search = makePlacementSearch(
            input.checkpoint, nullptr, {},
            [&](const Progress& progress) { compared.push_back(progress.itemsDone); });
        const auto plan = place(request);
        QVERIFY2(plan, plan ? "" : plan.error().message.english().c_str());
        QVERIFY(!compared.empty() && std::ranges::is_sorted(compared));
        QVERIFY(compared.back() <= (*plan)->optimal->explored);
    }

    void needsASearch() {
        PlacementRequest request =
            test::plannedConfig(kConfig.arg(2).toStdString(), 1, kGiB).plan->request;
        request.strategy = Strategy::Optimal;
        const auto plan = place(request);
        QVERIFY(!plan);
        QCOMPARE(plan.error().code, ErrorCode::Unsupported);
    }

private:
    /// Of so many cases that have no more plans.
    void addSeedsOf(CaseSize size, quint64 first, int cases, std::uint64_t mostPlans) const {
        QTest::addColumn<quint64>("seed");
        const std::string folder = m_folder.path().toStdString();
        for (quint64 seed = first; cases > 0; ++seed) {
            const auto plans = countPlans(seed, folder, size);
            QVERIFY2(plans, plans ? "" : plans.error().message.english().c_str());
            if (*plans <= static_cast<double>(mostPlans)) {
                QTest::addRow("%llu", static_cast<unsigned long long>(seed)) << seed;
                --cases;
            }
        }
    }

    static void addSeeds(quint64 first, quint64 count) {
        QTest::addColumn<quint64>("seed");
        for (quint64 seed = first; seed < first + count; ++seed) {
            QTest::addRow("%llu", static_cast<unsigned long long>(seed)) << seed;
        }
    }

    static void verify(const OptimalTrial& trial) {
        std::string failures;
        for (const std::string& failure : trial.failures) {
            failures += failure + "\n";
        }
        QVERIFY2(failures.empty(), (trial.what + "\n" + failures).c_str());
    }

    /// A Llama shape of so many layers on simulated GPUs; null where it cannot be planned.
    static std::shared_ptr<const PlacementPlan> optimal(int layers, int gpus,
                                                        std::uint64_t capacity,
                                                        const std::string& engine,
                                                        std::uint64_t ram = 64 * kGiB) {
        PlacementRequest request = requestOf(layers, gpus, capacity, engine);
        for (DeviceInfo& device : request.devices) {
            if (!device.id.isGpu() && ram < kGiB) {
                device.capacity = ram;
            }
        }
        const auto plan = place(request);
        return plan ? *plan : nullptr;
    }

    static PlacementRequest requestOf(int layers, int gpus, std::uint64_t capacity,
                                      const std::string& engine,
                                      std::shared_ptr<const MachineRates> rates = nullptr) {
        const EstimateInput input =
            test::plannedConfig(kConfig.arg(layers).toStdString(), gpus, capacity);
        PlacementRequest request = input.plan->request;
        for (DeviceInfo& device : request.devices) {
            if (device.id.isGpu()) {
                device.name = "GeForce RTX 3060";
                device.linkBytesPerSecond = 12e9;
            }
        }
        request.strategy = Strategy::Optimal;
        request.search = makePlacementSearch(input.checkpoint, std::move(rates));
        request.workload = Workload();
        request.workload->prompt = 64;
        request.workload->generate = 16;
        request.workload->engine = engine;
        return request;
    }

    static inline const QString kConfig = QStringLiteral(
        R"({"model_type":"llama","architectures":["LlamaForCausalLM"],"hidden_size":1024,)"
        R"("intermediate_size":2816,"num_hidden_layers":%1,"num_attention_heads":16,)"
        R"("num_key_value_heads":4,"vocab_size":32000,"max_position_embeddings":4096,)"
        R"("torch_dtype":"float16","tie_word_embeddings":false})");
    static constexpr std::uint64_t kMostPlans = 600;
    static constexpr std::uint64_t kMostRuns = 8'000;
    static constexpr int kDozens = 50;
    static constexpr int kCases = 50;
    static constexpr int kClusters = 20;
    QTemporaryDir m_folder;
    int m_fitting = 0;
    int m_proven = 0;
};

QTEST_GUILESS_MAIN(OptimalSearchTest)
#include "tst_optimal_search.moc"
