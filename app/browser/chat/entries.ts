import { conversationKey, type Fields } from './page'

/** A message that the server has not confirmed. */
export interface Entry {
  /** Not the message's key, which stays the same when it is taken back and changed. */
  id: string
  place: string
  /** Milliseconds since 1970; entries are sent in this order. */
  time: number
  fields: Fields
  /** Why the server refused it; empty if it gave no reason. */
  why?: string
}

/** Milliseconds for IndexedDB. */
const timeoutMs = 3_000

/** What IndexedDB did not take; lasts as long as the page. */
const memory = new Map<string, Entry>()

/** The entries of this place from all tabs, oldest first. */
export async function entries(): Promise<Entry[]> {
  const stored: Entry[] = await run('read', (store) => store.getAll()).catch(() => [])
  return [...stored.filter(({ id }) => !memory.has(id)), ...memory.values()]
    .filter((entry) => entry.place === conversationKey())
    .sort((one, other) => one.time - other.time)
}

export async function save(entry: Entry): Promise<void> {
  memory.set(entry.id, entry)
  await run('write', (store) => store.put(entry)).then(
    () => memory.delete(entry.id),
    () => {},
  )
}

export async function drop(id: string): Promise<void> {
  memory.delete(id)
  await run('read', (store) => store.delete(id)).catch(() => {})
}

/** Whether an entry, or any at all, would be lost with the page. */
export function isFleeting(id?: string): boolean {
  return id ? memory.has(id) : memory.size > 0
}

/** Creates no database before there is something to keep. */
function run<T>(why: 'read' | 'write', work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    setTimeout(reject, timeoutMs)
    const opening = indexedDB.open('tresen')
    opening.onerror = reject
    opening.onupgradeneeded = () => {
      if (why === 'write') opening.result.createObjectStore('outbox', { keyPath: 'id' })
      else opening.transaction?.abort()
    }
    opening.onsuccess = () => {
      const database = opening.result
      const transaction = database.transaction('outbox', 'readwrite', { durability: 'strict' })
      const asked = work(transaction.objectStore('outbox'))
      transaction.onabort = reject
      transaction.oncomplete = () => resolve(asked.result)
      database.close()
    }
  })
}
