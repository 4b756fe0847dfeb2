// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/backends.h"
#include "app/cli/device_processes.h"
#include "app/cli/options/common_options.h"
#include "app/cli/options/inputs.h"
#include "app/cli/output/progress_bar.h"
#include "app/cli/output/text_table.h"
#include "app/cli/planned_model.h"
#include "app/cli/verbs/verbs.h"
#include "engine/base/byte_size.h"
#include "engine/base/file_writer.h"
#include "engine/base/json_fields.h"
#include "engine/base/json_reader.h"
#include "engine/base/number_text.h"
#include "engine/device/card_catalogue.h"
#include "engine/device/host_memory.h"
#include "engine/device/machine_rates.h"
#include "engine/device/memory_budget.h"
#include "engine/device/this_machine.h"
#include "engine/load/rates/calibration.h"
#include "engine/run/product_rates.h"
#include "engine/run/weights/compute.h"

#include <CLI/CLI.hpp>

#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace stowage {

/// `devices`: the GPUs in use and the host, with what is free and what others hold, and what
/// `--measure` found on this machine, then or earlier. With `--catalogue` the cards that `--gpus`
/// knows by name.
class DevicesVerb : public Verb {
public:
    void describe(CLI::App& command) override;
    [[nodiscard]] Result<int> run(CommandContext& context) override;

private:
    /// Measures and keeps the result. Error: those of calibrate() and of writing the file.
    [[nodiscard]] Result<std::shared_ptr<const MachineRates>> measure(
        const CommandContext& context) const;

    bool m_catalogue = false;
    std::optional<std::string> m_gpus;  ///< nothing: real ones where there are any
    bool m_measure = false;
    std::string m_folder;
    std::string m_fileSize = "160MiB";
    std::string m_machine;  ///< farCommandOf() looks at it
};

