import { CopyButton } from '~/components/forms/copy-button'
import { AddressText } from '~/components/site/address-text'
import { QrCodeImage } from '~/components/site/qr-code-image'
import { LocalizedLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import type { EmbedPage } from './loader.server'

export function Snippet({ page }: { page: EmbedPage }) {
  const { t } = useTranslation()
  const { snippet, link, code } = page
  return (
    <section id="snippet" aria-labelledby="snippet-heading">
      <h2 id="snippet-heading">{t('embed:snippetHeading')}</h2>
      <p>{t('embed:snippetLead')}</p>
      <div className="stack wide">
        <textarea
          className="code"
          readOnly
          rows={5}
          spellCheck={false}
          aria-label={t('embed:snippetHeading')}
          value={snippet}
          onFocus={(event) => event.target.select()}
        />
        <p className="deeds">
          <CopyButton text={snippet} className="button" />
          <LocalizedLink className="button second" to="/sample">
            {t('embed:sample')}
          </LocalizedLink>
        </p>
        <div className="direct">
          <QrCodeImage code={code} label={t('embed:code')} />
          <div>
            <h3>{t('embed:linkHeading')}</h3>
            <p>{t('embed:linkLead')}</p>
            <p className="address">
              <a href={link}>
                <AddressText text={link} />
              </a>
            </p>
          </div>
        </div>
      </div>
    </section>
  )
}
