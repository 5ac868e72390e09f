import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

const SERVED = 'http://127.0.0.1:8080';

/** The server serves the build from its class path, under a policy that forbids inline code. */
export default defineConfig({
  plugins: [svelte({ compilerOptions: { css: 'external' } })],
  build: {
    outDir: 'target/page',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2023',
    reportCompressedSize: false,
  },
  // The server accepts changes only from its own origin.
  server: { proxy: { '/api': { target: SERVED, headers: { origin: SERVED, host: '127.0.0.1:8080' } } } },
  test: { include: ['src/**/*.test.ts'], environment: 'node' },
});
