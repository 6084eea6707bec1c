"""Checks that every page must pass, whatever it is about.

A check takes a browser and the path of a page, and returns its faults, a text each.  CHECKS names them.
"""
import os
import pathlib
import subprocess
import time

from browser import PHONE, Keys

TOOLS = pathlib.Path(os.environ.get('WEB_TOOLS', 'missing'))
# The large page, of 9 MB, needs 1.3 s on two idle cores, and 3.9 s beside a whole test run: only a page that grew slow is to fail.
LOAD_SECONDS = 2.0
LOAD_SECONDS_A_MEGABYTE = 0.6
LOAD_BYTES = 20_000_000
TABS = 40


# --- what it asks for and complains of ---

def console(browser, path):
    browser.reset()
    browser.open(path)
    browser.settle()
    return browser.complaints()


def requests(browser, path):
    browser.reset()
    browser.open(path)
    browser.look('open')
    browser.settle()
    return [f'asks for {address}' for address in browser.requests()]


# --- links ---

def ids(browser, path):
    browser.reset()
    browser.open(path)
    return browser.look('ids')


def links(browser, path):
    browser.reset()
    browser.open(path)
    return browser.look('links')


def _arrivals(browser, path, note):
    browser.open(path)
    faults = []
    for i, place in enumerate(browser.look('sampleOfLinks')):
        if i < 3:
            browser.open(path, place)
        else:
            browser.look('close')
            browser.go(path, place)
        if browser.look('arrived'):
            browser.settle()
        faults += [note + fault for fault in browser.look('arrived')]
    return faults


def arrivals(browser, path):
    """A link shows its place, with scripts or without, though it be folded, in an open page or a new one."""
    browser.reset()
    faults = _arrivals(browser, path, '')
    browser.scripts(False)
    return faults + _arrivals(browser, path, 'without scripts: ')


# --- without scripts ---

