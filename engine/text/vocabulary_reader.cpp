// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/vocabulary_reader.h"

#include "engine/base/utf8.h"

namespace stowage {

namespace {

using Event = JsonScanner::Event;

Unexpected malformed(const JsonScanner& scanner, const std::string& file, const char* what) {
    return fail(ErrorCode::Malformed,
                file + " does not list its " + what + " as a tokenizer's file does, from byte " +
                    std::to_string(scanner.position()) + " on; copy the file anew.",
                file, what, scanner.position());
}

double scoreOf(const JsonScanner& scanner, Event event) {
    return event == Event::Real       ? scanner.real()
           : event == Event::Negative ? static_cast<double>(scanner.negative())
                                      : static_cast<double>(scanner.number());
}

Result<void> readScored(JsonScanner& scanner, ReadVocabulary& into, const std::string& file) {
    for (Event event = scanner.next(); event != Event::EndArray; event = scanner.next()) {
        if (event != Event::BeginArray || scanner.next() != Event::Text || scanner.isCut()) {
            return malformed(scanner, file, "vocabulary");
        }
        if (auto added = into.tokens.add(scanner.text(), into.scores.size(), file); !added) {
            return added;
        }
        const Event score = scanner.next();
        if (score != Event::Real && score != Event::Negative && score != Event::Unsigned) {
            return malformed(scanner, file, "vocabulary");
        }
        into.scores.push_back(scoreOf(scanner, score));
        if (scanner.next() != Event::EndArray) {
            return malformed(scanner, file, "vocabulary");
        }
    }
    return {};
}

}  // namespace

Result<void> readVocabulary(JsonScanner& scanner, ReadVocabulary& into, const std::string& file) {
    const Event begin = scanner.next();
    if (begin == Event::BeginArray) {
        return readScored(scanner, into, file);
    }
    if (begin != Event::BeginObject) {
        return malformed(scanner, file, "vocabulary");
    }
    for (Event event = scanner.next(); event != Event::EndObject; event = scanner.next()) {
        if (event != Event::Key || scanner.isCut()) {
            return malformed(scanner, file, "vocabulary");
        }
        const std::string token(scanner.text());
        if (scanner.next() != Event::Unsigned) {
            return malformed(scanner, file, "vocabulary");
        }
        if (auto added = into.tokens.add(token, scanner.number(), file); !added) {
            return added;
        }
    }
    return {};
}

Result<void> readMerges(JsonScanner& scanner, ReadVocabulary& into, const std::string& file) {
    if (scanner.next() != Event::BeginArray) {
        return malformed(scanner, file, "merges");
    }
    for (Event event = scanner.next(); event != Event::EndArray; event = scanner.next()) {
        if (into.merges.size() >= BpeModel::kMaxMerges) {
            return fail(ErrorCode::LimitExceeded,
                        file +
                            " has more than 2,097,152 merges, which is more than any tokenizer; "
                            "give tokens instead of text.",
                        file, "merges");
        }
        BpeModel::Merge merge;
        if (event == Event::Text && !scanner.isCut()) {
            const std::string_view pair = into.store.keep(scanner.text());
            const std::size_t space = pair.find(' ');
            if (space == std::string_view::npos || pair.find(' ', space + 1) != pair.npos) {
                return malformed(scanner, file, "merges");
            }
            merge = {pair.substr(0, space), pair.substr(space + 1)};
        } else if (event == Event::BeginArray) {
            for (std::string_view* const half : {&merge.first, &merge.second}) {
                if (scanner.next() != Event::Text || scanner.isCut()) {
                    return malformed(scanner, file, "merges");
                }
                *half = into.store.keep(scanner.text());
            }
            if (scanner.next() != Event::EndArray) {
                return malformed(scanner, file, "merges");
            }
        } else {
            return malformed(scanner, file, "merges");
        }
        into.merges.push_back(merge);
    }
    return {};
}

}  // namespace stowage
