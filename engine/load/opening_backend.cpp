// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/tensor_backend.h"

#include <cassert>
#include <chrono>
#include <condition_variable>
#include <future>
#include <mutex>

namespace stowage {

namespace {

using Opened = Result<std::shared_ptr<TensorBackend>>;

/// Hands every call on to the backend that a thread opens, from the first call on that asks for it.
class OpeningBackend : public TensorBackend {
public:
    OpeningBackend()
        : m_opened(std::async(std::launch::async, [this] { return openOnce(); }).share()) {}
    ~OpeningBackend() override { wake(Wish::Nothing); }
    OpeningBackend(const OpeningBackend&) = delete;
    OpeningBackend& operator=(const OpeningBackend&) = delete;

    void beginOpening() override { wake(Wish::Open); }
    bool isOpen() const override {
        return m_opened.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
    }
    Result<void> open() override {
        const Opened& opened = this->opened();
        return opened ? Result<void>() : Result<void>(opened.unexpected());
    }
    std::string description() const override {
        const Opened& opened = this->opened();
        return opened ? (*opened)->description() : opened.error().message.english();
    }
    std::unique_ptr<TensorSet> makeTensorSet() override { return inner().makeTensorSet(); }
    std::size_t liveTensors() const override {
        const Opened& opened = this->opened();
        return opened ? (*opened)->liveTensors() : 0;
    }
    void warmUp() override {
        if (open()) {
            inner().warmUp();
        }
    }
    Result<void> cast(DType from, std::span<const std::byte> source, DType to,
                      std::span<std::byte> target) override {
        STOWAGE_TRY(open());
        return inner().cast(from, source, to, target);
    }
    Result<void> initialise(DType dtype, std::span<std::byte> target, std::uint64_t seed) override {
        STOWAGE_TRY(open());
        return inner().initialise(dtype, target, seed);
    }
    Result<std::vector<DeviceInfo>> cudaDevices() override {
        STOWAGE_TRY(open());
        return inner().cudaDevices();
    }
    Result<std::shared_ptr<DeviceMemory>> openCudaDevice(const DeviceInfo& device) override {
        STOWAGE_TRY(open());
        return inner().openCudaDevice(device);
    }
    Result<void> castOnDevice(DType from, const DeviceBuffer& source, DType to,
                              DeviceBuffer& target) override {
        STOWAGE_TRY(open());
        return inner().castOnDevice(from, source, to, target);
    }
    Result<double> matmulSeconds(DType dtype, std::int64_t side) override {
        STOWAGE_TRY(open());
        return inner().matmulSeconds(dtype, side);
    }

private:
    enum class Wish { Unknown, Open, Nothing };

    void wake(Wish wish) const {
        {
            const std::scoped_lock lock(m_mutex);
            m_wish = m_wish == Wish::Unknown ? wish : m_wish;
        }
        m_wished.notify_all();
    }
    Opened openOnce() {
        std::unique_lock lock(m_mutex);
        m_wished.wait(lock, [this] { return m_wish != Wish::Unknown; });
        const bool isWanted = m_wish == Wish::Open;
        lock.unlock();
        if (!isWanted) {
            return fail(ErrorCode::Cancelled, say("LibTorch was not needed."));
        }
        Opened opened = openTensorBackend();
        if (opened) {
            (*opened)->warmUp();  // what it takes for itself is there when open() returns
        }
        return opened;
    }
    /// Waits for it.
    [[nodiscard]] const Opened& opened() const {
        wake(Wish::Open);
        return m_opened.get();
    }
    [[nodiscard]] TensorBackend& inner() const {
        const Opened& opened = this->opened();
        assert(opened.has_value());
        return **opened;
    }

    mutable std::mutex m_mutex;  ///< guards m_wish
    mutable std::condition_variable m_wished;
    mutable Wish m_wish = Wish::Unknown;
    std::shared_future<Opened> m_opened;  ///< the last: its thread uses what is above
};

}  // namespace

std::shared_ptr<TensorBackend> lateTensorBackend() {
    return std::make_shared<OpeningBackend>();
}

}  // namespace stowage
