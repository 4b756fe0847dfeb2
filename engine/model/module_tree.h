// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/model/tensor_spec.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace stowage {

/// One module. Nodes stand in preorder, so a subtree is the id range [id, subtreeEnd).
struct ModuleNode {
    ModuleId id;
    ModuleId parent;        ///< none for the root
    std::string name;       ///< last component; "" for the root
    std::string className;  ///< "" where it is not known
    TensorId firstTensor;   ///< own tensors: parameters, then buffers, in registration order
    std::uint32_t ownTensorCount = 0;
    std::uint32_t subtreeTensorCount = 0;  ///< own and below: a range from firstTensor on
    ModuleId subtreeEnd;
    std::uint64_t ownBytes = 0;
    std::uint64_t subtreeBytes = 0;       ///< each tied tensor once
    std::uint64_t subtreeParameters = 0;  ///< elements of parameters, each tied tensor once
    ModuleId sameAs;  ///< the earlier node that is the very same module object; none otherwise
};

/// A model's modules and tensors: immutable, made by ModuleTreeBuilder, shared by pointer.
/// Tensors stand in tree order (own parameters, own buffers, then children), which is the
/// order of a state dict. A module registered twice is expanded twice: the second copy's nodes
/// carry `sameAs` and its tensors share StorageIds with the first.
class ModuleTree {
public:
    [[nodiscard]] std::span<const ModuleNode> nodes() const { return m_nodes; }
    [[nodiscard]] const ModuleNode& node(ModuleId id) const { return m_nodes[id.index()]; }
    [[nodiscard]] static constexpr ModuleId root() { return ModuleId{0}; }
    [[nodiscard]] std::span<const TensorSpec> tensors() const { return m_tensors; }
    [[nodiscard]] const TensorSpec& tensor(TensorId id) const { return m_tensors[id.index()]; }
    [[nodiscard]] std::span<const TensorSpec> ownTensors(ModuleId id) const;
    [[nodiscard]] std::span<const TensorSpec> subtreeTensors(ModuleId id) const;

    /// Direct children in registration order.
    [[nodiscard]] std::vector<ModuleId> children(ModuleId id) const;
    /// Full dotted path; "" for the root.
    [[nodiscard]] const std::string& path(ModuleId id) const { return m_paths[id.index()]; }
    [[nodiscard]] std::optional<ModuleId> findModule(std::string_view path) const;
    [[nodiscard]] std::optional<TensorId> findTensor(std::string_view name) const;

    /// Number of distinct tensor objects; StorageIds are 0 … storageCount() − 1.
    [[nodiscard]] std::uint32_t storageCount() const { return m_storageCount; }
    /// Names that share a tensor, owner (first in the walk) first; only groups of two or more.
    [[nodiscard]] const std::vector<std::vector<TensorId>>& tiedGroups() const { return m_tied; }
    /// The tensor that the others of each of tiedGroups() are declared to be tied to: an output
    /// layer that stands before the embeddings is tied to them all the same.
    [[nodiscard]] const std::vector<TensorId>& tieSources() const { return m_tieSources; }
    /// Modules that must not be parted, because some use what others compute in the same pass, as
    /// layers that share keys and values or an index: each group in tree order, two or more.
    [[nodiscard]] const std::vector<std::vector<ModuleId>>& weldedGroups() const {
        return m_welded;
    }
    /// The architecture's own no-split classes ("GPT2Block"); empty where unknown.
    [[nodiscard]] const std::vector<std::string>& noSplitClasses() const { return m_noSplit; }
    /// Those of noSplitClasses() that no model declared: names Stowage gave to numbered siblings
    /// of equal shape in a tree from names. A proposal, to be shown as guessed.
    [[nodiscard]] const std::vector<std::string>& guessedClasses() const { return m_guessed; }
    /// "gpt2", "raschka-gpt2", or "" for a tree from names alone.
    [[nodiscard]] const std::string& architecture() const { return m_architecture; }
    /// True of a tree from a configuration without weights that states no dtype: float32 is
    /// assumed.
    [[nodiscard]] bool isDtypeAssumed() const { return m_isDtypeAssumed; }

