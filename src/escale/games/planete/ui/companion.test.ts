import { cleanup, fireEvent, render, screen, within } from '@testing-library/svelte';
import axe from 'axe-core';
import type { Counted } from 'kit/companion.ts';
import { tick } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { en, fr } from './board.testing.ts';
import Companion from './Companion.svelte';
import { type Answer, type CountedPlanet, Entering } from './entering.svelte.ts';
import type { Laid } from './position.ts';
import {
  asked,
  BOX,
  blank,
  type Kind,
  laidOut,
  leftInBox,
  read,
  type Tabletop,
  told,
  turned,
  without,
  withPlayers,
  withTile,
  written,
} from './tabletop.ts';

afterEach(cleanup);

const kind = (stack: Kind['stack'], tile: string) => BOX[stack].find((one) => one.tile === tile) as Kind;
const laid = (table: Tabletop, seat: number, ...tiles: [Kind['stack'], string][]) =>
  tiles.reduce((all, [stack, tile]) => withTile(all, seat, kind(stack, tile)) ?? all, table);

/** What companion.py would say, as far as the page shows it: it counts tiles, and turns none. */
function answerTo(given: object, more: Partial<CountedPlanet> = {}): Answer {
  const { planets } = given as { planets: { tiles: Laid[]; by_order: boolean }[] };
  const counted = planets.map(
    ({ tiles }): CountedPlanet => ({
      tiles: tiles.map((tile) => ({ ...tile, at: 0, down: tile.down ?? false })),
      counts: { b: 1 },
      face_down: 0,
      volcanoes: 2,
      volcanoes_said: { key: 'companion.volcanoes_tied', values: { n: 2 } },
      characters: tiles
        .filter(({ stack }) => stack === 'character')
        .map(({ tile }, i) => ({
          at: [0, 3, 12, 15][i] ?? 0,
          tile,
          points: 4,
          counted: { key: 'counted.vain', values: { n: 1, points: 4 } },
          rule: 'PLAN.C1',
        })),
      points: tiles.length,
      penalty: 2,
      total: tiles.length - 2,
      rank: 1,
      missing: 16 - tiles.length,
      ...more,
    }),
  );
  return {
    planets: counted,
    complete: counted.every(({ missing }) => missing === 0),
    winners: [0, 1],
    tie_broken: false,
    volcanoes_rule: 'PLAN.E1',
    ranks_rule: 'PLAN.E2',
  };
}

const fine = async (given: object): Promise<Counted<Answer>> => ({ answer: answerTo(given) });
const settle = async () => {
  for (let i = 0; i < 5; i++) await tick();
};

async function show({
  kept = null,
  count = fine,
  say = en,
}: {
  kept?: string | null;
  count?: typeof fine;
  say?: typeof en;
} = {}) {
  const keep = vi.fn();
  render(Companion, { say, kept, keep, count, ruleAt: (rule: string) => `/rules/x#${rule}` });
  await settle();
  return keep;
}

const box = () => screen.getByRole('group', { name: /^Tiles to add/ });
const add = async (name: RegExp) => {
  await fireEvent.click(within(box()).getByRole('button', { name }));
  await settle();
};
const press = async (name: string | RegExp) => {
  await fireEvent.click(screen.getByRole('button', { name }));
  await settle();
};
const status = () =>
  screen
    .getAllByRole('status')
    .map((one) => one.textContent?.trim())
    .join(' ');

describe('the box', () => {
  it('holds twenty tiles of each kind', () => {
    for (const tiles of Object.values(BOX)) expect(tiles.reduce((sum, { copies }) => sum + copies, 0)).toBe(20);
  });

  it('gives out no more than it has, and no more than a planet takes', () => {
    const twice = laid(blank(3), 0, ['core', 'vlG'], ['core', 'vlG']);
    expect(leftInBox(twice, kind('core', 'vlG'))).toBe(0);
    expect(withTile(twice, 1, kind('core', 'vlG'))).toBeNull();
    expect(withTile(twice, 9, kind('core', 'W'))).toBeNull();
    const full = laid(twice, 0, ['core', 'W'], ['core', 'E']);
    expect(withTile(full, 0, kind('core', 'cG'))).toBeNull();
    expect(withTile(full, 1, kind('core', 'cG'))).not.toBeNull();
  });
});

