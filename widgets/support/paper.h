// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <QByteArray>
#include <QHash>
#include <QSizeF>
#include <QString>
#include <QTextObjectInterface>

#include <functional>
#include <memory>

class QFont;
class QPainter;
class QRectF;
class QSvgRenderer;
class QTextDocument;

namespace stowage {

/// Draws the SVG images of a document as lines and letters, not as pixels. It is the child of its
/// document.
class PaperDrawings : public QObject, public QTextObjectInterface {
    Q_OBJECT
    Q_INTERFACES(QTextObjectInterface)
public:
    explicit PaperDrawings(QTextDocument* document);

    void add(const QString& name, const QByteArray& svg);

    QSizeF intrinsicSize(QTextDocument* document, int position, const QTextFormat& format) override;
    void drawObject(QPainter* painter, const QRectF& rect, QTextDocument* document, int position,
                    const QTextFormat& format) override;

private:
    QHash<QString, QSvgRenderer*> m_drawings;
};

/// Type for paper, not fitted to the dots of a screen.
[[nodiscard]] QFont paperFont(double points);

/// Fills a document whose page size is that of the text on a page, in pixels of 1/96 inch.
using PaperLayout = std::function<void(QTextDocument& document)>;

/// A document as a PDF on A4, with `title` and the page number at the foot of each page. Needs an
/// application with fonts; may be called in a worker, and `layOut` runs in a thread of Qt's then.
/// Error: WriteFailed.
[[nodiscard]] Result<QByteArray> paperPdf(const QString& title, const PaperLayout& layOut);

}  // namespace stowage
