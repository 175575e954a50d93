import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readAssets } from '~/server/responses/assets'

const root = mkdtempSync(join(tmpdir(), 'assets-'))
const folder = join(root, 'client')

beforeAll(() => {
  mkdirSync(join(folder, 'assets'), { recursive: true })
  mkdirSync(join(folder, '.vite'))
  writeFileSync(join(root, 'secret.txt'), 'secret')
  writeFileSync(join(folder, 'icon.svg'), `<svg>${' '.repeat(700)}</svg>`)
  writeFileSync(join(folder, '.env'), 'secret')
  writeFileSync(join(folder, '.vite', 'manifest.json'), '{}')
  writeFileSync(join(folder, 'assets', 'root-abc.js'), 'export {}')
})

afterAll(() => rmSync(root, { recursive: true }))

describe('the files of the client build', () => {
  it('are those of the folder, without hidden ones', () => {
    expect([...readAssets(folder).keys()].sort()).toEqual(['/assets/root-abc.js', '/icon.svg'])
  })

  it.each([
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/..\\secret.txt',
    '/.env',
    '/.vite/manifest.json',
    '/assets',
    '/assets/',
    '//icon.svg',
    '/icon.svg/',
    '/icon.svg%00',
    join(root, 'secret.txt'),
    '/__proto__',
  ])('do not include %s', (path) => {
    expect(readAssets(folder).get(path)).toBeUndefined()
  })

  it('are immutable when their name changes with their content', async () => {
    const assets = readAssets(folder)
    const script = await assets.get('/assets/root-abc.js')?.().answer({})
    expect(script?.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    const icon = await assets.get('/icon.svg')?.().answer({ 'accept-encoding': 'gzip' })
    expect(icon?.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=3600',
      'content-encoding': 'gzip',
      vary: 'Accept-Encoding',
    })
  })
})
