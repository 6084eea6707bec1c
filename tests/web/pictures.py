"""Pictures of pages, for people to look at: light, dark, forced colours, a phone's width, a run."""
from browser import HEIGHT, PHONE, WIDTH
import steps


LOOKS = {'light': {}, 'dark': {'prefers_color_scheme': 'dark'},
         'forced': {'forced_colors': 'active', 'prefers_color_scheme': 'dark'}}


def take(browser, pages, folder):
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob('*.png'):
        old.unlink()
    for page in pages:
        if page.stem != 'small':
            _of_page(browser, page, folder / page.stem)
        if page.stem == 'matrix':
            _of_run(browser, page, folder / page.stem)


def _of_page(browser, page, name):
    browser.reset()
    browser.size(WIDTH, 2 * HEIGHT)
    for look, features in LOOKS.items():
        browser.media(**features)
        browser.open(page)
        browser.picture(f'{name}-{look}.png')
        if browser.find_all('.matrix'):
            browser.script('document.querySelector(".matrix").scrollIntoView({ block: "center" })')
            browser.picture(f'{name}-cells-{look}.png')
    browser.media()
    browser.size(PHONE, 844, mobile=True)
    browser.open(page)
    browser.picture(f'{name}-phone.png')


def _of_run(browser, page, name):
    """The first run, in its middle and at its end."""
    for look, features in LOOKS.items():
        browser.reset()
        browser.size(WIDTH, 2 * HEIGHT)
        browser.media(**features)
        browser.open(page)
        run = steps.first_run(browser)
        browser.script('location.hash = "#" + encodeURIComponent(arguments[0])', run)
        for _ in range(3):
            browser.click(browser.script('return document.getElementById(arguments[0])'
                                         '.querySelector(".stepper button[aria-label=\'next step\']")', run))
        browser.script('document.getElementById(arguments[0]).scrollIntoView()', run)
        browser.picture(f'{name}-run-{look}.png')
        if look == 'light':
            browser.size(PHONE, 1600, mobile=True)
            browser.script('document.getElementById(arguments[0]).scrollIntoView()', run)
            browser.picture(f'{name}-run-phone.png')
