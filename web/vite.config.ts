import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { svelteTesting } from '@testing-library/svelte/vite';
import { defineConfig } from 'vitest/config';
import { shellPlugin } from './shell-plugin.ts';
import { textsPlugin } from './texts-plugin.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Boards live in the games' folders, outside this one: what they import is found here all the same. */
const OURS = ['svelte', 'vitest', '@testing-library/svelte', 'axe-core'];

export default defineConfig({
  root: here('app'),
  base: '/',
  cacheDir: here('node_modules/.vite'),
  publicDir: here('app/public'),
  plugins: [
    textsPlugin(),
    shellPlugin(here('sw.js'), here('app/public')),
    svelte({ configFile: false }),
    svelteTesting({ autoCleanup: true }),
  ],
  resolve: { alias: { kit: here('kit') }, dedupe: OURS },
  build: {
    outDir: here('../src/escale/server/site'),
    emptyOutDir: true,
    manifest: 'manifest.json',
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    fs: { allow: [here('..')] },
    proxy: { '/api': { target: `http://127.0.0.1:${process.env.ESCALE_PORT ?? 8801}`, ws: true, changeOrigin: true } },
  },
  test: {
    dir: here('..'),
    environment: 'happy-dom',
    environmentOptions: { happyDOM: { url: 'http://localhost/' } },
    include: ['web/**/*.test.ts', 'src/escale/games/*/{ui,tests}/**/*.test.ts'].map((pattern) => here(`../${pattern}`)),
    setupFiles: [],
  },
});
