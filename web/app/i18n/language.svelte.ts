/** The reader's language: found, switched, remembered; its messages and the games' texts loaded when first wanted. */

import type { Say } from 'kit/board.ts';
import { SvelteMap } from 'svelte/reactivity';
import { loadTexts } from '../games.ts';
import { type Entry, sayer } from '../say.ts';
import { remember, remembered } from '../settings.svelte.ts';
import type { Language } from '../wire.ts';
import type { Messages } from './en.ts';

export const LANGUAGES: Record<Language, string> = { en: 'English', fr: 'Français' };

const loaders: Record<Language, () => Promise<{ default: Messages }>> = {
  en: () => import('./en.ts'),
  fr: () => import('./fr.ts'),
};

/** The first language of the reader's that we have. */
export function preferred(wanted: readonly string[]): Language {
  const found = wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag in LANGUAGES);
  return (found as Language | undefined) ?? 'en';
}

class I18n {
  language = $state<Language>('en');
  #messages = $state.raw<Messages | null>(null);
  #texts = new SvelteMap<string, Record<string, Entry>>();
  #asked = new Set<string>();

  /** The app's messages; there once `use` has been awaited. */
  get t(): Messages {
    return this.#messages as Messages;
  }

  async start(): Promise<void> {
    const kept = remembered('language');
    await this.#load(preferred(kept ? [kept] : navigator.languages));
  }

  async use(language: Language): Promise<void> {
    remember('language', language);
    await this.#load(language);
  }

  async #load(language: Language): Promise<void> {
    this.#messages = (await loaders[language]()).default;
    this.language = language;
    document.documentElement.lang = language;
  }

  /** A game's texts, by name, as they are today or were in a version; null until they are here. */
  texts(game: string, version?: number): Record<string, Entry> | null {
    const key = `${game}/${version}/${this.language}`;
    const found = this.#texts.get(key);
    if (!found) void this.#fetch(game, version, this.language, key);
    return found ?? null;
  }

  /** How a game says its texts; says nothing until they are here. */
  say(game: string, version?: number): Say {
    const entries = this.texts(game, version);
    return entries ? sayer(entries, this.language) : () => '';
  }

  async #fetch(game: string, version: number | undefined, language: Language, key: string): Promise<void> {
    if (this.#asked.has(key)) return;
    this.#asked.add(key);
    try {
      this.#texts.set(key, await loadTexts(game, language, version));
    } catch {
      this.#asked.delete(key);
    }
  }
}

export const i18n = new I18n();
