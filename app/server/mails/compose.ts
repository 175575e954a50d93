import { createHash } from 'node:crypto'
import type { Config } from '~/config.server'
import type { Occasion } from '~/domain/mail-occasions'
import type { Compose } from '~/domain/mail-sending'
import { stopToken } from '~/http/mail-stop.server'
import { recoverSecret } from '~/http/ticket-link.server'
import { localizedPath } from '~/i18n/addresses'
import type { Desktop, Draft } from './draft'
import { asHtml } from './html'
import { ownerNews } from './owner-news'
import { honest, type Part } from './parts'
import { asText } from './text'
import { visitorAnswer, visitorReminder } from './to-visitor'

/** Writes mails in their readers' language. Every address in them begins with the public origin. */
export function createCompose(config: Pick<Config, 'publicOrigin' | 'secrets' | 'mail'>): Compose {
  const { publicOrigin, secrets, mail } = config
  const host = new URL(publicOrigin).hostname
  const address: Desktop['address'] = (path, language) =>
    publicOrigin + localizedPath(path, language)
  const desktop: Desktop = {
    address,
    stop: (reader, language) => address(`/mails?stop=${stopToken(secrets, reader)}`, language),
    secret: (ticket) => recoverSecret(secrets, ticket),
  }
  return (occasion, key) => {
    const draft = write(occasion, desktop)
    const subject = honest(draft.subject).replace(/\s+/g, ' ').trim()
    const parts = draft.parts.map(honestPart)
    const reason = createHash('sha256').update(key).digest('hex').slice(0, 40)
    return {
      messageId: `<${reason}@${host}>`,
      from: { name: honest(draft.from) || mail.from.name, address: mail.from.address },
      to: { name: honest(draft.to.name), address: draft.to.address },
      subject,
      text: asText(parts),
      html: asHtml(parts, subject, draft.language),
      unsubscribe: draft.stop,
      deskId: occasion.desk.id,
      ticketIds: draft.ticketIds,
    }
  }
}

/** One template for each kind of mail. */
function write(occasion: Occasion, desktop: Desktop): Draft {
  switch (occasion.kind) {
    case 'owner-news':
      return ownerNews(occasion, desktop)
    case 'visitor-answer':
      return visitorAnswer(occasion, desktop)
    case 'visitor-reminder':
      return visitorReminder(occasion, desktop)
  }
}

function honestPart(part: Part): Part {
  const by = 'by' in part ? { by: honest(part.by) } : {}
  return { ...part, ...by, text: honest(part.text) }
}
