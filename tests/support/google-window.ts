import type { Page } from 'playwright-core'

/** What our stand-in leaves on the page for `answerAsGoogle`. */
interface StandIn {
  authEvent(message: { authEvent: object }): unknown
}

/**
 * Stands in for the script of Google's by which the SDK hears from its window; everything else is
 * the SDK's own, and the window is the emulator's.
 */
export async function standInForGoogle(page: Page): Promise<void> {
  await page.route('https://apis.google.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script }),
  )
}

/** Lets the window report that somebody signed in with this address, and closes it. */
export async function answerAsGoogle(page: Page, popup: Page, email: string): Promise<void> {
  await popup.waitForURL(/eventId=/)
  const eventId = new URL(popup.url()).searchParams.get('eventId')
  const claims = { sub: email, email, email_verified: true, name: 'Ada' }
  const answer = new URLSearchParams({
    providerId: 'google.com',
    id_token: JSON.stringify(claims),
  })
  await page.evaluate(
    ([id, urlResponse]) => {
      const authEvent = { type: 'signInViaPopup', eventId: id, urlResponse, sessionId: 'any' }
      ;(window as unknown as StandIn).authEvent({ authEvent })
    },
    [eventId, `http://localhost/?${answer}`] as const,
  )
  await popup.close()
}

const script = `
  const frame = {
    restyle: async () => {},
    ping: async (answer) => answer(),
    register: (name, listener) => { window[name] = listener },
    send(name, data, answer) {
      // The SDK throws at whatever it is answered here, and goes on.
      try {
        answer([{ webStorageSupport: true }])
      } catch {}
    },
  }
  window.gapi = {
    load: (name, { callback }) => callback(),
    iframes: { getContext: () => ({ open: (options, opened) => opened(frame) }) },
  }
  window[new URL(document.currentScript.src).searchParams.get('onload')]()
`
