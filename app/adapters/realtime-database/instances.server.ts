import { type Database, ServerValue } from 'firebase-admin/database'
import { LiveNotOpened } from '../../domain/live/live'
import { longestText } from './keys'

export interface Ears<Note> {
  hear(note: Note, from: string): void
  /** An instance that knows nothing of this one's signs: it began, or either was cut off. */
  joined(): void
  left(id: string): void
  missed(): void
  beat(): void
}

export interface Instances<Note> {
  isUp(): boolean
  /** Lost while the service cannot be reached; `soon` waits a second for others. */
  say(note: Note, when: 'now' | 'soon'): void
  close(): Promise<void>
}

/** Milliseconds between heartbeats, and between checks for events missed during a loss. */
export const usualBeat = 5_000

/** Milliseconds for the first note of this instance. */
const startTimeoutMs = 10_000

/** Milliseconds for which a note stays, so that a short loss misses none. */
const kept = { own: 30_000, others: 120_000 }

/**
 * `id` is this instance's name. Broadcasts messages to all instances on one database, a batch per write.
 * Lists the instances;
 * the service takes an instance off the list when its connection ends. Throws LiveNotOpened where
 * the database takes no writes.
 */
export async function joinInstances<Note>(
  database: Database,
  id: string,
  ears: Ears<Note>,
  report: (sentence: string) => void,
  beatEvery = usualBeat,
): Promise<Instances<Note>> {
  const info = database.ref('.info/connected')
  const instances = database.ref('instances')
  const notes = database.ref('notes')
  const here = instances.child(id)
  const outbox = createOutbox<Note>((text) =>
    up ? notes.push({ from: id, text, at: ServerValue.TIMESTAMP }) : undefined,
  )
  /** Notes in the database, and since when. */
  const lying = new Map<string, { own: boolean; since: number }>()
  let connections = 0
  let joins = 0
  let joining = true
  let up = false
  /** In beats. */
  let downFor = 0
  let begun = false

  info.on('value', (snapshot) => {
    if (snapshot.val() !== true) return lose()
    connections += 1
    if (!up) rejoin()
  })
  notes.on('child_added', (snapshot) => {
    const { from, text } = snapshot.val() as { from: string; text: string }
    lying.set(String(snapshot.key), { own: from === id, since: performance.now() })
    if (begun && from !== id) hearAll(text, from)
  })
  notes.on('child_removed', ({ key }) => lying.delete(String(key)))
  const opened = notes.once('value').then(() => {
    begun = true
    return join()
  })
  if (!(await inTime(opened, startTimeoutMs))) {
    throw new LiveNotOpened('LIVE=rtdb: the key may not write to the database, or it is silent')
  }
  joining = false
  instances.on('child_added', (snapshot) => {
    if (snapshot.key === id) return
    if (snapshot.val().joins > 1) ears.missed()
    ears.joined()
  })
  instances.on('child_removed', ({ key }) => {
    if (key !== id) ears.left(String(key))
    // The service noticed only now that an earlier connection had ended.
    else if (up) rejoin()
  })
  const beating = setInterval(beat, beatEvery)

  /** Signs again where the connection was lost meanwhile, so that the service notices its end. */
  async function join() {
    let during: number
    do {
      during = connections
      await here.onDisconnect().remove()
      joins += 1
      await sign()
    } while (during !== connections)
    up = true
    downFor = 0
  }

  async function rejoin() {
    if (joining) return
    joining = true
    try {
      await join()
      report('The Realtime Database is back')
      ears.joined()
      ears.missed()
    } catch {
      // It is tried again with the next connection.
    }
    joining = false
  }

  function lose() {
    if (!up) return
    up = false
    report('The Realtime Database cannot be reached: news of other instances comes late')
  }

  function sign(): Promise<void> {
    return here.set({ joins, at: ServerValue.TIMESTAMP })
  }

  function hearAll(text: string, from: string) {
    try {
      for (const note of JSON.parse(text)) ears.hear(note, from)
    } catch (error) {
      // An instance of another version may send messages that this one does not know.
      report(`A note from another instance was not understood: ${error}`)
    }
  }

  async function beat() {
    ears.beat()
    if (up) {
      forget()
      if (await inTime(sign(), beatEvery)) return
      lose()
    } else {
      ears.missed()
      downFor += 1
      // The client itself waits for up to 30 s between tries, and as long for a silent line.
      if (downFor % 2 === 1) return
    }
    // A connection on which nothing comes may be dead without having ended.
    database.goOffline()
    database.goOnline()
  }

  /** Removes old notes, also of instances that were killed. */
  function forget() {
    const now = performance.now()
    const old = [...lying].filter(
      ([, { own, since }]) => now - since > kept[own ? 'own' : 'others'],
    )
    if (old.length === 0) return
    notes.update(Object.fromEntries(old.map(([key]) => [key, null]))).catch(() => undefined)
  }

  return {
    isUp: () => up,
    say: outbox.add,
    async close() {
      clearInterval(beating)
      await inTime(outbox.empty(), beatEvery)
      await inTime(here.remove(), beatEvery)
      up = false
      for (const each of [info, instances, notes]) each.off()
    },
  }
}

/** Batches the messages of one tick of the event loop, or of one second. */
function createOutbox<Note>(send: (text: string) => PromiseLike<unknown> | undefined) {
  const waiting: Note[] = []
  let due: 'now' | 'soon' | undefined
  let timer: NodeJS.Timeout | undefined

  async function empty() {
    clearTimeout(timer)
    due = undefined
    const sending = batches(waiting.splice(0)).map((text) => send(text))
    await Promise.allSettled(sending)
  }

  return {
    add(note: Note, when: 'now' | 'soon') {
      waiting.push(note)
      if (due === 'now' || due === when) return
      due = when
      clearTimeout(timer)
      if (when === 'now') setImmediate(empty)
      else timer = setTimeout(empty, 1_000)
    },
    empty,
  }
}

/** Serializes them as JSON, in strings of a bounded length. */
function batches(notes: unknown[]): string[] {
  const texts: string[] = []
  let batch: string[] = []
  let length = 0
  for (const note of notes.map((each) => JSON.stringify(each))) {
    if (length + note.length > longestText) {
      texts.push(`[${batch}]`)
      batch = []
      length = 0
    }
    batch.push(note)
    length += note.length + 1
  }
  return batch.length > 0 ? [...texts, `[${batch}]`] : texts
}

/** Whether it succeeds within the milliseconds. */
export async function inTime(doing: PromiseLike<unknown>, within: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), within)
  })
  try {
    return await Promise.race([Promise.resolve(doing).then(() => true), late])
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}
