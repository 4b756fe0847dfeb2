// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/no_split_preview.h"

#include "widgets/session/document.h"
#include "widgets/session/worker.h"

#include <utility>

namespace stowage {

NoSplitPreview::NoSplitPreview(Document* document, QObject* parent)
    : QObject(parent), m_document(document), m_worker(std::make_unique<Worker>()) {
    setObjectName(QStringLiteral("no_split_preview"));
    connect(document, &Document::modelChanged, this, [this] { m_effects.clear(); });
    connect(document, &Document::planChanged, this, &NoSplitPreview::compute);
}

NoSplitPreview::~NoSplitPreview() {
    m_worker->stopAndJoin();
}

void NoSplitPreview::setWatched(bool watched) {
    m_watched = watched;
    compute();
}

void NoSplitPreview::compute() {
    const auto plan = m_document->plan();
    if (!m_watched || plan == nullptr || plan == m_planned) {
        return;
    }
    m_stale = true;
    m_worker->start([plan](std::stop_token stop) { return noSplitEffects(*plan, stop); },
                    [this, plan](std::vector<NoSplitEffect> effects) {
                        m_planned = plan;
                        m_effects = std::move(effects);
                        m_stale = false;
                        Q_EMIT changed();
                    },
                    [this, plan](const Error&) {  // another plan's effects are none of this one
                        m_planned = plan;
                        m_effects.clear();
                        m_stale = false;
                        Q_EMIT changed();
                    });
    Q_EMIT changed();
}

}  // namespace stowage
