// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/execute/load_steps.h"

#include "engine/base/checksums.h"
#include "engine/checkpoint/write/float_values.h"
#include "engine/checkpoint/write/offload_folder_writer.h"
#include "engine/load/execute/expected_tensor.h"
#include "engine/load/program/load_schedule.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <optional>
#include <utility>

namespace stowage {

namespace {

constexpr std::uint64_t kPartBytes = kMiB;
/// Expected bytes, loaded bytes, and the stored bytes of a cast, which may be four times as wide.
constexpr std::uint64_t kScratchBytes = 10 * kMiB;

/// The offload folder's own record of a tensor, from index.json.
std::optional<TensorSignature> offloadedSignature(const nlohmann::json& index,
                                                  const std::string& name) {
    const auto entry = index.find(name);
    if (entry == index.end() || !entry->is_object()) {
        return std::nullopt;
    }
    const auto dtype = entry->find("dtype");
    const auto shape = entry->find("shape");
    if (dtype == entry->end() || !dtype->is_string() || shape == entry->end() ||
        !shape->is_array()) {
        return std::nullopt;
    }
    const std::optional<DType> known = dtypeFromName(dtype->get_ref<const std::string&>());
    if (!known) {
        return std::nullopt;
    }
    TensorSignature signature{*known, {}};
    for (const nlohmann::json& size : *shape) {
        signature.shape.push_back(size.is_number_integer() ? size.get<std::int64_t>() : -1);
    }
    return signature;
}

class Verifier {
public:
    Verifier(const LoadWork& work, LoadReport& report, HostScratch scratch)
        : m_work(work),
          m_report(report),
          m_expected(*work.schedule.checkpoint, *work.backends.tensors),
          m_scratch(std::move(scratch)) {}

    Result<void> run();

private:
    Result<void> verifyTensor(const NamedTensor& named);
    Result<void> compareBytes(const NamedTensor& named, const PlainFile* offloaded,
                              ByteChecksum& checksum, Sha256& digest);
    Result<void> compareChecksum(const NamedTensor& named, const ByteChecksum& checksum);
    Result<void> compareSignature(const NamedTensor& named);
    void compareDevice(const NamedTensor& named);
    void beginRow(const NamedTensor& named);
    void readOffloadIndex();
    void differ(const Message& sentence);

