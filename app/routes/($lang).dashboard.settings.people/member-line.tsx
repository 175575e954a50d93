import { DeskForm } from '~/components/forms/desk-form'
import { Submit } from '~/components/forms/submit'
import { AddressText } from '~/components/site/address-text'
import { sectionAddress } from '~/domain/desks/sections'
import { formatDay } from '~/i18n/formats'
import { useLanguage } from '~/i18n/language'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import type { PeoplePage } from './people.server'

type ShownMember = PeoplePage['members'][number]

export function MemberLine({ member, timeZone }: { member: ShownMember; timeZone: string }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { id, name, email, kind, own, last, hasFactor, hasPasskey } = member
  const other = kind === 'manager' ? 'colleague' : 'manager'
  const shown = name || email
  return (
    <li>
      <div>
        <strong className="address">
          <AddressText text={shown} />
        </strong>{' '}
        <span className="tag">{t(`people:kinds.${kind}`)}</span>{' '}
        {own && <span className="tag">{t('people:you')}</span>}
        <p className="quiet">
          {name && <AddressText text={`${email} · `} />}
          {t('people:since', { day: formatDay(member.joinedAt, language, timeZone) })}
          {' · '}
          {t(hasFactor ? 'people:withFactor' : 'people:withoutFactor')}
          {hasPasskey && ` · ${t('people:withPasskey')}`}
        </p>
        {last && <p className="quiet">{t('people:last')}</p>}
      </div>
      {!last && (
        <details>
          <summary aria-label={t('people:changeOf', { name: shown })}>{t('people:change')}</summary>
          <DeskForm className="stack" place="people">
            <input type="hidden" name="member" value={id} />
            <input type="hidden" name="kind" value={other} />
            <p>
              <AddressText text={t(`people:effects.${other}`, { name: shown })} />
            </p>
            <p className="deeds">
              <Submit
                intent="save-kind"
                look="second"
                label={t(`people:make.${other}`)}
                aria-label={`${t(`people:make.${other}`)}: ${shown}`}
              />{' '}
              {!own && (
                <AppLink
                  className="button second"
                  to={removalAddress(id)}
                  aria-label={`${t('people:removeOpen')}: ${shown}`}
                >
                  {t('people:removeOpen')}
                </AppLink>
              )}
            </p>
          </DeskForm>
        </details>
      )}
    </li>
  )
}

function removalAddress(member: string): string {
  return `${sectionAddress('people')}?${new URLSearchParams({ remove: member })}`
}
