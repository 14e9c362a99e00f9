import { afterEach, beforeEach, expect, test } from 'vitest';
import { isHereOnly, routeOf } from './route.ts';
import { router } from './router.svelte.ts';

test.each([
  ['/', '', { page: 'home' }],
  ['/watch', '', { page: 'watch' }],
  ['/t/abcdefgh', '', { page: 'table', id: 'abcdefgh' }],
  ['/j/key', '', { page: 'join', key: 'key' }],
  ['/s/key', '', { page: 'seat', key: 'key' }],
  ['/r/abcdefgh', '', { page: 'replay', id: 'abcdefgh', fragment: '' }],
  ['/r', '#eyJ', { page: 'replay', id: null, fragment: 'eyJ' }],
  ['/rules/chess', '#CH.T1', { page: 'rules', game: 'chess', rule: 'CH.T1' }],
  ['/chess/companion', '', { page: 'companion', game: 'chess' }],
  ['/t/companion', '', { page: 'table', id: 'companion' }],
  ['/companion', '', { page: 'missing' }],
  ['/t', '', { page: 'missing' }],
  ['/t/a/b', '', { page: 'missing' }],
  ['/elsewhere/x', '', { page: 'missing' }],
  ['/t/%E0%A4%A', '', { page: 'table', id: '%E0%A4%A' }],
])('%s%s', (path, hash, route) => {
  expect(routeOf(path, hash)).toEqual(route);
});

let stop: () => void;
beforeEach(() => {
  stop = router.listen();
  router.go('/');
});
afterEach(() => stop());

function click(html: string, options: MouseEventInit = {}): boolean {
  document.body.innerHTML = html;
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, ...options });
  document.body.querySelector('a')?.dispatchEvent(event);
  return event.defaultPrevented;
}

test('a plain click on a link of ours stays in the page', () => {
  expect(click('<a href="/rules/chess"><b>x</b></a>')).toBe(true);
  expect(router.route).toEqual({ page: 'rules', game: 'chess', rule: '' });
  expect(location.pathname).toBe('/rules/chess');
});

test.each([
  ['another site', '<a href="http://elsewhere.example/t/x">x</a>', {}],
  ['a file of the server', '<a href="/api/tables/x/export">x</a>', {}],
  ['a new tab', '<a href="/watch">x</a>', { ctrlKey: true }],
  ['a download', '<a href="/watch" download>x</a>', {}],
])('leaves %s to the browser', (_, html, options) => {
  expect(click(html, options)).toBe(false);
  expect(router.route).toEqual({ page: 'home' });
});

test('links work on this computer only where the page is its own', () => {
  for (const host of ['localhost', 'games.localhost', '127.0.0.1', '127.0.1.1', '[::1]'])
    expect(isHereOnly(host), host).toBe(true);
  for (const host of ['192.168.1.20', 'localhost.example', '127.example', '[::11]', 'games.example', ''])
    expect(isHereOnly(host), host).toBe(false);
});
