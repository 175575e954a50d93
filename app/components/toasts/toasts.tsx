import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from '~/i18n/translation'
import { announce } from '../site/announcer'
import { lazyExtra } from '../updates/fetch-retry'
import { failureText } from './failure-text'
import { raiseToast, type Toast, takeToasts } from './queue'

/** Loaded for the first toast. */
const ToastStack = lazyExtra(() => import('./toast-stack'))

/** Also catches errors that nothing else did. */
export function Toasts() {
  const { t } = useTranslation()
  const [toasts, setToasts] = useState<Toast[]>([])

  useEffect(
    () =>
      takeToasts((toast) => {
        announce(toast.text)
        setToasts((earlier) => [...earlier, toast])
      }),
    [],
  )

  useEffect(() => {
    const failed = ({ error, message }: ErrorEvent) =>
      raiseToast({ kind: 'error', text: failureText(t, error ?? message) })
    const rejected = ({ reason }: PromiseRejectionEvent) =>
      raiseToast({ kind: 'error', text: failureText(t, reason) })
    window.addEventListener('error', failed)
    window.addEventListener('unhandledrejection', rejected)
    return () => {
      window.removeEventListener('error', failed)
      window.removeEventListener('unhandledrejection', rejected)
    }
  }, [t])

  if (toasts.length === 0) return null
  return (
    <Suspense>
      <ToastStack toasts={toasts} label={t('layout:messages')} />
    </Suspense>
  )
}
