import { useEffect, useLayoutEffect, useRef } from 'react'
import { Toaster, toast } from 'sonner'
import 'sonner/dist/styles.css'
import { LinkCard } from './link-card'
import type { Toast } from './queue'
import { ToastCard } from './toast-card'
import { UndoCard } from './undo-card'
import './toasts.css'

const mostToasts = 20

/** sonner stacks and orders; a card decides when it closes. */
export default function ToastStack({ toasts, label }: { toasts: Toast[]; label: string }) {
  const shown = useRef(0)
  const ownStep = useRef<string | number>()
  useEffect(() => {
    for (const each of toasts.slice(shown.current)) {
      const shownNow = toast.custom(
        (id) => <Measured toast={each} close={() => toast.dismiss(id)} />,
        {
          duration: Number.POSITIVE_INFINITY,
          dismissible: false,
        },
      )
      if (!('undo' in each)) continue
      // What an earlier step said may be true no longer, and only the last step is undone.
      if (ownStep.current !== undefined) toast.dismiss(ownStep.current)
      ownStep.current = shownNow
    }
    shown.current = toasts.length
  }, [toasts])
  return (
    <Toaster
      ref={silence}
      position="top-right"
      expand
      visibleToasts={mostToasts}
      containerAriaLabel={label}
      gap={8}
    />
  )
}

/** The newest one's height is known to what makes room for it. */
function Measured(card: { toast: Toast; close: () => void }) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const height = `${place.current?.offsetHeight}px`
    document.documentElement.style.setProperty('--toast-height', height)
  }, [])
  return (
    <div ref={place}>
      <Card {...card} />
    </div>
  )
}

function Card({ toast, close }: { toast: Toast; close: () => void }) {
  const { offer, undo, link } = toast
  if (offer) return <OfferCard toast={toast} offer={offer} close={close} />
  if (link) return <LinkCard toast={toast} link={link} close={close} />
  if (undo) return <UndoCard toast={toast} undo={undo} close={close} />
  return <ToastCard toast={toast} close={close} />
}

/** The desk announces a toast; from sonner's live region it would be heard twice. */
function silence(section: HTMLElement | null) {
  section?.setAttribute('aria-live', 'off')
}

function OfferCard({
  toast: { kind, text },
  offer: { take, leave, deed },
  close,
}: {
  toast: Toast
  offer: NonNullable<Toast['offer']>
  close: () => void
}) {
  return (
    <div className={`toast offer ${kind}`}>
      <p>{text}</p>
      <span>
        <button type="button" className="button small" onClick={deed}>
          {take}
        </button>{' '}
        <button type="button" className="plain-button" onClick={close}>
          {leave}
        </button>
      </span>
    </div>
  )
}
