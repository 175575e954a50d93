import { useEffect, useSyncExternalStore } from 'react'
import { sessionChannel } from '~/domain/accounts/session-channel'
import { typedForms } from '../forms/typed-fields'
import { useSession } from './session'

/** Whether another account signed in, or this one out, while something was being typed here. */
let stale = false
const listeners = new Set<() => void>()

/** Such a tab stays as it is: reading its data again would take the text away. */
export function isStaleTab(): boolean {
  return stale
}

export function useStaleTab(): boolean {
  return useSyncExternalStore(listen, isStaleTab, () => false)
}

function listen(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Signing out in one tab signs out all; without scripts they notice at the next request. */
export function useSessionTabs() {
  const { user, authInitialized } = useSession()
  const uid = user?.uid ?? ''
  useEffect(() => {
    if (!authInitialized || !('BroadcastChannel' in window)) return
    const channel = new BroadcastChannel(sessionChannel)
    channel.postMessage(uid)
    channel.onmessage = ({ data }) => {
      if (data === uid) return
      if (typedForms().length === 0) return window.location.reload()
      stale = true
      for (const listener of listeners) listener()
    }
    let signingOut = false
    const noteSubmit = ({ target }: SubmitEvent) => {
      signingOut = target instanceof HTMLFormElement && target.action.endsWith('/logout')
    }
    // When this page goes, the server has responded, and the others may look.
    const leave = () => {
      if (!signingOut) return
      channel.postMessage('')
      // Drafts belong to the account that wrote them.
      sessionStorage.clear()
    }
    document.addEventListener('submit', noteSubmit)
    window.addEventListener('pagehide', leave)
    return () => {
      document.removeEventListener('submit', noteSubmit)
      window.removeEventListener('pagehide', leave)
      channel.close()
    }
  }, [uid, authInitialized])
}
