import { DeskForm } from '~/components/forms/desk-form'
import { Submit } from '~/components/forms/submit'
import type { WordsHandle } from '~/components/site/page'
import { formatDay } from '~/i18n/formats'
import { useLanguage } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'
import type { Pages } from '../sections.server'

export const handle: WordsHandle = { i18n: ['people'] }

type ShownMember = Pages['people']['members'][number]

export function People({ page }: { page: Pages['people'] }) {
  const { t } = useTranslation()
  return (
    <section id="people" aria-labelledby="people-heading">
      <h2 id="people-heading">{t('people:heading')}</h2>
      <p>{t('people:lead')}</p>
      <ul className="devices">
        {page.members.map((member) => (
          <MemberLine key={member.id} member={member} timeZone={page.timeZone} />
        ))}
      </ul>
    </section>
  )
}

function MemberLine({ member, timeZone }: { member: ShownMember; timeZone: string }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { id, name, email, kind, own, last } = member
  const other = kind === 'manager' ? 'colleague' : 'manager'
  const shown = name || email
  return (
    <li>
      <div>
        <strong>{shown}</strong> <span className="tag">{t(`people:kinds.${kind}`)}</span>{' '}
        {own && <span className="tag">{t('people:you')}</span>}
        <p className="quiet">
          {email}
          {' · '}
          {t('people:since', { day: formatDay(member.joinedAt, language, timeZone) })}
        </p>
        {last && <p className="quiet">{t('people:last')}</p>}
      </div>
      {!last && (
        <details>
          <summary aria-label={t('people:changeOf', { name: shown })}>{t('people:change')}</summary>
          <DeskForm className="stack" place="people">
            <input type="hidden" name="member" value={id} />
            <input type="hidden" name="kind" value={other} />
            <p>{t(`people:effects.${other}`, { name: shown })}</p>
            <p>
              <Submit intent="save-kind" look="second" label={t(`people:make.${other}`)} />
            </p>
            {!own && (
              <>
                <p>{t('people:removal', { name: shown })}</p>
                <p>
                  <Submit intent="remove-member" look="danger" label={t('people:remove')} />
                </p>
              </>
            )}
          </DeskForm>
        </details>
      )}
    </li>
  )
}
