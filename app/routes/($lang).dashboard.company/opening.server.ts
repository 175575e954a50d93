import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod'
import type { AuditEvent } from '~/domain/desks/audit-log'
import type { Notice } from '~/domain/forms/notices'
import { type PaymentMethod, shopTimeZone } from '~/domain/shop/orders'
import { isReady, type ShopChecks, type ShopState } from '~/domain/site/opening'
import type { ShopOpening } from '~/domain/site/settings'
import type { ShopStep } from '~/domain/site/shop-steps'
import { readDay } from '~/domain/time/typed'
import { logChange } from '~/http/desks/audit-log.server'
import { nextAfter } from '~/http/desks/guide.server'
import { type ActionResult, type Asked, type Forms, form } from '~/http/forms/form-action.server'
import type { OwnDesk } from '~/http/sessions/access.server'
import { type NextStep, readShopSteps } from '~/http/shop/next-step.server'
import { readShopChecks } from '~/http/shop/opening.server'
import { removeSamples } from '~/http/shop/samples.server'
import { localizedPath } from '~/i18n/addresses'
import { dayKey } from '~/i18n/formats'
import { companyAddress } from './address'

export interface OpeningPage {
  state: ShopState
  /** Development: samples stand in for what is missing. */
  demo: boolean
  /** Whether nothing is missing that the law asks for, and something of the owner's is for sale. */
  ready: boolean
  checks: ShopChecks
  steps: ShopStep[]
  /** What the shop needs next; nothing while all that is left is to open it, then what follows the shop. */
  next?: NextStep
  payments: PaymentMethod[]
  /** Whether e-mails to customers are only saved as files. */
  lacksMailServer: boolean
}

export async function readOpening(own: OwnDesk, context: AppLoadContext): Promise<OpeningPage> {
  const { services, config } = context
  const { state, details, catalogue, checks, steps, closed, next } = await readShopSteps(context)
  const complete = steps.every(({ done }) => done)
  const demo = config.mode === 'development' && !checks.legal && state.kind === 'open'
  const settled = checks.abroad || (complete && !closed)
  const following = settled ? await nextAfter(['shop'], own, context) : undefined
  return {
    state,
    demo,
    ready: isReady(checks),
    checks,
    steps,
    next: complete || checks.abroad ? following : next && { ...next, done: demo || closed },
    lacksMailServer: config.mail.smtpUrl === undefined,
    payments: (Object.keys(services.payments) as PaymentMethod[]).filter((each) => {
      if (each === 'bank-transfer') return details.bank !== undefined
      return each !== 'on-pickup' || (checks.delivery && catalogue.pickup && catalogue.payOnPickup)
    }),
  }
}

type AskedOwner = Asked<OwnDesk>

const events = {
  shopOpened: 'opened',
  shopPaused: 'paused',
  shopReopened: 'reopened',
} as const satisfies Partial<Record<Notice, AuditEvent>>

/** In days. */
const longestPause = 366

export function openingForms({ now }: AppLoadContext): Forms<OwnDesk> {
  const today = dayKey(now(), shopTimeZone)
  const last = new Date(Date.parse(today) + longestPause * 86_400_000).toISOString().slice(0, 10)
  const pause = z.object({
    closedUntil: z
      .string()
      .max(100, 'company:errors.until')
      .optional()
      .transform((typed = '', issues) => {
        const day = typed.trim() && readDay(typed)
        if (typed.trim() && !(day && day > today && day <= last)) {
          issues.addIssue({ code: 'custom', message: 'company:errors.until' })
        }
        return day || ''
      }),
  })
  return {
    open: { run: (_, asked: AskedOwner) => open(asked) },
    'open-without-samples': { run: (_, asked: AskedOwner) => open(asked, removeSamples) },
    reopen: {
      run: (_, asked: AskedOwner) =>
        change(asked, ({ closedUntil: _, ...shop }) => shop, 'shopReopened'),
    },
    pause: form(pause, ({ closedUntil }, asked: AskedOwner) =>
      change(asked, (shop) => ({ ...shop, closedUntil }), 'shopPaused'),
    ),
  }
}

/** Samples are not sold: without `remove` they are in the way. */
async function open(asked: AskedOwner, remove?: typeof removeSamples): Promise<ActionResult> {
  const { checks } = await readShopChecks(asked.context)
  if (!isReady(checks)) {
    const missing = checks.legal ? 'company:errors.nothingForSale' : 'company:errors.notReady'
    const form = checks.abroad ? 'company:errors.abroad' : missing
    return { status: 409, errors: { form } }
  }
  if (checks.samples > 0 && !remove) {
    return { status: 409, errors: { form: 'company:errors.samplesLeft' } }
  }
  await remove?.(asked)
  return change(asked, () => ({ open: true }), 'shopOpened')
}

async function change(
  asked: AskedOwner,
  decide: (shop: ShopOpening) => ShopOpening,
  notice: keyof typeof events,
): Promise<ActionResult> {
  const { services, language } = asked.context
  const { before, settings } = await services.site.change(
    ({ shop = { open: false }, ...current }) => ({
      before: shop,
      settings: { ...current, shop: decide(shop) },
    }),
  )
  await logChange(asked, events[notice], [before, settings.shop])
  return { to: localizedPath(companyAddress({ at: 'overview' }), language), notice }
}
