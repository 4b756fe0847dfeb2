// SPDX-License-Identifier: GPL-3.0-or-later
// The guide (docs/guide) must be whole: what it links is there, its pages are in the table of
// contents, each error code has its section, and each option that it names is one of the program
// that it is named of. What it says beside that is for people to check.
#include "engine/base/result.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMap>
#include <QProcess>
#include <QRegularExpression>
#include <QSet>
#include <QTest>
#include <QTextBlock>
#include <QTextDocument>

#include <string_view>

using namespace stowage;

namespace {

const QString kRoot = QStringLiteral(STOWAGE_SOURCE_DIR);
const QString kGuide = kRoot + QStringLiteral("/docs/guide");
const QString kContents = QStringLiteral("README.md");
const QString kErrors = QStringLiteral("14-troubleshooting.md");

struct Line {
    QString text;
    bool isCode = false;  ///< in a fenced block
};

QString readText(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QList<Line> linesOf(const QString& path) {
    QList<Line> lines;
    bool isCode = false;
    for (const QString& text : readText(path).split('\n')) {
        const bool isFence = text.startsWith("```");
        lines.append({text, isCode || isFence});
        isCode = isCode != isFence;
    }
    return lines;
}

QStringList pages() {
    return QDir(kGuide).entryList({"*.md"}, QDir::Files, QDir::Name);
}

/// As GitHub makes an anchor of a heading: small letters, and of other signs only - and _.
QString anchorOf(const QString& heading) {
    QString anchor;
    for (const QChar sign : heading.toLower()) {
        if (sign.isLetterOrNumber() || sign == '-' || sign == '_') {
            anchor += sign;
        } else if (sign == ' ') {
            anchor += '-';
        }
    }
    return anchor;
}

QStringList headingsOf(const QString& path) {
    static const QRegularExpression kHeading("^#{1,6} +(.*)$");
    QStringList headings;
    for (const Line& line : linesOf(path)) {
        const auto match = kHeading.match(line.text);
        if (!line.isCode && match.hasMatch()) {
            headings << match.captured(1).trimmed();
        }
    }
    return headings;
}

/// Anchors of a file; of headings that are alike the second one gets "-1" behind it.
QSet<QString> anchorsOf(const QString& path) {
    QSet<QString> anchors;
    for (const QString& heading : headingsOf(path)) {
        const QString first = anchorOf(heading);
        QString anchor = first;
        for (int again = 1; anchors.contains(anchor); ++again) {
            anchor = first + QStringLiteral("-%1").arg(again);
        }
        anchors.insert(anchor);
    }
    return anchors;
}

/// What a page links to within the repository, pictures too: "05-loading.md#methods".
QStringList linksOf(const QString& path) {
    static const QRegularExpression kLink("\\]\\(([^)]+)\\)");
    QStringList links;
    for (const Line& line : linesOf(path)) {
        auto matches = kLink.globalMatch(line.isCode ? QString() : line.text);
        while (matches.hasNext()) {
            const QString link = matches.next().captured(1);
            if (!link.startsWith("https://")) {
                links << link;
            }
        }
    }
    return links;
}

/// Code of a page as it would be typed: lines of fenced blocks, and what stands in backticks.
QStringList codeOf(const QString& path) {
    static const QRegularExpression kSpan("`([^`]+)`");
    QStringList code;
    for (const Line& line : linesOf(path)) {
        if (line.isCode) {
            code << line.text.trimmed();
            continue;
        }
        auto matches = kSpan.globalMatch(line.text);
        while (matches.hasNext()) {
            code << matches.next().captured(1);
        }
    }
    return code;
}

QStringList optionsIn(const QString& text) {
    static const QRegularExpression kOption("(?<![\\w-])--[a-z][a-z0-9-]*");
    QStringList options;
    auto matches = kOption.globalMatch(text);
    while (matches.hasNext()) {
        options << matches.next().captured();
    }
    return options;
}

/// The options that a help lists: those that begin a line, or stand behind its short one.
QSet<QString> optionsOfHelp(const QString& help) {
    static const QRegularExpression kListed("^  (?:-\\w,\\s*)?(--[a-z][a-z0-9-]*)");
    QSet<QString> options;
    for (const QString& line : help.split('\n')) {
        const auto match = kListed.match(line);
        if (match.hasMatch()) {
            options.insert(match.captured(1));
        }
    }
    return options;
}

QString helpOf(const QString& program, const QStringList& arguments) {
    QProcess process;
    process.start(QStringLiteral(STOWAGE_BIN_DIR "/") + program, arguments);
    process.waitForFinished();
    return QString::fromUtf8(process.readAllStandardOutput());
}

/// Names of the commands, as the program's own help lists them before its example.
QStringList commandsOfHelp(const QString& help) {
    static const QRegularExpression kCommand("^  ([a-z-]+) +\\S");
    const QString list = help.section("Subcommands:", 1).section("Example:", 0, 0);
    QStringList commands;
    for (const QString& line : list.split('\n')) {
        const auto match = kCommand.match(line);
        if (match.hasMatch()) {
            commands << match.captured(1);
        }
    }
    return commands;
}

}  // namespace

class GuideTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(".*")); }
    void initTestCase();
    void everyPageIsInTheContents();
    void everyLinkLeadsSomewhere();
    void everyErrorHasItsSection();
    void everyOptionIsKnown();
    void everyCommandIsListed();
    void pagesAreWrittenAlike();
    void pagesReadInTheWindow_data();
    void pagesReadInTheWindow();

