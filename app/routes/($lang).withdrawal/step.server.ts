import { createHmac } from 'node:crypto'
import type { AppLoadContext } from '@remix-run/node'
import type { Declaration, Declared } from '~/domain/legal/declarations'
import { sealedDeclared } from '~/domain/legal/declarations-input'
import { shopTimeZone } from '~/domain/shop/orders'
import { seal, unseal } from '~/http/cookies/seal.server'
import { newestKey } from '~/http/cookies/secrets.server'
import { findOwnOrder } from '~/http/shop/order-payment.server'
import { dayKey } from '~/i18n/formats'

export type Step =
  | { kind: 'text' }
  | { kind: 'withdraw'; known?: Known }
  | { kind: 'confirm'; declared: Declared }
  | { kind: 'cancel' }
  | { kind: 'receipt'; declaration: Pick<Declaration, keyof Declared | 'mailed' | 'receivedAt'> }
  | { kind: 'unknown' }

/** What the link of an order's page tells of its customer. */
export type Known = Pick<Declared, 'name' | 'contract' | 'email'>

const draft = 'declaration draft'
const receipt = 'declaration receipt'

/** The same once more on a day has the same key, from whichever form. */
export function keyOf(declared: Declared, { config, now }: AppLoadContext): string {
  const said = JSON.stringify([declared, dayKey(now(), shopTimeZone)])
  const hmac = createHmac('sha256', newestKey(config.secrets, 'declaration key'))
  return hmac.update(said).digest('hex').slice(0, 32)
}

/** Sealed, so that only we can read the address. */
export function confirmPath(declared: Declared, context: AppLoadContext): string {
  const content = JSON.stringify({ ...declared, key: keyOf(declared, context) })
  return `/withdrawal?withdraw=${seal(content, draft, context.config.secrets)}`
}

export function receiptPath({ id }: Declaration, { config }: AppLoadContext): string {
  return `/withdrawal?receipt=${seal(id, receipt, config.secrets)}`
}

export function readDraft(sealed: string, { config }: AppLoadContext) {
  const content = unseal(sealed, draft, config.secrets)
  return content === undefined ? undefined : sealedDeclared.parse(JSON.parse(content))
}

export async function readStep(context: AppLoadContext): Promise<Step> {
  const { url, config, services } = context
  const { searchParams } = url
  if (searchParams.has('cancel')) return { kind: 'cancel' }
  const sealed = searchParams.get('withdraw')
  if (sealed === '') return { kind: 'withdraw', known: await readKnown(context) }
  if (sealed) {
    const declared = readDraft(sealed, context)
    return declared ? { kind: 'confirm', declared } : { kind: 'unknown' }
  }
  const token = searchParams.get('receipt')
  if (token === null) return { kind: 'text' }
  const id = unseal(token, receipt, config.secrets)
  const declaration = id ? await services.declarations.find(id) : undefined
  return declaration ? { kind: 'receipt', declaration } : { kind: 'unknown' }
}

/** By the secret of an order's page, whose holder need not enter what is known. */
async function readKnown(context: AppLoadContext): Promise<Known | undefined> {
  const own = await findOwnOrder(context.url.searchParams.get('order') ?? '', context)
  if (!own) return undefined
  const { number, email, address, pickup, billing } = own.order
  const name = address?.name || pickup?.name || billing?.name || ''
  return { name, contract: String(number), email }
}
