"""The page of `seam map --format html`, as a person meets it. `.ci/run --step browser` runs these tests."""

import os
import pathlib
import subprocess
import tempfile
import unittest
from urllib.parse import parse_qs, quote

from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

SEAM = pathlib.Path(__file__).resolve().parents[2] / ".build/debug/seam"
# Names of files and members that break pages which paste text into markup.
NASTY_FILE = "App/</script><img src=x onerror=document.title='broken'> \"it's\" 🦊.swift"
SOURCES = {
    "Core/Session.swift": """
        public final class Session {
            public static let shared = Session()
            public var userName = ""
            public func signOutOfEverythingThatThisUserHasEverSignedInto() { userName = "" }
        }
        """,
    "Core/Cart.swift": """
        public final class Cart {
            public static let shared = Cart()
            public var lines: [String] = []
            public func `🦊`() { lines = [] }
        }
        """,
    "Profile/ProfileScreen.swift": """
        import Core
        struct ProfileScreen {
            func show() { print(Session.shared.userName) }
            func leave() { Session.shared.signOutOfEverythingThatThisUserHasEverSignedInto() }
        }
        """,
    NASTY_FILE: """
        import Core
        struct CartScreen {
            func clear() { Cart.shared.`🦊`(); Cart.shared.lines = [] }
            func owner() { print(Session.shared.userName) }
        }
        """,
    "AppTests/CartTests.swift": "import Core\nfunc testCart() { Cart.shared.lines = [] }\n",
}


# A singleton with two cuts.
TWO_CUTS = {
    "Core/Account.swift": """
        public final class Account {
            public static let shared = Account()
            public var name = ""
            public var orders: [String] = []
            public func load() { orders = [name] }
        }
        """,
    "Profile/Names.swift": """
        import Core
        struct Header { func show() { print(Account.shared.name) } }
        struct Footer { func show() { print(Account.shared.name) } }
        """,
    "Shop/Orders.swift": """
        import Core
        struct List { func show() { Account.shared.load() } }
        struct Basket { func show() { Account.shared.load() } }
        """,
}


def setUpModule():
    global folder, tree, page, driver
    folder = tempfile.TemporaryDirectory()
    tree, page = made("Shop", SOURCES)
    driver = browser()


def made(name, sources):
    """Returns the tree of some sources, and the page of its map."""
    tree = pathlib.Path(folder.name) / name
    for path, text in sources.items():
        # A slash can't be part of a name, so the nasty one is split into folders by the `/` in it.
        file = tree / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    page = pathlib.Path(folder.name) / f"{name}.html"
    command = [SEAM, "map", str(tree), "--no-cache", "--format", "html", "--output", str(page)]
    subprocess.run(command + ["--link", "vscode://file/{path}:{line}:{column}"], check=True)
    return tree, page


def tearDownModule():
    driver.quit()
    folder.cleanup()


def browser(*arguments):
    options = webdriver.ChromeOptions()
    options.binary_location = "/usr/bin/chromium"
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", *arguments):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    return webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)


