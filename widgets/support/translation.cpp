// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/support/translation.h"

#include "widgets/support/formats.h"

#include <QApplication>
#include <QCoreApplication>
#include <QEvent>
#include <QLabel>
#include <QLibraryInfo>
#include <QLocale>
#include <QRegularExpression>
#include <QSettings>
#include <QStyle>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stowage {

/// The window's catalogue, and the engine's under kEngineContext, for tr(). Both are Qt
/// Linguist's files as they are compiled into the engine, so that nothing is converted for Qt.
class CatalogueTranslator : public QTranslator {
    Q_OBJECT
public:
    explicit CatalogueTranslator(const Language& language, QObject* parent = nullptr);

    [[nodiscard]] QString translate(const char* context, const char* source,
                                    const char* comment = nullptr, int count = -1) const override;
    [[nodiscard]] bool isEmpty() const override { return m_window == nullptr; }

private:
    QString m_language;
    std::shared_ptr<const Catalogue> m_window;
    std::shared_ptr<const Catalogue> m_engine;
};

namespace {

constexpr const char* kEngineContext = "engine";
constexpr const char* kLanguageProperty = "stowage_language";
const QString kLanguageKey = QStringLiteral("language");

QString textOf(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

const Language& languageOf(const QString& code) {
    if (const Language* const chosen = languageByCode(code.toStdString())) {
        return *chosen;
    }
    const QStringList wanted = QLocale::system().uiLanguages();
    for (const QString& locale : wanted) {
        const Language& spoken = languageOfLocale(locale.toStdString());
        if (&spoken != &english() || locale.startsWith(QLatin1String("en"))) {
            return spoken;
        }
    }
    return english();
}

/// Names and figures keep their own direction within a sentence that is read from the right, and a
/// figure its unit. A bare number goes with the word before it, as in "GPU 0".
std::string keptInItsDirection(const std::string& text) {
    static const QRegularExpression figure(
        QStringLiteral("^[±+−≈<]? ?\\d[\\d.,–]* (?:%|[A-Za-zµ]+(?:/[a-z]+)?)$"));
    if (const QString shown = QString::fromStdString(text); figure.match(shown).hasMatch()) {
        return figureText(shown).toStdString();
    }
    const bool hasLetters = std::ranges::any_of(
        text, [](unsigned char byte) { return std::isalpha(byte) != 0 || byte >= 0x80; });
    return hasLetters ? nameText(QString::fromStdString(text)).toStdString() : text;
}

/// Whether Qt would take a text that is read from the right for one from the left: by the Latin
/// word that it begins with.
bool beginsFromLeft(const QString& text) {
    return !text.isRightToLeft() && std::ranges::any_of(text, [](QChar character) {
        return character.direction() == QChar::DirR || character.direction() == QChar::DirAL;
    });
}

/// A pattern that is read from the right, each argument kept in its direction and its line together
/// with the sign, the unit or the next argument at it, as in "%1 %". One behind a Latin word goes
/// with it, as in "GPU %1". A pattern without words, as "%1: %2", or that begins with an argument
/// or a Latin word says from where it is read by a mark: not all of Qt looks behind what is kept.
QString withArgumentsKept(const QString& pattern) {
    if (!pattern.contains(u'%')) {
        return (beginsFromLeft(pattern) ? QString(kRightToLeftMark) : QString()) + pattern;
    }
    static const QRegularExpression argument(
        QStringLiteral("(?<![A-Za-z.*-])(?<![A-Za-z] )"
                       "([±+−]?%\\d(?:[ –]%\\d)*(?:\\h?%(?!\\d)|\\h?[A-Za-zµ][A-Za-z/]*)?)"));
    const QString between = QString(pattern).remove(argument);
    const bool isMarked =
        !between.isEmpty() &&
        (argument.match(pattern).capturedStart() == 0 || beginsFromLeft(pattern) ||
         (between != pattern &&
          std::ranges::none_of(between, [](QChar c) { return c.isLetter(); })));
    static const QRegularExpression beforeUnit(QStringLiteral("(?<=%\\d) (?=%(?!\\d)|[A-Za-zµ])"));
    const QString unbroken = QString(pattern).replace(beforeUnit, QString(QChar::Nbsp));
    return (isMarked ? QString(kRightToLeftMark) : QString()) +
           QString(unbroken).replace(argument, nameText(QStringLiteral("\\1")));
}

/// Aligns labels by the side from which the window is read: QLabel goes by its text, and a name or
/// a figure would begin on the other side than the Arabic lines around it.
class LabelAlignment : public QObject {
protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        auto* const label =
            event->type() == QEvent::Polish ? qobject_cast<QLabel*>(watched) : nullptr;
        if (label != nullptr) {
            label->setAlignment(
                QStyle::visualAlignment(label->layoutDirection(), label->alignment()));
        }
        return QObject::eventFilter(watched, event);
    }
};

}  // namespace

CatalogueTranslator::CatalogueTranslator(const Language& language, QObject* parent)
    : QTranslator(parent),
      m_language(textOf(language.code)),
      m_window(windowCatalogue(language)),
      m_engine(engineCatalogue(language)) {}

