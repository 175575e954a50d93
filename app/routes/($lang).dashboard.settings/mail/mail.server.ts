import { deskAddress } from '~/http/links/mail-addresses.server'
import type { Section } from '../section.server'

export const mail = {
  /** The desk's address, where e-mails come in. */
  async read({ desk, session }, { config }) {
    const { mailIn } = config
    return {
      address: mailIn ? deskAddress(desk.publicKey, mailIn.domain) : '',
      verified: session.user.emailVerified,
    }
  },
  forms: {},
} satisfies Section
