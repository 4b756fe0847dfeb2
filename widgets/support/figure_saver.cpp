// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/support/figure_saver.h"

#include "engine/base/file_writer.h"
#include "widgets/support/file_dialogs.h"
#include "widgets/support/formats.h"
#include "widgets/support/qcustomplot_wrapper.h"
#include "widgets/support/translation.h"

#include <QAction>
#include <QBuffer>
#include <QDir>
#include <QFileInfo>
#include <QPainter>
#include <QPixmap>
#include <QSvgGenerator>
#include <QWidget>

#include <utility>

namespace stowage {
namespace {

constexpr int kPictureScale = 2;

/// Dialogs are children of the window that they belong to.
FigureSaver* saverOf(const QWidget* widget) {
    for (; widget != nullptr; widget = widget->parentWidget()) {
        if (auto* saver = widget->findChild<FigureSaver*>(QString(), Qt::FindDirectChildrenOnly)) {
            return saver;
        }
    }
    return nullptr;
}

constexpr char kTitleProperty[] = "figure_title", kLegendProperty[] = "figure_legend";

/// A chart's title or legend, or nothing, as wide as the chart for as long as this lives: on the
/// screen it may stand beside a control, or belong to two charts.
class FigureCaption {
public:
    FigureCaption(QWidget* chart, const char* property)
        : m_widget(chart->property(property).value<QWidget*>()) {
        if (m_widget != nullptr) {
            m_shown = m_widget->size();
            m_widget->resize(chart->width(), m_shown.height());
        }
    }
    ~FigureCaption() {
        if (m_widget != nullptr) {
            m_widget->resize(m_shown);
        }
    }
    Q_DISABLE_COPY_MOVE(FigureCaption)

    [[nodiscard]] int height() const { return m_widget == nullptr ? 0 : m_widget->height(); }
    void paint(QPainter& painter) const {
        if (m_widget != nullptr) {
            m_widget->render(&painter, {}, {}, QWidget::DrawChildren);
        }
    }

private:
    QWidget* m_widget;
    QSize m_shown;
};

/// A chart between its captions, as a picture shows it.
class FigurePicture {
public:
    explicit FigurePicture(QWidget* chart)
        : m_chart(chart), m_title(chart, kTitleProperty), m_legend(chart, kLegendProperty) {}

    [[nodiscard]] QSize size() const {
        return {m_chart->width(), m_title.height() + m_chart->height() + m_legend.height()};
    }

    void paint(QCPPainter& painter) const {
        painter.fillRect(QRect(QPoint(), size()), m_chart->palette().color(QPalette::Base));
        m_title.paint(painter);
        painter.translate(0, m_title.height());
        painter.save();
        paintChart(painter);
        painter.restore();
        painter.translate(0, m_chart->height());
        m_legend.paint(painter);
    }

private:
    /// A plot would draw the pixels that it has on the screen, were it rendered as a widget. Where
    /// the mouse is, its top layer, is nothing to keep.
    void paintChart(QCPPainter& painter) const {
        auto* const plot = qobject_cast<QCustomPlot*>(m_chart);
        if (plot == nullptr) {
            m_chart->render(&painter);
            return;
        }
        QCPLayer* const pointer = plot->layer(QStringLiteral("overlay"));
        pointer->setVisible(false);
        plot->toPainter(&painter, plot->width(), plot->height());
        pointer->setVisible(true);
    }

