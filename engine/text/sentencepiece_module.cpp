// SPDX-License-Identifier: GPL-3.0-or-later
// The only place that sees libsentencepiece: a module that is opened when first needed.
#include "engine/text/sentencepiece_engine.h"

#include <sentencepiece_processor.h>

#include <exception>
#include <memory>

namespace stowage {

namespace {

class LibraryEngine : public SentencePieceEngine {
public:
    bool open(std::string_view model, std::string& reason) {
        const auto status = m_processor.LoadFromSerializedProto({model.data(), model.size()});
        reason = status.ok() ? "" : status.ToString();
        return status.ok();
    }
    bool encode(std::string_view text, std::vector<int>& pieces) const override {
        std::vector<int> found;
        if (!m_processor.Encode({text.data(), text.size()}, &found).ok()) {
            return false;
        }
        pieces.insert(pieces.end(), found.begin(), found.end());
        return true;
    }

private:
    sentencepiece::SentencePieceProcessor m_processor;
};

}  // namespace

}  // namespace stowage

extern "C" __attribute__((visibility("default"))) stowage::SentencePieceEngine*
stowageOpenSentencePiece(std::string_view model, std::string& reason) {
    try {
        auto engine = std::make_unique<stowage::LibraryEngine>();
        return engine->open(model, reason) ? engine.release() : nullptr;
    } catch (const std::exception& failure) {
        reason = failure.what();
        return nullptr;
    }
}
