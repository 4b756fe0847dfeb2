// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/machines/stage_peers.h"

#include "app/cli/machines/machine_answer.h"
#include "app/cli/options/common_options.h"
#include "engine/base/checksums.h"
#include "engine/base/json_reader.h"
#include "engine/base/strings.h"
#include "engine/checkpoint/tensor_reader.h"
#include "engine/device/host_memory.h"
#include "engine/model/dtype.h"
#include "engine/model/module_tree.h"

#include <nlohmann/json.hpp>

#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <span>
#include <sstream>
#include <utility>

namespace stowage {

namespace {

using Json = nlohmann::ordered_json;

/// From each end of the sorted names, so that copies that are whole share all of them.
constexpr std::size_t kSampledAtEachEnd = 8;
constexpr std::size_t kSampledBytes = 4096;
/// Longer names are passed over: all of them go into one line.
constexpr std::size_t kMostNameBytes = 256;
constexpr const char* kClassKey = "class";

/// "float32 [4, 5] c31e7b…", of elements that share bytes without the last; "" where it cannot be
/// read.
std::string sampleOf(TensorReader& reader, const StoredTensor& tensor) {
    std::uint64_t elements = 1;
    std::string text = std::string(dtypeName(tensor.dtype)) + " [";
    for (const std::int64_t size : tensor.shape) {
        elements *= static_cast<std::uint64_t>(size);
        text += (text.back() == '[' ? "" : ", ") + std::to_string(size);
    }
    if (elementBlock(tensor.dtype) || storedBits(tensor.dtype) < 8) {
        return text + "]";
    }
    std::array<std::byte, kSampledBytes> buffer{};
    const std::uint64_t element = storedBytes(tensor.dtype, 1);
    const std::uint64_t bytes = std::min(elements, buffer.size() / element) * element;
    const std::span<std::byte> part = std::span(buffer).first(bytes);
    if (!reader.read(tensor, 0, part)) {
        return {};
    }
    Sha256 digest;
    digest.add(part);
    return text + "] " + digest.hex();
}

}  // namespace

Json modelSample(const Checkpoint& checkpoint, const ModuleTree& tree) {
    Json sample = Json::object();
    if (const std::string& name = tree.node(ModuleTree::root()).className; !name.empty()) {
        sample[kClassKey] = name;
    }
    std::vector<const StoredTensor*> matrices;  // vectors of ones are the same in many models
    for (const StoredTensor& tensor : checkpoint.tensors) {
        if (tensor.shape.size() > 1 && !tensor.isMeta && tensor.name.size() <= kMostNameBytes) {
            matrices.push_back(&tensor);
        }
    }
    std::ranges::sort(matrices, {}, &StoredTensor::name);
    TensorReader reader(checkpoint);
    for (std::size_t i = 0; i < matrices.size(); ++i) {
        if (i < kSampledAtEachEnd || i + kSampledAtEachEnd >= matrices.size()) {
            if (std::string text = sampleOf(reader, *matrices[i]); !text.empty()) {
                sample[matrices[i]->name] = std::move(text);
            }
        }
    }
    return sample;
}

std::optional<std::string> sampleDifference(const Json& one, const Json& other) {
    for (auto entry = one.begin(); one.is_object() && entry != one.end(); ++entry) {
        const auto same = other.is_object() ? other.find(entry.key()) : other.end();
        if (same != other.end() && *same != *entry) {
            return entry.key();
        }
    }
    return std::nullopt;
}

namespace {

/// How long a stage may take to stop that nobody asks for any more.
constexpr auto kEndPatience = std::chrono::seconds(3);
constexpr auto kAddPatience = std::chrono::seconds(60);
constexpr auto kTellMemoryEvery = std::chrono::seconds(1);
constexpr std::int64_t kMostNumber = 1'000'000;  ///< no model has so many layers
/// No line that stages are told is nearly so long.
constexpr std::size_t kMostLineBytes = std::size_t{1} << 20;

std::string keyOf(const Json& object) {
    const auto key = object.find("key");
    return key != object.end() && key->is_string() ? key->get<std::string>() : std::string();
}

/// By which ssh reached this machine, and from where it came: {"10.0.0.2", "10.0.0.1"}; "" where
/// this is none of its sessions.
std::pair<std::string, std::string> addressesOfSsh() {
    // "client port server port"
    const char* const connection = std::getenv("SSH_CONNECTION");
    std::istringstream words(connection == nullptr ? "" : connection);
    std::string client;
    std::string port;
    std::string server;
    words >> client >> port >> server;
    return {std::move(server), std::move(client)};
}

void addKnown(Json& object, const char* member, const std::optional<std::uint64_t>& bytes) {
    if (bytes) {
        object[member] = *bytes;
    }
}

std::string memoryLine(const ProcessMemoryReader& reader,
                       const std::vector<std::shared_ptr<DeviceMemory>>& devices) {
    Json memory = Json::object();
    addKnown(memory, "ram", reader.read().anon);
    addKnown(memory, "ram_total", readHostMemory().total);
    memory["gpus"] = Json::array();
    for (const auto& device : devices) {
        const DeviceInfo& info = device->info();
        if (info.id.isGpu()) {
            Json& gpu = memory["gpus"].emplace_back(
                Json{{"device", deviceName(info.id)}, {"held", device->statistics().reserved}});
            addKnown(gpu, "total", info.capacity);
            gpu["simulated"] = info.simulated;
        }
    }
    return jsonText(Json{{"memory", std::move(memory)}});
}

}  // namespace

std::jthread tellStageMemory(std::shared_ptr<StagePeers> peers,
                             std::vector<std::shared_ptr<DeviceMemory>> devices) {
    return std::jthread(
        [peers = std::move(peers), devices = std::move(devices)](const std::stop_token& stop) {
            const ProcessMemoryReader reader;
            std::mutex mutex;
            std::condition_variable_any tick;
            std::unique_lock lock(mutex);
            std::size_t told = 0;
            for (bool isLast = false; !isLast && told < kMostStageMemoryBytes / 2;) {
                tick.wait_for(lock, stop, kTellMemoryEvery, [] { return false; });
                isLast = stop.stop_requested();
                if (peers->isWatched()) {
                    const std::string line = memoryLine(reader, devices);
                    told += line.size() + 1;
                    peers->tell(line);
                }
            }
        });
}

std::vector<std::int64_t> numbersBetween(std::string_view text, std::string_view separators) {
    std::vector<std::int64_t> numbers;
    const char* place = text.data();
    const char* const end = place + text.size();
    for (std::size_t i = 0; i <= separators.size(); ++i) {
        std::int64_t value = -1;
        place = std::from_chars(place, end, value).ptr;
        const bool goesOn = i < separators.size();
        if (value < 0 || value > kMostNumber || (place == end) == goesOn ||
            (goesOn && *place != separators[i])) {
            return {};
        }
        numbers.push_back(value);
        place += goesOn ? 1 : 0;
    }
    return numbers;
}

Result<PipelineStage> parsePipelineStage(const std::string& text) {
    const std::vector<std::int64_t> numbers = numbersBetween(text, "/:-");
    if (numbers.empty() || numbers[0] >= numbers[1] || numbers[1] > kMostStages ||
        numbers[2] > numbers[3]) {
        return wrongValue("--stage",
                          say("write the stage as NUMBER/COUNT:FIRST-LAST, as in 1/2:12-23."));
    }
    return PipelineStage{
        {numbers[2], numbers[3]}, static_cast<int>(numbers[0]), static_cast<int>(numbers[1])};
}

std::string pipelineStageText(const PipelineStage& stage) {
    return std::to_string(stage.number) + "/" + std::to_string(stage.count) + ":" +
           std::to_string(stage.layers.first) + "-" + std::to_string(stage.layers.last);
}

Result<std::shared_ptr<StageChannel>> connectStages(const std::shared_ptr<StagePeers>& peers,
                                                    int number, int count,
                                                    std::chrono::milliseconds patience,
                                                    const nlohmann::ordered_json& sample,
                                                    const CommandContext& context) {
    const auto [server, client] = addressesOfSsh();
    peers->tell(jsonText({{"ready", {{"server", server}, {"client", client}, {"model", sample}}}}));
    const auto address = peers->waitForStart();
    STOWAGE_TRY(address);
    auto channel = openStageChannel({.store = peers,
                                     .number = number,
                                     .count = count,
                                     .address = *address,
                                     .patience = patience,
                                     .stop = context.stop()});
    if (!channel && peers->hasEnded()) {
        return fail(ErrorCode::Cancelled, say("The run was stopped."));
    }
    return channel;
}

double stageClock() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

StagePeers::StagePeers(const CommandContext& context)
    : m_context(context), m_finish(::eventfd(0, EFD_CLOEXEC)), m_thread([this] { read(); }) {
    std::signal(SIGPIPE, SIG_IGN);  // another stage that is gone is told as an error
}

StagePeers::~StagePeers() {
    (void)::eventfd_write(m_finish, 1);
    m_thread.join();
    ::close(m_finish);
}

void StagePeers::tell(std::string_view line) {
    m_context.print(line);
}

void StagePeers::read() {
    LineSplitter lines(kMostLineBytes);
    bool isUnderstood = true;
    while (isUnderstood) {
        const auto piece = m_context.nextInput(m_finish);
        if (!piece || piece->empty()) {
            break;
        }
        lines.add(*piece);
        while (const auto line = lines.next()) {
            // Who writes longer ones does not know what a stage is told.
            isUnderstood = isUnderstood && !line->isCut;
            take(line->text);
        }
    }
    {
        const std::scoped_lock lock(m_mutex);
        m_hasEnded = true;
    }
    m_changed.notify_all();
    endOnTime();
}

void StagePeers::endOnTime() const {
    pollfd finish{m_finish, POLLIN, 0};
    if (::poll(&finish, 1, 0) > 0) {
        return;
    }
    if (!m_context.stop().stop_requested()) {
        ::kill(::getpid(), SIGINT);
    }
    const auto patience = std::chrono::duration_cast<std::chrono::milliseconds>(kEndPatience);
    if (::poll(&finish, 1, static_cast<int>(patience.count())) == 0) {
        ::_exit(exitStatusFor(ErrorCode::Cancelled));  // something waits that cannot be given up
    }
}

void StagePeers::take(std::string_view line) {
    const auto object = parseJson(line, "A stage's line");
    if (!object || !object->is_object() || object->empty()) {
        return;
    }
    const std::string& what = object->begin().key();
    const Json& value = object->begin().value();
    if (what == "ping") {
        tell(jsonText(Json{{"pong", {{"number", value}, {"at", stageClock()}}}}));
        return;
    }
    if (!value.is_object()) {
        return;
    }
    {
        const std::scoped_lock lock(m_mutex);
        const auto member = value.find("value");
        if (what == "set" && member != value.end() && member->is_array()) {
            Bytes bytes;
            for (const Json& byte : *member) {
                bytes.push_back(byte.is_number_unsigned() ? byte.get<std::uint8_t>()
                                                          : std::uint8_t{0});
            }
            m_values[keyOf(value)] = std::move(bytes);
        } else if (what == "sum" && member != value.end() && member->is_number_integer()) {
            m_sum = member->get<std::int64_t>();
        } else if (what == "watch") {
            m_isWatched = true;
        } else if (what == "start") {
            const auto address = value.find("address");
            const bool isText = address != value.end() && address->is_string();
            m_address = isText ? address->get<std::string>() : std::string();
        }
    }
    m_changed.notify_all();
}

Result<std::string> StagePeers::waitForStart() {
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return m_address || m_hasEnded; });
    return m_address ? Result<std::string>(*m_address)
                     : fail(ErrorCode::Cancelled, say("The run was stopped."));
}

