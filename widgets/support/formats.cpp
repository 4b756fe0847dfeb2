// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/support/formats.h"

#include "engine/base/byte_size.h"
#include "engine/base/number_text.h"
#include "widgets/support/translation.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QFontMetricsF>
#include <QGuiApplication>
#include <QLocale>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>

namespace stowage {

namespace {

/// Whose texts these are, for the catalogues.
struct UnitTexts {
    Q_DECLARE_TR_FUNCTIONS(stowage::units)
};

constexpr QChar kLeftToRightIsolate(0x2066);
constexpr QChar kFirstStrongIsolate(0x2068);
constexpr QChar kEndOfIsolate(0x2069);

}  // namespace

QString figureText(const QString& text) {
    return QGuiApplication::isRightToLeft()
               ? kLeftToRightIsolate + QString(text).replace(u' ', QChar(QChar::Nbsp)) +
                     kEndOfIsolate
               : text;
}

QString nameText(const QString& text) {
    return QGuiApplication::isRightToLeft() ? kFirstStrongIsolate + text + kEndOfIsolate : text;
}

QString fromTheRight(const QString& text) {
    return QGuiApplication::isRightToLeft() ? kRightToLeftMark + text : text;
}

QString withoutIsolates(const QString& text) {
    QString plain = text;
    if (QGuiApplication::isRightToLeft()) {
        for (const QChar mark :
             {kLeftToRightIsolate, kFirstStrongIsolate, kEndOfIsolate, kRightToLeftMark}) {
            plain.remove(mark);
        }
        plain.replace(QChar(QChar::Nbsp), u' ');
    }
    return plain;
}

ByteUnit unitFor(double largestBytes) {
    if (largestBytes < static_cast<double>(kGiB)) {
        return {static_cast<double>(kMiB), 1, QStringLiteral("MiB")};
    }
    return {static_cast<double>(kGiB), 2, QStringLiteral("GiB")};
}

QString formatIn(const ByteUnit& unit, double bytes) {
    return std::isnan(bytes) ? kUnknownFigure
                             : QString::number(bytes / unit.bytes, 'f', unit.decimals);
}

QString formatWithUnit(const ByteUnit& unit, double bytes) {
    return figureText(formatIn(unit, bytes) + u' ' + unit.name);
}

QString formatInOwnUnit(double bytes) {
    return formatWithUnit(unitFor(bytes), bytes);
}

QString formatSeconds(double seconds) {
    constexpr double kMinute = 60;
    constexpr double kHour = 3600;
    if (std::round(seconds) >= kHour) {
        return figureText(translated(longTimeText(seconds)));
    }
    if (seconds >= 100) {
        const auto whole = std::llround(seconds);
        return figureText(UnitTexts::tr("%1 min %2 s")
                              .arg(whole / static_cast<long long>(kMinute))
                              .arg(whole % static_cast<long long>(kMinute)));
    }
    // The thresholds are where rounding gives one digit more before the point.
    const int decimals = seconds < 9.995 ? 2 : (seconds < 99.95 ? 1 : 0);
    return figureText(UnitTexts::tr("%1 s").arg(QString::number(seconds, 'f', decimals)));
}

QString formatRate(double bytesPerSecond) {
    constexpr double kGiga = 1e9;
    constexpr double kMega = 1e6;
    if (bytesPerSecond >= kGiga) {
        return figureText(
            UnitTexts::tr("%1 GB/s").arg(QString::number(bytesPerSecond / kGiga, 'f', 2)));
    }
    return figureText(
        UnitTexts::tr("%1 MB/s").arg(QString::number(bytesPerSecond / kMega, 'f', 0)));
}

double roundStep(double least, std::initializer_list<double> factors) {
    const double power = std::pow(10.0, std::floor(std::log10(least)));
    for (const double factor : factors) {
        if (power * factor >= least * (1 - 1e-9)) {
            return power * factor;
        }
    }
    return power * 10;
}

namespace {

double inUnit(double bytes, TableUnit unit) {
    return bytes / static_cast<double>(unit == TableUnit::GiB ? kGiB : kMiB);
}

int decimals(TableUnit unit) {
    return unit == TableUnit::GiB ? 2 : 1;
}

}  // namespace

TableUnit tableUnitFor(double largestBytes) {
    return largestBytes < static_cast<double>(kGiB) ? TableUnit::MiB : TableUnit::GiB;
}

QString tableUnitName(TableUnit unit) {
    return unit == TableUnit::GiB ? QStringLiteral("GiB") : QStringLiteral("MiB");
}

QString formatInUnit(double bytes, TableUnit unit) {
    if (bytes == 0) {
        return kUnknownFigure;
    }
    const QString text = QString::fromStdString(formatFixed(inUnit(bytes, unit), decimals(unit)));
    return text.toDouble() == 0 ? figureText(QStringLiteral("≈ 0")) : text;
}

QString formatDifference(double bytes, TableUnit unit) {
    const QString number =
        QString::fromStdString(formatFixed(std::abs(inUnit(bytes, unit)), decimals(unit)));
    if (number.toDouble() == 0) {
        return bytes > 0 ? QStringLiteral("+") + number : number;
    }
    return figureText((bytes > 0 ? QStringLiteral("+") : QStringLiteral("−")) + number);
}

FigureDifference differenceBetween(double before, double after, TableUnit unit) {
    const double scale = std::pow(10.0, decimals(unit));
    const auto rounded = [unit, scale](double bytes) {
        return std::llround(inUnit(bytes, unit) * scale);
    };
    const auto shown = rounded(after) - rounded(before);
    const double bytes = after - before;
    const QString sign = bytes < 0 ? QStringLiteral("−") : QStringLiteral("+");
    if (shown != 0) {
        const double units = std::abs(static_cast<double>(shown)) / scale;
        return {figureText(sign + QString::number(units, 'f', decimals(unit))), {}};
    }
    const QStringList own = QString::fromStdString(formatSize(std::abs(bytes))).split(u' ');
    return {figureText(sign + own.front()), own.back()};
}

QString sizeText(double bytes) {
    return figureText(QString::fromStdString(formatSize(bytes)));
}

QString sizeOrDash(std::uint64_t bytes) {
    return bytes == 0 ? kUnknownFigure : sizeText(bytes);
}

QString exactBytesText(double bytes) {
    QString text = QString::fromStdString(formatExactBytes(bytes));
    const QString unit = QStringLiteral(" bytes");
    if (text.endsWith(unit)) {
        text.chop(unit.size());
        text = QCoreApplication::translate("stowage::units", "%1 bytes").arg(text);
    }
    return text;
}

QString inReadingOrder(const QString& text) {
    constexpr QChar kRightToLeftEmbedding(0x202B);
    constexpr QChar kEndOfEmbedding(0x202C);
    const bool isReadFromRight = std::ranges::any_of(text, [](QChar character) {
        return character.direction() == QChar::DirR || character.direction() == QChar::DirAL;
    });
    if (!QGuiApplication::isRightToLeft() || !isReadFromRight) {
        return text;
    }
    QStringList lines = text.split(u'\n');  // an embedding ends with its line
    for (QString& line : lines) {
        line = kRightToLeftEmbedding + line + kEndOfEmbedding;
    }
    return lines.join(u'\n');
}

QString unbrokenFigures(const QString& text) {
    static const QRegularExpression within(
        QStringLiteral("(?<=\\d) (?=(?:[KMGT]i?B(?:/s)?|B|[mµ]?s|min|%)(?!\\w)|[个個次回件])|"
                       "(?<=\\bGPU) (?=\\d)|(?<=\u0640) "));
    return QString(text).replace(within, QString(QChar::Nbsp));
}

QString signedSizeText(double bytes) {
    return bytes == 0  ? QCoreApplication::translate("stowage::units", "exact")
           : bytes > 0 ? figureText(QStringLiteral("+") + sizeText(bytes))
                       : figureText(QStringLiteral("−") + sizeText(-bytes));
}

QString unaccountedText(std::int64_t bytes) {
    return bytes == 0 ? QStringLiteral("0 B") : signedSizeText(static_cast<double>(bytes));
}

QString signedPercentText(double share) {
    const auto percent = std::llround(share * 100);
    const QString sign = percent > 0   ? QStringLiteral("+")
                         : percent < 0 ? QStringLiteral("−")
                                       : QString();
    return percentText(sign + QString::number(std::abs(percent)));
}

QString percentText(const QString& number) {
    return QCoreApplication::translate("stowage::units", "%1 %").arg(number);
}

QString capitalised(const QString& text) {
    return text.left(1).toUpper() + text.mid(1);
}

QString sizeFieldText(std::uint64_t bytes) {
    if (bytes != 0 && bytes % kGiB == 0) {
        return QString::number(bytes / kGiB) + QStringLiteral("GiB");
    }
    if (bytes != 0 && bytes % kMiB == 0) {
        return QString::number(bytes / kMiB) + QStringLiteral("MiB");
    }
    return QString::number(bytes);
}

QString formatCapacity(double bytes) {
    QString text = QString::fromStdString(formatSize(bytes));
    for (const char* zeros : {".00 ", ".0 "}) {
        text.replace(QLatin1String(zeros), QLatin1String(" "));
    }
    return figureText(text);
}

QStringList textList(const std::vector<std::string>& texts) {
    QStringList list;
    for (const std::string& text : texts) {
        list.append(QString::fromStdString(text));
    }
    return list;
}

QStringList textList(const std::vector<Message>& texts) {
    QStringList list;
    for (const Message& text : texts) {
        list.append(translatedText(text));
    }
    return list;
}

QString joinedSentences(const QStringList& sentences) {
    std::vector<Message> all;
    for (const QString& sentence : sentences) {
        all.emplace_back(sentence.toStdString());
    }
    return QString::fromStdString(joined(std::move(all), " "));
}

QString inSentences(const QStringList& texts) {
    QString all = texts.value(0);
    for (const QString& text : texts.mid(1)) {
        all = QCoreApplication::translate("stowage::units", "%1. %2").arg(all, text);
    }
    return all;
}

QString formatCount(std::uint64_t count) {
    if (count == 0) {
        return kUnknownFigure;
    }
    const auto value = static_cast<double>(count);
    const QLocale locale = QLocale::c();
    if (count >= 1'000'000'000) {
        return figureText(locale.toString(value / 1e9, 'f', 2) + QStringLiteral(" B"));
    }
    if (count >= 1'000'000) {
        return figureText(locale.toString(value / 1e6, 'f', 1) + QStringLiteral(" M"));
    }
    return count >= 1000 ? figureText(locale.toString(value / 1e3, 'f', 1) + QStringLiteral(" K"))
                         : QString::number(count);
}

QString shortenedPath(const QString& path, const QFontMetricsF& metrics, double room) {
    QString text = path;
    while (metrics.horizontalAdvance(text) > room) {
        const qsizetype dot = text.indexOf(u'.');
        if (dot < 0) {
            return {};
        }
        text = text.mid(dot + 1);
    }
    return text;
}

void copyToClipboard(const QString& text) {
    QGuiApplication::clipboard()->setText(withoutIsolates(text));
}

}  // namespace stowage
