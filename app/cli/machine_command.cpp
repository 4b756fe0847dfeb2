// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/machine_command.h"

#include "app/cli/common_options.h"
#include "engine/base/byte_size.h"
#include "engine/exchange/export_text.h"

#include <algorithm>
#include <utility>

namespace stowage {

namespace {

/// What the shell of a far machine runs. Without a terminal ssh tells a far program nothing when it
/// ends here, but standard input ends: then the command is stopped, and gives everything back. Only
/// commands that are built into the shell wait for that, so that none of them is left.
std::string farCommand(const std::vector<std::string>& arguments, MachineInput input) {
    std::string words;
    for (const std::string& argument : arguments) {
        words += " " + shellWord(argument);
    }
    // Before the rest of the PATH, as in the window: what was installed there by it may stand in
    // for an older one.
    const std::string path = "PATH=\"$HOME/.local/bin:$PATH\"; ";
    const std::string run =
        input == MachineInput::Lines
            ? "exec stowagectl" + words
            : "exec 3<&0; stowagectl" + words +
                  " </dev/null & load=$!; { read -r end; kill $load; } <&3 >/dev/null 2>&1 & "
                  "watch=$!; wait $load; status=$?; kill $watch 2>/dev/null; exit $status";
    return "exec sh -c " + shellWord(path + run);
}

}  // namespace

Result<void> checkMachineName(const std::string& option, const std::string& name) {
    // ssh would take it for an option, or for a name with signs that none has.
    const auto isNone = [](unsigned char sign) { return sign <= ' ' || sign == 0x7F; };
    if (name.empty() || name.front() == '-' || std::ranges::any_of(name, isNone)) {
        return wrongValue(option, say("\"%1\" is no name of a machine.", name));
    }
    return {};
}

Result<MachineCommand> machineCommand(const std::string& machine,
                                      const std::vector<std::string>& arguments,
                                      MachineInput input) {
    MachineCommand made;
    ChildRequest& request = made.request;
    const bool isHere = isThisMachine(machine);
    if (isHere) {
        request.command = {"/proc/self/exe"};
        request.command.insert(request.command.end(), arguments.begin(), arguments.end());
    } else {
        request.command = {"ssh",   "-T",
                           "-o",    "BatchMode=yes",
                           "-o",    "ConnectTimeout=15",
                           "-o",    "ServerAliveInterval=10",
                           machine, farCommand(arguments, input)};
    }
    if (!isHere || input == MachineInput::Lines) {
        auto pipe = makeChildPipe(isHere ? "stowagectl" : "ssh");
        STOWAGE_TRY(pipe);
        made.input = std::move(*pipe);
        request.input = made.input.read.get();
    }
    // What a far shell is to run is one argument.
    const std::size_t longest = std::ranges::max(request.command, {}, &std::string::size).size();
    if (longest > kMostArgumentBytes) {
        return fail(ErrorCode::LimitExceeded,
                    say("A command for %1 has %2 with its device map, and none may have more than "
                        "%3; give the map fewer entries.",
                        machine, formatSize(longest), formatSize(kMostArgumentBytes)));
    }
    return made;
}

}  // namespace stowage
