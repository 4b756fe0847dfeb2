// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/plan/plan_fixture.h"

#include "engine/model/module_tree_json.h"
#include "engine/plan/place/place.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <random>

namespace stowage::test {

namespace {

/// Draws a module with what is below it.
class TreeDrawer {
public:
    TreeDrawer(unsigned seed, SharedModules shared) : m_random(seed), m_shared(shared) {}

    ModelDraft draw() {
        ModelDraft draft;
        draft.root = drawModule("", 0);
        draft.root.className = "Model";
        draft.noSplitClasses = {"Block"};
        tie(draft);
        return draft;
    }

private:
    unsigned below(unsigned limit) { return static_cast<unsigned>(m_random() % limit); }

    ModuleDraft::Tensor drawTensor(const std::string& path, const char* name, bool isBuffer) {
        constexpr DType kTypes[] = {DType::Float32, DType::Float16, DType::Float32, DType::Int64};
        ModuleDraft::Tensor tensor;
        tensor.name = name;
        tensor.dtype = kTypes[below(4)];
        tensor.shape = {static_cast<std::int64_t>(1 + below(64)),
                        static_cast<std::int64_t>(1 + below(64))};
        tensor.persistent = !isBuffer || below(2) == 0;
        if (!isBuffer) {
            m_parameters.push_back({path.empty() ? name : path + "." + name, tensor});
        }
        return tensor;
    }

    ModuleDraft drawModule(const std::string& path, unsigned depth) {
        ModuleDraft module;
        module.className = below(4) == 0 ? "Block" : "Part";
        if (below(3) != 0) {
            module.parameters.push_back(drawTensor(path, "weight", false));
        }
        if (below(4) == 0) {
            module.buffers.push_back(drawTensor(path, "mask", true));
        }
        const unsigned children = depth < 4 ? below(6) : 0;
        for (unsigned i = 0; i < children; ++i) {
            const std::string name = std::string(1, static_cast<char>('a' + i));
            const std::string childPath = path.empty() ? name : path + "." + name;
            ModuleDraft child = drawChild(childPath, depth + 1);
            child.name = name;
            module.children.push_back(std::move(child));
            m_finished.push_back(childPath);
        }
        return module;
    }

    /// A module of its own, or now and then one that stands elsewhere already. One that is still
    /// being drawn would hold itself.
    ModuleDraft drawChild(const std::string& path, unsigned depth) {
        if (m_shared == SharedModules::No || m_finished.empty() || below(12) != 0) {
            return drawModule(path, depth);
        }
        ModuleDraft again;
        again.sameAs = m_finished[below(static_cast<unsigned>(m_finished.size()))];
        return again;
    }

    /// Ties a few parameters of equal shape and type.
    void tie(ModelDraft& draft) {
        for (std::size_t i = 0; i + 1 < m_parameters.size(); ++i) {
            const auto& [owner, first] = m_parameters[i];
            const auto& [name, second] = m_parameters[i + 1];
            if (first.dtype == second.dtype && below(8) == 0) {
                setShape(draft.root, name, first.shape);
                draft.tied.push_back({owner, name});
                ++i;
            }
        }
    }

    static void setShape(ModuleDraft& module, const std::string& path,
                         const std::vector<std::int64_t>& shape) {
        const std::size_t dot = path.find('.');
        if (dot == std::string::npos) {
            for (ModuleDraft::Tensor& tensor : module.parameters) {
                tensor.shape = shape;
            }
            return;
        }
        for (ModuleDraft& child : module.children) {
            if (child.name == path.substr(0, dot)) {
                setShape(child, path.substr(dot + 1), shape);
            }
        }
    }

    std::mt19937 m_random;
    SharedModules m_shared;
    std::vector<std::string> m_finished;
    std::vector<std::pair<std::string, ModuleDraft::Tensor>> m_parameters;
};

}  // namespace

std::shared_ptr<const ModuleTree> recordedTree(const std::string& name) {
    const std::string path = STOWAGE_TEST_DATA "/plans/" + name + ".tree.json";
    std::ifstream file(path);
    const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    const auto tree = parseModuleTreeJson(text, path);
    return tree ? *tree : nullptr;
}

std::shared_ptr<const ModuleTree> randomTree(unsigned seed, SharedModules shared) {
    const auto tree = ModuleTreeBuilder::build(TreeDrawer(seed, shared).draw());
    return tree ? *tree : nullptr;
}

std::vector<DeviceInfo> machineWith(const std::vector<std::uint64_t>& gpus, std::uint64_t ram) {
    std::vector<DeviceInfo> devices;
    for (std::uint32_t i = 0; i < gpus.size(); ++i) {
        DeviceInfo gpu;
        gpu.id = DeviceId::gpu(i);
        gpu.simulated = true;
        gpu.capacity = gpus[i];
        devices.push_back(gpu);
    }
    DeviceInfo cpu;
    cpu.id = DeviceId::cpu();
    cpu.capacity = ram;
    DeviceInfo disk;
    disk.id = DeviceId::disk();
    devices.push_back(cpu);
    devices.push_back(disk);
    return devices;
}

PlacementRequest requestFor(std::shared_ptr<const ModuleTree> tree,
                            const std::vector<std::uint64_t>& gpus, std::uint64_t ram) {
    PlacementRequest request;
    request.tree = std::move(tree);
    request.devices = machineWith(gpus, ram);
    request.budgets = defaultBudgets(request.devices, static_cast<double>(ram));
    return request;
}

Plan planOf(const PlacementRequest& request) {
    const auto plan = place(request);
    return plan ? *plan : nullptr;
}

Plan edited(const Plan& plan, const PlanEdit& edit) {
    const auto next = applyEdit(*plan, edit);
    return next ? *next : nullptr;
}

void setBudgets(PlacementRequest& request, const std::string& maxMemory) {
    std::vector<Message> warnings;
    const auto budgets = parseMaxMemory(maxMemory, warnings);
    if (budgets) {
        request.budgets = *budgets;
        request.budgetsAreDefaults = false;
    }
}

const PlanIssue* findIssue(const PlacementPlan& plan, const std::string& code) {
    const auto found = std::find_if(plan.issues.begin(), plan.issues.end(),
                                    [&code](const PlanIssue& issue) { return issue.code == code; });
    return found == plan.issues.end() ? nullptr : &*found;
}

bool hasIssue(const PlacementPlan& plan, const std::string& code) {
    return findIssue(plan, code) != nullptr;
}

std::string mapText(const DeviceMap& map) {
    std::map<DeviceId, std::vector<std::string>> byDevice;
    for (const auto& [path, device] : map.entries()) {
        byDevice[device].push_back(path);
    }
    std::string text;
    for (auto& [device, paths] : byDevice) {
        std::sort(paths.begin(), paths.end());
        text += (text.empty() ? "" : " ") + deviceName(device) + "=";
        for (std::size_t i = 0; i < paths.size(); ++i) {
            text += (i == 0 ? "" : ",") + paths[i];
        }
    }
    return text;
}

}  // namespace stowage::test
