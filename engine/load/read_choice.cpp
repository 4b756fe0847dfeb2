// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/read_choice.h"

#include <sys/vfs.h>

#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <thread>

namespace stowage {

namespace {

constexpr std::uint64_t kDirectRoundBytes = 24 * kMiB;
constexpr std::uint64_t kBufferedRoundBytes = 48 * kMiB;
constexpr double kBufferedAdvantage = 1.1;
constexpr double kOtherAdvantage = 1.05;  ///< what is usual is left for a reason only

constexpr std::array kDirectChoices{
    ReadChoice{ReadMode::Direct, 4, kMiB}, ReadChoice{ReadMode::Direct, 8, kMiB},
    ReadChoice{ReadMode::Direct, 2, 4 * kMiB}, ReadChoice{ReadMode::Direct, 1, 4 * kMiB}};
constexpr std::array kBufferedChoices{ReadChoice{ReadMode::Buffered, 2, 4 * kMiB},
                                      ReadChoice{ReadMode::Buffered, 1, 4 * kMiB}};

/// NFS, SMB (2), FUSE, 9P, Ceph, AFS: as statfs numbers them.
constexpr std::array<std::uint32_t, 7> kNetworkTypes{0x6969,     0xFF534D42, 0xFE534D42, 0x65735546,
                                                     0x01021997, 0x00C36400, 0x5346414F};

double rateOf(const std::vector<ProbeRound>& rounds, const ReadChoice& choice) {
    std::uint64_t bytes = 0;
    double seconds = 0;
    for (const ProbeRound& round : rounds) {
        if (round.choice == choice) {
            bytes += round.bytes;
            seconds += round.seconds;
        }
    }
    return seconds > 0 ? static_cast<double>(bytes) / seconds : 0;
}

struct RememberedChoices {
    std::mutex mutex;
    std::map<std::uint64_t, ReadChoice> choices;
};

/// Never destroyed: a load may still run while the process ends.
RememberedChoices& remembered() {
    static auto* const kRemembered = new RememberedChoices;
    return *kRemembered;
}

}  // namespace

unsigned copyThreads() {
    constexpr unsigned kMost = 16;
    return std::clamp(std::thread::hardware_concurrency(), 1U, kMost);
}

std::vector<ProbeRound> probeRounds() {
    std::vector<ProbeRound> rounds;
    for (int turn = 0; turn < 2; ++turn) {
        for (const ReadChoice& choice : kDirectChoices) {
            rounds.push_back(ProbeRound{choice, kDirectRoundBytes});
        }
    }
    for (const ReadChoice& choice : kBufferedChoices) {
        rounds.push_back(ProbeRound{choice, kBufferedRoundBytes});
    }
    return rounds;
}

std::optional<ReadChoice> fastestChoice(const std::vector<ProbeRound>& rounds) {
    std::optional<ReadChoice> best;
    double bestRate = 0;
    for (const ProbeRound& round : rounds) {
        const double handicap = round.choice.mode == ReadMode::Buffered  ? kBufferedAdvantage
                                : round.choice == kDirectChoices.front() ? 1.0
                                                                         : kOtherAdvantage;
        const double rate = rateOf(rounds, round.choice) / handicap;
        if (!best || rate > bestRate) {
            best = round.choice;
            bestRate = rate;
        }
    }
    return best;
}

bool liesOnNetwork(const OpenDescriptor& file) {
    struct statfs status {};
    const bool isKnown = ::fstatfs(file.number(), &status) == 0;
    return isKnown && std::ranges::find(kNetworkTypes, static_cast<std::uint32_t>(status.f_type)) !=
                          kNetworkTypes.end();
}

ReadChoice usualChoice(const OpenDescriptor& file) {
    return liesOnNetwork(file) ? kBufferedChoices.front() : kDirectChoices.front();
}

std::optional<ReadChoice> rememberedChoice(std::uint64_t fileSystem) {
    const std::scoped_lock lock(remembered().mutex);
    const auto found = remembered().choices.find(fileSystem);
    return found == remembered().choices.end() ? std::nullopt : std::optional(found->second);
}

void rememberChoice(std::uint64_t fileSystem, const ReadChoice& choice) {
    const std::scoped_lock lock(remembered().mutex);
    remembered().choices[fileSystem] = choice;
}

}  // namespace stowage
