// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/job_channel.h"
#include "app/cli/options/common_options.h"
#include "app/cli/verbs/verbs.h"
#include "engine/base/byte_size.h"
#include "engine/base/checksums.h"
#include "engine/base/json_reader.h"
#include "engine/base/strings.h"
#include "engine/checkpoint/keys/joined_checkpoint.h"
#include "engine/checkpoint/open/companions.h"
#include "engine/checkpoint/open/headers_only.h"
#include "engine/checkpoint/open/open_checkpoint.h"

#include <CLI/CLI.hpp>

#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace stowage {
namespace {

using Json = nlohmann::ordered_json;

/// `headers MODEL DIR`: a copy of a model with holes where its tensors lie; or the same as lines,
/// which `serve` sends.
class HeadersVerb : public Verb {
public:
    void describe(CLI::App& command) override;
    [[nodiscard]] Result<int> run(CommandContext& context) override;

private:
    [[nodiscard]] Result<ModelHeaders> headers(const CommandContext& context) const;
    [[nodiscard]] Result<int> printLines(const ModelHeaders& headers,
                                         const CommandContext& context) const;

    std::string m_model;
    std::string m_folder;
    std::string m_machine;
    bool m_lines = false;
};

Json summaryOf(const ModelHeaders& headers) {
    const std::string model =
        headers.open == "." ? headers.folder : headers.folder + "/" + headers.open;
    Json summary{{"model", model},
                 {"open", headers.open},
                 {"files", headers.files.size()},
                 {"bytes", headers.bytes()},
                 {"sent", headers.headerBytes()}};
    for (const auto& [member, paths] :
         {std::pair("adapters", &headers.adapters), std::pair("tenants", &headers.tenants)}) {
        for (const NamedPath& path : *paths) {
            summary[member].push_back({{"name", path.name}, {"path", path.path}});
        }
    }
    if (!headers.treeFile.empty()) {
        summary["tree"] = headers.treeFile;
    }
    return summary;
}

void HeadersVerb::describe(CLI::App& command) {
    command.add_option("MODEL", m_model)->required();
    auto* const folder = command.add_option("DIR", m_folder);
    command.add_flag("--lines", m_lines)->excludes(folder);
    addTextOption(command, "--machine", "HOST", m_machine);
}

/// Further models are opened beside the model, which says whether they can be.
Result<void> addTenants(ModelHeaders& headers, const std::shared_ptr<const Checkpoint>& checkpoint,
                        const OpenOptions& options, const std::stop_token& stop) {
    const auto together = openBeside(checkpoint, options, stop);
    STOWAGE_TRY(together);
    const auto& models = *(*together)->tenants;  // the model itself is the first
    for (std::size_t i = 0; i < options.tenants.size(); ++i) {
        STOWAGE_TRY(addTenant(headers, options.tenants[i], *models[i + 1].checkpoint));
    }
    return {};
}

/// An adapter's own folder is its base model with it, as where it is opened.
Result<ModelHeaders> HeadersVerb::headers(const CommandContext& context) const {
    OpenOptions options = context.opening;
    std::vector<NamedPath> adapters = std::exchange(options.adapters, {});
    OpenOptions beside;
    beside.python = options.python;
    beside.tenants = std::exchange(options.tenants, {});
    const std::string base = localBaseOf(m_model);
    const bool isOver = !base.empty() && !isAdapterFolder(base);
    if (isOver) {
        adapters.insert(adapters.begin(), parseNamedPath("=" + m_model));
    }
    const auto checkpoint = openCheckpoint(isOver ? base : m_model, options, context.stop());
    STOWAGE_TRY(checkpoint);
    auto headers = headersOf(**checkpoint);
    STOWAGE_TRY(headers);
    for (const NamedPath& adapter : adapters) {
        STOWAGE_TRY(addAdapter(*headers, adapter, context.stop()));
    }
    if (!beside.tenants.empty()) {
        STOWAGE_TRY(addTenants(*headers, *checkpoint, beside, context.stop()));
    }
    if (!options.treeFile.empty()) {
        std::error_code failure;
        const auto tree = std::filesystem::absolute(options.treeFile, failure).lexically_normal();
        STOWAGE_TRY(addTreeFile(*headers, tree.string()));
    }
    return headers;
}

Result<int> HeadersVerb::printLines(const ModelHeaders& headers,
                                    const CommandContext& context) const {
    STOWAGE_TRY(readHeaders(
        headers,
        [&](const HeaderFile& file, std::uint64_t offset,
            std::span<const std::byte> bytes) -> Result<void> {
            const std::string line = jsonText(Json{{"file", file.name},
                                                   {"bytes", file.bytes},
                                                   {"offset", offset},
                                                   {"data", base64Text(bytes)}});
            if (context.job != nullptr) {
                context.job->tell(line);
            } else {
                context.print(line);
            }
            return {};
        },
        context.stop()));
    context.print(jsonText(summaryOf(headers)));
    return kExitDone;
}

Result<int> HeadersVerb::run(CommandContext& context) {
    if (m_folder.empty() && !m_lines) {
        return wrongOption("DIR",
                           say("Give the folder for the copy, or print the copy with --lines."));
    }
    auto read = headers(context);
    STOWAGE_TRY(read);
    if (m_lines) {
        leaveOutTokenizers(*read);  // they would be most of what is sent
        return printLines(*read, context);
    }
    const Json summary = summaryOf(*read);
    STOWAGE_TRY(writeHeadersCopy(*read, m_folder, {m_machine, summary["model"].get<std::string>()},
                                 context.stop()));
    if (context.wantsJson()) {
        context.print(jsonText(summary, 2));
    } else {
        const std::size_t files = read->files.size();
        const std::string part = formatSize(read->headerBytes());
        const std::string whole = formatSize(read->bytes());
        context.printText(
            files == 1
                ? say("%1 now contains the headers of %2 (%3 in %5 file; the whole model has %4).",
                      m_folder, m_model, part, whole, files)
                : say("%1 now contains the headers of %2 (%3 in %5 files; the whole model has %4).",
                      m_folder, m_model, part, whole, files));
        const auto typed = [](const NamedPath& path) {
            return printableText(path.name.empty() ? path.path : path.name + "=" + path.path);
        };
        for (const NamedPath& adapter : read->adapters) {
            context.printText(
                say("The copy also contains the headers of an adapter: include the adapter in a "
                    "plan with --adapter %1.",
                    typed(adapter)));
        }
        for (const NamedPath& tenant : read->tenants) {
            context.printText(
                say("The copy also contains the headers of another model: include this model in a "
                    "plan with --tenant %1.",
                    typed(tenant)));
        }
        if (!read->treeFile.empty()) {
            context.printText(say(
                "The copy also contains the module tree: use this tree for a plan with --tree %1.",
                printableText(read->treeFile)));
        }
    }
    return kExitDone;
}

}  // namespace

std::unique_ptr<Verb> makeHeadersVerb() {
    return std::make_unique<HeadersVerb>();
}

}  // namespace stowage
