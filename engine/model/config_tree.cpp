// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/config_tree.h"

#include "engine/base/json_reader.h"
#include "engine/base/utf8.h"
#include "engine/model/config_fields.h"
#include "engine/model/tensor_size.h"

#include <algorithm>
#include <utility>

namespace stowage {
namespace {

constexpr unsigned kMaxConfigDepth = 64;
/// The deepest models have a few hundred layers.
constexpr std::int64_t kMaxRepeats = 1024;
constexpr std::size_t kMaxModules = std::size_t{1} << 16;
/// Classes inside classes; a class that holds itself is a defect of the data.
constexpr unsigned kMaxNesting = 64;

std::string joined(const std::string& path, const std::string& name) {
    return path.empty() || name.empty() ? path + name : path + "." + name;
}

/// Registers the modules of a class and of those inside it.
class ConfigTreeMaker {
public:
    ConfigTreeMaker(const ArchitectureFile& architecture, const ConfigScope& fields, DType dtype,
                    std::string file)
        : m_architecture(architecture), m_fields(fields), m_dtype(dtype), m_file(std::move(file)) {}

    Result<ModelDraft> make(const std::string& className) {
        ModelDraft draft;
        ArchitectureMember root;
        root.name = className;
        if (const auto made = fill(draft.root, root, m_fields, {}, 0); !made) {
            return made.unexpected();
        }
        draft.tied = std::move(m_tied);
        draft.noSplitClasses = m_architecture.noSplitClasses;
        std::ranges::sort(draft.noSplitClasses);
        draft.architecture = m_architecture.name;
        return draft;
    }

private:
    using Kind = ArchitectureMember::Kind;

    Unexpected defect(const std::string& path, const std::string& reason) const {
        return fail(ErrorCode::Internal, "The architecture file " + m_architecture.name +
                                             ".json is wrong at " + quotedForMessage(path) + ": " +
                                             reason + ".");
    }

    Result<ConfigValue> valueOf(const ConfigExpression& expression, const ConfigScope& scope,
                                const std::string& path) const {
        auto value = evaluate(expression, scope);
        if (value) {
            return value;
        }
        return fail(
            ErrorCode::Malformed,
            m_file + ": " + value.error().message + " (for " + quotedForMessage(path) + ").",
            m_file, path);
    }

    /// Makes `module` an instance of the class that `member` names, with its arguments.
    Result<void> fill(ModuleDraft& module, const ArchitectureMember& member,
                      const ConfigScope& scope, const std::string& path, unsigned depth) {
        if (++m_modules > kMaxModules || depth > kMaxNesting) {
            return fail(ErrorCode::LimitExceeded,
                        m_file + " describes a model of more than " + std::to_string(kMaxModules) +
                            " modules; at " + quotedForMessage(path) + " Stowage stopped.",
                        m_file, path);
        }
        std::string className = member.name;
        if (member.computedName) {
            const auto name = valueOf(*member.computedName, scope, path);
            if (!name) {
                return name.unexpected();
            }
            const auto* text = std::get_if<std::string>(&*name);
            if (text == nullptr) {
                return defect(path, "the class's name is no text");
            }
            className = *text;
        }
        const auto described = m_architecture.classes.find(className);
        if (described == m_architecture.classes.end()) {
            module.className = std::move(className);
            return member.arguments.empty() ? Result<void>()
                                            : defect(path, "no class is named " + module.className);
        }
        ConfigScope inner(&m_fields);
        const auto bound = bind(described->second.signature, member, scope, path, inner);
        return bound ? fillMembers(module, described->second, inner, path, depth) : bound;
    }

