// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/support/worker.h"

#include <QObject>
#include <QString>

#include <functional>
#include <string>

class QWidget;

namespace stowage {

class FileDialogs;

/// What of a chart or a table can be kept as a file.
struct SavedFigure {
    enum class Picture { None, Drawn };

    QString name;                            ///< proposed for the file: "timeline"
    Picture picture = Picture::Drawn;        ///< as it is on the screen
    std::function<std::string()> figures{};  ///< as CSV; null: it has none
};

/// Adds "Save picture…" (PNG, SVG) and "Save figures…" (CSV) to the context menu of a chart or a
/// table, as the actions NAME_save_picture and NAME_save_figures, which a widget with a menu of its
/// own takes from its actions(). They ask the FigureSaver of the window that the widget is in.
void offerFigure(QWidget* widget, const SavedFigure& figure);

/// Names what stands around a chart on the screen and says what it shows: its title above it, a
/// legend below. A picture has them too. Null: there is none. Both must live as long as the widget.
void setFigureCaptions(QWidget* widget, QWidget* title, QWidget* legend = nullptr);

/// Writes the charts and tables of a window; its child. A picture is drawn at once, files are
/// written in a worker.
class FigureSaver : public QObject {
    Q_OBJECT
public:
    FigureSaver(FileDialogs* dialogs, QWidget* window);

    void savePicture(QWidget* widget, const SavedFigure& figure);
    void saveFigures(QWidget* widget, const SavedFigure& figure);

Q_SIGNALS:
    /// Where something was saved, or why it could not be: a sentence.
    void told(const QString& sentence);

private:
    [[nodiscard]] QString proposed(const QString& name, const char* ending) const;
    void write(const QString& path, std::string bytes);

    FileDialogs* m_dialogs;
    QString m_folder;  ///< the last one
    Worker m_worker;
};

}  // namespace stowage
