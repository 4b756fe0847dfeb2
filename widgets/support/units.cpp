// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/support/units.h"

#include "engine/base/byte_size.h"

#include <QCoreApplication>
#include <QGuiApplication>

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
    return std::isnan(bytes) ? QStringLiteral("–")
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

}  // namespace stowage
