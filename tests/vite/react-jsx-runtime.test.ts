import { createElement, Fragment, type ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { jsx } from '../../vite/react-jsx-runtime'

type Make = (type: unknown, properties: Record<string, unknown>) => unknown

const byReact: Make = (type, properties) => createElement(type as string, properties)

const written: [name: string, make: (element: Make) => unknown][] = [
  ['texts and numbers in a row', (e) => e('p', { children: ['Nr. ', 7, ' ', '', 'of', 9] })],
  ['what needs entities', (e) => e('b', { title: `"&'<>`, children: `<script>"&'</script>` })],
  ['nothing', (e) => e('p', {})],
  ['flags and gaps', (e) => e('li', { children: [null, true, 'a', false, undefined, 'b', 0] })],
  [
    'elements within elements',
    (e) => e('ul', { children: [[e('li', { children: 'a' })], ' ', e('li', { children: 1 })] }),
  ],
  [
    'texts that stand behind elements and lists',
    (e) => e('p', { children: ['a', e('b', { children: 'b' }), ['c', 'd'], 'e'] }),
  ],
  [
    'attributes',
    (e) => e('label', { className: 'tick', htmlFor: 'q', id: 'l', lang: 'de', 'data-at': 3 }),
  ],
  [
    'attributes that are absent',
    (e) => e('a', { className: '', href: '/de?a=1&b=2', 'aria-current': undefined, title: null }),
  ],
  ['flags for readers', (e) => e('svg', { 'aria-hidden': true, 'aria-busy': false, width: '16' })],
  [
    'parts without an element of their own',
    (e) =>
      e('p', { children: ['a', e(Fragment, { children: ['b', e('b', { children: 'c' })] }), 'd'] }),
  ],
  ['a tick', (e) => e('input', { type: 'checkbox', value: 7, defaultChecked: true, name: 'n' })],
  ['no tick', (e) => e('input', { defaultChecked: false, value: 'a', form: 'f' })],
  ['a field', (e) => e('input', { defaultValue: '"', id: 'q' })],
  ['a circle', (e) => e('svg', { children: e('circle', { cx: '10', cy: '1', r: '8.5' }) })],
  ['progress', (e) => e('progress', { max: 9, value: 0, 'aria-hidden': 'true' })],
  ['a drawing', (e) => e('svg', { viewBox: '0 0 16 16', children: e('path', { d: 'M2 2' }) })],
]

test.each(written)('%s are written as React writes them', (_, make) => {
  const { html } = make((type, properties) => jsx(type, properties)) as { html: string }
  expect(html).toBe(renderToString(make(byReact) as ReactElement))
})

const left: [name: string, type: string, properties: Record<string, unknown>][] = [
  ['a component', 'p', { children: jsx(() => null, {}) }],
  ['an input that is required', 'input', { required: true }],
  [
    'a fragment with a component',
    'p',
    { children: jsx(Fragment, { children: jsx(() => null, {}) }) },
  ],
  ['a choice', 'option', { value: 'a' }],
  ['a style', 'p', { style: { color: 'red' } }],
  ['a flag', 'button', { disabled: true }],
  ['HTML', 'p', { dangerouslySetInnerHTML: { __html: '<b>' } }],
  ['a handler', 'button', { onClick: () => {} }],
  ['a reference', 'p', { ref: { current: null } }],
  ['an attribute that React renames', 'td', { colSpan: 2 }],
]

test.each(left)('%s is left to React', (_, type, properties) => {
  expect(jsx(type, properties)).toMatchObject({ $$typeof: Symbol.for('react.element'), type })
})
