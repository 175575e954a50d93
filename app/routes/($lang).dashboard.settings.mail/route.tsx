import { useLoaderData } from '@remix-run/react'
import { CopyButton } from '~/components/forms/copy-button'
import { useForm } from '~/components/forms/use-form'
import { AddressText } from '~/components/site/address-text'
import { ConfirmLink } from '~/components/site/confirm-link'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { Section, section } from '../($lang).dashboard.settings/section'
import { mailPage } from './address'
import { AddressForm } from './address-form'
import type { MailPage } from './mail.server'

export { pageHeaders as headers } from '~/http/responses/page-headers'
export { action, loader } from './mail.server'

export const handle = section<MailPage>('mail', {
  i18n: ['mailin', 'signature'],
  draft: (page) => page?.own && (page.own.changing ? 'change-mail-alias' : 'save-mail-alias'),
})

export default function MailIn() {
  const { t } = useTranslation()
  const { address, verified, progress, own } = useLoaderData() as MailPage
  return (
    <Section>
      <section id="mail" aria-labelledby="mail-heading">
        <h2 id="mail-heading">{t('mailin:heading')}</h2>
        <p>{t(own ? 'mailin:lead' : 'mailin:leadMailbox')}</p>
        <p>
          <Address text={address} /> <CopyButton text={address} what={t('mailin:address')} />
        </p>
        <p>{t('mailin:replies')}</p>
        <p className="quiet">{t('mailin:held')}</p>
        {progress && progress.left > 0 && <p>{t('mailin:older', { count: progress.left })}</p>}
        {progress && progress.waiting > 0 && (
          <p>{t('mailin:waiting', { count: progress.waiting })}</p>
        )}
        {!verified && (
          <p className="quiet">
            {t('mailin:unverified')} <ConfirmLink text={t('mailin:verify')} />
          </p>
        )}
        {own && own.earlier.length > 0 && (
          <>
            <p className="quiet">{t('mailin:earlier')}</p>
            <ul className="gone">
              {own.earlier.map((each) => (
                <li key={each}>
                  <Address text={each} />
                </li>
              ))}
            </ul>
          </>
        )}
      </section>
      {own && <Addresses own={own} />}
    </Section>
  )
}

function Address({ text }: { text: string }) {
  return (
    <code className="address">
      <AddressText text={text} />
    </code>
  )
}

/** The addresses with names that the desk chose, and the form for one. */
function Addresses({ own }: { own: NonNullable<MailPage['own']> }) {
  const { t } = useTranslation()
  const { chosen, changing, isFull } = own
  const answer = useForm()
  const changed = chosen.find(({ name }) => name === changing)
  return (
    <>
      {chosen.length > 0 && (
        <section aria-labelledby="addresses-heading">
          <h2 id="addresses-heading">{t('mailin:addresses')}</h2>
          <p>{t('mailin:addressesLead')}</p>
          <ul className="replies">
            {chosen.map(({ name, address, tag, signature = {} }, index) => (
              <li key={name}>
                <AppLink
                  to={`${mailPage(name)}#address`}
                  aria-current={name === changing || undefined}
                >
                  <strong>
                    <AddressText text={address} />
                  </strong>{' '}
                  <span className="quiet">
                    {[
                      index === 0 && t('mailin:main'),
                      tag && t('mailin:tagged', { tag }),
                      Object.values(signature).some(Boolean) && t('mailin:signed'),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>{' '}
                  <span className="change">{t('mailin:change')}</span>
                </AppLink>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section id="address" aria-labelledby="address-heading">
        <h2 id="address-heading">
          {changed
            ? t('mailin:changeHeading', { address: changed.address })
            : t('mailin:addHeading')}
        </h2>
        {isFull && !changed && !answer ? (
          <p>{t('mailin:none')}</p>
        ) : (
          <AddressForm
            // Saving one, or choosing another one, resets the form.
            key={changed?.name ?? `new-${chosen.length}`}
            own={own}
            changed={changed}
          />
        )}
      </section>
    </>
  )
}
