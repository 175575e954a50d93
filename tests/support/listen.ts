import type { LiveBus } from '~/domain/live/live'

/** A server-sent event. */
export interface ServerEvent {
  name: string
  id: string
  data: string
}

/** A response that is held open. */
export interface Listening {
  status: number
  headers: Headers
  /** All that has come so far. */
  received(): string
  /** Reads on until something that matches has come; answers it. Throws at the end of the response. */
  until(pattern: RegExp): Promise<string>
  /** The next event; undefined at the end of the response. */
  event(): Promise<ServerEvent | undefined>
  /** Reads on to the end. */
  end(): Promise<void>
  /** Goes away, as a browser does. */
  leave(): void
}

/** Begins to listen; what the response holds is read bit by bit. */
export async function listen(
  address: string,
  headers: Record<string, string> = {},
): Promise<Listening> {
  const abort = new AbortController()
  const response = await fetch(address, { headers, redirect: 'manual', signal: abort.signal })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let received = ''
  let eventsRead = 0

  /** Whether there was more. */
  async function readOn(): Promise<boolean> {
    const { done = true, value = '' } = (await reader?.read()) ?? {}
    received += value
    return !done
  }

  async function nextBlock(): Promise<string | undefined> {
    for (;;) {
      const end = received.indexOf('\n\n', eventsRead)
      if (end >= 0) {
        const block = received.slice(eventsRead, end)
        eventsRead = end + 2
        return block
      }
      if (!(await readOn())) return undefined
    }
  }

  return {
    status: response.status,
    headers: response.headers,
    received: () => received,
    async until(pattern) {
      for (;;) {
        const found = pattern.exec(received)
        if (found) return found[0]
        if (!(await readOn())) throw new Error(`It ended without ${pattern}: ${received}`)
      }
    },
    async event() {
      for (;;) {
        const block = await nextBlock()
        if (block === undefined) return undefined
        const event = parse(block)
        if (event.data) return event
      }
    },
    async end() {
      while (await readOn());
    },
    leave: () => abort.abort(),
  }
}

/** Reads events until one of this name; answers that one. Throws at the end of the response. */
export async function eventNamed(listening: Listening, name: string): Promise<ServerEvent> {
  for (;;) {
    const event = await listening.event()
    if (!event) throw new Error(`It ended without a ${name}: ${listening.received()}`)
    if (event.name === name) return event
  }
}

/** Reads an event's lines. Source: HTML Standard, 9.2.6. */
function parse(block: string): ServerEvent {
  const lines = block.split('\n').map((line) => /^(\w*): ?(.*)$/.exec(line) ?? [])
  const all = (field: string) =>
    lines.filter(([, name]) => name === field).map(([, , text]) => text)
  return {
    name: all('event').at(-1) ?? 'message',
    id: all('id').at(-1) ?? '',
    data: all('data').join('\n'),
  }
}

/** Counts who listens on a bus from now on. */
export function countListeners(live: LiveBus): () => number {
  const { subscribe } = live
  const listening = new Set<symbol>()
  live.subscribe = async (topic, listener) => {
    const one = Symbol(topic)
    listening.add(one)
    const leave = await subscribe(topic, listener)
    return () => {
      listening.delete(one)
      leave()
    }
  }
  return () => listening.size
}
