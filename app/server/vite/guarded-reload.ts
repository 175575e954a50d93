import type { Plugin } from 'vite'

/**
 * Where the module of a route does not arrive, Remix loads the page anew, as often as that happens. We
 * let the page decide instead (app/browser/missing-parts.ts), and Remix show its error when that declines.
 */
export function guardedReload(): Plugin {
  return {
    name: 'tresen:guarded-reload',
    apply: 'build',
    transform(code, id) {
      if (!/@remix-run[\\/]react[\\/]dist[\\/]esm[\\/]routeModules\.js/.test(id)) return undefined
      const guarded = code.replace(
        'window.location.reload();',
        `if (window.dispatchEvent(new Event('part-missing', { cancelable: true }))) throw error;`,
      )
      if (guarded === code) this.error('Remix no longer loads the page anew in the line we know')
      return { code: guarded, map: null }
    },
  }
}
