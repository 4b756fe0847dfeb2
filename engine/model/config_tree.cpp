// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/config_tree.h"

#include "engine/base/strings.h"
#include "engine/model/config_model.h"
#include "engine/model/tensor_spec.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

namespace stowage {
namespace {

/// The deepest models have a few hundred layers.
constexpr std::int64_t kMaxRepeats = 1024;
/// Classes inside classes; a class that holds itself is a defect of the data.
constexpr unsigned kMaxNesting = 64;

std::string joinedPath(const std::string& path, const std::string& name) {
    return path.empty() || name.empty() ? path + name : path + "." + name;
}

bool usesName(const ConfigExpression& expression, const std::string& name) {
    return (expression.kind == ConfigExpression::Kind::Name && expression.text == name) ||
           std::ranges::any_of(expression.parts,
                               [&name](const auto& part) { return usesName(part, name); });
}

/// Whether what a member becomes depends on the number of the repetition: a class sees of its
/// surroundings its arguments alone.
bool usesName(const ArchitectureMember& member, const std::string& counter) {
    return (member.computedName && usesName(*member.computedName, counter)) ||
           std::ranges::any_of(member.inPath,
                               [&counter](const auto& step) { return usesName(step, counter); }) ||
           std::ranges::any_of(member.arguments, [&counter](const auto& argument) {
               return usesName(argument.second, counter);
           });
}

/// Parts of the names of tensors that loading keeps in float32.
struct KeptNames {
    std::vector<std::string> inFloat16;
    std::vector<std::string> inBothHalves;
};

/// The library gathers them over a model and the models in it, and looks for each in every name.
KeptNames keptNames(const ConfigModel& model) {
    KeptNames kept{model.family.loading.keepFloat32, model.family.loading.keepFloat32Strict};
    for (const auto& [name, part] : model.parts) {
        const KeptNames more = keptNames(*part);
        std::ranges::copy(more.inFloat16, std::back_inserter(kept.inFloat16));
        std::ranges::copy(more.inBothHalves, std::back_inserter(kept.inBothHalves));
    }
    return kept;
}

/// Registers the modules of a class and of those inside it.
class ConfigTreeMaker {
public:
    ConfigTreeMaker(const ConfigModel& model, const ArchitectureLayout* layout,
                    std::size_t maxModules)
        : m_className(model.className),
          m_architecture(model.family),
          m_layout(layout),
          m_fields(model.fields),
          m_parts(model.parts),
          m_isDtypeStated(model.declaredDtype.has_value()),
          m_dtype(model.declaredDtype.value_or(DType::Float32)),
          m_keptNames(keptNames(model)),
          m_isBesideWeights(model.isBesideWeights),
          m_file(model.file),
          m_maxModules(maxModules) {}

    Result<ModelDraft> make() { return make(m_className, {}); }

private:
    using Kind = ArchitectureMember::Kind;

    /// The model whose root is a class of the family; it stands at `path` of a larger one.
    Result<ModelDraft> make(const std::string& className, const std::string& path) {
        ModelDraft draft;
        ArchitectureMember root;
        root.name = className;
        STOWAGE_TRY(fill(draft.root, root, m_fields, path, 0));
        draft.tied = std::move(m_tied);
        draft.welded = std::move(m_welded);
        m_noSplit.insert(m_architecture.noSplitClasses.begin(),
                         m_architecture.noSplitClasses.end());
        draft.noSplitClasses.assign(m_noSplit.begin(), m_noSplit.end());
        draft.architecture = m_architecture.name;
        draft.isDtypeAssumed = !m_isDtypeStated && !isDiffusersModel(m_architecture.name);
        return draft;
    }

    Unexpected defect(const std::string& path, const Message& reason) const {
        return fail(ErrorCode::Internal, say("The architecture file %1.json is invalid at %2: %3.",
                                             m_architecture.name, quotedForMessage(path), reason));
    }

    Unexpected tooManyModules(const std::string& path) const {
        return fail(ErrorCode::LimitExceeded,
                    say("%1 describes a model of more than %2 modules; Stowage stopped at %3.",
                        m_file, m_maxModules, quotedForMessage(path)),
                    m_file, path);
    }

    const ArchitectureClass* findClass(const std::string& name) const {
        if (m_layout != nullptr) {
            const auto other = m_layout->classes.find(name);
            if (other != m_layout->classes.end()) {
                return &other->second;
            }
        }
        const auto own = m_architecture.classes.find(name);
        return own == m_architecture.classes.end() ? nullptr : &own->second;
    }

