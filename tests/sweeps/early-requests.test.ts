import { rmSync } from 'node:fs'
import { request } from 'node:http'
import { resolve } from 'node:path'
import { setImmediate as nextTick } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import pino from 'pino'
import { expect, test } from 'vitest'
import { readConfig } from '~/config/settings.server'
import { freePort } from '../../development/app-process'
import { appEnvironment, temporaryFolder, withoutLimits } from '../support/app'

const servers = 10
const starts = 20

/** Asks again until a connection is accepted; undefined if that is cut without a response. */
async function knock(port: number): Promise<number | undefined> {
  for (;;) {
    const status = await new Promise<number | 'refused' | undefined>((resolve) => {
      request({ port, host: '127.0.0.1', path: '/healthz', agent: false }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
        .on('error', ({ code }: NodeJS.ErrnoException) =>
          resolve(code === 'ECONNREFUSED' ? 'refused' : undefined),
        )
        .end()
    })
    if (status !== 'refused') return status
    await nextTick()
  }
}

/** Starts a server on the same data again and again, while clients knock. */
async function startAgain() {
  const dataDir = temporaryFolder()
  const port = await freePort()
  const { startServer } = await import(pathToFileURL(resolve('build/server/index.js')).href)
  for (let count = 0; count < starts; count += 1) {
    const config = readConfig({ ...appEnvironment(dataDir), PORT: String(port) }, 'production')
    const knocking = Promise.all([knock(port), knock(port), knock(port)])
    const log = pino({ level: 'silent' })
    const server = await startServer({ ...withoutLimits, config, log, timers: false })
    for (const status of await knocking) expect([200, 503]).toContain(status)
    await server.close()
  }
  rmSync(dataDir, { recursive: true })
}

test('a request that is accepted while the server starts gets an answer', async () => {
  await Promise.all(Array.from({ length: servers }, startAgain))
})
