import type { CaptchaDemand, RecaptchaConfig } from '../../domain/captcha'

const minute = 60_000
const hour = 60 * minute

interface Known {
  siteKey: string | undefined
  /** Milliseconds. */
  until: number
}

/** Remembers within one process what `ask` answered, or that it failed. */
export function createCaptchaDemand(ask: () => Promise<RecaptchaConfig>): CaptchaDemand {
  let known: Known | undefined
  let asking: Promise<Known> | undefined

  async function find(now: Date): Promise<Known> {
    const began = now.getTime()
    try {
      const { siteKey, password } = await ask()
      // Who only audits refuses nobody: nothing of Google's need be loaded for that.
      return { siteKey: password === 'ENFORCE' ? siteKey : undefined, until: began + hour }
    } catch {
      return { siteKey: undefined, until: began + minute }
    }
  }

  return {
    async siteKey(now) {
      if (known && now.getTime() < known.until) return known.siteKey
      asking ??= find(now).finally(() => {
        asking = undefined
      })
      known = await asking
      return known.siteKey
    },
    missed() {
      if (!known?.siteKey) known = undefined
    },
  }
}
