// What the page does beyond links and forms: it searches as a person types, and shows what changes meanwhile.
"use strict";

const connection = document.getElementById("connection");
const part = document.getElementById("part");
// A narrow page has room for a part of the navigation: the one with this screen.
const entry = document.querySelector("header [aria-current]");
const list = entry?.closest("ul");
if (list) list.scrollLeft += entry.getBoundingClientRect().left - list.getBoundingClientRect().left - (list.clientWidth - entry.clientWidth) / 2;

// Search. Only the answer to the last query lands: a newer query aborts the older one.
const field = document.querySelector("[data-results]");
let asking = null;
async function search() {
  asking?.abort();
  const own = (asking = new AbortController());
  part.classList.add("waiting");
  try {
    const query = new URLSearchParams({ query: field.value });
    const answer = await fetch(`${field.dataset.results}?${query}`, { signal: own.signal });
    const html = await answer.text();
    if (asking !== own) return;
    if (!answer.ok) return location.reload();
    part.innerHTML = html;
    part.classList.remove("waiting");
    show(true);
    history.replaceState(null, "", field.value ? `?${query}` : location.pathname);
  } catch (error) {
    if (asking === own && error.name !== "AbortError") { part.classList.remove("waiting"); show(false); }
  }
}
field?.addEventListener("input", search);
field?.form.addEventListener("submit", (event) => { event.preventDefault(); search(); });

// Events. A hidden page holds no connection: browsers allow few to one host.
const path = document.currentScript.dataset.live + location.search.replace("?", "&");
let events = null;
let overdue = 0;
let latest = null;
function land() {
  // What has the focus stays where it is, until the focus leaves.
  if (!part || latest === null || part.contains(document.activeElement)) return;
  part.innerHTML = latest;
  latest = null;
}
part?.addEventListener("focusout", () => setTimeout(land));
function show(isConnected) { connection.hidden = isConnected; }
function alive() {
  clearTimeout(overdue);
  // The program sends a beat every 5 s, so one that is stopped is noticed, too.
  overdue = setTimeout(() => { show(false); listen(); }, 12_000);
}
function listen() {
  events?.close();
  events = null;
  clearTimeout(overdue);
  if (document.hidden) return;
  events = new EventSource(path);
  alive();
  const on = (kind, act) => events.addEventListener(kind, (event) => { show(true); alive(); act(event.data); });
  on("beat", () => {});
  on("reload", () => location.reload());
  on("part", (html) => { latest = html; land(); });
  on("news", (html) => {
    const news = document.querySelector("main > [role=status]");
    news.insertAdjacentHTML("afterbegin", html);
    while (news.children.length > 5) news.lastElementChild.remove();
  });
  events.onerror = () => {
    show(false);
    events.close();
    clearTimeout(overdue);
    overdue = setTimeout(listen, 2_000);
  };
}
document.addEventListener("visibilitychange", listen);
addEventListener("pagehide", () => { events?.close(); clearTimeout(overdue); });
addEventListener("pageshow", (event) => { if (event.persisted) listen(); });
listen();
