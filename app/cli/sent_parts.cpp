// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/sent_parts.h"

#include "app/cli/machine_command.h"
#include "app/cli/model_manifest.h"
#include "app/cli/stage_peers.h"
#include "engine/base/byte_size.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <string_view>
#include <thread>
#include <utility>

namespace stowage {

namespace {

/// It has to be reached and started first.
constexpr auto kStartPatience = std::chrono::milliseconds(30'000);
constexpr int kLookMilliseconds = 50;  ///< whether the other side has ended
/// How long a machine may take to remove its part once it is asked to.
constexpr auto kRemovePatience = std::chrono::seconds(20);
/// Kept of what a machine says: a shell's greeting and one line are far less.
constexpr std::size_t kMostSaidBytes = kMiB;

Unexpected notSent() {
    return fail(ErrorCode::Cancelled, say("It was stopped."));
}

Unexpected isSilent() {
    return fail(ErrorCode::DeviceLost,
                say("It has neither taken nor told anything for longer than --stage-timeout."));
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
        auto command = machineCommand(machines[i], {"receive", "--json"}, MachineInput::Lines);
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
        receiver.sent.answer =
            failedAnswer(receiver.machine, sent.error().code, sent.error().message);
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
