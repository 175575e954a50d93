import { deskAddress } from '~/http/links/mail-addresses.server'
import type { Section } from '../section.server'

export const mail = {
  /** Where e-mails come in: the desk's own address, or the site's mailbox. */
  async read({ desk, session }, { config }) {
    const domain = config.mailIn?.domain
    return {
      address: domain ? deskAddress(desk.publicKey, domain) : config.mail.from.address,
      isMailbox: domain === undefined,
      verified: session.user.emailVerified,
    }
  },
  forms: {},
} satisfies Section
