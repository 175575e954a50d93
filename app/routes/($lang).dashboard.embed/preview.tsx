import type { Look } from '~/domain/desks/embeds'
import { grounds, onColour } from '~/domain/desks/embeds'
import { useTranslation } from '~/i18n/translation'

export type Previewed = Look & { text?: string }

const palettes = {
  light: { page: '#ffffff', paper: '#fcfaf5', line: '#dedad2', ink: '#1d2621' },
  dark: { page: '#141a17', paper: '#17201b', line: '#3a453f', ink: '#e8e6e0' },
} as const

export function Preview({ shown }: { shown: Previewed }) {
  const { t } = useTranslation()
  return (
    <div className="pair preview">
      {(['light', 'dark'] as const).map((scheme) => (
        <svg
          key={scheme}
          viewBox="0 0 320 220"
          role="img"
          aria-label={t(`embed:preview.${scheme}`)}
        >
          <Site shown={shown} scheme={scheme} />
        </svg>
      ))}
    </div>
  )
}

function Site({ shown, scheme }: { shown: Previewed; scheme: 'light' | 'dark' }) {
  const { side, text = '' } = shown
  const colour = shown[scheme]
  const { page, paper, line, ink } = palettes[scheme]
  const width = 32 + 7.4 * text.length
  const left = side === 'left' ? 12 : side === 'right' ? 308 - width : 20
  const top = side === 'inline' ? 92 : 176
  const panelX = side === 'left' ? 12 : 168
  return (
    <>
      <path d="M0 0h320v220H0z" fill={page} />
      <path d="M20 24h90M20 48h120M20 60h100M20 72h112" stroke={line} strokeWidth="6" />
      <rect x={panelX} y="12" width="140" height="154" rx="6" fill={paper} stroke={line} />
      <path d={`M${panelX + 14} 30h60`} stroke={ink} strokeWidth="6" />
      <rect x={panelX + 50} y="46" width="78" height="24" rx="6" fill={grounds[scheme]} />
      <path d={`M${panelX + 60} 58h50`} stroke={colour} strokeWidth="4" />
      <rect x={panelX + 12} y="80" width="116" height="42" rx="4" fill="none" stroke={line} />
      <rect x={panelX + 76} y="132" width="52" height="22" rx="4" fill={colour} />
      <path d={`M${panelX + 88} 143h28`} stroke={onColour[scheme]} strokeWidth="4" />
      {side === 'inline' ? (
        <text x={left} y={top + 20} fontSize="14" fill={colour} textDecoration="underline">
          {text}
        </text>
      ) : (
        <>
          <rect x={left} y={top} width={width} height="32" rx="16" fill={colour} />
          <text
            x={left + width / 2}
            y={top + 21}
            fontSize="14"
            fontWeight="600"
            textAnchor="middle"
            fill={onColour[scheme]}
          >
            {text}
          </text>
        </>
      )}
    </>
  )
}
