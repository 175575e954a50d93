import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { passkeyLetter } from '../../app/domain/identity/passkeys'
import { factorLetter } from '../../app/domain/identity/second-factors'
import type { Stores } from '../../app/domain/stores'
import { exampleDraft } from './drafts'
import {
  begin,
  exampleAccount,
  exampleFactor,
  exampleInvitation,
  exampleLogEntry,
  exampleMail,
  exampleMember,
  examplePasskey,
  minute,
  type OpenStores,
  twoDesks,
} from './examples'
import { exampleMailbox } from './mailboxes'
import { exampleReply } from './saved-replies'

/** Statements of SQLite, and documents that Firestore reads and writes; each commit reads the generation. */
export interface Costs {
  statements: number
  documents: readonly [read: number, written: number]
}

const deskId = 'desk-ada'
const photo = { bytes: Uint8Array.of(1), version: '1', savedAt: minute(1) }
const ticket = { id: 'ticket-desk-ada-a', deskId, number: 1 }
const sent = { state: 'sent', dueAt: undefined } as const

/** Each in stores of its own, where `prepare` has run. */
const verbs: Record<string, Costs & { run(stores: Stores): Promise<unknown> }> = {
  'auditLog.add': cost(1, [1, 1], ({ auditLog }) => auditLog.add(exampleLogEntry(deskId, 'b'))),
  'auditLog.list': cost(1, [2, 0], ({ auditLog }) => auditLog.list(deskId, 9)),
  'drafts.save': cost(4, [4, 1], ({ drafts }) => drafts.save(exampleDraft(ticket.id))),
  'drafts.list': cost(1, [2, 0], ({ drafts }) => drafts.list(deskId, 'ada')),
  'embeds.find': cost(1, [2, 0], ({ embeds }) => embeds.find(deskId)),
  'embeds.save': cost(2, [2, 1], ({ embeds }) => embeds.save(deskId, { launcher: { en: 'Ask' } })),
  'invitations.accept': cost(8, [7, 3], ({ invitations }) =>
    invitations.accept('invited', exampleMember(deskId, 'dora')),
  ),
  'invitations.add': cost(3, [3, 1], ({ invitations }) =>
    invitations.add(exampleInvitation(deskId, 'more'), 9),
  ),
  'invitations.list': cost(1, [2, 0], ({ invitations }) => invitations.list(deskId)),
  'leases.take': cost(2, [2, 1], ({ leases }) => leases.take('job', 'one', minute(9), minute(1))),
  'mailAliases.add': cost(3, [3, 1], ({ mailAliases }) =>
    mailAliases.add({ name: 'bar', deskId, chosenAt: minute(2) }, 9),
  ),
  'mailAliases.change': cost(2, [2, 1], ({ mailAliases }) =>
    mailAliases.change(deskId, 'cafe', { tag: 'Order' }),
  ),
  'mailAliases.find': cost(1, [2, 0], ({ mailAliases }) => mailAliases.find('cafe')),
  'mailboxes.save': cost(2, [2, 1], ({ mailboxes }) => mailboxes.save(exampleMailbox)),
  'mails.add': cost(3, [3, 1], ({ mails }) => mails.add([exampleMail(ticket, 'new')], minute(1))),
  'mails.add, known': cost(1, [2, 0], ({ mails }) =>
    mails.add([exampleMail(ticket, 'mail')], minute(1)),
  ),
  'mails.change': cost(2, [2, 1], ({ mails }) => mails.change('mail', minute(2), () => sent)),
  'mails.copyStops': cost(2, [2, 0], ({ mails }) => mails.copyStops(ticket.id)),
  'mails.findLatest': cost(1, [2, 0], ({ mails }) => mails.findLatest(ticket.id, 'owner-news')),
  'mails.isStopped': cost(2, [2, 0], ({ mails }) => mails.isStopped(ticket.id)),
  'mails.join': cost(2, [2, 1], ({ mails }) => mails.join(deskId, ['mail'], 'other', minute(2))),
  'mails.listDue': cost(1, [2, 0], ({ mails }) => mails.listDue(minute(9), 9)),
  'members.attend': cost(4, [3, 2], ({ members }) => members.attend(deskId, 'cleo', minute(9))),
  'members.choose': cost(2, [2, 1], ({ members }) => members.choose(deskId, 'cleo', minute(9))),
  'members.desksOf': cost(2, [2, 0], ({ members }) => members.desksOf('cleo')),
  'members.join': cost(5, [5, 2], ({ members }) => members.join(exampleMember(deskId, 'dora'))),
  'members.list': cost(1, [3, 0], ({ members }) => members.list(deskId)),
  'members.setKind': cost(2, [2, 1], ({ members }) =>
    members.setKind(deskId, 'cleo', 'manager', minute(9)),
  ),
  'mentions.list': cost(1, [2, 0], ({ mentions }) => mentions.list(deskId, 'ada', 9)),
  'mentions.note': cost(3, [3, 1], ({ mentions }) =>
    mentions.note(ticket, ['ada'], { mentionedAt: minute(2) }),
  ),
  'passkeys.add': cost(5, [4, 2], ({ passkeys }) =>
    passkeys.add(
      examplePasskey('ada', 'phone'),
      9,
      passkeyLetter('passkey-added', 'ada', minute(1)),
    ),
  ),
  'photos.save': cost(3, [3, 1], ({ photos }) => photos.save('ada', photo)),
  'secondFactors.change': cost(5, [4, 2], ({ secondFactors }) =>
    secondFactors.change(
      'ada',
      () => exampleFactor('ada'),
      factorLetter('second-factor-on', 'ada', minute(1)),
    ),
  ),
  'savedReplies.add': cost(2, [2, 1], ({ savedReplies }) =>
    savedReplies.add(exampleReply('hi', { deskId }), 9),
  ),
}

function cost(
  statements: number,
  documents: Costs['documents'],
  run: (stores: Stores) => Promise<unknown>,
) {
  return { statements, documents, run }
}

async function prepare(stores: Stores): Promise<void> {
  await twoDesks(stores)
  for (const uid of ['cleo', 'dora']) await stores.accounts.save(exampleAccount(uid))
  await begin(stores.tickets, deskId, 'a')
  await stores.members.join(exampleMember(deskId, 'cleo'))
  await stores.invitations.add(exampleInvitation(deskId, 'invited'), 9)
  await stores.auditLog.add(exampleLogEntry(deskId, 'a'))
  await stores.mailAliases.add({ name: 'cafe', deskId, chosenAt: minute(1) }, 9)
  await stores.embeds.save(deskId, {})
  await stores.mails.add([exampleMail(ticket, 'mail')], minute(1))
}

/** `count` says what has been counted since it was last asked. */
export function costContract<Kind extends keyof Costs>(
  name: string,
  open: OpenStores,
  kind: Kind,
  count: () => Costs[Kind],
) {
  describe(`costs of records in ${name}`, () => {
    let stores: Stores
    beforeEach(async () => {
      stores = await open()
      await prepare(stores)
    })
    afterEach(() => stores.close())

    test.each(Object.entries(verbs))('%s costs what it did', async (_, { run, ...costs }) => {
      count()
      await run(stores)
      expect(count()).toEqual(costs[kind])
    })
  })
}
