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

  function filled({ fill, headers }: ReturnType<typeof ready>) {
    return { status: 200, headers, body: fill(blanks.map(({ make }) => make())) }
  }

  async function make() {
    const template = await brotliTemplate(empty, blanks)
    brotli = template && ready(template, encoded)
  }

  async function once(encoding: Encoding): Promise<Answer> {
    const compressed = await compress(Buffer.from(filled(plain).body, 'latin1'), encoding, 'once')
    return { status: 200, headers: { ...common, 'content-encoding': encoding }, body: compressed }
  }

  function made(encoding: Encoding | undefined): Answer | undefined {
    if (!encoding) return filled(plain)
    return encoding === 'br' && brotli ? filled(brotli) : undefined
  }

  return {
    ready: (asked) => made(chooseEncoding(asked['accept-encoding'])),
    async answer(asked) {
      const encoding = chooseEncoding(asked['accept-encoding'])
      if (encoding === 'br') {
        making ??= make()
        await making
      }
      return made(encoding) ?? once(encoding ?? 'gzip')
    },
  }
}
