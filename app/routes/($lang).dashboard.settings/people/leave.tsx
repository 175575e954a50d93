import { DeskForm } from '~/components/forms/desk-form'
import { SubmitLine } from '~/components/forms/submit'
import type { WordsHandle } from '~/components/site/page'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { sectionAddress } from '../sections'
import type { Pages } from '../sections.server'

export const handle: WordsHandle = { i18n: ['people', 'account'] }

export function Leave({ page: { last, alone } }: { page: Pages['leave'] }) {
  const { t } = useTranslation()
  return (
    <section id="leave" aria-labelledby="leave-heading">
      <h2 id="leave-heading">{t('people:leaveHeading')}</h2>
      {last ? (
        <>
          <p>{t(alone ? 'people:leaveAlone' : 'people:leaveLast')}</p>
          <p>
            <AppLink to={sectionAddress(alone ? 'delete' : 'people')}>
              {t(alone ? 'account:deleteHeading' : 'people:heading')}
            </AppLink>
          </p>
        </>
      ) : (
        <DeskForm className="stack" place="leave">
          <p>{t('people:leaveText')}</p>
          <SubmitLine intent="leave-desk" look="danger" label={t('people:leave')} />
        </DeskForm>
      )}
    </section>
  )
}
