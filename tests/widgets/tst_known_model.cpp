// SPDX-License-Identifier: GPL-3.0-or-later
// The window on a checkpoint whose model is known from elsewhere, and on one that is only guessed.
#include "engine/checkpoint/keys/key_check.h"
#include "engine/checkpoint/open/open_checkpoint.h"
#include "engine/checkpoint/open_options_json.h"
#include "engine/model/module_tree_json.h"
#include "engine/plan/strategies/strategies.h"
#include "tests/support/golden_text.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/document/plan_view.h"
#include "widgets/methods/load_process.h"
#include "widgets/support/message_bar.h"
#include "widgets/tree/module_tree_model.h"

#include <nlohmann/json.hpp>

#include <QAction>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTest>
#include <QTreeView>
#include <QtEndian>

#include <algorithm>

using namespace stowage;
using namespace stowage::test;

namespace {

constexpr const char* kGpus = "48MiB,48MiB";
const KeyRename kWrapped{"", "net."};

/// A tree beside the weights that has one module more than they do.
void writeTreeWithOneMore(const QString& weights) {
    const auto checkpoint = openCheckpoint(weights.toStdString());
    QVERIFY(checkpoint);
    const auto tree = buildModuleTree(**checkpoint);
    QVERIFY(tree);
    QJsonObject file =
        QJsonDocument::fromJson(QByteArray::fromStdString(writeModuleTreeJson(**tree, "a test")))
            .object();
    QJsonObject root = file[QStringLiteral("tree")].toObject();
    QJsonArray children = root[QStringLiteral("children")].toArray();
    children.append(QJsonDocument::fromJson(
                        "{\"name\": \"extra\", \"class\": \"Linear\", \"params\": [{\"name\": "
                        "\"weight\", \"shape\": [2, 2], \"dtype\": \"float32\"}]}")
                        .object());
    root[QStringLiteral("children")] = children;
    file[QStringLiteral("tree")] = root;
    QFile beside(weights + QStringLiteral(".tree.json"));
    QVERIFY(beside.open(QIODevice::WriteOnly));
    beside.write(QJsonDocument(file).toJson());
}

/// Writes a safetensors file again with other keys, with `prefix` before each.
void prefixKeys(const QString& path, const QString& prefix) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadWrite));
    const QByteArray whole = file.readAll();
    const auto length = qFromLittleEndian<quint64>(whole.constData());
    const QJsonObject header =
        QJsonDocument::fromJson(whole.mid(8, static_cast<qsizetype>(length))).object();
    QJsonObject renamed;
    for (auto entry = header.begin(); entry != header.end(); ++entry) {
        const bool isTensor = entry.key() != QLatin1String("__metadata__");
        renamed[isTensor ? prefix + entry.key() : entry.key()] = entry.value();
    }
    QByteArray text = QJsonDocument(renamed).toJson(QJsonDocument::Compact);
    text += QByteArray((8 - text.size() % 8) % 8, ' ');
    QByteArray size(8, '\0');
    qToLittleEndian<quint64>(static_cast<quint64>(text.size()), size.data());
    QVERIFY(file.seek(0) && file.resize(0));
    file.write(size + text + whole.mid(8 + static_cast<qsizetype>(length)));
}

}  // namespace

