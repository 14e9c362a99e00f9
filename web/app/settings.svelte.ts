/** What the reader chose, remembered in this browser. */

export type Theme = 'auto' | 'light' | 'dark';
export type Animations = 'off' | 'normal' | 'slow';

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
