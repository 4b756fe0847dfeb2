// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

namespace stowage {

/// A page of the user guide, as it is written.
struct GuidePage {
    QString name;     ///< of its file: "07-loading.md"
    QString title;    ///< its first heading
    QString chapter;  ///< the heading that it stands below in the table of contents; "": none
    QString markdown;
};

/// A paragraph, heading or table's cell in which all words of a search stand.
struct GuideHit {
    QString page;       ///< its name
    QString title;      ///< of the page
    QString context;    ///< the words with some text around them, on one line
    int paragraph = 0;  ///< the block's number in the page as QTextDocument has it
};

/// The user guide: its table of contents and its pages in the order of that table. A value; read
/// from Markdown files once, in memory from then on.
class Guide {
public:
    /// Reads a folder: README.md is the table of contents, in whose lists the other pages stand.
    /// Pages that no list names come last. Without a README.md the guide is empty.
    [[nodiscard]] static Guide read(const QString& folder);
    /// The one that is compiled in; empty where the build found no pages.
    [[nodiscard]] static Guide compiledIn();
    /// Whether there is one; reads no page.
    [[nodiscard]] static bool isCompiledIn();
    /// The resource folder that it is read from, to which its links are relative.
    [[nodiscard]] static QString compiledInFolder();

    [[nodiscard]] bool isEmpty() const { return m_pages.isEmpty(); }
    /// The table of contents first.
    [[nodiscard]] const QList<GuidePage>& pages() const { return m_pages; }
    /// Null: there is none of that name.
    [[nodiscard]] const GuidePage* find(const QString& name) const;

    /// Paragraphs that hold every word of `text`, those first that hold them as they are typed, in
    /// the order of the pages; the case of letters is all one. At most kMostHits. The first call
    /// takes the pages apart (some tens of ms).
    [[nodiscard]] QList<GuideHit> search(const QString& text) const;
    static constexpr int kMostHits = 200;

private:
    void takeApart() const;

    QList<GuidePage> m_pages;
    mutable QList<QStringList> m_paragraphs;  ///< by page; empty until the first search
};

/// The words that a search looks for.
[[nodiscard]] QStringList searchWords(const QString& text);

/// A heading's anchor, as GitHub makes it, so that the pages' links work there and here: small
/// letters and figures, "-" for each space, "_" and "-" stay, all else goes.
[[nodiscard]] QString headingAnchor(const QString& heading);

}  // namespace stowage
