import { describe, expect, test } from 'vitest'
import { type Declaration, takeDeclaration } from '../../app/domain/legal/declarations'
import { minute, type OpenStores } from './examples'
import { stores, useTwoDesks } from './two-desks'

const declared: Omit<Declaration, 'id' | 'receivedAt'> = {
  key: 'the-key-of-a-declaration',
  matter: { kind: 'termination', cause: 'important', reason: 'We close the shop.' },
  name: 'Lena Köhler',
  email: 'lena@example.com',
  contract: '1007',
  endsOn: '',
  language: 'de',
  ticket: { deskId: 'desk-ada', number: 3 },
  mailed: true,
}

export function declarationStoreContract(name: string, open: OpenStores) {
  describe(`declarations in ${name}`, () => {
    useTwoDesks(open)

    test('are taken once for each key, with their mails, however often they come at once', async () => {
      const takings = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          takeDeclaration(stores, declared, true, minute(index)),
        ),
      )
      expect(takings.filter(({ kind }) => kind === 'taken')).toHaveLength(1)
      const ids = takings.flatMap((each) => ('declaration' in each ? each.declaration.id : []))
      expect(ids).toHaveLength(8)
      expect(new Set(ids).size).toBe(1)
      const mails = await stores.mails.listDue(minute(60), 10)
      expect(mails.map(({ kind }) => kind).sort()).toEqual([
        'declaration-copy',
        'declaration-received',
      ])
    })

    test('are found as they were, and other content under the same key changes nothing', async () => {
      expect(await stores.declarations.has(declared.key)).toBe(false)
      const taken = await takeDeclaration(stores, declared, false, minute(1))
      expect(await stores.declarations.has(declared.key)).toBe(true)
      if (taken.kind !== 'taken') throw new Error(`It was ${taken.kind}`)
      const { id } = taken.declaration
      const other = { ...declared, contract: '1008' }
      expect(await takeDeclaration(stores, other, false, minute(2))).toEqual({ kind: 'conflict' })
      expect(await stores.declarations.find(id)).toEqual({ ...declared, id, receivedAt: minute(1) })
      expect(await stores.declarations.find('another')).toBeUndefined()
    })
  })
}
