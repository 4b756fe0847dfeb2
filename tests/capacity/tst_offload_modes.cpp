// SPDX-License-Identifier: GPL-3.0-or-later
// What diffusers' ways to offload a pipeline take, held against the moves that the real hooks made
// (tests/reference/record_offload_modes.py).
#ifndef Q_MOC_RUN
#include "engine/capacity/pipeline/offload_modes.h"
#include "engine/capacity/pipeline/pipeline_rules.h"
#include "engine/checkpoint/open/open_checkpoint.h"
#include "engine/device/allocator_model.h"
#include "engine/model/joined_tree.h"

#include <nlohmann/json.hpp>
#endif

#include <QtTest/QtTest>
#include <algorithm>
#include <fstream>
#include <map>

using namespace stowage;
using nlohmann::json;

namespace {

constexpr const char* kFolder = STOWAGE_TEST_DATA "/pipelines/";

json recorded() {
    std::ifstream file(std::string(kFolder) + "offload_modes.json");
    return json::parse(file);
}

std::shared_ptr<const ModuleTree> treeOf(const std::string& name) {
    const auto checkpoint = openCheckpoint(kFolder + name);
    return checkpoint ? (*checkpoint)->describedTree : nullptr;
}

DeviceInfo gpu() {
    DeviceInfo device;
    device.id = DeviceId::gpu(0);
    device.capacity = std::uint64_t{1} << 30;
    return device;
}

/// Recorded moves, made in the allocator's model.
class Replay {
public:
    /// `tensors`: [shared, rest, bytes] of each; `empties`: an emptied cache behind each
    /// allocation.
    Replay(const json& tensors, bool empties) : m_empties(empties) {
        for (const json& tensor : tensors) {
            m_bytes.push_back(tensor.at(2).get<std::uint64_t>());
        }
    }

    void run(const json& moves, bool isSetup) {
        for (const json& move : moves) {
            if (move.is_object()) {
                for (int i = 0; i < move.at("times").get<int>(); ++i) {
                    run(move.at("moves"), isSetup);
                }
            } else if (move.is_array()) {
                const int first = move.at(0).get<int>();
                const int last = move.at(1).get<int>();
                for (int i = first; i != last + (last > first ? 1 : -1);
                     i += last > first ? 1 : -1) {
                    make(i, isSetup);
                }
            } else {
                make(move.get<int>(), isSetup);
            }
        }
    }

    [[nodiscard]] const AllocatorStatistics& statistics() const { return m_allocator.statistics(); }

private:
    void make(int move, bool isSetup) {
        if (move == 0) {
            m_allocator.emptyCache();
            return;
        }
        const auto tensor = static_cast<std::size_t>(std::abs(move) - 1);
        auto& blocks = m_blocks[tensor];
        if (move < 0) {
            QVERIFY(!blocks.empty());
            m_allocator.free(blocks.back());
            blocks.pop_back();
            return;
        }
        const auto block = m_allocator.allocate(m_bytes.at(tensor));
        QVERIFY(block.has_value());
        blocks.push_back(block->id);
        if (m_empties && !isSetup) {
            m_allocator.emptyCache();
        }
    }

    std::vector<std::uint64_t> m_bytes;
    std::map<std::size_t, std::vector<std::uint64_t>> m_blocks;
    AllocatorModel m_allocator;
    bool m_empties;
};

const OffloadModeFigures& find(const std::vector<OffloadModeFigures>& modes,
                               const std::string& name) {
    return *std::ranges::find_if(
        modes, [&](const auto& figures) { return offloadModeName(figures.mode) == name; });
}

bool isNear(std::uint64_t predicted, std::uint64_t measured, double within) {
    return std::abs(static_cast<double>(predicted) - static_cast<double>(measured)) <=
           within * static_cast<double>(measured);
}

}  // namespace