    /// Gives the parameters of a class their values.
    Result<void> bind(const ArchitectureSignature& signature, const ArchitectureMember& member,
                      const ConfigScope& scope, const std::string& path, ConfigScope& inner) const {
        std::size_t position = 0;
        for (const auto& [name, expression] : member.arguments) {
            const bool isNext = name.empty() && position < signature.parameters.size();
            const std::string& parameter = isNext ? signature.parameters[position++].first : name;
            const auto known = std::ranges::find(
                signature.parameters, parameter,
                [](const auto& entry) -> const auto& { return entry.first; });
            if (known == signature.parameters.end()) {
                return defect(path, signature.name + " has no such parameter");
            }
            auto value = valueOf(expression, scope, path);
            if (!value) {
                return value.unexpected();
            }
            inner.set(parameter, std::move(*value));
        }
        for (const auto& [name, fallback] : signature.parameters) {
            const bool isGiven =
                inner.find(name) != nullptr && inner.find(name) != m_fields.find(name);
            if (isGiven) {
                continue;
            }
            if (!fallback) {
                return defect(path, signature.name + " needs its parameter " + name);
            }
            auto value = valueOf(*fallback, m_fields, path);
            if (!value) {
                return value.unexpected();
            }
            inner.set(name, std::move(*value));
        }
        return {};
    }

    Result<void> fillMembers(ModuleDraft& module, const ArchitectureClass& described,
                             const ConfigScope& scope, const std::string& path, unsigned depth) {
        module.className = described.signature.className;
        for (const auto& [name, member] : described.members) {
            if (const auto added = add(module, name, member, scope, path, depth); !added) {
                return added;
            }
        }
        return {};
    }

    Result<void> add(ModuleDraft& module, const std::string& name, const ArchitectureMember& member,
                     const ConfigScope& scope, const std::string& path, unsigned depth) {
        const std::string here = joined(path, name);
        if (member.condition) {
            const auto condition = valueOf(*member.condition, scope, here);
            if (!condition) {
                return condition.unexpected();
            }
            if (!isTrue(*condition)) {
                return member.otherwise != nullptr
                           ? add(module, name, *member.otherwise, scope, path, depth)
                           : Result<void>();
            }
        }
        if (member.count) {
            return repeat(module, name, member, scope, path, depth);
        }
        switch (member.kind) {
            case Kind::Parameter:
            case Kind::Buffer:
                return addTensor(module, name, member, scope, here);
            case Kind::SameAs:
                return share(module, name, member, path);
            case Kind::Module:
                break;
        }
        return addModule(module, name, member, scope, path, depth);
    }

    Result<void> addModule(ModuleDraft& module, const std::string& name,
                           const ArchitectureMember& member, const ConfigScope& scope,
                           const std::string& path, unsigned depth) {
        ModuleDraft child;
        child.name = name.starts_with('#') ? std::to_string(module.children.size()) : name;
        const auto made = fill(child, member, scope, joined(path, child.name), depth + 1);
        if (made) {
            module.children.push_back(std::move(child));
        }
        return made;
    }

    Result<void> repeat(ModuleDraft& module, const std::string& name,
                        const ArchitectureMember& member, const ConfigScope& scope,
                        const std::string& path, unsigned depth) {
        const auto value = valueOf(*member.count, scope, joined(path, name));
        if (!value) {
            return value.unexpected();
        }
        const auto count = asWhole(*value);
        if (!count || *count < 0 || *count > kMaxRepeats) {
            return fail(count && *count > 0 ? ErrorCode::LimitExceeded : ErrorCode::Malformed,
                        m_file + ": \"" + member.count->source + "\" is " + shownValue(*value) +
                            "; a whole number from 0 to " + std::to_string(kMaxRepeats) +
                            " is needed there.",
                        m_file, member.count->source);
        }
        ArchitectureMember each = member;
        each.count.reset();
        each.condition.reset();
        ModuleDraft list;
        list.name = name;
        list.className = "ModuleList";
        const bool isInPlace = name.starts_with('#');
        ModuleDraft& parent = isInPlace ? module : list;
        for (std::int64_t i = 0; i < *count; ++i) {
            ConfigScope counted(&scope);
            counted.set(member.counter, i);
            const auto added =
                addModule(parent, "#", each, counted, isInPlace ? path : joined(path, name), depth);
            if (!added) {
                return added;
            }
        }
        if (!isInPlace) {
            module.children.push_back(std::move(list));
        }
        return {};
    }

