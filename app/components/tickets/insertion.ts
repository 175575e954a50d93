import { useEffect } from 'react'

/** "/hello " or a line of it right before the cursor, at a word's start. */
const called = /(^|\s)\/([\p{L}\p{N}-]{1,30})\s$/u

/** execCommand is deprecated, but nothing else can be undone. */
export function insertAtCursor(area: HTMLTextAreaElement, text: string, before = 0): void {
  const { selectionStart, selectionEnd } = area
  const start = selectionStart - before
  area.focus()
  area.setSelectionRange(start, selectionEnd)
  if (!document.execCommand('insertText', false, text)) {
    area.setRangeText(text, start, selectionEnd, 'end')
  }
}

/** Replaces a shortcut by its saved reply when a space or a new line is typed. */
export function useShortcuts<Reply extends { shortcut: string; text: string }>(
  form: React.RefObject<HTMLFormElement>,
  replies: Reply[],
  inserted: (reply: Reply) => void,
): void {
  useEffect(() => {
    const area = form.current?.querySelector('textarea')
    const typed = (event: Event) => {
      if (!area || !/^insert(Text|LineBreak)$/.test((event as InputEvent).inputType)) return
      const [all = '', ahead = '', shortcut = ''] =
        called.exec(area.value.slice(0, area.selectionStart)) ?? []
      const reply = replies.find((each) => each.shortcut === shortcut.toLowerCase())
      if (!reply) return
      insertAtCursor(area, reply.text, all.length - ahead.length)
      inserted(reply)
    }
    area?.addEventListener('input', typed)
    return () => area?.removeEventListener('input', typed)
  }, [form, replies, inserted])
}
