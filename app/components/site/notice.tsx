import { useLocation, useRouteLoaderData } from '@remix-run/react'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from '~/i18n/translation'
import { DeskForm } from '../forms/desk-form'
import { raiseToast } from '../toasts/queue'
import { useAnnounced } from './announcer'
import { useKept } from './kept'
import { usePageDetails, useServedPage } from './page'
import type { RootData } from './session'

type ShownNotice = NonNullable<RootData['notice']>

function useNotice() {
  return (useRouteLoaderData('root') as RootData | undefined)?.notice
}

export function NoticeBanner() {
  const notice = useNotice()
  return notice && <Banner notice={notice} role="status" />
}

/** A toast with scripts, unless it is about the page and stays there until the next one. */
export function NoticeToast() {
  const notice = useNotice()
  const staying = useKept(notice?.stays ? notice : undefined)
  useAnnounced(staying?.text, staying?.at)
  if (staying) {
    return (
      <div className="notice">
        <Banner notice={staying} />
      </div>
    )
  }
  return (
    notice && (
      <ToastOr {...notice}>
        <Banner notice={notice} role="status" />
      </ToastOr>
    )
  )
}

/** A toast with scripts, else what is within; again when `at` changes. */
export function ToastOr({
  text,
  undo,
  at,
  children,
}: Pick<ShownNotice, 'text' | 'undo'> & { at: unknown; children: ReactNode }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `at` distinguishes two of one wording
  useEffect(() => raiseToast({ kind: 'done', text, undo }), [at])
  return <WithoutScripts>{children}</WithoutScripts>
}

/** What a script does by itself, or where none is sent. */
export function WithoutScripts({ children }: { children: ReactNode }) {
  const { hydrates } = useServedPage()
  return hydrates ? <noscript>{children}</noscript> : children
}

/** Has no role at the desk, where the live region announces it. */
function Banner({ notice: { text, undo }, role }: { notice: ShownNotice; role?: 'status' }) {
  const { pathname } = useLocation()
  const { draftForm: draft } = usePageDetails()
  if (!undo) {
    return (
      <p className="banner" role={role}>
        {text}
      </p>
    )
  }
  const said = <span role={role}>{text}</span>
  // Includes unsent text if the same action reads it.
  if (draft && undo.action.split('?')[0] === pathname) {
    return (
      <div className="banner undo">
        {said}
        <UndoButton value={undo.value} form={draft} />
      </div>
    )
  }
  return (
    <DeskForm className="banner undo" action={undo.action}>
      {said}
      <UndoButton value={undo.value} />
    </DeskForm>
  )
}

/** For a form whose page undoes the step; inside the form, or linked to it by its id. */
export function UndoButton({ value, form }: { value: string; form?: string }) {
  const { t } = useTranslation()
  return (
    <>
      {' '}
      <input type="hidden" form={form} name="undo" value={value} />
      <button className="plain-button" form={form} name="intent" value="undo">
        {t('layout:undo')}
      </button>
    </>
  )
}
