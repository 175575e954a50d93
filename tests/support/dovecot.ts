import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { ImapFlow } from 'imapflow'
import { freePort } from '../../development/app-process'
import type { Lack } from './left-out'
import { hasPrograms } from './programs'

export const mailboxPassword = 'kettle:on/the@stove'

export interface Dovecot {
  port: number
  /** A connection of somebody else's mail program. */
  open(user: string): Promise<ImapFlow>
  /** Lays e-mails into a mailbox as they came at these times, at once. */
  fill(user: string, letters: readonly { raw: string; at: Date }[]): void
  close(): Promise<void>
}

/** What is missing where no Dovecot can be started; 2.4 has another configuration than 2.3. */
export function lackOfDovecot(tests: string): Lack | undefined {
  const command = 'apt-get install dovecot-imapd (Debian 12, Ubuntu 24.04)'
  if (!hasPrograms('dovecot')) return { tests, why: 'Dovecot is not installed', command }
  const version = execFileSync('dovecot', ['--version'], { encoding: 'utf8' }).trim()
  return version.startsWith('2.3') ? undefined : { tests, why: `Dovecot is ${version}`, command }
}

/** A real IMAP server on this machine, with a mailbox for each name and one password. */
export async function startDovecot(): Promise<Dovecot> {
  // Not in the run's own folder, which the users of its processes may not enter.
  const folder = mkdtempSync('/tmp/dovecot-')
  const port = await freePort()
  const { uid, gid, username } = userInfo()
  // It gives no mail to root; nobody's number is the same on each system.
  const owner = uid === 0 ? { uid: 65_534, gid: 65_534 } : { uid, gid }
  const group = execFileSync('id', ['-gn'], { encoding: 'utf8' }).trim()
  const mail = join(folder, 'mail')
  mkdirSync(mail)
  if (uid === 0) {
    chmodSync(folder, 0o755)
    chownSync(mail, owner.uid, owner.gid)
  }
  const users =
    uid === 0
      ? ''
      : `default_internal_user = ${username}
default_login_user = ${username}
default_internal_group = ${group}`
  const file = join(folder, 'dovecot.conf')
  writeFileSync(
    file,
    `base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
mail_location = maildir:${mail}/%u
first_valid_uid = 1
${users}
passdb {
  driver = static
  args = password=${mailboxPassword}
}
userdb {
  driver = static
  args = uid=${owner.uid} gid=${owner.gid} home=${mail}/%u
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  chroot =
}
`,
  )
  const server = spawn('dovecot', ['-F', '-c', file], { stdio: 'inherit' })
  const ended = once(server, 'exit')
  while (!(await listens(port))) {
    if (server.exitCode !== null) throw new Error(`Dovecot did not start, see ${folder}/log`)
  }
  return {
    port,
    async open(user) {
      const client = new ImapFlow({
        host: '127.0.0.1',
        port,
        secure: false,
        doSTARTTLS: false,
        auth: { user, pass: mailboxPassword },
        logger: false,
      })
      await client.connect()
      return client
    },
    fill(user, letters) {
      const box = join(mail, user)
      for (const each of [box, ...['new', 'cur', 'tmp'].map((name) => join(box, name))]) {
        mkdirSync(each, { recursive: true })
        if (uid === 0) chownSync(each, owner.uid, owner.gid)
      }
      for (const [index, { raw, at }] of letters.entries()) {
        // UIDs follow the names.
        const path = join(box, 'new', `${1_700_000_000 + index}.M${index}.mail`)
        writeFileSync(path, raw)
        utimesSync(path, at, at)
        if (uid === 0) chownSync(path, owner.uid, owner.gid)
      }
    },
    async close() {
      server.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Whether it greets. */
async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'data')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

/** The way to a mail server, which can be watched and broken. */
export interface Relay {
  port: number
  /** How many connections were begun. */
  readonly connections: number
  /** Bytes that the server has sent. */
  readonly sent: number
  /** What clients have sent, besides passwords. */
  readonly said: string
  /** Breaks the connection once the server has sent so many more bytes. */
  breakAfter(bytes: number): void
  /** Forgets what was sent and said. */
  reset(): void
  close(): Promise<void>
}

export async function openRelay(port: number): Promise<Relay> {
  const ends = new Set<Socket>()
  let [connections, sent, said] = [0, 0, '']
  let left = Number.POSITIVE_INFINITY
  const relay = createServer((near) => {
    connections += 1
    const far = connect(port, '127.0.0.1')
    const both = [near, far]
    for (const end of both) {
      ends.add(end)
      end.on('error', () => undefined)
      end.on('close', () => {
        ends.delete(end)
        for (const each of both) each.destroy()
      })
    }
    near.on('data', (bytes) => {
      said += bytes.toString('latin1')
      far.write(bytes)
    })
    far.on('data', (bytes) => {
      sent += bytes.length
      left -= bytes.length
      if (left > 0) return near.write(bytes)
      left = Number.POSITIVE_INFINITY
      near.destroy()
    })
  })
  relay.listen(0, '127.0.0.1')
  await once(relay, 'listening')
  return {
    port: (relay.address() as AddressInfo).port,
    get connections() {
      return connections
    },
    get sent() {
      return sent
    },
    get said() {
      return said
    },
    breakAfter(bytes) {
      left = bytes
    },
    reset() {
      sent = 0
      said = ''
    },
    async close() {
      for (const end of ends) end.destroy()
      relay.close()
      await once(relay, 'close')
    },
  }
}
