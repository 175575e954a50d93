import { type CSSProperties, Fragment } from 'react'
import { linked } from '~/components/legal/legal-text'
import type { BillRow } from '~/components/shop/bill'
import { ForeignWords } from '~/components/site/foreign-words'
import type { Fact, FineSection, Part } from './parts'

export function Bill({ rows }: { rows: BillRow[] }) {
  return (
    <table className="rows" role="presentation" cellPadding={0} cellSpacing={0} style={table}>
      <tbody>
        {rows.map(({ kind, label, details, amount }) => {
          const quiet = kind === 'vat' ? 'quiet' : undefined
          return (
            <tr key={`${kind} ${label.sentence}`}>
              <td
                className={quiet}
                style={{ ...cell, ...rowStyles[kind] }}
                colSpan={amount ? 1 : 2}
              >
                <ForeignWords {...label} />
                {details.map((detail) => (
                  <span key={detail.sentence} className="quiet" style={said}>
                    <ForeignWords {...detail} />
                  </span>
                ))}
              </td>
              {amount && (
                <td className={quiet} style={{ ...cell, ...rowStyles[kind], ...figure }}>
                  {amount}
                </td>
              )}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

export function Facts({ rows }: { rows: Fact[] }) {
  return (
    <table className="rows facts" role="presentation" cellPadding={0} cellSpacing={0} style={table}>
      <tbody>
        {rows.map(({ label, value, strong }) => (
          <tr key={`${label} ${value}`}>
            <td className="quiet" style={name}>
              {label}
            </td>
            <td style={{ ...fact, fontWeight: strong ? 700 : 400 }}>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function Choices({
  text,
  language,
  choices,
}: Omit<Extract<Part, { kind: 'choices' }>, 'kind'>) {
  return (
    <div style={{ margin: '0 0 16px' }}>
      <p lang={language} style={{ margin: '0 0 10px', fontWeight: 600 }}>
        {text}
      </p>
      {choices.map((each) => (
        <a key={each.link} className="choice" href={each.link} style={choice}>
          {each.text}
        </a>
      ))}
    </div>
  )
}

export function Fine({ title, sections }: { title: string; sections: FineSection[] }) {
  return (
    <div style={fine}>
      <h2 style={fineTitle}>{title}</h2>
      {sections.map(({ heading, paragraphs }) => (
        <Fragment key={heading ?? ''}>
          {heading && <p style={fineHeading}>{heading}</p>}
          {paragraphs.map((each) =>
            typeof each === 'string' ? (
              <p key={each} style={fineText}>
                {linked(each)}
              </p>
            ) : (
              <ul key={each[0]} style={fineList}>
                {each.map((point) => (
                  <li key={point}>{linked(point)}</li>
                ))}
              </ul>
            ),
          )}
        </Fragment>
      ))}
    </div>
  )
}

const table: CSSProperties = { width: '100%', margin: '0 0 20px', borderCollapse: 'collapse' }

const choice: CSSProperties = {
  display: 'inline-block',
  margin: '0 8px 8px 0',
  padding: '9px 14px',
  border: '1px solid #8a948e',
  borderRadius: 8,
  color: '#1b5a3e',
  fontWeight: 600,
  textDecoration: 'none',
}

const cell: CSSProperties = { padding: '8px 12px 8px 0', verticalAlign: 'top' }

const line = '1px dashed #dfdad1'

const rowStyles: Record<BillRow['kind'], CSSProperties> = {
  line: { borderBottom: line, fontWeight: 600 },
  sum: { paddingBottom: 0 },
  total: { fontSize: 20, fontWeight: 700 },
  vat: { padding: '0 12px 4px 0', color: '#53605a', fontSize: 14 },
}

const figure: CSSProperties = {
  paddingRight: 0,
  textAlign: 'right',
  whiteSpace: 'nowrap',
  fontVariantNumeric: 'tabular-nums',
}

const said: CSSProperties = { display: 'block', color: '#53605a', fontSize: 14, fontWeight: 400 }

const fact: CSSProperties = {
  padding: '8px 0',
  borderBottom: line,
  verticalAlign: 'top',
  fontVariantNumeric: 'tabular-nums',
}

const name: CSSProperties = {
  ...fact,
  width: '38%',
  paddingRight: 12,
  color: '#53605a',
  fontSize: 14,
}

const fine: CSSProperties = { marginTop: 28, fontSize: 13 }

const fineTitle: CSSProperties = { margin: '0 0 8px', fontSize: 16, fontWeight: 600 }

const fineHeading: CSSProperties = { margin: '16px 0 4px', fontWeight: 600 }

const fineText: CSSProperties = { margin: '0 0 8px', whiteSpace: 'pre-line' }

const fineList: CSSProperties = { margin: '0 0 8px', paddingLeft: 18 }
