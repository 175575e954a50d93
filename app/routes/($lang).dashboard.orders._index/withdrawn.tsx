import { DeskForm } from '~/components/forms/desk-form'
import { Submit } from '~/components/forms/submit'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { CancelForm, Refund } from './ending'
import { type OrderProps, useOrderAddress } from './order-address'

/** Whether it holds, people check: nobody has proven who wrote it. What follows from it is done here. */
export function Withdrawn({ page, order }: OrderProps) {
  const { t } = useTranslation()
  const action = useOrderAddress({ page, order })
  const { withdrawn, standings, can, key, refund } = order
  if (!withdrawn) return null
  const { on, ticket, due, late } = withdrawn
  const isBegun = refund.begun.length > 0 || refund.byHand.length > 0
  const next = can.refund ? 'refund' : can.cancel ? 'cancel' : undefined
  return (
    <div className="banner">
      <h3>{t('orders:withdrawn.on', { day: on })}</h3>
      {standings.includes('withdrawn') && next && (
        <>
          {late && (
            <p>
              {t('orders:withdrawn.late', {
                done: t(`orders:fulfilled.${late.done}`),
                days: late.days,
              })}
            </p>
          )}
          <p>
            {t(`orders:withdrawn.${late && next === 'refund' ? 'refundIfInTime' : next}`, {
              day: due,
            })}
          </p>
          {next === 'refund' ? (
            <Refund page={page} order={order} isNext={!isBegun} />
          ) : (
            <CancelForm page={page} order={order} />
          )}
        </>
      )}
      {ticket && (
        <p>
          <AppLink to={`/dashboard/tickets?ticket=${ticket}`}>
            {t('orders:withdrawn.ticket', { number: ticket })}
          </AppLink>
        </p>
      )}
      {standings.includes('withdrawn') && (
        <details>
          <summary>{t('orders:withdrawn.mistake')}</summary>
          <DeskForm place="next" action={action}>
            <input type="hidden" name="key" value={key} />
            <p>{t('orders:withdrawn.mistakeHint')}</p>
            <Submit intent="mistaken" look="second" label={t('orders:withdrawn.mistake')} />
          </DeskForm>
        </details>
      )}
    </div>
  )
}
