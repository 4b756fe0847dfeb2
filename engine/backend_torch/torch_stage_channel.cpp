// SPDX-License-Identifier: GPL-3.0-or-later
// Activations from process to process: c10d's Gloo, which finds its peers by a store of ours.
#include "engine/backend_torch/torch_operands.h"
#include "engine/backend_torch/torch_support.h"
#include "engine/run/stage_channel.h"

#include <ATen/ATen.h>
#include <torch/version.h>

#if STOWAGE_HAS_GLOO
#define USE_C10D_GLOO
#include <torch/csrc/distributed/c10d/ProcessGroupGloo.hpp>
#endif

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstring>
#include <deque>
#include <exception>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace stowage {

namespace {

#if STOWAGE_HAS_GLOO

using Clock = std::chrono::steady_clock;

/// What c10d asks of a store, answered by a StageStore.
class SharedStore : public c10d::Store {
public:
    SharedStore(std::shared_ptr<StageStore> keys, std::chrono::milliseconds patience)
        : c10d::Store(patience), m_keys(std::move(keys)) {}

    using c10d::Store::set;
    void set(const std::string& key, const std::vector<std::uint8_t>& value) override {
        m_keys->set(key, value);
    }
    std::vector<std::uint8_t> get(const std::string& key) override {
        auto value = m_keys->get(key, timeout_);
        if (!value) {
            m_missing = key;
        }
        TORCH_CHECK(value, "no stage has told ", key);
        TORCH_CHECK(!isAddressKey(key) || value->size() >= kLeastAddress, "the value of ", key,
                    " is no address");
        return *std::move(value);
    }
    std::int64_t add(const std::string& key, std::int64_t by) override {
        const auto sum = m_keys->add(key, by);
        TORCH_CHECK(sum, "nobody counts ", key);
        return *sum;
    }
    bool deleteKey(const std::string& /*key*/) override { return false; }
    bool check(const std::vector<std::string>& keys) override {
        for (const std::string& key : keys) {
            if (!m_keys->has(key)) {
                return false;
            }
        }
        return true;
    }
    std::int64_t getNumKeys() override { return 0; }
    void wait(const std::vector<std::string>& keys) override { wait(keys, timeout_); }
    void wait(const std::vector<std::string>& keys,
              const std::chrono::milliseconds& timeout) override {
        for (const std::string& key : keys) {
            const bool isThere = m_keys->get(key, timeout).has_value();
            if (!isThere) {
                m_missing = key;
            }
            TORCH_CHECK(isThere, "no stage has told ", key);
        }
    }
    /// The stage that did not tell what was waited for; nothing: none such is known.
    [[nodiscard]] std::optional<int> silentStage() const {
        // Gloo's keys of a stage end with its number: "0/1", "0/rank_1".
        const std::string_view number =
            std::string_view(m_missing).substr(m_missing.find_last_of("/_") + 1);
        int stage = -1;
        const auto [end, failure] =
            std::from_chars(number.data(), number.data() + number.size(), stage);
        const bool isWhole = failure == std::errc() && end == number.data() + number.size();
        return isWhole && stage >= 0 ? std::optional(stage) : std::nullopt;
    }
#if TORCH_VERSION_MAJOR >= 2
    c10::intrusive_ptr<c10d::Store> clone() override {
        return c10::make_intrusive<SharedStore>(m_keys, timeout_);
    }
#endif

private:
    /// Gloo 2 reads an address without asking how long it is. None is as short as this.
    static constexpr std::size_t kLeastAddress = 16;
    /// "0/1": group and stage.
    static bool isAddressKey(const std::string& key) {
        return key.find_first_not_of("0123456789/") == std::string::npos;
    }

