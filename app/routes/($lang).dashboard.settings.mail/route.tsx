import { useLoaderData } from '@remix-run/react'
import { CopyButton } from '~/components/forms/copy-button'
import { DeskForm } from '~/components/forms/desk-form'
import { Field } from '~/components/forms/field'
import { SubmitLine } from '~/components/forms/submit'
import { AddressText } from '~/components/site/address-text'
import { draftId } from '~/components/site/page'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { Section, section } from '../($lang).dashboard.settings/section'
import type { MailPage } from './mail.server'

export { pageHeaders as headers } from '~/http/responses/page-headers'
export { action, loader } from './mail.server'

export const handle = section<MailPage>('mail', {
  i18n: ['mailin'],
  draft: (page) => page?.own && 'save-mail-alias',
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
          <code className="address">
            <AddressText text={address} />
          </code>{' '}
          <CopyButton text={address} what={t('mailin:address')} />
        </p>
        <p>{t('mailin:replies')}</p>
        <p className="quiet">{t('mailin:held')}</p>
        {progress && progress.left > 0 && <p>{t('mailin:older', { count: progress.left })}</p>}
        {progress && progress.waiting > 0 && (
          <p>{t('mailin:waiting', { count: progress.waiting })}</p>
        )}
        {!verified && (
          <p className="quiet">
            {t('mailin:unverified')} <AppLink to="/verify-email">{t('mailin:verify')}</AppLink>
          </p>
        )}
        {own && <Alias {...own} />}
      </section>
    </Section>
  )
}

/** The form for the name in the desk's e-mail address, which is easier to say than its key. */
function Alias({ domain, name, earlier, example }: NonNullable<MailPage['own']>) {
  const { t } = useTranslation()
  return (
    <>
      <h3>{t('mailin:aliasHeading')}</h3>
      <DeskForm className="stack" id={draftId} place="mail">
        <Field
          // Shows what was saved of what was typed.
          key={name}
          name="alias"
          label={t('mailin:alias', { domain })}
          hint={t('mailin:aliasHint', { example })}
          defaultValue={name}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          required
        />
        <SubmitLine intent="save-mail-alias" label={t('mailin:saveAlias')} />
      </DeskForm>
      {earlier.length > 0 && (
        <>
          <p className="quiet">{t('mailin:earlier')}</p>
          <ul className="gone">
            {earlier.map((each) => (
              <li key={each}>
                <code className="address">
                  <AddressText text={each} />
                </code>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
