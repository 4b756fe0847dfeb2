// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/open/open_checkpoint.h"
#include "tests/support/golden_text.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/open/open_feature.h"
#include "widgets/support/message_bar.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <vector>

using namespace stowage;
using namespace stowage::test;

class DocumentTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init() { failOnWarnings(); }
    void opensAndPlans();
    void countsTheFilesThatAreRead();
    void saysWhatIsWrong_data();
    void saysWhatIsWrong();
    void keepsTheOldModelWhenOpeningFails();
    void editsAreUndoSteps();
    void theSameLimitIsNoStep();
    void manyEditsAreAppliedInOrder();
    void undoWhileAnEditIsOnItsWay();
    void refusesWithAReason();
    void selectionLeavesOutNestedModules();
    void closesWhileOpening();

private:
    QTemporaryDir m_folder;
    QString m_sample;
    std::vector<DeviceInfo> m_devices = windowDevices("64MiB,64MiB");
};

void DocumentTest::initTestCase() {
    failOnWarnings();
    QVERIFY(m_folder.isValid());
    m_sample = writeSmallSample(m_folder.filePath("gpt2"), CheckpointFormat::TorchZip);
    QVERIFY(!m_sample.isEmpty());
}

void DocumentTest::opensAndPlans() {
    Document document(m_devices);
    const QSignalSpy models(&document, &Document::modelChanged);
    const QSignalSpy plans(&document, &Document::planChanged);
    QVERIFY(openAndWait(document, m_sample));
    QCOMPARE(models.count(), 1);
    QCOMPARE(plans.count(), 1);
    QCOMPARE(document.displayName(), QString("gpt2/model.pth"));
    QCOMPARE(document.plan()->request.strategy, Strategy::Auto);
    QVERIFY(document.plan()->request.budgetsAreDefaults);
    QCOMPARE(document.plan()->verdict, Verdict::Fits);
    QVERIFY(document.tree()->findModule("transformer.h.5.mlp.c_fc").has_value());
}

void DocumentTest::countsTheFilesThatAreRead() {
    WindowFixture f("64MiB,64MiB");
    std::vector<Progress> heard;
    QStringList shown;
    connect(&f.document, &Document::openProgress, &f.window, [&](const Progress& progress) {
        heard.push_back(progress);
        shown.append(f.window.messages()->text());
    });
    f.window.open()->openPath(QStringLiteral(STOWAGE_TEST_DATA "/checkpoints/gpt2-tiny-shards"));
    QTRY_VERIFY(f.document.isIdle() && f.document.plan() != nullptr);
    const auto last = std::ranges::find(heard, 3U, &Progress::itemsDone);
    QVERIFY(last != heard.end());
    QCOMPARE(last->itemsTotal, 3U);
    const QString text = shown[static_cast<int>(last - heard.begin())];
    QCOMPARE(text, QString(goldenText("window-machines/opening-gpt2-tiny-shards-reading")));
}

void DocumentTest::saysWhatIsWrong_data() {
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("name");
    QTest::newRow("empty") << QByteArray() << "empty.safetensors";
    QTest::newRow("text") << QByteArray(goldenText("capacity/hello-this-is-a-letter"))
                          << "letter.safetensors";
    QTest::newRow("header of 2^60")
        << QByteArray::fromHex("0000000000000010") + QByteArray(64, ' ') << "huge.safetensors";
    QTest::newRow("missing") << QByteArray("-") << "";
}

void DocumentTest::saysWhatIsWrong() {
    QFETCH(QByteArray, content);
    QFETCH(QString, name);
    QString path = m_folder.filePath("no such file.pth");
    if (!name.isEmpty()) {
        path = m_folder.filePath(name);
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
    }
    Document document(m_devices);
    QSignalSpy failures(&document, &Document::failed);
    document.open(path);
    QTRY_COMPARE(failures.count(), 1);
    // The engine's own sentence, so that window and command line say the same.
    const auto engine = openCheckpoint(path.toStdString());
    QVERIFY(!engine);
    const auto failure = failures[0][0].value<OpenFailure>();
    QCOMPARE(failure.sentence(), QString::fromStdString(engine.error().message));
    QCOMPARE(failure.path, path);
    QCOMPARE(failure.error.code, engine.error().code);
    QCOMPARE(failure.error.file, engine.error().file);
    QCOMPARE(failure.error.offset, engine.error().offset);
    QVERIFY(document.plan() == nullptr);
    QVERIFY(!document.isBusy());
}

void DocumentTest::keepsTheOldModelWhenOpeningFails() {
    Document document(m_devices);
    QVERIFY(openAndWait(document, m_sample));
    const auto before = document.plan();
    QSignalSpy failures(&document, &Document::failed);
    document.open(m_folder.filePath("nothing here"));
    QTRY_COMPARE(failures.count(), 1);
    QCOMPARE(document.plan(), before);
    QCOMPARE(document.path(), m_sample);
}

