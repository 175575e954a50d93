import type { IncomingHttpHeaders as Asked } from 'node:http'
import type { Answer, AnswerHeaders } from './answer'
import { type Blank, brotliTemplate, fillOf, type Template } from './blanks'
import { chooseEncoding, compress, type Encoding, vary } from './compression'
import type { Representation } from './representation'

/**
 * A page whose blanks are filled each time it is sent, given with nothing in them: no browser has the
 * same one twice. Brotli is made once with its blanks, gzip each time, and brotli where it can't be made
 * with blanks.
 */
export function createFilled(
  headers: AnswerHeaders,
  empty: Template,
  blanks: readonly Blank[],
  status: number,
): Representation {
  const common = { ...headers, vary: vary(headers.vary, 'Accept-Encoding') }
  const plain = ready(empty, common)
  const encoded: AnswerHeaders = { ...common, 'content-encoding': 'br' }
  let brotli: ReturnType<typeof ready> | undefined
  let making: Promise<void> | undefined

  function ready(template: Template, own: AnswerHeaders) {
    const withLength = { ...own, 'content-length': String(template.bytes.length) }
    return { fill: fillOf(template, blanks), headers: withLength }
  }

  /** Nothing where a value is of another length: the page has to be drawn for this visitor. */
  function filled({ fill, headers }: ReturnType<typeof ready>, asked: Asked, address?: string) {
    const values = blanks.map(({ make }) => make(asked.cookie ?? '', address))
    const fits = values.every((value, place) => value.length === blanks[place]?.value.length)
    return fits ? { status, headers, body: fill(values) } : undefined
  }

  async function make() {
    const template = await brotliTemplate(empty, blanks)
    brotli = template && ready(template, encoded)
  }

  async function once(encoding: Encoding, asked: Asked, address?: string): Promise<Answer> {
    const answer = filled(plain, asked, address)
    if (!answer) throw new Error('A blank is longer or shorter than it was drawn.')
    const body = await compress(Buffer.from(answer.body, 'latin1'), encoding, 'once')
    return { ...answer, headers: { ...common, 'content-encoding': encoding }, body }
  }

  function made(encoding: Encoding | undefined, asked: Asked, address?: string) {
    if (!encoding) return filled(plain, asked, address)
    return encoding === 'br' && brotli ? filled(brotli, asked, address) : undefined
  }

  return {
    ready: (asked, address) => made(chooseEncoding(asked['accept-encoding']), asked, address),
    async answer(asked, address) {
      const encoding = chooseEncoding(asked['accept-encoding'])
      if (encoding === 'br') {
        making ??= make()
        await making
      }
      return made(encoding, asked, address) ?? once(encoding ?? 'gzip', asked, address)
    },
  }
}
