// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plan/plan_panels.h"

#include "engine/plan/strategies/strategies.h"
#include "widgets/document/document.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/translation.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>

#include <algorithm>

namespace stowage {
namespace {

double bufferBytesOf(const ModuleTree& tree) {
    double bytes = 0;
    for (const TensorSpec& tensor : tree.tensors()) {
        bytes += tensor.kind == TensorKind::Buffer ? static_cast<double>(tensor.byteSize) : 0;
    }
    return bytes;
}

bool liesOn(const PlacementPlan& plan, DeviceId device) {
    const DevicePlacement* const placement = plan.placement(device);
    return placement != nullptr && placement->weights > 0;
}

/// The modules; where some are streamed by name, or all computed, the words of `--offloaded`.
QString computedText(const std::vector<OffloadRule>& rules) {
    const bool areModules = std::ranges::all_of(rules, [](const OffloadRule& rule) {
        return rule.mode == OffloadRule::Mode::Compute && !rule.module.empty();
    });
    QStringList words;
    if (!areModules) {
        return textList(offloadRuleWords(rules)).join(QLatin1Char(' '));
    }
    for (const OffloadRule& rule : rules) {
        words.push_back(QString::fromStdString(rule.module));
    }
    return words.join(QStringLiteral(", "));
}

/// What computedText() gives, back; `before` where it is neither.
std::vector<OffloadRule> rulesFrom(const QString& text, const std::vector<OffloadRule>& before) {
    if (text == computedText(before)) {
        return before;
    }
    std::vector<OffloadRule> rules;
    for (const QString& word :
         text.split(QRegularExpression(QStringLiteral("[,\\s]+")), Qt::SkipEmptyParts)) {
        const std::string typed = word.toStdString();
        const bool isModule = word != QLatin1String("compute") && word != QLatin1String("stream") &&
                              !word.contains(QLatin1Char(':'));
        const bool follows = isModule && !rules.empty() && !rules.back().module.empty();
        const auto mode = follows ? rules.back().mode : OffloadRule::Mode::Compute;
        const auto parsed =
            isModule ? Result<std::vector<OffloadRule>>({{mode, typed}}) : parseOffloadRules(typed);
        if (!parsed) {
            return before;
        }
        rules.insert(rules.end(), parsed->begin(), parsed->end());
    }
    return rules;
}

}  // namespace

PlanSwitches::PlanSwitches(Document* document, const Theme* theme, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_theme(theme),
      m_buffers(withName(
          makeParagraph({}, theme->font(TextRole::Caption), this, QPalette::PlaceholderText),
          "buffers_line", tr("Memory of an empty model"))) {
    auto* checks = new QWidget(this);
    auto* flow = new FlowLayout(kGap, kLineGap, checks);
    m_offloadBuffers =
        addCheck(flow, "offload_buffers_check", tr("offload buffers"),
                 tr("offload_buffers: the buffers of offloaded modules are offloaded with their "
                    "weights; otherwise they remain on the GPU that runs the module"));
    m_fallback = addCheck(flow, "fallback_allocation_check", tr("fallback allocation"),
                          tr("fallback_allocation: if the first module does not fit, a smaller "
                             "module is placed first"));
    m_clean = addCheck(flow, "clean_result_check", tr("clean result"),
                       tr("clean_result: the modules of one block that are on one device become "
                          "one entry of the map"));
    m_buffersOnMeta =
        addCheck(flow, "buffers_on_meta_check", tr("buffers on meta"),
                 tr("include_buffers of init_empty_weights: the buffers of the empty model are on "
                    "the meta device, like its parameters; the plan does not change"));
    auto* layout = makeColumn(this, kLineGap);
    addWidgets(layout, {checks, m_buffers, makeHooksRow(), makeFolderRow()});
    connect(m_offloadBuffers, &QCheckBox::clicked, this, [this](bool isOn) {
        m_document->edit(SetFlagEdit{"offload_buffers", isOn});
    });
    connect(m_fallback, &QCheckBox::clicked, this, [this](bool isOn) {
        m_document->edit(SetFlagEdit{"fallback_allocation", isOn});
    });
    connect(m_clean, &QCheckBox::clicked, this, [this](bool isOn) {
        m_document->edit(SetFlagEdit{"keep_map_unclean", !isOn});
    });
    connect(m_buffersOnMeta, &QCheckBox::clicked, this, &PlanSwitches::showBuffers);
    connect(document, &Document::planChanged, this, &PlanSwitches::showPlan);
    connect(document, &Document::editRefused, this, &PlanSwitches::showPlan);
    showPlan();
}

QCheckBox* PlanSwitches::addCheck(QLayout* layout, const char* name, const QString& text,
                                  const QString& toolTip) {
    auto* check = withName(new QCheckBox(text, this), name);
    check->setToolTip(toolTip);
    check->setAccessibleDescription(toolTip);
    check->setFont(m_theme->font(TextRole::Tree));
    layout->addWidget(check);
    return check;
}

QWidget* PlanSwitches::makeHooksRow() {
    m_hooksRow = new QWidget(this);
    auto* flow = new FlowLayout(kGap, kLineGap, m_hooksRow);
    m_mainDevice = withName(new QComboBox(m_hooksRow), "main_device", tr("Main device"));
    m_mainDevice->setToolTip(
        tr("main_device of dispatch_model: the device that offloaded modules are moved to when "
           "they run, if the model has hooks"));
    m_preload =
        withName(new QLineEdit(m_hooksRow), "preload_module_classes", tr("Preloaded classes"));
    m_preload->setPlaceholderText(tr("no preloaded classes"));
    m_preload->setToolTip(
        tr("preload_module_classes of dispatch_model: classes, separated by commas, whose modules "
           "fetch all weights of their submodules at once"));
    m_computed = withName(new QLineEdit(m_hooksRow), "offloaded_modules",
                          tr("Offloaded modules computed on the CPU"));
    m_computed->setPlaceholderText(tr("no modules computed on the CPU"));
    m_computed->setToolTip(
        tr("Offloaded modules, separated by commas, that the CPU computes. Their weights are not "
           "moved to the main device. The field also accepts the words of --offloaded: "
           "\"compute\", \"stream:lm_head\". Accelerate has no such option."));
    m_mainDevice->setFont(m_theme->font(TextRole::Tree));
    m_preload->setFont(m_theme->font(TextRole::Tree));
    m_computed->setFont(m_theme->font(TextRole::Tree));
    flow->addWidget(m_mainDevice);
    m_forceHooks = addCheck(flow, "force_hooks_check", tr("force hooks"),
                            tr("force_hooks of dispatch_model: adds hooks even if the model is on "
                               "one device, so that the main device takes effect"));
    constexpr int kFieldFrame = 24;
    for (QLineEdit* field : {m_preload, m_computed}) {
        field->setMinimumWidth(field->fontMetrics().horizontalAdvance(field->placeholderText()) +
                               kFieldFrame);
        flow->addWidget(field);
        connect(field, &QLineEdit::editingFinished, this, &PlanSwitches::commitHooks);
    }
    connect(m_mainDevice, &QComboBox::activated, this, &PlanSwitches::commitHooks);
    connect(m_forceHooks, &QCheckBox::clicked, this, &PlanSwitches::commitHooks);
    return m_hooksRow;
}

void PlanSwitches::commitHooks() {
    const auto plan = m_document->plan();
    if (plan == nullptr) {
        return;
    }
    HookOptions hooks;
    hooks.force = m_forceHooks->isChecked();
    if (const auto device = parseDevice(m_mainDevice->currentData().toString().toStdString())) {
        hooks.mainDevice = *device;
    }
    for (const QString& name : m_preload->text().split(QLatin1Char(','), Qt::SkipEmptyParts)) {
        if (!name.trimmed().isEmpty()) {
            hooks.preloadClasses.push_back(name.trimmed().toStdString());
        }
    }
    hooks.offloaded = rulesFrom(m_computed->text(), plan->request.hooks.offloaded);
    if (hooks != plan->request.hooks) {
        m_document->edit(HookOptionsEdit{std::move(hooks)});
    } else {
        showHooks(*plan);  // what could not be read is not kept
    }
}

void PlanSwitches::showHooks(const PlacementPlan& plan) {
    const HookOptions& hooks = plan.request.hooks;
    m_hooksRow->setVisible(liesOn(plan, DeviceId::cpu()) || liesOn(plan, DeviceId::disk()) ||
                           hooks.any());
    m_forceHooks->setChecked(hooks.force);
    m_mainDevice->clear();
    m_mainDevice->addItem(tr("main device: automatic"), QString());
    for (const DeviceInfo& device : plan.request.devices) {
        if (device.id != DeviceId::disk() && isOnFirstMachine(plan.request.devices, device.id)) {
            m_mainDevice->addItem(tr("main device: %1").arg(translated(deviceLabel(device.id))),
                                  QString::fromStdString(deviceName(device.id)));
        }
        if (hooks.mainDevice == device.id) {
            m_mainDevice->setCurrentIndex(m_mainDevice->count() - 1);
        }
    }
    m_preload->setText(textList(hooks.preloadClasses).join(QStringLiteral(", ")));
    m_computed->setText(computedText(hooks.offloaded));
}

QWidget* PlanSwitches::makeFolderRow() {
    m_folderRow = new QWidget(this);
    m_folder = withName(new QLineEdit(m_folderRow), "offload_folder", tr("Offload folder"));
    m_folder->setPlaceholderText(tr("a temporary folder"));
    m_folder->setToolTip(
        tr("offload_folder: the folder in which a load stores the weights on disk; a specified "
           "folder is kept after unloading"));
    m_folder->setFont(m_theme->font(TextRole::Tree));
    QLabel* caption = makeCaption(m_folder->accessibleName(), m_theme->font(TextRole::Tree),
                                  m_folder, QPalette::PlaceholderText);
    auto* choose = withName(new QPushButton(tr("Choose…"), m_folderRow), "offload_folder_choose",
                            tr("Choose the offload folder"));
    choose->setProperty("compact", true);
    choose->setFont(m_theme->font(TextRole::Tree));
    choose->hide();
    m_choose = choose;
    auto* layout = makeRow(m_folderRow, 8);
    layout->addWidget(caption);
    layout->addWidget(m_folder, 1);
    layout->addWidget(choose);
    connect(choose, &QPushButton::clicked, this, [this] {
        m_dialogs->chooseModelFolder(this, m_document->folder(),
                                     [this](const QString& folder) { m_folder->setText(folder); });
    });
    return m_folderRow;
}

void PlanSwitches::setDialogs(FileDialogs* dialogs) {
    m_dialogs = dialogs;
    m_choose->setVisible(dialogs != nullptr);
}

std::string PlanSwitches::offloadFolder() const {
    const QString text = m_folder->text().trimmed();
    const auto plan = m_document->plan();
    if (text.isEmpty() || plan == nullptr || !liesOn(*plan, DeviceId::disk())) {
        return {};
    }
    return QDir::cleanPath(QDir(m_document->folder()).absoluteFilePath(text)).toStdString();
}

void PlanSwitches::showPlan() {
    const auto plan = m_document->plan();
    setVisible(plan != nullptr);
    if (plan == nullptr) {
        return;
    }
    const PlacementRequest& request = plan->request;
    const PlacementConstraints& constraints = request.constraints;
    m_offloadBuffers->setChecked(constraints.offloadBuffers);
    m_fallback->setChecked(constraints.fallbackAllocation);
    m_clean->setChecked(!constraints.keepMapUnclean);
    // The switches are Accelerate's, and a given map is taken as it is; from_pretrained hands
    // fallback_allocation on to nobody.
    const bool infers = strategyOwner(request) == StrategyOwner::Accelerate;
    m_fallback->setEnabled(infers && request.rules == PlacementRules::Accelerate);
    m_clean->setEnabled(infers);
    showHooks(*plan);
    m_folderRow->setVisible(liesOn(*plan, DeviceId::disk()));
    if (m_tree != request.tree) {
        m_tree = request.tree;
        m_bufferBytes = bufferBytesOf(*m_tree);
    }
    showBuffers();
}

void PlanSwitches::showBuffers() {
    m_buffersOnMeta->setVisible(m_bufferBytes > 0);
    m_buffers->setVisible(m_bufferBytes > 0);
    const QString bytes = sizeText(m_bufferBytes);
    m_buffers->setText(m_buffersOnMeta->isChecked()
                           ? tr("An empty model needs no RAM: its buffers (%1) are on the meta "
                                "device, like the parameters.")
                                 .arg(bytes)
                           : tr("An empty model needs %1 of RAM for its buffers. Only its "
                                "parameters are on the meta device.")
                                 .arg(bytes));
    m_buffers->setToolTip(exactBytesText(m_bufferBytes));
}

}  // namespace stowage
