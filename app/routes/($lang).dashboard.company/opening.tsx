import type { ReactNode } from 'react'
import { DeskForm } from '~/components/forms/desk-form'
import { Field } from '~/components/forms/field'
import { Submit, SubmitLine } from '~/components/forms/submit'
import { useForm } from '~/components/forms/use-form'
import { DoneTick } from '~/components/site/done-tick'
import { formatDay } from '~/i18n/formats'
import { useLanguage } from '~/i18n/language'
import { AppLink, LocalizedLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import type { CompanyPage } from './loader.server'

/** Whether the shop is open, what is ready for it, and the press that opens, pauses or reopens it. */
export function Opening({ page: { opening } }: { page: CompanyPage }) {
  const { t } = useTranslation()
  const language = useLanguage()
  if (!opening) return null
  const { state, checks, payments, ready, demo } = opening
  const said = demo ? 'demo' : state.kind === 'closed' && ready ? 'ready' : state.kind
  const until = state.kind === 'paused' && state.until
  return (
    <section className="guide company-parts" id="opening" aria-labelledby="opening-heading">
      <h2 id="opening-heading">
        {until
          ? t('company:opening.pausedUntil', { day: formatDay(new Date(until), language, 'UTC') })
          : t(`company:opening.${said}`)}
      </h2>
      <p className="quiet">{t(`company:opening.${said}Text`)}</p>
      <ol>
        <Check done={checks.legal === 0} to="#parts">
          {t('company:opening.legal')}
          <Hint>
            {checks.legal > 0
              ? t('company:opening.legalMissing', { count: checks.legal })
              : t('company:opening.legalReady')}
          </Hint>
        </Check>
        <Check done={checks.translated} to="#parts">
          {t('company:opening.languages')}
          {checks.borrowed > 0 && (
            <Hint>{t('company:opening.untranslated', { count: checks.borrowed })}</Hint>
          )}
        </Check>
        <Check done={checks.delivery} to="/dashboard/shelf?shipping">
          {t('company:opening.delivery')}
        </Check>
        <Check done={checks.products > 0 && checks.samples === 0} to="/dashboard/shelf">
          {t('company:opening.products')}
          <Hint>
            {checks.samples > 0
              ? t('company:opening.samples', { count: checks.samples })
              : t('company:opening.productCount', { count: checks.products })}
          </Hint>
        </Check>
        <Check done={payments.length > 0} to="?bank">
          {t('company:opening.payment')}
          <Hint>{payments.map((each) => t(`company:opening.payments.${each}`)).join(' · ')}</Hint>
        </Check>
      </ol>
      <Press page={opening} />
    </section>
  )
}

function Press({ page: { state, ready, checks } }: { page: NonNullable<CompanyPage['opening']> }) {
  const { t } = useTranslation()
  const answer = useForm('pause')
  if (state.kind === 'closed') {
    const stocked = checks.delivery && checks.products > 0 && checks.samples === 0
    return (
      <DeskForm place="opening">
        <SubmitLine
          intent="open"
          look={ready && stocked ? 'main' : 'second'}
          label={t('company:opening.press')}
          disabled={!ready}
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
        <DeskForm className="stack" place="opening" noValidate>
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

function Check({ done, to, children }: { done: boolean; to: string; children: ReactNode }) {
  const [name, ...hints] = Array.isArray(children) ? children : [children]
  return (
    <li className={done ? 'done' : undefined}>
      <DoneTick done={done} />
      <div>
        {to.startsWith('/') ? <AppLink to={to}>{name}</AppLink> : <a href={to}>{name}</a>}
        {hints}
      </div>
    </li>
  )
}

function Hint({ children }: { children: ReactNode }) {
  return <p className="quiet">{children}</p>
}
