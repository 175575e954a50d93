import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { elements } from './html'
import type { Reply, TestServer } from './test-server'

/** A file as a form sends it. */
export interface Sent {
  name: string
  bytes: Uint8Array | string
  type?: string
}

/** A message's fields with a fresh key. */
export function written(body: string): Record<string, string> {
  return { key: randomUUID(), body }
}

/** A form with files, as a browser sends it. */
export function formWith(
  fields: Record<string, string | string[]>,
  files: Sent[],
  fieldOfFiles = 'files',
): FormData {
  const form = new FormData()
  for (const [name, values] of Object.entries(fields)) {
    for (const value of [values].flat()) form.append(name, value)
  }
  for (const { name, bytes, type } of files)
    form.append(fieldOfFiles, new File([bytes as BlobPart], name, { type }))
  return form
}

/** Sends a message with files and follows no redirect. */
export function sendFiles(
  server: Pick<TestServer, 'origin'>,
  path: string,
  fields: Record<string, string | string[]>,
  files: Sent[],
  cookie = '',
) {
  return sendForm(server, path, formWith(fields, files), cookie)
}

/** Sends any form with files and follows no redirect. */
export async function sendForm(
  { origin }: Pick<TestServer, 'origin'>,
  path: string,
  body: FormData,
  cookie = '',
): Promise<Pick<Reply, 'status' | 'location' | 'text' | 'setCookies'>> {
  const response = await fetch(origin + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { Origin: origin, 'Sec-Fetch-Site': 'same-origin', ...(cookie && { Cookie: cookie }) },
    body,
  })
  const location = response.headers.get('Location') ?? ''
  const setCookies = response.headers.getSetCookie()
  return { status: response.status, location, setCookies, text: await response.text() }
}

/** What a page shows of the files in its thread: the addresses, and the words beside each. */
export function filesIn(html: string) {
  const list = /<ul class="files">.*?<\/ul>/gs
  return [...html.matchAll(list)].flatMap(([files]) =>
    elements(files, 'li').map(({ text }, index) => ({
      text,
      address: elements(files, 'a')[index]?.attributes.href ?? '',
    })),
  )
}

/** The tokens of files that a page says are uploaded already. */
export function uploadedIn(html: string): string[] {
  return elements(html, 'input')
    .filter(({ attributes }) => attributes.name === 'uploaded' && 'checked' in attributes)
    .map(({ attributes }) => attributes.value ?? '')
}

/** All files that a server keeps, by their paths in its folder. */
export function keptIn(dataDir: string): string[] {
  const entries = readdirSync(join(dataDir, 'files'), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

/** A picture of one colour. */
export function picture(width = 60, height = 40): Sharp {
  return sharp({ create: { width, height, channels: 3, background: '#1d6b4f' } })
}
