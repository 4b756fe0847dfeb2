// SPDX-License-Identifier: GPL-3.0-or-later
#include "seed_check.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>

namespace stowage::test {

namespace {

QString shown(const QJsonValue& value) {
    QString text =
        value.isUndefined()
            ? QStringLiteral("nothing")
            : QString::fromUtf8(QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact));
    return text.size() > 700 ? text.first(700) + "…" : text;
}

bool isLike(const QString& text, const QString& pattern) {
    const QRegularExpression expression(pattern, QRegularExpression::DotMatchesEverythingOption);
    return expression.isValid() && expression.match(text).hasMatch();
}

/// A device map as an object, from the list of pairs that the program prints.
QJsonObject mapOf(const QJsonValue& value) {
    if (value.isObject()) {
        return value.toObject();
    }
    QJsonObject map;
    for (const QJsonValue& pair : value.toArray()) {
        map[pair.toArray().at(0).toString()] = pair.toArray().at(1);
    }
    return map;
}

QString differenceOfMaps(const QJsonObject& found, const QJsonObject& wanted, bool isWhole) {
    QString text;
    for (auto entry = wanted.begin(); entry != wanted.end(); ++entry) {
        if (found.value(entry.key()) != entry.value()) {
            text += entry.key() + " on " + shown(found.value(entry.key())) + ", not " +
                    shown(entry.value()) + "; ";
        }
    }
    for (auto entry = found.begin(); isWhole && entry != found.end(); ++entry) {
        if (!wanted.contains(entry.key())) {
            text += entry.key() + " too much; ";
        }
    }
    return text;
}

bool hasFields(const QJsonObject& entry, const QJsonObject& fields) {
    const QStringList keys = fields.keys();
    return std::all_of(keys.begin(), keys.end(), [&](const QString& key) {
        const QJsonValue wanted = fields.value(key);
        return wanted.isObject()
                   ? isLike(entry.value(key).toString(), wanted.toObject().value("like").toString())
                   : entry.value(key) == wanted;
    });
}

bool hasEntry(const QJsonValue& array, const QJsonObject& fields) {
    const QJsonArray entries = array.toArray();
    return std::any_of(entries.begin(), entries.end(), [&](const QJsonValue& entry) {
        return hasFields(entry.toObject(), fields);
    });
}

/// Whether bytes print as `text` in units of `unit`, with as many decimals as the text has.
bool printsAs(const QJsonValue& bytes, const QString& text, double unit) {
    const auto point = text.indexOf('.');
    const int decimals = point < 0 ? 0 : static_cast<int>(text.size() - point - 1);
    return bytes.isDouble() && QString::number(bytes.toDouble() / unit, 'f', decimals) == text;
}

bool isNear(const QJsonValue& value, double wanted, double tolerance) {
    return value.isDouble() && std::abs(value.toDouble() - wanted) <= tolerance;
}

qsizetype countOf(const QJsonValue& value) {
    return value.isArray() ? value.toArray().size() : value.toObject().size();
}

/// A value against an expectation that compares it with another place of the same run.
bool agreesWithin(const QJsonObject& expectation, const QJsonValue& value, const QJsonObject& run) {
    if (expectation.contains("times")) {
        const QJsonArray rule = expectation.value("times").toArray();
        const double other = atPointer(run, rule.at(0).toString()).toDouble(NAN);
        return isNear(value, other * rule.at(1).toDouble(), other * rule.at(2).toDouble());
    }
    if (expectation.contains("not_below")) {
        const QString other = expectation.value("not_below").toString();
        return value.isDouble() && value.toDouble() >= atPointer(run, other).toDouble(INFINITY);
    }
    const QJsonArray rule = expectation.value("plus").toArray();
    return isNear(value,
                  atPointer(run, rule.at(0).toString()).toDouble(NAN) + rule.at(1).toDouble(), 0);
}

bool isMet(const QJsonObject& expectation, const QJsonValue& value) {
    const auto asked = [&expectation](const char* name) {
        return expectation.value(QLatin1String(name));
    };
    if (expectation.contains("is")) {
        return value == asked("is");
    }
    if (expectation.contains("like")) {
        return isLike(value.toString(), asked("like").toString());
    }
    if (expectation.contains("gib")) {
        return printsAs(value, asked("gib").toString(), 1024.0 * 1024.0 * 1024.0);
    }
    if (expectation.contains("gb")) {
        return printsAs(value, asked("gb").toString(), 1e9);
    }
    if (expectation.contains("near")) {
        return isNear(value, asked("near").toArray().at(0).toDouble(),
                      asked("near").toArray().at(1).toDouble());
    }
    if (expectation.contains("count")) {
        return countOf(value) == asked("count").toInt();
    }
    if (expectation.contains("has")) {
        return hasEntry(value, asked("has").toObject());
    }
    if (expectation.contains("has_not")) {
        return value.isArray() && !hasEntry(value, asked("has_not").toObject());
    }
    if (expectation.contains("absent")) {
        return value.isUndefined();
    }
    const bool isBounded = expectation.contains("min") || expectation.contains("max");
    return isBounded && value.isDouble() && value.toDouble() >= asked("min").toDouble(-INFINITY) &&
           value.toDouble() <= asked("max").toDouble(INFINITY);
}

/// What is printed, or the process's memory.
QString unmetOutside(const QJsonObject& expectation, const CliOutcome& run) {
    const QString output = QString::fromUtf8(run.output);
    const QString errors = QString::fromUtf8(run.diagnostics);
    const auto each = [&expectation](const char* name) {
        const QJsonValue value = expectation.value(QLatin1String(name));
        return value.isUndefined() ? QJsonArray()
               : value.isArray()   ? value.toArray()
                                   : QJsonArray{value};
    };
    for (const QJsonValue& pattern : each("output")) {
        if (!isLike(output, pattern.toString())) {
            return "no \"" + pattern.toString() + "\" in the output:\n" +
                   output.first(std::min<qsizetype>(output.size(), 3000));
        }
    }
    for (const QJsonValue& pattern : each("errors")) {
        if (!isLike(errors, pattern.toString())) {
            return "no \"" + pattern.toString() + "\" in the diagnostics:\n" + errors;
        }
    }
    for (const QJsonValue& pattern : each("silent")) {
        if (isLike(output + errors, pattern.toString())) {
            return "\"" + pattern.toString() + "\" is there:\n" + output + errors;
        }
    }
    const double most = expectation.value("anon_max").toDouble(INFINITY);
    return static_cast<double>(run.peakAnon) <= most
               ? QString()
               : QStringLiteral("%1 bytes of anonymous memory").arg(run.peakAnon);
}

}  // namespace

