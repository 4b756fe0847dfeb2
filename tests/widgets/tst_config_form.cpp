// SPDX-License-Identifier: GPL-3.0-or-later
// A config.json while it is typed: what goes in comes out, and what is wrong is said where.
#include "engine/base/json_reader.h"
#include "engine/model/architecture_file.h"
#include "engine/model/config_tree.h"
#include "engine/model/pretrained_models.h"
#include "tests/support/golden_text.h"
#include "widgets/document/model_config.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>

using namespace stowage;

class ConfigFormTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void presetsKeepTheirTree_data() {
        QTest::addColumn<std::size_t>("index");
        const auto presets = modelPresets();
        QVERIFY(presets);
        for (std::size_t i = 0; i < presets->size(); ++i) {
            QTest::addRow("%s", (*presets)[i].name.c_str()) << i;
        }
    }
    void presetsKeepTheirTree() {
        QFETCH(std::size_t, index);
        const ModelPreset preset = modelPresets()->at(index);
        const auto form = ConfigForm::ofConfig(preset.configText, preset.name);
        QVERIFY(form);
        const auto before = treeFromConfig(preset.configText, preset.name);
        const auto after = treeFromConfig(form->configText(), preset.name);
        QVERIFY(before && after);
        QCOMPARE((*after)->totalBytes(), (*before)->totalBytes());
        QCOMPARE((*after)->nodes().size(), (*before)->nodes().size());
        QCOMPARE((*after)->tiedGroups().size(), (*before)->tiedGroups().size());
        // Every entry is there, under its own name.
        const auto config = parseJson(preset.configText, preset.name);
        const auto typed = parseJson(form->configText(), preset.name);
        const auto aliases = readArchitecture(preset.family)->aliases;
        for (const auto& [name, value] : config->items()) {
            const std::string key = aliases->value(name, name);
            QVERIFY2(typed->contains(key) && typed->at(key) == value, name.c_str());
        }
    }

    void defaultsAreTheLibrarys() {
        for (const std::string& family : knownArchitectures()) {
            const auto form = ConfigForm::ofFamily(family);
            QVERIFY2(form, family.c_str());
            QVERIFY(!form->fields().empty());
            const auto typed = treeFromConfig(form->configText(), family);
            const auto bare = treeFromConfig(
                "{\"model_type\": \"" + family + "\", \"torch_dtype\": \"float32\"}", family);
            QVERIFY2(typed && bare, family.c_str());
            QCOMPARE((*typed)->totalBytes(), (*bare)->totalBytes());
        }
    }

    void nullIsAValue() {
        // Of DeepSeek-V3 it takes the low-rank queries away; the default is a number.
        auto form = ConfigForm::ofFamily("deepseek_v3");
        QVERIFY(form);
        const auto parameters = [&form] {
            return checkConfig(*form, "here").tree->totalParameters();
        };
        const std::uint64_t low = parameters();
        QCOMPARE(form->text("q_lora_rank"), std::string());
        form->setText("q_lora_rank", "null");
        QCOMPARE(form->text("q_lora_rank"), std::string("null"));
        QVERIFY(parameters() > low);
        form->setText("q_lora_rank", "  ");
        QCOMPARE(parameters(), low);
        // Where null is the default, it is the same as nothing.
        form->setText("head_dim", "null");
        QCOMPARE(form->text("head_dim"), std::string());
    }

    void aliasesBecomeTheField() {
        const auto form = ConfigForm::ofConfig(
            "{\"model_type\": \"gpt2\", \"hidden_size\": 64, \"also_made_up\": 4, \"made_up\": "
            "[1]}",
            "here");
        QVERIFY(form);
        QCOMPARE(form->text("n_embd"), std::string("64"));
        QCOMPARE(form->otherNames(), (std::vector<std::string>{"also_made_up", "made_up"}));
        QVERIFY(form->configText().find("hidden_size") == std::string::npos);
    }

    /// ChatGLM2's configurations say chatglm, as ChatGLM-6B's do, and minGPT's can say gpt2-xl.
    void aTypeCanStandForSeveralFamilies() {
        const auto second = ConfigForm::ofConfig(
            "{\"model_type\": \"chatglm\", \"padded_vocab_size\": 97, \"num_layers\": 1}", "here");
        QVERIFY(second);
        QCOMPARE(second->family(), std::string("chatglm2"));
        QCOMPARE(second->text("padded_vocab_size"), std::string("97"));
        QVERIFY(second->configText().find("\"model_type\": \"chatglm\"") != std::string::npos);
        const auto again = ConfigForm::ofConfig(second->configText(), "here");
        QVERIFY(again);
        QCOMPARE(again->configText(), second->configText());
        QCOMPARE(ConfigForm::ofConfig("{\"model_type\": \"chatglm\"}", "here")->family(),
                 std::string("chatglm"));
        const auto guide = ConfigForm::ofConfig(
            "{\"model_type\": \"gpt2-xl\", \"vocab_size\": 50257, \"block_size\": 1024}", "here");
        QVERIFY(guide);
        QCOMPARE(guide->family(), std::string("mingpt"));
        const ConfigCheck built = checkConfig(*guide, "here");
        QVERIFY(built.tree);
        QCOMPARE(built.tree->totalParameters(), std::uint64_t{1'638'022'400});
    }

    void switchesHoldTheirDefault() {
        auto form = ConfigForm::ofFamily("gpt2");
        QVERIFY(form && form->isOn("tie_word_embeddings"));
        QCOMPARE(checkConfig(*form, "here").tree->tiedGroups().size(), std::size_t{1});
        form->setText("tie_word_embeddings", "false");
        QVERIFY(!form->isOn("tie_word_embeddings"));
        QVERIFY(checkConfig(*form, "here").tree->tiedGroups().empty());
    }

    void errorsNameTheField_data() {
        QTest::addColumn<QString>("family");
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("said");
        QTest::newRow("letters") << "llama"
                                 << "hidden_size"
                                 << "big" << goldenText("model/a-whole-number");
        QTest::newRow("negative") << "llama"
                                  << "vocab_size"
                                  << "-1"
                                  << "from 0 to";
        QTest::newRow("half") << "llama"
                              << "intermediate_size"
                              << "1.5" << goldenText("model/a-whole-number");
        QTest::newRow("deep") << "llama"
                              << "num_hidden_layers"
                              << "100000000"
                              << "from 0 to 1024";
        QTest::newRow("zero heads") << "llama"
                                    << "num_attention_heads"
                                    << "0"
                                    << "zero";
        QTest::newRow("list") << "opt"
                              << "ffn_dim"
                              << "[1, 2]" << goldenText("model/a-whole-number");
        QTest::newRow("huge") << "gpt2"
                              << "n_positions"
                              << "99999999999"
                              << "from 0 to";
    }
    void errorsNameTheField() {
        QFETCH(QString, family);
        QFETCH(QString, field);
        QFETCH(QString, text);
        QFETCH(QString, said);
        auto form = ConfigForm::ofFamily(family.toStdString());
        QVERIFY(form);
        form->setText(field.toStdString(), text.toStdString());
        const ConfigCheck check = checkConfig(*form, "The form");
        QVERIFY(check.tree == nullptr);
        const QString sentence = QString::fromStdString(check.error->message);
        QVERIFY2(sentence.contains(said), qPrintable(sentence));
        QVERIFY2(!sentence.contains(QLatin1String("file")), qPrintable(sentence));
        // Of what follows from several fields all are named.
        const bool isNamed =
            std::ranges::find(check.fields, field.toStdString()) != check.fields.end();
        QVERIFY2(isNamed, qPrintable(sentence));
    }

    void nothingElseIsAForm_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("no json") << QByteArray("{");
        QTest::newRow("list") << QByteArray("[1]");
        QTest::newRow("no family") << QByteArray("{\"hidden_size\": 1}");
        QTest::newRow("unknown family") << QByteArray("{\"model_type\": \"nothing\"}");
    }
    void nothingElseIsAForm() {
        QFETCH(QByteArray, text);
        const auto form = ConfigForm::ofConfig(text.toStdString(), "config.json");
        QVERIFY(!form);
        QVERIFY(!form.error().message.empty());
    }
};

QTEST_GUILESS_MAIN(ConfigFormTest)
#include "tst_config_form.moc"