    std::shared_ptr<StageStore> m_keys;
    std::string m_missing;  ///< the key that did not come
};

/// What an activation's message begins with: dtype and sizes. The next message is asked for before
/// it is needed, so that it comes while this stage computes: Gloo sends only what is asked for.
constexpr std::size_t kHeadNumbers = 8;
constexpr std::int64_t kHeadBytes = kHeadNumbers * sizeof(std::int64_t);
static_assert(kStageMessageBytes == kStageMessageNumbers + kHeadBytes);
using Head = std::array<std::int64_t, kHeadNumbers>;

enum Tag : int { kActivation, kTokens };

/// No activation of a pass is nearly so large.
constexpr std::int64_t kMostNumbers = std::int64_t{1} << 32;

/// Zeros, since what is left of it travels, too.
at::Tensor bytesTensor(std::int64_t bytes) {
    return at::zeros({bytes}, at::TensorOptions().dtype(at::kByte));
}

Head headOf(const at::Tensor& numbers) {
    TORCH_CHECK(numbers.dim() + 2 <= static_cast<std::int64_t>(kHeadNumbers));
    Head head{static_cast<std::int64_t>(numbers.scalar_type()), numbers.dim()};
    std::copy(numbers.sizes().begin(), numbers.sizes().end(), head.begin() + 2);
    return head;
}

/// Room for what a head tells of. Nobody vouches for who sent it. Throws c10::Error.
at::Tensor roomFor(const Head& head) {
    const auto dtype = static_cast<at::ScalarType>(head[0]);
    TORCH_CHECK(dtype == at::kFloat || dtype == at::kHalf || dtype == at::kBFloat16,
                "it sent numbers of another kind");
    TORCH_CHECK(head[1] >= 0 && head[1] + 2 <= static_cast<std::int64_t>(kHeadNumbers),
                "it sent no activation");
    const at::IntArrayRef sizes(head.data() + 2, static_cast<std::size_t>(head[1]));
    std::int64_t left = kMostNumbers;
    for (const std::int64_t size : sizes) {
        TORCH_CHECK(size > 0 && size <= left, "it sent no activation");
        left /= size;
    }
    return at::empty(sizes, at::TensorOptions().dtype(dtype));
}

bool fitsMessage(const at::Tensor& numbers) {
    return static_cast<std::int64_t>(numbers.nbytes()) <= kStageMessageNumbers;
}

class GlooChannel : public StageChannel {
public:
    using Group = c10d::ProcessGroupGloo;

    using Device = std::shared_ptr<gloo::transport::Device>;

    GlooChannel(const StageChannelOptions& options, Device device,
                const c10::intrusive_ptr<SharedStore>& store)
        : m_options(options) {
        const auto how = Group::Options::create(options.patience);
        how->devices.push_back(std::move(device));
        how->threads = 1;
        m_group = c10::make_intrusive<Group>(store, options.number, options.count, how);
    }
    ~GlooChannel() override { abandon(); }

    Result<void> send(const Activation& x, int to) override {
        return talking(to, [&] {
            const at::Tensor numbers = tensorOf(x).to(at::kCPU).contiguous();
            const Head head = headOf(numbers);
            const at::Tensor message = bytesTensor(kStageMessageBytes);
            auto* const bytes = message.data_ptr<std::uint8_t>();
            std::memcpy(bytes, head.data(), sizeof head);
            if (fitsMessage(numbers)) {
                std::memcpy(bytes + kHeadBytes, numbers.data_ptr(), numbers.nbytes());
            }
            begin(message, to, kActivation);
            if (!fitsMessage(numbers)) {
                begin(numbers, to, kActivation);
            }
        });
    }

    Result<ActivationPtr> receive(int from) override {
        at::Tensor numbers;
        const auto done = talking(from, [&] {
            const at::Tensor message = next(from, kActivation, bytesTensor(kStageMessageBytes));
            const auto* const bytes = message.data_ptr<std::uint8_t>();
            Head head{};
            std::memcpy(head.data(), bytes, sizeof head);
            numbers = roomFor(head);
            if (fitsMessage(numbers)) {
                std::memcpy(numbers.data_ptr(), bytes + kHeadBytes, numbers.nbytes());
            } else {
                waitFor({ask(numbers, from, kActivation), numbers, from});
            }
            askAhead(from, kActivation, bytesTensor(kStageMessageBytes));
        });
        STOWAGE_TRY(done);
        return makeActivation(std::move(numbers));
    }

