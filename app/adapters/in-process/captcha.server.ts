import type { CaptchaDemand, RecaptchaConfig } from '../../domain/identity/captcha'

const minute = 60_000
const hour = 60 * minute

interface Known {
  siteKey?: string
  until: number
}

/** Remembers what `ask` returned, or that it failed. Nobody waits longer than `timeoutMs` (ms). */
export function createCaptchaDemand(
  ask: () => Promise<RecaptchaConfig>,
  timeoutMs = 1_000,
): CaptchaDemand {
  let known: Known | undefined
  let asking: Promise<void> | undefined

  async function learn(began: number) {
    // Only the first failure counts: a late one is older than the last success.
    let failed = false
    const nothing = () => {
      if (!failed) known = { until: began + minute }
      failed = true
    }
    const answered = ask().then(({ siteKey, password }) => {
      // AUDIT refuses nobody, so Google's script is not needed.
      known = { siteKey: password === 'ENFORCE' ? siteKey : undefined, until: began + hour }
    }, nothing)
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(() => resolve(nothing()), timeoutMs)
    })
    await Promise.race([answered, late])
    clearTimeout(timer)
  }

  return {
    async siteKey(now) {
      const time = now.getTime()
      if (!known || time >= known.until) {
        asking ??= learn(time).finally(() => {
          asking = undefined
        })
      }
      await asking
      return known?.siteKey
    },
    known: () => known?.siteKey,
    missed() {
      if (!known?.siteKey) known = undefined
    },
  }
}
