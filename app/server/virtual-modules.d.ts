declare module 'virtual:remix/server-build' {
  import type { ServerBuild } from '@remix-run/node'

  const build: ServerBuild
  export = build
}

declare module 'virtual:browser' {
  const scripts: { code: string; url: string }[]
  export default scripts
}

/** Where each route's words are, by language; empty in development. */
declare module 'virtual:word-addresses' {
  const addresses: Record<import('~/domain/text/languages').Language, Record<string, string>>
  export default addresses
}

declare module 'virtual:browser/*' {
  export const code: string
  /** Served immutable: `/browser/<name>-<hash>.js`. */
  export const url: string
  export const parts: { code: string; url: string }[]
  const script: { code: string; url: string; parts: { code: string; url: string }[] }
  export default script
}

/** The program of a worker thread, as a text. */
declare module 'virtual:worker/*' {
  const program: string
  export default program
}
