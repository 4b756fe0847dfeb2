// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/byte_size.h"
#include "tests/support/golden_text.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/document/plan_comparison.h"
#include "widgets/document/plan_previews.h"
#include "widgets/plan/device_bars.h"
#include "widgets/plan/plan_panels.h"

#include <QLabel>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace stowage;
using namespace stowage::test;

class WhyPanelTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void barsHoldTheFiguresOfTheTrace();
    void barsAddUpToTheLimit();
    void saysWhatIsTied();
    void tellsWhatWasTriedBefore();
    void namesTheModuleThatWasDecidedAbout();
    void saysWhichKeyOfAMapDecided();
    void showsTheEffectOfAClass();
    void plansWithoutAClass();
    void asksNothingWhileHidden();

private:
    [[nodiscard]] std::shared_ptr<const PlacementPlan> plan() const { return m_document->plan(); }
    void select(const char* path) { m_document->select({*m_document->tree()->findModule(path)}); }
    [[nodiscard]] bool effectsAreThere() const {
        return !m_panel->noSplit().isStale() && !m_panel->noSplit().items().empty();
    }

    QTemporaryDir m_folder;
    QString m_sample;
    Theme* m_theme = nullptr;
    std::unique_ptr<Document> m_document;
    std::unique_ptr<PlanComparison> m_comparison;
    std::unique_ptr<WhyPanel> m_panel;
};

void WhyPanelTest::initTestCase() {
    m_theme = new Theme(qApp, ThemeMode::Light);
    m_sample = writeSmallSample(m_folder.filePath("gpt2"), CheckpointFormat::Safetensors);
    QVERIFY(!m_sample.isEmpty());
}

void WhyPanelTest::init() {
    failOnWarnings();
    m_document = std::make_unique<Document>(windowDevices("64MiB,64MiB"));
    m_comparison = std::make_unique<PlanComparison>(m_document.get());
    m_panel = std::make_unique<WhyPanel>(m_document.get(), m_theme);
    m_panel->setComparison(m_comparison.get());
    m_panel->resize(368, 400);
    m_panel->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_panel.get()));
    QVERIFY(openAndWait(*m_document, m_sample));
    m_document->edit(SetBudgetEdit{DeviceId::gpu(0), "11MiB"});
    m_document->edit(SetBudgetEdit{DeviceId::gpu(1), "10MiB"});
    QVERIFY(waitUntilIdle(*m_document));
}

void WhyPanelTest::cleanup() {
    m_panel.reset();
    m_comparison.reset();
    m_document.reset();
}

void WhyPanelTest::barsHoldTheFiguresOfTheTrace() {
    const char* const path = "transformer.h.2";
    select(path);
    const ModuleId module = *m_document->tree()->findModule(path);
    const auto bars = m_panel->findChildren<RoomBar*>("room_bar");
    QVERIFY(!bars.isEmpty());
    bool keptSeen = false;
    for (const RoomBar* bar : bars) {
        const RoomFigures& shown = bar->figures();
        bool found = false;
        for (const PlacementDecision& decision : decisionsFor(*plan(), module)) {
            found = found || (decision.device == shown.device && decision.needed == shown.needed &&
                              decision.left == shown.left && decision.reserved == shown.kept);
        }
        QVERIFY(found);
        keptSeen = keptSeen || shown.kept > 0;
        QVERIFY(bar->accessibleName().contains(QString::fromStdString(deviceLabel(shown.device))));
    }
    // GPU 0 keeps room for the largest layer; it is a segment of its own.
    QVERIFY(keptSeen);
}

void WhyPanelTest::barsAddUpToTheLimit() {
    for (const char* path : {"transformer.h.0", "transformer.h.3", "transformer.h.5"}) {
        select(path);
        for (const RoomBar* bar : m_panel->findChildren<RoomBar*>("room_bar")) {
            const RoomFigures& f = bar->figures();
            QVERIFY(f.left < 0 || std::abs(f.used + f.left + f.kept - f.limit) < 1);
            QCOMPARE(f.over() > 0, f.needed > f.left);
        }
    }
}

void WhyPanelTest::saysWhatIsTied() {
    select("transformer.wte");
    const auto* tied = m_panel->findChild<QLabel*>("why_tied");
    QVERIFY(tied != nullptr);
    QVERIFY2(tied->text().contains("lm_head"), qPrintable(tied->text()));
    select("transformer.wpe");
    QVERIFY(m_panel->findChild<QLabel*>("why_tied") == nullptr);
    // Nothing is shared with what lies outside of the whole model.
    m_document->select({ModuleTree::root()});
    QVERIFY(m_panel->findChild<QLabel*>("why_tied") == nullptr);
}

