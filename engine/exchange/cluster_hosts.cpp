// SPDX-License-Identifier: GPL-3.0-or-later
// torchrun: docs.pytorch.org, "torchrun (Elastic Launch)": nodes of a fixed rank meet at one host.
#include "engine/exchange/cluster_hosts.h"

#include "engine/base/strings.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace stowage {
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
            say("the device map has no part in that: the engine divides all tensors alike")};
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
    return {{say("The stages go back to a machine that they have left"),
             say("the stages of one machine follow each other there: layers change place")}};
}

std::vector<NotExpressed> filesLoss(const ExportInput& input,
                                    const std::vector<ClusterHost>& hosts) {
    const std::string first = firstMachine(input.plan->request.devices);
    const bool isThere = hosts.size() == 1 && hosts.front().name == hostName(first);
    const std::string& location = input.source.location;
    const bool isRepository = !location.empty() && !location.starts_with('/');
    if (hosts.empty() || isThere || isRepository) {
        return {};
    }
    if (hosts.size() == 1) {
        return {{say("The model's files are in another machine (%1)", machineLabel(first)),
                 say("%1 reads them for itself: copy or mount them there, at the same path",
                     hosts.front().name)}};
    }
    return {{say("The model's files are in one machine"),
             say("each of the %1 hosts reads them for itself: copy or mount them there, at the "
                 "same path",
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
