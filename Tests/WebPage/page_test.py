"""The pages of `account web`, as a person meets them in a browser. `.ci/run --step browser` runs these tests."""

import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import unittest
import zipfile
from urllib.parse import urlsplit

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

ACCOUNT = pathlib.Path(__file__).resolve().parents[2] / ".build/debug/account"
SCREENS = ["profile", "orders", "addresses", "deals", "settings", "reservations", "search?query=lo", "hand-over", "errors", "sign-in", "sign-out", "nowhere"]
AXE = "axe-core-python==0.1.0"


def setUpModule():
    global folder, axe
    folder = tempfile.TemporaryDirectory()
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps", "--dest", folder.name, AXE]
    subprocess.run(pip, check=True)
    with zipfile.ZipFile(next(pathlib.Path(folder.name).glob("*.whl"))) as wheel:
        axe = wheel.read("axe_core_python/axe.min.js").decode()


def tearDownModule():
    folder.cleanup()


def state(name):
    return str(pathlib.Path(folder.name) / name)


class Program:
    """A program of ours that prints its address."""

    def __init__(self, *arguments):
        # What it logs is looked at when it has ended.
        self.log = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen([ACCOUNT, *arguments], stdout=subprocess.PIPE, stderr=self.log, stdin=subprocess.DEVNULL, text=True)
        self.address = self.process.stdout.readline().strip()

    def stop(self):
        self.process.send_signal(signal.SIGCONT)
        self.process.terminate()
        rest = self.process.communicate(timeout=30)[0]
        with self.log:
            self.log.seek(0)
            return rest + self.log.read()


class Browser:
    """A browser with nothing stored, at first on the page that a printed address leads to."""

    def __init__(self, address, language="en"):
        options = webdriver.ChromeOptions()
        options.binary_location = "/usr/bin/chromium"
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
        self.base = address.split("/open/")[0]
        self.driver.get(address)
        self.until(lambda: urlsplit(self.driver.current_url).path == "/profile")

    def open(self, path, width=1000, height=900):
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        self.driver.get(f"{self.base}/{path}")

    def emulate(self, feature, value):
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": feature, "value": value}]})

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def one(self, selector):
        (found,) = self.all(selector)
        return found

    @property
    def text(self):
        return self.one("main").text

    def until(self, holds, seconds=30):
        return WebDriverWait(self.driver, seconds, ignored_exceptions=[Exception]).until(lambda _: holds())

    def says(self, text):
        """Waits for a text, because a page may just be replaced by the next."""
        self.until(lambda: text in self.text)

    def press(self, label, row=""):
        """Presses a button, of the row that has a text if there is one, as soon as the page with it is there."""

        def pressed():
            buttons = "main button, main a.button"
            scopes = [each for each in self.all(".rows > li") if row in each.text] if row else [self.driver]
            found = [button for scope in scopes for button in scope.find_elements(By.CSS_SELECTOR, buttons)]
            next(button for button in found if label in button.text).click()
            return True

        self.until(pressed)

    def fill(self, **fields):
        for name, value in fields.items():
            field = self.one(f"[name={name}]")
            field.clear()
            field.send_keys(value)

    def violations(self):
        self.driver.execute_script(axe)
        found = self.driver.execute_async_script("axe.run().then(arguments[0])")
        return [(each["id"], [node["html"] for node in each["nodes"]]) for each in found["violations"]]

    def complaints(self):
        """What a browser holds against a page: errors of scripts, and what its policy forbids."""
        return [entry["message"] for entry in self.driver.get_log("browser") if "Failed to load resource" not in entry["message"]]

    def hosts(self):
        """The hosts that were asked."""
        log = [entry["message"] for entry in self.driver.get_log("performance") if "Network.requestWillBeSent\"" in entry["message"]]
        return {line.split('"url":"', 1)[1].split("/")[2] for line in log if '"url":"http' in line}


