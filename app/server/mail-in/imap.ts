import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { findSiteDesk } from '~/domain/desks/site-desk'
import { type MailboxProblem, newMailbox } from '~/domain/mail-in/mailboxes'
import { StoreUnavailable } from '~/domain/stores'
import type { ServerContext } from '../arrival/context'
import { readMailbox, TooManyWaiting } from './mailbox-reader'
import { NotTaken, type Reading } from './mailbox-taking'

export interface ImapDoor {
  /** Resolves once the e-mail under way is committed or given up. */
  close(): Promise<void>
}

/** E-mails in one list of a mailbox server: one without an end is not read. */
const mostListed = 100_000

/** Milliseconds. A killed process's mailbox is free again after this time. */
const leaseLasts = 40_000
const renewEvery = 13_000
const askAgainAfter = 20_000
const siteWaits = 2_000

/** Milliseconds to the next try, which doubles. Servers lock out addresses that try passwords. */
const retries: Record<'password' | 'other', { first: number; longest: number }> = {
  password: { first: 60_000, longest: 3_600_000 },
  other: { first: 1_000, longest: 300_000 },
}

/**
 * Reads the mailbox of MAIL_IN while this process holds its lease: one process of several reads it. Never
 * rejects: a failure is logged once per outage and problem, and the reading is tried again.
 */
export function openImap(context: ServerContext): ImapDoor | undefined {
  const { imap } = context.config.mailIn ?? {}
  if (!imap) return undefined
  const { services, log, now } = context
  const { leases, mailboxes } = services
  const holder = randomUUID()
  const stop = new AbortController()
  const mailbox: Reading = { context, imap, mostListed, broken: new Map(), limited: new Set() }
  const lease = `mailbox ${imap.id}`
  let failures = 0
  let logged: MailboxProblem | undefined

  const hold = () => leases.take(lease, holder, new Date(now().getTime() + leaseLasts), now())
  const pause = (milliseconds: number) =>
    wait(milliseconds, undefined, { signal: stop.signal, ref: false }).catch(() => undefined)

  function succeed() {
    if (logged) log.info({ host: imap?.host }, 'The mailbox is read again')
    failures = 0
    logged = undefined
  }

  async function readWhileHeld() {
    const connection = new AbortController()
    const renewing = setInterval(async () => {
      if (!(await hold().catch(() => false))) connection.abort()
    }, renewEvery).unref()
    try {
      await readMailbox(mailbox, AbortSignal.any([stop.signal, connection.signal]), succeed)
    } finally {
      clearInterval(renewing)
    }
  }

  async function fail(error: unknown) {
    const { problem, text } = asFailure(error)
    if (problem !== logged) {
      log.warn({ host: imap?.host, problem, error: text }, 'The mailbox cannot be read')
      logged = problem
    }
    const known = (await mailboxes.find(mailbox.imap.id)) ?? newMailbox(mailbox.imap.id)
    await mailboxes.save({ ...known, failedSince: known.failedSince ?? now(), problem })
    return problem
  }

  async function run() {
    while (!stop.signal.aborted) {
      let problem: MailboxProblem = 'store'
      try {
        // Without a desk nobody could receive the e-mails.
        if (!(await findSiteDesk(services))) {
          await pause(siteWaits)
          continue
        }
        if (!(await hold())) {
          await pause(askAgainAfter)
          continue
        }
        await readWhileHeld()
        continue
      } catch (error) {
        if (stop.signal.aborted) break
        problem = await fail(error).catch(() => problem)
      }
      const { first, longest } = retries[problem === 'password' ? 'password' : 'other']
      await pause(Math.min(first * 2 ** failures, longest))
      failures += 1
    }
    await leases.release(lease, holder).catch(() => undefined)
  }

  const running = run()
  return {
    close() {
      stop.abort()
      return running
    },
  }
}

/** Fields that imapflow adds to errors. */
interface ImapError extends Error {
  code?: string
  authenticationFailed?: boolean
  mailboxMissing?: boolean
  /** The server's own text. */
  responseText?: string
}

/** The kind of a failure, and a line about it for the log. */
function asFailure(error: unknown): { problem: MailboxProblem; text: string } {
  const given = error as ImapError
  const text = given.responseText || given.code || String(given.message)
  if (error instanceof NotTaken) return { problem: 'store', text: String(error.cause) }
  if (error instanceof TooManyWaiting) return { problem: 'waiting', text }
  if (error instanceof StoreUnavailable) return { problem: 'store', text }
  if (given.authenticationFailed) return { problem: 'password', text }
  return { problem: given.mailboxMissing ? 'folder' : 'connection', text }
}