bool StagePeers::isWatched() {
    const std::scoped_lock lock(m_mutex);
    return m_isWatched;
}

bool StagePeers::hasEnded() {
    const std::scoped_lock lock(m_mutex);
    return m_hasEnded;
}

void StagePeers::set(const std::string& key, Bytes value) {
    Json bytes = Json::array();
    for (const std::uint8_t byte : value) {
        bytes.push_back(byte);
    }
    tell(jsonText(Json{{"set", {{"key", key}, {"value", std::move(bytes)}}}}));
    const std::scoped_lock lock(m_mutex);
    m_values[key] = std::move(value);
}

std::optional<StageStore::Bytes> StagePeers::get(const std::string& key,
                                                 std::chrono::milliseconds patience) {
    std::unique_lock lock(m_mutex);
    m_changed.wait_for(lock, patience, [&] { return m_values.contains(key) || m_hasEnded; });
    const auto found = m_values.find(key);
    return found == m_values.end() ? std::nullopt : std::optional(found->second);
}

bool StagePeers::has(const std::string& key) {
    const std::scoped_lock lock(m_mutex);
    return m_values.contains(key);
}

std::optional<std::int64_t> StagePeers::add(const std::string& key, std::int64_t by) {
    {
        const std::scoped_lock lock(m_mutex);
        m_sum.reset();
    }
    tell(jsonText(Json{{"add", {{"key", key}, {"value", by}}}}));
    std::unique_lock lock(m_mutex);
    m_changed.wait_for(lock, kAddPatience, [this] { return m_sum || m_hasEnded; });
    return m_sum;
}

}  // namespace stowage
