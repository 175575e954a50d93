import { useEffect } from 'react'

/** "/hello " right before the cursor, at the beginning of a word. */
const called = /(^|\s)\/([\p{L}\p{N}-]{1,30})\s$/u

/**
 * Puts a text where the cursor is, over what is selected or over the `before` characters in front
 * of it. The browser's own insertion is deprecated, but nothing else can be undone with a key.
 */
export function insertAtCursor(area: HTMLTextAreaElement, text: string, before = 0): void {
  const { selectionStart, selectionEnd } = area
  const start = selectionStart - before
  area.focus()
  area.setSelectionRange(start, selectionEnd)
  if (!document.execCommand('insertText', false, text)) {
    area.setRangeText(text, start, selectionEnd, 'end')
  }
}

/** Puts a saved reply in place of its shortcut as soon as it is typed with a blank behind it. */
export function useShortcuts<Reply extends { shortcut: string; text: string }>(
  form: React.RefObject<HTMLFormElement>,
  replies: Reply[],
  inserted: (reply: Reply) => void,
): void {
  useEffect(() => {
    const area = form.current?.querySelector('textarea')
    const typed = (event: Event) => {
      if (!area || (event as InputEvent).inputType !== 'insertText') return
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
