import { useEffect, useState } from 'react'

/** Without scripts, a hint. A document's own script shows and works the button (`data-print`). */
export function PrintButton({ label, hint }: { label: string; hint: string }) {
  const [ready, setReady] = useState(false)
  useEffect(() => setReady(true), [])
  return (
    <span className="print-button">
      <button
        type="button"
        className="button second"
        data-print
        hidden={!ready}
        onClick={() => window.print()}
      >
        {label}
      </button>
      <span className="quiet" hidden={ready}>
        {hint}
      </span>
    </span>
  )
}
