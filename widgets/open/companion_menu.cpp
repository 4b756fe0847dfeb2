// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/open/companion_menu.h"

#include "engine/checkpoint/checkpoint.h"
#include "engine/checkpoint/keys/joined_checkpoint.h"
#include "engine/checkpoint/open/companions.h"
#include "widgets/document/document.h"
#include "widgets/support/file_dialogs.h"

#include <QFileInfo>
#include <QMenu>

#include <algorithm>
#include <array>
#include <cstddef>

namespace stowage {
namespace {

/// Whether a path names a folder: by its ending, where it is one of another machine.
bool isFolder(const QFileInfo& path) {
    constexpr std::array kEndings{"safetensors", "bin", "gguf", "pt", "pth", "ckpt", "json"};
    const std::string ending = path.suffix().toStdString();
    return path.exists() ? path.isDir() : std::ranges::find(kEndings, ending) == kEndings.end();
}

/// The last name of a path as that of a module, "draft_2" where "draft" is taken.
std::string nameFor(const QString& path, const std::vector<std::string>& taken) {
    const QFileInfo info(path);
    QString name = isFolder(info) ? info.fileName() : info.completeBaseName();
    name.replace(QLatin1Char('.'), QLatin1Char('_'));
    const std::string base = name.isEmpty() ? std::string("model") : name.toStdString();
    std::string free = base;
    for (int i = 2; std::ranges::find(taken, free) != taken.end(); ++i) {
        free = base + "_" + std::to_string(i);
    }
    return free;
}

std::vector<std::string> adapterNames(const Checkpoint& checkpoint) {
    std::vector<std::string> names;
    for (const Adapter& adapter :
         checkpoint.adapters ? *checkpoint.adapters : std::vector<Adapter>()) {
        names.push_back(adapter.name);
    }
    return names;
}

std::vector<std::string> tenantNames(const Checkpoint& checkpoint) {
    std::vector<std::string> names;
    for (const NamedCheckpoint& tenant :
         checkpoint.tenants ? *checkpoint.tenants : std::vector<NamedCheckpoint>()) {
        names.push_back(tenant.name);
    }
    return names;
}

/// The machine that has a model's weights; "" where that is this one, or nobody said.
QString weightsHostOf(const Checkpoint* checkpoint) {
    return checkpoint == nullptr || checkpoint->elsewhere == nullptr
               ? QString()
               : QString::fromStdString(checkpoint->elsewhere->machine);
}

}  // namespace

CompanionMenu::CompanionMenu(Document* document, FileDialogs* dialogs, QWidget* window)
    : QObject(window),
      m_document(document),
      m_dialogs(dialogs),
      m_window(window),
      m_menu(new QMenu(tr("Plan Together With"), window)) {
    m_menu->setObjectName(QStringLiteral("companion_menu"));
    m_menu->menuAction()->setEnabled(false);
    connect(m_menu, &QMenu::aboutToShow, this, &CompanionMenu::fill);
    connect(document, &Document::modelChanged, this,
            [this] { m_menu->menuAction()->setEnabled(m_document->checkpoint() != nullptr); });
}

OpenOptions CompanionMenu::with(Companion companion, const QString& path) const {
    OpenOptions options = m_document->openOptions();
    const auto checkpoint = m_document->checkpoint();
    if (checkpoint == nullptr) {
        return options;
    }
    const std::string place = QFileInfo(path).absoluteFilePath().toStdString();
    if (companion == Companion::TreeFile) {
        options.treeFile = place;
        return options;
    }
    const bool isAdapter = companion == Companion::Adapter;
    std::vector<std::string> taken =
        isAdapter ? adapterNames(*checkpoint) : tenantNames(*checkpoint);
    if (!isAdapter && taken.empty()) {
        taken.emplace_back("model");  // what the open one is called beside others
    }
    (isAdapter ? options.adapters : options.tenants).push_back({nameFor(path, taken), place});
    return options;
}

void CompanionMenu::addRemovals(std::vector<NamedPath> OpenOptions::*paths,
                                const std::vector<std::string>& names, const QString& text) {
    const std::size_t count = (m_document->openOptions().*paths).size();
    // What was opened with the model, as an adapter's own folder over its base, stands before.
    const std::size_t before = names.size() > count ? names.size() - count : 0;
    for (std::size_t i = 0; i < count && before + i < names.size(); ++i) {
        QAction* const action =
            m_menu->addAction(text.arg(QString::fromStdString(names[before + i])));
        connect(action, &QAction::triggered, this, [this, paths, i] {
            OpenOptions options = m_document->openOptions();
            (options.*paths).erase((options.*paths).begin() + static_cast<std::ptrdiff_t>(i));
            Q_EMIT openRequested(m_document->path(), options);
        });
    }
}

void CompanionMenu::fill() {
    m_menu->clear();
    const QString folder = m_document->folder();
    const auto asked = [this, folder](Companion companion, bool isFolder) {
        const auto chosen = [this, companion](const QString& path) {
            if (m_document->checkpoint() != nullptr) {
                Q_EMIT openRequested(m_document->path(), with(companion, path));
            }
        };
        isFolder ? m_dialogs->openFolder(m_window, folder, chosen)
                 : m_dialogs->openFile(m_window, folder, chosen);
    };
    const auto entry = [this](const char* name, const QString& text, const QString& tip) {
        QAction* const action = m_menu->addAction(text);
        action->setObjectName(QLatin1String(name));
        action->setToolTip(tip);
        action->setStatusTip(tip);
        return action;
    };
    const auto checkpoint = m_document->checkpoint();
    if (const QString host = weightsHostOf(checkpoint.get()); host.isEmpty()) {
        connect(entry("add_adapter_action", tr("LoRA Adapter…"),
                      tr("A folder of PEFT or diffusers, laid over the open model, not merged")),
                &QAction::triggered, this, [asked] { asked(Companion::Adapter, true); });
        connect(entry("add_model_folder_action", tr("Model Folder…"),
                      tr("Another model on the same devices: a draft model, an embedder")),
                &QAction::triggered, this, [asked] { asked(Companion::Tenant, true); });
        connect(entry("add_model_action", tr("Model File…"),
                      tr("Another model on the same devices: weights or a config.json")),
                &QAction::triggered, this, [asked] { asked(Companion::Tenant, false); });
    } else {
        connect(
            entry("add_adapter_action", tr("LoRA Adapter on %1…").arg(host),
                  tr("A folder of PEFT or diffusers on %1, where the model is, laid over it, not "
                     "merged; copy an adapter of this machine there first")
                      .arg(host)),
            &QAction::triggered, this, [this] { Q_EMIT thereRequested(Companion::Adapter); });
        connect(
            entry("add_model_action", tr("Model on %1…").arg(host),
                  tr("Another model of %1 on the same devices: a draft model, an embedder; copy a "
                     "model of this machine there first")
                      .arg(host)),
            &QAction::triggered, this, [this] { Q_EMIT thereRequested(Companion::Tenant); });
    }
    if (checkpoint == nullptr) {
        return;
    }
    if (const bool isWith = m_document->openOptions().withMtp;
        isWith || !mtpKeys(*checkpoint).empty()) {
        QAction* const action =
            entry("mtp_action", tr("Its Own MTP Layers"),
                  tr("Layers for multi-token prediction that the file holds beside the model"));
        action->setCheckable(true);
        action->setChecked(isWith);
        connect(action, &QAction::triggered, this, [this](bool isWanted) {
            OpenOptions options = m_document->openOptions();
            options.withMtp = isWanted;
            Q_EMIT openRequested(m_document->path(), options);
        });
    }
    m_menu->addSeparator();
    addRemovals(&OpenOptions::adapters, adapterNames(*checkpoint), tr("Leave Out Adapter “%1”"));
    addRemovals(&OpenOptions::tenants, tenantNames(*checkpoint), tr("Leave Out Model “%1”"));
}

}  // namespace stowage
