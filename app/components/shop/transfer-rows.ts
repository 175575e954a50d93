import type { TFunction } from 'i18next'
import { shopTimeZone } from '~/domain/shop/orders'
import type { TransferDetails } from '~/domain/shop/payments'
import type { Language } from '~/domain/text/languages'
import { formatDay } from '~/i18n/formats'
import { formatMoney } from '~/i18n/money'

export interface TransferRow {
  label: string
  value: string
  strong?: boolean
  copied?: string
}

export function transferRows(
  transfer: TransferDetails,
  t: TFunction,
  language: Language,
): TransferRow[] {
  const { holder, iban, bic, bank, reference, amount, until } = transfer
  const money = formatMoney(amount, language)
  return [
    { label: t('order:holder'), value: holder },
    { label: t('order:iban'), value: iban.replace(/(.{4})(?=.)/g, '$1 '), copied: iban },
    ...(bic ? [{ label: t('order:bic'), value: bic }] : []),
    ...(bank ? [{ label: t('order:bank'), value: bank }] : []),
    {
      label: t('order:amount'),
      value: money,
      strong: true,
      copied: money.replace(/[^\d.,]/g, ''),
    },
    { label: t('order:reference'), value: reference, strong: true, copied: reference },
    { label: t('order:until'), value: formatDay(until, language, shopTimeZone) },
  ]
}
