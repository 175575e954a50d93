import type { CSSProperties } from 'react'
import type { Row } from './parts'

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
