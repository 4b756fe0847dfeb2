// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/help/guide.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTextBlock>
#include <QTextDocument>

#include <algorithm>

#ifdef STOWAGE_HAS_GUIDE
// Q_INIT_RESOURCE declares a function and must not stand in a namespace. The pages lie in a static
// library, where nothing else makes the linker keep them.
static void initGuidePages() {
    Q_INIT_RESOURCE(guide);
}
#endif

namespace stowage {
namespace {

const QString kContentsPage = QStringLiteral("README.md");

/// Characters of the line that a hit is listed with, before its first word and in all.
constexpr int kContextBefore = 30;
constexpr int kContextLength = 120;

QString readGuideText(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QString guideTitleOf(const QString& markdown, const QString& name) {
    static const QRegularExpression kHeading(QStringLiteral("^#{1,6} +(.*)$"),
                                             QRegularExpression::MultilineOption);
    const auto match = kHeading.match(markdown);
    return match.hasMatch() ? match.captured(1).trimmed() : name;
}

GuidePage readPage(const QString& folder, const QString& name, const QString& chapter) {
    const QString markdown = readGuideText(folder + u'/' + name);
    return {name, guideTitleOf(markdown, name), chapter, markdown};
}

/// "…the offload folder, a file of an offload folder, or the Python that…"
QString hitContextOf(const QString& text, qsizetype at) {
    qsizetype from = std::max<qsizetype>(0, at - kContextBefore);
    if (const qsizetype space = text.indexOf(u' ', from); from > 0 && space >= 0 && space < at) {
        from = space + 1;  // words are shown whole
    }
    QString context = text.mid(from, kContextLength).simplified();
    if (from > 0) {
        context.prepend(u'…');
    }
    if (from + kContextLength < text.size()) {
        context.append(u'…');
    }
    return context;
}

}  // namespace

Guide Guide::read(const QString& folder) {
    Guide guide;
    if (!QFile::exists(folder + u'/' + kContentsPage)) {
        return guide;
    }
    QStringList others = QDir(folder).entryList({QStringLiteral("*.md")}, QDir::Files, QDir::Name);
    others.removeAll(kContentsPage);
    guide.m_pages.append(readPage(folder, kContentsPage, {}));
    static const QRegularExpression kChapter(QStringLiteral("^#{2,6} +(.*)$"));
    static const QRegularExpression kEntry(
        QStringLiteral("^[-*] +\\[[^\\]]*\\]\\(([^)#/]+\\.md)\\)"));
    QString chapter;
    const QStringList lines = guide.m_pages.front().markdown.split(u'\n');
    for (const QString& line : lines) {
        if (const auto heading = kChapter.match(line); heading.hasMatch()) {
            chapter = heading.captured(1).trimmed();
        } else if (const auto entry = kEntry.match(line);
                   entry.hasMatch() && others.removeAll(entry.captured(1)) > 0) {
            guide.m_pages.append(readPage(folder, entry.captured(1), chapter));
        }
    }
    for (const QString& name : std::as_const(others)) {
        guide.m_pages.append(readPage(folder, name, {}));
    }
    return guide;
}

Guide Guide::compiledIn() {
    return isCompiledIn() ? read(compiledInFolder()) : Guide();
}

bool Guide::isCompiledIn() {
#ifdef STOWAGE_HAS_GUIDE
    initGuidePages();
    return true;
#else
    return false;
#endif
}

QString Guide::compiledInFolder() {
    return QStringLiteral(":/stowage/guide/docs/guide");
}

const GuidePage* Guide::find(const QString& name) const {
    const auto found = std::ranges::find(m_pages, name, &GuidePage::name);
    return found == m_pages.end() ? nullptr : &*found;
}

void Guide::takeApart() const {
    for (const GuidePage& page : m_pages) {
        QTextDocument document;
        document.setMarkdown(page.markdown);
        QStringList paragraphs;
        for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
            paragraphs.append(block.text());
        }
        m_paragraphs.append(paragraphs);
    }
}

QList<GuideHit> Guide::search(const QString& text) const {
    const QStringList words = searchWords(text);
    QList<GuideHit> hits;
    if (words.isEmpty()) {
        return hits;
    }
    if (m_paragraphs.isEmpty()) {
        takeApart();
    }
    const QString phrase = words.join(u' ');
    qsizetype wholes = 0;
    for (qsizetype page = 0; page < m_pages.size(); ++page) {
        const QStringList& paragraphs = m_paragraphs.at(page);
        for (qsizetype i = 0; i < paragraphs.size() && hits.size() < kMostHits; ++i) {
            const QString& paragraph = paragraphs.at(i);
            const auto holds = [&paragraph](const QString& word) {
                return paragraph.contains(word, Qt::CaseInsensitive);
            };
            if (std::ranges::all_of(words, holds)) {
                const qsizetype whole = paragraph.indexOf(phrase, 0, Qt::CaseInsensitive);
                const qsizetype at =
                    whole >= 0 ? whole : paragraph.indexOf(words.front(), 0, Qt::CaseInsensitive);
                hits.insert(whole >= 0 ? wholes++ : hits.size(),
                            {m_pages[page].name, m_pages[page].title, hitContextOf(paragraph, at),
                             static_cast<int>(i)});
            }
        }
    }
    return hits;
}

QStringList searchWords(const QString& text) {
    return text.simplified().split(u' ', Qt::SkipEmptyParts);
}

QString headingAnchor(const QString& heading) {
    QString anchor;
    for (const QChar sign : heading.toLower()) {
        if (sign.isLetterOrNumber() || sign == u'-' || sign == u'_') {
            anchor += sign;
        } else if (sign == u' ') {
            anchor += u'-';
        }
    }
    return anchor;
}

}  // namespace stowage
