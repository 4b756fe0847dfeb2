// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/golden_text.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/live/audit_panel.h"
#include "widgets/live/live_feature.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QClipboard>
#include <QDockWidget>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QToolButton>

using namespace stowage;
using namespace stowage::test;

namespace {

constexpr int kTimeout = 60000;

AuditRow rightRow(const std::string& name, DeviceId device, std::uint64_t bytes) {
    AuditRow row;
    row.name = name;
    row.planned = device;
    row.found = device;
    row.shape = {static_cast<std::int64_t>(bytes / 4)};
    row.bytes = bytes;
    return row;
}

/// Four tensors: one of other bytes, one on another device, one tied to the first.
std::shared_ptr<const LoadReport> someReport() {
    auto report = std::make_shared<LoadReport>();
    report->audit = {rightRow("h.10.weight", DeviceId::gpu(0), 4096),
                     rightRow("h.2.weight", DeviceId::gpu(1), 1024),
                     rightRow("head.weight", DeviceId::gpu(0), 4096),
                     rightRow("norm.bias", DeviceId::cpu(), 8)};
    report->audit[1].firstDifference = 700;
    report->audit[1].problem = goldenText("load/h-2-weight-differs-from-the-file-at");
    report->audit[3].found = DeviceId::gpu(0);
    report->audit[3].problem = "norm.bias lies on GPU 0, the plan wants it on CPU.";
    report->audit[2].tiedTo = "h.10.weight";
    report->audit[0].dtype = DType::Float16;
    return report;
}

QStringList column(const QAbstractItemModel& model, int number) {
    QStringList texts;
    for (int row = 0; row < model.rowCount(); ++row) {
        texts.append(model.index(row, number).data().toString());
    }
    return texts;
}

void click(QAbstractButton* button) {
    QVERIFY(button->isVisible());
    QTest::mouseClick(button, Qt::LeftButton);
}

}  // namespace

class AuditTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { failOnWarnings(); }
    void rowsSayWhatWasFound();
    void proxySortsAndFilters();
    void countsLeaveTiedMemoryOut();
    void verifiedLoadFillsTheTable();
    void loadWithoutVerificationSaysSo();
    void differencesComeToTheFront();
    void copiesWhatIsShown();
    void rowSelectsTheModule();
};

void AuditTest::rowsSayWhatWasFound() {
    AuditModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(model.rowCount(), 0);
    model.setReport(someReport());
    QCOMPARE(model.rowCount(), 4);
    QCOMPARE(column(model, AuditModel::Verdict),
             (QStringList{QStringLiteral("equal"),
                          QString(goldenText("window-live/differs-at-byte-700")),
                          QStringLiteral("equal"),
                          QStringLiteral("norm.bias lies on GPU 0, the plan wants it on CPU.")}));
    QCOMPARE(column(model, AuditModel::Planned),
             (QStringList{QStringLiteral("GPU 0"), QStringLiteral("GPU 1"), QStringLiteral("GPU 0"),
                          QStringLiteral("CPU")}));
    QCOMPARE(column(model, AuditModel::Found).at(3), QStringLiteral("GPU 0"));
    QCOMPARE(column(model, AuditModel::Type).front(), QStringLiteral("float16, from float32"));
    QCOMPARE(column(model, AuditModel::Tensor).at(2),
             QStringLiteral("head.weight (tied to h.10.weight)"));
    QCOMPARE(model.index(0, AuditModel::Size).data().toString(), QStringLiteral("4.0 KiB"));
    model.setReport(nullptr);
    QCOMPARE(model.rowCount(), 0);
}

