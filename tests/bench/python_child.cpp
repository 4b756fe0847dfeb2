// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/python_child.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <vector>

extern char** environ;

namespace stowage::bench {

namespace {

/// STOWAGE_BENCH_PYTHON, STOWAGE_PYTHON, else this one.
std::string pythonProgram(const std::string& otherwise) {
    for (const char* const name : {"STOWAGE_BENCH_PYTHON", "STOWAGE_PYTHON"}) {
        const char* const given = std::getenv(name);
        if (given != nullptr && *given != '\0') {
            return given;
        }
    }
    return otherwise;
}

}  // namespace

PythonChild::PythonChild(const std::string& script, const std::vector<std::string>& arguments,
                         const std::string& usual) {
    // A Python that is gone is noticed by its missing answer.
    ::signal(SIGPIPE, SIG_IGN);
    std::array<int, 2> in{};
    std::array<int, 2> out{};
    if (::pipe2(in.data(), O_CLOEXEC) != 0 || ::pipe2(out.data(), O_CLOEXEC) != 0) {
        m_version = "no pipe can be made";
        return;
    }
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    std::string program = pythonProgram(usual);
    std::vector<std::string> words{program, STOWAGE_BENCH_SOURCE_DIR "/" + script};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> command;
    for (std::string& word : words) {
        command.push_back(word.data());
    }
    command.push_back(nullptr);
    const int failure =
        ::posix_spawnp(&m_process, program.c_str(), &actions, nullptr, command.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    ::close(in[0]);
    ::close(out[1]);
    m_toChild = in[1];
    m_fromChild = out[0];
    const Json answer = failure == 0 ? readAnswer() : Json{{"skipped", "no " + program}};
    m_isThere = answer.contains("version");
    m_version = answer.value(m_isThere ? "version" : "skipped", program + " did not answer");
    m_process = failure == 0 ? m_process : -1;
}

PythonChild::~PythonChild() {
    ::close(m_toChild);
    ::close(m_fromChild);
    if (m_process > 0) {
        ::waitpid(m_process, nullptr, 0);
    }
}

PythonChild::Json PythonChild::ask(const std::string& line) {
    const std::string text = line + "\n";
    if (!m_isThere ||
        ::write(m_toChild, text.data(), text.size()) != static_cast<ssize_t>(text.size())) {
        return Json{{"skipped", m_version}};
    }
    return readAnswer();
}

PythonChild::Json PythonChild::readAnswer() {
    std::array<char, 4096> part{};
    std::size_t end = 0;
    while ((end = m_buffer.find('\n')) == std::string::npos) {
        const ssize_t got = ::read(m_fromChild, part.data(), part.size());
        if (got <= 0) {
            return Json{{"skipped", "Python did not answer"}};
        }
        m_buffer.append(part.data(), static_cast<std::size_t>(got));
    }
    const Json answer = Json::parse(m_buffer.substr(0, end), nullptr, false);
    m_buffer.erase(0, end + 1);
    return answer.is_object() ? answer : Json{{"skipped", "Python answered no JSON"}};
}

}  // namespace stowage::bench
