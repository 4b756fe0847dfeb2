// SPDX-License-Identifier: GPL-3.0-or-later
// torchrun: docs.pytorch.org, "torchrun (Elastic Launch)": nodes of a fixed rank meet at one host.
#include "engine/exchange/cluster_hosts.h"

#include "engine/base/byte_size.h"
#include "engine/base/strings.h"
#include "engine/device/machine_link.h"
#include "engine/plan/planned_tensors.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace stowage {

namespace {

/// Bytes that a device has for weights; nothing where that is not known.
std::optional<double> roomForWeights(const DevicePlacement& placement, const DeviceEstimate* work) {
    if (work != nullptr && work->free()) {
        return static_cast<double>(work->weights) + static_cast<double>(*work->free());
    }
    const auto free = placement.device.freeBytes();
    return free ? std::optional(static_cast<double>(*free)) : std::nullopt;
}

/// The same of the part of a GPU that an engine is told to use.
std::optional<double> roomInShare(const DevicePlacement& placement, const DeviceEstimate* work,
                                  const std::optional<double>& share) {
    const auto& capacity = placement.device.capacity;
    if (!share || !capacity || !placement.device.id.isGpu()) {
        return std::nullopt;
    }
    const double kept = work == nullptr ? 0 : static_cast<double>(work->kvCache);
    return *share * static_cast<double>(*capacity) - kept;
}

}  // namespace

std::vector<std::uint64_t> loadedBytes(const PlacementPlan& plan) {
    const PlacementConstraints& constraints = plan.request.constraints;
    const bool isTold = !constraints.quantization || !constraints.quantization->declaredBy.empty();
    return isTold ? storageBytes(plan) : storageBytes(*plan.request.tree, constraints.dtype);
}

std::map<DeviceId, double> heldWeights(const PlacementPlan& plan, const StoragePlaces& there,
                                       const std::vector<std::uint64_t>& bytes) {
    std::map<DeviceId, double> held;
    for (const TensorId owner : storageOwners(*plan.request.tree)) {
        const std::size_t storage = plan.request.tree->tensor(owner).storage.index();
        held[there[storage]] += static_cast<double>(bytes[storage]);
    }
    return held;
}

std::map<DeviceId, double> dividedWeights(const std::vector<std::uint64_t>& bytes,
                                          const std::vector<DeviceId>& gpus) {
    double all = 0;
    for (const std::uint64_t each : bytes) {
        all += static_cast<double>(each);
    }
    std::map<DeviceId, double> held;
    for (const DeviceId gpu : gpus) {
        held[gpu] = all / static_cast<double>(gpus.size());
    }
    return held;
}

void holdToRoom(EngineExport& made, const ExportInput& input,
                const std::map<DeviceId, double>& held, std::optional<double> share) {
    for (const auto& [device, bytes] : held) {
        const DevicePlacement* const placement = input.plan->placement(device);
        if (placement == nullptr) {
            continue;
        }
        const DeviceEstimate* const work = input.estimate ? input.estimate->on(device) : nullptr;
        auto room = roomInShare(*placement, work, share);
        if (bytes > placement->weights) {
            const auto all = roomForWeights(*placement, work);
            room = room && all ? std::min(*room, *all) : room ? room : all;
        }
        if (room && bytes > *room) {
            made.verdict = Verdict::DoesNotFit;
            made.verdictText = say("This engine puts %1 of weights on %2, but only %3 fits there",
                                   formatSize(bytes), deviceLabelOn(placement->device),
                                   formatSize(std::max(*room, 0.0)));
            return;
        }
    }
}

void setPlaces(EngineExport& made, const ExportInput& input, const StoragePlaces& there) {
    made.differs = placedDifferently(*input.plan, there);
    holdToRoom(made, input, heldWeights(*input.plan, there, loadedBytes(*input.plan)));
}

namespace {

/// Which GPU of its machine it is.
std::size_t numberIn(const PlacementPlan& plan, DeviceId gpu, const std::string& machine) {
    return static_cast<std::size_t>(
        std::ranges::count_if(plan.request.devices, [&](const DeviceInfo& device) {
            return device.id.isGpu() && device.id < gpu && device.machine == machine;
        }));
}

}  // namespace

std::string ClusterHost::visibleDevices() const {
    std::vector<std::size_t> natural(numbers.size());
    std::iota(natural.begin(), natural.end(), std::size_t{0});
    return numbers == natural ? std::string() : joinedText(numbers, ",");
}

