"""A reader follows a violation: from its cell to the run, through all steps, and back.

Each check takes a browser and the path of a page with a matrix that has a violation, and returns faults.
"""
from browser import Keys

RED = '.matrix td.m6 a'


def _run_of(browser, place):
    """The id of the run that belongs to the place of a cell."""
    return browser.script('const place = document.getElementById(decodeURIComponent(arguments[0].slice(1)));'
                          'const run = place && (place.matches("section.run") ? place : place.querySelector("section.run"));'
                          'return run ? run.id : null', place)


def first_run(browser):
    return browser.script('return document.querySelector("section.run").id')


def _arrive(browser, path):
    """Clicks a red cell; returns the id of its run, its number of steps, and faults."""
    browser.reset()
    browser.open(path)
    cell = browser.find(RED)
    browser.click(cell)
    return _at_run(browser, cell.get_attribute('hash'))


def _at_run(browser, place):
    browser.settle()
    here = browser.script('return location.hash')
    faults = [] if here == place else [f'the cell leads to {here}, not {place}']
    faults += browser.look('arrived')
    run = _run_of(browser, place)
    if not run:
        return None, 0, faults + [f'no run at {place}']
    if not browser.script('return document.getElementById(arguments[0]).checkVisibility()', run):
        faults.append('the run is folded')
    return run, browser.script('return Number(document.getElementById(arguments[0]).dataset.steps)', run), faults


def _part(browser, run, selector):
    return browser.script('return document.getElementById(arguments[0]).querySelector(arguments[1])', run, selector)


def _button(browser, run, name):
    return _part(browser, run, f'.stepper button[aria-label="{name}"]')


def _steps(browser, run, move, wanted):
    """Moves by `move` through the steps of `wanted`, and looks at each."""
    faults = []
    for step in wanted:
        move()
        faults += browser.look('step', run, step)
    return faults


def by_keys(browser, path):
    """Arrow keys step to the end and back; Home and End jump."""
    run, last, faults = _arrive(browser, path)
    if not run:
        return faults
    faults += browser.look('step', run, 0)
    _part(browser, run, '.steps').click()
    browser.press(Keys.HOME)
    faults += _steps(browser, run, lambda: browser.press(Keys.ARROW_RIGHT), [*range(1, last + 1), last])
    if 'breaks it' not in _part(browser, run, '.steps > li.current').text:
        faults.append('the last step does not say that it breaks the property')
    faults += _steps(browser, run, lambda: browser.press(Keys.ARROW_LEFT), [*reversed(range(last)), 0])
    faults += _steps(browser, run, lambda: browser.press(Keys.END), [last])
    return faults + _steps(browser, run, lambda: browser.press(Keys.HOME), [0])


def by_slider(browser, path):
    run, last, faults = _arrive(browser, path)
    if not run:
        return faults
    slider = _part(browser, run, '.stepper input[type=range]')
    browser.script('arguments[0].focus()', slider)
    faults += _steps(browser, run, lambda: browser.press(Keys.ARROW_RIGHT), [*range(1, last + 1), last])
    faults += _steps(browser, run, lambda: browser.press(Keys.HOME), [0])
    # By the mouse: its right end is the last step.
    width = slider.rect['width']
    faults += _steps(browser, run, lambda: _drag(browser, slider, width / 2 - 2), [last])
    return faults + _steps(browser, run, lambda: _drag(browser, slider, 2 - width / 2), [0])


def _drag(browser, slider, to):
    from selenium.webdriver.common.action_chains import ActionChains
    ActionChains(browser.driver, duration=0).move_to_element_with_offset(slider, int(to), 0).click().perform()


def by_buttons(browser, path):
    run, last, faults = _arrive(browser, path)
    if not run:
        return faults
    press = lambda name: lambda: browser.click(_button(browser, run, name))
    faults += _steps(browser, run, press('next step'), [*range(1, last + 1), last])
    faults += _steps(browser, run, press('step before'), [last - 1])
    faults += _steps(browser, run, press('first step'), [0])
    faults += _steps(browser, run, press('last step'), [last])
    # A click on a step goes there.
    first = _part(browser, run, '.steps > li .input')
    return faults + _steps(browser, run, lambda: browser.click(first), [1])


def going_back(browser, path):
    """The browser's "back" shows the cell again that was clicked, also after steps."""
    run, last, faults = _arrive(browser, path)
    if not run:
        return faults
    _part(browser, run, '.steps').click()
    browser.press(Keys.END)
    browser.driver.back()
    browser.settle()
    return faults + _cell_is_shown(browser)


def _cell_is_shown(browser):
    shown = browser.script('const box = document.querySelector(arguments[0]).getBoundingClientRect();'
                           'return box.bottom > 0 && box.top < innerHeight', RED)
    here = browser.script('return location.hash')
    return ([] if shown else ['"back" does not show the cell']) + ([f'"back" stays at {here}'] if here else [])


