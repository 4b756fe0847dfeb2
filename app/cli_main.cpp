// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_line.h"
#include "app/cli/interruption.h"

#include <csignal>
#include <iostream>
#include <span>
#include <string>
#include <vector>

int main(int argc, char** argv) {
    // A limit on the size of files shall be a failed write, told like any other, and no kill.
    std::signal(SIGXFSZ, SIG_IGN);
    const std::span arguments(argv, static_cast<std::size_t>(argc));
    const stowage::Interruption interruption;
    stowage::CommandContext context(interruption, std::cout, std::cerr);
    return stowage::runCommandLine({arguments.begin(), arguments.end()}, context);
}
