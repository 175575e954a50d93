import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { hold, letters, reply } from '../support/answer-letters'
import { mailDesk, useMailDesk } from '../support/mail-desk'

const email = 'vera@example.com'
const mebibyte = 1_024 * 1_024

describe('an answer', () => {
  useMailDesk()
  beforeEach(async () => {
    const events = { ticket: 'off', message: 'off' } as const
    await mailDesk.accounts.setNotifications('ada', { events })
  })

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
    expect(own?.mail.text).toContain(`one.pdf, too large for this e-mail: ${link}`)
    expect(copy?.mail.text).toContain('One file is too large for this e-mail: one.pdf.')
    expect(copy?.mail.text).not.toContain(secret)
  })
})
