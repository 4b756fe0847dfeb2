// SPDX-License-Identifier: GPL-3.0-or-later
// What is chosen on the page on the open model: another part, other names, another tree.
#include "engine/checkpoint/checkpoint_facts.h"
#include "engine/checkpoint/keys/key_check.h"
#include "tests/support/archive_builder.h"
#include "tests/support/golden_text.h"
#include "tests/widgets/facts_fixture.h"
#include "widgets/document/model_texts.h"
#include "widgets/tree/tree_feature.h"

#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QPushButton>

using namespace stowage;
using namespace stowage::test;

class FactChoicesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init() { failOnWarnings(); }
    void anotherPartOfANestedCheckpoint();
    void aPartThatIsGoneComesBack();
    void treesWithoutWeights();
    void keysThatDoNotAgree();
    void agreeingKeys();
    void holdsAgainstAChosenTree();

private:
    [[nodiscard]] QString writeWrapped(const QString& folder, const char* prefix) const;

    QTemporaryDir m_folder;
    QString m_sample;
};

void FactChoicesTest::initTestCase() {
    m_sample = writeSmallSample(m_folder.filePath("gpt2"), CheckpointFormat::TorchZip);
    QVERIFY(!m_sample.isEmpty());
}

void FactChoicesTest::anotherPartOfANestedCheckpoint() {
    WindowFixture f("48MiB,48MiB");
    f.window.show();
    const QString path = checkpointFixture("nested-torch2.15.pth");
    QVERIFY(openAndWait(f.document, path));
    f.window.tree()->showFacts();
    auto* part = f.child<QComboBox>("facts_part");
    QVERIFY(part->isVisible());
    QCOMPARE(part->count(), static_cast<int>(f.document.checkpoint()->parts.size()));
    const QString first = QString::fromStdString(f.document.checkpoint()->prefix);
    QVERIFY(part->currentText().startsWith(first));
    const int other = part->currentIndex() == 0 ? 1 : 0;
    const std::string wanted =
        f.document.checkpoint()->parts[static_cast<std::size_t>(other)].prefix;
    part->setFocus();
    QTest::keyClick(part, other == 0 ? Qt::Key_Up : Qt::Key_Down);
    QTRY_COMPARE(f.document.checkpoint()->prefix, wanted);
    QVERIFY(waitUntilIdle(f.document));
    QCOMPARE(f.document.openOptions().prefix, std::optional(wanted));
    QCOMPARE(part->currentIndex(), other);
    // A model with one part needs no choice.
    QVERIFY(openAndWait(f.document, m_sample));
    QVERIFY(!part->isVisible());
}

void FactChoicesTest::aPartThatIsGoneComesBack() {
    WindowFixture f("48MiB,48MiB");
    f.window.show();
    const QString path = f.folder.filePath("nested.pth");
    QVERIFY(QFile::copy(checkpointFixture("nested-torch2.15.pth"), path));
    QVERIFY(openAndWait(f.document, path));
    f.window.tree()->showFacts();
    auto* part = f.child<QComboBox>("facts_part");
    const int before = part->currentIndex();
    const auto plan = f.document.plan();
    QVERIFY(QFile::remove(path));
    part->setFocus();
    QTest::keyClick(part, before == 0 ? Qt::Key_Down : Qt::Key_Up);
    QTRY_VERIFY(f.child<QWidget>("open_error")->isVisible());
    QCOMPARE(f.document.plan(), plan);
    QCOMPARE(part->currentIndex(), before);
}

void FactChoicesTest::treesWithoutWeights() {
    FactsFixture f;
    const QString path = writeTreeFile(f.folder.path(), 3);
    QVERIFY(openAndWait(f.document, path));
    QVERIFY(f.line("facts_recognised")
                .contains(goldenText("window-document/as-the-file-describes-it")));
    QCOMPARE(f.line("facts_files_words"),
             QString(goldenText("window-document/no-weights-it-can-be-planned-not")));
    QVERIFY(!f.goTo(FactsPanel::Page::Files)->isVisible());
    QVERIFY(f.child<QLabel>("facts_files_empty")->isVisible());
    auto* largest = f.goTo(FactsPanel::Page::Largest);
    QCOMPARE(f.text(largest, 0, 5), QString(goldenText("window-tree/no-bytes-stored")));
    QVERIFY(!f.child<QPushButton>("facts_choose_tree")->isVisible());
}

