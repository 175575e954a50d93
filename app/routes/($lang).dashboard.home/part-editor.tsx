import { useEffect, useRef, useState } from 'react'
import { Next } from '~/components/desks/next'
import { Seen } from '~/components/forms/as-shown'
import { DeskForm } from '~/components/forms/desk-form'
import { useChosenPicture } from '~/components/forms/picture-field'
import { Submit } from '~/components/forms/submit'
import { useForm } from '~/components/forms/use-form'
import { OwnPart } from '~/components/home/own-part'
import { draftId } from '~/components/site/page'
import { isFilled, mostQuestions, type PartTexts, partKinds, partTyped } from '~/domain/site/home'
import type { HomePart, HomePartName } from '~/domain/site/settings'
import { languages } from '~/domain/text/languages'
import { fieldIn } from '~/domain/text/localized-fields'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import type { HomeRoom } from './loader.server'
import { PartPicture } from './picture'
import { SeeHome } from './see-home'
import { Texts } from './texts'
import { Visibility, VisibilityButton } from './visibility'

interface Source {
  /** Ours, where the owner has written none. */
  title: 'hours' | 'products' | 'how'
  links: (keyof typeof addresses)[]
}

/** Where the rest of a part is written, which follows its heading. */
const sources: Partial<Record<HomePartName, Source>> = {
  hours: { title: 'hours', links: ['hours', 'company'] },
  products: { title: 'products', links: ['shelf'] },
  how: { title: 'how', links: [] },
}

const addresses = {
  hours: '/dashboard/settings/hours',
  company: '/dashboard/company?details',
  shelf: '/dashboard/shelf',
}

/** The texts of a part in both languages, and beside them the part as guests see it. */
export function PartEditor({ page, part }: { page: HomeRoom; part: HomePart }) {
  const { t } = useTranslation()
  const answer = useForm('save')
  const form = useRef<HTMLFormElement>(null)
  const [draft, setDraft] = useState<PartTexts>()
  const follow = () => {
    if (form.current) setDraft(partTyped(Object.fromEntries(new FormData(form.current))))
  }
  const { chosen, choose, forget } = useChosenPicture()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once another is saved or it is removed
  useEffect(forget, [part.picture?.id])
  const { name } = part
  const kind = partKinds[name]
  const source = sources[name]
  const picture = chosen ? { id: chosen, alt: {} } : part.picture
  const shown = { ...part, picture, ...(draft ?? (answer && partTyped(answer.typed))), on: true }
  const look = page.next?.done ? 'second' : 'main'
  return (
    <>
      <h1>{t(`site:parts.${name}`)}</h1>
      <div className="stack">
        <p className="quiet">{t(`site:partHints.${name}`)}</p>
        {page.next?.done && <Next next={page.next} />}
      </div>
      {name !== 'headline' && (
        <DeskForm className="shelf-line">
          <Visibility part={part} /> <VisibilityButton part={part} />
        </DeskForm>
      )}
      <div className="two-parts editor">
        <aside className="home-preview paper" aria-label={t('site:preview')}>
          <p className="quiet">{t('site:preview')}</p>
          {isFilled(shown) ? (
            <OwnPart
              part={shown}
              usual={source && t(`home:${source.title}`)}
              name={page.site.named ? page.site.name : ''}
            />
          ) : (
            <p className="quiet">{t('site:empty')}</p>
          )}
          {source && <Elsewhere links={source.links} />}
        </aside>
        <div className="stack">
          {name !== 'picture' && (
            <DeskForm id={draftId} ref={form} onInput={follow} key={page.seen}>
              <Seen value={page.seen} answer={answer} />
              <div className="stack">
                <p className="quiet">{t('site:textsHint')}</p>
                <Texts
                  name="title"
                  label={t(name === 'headline' ? 'site:sentence' : 'site:title')}
                  text={part.title}
                />
                {kind.text && (
                  <Texts
                    name="text"
                    label={t('site:text')}
                    text={part.text}
                    rows={kind.text === 'long' ? 6 : 2}
                  />
                )}
                {kind.questions &&
                  Array.from({ length: mostQuestions }, (_, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: as many fields each time, known by their index
                    <Question key={index} part={part} index={index} />
                  ))}
              </div>
              <div className="deeds save-bar">
                <Submit intent="save" look={look} label={t('site:save')} />
                <SeeHome />
              </div>
            </DeskForm>
          )}
          {kind.picture && (
            <PartPicture
              part={part}
              look={name === 'picture' ? look : 'second'}
              onChange={choose}
            />
          )}
          {name === 'picture' && (
            <p>
              <SeeHome />
            </p>
          )}
        </div>
      </div>
    </>
  )
}

function Elsewhere({ links }: Pick<Source, 'links'>) {
  const { t } = useTranslation()
  return (
    <>
      <p className="quiet">{t('site:more')}</p>
      {links.map((link) => (
        <p key={link}>
          <AppLink to={addresses[link]}>{t(`site:sources.${link}`)}</AppLink>
        </p>
      ))}
    </>
  )
}

/** What nobody has written folds away, but for the next one; two more are enough to see. */
function Question({ part: { questions }, index }: { part: HomePart; index: number }) {
  const { t } = useTranslation()
  const answer = useForm('save')
  const fields = languages.flatMap((language) => [
    fieldIn(`question${index}`, language),
    fieldIn(`answer${index}`, language),
  ])
  const wrong = fields.some((field) => answer?.errors[field])
  const typed = fields.some((field) => answer?.typed[field])
  if (index > questions.length + 2 && !wrong && !typed) return null
  const { question = {}, answer: text = {} } = questions[index] ?? {}
  return (
    <details open={index <= questions.length || wrong}>
      <summary>{t('site:question', { number: index + 1 })}</summary>
      <div className="stack">
        <Texts name={`question${index}`} label={t('site:asked')} text={question} />
        <Texts name={`answer${index}`} label={t('site:answered')} text={text} rows={3} />
      </div>
    </details>
  )
}
