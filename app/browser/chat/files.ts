import { field, form } from './page'

/** Pixels. */
const height = 44

form.addEventListener('change', () => show([]))
// After the message was taken out of the form.
form.addEventListener('submit', () => setTimeout(() => show([])))

/**
 * Adds files to the message, and lists all of them with a button to remove each. Those that are too large for
 * the server are left out, and named.
 */
export function show(more: File[]) {
  const input = field('files')
  const files = [...(input.files ?? []), ...more].filter((file) => fits(file, input))
  choose(input, files)
  const container = input.parentElement as HTMLElement
  container.querySelector('.chosen')?.remove()
  if (!files.length) return
  const list = document.createElement('ul')
  list.className = 'chosen'
  for (const file of files) {
    const item = document.createElement('li')
    const remove = document.createElement('button')
    remove.type = 'button'
    remove.textContent = '×'
    remove.setAttribute('aria-label', `${input.dataset.remove} ${file.name}`)
    remove.onclick = () => {
      choose(
        input,
        files.filter((each) => each !== file),
      )
      show([])
      input.focus()
    }
    item.append(file.name, remove)
    list.append(item)
    picture(file, item)
  }
  input.after(list)
}

function fits({ name, size }: File, input: HTMLInputElement): boolean {
  const { largest, large = '' } = input.dataset
  if (size <= Number(largest)) return true
  const error = document.createElement('p')
  error.className = 'error'
  error.setAttribute('role', 'alert')
  error.textContent = large.replace('{}', () => name)
  input.parentElement?.append(error)
  return false
}

function choose(input: HTMLInputElement, files: File[]) {
  const chosen = new DataTransfer()
  for (const file of files) chosen.items.add(file)
  input.files = chosen.files
}

/** On a canvas, since the page's policy allows no `blob:` images. */
async function picture(file: File, item: HTMLElement) {
  try {
    const bitmap = await createImageBitmap(file, { resizeHeight: height * devicePixelRatio })
    const canvas = document.createElement('canvas')
    canvas.width = bitmap.width
    canvas.height = bitmap.height
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
    item.prepend(canvas)
  } catch {
    // No picture, or of a kind that this browser cannot draw.
  }
}
