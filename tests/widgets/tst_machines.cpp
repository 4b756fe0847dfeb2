// SPDX-License-Identifier: GPL-3.0-or-later
// Other machines in the window. The far side is the real `stowagectl serve`, started here, and for
// what a machine must not do a few lines of shell.
#include "engine/base/build_info.h"
#include "engine/checkpoint/open/headers_only.h"
#include "engine/load/report/load_events.h"
#include "engine/plan/map/device_map_text.h"
#include "engine/plan/request/request_fields.h"
#include "tests/support/golden_text.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/history/history_feature.h"
#include "widgets/history/load_history.h"
#include "widgets/machines/machines.h"
#include "widgets/machines/machines_feature.h"
#include "widgets/machines/machines_panel.h"
#include "widgets/methods/load_process.h"
#include "widgets/project/project_feature.h"
#include "widgets/project/project_session.h"
#include "widgets/support/formats.h"
#include "widgets/support/labels.h"
#include "widgets/support/message_bar.h"
#include "widgets/support/translation.h"
#include "widgets/tree/facts_panel.h"
#include "widgets/tree/tree_feature.h"
#include "widgets/window/window_place.h"

#include <nlohmann/json.hpp>

#include <QAction>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMessageBox>
#include <QPointer>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <signal.h>

#include <filesystem>

using namespace stowage;
using namespace stowage::test;

namespace {

using ConnectionState = MachineConnection::State;
using LoadingState = RemoteLoad::State;
using Json = nlohmann::ordered_json;

constexpr int kLong = 120'000;
const char* const kHost = "far";
/// So slow a link that a load has a middle.
const char* const kSlow = "256MiB*2:link=2MB/s";

ServeCommand shell(const QString& script) {
    return {QStringLiteral("/bin/sh"), {QStringLiteral("-c"), script}};
}

/// A shell's words that answer the first request as a machine of that protocol.
QString greeting(int protocol) {
    return QStringLiteral(
               "read line; echo '{\"id\":0,\"ok\":{\"devices\":[],\"host\":{\"total\":2048,"
               "\"available\":1024},\"serve\":{\"v\":%1,\"stowagectl\":\"1\",\"system\":\"a "
               "test\"}}}'; ")
        .arg(protocol);
}

/// A window with one machine, which was added by its dialog.
class Fixture : public WindowFixture {
public:
    explicit Fixture(const ServeCommand& command) : WindowFixture("48MiB,48MiB") {
        machines().setCommand([command](const QString&, const QString&) { return command; });
        window.show();
    }
    [[nodiscard]] Machines& machines() const { return *window.machines()->machines(); }
    [[nodiscard]] Machine& machine() const { return *machines().find(kHost); }
    [[nodiscard]] ConnectionState connectionState() const { return machine().connection().state(); }
    [[nodiscard]] LoadingState loadState() const { return machine().load().state(); }
    void click(const char* button) const {
        QTest::mouseClick(child<QPushButton>(button), Qt::LeftButton);
    }
    void add() const {
        child<QAction>("add_machine_action")->trigger();
        auto* dialog = child<QInputDialog>("add_machine_dialog");
        QTRY_VERIFY(dialog->isVisible());
        auto* field = dialog->findChild<QLineEdit*>();
        QTest::keyClicks(field, kHost);
        QTest::keyClick(field, Qt::Key_Return);
        QTRY_VERIFY(machines().find(kHost) != nullptr);
        QTRY_VERIFY(child<QPushButton>("machines_connect")->isVisible());
    }
    void connectMachine() const {
        click("machines_connect");
        QTRY_COMPARE_WITH_TIMEOUT(connectionState(), ConnectionState::Connected, kLong);
    }
    void install() const {
        click("machines_install");
        QTRY_VERIFY(window.findChild<QPushButton*>("install_there_ok") != nullptr);
        click("install_there_ok");
    }
    void simulate(const char* gpus) const {
        auto* field = child<QLineEdit>("machines_gpus");
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, gpus);
        QTest::keyClick(field, Qt::Key_Return);
        QTRY_COMPARE_WITH_TIMEOUT(machine().devices().gpus.size(), std::size_t{2}, kLong);
    }
};

}  // namespace

class MachinesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init() { failOnWarnings(); }
    void namesThatSshMustNotGet_data();
    void namesThatSshMustNotGet();
    void whyItIsNotConnected_data();
    void whyItIsNotConnected();
    void sshRefusals_data();
    void sshRefusals();
    void twoProgramsKeepTheirMachines();
    void showsMethodAndRateWhileItLoads();
    void aGreetingIsNoReason();
    void linesThatAreNoAnswers();
    void theWindowStaysQuick();
    void removingWaitsForNothing();
    void machinesAreRemembered();
    void piecesStayInTheirFolder_data();
    void piecesStayInTheirFolder();
    void piecesBecomeAModel();
    void aPlanAsMembers();
    void opensPlansLoadsAndUnloads();
    void recentModelsOfMachines();
    void whatIsRefusedCanBeForced();
    void removingWhatHoldsSomethingIsAsked();
    void aWrongListOfGpus();
    void pausesStepsAndCancels();
    void runsThere();
    void runsInStagesFromThere();
    void adaptersComeWithTheModel();
    void adaptersAreOfTheModelsMachine();
    void furtherModelsAndTreesComeWithTheModel();
    void furtherModelsAndTreesAreOfTheModelsMachine();
    void aMachineThatDies();
    void aProjectFindsItsModelAgain();
    void aProjectOfAMachineThatIsNotThere();
    void anotherProjectIsConnectedInstead();
    void installsThere();
    void installsNowhereElse();
    void installsBesideAnOldOne();
    void anInstallOutlivesItsWindow();
    void installsAllOrNothing();

private:
    [[nodiscard]] ServeCommand serve(const QString& folder = {}) const;
    /// Adds and connects, and opens the sample through the dialog.
    void openThere(Fixture& fixture) const;

    QTemporaryDir m_folder;
    QString m_sample;
};

void MachinesTest::initTestCase() {
    failOnWarnings();
    m_sample = writeSmallSample(m_folder.filePath("gpt2"), CheckpointFormat::Safetensors);
    QVERIFY(!m_sample.isEmpty());
}

ServeCommand MachinesTest::serve(const QString& folder) const {
    return {QStringLiteral(STOWAGE_BIN_DIR "/stowagectl"),
            {"serve", "--allow", folder.isEmpty() ? m_folder.path() : folder}};
}

void MachinesTest::namesThatSshMustNotGet_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("isGood");
    QTest::newRow("plain") << "gpu1" << true;
    QTest::newRow("user and domain") << "me@gpu1.example.org" << true;
    QTest::newRow("nothing") << "" << false;
    QTest::newRow("an option") << "-oProxyCommand=touch x" << false;
    QTest::newRow("an option in one word") << "-v" << false;
    QTest::newRow("two words") << "gpu1 reboot" << false;
    QTest::newRow("two lines") << "gpu1\nreboot" << false;
    QTest::newRow("a control character") << QString("gpu1%1").arg(QChar(7)) << false;
}

void MachinesTest::namesThatSshMustNotGet() {
    QFETCH(const QString, name);
    QFETCH(const bool, isGood);
    QCOMPARE(hostProblem(name).isEmpty(), isGood);
}

