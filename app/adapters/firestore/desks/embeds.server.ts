import { type Embed, type EmbedStore, newEmbed } from '../../../domain/desks/embeds'
import type { Database } from '../database/database.server'

export function createEmbedStore({ document, transact }: Database): EmbedStore {
  const change = (deskId: string, decide: (embed: Embed | undefined) => Embed | undefined) =>
    transact([`embed ${deskId}`], async (transaction) => {
      const place = document('embeds', deskId)
      const changed = decide((await transaction.get(place)).data())
      if (changed) transaction.set(place, changed)
    })

  return {
    async find(deskId) {
      return (await document('embeds', deskId).get()).data() ?? newEmbed()
    },

    save: (deskId, parts) => change(deskId, (embed = newEmbed()) => ({ ...embed, ...parts })),

    note: (deskId, seenOn, seenAt) =>
      change(deskId, (embed) =>
        embed && !(embed.seenAt && embed.seenAt >= seenAt)
          ? { ...embed, seenOn, seenAt }
          : undefined,
      ),
  }
}
