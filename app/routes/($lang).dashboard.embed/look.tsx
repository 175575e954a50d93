import { useState } from 'react'
import { DeskForm } from '~/components/forms/desk-form'
import { Field } from '~/components/forms/field'
import { SubmitLine } from '~/components/forms/submit'
import {
  type Colour,
  contrast,
  isColour,
  leastContrast,
  shownContrast,
} from '~/domain/desks/contrast'
import { grounds, longestLauncher, sides } from '~/domain/desks/embeds'
import { inLanguage, type LocalizedText, standIn } from '~/domain/text/languages'
import { fieldIn, textIn } from '~/domain/text/localized-fields'
import { languageName } from '~/i18n/countries'
import { formatDecimal } from '~/i18n/formats'
import { useLanguage, useLanguages } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'
import type { EmbedPage } from './loader.server'
import { Missing } from './missing'
import { Preview, type Previewed } from './preview'

export function Look({ page }: { page: EmbedPage }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { look, launcher, usual } = page
  const inWords = (text: LocalizedText) => inLanguage(text, language)?.text ?? usual[language]
  const kept = { ...look, text: inWords(launcher) }
  const [chosen, setChosen] = useState<Previewed>()
  const shown = chosen ?? kept

  function follow(form: HTMLFormElement) {
    const words = Object.fromEntries(new FormData(form)) as Record<string, string>
    const typed = (name: string) => words[name] ?? ''
    const colour = (name: 'light' | 'dark') => (isColour(typed(name)) ? typed(name) : look[name])
    setChosen({
      light: colour('light') as Colour,
      dark: colour('dark') as Colour,
      side: sides.find((side) => side === typed('side')) ?? look.side,
      text: inWords(textIn('launcher', words)),
    })
  }

  return (
    <section id="look" aria-labelledby="look-heading">
      <h2 id="look-heading">{t('embed:lookHeading')}</h2>
      <Preview shown={shown} />
      <DeskForm
        className="stack wide"
        place="look"
        onInput={({ currentTarget }) => follow(currentTarget)}
      >
        <div className="pair">
          {(['light', 'dark'] as const).map((scheme) => (
            <Field
              key={scheme}
              type="color"
              name={scheme}
              label={t(`embed:${scheme}`)}
              hint={<Contrast found={contrast(shown[scheme], grounds[scheme])} />}
              defaultValue={look[scheme]}
            />
          ))}
        </div>
        <Field
          name="side"
          label={t('embed:side')}
          defaultValue={look.side}
          options={sides.map((side) => [side, t(`embed:sides.${side}`)])}
        />
        <div className="pair">
          {useLanguages().map((each) => (
            <Field
              key={each}
              name={fieldIn('launcher', each)}
              lang={each}
              label={
                <Missing text={launcher} language={each}>
                  {t('embed:launcher', { language: languageName(each, language) })}
                </Missing>
              }
              maxLength={longestLauncher}
              placeholder={standIn(launcher, each) ?? usual[each]}
              defaultValue={launcher[each]}
            />
          ))}
        </div>
        <SubmitLine
          intent="save-look"
          look={page.next?.done ? 'second' : 'main'}
          label={t('embed:saveLook')}
        />
      </DeskForm>
    </section>
  )
}

function Contrast({ found }: { found: number }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const values = { contrast: formatDecimal(shownContrast(found), language) }
  return found < leastContrast ? t('embed:contrastLow', values) : t('embed:contrastGood', values)
}
