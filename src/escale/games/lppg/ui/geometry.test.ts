import { describe, expect, it } from 'vitest';
import { changedBy, promisedBy } from './ahead.ts';
import { CARDS, VIEW } from './board.testing.ts';
import { cellsOf, facesOf, foundIn, lyingOf, named, textOf, turnedBy, turnsOf, wayOf } from './card.ts';
import { around, colouredPath, shapePath, sheetPath } from './drawing.ts';
import { asBefore, differ } from './follow.ts';
import { drawnTo, fits, handle, jump, listed, middleOf, ranked, under, usable } from './ghost.ts';
import { type Cell, isPlacement, key, type PlaceMove } from './position.ts';
import { at, cellsFrom, lying, placed } from './positions.testing.ts';
import { boxOf, fieldOf, groundOf, heart, holesOf, looseOf, meeting, middleCell, spansOf } from './terrain.ts';

const G1 = { ...wayOf('1', 0), colour: 'g' as const };

describe('a card', () => {
  it('is turned clockwise, quarter by quarter', () => {
    const ways = ([0, 1, 2, 3] as const).map((turns) => wayOf('134', turns));
    expect(ways.map(({ size }) => size.join('x'))).toEqual(['2x3', '3x2', '2x3', '3x2']);
    // 1 2 / 3 4 / 5 6 becomes 5 3 1 / 6 4 2, and so on.
    expect(ways.map(({ whites }) => whites.join(''))).toEqual(['134', '235', '346', '245']);
    expect([turnedBy(3, 1), turnedBy(0, -1), turnedBy(1, 1)]).toEqual([0, 3, 2]);
  });

  it('is known again however it is turned', () => {
    for (const turns of [0, 1, 2, 3] as const) expect(turnsOf('134', wayOf('134', turns))).toBe(turns);
    expect(turnsOf('34', wayOf('34', 3))).toBe(1);
    expect(turnsOf('134', wayOf('25', 0))).toBeNull();
    const hand = [
      { colour: 'g' as const, pattern: null },
      { colour: 'r' as const, pattern: '25' },
      { colour: 'g' as const, pattern: '25' },
    ];
    expect(foundIn(hand, { ...wayOf('25', 1), colour: 'g' })).toEqual({ card: 2, turns: 1 });
    expect(foundIn(hand, { ...wayOf('25', 1), colour: 'b' })).toBeNull();
  });

  it('has a text', () => {
    for (const text of ['24,22:2x3:r25', '-1,0:3x2:b6', '0,47:3x2:y134']) expect(textOf(lying(text))).toBe(text);
    for (const text of ['draw 1', 'o@24,22', '24,22:2x4:r2', '24,22:2x3:w2', '24,22:2x3:r7', ''])
      expect(lyingOf(text)).toBeNull();
    expect(named('y136')).toEqual({ colour: 'y', pattern: '136' });
  });

  it('covers its cells from the top, line by line', () => {
    expect(cellsOf(lying('4,7:2x3:r1')).map(({ cell }) => key(cell))).toEqual(['4,9', '5,9', '4,8', '5,8', '4,7', '5,7']);
    expect(cellsOf(lying('4,7:3x2:r1')).map(({ cell }) => key(cell))).toEqual(['4,8', '5,8', '6,8', '4,7', '5,7', '6,7']);
    const white = facesOf(lying('4,7:3x2:r15')).filter(({ letter }) => letter === 'w');
    expect(white.map(({ cell }) => key(cell))).toEqual(['4,8', '5,7']);
  });
});

