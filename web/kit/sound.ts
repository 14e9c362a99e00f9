/** Short quiet sounds, made of a few waves each. Nothing here ever throws: a browser without sound is a quiet one. */

export type SoundName = 'pop' | 'click' | 'slide' | 'card' | 'turn' | 'end';

/** One voice: a tone or filtered noise that glides from a pitch to another and dies away. Times in seconds. */
interface Voice {
  wave: 'sine' | 'triangle' | 'noise';
  from: number;
  to: number;
  length: number;
  loud: number;
  at?: number;
}

const SOUNDS: Record<SoundName, Voice[]> = {
  pop: [
    { wave: 'sine', from: 260, to: 720, length: 0.09, loud: 0.5 },
    { wave: 'sine', from: 340, to: 900, length: 0.08, loud: 0.3, at: 0.07 },
  ],
  click: [
    { wave: 'noise', from: 2600, to: 1800, length: 0.03, loud: 0.35 },
    { wave: 'triangle', from: 640, to: 420, length: 0.04, loud: 0.25 },
  ],
  slide: [{ wave: 'noise', from: 500, to: 1400, length: 0.24, loud: 0.3 }],
  card: [{ wave: 'noise', from: 4200, to: 1500, length: 0.1, loud: 0.3 }],
  turn: [
    { wave: 'sine', from: 587, to: 587, length: 0.22, loud: 0.22 },
    { wave: 'sine', from: 880, to: 880, length: 0.35, loud: 0.18, at: 0.11 },
  ],
  end: [
    { wave: 'triangle', from: 440, to: 440, length: 0.5, loud: 0.2 },
    { wave: 'triangle', from: 554, to: 554, length: 0.5, loud: 0.18, at: 0.13 },
    { wave: 'triangle', from: 659, to: 659, length: 0.8, loud: 0.18, at: 0.26 },
  ],
};

const VOLUME = 0.35;
const KEPT = 'escale.muted';

let context: AudioContext | null = null;
let silent: boolean | null = null;

export const sound = {
  /** Whether the reader wants no sound; kept in this browser. */
  get muted(): boolean {
    silent ??= attempt(() => localStorage.getItem(KEPT) === '1') ?? false;
    return silent;
  },
  set muted(on: boolean) {
    silent = on;
    attempt(() => localStorage.setItem(KEPT, on ? '1' : '0'));
  },
  play,
};

/** Play a sound, unless muted or nobody has touched the page yet (browsers forbid it then). */
export function play(name: SoundName): void {
  if (sound.muted || globalThis.navigator?.userActivation?.hasBeenActive === false) return;
  attempt(() => {
    context ??= new AudioContext();
    if (context.state === 'suspended') void context.resume().catch(() => {});
    for (const voice of SOUNDS[name]) sing(context, voice);
  });
}

function sing(audio: AudioContext, { wave, from, to, length, loud, at = 0 }: Voice): void {
  const start = audio.currentTime + at;
  const volume = audio.createGain();
  volume.gain.setValueAtTime(0.0001, start);
  volume.gain.exponentialRampToValueAtTime(loud * VOLUME, start + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
  volume.connect(audio.destination);
  const source = wave === 'noise' ? noise(audio, length) : audio.createOscillator();
  const pitch = source instanceof OscillatorNode ? source.frequency : filtered(audio, source, volume);
  if (source instanceof OscillatorNode) {
    source.type = wave as OscillatorType;
    source.connect(volume);
  }
  pitch.setValueAtTime(from, start);
  pitch.exponentialRampToValueAtTime(to, start + length);
  source.start(start);
  source.stop(start + length);
}

function noise(audio: AudioContext, length: number): AudioBufferSourceNode {
  const buffer = audio.createBuffer(1, Math.ceil(length * audio.sampleRate), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return new AudioBufferSourceNode(audio, { buffer });
}

function filtered(audio: AudioContext, source: AudioNode, into: AudioNode): AudioParam {
  const filter = audio.createBiquadFilter();
  filter.type = 'bandpass';
  filter.Q.value = 1.2;
  source.connect(filter).connect(into);
  return filter.frequency;
}

function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
