import { join } from 'node:path'
import { createCaptchaDemand } from '../adapters/in-process/captcha.server'
import { openCatalogue } from '../adapters/json-file/catalogue.server'
import { openLegal } from '../adapters/json-file/legal.server'
import { openLive } from '../adapters/live.server'
import { createMailFolder } from '../adapters/mail-folder/mailer.server'
import { createLetterReader } from '../adapters/mail-reader/reader.server'
import { createPayments } from '../adapters/payments.server'
import { createPictureEncoder } from '../adapters/sharp/pictures.server'
import { createSmtpMailer } from '../adapters/smtp/mailer.server'
import { withoutLimits } from '../domain/desks/entitlements'
import { isSiteDesk } from '../domain/desks/site-desk'
import { accountSentences } from '../domain/legal/account-sentences'
import { announceOrders } from '../domain/shop/order-announcements'
import { createSiteSource } from '../domain/site/settings-store'
import { localizedPath } from '../i18n/addresses'
import { openAccounts } from './accounts.server'
import { openFiles, openStores } from './data.server'
import type { Config } from './settings.server'

/** For the operator. */
export type Warn = (sentence: string, details?: string[]) => void

export type Services = Awaited<ReturnType<typeof createServices>>

/** Chooses adapters by the configuration; `data.server.ts` chooses those that store data. */
export async function createServices(
  config: Config,
  warn: Warn = () => undefined,
  now: () => Date = () => new Date(),
) {
  const { publicOrigin, stripe, mail, dataDir, secrets } = config
  const open = config.signup === 'open'
  const files = await openFiles(config)
  const stores = await openStores(config)
  const letterReader = createLetterReader()
  try {
    const site = createSiteSource(stores.siteSettings)
    const offers = async () => open && (await site.read()).offers === true
    const accounts = await openAccounts(config, stores, now, (problem) =>
      warn('A login provider failed', [problem]),
    )
    const { close, ...live } = await openLive(config.live, { secrets, now, report: warn })
    return {
      ...stores,
      ...live,
      orders: announceOrders(stores.orders, live.live),
      // On a site that takes no accounts every desk, otherwise the site's own.
      entitlements: withoutLimits(stores.entitlements, (id) => !open || isSiteDesk(stores, { id })),
      files,
      pictures: createPictureEncoder(),
      catalogue: openCatalogue(stores.products, {
        file: config.catalogue,
        offers,
        report: (problems) => warn('The new catalogue is invalid: the last stays', problems),
      }),
      legal: openLegal(stores.legalDetails, {
        file: config.legal,
        accounts: accountSentences(config.accounts, config.loginProviders),
        addressOf: (path, language) => publicOrigin + localizedPath(path, language),
        offers,
      }),
      site,
      payments: createPayments(config.payments, stripe, (problem) =>
        warn('A payment service failed', [problem]),
      ),
      mailer: mail.smtpUrl
        ? createSmtpMailer({ smtpUrl: mail.smtpUrl, name: new URL(publicOrigin).hostname })
        : createMailFolder(join(dataDir, 'mail')),
      letterReader,
      ...accounts,
      captcha: createCaptchaDemand(() => accounts.identity.recaptchaConfig()),
      /** May be called twice. */
      async close() {
        await letterReader.close()
        await close()
        await stores.close()
      },
    }
  } catch (error) {
    await stores.close()
    throw error
  }
}