def without_scripts(browser, path):
    """All words are there and can be shown; nothing is a control that does nothing."""
    browser.reset()
    browser.open(path)
    words = set(browser.look('words'))
    browser.scripts(False)
    browser.open(path)
    faults = [f'a control that does nothing: {name}' for name in browser.look('idle')]
    faults += browser.look('hidden')
    # Labels that a script adds for its own controls are few; contents are many.
    lost = words - set(browser.look('words'))
    if len(lost) > max(60, len(words) // 20):
        faults.append(f'{len(lost)} of {len(words)} words are only there with scripts: {sorted(lost)[:8]}')
    return faults


# --- sizes ---

def phone(browser, path):
    browser.reset()
    browser.size(PHONE, 844, mobile=True)
    faults = []
    for scripts in (True, False):
        browser.scripts(scripts)
        browser.open(path)
        faults += browser.look('tooWide', PHONE)
    return faults


def printed(browser, path):
    browser.reset()
    browser.open(path)
    browser.media('print')
    faults = browser.look('cut')
    pages = browser.command('Page.printToPDF', printBackground=False)['data']
    return faults + ([] if len(pages) > 1000 else ['nothing is printed'])


# --- colours ---

def _contrast(browser, path, note, **features):
    browser.media(**features)
    browser.open(path)
    return [note + fault for fault in browser.look('contrast')]


def contrast(browser, path):
    browser.reset()
    return _contrast(browser, path, 'light: ') + _contrast(browser, path, 'dark: ', prefers_color_scheme='dark')


def forced_colours(browser, path):
    """High contrast, in which a reader's few colours replace those of the page."""
    browser.reset()
    faults = []
    for scheme in ('light', 'dark'):
        note = f'forced colours, {scheme}: '
        faults += _contrast(browser, path, note, forced_colors='active', prefers_color_scheme=scheme)
        if not browser.script('return matchMedia("(forced-colors: active)").matches'):
            faults.append(note + 'they are not forced')
        faults += [note + fault for fault in browser.look('emphasis')]
    return faults


def beside_colour(browser, path):
    """What colours say is also said by a character or a shape."""
    browser.reset()
    browser.open(path)
    return browser.look('marks') + browser.look('emphasis')


# --- the keyboard ---

def focus(browser, path):
    """Tab leads from control to control, each visible, and back again by Shift+Tab."""
    browser.reset()
    browser.open(path)
    faults, way = [], []
    for _ in range(TABS):
        browser.press(Keys.TAB)
        if browser.script('return document.activeElement === document.body'):
            break
        way.append(browser.driver.switch_to.active_element)
        faults += browser.look('focus')
    if len(way) < 3:
        faults.append(f'Tab reaches {len(way)} places')
    if way and len(way) < TABS and len(set(way)) < len(way):
        faults.append('Tab reaches a place twice')
    for place in reversed(way[:-1] if len(way) == TABS else []):
        browser.press_with(Keys.SHIFT, Keys.TAB)
        if browser.driver.switch_to.active_element != place:
            faults.append('Shift+Tab leads another way than Tab')
            break
    return faults


# --- copying ---

PASTE = '''
const area = document.createElement('textarea');
area.id = 'pasted';
document.body.append(area);
area.focus({ preventScroll: true });'''


def copying(browser, path):
    """A button beside a text copies it: three of them, and one in what is folded."""
    browser.reset()
    browser.open(path)
    if not browser.find_all('.copied'):
        return []
    texts = browser.script('return [...document.querySelectorAll(".copied")].filter(of => of.checkVisibility())'
                           '.slice(0, 3)')
    folded = browser.script('const of = [...document.querySelectorAll("details .copied")][0];'
                            'for (let at = of; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;'
                            'return of || null;')
    browser.settle()
    faults = []
    for text in texts + ([folded] if folded else []):
        faults += _copy(browser, text)
    return faults


def _copy(browser, text):
    button = browser.script('const of = arguments[0]; const next = of.nextElementSibling;'
                            'return of.querySelector("button.copy") || (next && next.matches("button.copy") ? next : null)', text)
    wanted = browser.script('const copy = arguments[0].cloneNode(true);'
                            'for (const of of copy.querySelectorAll("button")) of.remove(); return copy.textContent', text)
    if not button:
        return [f'no button copies {wanted[:60]}']
    browser.click(button)
    faults = [] if 'copied' in button.text else [f'the button does not say that it copied: {button.text}']
    browser.script(PASTE)
    browser.press_with(Keys.CONTROL, 'v')
    got = browser.script('const area = document.getElementById("pasted"); area.remove(); return area.value')
    return faults + ([] if got.strip() == wanted.strip() else [f'copied {got[:60]!r}, not {wanted[:60]!r}'])


# --- other programs' judgement ---

_said_of_html = {}


def validate(paths):
    """Asks the W3C's checker of HTML about many pages at once, as its start takes seconds."""
    said = subprocess.run(['java', '-jar', str(TOOLS / 'vnu.jar'), '--format', 'gnu', '--exit-zero-always',
                           *map(str, paths)], capture_output=True, text=True, check=True)
    for path in paths:
        _said_of_html[path] = [line.split(':', 2)[-1] for line in (said.stdout + said.stderr).splitlines()
                               if f'{path}"' in line and ' info:' not in line]


def html(_, path):
    if path not in _said_of_html:
        validate([path])
    return _said_of_html[path]


AXE = '''
const done = arguments[0];
axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
                    rules: { 'color-contrast': { enabled: false } } })
  .then(found => done(found.violations.map(of => `${of.id}: ${of.help}: ${of.nodes[0].html.slice(0, 150)}`)),
        error => done([String(error)]));'''


def accessibility(browser, path):
    """Names, roles, headings, landmarks, by axe-core.  contrast() looks at colours."""
    browser.reset()
    browser.open(path)
    browser.script((TOOLS / 'axe.min.js').read_text())
    return browser.driver.execute_async_script(AXE)


# --- cost ---

def cost(browser, path):
    """The best of three loads, as other tests run beside this one."""
    browser.reset()
    faults, best, size = [], 1e9, path.stat().st_size
    limit = LOAD_SECONDS + LOAD_SECONDS_A_MEGABYTE * size / 1e6
    if size > LOAD_BYTES:
        faults.append(f'{size} bytes, of at most {LOAD_BYTES}')
    for _ in range(3):
        browser.driver.get('about:blank')
        start = time.monotonic()
        browser.driver.get(path.resolve().as_uri())
        browser.settle()
        best = min(best, time.monotonic() - start)
    print(f'# {path.name}: {size / 1e6:.1f} MB, loaded in {best:.2f} s')
    return faults + ([f'loaded in {best:.2f} s, of at most {limit:.1f}'] if best > limit else [])


CHECKS = {
    'complains of nothing in the console': console,
    'asks for nothing': requests,
    'has no id twice': ids,
    'has no link to nowhere': links,
    'shows what a link leads to': arrivals,
    'says all without scripts': without_scripts,
    'fits a phone': phone,
    'is whole on paper': printed,
    'has contrast, light and dark': contrast,
    'has contrast in forced colours': forced_colours,
    'says nothing by colour alone': beside_colour,
    'shows the focus of the keyboard': focus,
    'copies what it offers to copy': copying,
    'is valid HTML': html,
    'has names, roles and headings': accessibility,
    'loads in time': cost,
}
