import type { CSSProperties } from 'react'
import type { Part, Row } from './parts'

type Choice = Extract<Part, { kind: 'choices' }>['choices'][number]

/** A bill, or the details of a transfer: labels on one side, figures in line on the other. */
export function Rows({ rows }: { rows: Row[] }) {
  return (
    <table className="rows" role="presentation" cellPadding={0} cellSpacing={0} style={table}>
      <tbody>
        {rows.map(({ label, value, strong }) => (
          <tr key={`${label} ${value}`} style={strong ? { fontWeight: 700 } : undefined}>
            <td style={cell} colSpan={value ? 1 : 2}>
              {label.split('\n').map((line, place) => (
                <span
                  key={line}
                  className={place ? 'quiet' : undefined}
                  style={place ? said : block}
                >
                  {line}
                </span>
              ))}
            </td>
            {value && <td style={figure}>{value}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A question with a link for each answer, side by side. */
export function Choices({ text, choices }: { text: string; choices: Choice[] }) {
  return (
    <div style={{ margin: '0 0 16px' }}>
      <p style={{ margin: '0 0 10px', fontWeight: 600 }}>{text}</p>
      {choices.map((each) => (
        <a key={each.link} className="choice" href={each.link} style={choice}>
          {each.text}
        </a>
      ))}
    </div>
  )
}

/** A text to be kept, small, below everything else. */
export function Fine({ heading, lines }: { heading: string; lines: string[] }) {
  return (
    <div style={{ marginTop: 20, fontSize: 13 }}>
      <p style={{ margin: '0 0 6px', fontWeight: 600 }}>{heading}</p>
      {lines.map((line) => (
        <p key={line} style={{ margin: '0 0 6px', whiteSpace: 'pre-wrap' }}>
          {line}
        </p>
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

const cell: CSSProperties = {
  padding: '7px 12px 7px 0',
  borderBottom: '1px dashed #dfdad1',
  verticalAlign: 'top',
}

const figure: CSSProperties = {
  ...cell,
  paddingRight: 0,
  textAlign: 'right',
  whiteSpace: 'nowrap',
  fontVariantNumeric: 'tabular-nums',
}

const block: CSSProperties = { display: 'block' }

const said: CSSProperties = { display: 'block', color: '#53605a', fontSize: 14, fontWeight: 400 }