class PageTest(unittest.TestCase):
    def program(self, *arguments):
        program = Program(*arguments)
        self.addCleanup(program.stop)
        return program

    def visit(self, *arguments):
        browser = Browser(self.program("web", *arguments).address)
        self.addCleanup(browser.driver.quit)
        return browser

    def test_each_screen_is_for_everyone_at_each_width_with_real_and_mock_modules(self):
        for modules in ("real", "mock"):
            page = self.visit("--modules", modules, "--state", state(f"each-{modules}"))
            for colours in ("light", "dark"):
                page.emulate("prefers-color-scheme", colours)
                for screen in SCREENS:
                    with self.subTest(screen=screen, modules=modules, colours=colours):
                        page.open(screen)
                        self.assertEqual(len(page.all("h1")), 1)
                        self.assertEqual(page.violations(), [])
                        for width in (360, 820, 1600):
                            page.open(screen, width)
                            wide = "return document.documentElement.scrollWidth - innerWidth"
                            self.assertLessEqual(page.driver.execute_script(wide), 0, width)
            self.assertEqual(page.complaints(), [])
            self.assertEqual(page.hosts(), {urlsplit(page.base).netloc})

    def test_a_narrow_page_has_its_own_entry_of_the_navigation_in_view(self):
        page = self.visit("--modules", "mock", "--state", state("narrow"))
        for path in ("profile", "reservations", "errors"):
            page.open(path, 360)
            entry = page.one("header [aria-current]").rect
            self.assertTrue(0 <= entry["x"] and entry["x"] + entry["width"] <= 360, (path, entry))

    def test_forms_change_what_they_say_after_a_question_where_it_matters(self):
        for modules in ("real", "mock"):
            with self.subTest(modules=modules):
                page = self.visit("--modules", modules, "--state", state(f"forms-{modules}"))
                page.open("settings")
                page.press("Turn off")
                page.says("new deals: off")
                page.open("reservations")
                page.fill(name="first.example")
                page.press("Reserve")
                page.says("Nothing is changed until you agree.")
                page.press("Reserve")
                page.says("Reservation done successfully")
                page.press("Cancel", row="first.example")
                page.says("Cancel ")
                page.press("Go back")
                page.says("first.example")
                page.press("Cancel", row="first.example")
                page.says("Cancel ")
                page.says("Nothing is changed until you agree.")
                page.press("Cancel")
                page.says("cancelled successfully")
                page.open("sign-out")
                page.press("Sign out")
                page.says("Signed out.")
                page.open("orders")
                page.says("Nobody is signed in")
                page.fill(login="ada", password="wrong")
                page.press("Sign in")
                page.says("does not know this login")
                page.fill(login="ada", password="analytical-engine")
                page.press("Sign in")
                page.says("Signed in as ada.")
                self.assertTrue(page.driver.current_url.endswith("/orders"))

    def test_everything_works_without_a_script(self):
        page = self.visit("--modules", "mock", "--state", state("plain"))
        page.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
        page.open("search")
        page.fill(query="engine")
        page.press("Search")
        page.says("engine.example")
        page.open("settings")
        page.press("Turn off")
        page.says("new deals: off")
        page.open("deals")
        page.all(".rows a")[0].click()
        page.until(lambda: "/deal?id=" in page.driver.current_url)

    def test_a_search_shows_the_last_query_as_it_is_typed(self):
        page = self.visit("--state", state("search"))
        page.open("search")
        for text in ("a", "lo", "lotus"):
            page.fill(query=text)
        page.until(lambda: "lotus" in page.all(".rows > li")[-1].text)
        self.assertTrue(all("lotus" in row.text for row in page.all(".rows > li")[1:] if "odd" not in row.text))
        self.assertEqual(page.driver.switch_to.active_element.get_attribute("id"), "query")
        page.until(lambda: page.driver.current_url.endswith("?query=lotus"))
        page.one("#query").send_keys(Keys.CONTROL, "a")
        page.one("#query").send_keys(Keys.DELETE)
        page.until(lambda: "Please, search something" in page.text)

    def test_the_keyboard_alone_reaches_everything(self):
        page = self.visit("--modules", "mock", "--state", state("keys"))
        page.open("orders")
        keys = lambda *which: webdriver.ActionChains(page.driver).send_keys(*which).perform()
        keys(Keys.TAB)
        self.assertEqual(page.driver.switch_to.active_element.text, "Skip to the content")
        keys(Keys.ENTER)
        self.assertEqual(page.driver.switch_to.active_element.tag_name, "main")
        page.open("reservations")
        for _ in range(40):
            keys(Keys.TAB)
            if page.driver.switch_to.active_element.get_attribute("id") == "name":
                break
        keys("typed.example", Keys.ENTER)
        page.until(lambda: "Reserve typed.example?" in page.text)

    def test_a_long_list_has_pages(self):
        store = self.program("sandbox", "--orders", "50000", "--state", state("long-store"))
        page = self.visit("--server", store.address, "--timeout", "60", "--state", state("long"))
        page.open("orders")
        page.says("1 of 500")
        self.assertEqual(len(page.all(".rows > li")), 100)
        first = page.all(".rows > li")[0].text
        page.driver.find_element(By.LINK_TEXT, "Last").click()
        page.says("500 of 500")
        self.assertNotEqual(page.all(".rows > li")[0].text, first)

    def test_a_killed_store_leaves_what_is_stored_with_its_age_and_the_next_step(self):
        store = self.program("sandbox", "--state", state("killed-store"))
        page = self.visit("--server", store.address, "--timeout", "3", "--state", state("killed"))
        page.open("orders")
        store.process.kill()
        page.open("orders")
        page.says("may be out of date")
        self.assertGreater(len(page.all(".rows > li")), 5)
        page.open("reservations")
        page.says("The store can't be reached")
        self.assertTrue(page.one("main a.button").text in ("Try again",))

    def test_a_stopped_program_is_noticed_and_comes_back(self):
        program = self.program("web", "--modules", "mock", "--state", state("stopped"))
        page = Browser(program.address)
        self.addCleanup(page.driver.quit)
        self.assertFalse(page.one("#connection").is_displayed())
        program.process.send_signal(signal.SIGSTOP)
        page.until(lambda: page.one("#connection").is_displayed())
        program.process.send_signal(signal.SIGCONT)
        page.until(lambda: not page.one("#connection").is_displayed())
        page.says("Orders (12)")

    def test_deals_come_while_the_page_is_open(self):
        store = self.program("sandbox", "--deal-every", "2", "--state", state("deals-store"))
        page = self.visit("--server", store.address, "--state", state("deals"))
        page.open("deals")
        page.until(lambda: any("Offer number" in row.text for row in page.all(".rows > li")), 40)
        page.says("Connected.")

    def test_deals_that_come_while_one_has_the_focus_are_shown_when_it_leaves(self):
        store = self.program("sandbox", "--deal-every", "2", "--state", state("focus-store"))
        page = self.visit("--server", store.address, "--state", state("focus"))
        page.open("deals")
        page.driver.execute_script("document.querySelector('#part a').focus()")
        rows = lambda: [row.text for row in page.all(".rows > li")]
        before = rows()
        # With the second, the list with the first has come, too.
        page.until(lambda: len([note for note in page.all("main > [role=status] > *") if "Offer number" in note.text]) > 1, 60)
        store.process.send_signal(signal.SIGSTOP)
        self.assertEqual(rows(), before)
        page.driver.execute_script("document.activeElement.blur()")
        page.until(lambda: rows() != before)

    def test_the_hand_over_grows_while_the_page_is_open(self):
        page = self.visit("--state", state("hand-over"))
        page.open("hand-over")
        self.assertEqual(page.all("figure"), [])
        options = ["--state", state("hand-over")]
        subprocess.run([ACCOUNT, "migration", "set", "orders", "compare", "--sample", "1", *options], check=True, capture_output=True)
        subprocess.run([ACCOUNT, "orders", *options], check=True, capture_output=True)
        page.until(lambda: "orders: compare" in page.text and page.all("figure img"))
        loaded = "return document.querySelector('figure img').naturalWidth"
        self.assertGreater(page.until(lambda: page.driver.execute_script(loaded)), 100)

    def test_people_never_see_each_other(self):
        page = self.visit("--state", state("people"))
        page.open("reservations")
        old = page.one("form.line [name=token]").get_attribute("value")
        page.driver.switch_to.new_window("tab")
        page.open("sign-in")
        page.fill(login="yuki", password="five-seven-five")
        page.press("Sign in")
        page.until(lambda: "yuki" in page.one("header").text)
        page.open("reservations")
        self.assertNotEqual(page.one("form.line [name=token]").get_attribute("value"), old)
        page.driver.switch_to.window(page.driver.window_handles[0])
        page.driver.execute_cdp_cmd("Page.bringToFront", {})
        page.until(lambda: "yuki" in page.one("header").text)
        self.assertNotIn("ada", page.one("header").text)

    def test_another_site_and_an_old_address_get_nothing(self):
        program = self.program("web", "--modules", "mock", "--state", state("site"))
        page = Browser(program.address)
        self.addCleanup(page.driver.quit)
        page.open("settings")
        token = page.one("[name=token]").get_attribute("value")
        form = f'<form method=post action={page.base}/settings><input name=token value={token}><button>go</button></form>'
        page.driver.get("data:text/html," + form)
        page.one("button").click()
        page.until(lambda: "Another site has asked" in page.text)
        page.open("settings")
        page.says("new deals: on")
        page.driver.get(program.address)
        page.says("This address has been used")
        cookies = page.driver.get_cookies()
        self.assertEqual([(cookie["httpOnly"], cookie["sameSite"]) for cookie in cookies], [(True, "Strict")])

    def test_no_secret_is_in_a_log(self):
        program = Program("web", "--state", state("secrets"))
        page = Browser(program.address)
        self.addCleanup(page.driver.quit)
        page.open("sign-in")
        page.fill(login="yuki", password="a-password-of-mine")
        page.press("Sign in")
        page.says("does not know this login")
        secrets = ["a-password-of-mine", page.one("[name=token]").get_attribute("value"), page.driver.get_cookies()[0]["value"]]
        self.assertNotIn("a-password-of-mine", page.driver.page_source)
        self.assertNotIn("a-password-of-mine", page.driver.current_url)
        log = program.stop()
        for secret in secrets:
            self.assertNotIn(secret, log)

    def test_arabic_is_written_from_right_to_left(self):
        page = self.visit("--modules", "mock", "--locale", "ar_EG", "--state", state("arabic"))
        page.open("orders", 820)
        self.assertEqual(page.one("html").get_attribute("dir"), "rtl")
        self.assertGreater(page.one("h1").rect["x"] + page.one("h1").rect["width"], 700)
        self.assertEqual(page.violations(), [])


if __name__ == "__main__":
    unittest.main()