/// Two tensors whose keys begin with `prefix`, and a tree beside them that has them without it.
QString FactChoicesTest::writeWrapped(const QString& folder, const char* prefix) const {
    const std::string key(prefix);
    const std::string header = "{\"" + key +
                               "a.weight\":{\"dtype\":\"F32\",\"shape\":[2,3],\"data_offsets\":[0,"
                               "24]},\"" +
                               key +
                               "b.weight\":{\"dtype\":\"F32\",\"shape\":[4],\"data_offsets\":[24,"
                               "40]}}";
    QDir().mkpath(folder);
    const QString path = folder + QStringLiteral("/model.safetensors");
    QFile file(path);
    QFile tree(folder + QStringLiteral("/model.tree.json"));
    if (!file.open(QIODevice::WriteOnly) || !tree.open(QIODevice::WriteOnly)) {
        return {};
    }
    file.write(QByteArray::fromStdString(safetensorsFile(header, 40)));
    tree.write(
        "{\"format\":\"stowage.tree\",\"version\":1,\"tree\":{\"name\":"
        "\"\",\"class\":\"Pair\",\"children\":[{\"name\":\"a\",\"class\":\"Linear\","
        "\"params\":[{\"name\":\"weight\",\"shape\":[2,3],\"dtype\":\"float32\"}]},{\"name\":"
        "\"b\",\"class\":\"Scale\",\"params\":[{\"name\":\"weight\",\"shape\":[4],\"dtype\":"
        "\"float32\"}]}]}}");
    return path;
}

void FactChoicesTest::keysThatDoNotAgree() {
    WindowFixture f("48MiB,48MiB");
    f.window.show();
    const QString path = writeWrapped(f.folder.filePath("wrapped"), "module.");
    QVERIFY(openAndWait(f.document, path));
    const auto check = f.document.facts()->keyCheck;
    QVERIFY(check != nullptr);
    f.window.tree()->showFacts();
    f.window.tree()->facts()->showPage(FactsPanel::Page::Keys);
    auto* table = f.child<QTableView>("facts_keys");
    QCOMPARE(table->model()->rowCount(),
             static_cast<int>(check->missing.size() + check->unexpected.size() +
                              check->mismatched.size()));
    QCOMPARE(check->missing.size(), std::size_t{2});
    QCOMPARE(table->model()->index(0, 0).data().toString(), QString("a.weight"));
    QCOMPARE(table->model()->index(0, 1).data().toString(),
             QString(goldenText("window-tree/missing-in-the-file")));
    QCOMPARE(f.child<QLabel>("facts_keys_sentence")->text(), keyCheckWords(*check));
    auto* rename = f.child<QPushButton>("facts_rename_0");
    QCOMPARE(rename->text(), QString(goldenText("window-document/take-module-off-the-keys")));
    QTest::mouseClick(rename, Qt::LeftButton);
    QTRY_COMPARE(f.document.openOptions().renames.size(), std::size_t{1});
    QVERIFY(waitUntilIdle(f.document));
    QVERIFY(f.document.facts()->keyCheck->agrees());
    QVERIFY(f.child<QLabel>("facts_keys_empty")->isVisible());
    // And back.
    auto* asStored = f.child<QPushButton>("facts_as_stored");
    QVERIFY(asStored->isVisible());
    QTest::mouseClick(asStored, Qt::LeftButton);
    QTRY_VERIFY(f.document.openOptions().renames.empty());
    QVERIFY(waitUntilIdle(f.document));
    QVERIFY(!f.document.facts()->keyCheck->agrees());
}

void FactChoicesTest::agreeingKeys() {
    FactsFixture f;
    QVERIFY(openAndWait(f.document, writeWrapped(f.folder.filePath("plain"), "")));
    QVERIFY(f.document.facts()->keyCheck != nullptr);
    QCOMPARE(f.line("facts_keys_words"),
             QString(goldenText("cli/all-keys-agree-with-model-tree-json")));
    QCOMPARE(f.line("facts_recognised"), QString("Pair, as described in model.tree.json"));
    f.panel.showPage(FactsPanel::Page::Keys);
    QCOMPARE(f.child<QLabel>("facts_keys_empty")->text(),
             QString(goldenText("cli/all-keys-agree-with-model-tree-json")));
}

void FactChoicesTest::holdsAgainstAChosenTree() {
    WindowFixture f("48MiB,48MiB");
    f.window.show();
    const QString path = writeWrapped(f.folder.filePath("one"), "");
    QVERIFY(QFile::rename(f.folder.filePath("one/model.tree.json"),
                          f.folder.filePath("elsewhere.tree.json")));
    QVERIFY(openAndWait(f.document, path));
    QVERIFY(f.document.facts()->keyCheck == nullptr);
    f.window.tree()->showFacts();
    f.window.tree()->facts()->showPage(FactsPanel::Page::Keys);
    QVERIFY(f.child<QLabel>("facts_keys_empty")
                ->text()
                .startsWith(goldenText("window-tree/there-is-nothing-to-hold")));
    f.dialogs.answer = f.folder.filePath("elsewhere.tree.json");
    QTest::mouseClick(f.child<QPushButton>("facts_choose_tree"), Qt::LeftButton);
    QCOMPARE(f.dialogs.questions, 1);
    QTRY_VERIFY(f.document.facts()->keyCheck != nullptr);
    QVERIFY(f.document.facts()->keyCheck->agrees());
}

QTEST_MAIN(FactChoicesTest)
#include "tst_fact_choices.moc"
