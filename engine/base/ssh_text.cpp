// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/ssh_text.h"

#include <cctype>

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

std::string shellWord(const std::string& word) {
    bool isPlain = !word.empty();
    for (const char c : word) {
        const bool isSign = std::string_view("_-./:,=@%+").find(c) != std::string_view::npos;
        isPlain = isPlain && (isSign || std::isalnum(static_cast<unsigned char>(c)) != 0);
    }
    if (isPlain) {
        return word;
    }
    std::string quoted = "'";
    for (const char c : word) {
        quoted += c == '\'' ? "'\\''" : std::string(1, c);
    }
    return quoted + "'";
}

std::vector<std::string> sshCommandFor(const std::string& machine, const std::string& words) {
    return {"ssh",   "-T",
            "-o",    "BatchMode=yes",
            "-o",    "ConnectTimeout=15",
            "-o",    "ServerAliveInterval=10",
            machine, "exec sh -c " + shellWord(words)};
}

}  // namespace stowage
