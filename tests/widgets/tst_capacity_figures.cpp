// SPDX-License-Identifier: GPL-3.0-or-later
// What the Capacity page says of its figures: where times come from, how a figure came about, and
// how much is offered.
#include "engine/base/byte_size.h"
#include "tests/support/golden_text.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/capacity/capacity_controller.h"
#include "widgets/capacity/capacity_feature.h"
#include "widgets/support/formats.h"

#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableWidget>
#include <QTest>

using namespace stowage;
using namespace stowage::test;

namespace {

const char* const kGpus =
    "48MiB:context=1B,48MiB:context=1B";  // the engine takes nothing for itself

CapacityController& capacityOf(const WindowFixture& f) {
    return *f.window.capacity()->capacity();
}

bool isEstimated(const WindowFixture& f) {
    return QTest::qWaitFor(
        [&f] {
            const CapacityController& capacity = capacityOf(f);
            return !capacity.isEstimating() && (capacity.estimate() || capacity.problem());
        },
        60000);
}

bool isAnswered(const WindowFixture& f) {
    return isEstimated(f) &&
           QTest::qWaitFor([&f] { return capacityOf(f).findings().isFinished; }, 60000);
}

void typeInto(const WindowFixture& f, const char* name, const char* text) {
    auto* field = f.child<QLineEdit>(name);
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, text);
    QTest::keyClick(field, Qt::Key_Return);
}

}  // namespace

class CapacityFiguresTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        m_sample = writeSmallSample(m_folder.filePath("gpt2"), CheckpointFormat::Safetensors);
        QVERIFY(!m_sample.isEmpty());
    }
    void init() { failOnWarnings(); }

    /// Under this program's engine GPUs that are no card compute as this machine does, which was
    /// not measured.
    void timesAreOfCardsAndOfWhatWasMeasured() {
        {
            WindowFixture f(kGpus);
            show(f);
            QVERIFY(isEstimated(f));
            QVERIFY(f.child<QLabel>("capacity_time")->text().contains("(assumed)"));
            Workload own = capacityOf(f).workload();
            own.engine = kOwnEngine;
            f.document.edit(SetWorkloadEdit{own});
            QVERIFY(waitUntilIdle(f.document) && isEstimated(f));
            QVERIFY(!f.child<QLabel>("capacity_time")->isVisible());
            QVERIFY(f.child<QLabel>("capacity_notes")->text().contains("devices --measure"));
            auto* map = f.child<QTableWidget>("sweep_map");
            QTRY_VERIFY_WITH_TIMEOUT(map->rowCount() > 1 && map->columnCount() > 1, 60000);
            QVERIFY(!map->item(0, 0)->toolTip().contains("tokens/s"));
        }
        WindowFixture f("rtx-4090");
        show(f);
        QVERIFY(isEstimated(f));
        const QString time = f.child<QLabel>("capacity_time")->text();
        QVERIFY2(time.contains(goldenText("window-capacity/tokens-a-second")) &&
                     time.contains("Hardware rates: GeForce RTX 4090, published."),
                 qPrintable(time));
    }

    /// In a page that is too low for it the explanation is scrolled to.
    void anExplanationIsScrolledTo() {
        WindowFixture f(kGpus);
        show(f);
        QVERIFY(isEstimated(f));
        auto* table = f.child<QTableWidget>("memory_table");
        const auto* explanation = f.child<QLabel>("memory_explanation");
        f.window.resize(f.window.minimumSizeHint());
        QTRY_VERIFY(explanation->visibleRegion().boundingRect().height() < explanation->height());
        const QRect cell = table->visualItemRect(table->item(0, 1));
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, cell.center());
        QTRY_COMPARE(explanation->visibleRegion().boundingRect().height(), explanation->height());
    }

    /// Of bytes, too, how much that is; in the table and in the bar the same.
    void figuresAreSaidInTheirUnits() {
        QCOMPARE(formatInUnit(145.25 * kMiB, TableUnit::MiB) + " MiB", sizeText(145.25 * kMiB));
        WindowFixture f(kGpus);
        show(f);
        QVERIFY(isEstimated(f));
        const auto* table = f.child<QTableWidget>("memory_table");
        for (int column = 1; column < table->columnCount() - 1; ++column) {
            const QString hint = table->item(0, column)->toolTip();
            QVERIFY2(!hint.contains(",") || !hint.contains("bytes") || hint.contains("iB (") ||
                         hint.endsWith(": 0 bytes."),
                     qPrintable(hint));
        }
    }

    /// A model of 64 positions is offered no more, whatever memory would hold.
    void noMoreIsOfferedThanTheModelWasMadeFor() {
        WindowFixture f(kGpus);
        show(f);
        QVERIFY(isAnswered(f));
        QVERIFY(*capacityOf(f).findings().largest->context > 64);
        QCOMPARE(f.child<QLabel>("use_context_figure")->text(), QString("64 tokens"));
        QTest::mouseClick(f.child<QPushButton>("use_context"), Qt::LeftButton);
        QVERIFY(waitUntilIdle(f.document) && isEstimated(f));
        QCOMPARE(capacityOf(f).workload().context, std::uint64_t{64});
        QVERIFY(!f.child<QLineEdit>("workload_context")->property("warned").toBool());
    }

    /// While another sweep is on its way, no point of the one before stands for the plan that it
    /// was.
    void theOutlineGoesWithThePlan() {
        WindowFixture f(kGpus);
        show(f);
        auto* map = f.child<QTableWidget>("sweep_map");
        QTRY_VERIFY_WITH_TIMEOUT(map->rowCount() > 1 && map->columnCount() > 1, 60000);
        const auto outlined = [map] {
            QList<QPoint> cells;
            for (int cell = 0; cell < map->rowCount() * map->columnCount(); ++cell) {
                const QPoint at(cell % map->columnCount(), cell / map->columnCount());
                if (map->item(at.y(), at.x())->data(Qt::UserRole).toBool()) {
                    cells.append(at);
                }
            }
            return cells;
        };
        const QList<QPoint> before = outlined();
        QCOMPARE(before.size(), 1);
        bool isSweeping = false;
        QList<QPoint> meanwhile;
        connect(&capacityOf(f), &CapacityController::estimateChanged, map, [&] {
            isSweeping = f.child<QLabel>("sweep_state")->text().startsWith("Sweeping");
            meanwhile = outlined();
        });
        typeInto(f, "workload_batch", "3");  // between the points
        QVERIFY(waitUntilIdle(f.document) && isEstimated(f));
        QVERIFY(isSweeping);
        QVERIFY(meanwhile != before);
    }

private:
    void show(WindowFixture& f) {
        f.window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&f.window));
        QVERIFY(openAndWait(f.document, m_sample));
        f.child<QAction>("capacity_action")->trigger();
        QTRY_VERIFY(f.child<QLineEdit>("workload_batch")->isVisible());
    }

    QTemporaryDir m_folder;
    QString m_sample;
};

QTEST_MAIN(CapacityFiguresTest)
#include "tst_capacity_figures.moc"
