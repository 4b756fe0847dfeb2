// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/golden_text.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <mutex>
#include <string>

namespace {

/// A line of a page is a name, a tab and the text, with line ends, tabs and backslashes as in C++.
std::string unescaped(const std::string& line) {
    std::string text;
    for (std::size_t at = 0; at < line.size(); ++at) {
        if (line[at] != '\\' || at + 1 == line.size()) {
            text += line[at];
            continue;
        }
        const char next = line[++at];
        text += next == 'n' ? '\n' : next == 't' ? '\t' : next;
    }
    return text;
}

std::map<std::string, std::string> readPage(const std::string& page) {
    std::map<std::string, std::string> texts;
    std::ifstream file(STOWAGE_TEST_DATA "/texts/" + page + ".txt");
    for (std::string line; std::getline(file, line);) {
        const auto tab = line.find('\t');
        if (tab != std::string::npos) {
            texts.emplace(line.substr(0, tab), unescaped(line.substr(tab + 1)));
        }
    }
    return texts;
}

}  // namespace

const char* goldenText(const char* pageAndName) {
    static std::map<std::string, std::map<std::string, std::string>> pages;
    static std::mutex mutex;
    const std::lock_guard lock(mutex);
    const std::string place = pageAndName;
    const auto slash = place.find('/');
    const std::string page = place.substr(0, slash);
    if (!pages.contains(page)) {
        pages.emplace(page, readPage(page));
    }
    const auto& texts = pages.at(page);
    const auto text = texts.find(place.substr(slash + 1));
    if (text == texts.end()) {
        std::fprintf(stderr, "tests/data/texts/%s.txt has no text \"%s\"\n", page.c_str(),
                     place.c_str() + slash + 1);
        std::abort();
    }
    return text->second.c_str();
}
