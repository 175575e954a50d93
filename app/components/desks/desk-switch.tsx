import { localizedPath } from '~/i18n/addresses'
import { useNamedDesk } from '~/i18n/desk-address'
import { useLanguage } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'
import { DeskForm } from '../forms/desk-form'

/** `key` is its public key; an unnamed desk has an empty name. */
interface NamedDesk {
  key: string
  name: string
}

/** Names the desk of the page, for an account that has several; opened, also the others, to switch to. */
export function DeskSwitch({ desks = [] }: { desks?: NamedDesk[] }) {
  const { t } = useTranslation()
  const here = useNamedDesk()
  const action = localizedPath('/dashboard', useLanguage())
  const nameOf = ({ name }: Pick<NamedDesk, 'name'>) => name || t('dashboard:desks.unnamed')
  if (desks.length < 2) return null
  const own = nameOf(desks.find(({ key }) => key === here) ?? { name: '' })
  return (
    <>
      <details className="desks">
        <summary title={own}>
          <span className="visually-hidden">{t('dashboard:desks.at')} </span>
          <span className="name">{own}</span>
        </summary>
        {/* Another desk is another document: nothing of this one may stay. */}
        <DeskForm className="menu" action={action} reloadDocument>
          <input type="hidden" name="intent" value="choose-desk" />
          <p className="quiet">{t('dashboard:desks.switch')}</p>
          {desks
            .filter(({ key }) => key !== here)
            .map((desk) => (
              <button className="button second" name="chosen" value={desk.key} key={desk.key}>
                {nameOf(desk)}
              </button>
            ))}
        </DeskForm>
      </details>{' '}
    </>
  )
}
