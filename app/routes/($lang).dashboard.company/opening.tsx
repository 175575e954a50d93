import { Next } from '~/components/desks/next'
import { DeskForm } from '~/components/forms/desk-form'
import { Field } from '~/components/forms/field'
import { Submit, SubmitLine } from '~/components/forms/submit'
import { useForm } from '~/components/forms/use-form'
import { formatDay } from '~/i18n/formats'
import { useLanguage } from '~/i18n/language'
import { LocalizedLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import type { OpeningPage } from './opening.server'

/** Whether the shop is open, and what comes next: a step, or the press that opens, pauses or reopens it. */
export function Opening({ opening }: { opening: OpeningPage }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { state, ready, demo, next, checks, lacksMailServer } = opening
  const lacks = checks.legal ? 'empty' : 'closed'
  const closed = ready ? 'ready' : checks.abroad ? 'abroad' : lacks
  const said = demo ? 'demo' : state.kind === 'closed' ? closed : state.kind
  const until = state.kind === 'paused' && state.until
  return (
    <section className="guide" id="opening" aria-labelledby="opening-heading">
      <h2 id="opening-heading">
        {until
          ? t('company:opening.pausedUntil', { day: formatDay(new Date(until), language, 'UTC') })
          : t(`company:opening.${said}`)}
      </h2>
      <div className="stack">
        <p className="quiet">{t(`company:opening.${said}Text`)}</p>
        {checks.abroad && said !== 'abroad' && (
          <p className="banner">{t('company:opening.openAbroad')}</p>
        )}
        {lacksMailServer && <NoMailServer full={state.kind === 'closed'} />}
        <Next next={next} />
        <Press opening={opening} />
      </div>
    </section>
  )
}

/** What it means for the shop; in full before it opens. */
function NoMailServer({ full }: { full: boolean }) {
  const { t } = useTranslation()
  if (full) {
    return (
      <p className="banner">
        {t('nomail:brief')} {t('nomail:server')}
      </p>
    )
  }
  return (
    <details className="banner">
      <summary>{t('nomail:brief')}</summary>
      <p>{t('nomail:server')}</p>
    </details>
  )
}

function Press({ opening: { state, ready, next, checks } }: { opening: OpeningPage }) {
  const { t } = useTranslation()
  const answer = useForm('pause')
  if (state.kind === 'closed') {
    if (!ready) return null
    const { samples } = checks
    return (
      <DeskForm place="opening">
        {samples > 0 && <p>{t('company:opening.samplesGo', { count: samples })}</p>}
        <SubmitLine
          intent={samples > 0 ? 'open-without-samples' : 'open'}
          look={next ? 'second' : 'main'}
          label={t(samples > 0 ? 'company:opening.pressWithoutSamples' : 'company:opening.press')}
        />
      </DeskForm>
    )
  }
  if (state.kind === 'paused') {
    return (
      <DeskForm place="opening">
        <SubmitLine intent="reopen" label={t('company:opening.reopen')} />
      </DeskForm>
    )
  }
  return (
    <>
      <p>
        <LocalizedLink className="button second" to="/shop">
          {t('company:opening.see')}
        </LocalizedLink>
      </p>
      <details open={answer !== undefined}>
        <summary>{t('company:opening.pause')}</summary>
        <DeskForm className="stack" place="opening">
          <p className="quiet">{t('company:opening.pauseText')}</p>
          <Field
            type="date"
            name="closedUntil"
            label={t('company:opening.until')}
            hint={t('company:opening.untilHint')}
          />
          <p>
            <Submit intent="pause" look="second" label={t('company:opening.pauseNow')} />
          </p>
        </DeskForm>
      </details>
    </>
  )
}
