/** Buttons copy what they name. Without scripts they are hidden, and any text can be marked. */
export function enableCopying() {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
    const { copy = '', copied = '' } = button.dataset
    button.hidden = !navigator.clipboard
    button.onclick = () =>
      navigator.clipboard.writeText(copy).then(() => {
        if (button.firstChild) button.firstChild.nodeValue = copied
      })
  }
}
