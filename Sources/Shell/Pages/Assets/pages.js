// Makes pages live: forms are posted without loading the page again, and changes replace the parts that they concern.
// Everything else works without it.
(() => {
    "use strict";
    const { page, revision, csrf } = document.body.dataset;
    const shown = { page, revision: Number(revision), csrf };
    if (!shown.page) return;

    // --- Posting

    /** Posts fields, those of a form or others, to a URL, and shows the update that is answered. */
    async function post(fields, form = null, url = location.href) {
        fields.set("page", shown.page);
        fields.set("csrf", shown.csrf);
        fields.set("revision", shown.revision);
        try {
            const [method, body] = ["POST", new URLSearchParams(fields)];
            const [headers, signal] = [{ accept: "application/json" }, AbortSignal.timeout(40_000)];
            const answer = await fetch(url, { method, headers, body, signal });
            if (answer.ok) {
                const update = await answer.json();
                // What was not typed further has arrived.
                for (const input of form?.elements ?? []) {
                    if (input.value === fields.get(input.name)) input.isDirty = false;
                }
                say("");
                if (apply(update, form)) for (const input of form?.elements ?? []) fill(input);
            } else if (answer.status === 403) {
                location.reload();
            } else {
                const reason = answer.status === 429 ? "Too many requests." : "The server could not do that.";
                say(`${reason} Wait a moment, and try again.`);
            }
        } catch (error) {
            console.warn(error);
            say(lost);
        }
    }

    /** The fields of a form. A password counts as sent: the server does not send it back. */
    function fieldsOf(form, submitter) {
        for (const input of form.elements) input.sent = input.value;
        return new FormData(form, submitter);
    }

    /** Whether the answer to the own signing out leads away, and not the event about it. */
    let isSigningOut = false;

    const timers = new WeakMap();
    const sending = new WeakSet();

    /** Ends when what was typed has arrived: a form that is sent meanwhile must not be overtaken. */
    let typing = Promise.resolve();

    /** Sends what was typed into a form. */
    function type(form, action = "type") {
        typing = typing.then(() => {
            if (!form.isConnected) return;
            const fields = fieldsOf(form);
            fields.set("action", action);
            return post(fields, form);
        });
    }

    document.addEventListener("submit", async (event) => {
        const form = event.target;
        event.preventDefault();
        // A second press, before the first one is answered, means the same.
        if (sending.has(form) || event.submitter?.ariaDisabled === "true") return;
        sending.add(form);
        form.setAttribute("aria-busy", "true");
        clearTimeout(timers.get(form));
        await typing;
        const fields = fieldsOf(form, event.submitter);
        if (form.method === "get") fields.set("action", "search");
        isSigningOut = fields.get("action")?.startsWith("signOut") === true;
        await post(fields, form, form.method === "post" && form.getAttribute("action") || location.href);
        isSigningOut = false;
        sending.delete(form);
        form.removeAttribute("aria-busy");
        if (form.isConnected) form.querySelector("[aria-invalid=true]")?.focus();
    });

    document.addEventListener("input", (event) => {
        const input = event.target;
        const form = input.form;
        if (!form) return;
        input.isTyped = input.isDirty = true;
        const isSearch = "search" in input.dataset;
        if (!isSearch && !("typing" in input.dataset)) return;
        clearTimeout(timers.get(form));
        timers.set(form, setTimeout(() => {
            if (input.isConnected) type(form, isSearch ? "search" : "type");
        }, 250));
    });

    document.addEventListener("click", (event) => {
        const link = event.target.closest("a[data-filter]");
        if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        post(new URLSearchParams({ action: "filter", filter: link.dataset.filter }));
    });

    document.addEventListener("keydown", (event) => {
        if (event.key !== "Escape" || event.isComposing) return;
        event.target.form?.querySelector("button:is([value=cancelRenaming], [value=cancelDeletion])")?.click();
    });

    // --- Showing updates

    /** Whether the update is of a page that was created again, and the form whose text the server knows. */
    let [isAnew, posted] = [false, null];
    let place = location.pathname + location.search;

    /** Shows what has changed; returns whether the page is up to date now. */
    function apply(update, form = null) {
        if (update.document) {
            leaving = true;
            if (update.url === location.pathname + location.search) location.reload(); else location.assign(update.url);
            return;
        }
        isAnew = update.page !== shown.page;
        posted = form;
        if (!isAnew && update.revision <= shown.revision) return true;
        if (!isAnew && update.since > shown.revision) return void catchUp();
        shown.page = update.page;
        shown.revision = update.revision;
        document.title = update.title;
        const url = new URL(update.url, location.href);
        if (url.href !== location.href) {
            const [from, to] = [new URL(location.href).searchParams, url.searchParams];
            const isTyping = from.has("search") && to.has("search") && from.get("filter") === to.get("filter");
            history[isTyping ? "replaceState" : "pushState"](null, "", url);
            place = location.pathname + location.search;
        }
        const [focus, { main, ...parts }] = [focused(), update.parts];
        if (main !== undefined) {
            const element = document.getElementById("main");
            const next = element.cloneNode(false);
            next.innerHTML = main;
            morph(element, next);
        }
        // A list may be in a row of another one: that is arranged first.
        for (let lists = Object.entries(update.lists), others; lists.length > 0; lists = others) {
            others = lists.filter(([id, ids]) => !arrange(id, ids, parts));
            if (others.length === lists.length) break;
        }
        for (const [id, html] of Object.entries(parts)) {
            const element = document.getElementById(id);
            if (element) morph(element, parse(html), update.containers.includes(id));
        }
        localize();
        restore(focus);
        return true;
    }

    /** The element that a part consists of. */
    const parse = (html) =>
        Object.assign(document.createElement("template"), { innerHTML: html.trim() }).content.firstElementChild;

    /** Shows the rows of a list in an order; new ones are among the parts. Returns whether the list is there. */
    function arrange(id, ids, parts) {
        const list = document.getElementById(id);
        if (!list) return false;
        const wanted = new Set(ids);
        for (const row of [...list.children]) if (!wanted.has(row.id)) row.remove();
        let place = list.firstElementChild;
        for (const rowID of ids) {
            let row = document.getElementById(rowID);
            if (!row && parts[rowID]) row = parse(parts[rowID]);
            if (!row) continue;
            if (row === place) place = place.nextElementSibling; else list.insertBefore(row, place);
        }
        return true;
    }

    /** Makes an element like another one, and keeps what is the same, so that focus and selection stay. */
    function morph(old, next, keepsChildren = false) {
        for (const { name } of [...old.attributes]) if (!next.hasAttribute(name)) old.removeAttribute(name);
        for (const { name, value } of next.attributes) {
            if (old.getAttribute(name) !== value) old.setAttribute(name, value);
        }
        fill(old);
        if (!keepsChildren) morphChildren(old, next);
    }

    /** Shows the text that the server has for a field, unless something else was typed since. */
    function fill(field) {
        if (!(field instanceof HTMLInputElement) || field.type === "hidden") return;
        // A page that was created again knows only what the posted form has.
        if (field.isDirty || isAnew && field.isTyped && field.form !== posted) return;
        const value = field.getAttribute("value") ?? "";
        // Passwords are not sent to browsers, but whether there is none any more.
        const isKept = field.type === "password" && !("cleared" in field.dataset && field.value === field.sent);
        if (!isKept && field.value !== value) field.value = value;
    }

    function morphChildren(old, next) {
        let place = old.firstChild;
        for (const child of [...next.childNodes]) {
            let match = place;
            if (child.id) {
                match = old.querySelector(`:scope > #${CSS.escape(child.id)}`);
            } else {
                while (match && (match.nodeName !== child.nodeName || match.id)) match = match.nextSibling;
            }
            if (!match || match.nodeName !== child.nodeName) {
                old.insertBefore(child, place);
            } else {
                if (match === place) place = place.nextSibling; else old.insertBefore(match, place);
                if (match.nodeType === Node.ELEMENT_NODE) morph(match, child);
                else if (match.data !== child.data) match.data = child.data;
            }
        }
        while (place) {
            const rest = place.nextSibling;
            place.remove();
            place = rest;
        }
    }

    /** The element that has the focus, and the parts around it. */
    function focused() {
        const around = [];
        for (let element = document.activeElement; element; element = element.parentElement) {
            if (element.id) around.push(element.id);
        }
        return { element: document.activeElement, around };
    }

    const greeted = new WeakSet();

    /** Gives the focus to a new field, or to what is near the place where it was. */
    function restore({ element, around }) {
        // Once: an update while typing must not select the text.
        const field = document.querySelector("[autofocus]");
        if (field && !greeted.has(field)) {
            greeted.add(field);
            // Not from where something else is being typed.
            if (document.activeElement?.isDirty) return;
            field.focus();
            field.select?.();
            return;
        }
        if (element?.isConnected) {
            // What was moved has lost it; what is hidden now leaves it to the link before it.
            const isBefore = (link) => link.checkVisibility() && link.compareDocumentPosition(element) & 4;
            const heir = element.checkVisibility() ? element : [...document.links].findLast(isBefore);
            return heir === document.activeElement ? undefined : heir?.focus();
        }
        for (const id of around) {
            const find = (selector) => document.getElementById(id)?.querySelector(selector);
            // After renaming, another press must not complete the item.
            const near = find("[value=beginRenaming]") ?? find("a, button, input:not([type=hidden])");
            if (near) return near.focus();
        }
    }

    /** Shows times in the browser's language and time zone. */
    function localize() {
        for (const time of document.querySelectorAll("time[datetime]")) {
            const date = new Date(time.dateTime);
            if (Number.isNaN(date.valueOf())) continue;
            const text = date.toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
            if (time.textContent !== text) time.textContent = text;
        }
    }

    // --- Following changes: one event stream for all tabs of the browser

    const channel = new BroadcastChannel("nacre");
    const lost = "No connection. What you type is kept, and changes appear when the server is back.";
    let leaving = false;
    let isLost = false;

    /** Says something about the connection; nothing if the text is empty. */
    function say(text) {
        const banner = document.getElementById("connection");
        if (!banner || leaving) return;
        banner.textContent = text || (isLost ? lost : "");
        banner.hidden = banner.textContent === "";
    }

    /** Shows what was missed. */
    const catchUp = () => post(new URLSearchParams({ action: "update" }));

    function receive(message) {
        if (leaving || isSigningOut) return;
        if (message.lost || message.pages) {
            isLost = message.lost === true;
            say("");
        }
        if (message.pages) {
            const revision = message.pages[shown.page];
            if (revision === undefined) createAgain(); else if (revision > shown.revision) catchUp();
        }
        if (message.update?.page === shown.page) apply(message.update);
    }

    /** Has the page created again that the server has lost, with what was typed. */
    function createAgain() {
        const forms = [...document.forms].filter(form =>
            [...form.elements].some(input => input.isTyped && "typing" in input.dataset && input.value !== ""));
        if (forms.length === 0) return catchUp();
        for (const form of forms) type(form);
    }

    function follow(pause = 500) {
        const events = new EventSource("/events");
        const tell = (message) => {
            receive(message);
            channel.postMessage(message);
        };
        events.addEventListener("pages", (event) => {
            pause = 500;
            tell({ pages: JSON.parse(event.data) });
        });
        events.addEventListener("update", (event) => tell({ update: JSON.parse(event.data) }));
        events.addEventListener("error", () => {
            events.close();
            tell({ lost: true });
            setTimeout(() => follow(Math.min(2 * pause, 5000)), pause);
        });
    }

    channel.addEventListener("message", (event) => receive(event.data));
    if (navigator.locks) {
        navigator.locks.request("nacre", { ifAvailable: true }, (lock) => {
            if (lock) return new Promise(() => follow());
            // Another tab has the stream: what it was sent for this one before is missing.
            catchUp();
            navigator.locks.request("nacre", () => new Promise(() => follow()));
        });
    } else {
        // Without locks, which need a secure origin, each tab has a stream of its own.
        follow();
    }

    addEventListener("popstate", () => {
        // A link within the page leads to no other place.
        if (location.pathname + location.search !== place) location.reload();
    });
    // The server has closed a page that the browser has kept.
    addEventListener("pageshow", (event) => event.persisted && location.reload());
    addEventListener("pagehide", () => {
        leaving = true;
        navigator.sendBeacon("/pages/close", new URLSearchParams({ page: shown.page, csrf: shown.csrf }));
    });
    localize();
})();
