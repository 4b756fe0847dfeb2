// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/placement_input.h"
#include "widgets/support/icons.h"
#include "widgets/support/theme.h"

#include <QApplication>
#include <QDirIterator>
#include <QFontMetricsF>
#include <QHeaderView>
#include <QLineEdit>
#include <QMimeData>
#include <QPainter>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QTreeView>

#include <memory>

using namespace stowage;

class TestTheme : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { m_theme = std::make_unique<Theme>(qApp, ThemeMode::Light); }
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }
    void classesHaveTheirFontsFromTheStart();
    void cleanupTestCase() { m_theme.reset(); }
    void contrast_data();
    void contrast();
    void groundsAreMixed();
    void eightGpusDiffer();
    void palesAreDarkerAsLines();
    void modeChangesPaletteAndTokens();
    void systemModeFollowsTheDesktop();
    void figuresAreTabular();
    void iconsAreDrawn();
    void unknownIconIsEmpty();
    void controlsHaveTheirHeight();
    void chipIsPaintedInTheFill();
    void mimeDataKeepsPaths();

private:
    std::unique_ptr<Theme> m_theme;
};

/// Before any change of mode: the first style sheet must not take them away.
void TestTheme::classesHaveTheirFontsFromTheStart() {
    QCOMPARE(QApplication::font().pixelSize(), m_theme->font(TextRole::Base).pixelSize());
    QCOMPARE(QApplication::font("QAbstractItemView").pixelSize(),
             m_theme->font(TextRole::Tree).pixelSize());
    QCOMPARE(QApplication::font("QHeaderView").pixelSize(),
             m_theme->font(TextRole::Caption).pixelSize());
    QTreeView tree;
    tree.show();
    for (const ThemeMode mode : {ThemeMode::Dark, ThemeMode::Light}) {
        m_theme->setMode(mode);
        QCOMPARE(tree.font().pixelSize(), m_theme->font(TextRole::Tree).pixelSize());
        QCOMPARE(tree.header()->font().pixelSize(), m_theme->font(TextRole::Caption).pixelSize());
        QCOMPARE(tree.header()->viewport()->font().pixelSize(),
                 m_theme->font(TextRole::Caption).pixelSize());
    }
}

void TestTheme::contrast_data() {
    QTest::addColumn<QColor>("ink");
    QTest::addColumn<QColor>("ground");
    QTest::addColumn<double>("published");
    const ThemeColors& l = lightColors();
    const ThemeColors& d = darkColors();
    QTest::newRow("light text") << l.text << l.base << 16.6;
    QTest::newRow("light secondary") << l.secondaryText << l.base << 6.4;
    QTest::newRow("light secondary on window") << l.secondaryText << l.window << 5.7;
    QTest::newRow("light accent") << l.accent << l.base << 6.8;
    QTest::newRow("light error") << l.error << l.base << 6.5;
    QTest::newRow("light warning") << l.warning << l.base << 5.9;
    QTest::newRow("light over text") << l.overText << l.base << 6.1;
    QTest::newRow("dark text") << d.text << d.base << 14.3;
    QTest::newRow("dark secondary") << d.secondaryText << d.base << 7.9;
    QTest::newRow("dark accent") << d.accent << d.base << 8.2;
    QTest::newRow("dark error") << d.error << d.base << 8.6;
    QTest::newRow("dark over text") << d.overText << d.base << 8.4;
    for (const DeviceId device : {DeviceId::gpu(0), DeviceId::gpu(1), DeviceId::gpu(2),
                                  DeviceId::gpu(3), DeviceId::cpu(), DeviceId::disk()}) {
        const double chip[] = {5.2, 5.4, 8.0, 6.0, 8.1, 5.0};
        const std::size_t index = device.isGpu() ? device.index : device == DeviceId::cpu() ? 4 : 5;
        QTest::newRow(deviceName(device).c_str())
            << l.deviceChipText(device) << l.deviceFill(device) << chip[index];
    }
}

void TestTheme::contrast() {
    QFETCH(QColor, ink);
    QFETCH(QColor, ground);
    QFETCH(double, published);
    QVERIFY2(std::abs(contrastRatio(ink, ground) - published) < 0.06,
             qPrintable(QString::number(contrastRatio(ink, ground))));
}

void TestTheme::groundsAreMixed() {
    const DeviceId gpu = DeviceId::gpu(0);  // 0072b2 over ffffff and 17191e
    QCOMPARE(lightColors().deviceBackground(gpu), QColor(214, 232, 243));
    QCOMPARE(darkColors().deviceBackground(gpu), QColor(16, 52, 74));
    QVERIFY(contrastRatio(lightColors().text, lightColors().deviceBackground(gpu)) >= 7.9);
}

