// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/held_load.h"

#include "app/cli/command_context.h"
#include "engine/base/job_control.h"
#include "engine/base/strings.h"

#include <sys/eventfd.h>
#include <unistd.h>

#include <string_view>

namespace stowage {
namespace {

constexpr std::size_t kMostLoadWord = 64;  ///< bytes; no line that counts is as long

void follow(std::string_view line, PauseGate& gate) {
    if (line == "pause") {
        gate.pause();
    } else if (line == "resume") {
        gate.resume();
    } else if (line == "step") {
        gate.pause();
        gate.step();
    }
}

void followInput(PauseGate& gate, const CommandContext& context, int end) {
    LineSplitter lines(kMostLoadWord);
    while (true) {
        const auto piece = context.nextInput(end);
        if (!piece || piece->empty()) {
            gate.resume();  // nobody is left to let a paused load go on
            return;
        }
        lines.add(*piece);
        while (const auto line = lines.next()) {
            follow(line->text, gate);
        }
    }
}

}  // namespace

HeldLoad::HeldLoad(PauseGate* gate, const CommandContext& context) {
    if (gate != nullptr) {
        m_end = ::eventfd(0, EFD_CLOEXEC);
        m_thread = std::thread([gate, &context, end = m_end] { followInput(*gate, context, end); });
    }
}

HeldLoad::~HeldLoad() {
    if (m_end >= 0) {
        (void)::eventfd_write(m_end, 1);
        wait();
        ::close(m_end);
    }
}

void HeldLoad::wait() {
    if (m_thread.joinable()) {
        m_thread.join();
    }
}

}  // namespace stowage
