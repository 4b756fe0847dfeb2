// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/catalogue.h"

#include "engine/base/embedded_files.h"

#include <pugixml.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace stowage {
namespace {

constexpr Language kLanguages[] = {
    {"en", "English", "en_US"},
    {"ja", "日本語", "ja_JP"},
    {"zh_CN", "简体中文", "zh_CN"},
    // Of the Arabic locales one that writes 0 to 9 and a point, as the fields take them back.
    {"ar", "العربية", "ar_AE", WritingDirection::RightToLeft},
};

/// What a locale's name says before its encoding and its variant: "ja_JP" of "ja_JP.UTF-8@x".
std::string_view withoutEncoding(std::string_view locale) {
    return locale.substr(0, locale.find_first_of(".@"));
}

bool isTraditional(std::string_view locale) {
    constexpr std::string_view kParts[] = {"TW", "HK", "MO", "Hant"};
    return std::ranges::any_of(kParts, [locale](std::string_view part) {
        return locale.find(part) != std::string_view::npos;
    });
}

/// Null where Stowage does not speak it; English is a language as the others are.
const Language* spokenIn(std::string_view locale) {
    locale = withoutEncoding(locale);
    const std::string_view name = locale.substr(0, locale.find_first_of("_-"));
    if (name == "zh") {
        return isTraditional(locale) ? nullptr : languageByCode("zh_CN");
    }
    return languageByCode(name);
}

/// One text that contexts, sources and comments make together; none of them holds this byte.
std::string placeOf(std::string_view context, std::string_view source, std::string_view comment) {
    std::string place;
    place.reserve(context.size() + source.size() + comment.size() + 2);
    place.append(context).append(1, '\x1f').append(source).append(1, '\x1f').append(comment);
    return place;
}

std::vector<std::string> formsOf(const pugi::xml_node& translation) {
    std::vector<std::string> forms;
    for (const pugi::xml_node& form : translation.children("numerusform")) {
        forms.emplace_back(form.text().get());
    }
    if (forms.empty()) {
        forms.emplace_back(translation.text().get());
    }
    return forms;
}

Catalogue::Entry entryOf(const std::string& context, const pugi::xml_node& message) {
    const pugi::xml_node translation = message.child("translation");
    return {.context = context,
            .source = message.child("source").text().get(),
            .comment = message.child("comment").text().get(),
            .forms = formsOf(translation),
            .isCounted = std::string_view(message.attribute("numerus").value()) == "yes",
            .isFinished = translation.attribute("type").empty()};
}

bool isTranslated(const Catalogue::Entry& entry) {
    return std::ranges::none_of(entry.forms, &std::string::empty);
}

std::shared_ptr<const Catalogue> compiledIn(const std::string& name) {
    const auto files = catalogueFiles();
    const auto file = std::ranges::find(files, name, &EmbeddedFile::name);
    if (file == files.end()) {
        return nullptr;
    }
    auto catalogue = Catalogue::parse(file->text, name);
    return catalogue ? std::make_shared<const Catalogue>(std::move(*catalogue)) : nullptr;
}

}  // namespace

std::span<const Language> languages() {
    return kLanguages;
}

const Language& english() {
    return kLanguages[0];
}

const Language* languageByCode(std::string_view code) {
    const auto* const found = std::ranges::find(kLanguages, code, &Language::code);
    return found == std::end(kLanguages) ? nullptr : found;
}

const Language& languageOfLocale(std::string_view locale) {
    const Language* const spoken = spokenIn(locale);
    return spoken == nullptr ? english() : *spoken;
}

const Language& languageOfEnvironment(const std::function<const char*(const char*)>& variable) {
    const auto valueOf = [&variable](const char* name) {
        const char* const value = variable(name);
        return std::string_view(value == nullptr ? "" : value);
    };
    std::string_view locale;
    for (const char* const name : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
        locale = locale.empty() ? valueOf(name) : locale;
    }
    if (const auto plain = withoutEncoding(locale);
        plain.empty() || plain == "C" || plain == "POSIX") {
        return english();
    }
    for (std::string_view list = valueOf("LANGUAGE"); !list.empty();) {
        const std::size_t end = std::min(list.find(':'), list.size());
        if (const Language* const spoken = spokenIn(list.substr(0, end))) {
            return *spoken;
        }
        list.remove_prefix(std::min(end + 1, list.size()));
    }
    return languageOfLocale(locale);
}

Result<Catalogue> Catalogue::parse(std::string_view text, const std::string& file) {
    pugi::xml_document document;
    const pugi::xml_parse_result parsed =
        document.load_buffer(text.data(), text.size(), pugi::parse_default | pugi::parse_ws_pcdata);
    const pugi::xml_node root = document.child("TS");
    if (!parsed || !root) {
        return fail(
            ErrorCode::Malformed,
            say("%1 is not a catalogue of Qt Linguist: its .ts format is invalid at byte %2.", file,
                static_cast<std::int64_t>(parsed.offset)),
            file);
    }
    Catalogue catalogue;
    catalogue.m_language = root.attribute("language").value();
    for (const pugi::xml_node& context : root.children("context")) {
        const std::string name = context.child("name").text().get();
        for (const pugi::xml_node& message : context.children("message")) {
            catalogue.m_entries.push_back(entryOf(name, message));
        }
    }
    for (std::size_t i = 0; i < catalogue.m_entries.size(); ++i) {
        const Entry& entry = catalogue.m_entries[i];
        if (isTranslated(entry)) {
            catalogue.m_byPlace.emplace(placeOf(entry.context, entry.source, entry.comment), i);
            catalogue.m_bySource.emplace(entry.source, i);
        }
    }
    return catalogue;
}

const Catalogue::Entry* Catalogue::find(std::string_view context, std::string_view source,
                                        std::string_view comment) const {
    const auto found = m_byPlace.find(placeOf(context, source, comment));
    return found == m_byPlace.end() ? nullptr : &m_entries[found->second];
}

const Catalogue::Entry* Catalogue::find(std::string_view source) const {
    const auto found = m_bySource.find(std::string(source));
    return found == m_bySource.end() ? nullptr : &m_entries[found->second];
}

std::size_t pluralForm(std::string_view language, std::uint64_t count) {
    if (language.starts_with("ja") || language.starts_with("zh")) {
        return 0;
    }
    if (!language.starts_with("ar")) {
        return count == 1 ? 0 : 1;
    }
    const std::uint64_t rest = count % 100;
    return count < 3                 ? static_cast<std::size_t>(count)
           : rest >= 3 && rest <= 10 ? 3
           : rest >= 11              ? 4
                                     : 5;
}

std::shared_ptr<const Catalogue> windowCatalogue(const Language& language) {
    return compiledIn("window_" + std::string(language.code));
}

std::shared_ptr<const Catalogue> engineCatalogue(const Language& language) {
    return compiledIn("engine_" + std::string(language.code));
}

Translate translateBy(std::shared_ptr<const Catalogue> catalogue) {
    return [catalogue = std::move(catalogue)](const char* pattern) -> std::string {
        const Catalogue::Entry* const entry =
            catalogue == nullptr ? nullptr : catalogue->find(pattern);
        return entry == nullptr ? pattern : entry->forms.front();
    };
}

}  // namespace stowage