void DocumentTest::editsAreUndoSteps() {
    Document document(m_devices);
    QVERIFY(openAndWait(document, m_sample));
    const auto before = document.plan();
    document.edit(MoveEdit{{"transformer.h.5"}, DeviceId::cpu()});
    QVERIFY(waitUntilIdle(document));
    const ModuleId module = *document.tree()->findModule("transformer.h.5");
    QCOMPARE(document.plan()->deviceOf(module), std::optional(DeviceId::cpu()));
    QCOMPARE(document.undoStack()->undoText(), QString("Move transformer.h.5 to CPU"));
    document.undoStack()->undo();
    QCOMPARE(document.plan(), before);
    document.undoStack()->redo();
    QCOMPARE(document.plan()->deviceOf(module), std::optional(DeviceId::cpu()));
}

void DocumentTest::theSameLimitIsNoStep() {
    Document document(m_devices);
    QVERIFY(openAndWait(document, m_sample));
    document.edit(SetBudgetEdit{DeviceId::gpu(0), "20MiB"});
    document.edit(SetBudgetEdit{DeviceId::gpu(0), "20MiB"});
    document.edit(SetStrategyEdit{Strategy::Auto});
    document.edit(ReplanEdit{});
    QVERIFY(waitUntilIdle(document));
    QCOMPARE(document.undoStack()->count(), 1);
    QCOMPARE(document.plan()->placement(DeviceId::gpu(0))->budgetText, std::string("20MiB"));
}

void DocumentTest::manyEditsAreAppliedInOrder() {
    Document document(m_devices);
    QVERIFY(openAndWait(document, m_sample));
    for (int i = 0; i < 6; ++i) {
        document.edit(MoveEdit{{"transformer.h." + std::to_string(i)}, DeviceId::cpu()});
    }
    QVERIFY(waitUntilIdle(document));
    QCOMPARE(document.undoStack()->count(), 6);
    QCOMPARE(document.plan()->request.moves.size(), std::size_t{6});
    QCOMPARE(document.plan()->revision, std::uint64_t{6});
}

void DocumentTest::undoWhileAnEditIsOnItsWay() {
    Document document(m_devices);
    QVERIFY(openAndWait(document, m_sample));
    document.edit(MoveEdit{{"transformer.h.0"}, DeviceId::cpu()});
    QVERIFY(waitUntilIdle(document));
    document.edit(MoveEdit{{"transformer.h.1"}, DeviceId::cpu()});
    document.undoStack()->undo();
    QVERIFY(waitUntilIdle(document));
    // The second edit was applied to what was shown, which is without the first.
    QCOMPARE(document.plan()->request.moves.size(), std::size_t{1});
    QCOMPARE(document.plan()->request.moves[0].first, std::string("transformer.h.1"));
    QCOMPARE(document.undoStack()->count(), 1);
}

void DocumentTest::refusesWithAReason() {
    Document document(m_devices);
    QVERIFY(openAndWait(document, m_sample));
    const auto before = document.plan();
    QSignalSpy refusals(&document, &Document::editRefused);
    document.edit(SetBudgetEdit{DeviceId::gpu(1), "10 bananas"});
    QTRY_COMPARE(refusals.count(), 1);
    QVERIFY(refusals[0][0].toString().contains("bananas"));
    QCOMPARE(document.plan(), before);
    QCOMPARE(document.undoStack()->count(), 0);
    QVERIFY(document.isIdle());
}

void DocumentTest::selectionLeavesOutNestedModules() {
    Document document(m_devices);
    QVERIFY(openAndWait(document, m_sample));
    const QSignalSpy changes(&document, &Document::selectionChanged);
    const ModuleTree& tree = *document.tree();
    const ModuleId block = *tree.findModule("transformer.h.2");
    const ModuleId inside = *tree.findModule("transformer.h.2.attn");
    const ModuleId other = *tree.findModule("transformer.wpe");
    document.select({inside, block, other});
    document.select({inside, block, other});
    QCOMPARE(changes.count(), 1);
    QCOMPARE(document.currentModule(), other);
    QVERIFY(document.isSelected(inside));
    QVERIFY(!document.isSelected(*tree.findModule("transformer.h.3")));
    QCOMPARE(document.selectedPaths(),
             (std::vector<std::string>{"transformer.wpe", "transformer.h.2"}));
}

void DocumentTest::closesWhileOpening() {
    for (int i = 0; i < 5; ++i) {
        Document document(m_devices);
        document.open(m_sample);
        document.open(m_sample);
    }
}

QTEST_MAIN(DocumentTest)
#include "tst_document.moc"
