import type { AppLoadContext } from '@remix-run/node'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readConfig } from '~/config'
import { sealedCookie } from '~/http/cookies/sealed-cookie.server'

const lifetime = 60
const start = Date.UTC(2026, 0, 1)
const cookie = sealedCookie('flash', lifetime, z.object({ text: z.string() }))

const configOf = (secret: string) =>
  readConfig({ SESSION_SECRET: secret.repeat(40), PORT: '4000' }, 'development')

const config = configOf('a')

function at(seconds: number, sent = '', asked = config): AppLoadContext {
  const headers = new Headers({ Cookie: sent })
  const now = () => new Date(start + seconds * 1_000)
  return { config: asked, headers, now } as Partial<AppLoadContext> as AppLoadContext
}

/** As a browser sends it back. */
const sealed = (text: string) => cookie.write(at(0), { text }).split(';')[0] ?? ''

describe('a sealed cookie', () => {
  it('ends with its time', () => {
    const one = sealed('one')
    expect(cookie.read(at(lifetime - 1, one))).toEqual({ text: 'one' })
    expect(cookie.read(at(lifetime, one))).toBeUndefined()
  })

  it('is for those alone who have its secret, and only as it was sealed', () => {
    const one = sealed('one')
    expect(cookie.read(at(1, one))).toEqual({ text: 'one' })
    expect(cookie.read(at(1, one, configOf('b')))).toBeUndefined()
    expect(cookie.read(at(1, `${one}; ${one}`))).toBeUndefined()
    expect(cookie.read(at(1, one.replace('=', '=A')))).toBeUndefined()
  })

  it('makes the page that reads it personal, and no other', () => {
    const context = at(1, sealed('one'))
    cookie.read(context)
    expect(context.personal).toBe(true)
    const other = at(1, 'flash=of somebody else')
    cookie.read(other)
    expect(other.personal).toBeUndefined()
  })
})