void AuditTest::proxySortsAndFilters() {
    AuditModel model;
    AuditProxy proxy;
    proxy.setSourceModel(&model);
    QAbstractItemModelTester tester(&proxy, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setReport(someReport());
    const auto names = [&proxy] {
        QStringList list;
        for (int row = 0; row < proxy.rowCount(); ++row) {
            list.append(proxy.index(row, 0).data(AuditModel::NameRole).toString());
        }
        return list.join(u' ');
    };
    proxy.sort(AuditModel::Tensor, Qt::AscendingOrder);
    QCOMPARE(names(), QStringLiteral("h.2.weight h.10.weight head.weight norm.bias"));
    proxy.sort(AuditModel::Size, Qt::AscendingOrder);
    QCOMPARE(names().section(u' ', 0, 1), QStringLiteral("norm.bias h.2.weight"));
    proxy.sort(AuditModel::Verdict, Qt::AscendingOrder);
    QCOMPARE(names().section(u' ', 0, 1), QStringLiteral("h.2.weight norm.bias"));
    proxy.setFilter(AuditFilter::Differing);
    QCOMPARE(names(), QStringLiteral("h.2.weight norm.bias"));
    proxy.setNamePart(QStringLiteral("NORM"));
    QCOMPARE(names(), QStringLiteral("norm.bias"));
    proxy.setFilter(AuditFilter::All);
    proxy.setNamePart(QStringLiteral("h."));
    QCOMPARE(proxy.rowCount(), 2);
}

void AuditTest::countsLeaveTiedMemoryOut() {
    const AuditCounts counts = countAudit(someReport()->audit);
    QCOMPARE(counts.tensors, std::size_t{4});
    QCOMPARE(counts.differing, std::size_t{2});
    QCOMPARE(counts.bytes, std::uint64_t{4096 + 1024 + 8});
}

void AuditTest::verifiedLoadFillsTheTable() {
    WindowFixture fixture("256MiB,256MiB");
    fixture.window.show();
    fixture.window.live()->showAudit();
    QVERIFY(openAndWait(fixture.document,
                        writeSmallSample(fixture.folder.path(), CheckpointFormat::Safetensors)));
    auto* verify = fixture.child<QToolButton>("audit_verify");
    QVERIFY(!verify->isChecked());
    click(verify);
    QVERIFY(fixture.child<QAction>("verify_action")->isChecked());
    fixture.child<QAction>("load_action")->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(fixture.controller.state(), LoadState::Loaded, kTimeout);
    auto* panel = fixture.child<AuditPanel>("audit_panel");
    const auto& report = fixture.controller.finishedLoads().back().report;
    QVERIFY(report->verified.has_value() && *report->verified);
    QCOMPARE(panel->model().rowCount(), static_cast<int>(report->audit.size()));
    QVERIFY(panel->model().rowCount() > 20);
    QVERIFY2(panel->sentence().startsWith(
                 QStringLiteral("Verified: all %1 tensors").arg(report->audit.size())),
             qPrintable(panel->sentence()));
    auto* table = fixture.child<QTableView>("audit_table");
    QVERIFY(table->isVisible());
    // The devices found are those that the plan names.
    const auto placed = column(*table->model(), AuditModel::Found);
    QCOMPARE(placed, column(*table->model(), AuditModel::Planned));

    auto* filter = fixture.child<QLineEdit>("audit_name_filter");
    QTest::mouseClick(filter, Qt::LeftButton);
    QTest::keyClicks(filter, QStringLiteral("h.3."));
    QVERIFY(table->model()->rowCount() > 0);
    QVERIFY(table->model()->rowCount() < panel->model().rowCount());
    for (const QString& name : column(*table->model(), AuditModel::Tensor)) {
        QVERIFY2(name.contains(QLatin1String("h.3.")), qPrintable(name));
    }
    click(fixture.child<QToolButton>("audit_differing"));
    QCOMPARE(table->model()->rowCount(), 0);
}

void AuditTest::loadWithoutVerificationSaysSo() {
    WindowFixture fixture("256MiB,256MiB");
    fixture.window.show();
    fixture.window.live()->showAudit();
    auto* hint = fixture.child<QLabel>("audit_hint");
    QVERIFY(hint->isVisible());
    QVERIFY(hint->text().startsWith(QString(goldenText("window-live/nothing-is-verified"))));
    QVERIFY(openAndWait(fixture.document,
                        writeSmallSample(fixture.folder.path(), CheckpointFormat::Safetensors)));
    fixture.controller.start(LoadMethod::Streamed);
    QTRY_COMPARE_WITH_TIMEOUT(fixture.controller.state(), LoadState::Loaded, kTimeout);
    QVERIFY(hint->isVisible());
    QCOMPARE(fixture.child<AuditPanel>("audit_panel")->sentence(),
             QString(goldenText("window-live/the-last-load-was-not-verified")));
    QVERIFY(!fixture.child<QPushButton>("audit_copy")->isVisible());
}

void AuditTest::differencesComeToTheFront() {
    WindowFixture fixture("256MiB,256MiB");
    fixture.window.show();
    auto* panel = fixture.child<AuditPanel>("audit_panel");
    QVERIFY(!panel->isVisible() || panel->visibleRegion().isEmpty());
    Q_EMIT fixture.controller.finished(someReport());
    QTRY_VERIFY(!panel->visibleRegion().isEmpty());
    QCOMPARE(fixture.child<QTableView>("audit_table")->model()->rowCount(), 2);
    QVERIFY(fixture.child<QToolButton>("audit_differing")->isChecked());
    QCOMPARE(fixture.child<QToolButton>("audit_differing")->text(), QStringLiteral("Differing 2"));
    QVERIFY(panel->sentence().startsWith(QLatin1String("2 of 4 tensors differ")));
    click(fixture.child<QToolButton>("audit_all"));
    QCOMPARE(fixture.child<QTableView>("audit_table")->model()->rowCount(), 4);
}

void AuditTest::copiesWhatIsShown() {
    WindowFixture fixture("256MiB,256MiB");
    fixture.window.show();
    fixture.window.live()->showAudit();
    Q_EMIT fixture.controller.finished(someReport());
    click(fixture.child<QPushButton>("audit_copy"));
    const QStringList lines = QGuiApplication::clipboard()->text().split(u'\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 3);
    QVERIFY(lines.front().contains(QLatin1String("size [B]")));
    QVERIFY(lines.at(1).contains(QLatin1String("h.2.weight")));
    QVERIFY(lines.at(1).contains(QLatin1String("700")));
    QVERIFY(lines.at(2).contains(QLatin1String("norm.bias")));
}

void AuditTest::rowSelectsTheModule() {
    WindowFixture fixture("256MiB,256MiB");
    fixture.window.show();
    fixture.window.live()->showAudit();
    QVERIFY(openAndWait(fixture.document,
                        writeSmallSample(fixture.folder.path(), CheckpointFormat::Safetensors)));
    fixture.controller.start(
        LoadRequest{.method = LoadMethod::Streamed, .verification = Verification::Bytes});
    QTRY_COMPARE_WITH_TIMEOUT(fixture.controller.state(), LoadState::Loaded, kTimeout);
    auto* table = fixture.child<QTableView>("audit_table");
    const QModelIndex index = table->model()->index(3, 0);
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(index).center());
    const auto module = owningModule(fixture.document.tree(),
                                     index.data(AuditModel::NameRole).toString().toStdString());
    QVERIFY(module.has_value());
    QCOMPARE(fixture.document.selection(), std::vector<ModuleId>{*module});
}

QTEST_MAIN(AuditTest)
#include "tst_audit.moc"
