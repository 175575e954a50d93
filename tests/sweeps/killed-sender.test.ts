import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { beforeEach, describe, expect, it } from 'vitest'
import { longestTry } from '~/domain/outbox/mails'
import { bundled } from '../support/bundled'
import { config, day, hour, mailDesk, minute, server, useMailDesk } from '../support/mail-desk'
import type { Behaviour } from '../support/mail-server'

const sender = await bundled(new URL('../mails/sender.ts', import.meta.url))

describe('a process that is killed while it speaks with the mail server', () => {
  useMailDesk()
  beforeEach(async () => {
    await mailDesk.begin('One')
    await mailDesk.round()
    mailDesk.forward(2 * minute)
  })

  async function killedWhile(behaviour: Behaviour, reached: () => boolean) {
    server.behave(behaviour)
    const args = [mailDesk.file, server.url, JSON.stringify(config), mailDesk.now.toISOString()]
    const child = spawn(process.execPath, [sender, ...args], {
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    const ended = once(child, 'exit')
    await expect.poll(reached).toBe(true)
    child.kill('SIGKILL')
    await ended
    server.behave()
    for (const pause of [minute, longestTry, hour, day]) {
      mailDesk.forward(pause)
      await mailDesk.round()
    }
  }

  it('before the letter left: it is sent by the next one, once', async () => {
    const before = server.conversations
    await killedWhile({ at: 'recipient', stalls: true }, () => server.conversations > before)
    expect(server.received).toHaveLength(1)
  })

  it('when the mail server had the letter: it is not sent again, and the owner sees that', async () => {
    await killedWhile({ at: 'data', stalls: true }, () => server.received.length > 0)
    expect(server.received).toHaveLength(1)
    const troubled = await mailDesk.mails.listTroubled(mailDesk.desk.id, new Date(0), 9)
    expect(troubled).toMatchObject([{ state: 'uncertain', problem: 'interrupted' }])
  })
})
