import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod'
import { givenEmail } from '~/domain/forms/email'
import { changeMailbox, isGoingOn, orderMailsAgain } from '~/domain/shop/order-mailbox'
import { emailKey } from '~/domain/text/email'
import { type ActionResult, form } from '~/http/forms/form-action.server'
import { formKeyField, formKeyHash } from '~/http/forms/key.server'
import { limited } from '~/http/limits/rate-limits.server'
import { orderPath } from '~/http/links/order-link.server'
import type { OwnOrder } from '~/http/shop/order-payment.server'
import { localizedPath } from '~/i18n/addresses'

export function againForm(own: OwnOrder) {
  return form(z.object({ key: formKeyField }), ({ key }, { context }) =>
    sendAgain(own, key, context),
  )
}

export function mailboxForm(own: OwnOrder) {
  return form(z.object({ email: givenEmail, key: formKeyField }), ({ email, key }, { context }) =>
    emailKey(email) === emailKey(own.order.email)
      ? sendAgain(own, key, context)
      : change(own, email, key, context),
  )
}

/** What the order's mailbox should have by now. */
async function sendAgain(
  own: OwnOrder,
  key: string,
  context: AppLoadContext,
): Promise<ActionResult> {
  const { order } = own
  const { services, now } = context
  if (!isGoingOn(order)) return { to: pathOf(own, context) }
  await limited(context, { name: 'mail', account: order.email }, () =>
    services.mails.add(orderMailsAgain(order, formKeyHash(key), now()), now()),
  )
  return { to: `${pathOf(own, context)}&sent` }
}

/** Counts as an order: it writes to an address that was only typed. */
async function change(
  own: OwnOrder,
  email: string,
  key: string,
  context: AppLoadContext,
): Promise<ActionResult> {
  const { services, now } = context
  const changed = await limited(
    context,
    { name: 'order', account: email },
    () => changeMailbox(services.orders, { id: own.order.id }, email, formKeyHash(key), now()),
    ({ kind }) => kind === 'moved',
  )
  if (changed.kind === 'moved' || changed.kind === 'again') {
    return { to: `${pathOf(own, context)}&sent` }
  }
  return { status: 409, errors: { email: 'order:mailbox.refused' } }
}

function pathOf({ secret }: OwnOrder, { language }: AppLoadContext): string {
  return localizedPath(orderPath(secret), language)
}