QString CatalogueTranslator::translate(const char* context, const char* source, const char* comment,
                                       int count) const {
    if (source == nullptr || m_window == nullptr) {
        return {};
    }
    const std::string_view place(context == nullptr ? "" : context);
    const bool isEngines = place == kEngineContext;
    const Catalogue::Entry* entry =
        isEngines ? (m_engine == nullptr ? nullptr : m_engine->find(source))
                  : m_window->find(place, source, comment == nullptr ? "" : comment);
    if (entry == nullptr && !isEngines) {
        // A table's texts may be collected under another name than that of the class that asks.
        entry = m_window->find(source);
    }
    if (entry == nullptr) {
        return {};
    }
    const std::size_t form =
        entry->isCounted && count >= 0
            ? pluralForm(m_language.toStdString(), static_cast<std::uint64_t>(count))
            : 0;
    const QString text = textOf(entry->forms.at(std::min(form, entry->forms.size() - 1)));
    return QGuiApplication::isRightToLeft() ? withArgumentsKept(text) : text;
}

std::unique_ptr<QTranslator> catalogueTranslator(const Language& language) {
    auto catalogue = std::make_unique<CatalogueTranslator>(language);
    return catalogue->isEmpty() ? nullptr : std::move(catalogue);
}

std::unique_ptr<QTranslator> qtTranslator(const Language& language) {
    auto qt = std::make_unique<QTranslator>();
    const bool isThere =
        &language != &english() && qt->load(QStringLiteral("qtbase_") + textOf(language.code),
                                            QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    return isThere ? std::move(qt) : nullptr;
}

ProgramLanguage::ProgramLanguage(QApplication* application, const QSettings& settings)
    : m_application(application) {
    use(savedLanguage(settings));
}

ProgramLanguage::~ProgramLanguage() {
    for (const auto& translator : m_installed) {
        QCoreApplication::removeTranslator(translator.get());
    }
}

void ProgramLanguage::use(const QString& code) {
    for (const auto& translator : m_installed) {
        QCoreApplication::removeTranslator(translator.get());
    }
    m_installed.clear();
    const Language& language = languageOf(code);
    m_application->setProperty(kLanguageProperty, textOf(language.code));
    const bool isEnglish = &language == &english();
    QLocale::setDefault(isEnglish ? QLocale::system() : QLocale(textOf(language.locale)));
    if (!isEnglish) {
        if (auto qt = qtTranslator(language)) {
            m_installed.push_back(std::move(qt));
        }
        if (auto catalogue = catalogueTranslator(language)) {
            m_installed.push_back(std::move(catalogue));
        }
    }
    for (const auto& translator : m_installed) {
        QCoreApplication::installTranslator(translator.get());
    }
    const bool isFromRight = language.direction == WritingDirection::RightToLeft;
    m_application->setLayoutDirection(isFromRight ? Qt::RightToLeft : Qt::LeftToRight);
    m_labels = isFromRight ? std::make_unique<LabelAlignment>() : nullptr;
    if (m_labels != nullptr) {
        m_application->installEventFilter(m_labels.get());
    }
}

const Language& programLanguage() {
    const QString code = qApp->property(kLanguageProperty).toString();
    const Language* const language = languageByCode(code.toStdString());
    return language != nullptr ? *language : english();
}

QString savedLanguage(const QSettings& settings) {
    return settings.value(kLanguageKey).toString();
}

void saveLanguage(QSettings& settings, const QString& code) {
    settings.setValue(kLanguageKey, code);
}

QString translated(const Message& message) {
    const Translate translate = [](const char* pattern) {
        return QCoreApplication::translate(kEngineContext, pattern).toStdString();
    };
    if (!QGuiApplication::isRightToLeft()) {
        return QString::fromStdString(message.in(translate));
    }
    return QString::fromStdString(message.withPlainTexts(keptInItsDirection).in(translate));
}

QString listSeparator() {
    return translated(listComma());
}

QString translatedText(const Message& message) {
    QString pattern = QString::fromStdString(message.english());
    const auto isKnown = [&pattern] {
        return !pattern.isEmpty() &&
               QCoreApplication::translate(kEngineContext, pattern.toUtf8().constData()) != pattern;
    };
    std::vector<Message> numbers;
    // "read shard 1 of 6" is known as "read shard %1 of %2".
    static const QRegularExpression number(QStringLiteral("(?<![%\\d])\\d+"));
    while (!isKnown()) {
        const QRegularExpressionMatch found = number.match(pattern);
        if (!found.hasMatch() || message.parts() != nullptr) {
            return translated(message);
        }
        numbers.emplace_back(found.captured().toStdString());
        pattern.replace(found.capturedStart(), found.capturedLength(),
                        QStringLiteral("%%1").arg(numbers.size()));
    }
    const auto owner = std::make_shared<const std::string>(pattern.toStdString());
    return translated(messageOf({owner, owner->c_str()}, std::move(numbers)));
}

}  // namespace stowage

#include "translation.moc"
