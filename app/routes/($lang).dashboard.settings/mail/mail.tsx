import { CopyButton } from '~/components/forms/copy-button'
import { DeskForm } from '~/components/forms/desk-form'
import { Field } from '~/components/forms/field'
import { SubmitLine } from '~/components/forms/submit'
import type { WordsHandle } from '~/components/site/page'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import type { Pages } from '../sections.server'

export const handle: WordsHandle = { i18n: ['mailin'] }

type MailPage = Pages['mail']

export function MailIn({ page: { address, verified, own } }: { page: MailPage }) {
  const { t } = useTranslation()
  return (
    <section id="mail" aria-labelledby="mail-heading">
      <h2 id="mail-heading">{t('mailin:heading')}</h2>
      <p>{t(own ? 'mailin:lead' : 'mailin:leadMailbox')}</p>
      <p>
        <Address text={address} /> <CopyButton text={address} what={t('mailin:address')} />
      </p>
      <p>{t('mailin:replies')}</p>
      <p className="quiet">{t('mailin:held')}</p>
      {!verified && (
        <p className="quiet">
          {t('mailin:unverified')} <AppLink to="/verify-email">{t('mailin:verify')}</AppLink>
        </p>
      )}
      {own && <Alias {...own} />}
    </section>
  )
}

/** A narrow screen breaks the line before the @. */
function Address({ text }: { text: string }) {
  const at = text.lastIndexOf('@')
  return (
    <code className="address">
      {text.slice(0, at)}
      <wbr />
      {text.slice(at)}
    </code>
  )
}

/** The form for the name in the desk's e-mail address, which is easier to say than its key. */
function Alias({ domain, name, earlier, example }: NonNullable<MailPage['own']>) {
  const { t } = useTranslation()
  return (
    <>
      <h3>{t('mailin:aliasHeading')}</h3>
      <DeskForm className="stack" place="mail">
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
          <ul>
            {earlier.map((each) => (
              <li key={each}>
                <Address text={each} />
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
