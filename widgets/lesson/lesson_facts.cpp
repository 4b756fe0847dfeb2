// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lesson/lesson_facts.h"

#include "engine/load/load_schedule.h"

#include <QCoreApplication>

#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <string_view>

namespace stowage {
namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(stowage::LessonFacts)
};

enum Part { Tokens, Positions, Attention, Masks, FeedForward, Norms, Head, PartCount };

Part partOf(std::string_view name) {
    const auto has = [name](std::string_view piece) {
        return name.find(piece) != std::string_view::npos;
    };
    if (name.starts_with("tok_emb")) {
        return Tokens;
    }
    if (name.starts_with("pos_emb")) {
        return Positions;
    }
    if (name.ends_with(".mask")) {
        return Masks;
    }
    if (has(".att.")) {
        return Attention;
    }
    if (has(".ff.")) {
        return FeedForward;
    }
    return name.starts_with("out_head") ? Head : Norms;
}

std::vector<LessonPart> emptyParts() {
    std::vector<LessonPart> parts(PartCount);
    parts[Tokens].name = Words::tr("token embedding");
    parts[Positions].name = Words::tr("position embedding");
    parts[Attention].name = Words::tr("attention");
    parts[Masks].name = Words::tr("attention masks");
    parts[Masks].isTrained = false;
    parts[FeedForward].name = Words::tr("feed-forward");
    parts[Norms].name = Words::tr("layer norms");
    parts[Head].name = Words::tr("output head");
    return parts;
}

}  // namespace

QString lessonSizeText(LessonSize size) {
    const std::string_view name = lessonSizeName(size);
    const QString number = QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
    switch (size) {
        case LessonSize::Small124M:
            return QStringLiteral("GPT-2 small, %1").arg(number);
        case LessonSize::Medium355M:
            return QStringLiteral("GPT-2 medium, %1").arg(number);
        case LessonSize::Large774M:
            return QStringLiteral("GPT-2 large, %1").arg(number);
        case LessonSize::Xl1558M:
            break;
    }
    return QStringLiteral("GPT-2 XL, %1").arg(number);
}

LessonFacts lessonFacts(LessonSize size) {
    LessonFacts facts;
    facts.size = size;
    facts.name = lessonSizeText(size);
    facts.parts = emptyParts();
    const auto model = describedLessonModel(size);
    std::vector<std::pair<double, std::string>> bySize;
    for (const StoredTensor& tensor : model->tensors) {
        const auto bytes = static_cast<double>(denseBytes(tensor));
        LessonPart& part = facts.parts[partOf(tensor.name)];
        part.bytes += bytes;
        ++part.tensors;
        facts.weightBytes += bytes;
        facts.parameterBytes += part.isTrained ? bytes : 0;
        bySize.emplace_back(bytes, tensor.name);
    }
    facts.parameters = facts.parameterBytes / kFloatBytes;
    facts.maskBytes = facts.parts[Masks].bytes;
    facts.masks = facts.parts[Masks].tensors;
    facts.blocks = facts.masks;  // one in each block
    std::ranges::stable_sort(bySize, std::greater(), &std::pair<double, std::string>::first);
    if (bySize.size() > 2) {
        facts.largestName = QString::fromStdString(bySize[0].second);
        facts.secondName = QString::fromStdString(bySize[1].second);
        facts.largestBytes = bySize[0].first;
        facts.secondBytes = bySize[1].first;
        facts.thirdBytes = bySize[2].first;
    }
    return facts;
}

}  // namespace stowage
