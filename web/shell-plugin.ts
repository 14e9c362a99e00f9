/** Puts sw.js beside the built pages, with the names of all they are made of. */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const ALWAYS = ['/', '/icon.svg', '/icon-turn.svg', '/icon-192.png', '/manifest.webmanifest'];

export function shellPlugin(worker: string): Plugin {
  return {
    name: 'escale-shell',
    apply: 'build',
    generateBundle(_, bundle) {
      const shell = [
        ...ALWAYS,
        ...Object.keys(bundle)
          .filter((name) => name.startsWith('assets/'))
          .map((name) => `/${name}`)
          .sort(),
      ];
      const code = readFileSync(worker, 'utf8').replace("['/']", JSON.stringify(shell));
      const version = createHash('sha256').update(shell.join()).digest('hex').slice(0, 12);
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: code.replace('VERSION', version) });
    },
  };
}
