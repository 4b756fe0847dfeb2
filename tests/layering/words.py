#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""words.py [COMMIT]: holds lines added since COMMIT to the list words.txt. Moved lines are old lines."""
import pathlib
import re
import subprocess
import sys

# The commit from which on new lines follow the list.
START = '0aff6d75491d35e63f3345afb82686a4d801a63c'
PATHS = ['*.cpp', '*.h', '*.md', '*.py', '*.sh', '*.cmake', '*CMakeLists.txt', 'dev', '.ci/run',
         ':!tests/data', ':!LICENSE', ':!tests/layering/words.py']
COMMENT = r'^\s*(?://[/!]?<?|#+|\*)\s*'


def git(*arguments):
    return subprocess.run(['git', *arguments], capture_output=True, text=True)


def patterns():
    for line in pathlib.Path(__file__).with_name('words.txt').read_text(encoding='utf-8').splitlines():
        if line and not line.startswith('#'):
            pattern, advice = line.split('\t')
            flags = 0 if pattern.startswith('comment:') else re.IGNORECASE
            yield re.compile(pattern.replace('comment:', COMMENT, 1), flags), advice


def added_lines(base):
    """(place, text) of each added line that was not removed elsewhere in the same change."""
    diff = git('diff', '--no-color', '-U0', base, '--', *PATHS).stdout.split('\n')
    removed = {line[1:].strip() for line in diff if line.startswith('-') and not line.startswith('---')}
    name, number = '', 0
    for line in diff:
        if line.startswith('+++ '):
            name = line[6:]
        elif line.startswith('@@'):
            number = int(re.search(r'\+(\d+)', line).group(1))
        elif line.startswith('+'):
            if line[1:].strip() not in removed:
                yield f'{name}:{number}', line[1:]
            number += 1


def main():
    base = sys.argv[1] if len(sys.argv) > 1 else START
    if git('rev-parse', '-q', '--verify', base + '^{commit}').returncode:
        if len(sys.argv) > 1:
            sys.exit(f'there is no commit "{base}"')
        base = git('rev-list', '--max-parents=0', 'HEAD').stdout.split()[-1]  # a shallow clone's first
    rules = list(patterns())
    found = 0
    for place, text in added_lines(base):
        for pattern, advice in rules:
            match = pattern.search(text)
            if match:
                found += 1
                print(f'{place}: "{match.group().strip()}": write {advice}\n    {text.strip()}')
    if found:
        sys.exit(f'{found} places; the list is tests/layering/words.txt')
    print('the wording of changed lines is as it should be')


if __name__ == '__main__':
    main()
