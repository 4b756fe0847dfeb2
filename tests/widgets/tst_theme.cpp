// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/placement_input.h"
#include "widgets/support/style_sheet.h"
#include "widgets/support/theme.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDirIterator>
#include <QFontMetricsF>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPainter>
#include <QPushButton>
#include <QSignalSpy>
#include <QSlider>
#include <QSpinBox>
#include <QTabBar>
#include <QTableWidget>
#include <QTest>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

#include <memory>
#include <utility>
#include <vector>

using namespace stowage;

class TestTheme : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { m_theme = std::make_unique<Theme>(qApp, ThemeMode::Light); }
    void init() {
        // What the offscreen platform says of windows is no warning of ours.
        QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not).*")));
    }
    void classesHaveTheirFontsFromTheStart();
    void cleanupTestCase() { m_theme.reset(); }
    void contrast_data();
    void contrast();
    void textsCanBeRead_data();
    void textsCanBeRead();
    void chipsCanBeRead_data();
    void chipsCanBeRead();
    void highContrastHasSevenToOne();
    void highContrastIsAMode();
    void placeholdersCanBeRead_data() { focusIsSeen_data(); }
    void placeholdersCanBeRead();
    void disabledButtonsCanBeReadInHighContrast();
    void choicesBeginAlike();
    void focusIsSeen_data();
    void focusIsSeen();
    void marksInTablesAreOutlined_data() { focusIsSeen_data(); }
    void marksInTablesAreOutlined();
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
    void outlinesAreWholePixels_data();
    void outlinesAreWholePixels();
    void paleSwatchesHaveAnEdge();
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

namespace {

/// Every mode by its name.
const std::pair<const char*, const ThemeColors*> kModes[] = {
    {"light", &lightColors()}, {"dark", &darkColors()}, {"high contrast", &highContrastColors()}};

struct TextOnGround {
    const char* name;
    QColor ThemeColors::*ink;
    QColor ThemeColors::*ground;
};

/// The texts that are painted or styled, on the grounds that they stand on.
constexpr TextOnGround kTexts[] = {
    {"text on window", &ThemeColors::text, &ThemeColors::window},
    {"text on base", &ThemeColors::text, &ThemeColors::base},
    {"text on every second row", &ThemeColors::text, &ThemeColors::alternate},
    {"text under the pointer", &ThemeColors::text, &ThemeColors::softBorder},
    {"text of a chosen row", &ThemeColors::text, &ThemeColors::selectedRow},
    {"text of an error", &ThemeColors::text, &ThemeColors::errorBackground},
    {"text of a warning", &ThemeColors::text, &ThemeColors::warningBackground},
    {"text of what is good", &ThemeColors::text, &ThemeColors::goodBackground},
    {"secondary on window", &ThemeColors::secondaryText, &ThemeColors::window},
    {"secondary on base", &ThemeColors::secondaryText, &ThemeColors::base},
    {"secondary on every second row", &ThemeColors::secondaryText, &ThemeColors::alternate},
    {"secondary under the pointer", &ThemeColors::secondaryText, &ThemeColors::softBorder},
    {"secondary of a chosen row", &ThemeColors::secondaryText, &ThemeColors::selectedRow},
    {"link on window", &ThemeColors::accent, &ThemeColors::window},
    {"link on base", &ThemeColors::accent, &ThemeColors::base},
    {"link of an error", &ThemeColors::accent, &ThemeColors::errorBackground},
    {"link of a warning", &ThemeColors::accent, &ThemeColors::warningBackground},
    {"text on the accent", &ThemeColors::accentText, &ThemeColors::accent},
    {"error on window", &ThemeColors::error, &ThemeColors::window},
    {"error on base", &ThemeColors::error, &ThemeColors::base},
    {"error on its ground", &ThemeColors::error, &ThemeColors::errorBackground},
    {"warning on window", &ThemeColors::warning, &ThemeColors::window},
    {"warning on base", &ThemeColors::warning, &ThemeColors::base},
    {"warning on its ground", &ThemeColors::warning, &ThemeColors::warningBackground},
    {"good on window", &ThemeColors::good, &ThemeColors::window},
    {"good on base", &ThemeColors::good, &ThemeColors::base},
    {"good on its ground", &ThemeColors::good, &ThemeColors::goodBackground},
    {"over on base", &ThemeColors::overText, &ThemeColors::base},
};

std::vector<DeviceId> allDevices() {
    std::vector<DeviceId> devices{DeviceId::cpu(), DeviceId::disk(), kNoDevice};
    for (std::uint32_t index = 0; index < 9; ++index) {
        devices.push_back(DeviceId::gpu(index));
    }
    return devices;
}

}  // namespace

