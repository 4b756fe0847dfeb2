// SPDX-License-Identifier: GPL-3.0-or-later
// The models to start from, held against what the real library builds and counts.
#include "engine/base/json_reader.h"
#include "engine/model/config_tree.h"
#include "engine/model/pretrained_models.h"
#include "tests/support/recorded_architectures.h"
#include "tests/support/tree_text.h"

#include <QFile>
#include <QSet>
#include <QTest>

using namespace stowage;

namespace {

const std::vector<ModelPreset>& presets() {
    static const auto kPresets = modelPresets().value();
    return kPresets;
}

/// Whether a count is the published one: {"parameters": 559214592}, or as rounded there:
/// {"billions": "8.03B"}, {"millions": "355M"}.
bool agrees(const nlohmann::ordered_json& figure, std::uint64_t counted) {
    if (const auto exact = figure.find("parameters"); exact != figure.end()) {
        return exact->get<std::uint64_t>() == counted;
    }
    const bool isBillions = figure.contains("billions");
    const QString text =
        QString::fromStdString(figure.at(isBillions ? "billions" : "millions").get<std::string>());
    const QString digits = text.chopped(1);
    const qsizetype point = digits.indexOf(u'.');
    const int decimals = point < 0 ? 0 : static_cast<int>(digits.size() - point - 1);
    const double units = static_cast<double>(counted) / (isBillions ? 1e9 : 1e6);
    return QString::number(units, 'f', decimals) == digits &&
           text.endsWith(isBillions ? u'B' : u'M');
}

}  // namespace

class TestModelPresets : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void parametersAreThoseOfTheLibrary_data() {
        QTest::addColumn<std::size_t>("index");
        for (std::size_t i = 0; i < presets().size(); ++i) {
            QTest::addRow("%s", presets()[i].name.c_str()) << i;
        }
    }
    void parametersAreThoseOfTheLibrary() {
        QFETCH(std::size_t, index);
        QFile file(QStringLiteral(STOWAGE_TEST_DATA "/presets.json"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto counted = parseJson(file.readAll().toStdString(), "presets.json");
        QVERIFY(counted);
        const ModelPreset& preset = presets()[index];
        const auto tree = treeFromConfig(preset.configText, preset.name);
        QVERIFY2(tree, tree ? "" : tree.error().message.english().c_str());
        QVERIFY(counted->at("parameters").contains(preset.name));
        QCOMPARE((*tree)->totalParameters(),
                 counted->at("parameters").at(preset.name).get<std::uint64_t>());
        QCOMPARE((*tree)->architecture(), preset.family);
    }

    void allAreCounted() {
        QSet<QString> names;
        for (const ModelPreset& preset : presets()) {
            names.insert(QString::fromStdString(preset.name));
        }
        QCOMPARE(names.size(), static_cast<qsizetype>(presets().size()));
        QVERIFY(presets().size() > 200);
    }

    void publishedFiguresAgree() {
        QFile file(QStringLiteral(STOWAGE_TEST_DATA "/published_parameters.json"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto published = parseJson(file.readAll().toStdString(), "published_parameters.json");
        QVERIFY(published);
        std::size_t compared = 0;
        for (const ModelPreset& preset : presets()) {
            const auto figure = published->find(preset.name);
            if (figure == published->end()) {
                continue;
            }
            const auto tree = treeFromConfig(preset.configText, preset.name);
            QVERIFY(tree);
            const std::uint64_t counted = (*tree)->totalParameters();
            QVERIFY2(
                agrees(*figure, counted),
                (preset.name + ": " + std::to_string(counted) + ", not " + figure->dump()).c_str());
            QVERIFY2(!figure->value("source", "").empty(), preset.name.c_str());
            ++compared;
        }
        // Every figure is of a known model.
        QCOMPARE(compared, published->size());
        QVERIFY(compared > 200);
    }

    void treesAreTheRecordedOnes() {
        // Where the same published model is recorded, preset and record say the same of it.
        const auto recorded = test::readRecordedArchitectures(STOWAGE_TEST_DATA "/architectures");
        QVERIFY(!recorded.empty());
        int compared = 0;
        for (const ModelPreset& preset : presets()) {
            for (const auto& one : recorded) {
                if (one.family != preset.family || one.source != preset.source) {
                    continue;
                }
                const auto tree = treeFromConfig(preset.configText, preset.name);
                QVERIFY(tree);
                QVERIFY2(test::treeText(**tree) == test::treeText(*one.tree), preset.name.c_str());
                ++compared;
            }
        }
        QVERIFY2(compared > 200, qPrintable(QString::number(compared)));
    }
};

QTEST_GUILESS_MAIN(TestModelPresets)
#include "tst_model_presets.moc"
