/** From the press of a button to the new table: pressed once, explained when it takes long, and what went wrong. */

import { onDestroy } from 'svelte';
import { Refused } from './api.ts';
import { i18n } from './i18n/language.svelte.ts';
import { router } from './router.svelte.ts';
import { refusal } from './words.ts';

/** How long nobody needs to be told anything. */
export const PATIENCE = 1000;

/** Made while a component is; whoever has left it meanwhile isn't taken to the table any more. */
export class Making {
  busy = $state(false);
  /** It takes long: the server is still getting the game ready. */
  slow = $state(false);
  trouble = $state('');
  #left = false;

  constructor() {
    onDestroy(() => {
      this.#left = true;
    });
  }

  /** Makes a table and goes to it, unless one is being made already. */
  async go(make: () => Promise<string>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.trouble = '';
    const timer = setTimeout(() => {
      this.slow = true;
    }, PATIENCE);
    try {
      const id = await make();
      if (!this.#left) router.go(`/t/${id}`);
    } catch (error) {
      this.trouble = refusal(i18n.t, String, error instanceof Refused ? error.code : 'other');
    }
    clearTimeout(timer);
    this.busy = false;
    this.slow = false;
  }
}
