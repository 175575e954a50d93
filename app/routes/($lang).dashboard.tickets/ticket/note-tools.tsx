import type { RefObject } from 'react'
import { beginIn, bodyOf } from '~/components/tickets/composer'
import { ToolMark } from '~/components/tickets/tool'
import { useTranslation } from '~/i18n/translation'

/** Adds a note, or begins one where nothing is written yet. What is written as one can become a reply again. */
export function NoteTools({
  form,
  attached,
  canReply,
}: {
  form: RefObject<HTMLFormElement>
  attached: boolean
  canReply: boolean
}) {
  const { t } = useTranslation()
  return (
    <>
      {canReply && (
        <button
          type="button"
          className="plain-button"
          // An empty note whose field loses the focus is a reply at once, without this button.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => beginIn(form.current)}
        >
          {t('tickets:replyInstead')}
        </button>
      )}{' '}
      <button
        className="plain-button tool"
        name="intent"
        value="note"
        title={t('tickets:addNote')}
        onClick={(event) => {
          if (attached || hasContent(form.current)) return
          // With nothing to keep yet it begins a note, as its key does.
          event.preventDefault()
          beginIn(form.current, true)
        }}
      >
        <ToolMark tool="note">{t('tickets:addNote')}</ToolMark>
      </button>
    </>
  )
}

function hasContent(form: HTMLFormElement | null): boolean {
  const files = form?.querySelector<HTMLInputElement>('input[type=file]')?.files
  return Boolean(bodyOf(form)?.value.trim() || files?.length)
}
