// SPDX-License-Identifier: GPL-3.0-or-later
// The Capacity page and `stowagectl estimate` agree in every figure, with all defaults and with a
// workload that is typed. Processes that the window starts are given every option of a plan.
#include "engine/base/byte_size.h"
#include "engine/plan/edit/plan_edit.h"
#include "engine/plan/place/place.h"
#include "engine/project/project.h"
#include "engine/project/saved_request.h"
#include "tests/cli/cli_process.h"
#include "tests/cli/plan_options.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/capacity/capacity_controller.h"
#include "widgets/capacity/capacity_feature.h"
#include "widgets/methods/load_process.h"
#include "widgets/support/formats.h"

#include <nlohmann/json.hpp>

#include <QAction>
#include <QComboBox>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>

#include <array>

using namespace stowage;
using namespace stowage::test;

namespace {

const QString kModels = QStringLiteral(STOWAGE_TEST_DATA "/log_models");

/// Titles of the columns, and where the command line has the same.
struct Column {
    const char* title;
    const char* key;
    const char* part = nullptr;
};
constexpr std::array<Column, 12> kColumns{{{"weights", "weights"},
                                           {"KV cache", "kv_cache"},
                                           {"state", "state"},
                                           {"brought in", "window"},
                                           {"prefill", "activations", "prefill"},
                                           {"decode", "activations", "decode"},
                                           {"logits", "logits"},
                                           {"other", "other"},
                                           {"context", "context"},
                                           {"slack", "slack"},
                                           {"needed", "needed"},
                                           {"free", "free"}}};

bool isEstimated(const WindowFixture& f) {
    return waitUntilIdle(f.document) &&
           QTest::qWaitFor(
               [&f] {
                   const CapacityController& capacity = *f.window.capacity()->capacity();
                   return !capacity.isEstimating() && (capacity.estimate() || capacity.problem());
               },
               60000);
}

bool typeInto(const WindowFixture& f, const char* name, const QString& text) {
    auto* field = f.child<QLineEdit>(name);
    QTest::mouseClick(field, Qt::LeftButton);
    field->selectAll();
    QTest::keyClicks(field, text);
    QTest::keyClick(field, Qt::Key_Return);
    return isEstimated(f);
}

bool choosesEngine(const WindowFixture& f, const QString& engine) {
    auto* field = f.child<QComboBox>("workload_engine");
    field->setFocus();
    QTest::keyClick(field, Qt::Key_Home);
    while (field->currentData().toString() != engine &&
           field->currentIndex() + 1 < field->count()) {
        QTest::keyClick(field, Qt::Key_Down);
    }
    return field->currentData().toString() == engine && isEstimated(f);
}

}  // namespace

class WindowAndCliTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { failOnWarnings(); }

    void agree_data() {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("card");
        QTest::addColumn<QString>("engine");  // "": with every default
        const QStringList models = QDir(kModels).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
        const QStringList cards{"rtx-4090", "h100",     "l4*2",   "rtx-3060", "a100-80gb*4", "t4",
                                "24GiB*2",  "rtx-5090", "h200*8", "mi300x*2", "16GiB"};
        const QStringList engines{"vllm", "transformers", "llama.cpp", "sglang",
                                  "transformers-static"};
        for (int i = 0; i < 40; ++i) {
            const QString& model = models[i % models.size()];
            const QString& card = cards[i % cards.size()];
            const QString engine = i % 2 == 0 ? QString() : engines[i / 2 % engines.size()];
            QTest::addRow("%d %s %s %s", i, qPrintable(model), qPrintable(card), qPrintable(engine))
                << model << card << engine;
        }
    }
    void agree() {
        QFETCH(QString, model);
        QFETCH(QString, card);
        QFETCH(QString, engine);
        const QString config = kModels + "/" + model + "/config.json";
        QStringList asked{"estimate", config, "--gpus", card, "--ram", "1GiB", "--disk", "4096GiB"};
        WindowFixture f(card.toStdString());
        f.window.show();
        QVERIFY(openAndWait(f.document, config));
        SetDevicesEdit edit{f.document.plan()->request.devices};
        for (DeviceInfo& device : edit.devices) {
            device.capacity = device.id == DeviceId::disk() ? 4096 * kGiB : device.capacity;
        }
        f.document.edit(std::move(edit));
        QVERIFY(waitUntilIdle(f.document));
        f.child<QAction>("capacity_action")->trigger();
        QTRY_VERIFY(f.child<QLineEdit>("workload_batch")->isVisible());
        QVERIFY(isEstimated(f));
        if (!engine.isEmpty()) {
            QVERIFY(choosesEngine(f, engine));
            QVERIFY(typeInto(f, "workload_prompt", "300") && typeInto(f, "workload_batch", "3") &&
                    typeInto(f, "workload_generate", "40"));
            asked += QStringList{"--prompt",   "300", "--batch",  "3",
                                 "--generate", "40",  "--engine", engine};
        }
        const CliOutcome figures = runCli(asked + QStringList{"--json"});
        const CliOutcome text = runCli(asked);
        if (figures.json.contains("error")) {
            QVERIFY2(f.window.capacity()->capacity()->problem(), figures.output.constData());
            return;
        }
        QCOMPARE(f.child<QLabel>("capacity_verdict")->text(),
                 QString::fromUtf8(text.output.split('\n').first()));
        const QJsonObject time = at(figures.json, {"time"});
        const auto* told = f.child<QLabel>("capacity_time");
        QCOMPARE(told->isVisible(), !time.isEmpty());
        QVERIFY2(time.isEmpty() ||
                     (told->text().contains(delayText(time["to_first_token"].toDouble())) &&
                      told->text().contains(tokenRateText(time["tokens_per_second"].toDouble()))),
                 qPrintable(told->text()));
        compareTables(*f.child<QTableWidget>("memory_table"), at(figures.json, {"devices"}));
    }

    void processesAreGivenEveryOption_data() {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QString>("place");
        QTest::addColumn<QByteArray>("value");
        // A given map is final: these change how one is made. Others are of plans that are not
        // loaded, and work is judged before a process starts.
        const QStringList others{"--strategy",     "--pin",
                                 "--quantize",     "--fallback-allocation",
                                 "--num-gpus",     "--keep-map-unclean",
                                 "--machine-link", "--ram",
                                 "--disk",         "request/max_memory"};
        for (const PlanOption& option : kPlanOptions) {
            const QString words = option.words;
            const QString place = option.place;
            const bool isOther = std::ranges::any_of(others, [&](const QString& other) {
                return words.contains(other) || place.startsWith(other);
            });
            if (!isOther && !place.startsWith("workload")) {
                QTest::newRow(option.words)
                    << words.split(' ') << place << QByteArray(option.value);
            }
        }
    }
    /// The options that a load of *Methods* and of another machine gets make the same plan.
    void processesAreGivenEveryOption() {
        QFETCH(QStringList, words);
        QFETCH(QString, place);
        QFETCH(QByteArray, value);
        QTemporaryDir folder;
        const QString config = kModels + "/llama-3.2-1b/config.json";
        const QString project = folder.filePath("p.stowage");
        QStringList machine{"--ram", "1GiB"};
        machine += words.contains("--gpus") ? QStringList() : QStringList{"--gpus", "24GiB,24GiB"};
        const auto saved =
            runCli(QStringList{"plan", config, "--save", project, "--json"} + machine + words);
        QCOMPARE(valueAt(saved.json, place), value);
        WindowFixture f("24GiB");
        QVERIFY(openAndWait(f.document, config));
        const auto read = readProject(project.toStdString());
        QVERIFY(read);
        const auto plan = stowage::place(
            withModel(read->variants.front().request, f.document.plan()->request.tree));
        QVERIFY(plan);
        LoadProcessRequest order;
        order.plan = *plan;
        order.model = config;
        const auto job = loadJob(order);
        QVERIFY(job);
        const QByteArray request = QByteArray::fromStdString(job->at("request").dump());
        const auto given =
            runCli({"plan", config, "--json", "--request", QString::fromUtf8(request)});
        QCOMPARE(valueAt(given.json, place), value);
        QCOMPARE(given.json.value("device_map"), saved.json.value("device_map"));
    }

private:
    static void compareTables(const QTableWidget& table, const QJsonObject& devices) {
        const bool isInGib = table.horizontalHeaderItem(0)->text() == "GiB";
        const TableUnit unit = isInGib ? TableUnit::GiB : TableUnit::MiB;
        int compared = 0;
        for (int row = 0; row < table.rowCount(); ++row) {
            const QString label = table.item(row, 0)->text();
            const QString key = label.startsWith("GPU ") ? "gpu:" + label.mid(4) : label.toLower();
            const QJsonObject device = at(devices, {key});
            QVERIFY2(!device.isEmpty(), qPrintable(key));
            for (int column = 1; column < table.columnCount(); ++column) {
                const QString title = table.horizontalHeaderItem(column)->text();
                const auto* known = std::ranges::find_if(
                    kColumns, [&title](const Column& one) { return title == one.title; });
                if (known == kColumns.end()) {
                    continue;
                }
                const QJsonValue value =
                    known->part == nullptr ? device[known->key] : device[known->key][known->part];
                QString shown = table.item(row, column)->text();
                if (value.isNull()) {
                    QCOMPARE(shown, QString("unknown"));
                    continue;
                }
                const bool isNegative = value.toDouble() < 0;
                QCOMPARE(shown.startsWith(u'−'), isNegative);
                QCOMPARE(isNegative ? shown.mid(1) : shown,
                         formatInUnit(std::abs(value.toDouble()), unit));
                ++compared;
            }
        }
        QVERIFY(compared >= 7);
    }
};

QTEST_MAIN(WindowAndCliTest)
#include "tst_window_and_cli.moc"
