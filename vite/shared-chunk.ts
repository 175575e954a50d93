import type { Plugin } from 'vite'

const shared =
  /\/app\/(components\/(forms\/(captcha|field|form-problem|use-form)|site\/(current-url|icons|language-switch|notice|session|site-layout)|toasts\/queue)|domain\/(forms\/forms|tickets\/messages)|i18n\/(countries|formats))\.tsx?$/

/**
 * Joins small modules that every page of the desk loads, with what they import: in chunks of their
 * own, most below 500 bytes, they compress badly.
 */
export function sharedChunk(): Plugin {
  return {
    name: 'shared-chunk',
    apply: 'build',
    config(_, { isSsrBuild }) {
      if (isSsrBuild) return undefined
      const manualChunks = (id: string) => (shared.test(id) ? 'shared' : undefined)
      return { build: { rollupOptions: { output: { manualChunks } } } }
    },
  }
}