void MachinesTest::whyItIsNotConnected_data() {
    QTest::addColumn<QString>("script");
    QTest::addColumn<QString>("said");
    QTest::newRow("no stowagectl")
        << "exit 127" << goldenText("window-machines/there-is-no-stowagectl-on-far");
    QTest::newRow("no stowagectl, in words")
        << "echo 'sh: stowagectl: command not found' >&2; exit 1"
        << goldenText("window-machines/there-is-no-stowagectl-on-far");
    QTest::newRow("a library is missing")
        << goldenText("window-machines/echo-stowagectl-error-while-loading")
        << goldenText("window-machines/stowagectl-does-not-start-on-far");
    QTest::newRow("no such command") << "exit 2"
                                     << "too old";
    QTest::newRow("an older protocol") << greeting(kServeVersion - 1) + "read line"
                                       << "too old";
    QTest::newRow("a refusal of our protocol")
        << "read line; echo '{\"id\":0,\"error\":{\"kind\":\"unsupported\",\"key\":\"v\","
           "\"message\":\"Protocol version 2 of the request is not supported.\"}}'; read line"
        << "version 2 of the protocol";
    QTest::newRow("a newer protocol") << greeting(kServeVersion + 1) + "read line"
                                      << goldenText("window-machines/is-newer-than-this-program");
    QTest::newRow("ssh's own words")
        << "echo first >&2; echo 'Connection refused' >&2; exit 255"
        << goldenText("window-machines/far-cannot-be-reached-connection");
    QTest::newRow("no words") << "exit 3" << goldenText("model/ended-with-status-3");
    QTest::newRow("a refusal") << "read line; echo '{\"id\":null,\"error\":{\"kind\":\"malformed\","
                                  "\"message\":\"What is this?\"}}'; read line"
                               << "What is this?";
}

void MachinesTest::whyItIsNotConnected() {
    QFETCH(const QString, script);
    QFETCH(const QString, said);
    MachineConnection connection(kHost, shell(script));
    connection.open();
    QCOMPARE(connection.state(), ConnectionState::Connecting);
    QTRY_COMPARE_WITH_TIMEOUT(connection.state(), ConnectionState::Lost, kLong);
    QVERIFY2(connection.reason().contains(said), qPrintable(connection.reason()));
    QVERIFY(!connection.reason().contains('\n'));
}

/// Many lines of ssh become one sentence that names what to do.
void MachinesTest::sshRefusals_data() {
    QTest::addColumn<QString>("script");
    QTest::addColumn<QString>("said");
    QTest::newRow("changed key")
        << "echo '@ WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED! @' >&2; "
           "echo 'Host key verification failed.' >&2; exit 255"
        << "ssh-keygen -R far";
    QTest::newRow("unknown key") << "echo 'Host key verification failed.' >&2; exit 255"
                                 << "ssh far";
    QTest::newRow("no key")
        << "echo 'me@far: Permission denied (publickey,password).' >&2; exit 255"
        << "ssh agent";
}

void MachinesTest::sshRefusals() {
    whyItIsNotConnected();
}

/// Programs that run at the same time keep each other's machines.
void MachinesTest::twoProgramsKeepTheirMachines() {
    QTemporaryDir folder;
    const QString file = folder.filePath("settings.ini");
    WindowFixture f("48MiB");
    LoadHistory history(folder.path());
    const auto hosts = [&] {
        QSettings settings(file, QSettings::IniFormat);
        QStringList names;
        const Machines read(&f.document, &history, &settings);
        for (const auto& machine : read.all()) {
            names.append(machine->host());
        }
        return names;
    };
    QSettings one(file, QSettings::IniFormat);
    QSettings other(file, QSettings::IniFormat);
    Machines first(&f.document, &history, &one);
    Machines second(&f.document, &history, &other);
    first.add("gpu1");
    second.setGpus(second.add("gpu2"), "24GiB");
    QCOMPARE(hosts(), QStringList({"gpu1", "gpu2"}));
    first.remove(first.find("gpu1"));
    QCOMPARE(hosts(), QStringList{"gpu2"});
}

/// While it loads, the chart names the chosen method, and the rate leaves pauses out.
void MachinesTest::showsMethodAndRateWhileItLoads() {
    const auto event = [](double seconds, std::uint64_t bytes) {
        LoadEvent line;
        line.seconds = seconds;
        line.phase = "read weights";
        line.bytesDone = bytes;
        line.devices = {{DeviceId::gpu(0), bytes, bytes}};
        const auto text = QByteArray::fromStdString(loadEventLine(line)).trimmed();
        return "echo '{\"id\":1,\"progress\":" + text + "}'; ";
    };
    const QByteArray script = greeting(kServeVersion).toUtf8() + "read line; " + event(1, 1000) +
                              event(2, 2000) +
                              "read line; echo '{\"id\":2,\"ok\":{\"request\":1}}'; read line; " +
                              "echo '{\"id\":3,\"ok\":{\"request\":1}}'; " + event(100, 3000) +
                              event(101, 5000) + "read line";
    WindowFixture f("48MiB");
    QVERIFY(openAndWait(f.document, m_sample));
    QTemporaryDir folder;
    LoadHistory history(folder.path());
    MachineConnection connection(kHost, shell(QString::fromUtf8(script)));
    connection.open();
    QTRY_COMPARE_WITH_TIMEOUT(connection.state(), ConnectionState::Connected, kLong);
    RemoteLoad load(&connection, &history);
    RemoteTask task{f.document.plan(), "/m", "m", std::make_shared<Json>(Json::object())};
    task.method = LoadMethod::Naive;
    load.load(std::move(task));
    QTRY_COMPARE_WITH_TIMEOUT(load.progress().bytesDone, std::uint64_t{2000}, kLong);
    QCOMPARE(load.record()->figures.method, LoadMethod::Naive);
    QCOMPARE(load.bytesPerSecond(), 2000.0);
    load.pause();
    QTRY_COMPARE_WITH_TIMEOUT(load.state(), LoadingState::Paused, kLong);
    QCOMPARE(load.bytesPerSecond(), 0.0);
    load.resume();
    QTRY_COMPARE_WITH_TIMEOUT(load.progress().bytesDone, std::uint64_t{5000}, kLong);
    QCOMPARE(load.bytesPerSecond(), 2000.0);
}

void MachinesTest::aGreetingIsNoReason() {
    MachineConnection connection(kHost, shell("echo Welcome >&2; sleep 0.1; " +
                                              greeting(kServeVersion) + "read line; exit 1"));
    connection.open();
    QTRY_COMPARE_WITH_TIMEOUT(connection.state(), ConnectionState::Connected, kLong);
    connection.send("sample", Json::object(), [](const auto&) {});
    QTRY_COMPARE_WITH_TIMEOUT(connection.state(), ConnectionState::Lost, kLong);
    QCOMPARE(connection.reason(),
             QString(goldenText("window-machines/the-connection-to-far-broke-off-2")));
}

void MachinesTest::linesThatAreNoAnswers() {
    for (const char* line : {"Welcome to this machine", "{\"id\":", "[1]", "{\"id\":1}", ""}) {
        Fixture f(shell(greeting(kServeVersion) + "while read line; do echo '" + line + "'; done"));
        f.add();
        f.connectMachine();
        int failures = 0;
        for (int request = 0; request < 2; ++request) {
            f.machine().connection().send(
                "sample", Json::object(),
                [&failures](const auto& answer) { failures += answer ? 0 : 1; });
        }
        QTRY_COMPARE(f.connectionState(), ConnectionState::Lost);
        QCOMPARE(failures, 2);
        const QString said = f.child<QLabel>("machines_state")->text();
        QVERIFY2(said.contains(goldenText("window-machines/no-answer-of-stowagectl")),
                 qPrintable(said));
        QCOMPARE(f.child<QPushButton>("machines_connect")->text(), QString("Reconnect"));
    }
}

void MachinesTest::theWindowStaysQuick() {
    Fixture f(shell("sleep 1; " + greeting(kServeVersion) + "while read line; do sleep 0.3; done"));
    f.add();
    int ticks = 0;
    QTimer timer;
    timer.setInterval(10);
    connect(&timer, &QTimer::timeout, this, [&ticks] { ++ticks; });
    timer.start();
    f.connectMachine();
    QVERIFY2(ticks >= 10, qPrintable(QString::number(ticks)));
    QVERIFY(f.child<QPushButton>("machines_open")->isEnabled());
    f.click("machines_connect");
    QCOMPARE(f.connectionState(), ConnectionState::Closed);
    QVERIFY(!f.child<QPushButton>("machines_open")->isEnabled());
    QCOMPARE(f.child<QPushButton>("machines_open")->toolTip(),
             QString("Connect to the machine first."));
}