void TestTheme::textsCanBeRead_data() {
    QTest::addColumn<QColor>("ink");
    QTest::addColumn<QColor>("ground");
    for (const auto& [mode, colors] : kModes) {
        for (const TextOnGround& text : kTexts) {
            QTest::addRow("%s: %s", mode, text.name) << colors->*text.ink << colors->*text.ground;
        }
        QTest::addRow("%s: text of the cell with the keys", mode)
            << colors->text << mixColors(colors->accent, colors->selectedRow, 0.25);
        QTest::addRow("%s: text on the accent under the pointer", mode)
            << colors->accentText << mixColors(colors->accent, colors->base, 0.88);
        for (const DeviceId device : allDevices()) {
            QTest::addRow("%s: block on %s", mode, deviceName(device).c_str())
                << colors->text << colors->deviceBackground(device);
        }
        for (std::size_t model = 0; model < 6; ++model) {
            QTest::addRow("%s: block of model %zu", mode, model)
                << colors->text << colors->modelBackground(model);
        }
        // A number in a bar takes whichever of both is farther off.
        for (const QColor& ground : {colors->otherPrograms, colors->contextOverhead}) {
            const bool dark =
                contrastRatio(colors->text, ground) > contrastRatio(colors->base, ground);
            QTest::addRow("%s: number on %s", mode, qPrintable(ground.name()))
                << (dark ? colors->text : colors->base) << ground;
        }
    }
}

void TestTheme::textsCanBeRead() {
    QFETCH(QColor, ink);
    QFETCH(QColor, ground);
    QVERIFY2(contrastRatio(ink, ground) >= kLeastTextContrast,
             qPrintable(QString::number(contrastRatio(ink, ground))));
}

void TestTheme::chipsCanBeRead_data() {
    QTest::addColumn<const ThemeColors*>("colors");
    QTest::addColumn<int>("index");
    for (const auto& [mode, colors] : kModes) {
        for (std::size_t i = 0; i < allDevices().size(); ++i) {
            QTest::addRow("%s: %s", mode, deviceName(allDevices()[i]).c_str())
                << colors << static_cast<int>(i);
        }
    }
}

/// As painted: the text's own pixels aside, no pixel of a chip is too near to the text.
void TestTheme::chipsCanBeRead() {
    QFETCH(const ThemeColors*, colors);
    QFETCH(int, index);
    const DeviceId device = allDevices()[static_cast<std::size_t>(index)];
    QImage image(40, 20, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    painter.fillRect(image.rect(), colors->deviceBrush(device));
    painter.end();
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            const double ratio =
                contrastRatio(colors->deviceChipText(device), image.pixelColor(x, y));
            QVERIFY2(ratio >= kLeastTextContrast, qPrintable(QString::number(ratio)));
        }
    }
    // The textures of GPU 4 to 7 are there all the same.
    const bool isTextured = image.pixelColor(0, 0) != image.pixelColor(4, 0);
    QCOMPARE(isTextured, colors->deviceBrush(device).style() == Qt::TexturePattern);
}

void TestTheme::highContrastHasSevenToOne() {
    const ThemeColors& colors = highContrastColors();
    for (const TextOnGround& text : kTexts) {
        QVERIFY2(contrastRatio(colors.*text.ink, colors.*text.ground) >= 7, text.name);
    }
    for (const DeviceId device : allDevices()) {
        QVERIFY2(contrastRatio(colors.text, colors.deviceBackground(device)) >= 7,
                 deviceName(device).c_str());
    }
    // Edges of controls, and lines of charts: WCAG 2.1, 1.4.11.
    QVERIFY(contrastRatio(colors.border, colors.base) >= 3);
    QVERIFY(contrastRatio(colors.accent, colors.base) >= 3);
    for (const QColor& line : {colors.ramAnonymous, colors.ramShared, colors.ramFile}) {
        QVERIFY(contrastRatio(line, colors.base) >= 3);
    }
}

void TestTheme::highContrastIsAMode() {
    m_theme->setMode(ThemeMode::HighContrast);
    QVERIFY(m_theme->colors().dark);
    QCOMPARE(QApplication::palette().color(QPalette::Window), QColor(Qt::black));
    QCOMPARE(QApplication::palette().color(QPalette::WindowText), QColor(Qt::white));
    m_theme->setMode(ThemeMode::Light);
    QCOMPARE(QApplication::palette().color(QPalette::Base), QColor(Qt::white));
}

