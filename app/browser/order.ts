import { startPage } from './page/start'

/** The order page: copies what a banking app asks for. Without it, the text can be marked as any other. */
for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
  const { copy = '', copied = '' } = button.dataset
  button.hidden = !navigator.clipboard
  button.onclick = () =>
    navigator.clipboard.writeText(copy).then(() => {
      if (button.firstChild) button.firstChild.nodeValue = copied
    })
}

startPage()
