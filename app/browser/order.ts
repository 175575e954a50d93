import { enableCopying } from './page/copy'
import { startPage } from './page/start'

enableCopying()

// Prints the invoice; without it, a hint names the browser's own way.
for (const button of document.querySelectorAll<HTMLButtonElement>('[data-print]')) {
  button.hidden = false
  if (button.nextElementSibling instanceof HTMLElement) button.nextElementSibling.hidden = true
  button.onclick = () => window.print()
}

startPage()
