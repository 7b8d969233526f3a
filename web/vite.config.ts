import { defineConfig } from 'vitest/config';

// The controller serves the built files below /assets with far-future caching (their names carry a hash)
// and forbids inline script, so nothing is inlined.
export default defineConfig({
  esbuild: { jsx: 'automatic', jsxImportSource: 'preact' },
  build: { assetsInlineLimit: 0, modulePreload: { polyfill: false }, chunkSizeWarningLimit: 700 },
  // An address: the name localhost is unknown on a machine without a hosts file.
  server: { host: '127.0.0.1', proxy: { '/api': 'http://127.0.0.1:7420' } },
  test: { environment: 'jsdom', include: ['tests/**/*.test.{ts,tsx}'] },
});