class TestOffloadModes : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void peaksAreThoseOfTheRealHooks_data() {
        QTest::addColumn<int>("run");
        const json all = recorded();
        int number = 0;
        for (const json& run : all.at("runs")) {
            if (!run.contains("error")) {
                QTest::addRow("%s %s", run.at("pipeline").get<std::string>().c_str(),
                              run.at("mode").get<std::string>().c_str())
                    << number;
            }
            ++number;
        }
        QVERIFY(number >= 48);
    }
    void peaksAreThoseOfTheRealHooks() {
        QFETCH(int, run);
        static const json all = recorded();
        const json& entry = all.at("runs").at(static_cast<std::size_t>(run));
        const auto name = entry.at("pipeline").get<std::string>();
        const auto tree = treeOf(name);
        QVERIFY(tree != nullptr);
        const auto modes =
            offloadModes(*tree, dtypeFromName(entry.at("dtype").get<std::string>()), gpu());
        QVERIFY(modes.has_value());
        const OffloadModeFigures& mode = find(*modes, entry.at("mode").get<std::string>());
        QVERIFY(mode.isAvailable);

        Replay replay(all.at("tensors").at(name), entry.at("empties").get<bool>());
        replay.run(entry.at("setup"), true);
        replay.run(entry.at("moves"), false);
        const AllocatorStatistics& real = replay.statistics();
        constexpr double kWithin = 0.01;  // three times better than what is asked for
        QVERIFY2(isNear(mode.peakAllocated, real.peakAllocated, kWithin),
                 qPrintable(QStringLiteral("%1 predicted, %2 allocated")
                                .arg(mode.peakAllocated)
                                .arg(real.peakAllocated)));
        QVERIFY2(isNear(mode.peakReserved, real.peakReserved, kWithin),
                 qPrintable(QStringLiteral("%1 predicted, %2 reserved")
                                .arg(mode.peakReserved)
                                .arg(real.peakReserved)));
    }

    void whatBlocksCannotOffloadStaysThere() {
        // The real call ends with tensors on two devices: record_offload_modes.py has its error.
        const json all = recorded();
        int errors = 0;
        for (const json& run : all.at("runs")) {
            if (!run.contains("error")) {
                continue;
            }
            QCOMPARE(run.at("mode").get<std::string>(), std::string("group-block"));
            const auto tree = treeOf(run.at("pipeline").get<std::string>());
            const auto modes = offloadModes(*tree, DType::BFloat16, gpu());
            QVERIFY(modes.has_value());
            const OffloadModeFigures& mode = find(*modes, "group-block");
            QVERIFY2(mode.call.find("exclude_modules=[\"vae\"]") != std::string::npos,
                     mode.call.c_str());
            QVERIFY(mode.staying > 0);
            QVERIFY(!mode.notes.empty());
            ++errors;
        }
        QVERIFY(errors > 0);
    }

    void figuresOfTheModesGoTogether() {
        const auto tree = treeOf("flux");
        const auto modes = offloadModes(*tree, DType::BFloat16, gpu());
        QVERIFY(modes.has_value());
        const OffloadModeFigures& none = find(*modes, "none");
        QCOMPARE(none.movedOnce + none.movedEachStep, std::uint64_t{0});
        QCOMPARE(none.hostBytes, std::uint64_t{0});
        const OffloadModeFigures& model = find(*modes, "model");
        QCOMPARE(model.movedEachStep, std::uint64_t{0});
        QCOMPARE(model.movedOnce, model.hostBytes);
        const OffloadModeFigures& leaves = find(*modes, "group-leaf");
        // The denoiser travels in each step, the rest once.
        QCOMPARE(leaves.movedOnce + leaves.movedEachStep, leaves.hostBytes);
        QVERIFY(leaves.peakAllocated < model.peakAllocated);
        QVERIFY(model.peakAllocated < none.peakAllocated);
        QCOMPARE(model.freeOn(gpu()), static_cast<std::int64_t>((1 << 30) - model.peakReserved));
    }

    void castingComputesInThePipelinesType() {
        const auto tree = treeOf("flux");
        for (const auto& [dtype, word] : {std::pair(DType::Float16, "torch.float16"),
                                          std::pair(DType::BFloat16, "torch.bfloat16")}) {
            const auto modes = offloadModes(*tree, dtype, gpu());
            QVERIFY(modes.has_value());
            const std::string& call = find(*modes, "layerwise").call;
            QVERIFY2(call.find(word) != std::string::npos, call.c_str());
        }
    }

    void whatTheSequenceNamesIsNotExcluded() {
        // diffusers names Amused's vqvae in both; its sequence comes first.
        const auto part = [](const char* name) {
            const auto opened = openCheckpoint(std::string(kFolder) + "flux/" + name);
            return opened ? (*opened)->describedTree : nullptr;
        };
        const std::vector<NamedTree> models{{"text_encoder", part("text_encoder")},
                                            {"transformer", part("transformer")},
                                            {"vqvae", part("vae")}};
        const auto tree =
            joinTrees(models, "AmusedInpaintPipeline", std::string(kPipelineArchitecture));
        QVERIFY(tree.has_value());
        const auto modes = offloadModes(**tree, std::nullopt, gpu());
        QVERIFY(modes.has_value());
        QCOMPARE(find(*modes, "model").staying, std::uint64_t{0});
        QVERIFY(find(*modes, "sequential").staying > 0);
    }

    void aSingleModelHasNoModes() {
        const auto checkpoint = openCheckpoint(std::string(kFolder) + "flux/vae");
        QVERIFY(checkpoint.has_value());
        const auto modes = offloadModes(*(*checkpoint)->describedTree, std::nullopt, gpu());
        QVERIFY(!modes.has_value());
        QCOMPARE(modes.error().code, ErrorCode::InvalidArgument);
    }

    void patternsMatchAsPythonsDo() {
        const std::vector<std::string> patterns{"norm", "^proj_in$", "^time"};
        QVERIFY(matchesAny(patterns, "blocks.0.norm1"));
        QVERIFY(matchesAny(patterns, "proj_in"));
        QVERIFY(!matchesAny(patterns, "blocks.0.proj_in"));
        QVERIFY(!matchesAny(patterns, "proj_in.0"));
        QVERIFY(matchesAny(patterns, "time_embed.0"));
        QVERIFY(!matchesAny(patterns, "a.time"));
        QVERIFY(!matchesAny(patterns, ""));
    }
};

QTEST_APPLESS_MAIN(TestOffloadModes)
#include "tst_offload_modes.moc"