class PageTest(unittest.TestCase):
    def setUp(self):
        self.open()

    def open(self, fragment="", width=1500, height=1000):
        driver.set_window_size(width, height)
        driver.get("about:blank")
        driver.get(page.as_uri() + fragment)

    def all(self, selector):
        return driver.find_elements(By.CSS_SELECTOR, selector)

    def one(self, selector):
        found = self.all(selector)
        self.assertEqual(len(found), 1, selector)
        return found[0]

    def shows(self, selector, text):
        """Waits until an element has a text: the page notices another address after the click."""
        waiting = WebDriverWait(driver, 10, ignored_exceptions=[StaleElementReferenceException])
        waiting.until(lambda _: self.one(selector).text == text)

    def node(self, id):
        return next(node for node in self.all(".node") if node.get_attribute("data-id") == id)

    def entry(self, id):
        return next(entry for entry in self.all(".entry[data-id]") if entry.get_attribute("data-id") == id)

    def fragment(self):
        return {key: values[0] for key, values in parse_qs(driver.execute_script("return location.hash.slice(1)")).items()}

    def search(self, words):
        field = self.one("#search")
        field.clear()
        field.send_keys(words)

    def shown(self):
        return sorted(entry.get_attribute("data-id") for entry in self.all(".entry[data-id]") if entry.is_displayed())

    def lit(self):
        return sorted(
            node.get_attribute("data-id") for node in self.all(".node") if "off" not in node.get_attribute("class").split()
        )

    # Searching

    def test_searching_filters_the_list_and_the_picture_together(self):
        self.assertEqual(self.shown(), ["Core.Cart", "Core.Session"])
        self.search("profilescreen signout")
        self.assertEqual(self.shown(), ["Core.Session"])
        self.assertEqual(self.lit(), ["Core.Session", "Profile"])
        self.assertEqual(self.one("#found").text, "1 use of 1 singleton")
        lit_edges = [edge for edge in self.all(".edge") if "off" not in edge.get_attribute("class").split()]
        self.assertEqual(len(lit_edges), 1)
        rows = [row for row in self.all("tr[data-text]") if row.is_displayed()]
        self.assertTrue(rows and all("signout" in row.text.lower() for row in rows), [row.text for row in rows])

    def test_searching_for_nothing_that_exists_shows_nothing_and_escape_shows_everything(self):
        self.search("nobody")
        self.assertEqual((self.shown(), self.lit()), ([], []))
        self.assertEqual(self.one("#found").text, "0 uses of 0 singletons")
        self.one("#search").send_keys(Keys.ESCAPE)
        self.assertEqual(self.shown(), ["Core.Cart", "Core.Session"])
        self.assertEqual(len(self.lit()), len(self.all(".node")))
        self.assertEqual(self.fragment(), {})

    def test_emoji_can_be_searched(self):
        # The driver types characters of the basic plane only.
        driver.execute_script(
            "const s=document.getElementById('search');s.value='🦊';s.dispatchEvent(new Event('input'))"
        )
        self.assertEqual(self.shown(), ["Core.Cart", "Core.Session"])
        self.assertIn("App", self.lit())

    # Choosing

    def test_choosing_a_singleton_in_the_picture_brings_its_details_beside_it(self):
        self.node("Core.Session").click()
        panel = self.one("#panel")
        self.assertTrue(panel.is_displayed())
        self.assertEqual(panel.find_element(By.TAG_NAME, "h2").text, "Session.shared")
        self.assertEqual(len(panel.find_elements(By.CSS_SELECTOR, ".uses li")), 3)
        figure = self.one("figure")
        self.assertGreaterEqual(panel.rect["x"], figure.rect["x"] + figure.rect["width"])
        self.assertLess(panel.rect["y"], figure.rect["y"] + figure.rect["height"])
        self.assertEqual(self.node("Core.Session").get_attribute("aria-pressed"), "true")
        self.assertEqual(self.fragment(), {"singleton": "Core.Session"})
        self.node("Core.Session").click()
        self.assertFalse(self.one("#panel").is_displayed())
        self.assertEqual(self.fragment(), {})

    def test_choosing_in_the_list_does_the_same(self):
        self.entry("Core.Cart").find_element(By.TAG_NAME, "summary").click()
        self.shows("#panel h2", "Cart.shared")
        self.assertEqual(self.fragment(), {"singleton": "Core.Cart"})
        self.one("#panel button").click()
        self.assertFalse(self.one("#panel").is_displayed())

    def test_choosing_a_module_lists_what_it_uses(self):
        self.node("Profile").click()
        self.shows("#panel h2", "Profile")
        self.assertEqual([heading.text for heading in self.all("#panel h3")], ["Session.shared"])
        self.assertEqual(len(self.all("#panel .uses li")), 2)
        self.one("#panel h3 a").click()
        self.shows("#panel h2", "Session.shared")
        self.assertEqual(self.fragment(), {"singleton": "Core.Session"})

    def cut(self, member):
        """The row of the cut that has a member."""
        return next(row for row in self.all("tr[data-cut]") if row.find_elements(By.CSS_SELECTOR, f'[data-member="{member}"]'))

    def test_choosing_a_cut_shows_its_members_callers_and_uses(self):
        row = self.cut("signOutOfEverythingThatThisUserHasEverSignedInto")
        name = row.get_attribute("data-cut")
        row.find_element(By.CSS_SELECTOR, "a.cut").click()
        panel = self.one("#panel")
        self.assertTrue(panel.is_displayed())
        self.shows("#panel h2", name)
        self.assertEqual(self.fragment(), {"cut": name})
        headings = [heading.text for heading in self.all("#panel h3")]
        self.assertEqual(headings[:3], ["Members", "Callers", "Shared state"])
        self.assertIn("signOutOfEverythingThatThisUserHasEverSignedInto", panel.text)
        self.assertIn("ProfileScreen", panel.text)
        uses = self.all("#panel .uses li")
        members = {member.get_attribute("data-member") for member in row.find_elements(By.CSS_SELECTOR, "[data-member]")}
        self.assertEqual({use.get_attribute("data-member") for use in uses}, members)
        self.assertEqual(headings[3], "1 use" if len(uses) == 1 else f"{len(uses)} uses")
        links = [use.find_element(By.TAG_NAME, "a").get_attribute("href") for use in uses]
        self.assertTrue(all(link.startswith("vscode://file/") for link in links), links)
        self.assertIn("Profile/ProfileScreen.swift:5:", " ".join(links))
        self.assertEqual(row.get_attribute("aria-current"), "true")
        self.assertIn("on", self.node("Core.Session").get_attribute("class").split())
        self.one("#panel button").click()
        self.assertFalse(self.one("#panel").is_displayed())
        self.assertEqual(self.fragment(), {})

    def test_a_cut_has_no_uses_of_tests(self):
        self.cut("lines").find_element(By.CSS_SELECTOR, "a.cut").click()
        uses = self.all("#panel .uses li")
        self.assertTrue(uses)
        self.assertEqual([use.text for use in uses if "AppTests" in use.text], [])
        self.assertIn("AppTests", self.entry("Core.Cart").get_attribute("textContent"))

    def test_a_cut_has_no_uses_of_other_members_and_marks_only_its_modules(self):
        _, other = made("TwoCuts", TWO_CUTS)
        driver.get(other.as_uri())
        self.assertEqual(len(self.all("tr[data-cut]")), 2)
        self.cut("load").find_element(By.CSS_SELECTOR, "a.cut").click()
        self.assertEqual([use.get_attribute("data-member") for use in self.all("#panel .uses li")], ["load", "load"])
        marked = [node.get_attribute("data-id") for node in self.all(".node.on")]
        self.assertEqual(sorted(marked), ["Core.Account", "Shop"])

    def test_the_address_of_a_cut_opens_it_and_back_leaves_it(self):
        link = self.cut("userName").find_element(By.CSS_SELECTOR, "a.cut")
        address = link.get_attribute("href")
        name = self.cut("userName").get_attribute("data-cut")
        self.open("#" + address.split("#")[1])
        self.shows("#panel h2", name)
        self.one("#panel p a").click()
        self.shows("#panel h2", "Session.shared")
        driver.back()
        self.shows("#panel h2", name)
        self.search("profile")
        self.assertEqual(self.fragment(), {"cut": name, "search": "profile"})
        shown = [use.text for use in self.all("#panel .uses li") if use.is_displayed()]
        self.assertTrue(shown and all("Profile" in text for text in shown), shown)

    def test_a_narrow_page_shows_a_cut_above_the_rest(self):
        name = self.cut("userName").get_attribute("data-cut")
        self.open("#cut=" + quote(name), width=700)
        panel = self.one("#panel")
        self.assertTrue(panel.is_displayed())
        self.shows("#panel h2", name)
        self.assertLess(panel.rect["y"], self.one("figure").rect["y"])

    def test_a_search_narrows_the_details_too(self):
        self.node("Core.Session").click()
        self.search("profile")
        self.assertEqual(len([item for item in self.all("#panel .uses li") if item.is_displayed()]), 2)
        self.assertEqual(self.fragment(), {"singleton": "Core.Session", "search": "profile"})

    def test_a_narrow_page_unfolds_the_details_in_the_list(self):
        self.open("#singleton=Core.Cart", width=700)
        self.assertFalse(self.one("#panel").is_displayed())
        self.assertEqual(self.entry("Core.Cart").get_attribute("open"), "true")

    # The address

    def test_a_link_opens_at_a_singleton_with_the_search_it_was_made_with(self):
        self.open("#singleton=Core.Session&search=profile")
        self.shows("#panel h2", "Session.shared")
        self.assertEqual(self.one("#search").get_attribute("value"), "profile")
        self.assertEqual(self.shown(), ["Core.Session"])
        self.open("#s-Core.Cart")
        self.shows("#panel h2", "Cart.shared")

    def test_back_shows_what_was_shown_before(self):
        self.node("Core.Session").click()
        self.node("Core.Cart").click()
        driver.back()
        self.shows("#panel h2", "Session.shared")
        driver.back()
        self.assertFalse(self.one("#panel").is_displayed())

    def test_an_address_that_names_nothing_shows_everything(self):
        for fragment in ("#singleton=Nobody", "#cut=Nobody", "#s-Nobody", "#%", "#singleton=%3Cimg%20src%3Dx%3E", "#search=" + quote("<b>")):
            self.open(fragment)
            self.assertFalse(self.one("#panel").is_displayed(), fragment)
        self.assert_whole()

    # The keyboard

    def test_the_keyboard_reaches_everything(self):
        body = self.one("body")
        body.send_keys("/")
        self.assertEqual(driver.switch_to.active_element.get_attribute("id"), "search")
        driver.switch_to.active_element.send_keys("testcart", Keys.ARROW_DOWN)
        self.assertEqual(driver.switch_to.active_element.tag_name, "summary")
        driver.switch_to.active_element.send_keys(Keys.ENTER)
        self.shows("#panel h2", "Cart.shared")
        driver.switch_to.active_element.send_keys(Keys.ESCAPE)
        self.assertFalse(self.one("#panel").is_displayed())
        node = self.node("Core.Session")
        driver.execute_script("arguments[0].focus()", node)
        driver.switch_to.active_element.send_keys(Keys.SPACE)
        self.shows("#panel h2", "Session.shared")
        self.assertNotEqual(node.find_element(By.TAG_NAME, "rect").value_of_css_property("stroke-width"), "1px")

    def test_what_a_search_takes_away_is_out_of_the_way_of_the_tab_key(self):
        self.search("profilescreen")
        for node in self.all(".node"):
            is_off = "off" in node.get_attribute("class").split()
            self.assertEqual(node.get_attribute("tabindex"), "-1" if is_off else "0")

    # Text

    def test_names_and_paths_of_any_kind_are_text(self):
        self.assertNotEqual(driver.title, "broken")
        text = driver.execute_script("return document.body.textContent")
        self.assertIn("<img src=x onerror=document.title='broken'> \"it's\" 🦊.swift", text)
        self.assertEqual(self.all("img"), [])
        self.assert_whole()

    def assert_whole(self):
        """Whether the page ran through: no error in its script, nothing fetched."""
        self.assertEqual([entry for entry in driver.get_log("browser") if entry["level"] == "SEVERE"], [])
        requests = [entry["message"] for entry in driver.get_log("performance") if "Network.requestWillBeSent\"" in entry["message"]]
        self.assertEqual([request for request in requests if "http:" in request or "https:" in request], [])

    def test_uses_link_to_their_line_in_the_editor(self):
        links = self.entry("Core.Cart").find_elements(By.CSS_SELECTOR, ".uses a")
        addresses = [link.get_attribute("href") for link in links]
        self.assertEqual(len(addresses), 3)
        path = quote(str(tree / NASTY_FILE))
        self.assertIn(f"vscode://file{path}:4:28", addresses)
        self.assertTrue(all(address.startswith("vscode://file/") for address in addresses), addresses)

    def test_no_word_breaks_in_the_middle(self):
        cut = "#cut=" + quote(self.cut("signOutOfEverythingThatThisUserHasEverSignedInto").get_attribute("data-cut"))
        for width, fragment in [(width, fragment) for width in (1500, 1100, 420) for fragment in ("#singleton=Core.Session", cut)]:
            self.open(fragment, width=width)
            broken = driver.execute_script(
                """
                const broken=[], walker=document.createTreeWalker(document.body,NodeFilter.SHOW_TEXT);
                for(let node;node=walker.nextNode();){
                  if(node.parentElement.closest('script,style,svg'))continue;
                  for(const match of node.data.matchAll(/[\\p{L}\\p{N}_]+/gu)){
                    const range=document.createRange();
                    range.setStart(node,match.index);range.setEnd(node,match.index+match[0].length);
                    if(new Set([...range.getClientRects()].map(rect=>Math.round(rect.top))).size>1)broken.push(match[0]);
                  }
                }
                return broken;
                """
            )
            self.assertEqual(broken, [], f"{width} wide")
            # The page itself doesn't scroll sideways; parts of it may.
            excess = driver.execute_script("return document.documentElement.scrollWidth-document.documentElement.clientWidth")
            self.assertLessEqual(excess, 0, f"{width} wide")

    # Colours and paper

    def test_light_and_dark_follow_the_reader_and_can_be_read(self):
        for scheme in ("light", "dark"):
            driver.execute_cdp_cmd(
                "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
            )
            self.open("#singleton=Core.Session")
            colours = driver.execute_script(
                """
                const of=(selector,name)=>getComputedStyle(document.querySelector(selector))[name];
                return {ground:of('body','backgroundColor'),ink:of('body','color'),soft:of('small','color'),
                  link:of('#panel a','color'),node:of('.node.singleton rect','fill'),label:of('.node text','fill')};
                """
            )
            self.assertEqual(luminance(colours["ground"]) > 0.5, scheme == "light")
            for pair in (("ink", "ground"), ("soft", "ground"), ("link", "ground"), ("label", "node")):
                self.assertGreaterEqual(contrast(*(colours[part] for part in pair)), 4.5, (scheme, pair))
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})

    def test_on_paper_everything_is_open_and_light(self):
        self.open("#singleton=Core.Session")
        driver.execute_cdp_cmd(
            "Emulation.setEmulatedMedia",
            {"media": "print", "features": [{"name": "prefers-color-scheme", "value": "dark"}]},
        )
        try:
            driver.execute_script("dispatchEvent(new Event('beforeprint'))")
            self.assertFalse(self.one("#panel").is_displayed())
            self.assertFalse(self.one("#search").is_displayed())
            self.assertTrue(all(item.is_displayed() for item in self.all(".entry .uses li")))
            ground = driver.execute_script("return getComputedStyle(document.body).backgroundColor")
            self.assertGreater(luminance(ground), 0.9)
            paper = driver.execute_cdp_cmd("Page.printToPDF", {"printBackground": True})
            self.assertGreater(len(paper["data"]), 10_000)
            driver.execute_script("dispatchEvent(new Event('afterprint'))")
            self.assertFalse(any(entry.get_attribute("open") for entry in self.all(".entry[data-id]")))
        finally:
            driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "", "features": []})

    # Without the script

    def test_the_page_can_be_read_without_its_script(self):
        driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
        try:
            self.open()
            self.assertEqual(self.shown(), ["Core.Cart", "Core.Session"])
            entry = self.entry("Core.Session")
            entry.find_element(By.TAG_NAME, "summary").click()
            self.assertEqual(entry.get_attribute("open"), "true")
            self.assertEqual(len([item for item in entry.find_elements(By.CSS_SELECTOR, ".uses li") if item.is_displayed()]), 3)
        finally:
            driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


def channels(colour):
    return [float(part) for part in colour[colour.index("(") + 1 : colour.index(")")].split(",")[:3]]


def luminance(colour):
    parts = [value / 255 for value in channels(colour)]
    parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(first, second):
    light, dark = sorted((luminance(first), luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


if __name__ == "__main__":
    unittest.main()