    const LoadWork& m_work;
    LoadReport& m_report;
    ExpectedTensors m_expected;
    HostScratch m_scratch;
    nlohmann::json m_offloadIndex;
    Sha256 m_all;
};

Result<void> Verifier::run() {
    std::vector<NamedTensor> names = namedTensors(m_work.schedule);
    std::sort(names.begin(), names.end(),
              [](const NamedTensor& a, const NamedTensor& b) { return a.name < b.name; });
    std::uint64_t bytes = 0;
    for (const NamedTensor& named : names) {
        bytes += m_work.scheduled(named.scheduled).bytes;
    }
    m_work.monitor.beginPhase(kVerifyPhase, bytes, names.size());
    m_report.verified = true;
    m_report.audit.clear();
    m_report.audit.reserve(names.size());
    readOffloadIndex();
    for (const NamedTensor& named : names) {
        beginRow(named);
        if (Result<void> done = verifyTensor(named); !done) {
            m_report.verified.reset();
            m_report.audit.clear();  // half an audit proves nothing
            return done;
        }
        m_work.monitor.itemDone();
    }
    m_report.sha256 = m_all.hex();
    return {};
}

void Verifier::readOffloadIndex() {
    if (m_work.model.store() != nullptr) {
        std::ifstream file(m_work.schedule.offloadFolder + "/index.json");
        m_offloadIndex = nlohmann::json::parse(file, nullptr, false);
    }
}

void Verifier::differ(const Message& sentence) {
    m_report.verified = false;
    if (m_report.verifyFailure.empty()) {
        m_report.verifyFailure = sentence;
    }
    AuditRow& row = m_report.audit.back();
    row.problem = row.problem.empty() ? sentence : row.problem;
}

void Verifier::beginRow(const NamedTensor& named) {
    const ScheduledTensor& scheduled = m_work.scheduled(named.scheduled);
    const StoredTensor& stored = m_work.stored(named.scheduled);
    const std::string& owner = m_work.name(named.scheduled);
    AuditRow row;
    row.name = named.name;
    row.planned = scheduled.device;
    row.found = scheduled.device;
    row.dtype = scheduled.dtype;
    row.storedDtype = stored.dtype;
    row.shape = stored.shape;
    row.bytes = scheduled.bytes;
    row.tiedTo = owner == named.name ? std::string() : owner;
    m_report.audit.push_back(std::move(row));
}

void Verifier::compareDevice(const NamedTensor& named) {
    const std::shared_ptr<DeviceBuffer>& memory = m_work.model.buffer(named.scheduled);
    AuditRow& row = m_report.audit.back();
    if (memory == nullptr) {
        return;  // an offloaded one is looked for in its folder
    }
    row.found = memory->device().value_or(row.planned);
    if (row.found != row.planned) {
        differ(say("The loaded tensor %1 is on %2 instead of %3.", named.name,
                   deviceLabel(row.found), deviceLabel(row.planned)));
    }
}

Result<void> Verifier::verifyTensor(const NamedTensor& named) {
    compareDevice(named);
    STOWAGE_TRY(compareSignature(named));
    std::optional<PlainFile> offloaded;
    if (m_work.isOnDisk(named.scheduled)) {
        Result<PlainFile> file = PlainFile::open(m_work.model.store()->filePath(named.scheduled));
        STOWAGE_TRY(file);
        const Result<std::uint64_t> size = file->size();
        STOWAGE_TRY(size);
        if (*size != m_work.scheduled(named.scheduled).bytes) {
            differ(say("The offload file of %1 has %2 bytes instead of %3.", named.name, *size,
                       m_work.scheduled(named.scheduled).bytes));
        }
        offloaded = std::move(file).value();
    }
    ByteChecksum checksum;
    Sha256 digest;
    STOWAGE_TRY(compareBytes(named, offloaded ? &*offloaded : nullptr, checksum, digest));
    if (m_work.options.verification == Verification::BytesAndDigests) {
        m_report.audit.back().sha256 = digest.hex();
        m_report.digests[named.name] = m_report.audit.back().sha256;
    }
    return offloaded ? Result<void>() : compareChecksum(named, checksum);
}

Result<void> Verifier::compareSignature(const NamedTensor& named) {
    const TensorSignature wanted{m_work.scheduled(named.scheduled).dtype,
                                 m_work.stored(named.scheduled).shape};
    if (m_work.isOnDisk(named.scheduled)) {
        const std::string& owner = m_work.name(named.scheduled);
        TensorSignature form = offloadedForm(wanted.dtype, wanted.shape);
        const TensorSignature listed{form.dtype, std::move(form.shape)};
        if (offloadedSignature(m_offloadIndex, owner) != listed) {
            differ(
                say("The index file of the offload folder contains a wrong dtype or shape for %1.",
                    owner));
        }
        return {};
    }
    const Result<TensorSignature> loaded = m_work.model.tensors().signature(named.name);
    STOWAGE_TRY(loaded);
    if (*loaded != wanted) {
        differ(say("The loaded tensor %1 does not have the planned dtype and shape.", named.name));
    }
    return {};
}

Result<void> Verifier::compareBytes(const NamedTensor& named, const PlainFile* offloaded,
                                    ByteChecksum& checksum, Sha256& digest) {
    const ScheduledTensor& tensor = m_work.scheduled(named.scheduled);
    const std::span<std::byte> scratch = m_scratch.bytes();
    for (std::uint64_t at = 0; at < tensor.bytes; at += kPartBytes) {
        STOWAGE_TRY(proceed(m_work, m_work.stop));
        const std::uint64_t length = std::min(kPartBytes, tensor.bytes - at);
        const std::span<std::byte> expected = scratch.first(length);
        const std::span<std::byte> loaded = scratch.subspan(kPartBytes, length);
        Result<void> read = m_expected.read(tensor.stored, tensor.dtype, at, expected,
                                            scratch.subspan(2 * kPartBytes));
        STOWAGE_TRY(read);
        STOWAGE_TRY(offloaded != nullptr ? offloaded->read(at, loaded)
                                         : m_work.model.tensors().copyOut(named.name, at, loaded));
        const auto [here, there] = std::mismatch(expected.begin(), expected.end(), loaded.begin());
        if (here != expected.end()) {
            const auto place = static_cast<std::uint64_t>(here - expected.begin()) + at;
            std::optional<std::uint64_t>& first = m_report.audit.back().firstDifference;
            first = first.value_or(place);
            differ(say("The loaded tensor %1 differs from the file at byte %2 of %3.", named.name,
                       place, tensor.bytes));
        }
        AuditRow& row = m_report.audit.back();
        row.holdsNan = row.holdsNan || holdsNan(tensor.dtype, loaded);
        checksum.add(expected);
        m_all.add(loaded);
        if (m_work.options.verification == Verification::BytesAndDigests) {
            digest.add(loaded);
        }
        m_work.monitor.advance(length, named.name);
        m_work.monitor.tick();
    }
    return {};
}

Result<void> Verifier::compareChecksum(const NamedTensor& named, const ByteChecksum& checksum) {
    const Result<std::uint64_t> computed = m_work.model.tensors().checksum(named.name);
    STOWAGE_TRY(computed);
    if (*computed != checksum.value()) {
        differ(
            say("The checksum that LibTorch computed for %1 differs from the checksum of the bytes "
                "in the file.",
                named.name));
    }
    return {};
}

}  // namespace

Result<void> verifyLoad(const LoadWork& work, LoadReport& report) {
    Result<HostScratch> scratch = HostScratch::map(kScratchBytes);
    STOWAGE_TRY(scratch);
    return Verifier(work, report, std::move(scratch).value()).run();
}

}  // namespace stowage
