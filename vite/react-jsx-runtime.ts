import { Fragment } from 'react'

// Stands for react/jsx-runtime in the server's build. React's own copies the properties of each element, for
// `ref` and for `defaultProps`, which no component here has: a fifth of what drawing takes.
const element = Symbol.for('react.element')

type Properties = Record<string, unknown>

/** What `createElement` returns. Source: React 18.3, ReactJSXElement.js. */
export function jsx(type: unknown, properties: Properties, key?: unknown) {
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

export { Fragment, jsx as jsxs }
