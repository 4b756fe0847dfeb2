// SPDX-License-Identifier: GPL-3.0-or-later
// tokenize_lines FOLDER: reads one JSON string a line, answers with its tokens and what they are
// decoded to; for tests/reference/record_tokenizers.py.
#include "engine/base/json_reader.h"
#include "engine/text/tokenizer.h"

#include <cstdio>
#include <iostream>
#include <string>

int main(int count, char** arguments) {
    using Json = nlohmann::ordered_json;
    const auto tokenizer = stowage::openTokenizer(count > 1 ? arguments[1] : ".");
    if (!tokenizer) {
        std::fprintf(stderr, "%s\n", tokenizer.error().message.english().c_str());
        return 1;
    }
    for (std::string line; std::getline(std::cin, line);) {
        const auto text = stowage::parseJson(line, "standard input");
        const auto tokens = (*tokenizer)->encode(text ? text->get<std::string>() : std::string());
        const Json answer = tokens ? Json{{"ids", *tokens}, {"text", (*tokenizer)->decode(*tokens)}}
                                   : Json{{"error", tokens.error().message}};
        std::cout << stowage::jsonText(answer) << '\n';
    }
    return 0;
}
