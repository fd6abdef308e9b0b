"""The page of `seam progress --format html`, as a person meets it. `.ci/run --step browser` runs these tests."""

import json
import os
import pathlib
import subprocess
import tempfile
import unittest
from urllib.parse import parse_qs

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By

SEAM = pathlib.Path(__file__).resolve().parents[2] / ".build/debug/seam"
# A name that breaks pages which paste text into markup, and one that is long.
NASTY = "App/</script><img src=x onerror=document.title='broken'> 'it is' 🦊.swift"
LOG = "public final class Log { public static let shared = Log(); var n = 0; public func write() { n += 1 } }\n"
LONG = "aMemberWithANameThatIsLongerThanMostLinesOfAPhone"
STORE = f"public final class Store {{ public static let shared = Store(); var n = 0; public func {LONG}() {{ n += 1 }} }}\n"
HISTORY = [
    ("2026-01-05", {
        "seam.yml": "version: 1\ngoals:\n  Log: {uses: 0, by: 2026-01-20}\n",
        "CODEOWNERS": "/App/ @acme/pay\n/Shop/ @acme/shop\n",
        "Core/Log.swift": LOG, "Core/Store.swift": STORE,
        NASTY: "import Core\nfinal class Cart { func a() { Log.shared.write(); Log.shared.write() } }\n",
        "Shop/Shop.swift": f"import Core\nfinal class Shop {{ func open() {{ Store.shared.{LONG}() }} }}\n",
        "App/Maker.swift": "final class Maker { func make() { _ = Cart() } }\n",
    }),
    ("2026-01-19", {NASTY: "import Core\nfinal class Cart {\n  let log: Log\n  init(log: Log = .shared) { self.log = log }\n"
                           "  func a() { log.write(); log.write() }\n}\n"}),
    ("2026-02-23", {"App/New.swift": "func new() {\n  Log.shared.write()  // seam:allow Log: it stays\n}\n"}),
]


