// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/resumable_write.h"

#include "engine/checkpoint/unfinished_set.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace stowage {
namespace {

/// Writes the files of a set one after another, with the progress of the whole.
class Writer {
public:
    explicit Writer(const ResumableWrite& write)
        : m_write(write), m_set(write), m_throttle(write.progress) {
        for (const ResumableFile& file : write.files) {
            m_progress.bytesTotal += file.tensorBytes;
            m_progress.itemsTotal += file.tensorCount;
        }
    }

    Result<ResumableOutcome> run() {
        auto done = checkKept();
        done = done ? writeAll() : std::move(done);
        if (done && m_write.check) {
            if (const auto checked = m_write.check(); !checked) {
                m_set.discard();
                return checked.unexpected();
            }
        }
        done = done ? m_set.publish() : std::move(done);
        if (!done) {
            return Unexpected{m_set.abandon(done.error())};
        }
        m_throttle.reportFinal(m_progress);
        return m_set.outcome();
    }

private:
    Unexpected stopped() const {
        return fail(ErrorCode::Cancelled, "Writing " + m_write.folder + " was stopped.",
                    m_write.folder);
    }

    Result<void> checkKept() {
        m_progress.phase = "check what is kept";
        const auto done = m_set.open([this](std::uint64_t bytes) -> Result<void> {
            m_progress.bytesDone = std::min(m_progress.bytesTotal, m_progress.bytesDone + bytes);
            m_throttle.report(m_progress);
            return m_write.stop.stop_requested() ? stopped() : Result<void>();
        });
        m_progress.bytesDone = 0;
        return done;
    }

    Result<void> writeAll() {
        m_progress.phase = "write";
        for (std::size_t i = 0; i < m_write.files.size(); ++i) {
            if (m_write.stop.stop_requested()) {
                return stopped();
            }
            if (!m_set.isComplete(i)) {
                if (const auto written = writeOne(i); !written) {
                    return written;
                }
            }
            m_bytesBefore += m_write.files[i].tensorBytes;
            m_itemsBefore += m_write.files[i].tensorCount;
            m_progress.bytesDone = m_bytesBefore;
            m_progress.itemsDone = m_itemsBefore;
        }
        return m_set.sync();
    }

    Result<void> writeOne(std::size_t index) {
        auto staged = m_set.begin(index, [this](std::uint64_t) -> Result<void> {
            return m_write.stop.stop_requested() ? stopped() : Result<void>();
        });
        if (!staged) {
            return staged.unexpected();
        }
        StagedFile& target = **staged;
        const auto& text = m_write.files[index].text;
        auto done = text ? target.append(*text) : stream(index, target);
        done = done ? target.finish() : std::move(done);
        if (!done) {
            // What it has so far is kept; the failure that came first is the one to tell.
            [[maybe_unused]] const auto synced = target.sync();
            return done;
        }
        return m_set.take(index, std::move(*staged));
    }

    Result<void> stream(std::size_t index, AppendFile& target) {
        const auto done = m_write.writeFile(index, target, [this](const Progress& part) {
            m_progress.bytesDone = m_bytesBefore + part.bytesDone;
            m_progress.itemsDone = m_itemsBefore + part.itemsDone;
            m_progress.currentItem = part.currentItem;
            m_throttle.report(m_progress);
        });
        return done ? Result<void>() : done.unexpected();
    }

    const ResumableWrite& m_write;
    UnfinishedSet m_set;
    ProgressThrottle m_throttle;
    Progress m_progress;
    std::uint64_t m_bytesBefore = 0;
    std::uint64_t m_itemsBefore = 0;
};

}  // namespace

Result<ResumableOutcome> writeResumably(const ResumableWrite& write) {
    return Writer(write).run();
}

}  // namespace stowage
