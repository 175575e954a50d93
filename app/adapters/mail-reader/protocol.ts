import type { Envelope, ReadLetter } from '../../domain/mail-in/letters'

/** From the server to the worker. */
export type Question =
  | { kind: 'read'; raw: ArrayBuffer; envelope: Envelope }
  | { kind: 'records'; id: number; records?: unknown; code?: string }

/** From the worker to the server. */
export type Answer =
  | { kind: 'dns'; id: number; name: string; type: string }
  | { kind: 'read'; letter?: ReadLetter }

/** Records of a name, as `dns.promises.resolve` answers; rejects with a `code` of DNS. */
export type Resolve = (name: string, type: string) => Promise<unknown>
