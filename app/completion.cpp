// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/completion.h"

#include <utility>

namespace stowage {
namespace {

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

std::string names(const std::vector<CompletedOption>& options) {
    std::string list;
    for (const CompletedOption& option : options) {
        list += (list.empty() ? "" : " ") + option.name;
    }
    return list;
}

std::string bashScript(const CompletedCommand& program,
                       const std::vector<CompletedCommand>& commands) {
    std::string verbs;
    std::string cases;
    for (const CompletedCommand& command : commands) {
        verbs += (verbs.empty() ? "" : " ") + command.name;
        cases += "    " + command.name + ") options+=' " + names(command.options) + "' ;;\n";
    }
    std::string script = "# Completion for " + program.name +
                         " in bash.\n"
                         "_" +
                         program.name +
                         "() {\n"
                         "    local word=${COMP_WORDS[COMP_CWORD]} options='" +
                         names(program.options) + "'\n";
    if (!commands.empty()) {
        script += "    local verb= known=' " + verbs +
                  " ' i\n"
                  "    for ((i = 1; i < COMP_CWORD; i++)); do\n"
                  "        if [[ $known == *\" ${COMP_WORDS[i]} \"* ]]; then\n"
                  "            verb=${COMP_WORDS[i]}\n"
                  "            break\n"
                  "        fi\n"
                  "    done\n"
                  "    case $verb in\n" +
                  cases + "    esac\n";
    }
    script +=
        "    if [[ $word == -* ]]; then\n"
        "        mapfile -t COMPREPLY < <(compgen -W \"$options\" -- \"$word\")\n";
    if (!commands.empty()) {
        script +=
            "    elif [[ -z $verb ]]; then\n"
            "        mapfile -t COMPREPLY < <(compgen -W \"$known\" -- \"$word\")\n";
    }
    return script +
           "    else\n"
           "        mapfile -t COMPREPLY < <(compgen -f -- \"$word\")\n"
           "    fi\n"
           "}\n"
           "complete -o filenames -F _" +
           program.name + " " + program.name + "\n";
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

std::string zshArguments(const std::vector<CompletedOption>& options) {
    std::string lines;
    for (const CompletedOption& option : options) {
        const std::string value =
            option.value.empty() ? std::string() : ":" + zshHelp(option.value) + ":_files";
        lines += " \\\n            " +
                 quoted("*" + option.name + "[" + zshHelp(option.help) + "]" + value, Shell::Zsh);
    }
    return lines;
}

/// What a program without commands, or one command, takes.
std::string zshWhole(const std::vector<CompletedOption>& options) {
    return "_arguments" + zshArguments(options) + " \\\n            '*:file:_files'\n";
}

std::string zshScript(const CompletedCommand& program,
                      const std::vector<CompletedCommand>& commands) {
    const std::string start = "#compdef " + program.name + "\n# Completion for " + program.name +
                              " in zsh.\n"
                              "_" +
                              program.name + "() {\n";
    const std::string end = "}\n_" + program.name + " \"$@\"\n";
    if (commands.empty()) {
        return start + "    " + zshWhole(program.options) + end;
    }
    std::string verbs;
    std::string cases;
    for (const CompletedCommand& command : commands) {
        verbs += "        " + quoted(command.name + ":" + command.help, Shell::Zsh) + "\n";
        std::vector<CompletedOption> options = command.options;
        options.insert(options.end(), program.options.begin(), program.options.end());
        cases +=
            "        " + command.name + ")\n            " + zshWhole(options) + "            ;;\n";
    }
    return start +
           "    local context state line\n"
           "    local -a verbs=(\n" +
           verbs +
           "    )\n"
           "    _arguments -C" +
           zshArguments(program.options) +
           " \\\n            '1: :->verb' '*:: :->rest'\n"
           "    case $state in\n"
           "    verb) _describe command verbs ;;\n"
           "    rest)\n"
           "        case $words[1] in\n" +
           cases +
           "        esac\n"
           "        ;;\n"
           "    esac\n" +
           end;
}

std::string fishLines(const std::string& start, const std::vector<CompletedOption>& options) {
    std::string lines;
    for (const CompletedOption& option : options) {
        const bool isLong = option.name.starts_with("--");
        lines +=
            start + (isLong ? " -l " + option.name.substr(2) : " -s " + option.name.substr(1)) +
            (option.value.empty() ? "" : " -r") + " -d " + quoted(option.help, Shell::Fish) + "\n";
    }
    return lines;
}

std::string fishScript(const CompletedCommand& program,
                       const std::vector<CompletedCommand>& commands) {
    const std::string start = "complete -c " + program.name;
    std::string script =
        "# Completion for " + program.name + " in fish.\n" + fishLines(start, program.options);
    for (const CompletedCommand& command : commands) {
        script += start + " -n __fish_use_subcommand -f -a " + command.name + " -d " +
                  quoted(command.help, Shell::Fish) + "\n" +
                  fishLines(start + " -n '__fish_seen_subcommand_from " + command.name + "'",
                            command.options);
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

std::string completionScript(const CompletedCommand& program,
                             const std::vector<CompletedCommand>& commands, Shell shell) {
    switch (shell) {
        case Shell::Bash:
            return bashScript(program, commands);
        case Shell::Zsh:
            return zshScript(program, commands);
        case Shell::Fish:
            return fishScript(program, commands);
    }
    return {};
}

}  // namespace stowage
