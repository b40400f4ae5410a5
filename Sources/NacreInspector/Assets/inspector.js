"use strict";

// Without this script, the pages are the same but for the live rows.

// The cookie of a first visit from another site is sent only by a request that this site begins.
const entrance = document.getElementById("enter");
if (entrance) location.replace(entrance.href);

const live = document.getElementById("live");
if (live) follow();

// Shows new events above the others, while the first page is shown.
function follow() {
  const rows = document.getElementById("rows");
  const button = live.querySelector("button");
  const status = live.querySelector("[role=status]");
  // More rows than these are dropped at the bottom: older pages have them.
  const mostRows = 500;
  let shownUpTo = BigInt(live.dataset.shownUpTo);
  let head = shownUpTo;
  let isPaused = false;
  let isFetching = false;
  let hasFailed = false;

  const say = () => {
    const rest = head - shownUpTo;
    button.textContent = isPaused ? "Go on" : "Pause";
    button.setAttribute("aria-pressed", String(isPaused));
    status.textContent = hasFailed ? "Not connected: new events are not shown"
      : isPaused ? `Paused at position ${shownUpTo}` + (rest > 0n ? `, ${rest} behind` : "") : "Live";
  };

  async function update() {
    say();
    if (isPaused || isFetching || head <= shownUpTo) return;
    isFetching = true;
    try {
      const address = live.dataset.rows;
      const separator = address.includes("?") ? "&" : "?";
      const response = await fetch(`${address}${separator}since-position=${shownUpTo}`);
      if (!response.ok) throw new Error(response.statusText);
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const table = page.querySelector("[data-shown-up-to]");
      const known = new Set([...rows.children].slice(0, 100).map((row) => row.dataset.position));
      const fresh = [...table.querySelectorAll("tr")].filter(
        (row) => !row.dataset.position || !known.has(row.dataset.position));
      for (const row of fresh) row.classList.add("new");
      rows.prepend(...fresh);
      while (rows.children.length > mostRows) rows.lastElementChild.remove();
      if (fresh.length) document.getElementById("empty")?.remove();
      shownUpTo = BigInt(table.dataset.shownUpTo);
      hasFailed = false;
    } catch {
      hasFailed = true;
    }
    say();
    // Not more often, however fast events come.
    await new Promise((resume) => setTimeout(resume, 500));
    isFetching = false;
    if (!hasFailed) update();
  }

  button.addEventListener("click", () => {
    isPaused = !isPaused;
    update();
  });
  live.hidden = false;
  say();

  const moved = (position) => {
    hasFailed = false;
    if (BigInt(position) > head) head = BigInt(position);
    update();
  };
  const channel = new BroadcastChannel("nacre-inspector");
  channel.addEventListener("message", (event) => {
    if (event.data === null) {
      hasFailed = true;
      say();
    } else moved(event.data);
  });

  // A browser opens few connections to a server: one tab follows the head for all.
  navigator.locks.request("nacre-inspector", () => new Promise(() => {
    const stream = new EventSource("/head");
    stream.addEventListener("message", (event) => {
      channel.postMessage(event.data);
      moved(event.data);
    });
    stream.addEventListener("error", () => {
      channel.postMessage(null);
      hasFailed = true;
      say();
    });
  }));
}
