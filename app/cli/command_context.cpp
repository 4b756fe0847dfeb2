// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_context.h"

#include "engine/base/byte_size.h"
#include "engine/base/error_conversion.h"
#include "engine/base/json_reader.h"

#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <mutex>
#include <ostream>

namespace stowage {

namespace {

constexpr std::size_t kMaxInputBytes = 256 * kMiB;
constexpr std::size_t kInputChunkBytes = 64 * kKiB;

Unexpected cannotRead() {
    return fail(ErrorCode::ReadFailed,
                say("Standard input cannot be read: %1.", systemErrorText(errno)), kStandardInput);
}

/// What comes next of standard input; empty at its end. Errors: ReadFailed; Cancelled, once one of
/// the others can be read.
Result<std::string> nextPiece(int interruption, int end = -1) {
    std::array<pollfd, 3> waits{pollfd{STDIN_FILENO, POLLIN, 0}, pollfd{interruption, POLLIN, 0},
                                pollfd{end, POLLIN, 0}};
    while (::poll(waits.data(), waits.size(), -1) < 0) {
        if (errno != EINTR) {
            return cannotRead();
        }
    }
    if (waits[1].revents != 0 || waits[2].revents != 0) {
        return fail(ErrorCode::Cancelled, say("Interrupted while reading standard input."));
    }
    std::string piece(kInputChunkBytes, '\0');
    ssize_t count = 0;
    while ((count = ::read(STDIN_FILENO, piece.data(), piece.size())) < 0) {
        if (errno != EINTR) {
            return cannotRead();
        }
    }
    piece.resize(static_cast<std::size_t>(count));
    return piece;
}

}  // namespace

void CommandContext::print(std::string_view text) const {
    static std::mutex one;  // a stage answers its peers while its result is printed
    const std::scoped_lock lock(one);
    std::ostream& stream = m_printsToDiagnostics ? m_diagnostics : m_output;
    stream << text;
    if (!text.empty() && text.back() != '\n') {
        stream << '\n';
    }
    stream.flush();  // answers that come one by one are to be seen one by one
}

void CommandContext::warn(const Message& sentence) const {
    m_diagnostics << sentence.in(translate) << '\n';
}

int CommandContext::reportError(const Error& error) const {
    if (wantsJson()) {
        print(jsonText({{"error", errorJson(error)}}, 2));
    } else {
        m_diagnostics << error.message.in(translate) << '\n';
    }
    return exitStatusFor(error.code);
}

int CommandContext::finish(int status) const {
    m_output.flush();
    if (m_output.good()) {
        return status;
    }
    warn(say("Standard output could not be written, so the result is lost."));
    return exitStatusFor(ErrorCode::WriteFailed);
}

Result<std::string> CommandContext::nextInput(int end) const {
    auto piece = nextPiece(m_interruption.descriptor(), end);
    return !piece && piece.error().code == ErrorCode::Cancelled ? std::string() : piece;
}

Result<std::string> CommandContext::readStandardInput() const {
    if (std::exchange(m_inputTaken, true)) {
        return fail(ErrorCode::InvalidArgument,
                    say("Only one argument can be \"-\": standard input can be read only once."));
    }
    std::string text;
    while (true) {
        const auto piece = nextPiece(m_interruption.descriptor());
        STOWAGE_TRY(piece);
        if (piece->empty()) {
            return text;
        }
        text += *piece;
        if (text.size() > kMaxInputBytes) {
            return fail(
                ErrorCode::LimitExceeded,
                say("Standard input is longer than 256 MiB; give the name of a file instead."),
                kStandardInput);
        }
    }
}

}  // namespace stowage
