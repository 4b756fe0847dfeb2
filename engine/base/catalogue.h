// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/message.h"
#include "engine/base/result.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

// The languages that Stowage speaks, and what it says in them. Catalogues are Qt Linguist's .ts
// files (resources/i18n), compiled in as they are: the window and the command line read the same.

namespace stowage {

enum class WritingDirection { LeftToRight, RightToLeft };

/// One language; registered here and by its two files in resources/i18n.
struct Language {
    std::string_view code;     ///< "zh_CN", as its files and the settings name it
    std::string_view ownName;  ///< "简体中文", as whoever reads it looks for it
    std::string_view locale;   ///< by whose conventions dates and numbers are written
    WritingDirection direction = WritingDirection::LeftToRight;
};

/// English first, which needs no catalogue.
[[nodiscard]] std::span<const Language> languages();
[[nodiscard]] const Language& english();
/// Null where there is none of that code.
[[nodiscard]] const Language* languageByCode(std::string_view code);
/// The language of a locale's name, as "ja_JP.UTF-8", "ar", "zh-Hans-SG": English where Stowage
/// does not speak it. Traditional Chinese (TW, HK, MO, Hant) is another language.
[[nodiscard]] const Language& languageOfLocale(std::string_view locale);
/// What the environment asks for, as gettext reads it: LC_ALL, LC_MESSAGES or LANG, the first that
/// is set; unless that is "C", the first of LANGUAGE that Stowage speaks goes before it.
/// `variable` gives one of them, or null.
[[nodiscard]] const Language& languageOfEnvironment(
    const std::function<const char*(const char*)>& variable);

/// What a .ts file says. A value that never changes; any thread may read it.
class Catalogue {
public:
    /// One text of it. `forms`: one, or those for counts, in the order of Qt Linguist.
    struct Entry {
        std::string context;
        std::string source;
        std::string comment;
        std::vector<std::string> forms;
        bool isCounted = false;   ///< its source says %n
        bool isFinished = false;  ///< a translator called it done
    };

    /// Reads a .ts file. Errors: Malformed, at the byte where it is no XML or none of Qt Linguist.
    [[nodiscard]] static Result<Catalogue> parse(std::string_view text, const std::string& file);

    [[nodiscard]] const std::vector<Entry>& entries() const { return m_entries; }
    /// "ja", as the file says.
    [[nodiscard]] const std::string& language() const { return m_language; }
    /// The entry of a source in a context of the window, or null; one without a translation is
    /// none.
    [[nodiscard]] const Entry* find(std::string_view context, std::string_view source,
                                    std::string_view comment) const;
    /// The same in whichever context.
    [[nodiscard]] const Entry* find(std::string_view source) const;

private:
    std::string m_language;
    std::vector<Entry> m_entries;
    std::unordered_map<std::string, std::size_t> m_byPlace;  ///< context, source, comment
    std::unordered_map<std::string, std::size_t> m_bySource;
};

/// Which of an entry's forms a count takes (CLDR's cardinal rules, in Qt Linguist's order).
[[nodiscard]] std::size_t pluralForm(std::string_view language, std::uint64_t count);

/// The catalogues that are compiled in; null for English and for what Stowage does not speak.
[[nodiscard]] std::shared_ptr<const Catalogue> windowCatalogue(const Language& language);
[[nodiscard]] std::shared_ptr<const Catalogue> engineCatalogue(const Language& language);

/// Translates the engine's patterns by a catalogue; null: they stay English.
[[nodiscard]] Translate translateBy(std::shared_ptr<const Catalogue> catalogue);

}  // namespace stowage
