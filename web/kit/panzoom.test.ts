import { cleanup, fireEvent, render } from '@testing-library/svelte';
import { createRawSnippet, tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import PanZoom from './PanZoom.svelte';
import { held, moved, pinched, Steps, showing, WHOLE, wheeled, zoomed } from './panzoom.ts';

const SIZE = { width: 200, height: 100 };
const MOST = 4;

describe('a sight', () => {
  it('shows nothing beyond the drawing', () => {
    expect(held({ scale: 2, x: 30, y: -500 }, SIZE, MOST)).toEqual({ scale: 2, x: 0, y: -100 });
    expect(held({ scale: 0.2, x: -30, y: 7 }, SIZE, MOST)).toEqual(WHOLE);
    expect(held({ scale: 9, x: -700, y: -20 }, SIZE, MOST)).toEqual({ scale: 4, x: -600, y: -20 });
  });

  it('is enlarged around a point, which stays', () => {
    const near = zoomed(WHOLE, 2, { x: 50, y: 80 }, SIZE, MOST);
    expect(near).toEqual({ scale: 2, x: -50, y: -80 });
    expect(zoomed(near, 0.5, { x: 50, y: 80 }, SIZE, MOST)).toEqual(WHOLE);
    expect(zoomed(near, 10, { x: 0, y: 0 }, SIZE, MOST).scale).toBe(MOST);
  });

  it('is moved, as far as there is something to see', () => {
    expect(moved({ scale: 2, x: -50, y: -50 }, 20, -30, SIZE, MOST)).toEqual({ scale: 2, x: -30, y: -80 });
    expect(moved(WHOLE, 20, -30, SIZE, MOST)).toEqual(WHOLE);
  });

  it('follows two fingers: what is under them stays under them', () => {
    const before: [{ x: number; y: number }, { x: number; y: number }] = [
      { x: 80, y: 50 },
      { x: 120, y: 50 },
    ];
    const now = pinched(
      WHOLE,
      before,
      [
        { x: 70, y: 60 },
        { x: 150, y: 60 },
      ],
      SIZE,
      MOST,
    );
    // The middle was at 100, 50 and is at 110, 60 now, twice as large.
    expect(now).toEqual({ scale: 2, x: 110 - 200, y: 60 - 100 });
  });

  it('brings a part in sight, and moves no more than that takes', () => {
    const corner = { scale: 2, x: 0, y: 0 };
    expect(showing(corner, { left: 10, top: 10, right: 20, bottom: 20 }, SIZE)).toEqual(corner);
    expect(showing(corner, { left: 120, top: 10, right: 130, bottom: 20 }, SIZE)).toEqual({ scale: 2, x: -60, y: 0 });
    expect(showing(corner, { left: 120, top: 70, right: 130, bottom: 80 }, SIZE, 10)).toEqual({ scale: 2, x: -70, y: -70 });
    expect(showing({ scale: 2, x: -200, y: -100 }, { left: 5, top: 5, right: 9, bottom: 9 }, SIZE)).toEqual({
      scale: 2,
      x: -10,
      y: -10,
    });
  });
});

describe('a wheel', () => {
  it('counts in pixels, whatever the browser counts in', () => {
    expect(wheeled({ deltaY: 3, deltaMode: 0 })).toBe(3);
    expect(wheeled({ deltaY: 3, deltaMode: 1 })).toBe(48);
  });

  it('makes one step of a notch, and of many small pushes', () => {
    const steps = new Steps(60, 100);
    expect(steps.push(100, 0)).toBe(1);
    expect(steps.push(100, 50)).toBe(0);
    expect([200, 210, 220].map((time) => steps.push(-25, time))).toEqual([0, 0, -1]);
    expect([400, 410, 420].map((time, i) => steps.push(i === 1 ? -25 : 25, time))).toEqual([0, 0, 0]);
  });
});

describe('the window', () => {
  const child = vi.fn();
  const calls = { onstep: vi.fn(), oninterrupt: vi.fn() };

  beforeEach(() => {
    child.mockClear();
    for (const call of Object.values(calls)) call.mockClear();
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(SIZE.width);
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(SIZE.height);
  });
  afterEach(() => {
    cleanup();
    vi.restoreAllMocks();
  });

  function show(more: object = {}) {
    const children = createRawSnippet(() => ({ render: () => '<b>drawn</b>' }));
    const { container, component } = render(PanZoom, { children, oninterrupt: calls.oninterrupt, most: MOST, ...more });
    const drawn = container.querySelector('b') as HTMLElement;
    for (const name of ['pointerdown', 'pointermove', 'pointerup']) drawn.addEventListener(name, () => child(name));
    const whole = container.querySelector('.whole') as HTMLElement;
    return {
      drawn,
      component,
      transform: () => whole.style.transform,
      window: container.querySelector('.window') as HTMLElement,
    };
  }

  const finger = (pointerId: number, clientX: number, clientY: number) => ({
    pointerId,
    clientX,
    clientY,
    pointerType: 'touch',
    button: 0,
  });

  /** The events of happy-dom know no place and no keys. */
  function wheel(node: HTMLElement, deltaY: number, ctrlKey = false): WheelEvent {
    const event = new WheelEvent('wheel', { deltaY, cancelable: true, bubbles: true });
    node.dispatchEvent(Object.assign(event, { ctrlKey, clientX: 100, clientY: 50 }));
    return event;
  }

  it('leaves one finger to what lies in it', async () => {
    const { drawn, transform } = show();
    await fireEvent.pointerDown(drawn, finger(1, 50, 50));
    await fireEvent.pointerMove(drawn, finger(1, 80, 50));
    await fireEvent.pointerUp(drawn, finger(1, 80, 50));
    expect(child.mock.calls.flat()).toEqual(['pointerdown', 'pointermove', 'pointerup']);
    expect(transform()).toBe('');
    expect(calls.oninterrupt).not.toHaveBeenCalled();
  });

  it('is pinched by two, which interrupts what the first was doing', async () => {
    const { drawn, transform } = show({ grip: true });
    await fireEvent.pointerDown(drawn, finger(1, 80, 50));
    await fireEvent.pointerDown(drawn, finger(2, 120, 50));
    expect(calls.oninterrupt).toHaveBeenCalledOnce();
    child.mockClear();
    await fireEvent.pointerMove(drawn, finger(2, 160, 50));
    expect(transform()).toBe('translate(-80px, -50px) scale(2)');
    await fireEvent.pointerUp(drawn, finger(2, 160, 50));
    await fireEvent.pointerMove(drawn, finger(1, 10, 10));
    await fireEvent.pointerUp(drawn, finger(1, 10, 10));
    expect(child).not.toHaveBeenCalled();
    expect(transform()).toBe('translate(-80px, -50px) scale(2)');
    await fireEvent.pointerDown(drawn, finger(3, 10, 10));
    expect(child).toHaveBeenCalledOnce();
  });

  it('zooms by the wheel, or with Ctrl if the wheel has something else to do', async () => {
    const { drawn, transform } = show({ onstep: calls.onstep });
    wheel(drawn, -100);
    expect(calls.onstep).toHaveBeenCalledExactlyOnceWith(-1);
    expect(transform()).toBe('');
    wheel(drawn, -100, true);
    await tick();
    expect(transform()).toMatch(/scale\(1\.3/);
    cleanup();
    const plain = show();
    // There is nothing to make smaller, so the page may scroll.
    expect(wheel(plain.drawn, 100).defaultPrevented).toBe(false);
    expect(wheel(plain.drawn, -100).defaultPrevented).toBe(true);
    await tick();
    expect(plain.transform()).toMatch(/scale\(1\.3/);
  });

  it('is moved by the middle button, and by one finger that nobody else needs', async () => {
    const { drawn, transform, component, window } = show();
    expect(window.classList.contains('grip')).toBe(false);
    component.zoom(1);
    component.zoom(1);
    await tick();
    expect(transform()).toBe('translate(-125px, -62.5px) scale(2.25)');
    expect(window.classList.contains('grip')).toBe(true);
    const mouse = { pointerId: 9, pointerType: 'mouse', button: 1 };
    await fireEvent.pointerDown(drawn, { ...mouse, clientX: 50, clientY: 50 });
    await fireEvent.pointerMove(drawn, { ...mouse, clientX: 60, clientY: 45 });
    await fireEvent.pointerUp(drawn, { ...mouse, clientX: 60, clientY: 45 });
    expect(transform()).toBe('translate(-115px, -67.5px) scale(2.25)');
    await fireEvent.pointerDown(drawn, finger(1, 50, 50));
    await fireEvent.pointerMove(drawn, finger(1, 40, 50));
    expect(transform()).toBe('translate(-125px, -67.5px) scale(2.25)');
    component.whole();
    await tick();
    expect(transform()).toBe('');
  });

  it('is moved by the left button with Shift where that button is needed, and not without', async () => {
    const { drawn, transform, component } = show({ grip: true });
    component.zoom(1);
    await tick();
    const before = transform();
    const mouse = { pointerId: 9, pointerType: 'mouse', button: 0 };
    const drag = async (more: object) => {
      await fireEvent.pointerDown(drawn, { ...mouse, ...more, clientX: 50, clientY: 50 });
      await fireEvent.pointerMove(drawn, { ...mouse, ...more, clientX: 60, clientY: 45 });
      await fireEvent.pointerUp(drawn, { ...mouse, ...more, clientX: 60, clientY: 45 });
    };
    await drag({});
    expect(transform()).toBe(before);
    expect(child).toHaveBeenCalledTimes(3);
    await drag({ shiftKey: true });
    expect(transform()).toBe('translate(-40px, -30px) scale(1.5)');
    expect(child).toHaveBeenCalledTimes(3);
  });

  it('brings what has the focus in sight', async () => {
    const { drawn, transform, component, window } = show();
    window.getBoundingClientRect = () => ({ left: 0, top: 0, width: 200, height: 100 }) as DOMRect;
    drawn.getBoundingClientRect = () => ({ left: 230, right: 240, top: 20, bottom: 30, width: 10 }) as DOMRect;
    component.reveal(drawn, 4);
    await tick();
    expect(transform()).toBe('');
    component.zoom(1);
    component.reveal(drawn, 4);
    await tick();
    // It ends at 240: with the room of 40 that is 80 too far, but there are only 50 more. It began 20 too high.
    expect(transform()).toBe('translate(-100px, -5px) scale(1.5)');
  });
});
