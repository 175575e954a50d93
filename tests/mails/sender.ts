import { createPresenceStore } from '~/adapters/in-process/presence.server'
import { createRateLimitStore } from '~/adapters/in-process/rate-limits.server'
import { createCatalogueFile } from '~/adapters/json-file/catalogue.server'
import { createSmtpMailer } from '~/adapters/smtp/mailer.server'
import { openDatabase } from '~/adapters/sqlite/database/database.server'
import { storesOn } from '~/adapters/sqlite/stores.server'
import { noAccountLetters } from '~/domain/identity/account-letters'
import { sendDueMails } from '~/domain/letters/sending'
import { newIdentity } from '~/domain/site/identity'
import { createCompose } from '~/mails/compose'
import { legalOf } from '../support/legal'

/** A process of its own that sends what is due, to be killed in the middle of it. */
const [file = '', smtpUrl = '', config = '', now = ''] = process.argv.slice(2)
const sample = createCatalogueFile({ report: () => undefined })
const ports = {
  ...storesOn(openDatabase(file)),
  presence: createPresenceStore(),
  rateLimits: createRateLimitStore(),
  catalogue: { readWritten: async (at: Date) => sample.read(at) },
  accountLetters: noAccountLetters,
  files: { open: async () => undefined },
  mailer: createSmtpMailer({ smtpUrl, name: 'counter.example' }),
}
await sendDueMails(ports, {
  compose: createCompose(JSON.parse(config), {
    ...ports,
    payments: {},
    siteIdentity: { read: async () => newIdentity },
    legal: { read: async () => legalOf(undefined, (path) => path) },
  }),
  clock: () => new Date(now),
  goOn: async () => true,
  onFailure: () => undefined,
})