describe('what is entered', () => {
  const table = laid(blank(2, ['Ann']), 0, ['core', 'bGG'], ['core', 'W'], ['rising', 'sE'], ['character', 'king']);

  it('lies at the next place of its kind', () => {
    const entry = table.planets[0] as Tabletop['planets'][0];
    expect(laidOut(entry, (i) => i === 0).map(({ at, down }) => [at, down])).toEqual([
      [5, true],
      [6, false],
      [1, false],
      [0, false],
    ]);
    expect(without(table, 0, 1).planets[0]?.tiles.map(({ tile }) => tile)).toEqual(['bGG', 'sE', 'king']);
  });

  it('is asked with what is face down only where that is told by hand', () => {
    expect(asked(withPlayers(laid(blank(), 0, ['core', 'W']), 2))).toEqual({
      planets: [
        { tiles: [{ stack: 'core', tile: 'W' }], by_order: true },
        { tiles: [], by_order: true },
      ],
    });
    const byHand = turned(
      told(table, 0, false, () => false),
      0,
      0,
    );
    expect((asked(byHand) as { planets: { tiles: object[] }[] }).planets[0]?.tiles[0]).toEqual({
      stack: 'core',
      tile: 'bGG',
      down: true,
    });
    expect(told(byHand, 0, true, () => true).planets[0]?.tiles.some(({ down }) => down)).toBe(false);
  });

  it('is kept and read again exactly', () => {
    const byHand = turned(
      told(table, 0, false, () => false),
      0,
      0,
    );
    for (const one of [table, byHand, blank(5)]) expect(read(written(one))).toEqual(one);
  });

  it.each([
    '',
    '{',
    'null',
    '[]',
    '{"version":1}',
    written(table).replace('"version":1', '"version":2'),
    written(table).replace('"W"', '"Q"'),
    written(table).replace('"W"', '"bGG"'),
    written(table).replace('"rising"', '"constructor"'),
    '{"version":1,"names":[],"planets":[{"tiles":[]}]}',
    '{"version":1,"names":7,"planets":[{"tiles":[]},{"tiles":[]}]}',
  ])("that can't be read is no table: %s", (kept) => {
    expect(read(kept)).toBeNull();
  });
});

describe('counting', () => {
  it('asks one question at a time, and again as long as the answer is for an older table', async () => {
    const open: ((counted: Counted<Answer>) => void)[] = [];
    const questions: object[] = [];
    const count = (given: object) => {
      questions.push(given);
      return new Promise<Counted<Answer>>((resolve) => open.push(resolve));
    };
    const entering = new Entering(null, () => undefined, count);
    entering.change(laid(entering.table, 0, ['core', 'W']));
    entering.change(laid(entering.table, 0, ['core', 'E']));
    expect(questions).toHaveLength(1);
    expect(entering.settled).toBe(false);
    open[0]?.({ answer: answerTo(questions[0] ?? {}) });
    await settle();
    expect(questions).toHaveLength(2);
    expect(entering.settled).toBe(false);
    open[1]?.({ answer: answerTo(questions[1] ?? {}) });
    await settle();
    expect(questions).toHaveLength(2);
    expect(entering.settled).toBe(true);
    expect(entering.answer?.planets[0]?.points).toBe(2);
    entering.rename(0, 'Ann');
    expect(entering.settled).toBe(true);
  });

  it('draws face down what companion.py says, as long as it speaks of the same tile', async () => {
    const count = async (given: object) => {
      const answer = answerTo(given);
      for (const tile of answer.planets[0]?.tiles ?? []) tile.down = tile.tile.includes('b');
      return { answer };
    };
    const entering = new Entering(null, () => undefined, count);
    entering.change(laid(entering.table, 0, ['core', 'bGG'], ['core', 'W']));
    expect(entering.isDown(0, 0)).toBe(false);
    await settle();
    expect(entering.laid(0).map(({ down }) => down)).toEqual([true, false]);
    entering.tellDown(0, false);
    await settle();
    expect(entering.table.planets[0]?.tiles[0]?.down).toBe(true);
  });
});

