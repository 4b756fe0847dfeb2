// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_line.h"
#include "app/cli/interruption.h"

#include <iostream>
#include <span>
#include <string>
#include <vector>

int main(int argc, char** argv) {
    const std::span arguments(argv, static_cast<std::size_t>(argc));
    const stowage::Interruption interruption;
    stowage::CommandContext context(interruption, std::cout, std::cerr);
    return stowage::runCommandLine({arguments.begin(), arguments.end()}, context);
}
