import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readConfig } from '~/config.server'
import { sealedCookie } from '~/http/cookies/sealed-cookie.server'

type Facts = Parameters<ReturnType<typeof sealedCookie>['open']>[1]

const lifetime = 60
const start = Date.UTC(2026, 0, 1)
const cookie = sealedCookie('note', lifetime, z.object({ text: z.string() }), 2)

const configOf = (secret: string) =>
  readConfig({ SESSION_SECRET: secret.repeat(40), PORT: '4000' }, 'development')

const config = configOf('a')
const at = (seconds: number, asked = config): Facts => ({
  config: asked,
  now: () => new Date(start + seconds * 1_000),
})

/** As a browser sends it back. */
const sealed = (text: string) =>
  cookie.write(at(0) as Parameters<typeof cookie.write>[0], { text }).split(';')[0] ?? ''

describe('a sealed cookie that is remembered', () => {
  it('is not unsealed again while hardly any others come', () => {
    const [one, ...others] = ['one', 'two', 'three'].map(sealed)
    const first = cookie.open(one ?? '', at(1))
    expect(first).toEqual({ text: 'one' })
    expect(cookie.open(one ?? '', at(2))).toBe(first)
    for (const other of others) cookie.open(other, at(2))
    const again = cookie.open(one ?? '', at(3))
    expect(again).toEqual(first)
    expect(again).not.toBe(first)
  })

  it('ends with its time all the same', () => {
    const one = sealed('one')
    expect(cookie.open(one, at(lifetime - 1))).toEqual({ text: 'one' })
    expect(cookie.open(one, at(lifetime))).toBeUndefined()
  })

  it('is for those alone who have its secret, and only as it was sealed', () => {
    const one = sealed('one')
    expect(cookie.open(one, at(1))).toEqual({ text: 'one' })
    expect(cookie.open(one, at(1, configOf('b')))).toBeUndefined()
    expect(cookie.open(`${one}; ${one}`, at(1))).toBeUndefined()
    expect(cookie.open(one.replace('=', '=A'), at(1))).toBeUndefined()
  })
})
