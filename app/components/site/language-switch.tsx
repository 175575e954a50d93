import { useLocation, useMatches } from '@remix-run/react'
import { Fragment, type MouseEvent } from 'react'
import { switchedField, switchIntent } from '~/domain/forms/forms'
import { type Language, languages, spoken } from '~/domain/text/languages'
import { barePath, deskParameter, localizedPath, switchAddress, withQuery } from '~/i18n/addresses'
import { useAtDesk, useNamedDesk } from '~/i18n/desk-address'
import { useLanguage } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'
import { typedForms } from '../forms/typed-fields'
import { usePageDetails } from './page'

/**
 * Where something may be typed, a button that looks like a link submits that form. With scripts, the form
 * that was typed into is submitted, whichever it is.
 */
export function LanguageSwitch() {
  const { t } = useTranslation()
  const { draftForm: form, draftIntent } = usePageDetails()
  return (
    <nav className="language" aria-label={t('layout:language')}>
      {form && <DefaultButton form={form} intent={draftIntent} />}
      {languages.map((language, index) => (
        <Fragment key={language}>
          {index > 0 && <span aria-hidden="true"> · </span>}
          <Choice language={language} form={form} />
        </Fragment>
      ))}
    </nav>
  )
}

function Choice({ language, form }: { language: Language; form?: string }) {
  const current = useLanguage()
  const location = useLocation()
  const { pathname, search } = useOwnAction()
  const atDesk = useAtDesk()
  if (language === current) {
    return (
      <span aria-current="true" lang={language}>
        {spoken[language].name}
      </span>
    )
  }
  if (form) {
    return (
      // biome-ignore lint/a11y/useSemanticElements: a link cannot carry what was typed
      <button
        form={form}
        formAction={localizedPath(barePath(pathname), language) + search}
        formNoValidate
        name="intent"
        value={switchIntent}
        role="link"
        lang={language}
        onClick={(event) => switchWithTyped(event, language, form)}
      >
        {spoken[language].name}
      </button>
    )
  }
  return (
    <a
      href={atDesk(switchAddress(location, language))}
      hrefLang={language}
      lang={language}
      onClick={(event) => switchWithTyped(event, language)}
    >
      {spoken[language].name}
    </a>
  )
}

/** Submitted by the browser, without Remix: the other language is another document. */
function switchWithTyped(event: MouseEvent<HTMLElement>, language: Language, draft = '') {
  const opensTab = event.ctrlKey || event.metaKey || event.shiftKey
  const typed = typedForms()
  const named = document.getElementById(draft)
  const form = typed.find((each) => each === named) ?? typed[0] ?? givenBack() ?? named
  if (opensTab || !(form instanceof HTMLFormElement)) return
  event.preventDefault()
  const button = form.querySelector<HTMLButtonElement>('button[name=intent]')
  const fields = { intent: switchIntent, [switchedField]: form === named ? '' : button?.value }
  const inputs = Object.entries(fields).map(([name, value = '']) =>
    Object.assign(document.createElement('input'), { type: 'hidden', name, value }),
  )
  const { action } = form
  const { pathname, search } = new URL(action)
  form.append(...inputs)
  form.action = localizedPath(barePath(pathname), language) + search
  form.submit()
  // Going back, a browser restores what was typed in a form that it recognises.
  form.action = action
  for (const input of inputs) input.remove()
}

/** The form that an answer gave back with its text. */
function givenBack(): HTMLFormElement | null | undefined {
  const intent = document.querySelector<HTMLElement>('[data-answered]')?.dataset.answered
  const button = `main form button[name=intent][value="${CSS.escape(intent ?? '')}"]`
  return document.querySelector<HTMLButtonElement>(button)?.form
}

/**
 * The page itself, for its forms. Remix sends a form to an index route, not its layout, only with `index`
 * in the query.
 */
export function useOwnAction() {
  const { pathname, search } = useLocation()
  const desk = useNamedDesk()
  const query = new URLSearchParams(search)
  if (desk && !query.has(deskParameter)) query.set(deskParameter, desk)
  if (
    useMatches()
      .at(-1)
      ?.id.match(/\._index(\/route)?$/)
  )
    query.set('index', '')
  return { pathname, search: withQuery('', query) }
}

/** Enter presses a form's first button, which would be a switch without this one. */
export function DefaultButton({ form, intent }: { form: string; intent?: string }) {
  return (
    <button
      form={form}
      name={intent && 'intent'}
      value={intent}
      className="visually-hidden"
      tabIndex={-1}
      aria-hidden="true"
    />
  )
}
