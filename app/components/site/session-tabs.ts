import { useEffect } from 'react'
import { sessionChannel } from '~/domain/accounts/session-channel'
import { useSession } from './session'

/** Signing out in one tab signs out all; without scripts they notice at the next request. */
export function useSessionTabs() {
  const { user, authInitialized } = useSession()
  const uid = user?.uid ?? ''
  useEffect(() => {
    if (!authInitialized || !('BroadcastChannel' in window)) return
    const channel = new BroadcastChannel(sessionChannel)
    channel.postMessage(uid)
    channel.onmessage = ({ data }) => {
      if (data !== uid) window.location.reload()
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
