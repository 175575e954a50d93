import { lazy, type ReactNode, Suspense } from 'react'

/**
 * Resolves in another turn of the event loop, so that what somebody does comes between. A timer
 * would wait for a second in a tab that nobody looks at.
 */
export function anotherTurn(): Promise<unknown> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = (message) => {
      // A browser keeps an open one with its page.
      port1.close()
      resolve(message)
    }
    port2.postMessage(null)
  })
}

interface Props {
  children: ReactNode
}

// React loads no Fragment late.
const Children = ({ children }: Props) => children

const Later = import.meta.env.SSR
  ? Children
  : lazy(async () => {
      await anotherTurn()
      return { default: Children }
    })

/** Hydrates its children apart: each part of a page takes a slow processor a tenth of a second. */
export function OwnTurn({ children }: Props) {
  return (
    <Suspense>
      <Later>{children}</Later>
    </Suspense>
  )
}
