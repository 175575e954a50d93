import type { Fields } from './page'

/** Milliseconds without progress. */
const timeoutMs = 30_000

/** Resolves in the end: status 0 for a broken connection. `progress` gets 0 to 1. */
export function post(
  address: string,
  fields: Fields,
  progress: (done: number) => void,
): Promise<XMLHttpRequest> {
  return new Promise((resolve) => {
    const body = new FormData()
    for (const [name, value] of fields) body.append(name, value)
    const files = fields.some(([, value]) => typeof value !== 'string')
    const begun = performance.now()
    const request = new XMLHttpRequest()
    request.open('POST', address)
    request.responseType = 'document'
    request.timeout = timeoutMs
    request.upload.onprogress = ({ loaded, total }) => {
      request.timeout = performance.now() - begun + timeoutMs
      progress(loaded / total)
    }
    request.onloadend = () => resolve(request)
    request.send(files ? body : new URLSearchParams(body as unknown as Record<string, string>))
  })
}
