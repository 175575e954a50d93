import { setTimeout as wait } from 'node:timers/promises'
import { asUnavailable, KeyRefused, mayPass, Refused } from './refusals'

export interface Settings {
  bucket: string
  /** Without it, Application Default Credentials. */
  keyFile?: string
  /** host:port; an emulator needs no key. */
  emulatorHost?: string
}

/** All in milliseconds. */
export interface Timeouts {
  operation: number
  upload: number
  response: number
  /** Before the first retry; later ones wait longer. */
  pause: number
}

/** In milliseconds. */
export interface Clock {
  now(): number
  wait(milliseconds: number): Promise<unknown>
}

export interface Outgoing {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  headers?: Record<string, string>
  body?: Uint8Array | string
  /** Statuses that are no failure, besides 200 to 299. */
  accepted?: number[]
  /** Default: for as long as one response may take, its body included. */
  signal?: AbortSignal
}

export interface Service {
  objects: string
  uploads: string
  timeouts: Timeouts
  /** Tries once. Throws Refused, KeyRefused or what fetch throws. */
  send(outgoing: Outgoing): Promise<Response>
  /** Retries temporary failures for `within` milliseconds. Throws FilesUnavailable. */
  retried<Result>(within: number, work: () => Promise<Result>): Promise<Result>
}

/** Milliseconds. Source: cloud.google.com/storage/docs/retry-strategy (exponential backoff). */
const longestPause = 32_000

/** Cloud Storage's JSON API. Makes no request yet. */
export function createService(
  settings: Settings,
  timeouts: Timeouts,
  clock: Clock = { now: () => performance.now(), wait },
): Service {
  const { bucket, keyFile, emulatorHost } = settings
  const base = emulatorHost ? `http://${emulatorHost}` : 'https://storage.googleapis.com'
  const path = `storage/v1/b/${encodeURIComponent(bucket)}/o`
  const token = emulatorHost ? async () => 'owner' : createToken(keyFile)
  return {
    objects: `${base}/${path}`,
    uploads: `${base}/upload/${path}`,
    timeouts,
    async send({ method, url, headers, body, accepted = [], signal }) {
      const response = await fetch(url, {
        method,
        headers: { ...headers, Authorization: `Bearer ${await token()}` },
        body: body as BodyInit | undefined,
        // The service answers 308 while an upload is incomplete.
        redirect: 'manual',
        signal: signal ?? AbortSignal.timeout(timeouts.response),
      })
      if (response.ok || accepted.includes(response.status)) return response
      throw refusalOf(response.status, await response.text())
    },
    async retried(within, work) {
      const until = clock.now() + within
      for (let pause = timeouts.pause; ; pause = Math.min(2 * pause, longestPause)) {
        try {
          return await work()
        } catch (error) {
          const rest = pause * (1 - Math.random() / 2)
          if (!mayPass(error) || clock.now() + rest > until) throw asUnavailable(error)
          await clock.wait(rest)
        }
      }
    },
  }
}

/** The JSON of a success. Throws Refused for a page of a proxy. */
export async function jsonOf<Json>(response: Response): Promise<Json> {
  const text = await response.text()
  const json = parsed(text)
  if (typeof json !== 'object' || json === null) throw new Refused(502, 'noJson', text.slice(0, 80))
  return json as Json
}

function refusalOf(status: number, text: string): Refused {
  const { error } = (parsed(text) ?? {}) as {
    error?: { message?: string; errors?: { reason?: string }[] }
  }
  return new Refused(status, error?.errors?.[0]?.reason ?? '', error?.message)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The SDK keeps a token until shortly before it runs out. */
function createToken(keyFile: string | undefined): () => Promise<string> {
  let loading: Promise<{ getAccessToken(): Promise<{ access_token: string }> }> | undefined
  return async () => {
    loading ??= import('firebase-admin/app').then(({ applicationDefault }) => {
      // Credentials that are no service account's are read from there alone.
      if (keyFile) process.env.GOOGLE_APPLICATION_CREDENTIALS = keyFile
      return applicationDefault()
    })
    try {
      return (await (await loading).getAccessToken()).access_token
    } catch (error) {
      throw isNetwork(error) ? error : new KeyRefused(error)
    }
  }
}

function isNetwork(error: unknown): boolean {
  const { code, response } = error as { code?: unknown; response?: { status?: number } }
  return response ? (response.status ?? 0) >= 500 : /^E[A-Z_]+$/.test(String(code))
}
