// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/pretrained_models.h"
#include "widgets/document/model_config.h"
#include "widgets/support/file_dialogs.h"
#include "widgets/support/theme.h"
#include "widgets/support/worker.h"

#include <QDialog>
#include <QString>

#include <memory>
#include <optional>
#include <string>
#include <vector>

class QComboBox;
class QGridLayout;
class QLabel;
class QPushButton;

namespace stowage {

class NewModelFields;
class NewModelResult;

/// "New Model…": a family and its sizes, from a known model or the library's defaults. While one
/// types, a worker builds the module tree and says what the model would have, or why there is none.
/// Shown with show(): the window stays usable. What was typed stays while the window lives.
class NewModelDialog : public QDialog {
    Q_OBJECT
public:
    /// Both are borrowed and outlive it.
    NewModelDialog(FileDialogs* dialogs, const Theme* theme, QWidget* parent = nullptr);

    /// Fills the form with a config.json of a model called `name`; `className` may be "". What was
    /// typed before can be brought back. False where the family is not known.
    bool showConfig(const QString& name, const std::string& text, const std::string& className);
    /// Fills the form with a known model's numbers, as choosing it in the list does.
    void startFrom(const QString& preset);
    [[nodiscard]] const ConfigForm& form() const { return m_now.form; }
    /// True while what is typed is not yet worked out.
    [[nodiscard]] bool isChecking() const { return m_check == nullptr; }

Q_SIGNALS:
    /// The typed config.json shall be the open model, called `name`.
    void openRequested(const QString& name, const std::string& text);

protected:
    void showEvent(QShowEvent* event) override;

private:
    /// The form, and where its numbers came from.
    struct State {
        QString name;    ///< of the model it began with
        QString source;  ///< where that one's numbers stand
        ConfigForm start;
        ConfigForm form;
        [[nodiscard]] bool isEdited() const { return !(form == start); }
    };

    void makeChoices(QGridLayout* grid);
    [[nodiscard]] QWidget* makeButtons();
    void fillPresets();
    void begin(const QString& name, const QString& source, ConfigForm form);
    void takePreset(int index);
    void takeFamily(const QString& family);
    void bringBack();
    void showState();
    void edit(const QString& field, const QString& text);
    void startCheck();
    void showCheck();
    void requestOpen();
    void saveConfig();
    void applyTheme();
    [[nodiscard]] QString modelName() const;

    FileDialogs* m_dialogs;
    const Theme* m_theme;
    std::vector<ModelPreset> m_presets;
    State m_now;
    std::optional<State> m_replaced;  ///< what was typed before something else was chosen
    std::shared_ptr<const ConfigCheck> m_check;  ///< null while it is worked out
    bool m_opensWhenChecked = false;

    QComboBox* m_preset = nullptr;
    QComboBox* m_family = nullptr;
    QComboBox* m_class = nullptr;
    QComboBox* m_type = nullptr;
    QLabel* m_source = nullptr;
    QPushButton* m_back = nullptr;
    NewModelFields* m_fields = nullptr;
    QLabel* m_kept = nullptr;
    NewModelResult* m_result = nullptr;
    QLabel* m_notice = nullptr;
    QPushButton* m_open = nullptr;
    std::vector<QLabel*> m_captions;
    Worker m_worker;
};

}  // namespace stowage
