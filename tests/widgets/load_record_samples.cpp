// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/load_record_samples.h"

#include "engine/base/json_reader.h"

#include <QSignalSpy>
#include <QTest>

namespace stowage::test {

std::string loadObject(const std::string& method, std::uint64_t allocated) {
    const std::string bytes = std::to_string(allocated);
    return R"({"method":")" + method + R"(","seconds":2.0,"bytes":)" + bytes +
           R"(,"tensors":12,"dry_run":false,"device_map":[["",0]],"devices":{"gpu:0":{)" +
           R"("simulated":true,"capacity":2147483648,"peak_allocated":)" + bytes +
           R"(,"peak_reserved":)" + bytes + R"(,"final_allocated":)" + bytes +
           R"(,"final_reserved":)" + bytes +
           R"(}},"host":{"baseline":{"anon":1000},"peak":{"anon":1048576}},"phases":[{"name":)" +
           R"("read weights","begin":0.1,"end":1.9,"peak":{"gpu:0":)" + bytes +
           R"(,"host_anon":1048576}}],"predicted":{"devices":{"gpu:0":{"peak_allocated":)" + bytes +
           R"(,"peak_reserved":)" + bytes + R"(}},"host_anon":1048000,"seconds":1.6},)" +
           R"("verified":true,"sha256":"ab"})";
}

LoadRecord loadRecord(const std::string& method, std::uint64_t allocated, const std::string& date,
                      double seconds) {
    LoadRecord record;
    record.date = date;
    record.modelName = "tiny.safetensors";
    record.modelPath = "/models/tiny.safetensors";
    record.strategy = "auto";
    if (auto set = setLoadObject(record, *parseJson(loadObject(method, allocated), "load.json"));
        !set) {
        qFatal("%s", set.error().message.english().c_str());
    }
    const auto peak = static_cast<double>(allocated);
    record.curves.seconds = {0, seconds / 2, seconds};
    record.curves.devices = {{DeviceId::gpu(0), {0, peak / 2, peak}, {0, peak, peak}}};
    record.curves.hostAnon = {0, 1048576, 1000};
    record.curves.hostFile = {0, 0, 0};
    record.curves.hostShmem = {0, peak / 2, peak};
    return record;
}

std::string runObject(double secondsPerToken) {
    return R"({"seconds":0.5,"passes":[{"tokens":3,"begin":0,"end":0.25},{"tokens":1,)"
           R"("begin":0.25,"end":0.4}],"devices":{"gpu:0":{"simulated":true,)"
           R"("peak_allocated":9437184,"peak_reserved":10485760}},"host":{"peak":{"anon":5000}},)"
           R"("predicted":{"seconds":0.5,"devices":{"gpu:0":{"peak_allocated":9437184,)"
           R"("peak_reserved":8388608}},"host_anon":7048,"to_first_token":0.2,"per_token":0.1},)"
           R"("measured":{"to_first_token":0.25,"per_token":)" +
           std::to_string(secondsPerToken) +
           R"(},"device_map":[["",0]],"load":{"method":"streamed","bytes":7340032}})";
}

LoadRecord runRecord(double secondsPerToken, const std::string& date) {
    LoadRecord record = loadRecord("streamed", 1, date);
    if (auto set = setLoadObject(record, *parseJson(runObject(secondsPerToken), "run.json"));
        !set) {
        qFatal("%s", set.error().message.english().c_str());
    }
    return record;
}

LoadRecord chainRecord(const std::string& date) {
    LoadRecord record = loadRecord("streamed", 1, date);
    const auto chain = parseJson(
        R"({"chain":[{"model":"/models/gpt2","times":1,"bytes_moved":600,"transfer_seconds":0.1,)"
        R"("seconds":0.3,"allocated":640},{"model":"/models/llama","times":3,"bytes_moved":900,)"
        R"("transfer_seconds":0.2,"seconds":0.7,"allocated":960}],"device":{"id":"gpu:0",)"
        R"("simulated":true,"peak_allocated":1500,"peak_reserved":2048},"seconds":1.0})",
        "chain.json");
    if (auto set = setLoadObject(record, *chain); !set) {
        qFatal("%s", set.error().message.english().c_str());
    }
    record.modelName = chainName(*record.figures.chain);
    return record;
}

QString addRun(LoadHistory& store, const LoadRecord& record) {
    QSignalSpy added(&store, &LoadHistory::added);
    store.add([record]() -> Result<LoadRecord> { return record; });
    if (!QTest::qWaitFor([&added] { return !added.isEmpty(); }, 60000)) {
        return {};
    }
    return added.front().front().toString();
}

bool waitUntilKept(const LoadHistory& store) {
    return QTest::qWaitFor([&store] { return !store.isBusy(); }, 60000);
}

}  // namespace stowage::test
