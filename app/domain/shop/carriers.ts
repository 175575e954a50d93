import { filledIn, type Language } from '../text/languages'
import { foldText, shortenText } from '../text/search-folding'
import { nameLine } from '../text/single-line'
import { parseLink } from '../text/urls'
import carriers from './carriers.json'

export interface Shipment {
  carrier?: string
  /** Of a carrier with a link of its own, without blanks. */
  trackingNumber?: string
  /** http or https. */
  trackingUrl?: string
}

export const carrierNames = carriers.map(({ name }) => name)

/** In characters. */
export const longestCarrier = 60
export const longestTracking = 500

type Read = Shipment | { problem: 'name' | 'carrier' | 'number' | 'address' }

/**
 * From a carrier's name and a number or a web address, both optional. An address without its scheme is
 * taken, too, and names its carrier, as do numbers that only one of them has. Problems: `name` is a number or an address where the carrier
 * belongs; `carrier`: there is no link for the number alone.
 */
export function readShipment(carrierTyped: string, trackingTyped: string): Read {
  const [named, tracking] = [nameLine(carrierTyped), nameLine(trackingTyped)]
  const known = carrierNamed(named)
  const carrier = known ?? named
  if (/\d{6}|\//.test(named)) return { problem: 'name' }
  if (!tracking) return carrier ? { carrier } : {}
  if (/^www\.|\//i.test(tracking)) {
    const url = parseLink(/^[a-z]+:/i.test(tracking) ? tracking : `https://${tracking}`)
    if (!url?.hostname.includes('.') || tracking.length > longestTracking)
      return { problem: 'address' }
    const by = carrier || carrierAt(url)
    return { ...(by && { carrier: by }), trackingUrl: url.href }
  }
  const trackingNumber = tracking.replace(/[ .-]/g, '').toUpperCase()
  const hasWords = carrierNamed(tracking) || /[a-z]{5}[ .-]/i.test(tracking)
  if (hasWords || !/^[A-Z0-9]{6,40}$/.test(trackingNumber)) return { problem: 'number' }
  const by = known ?? (named ? undefined : carrierOf(trackingNumber))
  return by ? { carrier: by, trackingNumber } : { problem: 'carrier' }
}

/**
 * The carrier's own page about the parcel. Sources of the addresses, read in November 2026: DHL's
 * plug-in for WooCommerce (`PR_DHL_PAKET_TRACKING_URL`); GLS's page since its move from gls-group.eu,
 * whose old addresses end at a 404; for DPD, Hermes, UPS, Österreichische Post and Swiss Post the
 * providers of WooCommerce Shipment Tracking and the shops that link to the same pages.
 */
export function trackingLink(shipment: Shipment, language: Language): string | undefined {
  const { carrier, trackingNumber, trackingUrl } = shipment
  if (trackingUrl || !trackingNumber) return trackingUrl
  const found = carriers.find(({ name }) => name === carrier)
  return found && filledIn(found.link)[language] + trackingNumber
}

function carrierNamed(typed: string): string | undefined {
  const name = plain(typed)
  return carriers.find(({ known }) => known.some((each) => name.startsWith(plain(each))))?.name
}

/**
 * Numbers that tell their carrier. Sources: UPU S10 (letters and parcels that end with a country), UPS's 1Z,
 * DHL's own NVE (GS1 prefix 340434) and licence plate (JJD).
 */
const numbers: readonly [RegExp, string][] = [
  [/^(?:00340434\d{12}|JJD\d{8,}|[A-Z]{2}\d{9}DE)$/, 'DHL'],
  [/^1Z[A-Z0-9]{16}$/, 'UPS'],
  [/^[A-Z]{2}\d{9}AT$/, 'Österreichische Post'],
  [/^(?:99\d{16}|[A-Z]{2}\d{9}CH)$/, 'Swiss Post'],
]

function carrierOf(trackingNumber: string): string | undefined {
  return numbers.find(([shape]) => shape.test(trackingNumber))?.[1]
}

function carrierAt({ hostname }: URL): string | undefined {
  const isAt = (host: string) => hostname === host || hostname.endsWith(`.${host}`)
  return carriers.find(({ hosts }) => hosts.some(isAt))?.name
}

/** Folded, with a blank at both ends. */
function plain(text: string): string {
  return shortenText(foldText(text))
}
