import { type Embed, type EmbedStore, newEmbed } from '../../../domain/desks/embeds'
import type { Database } from '../database/database.server'

export function createEmbedStore({ document, transact }: Database): EmbedStore {
  const change = (deskId: string, decide: (embed: Embed | undefined) => Embed | undefined) =>
    transact([`embed ${deskId}`], async (transaction) => {
      const reference = document('embeds', deskId)
      const changed = decide((await transaction.get(reference)).data())
      if (changed) transaction.set(reference, changed)
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
