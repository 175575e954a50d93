import type { Attachment } from 'postal-mime'
import sanitize, { type IOptions, type Transformer } from 'sanitize-html'
import { isKnownEnding } from '../../domain/files/names'
import { pictureType } from '../../domain/files/recognition'
import { withoutLinkKeys } from '../../domain/mail-in/letters'
import { withoutEnd } from '../../domain/text/ends'
import { bytesOf } from './contents'
import { longestHtml, shallow } from './html-words'

/** Bytes of pictures within an e-mail that are shown with it. */
const mostPictures = 5 * 1_024 * 1_024

/** Colours, lengths and words: nothing that could fetch, and no other function. */
const plain = /^[\w\s#%.,'"!+/-]*$/
const colour = /^[\w\s#%.,'"!+/-]*(?:rgb|hsl)a?\([\d\s.,%/]*\)[\w\s#%.,'"!+/-]*$/i

/** What styles an e-mail may have. None moves, covers or hides what stands around it. */
const properties = [
  ...['background', 'background-color', 'color', 'font', 'font-family', 'font-size', 'font-style'],
  ...['font-weight', 'line-height', 'text-align', 'text-decoration', 'text-transform', 'display'],
  ...['vertical-align', 'white-space', 'width', 'max-width', 'min-width', 'height', 'max-height'],
  ...['direction', 'list-style-type', 'float', 'clear', 'table-layout', 'border-radius'],
  ...['border-collapse', 'border-spacing', 'border-color', 'border-style', 'border-width'],
  ...['margin', 'padding', 'border'].flatMap((property) =>
    ['', '-top', '-right', '-bottom', '-left'].map((side) => property + side),
  ),
]

const attributes = [
  ...['style', 'dir', 'lang', 'align', 'valign', 'bgcolor', 'color', 'face', 'size'],
  ...['width', 'height', 'border', 'cellpadding', 'cellspacing', 'colspan', 'rowspan', 'start'],
]

const options: IOptions = {
  allowedTags: [
    ...sanitize.defaults.allowedTags,
    ...['img', 'font', 'center', 'big', 'strike', 'del', 'ins', 'tt'],
  ],
  nonTextTags: ['style', 'script', 'textarea', 'option', 'noscript', 'title', 'xml', 'svg', 'math'],
  allowedAttributes: { '*': attributes, a: ['href', 'target', 'rel'], img: ['src', 'alt'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['data', 'http', 'https'] },
  allowProtocolRelative: false,
  allowedStyles: {
    '*': Object.fromEntries(properties.map((property) => [property, [plain, colour]])),
  },
}

/** An address of its own, not one of the page that shows it. */
const target = /^(?:https?:\/\/|mailto:|tel:)/i

const link: Transformer = (tagName, { href = '', style = '' }) => ({
  tagName,
  attribs: {
    ...(target.test(href.trim()) && { href: href.trim() }),
    target: '_blank',
    rel: 'noopener noreferrer',
    style,
  },
})

/**
 * The HTML of an e-mail as a page may show it: without what could run, fetch, be filled in or look like a part
 * of the page, with the host before each link whose text names another one, and without the keys of
 * conversations. `elsewhere`: with the pictures of other servers.
 */
export function harmless(
  html: string,
  attachments: readonly Attachment[],
  elsewhere: boolean,
): string {
  const pictures = picturesOf(attachments)
  const picture: Transformer = (tagName, { src = '', ...rest }) => {
    const id = /^cid:(.*)$/is.exec(src)?.[1]
    const shown = id === undefined ? shownSource(src, elsewhere) : pictures.get(decoded(id))
    return { tagName, attribs: { ...rest, ...(shown && { src: shown }) } }
  }
  const sound = shallow(withoutLinkKeys(html.slice(0, longestHtml)))
  return withTargets(sanitize(sound, { ...options, transformTags: { a: link, img: picture } }))
}

function shownSource(src: string, elsewhere: boolean): string | undefined {
  if (/^data:image\/(?:png|jpeg|gif|webp);base64,[a-z\d+/=\s]*$/i.test(src)) return src
  return elsewhere && /^https?:\/\//i.test(src) ? src : undefined
}

/** Whether it has pictures of other servers. */
export function hasElsewhere(html: string): boolean {
  const pictures = html.slice(0, longestHtml).match(/<img\s[^<>]*/gi) ?? []
  return pictures.some((tag) => /src=["']?https?:/i.test(tag.replace(/\s/g, '')))
}

/** Addresses that have the pictures in them, by their Content-ID. */
function picturesOf(attachments: readonly Attachment[]): Map<string, string> {
  const found = new Map<string, string>()
  let room = mostPictures
  for (const each of attachments) {
    const bytes = bytesOf(each)
    const type = each.contentId && pictureType(bytes.subarray(0, 256))
    if (!each.contentId || !type || !/png|jpeg|gif|webp/.test(type) || bytes.length > room) continue
    room -= bytes.length
    const data = Buffer.from(bytes).toString('base64')
    found.set(each.contentId.replace(/[<>\s]/g, ''), `data:${type};base64,${data}`)
  }
  return found
}

function decoded(id: string): string {
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}

/** `clean` has been through the sanitiser: each link begins with its address, and `<` stands nowhere else. */
function withTargets(clean: string): string {
  const [before = '', ...links] = clean.split('<a ')
  return links.reduce((shown, rest) => {
    const href = /^href="([^"]*)"/.exec(rest)?.[1] ?? ''
    const [inside = ''] = rest.slice(rest.indexOf('>') + 1).split('</a>', 1)
    const host = hostOf(href.replaceAll('&amp;', '&'))
    const names = host !== '' && wordsOf(inside).some((word) => namesAnother(word, host))
    return `${shown}${names ? `<span class="to">→ ${escaped(host)}</span> ` : ''}<a ${rest}`
  }, before)
}

function wordsOf(html: string): string[] {
  const text = html.replace(/<[^<>]*>/g, '').replace(/\p{Cf}/gu, '')
  return text.replaceAll('&amp;', '&').split(/[\s()<>"'„“”,;|]+|&(?:quot|lt|gt);/u)
}

/** Whether a word is an address of another host. */
function namesAnother(word: string, host: string): boolean {
  const bare = word.replace(/^https?:\/\//i, '').replace(/^.*@/, '')
  const [name = ''] = withoutEnd(bare, /[.:!?]/).split(/[/?#:]/, 1)
  const labels = name.split('.')
  const last = labels.at(-1) ?? ''
  const isHost = labels.length > 1 && labels.every((label) => /^[\p{L}\p{N}-]+$/u.test(label))
  if (!isHost || !/^\p{L}{2,}$/u.test(last)) return false
  // The name of a file.
  if (bare === word && isKnownEnding(last.toLowerCase())) return false
  const named = hostOf(`http://${name}`)
  return named !== host && !named.endsWith(`.${host}`) && !host.endsWith(`.${named}`)
}

/** Of a link or an e-mail address, without www; empty without one. */
function hostOf(address: string): string {
  const isMail = /^mailto:/i.test(address)
  const url = isMail ? `http://${address.split('?', 1)[0]?.split('@').at(-1)}` : address
  try {
    return new URL(url).hostname.replace(/^www\./, '')
  } catch {
    return ''
  }
}

function escaped(host: string): string {
  return host.replace(/[&<>"]/g, '')
}
