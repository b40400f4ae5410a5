"use strict";

// Without this script, the pages are the same but for the live rows.

// The cookie of a first visit from another site is sent only by a request that this site begins.
const entrance = document.getElementById("enter");
if (entrance) location.replace(entrance.href);

const live = document.getElementById("live");
if (live) follow();

const timeline = document.getElementById("timeline");
if (timeline) zoom();

const running = document.getElementById("running");
if (running) ask();

for (const slider of document.querySelectorAll("input[data-slides]")) slide(slider);

const player = document.getElementById("play");
if (player) play();

// Shows where a slider is, and goes there once it is let go.
function slide(slider) {
  slider.addEventListener("input", () => {
    slider.form.querySelector("output").textContent = slider.value;
  });
  // The next page goes on where a keyboard was.
  const key = "nacre-inspector-slider";
  if (sessionStorage.getItem(key) === slider.id) slider.focus();
  slider.addEventListener("change", () => {
    sessionStorage.setItem(key, slider.id);
    slider.form.requestSubmit();
  });
  slider.addEventListener("blur", () => sessionStorage.removeItem(key));
}

// Goes forward step by step, from page to page, until the last one or until it is stopped.
function play() {
  const key = "nacre-inspector-playing";
  const next = document.getElementById("next");
  const say = () => {
    const isPlaying = sessionStorage.getItem(key) !== null;
    player.textContent = isPlaying ? "Stop" : "Play forward";
    player.setAttribute("aria-pressed", String(isPlaying));
  };
  const go = () => setTimeout(() => {
    if (sessionStorage.getItem(key) !== null) location.assign(next.href);
  }, 800);
  // Playing goes on only on the page that it has led to.
  if (!next || sessionStorage.getItem(key) !== location.href) sessionStorage.removeItem(key);
  player.hidden = !next;
  player.addEventListener("click", () => {
    if (sessionStorage.getItem(key) === null) {
      sessionStorage.setItem(key, next.href);
      location.assign(next.href);
    } else {
      sessionStorage.removeItem(key);
      say();
    }
  });
  say();
  if (sessionStorage.getItem(key) !== null && !running) {
    sessionStorage.setItem(key, next.href);
    go();
  }
}

// Shows how far an answer is, and then the answer.
async function ask() {
  const progress = document.getElementById("progress");
  while (true) {
    await new Promise((resume) => setTimeout(resume, 500));
    try {
      const response = await fetch(location.href);
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const now = page.getElementById("progress");
      if (!now) return location.reload();
      progress.replaceChildren(...now.childNodes);
    } catch {
      progress.textContent = "Not connected: the progress is not shown";
    }
  }
}

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
    const stream = new EventSource(document.body.dataset.head);
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

// Chooses a part of the time by dragging over the bars.
function zoom() {
  const [since, until] = [Number(timeline.dataset.since), Number(timeline.dataset.until)];
  const [width, height] = [timeline.viewBox.baseVal.width, timeline.viewBox.baseVal.height];
  const mark = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  mark.setAttribute("class", "chosen");
  mark.setAttribute("y", "0");
  mark.setAttribute("height", String(height));
  let start = null;
  let isDragged = false;
  const place = (event) => {
    const box = timeline.getBoundingClientRect();
    return Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
  };
  const moment = (share) => new Date(since + (until - since) * share).toISOString();
  timeline.addEventListener("pointerdown", (event) => {
    if (event.button === 0) [start, isDragged] = [place(event), false];
  });
  timeline.addEventListener("pointermove", (event) => {
    if (start === null) return;
    const end = place(event);
    if (!isDragged && Math.abs(end - start) * timeline.clientWidth < 6) return;
    if (!isDragged) {
      isDragged = true;
      timeline.setPointerCapture(event.pointerId);
      timeline.append(mark);
    }
    mark.setAttribute("x", String(Math.min(start, end) * width));
    mark.setAttribute("width", String(Math.abs(end - start) * width));
  });
  timeline.addEventListener("pointerup", (event) => {
    if (start === null) return;
    const bounds = [start, place(event)].sort((left, right) => left - right);
    start = null;
    if (!isDragged) return;
    const address = new URL(location.href);
    address.searchParams.set("since", moment(bounds[0]));
    address.searchParams.set("until", moment(bounds[1]));
    location.assign(address);
  });
  timeline.addEventListener("pointercancel", () => {
    start = null;
    mark.remove();
  });
  // Otherwise a link would be dragged, or followed at the end of the dragging.
  timeline.addEventListener("dragstart", (event) => event.preventDefault());
  timeline.addEventListener("click", (event) => {
    if (isDragged) event.preventDefault();
  });
}
