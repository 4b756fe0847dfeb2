// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/reference_clean.h"
#include "engine/plan/reference_planner.h"
#include "engine/plan/reference_reserve.h"
#include "engine/plan/reference_ties.h"
#include "engine/plan/reference_todo.h"
#include "engine/plan/reference_walk.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace stowage {

/// The loop of infer_auto_device_map with its state; one object runs once.
class ReferenceLoop {
public:
    ReferenceLoop(const ReferenceModel& model, const ReferenceBudgets& budgets,
                  const InferOptions& options, ReferenceNotes& notes);
    [[nodiscard]] ReferenceResult<InferResult> run(std::stop_token stop);

private:
    struct DeviceState {
        ReferenceKey key;
        std::optional<ReferenceNumber> budget;  ///< nothing: the disk
        bool isMain = false;                    ///< keeps room for the largest layer
        ReferenceNumber used{};
        ReferenceNumber buffers{};
        std::optional<ReferenceNumber> minimum{};  ///< what its first module would have needed
        std::optional<ReferenceNumber> reserve{};  ///< the last one kept here
    };
    /// The entry under treatment.
    struct Current {
        ReferenceItem item;
        ReferenceNumber size;
        TieIndex::Relevant ties;
        ReferenceNumber sizeWithTies{};
        std::vector<ReferenceItem> partners{};  ///< may hold one several times
        std::optional<ReferenceNumber> cap{};   ///< nothing: no limit
        ReferenceNumber reserved{};
        [[nodiscard]] ReferenceNumber left(ReferenceNumber used) const { return *cap - used; }
    };
    enum class Outcome { Continue, NextDevice };
    struct Ties {
        ReferenceNumber size;
        std::vector<ReferenceItem> partners;
    };

    void setUpDevices(const ReferenceBudgets& budgets);
    void applyPins();
    void pin(ModuleId module, const ReferenceKey& device);
    [[nodiscard]] std::size_t deviceIndex(const ReferenceKey& key);
    void openDownTo(ModuleId module);
    void pinPartners();
    [[nodiscard]] std::optional<ReferenceFailure> treatNext();
    [[nodiscard]] ReferenceResult<Current> takeNext();
    [[nodiscard]] ReferenceResult<Ties> sizeWithTies(const std::vector<TensorId>& outside,
                                                     ReferenceNumber size,
                                                     const ReferenceTodo& todo) const;
    [[nodiscard]] bool fits(const Current& current) const;
    void put(const Current& current);
    [[nodiscard]] bool splitPartner(const Current& current);
    [[nodiscard]] bool splitItself(const Current& current);
    [[nodiscard]] bool canSplit(ReferenceItem item) const;
    [[nodiscard]] std::optional<ReferenceFailure> tryFallback(const Current& current, bool& found);
    [[nodiscard]] ReferenceResult<std::optional<ReferenceItem>> searchFallback(
        ReferenceNumber limit) const;
    void takeOutOfTodo(ReferenceItem item);
    void goToNextDevice(const Current& current);

    void assign(ReferenceItem item, std::size_t device);
    void pushFront(const std::vector<ReferenceItem>& items);
    void replaceInTodo(ReferenceItem item, const std::vector<ReferenceItem>& parts);
    bool removeFromTodo(ReferenceItem item);
    void record(ReferenceStep::Kind kind, const Current& current,
                std::span<const ReferenceItem> partners);
    /// `line` makes the text, which only a verbose run wants.
    template <class Line>
    void say(Line line) {
        if (m_notes.verbose) {
            *m_notes.verbose += line() + "\n";
        }
    }
    [[nodiscard]] const std::string& name(ReferenceItem item) const {
        return itemName(m_tree, item);
    }
    [[nodiscard]] std::string names(const std::vector<ReferenceItem>& items) const;
    void sayTies(const Current& current);
    void noteLeftovers();
    [[nodiscard]] InferResult finish();

    DeviceState& device() { return m_devices[m_current]; }
    [[nodiscard]] const DeviceState& device() const { return m_devices[m_current]; }

    const ReferenceModel& m_model;
    const ModuleTree& m_tree;
    const InferOptions& m_options;
    const bool m_isTransformers;
    const TiedTensors m_tied;
    ReferenceNotes& m_notes;
    const ReferenceSizes& m_sizes;
    const TieIndex& m_ties;
    const WholeModules& m_whole;
    ReferenceTodo m_todo;
    ReferenceReserve m_reserve;
    std::vector<DeviceState> m_devices;
    std::size_t m_current = 0;
    std::optional<BufferTotals> m_bufferTotals;  ///< made when first asked for
    ItemSlots m_slots;
    std::vector<PlacedItem> m_placed;         ///< the map, devices by their index in the trace
    std::vector<std::uint32_t> m_placeInMap;  ///< by slot: 1 + index in m_placed; 0 for none
    std::vector<bool> m_pinnedStorages;
    InferResult m_result;
};

}  // namespace stowage
