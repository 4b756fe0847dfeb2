// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/document/model_config.h"
#include "widgets/support/theme.h"

#include <QFrame>
#include <QScrollArea>
#include <QString>

#include <string>
#include <vector>

class QGridLayout;
class QLabel;

namespace stowage {

/// The fields of a family, a row each: its name as in a config.json, what is typed, the default
/// where it is another, and under it what is wrong with it.
class NewModelFields : public QScrollArea {
    Q_OBJECT
public:
    explicit NewModelFields(const Theme* theme, QWidget* parent = nullptr);

    /// Shows a form's values; rows are made again where the family is another.
    void showForm(const ConfigForm& form);
    /// Shows which values are other than the defaults, and leaves what is being typed alone.
    void showHints(const ConfigForm& form);
    /// Marks these fields, and says why below the one that is being typed in, else the first.
    void showError(const std::vector<std::string>& fields, const QString& sentence);

Q_SIGNALS:
    /// A person changed a field; "" takes the default.
    void edited(const QString& field, const QString& text);

protected:
    /// Wheels scroll; they change only what has the focus.
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Row {
        ConfigField field;
        QLabel* caption;
        QWidget* editor;
        QLabel* hint;     ///< the default
        QLabel* message;  ///< what is wrong
    };

    void makeRows(const std::vector<ConfigField>& fields);
    void addRow(const ConfigField& field, QGridLayout* grid, QWidget* content);
    [[nodiscard]] QWidget* makeEditor(const ConfigField& field, QWidget* parent);
    static void setValue(const Row& row, const ConfigForm& form);
    static void showHint(const Row& row, const std::string& text);
    void applyTheme();

    const Theme* m_theme;
    std::string m_family;
    std::vector<Row> m_rows;
};

/// What the typed sizes make, on one background: figures and a line of details, or why there is no
/// such model. Always as high, so that nothing moves while one types.
class NewModelResult : public QFrame {
    Q_OBJECT
public:
    explicit NewModelResult(const Theme* theme, QWidget* parent = nullptr);

    void showFigures(const QString& figures, const QString& details);
    void showError(const QString& sentence);
    /// The old figures stay, in secondary text, until the new ones are there.
    void setStale(bool stale);
    [[nodiscard]] QString text() const;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void applyTheme();

    const Theme* m_theme;
    QLabel* m_figures;
    QLabel* m_details;
    bool m_isError = false;
    bool m_isStale = false;
};

}  // namespace stowage
