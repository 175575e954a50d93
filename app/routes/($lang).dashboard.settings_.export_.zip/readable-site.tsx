import { homeParts, isFilled } from '~/domain/site/home'
import type { HomePart } from '~/domain/site/settings'
import { type LocalizedText, languages } from '~/domain/text/languages'
import { useTranslation } from '~/i18n/translation'
import type { DeskBelongings } from './belongings.server'

/** How the chat looks, saved replies, and the home page where the desk runs the site. */
export function DeskTexts({
  embed,
  replies,
  site,
}: Pick<DeskBelongings, 'embed' | 'replies' | 'site'>) {
  const { t } = useTranslation()
  return (
    <>
      <h2>{t('embed:lookHeading')}</h2>
      <dl>
        <dt>{t('embed:light')}</dt>
        <dd>{embed.look.light}</dd>
        <dt>{t('embed:dark')}</dt>
        <dd>{embed.look.dark}</dd>
        <dt>{t('embed:sites')}</dt>
        <dd>{embed.origins.join(' ') || '–'}</dd>
      </dl>
      {replies.length > 0 && <h2>{t('replies:heading')}</h2>}
      {replies.map(({ shortcut, text }) => (
        <section key={shortcut}>
          <p>/{shortcut}</p>
          <InLanguages text={text} />
        </section>
      ))}
      {site && (
        <>
          <h2>{t('site:partsHeading')}</h2>
          {homeParts(site)
            .filter(isFilled)
            .map((part) => (
              <Part key={part.name} part={part} />
            ))}
        </>
      )}
    </>
  )
}

function Part({ part: { name, on, title, text, questions } }: { part: HomePart }) {
  const { t } = useTranslation()
  return (
    <section>
      <h3>
        {t(`site:parts.${name}`)} ({t(on ? 'site:isOn' : 'site:isOff')})
      </h3>
      <InLanguages text={title} />
      <InLanguages text={text} />
      {questions.map(({ question, answer }) => (
        <div key={JSON.stringify(question)}>
          <InLanguages text={question} />
          <InLanguages text={answer} />
        </div>
      ))}
    </section>
  )
}

function InLanguages({ text }: { text: LocalizedText }) {
  return languages
    .filter((language) => text[language])
    .map((language) => (
      <p key={language} lang={language} className="words">
        {text[language]}
      </p>
    ))
}
