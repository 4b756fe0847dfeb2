// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/job_channel.h"

#include "engine/base/json_reader.h"

#include <sys/eventfd.h>
#include <unistd.h>

#include <utility>

namespace stowage {

void CommandInput::stop() {
    if (m_stop >= 0) {
        m_isStopped = true;
        (void)::eventfd_write(m_stop, 1);
        wait();
        ::close(std::exchange(m_stop, -1));
    }
}

Result<std::string> CommandInput::readLine() {
    while (true) {
        if (const auto line = m_lines.next()) {
            return line->isCut
                       ? fail(ErrorCode::LimitExceeded, say("The job is longer than %1.", "64 MiB"))
                       : Result<std::string>(std::string(line->text));
        }
        const auto piece = m_context.nextInput();
        STOWAGE_TRY(piece);
        if (piece->empty()) {
            return std::string();
        }
        m_lines.add(*piece);
    }
}

void CommandInput::follow(PauseGate& gate, std::function<void()> atEnd) {
    m_stop = ::eventfd(0, EFD_CLOEXEC);
    m_thread = std::thread([this, &gate, atEnd = std::move(atEnd)] {
        read(gate);
        gate.resume();  // nobody is left to resume a paused load
        if (atEnd && !m_isStopped) {
            atEnd();
        }
    });
}

void CommandInput::read(PauseGate& gate) {
    while (true) {
        while (const auto line = m_lines.next()) {
            if (line->text == "pause" || line->text == "step") {
                gate.pause();
            }
            if (line->text == "resume") {
                gate.resume();
            } else if (line->text == "step") {
                gate.step();
            }
        }
        const auto piece = m_context.nextInput(m_stop);
        if (!piece || piece->empty()) {
            return;
        }
        m_lines.add(*piece);
    }
}

void CommandInput::wait() {
    if (m_thread.joinable()) {
        m_thread.join();
    }
}

void JobChannel::tell(std::string_view object) const {
    m_output.print("{\"progress\":" + std::string(object) + "}");
}

void JobChannel::keepLoaded(const nlohmann::ordered_json& report) {
    m_isLoaded = true;
    if (m_wishes.hold) {
        tell(jsonText({{"loaded", report}}));
        m_input.wait();
    }
}

}  // namespace stowage
