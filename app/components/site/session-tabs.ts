import { useEffect } from 'react'
import { sessionChannel } from '~/domain/accounts/session-channel'
import { useSession } from './session'

/**
 * Tells the other tabs who is signed in here, and loads this page anew when another one knows better:
 * whoever signs out in one tab has left all of them. Without scripts they notice at their next step.
 */
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
    // Once this page goes, the server has answered: only then is there something for others to see.
    const leave = () => {
      if (!signingOut) return
      channel.postMessage('')
      // What was being written is nobody else's.
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
