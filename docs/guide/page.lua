-- SPDX-License-Identifier: GPL-3.0-or-later
-- Makes a page of the guide a part of one: the names of its headings get the page's own in front,
-- links to other pages lead there, and what lies outside of the guide is named and not linked.
-- For pandoc, with the page's name as the metadata "page".
local page = ""

local function take(meta)
    page = pandoc.utils.stringify(meta.page)
    return pandoc.Meta({})
end

local function name(header)
    header.identifier = header.level == 1 and page or page .. "-" .. header.identifier
    return header
end

-- "../spec/memory.md" as it is from the root of the repository: "docs/spec/memory.md".
local function from_root(path)
    local parts = { "docs", "guide" }
    for part in path:gmatch("[^/]+") do
        if part == ".." then
            table.remove(parts)
        elseif part ~= "." then
            table.insert(parts, part)
        end
    end
    return table.concat(parts, "/")
end

local function lead(link)
    if link.target:match("^%a+:") then
        return link
    end
    local path, anchor = link.target:match("^([^#]*)#?(.*)$")
    local other = path:match("^([^/]+)%.md$")
    if path == "" or other then
        link.target = "#" .. (other or page) .. (anchor ~= "" and "-" .. anchor or "")
        return link
    end
    local file = from_root(path)
    if pandoc.utils.stringify(link.content) == file then
        return pandoc.Code(file)
    end
    local words = link.content
    words:extend({ pandoc.Str(" ("), pandoc.Code(file), pandoc.Str(")") })
    return words
end

local function find(image)
    image.src = from_root(image.src)
    return image
end

return { { Meta = take }, { Header = name, Link = lead, Image = find } }
