import type { AppLoadContext } from '@remix-run/node'
import type { ShownMessage } from '~/components/tickets/thread'
import type { Session } from '~/domain/accounts/sessions'
import { emailKey } from '~/domain/text/email'
import type { Message } from '~/domain/tickets/messages'
import { rememberedConversations } from '~/http/cookies/conversations.server'
import { recoverSecret } from '~/http/links/ticket-link.server'
import { localizedPath } from '~/i18n/addresses'
import { translations } from '~/i18n/translation.server'
import { getsLetters } from './letters.server'
import type { AtTicket } from './visit.server'

type Way = ShownMessage['way']

/** How the visitor gets to what was split off, by the `seq` of its place. */
export async function readSplitWays(
  visit: AtTicket,
  messages: readonly Message[],
  session: Session | undefined,
  context: AppLoadContext,
): Promise<Map<number, Way>> {
  const places = messages.filter(({ kind }) => kind === 'split')
  const ways = places.map(async (place) => {
    return [place.seq, await readWay(visit, place, session, context)] as const
  })
  return new Map(await Promise.all(ways))
}

/**
 * Its link is for the browser that began the conversation, and for the account that keeps what was split
 * off. Others may have the old link, too; and a member may have named another visitor since.
 */
async function readWay(
  { ticket, desk, secret }: AtTicket,
  { body }: Message,
  session: Session | undefined,
  context: AppLoadContext,
): Promise<Way> {
  const { services, config, language, headers } = context
  const { t } = translations(language)
  const { deskId, visitorEmail } = ticket
  const there = await services.tickets.find({ deskId, number: Number(body) })
  if (!there || there.id === ticket.id) return undefined
  const isSame = emailKey(there.visitorEmail) === emailKey(visitorEmail)
  const begun = isSame && rememberedConversations(context, deskId).includes(secret)
  const keeps = session !== undefined && there.keptBy === session.user.uid
  const itsSecret = begun || keeps ? recoverSecret(config.secrets, there) : undefined
  if (itsSecret) {
    const query = new URLSearchParams({ t: itsSecret })
    const framed = headers.get('Sec-Fetch-Dest') === 'iframe'
    return {
      text: t('chat:split.open'),
      address: localizedPath(`/chat?${query}`, language),
      ...(framed && { target: '_blank' as const }),
    }
  }
  if (isSame && (await getsLetters(there, desk, context))) return { text: t('chat:split.mailed') }
  return isSame && there.keptBy ? { text: t('chat:split.kept') } : undefined
}
