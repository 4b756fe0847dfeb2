// SPDX-License-Identifier: GPL-3.0-or-later
// Configurations that claim more than the tensors have: refused at once, before tables of that size
// are made.
#include "engine/run/run_job.h"
#include "tests/run/forward_case.h"
#include "tests/run/run_fixture.h"

#include <QFile>

#include <nlohmann/json.hpp>

using namespace stowage;
using namespace stowage::test;

class RunConfigsTest : public ForwardCase {
    Q_OBJECT

    nlohmann::ordered_json configOf(const QString& model) {
        QFile file(path(model.toUtf8().constData()) + QStringLiteral("/config.json"));
        return file.open(QIODevice::ReadOnly)
                   ? nlohmann::ordered_json::parse(file.readAll().toStdString())
                   : nlohmann::ordered_json();
    }

private Q_SLOTS:
    void sizesThatNoTensorHas_data() {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("field");
        for (const char* model : {"llama3", "mistral", "qwen2", "qwen3", "mixtral", "bert"}) {
            for (const char* field : {"num_hidden_layers", "vocab_size", "hidden_size"}) {
                QTest::addRow("%s %s", model, field) << model << field;
            }
        }
        for (const char* field : {"head_dim", "intermediate_size"}) {
            QTest::addRow("llama3 %s", field) << "llama3" << field;
        }
        QTest::addRow("experts") << "mixtral"
                                 << "num_local_experts";
        for (const char* field : {"n_layer", "n_embd", "n_inner", "n_positions"}) {
            QTest::addRow("gpt2 %s", field) << "gpt2" << field;
        }
    }

    void sizesThatNoTensorHas() {
        QFETCH(QString, model);
        QFETCH(QString, field);
        const RunFixture fixture = openRunFixture(path(model.toUtf8().constData()));
        nlohmann::ordered_json config = configOf(model);
        RunOptions options;
        options.request.tokens = {1, 2};
        options.configText = config.dump();
        const auto asItIs = checkRun(fixture.checkpoint, *fixture.tree, m_backends, options);
        QVERIFY2(asItIs, asItIs ? "" : asItIs.error().message.c_str());
        config[field.toStdString()] = 2000000000;  // divides by the heads that there are
        options.configText = config.dump();
        const auto checked = checkRun(fixture.checkpoint, *fixture.tree, m_backends, options);
        QVERIFY(!checked);
        QVERIFY2(checked.error().code == ErrorCode::KeyMismatch ||
                     checked.error().code == ErrorCode::Malformed ||
                     checked.error().code == ErrorCode::InvalidArgument,
                 checked.error().message.c_str());
        QVERIFY(!checked.error().message.empty());
    }
};

QTEST_GUILESS_MAIN(RunConfigsTest)
#include "tst_run_configs.moc"