describe('the terrain', () => {
  it('is what lies on top', () => {
    const ground = groundOf(at([...CARDS, '23,20:2x3:g1'], [], []));
    expect(['22,24', '23,22', '24,22', '24,21', '25,21'].map((name) => ground.get(name))).toEqual([
      'w',
      'w',
      'g',
      'g',
      undefined,
    ]);
  });

  it('is shown with room for a card that sticks out, as far as the table goes', () => {
    expect(fieldOf(VIEW)).toEqual({ left: 20, right: 27, low: 20, high: 26 });
    const corner = at(['0,0:2x3:b16', '45,46:3x2:g2'], [], []);
    expect(fieldOf(corner)).toEqual({ left: 0, right: 47, low: 0, high: 47 });
    expect(spansOf(fieldOf(VIEW))[0]).toEqual({ row: -27, from: 20, to: 27 });
    expect(spansOf(fieldOf(VIEW)).at(-1)).toEqual({ row: -21, from: 20, to: 27 });
    expect(middleCell(fieldOf(VIEW))).toEqual([23, 23]);
  });

  it('fills a square window, in its middle, and not too large at first', () => {
    const { x, y, width, height } = boxOf(fieldOf(VIEW));
    expect([width, height]).toEqual([11.24, 11.24]);
    expect([x + width / 2, y + height / 2].map((value) => value.toFixed(3))).toEqual(['24.000', '-23.500']);
    expect(boxOf({ left: 3, right: 22, low: 5, high: 9 }).width).toBeCloseTo(21.24);
  });

  it('has holes where cards surround a place by their sides', () => {
    const ring = ['0,0:3x2:r1', '3,0:2x3:r1', '2,3:3x2:r1', '0,2:2x3:r1'];
    expect([...holesOf(at(ring, [], []))]).toEqual(['2,2']);
    expect(holesOf(at(ring.slice(0, 3), [], [])).size).toBe(0);
  });

  it('may have cells that no card explains', () => {
    expect(looseOf(VIEW)).toEqual([]);
    const later = { ...VIEW, cards: VIEW.cards.slice(1) };
    expect(looseOf(later).map(({ cell, letter }) => `${key(cell)}${letter}`)).toEqual([
      '22,24w',
      '23,24b',
      '22,23b',
      '23,23b',
      '22,22b',
      '23,22w',
    ]);
  });

  it('says which cells of a card cover it, and which match', () => {
    const { covered, same } = meeting(groundOf(VIEW), lying('23,20:2x3:g1'));
    expect([covered.map(key), same.map(key)]).toEqual([['23,22', '24,22'], ['23,22']]);
    expect(meeting(groundOf(VIEW), lying('30,30:2x3:g1')).covered).toEqual([]);
  });

  it('is written on near the middle of a region', () => {
    expect(heart(cellsFrom('1,1 2,1 3,1'))).toEqual([2, 1]);
    expect(heart(cellsFrom('5,5'))).toEqual([5, 5]);
  });
});

describe('the card in hand', () => {
  it('lies with its middle where one points', () => {
    expect(under({ x: 24, y: 21.5 }, G1).at).toEqual([23, 20]);
    expect(under({ x: 24.5, y: 21 }, { ...wayOf('1', 1), colour: 'g' }).at).toEqual([23, 20]);
    for (const move of VIEW.moves.filter(isPlacement)) {
      const [x, y] = handle(move);
      const shape = { ...lying(move.text) };
      expect(under({ x: x + 0.5, y: y + 0.5 }, shape).at, move.text).toEqual(move.at);
      expect(under(middleOf(move), shape).at, move.text).toEqual(move.at);
    }
  });

  it('is drawn to a place one cell off, and no farther', () => {
    const moves = listed(VIEW);
    expect(drawnTo(moves, { x: 24, y: 22.4 }, G1).at).toEqual([23, 20]);
    expect(drawnTo(moves, { x: 23.9, y: 23.6 }, G1).at).toEqual([23, 22]);
  });

  it('can go where the moves say so', () => {
    expect(fits(VIEW, G1).map(({ text }) => text)).toEqual(['24,20:2x3:g1', '23,20:2x3:g1', '25,22:2x3:g1']);
  });

  it('is the first that can go anywhere, turned as little as needed', () => {
    expect(usable(VIEW, 0)).toEqual({ card: 0, turns: 0 });
    const lyingOnly = { ...VIEW, moves: [placed('24,22:3x2:g3')] };
    expect(usable(lyingOnly, 0)).toEqual({ card: 0, turns: 1 });
    const other = { ...VIEW, moves: [placed('22,23:2x3:r3', { card: 1 })] };
    expect(usable(other, 0)).toEqual({ card: 1, turns: 0 });
    expect(usable({ ...VIEW, moves: [] }, 0)).toEqual({ card: 0, turns: 0 });
  });

  it('jumps to what does most first, small regions before large ones; without help, to the nearest', () => {
    const taking = (text: string, size: number): PlaceMove => placed(text, { marks: { size, regions: [] } });
    const moves = [
      placed('24,22:2x3:g1'),
      placed('30,22:2x3:g1', { grows: [{ seat: 1, cells: [] }] }),
      taking('31,22:2x3:g1', 3),
      taking('32,22:2x3:g1', 1),
      placed('33,22:2x3:g1', { ends: true }),
    ];
    const order = (helped: boolean) => ranked({ moves }, { x: 25, y: 23 }, helped).map(({ at: [x] }) => x);
    expect(order(true)).toEqual([33, 32, 31, 30, 24]);
    expect(order(false)).toEqual([24, 30, 31, 32, 33]);
    expect(jump(moves, null, 1)).toBe(moves[0]);
    expect(jump(moves, moves[4]?.text ?? '', 1)).toBe(moves[0]);
    expect(jump(moves, moves[0]?.text ?? '', -1)).toBe(moves[4]);
    expect(jump([], null, 1)).toBeNull();
  });
});

