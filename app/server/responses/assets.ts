import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import scripts from 'virtual:browser'
import { createRepresentation, type Representation } from './representation'

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.gif': 'image/gif',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
}

const immutable = 'public, max-age=31536000, immutable'
const hourly = 'public, max-age=3600'

/** A file that is read and compressed when first asked for, and then kept. */
export type Asset = () => Representation

/**
 * The files of a folder by the path that serves them, without hidden ones. Only what is in this
 * table is read, so no path can lead out of the folder.
 */
export function readAssets(folder: string): Map<string, Asset> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).split(sep).join('/'))
    .filter((path) => !path.includes('/.'))
  return new Map(files.map((path) => [path, once(() => readAsset(folder, path))]))
}

/** The scripts that run without React, by the addresses that pages name. */
export function readBrowserScripts(): Map<string, Asset> {
  return new Map(
    scripts.map(({ url, code }) => [
      url,
      once(() => createRepresentation(assetHeaders(url, immutable), Buffer.from(code))),
    ]),
  )
}

function readAsset(folder: string, path: string): Representation {
  const caching = path.startsWith('/assets/') ? immutable : hourly
  return createRepresentation(assetHeaders(path, caching), readFileSync(join(folder, path)))
}

function assetHeaders(path: string, caching: string) {
  return {
    'content-type': types[extname(path)] ?? 'application/octet-stream',
    'cache-control': caching,
  }
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
