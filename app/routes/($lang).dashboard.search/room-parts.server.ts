import type { AppLoadContext } from '@remix-run/node'
import type { Room } from '~/domain/desks/rooms'
import { languages } from '~/domain/text/languages'
import { translations } from '~/i18n/translation.server'
import { hasAll } from './words'

/** Parts of the rooms with their headings; `found:words` has what else they are looked for by. */
const roomParts = [
  {
    name: 'details',
    room: 'company',
    to: '/dashboard/company?details',
    text: 'company:parts.details',
  },
  { name: 'bank', room: 'company', to: '/dashboard/company?bank', text: 'company:parts.bank' },
  { name: 'texts', room: 'company', to: '/dashboard/company#texts', text: 'company:parts.texts' },
  { name: 'shipping', room: 'shelf', to: '/dashboard/shelf/shipping', text: 'shelf:shipping' },
  {
    name: 'categories',
    room: 'shelf',
    to: '/dashboard/shelf/categories',
    text: 'shelf:categories',
  },
  { name: 'mark', room: 'home', to: '/dashboard/home#mark', text: 'site:nameHeading' },
  { name: 'start', room: 'home', to: '/dashboard/home', text: 'site:partsHeading' },
  { name: 'look', room: 'embed', to: '/dashboard/embed#look', text: 'embed:lookHeading' },
  { name: 'snippet', room: 'embed', to: '/dashboard/embed#snippet', text: 'embed:snippetHeading' },
] as const

/** Parts of the rooms, also by other words for them, in any language. */
export function findParts(q: string, open: readonly Room[], { language }: AppLoadContext) {
  if (!q) return []
  const { t } = translations(language)
  const said = languages.map((each) => translations(each).t)
  return roomParts
    .filter(({ room, name, text }) => {
      const words = said.map((t) => `${t(text)} ${t(`found:words.${name}`)}`).join(' ')
      return open.includes(room) && hasAll(words, q)
    })
    .map(({ room, to, text }) => ({ to, text: t(text), detail: t(`dashboard:${room}`) }))
}