describe('what a placement would change', () => {
  const view = {
    territories: [territory(0, '1,1 2,1', 'permanent'), territory(0, '4,1', 'ordinary'), territory(1, '8,8', 'ordinary')],
    markers: [
      [1, 0],
      [1, 1],
    ] as [number, number][],
  };

  function territory(seat: number, cells: string, kind: 'ordinary' | 'permanent') {
    return { seat, kind, at: cellsFrom(cells)[0] as Cell, cells: cellsFrom(cells), cancelled: false };
  }

  it('is told region by region: what is taken isn’t also closed', () => {
    const regions = [cellsFrom('10,10 11,10'), cellsFrom('20,20 20,21')];
    const move = placed('5,5:2x3:r1', { closes: [cellsFrom('11,10 10,10'), cellsFrom('3,3')], marks: { size: 2, regions } });
    const told = promisedBy(view, move, 0).map(({ kind, text, seat }) => `${kind} ${text} ${seat}`);
    expect(told).toEqual(['closed 1 null', 'taken 2? 0', 'taken 2? 0']);
    expect(promisedBy(view, placed('5,5:2x3:r1'), 0)).toEqual([]);
  });

  it('is told of territories with the marker that stays', () => {
    const joins = [{ seat: 0, cells: cellsFrom('1,1 2,1 3,1 4,1'), asks: true }];
    const [joined] = promisedBy(view, placed('5,5:2x3:r1', { joins }), 0);
    expect(joined).toMatchObject({ kind: 'joined', text: '4', marker: 'both', seat: 0 });
    const [grown] = promisedBy(view, placed('5,5:2x3:r1', { grows: [{ seat: 0, cells: cellsFrom('1,1 2,1 2,2') }] }), 1);
    expect(grown).toMatchObject({ kind: 'grown', text: '3', marker: 'permanent', seat: 0 });
  });

  it('shows the marker that the mover has left for a region to take, or that there is a choice', () => {
    const marks = { size: 1, regions: [cellsFrom('20,20')] };
    const taken = (left: [number, number], more: Partial<PlaceMove> = {}, seat = 0) => {
      const markers = [0, 1].map((one): [number, number] => (one === seat ? left : [2, 1]));
      const told = promisedBy({ ...view, markers }, placed('5,5:2x3:r1', { marks, ...more }), seat);
      return told.find(({ kind }) => kind === 'taken')?.marker;
    };
    expect([taken([2, 0]), taken([0, 1]), taken([1, 1])]).toEqual(['ordinary', 'permanent', 'both']);
    expect(taken([0, 1], {}, 1)).toBe('permanent');
    // Markers that come back by the same card can be put at once; another's can't.
    const opens = [{ seat: 1, cells: cellsFrom('8,8') }];
    expect([taken([0, 1], { opens }, 1), taken([0, 1], { opens }, 0)]).toEqual(['both', 'permanent']);
    const joins = [{ seat: 0, cells: cellsFrom('1,1 2,1 3,1 4,1'), asks: true }];
    expect([taken([1, 0], { joins }, 0), taken([1, 0], { joins }, 1)]).toEqual(['both', 'ordinary']);
  });

  it('replaces the territories as they are now', () => {
    const move = placed('5,5:2x3:r1', {
      opens: [{ seat: 1, cells: cellsFrom('8,8') }],
      grows: [{ seat: 0, cells: cellsFrom('4,1 5,1') }],
    });
    expect([...changedBy(view, move)]).toEqual(['4,1', '8,8']);
    expect(changedBy(view, null).size).toBe(0);
  });
});

describe('the drawing', () => {
  it('rounds a card at its corners only', () => {
    const arcs = (path: string) => path.match(/a/g)?.length ?? 0;
    expect(arcs(sheetPath(lying('4,7:2x3:r1')))).toBe(4);
    // Five coloured cells, three of them corners.
    expect(arcs(colouredPath(lying('4,7:2x3:r1')))).toBe(3);
    expect(colouredPath(lying('4,7:2x3:r1')).match(/M/g)).toHaveLength(5);
    expect(around(cellsFrom('4,7'))).toContain('Z');
  });

  it('gives each seat a shape of its own', () => {
    expect(new Set([0, 1, 2, 3].map((seat) => shapePath(seat, 0.3))).size).toBe(4);
  });

  it('begins where it was when the window moves on', () => {
    const [was, now] = [boxOf(fieldOf(VIEW)), { x: 10, y: -30, width: 22.48, height: 22.48 }];
    expect(differ(was, now)).toBe(true);
    expect(differ(was, { ...was })).toBe(false);
    // Twice as much in sight: at first it looks twice as large.
    expect(asBefore(was, now)).toMatch(/^translate\(-7\d\.\d+%, -\d+\.?\d*%\) scale\(2\)$/);
  });
});