void TestTheme::eightGpusDiffer() {
    for (const ThemeColors* t : {&lightColors(), &darkColors()}) {
        for (std::uint32_t first = 0; first < 8; ++first) {
            const DeviceId device = DeviceId::gpu(first);
            for (std::uint32_t second = 0; second < first; ++second) {
                QVERIFY(t->deviceFill(device) != t->deviceFill(DeviceId::gpu(second)));
                QVERIFY(t->deviceLine(device) != t->deviceLine(DeviceId::gpu(second)));
            }
            QVERIFY(contrastRatio(t->deviceChipText(device), t->deviceFill(device)) >= 4.5);
            QVERIFY(contrastRatio(t->deviceLine(device), t->base) >= 3.0);
            // Without colours, too: the areas of the second four are textured.
            QCOMPARE(t->deviceBrush(device).style() == Qt::TexturePattern, first >= 4);
        }
    }
}

void TestTheme::palesAreDarkerAsLines() {
    for (const DeviceId device : {DeviceId::gpu(2), DeviceId::cpu()}) {
        QVERIFY(lightColors().deviceLine(device) != lightColors().deviceFill(device));
        QVERIFY(contrastRatio(lightColors().deviceLine(device), lightColors().base) >= 3.0);
        QCOMPARE(darkColors().deviceLine(device), darkColors().deviceFill(device));
    }
    QCOMPARE(lightColors().deviceLine(DeviceId::gpu(0)),
             lightColors().deviceFill(DeviceId::gpu(0)));
}

void TestTheme::modeChangesPaletteAndTokens() {
    QSignalSpy changed(m_theme.get(), &Theme::changed);
    m_theme->setMode(ThemeMode::Dark);
    QCOMPARE(changed.count(), 1);
    QVERIFY(m_theme->colors().dark);
    QCOMPARE(QApplication::palette().color(QPalette::Window), QColor(0x20, 0x23, 0x2a));
    m_theme->setMode(ThemeMode::Dark);
    QCOMPARE(changed.count(), 1);
    m_theme->setMode(ThemeMode::Light);
    QCOMPARE(QApplication::palette().color(QPalette::Base), QColor(Qt::white));
}

void TestTheme::systemModeFollowsTheDesktop() {
    // The offscreen desktop is light.
    m_theme->setMode(ThemeMode::Dark);
    m_theme->setMode(ThemeMode::System);
    QVERIFY(!m_theme->colors().dark);
    m_theme->setMode(ThemeMode::Light);
}

void TestTheme::figuresAreTabular() {
    for (const TextRole role : {TextRole::Base, TextRole::Tree, TextRole::Caption,
                                TextRole::BarNumber, TextRole::Title}) {
        const QFontMetricsF metrics(m_theme->font(role));
        for (char16_t digit = u'1'; digit <= u'9'; ++digit) {
            QCOMPARE(metrics.horizontalAdvance(QChar(digit)), metrics.horizontalAdvance(u'0'));
        }
    }
    QCOMPARE(m_theme->font(TextRole::Tree).pixelSize(), 12);
    QCOMPARE(m_theme->font(TextRole::Tree, true).weight(), QFont::DemiBold);
    QCOMPARE(m_theme->font(TextRole::Title).pixelSize(), 20);
}

void TestTheme::iconsAreDrawn() {
    QDirIterator files(QStringLiteral(":/stowage/icons"), {QStringLiteral("*.svg")});
    int count = 0;
    while (files.hasNext()) {
        files.next();
        const QImage image =
            m_theme->icon(files.fileInfo().completeBaseName()).pixmap(16, 16).toImage();
        int inked = 0;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x) {
                inked += image.pixelColor(x, y).alpha() > 128 ? 1 : 0;
            }
        }
        QVERIFY2(inked >= 5, qPrintable(files.fileName()));
        ++count;
    }
    QVERIFY(count >= 31);
}

void TestTheme::unknownIconIsEmpty() {
    QVERIFY(m_theme->icon(QStringLiteral("no such icon")).isNull());
}

void TestTheme::controlsHaveTheirHeight() {
    QLineEdit field;
    QPushButton button(QStringLiteral("Pause"));
    field.ensurePolished();
    button.ensurePolished();
    QCOMPARE(field.sizeHint().height(), metrics::kField);
    QCOMPARE(button.sizeHint().height(), metrics::kField);
}

void TestTheme::chipIsPaintedInTheFill() {
    QImage image(60, 18, QImage::Format_ARGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    paintDeviceChip(painter, QRect(0, 0, 60, 18), DeviceId::gpu(1), m_theme->colors(),
                    m_theme->font(TextRole::Caption, true));
    painter.end();
    QCOMPARE(image.pixelColor(4, 9), QColor(0x00, 0x9e, 0x73));
}

void TestTheme::mimeDataKeepsPaths() {
    const QStringList paths{QStringLiteral("transformer.h.0"), QStringLiteral("lm_head")};
    const std::unique_ptr<QMimeData> data(makeModulesMimeData(paths));
    QVERIFY(data->hasFormat(kModulesMimeType));
    QCOMPARE(modulesFromMimeData(data.get()), paths);
    QMimeData other;
    other.setText(QStringLiteral("transformer.h.0"));
    QVERIFY(modulesFromMimeData(&other).isEmpty());
    QVERIFY(modulesFromMimeData(nullptr).isEmpty());
}

QTEST_MAIN(TestTheme)
#include "tst_theme.moc"
