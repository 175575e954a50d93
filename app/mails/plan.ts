import { grace } from '~/domain/desks/entitlements'
import type { PlanContent } from '~/domain/letters/plan-mails'
import { translations } from '~/i18n/translation.server'
import { formatDay } from './dates'
import type { Desktop, Draft } from './draft'
import { sampleMark, seller } from './order-law'

export function planMail(
  { kind, account, desk, title, free, entitlement }: PlanContent,
  desktop: Desktop,
): Draft {
  const language = account.locale
  const { t } = translations(language)
  const step = kind === 'plan-ending' ? 'ending' : 'ended'
  const values = {
    plan: title[language],
    day: formatDay(entitlement.until, language, desk.timeZone),
    graceDay: formatDay(new Date(entitlement.until.getTime() + grace), language, desk.timeZone),
  }
  const then = step === 'ended' && free ? [t('mails:plan.then', { plan: free[language] })] : []
  return {
    to: { name: '', address: account.email },
    from: '',
    language,
    subject: t(`mails:plan.${step}Subject`, values),
    parts: [
      ...sampleMark(desktop.legal, t),
      { kind: 'heading', text: t(`mails:plan.${step}Subject`, values) },
      { kind: 'paragraph', text: [t(`mails:plan.${step}`, values), ...then].join(' ') },
      { kind: 'paragraph', text: t('mails:plan.kept') },
      {
        kind: 'button',
        text: t('mails:plan.look'),
        link: desktop.address('/dashboard/settings/plan', language),
      },
      seller(desktop.legal, 'mails:order.seller', t),
    ],
    automatic: 'generated',
    replies: { kind: 'site' },
    deskId: desk.id,
    recordIds: [entitlement.id],
  }
}
