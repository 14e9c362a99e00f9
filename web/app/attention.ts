/** Calls the reader back: the tab's title and icon on their turn, and a notice if they allowed it and look elsewhere. */

import { play } from 'kit/sound.ts';

export function dressTab(title: string, turn: boolean): void {
  document.title = turn ? `● ${title}` : title;
  document.querySelector('link[rel="icon"]')?.setAttribute('href', turn ? '/icon-turn.svg' : '/icon.svg');
}

export function callBack(title: string, body: string): void {
  play('turn');
  if (!document.hidden || !('Notification' in globalThis) || Notification.permission !== 'granted') return;
  try {
    const notice = new Notification(title, { body, icon: '/icon-192.png', tag: 'escale-turn' });
    notice.onclick = () => {
      focus();
      notice.close();
    };
  } catch {
    // Some phones only show notices from a service worker; the title and the sound remain.
  }
}
