// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/options.h"

#include "app/backends.h"
#include "app/completion.h"
#include "engine/base/byte_size.h"
#include "engine/base/strings.h"
#include "engine/checkpoint/keys/key_check.h"
#include "engine/checkpoint/open/companions.h"
#include "engine/plan/map/device_map_text.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QTextBoundaryFinder>

#include <string>
#include <utility>

namespace stowage {
namespace {

constexpr std::uint64_t kUsualContextBytes = 512 * kMiB;

/// Columns of a terminal that QCommandLineParser leaves for an option's help, of the 79 it fills.
constexpr std::size_t kHelpColumns = 50;

struct Definition {
    const char* names;  ///< "gpus", "h,help"
    Phrase help;
    const char* value;
};

constexpr Definition kDefinitions[] = {
    {"prefix",
     phrase("Part of a nested PyTorch checkpoint that contains the model (default: the largest "
            "part)."),
     "P"},
    {"rename",
     phrase("Rename keys that begin with A so that they begin with B, as in module.=; repeatable."),
     "A=B"},
    {"tree", phrase("The .tree.json file of the model (default: the file next to the weights)."),
     "FILE"},
    {"class",
     phrase("The class to build from a config.json (default: the class named in the file)."), "C"},
    {"adapter", phrase("Apply a LoRA adapter to the model without merging it; repeatable."),
     "[NAME=]ADAPTER"},
    {"mtp", phrase("Also plan the model's layers for multi-token prediction."), nullptr},
    {"tenant", phrase("Plan another model on the same devices; repeatable."), "[NAME=]MODEL"},
    {"python",
     phrase("A Python interpreter with transformers, used if Stowage does not support the "
            "model_type."),
     "PY"},
    {"gpus",
     phrase("Simulated GPUs, as in 2GiB:context=512MiB,24GiB:used=13GiB or rtx-4090*2; “real” for "
            "the CUDA devices; “none” for no GPU."),
     "SPEC"},
    {"ram",
     phrase("RAM of the machine to plan for; if larger than the RAM of this machine, models are "
            "planned but not loaded."),
     "SIZE"},
    {"disk",
     phrase("Disk of the machine to plan for; if larger than the disk of this machine, models are "
            "planned but not loaded."),
     "SIZE"},
    {"max-memory",
     phrase("Limits in Accelerate's format: 0=10GiB,cpu=30GiB, or {0: '10GiB', 'cpu': '30GiB'}."),
     "LIMITS"},
    {"theme", phrase("light, dark, high-contrast or system."), "MODE"},
    {"language", phrase("Language of the window for this run: en, ja, zh_CN, ar."), "CODE"},
    {"picture",
     phrase("Save a picture of the window in FILE once the model is planned, then quit."), "FILE"},
    {"load", phrase("Load the model before the picture of the window is taken."), nullptr},
    {"completion", phrase("Print a script that completes these options in bash, zsh or fish."),
     "SHELL"},
    {"h,help", phrase("Show this help."), nullptr},
    {"v,version", phrase("Show the version."), nullptr},
};

/// `text` in lines that a terminal shows within kHelpColumns: QCommandLineParser counts characters,
/// of which those of East Asia are two columns wide and may be parted without a space.
QString wrapped(const std::string& text) {
    const QString whole = QString::fromStdString(text);
    QTextBoundaryFinder places(QTextBoundaryFinder::Line, whole);
    QString lines;
    qsizetype start = 0;
    qsizetype last = 0;
    for (qsizetype next = places.toNextBoundary(); next >= 0; next = places.toNextBoundary()) {
        const QString line = whole.mid(start, next - start).trimmed();
        if (displayWidth(line.toStdString()) > kHelpColumns && last > start) {
            lines += whole.mid(start, last - start).trimmed() + QLatin1Char('\n');
            start = last;
        }
        last = next;
    }
    return lines + whole.mid(start);
}

QStringList namesOf(const Definition& definition) {
    return QString::fromLatin1(definition.names).split(QLatin1Char(','));
}

void define(QCommandLineParser& parser, const Translate& translate) {
    const auto in = [&translate](const Message& text) {
        return QString::fromStdString(text.in(translate));
    };
    parser.setApplicationDescription(
        in(say("Plans on which devices the weights of a neural network are placed, loads the "
               "weights, and shows the memory.")) +
        QLatin1Char('\n') +
        in(say("Example: %1",
               "stowage model.safetensors --gpus 8GiB:context=512MiB,4GiB:context=512MiB")));
    parser.addPositionalArgument(QStringLiteral("MODEL"),
                                 wrapped(say("Checkpoint file or folder, or a project; if omitted, "
                                             "a small sample model is opened.")
                                             .in(translate)),
                                 QStringLiteral("[MODEL]"));
    for (const Definition& definition : kDefinitions) {
        QCommandLineOption option(namesOf(definition),
                                  wrapped(Message(definition.help).in(translate)));
        if (definition.value != nullptr) {
            option.setValueName(QString::fromLatin1(definition.value));
        }
        parser.addOption(option);
    }
}

/// Error: InvalidArgument for another shell.
Result<QString> completionFor(const std::string& name, const Translate& translate) {
    const auto shell = shellFromName(name);
    if (!shell) {
        return fail(
            ErrorCode::InvalidArgument,
            say("There is no completion for the shell \"%1\"; use bash, zsh or fish.", name), {},
            "--completion");
    }
    CompletedCommand program{"stowage", {}, {}};
    for (const Definition& definition : kDefinitions) {
        for (const QString& option : namesOf(definition)) {
            program.options.push_back({(option.size() == 1 ? "-" : "--") + option.toStdString(),
                                       Message(definition.help).in(translate),
                                       definition.value == nullptr ? "" : definition.value});
        }
    }
    return QString::fromStdString(completionScript(program, {}, *shell));
}

Result<ThemeMode> themeFromName(const QString& name) {
    for (const auto& [known, mode] :
         {std::pair("light", ThemeMode::Light), std::pair("dark", ThemeMode::Dark),
          std::pair("high-contrast", ThemeMode::HighContrast),
          std::pair("system", ThemeMode::System)}) {
        if (name == QLatin1String(known)) {
            return mode;
        }
    }
    return fail(ErrorCode::InvalidArgument,
                say("There is no theme “%1”; use light, dark, high-contrast or system.",
                    name.toStdString()),
                {}, "--theme");
}

Unexpected wrongUse(const std::string& option, const Message& sentence) {
    return fail(ErrorCode::InvalidArgument, sentence, {}, option);
}

/// The same; the sentence is the option's name, a colon and `why`.
Unexpected wrongValue(const std::string& option, const Message& why) {
    return wrongUse(option, say("%1: %2", option, why));
}

/// What is chosen about the model, as stowagectl takes it.
Result<void> readOpening(const QCommandLineParser& parser, GuiOptions& options) {
    OpenOptions& opening = options.opening;
    const auto valueOf = [&](const char* name) {
        return parser.value(QString::fromLatin1(name)).toStdString();
    };
    for (const char* const name :
         {"prefix", "rename", "tree", "class", "python", "adapter", "tenant", "mtp"}) {
        if (parser.isSet(QString::fromLatin1(name)) && options.model.isEmpty()) {
            const std::string option = std::string("--") + name;
            return wrongUse(
                option,
                say("%1 applies to a model; specify the file or folder of the model as well.",
                    option));
        }
    }
    if (parser.isSet(QStringLiteral("prefix"))) {
        opening.prefix = valueOf("prefix");
    }
    opening.treeFile = valueOf("tree");
    opening.className = valueOf("class");
    if (parser.isSet(QStringLiteral("python"))) {
        opening.python = OwnPython{.program = valueOf("python")};
    }
    if (parser.isSet(QStringLiteral("tree")) && opening.treeFile.empty()) {
        return wrongUse("--tree",
                        say("--tree is empty; specify a .tree.json file, or leave out --tree."));
    }
    if (parser.isSet(QStringLiteral("class")) && opening.className.empty()) {
        return wrongUse("--class", say("--class is empty; specify a class, or leave out --class."));
    }
    for (const QString& text : parser.values(QStringLiteral("rename"))) {
        auto rename = parseKeyRename(text.toStdString());
        if (!rename) {
            return wrongValue("--rename", rename.error().message);
        }
        opening.renames.push_back(std::move(*rename));
    }
    opening.withMtp = parser.isSet(QStringLiteral("mtp"));
    for (const auto& [name, paths] :
         {std::pair("adapter", &opening.adapters), std::pair("tenant", &opening.tenants)}) {
        for (const QString& text : parser.values(QString::fromLatin1(name))) {
            if (text.isEmpty()) {
                const std::string option = std::string("--") + name;
                return wrongUse(option, say("%1 is empty; specify a folder or a file.", option));
            }
            paths->push_back(parseNamedPath(text.toStdString()));
        }
    }
    return {};
}

/// --ram and --disk; nothing where the option is not there.
Result<std::optional<std::uint64_t>> readCapacity(const QCommandLineParser& parser,
                                                  const char* name,
                                                  std::vector<Message>& warnings) {
    const QString key = QString::fromLatin1(name);
    if (!parser.isSet(key)) {
        return std::optional<std::uint64_t>();
    }
    const QString text = parser.value(key);
    const auto size = parseCapacity(text.toStdString());
    if (!size) {
        return wrongValue("--" + key.toStdString(), size.error().message);
    }
    if (size->countedBits) {
        warnings.push_back(say("--%1: “%2” is in bits; write a capital B for bytes.",
                               key.toStdString(), text.toStdString()));
    }
    return std::optional(static_cast<std::uint64_t>(size->bytes));
}

/// The value of `--gpus`: "real", "none" or simulated ones (parseSimulatedGpus).
/// Errors: InvalidArgument; for "real" also where there is no real one to be used.
Result<std::vector<DeviceInfo>> parseWindowGpus(const std::string& spec) {
    if (spec != "real") {
        return parseSimulatedGpus(spec);
    }
    std::vector<DeviceInfo> gpus = listRealGpus();
    if (gpus.empty()) {
        return fail(ErrorCode::InvalidArgument,
                    say("--gpus real: no CUDA device can be used on this machine (stowagectl "
                        "devices --gpus real shows why); simulate GPUs, as in --gpus 24GiB,24GiB."),
                    {}, "--gpus");
    }
    return gpus;
}

Result<void> readDevices(const QCommandLineParser& parser, GuiOptions& options) {
    if (parser.isSet(QStringLiteral("gpus"))) {
        auto gpus = parseWindowGpus(parser.value(QStringLiteral("gpus")).toStdString());
        STOWAGE_TRY(gpus);
        options.gpus = std::move(gpus).value();
    }
    auto ram = readCapacity(parser, "ram", options.warnings);
    auto disk = readCapacity(parser, "disk", options.warnings);
    if (!ram || !disk) {
        return !ram ? ram.unexpected() : disk.unexpected();
    }
    options.ram = *ram;
    options.disk = *disk;
    if (parser.isSet(QStringLiteral("max-memory"))) {
        auto budgets = parseLimitsText(parser.value(QStringLiteral("max-memory")).toStdString(),
                                       options.warnings);
        if (!budgets) {
            return budgets.error().key.empty() ? wrongValue("--max-memory", budgets.error().message)
                                               : budgets.unexpected();
        }
        options.budgets = std::move(budgets).value();
    }
    return {};
}

}  // namespace

std::vector<DeviceInfo> simulatedStartGpus() {
    std::vector<DeviceInfo> gpus;
    for (std::uint32_t index = 0; index < 2; ++index) {
        DeviceInfo gpu;
        gpu.id = DeviceId::gpu(index);
        gpu.name = "Simulated, 2 GiB";
        gpu.simulated = true;
        gpu.capacity = 2 * kGiB;
        gpu.context = kUsualContextBytes;
        gpus.push_back(gpu);
    }
    return gpus;
}

Result<GuiOptions> parseGuiOptions(const QStringList& arguments, const Language& language) {
    QCommandLineParser parser;
    define(parser, translateBy(nullptr));
    if (!parser.parse(arguments)) {
        return fail(ErrorCode::InvalidArgument,
                    say("%1 See stowage --help.", parser.errorText().toStdString()));
    }
    GuiOptions options;
    if (parser.isSet(QStringLiteral("help"))) {
        QCommandLineParser inLanguage;
        define(inLanguage, translateBy(engineCatalogue(language)));
        options.answer = inLanguage.helpText();
        return options;
    }
    if (parser.isSet(QStringLiteral("completion"))) {
        auto script = completionFor(parser.value(QStringLiteral("completion")).toStdString(),
                                    translateBy(engineCatalogue(language)));
        STOWAGE_TRY(script);
        options.answer = std::move(script).value();
        return options;
    }
    options.version = parser.isSet(QStringLiteral("version"));
    if (parser.positionalArguments().size() > 1) {
        return fail(ErrorCode::InvalidArgument,
                    say("Only one model can be open at a time; specify one file or folder."));
    }
    options.model = parser.positionalArguments().value(0);
    STOWAGE_TRY(readOpening(parser, options));
    STOWAGE_TRY(readDevices(parser, options));
    if (parser.isSet(QStringLiteral("theme"))) {
        const auto theme = themeFromName(parser.value(QStringLiteral("theme")));
        STOWAGE_TRY(theme);
        options.theme = *theme;
    }
    if (parser.isSet(QStringLiteral("language"))) {
        const std::string code = parser.value(QStringLiteral("language")).toStdString();
        if (languageByCode(code) == nullptr) {
            return fail(
                ErrorCode::InvalidArgument,
                say("Stowage does not support the language “%1”; use en, ja, zh_CN or ar.", code),
                {}, "--language");
        }
        options.language = QString::fromStdString(code);
    }
    options.picture = parser.value(QStringLiteral("picture"));
    options.load = parser.isSet(QStringLiteral("load"));
    if (options.load && options.picture.isEmpty()) {
        return wrongUse("--load",
                        say("--load works only with --picture; specify --picture FILE as well."));
    }
    return options;
}

}  // namespace stowage