    Result<void> sendNumbers(std::span<const std::int64_t> numbers, int to) override {
        return talking(to, [&] {
            for (std::size_t i = 0; i < numbers.size(); i += kNumbersAtOnce) {
                const at::Tensor message = numbersTensor();
                const auto part = numbers.subspan(i, std::min(kNumbersAtOnce, numbers.size() - i));
                std::ranges::copy(part, message.data_ptr<std::int64_t>());
                begin(message, to, kTokens);
            }
        });
    }

    Result<void> receiveNumbers(std::span<std::int64_t> numbers, int from) override {
        return talking(from, [&] {
            for (std::size_t i = 0; i < numbers.size(); i += kNumbersAtOnce) {
                const at::Tensor message = next(from, kTokens, numbersTensor());
                const auto part = numbers.subspan(i, std::min(kNumbersAtOnce, numbers.size() - i));
                std::copy_n(message.data_ptr<std::int64_t>(), part.size(), part.begin());
                askAhead(from, kTokens, numbersTensor());
            }
        });
    }

    Result<void> finish() override {
        for (auto& [tag, sent] : m_sent) {
            while (!sent.empty()) {
                STOWAGE_TRY(talking(sent.front().other, [&sent = sent, this] { endFirst(sent); }));
            }
        }
        return {};
    }

    StageTraffic traffic() const override { return m_traffic; }

private:
    using Work =
        decltype(std::declval<Group&>().send(std::declval<std::vector<at::Tensor>&>(), 0, 0));
    struct Message {
        Work work;
        at::Tensor numbers;  ///< kept until they have left, or come
        int other = 0;
    };
    /// All messages of numbers are of one size, so that the next one can be asked for before it is
    /// known how many are in it.
    static constexpr std::size_t kNumbersAtOnce = 64;
    /// So many sends may be under way before the next one waits for the first of them. Tokens are
    /// asked for only once their stage has sent all that it had to send: were they waited for, and
    /// the activations too, neither stage would go on. They take little memory.
    static std::size_t mostSent(Tag tag) { return tag == kTokens ? 8192 : 64; }

    /// Runs what throws where the other stage is gone.
    template <class Do>
    Result<void> talking(int other, const Do& work) {
        try {
            work();
        } catch (...) {
            if (m_options.stop.stop_requested()) {
                return fail(ErrorCode::Cancelled, say("The run was stopped."));
            }
            return fail(ErrorCode::DeviceLost,
                        say("Stage %1 received nothing from stage %2: %3", m_options.number + 1,
                            other + 1, errorOfCurrentException(phrase("Waiting")).message),
                        {}, stageKey(other));
        }
        return {};
    }

    static at::Tensor numbersTensor() {
        return at::zeros({static_cast<std::int64_t>(kNumbersAtOnce)},
                         at::TensorOptions().dtype(at::kLong));
    }

    void begin(at::Tensor numbers, int to, Tag tag) {
        m_traffic.bytesSent += static_cast<std::uint64_t>(numbers.nbytes());
        std::vector<at::Tensor> list{numbers};
        std::deque<Message>& sent = m_sent[tag];
        sent.push_back({m_group->send(list, to, tag), std::move(numbers), to});
        if (sent.size() > mostSent(tag)) {
            endFirst(sent);
        }
    }

    void endFirst(std::deque<Message>& sent) {
        wait(sent.front().work);
        sent.pop_front();
    }

    Work ask(const at::Tensor& numbers, int from, Tag tag) {
        std::vector<at::Tensor> list{numbers};
        return m_group->recv(list, from, tag);
    }

