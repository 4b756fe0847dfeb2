// SPDX-License-Identifier: GPL-3.0-or-later
// Reports chosen, looked at and written in the window.
#include "tests/support/golden_text.h"
#include "tests/widgets/load_record_samples.h"
#include "tests/widgets/project/project_window.h"
#include "widgets/project/report_dialog.h"

#include <QAction>
#include <QComboBox>
#include <QDesktopServices>
#include <QFile>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTextDocument>
#include <QTextEdit>
#include <QXmlStreamReader>

using namespace stowage;
using namespace stowage::test;

namespace {

QByteArray bytesOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace

class ReportDialogTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        m_sample = writeSmallSample(m_folder.filePath("gpt2"), CheckpointFormat::Safetensors);
        QVERIFY(!m_sample.isEmpty());
    }
    void init() {
        failOnWarnings();
        m_f = std::make_unique<ProjectWindow>();
        m_f->window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&m_f->window));
        QVERIFY(openAndWait(m_f->document, m_sample));
        m_out = std::make_unique<QTemporaryDir>();
    }
    void cleanup() { m_f.reset(); }

    void everyFormatIsWritten_data() {
        QTest::addColumn<QByteArray>("begin");
        QTest::newRow("html") << QByteArray("<!DOCTYPE html>");
        QTest::newRow("pdf") << QByteArray("%PDF-");
        QTest::newRow("md") << QByteArray("# Plans for ");
        QTest::newRow("csv") << QByteArray("plan,verdict,device,");
        QTest::newRow("svg") << QByteArray("<?xml");
        QTest::newRow("png") << QByteArray("\x89PNG");
    }

    /// The name that is typed chooses the format; the file is written by Enter.
    void everyFormatIsWritten() {
        QFETCH(QByteArray, begin);
        openDialog();
        const QString path = m_out->filePath(QStringLiteral("plans.") +
                                             QString::fromLatin1(QTest::currentDataTag()));
        typeFile(path);
        QTRY_VERIFY(!dialog()->isBusy() && button("report_write")->isEnabled());
        QVERIFY(!find<QTextEdit>("report_preview")->document()->isEmpty());
        QVERIFY(!button("report_open_folder")->isVisible());
        QTest::mouseClick(button("report_write"), Qt::LeftButton);
        QTRY_COMPARE(state(), QStringLiteral("Written: ") + path);
        const QByteArray bytes = bytesOf(path);
        QVERIFY2(bytes.startsWith(begin), bytes.left(40).constData());
        QVERIFY(button("report_open_folder")->isVisible());
        if (path.endsWith(QLatin1String("svg"))) {
            QXmlStreamReader xml(bytes);
            while (!xml.atEnd()) {
                xml.readNext();
            }
            QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
        } else if (path.endsWith(QLatin1String("png"))) {
            QCOMPARE(QImage::fromData(bytes).width(), 1800);
        }
    }

    /// By keys in the choice of formats, the file's ending follows.
    void theFormatGivesTheEnding() {
        openDialog();
        typeFile(m_out->filePath(QStringLiteral("a.b")));
        QCOMPARE(file(), m_out->filePath(QStringLiteral("a.b.html")));
        find<QComboBox>("report_format")->setFocus();
        QTest::keyClicks(find<QComboBox>("report_format"), QStringLiteral("Mark"));
        QCOMPARE(file(), m_out->filePath(QStringLiteral("a.b.md")));
        QTRY_VERIFY(preview().startsWith(QStringLiteral("# Plans for")));
    }

    void allPlansOrOne() {
        m_f->session.addVariant();
        QVERIFY(waitUntilIdle(m_f->document));
        m_f->session.rename(1, QStringLiteral("Laptop"));
        QVERIFY(m_f->move("transformer.h.1", DeviceId::cpu()));
        openDialog();
        auto* scope = find<QComboBox>("report_scope");
        QCOMPARE(scope->currentText(),
                 QString(goldenText("window-project/all-2-plans-of-the-project")));
        QTRY_VERIFY(preview().contains(QStringLiteral("The plans")));
        QVERIFY(preview().contains(QStringLiteral("Laptop")));
        scope->setFocus();
        QTest::keyClick(scope, Qt::Key_Up);
        QCOMPARE(scope->currentText(), QStringLiteral("this plan, Laptop"));
        QTRY_VERIFY(!dialog()->isBusy() && !preview().contains(QStringLiteral("The plans")));
        QVERIFY(preview().contains(QStringLiteral("Laptop")));
        QTest::keyClick(scope, Qt::Key_Down);
        // A board is one plan's.
        typeFile(m_out->filePath(QStringLiteral("board.svg")));
        QVERIFY(!scope->isEnabled());
        QCOMPARE(scope->currentText(), QStringLiteral("this plan, Laptop"));
        typeFile(m_out->filePath(QStringLiteral("all.md")));
        QCOMPARE(scope->currentText(),
                 QString(goldenText("window-project/all-2-plans-of-the-project")));
    }

    /// Records bring their table and their chart; one that cannot be read is told.
    void recordsAreAdded() {
        QFile record(m_out->filePath(QStringLiteral("load.json")));
        QVERIFY(record.open(QIODevice::WriteOnly));
        record.write(QByteArray::fromStdString(
            loadRecordToJson(loadRecord("streamed", 1 << 20, "2026-11-20T14:03:22.123Z"))));
        record.close();
        openDialog();
        m_f->dialogs.answer = record.fileName();
        QTest::mouseClick(button("report_records"), Qt::LeftButton);
        QTRY_COMPARE(state(), QString(goldenText("window-project/with-one-record")));
        QVERIFY(preview().contains(QString(goldenText("report/loads-runs-and-chains"))));
        typeFile(m_out->filePath(QStringLiteral("r.html")));
        QTRY_VERIFY(button("report_write")->isEnabled());
        QTest::mouseClick(button("report_write"), Qt::LeftButton);
        QTRY_VERIFY(state().startsWith(QStringLiteral("Written")));
        const QByteArray html = bytesOf(file());
        QCOMPARE(html.count("class=\"record\""), 1);
        QVERIFY(html.contains("GPU 0 (simulated) allocated, peak 1.0 MiB"));
        m_f->dialogs.answer = m_out->filePath(QStringLiteral("none.json"));
        QTest::mouseClick(button("report_records"), Qt::LeftButton);
        QTRY_VERIFY2(state().contains(QStringLiteral("none.json")), qPrintable(state()));
        QVERIFY(button("report_write")->isEnabled());
    }

    void tellsOfFilesAndOpensTheFolder() {
        openDialog();
        QFile there(m_out->filePath(QStringLiteral("there.md")));
        QVERIFY(there.open(QIODevice::WriteOnly));
        there.close();
        typeFile(there.fileName());
        QTRY_VERIFY2(state().contains(QString(goldenText("window-project/will-be-replaced"))),
                     qPrintable(state()));
        typeFile(m_out->filePath(QStringLiteral("no/such/folder/r.md")));
        QTRY_VERIFY(button("report_write")->isEnabled());
        QTest::mouseClick(button("report_write"), Qt::LeftButton);
        QTRY_VERIFY2(state().contains(QStringLiteral("no/such/folder")), qPrintable(state()));
        QVERIFY(!state().startsWith(QStringLiteral("Written")));
        m_f->dialogs.answer = m_out->filePath(QStringLiteral("chosen.csv"));
        QTest::mouseClick(button("report_choose"), Qt::LeftButton);
        QCOMPARE(file(), m_f->dialogs.answer);
        QTRY_VERIFY(!dialog()->isBusy() && button("report_write")->isEnabled());
        QTest::mouseClick(button("report_write"), Qt::LeftButton);
        QTRY_VERIFY(state().startsWith(QStringLiteral("Written")));
        QDesktopServices::setUrlHandler(QStringLiteral("file"), this, "openUrl");
        QTest::mouseClick(button("report_open_folder"), Qt::LeftButton);
        QDesktopServices::unsetUrlHandler(QStringLiteral("file"));
        QCOMPARE(m_opened, QUrl::fromLocalFile(m_out->path()));
    }

