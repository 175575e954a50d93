import { Fragment } from 'react'

// Stands for react/jsx-runtime in the server's build. React's own copies the properties of each element, for
// `ref` and for `defaultProps`, which no component here has: a fifth of what drawing takes. Of plain elements
// with nothing but such in them the HTML is written at once, in half of the time that React takes.
const element = Symbol.for('react.element')
const written = Symbol.for('tresen.written')

type Properties = Record<string, unknown>

/** The HTML of an element; React hands it on, see vite/mended-remix.ts. No data can be taken for it. */
class Written {
  readonly $$typeof = written

  constructor(readonly html: string) {}
}

/** What `createElement` returns, or its HTML. Source: React 18.3, ReactJSXElement.js. */
export function jsx(type: unknown, properties: Properties, key?: unknown) {
  if (typeof type === 'string' && plain.has(type)) {
    const html = write(type, properties)
    if (html !== undefined) return new Written(html)
  }
  const { ref = null } = properties
  const props = ref === null ? properties : without(properties)
  return {
    $$typeof: element,
    type,
    key: key === undefined ? null : String(key),
    ref,
    props,
    _owner: null,
  }
}

function without({ ref: _, ...others }: Properties): Properties {
  return others
}

/** Elements for which React has no rules of their own. */
const plain = new Set(
  `a article aside b blockquote button code dd details div dl dt em footer form h1 h2 h3 header kbd label
  li line main mark nav ol p path section small span strong summary svg table tbody td th thead time tr
  ul`.split(/\s+/),
)

/** Attributes of which React writes any text or number as it is. */
const attributes = new Map(
  `action className d form height href htmlFor id lang method name opacity role scope title type value
  viewBox width x1 x2 y1 y2`
    .split(/\s+/)
    .map((name) => [name, attributeOf(name)]),
)

function attributeOf(name: string): string {
  return name === 'className' ? 'class' : name === 'htmlFor' ? 'for' : name
}

/** Undefined for what is React's to write. Source: React 18.3, ReactDOMServerFormatConfig.js. */
function write(type: string, properties: Properties): string | undefined {
  let html = `<${type}`
  for (const name in properties) {
    const value = properties[name]
    if (name === 'children' || value === undefined || value === null) continue
    const isFlag = typeof value === 'boolean' && name.startsWith('aria-')
    if (typeof value !== 'string' && typeof value !== 'number' && !isFlag) return undefined
    const attribute = attributes.get(name) ?? (/^(?:aria|data)-[a-z-]+$/.test(name) && name)
    if (!attribute) return undefined
    html += ` ${attribute}="${escaped(String(value))}"`
  }
  const inside = new Inside()
  if (!inside.add(properties.children)) return undefined
  return `${html}>${inside.html}</${type}>`
}

/** What is in an element; two texts in a row have a comment between them, by which a browser parts them. */
class Inside {
  html = ''
  #afterText = false

  /** Returns false for a component. */
  add(child: unknown): boolean {
    if (child === undefined || child === null || typeof child === 'boolean') return true
    if (child instanceof Written) {
      this.html += child.html
      this.#afterText = false
      return true
    }
    if (Array.isArray(child)) return child.every((each) => this.add(each))
    if (typeof child !== 'string' && typeof child !== 'number') return false
    if (child === '') return true
    this.html += (this.#afterText ? '<!-- -->' : '') + escaped(String(child))
    this.#afterText = true
    return true
  }
}

const entities: Record<string, string> = {
  '"': '&quot;',
  '&': '&amp;',
  "'": '&#x27;',
  '<': '&lt;',
  '>': '&gt;',
}

function escaped(text: string): string {
  return /["&'<>]/.test(text) ? text.replace(/["&'<>]/g, (sign) => entities[sign] ?? sign) : text
}

export { Fragment, jsx as jsxs }