void MachinesTest::removingWaitsForNothing() {
    Fixture f(shell(greeting(kServeVersion) + "exec sleep 60"));
    f.add();
    f.connectMachine();
    f.click("machines_remove");
    int ticks = 0;
    QTimer timer;
    timer.setInterval(10);
    connect(&timer, &QTimer::timeout, this, [&ticks] { ++ticks; });
    timer.start();
    QTRY_VERIFY_WITH_TIMEOUT(ticks >= 10, 2000);  // its program is killed after three seconds
}

void MachinesTest::machinesAreRemembered() {
    Fixture f(shell("exit 1"));
    f.add();
    auto* folders = f.child<QLineEdit>("machines_folders");
    folders->setFocus();
    QTest::keyClicks(folders, "~/models, /my data");
    QTest::keyClick(folders, Qt::Key_Return);
    const Machines again(&f.document, f.window.history()->store(), &f.settings);
    QCOMPARE(again.all().size(), std::size_t{1});
    QCOMPARE(again.all().front()->host(), QString(kHost));
    QCOMPARE(again.all().front()->connection().state(), ConnectionState::Closed);
    QCOMPARE(again.all().front()->folders(), QString("~/models, /my data"));
    QCOMPARE(again.all().front()->gpus(), QString());
    QString line;
    f.machines().setCommand([&line](const QString&, const QString& asked) {
        line = asked;
        return shell("exit 1");
    });
    f.click("machines_connect");
    QVERIFY2(line.endsWith(" --allow '~/models' --allow '/my data'"), qPrintable(line));
    QTRY_COMPARE(f.connectionState(), ConnectionState::Lost);
    // A list from before folders could be named.
    f.settings.setValue("machines", QVariantMap{{"older", "24GiB"}});
    const Machines older(&f.document, f.window.history()->store(), &f.settings);
    QCOMPARE(older.find("older")->gpus(), QString("24GiB"));
    QCOMPARE(older.find("older")->folders(), QString());
    f.click("machines_remove");
    QVERIFY(f.machines().all().empty());
    QCOMPARE(f.child<QListWidget>("machines_list")->count(), 0);
    QVERIFY(!f.child<QPushButton>("machines_connect")->isEnabled());
    const Machines none(&f.document, f.window.history()->store(), &f.settings);
    QVERIFY(none.find(kHost) == nullptr);
}

void MachinesTest::piecesStayInTheirFolder_data() {
    QTest::addColumn<QString>("piece");
    const auto row = [](const char* name, const char* file, const char* rest) {
        QTest::newRow(name) << QString("{\"file\":\"%1\",%2}").arg(file, rest);
    };
    const char* const good = "\"bytes\":4,\"offset\":0,\"data\":\"AAAA\"";
    row("above", "../x", good);
    row("above, inside", "a/../../x", good);
    row("absolute", "/tmp/x", good);
    row("the folder", ".", good);
    row("nothing", "", good);
    row("an empty part", "a//b", good);
    row("a null", "a\\u0000b", good);
    row("beyond its end", "x", "\"bytes\":2,\"offset\":0,\"data\":\"AAAA\"");
    row("begins behind its end", "x", "\"bytes\":2,\"offset\":3,\"data\":\"\"");
    row("no base64", "x", "\"bytes\":4,\"offset\":0,\"data\":\"?!\"");
    row("no data", "x", "\"bytes\":4,\"offset\":0");
    row("below nothing", "x", "\"bytes\":-4,\"offset\":0,\"data\":\"\"");
    row("a size that no file has", "x",
        "\"bytes\":18446744073709551615,\"offset\":0,\"data\":\"\"");
}

void MachinesTest::piecesStayInTheirFolder() {
    QFETCH(const QString, piece);
    HeadersCopy copy("/models/gpt2");
    const auto taken = copy.take(Json::parse(piece.toStdString()));
    QVERIFY(!taken);
    QCOMPARE(taken.error().code, ErrorCode::Malformed);
    QCOMPARE(copy.files(), std::size_t{0});
}

