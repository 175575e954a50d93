import { useLoaderData } from '@remix-run/react'
import { feedbackQuery } from '~/components/feedback/feedback-view'
import { useManages } from '~/components/forms/desk-form'
import { FormProblem, useProblemFocus } from '~/components/forms/form-problem'
import { useForm } from '~/components/forms/use-form'
import type { PageHandle } from '~/components/site/page'
import { localizedPath } from '~/i18n/addresses'
import { useAtDesk } from '~/i18n/desk-address'
import { useLanguage } from '~/i18n/language'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { Curve } from './curve'
import { Filters } from './filters'
import { Lines } from './lines'
import type { loader } from './loader.server'
import { Question } from './question'
import { Distribution, Stats } from './stats'

export { pageHeaders as headers } from '~/http/responses/page-headers'
export { action } from './actions.server'
export { loader } from './loader.server'

export const handle: PageHandle = {
  page: 'feedback:page',
  i18n: ['feedback'],
  stylesheet: 'desk',
  scripts: 'react',
  live: ['tickets'],
  details: (_page, _t, manages) => ({
    draftForm: manages ? 'question' : undefined,
    draftIntent: 'save-question',
  }),
}

export default function FeedbackRoom() {
  const { t } = useTranslation()
  const language = useLanguage()
  const atDesk = useAtDesk()
  const room = useLoaderData<typeof loader>()
  const answer = useForm()
  useProblemFocus(answer)
  const manages = useManages()
  const { view, someHeld, any } = room
  return (
    <div className="overview feedback">
      <div>
        <h1>{t('feedback:heading')}</h1>
        {!any && <p className="lead">{t('feedback:none')}</p>}
        <FormProblem answer={answer} />
      </div>
      {any && (
        <>
          <Stats room={room} />
          <div className="pictures">
            <Distribution room={room} />
            <Curve room={room} />
          </div>
        </>
      )}
      {manages && <Question room={room} answer={answer} />}
      {any && (
        <section className="said" aria-labelledby="said">
          <h2 id="said">{t('feedback:said')}</h2>
          {someHeld && view.state !== 'held' && (
            <p className="banner">
              {t('feedback:someHeld')}{' '}
              <AppLink to="/dashboard/feedback?state=held">{t('feedback:lookHeld')}</AppLink>
            </p>
          )}
          <Filters room={room} />
          <Lines room={room} />
          {manages && (
            <p className="quiet">
              <a
                href={atDesk(
                  localizedPath(`/dashboard/feedback/csv${feedbackQuery(view)}`, language),
                )}
                download
              >
                {t('feedback:csv')}
              </a>
            </p>
          )}
        </section>
      )}
    </div>
  )
}
