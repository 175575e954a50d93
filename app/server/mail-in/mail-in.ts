import type { MailIn } from '~/domain/mail-in/ports'
import { createMailTokens } from '~/http/links/mail-tokens.server'
import type { ServerContext } from '../arrival/context'

/** What the doors hand e-mails to. */
export function mailInOf({ config, services, now }: ServerContext): MailIn {
  const { publicOrigin, secrets, mail, mailIn } = config
  const { domain, imap, spamHeaders = [] } = mailIn ?? {}
  return {
    ports: services,
    tokens: createMailTokens(secrets),
    settings: {
      domain,
      addresses: [mail.from.address, ...(imap ? [imap.user] : [])],
      host: new URL(publicOrigin).host,
      spamHeaders,
    },
    now,
  }
}