QJsonValue atPointer(const QJsonValue& root, const QString& pointer) {
    QJsonValue value = root;
    for (QString key : pointer.split('/', Qt::SkipEmptyParts)) {
        key.replace("~1", "/").replace("~0", "~");
        value = value.isArray() ? value.toArray().at(key.toInt()) : value.toObject().value(key);
    }
    return value;
}

QString unmet(const QJsonObject& expectation, const std::vector<CliOutcome>& runs,
              const QJsonObject& answers) {
    const int last = static_cast<int>(runs.size()) - 1;
    const CliOutcome& run = runs.at(static_cast<std::size_t>(expectation.value("run").toInt(last)));
    if (!expectation.contains("at")) {
        return unmetOutside(expectation, run);
    }
    const QString place = expectation.value("at").toString();
    const QJsonValue value = atPointer(run.json, place);
    const QString found = place + " is " + shown(value) + ", against " + shown(expectation);
    if (expectation.contains("map") || expectation.contains("map_has") ||
        expectation.contains("answer")) {
        const QString answer = expectation.value("answer").toString();
        const QJsonValue wanted = expectation.contains("answer") ? answers.value(answer)
                                  : expectation.contains("map")  ? expectation.value("map")
                                                                 : expectation.value("map_has");
        if (value.isUndefined() || mapOf(wanted).isEmpty()) {
            return found;
        }
        return differenceOfMaps(mapOf(value), mapOf(wanted), !expectation.contains("map_has"));
    }
    if (expectation.contains("same_in_run")) {
        const CliOutcome& other =
            runs.at(static_cast<std::size_t>(expectation.value("same_in_run").toInt()));
        const QJsonValue there = atPointer(other.json, place);
        return !value.isUndefined() && value == there ? QString()
                                                      : found + ", there " + shown(there);
    }
    if (expectation.contains("times") || expectation.contains("plus") ||
        expectation.contains("not_below")) {
        return agreesWithin(expectation, value, run.json) ? QString() : found;
    }
    return isMet(expectation, value) ? QString() : found;
}

}  // namespace stowage::test