namespace {

using Json = nlohmann::ordered_json;

const FileSystemRates* diskFor(const MachineRates& rates, const std::string& folder) {
    const auto identity = fileSystemOf(folder);
    const FileSystemRates* const found = identity ? rates.findDisk(*identity) : nullptr;
    return found != nullptr || rates.disks.empty() ? found : &rates.disks.back();
}

Message bandwidthText(const std::optional<double>& rate) {
    return rate ? Message(formatSize(*rate) + "/s") : phrase("unknown");
}

std::string operationsText(double perSecond) {
    constexpr double kGiga = 1e9;
    return formatFixed(perSecond / kGiga, 0) + " GFLOP/s";
}

void addDisk(TextTable& table, const FileSystemRates& disk) {
    const bool isMemory = disk.identity.type == "tmpfs" || disk.identity.type == "ramfs";
    const auto add = [&](Phrase what, DiskRate cold, DiskRate warm) {
        table.addRow({what, isMemory ? Message("–") : bandwidthText(disk.of(cold)),  // never cold
                      bandwidthText(disk.of(warm))});
    };
    add(phrase("raw limit: best of direct and buffered reads"), DiskRate::Cold, DiskRate::Warm);
    add(phrase("one thread, buffered reads"), DiskRate::ReadCold, DiskRate::ReadWarm);
    add(phrase("pages of a mapped file"), DiskRate::MapCold, DiskRate::MapWarm);
    add(phrase("streamed to untouched host memory"), DiskRate::StreamHostCold,
        DiskRate::StreamHostWarm);
    add(phrase("streamed to a simulated GPU without pages"), DiskRate::StreamSimulatedCold,
        DiskRate::StreamSimulatedWarm);
    add(phrase("streamed to a simulated GPU with pages"), DiskRate::StreamPopulatedCold,
        DiskRate::StreamPopulatedWarm);
    table.addRow({phrase("through a buffer to a simulated GPU with pages"), "",
                  bandwidthText(disk.of(DiskRate::StagedWarm))});
    if (disk.of(DiskRate::StreamCardWarm)) {
        table.addRow({phrase("streamed to a CUDA card"), "",
                      bandwidthText(disk.of(DiskRate::StreamCardWarm))});
    }
}

void addHost(TextTable& table, const MachineRates& rates) {
    const auto add = [&](Phrase what, HostRate rate) {
        table.addRow({what, bandwidthText(rates.of(rate))});
    };
    add(phrase("memory copy"), HostRate::Memcpy);
    add(phrase("first touch, large tensors"), HostRate::TouchLarge);
    add(phrase("first touch, small tensors"), HostRate::TouchSmall);
    add(phrase("first touch, memory reclaimed by the host"), HostRate::TouchIdle);
    add(phrase("releasing pages"), HostRate::Release);
    add(phrase("copy to a simulated GPU without pages"), HostRate::SimulatedFresh);
    add(phrase("copy to a simulated GPU with pages"), HostRate::SimulatedPopulated);
    add(phrase("copy within a simulated GPU, with pages"), HostRate::SimulatedWithin);
    add(phrase("copy within a simulated GPU, without pages"), HostRate::SimulatedWithinFresh);
    add(phrase("host to CUDA card"), HostRate::HostToDevice);
    for (const auto& [dtype, rate] : rates.initialise) {
        table.addRow({say("initial weights, %1", dtype), bandwidthText(rate)});
    }
    for (const auto& [dtype, rate] : rates.matmul) {
        table.addRow({say("matrix product, %1", dtype), operationsText(rate)});
    }
    for (const auto& [name, rate] : rates.elementwise) {
        const std::size_t space = name.find(' ');
        const std::string dtype = name.substr(0, space);
        const bool isCalls = name.ends_with(" calls");
        if (space == std::string::npos) {
            table.addRow({say("element-wise operations, %1", dtype), bandwidthText(rate)});
        } else {
            table.addRow({isCalls ? say("operations on a single row, %1", dtype)
                                  : say("matrix product calls, %1", dtype),
                          perSecondText(rate) + "/s"});
        }
    }
    for (const auto& [name, share] : rates.sharing) {
        const std::string product = name.substr(0, name.rfind(' '));
        table.addRow({name.ends_with(" copies") ? say("copies during a matrix product, %1", product)
                      : name.ends_with(" runs")
                          ? say("matrix product during another run, %1", product)
                          : say("matrix product during copies, %1", name),
                      percentText(formatFixed(100 * share, 0))});
    }
}

/// "measured" of `devices --json`: the host's rates and those of the disk that holds `folder`, or
/// of the disk measured last; what is not known is null.
Json measuredJson(const MachineRates& rates, const std::string& folder) {
    const FileSystemRates* const disk = diskFor(rates, folder);
    Json object{{"date", rates.date}};
    object["disk"] = disk == nullptr ? Json(nullptr)
                                     : Json{{"mount_point", disk->identity.mountPoint},
                                            {"source", disk->identity.source},
                                            {"type", disk->identity.type},
                                            {"date", disk->date}};
    for (std::size_t i = 0; i < kDiskRates; ++i) {
        const auto rate = static_cast<DiskRate>(i);
        object[std::string(diskRateName(rate))] =
            disk == nullptr ? Json(nullptr) : orNull(disk->of(rate));
    }
    object["read_ahead_bytes"] = disk == nullptr ? Json(nullptr) : Json(disk->readAheadBytes);
    for (std::size_t i = 0; i < kHostRates; ++i) {
        const auto rate = static_cast<HostRate>(i);
        object[std::string(hostRateName(rate))] = orNull(rates.of(rate));
    }
    object["kept_bytes"] = rates.keptBytes;
    object["matmul"] = rates.matmul;
    object["initialise"] = rates.initialise;
    object["cast"] = rates.cast;
    object["elementwise"] = rates.elementwise;
    object["sharing"] = rates.sharing;
    return object;
}

/// Where offloaded weights go unless --offload-dir names a folder.
nlohmann::ordered_json diskJson() {
    const std::string folder = defaultOffloadParent();
    const auto space = freeSpaceBytes(folder);
    return {{"folder", folder},
            {"free", space ? nlohmann::ordered_json(*space) : nlohmann::ordered_json()}};
}

/// The same as a table for people.
std::string measuredText(const MachineRates& rates, const std::string& folder,
                         const Translate& translate) {
    std::string text;
    if (const FileSystemRates* const disk = diskFor(rates, folder); disk != nullptr) {
        TextTable table({say("disk at %1 (measured %2)", disk->identity.mountPoint, disk->date),
                         rightHead(phrase("cold")), rightHead(phrase("in the page cache"))},
                        translate);
        addDisk(table, *disk);
        text += table.text() + "\n";
    }
    TextTable table({say("this machine (measured %1)", rates.date), rightHead(phrase("rate"))},
                    translate);
    addHost(table, rates);
    return text + table.text();
}

std::string devicesToJson(const std::vector<DeviceInfo>& gpus, const HostMemory& host,
                          const MachineRates* rates, const std::string& folder) {
    Json list = Json::array();
    for (const DeviceInfo& gpu : gpus) {
        Json device(
            {{"id", deviceName(gpu.id)},
             {"name", gpu.name},
             {"simulated", gpu.simulated},
             {"capacity", orNull(gpu.capacity)},
             {"free", orNull(gpu.freeBytes())},
             {"used_by_others", gpu.usedByOthers},
             {"context", gpu.context},
             {"processes", gpu.simulated ? Json(Json::array()) : processesToJson(processesOn(gpu))},
             {"rates", {{"h2d", orNull(gpu.linkBytesPerSecond)}}}});
        if (gpu.allocator != AllocatorKind::Native) {
            device["allocator"] = allocatorName(gpu.allocator);
        }
        if (!gpu.machine.empty()) {
            device["machine"] = gpu.machine;
        }
        list.push_back(std::move(device));
    }
    return jsonText({{"devices", std::move(list)},
                     {"host",
                      {{"total", orNull(host.total)},
                       {"available", orNull(host.available)},
                       {"cgroup_limit", orNull(host.cgroupLimit)}}},
                     {"disk", diskJson()},
                     {"measured", rates == nullptr ? Json() : measuredJson(*rates, folder)}},
                    2);
}

Message hostText(const HostMemory& host) {
    const Message total = sizeOrUnknown(host.total);
    const Message available = sizeOrUnknown(host.available);
    return host.cgroupLimit
               ? say("Host memory (measured): %1 in total, %2 available; the control group allows "
                     "%3",
                     total, available, sizeOrUnknown(host.cgroupLimit))
               : say("Host memory (measured): %1 in total, %2 available", total, available);
}

std::string devicesToText(const std::vector<DeviceInfo>& gpus, const HostMemory& host,
                          const MachineRates* rates, const std::string& folder,
                          const Translate& translate) {
    TextTable table(
        {phrase("device"), phrase("kind"), phrase("name"), rightHead(phrase("capacity")),
         rightHead(phrase("free")), rightHead(phrase("used by others")),
         rightHead(phrase("context")), rightHead(phrase("link"))},
        translate);
    for (const DeviceInfo& gpu : gpus) {
        table.addRow({deviceLabelOn(gpu), deviceKindText(gpu), gpu.name,
                      sizeOrUnknown(gpu.capacity), sizeOrUnknown(gpu.freeBytes()),
                      sizeOrUnknown(gpu.usedByOthers), sizeOrUnknown(gpu.context),
                      gpu.linkBytesPerSecond ? Message(formatSize(*gpu.linkBytesPerSecond) + "/s")
                                             : phrase("no limit")});
    }
    std::string text =
        gpus.empty()
            ? say("There is no GPU to show; simulate GPUs with --gpus 24GiB,24GiB.").in(translate) +
                  "\n"
            : table.text();
    for (const DeviceInfo& gpu : gpus) {
        if (!gpu.simulated) {
            text += processesText(deviceLabel(gpu.id), processesOn(gpu), translate);
        }
    }
    return text + "\n" + hostText(host).in(translate) + "\n\n" +
           (rates == nullptr ? lineOf(say("This machine has not been measured; use --measure so "
                                          "that Stowage can predict times."),
                                      translate)
                             : measuredText(*rates, folder, translate));
}

/// "165.2 T": floating operations a second; "?" where no figure is confirmed.
std::string rateText(const CatalogueCard& card, const char* dtype) {
    constexpr double kTera = 1e12;
    const auto rate = card.rates.find(dtype);
    if (rate == card.rates.end() || !rate->second) {
        return "?";
    }
    return formatFixed(*rate->second / kTera, 1) + " T";
}

std::string publishedText(const std::optional<double>& bandwidth) {
    constexpr double kGiga = 1e9;
    return bandwidth ? formatFixed(*bandwidth / kGiga, 0) + " GB/s" : "?";
}

std::string cardsText(const std::vector<CatalogueCard>& cards, const Message& heading,
                      std::string& notes, const Translate& translate) {
    TextTable table(
        {heading, phrase("name"), rightHead(phrase("capacity")), phrase("published"),
         rightHead("CUDA"), rightHead(phrase("bandwidth")), phrase("link"), rightHead("float32"),
         rightHead("float16"), rightHead("bfloat16"), phrase("source")},
        translate);
    for (const CatalogueCard& card : cards) {
        table.addRow({card.id, card.name,
                      card.capacity == 0 ? "?"
                      : card.capacitySource.empty() && card.capacity != card.nominal
                          ? "≈ " + formatSize(card.capacity)
                          : formatSize(card.capacity),
                      card.published,
                      card.computeCapability > 0 ? computeCapabilityText(card) : "–",
                      publishedText(card.bandwidth), card.link.empty() ? "?" : card.link,
                      rateText(card, "float32"), rateText(card, "float16"),
                      rateText(card, "bfloat16"), card.source});
        notes += card.note.empty() ? "" : card.name + ": " + card.note + "\n";
    }
    return table.text();
}

std::string catalogueToText(const DeviceCatalogue& catalogue, const Translate& translate) {
    std::string notes;
    TextTable links({phrase("link"), phrase("name"), rightHead(phrase("one way")),
                     rightHead(phrase("measured")), phrase("source")},
                    translate);
    for (const CatalogueLink& link : catalogue.links) {
        links.addRow({link.id, link.name, publishedText(link.bandwidth),
                      publishedText(link.measured), link.source});
    }
    const std::string cards = cardsText(catalogue.cards, "--gpus", notes, translate);
    const std::string processors =
        cardsText(catalogue.processors, phrase("processor"), notes, translate);
    return cards + "\n" + processors + "\n" + links.text() + "\n" +
           say("The capacity is the total that CUDA reports on Linux (HIP or SYCL for cards of "
               "other manufacturers). This total is less than the published capacity and less than "
               "the capacity that nvidia-smi shows. \"≈\" means that the capacity is estimated. "
               "The column CUDA shows the compute capability. Compute rates are in operations per "
               "second. \"?\" means that no confirmed figure is known.")
               .in(translate) +
           "\n" + notes;
}

/// A card is measured as far as it lets itself be: what is not known of it stays so, and is said.
/// Error: Cancelled.
Result<void> measureCard(const CommandContext& context, Compute& compute, TensorBackend& tensors,
                         MachineRates& rates) {
    const auto cards = tensors.cudaDevices();
    if (!cards || cards->empty()) {
        return {};
    }
    const auto card = tensors.openCudaDevice(cards->front());
    Result<void> measured =
        card ? measureProducts(compute, tensors, **card, context.stop(), rates) : card.unexpected();
    if (!measured && measured.error().code != ErrorCode::Cancelled) {
        context.warn(measured.error().message);
        return {};
    }
    if (const Result<double> link = measured ? (*card)->measureLink() : measured.unexpected()) {
        rates.set(HostRate::HostToDevice, *link);
    }
    return measured;
}

/// The first card, as GPU 1, where there is one that can be opened; where it cannot, measureCard()
/// says why.
void addCard(LoadBackends& backends) {
    const auto cards = backends.tensors->cudaDevices();
    if (!cards || cards->empty()) {
        return;
    }
    DeviceInfo info = cards->front();
    info.id = DeviceId::gpu(1);
    if (auto card = backends.tensors->openCudaDevice(info)) {
        backends.devices.push_back(std::move(card).value());
    }
}

/// Rates that only forward passes need: products, on the CPU and on the first card.
Result<void> measureRuns(const CommandContext& context, const LoadBackends& backends,
                         MachineRates& rates) {
    const auto compute = openCompute();
    STOWAGE_TRY(compute);
    DeviceMemory& host = *backends.find(DeviceId::cpu());
    Result<void> measured =
        measureProducts(**compute, *backends.tensors, host, context.stop(), rates);
    return measured ? measureCard(context, **compute, *backends.tensors, rates) : measured;
}

}  // namespace

