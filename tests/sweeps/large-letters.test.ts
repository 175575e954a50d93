import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { HeldAttachment } from '~/domain/files/attachments'
import { bytesOf } from '~/domain/files/files'
import { replyAsOwner } from '~/domain/tickets/conversations'
import type { OwnerScope } from '~/domain/tickets/scopes'
import { exampleAttachment } from '../contracts/examples'
import { mailDesk, minute, server, useMailDesk } from '../support/mail-desk'

const email = 'vera@example.com'
const mebibyte = 1_024 * 1_024

describe('an answer', () => {
  useMailDesk()
  beforeEach(async () => {
    const events = { ticket: 'off', message: 'off' } as const
    await mailDesk.accounts.setNotifications('ada', { events })
  })

  let keys = 0
  async function hold(name: string, bytes: Uint8Array): Promise<HeldAttachment> {
    const stored = await mailDesk.files.put(bytesOf(bytes), bytes.length)
    if (!stored) throw new Error('The file is too large')
    const { deskId } = exampleAttachment(mailDesk.desk.id, `${++keys}`)
    const held = {
      ...exampleAttachment(deskId, `${keys}`),
      name,
      type: 'application/pdf' as const,
      size: bytes.length,
      file: stored.file,
    }
    const room = { desk: 1e9, ticket: 1e9, unanswered: 1e9, source: 1e9, network: 1e9 }
    expect(await mailDesk.attachments.hold(held, { deskId }, room)).toBe('held')
    return held
  }

  async function reply(
    owner: OwnerScope,
    body: string,
    attachments: HeldAttachment[] = [],
    copies: string[] = [],
  ) {
    mailDesk.forward(minute)
    const writing = {
      clientKey: `reply ${++keys}`,
      body,
      attachments,
      copies,
      locale: 'en' as const,
    }
    return replyAsOwner(mailDesk, owner, writing, mailDesk.now)
  }

  async function letters() {
    for (const wait of [2 * minute, 2 * minute]) {
      mailDesk.forward(wait)
      await mailDesk.round()
    }
    return server.received
  }

  it('brings as many files as fit into 10 MB, and links to the others', async () => {
    const [large, small] = [randomBytes(10 * mebibyte), randomBytes(10)]
    const { owner, secret } = await mailDesk.begin('The menu?', { email, locale: 'en' })
    const files = [await hold('all.pdf', large), await hold('one.pdf', small)]
    await reply(owner, 'Here they are.', files, ['bob@copy.example'])
    const [own, copy] = await letters()
    for (const sent of [own, copy]) {
      expect(sent?.mail.attachments.map(({ filename }) => filename)).toEqual(['all.pdf'])
    }
    const link = `https://counter.example/files?id=${files[1]?.id}&t=${secret}`
    expect(own?.mail.text).toContain(`Too large for this e-mail: one.pdf: ${link}`)
    expect(copy?.mail.text).toContain('One file is too large for this e-mail: one.pdf.')
    expect(copy?.mail.text).not.toContain(secret)
  })
})
