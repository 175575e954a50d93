import type { AppLoadContext } from '@remix-run/node'
import { hasUnsubscribed } from '~/domain/letters/visitor-mails'
import { copiesTyped } from '~/domain/tickets/copies'

/** The addresses that a form's field `copies` adds, without those in `others`; or its error. */
export async function readCopies(
  services: AppLoadContext['services'],
  deskId: string,
  typed: string,
  others: readonly string[],
) {
  const read = copiesTyped(typed, others)
  if ('problem' in read) return refused(read.problem, read.address)
  for (const address of read.copies) {
    if (await hasUnsubscribed(services, deskId, address)) return refused('unsubscribed', address)
  }
  return read
}

function refused(why: 'invalid' | 'many' | 'unsubscribed', address: string) {
  const copies = { key: `errors:copies.${why}`, values: { address } } as const
  return { status: why === 'unsubscribed' ? 409 : 400, errors: { copies } }
}
