import type { MouseEventHandler } from 'react'
import { Icon } from '~/components/site/rail-link'

const paths = {
  saved: 'M3 2.5h10v8H7.5L5 13.5v-3H3zM5.5 5.5h5M5.5 7.75h3',
  files:
    'M12.5 7.5 8 12a2.8 2.8 0 0 1-4-4l5-5a1.9 1.9 0 0 1 2.7 2.7L7 10.400a.9.9 0 0 1-1.300-1.300L9.5 5.300',
  note: 'M3 2.5h10v7L9.5 13H3zM9.5 13V9.5H13',
  more: 'M2.750 8h.5M7.750 8h.5M12.750 8h.5',
  history: 'M8 2.500a5.500 5.500 0 1 1-5.200 3.700M2.500 2.750v3.500H6M8 5.250V8l2 1.500',
  filter: 'M2.500 4.500h11M4.750 8h6.500M6.750 11.500h2.500',
  draft: 'M10.5 3 13 5.500 6 12.500l-3.250.75L3.500 10zM9 14h4.500',
}

interface Props {
  tool: keyof typeof paths
  /** Its name, for who hears it or rests on it. */
  children: string
}

/** One of the composer's tools as a mark. */
export function ToolMark({ tool, children }: Props) {
  return (
    <>
      <Icon path={paths[tool]} />
      <span className="visually-hidden">{children}</span>
    </>
  )
}

export function ToolSummary({ onClick, ...props }: Props & { onClick?: MouseEventHandler }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a summary is a control
    <summary className="tool" title={props.children} onClick={onClick}>
      <ToolMark {...props} />
    </summary>
  )
}
