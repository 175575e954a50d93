import { EventEmitter, once } from 'node:events'
import type { Server } from 'node:http'
import { listen, portOf } from './app-process'
import { createAuthEmulatorApp } from './auth-emulator-app'

export interface AuthEmulator {
  /** host:port, as FIREBASE_AUTH_EMULATOR_HOST wants it. */
  host: string
  projectId: string
  /** Calls the listener after every request that may have changed accounts or sent a mail. */
  onChange(listener: () => void): void
  stop(): Promise<void>
}

export interface EmulatorOptions {
  projectId: string
  /** That listens already; one at a port that the system chooses, if none is given. */
  server?: Server
}

/**
 * Starts the official auth emulator in this process, on 127.0.0.1. It hides which of e-mail and
 * password was wrong, as new projects of the real service do.
 */
export async function startAuthEmulator({
  projectId,
  server: given,
}: EmulatorOptions): Promise<AuthEmulator> {
  const app = await createAuthEmulatorApp(projectId)
  const changes = new EventEmitter()
  const server = given ?? (await listen())
  server.on('request', (request, response) => {
    if (request.method !== 'GET') response.on('finish', () => changes.emit('change'))
    app(request, response)
  })
  const emulator = {
    host: `127.0.0.1:${portOf(server)}`,
    projectId,
    onChange: (listener: () => void) => void changes.on('change', listener),
    async stop() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
  await callEmulator(emulator, 'PATCH', '/emulator/v1/projects/{project}/config', {
    emailPrivacyConfig: { enableImprovedEmailPrivacy: true },
  })
  return emulator
}

/**
 * Calls the emulator as its operator and answers the parsed body; `{project}` in the path stands for
 * the project's id. Throws when the emulator refuses.
 */
export async function callEmulator(
  { host, projectId }: Pick<AuthEmulator, 'host' | 'projectId'>,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<unknown> {
  const response = await fetch(`http://${host}${path.replace('{project}', projectId)}`, {
    method,
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`The auth emulator answered ${response.status}: ${text}`)
  return JSON.parse(text)
}
