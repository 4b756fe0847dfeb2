// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/machines/sent_parts.h"
#include "app/cli/verbs/verbs.h"
#include "engine/base/byte_size.h"
#include "engine/base/file_writer.h"
#include "engine/base/json_reader.h"
#include "engine/base/scratch_folder.h"
#include "engine/checkpoint/open/headers_only.h"

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace stowage {
namespace {

/// A manifest has some bytes a piece; no model is in so many.
constexpr std::size_t kMostManifestBytes = 64 * kMiB;

/// Standard input as one part after another.
class PartInput {
public:
    explicit PartInput(const CommandContext& context) : m_context(context) {}

    /// At most so many bytes, at least one, that hold until the next call. Errors: Cancelled where
    /// no more come; ReadFailed.
    Result<std::string_view> next(std::uint64_t most) {
        STOWAGE_TRY(fill());
        const std::string_view rest = std::string_view(m_piece).substr(m_at);
        const std::string_view part =
            rest.substr(0, static_cast<std::size_t>(std::min<std::uint64_t>(most, rest.size())));
        m_at += part.size();
        return part;
    }

    /// Up to the end of a line, which is taken too.
    Result<std::string> line() {
        std::string text;
        while (text.size() <= kMostManifestBytes) {
            STOWAGE_TRY(fill());
            const std::size_t end = m_piece.find('\n', m_at);
            text += m_piece.substr(m_at, end - m_at);
            m_at = end == std::string::npos ? m_piece.size() : end + 1;
            if (end != std::string::npos) {
                return text;
            }
        }
        return fail(ErrorCode::LimitExceeded, say("A line on standard input is longer than %1.",
                                                  formatSize(kMostManifestBytes)));
    }

private:
    Result<void> fill() {
        if (m_at < m_piece.size()) {
            return {};
        }
        auto piece = m_context.nextInput();
        STOWAGE_TRY(piece);
        if (piece->empty()) {
            return fail(ErrorCode::Cancelled,
                        say("The rest of the model is missing: the sender has stopped."));
        }
        m_piece = std::move(*piece);
        m_at = 0;
        return {};
    }

    const CommandContext& m_context;
    std::string m_piece;
    std::size_t m_at = 0;
};

Result<void> receive(const ModelHeaders& model, PartInput& input, const std::string& folder) {
    SparseCopy copy(folder);
    for (const HeaderFile& file : model.files) {
        if (file.pieces.empty()) {
            STOWAGE_TRY(copy.write(file.name, file.bytes, 0, {}));
        }
        for (const HeaderPiece& piece : file.pieces) {
            for (std::uint64_t done = 0; done < piece.length;) {
                const auto bytes = input.next(piece.length - done);
                STOWAGE_TRY(bytes);
                STOWAGE_TRY(copy.write(file.name, file.bytes, piece.offset + done,
                                       std::as_bytes(std::span(bytes->data(), bytes->size()))));
                done += bytes->size();
            }
        }
    }
    return copy.finish();
}

/// `receive`: what `run --send-weights` starts on another machine. Keeps the part of a model that
/// comes on standard input in a folder that only this user can open, says where, and removes it
/// once that input ends, however that comes about.
class ReceiveVerb : public Verb {
public:
    void describe(CLI::App& /*command*/) override {}

    Result<int> run(CommandContext& context) override {
        std::signal(SIGPIPE, SIG_IGN);  // where nobody listens any more the folder goes, too
        PartInput input(context);
        const auto text = input.line();
        STOWAGE_TRY(text);
        const auto model = parseManifest(*text);
        STOWAGE_TRY(model);
        const auto folder = ScratchFolder::makeLarge();
        STOWAGE_TRY(folder);
        STOWAGE_TRY(requireFreeSpace(folder->path(), model->headerBytes()));
        STOWAGE_TRY(receive(*model, input, folder->path()));
        context.print(jsonText({{"received", {{"folder", folder->path()}}}}));
        while (input.next(kMostManifestBytes)) {  // until whoever sent it needs it no more
        }
        return kExitDone;
    }
};

}  // namespace

std::unique_ptr<Verb> makeReceiveVerb() {
    return std::make_unique<ReceiveVerb>();
}

}  // namespace stowage
