// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/help/about_dialog.h"

#include "engine/base/build_info.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/labels.h"
#include "widgets/support/theme.h"

#include <QCoreApplication>
#include <QLabel>
#include <QPushButton>
#include <QSysInfo>

namespace stowage {
namespace {

constexpr int kAboutWidth = 480;
/// More devices and libraries scroll.
constexpr int kAboutLines = 24;

constexpr UsedLibrary kLibraries[] = {
    {"Qt", "LGPL-3.0-only", QT_TRANSLATE_NOOP("AboutDialog", "the window")},
    {"QCustomPlot", "GPL-3.0-or-later", QT_TRANSLATE_NOOP("AboutDialog", "charts")},
    {"LibTorch", "BSD-3-Clause", QT_TRANSLATE_NOOP("AboutDialog", "loading and running")},
    {"nlohmann/json", "MIT", QT_TRANSLATE_NOOP("AboutDialog", "JSON files")},
    {"OpenSSL", "Apache-2.0", QT_TRANSLATE_NOOP("AboutDialog", "digests of bytes")},
    {"PCRE2", "BSD-3-Clause", QT_TRANSLATE_NOOP("AboutDialog", "tokenizers")},
    {"utf8proc", "MIT", QT_TRANSLATE_NOOP("AboutDialog", "tokenizers")},
    {"SentencePiece", "Apache-2.0", QT_TRANSLATE_NOOP("AboutDialog", "tokenizers")},
};

QString viewText(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QString versionsText() {
    const BuildInfo info = buildInfo();
    QStringList lines{
        AboutDialog::tr("Stowage %1").arg(QCoreApplication::applicationVersion()),
        info.libtorch.empty() ? AboutDialog::tr("LibTorch: none; this build cannot load")
                              : AboutDialog::tr("LibTorch %1").arg(viewText(info.libtorch)),
        AboutDialog::tr("Qt %1, built with %2").arg(QLatin1String(qVersion()), viewText(info.qt)),
        AboutDialog::tr("Rules of Accelerate %1 and transformers %2")
            .arg(viewText(info.accelerate), viewText(info.transformers)),
        QStringLiteral("%1, %2").arg(QSysInfo::prettyProductName(),
                                     QSysInfo::currentCpuArchitecture())};
    return lines.join(QLatin1Char('\n'));
}

QString aboutDeviceText(const DeviceInfo& device) {
    QString text = laneLabel(device.id);
    if (device.id.isGpu()) {
        text += QStringLiteral(": ") + shownDeviceName(device);
        if (device.simulated && device.name == simulatedName(device.capacity.value_or(0))) {
            return text;  // which says both already
        }
        if (device.simulated) {
            text = AboutDialog::tr("%1 (simulated)").arg(text);
        }
    }
    return device.capacity ? AboutDialog::tr("%1, %2").arg(
                                 text, formatInOwnUnit(static_cast<double>(*device.capacity)))
                           : text;
}

QString aboutDevicesText(const std::vector<DeviceInfo>& devices) {
    QStringList lines;
    for (const DeviceInfo& device : devices) {
        lines.append(aboutDeviceText(device));
    }
    return lines.join(QLatin1Char('\n'));
}

QString librariesText() {
    QStringList lines;
    for (const UsedLibrary& library : kLibraries) {
        lines.append(AboutDialog::tr("%1 (%2): %3")
                         .arg(QLatin1String(library.name), AboutDialog::tr(library.use),
                              QLatin1String(library.licence)));
    }
    return lines.join(QLatin1Char('\n'));
}

}  // namespace

std::span<const UsedLibrary> usedLibraries() {
    return kLibraries;
}

QString programDetails(const std::vector<DeviceInfo>& devices) {
    return versionsText() + QStringLiteral("\n\n") + AboutDialog::tr("Devices") +
           QLatin1Char('\n') + aboutDevicesText(devices) + QStringLiteral("\n\n") +
           AboutDialog::tr("Libraries and their licences") + QLatin1Char('\n') + librariesText() +
           QLatin1Char('\n');
}

AboutDialog::AboutDialog(const std::vector<DeviceInfo>& devices, const Theme* theme,
                         QWidget* parent)
    : QDialog(parent) {
    setObjectName(QStringLiteral("about_dialog"));
    setWindowTitle(tr("About Stowage"));
    QLabel* title = makeTextLine(tr("Stowage %1").arg(QCoreApplication::applicationVersion()),
                                 theme->font(TextRole::Title, true), this);
    QLabel* text = makeParagraph(
        tr("Plans where a neural network's weights go, loads them, and shows what the memory "
           "really does.\n\nFree software under the GNU General Public License, version 3 or "
           "later."),
        theme->font(TextRole::Base), this);
    auto* details = withName(new SelectableText(this), "about_details",
                             tr("Versions, devices, libraries and their licences"));
    details->setMaximumLines(kAboutLines);
    details->setFont(theme->font(TextRole::Tree));
    details->setText(programDetails(devices).trimmed());
    auto* row = new QWidget(this);
    auto* buttons = makeRow(row, 8);
    buttons->addStretch(1);
    QPushButton* copy = addButton(row, "about_copy", tr("Copy"), theme->font(TextRole::Tree));
    copy->setToolTip(tr("Copy versions, devices and libraries as text, for a report of a fault"));
    connect(copy, &QPushButton::clicked, this, [copy, all = programDetails(devices)] {
        copyToClipboard(all);
        copy->setText(tr("Copied"));
    });
    QPushButton* close = addButton(row, "about_close", tr("Close"), theme->font(TextRole::Tree));
    close->setDefault(true);
    close->setFocus();
    connect(close, &QPushButton::clicked, this, &QDialog::close);
    auto* layout = makeColumn(this, 12, {20, 20, 20, 16});
    addWidgets(layout, {title, text, details, row});
    setMinimumWidth(px(kAboutWidth));
}

}  // namespace stowage