std::map<std::string, std::string> ClusterHost::environment() const {
    const std::string visible = visibleDevices();
    return visible.empty() ? std::map<std::string, std::string>()
                           : std::map<std::string, std::string>{{"CUDA_VISIBLE_DEVICES", visible}};
}

std::string hostName(const std::string& machine) {
    return machine.empty() ? "FIRST_HOST" : machine;
}

std::vector<ClusterHost> clusterHosts(const PlacementPlan& plan,
                                      const std::vector<DeviceId>& gpus) {
    std::vector<ClusterHost> hosts;
    if (!areSeveralMachines(plan.request.devices)) {
        return hosts;
    }
    for (const DeviceId gpu : gpus) {
        const std::string machine = machineOf(plan.request.devices, gpu);
        const std::string name = hostName(machine);
        auto host = std::ranges::find(hosts, name, &ClusterHost::name);
        if (host == hosts.end()) {
            host = hosts.insert(hosts.end(), ClusterHost{name, {}, {}});
        }
        host->gpus.push_back(gpu);
        host->numbers.push_back(numberIn(plan, gpu, machine));
    }
    return hosts;
}

std::vector<DeviceId> firstGpus(const PlacementPlan& plan, std::uint64_t count) {
    std::vector<DeviceId> gpus;
    for (const DeviceInfo& device : plan.request.devices) {
        if (device.id.isGpu() && gpus.size() < count) {
            gpus.push_back(device.id);
        }
    }
    return gpus;
}

NotExpressed divisionLoss(std::uint64_t gpus) {
    return {say("The workload divides every layer among %1 GPUs", gpus),
            say("the device map does not affect the division: the engine divides all tensors in "
                "the same way")};
}

std::vector<NotExpressed> groupByMachine(const PlacementPlan& plan, PipelineSplit& split) {
    PipelineSplit grouped = split;
    grouped.gpus.clear();
    grouped.counts.clear();
    for (const ClusterHost& host : clusterHosts(plan, split.gpus)) {
        for (const DeviceId gpu : host.gpus) {
            const auto stage = std::ranges::find(split.gpus, gpu) - split.gpus.begin();
            grouped.gpus.push_back(gpu);
            grouped.counts.push_back(split.counts[static_cast<std::size_t>(stage)]);
        }
    }
    if (grouped.gpus.empty() || grouped.gpus == split.gpus) {
        return {};
    }
    split = std::move(grouped);
    return {
        {say("The stages of a machine are not consecutive"),
         say("the engine requires consecutive stages on each machine, so some layers are moved")}};
}

std::vector<NotExpressed> filesLoss(const ExportInput& input,
                                    const std::vector<ClusterHost>& hosts) {
    const std::string first = firstMachine(input.plan->request.devices);
    const bool isThere = hosts.size() == 1 && hosts.front().name == hostName(first);
    if (hosts.empty() || isThere || !input.source.cacheFolder.empty()) {
        return {};
    }
    if (hosts.size() == 1) {
        return {{say("The model's files are on another machine (%1)", machineLabel(first)),
                 say("copy or mount the files at the same path on %1, which reads the files itself",
                     hosts.front().name)}};
    }
    return {{say("The model's files are on only one machine"),
             say("copy or mount the files at the same path on each of the %1 hosts, which read the "
                 "files themselves",
                 hosts.size())}};
}

void runByTorchrun(EngineExport& made, const std::vector<ClusterHost>& hosts, std::size_t processes,
                   const std::vector<std::string>& words) {
    constexpr const char* kPort = ":29500";
    made.command = {"torchrun", "--nproc-per-node", std::to_string(processes)};
    for (std::size_t rank = 0; hosts.size() > 1 && rank < hosts.size(); ++rank) {
        HostCommand own{hosts[rank].name, rank, hosts[rank].environment(), {}};
        own.command = {"torchrun",
                       "--nnodes",
                       std::to_string(hosts.size()),
                       "--node-rank",
                       std::to_string(rank),
                       "--nproc-per-node",
                       std::to_string(hosts[rank].gpus.size()),
                       "--rdzv-endpoint",
                       hosts.front().name + kPort};
        own.command.insert(own.command.end(), words.begin(), words.end());
        made.hosts.push_back(std::move(own));
    }
    if (!hosts.empty()) {
        made.host = hosts.front().name;
        made.environment.merge(hosts.front().environment());
    }
    if (!made.hosts.empty()) {  // the first of them is the command itself
        made.command = std::move(made.hosts.front().command);
        made.hosts.erase(made.hosts.begin());
    } else {
        made.command.insert(made.command.end(), words.begin(), words.end());
    }
}

}  // namespace stowage