    QWidget* m_chart;
    FigureCaption m_title;
    FigureCaption m_legend;
};

QByteArray svgOf(const FigurePicture& picture) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    QSvgGenerator drawing;
    drawing.setOutputDevice(&buffer);
    drawing.setSize(picture.size());
    drawing.setViewBox(QRect(QPoint(), picture.size()));
    QCPPainter painter(&drawing);
    picture.paint(painter);
    painter.end();
    return bytes;
}

QByteArray pngOf(const FigurePicture& picture) {
    QPixmap pixels(picture.size() * kPictureScale);
    pixels.setDevicePixelRatio(kPictureScale);
    QCPPainter painter(&pixels);
    painter.setMode(QCPPainter::pmNonCosmetic);
    picture.paint(painter);
    painter.end();
    QByteArray bytes;
    QBuffer buffer(&bytes);
    pixels.save(&buffer, "PNG");
    return bytes;
}

void addSaveAction(QWidget* widget, const QString& name, const QString& text,
                   const SavedFigure& figure,
                   void (FigureSaver::*save)(QWidget*, const SavedFigure&)) {
    auto* action = new QAction(text, widget);
    action->setObjectName(name);
    QObject::connect(action, &QAction::triggered, widget, [widget, figure, save] {
        if (FigureSaver* const saver = saverOf(widget)) {
            (saver->*save)(widget, figure);
        }
    });
    widget->addAction(action);
}

}  // namespace

void offerFigure(QWidget* widget, const SavedFigure& figure) {
    if (figure.picture == SavedFigure::Picture::Drawn) {
        addSaveAction(widget, figure.name + QStringLiteral("_save_picture"),
                      FigureSaver::tr("Save picture…"), figure, &FigureSaver::savePicture);
    }
    if (figure.figures) {
        addSaveAction(widget, figure.name + QStringLiteral("_save_figures"),
                      FigureSaver::tr("Save figures…"), figure, &FigureSaver::saveFigures);
    }
    if (widget->contextMenuPolicy() == Qt::DefaultContextMenu) {
        widget->setContextMenuPolicy(Qt::ActionsContextMenu);
    }
}

void setFigureCaptions(QWidget* widget, QWidget* title, QWidget* legend) {
    widget->setProperty(kTitleProperty, QVariant::fromValue(title));
    widget->setProperty(kLegendProperty, QVariant::fromValue(legend));
}

FigureSaver::FigureSaver(FileDialogs* dialogs, QWidget* window)
    : QObject(window), m_dialogs(dialogs), m_folder(QDir::homePath()) {}

void FigureSaver::savePicture(QWidget* widget, const SavedFigure& figure) {
    m_dialogs->saveFile(
        widget, proposed(figure.name, "png"), {QStringLiteral("png"), QStringLiteral("svg")},
        [this, widget](const QString& path) {
            const bool isSvg = path.endsWith(QLatin1String(".svg"), Qt::CaseInsensitive);
            const bool isPng = path.endsWith(QLatin1String(".png"), Qt::CaseInsensitive);
            const QString file = isSvg || isPng ? path : path + QLatin1String(".png");
            if (file != path && QFileInfo::exists(file)) {  // nobody was asked about that one
                Q_EMIT told(tr("%1 already exists; choose another name.").arg(file));
                return;
            }
            const FigurePicture picture(widget);
            write(file, (isSvg ? svgOf(picture) : pngOf(picture)).toStdString());
        });
}

void FigureSaver::saveFigures(QWidget* widget, const SavedFigure& figure) {
    m_dialogs->saveFile(widget, proposed(figure.name, "csv"), {QStringLiteral("csv")},
                        [this, figures = figure.figures](const QString& path) {
                            write(path,
                                  withoutIsolates(QString::fromStdString(figures())).toStdString());
                        });
}

QString FigureSaver::proposed(const QString& name, const char* ending) const {
    return m_folder + QLatin1Char('/') + name + QLatin1Char('.') + QLatin1String(ending);
}

void FigureSaver::write(const QString& path, std::string bytes) {
    m_folder = QFileInfo(path).absolutePath();
    m_worker.start([file = path.toStdString(), bytes = std::move(bytes)](
                       const std::stop_token&) { return writeFileAtomically(file, bytes); },
                   [this, path](const Result<void>& written) {
                       Q_EMIT told(written ? tr("Saved as %1.").arg(path)
                                           : translated(written.error().message));
                   });
}

}  // namespace stowage
