import type { Slot } from '~/domain/desks/hours'

const morning: Slot = { from: 8 * 60, to: 12 * 60 }
const afternoon: Slot = { from: 13 * 60, to: 18 * 60 }
const whole = [morning, afternoon]

/** When the café is open: it ends its Fridays at night and has its rest on Mondays. */
export const demoDays = {
  week: [
    [],
    whole,
    whole,
    whole,
    [morning, { from: 13 * 60, to: 60 }],
    [{ from: 9 * 60, to: 17 * 60 }],
    [{ from: 9 * 60, to: 14 * 60 }],
  ],
  exceptions: [
    { first: '2030-12-24', last: '2030-12-26', label: 'Christmas' },
    { first: '2030-12-31', last: '2030-12-31', slot: { from: 540, to: 840 }, label: '' },
  ],
  replyWithin: '2-hours' as const,
  away: {
    en: 'We are asleep or at the market. Leave us your question: we answer it first thing.',
    de: 'Wir schlafen oder sind auf dem Markt. Schreiben Sie uns, dann antworten wir gleich nach dem Öffnen.',
  },
}