def _tab_until(browser, condition, most=200):
    """Presses Tab until the focus is where it is wanted, and looks at it on the way."""
    faults = []
    for _ in range(most):
        browser.press(Keys.TAB)
        faults += browser.look('focus')
        if faults or browser.script(f'return document.activeElement.matches({condition!r})'):
            return faults
    return [f'Tab does not come to {condition} in {most} presses']


def by_keyboard_alone(browser, path):
    """From the top of the page to a red cell, to its run, through its steps, and back."""
    browser.reset()
    browser.open(path)
    faults = _tab_until(browser, '.legend button')
    faults += _tab_until(browser, '.matrix td a')
    faults += _arrow_to_red(browser)
    if faults:
        return faults
    place = browser.script('return document.activeElement.hash')
    browser.press(Keys.ENTER)
    run, last, faults = _at_run(browser, place)
    if not run:
        return faults
    faults += _tab_until(browser, '.stepper button')
    if not browser.script('return document.getElementById(arguments[0]).contains(document.activeElement)', run):
        faults.append('Tab comes to another run than that of the cell')
    faults += _steps(browser, run, lambda: browser.press(Keys.ARROW_RIGHT), range(1, last + 1))
    faults += browser.look('focus')
    browser.driver.back()
    browser.settle()
    faults += _cell_is_shown(browser)
    # Where the reader was: Tab goes on from there, not from the top.
    browser.press(Keys.TAB)
    browser.settle()
    return faults + browser.look('focus')


def _arrow_to_red(browser):
    """Arrow keys from the cell that Tab reaches to the first red one, rows first."""
    way = browser.script('''
      const place = cell => ({ row: cell.parentElement, column: cell.cellIndex });
      const red = place(document.querySelector(arguments[0]).closest('td'));
      const at = place(document.activeElement.closest('td'));
      const rows = [...document.querySelectorAll('.matrix tbody tr:not(.folder)')];
      return [rows.indexOf(red.row) - rows.indexOf(at.row), red.column - at.column];''', RED)
    faults = []
    for count, more, less in ((way[0], Keys.ARROW_DOWN, Keys.ARROW_UP), (way[1], Keys.ARROW_RIGHT, Keys.ARROW_LEFT)):
        for _ in range(abs(count)):
            browser.press(more if count > 0 else less)
            faults += browser.look('focus')
    if not browser.script('return document.activeElement.matches(arguments[0])', RED):
        faults.append('arrow keys do not come to the red cell')
    return faults


def folded(browser, path):
    """A box leaves out the steps that do not matter: keys and the slider pass over them."""
    browser.reset()
    browser.open(path)
    run = browser.script('return document.querySelector(".fold").closest("section.run").id')
    box = _part(browser, run, '.fold')
    items = browser.script('return [...document.getElementById(arguments[0]).querySelectorAll(".steps > li")]'
                           '.map(of => [Number(of.dataset.step), of.classList.contains("minor")])', run)
    matter = [step for step, minor in items if not minor]
    faults = [] if 0 < len(matter) < len(items) else ['no step can be folded']
    browser.click(box)
    shown = browser.script('return [...document.getElementById(arguments[0]).querySelectorAll(".steps > li")]'
                           '.filter(of => of.getClientRects().length).map(of => Number(of.dataset.step))', run)
    if shown != matter:
        faults.append(f'steps {shown} are shown, not {matter}')
    browser.click(_button(browser, run, 'first step'))
    faults += _stops(browser, run, Keys.ARROW_RIGHT, matter)
    slider = _part(browser, run, '.stepper input[type=range]')
    browser.script('arguments[0].focus()', slider)
    _drag(browser, slider, slider.rect['width'] / 2 - 2)
    faults += _stops(browser, run, None, matter[-1:])
    browser.click(box)
    return faults + by_keys_of(browser, run, len(items))


def _stops(browser, run, key, wanted):
    """The steps that the text tells, after each press of a key."""
    told = []
    for _ in wanted:
        if key:
            browser.press(key)
        browser.settle()
        told.append(_part(browser, run, '.stepper output').text)
    return [f'told {text}, not step {step}' for text, step in zip(told, wanted) if not text.startswith(f'step {step} of')]


def by_keys_of(browser, run, last):
    browser.script('arguments[0].focus()', _part(browser, run, '.steps'))
    browser.press(Keys.HOME)
    return _steps(browser, run, lambda: browser.press(Keys.ARROW_RIGHT), [*range(1, last + 1), last])


def first_by_keys(browser, path):
    """The run of a page that has no matrix."""
    browser.reset()
    browser.open(path)
    run = first_run(browser)
    return by_keys_of(browser, run, browser.script('return Number(document.getElementById(arguments[0]).dataset.steps)', run))


OF_ONE_RUN = {
    'lost': {'steps through its run': first_by_keys, 'folds steps that do not matter': folded},
    'witness': {'steps through its run': first_by_keys},
}
CHECKS = {
    'steps through a run by keys': by_keys,
    'steps through a run by its slider': by_slider,
    'steps through a run by buttons': by_buttons,
    'goes back from a run to its cell': going_back,
    'can be read by the keyboard alone': by_keyboard_alone,
}
