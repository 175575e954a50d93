import { startPage } from './page/start'

/**
 * The order page: copies what a banking app asks for, and prints the invoice. Without it, the text can be
 * marked as any other, and a hint names the browser's own way.
 */
for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
  const { copy = '', copied = '' } = button.dataset
  button.hidden = !navigator.clipboard
  button.onclick = () =>
    navigator.clipboard.writeText(copy).then(() => {
      if (button.firstChild) button.firstChild.nodeValue = copied
    })
}

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-print]')) {
  button.hidden = false
  if (button.nextElementSibling instanceof HTMLElement) button.nextElementSibling.hidden = true
  button.onclick = () => window.print()
}

startPage()
