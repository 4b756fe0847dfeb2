# SPDX-License-Identifier: GPL-3.0-or-later
"""The wheel holds programs, so it is for one platform, whatever the Python."""
from setuptools import setup
from setuptools.dist import Distribution
from wheel.bdist_wheel import bdist_wheel


class Programs(Distribution):
    """What setuptools puts where libraries belong."""

    def has_ext_modules(self):
        return True


class PlatformWheel(bdist_wheel):
    """py3-none-linux_x86_64."""

    def get_tag(self):
        return "py3", "none", super().get_tag()[2]


setup(distclass=Programs, cmdclass={"bdist_wheel": PlatformWheel})
