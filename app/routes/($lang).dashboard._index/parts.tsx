import { PlanUse } from '~/components/desks/plan-use'
import { DeskForm } from '~/components/forms/desk-form'
import { Field } from '~/components/forms/field'
import { useForm } from '~/components/forms/use-form'
import { AddressText } from '~/components/site/address-text'
import { localizedPath } from '~/i18n/addresses'
import { useLanguage } from '~/i18n/language'
import { AppLink, LocalizedLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import type { OverviewPage } from './loader.server'

/** Offers a name that the desk goes by already. */
export function NameDesk({ offered }: { offered?: string }) {
  const { t } = useTranslation()
  return (
    <DeskForm className="stack" id="name-desk">
      <Field
        name="name"
        label={t('overview:guide.steps.name')}
        hint={t('overview:nameHint')}
        required
        defaultValue={offered}
        maxLength={60}
        answer={useForm()}
      />
      <p>
        <button className="button">{t('overview:nameSubmit')}</button>
      </p>
    </DeskForm>
  )
}

/** What is easily overlooked in Tickets: mentions, and questions held as spam. */
export function News({ page: { mentions, held } }: { page: OverviewPage }) {
  const { t } = useTranslation()
  if (mentions === 0 && held === 0) return null
  return (
    <div className="stack">
      {mentions > 0 && (
        <p className="banner">
          {t('overview:mentioned', { count: mentions })}{' '}
          <AppLink to="/dashboard/tickets?whose=mentions">{t('overview:lookMentioned')}</AppLink>
        </p>
      )}
      {held > 0 && (
        <p className="banner">
          {t('overview:held', { count: held })}{' '}
          <AppLink to="/dashboard/tickets?state=held">{t('overview:lookHeld')}</AppLink>
        </p>
      )}
    </div>
  )
}

export function Kept({ page }: { page: OverviewPage }) {
  const { t } = useTranslation()
  if (page.kept.length === 0) return null
  return (
    <section aria-labelledby="kept">
      <h2 id="kept">{t('overview:ownQuestions')}</h2>
      <ul>
        {page.kept.map(({ title, locale, secret }) => (
          <li key={secret}>
            <LocalizedLink to={`/chat?t=${secret}`} lang={locale}>
              {title}
            </LocalizedLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function Usage({ page }: { page: OverviewPage }) {
  const { t } = useTranslation()
  if (page.uses.length === 0) return null
  return (
    <section aria-labelledby="use">
      <h2 id="use">{t('usage:heading')}</h2>
      <PlanUse uses={page.uses} />
      <p>
        <AppLink to="/dashboard/settings/plan">{t('usage:more')}</AppLink>
      </p>
    </section>
  )
}

export function Share({ page }: { page: OverviewPage }) {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <div className="share">
      <p>{t('overview:share')}</p>
      <code>
        <AddressText text={page.origin + localizedPath(page.chatAddress, language)} />
      </code>{' '}
      <LocalizedLink to={page.chatAddress}>{t('overview:open')}</LocalizedLink>
    </div>
  )
}
