/** Puts sw.js beside the built pages, with the names of all they are made of and a name for them all. */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const PUBLIC = ['icon.svg', 'icon-turn.svg', 'icon-192.png', 'manifest.webmanifest'];
/** What a reader needs some of: the games' boards and texts, the languages. */
const SOME = /\/games\/[^/]+\/|\/i18n\/[a-z]+\.ts$/;

/** What of a built file is looked at here. */
export interface Built {
  fileName: string;
  /** The module a chunk was made for. */
  facadeModuleId?: string | null;
  imports?: string[];
  dynamicImports?: string[];
  viteMetadata?: { importedCss: Set<string> } | undefined;
  isEntry?: boolean;
}

/** The files of the app without boards, texts and languages (`shell`), and the files of those (`later`). */
export function parted(files: Built[]): { shell: string[]; later: string[] } {
  const byName = new Map(files.map((file) => [file.fileName, file]));
  const shell = new Set<string>();
  const take = (name: string) => {
    const file = byName.get(name);
    if (!file || shell.has(name) || SOME.test(file.facadeModuleId ?? '')) return;
    shell.add(name);
    for (const css of file.viteMetadata?.importedCss ?? []) shell.add(css);
    for (const other of [...(file.imports ?? []), ...(file.dynamicImports ?? [])]) take(other);
  };
  for (const file of files) if (file.isEntry) take(file.fileName);
  const assets = files.map((file) => file.fileName).filter((name) => name.startsWith('assets/'));
  return { shell: [...shell].sort(), later: assets.filter((name) => !shell.has(name)).sort() };
}

/** The worker's code with its lists, and a version that changes whenever a file of the shell, or its name, does. */
export function filled(worker: string, shell: Map<string, string | Uint8Array>, later: string[]): string {
  const hash = createHash('sha256');
  for (const [name, content] of shell) hash.update(`${name}\0`).update(createHash('sha256').update(content).digest());
  const values: Record<string, unknown> = { SHELL: [...shell.keys()], LATER: later, VERSION: hash.digest('hex').slice(0, 16) };
  return worker.replace(/^const (\w+) = .*;$/gm, (line, name: string) =>
    name in values ? `const ${name} = ${JSON.stringify(values[name])};` : line,
  );
}

export function shellPlugin(worker: string, publicFolder: string): Plugin {
  return {
    name: 'escale-shell',
    apply: 'build',
    generateBundle: {
      // After Vite has written index.html, which is a part of the shell.
      order: 'post',
      handler(_, bundle) {
        const { shell, later } = parted(Object.values(bundle) as Built[]);
        const content = (name: string) => {
          const file = bundle[name];
          if (!file) throw new Error(`${name} is not among the built files`);
          return file.type === 'chunk' ? file.code : file.source;
        };
        const files = new Map<string, string | Uint8Array>([['/', content('index.html')]]);
        for (const name of PUBLIC) files.set(`/${name}`, readFileSync(join(publicFolder, name)));
        for (const name of shell) files.set(`/${name}`, content(name));
        const rest = later.map((name) => `/${name}`);
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: filled(readFileSync(worker, 'utf8'), files, rest) });
      },
    },
  };
}