    /// A stage that has sent its last may be gone by now: that is an error only where more is
    /// needed, which next() tells.
    void askAhead(int from, Tag tag, const at::Tensor& numbers) {
        try {
            Message message{ask(numbers, from, tag), numbers, from};
            m_ahead[{from, tag}] = std::move(message);
        } catch (const std::exception&) {
            return;
        }
    }

    void waitFor(const Message& message) {
        const auto begin = Clock::now();
        wait(message.work);
        m_traffic.waitedSeconds += std::chrono::duration<double>(Clock::now() - begin).count();
        m_traffic.bytesReceived += static_cast<std::uint64_t>(message.numbers.nbytes());
    }

    /// What that stage sends next under the tag: what was asked for already, or now into `numbers`.
    at::Tensor next(int from, Tag tag, const at::Tensor& numbers) {
        auto asked = m_ahead.extract({from, tag});
        const Message message =
            asked ? std::move(asked.mapped()) : Message{ask(numbers, from, tag), numbers, from};
        TORCH_CHECK(message.numbers.sizes() == numbers.sizes());
        waitFor(message);
        return message.numbers;
    }

    /// What is waited for is given up where the run is stopped.
    void wait(const Work& work) {
        const std::stop_callback abort(m_options.stop, [&] { work->abort(); });
        TORCH_CHECK(work->wait(m_options.patience), "it took too long");
    }

    /// The memory of what is still under way must outlive it.
    void abandon() {
        for (const auto& [tag, sent] : m_sent) {
            std::ranges::for_each(sent, giveUp);
        }
        for (const auto& [key, asked] : m_ahead) {
            giveUp(asked);
        }
    }

    static void giveUp(const Message& message) {
        try {
            message.work->abort();
            message.work->wait(std::chrono::milliseconds(1));
        } catch (const std::exception&) {
            return;  // it was given up
        }
    }

    StageChannelOptions m_options;
    c10::intrusive_ptr<Group> m_group;
    std::map<Tag, std::deque<Message>> m_sent;
    std::map<std::pair<int, Tag>, Message> m_ahead;  ///< asked for and not needed yet
    StageTraffic m_traffic;
};

OpenedStageChannel open(const StageChannelOptions& options) {
    const auto connecting = phrase("Connecting the stages");
    const auto device = guarded(connecting, [&]() -> Result<GlooChannel::Device> {
        return GlooChannel::Group::createDeviceForHostname(options.address);
    });
    if (!device) {
        return fail(ErrorCode::InvalidArgument, device.error().message);
    }
    const auto store = c10::make_intrusive<SharedStore>(options.store, options.patience);
    auto opened = guarded(connecting, [&]() -> OpenedStageChannel {
        return std::shared_ptr<StageChannel>(
            std::make_shared<GlooChannel>(options, *device, store));
    });
    if (opened) {
        return opened;
    }
    if (options.stop.stop_requested()) {
        return fail(ErrorCode::Cancelled, say("The run was stopped."));
    }
    const auto silent = store->silentStage();
    return fail(ErrorCode::DeviceLost, opened.error().message, {},
                silent ? stageKey(*silent) : std::string());
}

#else

OpenedStageChannel open(const StageChannelOptions& /*options*/) {
    return fail(ErrorCode::BackendUnavailable,
                say("This build lacks c10d over Gloo, which stages use to communicate: install "
                    "libgloo-dev and build again."));
}

#endif

}  // namespace

}  // namespace stowage

extern "C" __attribute__((visibility("default"))) void stowageOpenStageChannel(
    const stowage::StageChannelOptions& options, stowage::OpenedStageChannel& opened);

extern "C" void stowageOpenStageChannel(const stowage::StageChannelOptions& options,
                                        stowage::OpenedStageChannel& opened) {
    opened = stowage::open(options);
}
