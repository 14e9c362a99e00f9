"""What a page told its reader outside the page: the notices of the system, and whether the page was looked at.

A browser without a window never puts a page in the background (another page before it, a minimised window, a frozen page: it
stays "visible"), so `look_away` says so in its place. And the smallest of them, without anything to show notices on, tells a
page that they are denied whatever was granted: the page is told here what the browser's own Permissions API says. Notices are
the browser's own; they are only counted.
"""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

HEARD = """(() => {
  const heard = [];
  let status = { state: 'prompt' };
  navigator.permissions.query({ name: 'notifications' }).then((found) => (status = found));
  window.Notification = class extends Notification {
    static get permission() { return status.state === 'prompt' ? 'default' : status.state; }
    constructor(title, options) {
      super(title, options);
      heard.push({ title, ...options, closed: false });
      this.place = heard.length - 1;
      window.lastNotice = this;
    }
    close() { heard[this.place].closed = true; super.close(); }
  };
  window.noticesHeard = heard;
})()"""
AWAY = """(away) => {
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => away });
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => (away ? 'hidden' : 'visible') });
  document.dispatchEvent(new Event('visibilitychange'));
}"""


class Notices:
    """Those of one page."""

    def __init__(self, page: Page, address: str, permission: str) -> None:
        """Before the page is opened; the permission is "granted", "denied" or "prompt" (never asked)."""
        self._page = page
        session = page.context.new_cdp_session(page)
        context = session.send("Target.getTargetInfo")["targetInfo"]["browserContextId"]
        session.send(
            "Browser.setPermission",
            {
                "origin": address,
                "permission": {"name": "notifications"},
                "setting": permission,
                "browserContextId": context,
            },
        )
        page.add_init_script(HEARD)

    def look_away(self) -> None:
        """The reader does something else."""
        self._page.evaluate(AWAY, True)

    def look_back(self) -> None:
        """The page is before the reader again."""
        self._page.evaluate(AWAY, False)

    def told(self) -> list[dict[str, Any]]:
        """All notices so far: title, options, whether it was closed."""
        found: list[dict[str, Any]] = self._page.evaluate("noticesHeard")
        return found

    def click(self) -> None:
        """The reader clicks on the last notice."""
        self._page.evaluate("lastNotice.dispatchEvent(new Event('click'))")
