/** Where the reader is, in step with the browser's history. */

import { type Route, routeOf } from './route.ts';

const here = () => routeOf(location.pathname, location.hash);

class Router {
  route: Route = $state.raw(here());
  /** Grows with every change of address, so that a page can begin anew at the same one. */
  visits = $state(0);

  go(address: string, { replace = false } = {}): void {
    if (replace) history.replaceState(null, '', address);
    else history.pushState(null, '', address);
    this.#arrive();
  }

  /** Follows the history and every plain click on a link of ours; returns how to stop. */
  listen(): () => void {
    const back = () => this.#arrive();
    addEventListener('popstate', back);
    document.addEventListener('click', this.#clicked);
    return () => {
      removeEventListener('popstate', back);
      document.removeEventListener('click', this.#clicked);
    };
  }

  #clicked = (event: MouseEvent) => {
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!plain || event.defaultPrevented || !link || link.target || link.hasAttribute('download')) return;
    const url = new URL(link.href, location.href);
    if (url.origin !== location.origin || url.pathname.startsWith('/api/')) return;
    const onPage = url.pathname === location.pathname && url.search === location.search;
    if (onPage && url.hash) return;
    event.preventDefault();
    this.go(url.pathname + url.search + url.hash);
  };

  #arrive(): void {
    const before = location.pathname;
    this.route = here();
    this.visits += 1;
    if (before !== location.pathname || !location.hash) scrollTo(0, 0);
  }
}

export const router = new Router();
