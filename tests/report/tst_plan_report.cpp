// SPDX-License-Identifier: GPL-3.0-or-later
// Reports of plans: what they hold, and that nothing in them is taken as markup.
#ifndef Q_MOC_RUN
#include "engine/checkpoint/config_checkpoint.h"
#include "engine/report/board_svg.h"
#include "engine/report/plan_report.h"
#include "tests/plan/plan_fixture.h"
#include "tests/support/golden_text.h"
#endif

#include <QtCore/QRegularExpression>
#include <QtCore/QXmlStreamReader>
#include <QtTest/QTest>

#include <cmath>

using namespace stowage;
using namespace stowage::test;

namespace {

const std::string kHostile = "<script>alert(\"1\" & '2')</script>\x01\xff";

ReportedPlan judged(const PlacementRequest& request, const std::string& name) {
    const Plan plan = planOf(request);
    const auto checkpoint =
        std::make_shared<const Checkpoint>(describedCheckpoint("gpt2.tree.json", request.tree));
    auto reported =
        reportedPlan(name, {plan, checkpoint, request.workload.value_or(Workload()), nullptr});
    return reported ? *std::move(reported) : ReportedPlan{name, plan};
}

PlanReport twoPlans() {
    const auto tree = recordedTree("gpt2");
    PlanReport report;
    report.model = kHostile;
    report.modelPath = "/models/" + kHostile;
    report.notes = kHostile;
    report.plans.push_back(judged(requestFor(tree, {kGiB, kGiB}), "Two GPUs"));
    PlacementRequest tight = requestFor(tree, {300 * kMiB});
    tight.devices[0].name = kHostile;
    report.plans.push_back(judged(tight, kHostile));
    report.plans.back().notes = "first line\nsecond";
    LoadRecord record;
    record.date = "2026-11-20T14:03:22.123Z";
    record.note = kHostile;
    record.figures.seconds = 1.5;
    record.figures.devices.push_back({});
    report.records.push_back(record);
    report.unread.push_back(kHostile);
    return report;
}

/// How often a text stands in another.
int count(const std::string& text, const char* part) {
    return static_cast<int>(QString::fromStdString(text).count(QString::fromUtf8(part)));
}

/// "" where it is well-formed XML.
QString xmlError(const std::string& text) {
    QXmlStreamReader xml(QByteArray::fromStdString(text));
    while (!xml.atEnd()) {
        xml.readNext();
    }
    return xml.hasError() ? xml.errorString() : QString();
}

}  // namespace

class PlanReportTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }
    void estimatesAreMade();
    void htmlIsSelfContained();
    void markdownHasTheTables();
    void runsAndChainsHaveTables();
    void csvHasALineADevice();
    void boards_data();
    void boards();
    void chartsOfRecords();
    void formats();
    void escapes();
};

void PlanReportTest::estimatesAreMade() {
    const PlanReport report = twoPlans();
    for (const ReportedPlan& plan : report.plans) {
        QVERIFY2(plan.estimate != nullptr, plan.why.english().c_str());
    }
    // What cannot be estimated is told, and the plan is there all the same.
    PlacementRequest request = requestFor(recordedTree("gpt2"), {kGiB});
    request.workload = Workload{};
    request.workload->engine = "nobody's";
    const ReportedPlan none = judged(request, "None");
    QVERIFY(none.estimate == nullptr && none.plan != nullptr);
    QVERIFY2(none.why.english().find("nobody's") != std::string::npos, none.why.english().c_str());
    PlanReport one;
    one.plans.push_back(none);
    QVERIFY(count(reportToHtml(one), goldenText("report/there-is-no-estimate-of-its")) == 1);
}

void PlanReportTest::htmlIsSelfContained() {
    const std::string html = reportToHtml(twoPlans());
    QCOMPARE(count(html, "<script"), 0);
    QCOMPARE(count(html, "src="), 0);
    QCOMPARE(count(html, "href="), 0);
    QCOMPARE(count(html, "url("), 0);
    QCOMPARE(count(html, "@import"), 0);
    QCOMPARE(count(html, "<svg "), 2);
    QCOMPARE(count(html, "<desc>"), 2);
    QVERIFY(count(html, "prefers-color-scheme: dark") >= 3);
    QVERIFY(count(html, "&lt;script&gt;alert(&quot;1&quot; &amp; &#39;2&#39;)&lt;/script&gt;") > 5);
    QVERIFY(count(html, "first line\nsecond") == 1);
    QCOMPARE(count(html, "1.500 s"), 1);
    // It is XML but for its first line and two empty elements of its head.
    std::string xml = html.substr(html.find("<body>"));
    xml = xml.substr(0, xml.find("</html>"));
    QCOMPARE(xmlError(xml), QString());
}

