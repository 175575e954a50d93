import { type Entry, isFleeting } from './entries'

const list = document.getElementById('unsent') as HTMLElement
const { dataset } = list
const items = new Map<string, HTMLElement>()

type State = 'sending' | 'waiting' | 'failed'

export function render(entries: Entry[], stateOf: (entry: Entry) => State) {
  for (const [id, item] of items) {
    if (entries.some((entry) => entry.id === id)) continue
    item.remove()
    items.delete(id)
  }
  for (const entry of entries) {
    const item = items.get(entry.id) ?? begin(entry)
    const state = stateOf(entry)
    item.dataset.state = state
    part(item, '.status').textContent = [
      dataset[state],
      entry.why,
      isFleeting(entry.id) && dataset.fleeting,
    ]
      .filter(Boolean)
      .join(' ')
  }
}

export function wordsFor(state: State): string | undefined {
  return dataset[state]
}

/** `done` is from 0 to 1. */
export function progress(id: string, done: number) {
  const bar = items.get(id)?.querySelector('progress')
  if (bar) bar.value = done
}

/** The message has arrived in the conversation: the response to its sending may be late or lost. */
export function arrived(words: string | null | undefined) {
  const item = [...items.values()].find((each) => part(each, '.words').textContent === words)
  if (item) item.hidden = true
}

export function onPress(listener: (id: string, what: string) => void) {
  list.onclick = ({ target }) => {
    const { value } = target as HTMLButtonElement
    const [id] = [...items].find(([, item]) => item.contains(target as Node)) ?? []
    if (id && value) listener(id, value)
  }
}

export function isEmpty(): boolean {
  return items.size === 0
}

function begin({ id, fields }: Entry): HTMLElement {
  list.insertAdjacentHTML('beforeend', dataset.item as string)
  const item = list.lastElementChild as HTMLElement
  const files = fields.flatMap(([, value]) => (typeof value === 'string' ? [] : value.name))
  const body = fields.find(([name]) => name === 'body')?.[1]
  part(item, '.words').textContent = [String(body ?? '').trim(), ...files]
    .filter(Boolean)
    .join('\n')
  if (!files.length) part(item, 'progress').remove()
  items.set(id, item)
  item.scrollIntoView({ block: 'nearest' })
  return item
}

function part(item: HTMLElement, selector: string): HTMLElement {
  return item.querySelector(selector) as HTMLElement
}
