import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestServer } from '../support/browser-server'
import { hydrated, newEmail, open, openTestServer, signUp } from '../support/browser-server'
import { en } from '../support/locales'
import { watchProblems } from '../support/problems'

/** What programs of the reader's do to a document. */
const changes: Record<string, () => void> = {
  'a style at the beginning of head': () => {
    const style = document.createElement('style')
    style.textContent = 'extension-root { display: none }'
    document.head.prepend(style)
  },
  'a script at the end of head': () => {
    document.head.append(document.createElement('script'))
  },
  'a meta at the beginning of head': () => {
    document.head.prepend(document.createElement('meta'))
  },
  'a link in the middle of head': () => {
    document.querySelector('title')?.before(document.createElement('link'))
  },
  'attributes on html, body and a field': () => {
    document.documentElement.setAttribute('data-extension', 'installed')
    document.documentElement.classList.add('dark-reader')
    document.body.setAttribute('cz-shortcut-listen', 'true')
    document.querySelector('textarea, input')?.setAttribute('data-gramm', 'false')
  },
  'an element at the end of body': () => {
    document.body.append(document.createElement('extension-overlay'))
  },
  'elements at the beginning of body and the end of html': () => {
    document.body.prepend(document.createElement('extension-overlay'))
    document.documentElement.append(document.createElement('extension-root'))
  },
  'translated texts': () => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: Text[] = []
    while (texts.nextNode()) found.push(texts.currentNode as Text)
    for (const each of found) {
      if (!each.data.trim() || each.parentElement?.closest('script, style, textarea, option'))
        continue
      const outer = document.createElement('font')
      const inner = outer.appendChild(document.createElement('font'))
      each.replaceWith(outer)
      inner.append(each)
    }
    document.documentElement.classList.add('translated-ltr')
    document.title = 'Übersetzt'
  },
  'an element beside a field': () => {
    document
      .querySelector('main textarea, main form, main h1')
      ?.before(document.createElement('extension-button'))
  },
  'an element missing': () => {
    document.querySelector('main p, main a')?.remove()
  },
}

/** Where somebody is when it happens: what they do there, and what must be as it was afterwards. */
const pages = {
  'with a form under way': {
    path: '/dashboard/company?text=terms&in=en',
    begin: async (page: Page) => {
      const field = page.locator('textarea[name=text]')
      await field.fill('Ask at the counter.')
      await field.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(4, 6, 'backward'))
    },
    state: () => {
      const { name, value, selectionStart, selectionEnd, selectionDirection } =
        document.activeElement as HTMLTextAreaElement
      return `${name} ${value} ${selectionStart} ${selectionEnd} ${selectionDirection}`
    },
    expected: 'text Ask at the counter. 4 6 backward',
  },
  'in a fold of a form': {
    path: '/dashboard/shelf/product',
    begin: async (page: Page) => {
      const fold = page.locator('main details:has(input, textarea)').first()
      await fold.locator('summary').first().click()
      await fold.locator('input[type=text], input:not([type]), textarea').first().fill('7')
    },
    state: () => {
      const field = document.activeElement as HTMLInputElement
      return `${field.value} ${field.closest('details')?.open}`
    },
    expected: '7 true',
  },
  'with two folds open': {
    path: '/dashboard/shelf/product',
    begin: async (page: Page) => {
      for (const index of [0, 1]) await page.locator('main form summary').nth(index).click()
    },
    state: () => {
      const folds = [...document.querySelectorAll<HTMLDetailsElement>('main form details')]
      const focused = document.activeElement?.parentElement
      return `${folds[0]?.open} ${folds[1]?.open} ${focused === folds[1]}`
    },
    expected: 'true true true',
  },
  'without a form': {
    path: '/dashboard',
    begin: (page: Page) => page.locator('.rail a[href="/dashboard/profile"]').focus(),
    state: () => document.activeElement?.getAttribute('href') ?? '',
    expected: '/dashboard/profile',
  },
}

