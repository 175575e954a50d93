export interface XmlElement {
  name: string
  attributes: Record<string, string>
  children: XmlElement[]
  /** Its own text, of its children not. */
  text: string
}

const token =
  /<\?xml version="1\.0" encoding="UTF-8"\?>|<\/([\w:]+)>|<([\w:]+)((?:\s+[\w:]+="[^"<]*")*)\s*(\/?)>|([^<>]+)/y

/**
 * Reads the part of XML that a sitemap needs: elements, attributes and text. Throws for everything
 * that is not well-formed.
 */
export function parseXml(text: string): XmlElement {
  const document: XmlElement = { name: '', attributes: {}, children: [], text: '' }
  const open = [document]
  token.lastIndex = 0
  while (token.lastIndex < text.length) {
    const at = token.lastIndex
    const match = token.exec(text)
    const parent = open.at(-1)
    if (!match || !parent) throw new Error(`Not XML at ${at}: ${text.slice(at, at + 80)}`)
    const [whole, closed, opened, attributes = '', empty, words] = match
    if (words !== undefined) parent.text += decode(words)
    else if (closed !== undefined) {
      if (open.pop()?.name !== closed) throw new Error(`</${closed}> closes nothing`)
    } else if (opened !== undefined) {
      const element = { name: opened, attributes: read(attributes), children: [], text: '' }
      parent.children.push(element)
      if (!empty) open.push(element)
    } else if (at !== 0) throw new Error(`${whole} belongs at the beginning`)
  }
  const [root] = document.children
  if (open.length !== 1 || !root || document.children.length !== 1 || document.text.trim()) {
    throw new Error('There must be one root element, and it must be closed')
  }
  return root
}

function read(attributes: string): Record<string, string> {
  const pairs = [...attributes.matchAll(/([\w:]+)="([^"]*)"/g)]
  const names = new Set(pairs.map(([, name]) => name))
  if (names.size < pairs.length) throw new Error(`An attribute is there twice: ${attributes}`)
  return Object.fromEntries(pairs.map(([, name, value = '']) => [name, decode(value)]))
}

function decode(text: string): string {
  return text.replace(/&(\w+;)?/g, (_, name: string) => {
    const found = { 'amp;': '&', 'lt;': '<', 'gt;': '>', 'quot;': '"', 'apos;': "'" }[name]
    if (!found) throw new Error(`A bare & in: ${text}`)
    return found
  })
}