void MachinesTest::piecesBecomeAModel() {
    HeadersCopy copy("/models/gpt2");
    QVERIFY(
        copy.take({{"file", "a/x"}, {"bytes", 5'000'000'000}, {"offset", 0}, {"data", "YWJj"}}));
    QVERIFY(copy.take({{"file", "b"}, {"bytes", 3}, {"offset", 0}, {"data", "YWJj"}}));
    QVERIFY(copy.take(
        {{"file", "a/x"}, {"bytes", 5'000'000'000}, {"offset", 4'999'999'997}, {"data", "ZGVm"}}));
    QVERIFY(!copy.take({{"file", "b"}, {"bytes", 4}, {"offset", 0}, {"data", ""}}));
    QVERIFY(!copy.finish({{"model", "/models/gpt2"}, {"open", "../b"}}, kHost));
    const auto path = copy.finish({{"model", "/models/gpt2"}, {"open", "."}}, kHost);
    QVERIFY(path);
    QVERIFY(path->endsWith("/gpt2") && copy.holds(*path) && !copy.holds(*path + "2"));
    QFile file(*path + "/a/x");
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.size(), 5'000'000'000);
    QCOMPARE(file.read(4), QByteArray("abc\0", 4));
    QVERIFY(file.seek(4'999'999'997));
    QCOMPARE(file.readAll(), QByteArray("def"));
    // A stowagectl from before adapters sends none.
    OpenOptions options;
    options.adapters = {{"chat", "/models/lora"}};
    HeadersCopy adapted("/models/gpt2", options);
    Json answer{{"model", "/models/gpt2"}, {"open", "."}};
    const auto older = adapted.finish(answer, kHost);
    QVERIFY(!older);
    QVERIFY(older.error().message.english().starts_with(
        goldenText("window-machines/stowagectl-on-far-is-too-old")));
    answer["adapters"] = Json::array({Json{{"name", "chat"}, {"path", "/there/lora"}}});
    QVERIFY(adapted.finish(answer, kHost));
    QVERIFY(adapted.options().adapters == (std::vector<NamedPath>{{"chat", "/there/lora"}}));
    answer["adapters"] = Json::array({"chat"});
    QVERIFY(!adapted.finish(answer, kHost));
    // Nor one from before further models and trees.
    for (const bool isTree : {false, true}) {
        OpenOptions more;
        if (isTree) {
            more.treeFile = "/models/it.tree.json";
        } else {
            more.tenants = {{"draft", "/models/draft"}};
        }
        HeadersCopy together("/models/gpt2", more);
        Json told{{"model", "/models/gpt2"}, {"open", "."}};
        const auto refused = together.finish(told, kHost);
        QVERIFY(!refused && refused.error().code == ErrorCode::Unsupported);
        told["tree"] = 7;
        QVERIFY(!together.finish(told, kHost));
        told["tree"] = isTree ? "/there/it.tree.json" : "";
        told["tenants"] = Json::array({Json{{"name", "draft"}, {"path", "/there/draft"}}});
        QCOMPARE(together.finish(told, kHost).has_value(), !isTree);
        told.erase("tenants");
        QCOMPARE(together.finish(told, kHost).has_value(), isTree);
    }
    // Those of this machine keep their places among what comes from there.
    const NamedPath own{"own", STOWAGE_TEST_DATA "/adapters/llama/default"};
    const NamedPath last{"last", STOWAGE_TEST_DATA "/adapters/gpt2/default"};
    const NamedPath theirs{"chat", "/models/lora"};
    options.adapters = {own, theirs, last};
    HeadersCopy mixed("/models/gpt2", options);
    QVERIFY(mixed.leaveOwn());
    QVERIFY(mixed.options().adapters == std::vector{theirs});
    QVERIFY(!mixed.leaveOwn());
    answer["adapters"] = Json::array({Json{{"name", ""}, {"path", "/models/base"}},
                                      Json{{"name", "chat"}, {"path", "/models/lora"}}});
    QVERIFY(mixed.finish(answer, kHost));
    QVERIFY(mixed.options().adapters ==
            (std::vector<NamedPath>{{"", "/models/base"}, own, theirs, last}));
}

void MachinesTest::aPlanAsMembers() {
    WindowFixture f("48MiB,48MiB");
    QVERIFY(openAndWait(f.document, m_sample));
    LoadProcessRequest order;
    order.plan = f.document.plan();
    order.model = "/models/gpt2";
    order.opening.prefix = "";
    order.opening.renames = {{"a.", "b."}, {"c.", "d."}};
    order.opening.withMtp = true;
    const auto usual = loadJob(order);
    QVERIFY(usual);
    QVERIFY(usual->at("request")["quantization"].is_null());
    QVERIFY(usual->at("request")["rules"] == "transformers");  // a sample of GPT-2
    auto plan = std::make_shared<PlacementPlan>(*f.document.plan());
    PlacementRequest& request = plan->request;
    request.rules = PlacementRules::Accelerate;
    request.prefetchWindow = 0;
    request.executionDevice = DeviceId::gpu(1);
    request.constraints.dtype = DType::Float16;
    request.constraints.noSplit = std::vector<std::string>();
    request.constraints.offloadBuffers = true;
    request.hooks.force = true;
    request.hooks.preloadClasses = {"A", "B"};
    request.hooks.offloaded = *parseOffloadRules("compute:lm_head");
    const auto stream = *parseOffloadRules("stream:transformer.h.0");
    request.hooks.offloaded.push_back(stream.front());
    order.plan = plan;
    const auto members = loadJob(order);
    QVERIFY(members);
    QVERIFY(members->at("model") == "/models/gpt2");
    const Json& opening = members->at("open");
    QVERIFY(opening.at("prefix") == "");
    QCOMPARE(opening.at("renames").size(), std::size_t{2});
    QVERIFY(opening.at("mtp") == true);
    const Json& asked = members->at("request");
    QVERIFY(asked.at("strategy") == "manual" && !asked.at("device_map").empty());
    QCOMPARE(asked.at("devices").size(), std::size_t{2});  // RAM and disk are those of the machine
    QVERIFY(asked.at("devices").at("gpu:0").at("capacity") == 50331648);
    QVERIFY(asked.at("max_memory").contains("0"));
    PlacementRequest read;
    QVERIFY(readRequest(asked, read));
    QVERIFY(read.rules == request.rules && read.prefetchWindow == 0);
    QVERIFY(read.executionDevice == request.executionDevice && read.hooks == request.hooks);
    QVERIFY(read.constraints.dtype == request.constraints.dtype);
    QVERIFY(read.constraints.noSplit == request.constraints.noSplit);
    QVERIFY(read.constraints.offloadBuffers);
}

void MachinesTest::openThere(Fixture& f) const {
    f.add();
    f.connectMachine();
    f.simulate(kSlow);
    f.click("machines_open");
    auto* dialog = f.child<RemoteFileDialog>("remote_file_dialog");
    auto* table = dialog->findChild<QTableWidget*>("remote_table");
    QTRY_COMPARE_WITH_TIMEOUT(table->rowCount(), 1, kLong);
    QCOMPARE(table->item(0, 0)->text(), QString("gpt2/"));
    auto* path = dialog->findChild<QLineEdit*>("remote_path");
    auto* sentence = dialog->findChild<QLabel*>("remote_sentence");
    path->setText("/nowhere");
    QTest::keyClick(path, Qt::Key_Return);
    QTRY_VERIFY(sentence->text().contains("/nowhere"));
    QVERIFY(dialog->isVisible());
    QTest::keyClick(table, Qt::Key_Return);
    QTRY_VERIFY(path->text().endsWith("/gpt2"));
    QVERIFY(table->rowCount() > 0 && !table->item(0, 0)->text().endsWith('/'));
    QTest::mouseClick(dialog->findChild<QPushButton*>("remote_open_folder"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(f.machines().ofModel() == &f.machine(), kLong);
    QTRY_VERIFY_WITH_TIMEOUT(f.document.isIdle() && f.document.undoStack()->canUndo(), kLong);
}

/// A model that was opened there is in the list, and opens from it without a connection.
void MachinesTest::recentModelsOfMachines() {
    Fixture f(serve());
    openThere(f);
    const auto disk =
        std::ranges::find(f.document.plan()->request.devices, DeviceId::disk(), &DeviceInfo::id);
    QVERIFY(disk != f.document.plan()->request.devices.end());
    QVERIFY(disk->capacity == f.machine().devices().diskFree && disk->capacity.has_value());
    const QString model = QString::fromStdString(f.document.checkpoint()->elsewhere->path);
    QAction* const recent = f.child<QMenu>("recent_menu")->actions().front();
    QCOMPARE(recent->toolTip(), QString(kHost) + ":" + model);
    QVERIFY(openAndWait(f.document, m_sample));
    f.click("machines_connect");  // disconnects
    QTRY_COMPARE(f.connectionState(), ConnectionState::Closed);
    recent->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(f.machines().ofModel() == &f.machine(), kLong);
    QCOMPARE(QString::fromStdString(f.document.checkpoint()->elsewhere->path), model);
    QTRY_VERIFY_WITH_TIMEOUT(f.document.isIdle(), kLong);
}

/// In the window: no sentence names an option of the command line.
void MachinesTest::whatIsRefusedCanBeForced() {
    WindowFixture f("48MiB,48MiB");
    QVERIFY(openAndWait(f.document, m_sample));
    QTemporaryDir folder;
    LoadHistory history(folder.path());
    MachineConnection connection(kHost, serve());
    connection.open();
    QTRY_COMPARE_WITH_TIMEOUT(connection.state(), ConnectionState::Connected, kLong);
    RemoteLoad load(&connection, &history);
    for (const bool isForced : {false, true}) {
        auto job = loadJob({.plan = f.document.plan(), .model = m_sample});
        QVERIFY(job);
        (*job)["method"] = "naive";
        (*job)["ram_limit"] = "1MiB";
        (*job)["force"] = isForced;
        load.load({f.document.plan(), m_sample, "m", std::make_shared<Json>(*job)});
        QTRY_COMPARE_WITH_TIMEOUT(load.state(), LoadingState::Idle, kLong);
        QVERIFY(load.hasFailed() && !load.report().isEmpty());
        QCOMPARE(load.wasRefused(), !isForced);
        QVERIFY2(!load.report().contains("--"), qPrintable(load.report()));
    }
}

void MachinesTest::opensPlansLoadsAndUnloads() {
    Fixture f(serve());
    openThere(f);
    QCOMPARE(f.document.displayName(), QString("gpt2 on far"));
    QVERIFY(f.window.windowTitle().contains("gpt2 on far"));
    QVERIFY(!f.window.project()->session()->isModified());  // nobody edited anything
    QCOMPARE(f.document.devices().front().capacity, std::optional(std::uint64_t{256} << 20U));
    QVERIFY(!f.child<QAction>("load_action")->isEnabled());
    f.child<QAction>("undo_action")->trigger();
    QTRY_COMPARE(f.document.devices().front().capacity, std::optional(std::uint64_t{48} << 20U));
    f.child<QAction>("redo_action")->trigger();
    QTRY_COMPARE(f.document.devices().front().capacity, std::optional(std::uint64_t{256} << 20U));
    f.child<QAction>("verify_action")->setChecked(true);
    f.click("machines_load");
    QCOMPARE(f.loadState(), LoadingState::Loading);
    QVERIFY(!f.child<QPushButton>("machines_load")->isEnabled());
    QTRY_COMPARE_WITH_TIMEOUT(f.loadState(), LoadingState::Loaded, kLong);
    const QString report = f.child<QLabel>("machines_report")->text();
    QVERIFY2(report.startsWith("Loaded on far:") && report.contains("Verified: yes"),
             qPrintable(report));
    QTRY_COMPARE(f.window.history()->store()->records().size(), std::size_t{1});
    const LoadRecord& record = *f.window.history()->store()->records().front();
    QCOMPARE(record.modelName, std::string("gpt2 on far"));
    QVERIFY(!record.curves.isEmpty());
    QCOMPARE(f.child<QPushButton>("machines_cancel")->text(), QString("Unload"));
    const auto freeOfFirst = [&f] {
        return f.child<QTableWidget>("machines_devices")->item(0, 3)->text();
    };
    const std::uint64_t held = record.figures.devices.front().finalReserved;
    QVERIFY(held >= record.figures.devices.front().finalAllocated && held > 0);
    QCOMPARE(freeOfFirst(), sizeText((std::uint64_t{256} << 20U) - held));
    f.click("machines_remove");
    f.click("remove_machine_cancel");
    QCOMPARE(f.machines().all().size(), std::size_t{1});
    QCOMPARE(f.loadState(), LoadingState::Loaded);
    f.click("machines_cancel");
    QTRY_COMPARE_WITH_TIMEOUT(f.loadState(), LoadingState::Idle, kLong);
    QCOMPARE(freeOfFirst(), QString("256.0 MiB"));
    QCOMPARE(f.child<QLabel>("machines_report")->text(),
             QString(goldenText("window-machines/everything-was-given-back-on-far")));
    QVERIFY(f.child<QPushButton>("machines_load")->isEnabled());
    f.click("machines_load");
    f.click("machines_connect");
    QCOMPARE(f.loadState(), LoadingState::Idle);
    QCOMPARE(f.child<QLabel>("machines_report")->text(), QString("far was disconnected."));
}

void MachinesTest::removingWhatHoldsSomethingIsAsked() {
    Fixture f(serve());
    openThere(f);
    f.click("machines_load");
    QTRY_VERIFY_WITH_TIMEOUT(f.machine().load().progress().bytesDone > 0, kLong);
    f.click("machines_remove");
    QVERIFY(f.child<QMessageBox>("remove_machine")
                ->text()
                .startsWith("Remove far? Loads and runs that you started on that machine are "
                            "stopped"));
    f.click("remove_machine_ok");
    QVERIFY(f.machines().all().empty());
}

void MachinesTest::aWrongListOfGpus() {
    Fixture f(serve());
    f.add();
    f.connectMachine();
    auto* field = f.child<QLineEdit>("machines_gpus");
    field->setFocus();
    QTest::keyClicks(field, "24GiB,fast");
    QTest::keyClick(field, Qt::Key_Return);
    auto* state = f.child<QLabel>("machines_state");
    QTRY_VERIFY_WITH_TIMEOUT(state->text().contains(goldenText("device/gpu-1-of-the-list")), kLong);
    QVERIFY2(!state->text().contains("--"), qPrintable(state->text()));
}

void MachinesTest::pausesStepsAndCancels() {
    Fixture f(serve());
    openThere(f);
    f.click("machines_load");
    QTRY_VERIFY_WITH_TIMEOUT(f.machine().load().progress().bytesDone > 0, kLong);
    f.click("machines_pause");
    QTRY_COMPARE_WITH_TIMEOUT(f.loadState(), LoadingState::Paused, kLong);
    QCOMPARE(f.child<QPushButton>("machines_pause")->text(), QString("Resume"));
    f.click("machines_step");
    f.click("machines_pause");
    QTRY_COMPARE_WITH_TIMEOUT(f.loadState(), LoadingState::Loading, kLong);
    f.click("machines_cancel");
    QTRY_COMPARE_WITH_TIMEOUT(f.loadState(), LoadingState::Idle, kLong);
    const QString report = f.child<QLabel>("machines_report")->text();
    QVERIFY2(report.startsWith("The load or run on far was cancelled"), qPrintable(report));
    QVERIFY(f.window.history()->store()->records().empty());
}

void MachinesTest::runsThere() {
    Fixture f(serve());
    openThere(f);
    QVERIFY(!f.child<QPushButton>("machines_run")->isEnabled());
    QTest::keyClicks(f.child<QLineEdit>("machines_prompt"), "1,2,3");
    f.click("machines_run");
    QCOMPARE(f.loadState(), LoadingState::Running);
    QTRY_COMPARE_WITH_TIMEOUT(f.loadState(), LoadingState::Idle, kLong);
    const QString report = f.child<QLabel>("machines_report")->text();
    QVERIFY2(report.startsWith("Tokens: "), qPrintable(report));
    QCOMPARE(report.section('\n', 0, 0).count(','), 15);
    QTRY_COMPARE(f.window.history()->store()->records().size(), std::size_t{1});
}

void MachinesTest::runsInStagesFromThere() {
    Fixture f(serve());
    openThere(f);
    auto* action = f.child<QAction>("run_stages_action");
    QTRY_VERIFY2(action->isEnabled(), qPrintable(action->toolTip()));
    action->trigger();
    QCOMPARE(f.child<QComboBox>("stages_machine_0")->currentText(), QString(kHost));
    QCOMPARE(f.child<QComboBox>("stages_machine_1")->currentText(), QString("localhost"));
    QCOMPARE(f.child<QLineEdit>("stages_model")->text(), m_folder.filePath("gpt2"));
    QCOMPARE(f.child<QSpinBox>("stages_last_1")->value(), 5);
}

void MachinesTest::aMachineThatDies() {
    Fixture f(serve());
    openThere(f);
    f.click("machines_load");
    QTRY_VERIFY_WITH_TIMEOUT(f.machine().load().progress().bytesDone > 0, kLong);
    QCOMPARE(::kill(static_cast<pid_t>(f.machine().connection().processId()), SIGKILL), 0);
    QTRY_COMPARE_WITH_TIMEOUT(f.connectionState(), ConnectionState::Lost, kLong);
    QCOMPARE(f.loadState(), LoadingState::Idle);
    QVERIFY(f.child<QLabel>("machines_state")
                ->text()
                .startsWith(goldenText("window-machines/the-connection-to-far-broke-off")));
    QCOMPARE(f.machine().load().report(), f.machine().connection().reason());
    QVERIFY(f.machines().ofModel() == &f.machine());
    QCOMPARE(f.child<QPushButton>("machines_load")->toolTip(),
             QString("Connect to the machine first."));
    f.connectMachine();
    QVERIFY(!f.child<QLabel>("machines_report")->isVisible());  // it is connected again
    QTRY_VERIFY_WITH_TIMEOUT(f.child<QPushButton>("machines_load")->isEnabled(), kLong);
}

/// The folders of a recorded model, its adapter and another model's: model, lora, other.
void copyAdapters(const QString& folder) {
    namespace fs = std::filesystem;
    const std::string from = STOWAGE_TEST_DATA "/adapters/";
    const std::string to = folder.toStdString();
    fs::copy(from + "llama/base", to + "/model", fs::copy_options::recursive);
    fs::copy(from + "llama/default", to + "/lora", fs::copy_options::recursive);
    fs::copy(from + "gpt2/default", to + "/other", fs::copy_options::recursive);
}

bool hasAdapter(const Fixture& f) {
    const ModuleTree* const tree = f.document.tree();
    return tree != nullptr &&
           tree->findModule("model.layers.0.self_attn.q_proj.lora_A.lora").has_value();
}

/// Connects, and opens the recorded model of `folder`.
void openModelOf(Fixture& f, const QString& folder, const char* name = "/model") {
    f.add();
    f.connectMachine();
    f.simulate("64MiB*2");
    f.machine().openModel(folder + name);
    QTRY_VERIFY_WITH_TIMEOUT(f.machines().ofModel() == &f.machine(), kLong);
    QTRY_VERIFY_WITH_TIMEOUT(f.document.isIdle() && f.document.undoStack()->canUndo(), kLong);
}

/// The entry of the menu, as it is when that opens.
QAction* adapterAction(const Fixture& f) {
    Q_EMIT f.child<QMenu>("companion_menu")->aboutToShow();
    return f.child<QAction>("add_adapter_action");
}

/// Takes a folder there as an adapter, in the dialog.
void chooseAdapter(Fixture& f, const QString& folder) {
    QTRY_VERIFY(f.window.findChild<RemoteFileDialog*>() == nullptr);  // the one before
    adapterAction(f)->trigger();
    auto* dialog = f.child<RemoteFileDialog>("remote_file_dialog");
    auto* path = dialog->findChild<QLineEdit*>("remote_path");
    auto* table = dialog->findChild<QTableWidget*>("remote_table");
    QTRY_COMPARE_WITH_TIMEOUT(table->rowCount(), 3, kLong);  // beside the model
    path->setText(folder);
    QTest::keyClick(path, Qt::Key_Return);
    QTRY_COMPARE_WITH_TIMEOUT(table->rowCount(), 2, kLong);
    auto* take = dialog->findChild<QPushButton*>("remote_open_folder");
    QCOMPARE(take->text(), QString(goldenText("window-machines/take-this-folder-as-an-adapter")));
    QTest::mouseClick(take, Qt::LeftButton);
}

void MachinesTest::adaptersComeWithTheModel() {
    const QTemporaryDir there;
    copyAdapters(there.path());
    Fixture f(serve(there.path()));
    openModelOf(f, there.path());
    QCOMPARE(adapterAction(f)->text(), QString(goldenText("window-open/lora-adapter-on-far")));
    chooseAdapter(f, there.filePath("lora"));
    QTRY_VERIFY_WITH_TIMEOUT(hasAdapter(f), kLong);
    QVERIFY(waitUntilIdle(f.document));
    QCOMPARE(f.document.displayName(), QString("model on far"));
    f.child<QAction>("verify_action")->setChecked(true);
    f.click("machines_load");
    QTRY_COMPARE_WITH_TIMEOUT(f.loadState(), LoadingState::Loaded, kLong);
    const QString report = f.child<QLabel>("machines_report")->text();
    QVERIFY2(report.contains("Verified: yes"), qPrintable(report));
    f.click("machines_cancel");
    QTRY_COMPARE_WITH_TIMEOUT(f.loadState(), LoadingState::Idle, kLong);

    // A project reads it there again.
    ProjectSession& session = *f.window.project()->session();
    const QTemporaryDir folder;
    const QString file = folder.filePath("far.stowage");
    const QSignalSpy saved(&session, &ProjectSession::saved);
    session.save(file);
    QTRY_COMPARE(saved.size(), 1);
    QVERIFY(openAndWait(f.document, m_sample));
    QVERIFY(!hasAdapter(f));
    f.window.project()->openPath(file);
    MessageBar* const bar = f.window.project()->bar();
    QTRY_VERIFY2(bar->text().contains("model on far"), qPrintable(bar->text()));
    QTest::mouseClick(bar->findChild<QPushButton*>("message_remedy"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(hasAdapter(f), kLong);
    QVERIFY(waitUntilIdle(f.document));
    QVERIFY2(bar->text().isEmpty(), qPrintable(bar->text()));
    QVERIFY(!session.isModified());

    // One that does not fit is named as it is called there, and nothing changes.
    chooseAdapter(f, there.filePath("other"));
    const auto said = [&f] {
        const auto* text = f.window.findChild<SelectableText*>("open_error_sentence");
        return text == nullptr ? QString() : text->toPlainText();
    };
    QTRY_VERIFY2_WITH_TIMEOUT(said().contains("/other changes "), qPrintable(said()), kLong);
    QVERIFY(!said().contains(".stowage-adapters"));
    QVERIFY(hasAdapter(f));
    QCOMPARE(f.document.openOptions().adapters.size(), std::size_t{1});
}

void MachinesTest::adaptersAreOfTheModelsMachine() {
    const QTemporaryDir there;
    copyAdapters(there.path());
    Fixture f(serve(there.path()));
    openModelOf(f, there.path());
    QTRY_VERIFY(f.child<QPushButton>("machines_load")->isEnabled());
    OpenOptions options;
    options.adapters = {{"lora", STOWAGE_TEST_DATA "/adapters/llama/default"}};
    f.document.open(f.document.path(), options);
    QTRY_VERIFY_WITH_TIMEOUT(hasAdapter(f), kLong);
    QVERIFY(waitUntilIdle(f.document));
    const auto* load = f.child<QPushButton>("machines_load");
    QTRY_VERIFY(!load->isEnabled());
    QVERIFY2(load->toolTip().contains(goldenText("window-machines/copy-the-adapter-there")),
             qPrintable(load->toolTip()));
    f.click("machines_connect");
    adapterAction(f)->trigger();
    QVERIFY(f.window.messages()->text().startsWith("Connect to far first"));
}

/// A model, its module tree, and another model's folder: tiny.safetensors, it.tree.json, draft.2.
void copyTogether(const QString& folder) {
    namespace fs = std::filesystem;
    const std::string from = STOWAGE_TEST_DATA "/";
    const std::string to = folder.toStdString();
    fs::copy(from + "checkpoints/gpt2-tiny.safetensors", to + "/tiny.safetensors");
    fs::copy(from + "trees/gpt2-tiny-lmhead.tree.json", to + "/it.tree.json");
    fs::copy(from + "adapters/llama/base", to + "/draft.2", fs::copy_options::recursive);
}

/// The dialog on the machine's files, once it lists `folder`, which has so many.
RemoteFileDialog* remoteDialog(const Fixture& f, const QString& folder, int rows) {
    auto* dialog = f.child<RemoteFileDialog>("remote_file_dialog");
    auto* path = dialog->findChild<QLineEdit*>("remote_path");
    auto* table = dialog->findChild<QTableWidget*>("remote_table");
    [&] { QTRY_COMPARE_WITH_TIMEOUT(table->rowCount(), 3, kLong); }();  // beside the model
    path->setText(folder);
    QTest::keyClick(path, Qt::Key_Return);
    [&] { QTRY_COMPARE_WITH_TIMEOUT(table->rowCount(), rows, kLong); }();
    return dialog;
}

void MachinesTest::furtherModelsAndTreesComeWithTheModel() {
    const QTemporaryDir there;
    copyTogether(there.path());
    Fixture f(serve(there.path()));
    openModelOf(f, there.path(), "/tiny.safetensors");
    Q_EMIT f.child<QMenu>("companion_menu")->aboutToShow();
    QVERIFY(f.window.findChild<QAction*>("add_model_folder_action") == nullptr);
    auto* action = f.child<QAction>("add_model_action");
    QCOMPARE(action->text(), QString("Model on far…"));
    action->trigger();
    RemoteFileDialog* dialog = remoteDialog(f, there.filePath("draft.2"), 2);
    QTest::mouseClick(dialog->findChild<QPushButton*>("remote_open_folder"), Qt::LeftButton);
    const auto hasDraft = [&f] {
        return f.document.tree() != nullptr && f.document.tree()->findModule("draft_2").has_value();
    };
    QTRY_VERIFY_WITH_TIMEOUT(hasDraft(), kLong);
    QVERIFY(waitUntilIdle(f.document));
    QCOMPARE(f.document.displayName(), QString("tiny.safetensors on far"));

    // The tree that its keys are held against is chosen there, too.
    QTRY_VERIFY(f.window.findChild<RemoteFileDialog*>() == nullptr);
    f.window.tree()->showFacts();
    f.window.tree()->facts()->showPage(FactsPanel::Page::Keys);
    QTest::mouseClick(f.child<QPushButton>("facts_choose_tree"), Qt::LeftButton);
    QCOMPARE(f.dialogs.questions, 0);
    dialog = remoteDialog(f, there.path(), 3);
    QCOMPARE(dialog->windowTitle(), QString("Choose a .tree.json file on far"));
    QVERIFY(dialog->findChild<QPushButton*>("remote_open_folder")->isHidden());
    auto* table = dialog->findChild<QTableWidget*>("remote_table");
    QCOMPARE(table->item(1, 0)->text(), QString("it.tree.json"));
    table->setCurrentCell(1, 0);
    QTest::mouseClick(dialog->findChild<QPushButton*>("remote_open"), Qt::LeftButton);
    const std::string tree = there.filePath("it.tree.json").toStdString();
    QTRY_COMPARE_WITH_TIMEOUT(f.document.openOptions().treeFile, tree, kLong);
    QVERIFY(waitUntilIdle(f.document));
    QVERIFY(hasDraft());

    f.child<QAction>("verify_action")->setChecked(true);
    QTRY_VERIFY2(f.child<QPushButton>("machines_load")->isEnabled(),
                 qPrintable(f.child<QPushButton>("machines_load")->toolTip()));
    f.click("machines_load");
    QTRY_COMPARE_WITH_TIMEOUT(f.loadState(), LoadingState::Loaded, kLong);
    const QString report = f.child<QLabel>("machines_report")->text();
    QVERIFY2(report.contains("Verified: yes"), qPrintable(report));
    f.click("machines_cancel");
    QTRY_COMPARE_WITH_TIMEOUT(f.loadState(), LoadingState::Idle, kLong);

    // A project reads both there again.
    ProjectSession& session = *f.window.project()->session();
    const QTemporaryDir folder;
    const QString file = folder.filePath("far.stowage");
    const QSignalSpy saved(&session, &ProjectSession::saved);
    session.save(file);
    QTRY_COMPARE(saved.size(), 1);
    QVERIFY(openAndWait(f.document, m_sample));
    QVERIFY(!hasDraft());
    f.window.project()->openPath(file);
    MessageBar* const bar = f.window.project()->bar();
    QTRY_VERIFY2(bar->text().contains("tiny.safetensors on far"), qPrintable(bar->text()));
    QTest::mouseClick(bar->findChild<QPushButton*>("message_remedy"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(hasDraft(), kLong);
    QVERIFY(waitUntilIdle(f.document));
    QVERIFY2(bar->text().isEmpty(), qPrintable(bar->text()));
    QCOMPARE(f.document.openOptions().treeFile, tree);
    QVERIFY(!session.isModified());
}

/// What is of this machine is refused with what to do, not left out.
void MachinesTest::furtherModelsAndTreesAreOfTheModelsMachine() {
    const QTemporaryDir there;
    copyTogether(there.path());
    Fixture f(serve(there.path()));
    openModelOf(f, there.path(), "/tiny.safetensors");
    const auto* load = f.child<QPushButton>("machines_load");
    QTRY_VERIFY(load->isEnabled());
    const std::string own = STOWAGE_TEST_DATA "/trees/gpt2-tiny-lmhead.tree.json";
    OpenOptions options;
    options.treeFile = own;
    f.document.open(f.document.path(), options);
    QTRY_COMPARE_WITH_TIMEOUT(f.document.openOptions().treeFile, own, kLong);
    QVERIFY(waitUntilIdle(f.document));
    QTRY_VERIFY(!load->isEnabled());
    QVERIFY2(load->toolTip().startsWith(goldenText("window-help/the-module-tree") +
                                        QString::fromStdString(own)) &&
                 load->toolTip().contains(goldenText("window-machines/copy-it-there")),
             qPrintable(load->toolTip()));
    // What is added there leaves it as it is.
    options.tenants = {{"draft", there.filePath("draft.2").toStdString()},
                       {"own", STOWAGE_TEST_DATA "/adapters/llama/base"}};
    f.machine().openModel(there.filePath("tiny.safetensors"), options);
    QTRY_COMPARE_WITH_TIMEOUT(f.document.openOptions().tenants.size(), std::size_t{2}, kLong);
    QVERIFY(waitUntilIdle(f.document));
    QVERIFY(f.document.tree()->findModule("own").has_value());
    QCOMPARE(f.document.openOptions().treeFile, own);
    options = f.document.openOptions();
    options.treeFile.clear();
    f.document.open(f.document.path(), options);
    QTRY_VERIFY_WITH_TIMEOUT(f.document.openOptions().treeFile.empty(), kLong);
    QVERIFY(waitUntilIdle(f.document));
    QTRY_VERIFY2(load->toolTip().startsWith(goldenText("window-machines/the-further-model")),
                 qPrintable(load->toolTip()));
    QVERIFY(load->toolTip().contains("Copy the additional model to that machine"));
    QVERIFY(!load->isEnabled());
}

QString devicesText(const Document& document) {
    QStringList words;
    for (const DeviceInfo& device : document.devices()) {
        words.append(QString::fromStdString(deviceName(device.id)) + " " +
                     QString::number(device.capacity.value_or(0)));
    }
    return words.join(", ");
}

/// Its plan is on the headers as it was saved, once a person has asked for them.
void MachinesTest::aProjectFindsItsModelAgain() {
    Fixture f(serve());
    openThere(f);
    const QString devices = devicesText(f.document);
    const std::string map = deviceMapToJson(f.document.plan()->map);
    ProjectSession& session = *f.window.project()->session();
    const QTemporaryDir folder;
    const QString file = folder.filePath("far.stowage");
    const QSignalSpy saved(&session, &ProjectSession::saved);
    session.save(file);
    QTRY_COMPARE(saved.size(), 1);
    QVERIFY(openAndWait(f.document, m_sample));
    f.click("machines_connect");
    QCOMPARE(f.connectionState(), ConnectionState::Closed);
    f.machines().remove(&f.machine());

    f.window.project()->openPath(file);
    MessageBar* const bar = f.window.project()->bar();
    QTRY_VERIFY2(bar->text().contains("gpt2 on far"), qPrintable(bar->text()));
    QVERIFY(f.machines().all().empty());
    QCOMPARE(f.document.path(), m_sample);
    QTest::mouseClick(bar->findChild<QPushButton*>("message_remedy"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(f.machines().ofModel() != nullptr, kLong);
    QVERIFY(waitUntilIdle(f.document));
    QCOMPARE(f.connectionState(), ConnectionState::Connected);
    QCOMPARE(f.document.displayName(), QString("gpt2 on far"));
    QCOMPARE(devicesText(f.document), devices);
    QCOMPARE(deviceMapToJson(f.document.plan()->map), map);
    QCOMPARE(session.path(), file);
    QVERIFY(!session.isModified());
    QVERIFY(!f.document.undoStack()->canUndo());
    QVERIFY(bar->text().isEmpty());
}

void MachinesTest::aProjectOfAMachineThatIsNotThere() {
    Fixture f(serve());
    openThere(f);
    ProjectSession& session = *f.window.project()->session();
    const QTemporaryDir folder;
    const QString file = folder.filePath("far.stowage");
    const QSignalSpy saved(&session, &ProjectSession::saved);
    session.save(file);
    QTRY_COMPARE(saved.size(), 1);
    QVERIFY(openAndWait(f.document, m_sample));
    f.machines().remove(&f.machine());
    f.machines().setCommand([](const QString&, const QString&) {
        return shell("echo 'Connection refused' >&2; exit 255");
    });

    f.window.project()->openPath(file);
    MessageBar* const bar = f.window.project()->bar();
    auto* const button = bar->findChild<QPushButton*>("message_remedy");
    QTRY_VERIFY(bar->text().contains("gpt2 on far"));
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(f.window.messages()->text().contains("Connection refused"), kLong);
    // It is offered again; who cancels is, too.
    QVERIFY(bar->text().contains("gpt2 on far"));
    f.machines().remove(&f.machine());
    f.machines().setCommand([](const QString&, const QString&) { return shell("exec sleep 60"); });
    QTest::mouseClick(button, Qt::LeftButton);
    QVERIFY(bar->text().isEmpty());
    QTest::mouseClick(f.window.messages()->findChild<QPushButton*>("message_cancel"),
                      Qt::LeftButton);
    QCOMPARE(f.connectionState(), ConnectionState::Closed);
    QVERIFY(bar->text().contains("gpt2 on far"));
    QCOMPARE(f.document.path(), m_sample);
}

/// What was being read for the one before is not opened in the window.
void MachinesTest::anotherProjectIsConnectedInstead() {
    Fixture f(serve());
    f.add();
    f.connectMachine();
    const QString model = m_folder.filePath("gpt2");
    const QSignalSpy read(&f.machines(), &Machines::headersRead);
    const QSignalSpy copied(&f.machines(), &Machines::modelCopied);
    f.machines().readHeaders(kHost, model);
    QVERIFY(f.machine().isOpening());
    f.machines().readHeaders("other", model);
    QVERIFY(!f.machine().isOpening());
    QTRY_COMPARE_WITH_TIMEOUT(read.size(), 1, kLong);
    QCOMPARE(read.front().front().toString(), QString("other"));
    QCOMPARE(copied.size(), 0);
}

/// Runs lines of shell in a home folder of its own.
Machines::Command shellIn(const QString& home, const QString& before = {}) {
    return [home, before](const QString&, const QString& line) {
        return ServeCommand{QStringLiteral("/usr/bin/env"),
                            {QStringLiteral("HOME=") + home, QStringLiteral("PATH=/usr/bin:/bin"),
                             QStringLiteral("/bin/sh"), QStringLiteral("-c"), before + line}};
    };
}

void MachinesTest::installsThere() {
    const QTemporaryDir home;
    Fixture fixture(serve());
    fixture.machines().setCommand(shellIn(home.path()));
    fixture.machines().setInstallFiles({QStringLiteral(STOWAGE_BIN_DIR "/stowagectl"), {}});
    fixture.add();
    QVERIFY(!fixture.child<QPushButton>("machines_install")->isVisible());
    fixture.click("machines_connect");
    QTRY_COMPARE_WITH_TIMEOUT(fixture.connectionState(), ConnectionState::Lost, kLong);
    QVERIFY(fixture.machine().connection().reason().contains(
        goldenText("window-machines/there-is-no-stowagectl-on-far")));
    QTRY_VERIFY(fixture.child<QPushButton>("machines_install")->isVisible());
    // Nothing is copied without an answer.
    fixture.click("machines_install");
    QTRY_VERIFY(fixture.window.findChild<QPushButton*>("install_there_cancel") != nullptr);
    QTest::mouseClick(fixture.child<QPushButton>("install_there_cancel"), Qt::LeftButton);
    QTRY_VERIFY(fixture.window.findChild<QPushButton*>("install_there_cancel") == nullptr);
    QVERIFY(QDir(home.path()).isEmpty(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot));
    fixture.install();
    QTRY_COMPARE_WITH_TIMEOUT(fixture.connectionState(), ConnectionState::Connected, kLong);
    QFile copy(home.filePath(".local/bin/stowagectl"));
    QFile own(QStringLiteral(STOWAGE_BIN_DIR "/stowagectl"));
    QVERIFY(copy.open(QIODevice::ReadOnly) && own.open(QIODevice::ReadOnly));
    QVERIFY(copy.readAll() == own.readAll());
}

void MachinesTest::installsNowhereElse() {
    const QTemporaryDir home;
    Fixture fixture(serve());
    fixture.machines().setCommand(
        shellIn(home.path(), QStringLiteral("uname() { echo 'Linux aarch64'; }; ")));
    fixture.machines().setInstallFiles({QStringLiteral(STOWAGE_BIN_DIR "/stowagectl"), {}});
    fixture.add();
    fixture.click("machines_connect");
    QTRY_VERIFY_WITH_TIMEOUT(fixture.child<QPushButton>("machines_install")->isVisible(), kLong);
    fixture.install();
    QTRY_VERIFY_WITH_TIMEOUT(
        fixture.child<QLabel>("message_text")->text().contains("Linux aarch64"), kLong);
    QVERIFY(QDir(home.path()).isEmpty(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot));
}

void MachinesTest::installsBesideAnOldOne() {
    const QTemporaryDir home;
    const QTemporaryDir old;
    QFile program(old.filePath("stowagectl"));
    QVERIFY(program.open(QIODevice::WriteOnly) && program.write("#!/bin/sh\nexit 2\n") > 0);
    program.close();
    QVERIFY(program.setPermissions(program.permissions() | QFileDevice::ExeOwner));
    Fixture fixture(serve());
    fixture.machines().setCommand(
        shellIn(home.path(), QStringLiteral("PATH=%1:$PATH; ").arg(old.path())));
    fixture.machines().setInstallFiles({QStringLiteral(STOWAGE_BIN_DIR "/stowagectl"), {}});
    fixture.add();
    fixture.click("machines_connect");
    QTRY_COMPARE_WITH_TIMEOUT(fixture.connectionState(), ConnectionState::Lost, kLong);
    QVERIFY(fixture.machine().connection().reason().contains("too old"));
    QTRY_VERIFY(fixture.child<QPushButton>("machines_install")->isVisible());
    fixture.install();
    QTRY_COMPARE_WITH_TIMEOUT(fixture.connectionState(), ConnectionState::Connected, kLong);
}

void MachinesTest::anInstallOutlivesItsWindow() {
    WindowFixture f("48MiB,48MiB");  // its own window stays hidden
    ProgramLanguage language(qApp, f.settings);
    WindowPlace place({.document = &f.document,
                       .controller = &f.controller,
                       .theme = &f.theme,
                       .settings = &f.settings,
                       .dialogs = &f.dialogs},
                      &language, {});
    place.window()->show();
    Machines& machines = *place.window()->machines()->machines();
    machines.setCommand([](const QString&, const QString&) { return shell("exec sleep 60"); });
    machines.setInstallFiles({QStringLiteral(STOWAGE_BIN_DIR "/stowagectl"), {}});
    machines.add(kHost);
    const auto click = [&place](const char* button) {
        place.window()->findChild<QPushButton*>(QString::fromLatin1(button))->click();
    };
    const auto said = [&place] {
        return place.window()->findChild<QLabel*>(QStringLiteral("message_text"))->text();
    };
    click("machines_install");
    click("install_there_ok");
    QCOMPARE(said(), QString(goldenText("window-machines/asking-far-what-it-is")));
    const QPointer<MainWindow> before = place.window();
    Q_EMIT place.window()->renewalRequested();
    QTRY_VERIFY(before.isNull());
    QCOMPARE(said(), QString(goldenText("window-machines/asking-far-what-it-is")));
    // The machine's end is not the install's.
    machines.remove(machines.find(kHost));
    click("message_cancel");
    QCOMPARE(said(), QString("Installing Stowage on far was cancelled."));
}

void MachinesTest::installsAllOrNothing() {
    const QTemporaryDir home;
    InstallThere install(
        kHost,
        [in = shellIn(home.path())](const QString& line) {
            return in({}, QStringLiteral("head -c 1000 | { ") + line + QStringLiteral("; }"));
        },
        {QStringLiteral(STOWAGE_BIN_DIR "/stowagectl"), {}});
    const QSignalSpy finished(&install, &InstallThere::finished);
    install.start();
    QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, kLong);
    const QString problem = finished.front().front().toString();
    QVERIFY2(problem.startsWith(goldenText("window-machines/stowage-could-not-be-copied-to-far")),
             qPrintable(problem));
    const QDir folder(home.filePath(".local/bin"));
    QVERIFY(folder.exists());
    QVERIFY(folder.isEmpty(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot));
}

QTEST_MAIN(MachinesTest)
#include "tst_machines.moc"
