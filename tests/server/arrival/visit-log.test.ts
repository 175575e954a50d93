import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { readConfig } from '~/config'
import { arrive } from '~/server/arrival/arrival'
import { createContext } from '~/server/arrival/context'
import { temporaryFolder } from '../../support/app'
import { ask } from '../../support/ask'

const settings = {
  PUBLIC_ORIGIN: 'http://localhost',
  SESSION_SECRET: 'Yx3kPz0vQm8sLr5tWd2nHf7bJc4gKa9e',
  FIREBASE_API_KEY: 'key',
  FIREBASE_PROJECT_ID: 'project',
}

let close = async () => {}
afterEach(() => close())

/** A server in front without pages behind it: asks it, and answers the warnings in its log. */
async function openFront(environment: Record<string, string> = {}) {
  const dataDir = temporaryFolder()
  const lines: Record<string, unknown>[] = []
  const log = pino({ base: undefined }, { write: (line) => lines.push(JSON.parse(line)) })
  const config = readConfig({ ...settings, ...environment, DATA_DIR: dataDir }, 'production')
  const context = await createContext({ config, log })
  const server = createServer(async (request, response) => {
    const visit = await arrive(request, response, context)
    if (visit) response.end('a page')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  close = async () => {
    server.closeAllConnections()
    server.close()
    await context.services.close()
    rmSync(dataDir, { recursive: true })
  }
  return async (headers: Record<string, string>) => {
    const before = lines.length
    await ask(port, '/login', { headers: { Host: 'localhost', ...headers } })
    await expect.poll(() => lines.slice(before).some((line) => line.path === '/login')).toBe(true)
    return lines.slice(before).filter(({ level }) => level === pino.levels.values.warn)
  }
}

describe('a session cookie', () => {
  it('that comes twice is a warning without what it holds', async () => {
    const warningsOf = await openFront()
    const warnings = await warningsOf({ Cookie: 'sid=mine; i18n_redirected=de; sid=planted' })
    expect(warnings).toMatchObject([{ path: '/login', sessionCookies: 2 }])
    expect(JSON.stringify(warnings)).not.toMatch(/mine|planted/)
  })

  it('that comes once, beside others, is none', async () => {
    const warningsOf = await openFront()
    expect(await warningsOf({ Cookie: 'sid=mine; xsid=other; flash=sid' })).toEqual([])
  })
})

describe('a request that came by a proxy', () => {
  const headers = { 'X-Forwarded-For': '203.0.113.9' }

  it('that nobody named is a warning, once', async () => {
    const warningsOf = await openFront()
    expect(await warningsOf({})).toEqual([])
    const [warning, ...others] = await warningsOf(headers)
    expect(others).toEqual([])
    expect(warning?.msg).toContain('TRUST_PROXY')
    expect(JSON.stringify(warning)).not.toContain('203.0.113.9')
    expect(await warningsOf(headers)).toEqual([])
  })

  it('that is known is none', async () => {
    const warningsOf = await openFront({ TRUST_PROXY: '1' })
    expect(await warningsOf(headers)).toEqual([])
  })
})
