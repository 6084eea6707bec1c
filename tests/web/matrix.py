"""What a reader does with a matrix: filters, searches, sorts, folds.

Each check takes a browser and the path of a page with a matrix that has a violation, and returns faults.
"""
from selenium.webdriver.support.ui import Select

from browser import Keys

WRONG = set('xX!?')


def rows(browser):
    return browser.look('matrix')


def _open(browser, path):
    browser.reset()
    browser.open(path)
    return rows(browser)


def _field(browser, label):
    return browser.script('return [...document.querySelectorAll(".tools label")]'
                          '.find(of => of.textContent.trim().startsWith(arguments[0])).control', label)


def _legend(browser, mark):
    return browser.script('return [...document.querySelectorAll(".legend button")]'
                          '.find(of => of.textContent.trim().split(/\\s/)[0] === arguments[0])', mark)


def _expect(faults, what, got, wanted):
    if got != wanted:
        faults.append(f'{what}: {str(got)[:200]}, not {str(wanted)[:200]}')


def _told(browser):
    return browser.find('.told').text


def filtering(browser, path):
    """A press on a verdict of the legend leaves the tests that have it; a second one brings all back."""
    faults, before = [], _open(browser, path)
    button = _legend(browser, 'X')
    if not button:
        return ['the legend has no button for X']
    browser.click(button)
    kept = [row for row in before if 'X' in row['marks']]
    _expect(faults, 'tests with X', rows(browser), kept)
    _expect(faults, 'aria-pressed', button.get_attribute('aria-pressed'), 'true')
    if not _told(browser).startswith(f'{len(kept)} of {len(before)} tests'):
        faults.append(f'it tells {_told(browser)}')
    browser.click(button)
    _expect(faults, 'all again', rows(browser), before)
    if not 0 < len(kept) < len(before):
        faults.append('the filter has nothing to leave out, or nothing to leave')
    return faults


def searching(browser, path):
    """Words in the field of tests, and a name in the field of models."""
    faults, before = [], _open(browser, path)
    name = before[0]['name']
    _field(browser, 'tests').send_keys(name)
    browser.settle()
    _expect(faults, f'tests with {name}', [row['name'] for row in rows(browser)],
            [row['name'] for row in before if name.lower() in row['name'].lower()])
    _field(browser, 'tests').send_keys(' nowhere-to-be-found')
    browser.settle()
    _expect(faults, 'tests with none of these words', rows(browser), [])
    _field(browser, 'tests').send_keys(Keys.CONTROL, 'a', Keys.NULL, Keys.DELETE)
    models = browser.look('models')
    _field(browser, 'models').send_keys(models[-1])
    browser.settle()
    _expect(faults, 'models', browser.look('models'), [model for model in models if models[-1] in model])
    _expect(faults, 'cells of these', [len(row['marks']) for row in rows(browser)],
            [len(browser.look('models'))] * len(before))
    _field(browser, 'models').send_keys(Keys.CONTROL, 'a', Keys.NULL, Keys.DELETE)
    browser.settle()
    _expect(faults, 'all again', rows(browser), before)
    return faults


def sorting(browser, path):
    faults, before = [], _open(browser, path)
    order = _field(browser, 'order')

    def by(value):
        Select(order).select_by_value(value)
        browser.settle()
        return rows(browser)

    names = [row['name'] for row in by('name')]
    _expect(faults, 'by name', names, browser.script('return [...arguments[0]].sort((a, b) => a.localeCompare(b))', names))
    _expect(faults, 'by name, all', sorted(names), sorted(row['name'] for row in before))
    counts = [sum(mark in WRONG for mark in row['marks']) for row in by('wrong')]
    _expect(faults, 'most wrong first', counts, sorted(counts, reverse=True))
    _expect(faults, 'by folder again', by('folder'), before)
    return faults


def folding(browser, path):
    """A folder's button folds its tests, and says so to those who hear the page."""
    faults, before = [], _open(browser, path)
    folder = browser.find('.matrix tr.folder button')
    inside = browser.script('return arguments[0].closest("tbody").rows.length - 1', folder)
    browser.click(folder)
    _expect(faults, 'folded', rows(browser), before[inside:])
    _expect(faults, 'aria-expanded', folder.get_attribute('aria-expanded'), 'false')
    browser.click(folder)
    _expect(faults, 'opened', rows(browser), before)
    _expect(faults, 'aria-expanded', folder.get_attribute('aria-expanded'), 'true')
    every = browser.script('return [...document.querySelectorAll(".tools button")]'
                           '.find(of => of.textContent.startsWith("fold all"))')
    browser.click(every)
    _expect(faults, 'all folded', rows(browser), [])
    browser.click(every)
    _expect(faults, 'all opened', rows(browser), before)
    return faults


CHECKS = {
    'leaves the tests of a verdict': filtering,
    'finds tests and models by name': searching,
    'sorts tests': sorting,
    'folds folders': folding,
}
