import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { brotliDecompressSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { joined } from '~/server/responses/joined'

const rules = Array.from({ length: 900 }, (_, place) => `.rule-${place}{margin:${place}px}`).join(
  '',
)
const spaces = ' '.repeat(24)

function beginningWith(title: string, css = rules) {
  return { bytes: Buffer.from(`<!doctype html><title>${title}</title><style>${css}</style`) }
}

const usual = Buffer.from('><p>Guten Tag, was darf es sein?</p>')

/** Numbers from 0 to 1 that are the same in each run (a linear congruential generator, Numerical Recipes). */
function chances(): () => number {
  let state = 2_026
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

async function made(beginning: ReturnType<typeof beginningWith>) {
  for (let tries = 0; tries < 500; tries += 1) {
    if (await joined(beginning, usual)) return
    await wait(10)
  }
  throw new Error('The beginning was never made')
}

describe('a page with a beginning that is made once', () => {
  const beginning = beginningWith('Übersicht')

  beforeAll(() => made(beginning))

  async function back(rest: Buffer) {
    const page = await joined(beginning, rest)
    return page && brotliDecompressSync(page)
  }

  const whole = (rest: Buffer) => Buffer.concat([beginning.bytes, Buffer.from(spaces), rest])

  it('comes back with spaces at the joint, whatever is behind it', async () => {
    const chance = chances()
    // What the last distances, the dictionary, the letters before and the beginning itself are asked for.
    const pieces = [
      '>',
      'a',
      '  ',
      'aaaa',
      'xyxyxyxyxyxy',
      ' information',
      ' the ',
      '</li><li>',
      'Ayşe',
    ]
    const distances = [1, 4, 11, 15, 16].map((span) => 'abcdefghijklmnop'.slice(0, span).repeat(3))
    const all = [...pieces, ...distances, '.rule-899{margin:899px}', '</style', spaces]
    for (let place = 0; place < 400; place += 1) {
      const parts = Array.from({ length: 1 + chance() ** 3 * 2_000 }, () =>
        chance() < 0.1 ? randomBytes(4).toString('hex') : all[Math.floor(chance() * all.length)],
      )
      const rest = Buffer.from(parts.join(''))
      expect((await back(rest))?.equals(whole(rest)), parts.slice(0, 20).join('|')).toBe(true)
    }
  })

  it('comes back when there is nothing to compress, or nothing at all', async () => {
    for (const rest of [randomBytes(40_000).toString('base64'), '', '>']) {
      expect((await back(Buffer.from(rest)))?.equals(whole(Buffer.from(rest)))).toBe(true)
    }
  })

  it('is smaller than its pieces alone', async () => {
    const page = await joined(beginning, usual)
    expect(page?.length).toBeLessThan(beginning.bytes.length / 3)
  })

  it('is made as any other page where it has a NUL', async () => {
    expect(await joined(beginning, Buffer.from('>\0'))).toBeUndefined()
  })

  it('may have a beginning of any length', async () => {
    for (const length of [0, 1, 500, 60_000, 70_000]) {
      const css = rules.repeat(4).slice(0, length)
      const other = beginningWith('', css)
      await made(other)
      const page = await joined(other, Buffer.from(`>${rules} information`))
      const expected = Buffer.concat([other.bytes, Buffer.from(`${spaces}>${rules} information`)])
      expect(page && brotliDecompressSync(page).equals(expected)).toBe(true)
    }
  })
})
