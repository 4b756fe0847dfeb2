// SPDX-License-Identifier: GPL-3.0-or-later
// The plan as other engines take it, chosen, copied and saved in the window.
#include "tests/support/golden_text.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/plan/plan_dialogs.h"
#include "widgets/support/translation.h"

#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QLabel>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTest>

using namespace stowage;
using namespace stowage::test;

class ExportDialogTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        m_sample = writeSmallSample(m_folder.filePath("gpt2"), CheckpointFormat::Safetensors);
        QVERIFY(!m_sample.isEmpty());
    }
    void init() {
        failOnWarnings();
        QApplication::clipboard()->clear();
        m_f = std::make_unique<WindowFixture>("48MiB,48MiB");
        m_f->window.show();
        m_f->window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&m_f->window));
        QVERIFY(openAndWait(m_f->document, m_sample));
        openDialog();
    }
    void cleanup() { m_f.reset(); }

    /// With the keys through all engines: each has its text or a sentence why it has none.
    void everyEngineIsWritten() {
        for (std::size_t i = 0; i < exportTargets().size(); ++i) {
            QTRY_VERIFY(!dialog()->isBusy());
            QCOMPARE(dialog()->chosen().toStdString(), std::string(exportTargets()[i].id));
            QVERIFY2(!summary().isEmpty() && summary() != QStringLiteral("Writing…"),
                     qPrintable(summary()));
            QCOMPARE(text().isEmpty(), !button("export_copy")->isEnabled());
            if (!text().isEmpty()) {
                QVERIFY2(summary().startsWith(QStringLiteral("Written for ")),
                         qPrintable(summary()));
            }
            QTest::keyClick(list(), Qt::Key_Down);
        }
    }

    void copiesWhatIsShown() {
        choose("Accelerate");
        QTest::mouseClick(button("export_copy"), Qt::LeftButton);
        QVERIFY(text().contains(QStringLiteral("device_map")));
        QCOMPARE(QApplication::clipboard()->text(), text());
    }

    void followsThePlan() {
        choose("Accelerate");
        const QString before = text();
        m_f->document.edit(MoveEdit{{"transformer.h.1"}, DeviceId::cpu()});
        QVERIFY(waitUntilIdle(m_f->document));
        QTRY_VERIFY(!dialog()->isBusy() && text() != before);
        QVERIFY2(text().contains(QStringLiteral("\"transformer.h.1\": \"cpu\"")),
                 qPrintable(text()));
    }

    /// Above an error stands no sentence that all is as planned.
    void tellsThatItDoesNotFit() {
        choose("Accelerate");
        QVERIFY2(summary().endsWith(goldenText("window-plan/all-modules-will-lie-as-planned")),
                 qPrintable(summary()));
        m_f->document.edit(MoveEdit{{"transformer"}, DeviceId::gpu(0)});
        m_f->document.edit(SetBudgetEdit{DeviceId::gpu(0), "1MiB"});
        QVERIFY(waitUntilIdle(m_f->document));
        QTRY_VERIFY(!dialog()->isBusy());
        QCOMPARE(m_f->document.plan()->verdict, Verdict::DoesNotFit);
        const Message verdict = asSentence(m_f->document.plan()->verdictText);
        QTRY_VERIFY2(summary().endsWith(translated(verdict)), qPrintable(summary()));
        QVERIFY(!summary().contains(goldenText("window-plan/all-modules-will-lie-as-planned")));
    }

    /// Into a folder where none of them is.
    void savesItsFiles() {
        choose("Accelerate");
        const QTemporaryDir target;
        m_f->dialogs.answer = target.path();
        QTest::mouseClick(button("export_save"), Qt::LeftButton);
        QFile script(target.filePath(QStringLiteral("load_model.py")));
        QTRY_VERIFY(script.exists());
        QTRY_VERIFY2(summary().contains(target.path()), qPrintable(summary()));
        QVERIFY(script.open(QIODevice::ReadOnly));
        QCOMPARE(QString::fromUtf8(script.readAll()), text());
        QTest::mouseClick(button("export_save"), Qt::LeftButton);
        QVERIFY2(summary().contains(QString(goldenText("window-plan/is-there-already"))),
                 qPrintable(summary()));
    }

    /// The engine that was chosen last.
    void remembersTheEngine() {
        choose("llama.cpp");
        QTest::mouseClick(button("export_close"), Qt::LeftButton);
        QTRY_VERIFY(dialog() == nullptr);
        m_f->window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&m_f->window));
        openDialog();
        QVERIFY(dialog() != nullptr);
        QCOMPARE(dialog()->chosen(), QStringLiteral("llama.cpp"));
    }

private:
    void openDialog() {
        QTest::keyClick(&m_f->window, Qt::Key_E, Qt::ControlModifier);
        QTRY_VERIFY(dialog() != nullptr && dialog()->isVisible());
        QTRY_VERIFY(!dialog()->isBusy());
    }
    void choose(const char* title) {
        const auto items = list()->findItems(QString::fromLatin1(title), Qt::MatchExactly);
        QCOMPARE(items.size(), 1);
        const QRect place = list()->visualItemRect(items.front());
        QTest::mouseClick(list()->viewport(), Qt::LeftButton, {}, place.center());
        QTRY_VERIFY(!dialog()->isBusy());
    }
    [[nodiscard]] ExportDialog* dialog() const { return m_f->window.findChild<ExportDialog*>(); }
    [[nodiscard]] QListWidget* list() const {
        return dialog()->findChild<QListWidget*>(QStringLiteral("export_engines"));
    }
    [[nodiscard]] QPushButton* button(const char* name) const {
        return dialog()->findChild<QPushButton*>(QString::fromLatin1(name));
    }
    [[nodiscard]] QString text() const {
        return dialog()->findChild<QPlainTextEdit*>(QStringLiteral("export_text"))->toPlainText();
    }
    [[nodiscard]] QString summary() const {
        return dialog()->findChild<QLabel*>(QStringLiteral("export_summary"))->text();
    }

    QTemporaryDir m_folder;
    QString m_sample;
    std::unique_ptr<WindowFixture> m_f;
};

QTEST_MAIN(ExportDialogTest)
#include "tst_export_dialog.moc"
