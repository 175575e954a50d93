import { Fragment, type ReactNode } from 'react'
import { isFilled } from '~/domain/site/home'
import { pictureAddress } from '~/domain/site/identity'
import type { HomePart, SitePicture } from '~/domain/site/settings'
import { inLanguage, type LocalizedText } from '~/domain/text/languages'
import { useLanguage } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'
import { linked } from '../legal/legal-text'

/** A part with texts of the owner's own; renders nothing without any. `name` is the site's. */
export function OwnPart({
  part,
  usual,
  name = '',
}: {
  part: HomePart
  usual?: string
  name?: string
}) {
  if (!isFilled(part)) return null
  switch (part.name) {
    case 'headline':
      return <Headline part={part} name={name} />
    case 'picture':
      return part.picture ? <Picture picture={part.picture} className="home-picture" /> : null
    case 'questions':
      return <Questions part={part} />
    default:
      return (
        <Row part={part} usual={usual}>
          {part.picture && <Picture picture={part.picture} />}
          <Paragraphs text={part.text} />
        </Row>
      )
  }
}

/** The headline and the text below it; `name` is the site's. */
export function Headline({ part: { title, text }, name }: { part: HomePart; name: string }) {
  const { t } = useTranslation()
  const usual = name ? `${t('home:of', { name })} ${t('home:lead')}` : t('home:lead')
  return (
    <div>
      <h1>
        <Own text={title} usual={t('home:heading')} />
      </h1>
      <p className="lead">
        <Own text={text} usual={usual} />
      </p>
    </div>
  )
}

/** The owner's words, else ours; sentences stay whole where there is room. */
function Own({ text, usual }: { text: LocalizedText; usual: string }) {
  const language = useLanguage()
  const own = inLanguage(text, language)
  return own && own.language !== language ? (
    <span lang={own.language}>{own.text}</span>
  ) : (
    sentencesIn(own?.text ?? usual).map((sentence, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the order never changes, and two texts may be equal
      <Fragment key={index}>
        {index > 0 && ' '}
        <span>{sentence}</span>
      </Fragment>
    ))
  )
}

function sentencesIn(text: string): string[] {
  const pieces = text.split('. ')
  return pieces.map((piece, index) => (index < pieces.length - 1 ? `${piece}.` : piece))
}

/** `usual` is our own heading, where the owner has written none. */
export function Row({
  part,
  usual,
  children,
}: {
  part: HomePart
  usual?: string
  children: ReactNode
}) {
  const language = useLanguage()
  const title = inLanguage(part.title, language)
  const heading = title?.text ?? usual
  const id = `part-${part.name}`
  return (
    <section className="row" aria-labelledby={heading && id}>
      {heading && (
        <h2 id={id} lang={title && title.language !== language ? title.language : undefined}>
          {heading}
        </h2>
      )}
      {children}
    </section>
  )
}

/** Marks a text whose language is not the page's. */
export function Paragraphs({ text }: { text: LocalizedText }) {
  const language = useLanguage()
  const found = inLanguage(text, language)
  if (!found) return null
  const paragraphs = found.text.split(/\n\s*\n/)
  return (
    <div className="prose" lang={found.language === language ? undefined : found.language}>
      {paragraphs.map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the order never changes, and two texts may be equal
        <p key={index}>{linked(paragraph)}</p>
      ))}
    </div>
  )
}

function Picture({
  picture: { id, alt },
  className,
}: {
  picture: SitePicture
  className?: string
}) {
  const language = useLanguage()
  const said = inLanguage(alt, language)
  return (
    <img
      className={className}
      src={pictureAddress(id, 'whole')}
      alt={said?.text ?? ''}
      lang={said && said.language !== language ? said.language : undefined}
    />
  )
}

function Questions({ part }: { part: HomePart }) {
  const { t } = useTranslation()
  return (
    <Row part={part} usual={t('home:questions')}>
      {part.questions.map(({ question, answer }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the order never changes, and two texts may be equal
        <details key={index}>
          <summary>
            <Own text={question} usual="" />
          </summary>
          <Paragraphs text={answer} />
        </details>
      ))}
    </Row>
  )
}