private:
    /// What may be typed behind a program, or of the whole lot where a text names none.
    [[nodiscard]] QSet<QString> optionsFor(const QString& code) const;

    QMap<QString, QSet<QString>> m_commands;  ///< options by command of stowagectl, "": of all
    QSet<QString> m_window;
    QSet<QString> m_dev;
};

void GuideTest::initTestCase() {
    const QString help = helpOf("stowagectl", {"--help"});
    m_commands[QString()] = optionsOfHelp(help);
    for (const QString& command : commandsOfHelp(help)) {
        m_commands[command] = optionsOfHelp(helpOf("stowagectl", {command, "--help-all"}));
        QVERIFY2(m_commands[command].contains("--help"), qPrintable(command));
    }
    QVERIFY(m_commands.size() > 15);
    m_window = optionsOfHelp(helpOf("stowage", {"--help"}));
    QVERIFY(m_window.contains("--theme"));
    const QString dev = readText(kRoot + "/dev");
    const QStringList ofDev = optionsIn(dev.section("<<'TEXT'", 1).section("\nTEXT\n", 0, 0));
    m_dev = QSet<QString>(ofDev.begin(), ofDev.end());
    QVERIFY(m_dev.contains("--torch"));
}

void GuideTest::everyPageIsInTheContents() {
    const QStringList links = linksOf(kGuide + '/' + kContents);
    QStringList missing;
    for (const QString& page : pages()) {
        if (page != kContents && !links.contains(page)) {
            missing << page;
        }
    }
    QVERIFY(pages().size() > 12);
    QCOMPARE(missing, QStringList());
}

void GuideTest::everyLinkLeadsSomewhere() {
    QStringList broken;
    for (const QString& page : pages()) {
        const QString path = kGuide + '/' + page;
        for (const QString& link : linksOf(path)) {
            const QString name = link.section('#', 0, 0);
            const QString anchor = link.section('#', 1);
            const QString target = name.isEmpty() ? path : kGuide + '/' + name;
            const bool isThere = QFileInfo::exists(target);
            if (!isThere || (!anchor.isEmpty() && !anchorsOf(target).contains(anchor))) {
                broken << page + ": " + link;
            }
        }
    }
    QCOMPARE(broken, QStringList());
}

