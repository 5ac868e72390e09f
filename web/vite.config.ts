import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

const SERVED = 'http://127.0.0.1:8080';

/** Built into the class path of the server, which serves it under a policy without inline code. */
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
  // The server takes changes from its own origin alone.
  server: { proxy: { '/api': { target: SERVED, headers: { origin: SERVED, host: '127.0.0.1:8080' } } } },
  test: { include: ['src/**/*.test.ts'], environment: 'node' },
});
