// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/support/figure_saver.h"

#include "engine/base/file_writer.h"
#include "widgets/support/file_dialogs.h"
#include "widgets/support/qcustomplot_wrapper.h"
#include "widgets/support/translation.h"
#include "widgets/support/units.h"

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

/// A plot would draw the pixels that it has on the screen, were it rendered as a widget.
QByteArray svgOf(QWidget* widget) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    QSvgGenerator drawing;
    drawing.setOutputDevice(&buffer);
    drawing.setSize(widget->size());
    drawing.setViewBox(widget->rect());
    if (auto* const plot = qobject_cast<QCustomPlot*>(widget)) {
        QCPPainter painter(&drawing);
        plot->toPainter(&painter, widget->width(), widget->height());
    } else {
        QPainter painter(&drawing);
        widget->render(&painter);
    }
    return bytes;
}

QByteArray pngOf(QWidget* widget) {
    QPixmap pixels(widget->size() * kPictureScale);
    pixels.setDevicePixelRatio(kPictureScale);
    if (auto* const plot = qobject_cast<QCustomPlot*>(widget)) {
        pixels = plot->toPixmap(widget->width(), widget->height(), kPictureScale);
    } else {
        widget->render(&pixels);
    }
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

FigureSaver::FigureSaver(FileDialogs* dialogs, QWidget* window)
    : QObject(window), m_dialogs(dialogs), m_folder(QDir::homePath()) {}

void FigureSaver::savePicture(QWidget* widget, const SavedFigure& figure) {
    m_dialogs->saveFile(
        widget, proposed(figure.name, "png"), {QStringLiteral("png"), QStringLiteral("svg")},
        [this, widget](const QString& path) {
            const bool isSvg = path.endsWith(QLatin1String(".svg"), Qt::CaseInsensitive);
            write(path, (isSvg ? svgOf(widget) : pngOf(widget)).toStdString());
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
