import { DeskForm } from '~/components/forms/desk-form'
import { Submit } from '~/components/forms/submit'
import { AddressText } from '~/components/site/address-text'
import { sectionAddress } from '~/domain/desks/sections'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import type { PeoplePage } from './people.server'

/** The step before somebody is removed. */
export function Removal({
  member: { id, name, email },
}: {
  member: NonNullable<PeoplePage['leaving']>
}) {
  const { t } = useTranslation()
  const shown = name || email
  return (
    <section id="people" aria-labelledby="people-heading">
      <h2 id="people-heading">
        <AddressText text={t('people:removeHeading', { name: shown })} />
      </h2>
      <DeskForm className="stack" place="people">
        <input type="hidden" name="member" value={id} />
        <p>
          <AddressText text={t('people:removal', { name: shown })} />
        </p>
        {name && (
          <p className="quiet">
            <AddressText text={email} />
          </p>
        )}
        <p className="deeds">
          <Submit intent="remove-member" look="danger" label={t('people:remove')} />{' '}
          <AppLink className="button second" to={sectionAddress('people')}>
            {t('people:keep')}
          </AppLink>
        </p>
      </DeskForm>
    </section>
  )
}
