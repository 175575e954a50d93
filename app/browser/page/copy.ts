/** Buttons copy what they name. Without scripts they are hidden, and any text can be marked. */
export function enableCopying() {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
    const { copy = '', copied = '' } = button.dataset
    button.hidden = !navigator.clipboard
    button.onclick = async () => {
      await navigator.clipboard.writeText(copy).catch(() => copyMarked(copy, button))
      if (button.firstChild) button.firstChild.nodeValue = copied
    }
  }
}

/** Without permission the browser still copies what is marked. */
function copyMarked(text: string, button: HTMLElement) {
  const field = document.createElement('textarea')
  field.value = text
  button.after(field)
  field.select()
  document.execCommand('copy')
  field.remove()
  button.focus()
}
