import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod'
import { givenEmail } from '~/domain/forms/email'
import { findLostOrders } from '~/domain/shop/lost-orders'
import { orderSearch } from '~/domain/shop/order-lists'
import { orderLink } from '~/domain/shop/order-mails'
import { type ActionResult, type Asked, form } from '~/http/forms/form-action.server'
import { formKeyField, formKeyHash, newFormKey } from '~/http/forms/key.server'
import { limited } from '~/http/limits/rate-limits.server'
import { localizedPath } from '~/i18n/addresses'

/** What the page shows to somebody without the link to an order. */
export interface LostShown {
  lost: 'unknown' | 'asks' | 'sent'
  key: string
}

export function showLost({ url: { searchParams } }: AppLoadContext): LostShown {
  const lost = searchParams.has('order') ? 'unknown' : searchParams.has('sent') ? 'sent' : 'asks'
  return { lost, key: newFormKey() }
}

const lostInput = z.object({
  email: givenEmail,
  /** The number as in our e-mails, or a transfer's reference; without it, all orders of the mailbox. */
  number: z
    .string()
    .default('')
    .transform((typed, context): number | undefined => {
      const [number = '', ...more] = orderSearch(typed)
      if (typed.trim() === '') return undefined
      if (/^[1-9]\d{0,11}$/.test(number) && more.length === 0) return Number(number)
      context.addIssue({ code: 'custom', message: 'order:lost.number' })
      return z.NEVER
    }),
  key: formKeyField,
})

export const resendForm = form(lostInput, sendAgain)

/** The answer says nothing of whether there is such an order; the limit's pace hides it, too. */
async function sendAgain(
  { email, number, key }: z.output<typeof lostInput>,
  { context }: Asked<object>,
): Promise<ActionResult> {
  await limited(context, { name: 'mail', account: email }, async () => {
    const { services, now } = context
    const [order] = await findLostOrders(services.orders, email, number)
    if (!order) return
    const scope = number === undefined ? 'all' : 'one'
    await services.mails.add([orderLink(order.id, scope, formKeyHash(key), now())], now())
  })
  return { to: localizedPath('/shop/success?sent', context.language) }
}
