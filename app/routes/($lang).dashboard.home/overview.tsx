import { Next } from '~/components/desks/next'
import { DeskForm } from '~/components/forms/desk-form'
import { Field } from '~/components/forms/field'
import { PictureField } from '~/components/forms/picture-field'
import { Submit, SubmitLine } from '~/components/forms/submit'
import { useForm } from '~/components/forms/use-form'
import { useMoveAnnounced } from '~/components/site/announcer'
import { Mark } from '~/components/site/mark'
import { draftId } from '~/components/site/page'
import { isFilled } from '~/domain/site/home'
import type { HomePart } from '~/domain/site/settings'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { homeAddress } from './address'
import type { HomeRoom } from './loader.server'
import { Offers } from './offers'
import { SeeHome } from './see-home'
import { Visibility, VisibilityButton } from './visibility'

export function Overview({ page }: { page: HomeRoom }) {
  const { t } = useTranslation()
  return (
    <>
      <header className="shelf-head">
        <div>
          <h1>{t('site:heading')}</h1>
          <p className="quiet">{t('site:lead')}</p>
        </div>
        <div className="deeds">
          <SeeHome /> {page.next?.done ? <Next next={page.next} /> : page.next && <Keep />}
        </div>
      </header>
      <div className="two-parts">
        <section className="guide home-parts" id="parts" aria-labelledby="parts-heading">
          <h2 id="parts-heading">{t('site:partsHeading')}</h2>
          <p className="quiet">{t('site:partsLead')}</p>
          <ol>
            {page.parts.map((part, index) => (
              <Part key={part.name} part={part} index={index} last={page.parts.length - 1} />
            ))}
          </ol>
        </section>
        <Name page={page} />
        {page.offers && <Offers offers={page.offers} />}
      </div>
    </>
  )
}

/** For who finds the home page good as it is, as a step of setting up. */
function Keep() {
  const { t } = useTranslation()
  return (
    <DeskForm>
      <SubmitLine intent="keep" label={t('site:keep')} />
    </DeskForm>
  )
}

function Part({ part, index, last }: { part: HomePart; index: number; last: number }) {
  const { t } = useTranslation()
  const { name, on } = part
  const title = t(`site:parts.${name}`)
  const position = index + 1
  const move = useMoveAnnounced(position, t('site:movedTo', { name: title, position }))
  return (
    <li id={name}>
      <div>
        <AppLink to={homeAddress(name)}>{title}</AppLink> {!on && <Visibility part={part} />}
        <p className="quiet">
          {on && !isFilled(part) ? t('site:empty') : t(`site:partHints.${name}`)}
        </p>
      </div>
      {index > 0 && (
        <DeskForm className="shelf-line" place={name} onSubmit={move}>
          <input type="hidden" name="position" value={position} />
          <VisibilityButton part={part} />{' '}
          <span className="moves">
            <button
              name="intent"
              value="up"
              disabled={index === 1}
              aria-label={t('site:up', { name: title })}
            >
              ↑
            </button>{' '}
            <button
              name="intent"
              value="down"
              disabled={index === last}
              aria-label={t('site:down', { name: title })}
            >
              ↓
            </button>
          </span>
        </DeskForm>
      )}
    </li>
  )
}

/** What stands at the top of each page and letter. */
function Name({ page: { site, deskName } }: { page: HomeRoom }) {
  const { t } = useTranslation()
  return (
    <section className="stack" id="name" aria-labelledby="name-heading">
      <h2 id="name-heading">{t('site:nameHeading')}</h2>
      <DeskForm className="stack" id={draftId} place="name">
        <Field
          name="name"
          label={t('site:name')}
          hint={t('site:nameHint')}
          autoComplete="organization"
          defaultValue={deskName || (site.named ? site.name : '')}
          maxLength={60}
          answer={useForm('save-name')}
        />
        <SubmitLine intent="save-name" look="second" label={t('site:nameSave')} />
      </DeskForm>
      <div className="stack" id="mark">
        <h3>{t('site:mark')}</h3>
        <p className="mark-shown">
          <Mark site={site} /> <span className="quiet">{t('site:markHint')}</span>
        </p>
        <DeskForm className="stack" place="mark" encType="multipart/form-data" key={site.mark}>
          <PictureField label={t('site:markLabel')} />
          <p className="deeds">
            <Submit intent="save-photo" look="second" label={t('site:markSave')} />
          </p>
        </DeskForm>
        {site.mark && (
          <DeskForm place="mark">
            <button className="plain-button" name="intent" value="remove-mark">
              {t('site:markRemove')}
            </button>
          </DeskForm>
        )}
      </div>
      <p>
        <AppLink to="/dashboard/embed#look">{t('site:colours')}</AppLink>
      </p>
      <DeskForm className="stack" id="credit" key={String(site.credit)}>
        <label className="tick">
          <input type="checkbox" name="credit" defaultChecked={site.credit} />
          <span>{t('site:credit')}</span>
        </label>
        <SubmitLine intent="save-credit" look="second" label={t('site:creditSave')} />
      </DeskForm>
    </section>
  )
}
