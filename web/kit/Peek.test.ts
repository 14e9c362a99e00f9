import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { createRawSnippet } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import Peek from './Peek.svelte';

beforeEach(() => {
  vi.useFakeTimers();
  const children = createRawSnippet(() => ({ render: () => '<b>queen of hearts</b>' }));
  render(Peek, { title: 'Your card', hint: 'hold to look', said: 'the queen', children });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const peek = () => screen.getByRole('button', { name: 'Your card hold to look' });
const seen = () => document.body.innerHTML.includes('queen of hearts');
const heard = () => screen.getByRole('status').textContent;

it('has nothing of the secret in the page until it is held', () => {
  expect(document.body.innerHTML).not.toContain('queen');
});

it.each([
  ['pointerUp', () => fireEvent.pointerUp(peek())],
  ['pointerCancel', () => fireEvent.pointerCancel(peek())],
  ['another window', () => fireEvent.blur(window)],
])('shows it while a pointer is down, until %s', async (_, end) => {
  await fireEvent.pointerDown(peek(), { button: 0 });
  expect(seen()).toBe(true);
  await end();
  expect(seen()).toBe(false);
});

it.each([' ', 'Enter'])('shows it while %o is held, and hides it when the focus goes', async (key) => {
  await fireEvent.keyDown(peek(), { key });
  await fireEvent.keyDown(peek(), { key, repeat: true });
  expect(seen()).toBe(true);
  await fireEvent.keyUp(peek(), { key });
  expect(seen()).toBe(false);
  await fireEvent.keyDown(peek(), { key });
  await fireEvent.blur(peek());
  expect(seen()).toBe(false);
});

it('ignores other keys and buttons', async () => {
  await fireEvent.keyDown(peek(), { key: 'a' });
  await fireEvent.pointerDown(peek(), { button: 2 });
  expect(document.body.innerHTML).not.toContain('queen');
});

it('is said to a screen reader, and not left behind', async () => {
  await fireEvent.click(peek(), { detail: 0 });
  expect(heard()).toBe('the queen');
  expect(seen()).toBe(false);
  await vi.advanceTimersByTimeAsync(2100);
  expect(heard()).toBe('');
});