/** Holds the tasks that React posts to itself, of which hydration is the first. */
function holdTasks() {
  const { postMessage } = MessagePort.prototype
  const held = new Promise<() => void>((resolve) => {
    MessagePort.prototype.postMessage = function (...given: [unknown]) {
      MessagePort.prototype.postMessage = postMessage
      resolve(() => postMessage.apply(this, given))
    }
  })
  Object.assign(window, { held })
}

/** What `state` says in the very task in which React has rendered the page again: before another press can come. */
function watchRendering() {
  const observer = new MutationObserver((changes) => {
    const removed = changes.flatMap(({ removedNodes }) => [...removedNodes])
    if (!removed.some((each) => each instanceof Element && each.matches('.desk-page'))) return
    observer.disconnect()
    Object.assign(window, { rendered: Reflect.get(window, 'state')() })
  })
  observer.observe(document.body, { childList: true, subtree: true })
}

/** Whether the desk has its style now, and has had it in every frame since the page came. */
function watchStyle() {
  Object.assign(window, { styled: true })
  const look = () => {
    const styled = getComputedStyle(document.body).display === 'flex'
    if (!styled) Object.assign(window, { styled })
    requestAnimationFrame(look)
  }
  addEventListener('DOMContentLoaded', look)
}

let server: TestServer
let owner: Page
let problems: string[]

beforeAll(async () => {
  server = await openTestServer(async ({ legal }) => {
    await legal.change(() => ({ details: { texts: {} } }))
  })
  owner = await server.visitor()
  problems = await watchProblems(owner)
  await signUp(owner, newEmail(), 'en')
  await owner.addInitScript(watchStyle)
})
afterAll(() => server.close())

describe.each(Object.entries(pages))('A page %s', (_, { path, begin, state, expected }) => {
  describe.each(['before', 'while'] as const)('that is changed %s it hydrates', (when) => {
    test.each(Object.keys(changes))('keeps style, words and selection with %s', async (name) => {
      problems.length = 0
      const waiting: Route[] = []
      let isWaiting = true
      await owner.route('**/assets/*.js', async (route) => {
        if (isWaiting) waiting.push(route)
        else await route.continue()
      })
      await open(owner, path)
      const change = changes[name] as () => void
      if (when === 'before') {
        await begin(owner)
        await owner.evaluate(change)
      } else await owner.evaluate(holdTasks)
      await owner.evaluate(`window.state = ${state}`)
      await owner.evaluate(watchRendering)
      isWaiting = false
      await Promise.all(waiting.map((route) => route.continue()))
      await owner.unroute('**/assets/*.js')
      if (when === 'while') {
        const goOn = await owner.evaluateHandle(() =>
          (window as unknown as { held: Promise<() => void> }).held.then((go) => ({ go })),
        )
        await begin(owner)
        await owner.evaluate(change)
        await goOn.evaluate(({ go }) => go())
      }
      await hydrated(owner)
      await expect.poll(() => owner.evaluate(state)).toBe(expected)
      expect([undefined, expected]).toContain(
        await owner.evaluate(() => Reflect.get(window, 'rendered')),
      )
      expect(await owner.evaluate(() => Reflect.get(window, 'styled'))).toBe(true)
      expect(await owner.locator('h1').first().textContent()).not.toBe(en.errors.page.failed)
      // React says that it has rendered the page again, and the policy forbids this style; nothing else is wrong.
      const foreseen = /Minified React error #4(18|22|23|25)|Applying inline style|style-src-elem/
      expect(problems.filter((each) => !foreseen.test(each))).toEqual([])
      // And it is an app, which goes on within its document.
      await owner.evaluate(() => document.body.setAttribute('data-same', 'document'))
      owner.once('dialog', (question) => question.accept())
      await owner.locator('.rail a[href="/dashboard/profile"]').click()
      await owner.getByRole('heading', { name: en.profile.heading }).first().waitFor()
      expect(await owner.locator('body').getAttribute('data-same')).toBe('document')
      expect(await owner.title()).toContain(en.profile.page.title)
      owner.removeAllListeners('dialog')
    })
  })
})
