// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/catalogue.h"
#include "engine/base/message.h"

#include <QString>
#include <QTranslator>

#include <memory>
#include <vector>

class QApplication;
class QSettings;

namespace stowage {

/// A translator for tr(): the window's catalogue, and the engine's as the context "engine". Null
/// where there is no catalogue, as for English.
[[nodiscard]] std::unique_ptr<QTranslator> catalogueTranslator(const Language& language);

/// Qt's own words in a language: "Cancel" in its dialogs, "Usage" in its help. Null where they are
/// not installed, and for English.
[[nodiscard]] std::unique_ptr<QTranslator> qtTranslator(const Language& language);

/// Puts a program into a language: its texts, Qt's own, the side from which it is read and at which
/// labels begin, and how dates are written. Numbers are written with the digits 0 to 9 and a point
/// in all of them, as the fields take them back. Windows that are there keep their texts: make new
/// ones.
class ProgramLanguage {
public:
    /// Both are borrowed and outlive it. The language is the saved one, else the system's.
    ProgramLanguage(QApplication* application, const QSettings& settings);
    ~ProgramLanguage();
    ProgramLanguage(const ProgramLanguage&) = delete;
    ProgramLanguage& operator=(const ProgramLanguage&) = delete;

    /// `code` of a Language; "" or an unknown one: the system's.
    void use(const QString& code);

private:
    QApplication* m_application;
    std::vector<std::unique_ptr<QTranslator>> m_installed;
    std::unique_ptr<QObject> m_labels;  ///< aligns labels where the language is read from the right
};

/// The language that the program is in.
[[nodiscard]] const Language& programLanguage();

/// The code that was chosen in the View menu last; "": the system's language.
[[nodiscard]] QString savedLanguage(const QSettings& settings);
void saveLanguage(QSettings& settings, const QString& code);

/// A text of the engine in the window's language.
[[nodiscard]] QString translated(const Message& message);
/// listComma(), as the window's language has it.
[[nodiscard]] QString listSeparator();
/// The same for a message that a record's file or another process gave in English, if all its
/// arguments are whole numbers, as those of a phase's name are.
[[nodiscard]] QString translatedText(const Message& message);

}  // namespace stowage
