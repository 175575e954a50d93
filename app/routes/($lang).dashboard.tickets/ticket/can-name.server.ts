import type { CanName } from '~/components/tickets/suggestions'
import type { Desk } from '~/domain/desks/desks'
import type { Language } from '~/domain/text/languages'
import { mentionable, mostMentioned } from '~/domain/tickets/mentions'
import { translations } from '~/i18n/translation.server'

/** Nobody where one person answers. */
export function canName(desk: Desk, uid: string, language: Language): { canName?: CanName } {
  const names = mentionable(desk, uid)
  if (names.length === 0) return {}
  const lead = translations(language).t('history:canName')
  const some = names.slice(0, mostMentioned).join(', ')
  const text = `${lead} ${some}${names.length > mostMentioned ? ' …' : ''}`
  return { canName: { lead, names, text } }
}
