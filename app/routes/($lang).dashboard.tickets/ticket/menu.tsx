import { useNavigation } from '@remix-run/react'
import { type ReactNode, useEffect, useRef } from 'react'

/** Opens where the thing is shown. */
export function Menu({
  name,
  shown,
  open = false,
  children,
}: {
  name: string
  shown: ReactNode
  open?: boolean
  children: ReactNode
}) {
  const details = useRef<HTMLDetailsElement>(null)
  const isSent = useNavigation().state === 'submitting'
  useEffect(() => {
    const menu = details.current
    if (!isSent || !menu?.open) return
    if (menu.contains(document.activeElement)) menu.querySelector('summary')?.focus()
    menu.open = false
  }, [isSent])
  return (
    <details className="menu over" open={open || undefined} ref={details}>
      <summary title={name}>{shown}</summary>
      <div className="choices">{children}</div>
    </details>
  )
}
