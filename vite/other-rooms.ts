import { resolve } from 'node:path'
import type { Plugin } from 'vite'

/**
 * A room that wears more than the overview waits for that when one goes there by script.
 * A page that is loaded has its own style inside; Remix knows no modules while it begins.
 */
export function otherRooms(): Plugin {
  return {
    name: 'tresen:other-rooms',
    enforce: 'pre',
    transform(code, id, options) {
      const room = id.startsWith(resolve('app/routes/($lang).dashboard'))
      const wears = room && /^ {2}sheet: '(?!dashboard')/m.test(code)
      if (options?.ssr || !wears) return undefined
      const style = JSON.stringify(resolve('app/styles/other-rooms.css'))
      return {
        code: `${code}\nif (window.__remixRouteModules) await import(${style})`,
        map: null,
      }
    },
  }
}