void PlanReportTest::markdownHasTheTables() {
    const std::string text = reportToMarkdown(twoPlans());
    QCOMPARE(count(text, "<script"), 0);
    QVERIFY(count(text, "\n## Two GPUs\n") == 1);
    QVERIFY(count(text, "\n### Device map\n") == 2);
    QVERIFY(count(text, "| transformer.wte | GPU 0 |") >= 1);
    QVERIFY(count(text, goldenText("report/estimated-by-replay")) +
                count(text, goldenText("report/estimated-by-formula")) +
                count(text, goldenText("report/estimated-incomplete")) >=
            6);
    for (const QString& line : QString::fromStdString(text).split('\n')) {
        QVERIFY2(!line.startsWith('|') || line.endsWith('|'), qPrintable(line));
    }
}

void PlanReportTest::runsAndChainsHaveTables() {
    PlanReport report = twoPlans();
    LoadRecord run;
    run.modelName = kHostile;
    run.date = "2026-11-20T15:00:00.000Z";
    run.figures.seconds = 0.5;
    run.figures.predictedSeconds = 0.4;
    run.figures.devices.push_back({});
    run.figures.devices[0].device = DeviceId::gpu(0);
    run.figures.devices[0].simulated = true;
    run.figures.devices[0].peakReserved = 3 * kMiB;
    run.figures.devices[0].predictedReserved = 2 * kMiB;
    run.figures.run.emplace();
    run.figures.run->measured.tokensPerSecond = 6.5;
    run.figures.why = kHostile;
    LoadRecord chain;
    chain.date = "2026-11-20T16:00:00.000Z";
    chain.figures.chain.emplace();
    chain.figures.chain->device = DeviceId::gpu(1);
    chain.figures.chain->turns = {{"/models/gpt2", 3, 2 * kMiB, 0.25, 1.5, kMiB}};
    report.records.push_back(run);
    report.records.push_back(chain);
    const std::string text = reportToMarkdown(report);
    QCOMPARE(count(text, "### The run of 2026-11-20 15:00"), 1);
    QCOMPARE(count(text, goldenText("load/time-of-the-run-0-4000-s-0-5000-s")), 1);
    QCOMPARE(count(text, goldenText("report/peak-reserved-of-a-gpu-gpu")), 1);
    QCOMPARE(count(text, goldenText("window-capacity/tokens-a-second-not-known-6-50")), 1);
    QCOMPARE(count(text, "### The chain of 2026-11-20 16:00"), 1);
    QCOMPARE(count(text, "| /models/gpt2 | 3 | 2.0 MiB | 0.2500 s | 1.5000 s |"), 1);
    QCOMPARE(count(text, goldenText("window-help/the-load-of")),
             0);  // all of it stands in the table of records
    const std::string html = reportToHtml(report);
    QCOMPARE(count(html, "<script"), 0);
    QVERIFY(count(html, "moved to GPU 1") == 1);
}