public Q_SLOTS:
    void openUrl(const QUrl& url) { m_opened = url; }

private:
    void openDialog() {
        m_f->child<QAction>("report_action")->trigger();
        QTRY_VERIFY(dialog() != nullptr && dialog()->isVisible());
        QTRY_VERIFY(!dialog()->isBusy());
    }
    void typeFile(const QString& path) {
        auto* line = find<QLineEdit>("report_file");
        line->setFocus();
        line->selectAll();
        QTest::keyClicks(line, path);
        QTest::keyClick(line, Qt::Key_Tab);
    }
    template <class Widget>
    [[nodiscard]] Widget* find(const char* name) const {
        return dialog()->findChild<Widget*>(QString::fromLatin1(name));
    }
    [[nodiscard]] ReportDialog* dialog() const { return m_f->window.findChild<ReportDialog*>(); }
    [[nodiscard]] QPushButton* button(const char* name) const { return find<QPushButton>(name); }
    [[nodiscard]] QString state() const { return find<QLabel>("report_state")->text(); }
    [[nodiscard]] QString file() const { return find<QLineEdit>("report_file")->text(); }
    [[nodiscard]] QString preview() const {
        return find<QTextEdit>("report_preview")->toPlainText();
    }

    QTemporaryDir m_folder;
    QString m_sample;
    std::unique_ptr<ProjectWindow> m_f;
    std::unique_ptr<QTemporaryDir> m_out;
    QUrl m_opened;
};

QTEST_MAIN(ReportDialogTest)
#include "tst_report_dialog.moc"
