import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Bytes, bytesOf, type FileStore, joined } from '../../app/domain/files/files'
import { awaitedLater } from '../support/awaited-later'

/** Opens a store that nobody else uses; `close` removes what it kept. */
export type OpenFileStore = () => Promise<{
  files: FileStore
  /** How many files there are wherever the store keeps them, unfinished ones included if it has any. */
  count(): Promise<number>
  /** Whether a file that is being written is there already. */
  hasUnfinished: boolean
  close(): Promise<void>
}>

const plenty = 1_000

/** 32 characters of the alphabet of names, and yet no file's. */
const nowhere = '0123456789abcdef'.repeat(2)

export function fileStoreContract(name: string, open: OpenFileStore) {
  describe(`files ${name}`, () => {
    let files: FileStore
    let count: () => Promise<number>
    let hasUnfinished: boolean
    let close: () => Promise<void>
    beforeEach(async () => {
      ;({ files, count, hasUnfinished, close } = await open())
    })
    afterEach(() => close())

    const text = (words: string) => new TextEncoder().encode(words)
    const put = async (words: string) => {
      const stored = await files.put(bytesOf(text(words)), plenty)
      if (!stored) throw new Error('Nothing was kept')
      return stored
    }
    const read = async (file: string) => {
      const bytes = await files.open(file)
      return bytes && new TextDecoder().decode(await joined(bytes))
    }
    const olderThan = async (than: Date) => {
      const found: string[] = []
      for await (const file of files.olderThan(than)) found.push(file)
      return found.sort()
    }
    const soon = () => new Date(Date.now() + 60_000)

    test('what was put in pieces comes out whole, with its size and hash', async () => {
      const stored = await files.put(bytesOf(text('A lo'), text(''), text('af, please')), plenty)
      expect(stored).toMatchObject({
        size: 14,
        hash: createHash('sha256').update('A loaf, please').digest('base64url'),
      })
      expect(await read(stored?.file ?? '')).toBe('A loaf, please')
    })

    test('the same bytes put twice are two files', async () => {
      const [one, other] = [await put('bread'), await put('bread')]
      expect(one.hash).toBe(other.hash)
      await files.remove([one.file])
      expect(await read(one.file)).toBeUndefined()
      expect(await read(other.file)).toBe('bread')
    })

    test('a name that another store gave stays, and is written once however often', async () => {
      for (const words of ['half a', 'whole'])
        expect(await files.put(bytesOf(text(words)), plenty, nowhere)).toMatchObject({
          file: nowhere,
        })
      expect(await read(nowhere)).toBe('whole')
      expect(await count()).toBe(1)
    })

    test('no byte more than allowed is kept, and of more nothing', async () => {
      const most = (limit: number) => files.put(bytesOf(text('four'), text('five!')), limit)
      expect(await most(8)).toBeUndefined()
      expect(await count()).toBe(0)
      expect(await most(9)).toMatchObject({ size: 9 })
    })

    test('of bytes without end no more is taken than shows that they are too many', async () => {
      let taken = 0
      async function* endless(): Bytes {
        for (;;) {
          taken++
          yield text('0123456789')
        }
      }
      expect(await files.put(endless(), plenty)).toBeUndefined()
      expect(taken).toBeLessThan(110)
    })

    test('bytes that break off leave nothing behind', async () => {
      async function* broken(): Bytes {
        yield text('half')
        throw new Error('The sender has gone')
      }
      await expect(files.put(broken(), plenty)).rejects.toThrow('The sender has gone')
      expect(await count()).toBe(0)
    })

    test('removing removes those, and no one minds what is not there', async () => {
      const [one, other] = [await put('one'), await put('other')]
      await files.remove([one.file, nowhere, one.file])
      expect(await read(one.file)).toBeUndefined()
      expect(await read(other.file)).toBe('other')
      expect(await count()).toBe(1)
    })

    test.each([
      '..',
      '../files.test.ts',
      '../../../../etc/passwd',
      '/etc/passwd',
      'unfinished',
      'a\0b',
      '',
      'CON',
      nowhere,
      nowhere.toUpperCase(),
      `${nowhere}/..`,
    ])('%j is no file, to open or to remove', async (file) => {
      const { file: there } = await put('there')
      expect(await files.open(file)).toBeUndefined()
      await files.remove([file])
      expect(await read(there)).toBe('there')
    })

    test('those that are older than a time are found, unfinished ones included', async () => {
      const [one, other] = [await put('one'), await put('other')]
      let resume = () => {}
      const pause = new Promise<void>((resolve) => {
        resume = resolve
      })
      async function* slow(): Bytes {
        yield text('begun')
        await pause
      }
      const putting = awaitedLater(files.put(slow(), plenty))
      const there = hasUnfinished ? 3 : 2
      await expect.poll(count).toBe(there)
      expect(await olderThan(soon())).toEqual(expect.arrayContaining([one.file, other.file].sort()))
      expect(await olderThan(soon())).toHaveLength(there)
      expect(await olderThan(new Date(Date.now() - 60_000))).toEqual([])
      resume()
      await putting
      expect(await count()).toBe(3)
    })

    test('more files than one page of a list holds are all found', async () => {
      const stored = await Promise.all(Array.from({ length: 8 }, (_, index) => put(`${index}`)))
      expect(await olderThan(soon())).toEqual(stored.map(({ file }) => file).sort())
    })

    test('a file that is read in part leaves the others readable', async () => {
      const { file } = await put('A whole loaf')
      const bytes = await files.open(file)
      for await (const piece of bytes ?? []) {
        expect(piece.length).toBeGreaterThan(0)
        break
      }
      expect(await read(file)).toBe('A whole loaf')
    })

    test('a file of no bytes is a file', async () => {
      const { file, size } = await put('')
      expect(size).toBe(0)
      expect(await read(file)).toBe('')
    })
  })
}
