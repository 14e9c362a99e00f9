/** Checks that a game's shuffle was the one promised at its start. */

export type Verdict = 'kept' | 'broken' | 'unable';

/** Compares SHA-256 of `<salt>:<seed>` with every promise. Unable where the browser offers no digest (a page not over https). */
export async function verdict(promises: string[], salt: string, seed: string): Promise<Verdict> {
  if (!globalThis.crypto?.subtle) return 'unable';
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${salt}:${seed}`));
  const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return promises.length > 0 && promises.every((promise) => promise.toLowerCase() === hex) ? 'kept' : 'broken';
}
