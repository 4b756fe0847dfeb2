// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/completion.h"

#include <CLI/CLI.hpp>

#include <utility>
#include <vector>

namespace stowage {
namespace {

/// An option as shells know it.
struct Flag {
    std::string name;  ///< "--method", "-h"
    std::string help;
    std::string value;  ///< what its value is called; "" where it takes none
};

struct Command {
    std::string name;
    std::string help;
    std::vector<Flag> flags;
};

std::vector<Flag> flagsOf(const CLI::App& app) {
    std::vector<Flag> flags;
    for (const CLI::Option* const option : app.get_options()) {
        const bool takesValue = option->get_type_size() != 0;
        std::string value = takesValue ? option->get_type_name() : std::string();
        value = takesValue && value.empty() ? "VALUE" : value;
        for (const std::string& name : option->get_lnames()) {
            flags.push_back({"--" + name, option->get_description(), value});
        }
        for (const std::string& name : option->get_snames()) {
            flags.push_back({"-" + name, option->get_description(), value});
        }
    }
    return flags;
}

std::vector<Command> commandsOf(const CLI::App& program) {
    std::vector<Command> commands;
    for (const CLI::App* const command : program.get_subcommands({})) {
        commands.push_back({command->get_name(), command->get_description(), flagsOf(*command)});
    }
    return commands;
}

/// `text` between single quotes, as all three shells read it.
std::string quoted(const std::string& text, Shell shell) {
    std::string inside;
    for (const char c : text) {
        if (shell == Shell::Fish) {
            inside += c == '\'' || c == '\\' ? std::string("\\") + c : std::string(1, c);
        } else {
            inside += c == '\'' ? std::string("'\\''") : std::string(1, c);
        }
    }
    return "'" + inside + "'";
}

std::string names(const std::vector<Flag>& flags) {
    std::string list;
    for (const Flag& flag : flags) {
        list += (list.empty() ? "" : " ") + flag.name;
    }
    return list;
}

std::string bashScript(const std::string& program, const std::vector<Flag>& common,
                       const std::vector<Command>& commands) {
    std::string verbs;
    std::string cases;
    for (const Command& command : commands) {
        verbs += (verbs.empty() ? "" : " ") + command.name;
        cases += "    " + command.name + ") options='" + names(command.flags) + "' ;;\n";
    }
    return "# Completion for " + program +
           " in bash.\n"
           "_" +
           program +
           "() {\n"
           "    local word=${COMP_WORDS[COMP_CWORD]} verb= options= known=' " +
           verbs +
           " ' i\n"
           "    for ((i = 1; i < COMP_CWORD; i++)); do\n"
           "        if [[ $known == *\" ${COMP_WORDS[i]} \"* ]]; then\n"
           "            verb=${COMP_WORDS[i]}\n"
           "            break\n"
           "        fi\n"
           "    done\n"
           "    case $verb in\n" +
           cases +
           "    esac\n"
           "    if [[ $word == -* ]]; then\n"
           "        mapfile -t COMPREPLY < <(compgen -W \"$options " +
           names(common) +
           "\" -- \"$word\")\n"
           "    elif [[ -z $verb ]]; then\n"
           "        mapfile -t COMPREPLY < <(compgen -W \"$known\" -- \"$word\")\n"
           "    else\n"
           "        mapfile -t COMPREPLY < <(compgen -f -- \"$word\")\n"
           "    fi\n"
           "}\n"
           "complete -o filenames -F _" +
           program + " " + program + "\n";
}

/// In the help of an option, these begin and end something in _arguments.
std::string zshHelp(const std::string& help) {
    std::string escaped;
    for (const char c : help) {
        const bool isSpecial = c == '[' || c == ']' || c == ':' || c == '\\';
        escaped += isSpecial ? std::string("\\") + c : std::string(1, c);
    }
    return escaped;
}

std::string zshArguments(const std::vector<Flag>& flags) {
    std::string lines;
    for (const Flag& flag : flags) {
        const std::string value =
            flag.value.empty() ? std::string() : ":" + zshHelp(flag.value) + ":_files";
        lines += " \\\n            " +
                 quoted("*" + flag.name + "[" + zshHelp(flag.help) + "]" + value, Shell::Zsh);
    }
    return lines;
}

std::string zshScript(const std::string& program, const std::vector<Flag>& common,
                      const std::vector<Command>& commands) {
    std::string verbs;
    std::string cases;
    for (const Command& command : commands) {
        verbs += "        " + quoted(command.name + ":" + command.help, Shell::Zsh) + "\n";
        cases += "        " + command.name + ")\n            _arguments" +
                 zshArguments(command.flags) + zshArguments(common) +
                 " \\\n            '*:file:_files'\n            ;;\n";
    }
    return "#compdef " + program + "\n# Completion for " + program +
           " in zsh.\n"
           "_" +
           program +
           "() {\n"
           "    local context state line\n"
           "    local -a verbs=(\n" +
           verbs +
           "    )\n"
           "    _arguments -C" +
           zshArguments(common) +
           " \\\n            '1: :->verb' '*:: :->rest'\n"
           "    case $state in\n"
           "    verb) _describe command verbs ;;\n"
           "    rest)\n"
           "        case $words[1] in\n" +
           cases +
           "        esac\n"
           "        ;;\n"
           "    esac\n"
           "}\n"
           "_" +
           program + " \"$@\"\n";
}

std::string fishLines(const std::string& start, const std::vector<Flag>& flags) {
    std::string lines;
    for (const Flag& flag : flags) {
        const bool isLong = flag.name.starts_with("--");
        lines += start + (isLong ? " -l " + flag.name.substr(2) : " -s " + flag.name.substr(1)) +
                 (flag.value.empty() ? "" : " -r") + " -d " + quoted(flag.help, Shell::Fish) + "\n";
    }
    return lines;
}

std::string fishScript(const std::string& program, const std::vector<Flag>& common,
                       const std::vector<Command>& commands) {
    const std::string start = "complete -c " + program;
    std::string script = "# Completion for " + program + " in fish.\n" + fishLines(start, common);
    for (const Command& command : commands) {
        script += start + " -n __fish_use_subcommand -f -a " + command.name + " -d " +
                  quoted(command.help, Shell::Fish) + "\n" +
                  fishLines(start + " -n '__fish_seen_subcommand_from " + command.name + "'",
                            command.flags);
    }
    return script;
}

}  // namespace

std::optional<Shell> shellFromName(std::string_view name) {
    for (const auto& [known, shell] : {std::pair("bash", Shell::Bash), std::pair("zsh", Shell::Zsh),
                                       std::pair("fish", Shell::Fish)}) {
        if (name == known) {
            return shell;
        }
    }
    return std::nullopt;
}

std::string completionScript(const CLI::App& program, Shell shell) {
    const std::vector<Flag> common = flagsOf(program);
    const std::vector<Command> commands = commandsOf(program);
    switch (shell) {
        case Shell::Bash:
            return bashScript(program.get_name(), common, commands);
        case Shell::Zsh:
            return zshScript(program.get_name(), common, commands);
        case Shell::Fish:
            return fishScript(program.get_name(), common, commands);
    }
    return {};
}

}  // namespace stowage
