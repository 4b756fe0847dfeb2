// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/sentencepiece_tokenizer.h"
#include "engine/text/tokenizer.h"
#include "engine/text/tokenizer_pipeline.h"
#include "engine/text/vocabulary_reader.h"

#include <filesystem>
#include <utility>

namespace stowage {

namespace {

namespace fs = std::filesystem;

Result<PipelineParts> readParts(const std::string& path, const TokenizerSettings& settings) {
    const std::string name = fs::path(path).filename().string();
    if (name == "vocab.json") {
        return readVocabAndMerges(path, settings);
    }
    if (name == "vocab.txt") {
        return readVocabText(path, settings);
    }
    auto parts = readTokenizerJson(path);
    if (!parts) {
        return parts;
    }
    addTokens(*parts, settings);
    applyBosAndEos(*parts, settings);
    // What was written for WordPiece would eat the spaces of a BPE's text.
    parts->closesSpaces =
        settings.closesSpaces && dynamic_cast<const BpeModel*>(parts->model.get()) == nullptr;
    return parts;
}

}  // namespace

Result<std::shared_ptr<const Tokenizer>> openTokenizer(const std::string& folder) {
    const auto path = findTokenizerFile(folder);
    if (!path) {
        return fail(ErrorCode::FileNotFound,
                    folder +
                        " holds no tokenizer (tokenizer.json, vocab.json with merges.txt, "
                        "tokenizer.model, spiece.model or vocab.txt); copy it there, or give "
                        "tokens instead of text.",
                    folder);
    }
    const auto settings = readTokenizerSettings(folder);
    if (!settings) {
        return settings.unexpected();
    }
    if (path->ends_with(".model")) {
        return openSentencePieceTokenizer(*path, *settings);
    }
    auto parts = readParts(*path, *settings);
    return parts ? makePipeline(std::move(*parts)) : parts.unexpected();
}

}  // namespace stowage
