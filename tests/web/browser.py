"""One headless browser for all checks, and the pages that it opens.

The browser reaches no network: no name resolves, and nothing is fetched in the background.  What a page
asks for is in its log of requests, what it complains of in its console.
"""
import json
import os
import pathlib

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

HERE = pathlib.Path(__file__).parent
LOOK = (HERE / 'look.js').read_text()
WIDTH, HEIGHT = 1280, 900
PHONE = 390
ARGUMENTS = ['--headless=new', f'--window-size={WIDTH},{HEIGHT}', '--disable-background-networking',
             '--host-resolver-rules=MAP * ~NOTFOUND', '--disable-dev-shm-usage', '--hide-scrollbars',
             '--force-device-scale-factor=1', '--lang=en']


def programs():
    """The browser and its driver, of Debian's packages; None where one is missing."""
    found = [next((path for path in paths if os.access(path, os.X_OK)), None)
             for paths in (['/usr/bin/chromium'], ['/usr/bin/chromedriver'])]
    return found if all(found) else None


class Browser:
    """A browser with one page open, read from a file."""

    def __init__(self):
        binary, driver = programs()
        options = Options()
        options.binary_location = binary
        for argument in ARGUMENTS + (['--no-sandbox'] if os.geteuid() == 0 else []):
            options.add_argument(argument)
        options.set_capability('goog:loggingPrefs', {'browser': 'ALL', 'performance': 'ALL'})
        self.driver = webdriver.Chrome(service=Service(driver), options=options)
        self.driver.set_page_load_timeout(60)
        self.driver.set_script_timeout(60)
        self.command('Browser.grantPermissions', permissions=['clipboardReadWrite', 'clipboardSanitizedWrite'])
        self.reset()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.driver.quit()

    def command(self, name, **parameters):
        """A command of the DevTools protocol."""
        return self.driver.execute_cdp_cmd(name, parameters)

    def reset(self):
        """A desktop's window, scripts, light colours, empty logs."""
        self.scripts(True)
        self.size(WIDTH, HEIGHT)
        self.media()
        self.driver.get('about:blank')
        self.driver.get_log('browser')
        self.driver.get_log('performance')

    def scripts(self, on):
        self.scripts_run = on
        self.command('Emulation.setScriptExecutionDisabled', value=not on)

    def size(self, width, height, mobile=False):
        self.command('Emulation.setDeviceMetricsOverride', width=width, height=height, deviceScaleFactor=1,
                     mobile=mobile)

    def media(self, media='', **features):
        """For example media(forced_colors='active')."""
        named = [{'name': name.replace('_', '-'), 'value': value} for name, value in features.items()]
        self.command('Emulation.setEmulatedMedia', media=media, features=named)

    def open(self, path, place=''):
        """Opens a page anew, at a place of it."""
        self.driver.get('about:blank')
        self.go(path, place)

    def go(self, path, place):
        """Goes to a place of a page, which is not opened anew where it is open."""
        self.driver.get(pathlib.Path(path).resolve().as_uri() + place)

    def script(self, text, *arguments):
        return self.driver.execute_script(text, *arguments)

    def look(self, name, *arguments):
        """Faults that a function of look.js finds; see there."""
        return self.script(f'{LOOK}\nreturn look.{name}(...arguments);', *arguments)

    def settle(self):
        """Waits until what was done is drawn."""
        if not self.scripts_run:
            self.command('Page.captureScreenshot', clip={'x': 0, 'y': 0, 'width': 1, 'height': 1, 'scale': 1})
            return
        self.driver.execute_async_script(
            'const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done()));')

    def press(self, *keys):
        """Keys for the element that has the focus."""
        ActionChains(self.driver, duration=0).send_keys(*keys).perform()

    def press_with(self, held, key):
        ActionChains(self.driver, duration=0).key_down(held).send_keys(key).key_up(held).perform()

    def click(self, element):
        """A click by the mouse, in the element's middle, scrolled to the middle of the screen."""
        self.script('arguments[0].scrollIntoView({ block: "center", inline: "center" });', element)
        self.settle()
        element.click()
        self.settle()

    def find(self, selector):
        return self.driver.find_element('css selector', selector)

    def find_all(self, selector):
        return self.driver.find_elements('css selector', selector)

    def complaints(self):
        """Errors and warnings of the console since the last call."""
        return [f"{entry['level']}: {entry['message']}" for entry in self.driver.get_log('browser')
                if entry['level'] in ('SEVERE', 'WARNING')]

    def requests(self):
        """Addresses that were asked for since the last call, but for pages that the harness opened."""
        asked = []
        for entry in self.driver.get_log('performance'):
            message = json.loads(entry['message'])['message']
            if message['method'] == 'Network.requestWillBeSent':
                request = message['params']
                opened = request.get('type') == 'Document' and request['request']['url'].startswith(('file:', 'about:'))
                if not opened and not request['request']['url'].startswith('data:'):
                    asked.append(request['request']['url'])
        return asked

    def picture(self, path):
        self.settle()
        self.driver.save_screenshot(str(path))