    Result<void> addTensor(ModuleDraft& module, const std::string& name,
                           const ArchitectureMember& member, const ConfigScope& scope,
                           const std::string& path) const {
        ModuleDraft::Tensor tensor;
        tensor.name = name;
        tensor.dtype = member.dtype.value_or(m_dtype);
        tensor.persistent = member.isSaved;
        for (const ConfigExpression& dimension : member.shape) {
            const auto value = valueOf(dimension, scope, path);
            if (!value) {
                return value.unexpected();
            }
            const auto size = asWhole(*value);
            if (!size || *size < 0) {
                return fail(ErrorCode::Malformed,
                            m_file + ": a dimension of " + quotedForMessage(path) + " would be " +
                                shownValue(*value) + "; a whole number from 0 on is needed there.",
                            m_file, path);
            }
            tensor.shape.push_back(*size);
        }
        if (!checkedByteSize(tensor.dtype, tensor.shape)) {
            return fail(ErrorCode::Malformed,
                        m_file + ": " + quotedForMessage(path) +
                            " would have more than 2^63 bytes; check the sizes of the file.",
                        m_file, path);
        }
        (member.kind == Kind::Buffer ? module.buffers : module.parameters)
            .push_back(std::move(tensor));
        return {};
    }

    /// A name with a dot is a tensor tied to another one; else a module registered again.
    Result<void> share(ModuleDraft& module, const std::string& name,
                       const ArchitectureMember& member, const std::string& path) {
        const std::string target = joined(path, member.name);
        if (name.find('.') != std::string::npos) {
            m_tied.push_back({target, joined(path, name)});
            return {};
        }
        ModuleDraft child;
        child.name = name;
        child.sameAs = target;
        module.children.push_back(std::move(child));
        return {};
    }

    const ArchitectureFile& m_architecture;
    const ConfigScope& m_fields;
    DType m_dtype;
    std::string m_file;
    std::vector<std::vector<std::string>> m_tied;
    std::size_t m_modules = 0;
};

Result<ConfigPart> readConfig(std::string_view text, const std::string& file) {
    auto document = parseJson(text, file, {kMaxConfigBytes, kMaxConfigDepth});
    if (!document) {
        return document.unexpected();
    }
    if (!document->is_object()) {
        return fail(ErrorCode::Malformed,
                    file + " is no model's configuration: a JSON object is needed.", file);
    }
    return ConfigPart(std::make_shared<const ConfigJson>(std::move(*document)));
}

Result<ArchitectureFile> readFamily(const ConfigJson& config, const std::string& file) {
    const auto type = config.find("model_type");
    if (type == config.end() || !type->is_string()) {
        return fail(ErrorCode::Malformed,
                    file +
                        " has no text \"model_type\", so the model's family is unknown; add it, "
                        "or open a .tree.json of the model.",
                    file, "model_type");
    }
    auto architecture = readArchitecture(type->get<std::string>());
    if (!architecture && architecture.error().code == ErrorCode::Unsupported) {
        return fail(ErrorCode::Unsupported, file + ": " + architecture.error().message + ".", file,
                    "model_type");
    }
    return architecture;
}

}  // namespace

Result<ModelDraft> draftFromConfig(std::string_view text, const std::string& file,
                                   const ConfigTreeOptions& options) {
    const auto config = readConfig(text, file);
    if (!config) {
        return config.unexpected();
    }
    const auto architecture = readFamily(**config, file);
    if (!architecture) {
        return architecture.unexpected();
    }
    const auto className = readConfigClass(*architecture, **config, options.className, file);
    if (!className) {
        return className.unexpected();
    }
    const auto dtype = readConfigDtype(**config, file);
    if (!dtype) {
        return dtype.unexpected();
    }
    const auto fields = readConfigFields(*architecture, *config, file);
    if (!fields) {
        return fields.unexpected();
    }
    return ConfigTreeMaker(*architecture, *fields, *dtype, file).make(*className);
}

Result<std::shared_ptr<const ModuleTree>> treeFromConfig(std::string_view text,
                                                         const std::string& file,
                                                         const ConfigTreeOptions& options) {
    auto draft = draftFromConfig(text, file, options);
    if (!draft) {
        return draft.unexpected();
    }
    return ModuleTreeBuilder::build(std::move(*draft), file);
}

}  // namespace stowage