    Result<ConfigValue> valueOf(const ConfigExpression& expression, const ConfigScope& scope,
                                const std::string& path) const {
        auto value = evaluate(expression, scope);
        if (value) {
            return value;
        }
        return fail(ErrorCode::Malformed,
                    say("%1: %2 (for %3); correct the values.", m_file, value.error().message,
                        quotedForMessage(path)),
                    m_file, path);
    }

    /// Makes `module` an instance of the class that `member` names, with its arguments.
    Result<void> fill(ModuleDraft& module, const ArchitectureMember& member,
                      const ConfigScope& scope, const std::string& path, unsigned depth) {
        if (++m_modules > m_maxModules || depth > kMaxNesting) {
            return tooManyModules(path);
        }
        if (!member.part.empty()) {
            return fillFromPart(module, member, path);
        }
        std::string className = member.name;
        if (member.computedName) {
            const auto name = valueOf(*member.computedName, scope, path);
            STOWAGE_TRY(name);
            const auto* text = std::get_if<std::string>(&*name);
            if (text == nullptr) {
                return defect(path, say("the name of the class is not a string"));
            }
            className = *text;
        }
        const ArchitectureClass* described = findClass(className);
        if (described == nullptr) {
            module.className = std::move(className);
            return member.arguments.empty()
                       ? Result<void>()
                       : defect(path, say("no class is named %1", module.className));
        }
        ConfigScope inner(&m_fields);
        const auto bound = bind(described->signature, member, scope, path, inner);
        return bound ? fillMembers(module, *described, inner, path, depth) : bound;
    }

    /// Makes `module` a class of the family of one of the configuration's parts.
    Result<void> fillFromPart(ModuleDraft& module, const ArchitectureMember& member,
                              const std::string& path) {
        const auto part = m_parts.find(member.part);
        if (part == m_parts.end()) {
            return defect(path, say("no part is named %1", member.part));
        }
        const std::string base = part->second->family.baseModel();
        const std::string& className = member.name == "AutoModel" ? base : member.name;
        if (className.empty()) {
            return fail(ErrorCode::Unsupported,
                        say("%1: %2 is of the model family %3, which has no model without a head; "
                            "open a .tree.json of the model instead.",
                            m_file, member.part, part->second->family.name),
                        m_file, member.part);
        }
        ConfigTreeMaker maker(*part->second, nullptr, m_maxModules - m_modules);
        maker.m_keptNames = m_keptNames;
        auto draft = maker.make(className, path);
        STOWAGE_TRY(draft);
        draft->root.name = std::move(module.name);
        module = std::move(draft->root);
        m_modules += maker.m_modules;
        m_shares += maker.m_shares;
        std::ranges::move(draft->tied, std::back_inserter(m_tied));
        std::ranges::move(draft->welded, std::back_inserter(m_welded));
        m_noSplit.insert(draft->noSplitClasses.begin(), draft->noSplitClasses.end());
        return {};
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
                return defect(
                    path, say("an argument does not match any parameter of %1", signature.name));
            }
            auto value = valueOf(expression, scope, path);
            STOWAGE_TRY(value);
            inner.set(parameter, std::move(*value));
        }
        for (const auto& [name, fallback] : signature.parameters) {
            const bool isGiven =
                inner.find(name) != nullptr && inner.find(name) != m_fields.find(name);
            if (isGiven) {
                continue;
            }
            if (!fallback) {
                return defect(path, say("%1 needs its parameter %2", signature.name, name));
            }
            auto value = valueOf(*fallback, m_fields, path);
            STOWAGE_TRY(value);
            inner.set(name, std::move(*value));
        }
        return {};
    }

    Result<void> fillMembers(ModuleDraft& module, const ArchitectureClass& described,
                             const ConfigScope& scope, const std::string& path, unsigned depth) {
        module.className = described.signature.className;
        for (const auto& [name, member] : described.members) {
            STOWAGE_TRY(add(module, name, member, scope, path, depth));
        }
        return {};
    }

