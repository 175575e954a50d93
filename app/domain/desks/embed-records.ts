import type { Kind } from '../records/kinds'
import { changed, created, type Records } from '../records/records'
import { textFrom } from '../text/stored-text'
import { type Embed, type EmbedStore, newEmbed } from './embeds'
import { lookFrom, originsFrom } from './embeds-input'

export const embedKind: Kind<Embed & { deskId: string }, never> = {
  noun: 'embed',
  table: 'embeds',
  cells: {
    deskId: 'text',
    look: 'json',
    launcher: 'json',
    consent: 'json',
    consentLink: 'json',
    origins: 'json',
    seenOn: 'text',
    seenAt: 'time',
  },
  key: ['deskId'],
  desk: 'deskId',
  lists: {},
}

const changing = (deskId: string) => [`embed ${deskId}`]

export function createEmbedStore(records: Records): EmbedStore {
  return {
    async find(deskId) {
      const found = await records.get(embedKind, deskId)
      if (!found) return newEmbed()
      const { deskId: _, look, launcher, consent, consentLink, origins, ...seen } = found
      return {
        look: lookFrom(look),
        launcher: textFrom(launcher),
        consent: textFrom(consent),
        consentLink: textFrom(consentLink),
        origins: originsFrom(origins),
        ...seen,
      }
    },

    save: (deskId, parts) =>
      records.commit(changing(deskId), async (read) => {
        const before = await read.get(embedKind, deskId)
        const change = before
          ? changed(embedKind, before, { ...before, ...parts })
          : created(embedKind, { ...newEmbed(), ...parts, deskId })
        return { result: undefined, changes: [change] }
      }),

    note: (deskId, seenOn, seenAt) =>
      records.commit(changing(deskId), async (read) => {
        const before = await read.get(embedKind, deskId)
        if (!before || (before.seenAt && before.seenAt >= seenAt)) return { result: undefined }
        const change = changed(embedKind, before, { ...before, seenOn, seenAt })
        return { result: undefined, changes: [change] }
      }),
  }
}
