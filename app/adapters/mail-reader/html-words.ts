import { convert, type DomNode, type FormatCallback, type HtmlToTextOptions } from 'html-to-text'
import {
  asideBegins,
  asideEnds,
  quoteBegins,
  quoteEnds,
  withoutMarks,
} from '../../domain/mail-in/quotes'

/** Characters of HTML that are looked at. */
export const longestHtml = 500_000

/** The attribute that stands for a style whose words have no size. */
const withoutSize = 'data-sizeless'

const asides = [
  ...['div.gmail_quote', 'div.gmail_quote_container', 'div.gmail_attr', 'div.moz-cite-prefix'],
  ...['div.yahoo_quoted', 'div[name=quote]', 'div.protonmail_quote', 'div.AppleOriginalContents'],
  ...['div.gmail_signature', 'span.gmail_signature_prefix', 'div.moz-signature'],
  ...['pre.moz-signature', 'div.k9mail-signature', 'div[id=Signature]', 'div[id=signature]'],
  ...['div[id=AppleMailSignature]', 'div[id=ms-outlook-mobile-signature]'],
  ...['div.protonmail_signature_block'],
]

/** Outlook's: all that follows is the other e-mail. */
const openAsides = [
  ...['div[id=divRplyFwdMsg]', 'div[id=appendonsend]', 'hr[id=stopSpelling]'],
  ...['div[style*="border-top:solid #E1E1E1"]', 'div[style*="border-top:solid #B5C4DF"]'],
  ...['div[id=mail-editor-reference-message-container]'],
]

/** Paragraphs of Word, whose blank lines are paragraphs of their own. */
const closeParagraphs = [
  ...['p.MsoNormal', 'p.MsoPlainText', 'p[style*="margin:0"i]', 'p[style*="margin: 0"i]'],
  'p[style*="margin-bottom:0"i]',
]

function marked(begins: string, ends: string): FormatCallback {
  return (element, walk, builder) => {
    builder.openBlock({ leadingLineBreaks: 1 })
    builder.addInline(begins)
    walk(element.children, builder)
    builder.addInline(ends)
    builder.closeBlock({ trailingLineBreaks: 1 })
  }
}

/** Cells of a line in one, as far as each has one line; what else stands in a table is a row. */
const table: FormatCallback = (element, walk, builder) => {
  builder.openTable()
  addRows(seenIn(element))
  builder.closeTable({
    tableToString: (rows) => rows.map(rowText).filter(Boolean).join('\n'),
    leadingLineBreaks: 1,
    trailingLineBreaks: 1,
  })

  function addRows(children: typeof element.children) {
    for (const child of children) {
      if (/^(thead|tbody|tfoot)$/.test(child.name ?? '')) addRows(seenIn(child))
      else if (child.name === 'tr') addRow(seenIn(child))
      else if (child.type === 'tag' || child.data?.trim()) addRow([child])
    }
  }

  function addRow(children: typeof element.children) {
    builder.openTableRow()
    for (const child of children) {
      if (child.type !== 'tag' && !child.data?.trim()) continue
      builder.openTableCell()
      walk(/^t[dh]$/.test(child.name ?? '') ? seenIn(child) : [child], builder)
      builder.closeTableCell()
    }
    builder.closeTableRow()
  }
}

/** Without a size, as builders of e-mails set rows: of what is inside, that is seen which has one again. */
const sizeless: FormatCallback = (element, walk, builder, given) => {
  if (element.name === 'table') return table(element, walk, builder, given)
  builder.openBlock({ leadingLineBreaks: 1 })
  walk(seenIn(element), builder)
  builder.closeBlock({ trailingLineBreaks: 1 })
}

function seenIn({ attribs = {}, children = [] }: DomNode): DomNode[] {
  if (attribs.hidden !== undefined) return []
  return attribs[withoutSize] === undefined ? children : children.filter(hasSize)
}

function hasSize(element: DomNode): boolean {
  const { name, attribs: { style = '' } = {} } = element
  return name === 'img' || /\bfont(-size)?\s*:/i.test(style) || seenIn(element).some(hasSize)
}

function rowText(cells: { text: string }[]): string {
  const texts = cells.map(({ text }) => text.trim()).filter((text) => withoutMarks(text))
  return texts.join(texts.some((text) => text.includes('\n')) ? '\n' : ' | ')
}

