import { expect, test } from 'vitest'
import type { Entitlement } from '~/domain/desks/entitlements'
import type { Member } from '~/domain/desks/members'
import { planEndMails } from '~/domain/letters/plan-mails'
import type { NewMail } from '~/domain/outbox/mails'

const now = new Date('2026-03-04T11:00:00Z')
const until = new Date('2026-03-08T11:00:00Z')

test('plans that end at the same moment are all written about, however many they are', async () => {
  const all = Array.from({ length: 450 }, (_, index) => {
    const id = String(index).padStart(3, '0')
    return { id, orderId: id, productId: 'plus', deskId: 'desk', until } as Entitlement
  })
  const keys: string[] = []
  await planEndMails(
    {
      entitlements: {
        listEnding: async (from: Date, to: Date, limit: number, after?: Entitlement) =>
          all
            .filter((each) => each.until > from && each.until <= to)
            .slice(after ? Number(after.id) + 1 : 0)
            .slice(0, limit),
      },
      members: { list: async () => [{ kind: 'manager', reader: 'a' } as Member] },
      mails: {
        add: async (mails: NewMail[]) => {
          keys.push(...mails.map(({ key }) => key))
          return mails.length
        },
      },
    } as unknown as Parameters<typeof planEndMails>[0],
    now,
  )
  expect(new Set(keys).size).toBe(450)
})
