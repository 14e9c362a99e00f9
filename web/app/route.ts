/** The addresses of the app. */

/** After a table's replay: with its review. */
export const REVIEW = 'review';

export type Route =
  | { page: 'home' }
  | { page: 'watch' }
  | { page: 'table'; id: string }
  | { page: 'join'; key: string }
  | { page: 'seat'; key: string }
  | { page: 'replay'; id: string | null; fragment: string }
  | { page: 'rules'; game: string; rule: string }
  | { page: 'companion'; game: string }
  | { page: 'missing' };

/** Which page an address is for. */
export function routeOf(pathname: string, hash = ''): Route {
  const [first = '', second = '', ...rest] = pathname.split('/').filter(Boolean).map(decoded);
  if (rest.length > 0) return { page: 'missing' };
  if (first === '') return { page: 'home' };
  if (first === 'watch' && !second) return { page: 'watch' };
  if (first === 'r') return { page: 'replay', id: second || null, fragment: hash.replace(/^#/, '') };
  if (!second) return { page: 'missing' };
  if (first === 't') return { page: 'table', id: second };
  if (first === 'j') return { page: 'join', key: second };
  if (first === 's') return { page: 'seat', key: second };
  if (first === 'rules') return { page: 'rules', game: second, rule: decoded(hash.replace(/^#/, '')) };
  if (second === 'companion') return { page: 'companion', game: first };
  return { page: 'missing' };
}

/** Whether a page's host is the reader's own computer, so that nobody else's leads there. */
export function isHereOnly(hostname: string): boolean {
  return /^(.+\.)?localhost$|^127(\.\d+){3}$|^\[::1\]$/.test(hostname);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
