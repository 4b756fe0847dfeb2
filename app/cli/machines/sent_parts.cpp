// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/machines/sent_parts.h"

#include "app/cli/machines/stage_peers.h"
#include "engine/base/byte_size.h"
#include "engine/base/integers.h"
#include "engine/base/json_reader.h"
#include "engine/checkpoint/folder_guard.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <limits>
#include <optional>
#include <thread>
#include <utility>

namespace stowage {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kManifest = "what is sent";
/// No file system has longer files.
constexpr auto kMostFileBytes =
    static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());

std::optional<std::uint64_t> numberOf(const Json& value) {
    return value.is_number_unsigned() ? std::optional(value.get<std::uint64_t>()) : std::nullopt;
}

std::optional<HeaderPiece> pieceOf(const Json& value, std::uint64_t fileBytes) {
    if (!value.is_array() || value.size() != 2) {
        return std::nullopt;
    }
    const auto offset = numberOf(value[0]);
    const auto length = numberOf(value[1]);
    const auto end = offset && length ? checkedAdd(*offset, *length) : std::nullopt;
    return end && *length > 0 && *end <= fileBytes ? std::optional(HeaderPiece{*offset, *length})
                                                   : std::nullopt;
}

std::optional<HeaderFile> fileOf(const Json& value) {
    const auto member = [&](const char* key) {
        return value.is_object() ? value.value(key, Json()) : Json();
    };
    const Json name = member("name");
    const Json pieces = member("pieces");
    const auto bytes = numberOf(member("bytes"));
    // The folder is a new one: nothing in it leads anywhere else.
    if (!name.is_string() || !placeInFolder("", name.get<std::string>(), kManifest) ||
        !pieces.is_array() || !bytes || *bytes > kMostFileBytes) {
        return std::nullopt;
    }
    HeaderFile file{name.get<std::string>(), {}, *bytes};
    for (const Json& one : pieces) {
        const auto piece = pieceOf(one, *bytes);
        if (!piece) {
            return std::nullopt;
        }
        file.pieces.push_back(*piece);
    }
    return file;
}

}  // namespace

std::string manifestText(const ModelHeaders& model) {
    Json files = Json::array();
    for (const HeaderFile& file : model.files) {
        Json pieces = Json::array();
        for (const HeaderPiece& piece : file.pieces) {
            pieces.push_back({piece.offset, piece.length});
        }
        files.push_back({{"name", file.name}, {"bytes", file.bytes}, {"pieces", pieces}});
    }
    return jsonText(Json{{"files", std::move(files)}});
}

Result<ModelHeaders> parseManifest(std::string_view text) {
    const auto object = parseJson(text, kManifest);
    STOWAGE_TRY(object);
    const Json files = object->is_object() ? object->value("files", Json()) : Json();
    const auto refuse = [] {
        return fail(ErrorCode::Malformed, say("The data on standard input is not a part of a model "
                                              "sent by \"stowagectl run --send-weights\"."));
    };
    if (!files.is_array()) {
        return refuse();
    }
    ModelHeaders model;
    std::uint64_t sum = 0;
    for (const Json& one : files) {
        auto file = fileOf(one);
        if (!file) {
            return refuse();
        }
        for (const HeaderPiece& piece : file->pieces) {
            const auto more = checkedAdd(sum, piece.length);
            if (!more) {
                return refuse();
            }
            sum = *more;
        }
        model.files.push_back(std::move(*file));
    }
    return model;
}

namespace {

/// It has to be reached and started first.
constexpr auto kStartPatience = std::chrono::milliseconds(30'000);
constexpr int kLookMilliseconds = 50;  ///< whether the other side has ended
/// How long a machine may take to remove its part once it is asked to.
constexpr auto kRemovePatience = std::chrono::seconds(20);
/// Kept of what a machine says: a shell's greeting and one line are far less.
constexpr std::size_t kMostSaidBytes = kMiB;

Unexpected notSent() {
    return fail(ErrorCode::Cancelled, say("The process was stopped."));
}

Unexpected isSilent() {
    return fail(ErrorCode::DeviceLost,
                say("The machine has not sent or received data for longer than --stage-timeout."));
}

}  // namespace

struct SentParts::Receiver {
    std::string machine;
    const ModelHeaders* part = nullptr;
    MachineCommand command{};
    SentPart sent{};
    std::string output{};
    bool hasEnded = true;  ///< or has not begun
    std::jthread process{};
    std::jthread sender{};

    /// Where it says that the part is; "" where it says nothing yet.
    [[nodiscard]] std::string folder() const {
        return textAt(objectIn(output), "/received/folder");
    }
};

SentParts::SentParts(std::chrono::milliseconds patience)
    : m_patience(std::max(patience, kStartPatience)) {}

SentParts::~SentParts() {
    m_giveUp.request_stop();
    for (const auto& receiver : m_receivers) {
        receiver->sender = {};
        receiver->command.input.write.reset();
    }
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait_for(lock, kRemovePatience, [this] {
            return std::ranges::all_of(m_receivers,
                                       [](const auto& receiver) { return receiver->hasEnded; });
        });
    }
    m_end.request_stop();
    for (const auto& receiver : m_receivers) {
        receiver->process = {};
    }
}

