// SPDX-License-Identifier: GPL-3.0-or-later
// Charts and tables of the window, saved by their context menus.
#include "tests/support/golden_text.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/charts/chart_heads.h"
#include "widgets/charts/chart_plot.h"
#include "widgets/support/figure_saver.h"
#include "widgets/support/qcustomplot_wrapper.h"

#include <QAction>
#include <QImage>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QXmlStreamReader>

using namespace stowage;
using namespace stowage::test;

class FigureSaverTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        failOnWarnings();
        m_f = std::make_unique<WindowFixture>("48MiB,48MiB");
        m_f->window.show();
        QVERIFY(openAndWait(m_f->document,
                            writeSmallSample(m_f->folder.filePath(QStringLiteral("gpt2")),
                                             CheckpointFormat::Safetensors)));
    }
    void cleanup() { m_f.reset(); }

    /// Everything that is offered can be saved, and says so.
    void everyFigureIsWritten() {
        QStringList names;
        for (QAction* action : m_f->window.findChildren<QAction*>()) {
            const QString name = action->objectName();
            const bool isPicture = name.endsWith(QLatin1String("_save_picture"));
            if (!isPicture && !name.endsWith(QLatin1String("_save_figures"))) {
                continue;
            }
            names.append(name);
            for (const char* ending : {"png", "svg"}) {
                const QByteArray bytes = saved(action, isPicture ? ending : "csv", names.size());
                if (isPicture && ending == std::string("png")) {
                    QVERIFY2(!QImage::fromData(bytes).isNull(), qPrintable(name));
                } else if (isPicture) {
                    QXmlStreamReader xml(bytes);
                    while (!xml.atEnd()) {
                        xml.readNext();
                    }
                    QVERIFY2(!xml.hasError() && bytes.contains("<svg"), qPrintable(name));
                }
                QVERIFY2(m_told.startsWith(QStringLiteral("Saved as ")), qPrintable(m_told));
            }
        }
        for (const char* name :
             {"vram_save_picture", "vram_save_figures", "ram_save_picture", "timeline_save_picture",
              "timeline_save_figures", "segments_save_picture", "run_layers_save_figures",
              "audit_save_figures", "methods_save_figures"}) {
            QVERIFY2(names.contains(QLatin1String(name)), name);
        }
    }

    /// A plot is drawn anew, in lines and letters: no pixels are in its drawing.
    void plotsAreVectors() {
        auto* plot = m_f->child<QCustomPlot>("vram_chart");
        auto* save = plot->findChild<QAction*>(QStringLiteral("vram_save_picture"));
        const QByteArray svg = saved(save, "svg", 0);
        QVERIFY(svg.contains("<text"));
        QVERIFY(!svg.contains("<image"));
    }

    /// Above the chart stands what it shows; where the mouse is does not stand in it.
    void picturesSayWhatTheyShow() {
        auto* plot = m_f->child<QCustomPlot>("vram_chart");
        auto* save = plot->findChild<QAction*>(QStringLiteral("vram_save_picture"));
        const auto* title = plot->parentWidget()->findChild<ChartTitle*>();
        QTRY_COMPARE(title->title(), QStringLiteral("VRAM, predicted"));
        (void)saved(save, "svg", 3);  // which lays it out
        const QByteArray before = saved(save, "svg", 0);
        QVERIFY(before.contains(title->title().toUtf8()));
        QVERIFY(before.contains(title->unit().toUtf8()));
        static_cast<ChartPlot*>(plot)->setCrosshair(plot->xAxis->range().center(), {});
        QCOMPARE(saved(save, "svg", 1), before);
        QCOMPARE(QImage::fromData(saved(save, "png", 2)).height(),
                 2 * (plot->height() + title->height()));
    }

    /// What is no ending of a picture gets one, over no other file.
    void wrongEndingsAreMended() {
        auto* save = m_f->child<QCustomPlot>("vram_chart")
                         ->findChild<QAction*>(QStringLiteral("vram_save_picture"));
        QVERIFY(saved(save, "txt", 7).isEmpty());
        const QString corrected = m_f->folder.filePath(QStringLiteral("7.txt.png"));
        QVERIFY(!QImage(corrected).isNull());
        QVERIFY(m_told.contains(corrected));
        QVERIFY(saved(save, "txt", 7).isEmpty());
        QCOMPARE(
            m_told,
            QString(goldenText("window-support/1-exists-already-choose-another")).arg(corrected));
    }

    /// A right click on a chart shows its actions.
    void theMenuOffersThem() {
        const auto* plot = m_f->child<QCustomPlot>("vram_chart");
        QCOMPARE(plot->contextMenuPolicy(), Qt::ActionsContextMenu);
        QStringList texts;
        for (const QAction* action : plot->actions()) {
            texts.append(action->text());
        }
        QCOMPARE(texts,
                 QStringList({QStringLiteral("Save picture…"), QStringLiteral("Save figures…")}));
    }

    void aFailureIsTold() {
        QSignalSpy told(m_f->window.findChild<FigureSaver*>(), &FigureSaver::told);
        m_f->dialogs.answer = QStringLiteral("/proc/no/such/folder/vram.csv");
        m_f->child<QCustomPlot>("vram_chart")
            ->findChild<QAction*>(QStringLiteral("vram_save_figures"))
            ->trigger();
        QTRY_COMPARE(told.count(), 1);
        QVERIFY(told.at(0).at(0).toString().contains(QStringLiteral("/proc/no/such")));
    }

private:
    [[nodiscard]] QByteArray saved(QAction* action, const char* ending, qsizetype number) {
        QSignalSpy told(m_f->window.findChild<FigureSaver*>(), &FigureSaver::told);
        const QString path =
            m_f->folder.filePath(QStringLiteral("%1.%2").arg(number).arg(QLatin1String(ending)));
        m_f->dialogs.answer = path;
        action->trigger();
        if (told.count() == 0 && !told.wait(60000)) {
            return {};
        }
        m_told = told.front().front().toString();
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    std::unique_ptr<WindowFixture> m_f;
    QString m_told;
};

QTEST_MAIN(FigureSaverTest)
#include "tst_figure_saver.moc"
