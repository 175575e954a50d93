import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'
import type { ActionKind } from '../../app/domain/identity/identity'
import { createAuthEmulatorApp } from '../../development/auth-emulator-app'

export interface AuthEmulator {
  /** host:port, as FIREBASE_AUTH_EMULATOR_HOST takes it. */
  host: string
  projectId: string
  /** Whether the service hides which of e-mail and password was wrong, as new projects do. */
  setEnumerationProtection(on: boolean): Promise<void>
  /** The code in the last mail of this kind to this address. Throws when there was none. */
  lastCode(email: string, kind: ActionKind): Promise<string>
  /** Blocks an account, as an administrator does. */
  disable(uid: string): Promise<void>
  close(): Promise<void>
}

const mails = z.object({
  oobCodes: z.array(z.object({ email: z.string(), requestType: z.string(), oobCode: z.string() })),
})

/** The official auth emulator in this process, on a port of its own, with no accounts in it. */
export async function startAuthEmulator(): Promise<AuthEmulator> {
  const projectId = 'demo-tresen'
  const server = createServer(await createAuthEmulatorApp(projectId))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const host = `127.0.0.1:${port}`

  async function administer(method: string, path: string, body?: object): Promise<unknown> {
    const response = await fetch(`http://${host}${path}`, {
      method,
      headers: { Authorization: 'Bearer owner', 'Content-Type': 'application/json' },
      body: body && JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`)
    return response.json()
  }

  return {
    host,
    projectId,
    async setEnumerationProtection(on) {
      await administer('PATCH', `/emulator/v1/projects/${projectId}/config`, {
        emailPrivacyConfig: { enableImprovedEmailPrivacy: on },
      })
    },
    async lastCode(email, kind) {
      const sent = await administer('GET', `/emulator/v1/projects/${projectId}/oobCodes`)
      const mail = mails
        .parse(sent)
        .oobCodes.findLast(
          ({ email: to, requestType }) => to === email.toLowerCase() && requestType === kind,
        )
      if (!mail) throw new Error(`No mail of kind ${kind} to ${email}`)
      return mail.oobCode
    },
    async disable(uid) {
      const path = `/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts:update`
      await administer('POST', path, { localId: uid, disableUser: true })
    },
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