namespace {

/// Of the text of a control with its ground, as they are painted.
double paintedContrast(QWidget& control) {
    QFont font = control.font();
    font.setPixelSize(60);  // strokes that are wider than what is smoothed at their edges
    control.setFont(font);
    control.resize(200, 90);
    const QImage image = control.grab().toImage();
    const QColor ground = image.pixelColor(190, 45);
    double most = 0;
    for (int y = 10; y < 80; ++y) {
        for (int x = 10; x < 180; ++x) {
            most = std::max(most, contrastRatio(image.pixelColor(x, y), ground));
        }
    }
    return most;
}

}  // namespace

/// The limits that follow from a device stand in their fields as placeholders; the disk's, which
/// cannot be typed, too.
void TestTheme::placeholdersCanBeRead() {
    QFETCH(int, mode);
    m_theme->setMode(static_cast<ThemeMode>(mode));
    for (const bool isEnabled : {true, false}) {
        QLineEdit field;
        field.setPlaceholderText(QStringLiteral("64"));
        field.setEnabled(isEnabled);
        const double contrast = paintedContrast(field);
        QVERIFY2(contrast >= kLeastTextContrast, qPrintable(QString::number(contrast)));
    }
    m_theme->setMode(ThemeMode::Light);
}

/// What cannot be pressed now is to be read all the same.
void TestTheme::disabledButtonsCanBeReadInHighContrast() {
    m_theme->setMode(ThemeMode::HighContrast);
    for (const bool isPrimary : {true, false}) {
        QToolButton button;
        button.setText(QStringLiteral("Lo"));
        button.setProperty("primary", isPrimary);
        button.setEnabled(false);
        const double contrast = paintedContrast(button);
        QVERIFY2(contrast >= kLeastTextContrast, qPrintable(QString::number(contrast)));
    }
    m_theme->setMode(ThemeMode::Light);
}

/// A choice that can be typed into shows its text where its neighbours show theirs.
void TestTheme::choicesBeginAlike() {
    const auto firstInk = [](bool isEditable) {
        QComboBox choice;
        choice.addItem(QStringLiteral("IIII"));
        choice.setEditable(isEditable);
        choice.resize(140, 24);
        choice.show();
        const QImage image = choice.grab().toImage();
        for (int x = 4; x < image.width(); ++x) {
            for (int y = 6; y < 18; ++y) {
                if (contrastRatio(image.pixelColor(x, y), lightColors().base) > 3) {
                    return x;
                }
            }
        }
        return -1;
    };
    QVERIFY(firstInk(false) > 4);
    QCOMPARE(firstInk(true), firstInk(false));
}

void TestTheme::focusIsSeen_data() {
    QTest::addColumn<int>("mode");
    QTest::newRow("light") << static_cast<int>(ThemeMode::Light);
    QTest::newRow("dark") << static_cast<int>(ThemeMode::Dark);
    QTest::newRow("high contrast") << static_cast<int>(ThemeMode::HighContrast);
}

/// Each kind of control looks different while it has the keys.
void TestTheme::focusIsSeen() {
    QFETCH(int, mode);
    m_theme->setMode(static_cast<ThemeMode>(mode));
    QWidget window;
    auto* column = new QVBoxLayout(&window);
    const auto add = [column](QWidget* control) {
        control->setFocusPolicy(Qt::StrongFocus);
        column->addWidget(control);
        return control;
    };
    auto* primary = new QPushButton(QStringLiteral("Load"));
    primary->setProperty("primary", true);
    auto* combo = new QComboBox;
    combo->addItems({QStringLiteral("auto"), QStringLiteral("balanced")});
    auto* table = new QTableWidget(2, 2);
    table->setItem(0, 0, new QTableWidgetItem(QStringLiteral("cell")));
    table->setCurrentCell(0, 0);
    auto* tabs = new QTabBar;
    tabs->addTab(QStringLiteral("first"));
    tabs->addTab(QStringLiteral("second"));
    auto* links = new QLabel(QStringLiteral("<a href='a'>a link</a>"));
    links->setTextInteractionFlags(Qt::LinksAccessibleByKeyboard);
    const QList<QWidget*> controls{add(new QPushButton(QStringLiteral("Pause"))),
                                   add(primary),
                                   add(new QToolButton),
                                   add(new QLineEdit),
                                   add(new QSpinBox),
                                   add(combo),
                                   add(new QCheckBox(QStringLiteral("Offload"))),
                                   add(new QSlider(Qt::Horizontal)),
                                   add(table),
                                   add(tabs),
                                   add(links)};
    window.setAttribute(Qt::WA_KeyboardFocusChange);  // as after the Tab key
    window.show();
    window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    for (QWidget* control : controls) {
        control->setFocus(Qt::TabFocusReason);
        const QImage with = control->grab().toImage();
        control->clearFocus();
        QVERIFY2(with != control->grab().toImage(), control->metaObject()->className());
    }
    m_theme->setMode(ThemeMode::Light);
}

