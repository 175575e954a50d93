import type { SiteClaimStore } from '../../../domain/desks/site-desk'
import type { Database } from '../database/database.server'
import { createRecent } from '../database/recent'

const name = 'siteClaim'

export function createSiteClaimStore({ document, transact }: Database): SiteClaimStore {
  const whole = document('siteClaim', 'site')
  const recent = createRecent<string>()
  return {
    async find() {
      const seen = recent.get(name)
      if (seen !== undefined) return seen
      const since = performance.now()
      const deskId = (await whole.get()).data()?.deskId
      if (deskId) recent.note(name, deskId, since)
      return deskId
    },

    async replace(from, to) {
      const replaced = await transact([name], async (transaction) => {
        if ((await transaction.get(whole)).data()?.deskId !== from) return false
        transaction.set(whole, { deskId: to })
        return true
      })
      recent.forget(name)
      return replaced
    },
  }
}
