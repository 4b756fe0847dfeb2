// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/open/headers_only.h"
#include "widgets/machines/machine_connection.h"
#include "widgets/support/theme.h"

#include <QDialog>
#include <QString>

class QLabel;
class QLineEdit;
class QPushButton;
class QTableWidget;

namespace stowage {

/// "Open Model There": the files and folders of another machine, a folder at a time. Shown with
/// open(), never exec(); chosen() follows, or nothing. What cannot be listed is said in its place.
class RemoteFileDialog : public QDialog {
    Q_OBJECT
public:
    /// Both are borrowed and outlive it. Begins with `path`; "": where the machine begins.
    RemoteFileDialog(MachineConnection* connection, const QString& path, const Theme* theme,
                     QWidget* parent = nullptr);
    /// Asks for what goes with a model. To be called before it is seen.
    void askFor(Companion companion);

Q_SIGNALS:
    /// A file, or a folder that is to be opened as a model.
    void chosen(const QString& path);

private:
    void makeTable();
    void list(const QString& path);
    void showFolder(const nlohmann::ordered_json& folder);
    void enter(int row);
    void choose(const QString& path);
    [[nodiscard]] QString pathOf(const QString& name) const;
    void say(const QString& sentence, bool isError);

    MachineConnection* m_connection;
    const Theme* m_theme;
    QString m_folder;  ///< that is shown; "" before the first
    QString m_parent;
    quint64 m_asked = 0;  ///< answers to earlier requests come too late
    QLineEdit* m_path;
    QPushButton* m_up;
    QTableWidget* m_table;
    QLabel* m_sentence;
    QPushButton* m_open = nullptr;
    QPushButton* m_openFolder = nullptr;
};

}  // namespace stowage
