import type { TFunction } from 'i18next'
import type { Declared } from '~/domain/legal/declarations'

export function declarationRows(
  declared: Declared,
  t: TFunction,
): { label: string; value: string }[] {
  const { matter, name, email, contract, endsOn } = declared
  const person = [
    { label: t('withdrawal:name'), value: name },
    { label: t('withdrawal:contract'), value: contract },
    { label: t('withdrawal:email'), value: email },
  ]
  if (matter.kind === 'withdrawal') {
    return [{ label: t('withdrawal:declares'), value: t('withdrawal:withdraws') }, ...person]
  }
  const cause = { label: t('withdrawal:cause'), value: t(`withdrawal:${matter.cause}`) }
  const reason =
    matter.cause === 'important' ? [{ label: t('withdrawal:reason'), value: matter.reason }] : []
  return [
    { label: t('withdrawal:declares'), value: t('withdrawal:terminates') },
    cause,
    ...reason,
    ...person,
    { label: t('withdrawal:endsOn'), value: endsOn || t('withdrawal:soonest') },
  ]
}
