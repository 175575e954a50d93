import type { Plugin } from 'vite'

/**
 * Makes our server the entry of the server build, so that `build/server/index.js` is all of it. Comes
 * after Remix, whose own entry would win over an input in the configuration file.
 */
export function serverEntry(): Plugin {
  return {
    name: 'tresen:server-entry',
    apply: 'build',
    enforce: 'post',
    config: (_config, { isSsrBuild }) =>
      isSsrBuild ? { build: { rollupOptions: { input: 'app/server/index.ts' } } } : undefined,
  }
}
