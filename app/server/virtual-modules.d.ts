declare module 'virtual:remix/server-build' {
  import type { ServerBuild } from '@remix-run/node'

  const build: ServerBuild
  export = build
}

/** All scripts of app/browser and their lazy parts. */
declare module 'virtual:browser' {
  const scripts: { code: string; url: string }[]
  export default scripts
}

/** Where each route's words are, by language; empty in development. */
declare module 'virtual:word-addresses' {
  const addresses: Record<import('~/domain/text/languages').Language, string[]>
  export default addresses
}

/** One script of app/browser, bundled and minified. */
declare module 'virtual:browser/*' {
  export const code: string
  /** Served immutable: `/browser/<name>-<hash>.js`. */
  export const url: string
  /** Its lazy parts. */
  export const parts: { code: string; url: string }[]
  const script: { code: string; url: string; parts: { code: string; url: string }[] }
  export default script
}
