import { Fragment, type PropsWithChildren, type ReactElement } from 'react'

// Stands for react/jsx-runtime in the server's build. React's own copies the properties of each element, for
// `ref` and for `defaultProps`, which no component here has: a fifth of what drawing takes. Of plain elements
// with nothing but such in them the HTML is written at once, in half of the time that React takes.
const element = Symbol.for('react.element')
const written = Symbol.for('tresen.written')
/** Of a component that says at once what it is; see vite/mended-remix.ts. */
const direct = Symbol.for('tresen.direct')

type Properties = Record<string, unknown>

/** The HTML of an element; React hands it on, see vite/mended-remix.ts. No data can be taken for it. */
class Written {
  readonly $$typeof = written

  constructor(readonly html: string) {}
}

/** What `createElement` returns, or its HTML. Source: React 18.3, ReactJSXElement.js. */
export function jsx(type: unknown, properties: Properties, key?: unknown): unknown {
  if (typeof type === 'string') {
    const html = write(type, properties)
    if (html !== undefined) return new Written(html)
  }
  const drawn = (type as { [direct]?: (properties: Properties) => unknown })[direct]?.(properties)
  if (drawn) return drawn
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
  `a article aside b blockquote button circle code dd details div dl dt em footer form h1 h2 h3 header
  kbd label li line main mark nav ol p path progress section small span strong summary svg table tbody td
  th thead time tr ul`.split(/\s+/),
)

/** Attributes of which React writes any text or number as it is, each up to its value. */
const attributes = new Map(
  `action className cx cy d form height href htmlFor id lang max method name opacity r role scope title
  type value viewBox width x1 x2 y1 y2`
    .split(/\s+/)
    .map((name) => [name, ` ${attributeOf(name)}="`]),
)

function attributeOf(name: string): string {
  return name === 'className' ? 'class' : name === 'htmlFor' ? 'for' : name
}

/** Undefined for what is React's to write. Source: React 18.3, ReactDOMServerFormatConfig.js. */
function write(type: string, properties: Properties): string | undefined {
  if (type === 'input') return input(properties)
  if (!plain.has(type)) return undefined
  const inside = insideOf(properties.children)
  const said = inside === undefined ? undefined : attributesOf(properties)
  return said === undefined ? undefined : `<${type}${said}>${inside}</${type}>`
}

/** Whether it is ticked, and then its value, are said last. */
function input({ defaultChecked, value, defaultValue, ...others }: Properties) {
  const said = attributesOf(others)
  const last = attributesOf({ value: value ?? defaultValue })
  if (said === undefined || last === undefined) return undefined
  return `<input${said}${defaultChecked ? ' checked=""' : ''}${last}/>`
}

function attributesOf(properties: Properties): string | undefined {
  let html = ''
  for (const name in properties) {
    const value = properties[name]
    if (name === 'children' || value === undefined || value === null) continue
    const isFlag = typeof value === 'boolean' && name.startsWith('aria-')
    if (typeof value !== 'string' && typeof value !== 'number' && !isFlag) return undefined
    const attribute = attributes.get(name) ?? ownAttribute(name)
    if (!attribute) return undefined
    html += `${attribute}${escaped(String(value))}"`
  }
  return html
}

function ownAttribute(name: string): string | undefined {
  if (!/^(?:aria|data)-[a-z-]+$/.test(name)) return undefined
  const attribute = ` ${name}="`
  attributes.set(name, attribute)
  return attribute
}

/** What is in an element; undefined where there is a component. */
function insideOf(children: unknown): string | undefined {
  if (typeof children === 'string') return escaped(children)
  if (children instanceof Written) return children.html
  const inside = { html: '', isText: false }
  return add(inside, children) ? inside.html : undefined
}

/** Two texts in a row have a comment between them, by which a browser parts them. */
function add(inside: { html: string; isText: boolean }, child: unknown): boolean {
  if (child === undefined || child === null || typeof child === 'boolean' || child === '')
    return true
  if (child instanceof Written) {
    inside.html += child.html
    inside.isText = false
    return true
  }
  if (typeof child === 'string' || typeof child === 'number') {
    inside.html += (inside.isText ? '<!-- -->' : '') + escaped(String(child))
    inside.isText = true
    return true
  }
  if (!Array.isArray(child)) return isFragment(child) && add(inside, child.props.children)
  for (const each of child) if (!add(inside, each)) return false
  return true
}

function isFragment(child: unknown): child is ReactElement<PropsWithChildren> {
  return (child as ReactElement).type === Fragment
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
