// SPDX-License-Identifier: GPL-3.0-or-later
// Weights changed after a load, in memory or in the offload folder: the forward pass must tell.
#include "tests/run/forward_case.h"
#include "tests/support/golden_text.h"

#include <functional>
#include <limits>

using namespace stowage;
using namespace stowage::test;

namespace {

using Change = std::function<void(const LoadedModel&)>;

Change fillWith(const std::string& name, float number) {
    return [=](const LoadedModel& model) {
        overwrite(model, name, 0, std::vector<float>(numbersOf(model, name).size(), number));
    };
}

Change swap(const std::string& one, const std::string& other) {
    return [=](const LoadedModel& model) {
        const std::vector<float> first = numbersOf(model, one);
        overwrite(model, one, 0, numbersOf(model, other));
        overwrite(model, other, 0, first);
    };
}

Change setOne(const std::string& name, std::size_t index, float number) {
    return [=](const LoadedModel& model) { overwrite(model, name, index, {number}); };
}

struct Mutation {
    const char* name;
    Change change;
    const char* says = goldenText("run/the-loaded-weights-are-not-those-of");
};

/// In trf_blocks.0 (on the CPU where the placement is mixed), trf_blocks.1 (there on disk) and on
/// the GPU.
const std::vector<Mutation>& mutations() {
    static const std::vector<Mutation> kMutations{
        {"the largest tensor zeroed", fillWith("tok_emb.weight", 0)},
        {"the head zeroed", fillWith("out_head.weight", 0)},
        {"positions lost", fillWith("pos_emb.weight", 0)},
        {"a mask that hides one place less", setOne("trf_blocks.1.att.mask", 1, 0)},
        {"a mask that hides one place more", setOne("trf_blocks.0.att.mask", 16, 1)},
        {"a mask off by one",
         [](const LoadedModel& model) {
             std::vector<float> mask = numbersOf(model, "trf_blocks.2.att.mask");
             for (std::size_t i = 0; i < mask.size(); ++i) {
                 mask[i] = i % 16 > i / 16 + 1 ? 1 : 0;
             }
             overwrite(model, "trf_blocks.2.att.mask", 0, mask);
         }},
        {"q and k swapped",
         swap("trf_blocks.0.att.W_query.weight", "trf_blocks.0.att.W_key.weight")},
        {"q and k swapped on disk",
         swap("trf_blocks.1.att.W_query.weight", "trf_blocks.1.att.W_key.weight")},
        {"a query bias zeroed", fillWith("trf_blocks.0.att.W_query.bias", 0)},
        {"a value bias zeroed", fillWith("trf_blocks.1.att.W_value.bias", 0)},
        {"a projection's bias zeroed", fillWith("trf_blocks.2.att.out_proj.bias", 0)},
        {"an inner bias zeroed", fillWith("trf_blocks.1.ff.layers.0.bias", 0)},
        {"an outer bias zeroed", fillWith("trf_blocks.0.ff.layers.2.bias", 0)},
        {"a norm's scale one", fillWith("trf_blocks.1.norm1.scale", 1)},
        {"a norm's shift zeroed", fillWith("trf_blocks.2.norm2.shift", 0)},
        {"the last norm's shift zeroed", fillWith("final_norm.shift", 0)},
        {"two norms swapped", swap("trf_blocks.0.norm1.scale", "trf_blocks.2.norm1.scale")},
        {"two layers' weights swapped",
         swap("trf_blocks.0.ff.layers.0.weight", "trf_blocks.1.ff.layers.0.weight")},
        {"one number of a weight", setOne("trf_blocks.1.ff.layers.2.weight", 7, 9)},
        {"not a number",
         setOne("trf_blocks.0.att.W_value.weight", 3, std::numeric_limits<float>::quiet_NaN()),
         goldenText("run/a-logit-that-is-not-finite-at-2")},
        {"a row hidden from itself", setOne("trf_blocks.0.att.mask", 0, 1),
         goldenText("run/a-logit-that-is-not-finite-at")},
    };
    return kMutations;
}

}  // namespace

class ForwardMutationsTest : public ForwardCase {
    Q_OBJECT

private Q_SLOTS:
    void isTold_data() {
        QTest::addColumn<int>("mutation");
        QTest::addColumn<bool>("mixed");
        for (std::size_t i = 0; i < mutations().size(); ++i) {
            QTest::addRow("%s, on one GPU", mutations()[i].name) << static_cast<int>(i) << false;
            QTest::addRow("%s, GPU, CPU and disk", mutations()[i].name)
                << static_cast<int>(i) << true;
        }
    }

    void isTold() {
        QFETCH(int, mutation);
        QFETCH(bool, mixed);
        const Mutation& mutated = mutations()[static_cast<std::size_t>(mutation)];
        const auto loaded = load(m_model, mixed ? mixedPlacement().map : placements()[0].map);
        QVERIFY(loaded);
        const ForwardFigures before = figuresOf(*loaded);
        QCOMPARE(before.agrees, std::optional(true));
        mutated.change(*loaded);
        const ForwardFigures after = figuresOf(*loaded);
        QCOMPARE(after.agrees, std::optional(false));
        QVERIFY2(after.why.english().find(mutated.says) != std::string::npos,
                 after.why.english().c_str());
        QVERIFY(after.sha256 != before.sha256);
    }

private:
    ForwardFigures figuresOf(const LoadedModel& loaded) {
        if (m_reference.empty()) {
            ReferenceOptions making;
            making.path = path("reference.npy").toStdString();
            making.tokens = m_prompt;
            if (referenceLogits(m_model.checkpoint, making, {}, {})) {
                m_reference = making.path;
            }
        }
        ForwardOptions options;
        options.tokens = m_prompt;
        options.referencePath = m_reference;
        const auto figures =
            forwardAfterLoad(loaded, m_backends, *m_model.checkpoint, options, {}, {});
        if (!figures) {
            qWarning("%s", figures.error().message.english().c_str());
            return {};
        }
        return *figures;
    }

    const std::vector<std::int64_t> m_prompt{1, 2, 3};
    std::string m_reference;
};

QTEST_GUILESS_MAIN(ForwardMutationsTest)
#include "tst_forward_mutations.moc"
