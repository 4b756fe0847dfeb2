// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/support/theme.h"

#include <QByteArray>
#include <QList>
#include <QObject>
#include <QSize>
#include <QWidget>

#include <map>

class QDockWidget;
class QMainWindow;
class QSettings;
class QToolButton;

namespace stowage {

/// What a dock or the centre shows, with the 1 px border that the title bar has too.
class PanelFrame : public QWidget {
    Q_OBJECT
public:
    enum class Edges { All, BelowTitle };

    /// Takes `content` over; null: setContent() brings it.
    PanelFrame(const Theme* theme, QWidget* content, Edges edges, QWidget* parent = nullptr);
    /// Takes `content` over. What is made as a child of the frame costs least: a widget that gets
    /// another parent is styled again with all that is in it.
    void setContent(QWidget* content);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const Theme* m_theme;
    Edges m_edges;
};

/// The title bar of a dock: its name, counts of errors and warnings where there are any, float and
/// close. A plain widget, so that dragging it moves the dock as Qt does.
class DockTitle : public QWidget {
    Q_OBJECT
public:
    DockTitle(const Theme* theme, QDockWidget* dock);

    void setCounts(int errors, int warnings);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    static constexpr int kIcon = 14;

    QToolButton* makeButton(const QString& name);
    int paintCount(QPainter& painter, int x, const QString& icon, const QColor& color,
                   int count) const;
    void applyTheme();

    const Theme* m_theme;
    QDockWidget* m_dock;
    QToolButton* m_float;
    QToolButton* m_close;
    int m_errors = 0;
    int m_warnings = 0;
};

/// The docks by what they are for; all are children of the window.
struct ArrangedDocks {
    QDockWidget* model = nullptr;
    QDockWidget* plan = nullptr;
    QDockWidget* problems = nullptr;
    QDockWidget* why = nullptr;
    QList<QDockWidget*> lower;      ///< tabs below the board, in this order
    QList<QDockWidget*> onRequest;  ///< of the lower ones, those that open alone
};

/// How the docks of a window stand as long as nobody moves them.
struct DockForm {
    bool narrow = false;  ///< the model is a tab beside the plan
    bool low = false;     ///< plan, problems and reasons are tabs
    auto operator<=>(const DockForm&) const = default;
};

/// How docks lie, to be kept. A value.
struct DockLayout {
    QByteArray docks;  ///< QMainWindow::saveState()
    DockForm form;
};

/// Which docks are open, by their names, and which of the lower ones is in front. A value.
struct ShownDocks {
    std::map<QString, bool> isOpen;
    QString front;
};

/// The area on the other side of the window where it is read from the right: what stands left of
/// the board in English stands right of it in Arabic. Qt mirrors everything but docks.
[[nodiscard]] Qt::DockWidgetArea mirroredArea(const QWidget& window, Qt::DockWidgetArea area);

/// As large as the window may be: what its screen leaves room for with the frame around it. A
/// platform without a screen makes up one that says nothing.
[[nodiscard]] QSize largestSize(const QWidget& window);

/// Lays the docks out so that they fit the window. Where there is room the model stands left of
/// the board, and plan, problems and reasons stand one above the other right of it; a low window
/// has the three as tabs, a narrow one the model among them. A window that grows again gets back
/// what it had, with what a person made of it. The lower docks are closed while one only plans, and
/// open together.
///
/// The window tells of its own size: aboutToResize() before its layout takes the new size, fit()
/// after it.
class DockArrangement : public QObject {
    Q_OBJECT
public:
    DockArrangement(QMainWindow* window, ArrangedDocks docks);

    using Form = DockForm;
    [[nodiscard]] const Form& form() const { return m_form; }

    /// All as designed for the window's size; the lower docks are closed.
    void reset();
    void aboutToResize();
    void fit();
    /// From now on a person's sizes are kept: no dock is resized before the next reset().
    void keepSizes() { m_sizesAreKept = true; }
    /// What Problems would need to show all of its rows.
    void setProblemsHeight(int pixels);
    /// While inactive (another page has the window) nothing is moved.
    void setActive(bool active);

    /// Brings a lower dock to the front, at least that high where there is room for it. The others
    /// open behind it as tabs if none was open.
    void showLower(QDockWidget* dock, int height);
    void setLowerOpen(bool open);
    [[nodiscard]] bool isLowerOpen() const;

    [[nodiscard]] DockLayout layout() const;
    /// What layout() told, where it was this version of the window that did; else nothing changes.
    void setLayout(const DockLayout& layout);
    /// For another window in the place of this one, which may be read from the other side.
    [[nodiscard]] ShownDocks shownDocks() const;
    void setShownDocks(const ShownDocks& shown);
    void save(QSettings& settings) const;
    /// What save() kept, where it was kept by this version of the window.
    void restore(const QSettings& settings);

Q_SIGNALS:
    void lowerOpenChanged(bool open);
    void formChanged();

private:
    /// Raised when docks are added or renamed, so that an old layout is not forced on new docks.
    static constexpr int kVersion = 10;

    [[nodiscard]] Form formFor(QSize size) const;
    [[nodiscard]] QSize leastOf(Form form) const;
    [[nodiscard]] QDockWidget* frontLower() const;
    [[nodiscard]] QList<QDockWidget*> allDocks() const;
    void placeUpper();
    void placeLower();
    void resizeUpper();
    void resizeLower(int height);
    void switchTo(Form form);
    void limitWindow();
    void setForm(Form form);
    void tellLowerOpen();

    QMainWindow* m_window;
    ArrangedDocks m_docks;
    Form m_form;
    std::map<Form, QByteArray> m_states;  ///< how the docks stood when a form was left
    std::map<Form, QSize> m_least;        ///< what the layout of a form was found to need
    int m_problemsHeight = 0;
    int m_lowerHeight = 0;
    bool m_sizesAreKept = false;
    bool m_active = true;
    bool m_fitting = false;
    bool m_stateIsKept = false;  ///< the form that is about to be left is in m_states
    bool m_lowerWasOpen = false;
};

}  // namespace stowage