Result<std::vector<SentPart>> SentParts::send(const std::vector<std::string>& machines,
                                              const std::vector<ModelHeaders>& parts,
                                              const std::stop_token& stop,
                                              const ProgressSink& progress) {
    for (std::size_t i = 0; i < machines.size(); ++i) {
        auto command = machineCommand(machines[i], {"receive", "--json"});
        STOWAGE_TRY(command);
        ::fcntl(command->input.write.get(), F_SETFL, O_NONBLOCK);
        auto receiver = std::make_unique<Receiver>();
        receiver->machine = machines[i];
        receiver->part = &parts[i];
        receiver->command = std::move(*command);
        m_receivers.push_back(std::move(receiver));
        m_progress.bytesTotal += parts[i].headerBytes();
    }
    m_progress.phase = phrase("send weights");
    m_throttle = std::make_unique<ProgressThrottle>(progress);
    std::signal(SIGPIPE, SIG_IGN);  // a machine that has ended takes no more
    const std::stop_callback giveUp(stop, [this] { m_giveUp.request_stop(); });
    for (const auto& receiver : m_receivers) {
        receiver->hasEnded = false;
        receiver->process = std::jthread([this, &receiver] { runReceiver(*receiver); });
        receiver->sender = std::jthread([this, &receiver] { sendTo(*receiver); });
    }
    std::vector<SentPart> sent;
    for (const auto& receiver : m_receivers) {
        receiver->sender.join();
        const std::scoped_lock lock(m_mutex);
        sent.push_back(receiver->sent);
    }
    return sent;
}

void SentParts::runReceiver(Receiver& receiver) {
    receiver.command.request.onOutput = [&](std::string_view piece) {
        const std::scoped_lock lock(m_mutex);
        if (receiver.output.size() < kMostSaidBytes) {
            receiver.output += piece;
        }
        m_changed.notify_all();
    };
    auto child = runChild(receiver.command.request, m_end.get_token());
    const std::scoped_lock lock(m_mutex);
    if (child) {
        child->output = receiver.output;
    }
    receiver.sent.answer = answerOf(receiver.machine, child);
    receiver.hasEnded = true;
    m_changed.notify_all();
}

void SentParts::sendTo(Receiver& receiver) {
    const double begin = stageClock();
    const std::string manifest = manifestText(*receiver.part) + "\n";
    Result<void> sent = write(receiver, std::as_bytes(std::span(manifest)));
    if (sent) {
        sent = readHeaders(
            *receiver.part,
            [&](const HeaderFile& file, std::uint64_t, std::span<const std::byte> bytes) {
                auto written = write(receiver, bytes);
                tellProgress(bytes.size(), file.name);
                return written;
            },
            m_giveUp.get_token());
    }
    if (sent) {
        sent = waitForFolder(receiver);
    }
    const std::scoped_lock lock(m_mutex);
    if (sent) {
        const std::string folder = receiver.folder();
        const std::string& open = receiver.part->open;
        receiver.sent = {.answer = {receiver.machine, nullptr},
                         .model = open == "." ? folder : folder + "/" + open,
                         .bytes = receiver.part->headerBytes(),
                         .seconds = stageClock() - begin};
        return;
    }
    // Where it has ended it has said why.
    if (!receiver.hasEnded || receiver.sent.answer.isOk()) {
        receiver.sent.answer = failedAnswer(receiver.machine, sent.error());
    }
    receiver.sent.endedByItself = !m_giveUp.stop_requested();
    m_giveUp.request_stop();
}

Result<void> SentParts::write(Receiver& receiver, std::span<const std::byte> bytes) {
    const int input = receiver.command.input.write.get();
    auto tookAt = std::chrono::steady_clock::now();
    while (!bytes.empty()) {
        const ssize_t count = ::write(input, bytes.data(), bytes.size());
        const auto now = std::chrono::steady_clock::now();
        if (count > 0) {
            bytes = bytes.subspan(static_cast<std::size_t>(count));
            tookAt = now;
            continue;
        }
        pollfd room{input, POLLOUT, 0};
        ::poll(&room, 1, kLookMilliseconds);
        const std::scoped_lock lock(m_mutex);
        if (receiver.hasEnded || m_giveUp.stop_requested()) {
            return notSent();
        }
        if (now - tookAt > m_patience) {
            return isSilent();
        }
    }
    return {};
}

Result<void> SentParts::waitForFolder(Receiver& receiver) {
    std::unique_lock lock(m_mutex);
    const bool isDecided = m_changed.wait_for(lock, m_giveUp.get_token(), m_patience, [&] {
        return receiver.hasEnded || !receiver.folder().empty();
    });
    if (isDecided && !receiver.hasEnded) {
        return {};
    }
    return isDecided || m_giveUp.stop_requested() ? notSent() : isSilent();
}

void SentParts::tellProgress(std::uint64_t bytes, const std::string& file) {
    const std::scoped_lock lock(m_mutex);
    m_progress.bytesDone += bytes;
    m_progress.currentItem = file;
    m_throttle->report(m_progress);
}

}  // namespace stowage
