import { LegalText } from '~/components/legal/legal-text'
import type { LegalSection } from '~/domain/legal/legal'
import { LocalizedLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'

/** Below the forms that use the right at once. */
export function Instruction({ sections }: { sections: LegalSection[] }) {
  const { t } = useTranslation()
  return (
    <>
      <p className="deeds">
        <LocalizedLink to="/withdrawal?withdraw" className="button">
          {t('layout:withdraw')}
        </LocalizedLink>{' '}
        <LocalizedLink to="/withdrawal?cancel" className="button second">
          {t('layout:cancel')}
        </LocalizedLink>
      </p>
      <LegalText sections={sections} />
    </>
  )
}
