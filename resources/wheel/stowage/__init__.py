# SPDX-License-Identifier: GPL-3.0-or-later
"""Stowage, as programs: `stowage` and `stowagectl`."""