void PlanReportTest::csvHasALineADevice() {
    const QStringList lines =
        QString::fromStdString(reportToCsv(twoPlans())).split('\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 1 + 4 + 3);
    // A tree without a configuration does not say what the model keeps of its tokens.
    QVERIFY(lines[1].startsWith(QStringLiteral("Two GPUs,undetermined,gpu:0,")));
    QCOMPARE(lines[0].split(',').size(), lines[1].split(',').size());
}

void PlanReportTest::boards_data() {
    QTest::addColumn<int>("gpus");
    QTest::addColumn<int>("lanes");
    for (const int gpus : {0, 1, 2, 8, 30}) {
        QTest::addRow("%d GPUs", gpus) << gpus << gpus + 2;
    }
}

/// Every lane has a head, every byte of the model is in a block, nothing lies outside.
void PlanReportTest::boards() {
    QFETCH(const int, gpus);
    QFETCH(const int, lanes);
    const auto tree = recordedTree("gpt2");
    const std::vector<std::uint64_t> sizes(static_cast<std::size_t>(gpus), 200 * kMiB);
    const Plan plan = planOf(requestFor(tree, sizes));
    const std::string svg = boardSvg(*plan, "P", SvgPlace::OwnFile);
    QCOMPARE(xmlError(svg), QString());
    QCOMPARE(count(svg, "class=\"head\""), lanes);
    static const QRegularExpression kRect(
        "<rect x=\"([\\d.]+)\" y=\"([\\d.]+)\" width=\"([\\d.]+)\" height=\"([\\d.]+)\"");
    static const QRegularExpression kBox("viewBox=\"0 0 ([\\d.]+) ([\\d.]+)\"");
    const QString text = QString::fromStdString(svg);
    const auto box = kBox.match(text);
    auto rects = kRect.globalMatch(text);
    int blocks = 0;
    while (rects.hasNext()) {
        const auto rect = rects.next();
        const auto end = [&rect](int from, int size) {
            return rect.captured(from).toDouble() + rect.captured(size).toDouble();
        };
        QVERIFY(end(1, 3) <= box.captured(1).toDouble() + 0.2);
        QVERIFY(end(2, 4) <= box.captured(2).toDouble());
        QVERIFY(rect.captured(4).toDouble() >= 15);
        ++blocks;
    }
    // Equal neighbours are one block, named by the first and the last of them.
    QCOMPARE(count(svg, "<title>transformer.h.0 … 11 (12), "), gpus < 2 ? 1 : 0);
    QVERIFY2(blocks >= 2 && blocks <= 160 + 4 * lanes, QByteArray::number(blocks));
}

/// Each curve with its peak, even where most moments are left out or not known; nothing drawn of a
/// record without curves.
void PlanReportTest::chartsOfRecords() {
    LoadRecord record;
    record.note = kHostile;
    QVERIFY(recordSvg(record, kHostile).empty());
    DeviceCurve gpu{DeviceId::gpu(1), {}, {}};
    for (int i = 0; i < 2000; ++i) {
        record.curves.seconds.push_back(i * 0.001);
        gpu.reserved.push_back(i % 2 == 0 ? std::nan("") : static_cast<double>(kMiB));
        gpu.allocated.push_back(i == 777 ? static_cast<double>(3 * kMiB) : 0);
        record.curves.hostAnon.push_back(std::nan(""));
    }
    record.curves.devices.push_back(gpu);
    const std::string svg = recordSvg(record, kHostile);
    QCOMPARE(xmlError(svg), QString());
    QCOMPARE(count(svg, "<polyline"), 2);
    QCOMPARE(count(svg, "nan"), 0);
    QVERIFY(count(svg, "GPU 1 allocated, peak 3.0 MiB") == 1);
    // The one moment of the peak is a point at the upper edge: 26 units down.
    QCOMPARE(count(svg, ",26.0 "), 1);
    PlanReport report = twoPlans();
    report.records.push_back(record);
    QCOMPARE(count(reportToHtml(report), "class=\"record\""), 1);
}

void PlanReportTest::formats() {
    QVERIFY(*reportFormatOf("a.html") == ReportFormat::Html);
    QVERIFY(*reportFormatOf("a.MD") == ReportFormat::Markdown);
    QVERIFY(*reportFormatOf("x/a.svg") == ReportFormat::Svg);
    QVERIFY(*reportFormatOf("a.csv") == ReportFormat::Csv);
    for (const char* const path : {"a.pdf", "a", "html", "a.html.txt"}) {
        const auto format = reportFormatOf(path);
        QVERIFY(!format && format.error().code == ErrorCode::InvalidArgument);
    }
}

void PlanReportTest::escapes() {
    QCOMPARE(markupEscaped("a<b>&\"'"), std::string("a&lt;b&gt;&amp;&quot;&#39;"));
    QCOMPARE(markupEscaped("ü\n\t"), std::string("ü\n\t"));
    QCOMPARE(markupEscaped("\x01\xff"), std::string("\xEF\xBF\xBD\xEF\xBF\xBD"));
    QCOMPARE(markupEscaped(""), std::string());
}

QTEST_GUILESS_MAIN(PlanReportTest)
#include "tst_plan_report.moc"
