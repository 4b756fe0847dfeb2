// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/stage_channel.h"

#include "engine/load/tensor_backend.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace stowage {

Result<std::shared_ptr<StageChannel>> openStageChannel(const StageChannelOptions& options) {
    const Result<void*> symbol = torchModuleSymbol(kStageChannelFactory);
    STOWAGE_TRY(symbol);
    OpenedStageChannel opened = std::shared_ptr<StageChannel>();
    reinterpret_cast<StageChannelFactory> (*symbol)(options, opened);
    return opened;
}

std::string stageKey(int number) {
    return "stage:" + std::to_string(number);
}

namespace {

using LinkClock = std::chrono::steady_clock;

/// What a stage tells the one that answers: what comes next.
enum LinkTurn : std::int64_t { kLastTurn, kPing, kPiece };

double secondsSince(LinkClock::time_point begin) {
    return std::chrono::duration<double>(LinkClock::now() - begin).count();
}

/// Seconds until it was answered. `piece`: null for a ping.
Result<double> takeTurn(StageChannel& channel, int to, std::int64_t turn, const Activation* piece) {
    std::array<std::int64_t, 1> number{turn};
    const auto begin = LinkClock::now();
    STOWAGE_TRY(channel.sendNumbers(number, to));
    if (piece != nullptr) {
        STOWAGE_TRY(channel.send(*piece, to));
    }
    STOWAGE_TRY(channel.receiveNumbers(number, to));
    return secondsSince(begin);
}

}  // namespace

Result<MachineLink> measureLink(StageChannel& channel, int to, const LinkEffort& effort) {
    const auto compute = openCompute();
    STOWAGE_TRY(compute);
    const std::vector<float> numbers(static_cast<std::size_t>(effort.mostBytes) / sizeof(float));
    const auto pieceTurn = [&](std::int64_t bytes) -> Result<double> {
        const auto count = static_cast<std::size_t>(bytes) / sizeof(float);
        const std::array<std::int64_t, 2> shape{1, static_cast<std::int64_t>(count)};
        const auto piece =
            (*compute)->input(std::span(numbers).first(count), shape, ComputePlace());
        STOWAGE_TRY(piece);
        return takeTurn(channel, to, kPiece, piece->get());
    };
    // The other stage may still be on its way, and has not asked for anything ahead.
    STOWAGE_TRY(pieceTurn(sizeof(float)));
    const auto begin = LinkClock::now();
    std::vector<double> pings;
    for (int i = 0; i < effort.pings && (i == 0 || secondsSince(begin) < effort.seconds / 2); ++i) {
        const auto took = takeTurn(channel, to, kPing, nullptr);
        STOWAGE_TRY(took);
        pings.push_back(*took);
    }
    const auto middle = pings.begin() + static_cast<std::ptrdiff_t>(pings.size() / 2);
    std::ranges::nth_element(pings, middle);
    MachineLink link{.bytesPerSecond = 0, .latencySeconds = *middle / 2};
    std::int64_t bytes = effort.firstBytes;
    for (int i = 0; i < effort.pieces && (i == 0 || secondsSince(begin) < effort.seconds); ++i) {
        const auto took = pieceTurn(bytes);
        STOWAGE_TRY(took);
        // Noise must not make it endlessly fast.
        const double carried = std::max(*took - 4 * link.latencySeconds, *took / 4);
        link.bytesPerSecond = std::max(link.bytesPerSecond,
                                       static_cast<double>(bytes + kStageMessageBytes) / carried);
        if (4 * bytes <= effort.mostBytes && *took < effort.seconds / 8) {
            bytes *= 4;
        }
    }
    STOWAGE_TRY(takeTurn(channel, to, kLastTurn, nullptr));
    return link;
}

Result<void> answerLink(StageChannel& channel, int from) {
    std::array<std::int64_t, 1> turn{kPing};
    while (turn.front() != kLastTurn) {
        STOWAGE_TRY(channel.receiveNumbers(turn, from));
        if (turn.front() == kPiece) {
            STOWAGE_TRY(channel.receive(from));
        }
        STOWAGE_TRY(channel.sendNumbers(turn, from));
    }
    return {};
}

Result<MachineLink> measureNextLink(StageChannel& channel, int number, int count) {
    const int before = (number + count - 1) % count;
    const int next = (number + 1) % count;
    // Every second link at once, then the others; in a ring of an odd number one is left over.
    const auto roundOf = [count](int link) {
        return link + 1 == count && count % 2 == 1 ? 2 : link % 2;
    };
    const bool isAnswerFirst = roundOf(before) < roundOf(number);
    if (isAnswerFirst) {
        STOWAGE_TRY(answerLink(channel, before));
    }
    const auto link = measureLink(channel, next);
    STOWAGE_TRY(link);
    if (!isAnswerFirst) {
        STOWAGE_TRY(answerLink(channel, before));
    }
    return link;
}

}  // namespace stowage
