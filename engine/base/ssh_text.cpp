// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/ssh_text.h"

namespace stowage {

std::optional<Message> sshRefusal(const std::string& host, std::string_view said) {
    const auto says = [said](std::string_view words) {
        return said.find(words) != std::string_view::npos;
    };
    if (says("REMOTE HOST IDENTIFICATION HAS CHANGED")) {
        return say(
            "The host key of %1 is not the key in known_hosts. Ask the administrator of "
            "that machine whether the key was replaced. If it was, remove the old key: "
            "ssh-keygen -R %1",
            host);
    }
    if (says("Host key verification failed")) {
        return say(
            "The host key of %1 is not in known_hosts yet. Connect once in a terminal and "
            "check the key: ssh %1",
            host);
    }
    if (says("Permission denied (")) {
        return say(
            "The login to %1 was denied. Stowage cannot type a password here: set up a key "
            "for this login, or start an ssh agent that has the key.",
            host);
    }
    return std::nullopt;
}

}  // namespace stowage
