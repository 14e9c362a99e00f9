/** What the reader chose, remembered in this browser. */

import type { BotPace } from './wire.ts';

export type Theme = 'auto' | 'light' | 'dark';
export type Animations = 'off' | 'normal' | 'slow';
export const BOT_PACES: readonly BotPace[] = ['slow', 'normal', 'quick'];

const PACES: Record<Animations, number> = { off: 0, normal: 450, slow: 1100 };

function remembered(name: string): string | null {
  try {
    return localStorage.getItem(`escale.${name}`);
  } catch {
    return null;
  }
}

/** Remembers; a browser that keeps nothing is no reason to fail. */
function remember(name: string, value: string): void {
  try {
    localStorage.setItem(`escale.${name}`, value);
  } catch {
    return;
  }
}

function oneOf<T extends string>(name: string, values: readonly T[], otherwise: T): T {
  const found = remembered(name);
  return values.find((value) => value === found) ?? otherwise;
}

const still = globalThis.matchMedia?.('(prefers-reduced-motion: reduce)');

class Settings {
  #theme = $state<Theme>(oneOf('theme', ['auto', 'light', 'dark'], 'auto'));
  #animations = $state<Animations>(oneOf('animations', ['off', 'normal', 'slow'], 'normal'));
  #marks = $state(remembered('marks') !== 'off');
  #nickname = $state(remembered('nickname') ?? '');
  #bot = $state(remembered('bot') ?? '');
  #botPace = $state<BotPace>(oneOf('botPace', BOT_PACES, 'normal'));
  #still = $state(still?.matches ?? false);

  constructor() {
    still?.addEventListener?.('change', () => {
      this.#still = still.matches;
    });
    this.#dress();
  }

  get theme() {
    return this.#theme;
  }
  set theme(theme: Theme) {
    this.#theme = theme;
    remember('theme', theme);
    this.#dress();
  }

  get animations() {
    return this.#animations;
  }
  set animations(animations: Animations) {
    this.#animations = animations;
    remember('animations', animations);
  }

  get marks() {
    return this.#marks;
  }
  set marks(marks: boolean) {
    this.#marks = marks;
    remember('marks', marks ? 'on' : 'off');
  }

  get nickname() {
    return this.#nickname;
  }
  set nickname(nickname: string) {
    this.#nickname = nickname.trim().slice(0, 24);
    remember('nickname', this.#nickname);
  }

  /** The bot chosen last; '': none yet. */
  get bot() {
    return this.#bot;
  }
  set bot(bot: string) {
    this.#bot = bot;
    remember('bot', bot);
  }

  get botPace() {
    return this.#botPace;
  }
  set botPace(pace: BotPace) {
    this.#botPace = pace;
    remember('botPace', pace);
  }

  /** How long a move's animation takes; none for who asked their system for less motion. */
  get pace(): number {
    return this.#still ? 0 : PACES[this.#animations];
  }

  #dress(): void {
    if (this.#theme === 'auto') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = this.#theme;
  }
}

export const settings = new Settings();
export { remember, remembered };