void WhyPanelTest::tellsWhatWasTriedBefore() {
    select("transformer.h.4");
    const auto earlier = m_panel->findChildren<QLabel*>("why_earlier");
    QVERIFY(!earlier.isEmpty());
    // The modules around it were tried first.
    QVERIFY2(earlier.first()->text().contains("transformer"), qPrintable(earlier.first()->text()));
}

/// Figures of a larger module do not stand under the selected one's name as if they were its own.
void WhyPanelTest::namesTheModuleThatWasDecidedAbout() {
    for (const char* path : {"transformer.h.2", "transformer.h.2.mlp.c_proj", "transformer.h.5"}) {
        select(path);
        const auto decisions = decisionsFor(*plan(), *m_document->tree()->findModule(path));
        const auto lines = m_panel->findChildren<QWidget*>("why_line");
        QVERIFY(!lines.isEmpty());
        for (const QWidget* line : lines) {
            const QString said = line->accessibleName();
            QVERIFY2(std::ranges::any_of(
                         decisions,
                         [&](const PlacementDecision& decision) {
                             const std::string name =
                                 decision.module == path ? "" : decision.module + ": ";
                             return said ==
                                    QString::fromStdString(deviceLabel(decision.device).english() +
                                                           ": " + name + decision.reason.english());
                         }),
                     qPrintable(said));
        }
    }
}

void WhyPanelTest::saysWhichKeyOfAMapDecided() {
    m_document->edit(
        SetMapEdit{DeviceMap({{"", DeviceId::gpu(0)}, {"transformer.h.2", DeviceId::cpu()}}), {}});
    QVERIFY(waitUntilIdle(*m_document));
    const auto said = [this](const char* path) {
        select(path);
        QStringList lines;
        for (const QWidget* line : m_panel->findChildren<QWidget*>("why_line")) {
            lines.append(line->accessibleName());
        }
        return lines;
    };
    const QStringList whole{goldenText("window-plan/placed-by-the-key-of-the-whole")};
    QCOMPARE(said("transformer.h.2.mlp"),
             QStringList{goldenText("window-plan/placed-by-the-key-transformer-h-2")});
    QCOMPARE(said("transformer.h.3"), whole);
    QCOMPARE(said("transformer.h"),
             whole + QStringList{goldenText("window-plan/the-map-places-parts-of-it")});
}

void WhyPanelTest::showsTheEffectOfAClass() {
    QTRY_VERIFY(effectsAreThere());
    const auto texts = m_panel->findChildren<QLabel*>("no_split_effect");
    QCOMPARE(texts.size(), 1);
    const NoSplitEffect& effect = m_panel->noSplit().items().front();
    QCOMPARE(effect.className, std::string("GPT2Block"));
    QCOMPARE(texts[0]->text(), QString::fromStdString(effect.text));
    auto* links = m_panel->findChild<QLabel*>("no_split_links");
    QVERIFY(links != nullptr);
    Q_EMIT links->linkActivated("difference");
    QTRY_VERIFY(m_comparison->compared() != nullptr);
    QCOMPARE(m_comparison->name(), QString(goldenText("window-plan/the-plan-without-gpt2block")));
    QCOMPARE(m_comparison->compared()->diff.bytesMoved, effect.diff.bytesMoved);
}

void WhyPanelTest::plansWithoutAClass() {
    QTRY_VERIFY(effectsAreThere());
    const int steps = m_document->undoStack()->count();
    const auto expected = m_panel->noSplit().items().front().without;
    Q_EMIT m_panel->findChild<QLabel*>("no_split_links")->linkActivated("use");
    QVERIFY(waitUntilIdle(*m_document));
    QCOMPARE(m_document->undoStack()->count(), steps + 1);
    QVERIFY(plan()->noSplitClasses().empty());
    QVERIFY(plan()->map.entries() == expected->map.entries());
    QTRY_VERIFY(m_panel->noSplit().items().empty());
    QTRY_VERIFY(m_panel->findChild<QLabel*>("no_split_effect") == nullptr);
}

void WhyPanelTest::asksNothingWhileHidden() {
    QTRY_VERIFY(effectsAreThere());
    m_panel->hide();
    m_document->edit(SetBudgetEdit{DeviceId::gpu(1), "14MiB"});
    QVERIFY(waitUntilIdle(*m_document));
    QVERIFY(!m_panel->noSplit().isStale());
    m_panel->show();
    QTRY_VERIFY(effectsAreThere());
    QVERIFY(diffPlans(*plan(), *m_panel->noSplit().items().front().without).bytesMoved ==
            m_panel->noSplit().items().front().diff.bytesMoved);
}

QTEST_MAIN(WhyPanelTest)
#include "tst_why_panel.moc"