class KnownModelTest : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_dir;
    QString m_weights;

    /// The model under other names, as a tree beside the weights.
    void writeWrappedTree() {
        // The configuration beside them would say what they are really called.
        QFile::remove(QFileInfo(m_weights).path() + QStringLiteral("/config.json"));
        const auto checkpoint =
            openCheckpoint(m_weights.toStdString(), OpenOptions{{}, {kWrapped}, {}});
        QVERIFY(checkpoint);
        const auto tree = buildModuleTree(**checkpoint);
        QFile file(m_weights + QStringLiteral(".tree.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(writeModuleTreeJson(**tree, "a test")));
    }

private Q_SLOTS:
    void init() {
        failOnWarnings();
        m_dir = std::make_unique<QTemporaryDir>();
        m_weights = writeSmallSample(m_dir->path(), CheckpointFormat::Safetensors);
        QVERIFY(!m_weights.isEmpty());
        // It would tell names and classes.
        QVERIFY(QFile::remove(m_dir->filePath(QStringLiteral("config.json"))));
    }

    void aButtonTakesTheRenaming();
    void aMissingKeyIsAProblem();
    void aWrapperIsTakenOffWithoutAConfiguration();
    void aGuessedClassIsShownAsOne();
    void theNoSplitFieldShowsTheGuess();
    void comparisonsOpenTheSameModel();
};

void KnownModelTest::aButtonTakesTheRenaming() {
    writeWrappedTree();
    WindowFixture f(kGpus);
    f.window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&f.window));
    f.dialogs.answer = m_weights;
    f.child<QAction>("open_action")->trigger();
    QTRY_VERIFY(f.document.plan() != nullptr);
    QVERIFY(!f.document.checkpoint()->keyCheck->agrees());
    QVERIFY2(f.window.messages()->text().contains("missing"),
             qPrintable(f.window.messages()->text()));
    auto* button = f.child<QPushButton>("message_remedy");
    QVERIFY(button->isVisible());
    QVERIFY2(button->text().contains("net."), qPrintable(button->text()));
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_VERIFY(f.document.checkpoint()->keyCheck->agrees());
    QVERIFY(f.document.openOptions().renames == std::vector<KeyRename>{kWrapped});
    // What is left to say is that the tree beside the weights was used.
    QVERIFY(!f.window.messages()->text().contains("missing"));
    QVERIFY2(f.window.messages()->text().contains(".tree.json"),
             qPrintable(f.window.messages()->text()));
    QCOMPARE(button->text(), QStringLiteral("Model facts"));
    QVERIFY(f.document.checkpoint()->tensors.front().name.starts_with("net."));
    QCOMPARE(f.settings.value("recentFiles").toStringList(), QStringList{m_weights});
}

/// A file that cannot be loaded does not look healthy: a problem names key and remedy, the verdict
/// is no good one, and Load says why it is off. After an edit as well.
void KnownModelTest::aMissingKeyIsAProblem() {
    writeTreeWithOneMore(m_weights);
    WindowFixture f(kGpus);
    f.window.show();
    QVERIFY(openAndWait(f.document, m_weights));
    const auto look = [&f] {
        const auto& issue = f.document.view()->loadIssue;
        QVERIFY(issue.has_value());
        QCOMPARE(issue->severity, Severity::Error);
        QVERIFY2(issue->text.english().find("extra.weight") != std::string::npos,
                 issue->text.english().c_str());
        QVERIFY2(issue->text.english().find(
                     goldenText("load/open-the-checkpoint-that-belongs-to")) != std::string::npos,
                 issue->text.english().c_str());
        QCOMPARE(f.document.view()->problems.front().issue.text, issue->text);
        QCOMPARE(f.document.view()->errors, 1);
        for (const char* name : {"verdict_sentence", "status_verdict"}) {
            const QString verdict = f.child<QLabel>(name)->text();
            QVERIFY2(verdict.startsWith(goldenText("window-plan/the-file-cannot-be-loaded")),
                     qPrintable(verdict));
        }
        QVERIFY(!f.child<QAction>("load_action")->isEnabled());
        QVERIFY2(f.child<QAction>("load_action")->toolTip().contains("extra.weight"),
                 qPrintable(f.child<QAction>("load_action")->toolTip()));
    };
    QCOMPARE(f.document.plan()->verdict, Verdict::Fits);
    look();
    // No other strategy is shown as better in Compare.
    f.child<QAction>("compare_action")->trigger();
    const auto cards = f.window.findChildren<QLabel*>("strategy_verdict");
    QCOMPARE(cards.size(), static_cast<qsizetype>(strategies().size()));
    for (const QLabel* card : cards) {
        // The one that estimates loads cannot compare any, and says what is missing.
        QTRY_VERIFY2(
            card->text().startsWith(goldenText("window-plan/the-file-cannot-be-loaded-the-plan")) ||
                card->text().contains("lacks 1 tensor"),
            qPrintable(card->text()));
    }
    f.document.edit(MoveEdit{{"transformer.h.0"}, DeviceId::cpu()});
    QVERIFY(waitUntilIdle(f.document));
    look();
    f.document.edit(SetDtypeEdit{DType::BFloat16});
    QVERIFY(waitUntilIdle(f.document));
    look();
}

