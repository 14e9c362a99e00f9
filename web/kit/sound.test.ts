import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const NAMES = ['pop', 'click', 'slide', 'card', 'turn', 'end'] as const;

/** Just enough of the Web Audio API to count what starts. */
function fakeAudio() {
  let started = 0;
  const param = () => ({ value: 0, setValueAtTime() {}, exponentialRampToValueAtTime() {} });
  class Node {
    gain = param();
    frequency = param();
    Q = param();
    type = '';
    connect(to: unknown) {
      return to;
    }
    start() {
      started++;
    }
    stop() {}
  }
  class Oscillator extends Node {}
  class Context {
    state = 'running';
    currentTime = 0;
    sampleRate = 100;
    destination = new Node();
    createGain = () => new Node();
    createBiquadFilter = () => new Node();
    createOscillator = () => new Oscillator();
    createBuffer = (_: number, length: number) => ({ getChannelData: () => new Float32Array(length) });
  }
  vi.stubGlobal('AudioContext', Context);
  vi.stubGlobal('OscillatorNode', Oscillator);
  vi.stubGlobal('AudioBufferSourceNode', class extends Node {});
  return () => started;
}

async function fresh() {
  vi.resetModules();
  return await import('./sound.ts');
}

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('sounds', () => {
  it.each(NAMES)('has a %s', async (name) => {
    const started = fakeAudio();
    (await fresh()).play(name);
    expect(started()).toBeGreaterThan(0);
  });

  it('are quiet when muted, and that is remembered', async () => {
    const started = fakeAudio();
    const { sound } = await fresh();
    expect(sound.muted).toBe(false);
    sound.muted = true;
    sound.play('pop');
    expect(started()).toBe(0);
    expect((await fresh()).sound.muted).toBe(true);
    (await fresh()).sound.muted = false;
    expect((await fresh()).sound.muted).toBe(false);
  });

  it('wait for somebody to touch the page', async () => {
    const started = fakeAudio();
    vi.stubGlobal('navigator', { userActivation: { hasBeenActive: false } });
    (await fresh()).play('pop');
    expect(started()).toBe(0);
  });

  it('never fail: without sound, or without a place to remember', async () => {
    vi.stubGlobal('AudioContext', undefined);
    vi.stubGlobal('localStorage', undefined);
    const { sound } = await fresh();
    for (const name of NAMES) sound.play(name);
    sound.muted = true;
    expect(sound.muted).toBe(true);
  });
});