void DevicesVerb::describe(CLI::App& command) {
    command.add_option("--gpus", m_gpus)->type_name("SPEC");
    CLI::Option* const catalogue = command.add_flag("--catalogue", m_catalogue);
    command.get_option("--gpus")->excludes(catalogue);
    command.add_flag("--measure", m_measure)->excludes(catalogue);
    addTextOption(command, "--dir", "DIR", m_folder);
    addOption(command, "--measure-bytes", "SIZE", m_fileSize);
    addTextOption(command, "--machine", "NAME", m_machine);
}

Result<std::shared_ptr<const MachineRates>> DevicesVerb::measure(
    const CommandContext& context) const {
    const auto fileSize = optionValue("--measure-bytes", parseCapacity(m_fileSize));
    STOWAGE_TRY(fileSize);
    const std::string path = defaultRatesPath();
    if (path.empty()) {
        return fail(ErrorCode::InvalidArgument,
                    say("There is no folder for the measured rates: set HOME or XDG_CONFIG_HOME."));
    }
    DeviceInfo gpu;
    gpu.id = DeviceId::gpu(0);
    gpu.name = "Simulated";
    gpu.simulated = true;
    auto backends = makeLoadBackends({gpu, describeHost(readHostMemory())});
    STOWAGE_TRY(backends);
    addCard(*backends);
    const auto known = measuredRates(context);
    auto rates = calibrate(m_folder.empty() ? defaultCalibrationFolder() : m_folder,
                           static_cast<std::uint64_t>(fileSize->bytes), *backends,
                           known ? *known : MachineRates(), context.stop(),
                           ProgressBar(context.translate).sink());
    STOWAGE_TRY(rates);
    STOWAGE_TRY(measureRuns(context, *backends, *rates));
    STOWAGE_TRY(writeMachineRates(path, *rates));
    return std::make_shared<const MachineRates>(std::move(rates).value());
}