/// As a check box is, so that one that is not checked is seen.
void TestTheme::marksInTablesAreOutlined() {
    QFETCH(int, mode);
    m_theme->setMode(static_cast<ThemeMode>(mode));
    QTableWidget table(1, 1);
    table.setShowGrid(false);
    auto* item = new QTableWidgetItem;
    item->setCheckState(Qt::Unchecked);
    table.setItem(0, 0, item);
    table.show();
    const QImage image = table.viewport()->grab(table.visualItemRect(item)).toImage();
    const QColor line = m_theme->colors().secondaryText;
    int outline = 0;
    for (int x = 0; x < image.width(); ++x) {
        outline += image.pixelColor(x, image.height() / 2) == line ? 1 : 0;
    }
    QCOMPARE(outline, 2);  // its left and its right side
    m_theme->setMode(ThemeMode::Light);
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

void TestTheme::outlinesAreWholePixels_data() {
    QTest::addColumn<double>("scale");
    QTest::addColumn<int>("line");
    QTest::newRow("1") << 1.0 << 1;
    QTest::newRow("1.25") << 1.25 << 1;
    QTest::newRow("1.5") << 1.5 << 1;
    QTest::newRow("1.75") << 1.75 << 1;
    QTest::newRow("2") << 2.0 << 2;
}

/// Of a bar, at every scale and place: all edges alike, and nothing of the fill outside of them.
void TestTheme::outlinesAreWholePixels() {
    QFETCH(double, scale);
    QFETCH(int, line);
    for (int offset = 0; offset < 4; ++offset) {
        QImage image(200, 80, QImage::Format_RGB32);
        image.setDevicePixelRatio(scale);
        image.fill(Qt::white);
        QPainter painter(&image);
        painter.translate(offset, offset);  // as a widget in its window
        const QRect bar(3, 3, 61, 15);
        painter.fillRect(bar, Qt::blue);
        paintOutline(painter, bar, Qt::red);
        painter.end();
        const QPoint inside =
            ((bar.center() + QPoint(offset, offset)).toPointF() * scale).toPoint();
        const auto runsAlong = [&](QPoint step) {
            QString runs;
            for (QPoint at(step.y() * inside.x(), step.x() * inside.y()); image.rect().contains(at);
                 at += step) {
                const QColor color = image.pixelColor(at);
                runs += color == Qt::white  ? u'.'
                        : color == Qt::red  ? u'r'
                        : color == Qt::blue ? u'b'
                                            : u'?';
            }
            return runs;
        };
        const QRegularExpression wanted(QStringLiteral("^\\.+r{%1}b+r{%1}\\.+$").arg(line));
        for (const QPoint step : {QPoint(1, 0), QPoint(0, 1)}) {
            QVERIFY2(wanted.match(runsAlong(step)).hasMatch(), qPrintable(runsAlong(step)));
        }
    }
}

/// A legend's square is seen on every base, whatever it stands for; a plain one is all fill.
void TestTheme::paleSwatchesHaveAnEdge() {
    for (const ThemeColors& colors : {lightColors(), darkColors(), highContrastColors()}) {
        for (const DeviceId device : {DeviceId::gpu(0), DeviceId::gpu(1), DeviceId::cpu()}) {
            for (const bool pale : {false, true}) {
                const QColor fill =
                    pale ? colors.deviceBackground(device) : colors.deviceFill(device);
                QImage image(8, 8, QImage::Format_RGB32);
                QPainter painter(&image);
                paintSwatch(painter, image.rect(), fill, colors);
                painter.end();
                QCOMPARE(image.pixelColor(4, 4), fill);
                QCOMPARE(image.pixelColor(0, 4), pale ? colors.border : fill);
                QCOMPARE(image.pixelColor(7, 7), pale ? colors.border : fill);
            }
        }
    }
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
