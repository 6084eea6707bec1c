"""Faults planted in copies of a page: each is found by the check it is for, and by no other.

A plant that does not apply to the page any more, as the page's script was changed, is a fault itself.
"""
import re

import checks
import matrix
import steps

CHECKS = {**checks.CHECKS, **matrix.CHECKS, **steps.CHECKS}


def _before(end, text):
    return lambda page: page.replace(end, text + end, 1)


def _add(text):
    return _before('</main>', text)


def _style(text):
    return _before('</style>', text)


def _script(text):
    return _before('</main>', f'<script>{text}</script>')


def _instead(old, new):
    return lambda page: page.replace(old, new, 1)


def _from_elsewhere(page):
    page = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>\n', '', page)
    return _add('<img src="http://pictures.invalid/x.png" alt="">')(page)


def _same_mark(page):
    return re.sub(r'(<td class=m1><a [^>]*>)[^<]*', r'\1.', page)


BUSY = 'const start = performance.now(); while (performance.now() - start < 2600);'
FOREGROUND = '@media (forced-colors: active) { .planted { forced-color-adjust: none; color: #777; background: #888 } }'
REPLACED = '''document.addEventListener('click', event => {
  const link = event.target.closest('td a');
  if (!link) return;
  event.preventDefault();
  location.replace(link.href);
});'''

STEPPING = {name for name, check in steps.CHECKS.items() if check in (steps.by_keys, steps.by_slider, steps.by_buttons)}
KEYBOARD = 'can be read by the keyboard alone'

# The fault, how it is planted, the checks that find it.  The first is the one that it is for.
PLANTS = [
    ('an error in the console', _script('console.error("planted")'), ['complains of nothing in the console']),
    ('a picture from elsewhere', _from_elsewhere, ['asks for nothing', 'complains of nothing in the console']),
    ('an id that is there twice', _add('<p id="/legend">twice</p>'), ['has no id twice', 'is valid HTML']),
    ('a link to nowhere', _add('<p><a href="#nowhere">nowhere</a></p>'), ['has no link to nowhere']),
    ('a place that is not shown', _add('<p><a href="#shy">shy</a></p><div id="shy" hidden></div>'),
     ['shows what a link leads to']),
    ('a button without a script', _add('<button type="button">idle</button>'), ['says all without scripts']),
    ('a text that is never shown', _add('<p hidden>secret</p>'), ['says all without scripts']),
    ('a part that is too wide', _add('<div style="width: 50rem">wide</div>'), ['fits a phone']),
    ('a part that scrolls on paper', _add('<div style="height: 2rem; overflow: auto" role="group" tabindex="0"'
                                          ' aria-label="planted"><p>a</p><p>b</p><p>c</p></div>'), ['is whole on paper']),
    ('a pale text', _add('<p style="color: #999">pale</p>'), ['has contrast, light and dark']),
    ('a pale text in forced colours', lambda page: _style(FOREGROUND)(_add('<p class="planted">pale</p>')(page)),
     ['has contrast in forced colours']),
    ('a verdict told by its colour', _same_mark, ['says nothing by colour alone']),
    ('a change told by its colour', _style('.now td.new, .states td.new { font-weight: normal !important }'),
     ['says nothing by colour alone', 'has contrast in forced colours']),
    ('a focus without an outline', _style('button:focus-visible { outline: none !important }'),
     ['shows the focus of the keyboard', KEYBOARD]),
    ('a copy of something else', _instead('writeText(text)', 'writeText(text + "!")'), ['copies what it offers to copy']),
    ('an attribute of no standard', _add('<p planted="">odd</p>'), ['is valid HTML']),
    ('a control without a name', _add('<input type="checkbox" class="fold">'), ['has names, roles and headings']),
    ('a heading too deep', _add('<h6>deep</h6>'), ['has names, roles and headings', 'is valid HTML']),
    ('a slow script', _script(BUSY), ['loads in time']),
    ('a filter that leaves all', _instead('marked ||= kept && !out[s]', 'marked = true'), ['leaves the tests of a verdict']),
    ('a search for the first word alone', _instead('words.every(', 'words.slice(0, 1).every('), ['finds tests and models by name']),
    ('an order turned round', _instead('this.names(a).localeCompare(this.names(b))',
                                       'this.names(b).localeCompare(this.names(a))'), ['sorts tests']),
    ('a fold that says it is open', _instead("'aria-expanded', String(!close)", "'aria-expanded', String(close)"),
     ['folds folders']),
    ('a slider that is off by one', _instead('Number(this.slider.value)', 'Number(this.slider.value) - 1'),
     ['steps through a run by its slider']),
    ('a key that skips a step', _instead('ArrowRight: () => this.next(1)', 'ArrowRight: () => this.next(2)'),
     ['steps through a run by keys', KEYBOARD]),
    ('states of another step', _instead('.states tr[data-step="${this.step}"]', '.states tr[data-step="0"]'),
     [*STEPPING, KEYBOARD]),
    ('a cell that leaves no way back', _script(REPLACED), ['goes back from a run to its cell', KEYBOARD]),
]
