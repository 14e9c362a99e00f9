"""The browser of the tests is a real one: what a page may rely on at a player's works here too."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from http import HTTPStatus

import pytest
from playwright.sync_api import Browser, BrowserContext, Error
from websockets.http11 import Request, Response
from websockets.sync.server import ServerConnection, serve

FRENCH = "Où êtes-vous ? Déjà là, près du cœur : « ça » coûte 5 €, naïf Noël…"
PAGE = f"""<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<body style="margin: 0; font: 24px sans-serif; background: white; color: black"><p id="text">{FRENCH}</p>
<button onclick="done('click')" style="height: 60px; touch-action: none">Jouer</button>
<script>
  const heard = [];
  function done(what) {{ heard.push(what); }}
  document.querySelector('button').addEventListener('pointerdown', (event) => done(event.pointerType));
  document.querySelector('button').addEventListener('touchstart', () => done('touchstart'));
</script>"""

# Whether a letter is drawn, and not as the empty box that stands for all letters a font lacks.
DRAWN = """(letters) => {
  const draw = (letter) => {
    const canvas = new OffscreenCanvas(40, 40).getContext('2d');
    canvas.font = '24px sans-serif';
    canvas.fillText(letter, 5, 30);
    return canvas.getImageData(0, 0, 40, 40).data.join();
  };
  const nothing = draw(' '), missing = draw('\\u{10FFFD}');
  return [...letters].filter((letter) => [nothing, missing].includes(draw(letter)));
}"""


@pytest.fixture
def address() -> Iterator[str]:
    """Of a server that answers with the page, and on a WebSocket with what it is told, in capitals."""

    def answer_request(connection: ServerConnection, request: Request) -> Response | None:
        if "Upgrade" in request.headers:
            return None
        response = connection.respond(HTTPStatus.OK, PAGE)
        del response.headers["Content-Type"]
        response.headers["Content-Type"] = "text/html; charset=utf-8"
        return response

    def answer_messages(connection: ServerConnection) -> None:
        for message in connection:
            connection.send(str(message).upper())

    with serve(answer_messages, "127.0.0.1", 0, process_request=answer_request) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"127.0.0.1:{server.socket.getsockname()[1]}"
        server.shutdown()
        thread.join()


def test_draws_french_text(visitor: Callable[..., BrowserContext], address: str) -> None:
    page = visitor(viewport={"width": 600, "height": 200}).new_page()
    page.goto(f"http://{address}/")
    assert page.inner_text("#text") == FRENCH
    assert page.evaluate(DRAWN, "éèêëàâçîïôùûüœæÉÈÀÇŒ«»’€…") == []
    assert page.evaluate(DRAWN, "\U0010fffc") == ["\U0010fffc"]
    assert page.evaluate("navigator.language") == "fr-FR"


def test_talks_on_a_websocket(visitor: Callable[..., BrowserContext], address: str) -> None:
    page = visitor().new_page()
    page.goto(f"http://{address}/")
    said = page.evaluate(
        """(address) => new Promise((answer, refuse) => {
          const socket = new WebSocket(`ws://${address}/`);
          socket.onopen = () => socket.send('déjà');
          socket.onmessage = (event) => { socket.close(); answer(event.data); };
          socket.onerror = () => refuse(new Error('refused'));
        })""",
        address,
    )
    assert said == "DÉJÀ"


def test_is_a_phone_with_a_finger(phone: BrowserContext, address: str) -> None:
    page = phone.new_page()
    page.goto(f"http://{address}/")
    assert page.evaluate("[innerWidth, innerHeight, devicePixelRatio]") == [360, 740, 2]
    assert page.evaluate("matchMedia('(pointer: coarse)').matches")
    assert page.evaluate("navigator.maxTouchPoints") > 0
    page.tap("button")
    assert page.evaluate("heard") == ["touch", "touchstart", "click"]


def test_is_a_computer_with_a_mouse(visitor: Callable[..., BrowserContext], address: str) -> None:
    page = visitor().new_page()
    page.goto(f"http://{address}/")
    assert not page.evaluate("matchMedia('(pointer: coarse)').matches")
    page.click("button")
    assert page.evaluate("heard") == ["mouse", "click"]


def test_keeps_visitors_apart(visitor: Callable[..., BrowserContext], address: str) -> None:
    ann, bob = visitor().new_page(), visitor().new_page()
    for page in (ann, bob):
        page.goto(f"http://{address}/")
    ann.evaluate("localStorage.name = 'Ann'")
    assert ann.evaluate("localStorage.name") == "Ann"
    assert bob.evaluate("localStorage.name") is None


def test_survives_a_page_that_crashes(chromium: Browser, visitor: Callable[..., BrowserContext]) -> None:
    page = visitor().new_page()
    with pytest.raises(Error):
        page.goto("chrome://crash")
    assert chromium.is_connected()
    assert visitor().new_page().evaluate("6 * 7") == 42


@pytest.mark.usefixtures("started_chromium")
def test_leaves_the_thread_to_others() -> None:
    async def answer() -> int:
        return 42

    assert asyncio.run(answer()) == 42
