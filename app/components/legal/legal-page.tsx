import { Fragment, type ReactNode } from 'react'
import { LocalizedLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { SiteLayout } from '../site/site-layout'

const legalPages = ['imprint', 'privacy', 'terms', 'withdrawal'] as const

type LegalPageName = (typeof legalPages)[number]

/**
 * With links to the other legal pages, and a plain notice where the texts are a sample. `printable`: not
 * a form, which is left out on paper, nor a receipt, which says itself to print it.
 */
export function LegalPage({
  page,
  heading,
  sample,
  printable = true,
  children,
}: {
  page: LegalPageName
  /** Its name by default. */
  heading?: string
  sample: boolean
  printable?: boolean
  children?: ReactNode
}) {
  const { t } = useTranslation()
  return (
    <SiteLayout>
      <article className="legal">
        <nav className="tabs legal-pages" aria-label={t('legal:pages')}>
          {legalPages.map((each) => (
            <Fragment key={each}>
              <LocalizedLink to={`/${each}`} aria-current={each === page ? 'page' : undefined}>
                {t(`legal:${each}`)}
              </LocalizedLink>{' '}
            </Fragment>
          ))}
        </nav>
        <h1>{heading ?? t(`legal:${page}`)}</h1>
        {children ? (
          <>
            {sample && <SampleMark />}
            {children}
            {printable && <p className="deeds quiet">{t('legal:print')}</p>}
          </>
        ) : (
          <p className="lead">{t('legal:missing')}</p>
        )}
      </article>
    </SiteLayout>
  )
}

function SampleMark() {
  const { t } = useTranslation()
  return (
    <p className="sample" role="note">
      <strong>{t('legal:sample')}</strong> {t('legal:sampleText')}
    </p>
  )
}
