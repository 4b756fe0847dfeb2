// SPDX-License-Identifier: GPL-3.0-or-later
// Trees from a config.json alone, held against what the real library built from the same one.
#include "engine/model/architecture_file.h"
#include "engine/model/config_tree.h"
#include "tests/support/recorded_architectures.h"
#include "tests/support/tree_text.h"

#include <QElapsedTimer>
#include <QFile>
#include <QRegularExpression>
#include <QSet>
#include <QTest>
#include <map>

using namespace stowage;
using stowage::test::RecordedArchitecture;
using stowage::test::treeText;

namespace {

const std::vector<RecordedArchitecture>& recorded() {
    static const auto kRecorded =
        test::readRecordedArchitectures(STOWAGE_TEST_DATA "/architectures");
    return kRecorded;
}

/// The lines in which two texts differ first, for a message that can be read.
QString firstDifference(const std::string& ours, const std::string& theirs) {
    const QStringList mine = QString::fromStdString(ours).split('\n');
    const QStringList wanted = QString::fromStdString(theirs).split('\n');
    for (qsizetype i = 0; i < qMax(mine.size(), wanted.size()); ++i) {
        if (mine.value(i) != wanted.value(i)) {
            return QStringLiteral("line %1\n  ours:   %2\n  theirs: %3")
                .arg(i + 1)
                .arg(mine.value(i), wanted.value(i));
        }
    }
    return {};
}

}  // namespace

class TestArchitectures : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void treesAreThoseOfTheLibrary_data() {
        QTest::addColumn<std::size_t>("index");
        QVERIFY(recorded().size() > 90);
        for (std::size_t i = 0; i < recorded().size(); ++i) {
            QTest::addRow("%s %s", recorded()[i].family.c_str(), recorded()[i].name.c_str()) << i;
        }
    }
    void treesAreThoseOfTheLibrary() {
        QFETCH(std::size_t, index);
        const RecordedArchitecture& wanted = recorded()[index];
        const auto tree = treeFromConfig(wanted.config, "config.json");
        QVERIFY2(tree, tree ? "" : tree.error().message.english().c_str());
        const QString difference = firstDifference(treeText(**tree), treeText(*wanted.tree));
        QVERIFY2(difference.isEmpty(), qPrintable(difference));
        QCOMPARE((*tree)->totalParameters(), wanted.parameters);
        QCOMPARE((*tree)->architecture(), wanted.family);
    }

    void everyFamilyIsRecorded() {
        QSet<QString> seen;
        for (const RecordedArchitecture& one : recorded()) {
            seen.insert(QString::fromStdString(one.family));
        }
        for (const std::string& family : knownArchitectures()) {
            QVERIFY2(seen.contains(QString::fromStdString(family)), family.c_str());
        }
    }

    /// The table in docs tells how many configurations of each family are compared.
    void theDocumentationCountsThem() {
        std::map<std::string, int> counts;
        for (const RecordedArchitecture& one : recorded()) {
            ++counts[one.family];
        }
        QFile file(QStringLiteral(STOWAGE_TEST_DATA "/../../docs/families.md"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString table = QString::fromUtf8(file.readAll());
        for (const auto& [family, count] : counts) {
            const QRegularExpression row(
                QStringLiteral("\\| `%1` \\| [^|]* \\| %2(:[^|]*)? \\|")
                    .arg(QRegularExpression::escape(QString::fromStdString(family)))
                    .arg(count));
            QVERIFY2(table.contains(row), family.c_str());
        }
        QVERIFY(table.contains(QStringLiteral("in %1 configurations").arg(recorded().size())));
    }

    void publishedSizes_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<quint64>("parameters");
        QTest::newRow("Llama 3.1 405B") << "llama-3.1-405b" << quint64{405'853'388'800};
        QTest::newRow("Mixtral 8x22B") << "mixtral-8x22b" << quint64{140'620'634'112};
        QTest::newRow("DeepSeek-V3") << "deepseek-v3" << quint64{671'026'404'352};
        QTest::newRow("BLOOM 176B") << "bloom-176b" << quint64{176'247'271'424};
        QTest::newRow("GPT-2 XL") << "gpt2-xl" << quint64{1'557'611'200};
    }
    void publishedSizes() {
        QFETCH(QString, name);
        QFETCH(quint64, parameters);
        const auto found = std::ranges::find_if(recorded(), [&](const auto& one) {
            return one.name == name.toStdString() && one.family != "raschka-gpt2";
        });
        QVERIFY(found != recorded().end());
        const auto tree = treeFromConfig(found->config, "config.json");
        QVERIFY(tree);
        QCOMPARE((*tree)->totalParameters(), parameters);
    }

    /// Each class that a family offers can be built, and no other.
    void everyModelIsBuilt() {
        for (const std::string& family : knownArchitectures()) {
            const auto architecture = readArchitecture(family);
            QVERIFY2(architecture, family.c_str());
            const std::string config = "{\"model_type\": \"" + family + "\"}";
            for (const std::string& model : architecture->models) {
                QVERIFY2(architecture->classes.contains(model), model.c_str());
                const auto tree = treeFromConfig(config, "config.json", {model});
                QVERIFY2(tree,
                         (model + (tree ? "" : ": " + tree.error().message.english())).c_str());
                QCOMPARE((*tree)->node(ModuleTree::root()).className, model);
            }
            QCOMPARE(treeFromConfig(config, "config.json", {"UnheardOfModel"}).error().code,
                     ErrorCode::InvalidArgument);
        }
    }
};

QTEST_GUILESS_MAIN(TestArchitectures)
#include "tst_architectures.moc"
