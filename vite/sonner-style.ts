import type { Plugin } from 'vite'

/**
 * Sonner adds a style element when it is loaded, which a strict content security policy refuses and
 * reports. We import its style sheet instead and leave that line out of the build.
 */
export function sonnerStyle(): Plugin {
  return {
    name: 'tresen:sonner-style',
    apply: 'build',
    transform(code, id) {
      if (!/[\\/]sonner[\\/]dist[\\/]index\.mjs/.test(id)) return undefined
      const without = code.replace(/^__insertCSS\(".*"\);?$/m, '')
      if (without === code) this.error('sonner no longer inserts its style in the line we know')
      return { code: without, map: null }
    },
  }
}