void GuideTest::everyErrorHasItsSection() {
    const QStringList headings = headingsOf(kGuide + '/' + kErrors);
    QStringList missing;
    for (int code = 0; code <= static_cast<int>(ErrorCode::Internal); ++code) {
        const std::string_view name = errorCodeName(static_cast<ErrorCode>(code));
        const QString heading = QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
        QCOMPARE(anchorOf(heading), heading);  // so that whoever has a code has the link
        if (headings.count(heading) != 1) {
            missing << heading;
        }
    }
    QCOMPARE(missing, QStringList());
}

QSet<QString> GuideTest::optionsFor(const QString& code) const {
    const QString program = code.section(' ', 0, 0, QString::SectionSkipEmpty);
    const QString command = code.section(' ', 1, 1, QString::SectionSkipEmpty);
    if (program == "./dev") {
        return m_dev;
    }
    if (program == "stowage") {
        return m_window;
    }
    QSet<QString> options = m_commands[QString()];
    if (program == "stowagectl" && !command.startsWith('-')) {
        return options.unite(m_commands[command]);
    }
    for (const QSet<QString>& more : m_commands) {
        options.unite(more);
    }
    // An option alone may be the window's; "tree --limit" is of a command.
    return m_commands.contains(program) ? m_commands[program] + m_commands[QString()]
                                        : options.unite(m_window);
}

void GuideTest::everyOptionIsKnown() {
    QStringList unknown;
    int seen = 0;
    for (const QString& page : pages()) {
        for (const QString& code : codeOf(kGuide + '/' + page)) {
            const QSet<QString> known = optionsFor(code);
            for (const QString& option : optionsIn(code)) {
                ++seen;
                if (!known.contains(option)) {
                    unknown << page + ": " + option + " in " + code;
                }
            }
        }
    }
    QVERIFY(seen > 50);
    QCOMPARE(unknown, QStringList());
}

/// What the page of the command line shows is all that there is.
void GuideTest::everyCommandIsListed() {
    const QString page = readText(kGuide + "/13-command-line.md");
    QStringList missing;
    for (auto command = m_commands.cbegin(); command != m_commands.cend(); ++command) {
        const QRegularExpression row("\\| `" + command.key() + "[` ]");
        if (!command.key().isEmpty() && !page.contains(row)) {
            missing << command.key();
        }
    }
    QCOMPARE(missing, QStringList());
}

/// Only what Qt and pandoc both render, no option outside of code, lines that fit a terminal.
void GuideTest::pagesAreWrittenAlike() {
    static const QRegularExpression kSpan("`[^`]+`");
    static const QRegularExpression kComment("^<!-- [^<>]+ -->$");  // a line that neither shows
    static const QRegularExpression kTag("<[A-Za-z/!]");
    constexpr int kMostColumns = 120;
    QStringList wrong;
    for (const QString& page : pages()) {
        int number = 0;
        for (const Line& line : linesOf(kGuide + '/' + page)) {
            const QString where = QStringLiteral("%1:%2: ").arg(page).arg(++number) + line.text;
            const QString prose =
                line.isCode ? QString() : QString(line.text).remove(kSpan).remove(kComment);
            if (line.text.size() > kMostColumns || prose.contains(kTag) ||
                !optionsIn(prose).isEmpty()) {
                wrong << where;
            }
        }
    }
    QCOMPARE(wrong, QStringList());
}

void GuideTest::pagesReadInTheWindow_data() {
    QTest::addColumn<QString>("page");
    for (const QString& page : pages()) {
        QTest::newRow(qPrintable(page)) << page;
    }
}

void GuideTest::pagesReadInTheWindow() {
    QFETCH(QString, page);
    const QString path = kGuide + '/' + page;
    QTextDocument document;
    document.setMarkdown(readText(path), QTextDocument::MarkdownDialectGitHub);
    QStringList headings;
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        if (block.blockFormat().headingLevel() > 0) {
            headings << anchorOf(block.text().trimmed());
        }
    }
    QStringList expected;
    for (const QString& heading : headingsOf(path)) {
        expected << anchorOf(heading);
    }
    QCOMPARE(headings, expected);
}

STOWAGE_TEST_MAIN(&stowage::runTestSuite<GuideTest, QGuiApplication>)
#include "tst_guide.moc"
