import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  ...['docs', 'docs/decisions'].flatMap((folder) =>
    readdirSync(folder).map((name) => `${folder}/${name}`),
  ),
].filter((page) => page.endsWith('.md'))

const read = (page: string) => readFileSync(page, 'utf8')

it.each(pages)('%s leads only to files that there are', (page) => {
  const links = [...read(page).matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, link = '']) => link)
  expect(links.filter((link) => !existsSync(join(dirname(page), link)))).toEqual([])
})

it('every promise names tests that there are', () => {
  const promises = read('SECURITY.md')
    .split('\n## ')
    .find((part) => part.startsWith('Promises'))
    ?.split('\n- ')
    .slice(1)
  expect(promises?.length).toBeGreaterThan(10)
  for (const promise of promises ?? []) {
    const named = [...promise.matchAll(/`((?:tests|bench)\/[^`]+)`/g)].map(([, path = '']) => path)
    expect(named.length, promise).toBeGreaterThan(0)
    expect(named.filter((path) => !existsSync(path))).toEqual([])
  }
})

it('every test that SECURITY.md names is there', () => {
  const named = [...read('SECURITY.md').matchAll(/`((?:tests|bench)\/[^`]+)`/g)]
  expect(named.map(([, path = '']) => path).filter((path) => !existsSync(path))).toEqual([])
})