    Result<void> add(ModuleDraft& module, const std::string& name, const ArchitectureMember& member,
                     const ConfigScope& scope, const std::string& path, unsigned depth) {
        const std::string here = joinedPath(path, name);
        if (member.condition) {
            const auto condition = valueOf(*member.condition, scope, here);
            STOWAGE_TRY(condition);
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
                return share(module, name, member, scope, path);
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
        const auto made = fill(child, member, scope, joinedPath(path, child.name), depth + 1);
        if (made) {
            module.children.push_back(std::move(child));
        }
        return made;
    }

    Result<void> repeat(ModuleDraft& module, const std::string& name,
                        const ArchitectureMember& member, const ConfigScope& scope,
                        const std::string& path, unsigned depth) {
        const auto value = valueOf(*member.count, scope, joinedPath(path, name));
        STOWAGE_TRY(value);
        const auto count = asWhole(*value);
        if (!count || *count < 0 || *count > kMaxRepeats) {
            return fail(count && *count > 0 ? ErrorCode::LimitExceeded : ErrorCode::Malformed,
                        say("%1: \"%2\" is %3; a whole number from 0 to %4 is required.", m_file,
                            member.count->source, shownValue(*value), kMaxRepeats),
                        m_file, member.count->source);
        }
        ArchitectureMember each = member;
        each.count.reset();
        each.condition.reset();
        STOWAGE_TRY(weld(member, *count, scope, joinedPath(path, name)));
        ModuleDraft list;
        list.name = name;
        list.className = "ModuleList";
        // "#…" takes the next number, "expert_#" that of the repeat.
        const std::size_t sign = name.find('#');
        const bool isInPlace = sign != std::string::npos;
        const std::string prefix = isInPlace ? name.substr(0, sign) : std::string();
        ModuleDraft& parent = isInPlace ? module : list;
        const std::string here = isInPlace ? path : joinedPath(path, name);
        const bool isAlike = !usesName(each, member.counter);
        const std::size_t sharesBefore = m_shares;
        const std::size_t modulesBefore = m_modules;
        std::size_t modulesEach = 0;
        for (std::int64_t i = 0; i < *count; ++i) {
            // Of thousands of experts one is worked out, and the others are copies of it.
            if (i > 0 && isAlike && m_shares == sharesBefore) {
                if (m_modules += modulesEach; m_modules > m_maxModules) {
                    return tooManyModules(here);
                }
                ModuleDraft copy = parent.children.back();
                copy.name = prefix + std::to_string(prefix.empty() ? parent.children.size()
                                                                   : static_cast<std::size_t>(i));
                parent.children.push_back(std::move(copy));
                continue;
            }
            ConfigScope counted(&scope);
            counted.set(member.counter, i);
            STOWAGE_TRY(addModule(parent, prefix.empty() ? "#" : prefix + std::to_string(i), each,
                                  counted, here, depth));
            modulesEach = i == 0 ? m_modules - modulesBefore : modulesEach;
        }
        if (!isInPlace) {
            module.children.push_back(std::move(list));
        }
        return {};
    }

    /// Groups of a list's modules: each with the one that it says it is welded to.
    Result<void> weld(const ArchitectureMember& member, std::int64_t count,
                      const ConfigScope& scope, const std::string& path) {
        std::map<std::int64_t, std::vector<std::string>> groups;  // by their first module
        std::vector<std::int64_t> first(static_cast<std::size_t>(member.weldedTo ? count : 0));
        for (std::size_t i = 0; i < first.size(); ++i) {
            const auto number = static_cast<std::int64_t>(i);
            ConfigScope counted(&scope);
            counted.set(member.counter, number);
            const auto value = valueOf(*member.weldedTo, counted, path);
            STOWAGE_TRY(value);
            const std::int64_t other = asWhole(*value).value_or(number);
            if (other < 0 || other > number) {
                return defect(path, say("a module is grouped with a later module"));
            }
            first[i] = other == number ? number : first[static_cast<std::size_t>(other)];
            groups[first[i]].push_back(joinedPath(path, std::to_string(i)));
        }
        for (auto& [number, modules] : groups) {
            if (modules.size() > 1) {
                m_welded.push_back(std::move(modules));
            }
        }
        return {};
    }

    Result<void> addTensor(ModuleDraft& module, const std::string& name,
                           const ArchitectureMember& member, const ConfigScope& scope,
                           const std::string& path) const {
        ModuleDraft::Tensor tensor;
        tensor.name = name;
        tensor.ownDtype = member.dtype;
        tensor.keptFloat32 = member.isSaved ? keptFloat32(path) : KeptFloat32::Never;
        // A class that is only built, and the device map that from_pretrained makes of it, know
        // nothing of what loading keeps in float32.
        const bool isFloat32 = m_isBesideWeights && staysFloat32(tensor.keptFloat32, m_dtype);
        tensor.dtype = member.dtype.value_or(isFloat32 ? DType::Float32 : m_dtype);
        tensor.persistent = member.isSaved;
        for (const ConfigExpression& dimension : member.shape) {
            const auto value = valueOf(dimension, scope, path);
            STOWAGE_TRY(value);
            const auto size = asWhole(*value);
            if (!size || *size < 0) {
                return fail(ErrorCode::Malformed,
                            say("%1: a dimension of %2 would be %3; a whole number of at least 0 "
                                "is required.",
                                m_file, quotedForMessage(path), shownValue(*value)),
                            m_file, path);
            }
            tensor.shape.push_back(*size);
        }
        if (!checkedByteSize(tensor.dtype, tensor.shape)) {
            return fail(ErrorCode::Malformed,
                        say("%1: %2 would have more than 2^63 bytes; check the sizes.", m_file,
                            quotedForMessage(path)),
                        m_file, path);
        }
        (member.kind == Kind::Buffer ? module.buffers : module.parameters)
            .push_back(std::move(tensor));
        return {};
    }

    [[nodiscard]] KeptFloat32 keptFloat32(const std::string& path) const {
        const auto isIn = [&path](const std::vector<std::string>& parts) {
            return std::ranges::any_of(parts, [&path](const std::string& part) {
                return path.find(part) != std::string::npos;
            });
        };
        return isIn(m_keptNames.inBothHalves) ? KeptFloat32::InBothHalves
               : isIn(m_keptNames.inFloat16)  ? KeptFloat32::InFloat16
                                              : KeptFloat32::Never;
    }

    /// The path of "same as", with what its braces hold worked out.
    Result<std::string> worksOut(const ArchitectureMember& member, const ConfigScope& scope,
                                 const std::string& path) const {
        std::string result = member.name;
        std::size_t at = 0;
        for (const ConfigExpression& step : member.inPath) {
            const auto value = valueOf(step, scope, path);
            STOWAGE_TRY(value);
            const auto* text = std::get_if<std::string>(&*value);
            const std::string shown = text != nullptr ? *text : shownValue(*value).english();
            at = result.find("{}", at);
            result.replace(at, 2, shown);
            at += shown.size();
        }
        return result;
    }

    /// Ties every tensor of one of the module's own modules to its namesake: both end with ".*".
    Result<void> shareAll(const ModuleDraft& module, const std::string& name,
                          const std::string& target, const std::string& path) {
        const std::string own = name.substr(0, name.size() - 2);
        const auto found =
            std::ranges::find(module.children, own, [](const auto& child) { return child.name; });
        if (found == module.children.end()) {
            return defect(joinedPath(path, name), say("the module does not exist"));
        }
        tieAll(*found, target.substr(0, target.size() - 2), joinedPath(path, own));
        return {};
    }

    void tieAll(const ModuleDraft& module, const std::string& target, const std::string& path) {
        for (const auto* tensors : {&module.parameters, &module.buffers}) {
            for (const ModuleDraft::Tensor& tensor : *tensors) {
                m_tied.push_back({joinedPath(target, tensor.name), joinedPath(path, tensor.name)});
            }
        }
        for (const ModuleDraft& child : module.children) {
            tieAll(child, joinedPath(target, child.name), joinedPath(path, child.name));
        }
    }

    /// A name with a dot is a tensor tied to another one; else a module registered again.
    Result<void> share(ModuleDraft& module, const std::string& name,
                       const ArchitectureMember& member, const ConfigScope& scope,
                       const std::string& path) {
        std::string base = path;
        const auto worked = worksOut(member, scope, path);
        STOWAGE_TRY(worked);
        std::string_view below = *worked;
        for (; below.starts_with("up."); below.remove_prefix(3)) {
            const std::size_t dot = base.rfind('.');
            base.resize(dot == std::string::npos ? 0 : dot);
        }
        const std::string target = joinedPath(base, std::string(below));
        ++m_shares;
        if (name.ends_with(".*") && target.ends_with(".*")) {
            return shareAll(module, name, target, path);
        }
        if (name.find('.') != std::string::npos) {
            m_tied.push_back({target, joinedPath(path, name)});
            return {};
        }
        ModuleDraft child;
        child.name = name;
        child.sameAs = target;
        module.children.push_back(std::move(child));
        return {};
    }

    const std::string& m_className;
    const ArchitectureFile& m_architecture;
    const ArchitectureLayout* m_layout;
    const ConfigScope& m_fields;
    const ConfigParts& m_parts;
    bool m_isDtypeStated;
    DType m_dtype;
    KeptNames m_keptNames;
    bool m_isBesideWeights;
    const std::string& m_file;
    std::size_t m_maxModules;
    std::vector<std::vector<std::string>> m_tied;
    std::vector<std::vector<std::string>> m_welded;
    std::set<std::string> m_noSplit;  ///< the classes of the family and of its parts'
    std::size_t m_modules = 0;
    std::size_t m_shares = 0;  ///< ties, and modules that are others: they name paths
};

}  // namespace

Result<ModelDraft> draftOf(const ConfigModel& model, const ArchitectureLayout* layout,
                           std::size_t maxModules) {
    return ConfigTreeMaker(model, layout, maxModules).make();
}

}  // namespace stowage
