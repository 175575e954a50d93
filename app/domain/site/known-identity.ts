import { type EmbedStore, ownLook } from '../desks/embeds'
import { findSiteDesk } from '../desks/site-desk'
import type { LegalSource } from '../legal/legal-store'
import { tradeName } from '../legal/trade-name'
import { type Stores, StoreUnavailable } from '../stores'
import { initialsOf } from '../text/initials'
import { newIdentity, pictureAddress, type SiteIdentity } from './identity'
import type { SiteSource } from './settings-store'

type Ports = Pick<Stores, 'desks' | 'siteClaim'> & {
  embeds: Pick<EmbedStore, 'find'>
  legal: Pick<LegalSource, 'written'>
  site: Pick<SiteSource, 'read'>
}

/** The name is the desk's; until it has one, the company's without its legal form. */
export async function readIdentity(ports: Ports): Promise<SiteIdentity> {
  const [desk, { mark, credit, offers }, { details }] = await Promise.all([
    findSiteDesk(ports),
    ports.site.read(),
    ports.legal.written(),
  ])
  const embed = desk && (await ports.embeds.find(desk.id))
  const look = embed?.look ?? ownLook
  const name = desk?.name || tradeName(details.company?.name ?? '')
  const answers = desk !== undefined
  const shown = { look, mark: mark && pictureAddress(mark), credit, offers, answers }
  if (!name) return { ...newIdentity, ...shown }
  return { ...shown, name, named: true, letters: initialsOf(name) }
}

/** Milliseconds after which another process's change shows. */
const freshFor = 5_000

export interface KnownIdentity {
  /** Never rejects: while the store is away, what is known. */
  read(): Promise<SiteIdentity>
  /** As it was read last. */
  known(): SiteIdentity
}

/** Read once in a while, since every page shows it; `generation` changes with a change of this process. */
export function createKnownIdentity(
  ports: Ports,
  now: () => Date,
  generation: () => number,
): KnownIdentity {
  let last = { identity: newIdentity, generation: -1, at: 0 }
  let reading: { generation: number; identity: Promise<SiteIdentity> } | undefined

  async function read(begun: number) {
    try {
      const identity = await readIdentity(ports)
      last = { identity, generation: begun, at: now().getTime() }
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
    } finally {
      if (reading?.generation === begun) reading = undefined
    }
    return last.identity
  }

  return {
    async read() {
      const current = generation()
      const fresh = Math.abs(now().getTime() - last.at) < freshFor
      if (fresh && last.generation === current) return last.identity
      if (reading?.generation !== current) {
        reading = { generation: current, identity: read(current) }
      }
      return reading.identity
    },
    known: () => last.identity,
  }
}
