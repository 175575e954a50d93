/** Closes what lies over the conversation, on Escape and on a press beside it. */
export function closeBeside() {
  for (const type of ['pointerdown', 'keydown']) document.addEventListener(type, close)
}

function close({ target, key }: Event & { key?: string }) {
  const more = document.querySelector<HTMLDetailsElement>('.more[open]')
  if (!more || (key ? key !== 'Escape' : more.contains(target as Node))) return
  more.open = false
  if (key) more.querySelector('summary')?.focus()
}
