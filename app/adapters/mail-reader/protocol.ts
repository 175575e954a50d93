import type { Envelope, ReadLetter } from '../../domain/mail-in/letters'

/** From the server to a worker. */
export type Question =
  | { kind: 'prove'; id: number; raw: ArrayBuffer; envelope: Envelope }
  | { kind: 'read'; raw: ArrayBuffer; envelope: Envelope; provenFrom?: string }
  | { kind: 'show'; raw: ArrayBuffer; elsewhere: boolean }
  | { kind: 'records'; id: number; records?: unknown; code?: string }

/** From a worker to the server. `proof` brings the e-mail back. */
export type Answer =
  | { kind: 'dns'; id: number; name: string; type: string }
  | { kind: 'proof'; id: number; raw: ArrayBuffer; provenFrom?: string }
  | { kind: 'read'; letter?: ReadLetter }
  | { kind: 'shown'; html?: string }

/** Records of a name, as `dns.promises.resolve` answers; rejects with a `code` of DNS. */
export type Resolve = (name: string, type: string) => Promise<unknown>
