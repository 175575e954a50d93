import type { AppLoadContext } from '@remix-run/node'
import { hasUnsubscribed } from '~/domain/letters/visitor-mails'
import { copiesTyped } from '~/domain/tickets/copies'

/**
 * The addresses that a member puts in copy, without those in `others`; or the error. Who has unsubscribed is
 * refused, unless the conversation has them (`isKnown`).
 */
export async function readCopies(
  services: AppLoadContext['services'],
  deskId: string,
  typed: string,
  others: readonly string[],
  isKnown: (address: string) => boolean = () => false,
) {
  const read = copiesTyped(typed, others)
  if ('problem' in read) return refused(read.problem, read.address)
  for (const address of read.copies.filter((each) => !isKnown(each))) {
    if (await hasUnsubscribed(services, deskId, address)) return refused('unsubscribed', address)
  }
  return read
}

function refused(why: 'invalid' | 'many' | 'unsubscribed', address: string) {
  const copies = { key: `errors:copies.${why}`, values: { address } } as const
  return { status: why === 'unsubscribed' ? 409 : 400, errors: { copies } }
}