const options: HtmlToTextOptions = {
  wordwrap: false,
  limits: { maxDepth: 100, maxChildNodes: 5_000, maxInputLength: longestHtml },
  formatters: {
    table,
    sizeless,
    quote: marked(quoteBegins, quoteEnds),
    aside: marked(asideBegins, asideEnds),
    openAside: marked(asideBegins, ''),
  },
  selectors: [
    { selector: '[hidden]', format: 'skip' },
    { selector: `[${withoutSize}]`, format: 'sizeless' },
    { selector: 'title', format: 'skip' },
    { selector: 'img', format: 'picture' },
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: ['(', ')'] } },
    { selector: 'hr', format: 'blockString', options: { string: '' } },
    { selector: 'table', format: 'table' },
    { selector: 'p', options: { leadingLineBreaks: 2, trailingLineBreaks: 2 } },
    ...closeParagraphs.map((selector) => ({
      selector,
      format: 'paragraph',
      options: { leadingLineBreaks: 1, trailingLineBreaks: 1 },
    })),
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({
      selector,
      options: { uppercase: false },
    })),
    ...['address', 'center', 'dd', 'dt', 'figcaption', 'legend', 'summary'].map((selector) => ({
      selector,
      format: 'block',
      options: { leadingLineBreaks: 1, trailingLineBreaks: 1 },
    })),
    { selector: 'blockquote', format: 'quote' },
    // Gmail's and Outlook's way to indent one's own words.
    { selector: 'blockquote[style*="border:none"i]', format: 'block' },
    ...asides.map((selector) => ({ selector, format: 'aside' })),
    ...openAsides.map((selector) => ({ selector, format: 'openAside' })),
  ],
}

/** The words of HTML with the marks of quotes; `pictures`: names of inline ones by their Content-ID. */
export function wordsOfHtml(html: string, pictures: ReadonlyMap<string, string>): string {
  const sound = shallow(html).replace(/[\ue000-\ue003]/g, '')
  const seen = toText(withoutHidden(sound), pictures)
  return withoutMarks(seen) ? seen : toText(sound, pictures)
}

function toText(html: string, pictures: ReadonlyMap<string, string>): string {
  // Nothing is loaded from elsewhere, and of that nothing is said.
  const picture: FormatCallback = ({ attribs }, _, builder) => {
    const name = pictures.get(/^cid:(.*)$/is.exec(attribs?.src ?? '')?.[1] ?? '')
    if (name) builder.addInline(`[${name}]`)
  }
  const text = convert(html, { ...options, formatters: { ...options.formatters, picture } })
  const lines = text.split('\n').map((line) => line.trimEnd())
  return lines.join('\n').replace(/\n{3,}/g, '\n\n')
}

/** What is not meant to be seen is marked as HTML does it: lines for the lists of mail programs. */
function withoutHidden(html: string): string {
  return html.replace(/<[a-z][^<>]*>/gi, (tag) =>
    tag.replace(
      /\bstyle\s*=\s*(?:"([^"]*)"|'([^']*)')/i,
      (whole, one = '', other = '') => markOf(declarationsIn(one || other)) ?? whole,
    ),
  )
}

type Declarations = ReadonlyMap<string, string>

function declarationsIn(style: string): Declarations {
  const each = style
    .toLowerCase()
    .replace(/!important/g, '')
    .split(';')
  return new Map(
    each.map((declaration) => {
      const [name = '', value = ''] = declaration.split(':')
      return [name.trim(), value.trim()]
    }),
  )
}

function markOf(declared: Declarations): string | undefined {
  if (isHidden(declared)) return 'hidden'
  return noSize.test(declared.get('font-size') ?? '') ? withoutSize : undefined
}

const noSize = /^[01]?(\.\d+)?(px|pt)$|^0(\.0+)?[a-z%]*$/

function isHidden(declared: Declarations): boolean {
  const is = (name: string, value: RegExp) => value.test(declared.get(name) ?? '')
  const background = declared.get('background-color') ?? declared.get('background')
  const color = declared.get('color')
  return (
    is('display', /^none$/) ||
    is('visibility', /^hidden$/) ||
    is('opacity', /^(0|0?\.0+)$/) ||
    is('max-height', zero) ||
    is('max-width', zero) ||
    (is('height', zero) && is('overflow', /^hidden$/)) ||
    (is('mso-hide', /^all$/) && !background && !is('display', /./)) ||
    is('text-indent', /^-\d{3,}/) ||
    is('color', /^transparent$/) ||
    (color !== undefined && color === background)
  )
}

const zero = /^0(px|pt|em|%)?$/

/** Elements that have no end tag. Source: WHATWG HTML, void elements. */
const isVoid = /^(area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/i

/** Elements inside each other: parsers take a step for each at every tag. */
const mostOpen = 1_000

/** The HTML up to where more elements are open than anybody reads. */
export function shallow(html: string): string {
  const open = new Map<string, number>()
  let depth = 0
  for (const { 1: slash, 2: name = '', index } of html.matchAll(/<(\/?)([a-z][a-z\d]*)/gi)) {
    const key = name.toLowerCase()
    const count = open.get(key) ?? 0
    if (isVoid.test(key) || (slash && count === 0)) continue
    open.set(key, slash ? count - 1 : count + 1)
    depth += slash ? -1 : 1
    if (depth > mostOpen) return html.slice(0, index)
  }
  return html
}
