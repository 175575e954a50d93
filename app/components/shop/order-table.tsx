import { Fragment, type ReactNode } from 'react'
import { ForeignWords, type Sentence } from '~/components/site/foreign-words'
import { useLanguage } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'
import { type Bill, type BillRow, billRows } from './bill'

/** `before` and `below` return what surrounds a line's text, by its index. */
export function OrderTable({
  before,
  below,
  ...of
}: ({ bill: Bill } | { rows: BillRow[] }) & {
  before?: (index: number) => ReactNode
  below?: (index: number) => ReactNode
}) {
  const { t } = useTranslation()
  const language = useLanguage()
  const rows = 'rows' in of ? of.rows : billRows(of.bill, t, language)
  return (
    <table className="bill">
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{t('order:what')}</th>
          <th scope="col">{t('order:amount')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ kind, label, details, amount }, index) => (
          <tr key={`${kind} ${label.sentence}`} className={kind}>
            <th scope="row" colSpan={amount ? 1 : 2}>
              {kind === 'line' && before?.(index)}
              <ForeignWords {...label} />
              {details.length > 0 && (
                <>
                  <br />
                  <Details lines={details} />
                </>
              )}
              {kind === 'line' && below?.(index)}
            </th>
            {amount && <td>{amount}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** In text browsers, too, each has a line of its own. */
export function Details({ lines }: { lines: Sentence[] }) {
  return (
    <small>
      {lines.map((line, index) => (
        <Fragment key={line.sentence}>
          {index > 0 && <br />}
          <ForeignWords {...line} />
        </Fragment>
      ))}
    </small>
  )
}
