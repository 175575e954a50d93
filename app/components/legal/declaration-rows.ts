import type { TFunction } from 'i18next'
import type { Declared } from '~/domain/legal/declarations'

/** What somebody declared, as lines of what it is and what was written: on the page, in mails, at the desk. */
export function declarationRows(
  declared: Declared,
  t: TFunction,
): { label: string; value: string }[] {
  const { matter, name, email, contract, endsOn } = declared
  const person = [
    { label: t('declaration.name'), value: name },
    { label: t('declaration.contract'), value: contract },
    { label: t('declaration.email'), value: email },
  ]
  if (matter.kind === 'withdrawal') {
    return [{ label: t('declaration.declares'), value: t('declaration.withdraws') }, ...person]
  }
  const cause = { label: t('declaration.cause'), value: t(`declaration.${matter.cause}`) }
  const reason =
    matter.cause === 'important' ? [{ label: t('declaration.reason'), value: matter.reason }] : []
  return [
    { label: t('declaration.declares'), value: t('declaration.terminates') },
    cause,
    ...reason,
    ...person,
    { label: t('declaration.endsOn'), value: endsOn || t('declaration.soonest') },
  ]
}
