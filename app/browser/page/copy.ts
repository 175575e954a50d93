/** Buttons copy what they name. Without scripts they are hidden, and any text can be marked. */
export function enableCopying() {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
    const { copy = '', copied = '' } = button.dataset
    button.hidden = !navigator.clipboard
    button.onclick = async () => {
      try {
        await navigator.clipboard.writeText(copy)
      } catch {
        // Without permission the browser still copies what is marked.
        const field = document.createElement('textarea')
        field.value = copy
        button.after(field)
        field.select()
        document.execCommand('copy')
        field.remove()
        button.focus()
      }
      button.firstChild?.replaceWith(copied)
    }
  }
}