void KnownModelTest::aWrapperIsTakenOffWithoutAConfiguration() {
    prefixKeys(m_weights, QStringLiteral("module._orig_mod."));
    WindowFixture f(kGpus);
    f.window.show();
    QVERIFY(openAndWait(f.document, m_weights));
    QVERIFY(f.document.checkpoint()->keyCheck == nullptr);
    QVERIFY2(f.window.messages()->text().contains("“module._orig_mod.”"),
             qPrintable(f.window.messages()->text()));
    auto* button = f.child<QPushButton>("message_remedy");
    QCOMPARE(button->text(),
             QString(goldenText("window-document/take-module-orig-mod-off-the-keys")));
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_VERIFY(f.document.checkpoint()->tensors.front().name.starts_with("transformer."));
    QVERIFY(waitUntilIdle(f.document));
    QVERIFY(!f.window.messages()->text().contains("module."));
    QCOMPARE(f.document.tree()->node(*f.document.tree()->findModule("transformer.h.0")).className,
             std::string("GPT2Block"));
}

void KnownModelTest::aGuessedClassIsShownAsOne() {
    WindowFixture f(kGpus);
    f.document.open(m_weights, OpenOptions{{}, {kWrapped}, {}});
    QTRY_VERIFY(f.document.plan() != nullptr);
    QVERIFY(!f.document.tree()->guessedClasses().empty());
    const std::string guessed = f.document.tree()->guessedClasses().front();
    ModuleTreeModel model;
    model.setPlan(f.document.plan());
    int shown = 0;
    for (const ModuleNode& node : f.document.tree()->nodes()) {
        if (!node.parent.isValid()) {
            continue;
        }
        const QModelIndex index = model.entryIndex(node.id.value, ModuleTreeModel::Class);
        const bool isBlock = node.className == guessed;
        shown += isBlock ? 1 : 0;
        QCOMPARE(index.data(ModuleTreeModel::GuessedRole).toBool(), isBlock);
        const QString text = index.data(Qt::AccessibleTextRole).toString();
        QCOMPARE(text.contains(goldenText("window-plan/guessed-from-names")), isBlock);
        const unsigned badges =
            model.entryIndex(node.id.value).data(ModuleTreeModel::BadgesRole).toUInt();
        QCOMPARE((badges & static_cast<unsigned>(ModuleBadge::NoSplit)) != 0, isBlock);
    }
    QCOMPARE(shown, 6);
}

void KnownModelTest::theNoSplitFieldShowsTheGuess() {
    WindowFixture f(kGpus);
    f.window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&f.window));
    f.document.open(m_weights, OpenOptions{{}, {kWrapped}, {}});
    QTRY_VERIFY(f.document.plan() != nullptr);
    auto* combo = f.child<QComboBox>("no_split_combo");
    QCOMPARE(combo->currentText(),
             QString::fromStdString(f.document.tree()->guessedClasses().front()));
    QVERIFY(combo->lineEdit()->font().italic());
    QVERIFY(combo->toolTip().contains(goldenText("window-plan/guessed-from-names")));
    const auto said = [&f] {
        return std::ranges::count(f.document.plan()->issues, std::string("guessed_no_split"),
                                  &PlanIssue::code);
    };
    QCOMPARE(said(), 1);
    combo->lineEdit()->selectAll();
    QTest::keyClicks(combo->lineEdit(), QStringLiteral("none"));
    QTest::keyClick(combo->lineEdit(), Qt::Key_Return);
    QTRY_VERIFY(f.document.plan()->noSplitClasses().empty());
    QVERIFY(!combo->lineEdit()->font().italic());
    QVERIFY(!combo->toolTip().contains("guessed"));
    QCOMPARE(said(), 0);
}

void KnownModelTest::comparisonsOpenTheSameModel() {
    WindowFixture f(kGpus);
    QVERIFY(openAndWait(f.document, m_weights));
    LoadProcessRequest order{.plan = f.document.plan(), .model = m_weights};
    for (const OpenOptions& opening :
         {OpenOptions{"state.model", {{"module.", ""}, kWrapped}, "net.tree.json"},
          OpenOptions{"", {}, {}}, OpenOptions()}) {
        order.opening = opening;
        const auto job = loadJob(order);
        QVERIFY(job);
        OpenOptions read;
        QVERIFY(readOpenOptions(job->at("open"), read));
        QVERIFY(read.prefix == opening.prefix && read.renames == opening.renames);
        QCOMPARE(read.treeFile, opening.treeFile);
    }
}

QTEST_MAIN(KnownModelTest)
#include "tst_known_model.moc"
