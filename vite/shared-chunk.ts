import type { Plugin, Rollup } from 'vite'

const shared =
  /\/app\/(components\/(desks\/(desk-notification|plan-use)|feedback\/(opinion|stars)|forms\/(captcha|desk-form|field|form-problem|use-form)|shop\/(ledger|shelf-search)|site\/(current-url|done-tick|icons|language-switch|notice|own-turn|session|session-tabs|site-layout)|toasts\/queue|updates\/fetch-retry)|domain\/(forms\/forms|tickets\/messages)|i18n\/(countries|formats|translation\.client))\.tsx?$|vite\/preload-helper/

/** What a page wants once it is there. */
const later = /\/app\/components\/(desks\/desk-line|updates\/(latest-build|updates))\.ts$/

/**
 * Joins small modules that every page of the desk loads, with what they import: in chunks of their
 * own, most below 500 bytes, they compress badly, and each comes with 700 bytes of headers.
 */
export function sharedChunk(): Plugin {
  return {
    name: 'shared-chunk',
    apply: 'build',
    config(_, { isSsrBuild }) {
      if (isSsrBuild) return undefined
      const manualChunks = (id: string) => {
        if (shared.test(id)) return 'shared'
        return later.test(id) ? 'updates' : undefined
      }
      const onwarn: Rollup.WarningHandlerWithDefault = (warning, warn) => {
        // The entry awaits what it imports: two chunks that wait for each other never run.
        if (warning.code === 'CIRCULAR_CHUNK') throw new Error(warning.message)
        warn(warning)
      }
      return { build: { rollupOptions: { onwarn, output: { manualChunks } } } }
    },
  }
}