def setUpModule():
    global folder, page, numbers, driver
    folder = tempfile.TemporaryDirectory()
    tree, page = pathlib.Path(folder.name).resolve() / "Shop", pathlib.Path(folder.name).resolve() / "progress.html"
    environment = os.environ | {"XDG_CACHE_HOME": f"{folder.name}/cache"}
    run = lambda *words, **more: subprocess.run(
        list(map(str, words)), check=True, cwd=tree, env=environment | more, stdout=subprocess.PIPE, text=True).stdout
    tree.mkdir()
    run("git", "init", "-q")
    for day, files in HISTORY:
        for path, text in files.items():
            (tree / path).parent.mkdir(parents=True, exist_ok=True)
            (tree / path).write_text(text)
        run("git", "add", "-A")
        run("git", "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "A step", GIT_COMMITTER_DATE=f"{day}T12:00:00Z")
    run(SEAM, "progress", "--verified", "HEAD")
    (tree / "standing.json").write_text(json.dumps({"migration": {"useCases": [
        {"name": "<b>orders</b>", "plan": "compare", "runs": 12, "verdict": {"isMet": False, "missing": ["8 more runs"]}}]}}))
    shared = ("progress", "--every", "commit", "--handover", "standing.json", "--format")
    run(SEAM, *shared, "html", "--output", page)
    numbers = json.loads(run(SEAM, *shared, "json"))
    options = webdriver.ChromeOptions()
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--force-device-scale-factor=1"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))


def tearDownModule():
    driver.quit()
    folder.cleanup()


class ProgressPageTest(unittest.TestCase):
    def open(self, fragment="", width=1400, scheme="light"):
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False})
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
        driver.get("about:blank")
        driver.get(page.as_uri() + fragment)

    def all(self, selector):
        return driver.find_elements(By.CSS_SELECTOR, selector)

    def section(self, title):
        return next(found for found in self.all("section") if found.find_element(By.TAG_NAME, "h2").text == title)

    def rows(self, title):
        return [[cell.text for cell in row.find_elements(By.CSS_SELECTOR, "th,td")]
                for row in self.section(title).find_elements(By.CSS_SELECTOR, "tbody tr")]

    def shown(self):
        return [row for row in self.all("tr.use") if row.is_displayed()]

    def fragment(self):
        return {key: values[0] for key, values in parse_qs(driver.current_url.partition("#")[2]).items()}

    def test_the_numbers_are_those_of_the_json(self):
        self.open()
        summary = numbers["summary"]
        states = dict(self.rows("States"))
        for state, count in summary["states"].items():
            self.assertEqual(states[state], str(count))
        self.assertEqual(states["left on purpose"], str(summary["left"]))
        self.assertEqual(states["verified, of what was moved"], f"{summary['verified']} of {summary['moved']}")
        self.assertEqual(self.all("header strong")[0].text.split()[0], str(summary['remaining']))
        for title, key in (("Singletons", "singletons"), ("Modules", "modules"), ("Owners", "owners")):
            expected = [[part["name"] or "nobody", str(part["remaining"]), str(part["fell"])] for part in numbers[key]]
            self.assertEqual(self.rows(title), expected)
        calls = self.rows(f"{summary['calls']} call relies on a default")
        self.assertEqual([row[0] for row in calls], [f"{call['file']}:{call['line']}" for call in numbers["calls"]])
        self.assertEqual([item.text for item in self.section("Next").find_elements(By.TAG_NAME, "li")], numbers["next"])
        legend = [text.text for text in self.all("svg text.note")]
        for state, count in summary["states"].items():
            self.assertEqual(f"{state} {count}" in legend, count > 0, legend)
        self.assertEqual(len(self.all("svg line.goal")), len(numbers["goals"]))
        self.assertEqual(len(self.shown()), sum(count["count"] for count in numbers["samples"][-1]["counts"]))

    def test_what_is_chosen_is_in_the_address_and_back_leaves_it(self):
        self.open()
        every = len(self.shown())
        self.section("Owners").find_element(By.LINK_TEXT, "@acme/shop").click()
        self.assertEqual(self.fragment(), {"owner": "@acme/shop"})
        chosen = len(self.shown())
        self.assertTrue(0 < chosen < every)
        address = driver.current_url
        driver.back()
        self.assertEqual(len(self.shown()), every)
        driver.get("about:blank")
        driver.get(address)
        self.assertEqual(len(self.shown()), chosen)
        driver.find_element(By.ID, "search").send_keys("nothing has this name")
        self.assertEqual((self.shown(), self.all("#found")[0].text), ([], "0 uses"))

    def test_names_are_text_and_nothing_is_fetched(self):
        self.open()
        self.assertEqual(driver.title, "Shop: progress")
        self.assertEqual(self.all("img, main b"), [])
        self.assertEqual([entry for entry in driver.get_log("browser") if entry["level"] == "SEVERE"], [])
        requests = [entry["message"] for entry in driver.get_log("performance") if "Network.requestWillBeSent\"" in entry["message"]]
        self.assertEqual([request for request in requests if "http:" in request or "https:" in request], [])

    def test_it_can_be_read_on_a_phone_and_on_a_desk_in_light_and_dark(self):
        for width in (360, 1400):
            for scheme in ("light", "dark"):
                self.open(width=width, scheme=scheme)
                # The page itself doesn't scroll sideways; wide tables do.
                excess = driver.execute_script("return document.documentElement.scrollWidth-document.documentElement.clientWidth")
                self.assertLessEqual(excess, 0, f"{width} wide")
                pairs = driver.execute_script(
                    """
                    const ground=element=>{
                      for(;element;element=element.parentElement){
                        const colour=getComputedStyle(element).backgroundColor;
                        if(!/, 0\\)$|transparent/.test(colour))return colour;
                      }
                      return 'rgb(255, 255, 255)';
                    };
                    const texts=[...document.querySelectorAll('h1,h2,p,th,td,a,small,code,li,output,label')]
                      .filter(element=>element.textContent.trim()&&element.offsetParent)
                      .map(element=>[element.textContent.trim().slice(0,40),getComputedStyle(element).color,ground(element)]);
                    const page=getComputedStyle(document.body).backgroundColor;
                    const notes=[...document.querySelectorAll('svg text')].map(element=>[element.textContent,getComputedStyle(element).fill,page]);
                    return [...texts,...notes];
                    """
                )
                self.assertGreater(len(pairs), 40)
                self.assertEqual(luminance(pairs[0][2]) > 0.5, scheme == "light")
                for text, ink, ground in pairs:
                    self.assertGreaterEqual(contrast(ink, ground), 4.5, (width, scheme, text))
                # Bands that lie on each other can be told apart.
                bands = {band.value_of_css_property("fill") + band.value_of_css_property("fill-opacity") for band in self.all("polygon.band")}
                self.assertEqual(len(bands), len(self.all("polygon.band")))
                if os.environ.get("SEAM_PICTURES"):
                    driver.save_screenshot(f"{os.environ['SEAM_PICTURES']}/progress-{width}-{scheme}.png")


def luminance(colour):
    parts = [float(part) / 255 for part in colour[colour.index("(") + 1 : colour.index(")")].split(",")[:3]]
    parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(first, second):
    light, dark = sorted((luminance(first), luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


if __name__ == "__main__":
    unittest.main()
