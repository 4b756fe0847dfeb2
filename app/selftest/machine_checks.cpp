// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/selftest/check_groups.h"
#include "engine/backend_sim/sim_gpu.h"
#include "engine/base/byte_size.h"
#include "engine/device/host_memory.h"
#include "engine/load/sha256.h"
#include "engine/load/staging_ring.h"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <vector>

namespace stowage {

namespace {

constexpr const char* kGroup = "machine";

Result<std::string> checkDigest() {
    Sha256 digest;
    constexpr std::string_view kText = "abc";
    digest.add(std::as_bytes(std::span(kText)));
    // FIPS 180-2, appendix B.1.
    const std::string wanted = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    if (digest.hex() != wanted) {
        return checkFailed("SHA-256 of \"abc\" comes out as " + digest.hex());
    }
    return wanted.substr(0, 16) + "…";
}

/// Touched memory must show in RssAnon, in full and nowhere else.
Result<std::string> checkOwnMemory() {
    constexpr std::uint64_t kBytes = 64 * kMiB;
    constexpr std::uint64_t kTolerance = 8 * kMiB;
    const ProcessMemoryReader reader;
    const ProcessMemory before = reader.read();
    const Result<HostScratch> scratch = HostScratch::map(kBytes);
    if (!scratch) {
        return scratch.unexpected();
    }
    std::memset(scratch->bytes().data(), 1, kBytes);
    const ProcessMemory after = reader.read();
    if (!before.anon || !after.anon || !before.shmem || !after.shmem) {
        return checkFailed("/proc/self/status tells neither RssAnon nor RssShmem");
    }
    const std::uint64_t anon = *after.anon - std::min(*after.anon, *before.anon);
    const std::uint64_t shmem = *after.shmem - std::min(*after.shmem, *before.shmem);
    const std::string figures = checkSize(kBytes) + " touched: RssAnon + " + checkSize(anon) +
                                ", RssShmem + " + checkSize(shmem);
    const bool isRight =
        anon + kTolerance >= kBytes && anon <= kBytes + kTolerance && shmem <= kTolerance;
    return isRight ? Result<std::string>(figures) : checkFailed(figures);
}

Result<std::string> checkHostFigures() {
    const HostMemory host = readHostMemory();
    const auto budget = hostBudgetBytes(host);
    if (!host.total || !budget) {
        return checkFailed(
            "neither /proc/meminfo nor a control group tells how much memory is "
            "left; give --ram to plan");
    }
    if (*budget > *host.total) {
        return checkFailed(checkSize(*budget) + " are said to be left of " +
                           checkSize(*host.total));
    }
    return checkSize(*budget) + " left of " + checkSize(*host.total);
}

Result<std::string> checkChecksum(TensorBackend& tensors, DeviceMemory& host) {
    std::vector<std::byte> bytes(100'003);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        bytes[i] = static_cast<std::byte>(i * 31 + i / 257);
    }
    auto buffer = host.allocate(bytes.size());
    if (!buffer) {
        return buffer.unexpected();
    }
    if (Result<void> written = host.write(**buffer, 0, bytes, {}); !written) {
        return written.unexpected();
    }
    const std::unique_ptr<TensorSet> set = tensors.makeTensorSet();
    const auto count = static_cast<std::int64_t>(bytes.size());
    if (Result<void> added = set->add({"w", DType::UInt8, {count}, 0, *buffer}); !added) {
        return added.unexpected();
    }
    const Result<std::uint64_t> computed = set->checksum("w");
    ByteChecksum plain;
    plain.add(bytes);
    if (!computed) {
        return computed.unexpected();
    }
    if (*computed != plain.value()) {
        return checkFailed("LibTorch computes another checksum than plain loops");
    }
    return std::to_string(bytes.size()) + " bytes";
}

}  // namespace

std::shared_ptr<TensorBackend> checkMachine(CheckList& checks) {
    checks.run(kGroup, "SHA-256 of the standard's example", checkDigest);
    checks.run(kGroup, "touched memory shows as anonymous memory", checkOwnMemory);
    checks.run(kGroup, "the host tells what it has left", checkHostFigures);
    std::shared_ptr<TensorBackend> tensors;
    checks.run(kGroup, "LibTorch opens", [&]() -> Result<std::string> {
        auto opened = openTensorBackend();
        if (!opened) {
            return opened.unexpected();
        }
        tensors = *opened;
        tensors->warmUp();
        return tensors->description();
    });
    if (tensors != nullptr) {
        DeviceInfo host;
        host.id = DeviceId::cpu();
        const std::shared_ptr<DeviceMemory> memory = makeHostDevice(host);
        checks.run(kGroup, "LibTorch's checksum equals plain loops",
                   [&] { return checkChecksum(*tensors, *memory); });
    }
    return tensors;
}

}  // namespace stowage