Result<int> DevicesVerb::run(CommandContext& context) {
    if (m_catalogue) {
        const auto& catalogue = deviceCatalogue();
        STOWAGE_TRY(catalogue);
        context.print(context.wantsJson() ? catalogueToJson(*catalogue)
                                          : catalogueToText(*catalogue, context.translate));
        return kExitDone;
    }
    auto gpus = parseGpus(m_gpus.value_or(mayHaveRealGpus() ? "real" : "none"), context);
    if (!gpus && !m_gpus) {
        context.warn(gpus.error().message);  // a driver without a card for this process
        gpus = std::vector<DeviceInfo>();
    }
    STOWAGE_TRY(gpus);
    std::shared_ptr<const MachineRates> rates;
    if (m_measure) {
        auto measured = measure(context);
        STOWAGE_TRY(measured);
        rates = std::move(measured).value();
    } else {
        rates = measuredRates(context);
    }
    const HostMemory host = readHostMemory();
    const std::string folder = m_folder.empty() ? defaultCalibrationFolder() : m_folder;
    context.print(context.wantsJson()
                      ? devicesToJson(*gpus, host, rates.get(), folder)
                      : devicesToText(*gpus, host, rates.get(), folder, context.translate));
    return kExitDone;
}

std::unique_ptr<Verb> makeDevicesVerb() {
    return std::make_unique<DevicesVerb>();
}

}  // namespace stowage