    [[nodiscard]] std::uint64_t totalBytes() const { return m_nodes.front().subtreeBytes; }
    [[nodiscard]] std::uint64_t totalParameters() const {
        return m_nodes.front().subtreeParameters;
    }

private:
    friend class ModuleTreeBuilder;
    ModuleTree() = default;

    std::vector<ModuleNode> m_nodes;
    std::vector<std::string> m_paths;
    std::vector<TensorSpec> m_tensors;
    std::vector<std::vector<TensorId>> m_tied;
    std::vector<TensorId> m_tieSources;
    std::vector<std::vector<ModuleId>> m_welded;
    std::vector<std::string> m_noSplit;
    std::vector<std::string> m_guessed;
    std::string m_architecture;
    bool m_isDtypeAssumed = false;
    std::uint32_t m_storageCount = 0;
    std::unordered_map<std::string, ModuleId> m_moduleByPath;
    std::unordered_map<std::string, TensorId> m_tensorByName;
};

/// The module that a tensor belongs to: what stands before the last dot of its name. Nothing where
/// `tree` is null or has no such module.
[[nodiscard]] std::optional<ModuleId> owningModule(const ModuleTree* tree, std::string_view tensor);

/// A module while a tree is being described: plain nested data, before it becomes a ModuleTree.
struct ModuleDraft {
    struct Tensor {
        std::string name;  ///< last component
        DType dtype = DType::Float32;
        std::vector<std::int64_t> shape;
        bool persistent = true;
        std::optional<std::vector<std::int64_t>> packed = {};  ///< TensorSpec::packed
        std::optional<DType> ownDtype = {};                    ///< TensorSpec::ownDtype
        KeptFloat32 keptFloat32 = KeptFloat32::Never;
    };
    std::string name;
    std::string className;
    std::string sameAs;  ///< full path of an earlier module that this one is; "" otherwise
    std::vector<Tensor> parameters;
    std::vector<Tensor> buffers;
    std::vector<ModuleDraft> children;
};

/// What stands on the root beside the modules.
struct ModelDraft {
    ModuleDraft root;
    std::vector<std::vector<std::string>> tied;  ///< full tensor names, owner first
    bool areTiesDeclared = true;                 ///< false: a file's names share bytes, in no order
    std::vector<std::vector<std::string>> welded;  ///< paths of modules that must not be parted
    std::vector<std::string> noSplitClasses;
    std::vector<std::string> guessedClasses;  ///< those of noSplitClasses that names alone suggest
    std::string architecture;
    bool isDtypeAssumed = false;
};

/// Turns a draft into the immutable tree, checking names, sizes and ties. A draft that is moved in
/// is used up on the way: a million tensors are then never in memory twice.
class ModuleTreeBuilder {
public:
    /// Errors: Malformed (duplicate, empty or dotted child names, unknown tie, weld or same_as,
    /// ties of different shape or dtype, negative shapes, size overflow), LimitExceeded (more than
    /// 2^21 modules, 2^19 where `sameAs` makes them, or 2^22 tensors, depth over 256).
    [[nodiscard]] static Result<std::shared_ptr<const ModuleTree>> build(ModelDraft draft);
    /// The same for a draft that came from `file`, which errors name.
    [[nodiscard]] static Result<std::shared_ptr<const ModuleTree>> build(ModelDraft draft,
                                                                         const std::string& file);
};

/// The elements of a list of modules, in order; empty where the children are not named 0, 1, 2 ….
[[nodiscard]] std::vector<ModuleId> elementsOfList(const ModuleTree& tree, ModuleId list);

/// A module of a tree with all below it as a draft that can be changed. Its full names stand behind
/// `prefix` and a dot; "": as they are.
[[nodiscard]] ModuleDraft moduleDraft(const ModuleTree& tree, ModuleId module,
                                      const std::string& prefix);

/// What stands beside a tree's modules (ties, welds, no-split classes), its names behind `prefix`,
/// in addition to what the draft has.
void addRelations(const ModuleTree& tree, const std::string& prefix, ModelDraft& draft);

/// A whole tree as a draft.
[[nodiscard]] ModelDraft draftOf(const ModuleTree& tree);

}  // namespace stowage
