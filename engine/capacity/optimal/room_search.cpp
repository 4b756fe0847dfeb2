// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/capacity/optimal/room_search.h"

#include "engine/capacity/optimal/plan_bound.h"
#include "engine/capacity/optimal/plan_pool.h"
#include "engine/capacity/optimal/room_bound.h"

#include <algorithm>
#include <utility>

namespace stowage {
namespace {

constexpr std::size_t kFasterARound = 4;  ///< plans of each set of GPUs that are estimated

class RoomSearch {
public:
    explicit RoomSearch(PlanJudge& judge) : m_judge(judge), m_model(judge.model()) {}

    /// Plans with the most room, then the fastest of those with as much.
    Result<void> run() {
        constexpr int kRooms = 3;  // by what the plans of the one before took
        m_most = roomBound(m_model);
        m_judge.setMostRoom(m_most);
        for (int round = 0; round < kRooms; ++round) {
            const auto [room, layouts] = mostRoom();
            for (const SearchLayout& layout : layouts) {
                STOWAGE_TRY(tryRoom(layout, room, Room::OrLess));
            }
            if (layouts.empty() || (best() && best()->value >= static_cast<double>(room))) {
                break;
            }
        }
        return best() ? tryFaster() : Result<void>();
    }

private:
    /// The most for which layouts hold by addition, and those; by a share that matters to none.
    std::pair<std::uint64_t, std::vector<SearchLayout>> mostRoom() {
        constexpr std::uint64_t kShares = 4096;
        std::uint64_t holds = 0;
        std::uint64_t fails = m_most + 1;
        std::vector<SearchLayout> roomy;
        for (std::uint64_t room = m_most; fails - holds > 1 + fails / kShares;
             room = holds + (fails - holds) / 2) {
            auto more = roomyLayouts(room);
            (more.empty() ? fails : holds) = room;
            if (!more.empty()) {
                roomy = std::move(more);
            }
            if (m_judge.stop().stop_requested()) {
                break;
            }
        }
        return {holds, std::move(roomy)};
    }

    /// One for each set of GPUs and way to offload that holds with the caches of so much room.
    [[nodiscard]] std::vector<SearchLayout> roomyLayouts(std::uint64_t room) {
        std::vector<SearchLayout> found;
        if (!m_model.memory.setRoom(room)) {
            return found;
        }
        for (const GpuSet& set : m_model.sets) {
            const bool isPipeline = m_judge.request().objective.kind == Objective::Pipeline;
            for (SearchLayout& layout : roomLayouts(m_model, set, isPipeline)) {
                ++m_judge.explored();
                if (std::ranges::find(found, layout.choices, &SearchLayout::choices) ==
                    found.end()) {
                    found.push_back(std::move(layout));
                }
            }
        }
        return found;
    }

    /// Estimates a layout, and learns from it where it has less room than addition told.
    enum class Room { OrLess, AtLeast };
    Result<void> tryRoom(const SearchLayout& layout, std::uint64_t room, Room wanted) {
        const PricedLayout own{layout, m_model.windowsOf(layout).size() > 1 ? 1U : 0U};
        if (!m_judge.isNew(own)) {
            return {};
        }
        auto carries = m_judge.carriesContext(own, room);
        STOWAGE_TRY(carries);
        if (!*carries && wanted == Room::OrLess) {
            // One estimate tells whether it has more room than the best, many how much.
            const auto most = static_cast<std::uint64_t>(best() ? best()->value : 0);
            carries = best() ? m_judge.carriesContext(own, most + 1) : Result<bool>(true);
            STOWAGE_TRY(carries);
        }
        if (*carries) {
            m_model.memory.forgetRoom();
            auto judged = m_judge.judge(own);
            STOWAGE_TRY(judged);
            m_judge.take(std::move(*judged));
        }
        return {};
    }

    /// Of plans with as much room the fastest: in RAM before on disk, and on GPUs before both.
    Result<void> tryFaster() {
        const auto room = static_cast<std::uint64_t>(best()->value);
        if (!m_model.memory.setRoom(room)) {
            return {};
        }
        for (const auto& [bound, set] : boundsOfSets(m_model)) {
            if (bound.seconds >= best()->seconds * (1 - kSameValue)) {
                break;
            }
            std::size_t tried = 0;
            STOWAGE_TRY(m_judge.checkStop());
            for (const PricedLayout& layout :
                 spacedLayouts(m_model, *set, bound.seconds, m_judge.explored(), m_judge.stop())) {
                if (tried++ == kFasterARound || layout.seconds >= best()->seconds) {
                    break;
                }
                STOWAGE_TRY(tryRoom(layout.layout, room, Room::AtLeast));
            }
        }
        m_model.memory.forgetRoom();
        return {};
    }

    [[nodiscard]] const std::optional<JudgedPlan>& best() const { return m_judge.best(); }

    PlanJudge& m_judge;
    SearchModel& m_model;
    std::uint64_t m_most = 0;  ///< room that no plan exceeds
};

}  // namespace

Result<void> searchRoom(PlanJudge& judge) {
    return RoomSearch(judge).run();
}

}  // namespace stowage