describe('the page', () => {
  it('takes tiles, says what they are, and shows points', async () => {
    const keep = await show();
    await add(/^Add three lampposts and a fox; 1 left/);
    expect(status()).toBe('Added: three lampposts and a fox. Characters together: 1 point');
    expect(screen.getByRole('gridcell', { name: 'row 2, column 2: three lampposts and a fox' })).toBeTruthy();
    expect(
      within(box())
        .getByRole('button', { name: /three lampposts/ })
        .getAttribute('aria-disabled'),
    ).toBe('true');
    await add(/three lampposts/);
    expect(screen.getByRole('button', { name: /Player 1 1 of 16/ })).toBeTruthy();
    expect(read(keep.mock.lastCall?.[0])?.planets[0]?.tiles).toHaveLength(1);
  });

  it('finds a tile in two taps, by what it bears', async () => {
    await show();
    expect(within(box()).getAllByRole('button')).toHaveLength(17);
    await press('rose');
    expect(within(box()).getAllByRole('button')).toHaveLength(1);
    expect(screen.getByRole('button', { name: 'volcano' })).toHaveProperty('disabled', true);
    await add(/a rose and two lampposts/);
    expect(within(box()).getAllByRole('button')).toHaveLength(17);
  });

  it('goes on to the next kind, and at the end to the next planet and the result', async () => {
    await show();
    for (let i = 0; i < 32; i++) {
      if (i === 16) await press(/^Next planet: Player 2/);
      const free = within(box())
        .getAllByRole('button')
        .find((one) => one.getAttribute('aria-disabled') === 'false');
      if (free) await fireEvent.click(free);
      await settle();
    }
    expect(screen.queryByRole('group', { name: /^Tiles to add/ })).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'See the result' }));
    await press('See the result');
    expect(document.activeElement?.textContent).toBe('The ranking');
    expect(screen.getByText('Player 1 and Player 2 share the victory.')).toBeTruthy();
    const links = screen.getAllByRole('link', { name: 'Rule: The vain man' });
    expect(links[0]?.getAttribute('href')).toBe('/rules/x#PLAN.C1');
    expect(screen.getAllByText('1. Player 1: 14 points')[0]?.textContent).toContain('tied');
  }, 30_000);

  it('compares volcanoes only when every planet has tiles', async () => {
    await show();
    await add(/three lampposts and a fox/);
    expect(screen.getByText('2 volcanoes: compared once every planet has tiles.')).toBeTruthy();
    expect(screen.queryByText('The ranking')).toBeNull();
    await press(/Player 2/);
    await add(/an elephant/);
    expect(screen.getAllByText('2 volcanoes, the most, tied with others: −2')).toHaveLength(2);
    expect(screen.getByText(/Not all the planets are complete/)).toBeTruthy();
  });

  it('removes, undoes, redoes, and clears only when it is meant', async () => {
    await show();
    await add(/three lampposts and a fox/);
    await add(/an elephant/);
    const cell = screen.getByRole('gridcell', { name: /three lampposts/ });
    cell.focus();
    await fireEvent.keyDown(cell, { key: 'Enter' });
    await press('Remove');
    expect(screen.getByRole('gridcell', { name: 'row 2, column 2: an elephant' })).toBeTruthy();
    await press('Undo');
    expect(screen.getByRole('gridcell', { name: 'row 2, column 3: an elephant' })).toBeTruthy();
    await press('Redo');
    await press('Start again');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'No, keep them' }));
    await press('No, keep them');
    expect(screen.getByRole('button', { name: /Player 1 1 of 16/ })).toBeTruthy();
    await press('Start again');
    await press('Yes, remove all');
    expect(screen.getByRole('button', { name: /Player 1 0 of 16/ })).toBeTruthy();
    await press('Undo');
    expect(screen.getByRole('button', { name: /Player 1 1 of 16/ })).toBeTruthy();
  });

  it("goes on with what was kept, or says that it can't be read", async () => {
    const table = laid(blank(3, ['Ann', '', 'Zoé']), 2, ['core', 'W']);
    await show({ kept: written(table) });
    expect(screen.getByRole('button', { name: /Zoé 1 of 16/ })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    cleanup();
    await show({ kept: 'nonsense' });
    expect(screen.getByRole('alert').textContent).toMatch(/can't be read; you start anew/);
    expect(screen.getByRole('button', { name: /Player 1 0 of 16/ })).toBeTruthy();
  });

  it('names players, and has as many as there were', async () => {
    const keep = await show();
    await fireEvent.click(screen.getByRole('radio', { name: '4' }));
    await fireEvent.input(screen.getByLabelText('Name of player 4'), { target: { value: 'Zoé' } });
    await settle();
    expect(screen.getByRole('button', { name: /Zoé 0 of 16/ })).toBeTruthy();
    expect(read(keep.mock.lastCall?.[0])?.names[3]).toBe('Zoé');
  });

  it("tells what can't be so, whose planet it is, and the rule", async () => {
    const said = { key: 'companion.error.not_threes', values: { seat: 2, n: 1 } };
    await show({ count: async () => ({ answer: null, offline: false, said, rule: 'PLAN.B1' }) });
    expect(status()).toContain('Player 2: 1 tile is face down so far, but tiles are turned by threes.');
    expect(screen.getByRole('link', { name: 'Rule: Beware of the baobabs' }).getAttribute('href')).toBe('/rules/x#PLAN.B1');
    expect(screen.queryByText('The points')).toBeNull();
  });

  it('goes on without a line, and counts when there is one again', async () => {
    let offline = true;
    await show({ count: async (given) => (offline ? { answer: null, offline, said: null, rule: null } : fine(given)) });
    await add(/an elephant/);
    expect(status()).toContain('No line to the library');
    offline = false;
    await press('Try again');
    expect(status()).not.toContain('No line');
    expect(screen.getByText(/point from the characters/)).toBeTruthy();
  });

  it('asks which tiles are face down once some are, and lets them be touched', async () => {
    const count = async (given: object) => ({ answer: answerTo(given, { face_down: 3 }) });
    await show({ count });
    await add(/two beige sheep/);
    await fireEvent.click(screen.getByRole('radio', { name: /^By hand/ }));
    await settle();
    await press('a baobab and two beige sheep, face up');
    expect(screen.getByRole('button', { name: 'a baobab and two beige sheep, face down' })).toBeTruthy();
    expect(screen.getByRole('gridcell', { name: 'row 2, column 2: a baobab and two beige sheep, face down' })).toBeTruthy();
  });

  it('is walked with arrows among the tiles, one Tab stop in all', async () => {
    await show();
    const stops = within(box())
      .getAllByRole('button')
      .filter((one) => one.tabIndex === 0);
    expect(stops).toHaveLength(1);
    stops[0]?.focus();
    await fireEvent.keyDown(stops[0] as HTMLElement, { key: 'ArrowRight' });
    expect(document.activeElement).toBe(within(box()).getAllByRole('button')[1]);
    await fireEvent.keyDown(document.activeElement as HTMLElement, { key: 'ArrowLeft' });
    await fireEvent.keyDown(document.activeElement as HTMLElement, { key: 'ArrowLeft' });
    expect(document.activeElement).toBe(stops[0]);
  });

  it.each([en, fr])('has nothing that a screen reader stumbles over', async (say) => {
    await show({ say, kept: written(laid(blank(), 0, ['core', 'bGG'], ['character', 'king'])) });
    const { violations } = await axe.run(document.body, { rules: { region: { enabled: false } } });
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
  });
});
