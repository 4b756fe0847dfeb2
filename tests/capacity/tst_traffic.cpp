// SPDX-License-Identifier: GPL-3.0-or-later
// The weights that travel in a pass, held to what Accelerate's hooks bring
// (tests/reference/record_traffic.py): in the plan's count, and in the times.
#ifndef Q_MOC_RUN
#include "engine/base/byte_size.h"
#include "engine/capacity/estimate.h"
#include "engine/model/config_model.h"
#include "engine/model/config_tree.h"
#include "engine/plan/forward_estimate.h"
#include "engine/plan/place/place.h"
#include "tests/plan/plan_fixture.h"

#include <nlohmann/json.hpp>
#endif

#include <QtCore/QRegularExpression>
#include <QtTest/QTest>
#include <array>
#include <cmath>
#include <fstream>

using namespace stowage;
using namespace stowage::test;
using nlohmann::json;

namespace {

/// "h.{0-2}.attn" is three entries.
std::vector<DeviceMap::Entry> unfolded(const json& pairs) {
    std::vector<DeviceMap::Entry> entries;
    for (const json& pair : pairs) {
        const auto name = pair[0].get<std::string>();
        const DeviceId device = pair[1].is_string() ? *parseDevice(pair[1].get<std::string>())
                                                    : DeviceId::gpu(pair[1].get<std::uint32_t>());
        const auto open = name.find('{');
        if (open == std::string::npos) {
            entries.emplace_back(name, device);
            continue;
        }
        const auto dash = name.find('-', open);
        const auto close = name.find('}', open);
        const int last = std::stoi(name.substr(dash + 1, close - dash - 1));
        for (int i = std::stoi(name.substr(open + 1, dash - open - 1)); i <= last; ++i) {
            entries.emplace_back(name.substr(0, open) + std::to_string(i) + name.substr(close + 1),
                                 device);
        }
    }
    return entries;
}

/// Bytes from the CPU, from the disk, and of single experts, as the record has them.
using Moved = std::array<std::uint64_t, 3>;

/// Of a pass in which each expert is chosen.
Moved movedIn(const PlacementPlan& plan, bool isFirst) {
    Moved moved{};
    for (const BroughtModule& brought : broughtModules(plan)) {
        if (isFirst || brought.passes == PassesOf::All) {
            const bool isExpert = isSingleExpert(plan.request.tree->path(brought.module));
            moved[brought.from == DeviceId::disk() ? 1 : 0] += brought.bytes;
            moved[2] += isExpert ? brought.bytes : 0;
        }
    }
    return moved;
}

double seconds(const std::vector<StageTime>& stages) {
    double sum = 0;
    for (const StageTime& stage : stages) {
        sum += stage.ahead;
    }
    return sum;
}

}  // namespace

class TrafficTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }
    void passesMoveWhatHooksMove_data();
    void passesMoveWhatHooksMove();
};

void TrafficTest::passesMoveWhatHooksMove_data() {
    QTest::addColumn<QString>("line");
    std::ifstream file(STOWAGE_TEST_DATA "/traffic.jsonl");
    std::string line;
    std::getline(file, line);
    for (int number = 1; std::getline(file, line); ++number) {
        QTest::addRow("%d %s", number, json::parse(line)["name"].get<std::string>().c_str())
            << QString::fromStdString(line);
    }
}

void TrafficTest::passesMoveWhatHooksMove() {
    QFETCH(QString, line);
    const json row = json::parse(line.toStdString());
    json config = row["config"];
    config["dtype"] = "float32";
    const auto model = readConfigModel(config.dump(), "config.json");
    const auto tree = treeFromConfig(config.dump(), "config.json");
    if (!tree || !model) {
        QFAIL((tree ? model.error() : tree.error()).message.english().c_str());
    }
    const ModelFacts facts = modelFacts(*model, **tree);
    const ModelShape shape = modelShape(**tree, facts);
    const auto speeds = SpeedSource::make(nullptr, UnnamedGpus::AssumedCard);
    QVERIFY(speeds);
    QVERIFY(row["maps"].size() >= 5);
    // ALBERT's layers are one that runs as often as there are layers.
    const std::uint64_t repeats = facts.family == "albert" ? 3 : 1;
    for (const json& recorded : row["maps"]) {
        PlacementRequest request = requestFor(*tree, {kGiB});
        request.strategy = Strategy::Manual;
        request.givenMap = DeviceMap(unfolded(recorded["map"]));
        request.constraints.offloadBuffers = recorded["offload_buffers"].get<bool>();
        const auto plan = place(request);
        QVERIFY(plan && unplacedBlocks(**plan).empty());
        const double link = speeds->of(request.devices.front(), DType::Float32).link;
        const PlanClock clock(**plan, facts, shape, DType::Float32, *speeds);
        Workload work;
        work.prompt = 8;
        work.generate = 2;
        for (const char* const part : {"prompt", "token"}) {
            if (recorded[part].is_null()) {
                continue;
            }
            const bool isFirst = part == std::string_view("prompt");
            const Moved expected = recorded[part].get<Moved>();
            const Moved moved = movedIn(**plan, isFirst);
            const std::string map = recorded["map"].dump() + " " + part;
            const auto times =
                clock.passes(isFirst ? PlanClock::Part::Prompt : PlanClock::Part::Token, work, 0);
            const double took = seconds(isFirst ? times.first.front() : times.steady);
            const double atMost = static_cast<double>(expected[0] + expected[1]) / link +
                                  static_cast<double>(expected[1]) / speeds->disk();
            if (expected[2] > 0 || moved[2] > 0) {  // those that tokens have chosen by chance
                QVERIFY2(moved[2] >= expected[2], map.c_str());
                QCOMPARE(moved[0] + moved[1] - moved[2], expected[0] + expected[1] - expected[2]);
                continue;
            }
            const auto own = [&](std::size_t from) {
                const auto layers =
                    std::ranges::any_of(broughtModules(**plan), [&](const BroughtModule& brought) {
                        return (brought.from == DeviceId::disk()) == (from == 1) &&
                               (*tree)->path(brought.module).find("albert_layer_groups") !=
                                   std::string::npos;
                    });
                return layers ? repeats : 1;
            };
            QVERIFY2(
                moved[0] * own(0) == expected[0] && moved[1] * own(1) == expected[1],
                (map + ": " + std::to_string(moved[0]) + ", " + std::to_string(moved[1]) +
                 " are not " + std::to_string(expected[0]) + ", " + std::to_string(expected[1]))
                    .c_str());
            QVERIFY2(std::abs(took - atMost) <= 1e-9 * atMost,
                     (map + ": " + std::to_string(took * link) + " bytes in time").c_str());
        }
    }
}

QTEST_GUILESS_MAIN(TrafficTest)
#include "tst_traffic.moc"
