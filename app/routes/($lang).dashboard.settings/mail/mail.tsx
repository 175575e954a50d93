import { CopyButton } from '~/components/forms/copy-button'
import type { WordsHandle } from '~/components/site/page'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import type { Pages } from '../sections.server'

export const handle: WordsHandle = { i18n: ['mailin'] }

export function MailIn({ page: { address, isMailbox, verified } }: { page: Pages['mail'] }) {
  const { t } = useTranslation()
  return (
    <section id="mail" aria-labelledby="mail-heading">
      <h2 id="mail-heading">{t('mailin:heading')}</h2>
      <p>{t(isMailbox ? 'mailin:leadMailbox' : 'mailin:lead')}</p>
      <p>
        <code className="address">{address}</code>{' '}
        <CopyButton text={address} what={t('mailin:address')} />
      </p>
      <p>{t('mailin:replies')}</p>
      <p className="quiet">{t('mailin:held')}</p>
      {!verified && (
        <p className="quiet">
          {t('mailin:unverified')} <AppLink to="/verify-email">{t('mailin:verify')}</AppLink>
        </p>
      )}
    </section>
  )
}
