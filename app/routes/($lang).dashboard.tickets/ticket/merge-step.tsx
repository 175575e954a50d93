import { AddressText } from '~/components/site/address-text'
import { stepHeading } from '~/components/site/arrival'
import { listedState } from '~/domain/tickets/states'
import { formatDateTime } from '~/i18n/formats'
import { useLanguage } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'
import type { TicketsPage } from '../loader.server'
import type { MergeSide, TicketsAnswer } from './answer'

/** Within the open ticket, or in the list for two that were ticked. */
export function MergeStep({
  page,
  merge,
  form,
  ticked = false,
}: {
  page: TicketsPage
  merge: NonNullable<TicketsAnswer['merge']>
  form: string
  ticked?: boolean
}) {
  const Heading = ticked ? 'h2' : 'h3'
  const { t } = useTranslation()
  const { source, target } = merge
  const values = { source: source.number, target: target.number }
  return (
    <section className="banner hold merge" aria-labelledby="merge-heading">
      <Heading id="merge-heading" {...stepHeading}>
        {t('tickets:merge.question', values)}
      </Heading>
      <Side side={source} timeZone={page.timeZone} />
      <span aria-hidden="true">↓</span>
      <Side side={target} timeZone={page.timeZone} />
      <p className="quiet">{t('tickets:merge.warning', values)}</p>
      <p className="deeds">
        {ticked ? (
          [source.number, target.number].map((number) => (
            <input key={number} type="hidden" form={form} name="chosen" value={number} />
          ))
        ) : (
          <input type="hidden" form={form} name="mergeWith" value={target.number} />
        )}
        <button
          className="button"
          form={form}
          name="intent"
          value={ticked ? 'bulk-merge-for-good' : 'confirm-merge'}
        >
          {t('tickets:merge.confirm', values)}
        </button>{' '}
        <button className="button second" form={form} name="intent" value="keep">
          {t('tickets:merge.cancel')}
        </button>
      </p>
    </section>
  )
}

function Side({ side, timeZone }: { side: MergeSide; timeZone: string }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { number, visitorName, visitorEmail } = side
  return (
    <div className="side">
      <strong>
        {number} · <AddressText text={visitorName || visitorEmail || t('ledger:visitor')} />
      </strong>
      <span className="quiet">
        <AddressText
          text={[visitorName && visitorEmail, t(`tickets:state.${listedState(side.state)}`)]
            .filter(Boolean)
            .join(' · ')}
        />
      </span>{' '}
      <span lang={side.locale}>{side.title}</span>{' '}
      <span className="quiet">{formatDateTime(side.createdAt, language, timeZone)}</span>
    </div>
  )
}
