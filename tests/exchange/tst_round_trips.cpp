// SPDX-License-Identifier: GPL-3.0-or-later
// Random plans, written for every engine that can be read back: what comes back is the plan, with
// just those modules elsewhere that the export says lie elsewhere.
#include "engine/exchange/export_text.h"
#include "tests/exchange/exchange_fixture.h"

#include <QRegularExpression>
#include <QTest>

#include <random>

using namespace stowage;
using namespace stowage::test;

namespace {

constexpr unsigned kPlans = 200;

/// The first place in which two lists differ, for a message; "" where they are equal.
QByteArray firstDifference(const std::vector<std::pair<std::string, std::string>>& a,
                           const std::vector<std::pair<std::string, std::string>>& b) {
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (a[i] != b.at(i)) {
            return QByteArray::fromStdString(a[i].first + " lies on " + b[i].second +
                                             ", the export says " + a[i].second);
        }
    }
    return a.size() == b.size() ? QByteArray() : QByteArray("other tensors");
}

}  // namespace

class RoundTripsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(".*")); }

    void comesBackAsTheExportSays_data() {
        QTest::addColumn<QString>("target");
        for (const ExportTarget& target : exportTargets()) {
            if (target.read != nullptr) {
                const auto id = QString::fromUtf8(target.id.data(), qsizetype(target.id.size()));
                QTest::newRow(qPrintable(id)) << id;
            }
        }
    }

    void comesBackAsTheExportSays() {
        QFETCH(const QString, target);
        const std::string id = target.toStdString();
        const auto models = smallModels();
        std::mt19937 random(7);
        unsigned made = 0;
        unsigned asPlanned = 0;
        for (unsigned round = 0; made < kPlans && round < 3 * kPlans; ++round) {
            const DescribedModel& model = models[round % models.size()];
            const std::size_t gpus = 1 + random() % 4;
            const auto plan = plannedMap(model, randomMap(*model.tree(), gpus, random), gpus);
            QVERIFY(plan != nullptr);
            const auto exported = exportPlan(id, exportInput(model, plan));
            if (!exported) {
                // Only what no GPU computes is refused.
                QVERIFY2(exported.error().code == ErrorCode::InvalidPlan,
                         exported.error().message.english().c_str());
                continue;
            }
            ++made;
            ImportInput input{model.tree(),
                              model.checkpoint->modelFacts,
                              machineWithGpus(gpus),
                              {},
                              round % 2 == 0 ? exportToJson(*exported)
                                             : exportToShell(*exported, ShellFiles::InText)};
            const auto imported = importPlacement(input, round % 3 == 0 ? id : std::string());
            QVERIFY2(imported.has_value(),
                     imported ? "" : imported.error().message.english().c_str());
            QCOMPARE(QString::fromStdString(imported->from), target);
            const auto again = plannedMap(model, imported->map.map, 4);
            QVERIFY(again != nullptr);
            // Hooks of Accelerate put tied weights and tensors elsewhere, whatever the map says.
            const auto& differs =
                id == "accelerate" ? std::vector<PlacedElsewhere>() : exported->differs;
            const QByteArray difference =
                firstDifference(placesOf(*plan, differs), placesOf(*again));
            QVERIFY2(
                difference.isEmpty(),
                difference + "\n" +
                    QByteArray::fromStdString(model.name + "\n" + deviceMapToPython(plan->map) +
                                              exportToShell(*exported, ShellFiles::Written)));
            asPlanned += exported->differs.empty() ? 1 : 0;
        }
        QCOMPARE(made, kPlans);
        // Something must be sayable, and (but for llama.cpp and Accelerate) not everything is.
        QVERIFY2(id == "exllama" || id == "ollama" || asPlanned > 10,
                 qPrintable(QString::number(asPlanned)));
    }
};

QTEST_APPLESS_MAIN(RoundTripsTest)
#include "tst_round_trips.moc"
