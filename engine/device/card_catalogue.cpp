// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/device/card_catalogue.h"

#include "engine/base/byte_size.h"
#include "engine/base/embedded_files.h"
#include "engine/base/json_fields.h"
#include "engine/base/json_reader.h"
#include "engine/base/strings.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace stowage {

namespace {

using Json = nlohmann::ordered_json;

Unexpected wrongData(const Message& sentence) {
    return fail(ErrorCode::Internal,
                say("The built-in list of cards contains an error: %1", sentence));
}

std::string textAt(const Json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::optional<double> numberAt(const Json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_number() ? std::optional(found->get<double>())
                                                       : std::nullopt;
}

std::uint64_t bytesAt(const Json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_number_unsigned() ? found->get<std::uint64_t>() : 0;
}

/// "8.9" → 89; 0 of what is none.
unsigned capabilityOf(std::string_view text) {
    unsigned value = 0;
    for (const char digit : text) {
        value =
            digit >= '0' && digit <= '9' ? 10 * value + static_cast<unsigned>(digit - '0') : value;
    }
    return value;
}

/// The total of a card of which nobody published what a program can have, by a rule fitted on 46
/// NVIDIA cards with a driver of 2025 or later (deviations 59 MiB rms): the driver keeps 420 MiB
/// and 1.9 MiB of each GiB for itself; 200 MiB less still, so that no card of them is estimated too
/// large. Inline ECC takes a sixteenth of GDDR6. The drivers of other makers keep a thousandth.
std::uint64_t estimatedTotal(const CatalogueCard& card, bool hasInlineEcc) {
    constexpr std::uint64_t kKept = (420 + 200) * kMiB;
    constexpr std::uint64_t kThousand = 1000;
    const std::uint64_t usable = hasInlineEcc ? card.nominal / 16 * 15 : card.nominal;
    const std::uint64_t total = card.driverTotal > 0 ? card.driverTotal : usable;
    return card.computeCapability > 0
               ? total - std::min(total, kKept + total / kGiB * 19 * kMiB / 10)
               : total - total / kThousand;
}

Result<CatalogueCard> readCard(const EmbeddedFile& file, const Json& document) {
    CatalogueCard card;
    card.id = file.name;
    const std::string kind = textAt(document, "kind");
    card.kind = kind == "apple" ? CatalogueCard::Kind::Apple
                : kind == "cpu" ? CatalogueCard::Kind::Cpu
                                : CatalogueCard::Kind::Gpu;
    card.name = textAt(document, "name");
    if (const auto names = document.find("driver_names"); names != document.end()) {
        for (const Json& name : *names) {
            card.driverNames.push_back(name.is_string() ? name.get<std::string>() : std::string());
        }
    }
    card.nominal = bytesAt(document, "capacity");
    if (const auto total = document.find("runtime_total"); total != document.end()) {
        card.capacity = bytesAt(*total, "bytes");
        card.capacitySource = textAt(*total, "source");
    }
    if (const auto total = document.find("driver_total"); total != document.end()) {
        card.driverTotal = bytesAt(*total, "bytes");
        card.driverSource = textAt(*total, "source");
    }
    card.computeCapability = capabilityOf(textAt(document, "compute_capability"));
    if (card.capacity == 0) {
        card.capacity = card.kind == CatalogueCard::Kind::Gpu
                            ? estimatedTotal(card, document.value("ecc", false))
                            : card.nominal;
    }
    card.published = textAt(document, "published");
    card.bandwidth = numberAt(document, "bandwidth");
    card.link = textAt(document, "link");
    card.linkSource = textAt(document, "link_source");
    card.source = textAt(document, "source");
    card.ratesSource = textAt(document, "rates_source");
    card.note = textAt(document, "note");
    if (const auto rates = document.find("rates"); rates != document.end()) {
        for (const auto& [dtype, rate] : rates->items()) {
            card.rates[dtype] = rate.is_number() ? std::optional(rate.get<double>()) : std::nullopt;
        }
    }
    const bool hasCapacity = card.capacity > 0 || card.kind == CatalogueCard::Kind::Cpu;
    if (card.name.empty() || !hasCapacity || card.source.empty()) {
        return wrongData(say("%1.json lacks a name, a capacity or a source.", file.name));
    }
    return card;
}

Result<CatalogueLink> readLink(const EmbeddedFile& file, const Json& document) {
    CatalogueLink link{std::string(file.name),
                       textAt(document, "name"),
                       numberAt(document, "bandwidth").value_or(0),
                       numberAt(document, "measured"),
                       textAt(document, "source"),
                       textAt(document, "measured_source"),
                       textAt(document, "note")};
    if (link.name.empty() || link.bandwidth <= 0 || link.source.empty()) {
        return wrongData(say("%1.json lacks a name, a bandwidth or a source.", file.name));
    }
    return link;
}

/// "GeForce RTX 4090", "rtx-4090" → "4090"; "RTX 3090 Ti" → "3090ti".
std::string shortName(std::string_view name) {
    std::string kept;
    for (const char c : name) {
        if (c != ' ' && c != '_' && c != '-') {
            kept += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        }
    }
    for (const std::string_view family : {"nvidia", "geforce", "tesla", "amd", "radeon", "instinct",
                                          "intel", "apple", "rtx", "rx"}) {
        if (kept.starts_with(family)) {
            kept.erase(0, family.size());
        }
    }
    return kept;
}

/// A driver reports a little less than the published memory, and where ECC takes its part a
/// sixteenth less; a card of the same name with other memory has at least a sixth less or more.
bool isMemoryOf(const CatalogueCard& card, std::uint64_t capacity) {
    const double share = static_cast<double>(capacity) / static_cast<double>(card.nominal);
    return share > 0.88 && share < 1.05;
}

Json numberOrNull(std::uint64_t number) {
    return number > 0 ? Json(number) : Json();
}

Json textOrNull(const std::string& text) {
    return text.empty() ? Json() : Json(text);
}

Json cardsJson(const std::vector<CatalogueCard>& cards) {
    Json list = Json::array();
    for (const CatalogueCard& card : cards) {
        Json rates = Json::object();
        for (const auto& [dtype, rate] : card.rates) {
            rates[dtype] = orNull(rate);
        }
        list.push_back({{"id", card.id},
                        {"name", card.name},
                        {"capacity", numberOrNull(card.capacity)},
                        {"capacity_source", textOrNull(card.capacitySource)},
                        {"nominal", numberOrNull(card.nominal)},
                        {"driver_total", numberOrNull(card.driverTotal)},
                        {"driver_source", textOrNull(card.driverSource)},
                        {"compute_capability",
                         card.computeCapability > 0 ? Json(computeCapabilityText(card)) : Json()},
                        {"published", card.published},
                        {"bandwidth", orNull(card.bandwidth)},
                        {"link", textOrNull(card.link)},
                        {"link_source", textOrNull(card.linkSource)},
                        {"rates", std::move(rates)},
                        {"source", card.source},
                        {"rates_source", textOrNull(card.ratesSource)},
                        {"note", textOrNull(card.note)}});
    }
    return list;
}

}  // namespace

std::string computeCapabilityText(const CatalogueCard& card) {
    return std::to_string(card.computeCapability / 10) + "." +
           std::to_string(card.computeCapability % 10);
}

namespace {

Result<DeviceCatalogue> readCatalogue() {
    DeviceCatalogue catalogue;
    for (const EmbeddedFile& file : cardFiles()) {
        const auto document = parseJson(file.text, std::string(file.name) + ".json");
        if (!document) {
            return wrongData(
                say("%1.json cannot be read: %2", file.name, document.error().message));
        }
        if (textAt(*document, "kind") == "link") {
            auto link = readLink(file, *document);
            STOWAGE_TRY(link);
            catalogue.links.push_back(std::move(*link));
            continue;
        }
        auto card = readCard(file, *document);
        STOWAGE_TRY(card);
        auto& list =
            card->kind == CatalogueCard::Kind::Cpu ? catalogue.processors : catalogue.cards;
        list.push_back(std::move(*card));
    }
    for (const CatalogueCard& card : catalogue.cards) {
        const bool isKnown = card.link.empty() || card.link == kSharedMemory ||
                             std::ranges::find(catalogue.links, card.link, &CatalogueLink::id) !=
                                 catalogue.links.end();
        if (!isKnown || card.link.empty() != card.linkSource.empty()) {
            return wrongData(
                say("%1.json must specify a known link together with the source of the link, or "
                    "neither.",
                    card.id));
        }
    }
    std::ranges::sort(catalogue.cards, {}, [](const CatalogueCard& card) {
        return std::tuple(card.nominal, card.bandwidth, card.id);
    });
    std::ranges::sort(catalogue.processors, {}, &CatalogueCard::bandwidth);
    std::ranges::sort(catalogue.links, {}, [](const CatalogueLink& link) {
        return std::tuple(link.bandwidth, link.id);
    });
    return catalogue;
}

}  // namespace

const Result<DeviceCatalogue>& deviceCatalogue() {
    static const Result<DeviceCatalogue> catalogue = readCatalogue();
    return catalogue;
}

Result<std::vector<CatalogueCard>> cardCatalogue() {
    const auto& catalogue = deviceCatalogue();
    STOWAGE_TRY(catalogue);
    return catalogue->cards;
}

Result<CatalogueCard> findCard(std::string_view name) {
    const auto cards = cardCatalogue();
    STOWAGE_TRY(cards);
    const std::string wanted = shortName(name);
    std::vector<std::string> alike;
    for (const CatalogueCard& card : *cards) {
        const std::string own = shortName(card.id);
        if (own == wanted || shortName(card.name) == wanted) {
            return card;
        }
        if (own.find(wanted) != std::string::npos || wanted.find(own) != std::string::npos) {
            alike.push_back(card.id);
        }
    }
    constexpr std::size_t kMostAlike = 6;  // a sentence, not the catalogue
    return fail(ErrorCode::InvalidArgument,
                alike.empty() ? say("the catalogue has no card with the name %1; specify a size, "
                                    "as in 24GiB, or a card, as in rtx-4090.",
                                    quotedForMessage(name))
                              : say("the catalogue has no card with the name %1; specify a size, "
                                    "as in 24GiB, or a card with a similar name: %2.",
                                    quotedForMessage(name), listedNames(alike, kMostAlike)));
}

const CatalogueCard* cardOfDevice(const DeviceCatalogue& catalogue, const DeviceInfo& device) {
    if (device.simulated) {
        const auto named = std::ranges::find(catalogue.cards, device.name, &CatalogueCard::name);
        return named == catalogue.cards.end() ? nullptr : &*named;
    }
    const std::string wanted = shortName(device.name);
    const auto found = std::ranges::find_if(catalogue.cards, [&](const CatalogueCard& card) {
        const bool isCalledSo =
            shortName(card.id) == wanted || shortName(card.name) == wanted ||
            std::ranges::find(card.driverNames, device.name) != card.driverNames.end();
        return isCalledSo && device.capacity && isMemoryOf(card, *device.capacity);
    });
    return found == catalogue.cards.end() ? nullptr : &*found;
}

const CatalogueCard* assumedCard(const DeviceCatalogue& catalogue, std::uint64_t capacity) {
    constexpr unsigned kAmpere = 80;
    const auto isCurrent = [](const CatalogueCard& card) {
        return card.kind == CatalogueCard::Kind::Gpu && card.bandwidth &&
               (card.computeCapability == 0 || card.computeCapability >= kAmpere);
    };
    // They are in the order of their memory, then of their bandwidth.
    const auto found = std::ranges::find_if(catalogue.cards, [&](const CatalogueCard& card) {
        return isCurrent(card) && card.nominal >= capacity;
    });
    return found == catalogue.cards.end() ? nullptr : &*found;
}

bool looksLikeCard(std::string_view text) {
    const bool isWord = !text.empty() && ((text.front() >= 'a' && text.front() <= 'z') ||
                                          (text.front() >= 'A' && text.front() <= 'Z'));
    return isWord || (!parseAccelerateSize(text) && findCard(text));
}

DeviceInfo simulatedCard(const CatalogueCard& card) {
    DeviceInfo gpu;
    gpu.simulated = true;
    gpu.capacity = card.capacity;
    gpu.name = card.name;
    return gpu;
}

std::string catalogueToJson(const DeviceCatalogue& catalogue) {
    Json links = Json::array();
    for (const CatalogueLink& link : catalogue.links) {
        links.push_back({{"id", link.id},
                         {"name", link.name},
                         {"bandwidth", link.bandwidth},
                         {"measured", orNull(link.measured)},
                         {"source", link.source},
                         {"measured_source", textOrNull(link.measuredSource)},
                         {"note", textOrNull(link.note)}});
    }
    return jsonText({{"cards", cardsJson(catalogue.cards)},
                     {"processors", cardsJson(catalogue.processors)},
                     {"links", std::move(links)}},
                    2);
}

}  // namespace stowage
