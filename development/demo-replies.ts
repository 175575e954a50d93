import type { LocalizedText } from '~/domain/text/languages'

/** What the café's owner answers often. */
export const demoReplies: { shortcut: string; text: LocalizedText }[] = [
  {
    shortcut: 'hours',
    text: {
      en: 'Hello {visitor},\n\nwe are open from Tuesday to Sunday, 8:00 to 18:00, and the kitchen closes at 16:00.\n\nKind regards,\n{desk}',
      de: 'Guten Tag {Name},\n\nwir haben dienstags bis sonntags von 8:00 bis 18:00 Uhr geöffnet, die Küche bis 16:00 Uhr.\n\nViele Grüße\n{Absender}, {Tresen}',
    },
  },
  {
    shortcut: 'number',
    text: {
      en: 'If you call us about this, please say that your number is {ticket}.',
      de: 'Wenn Sie uns dazu anrufen, nennen Sie bitte die Nummer {Ticket}.',
    },
  },
  {
    shortcut: 'parcel',
    text: {
      en: 'Hello {visitor}, your parcel leaves us tomorrow morning and is with you in two to three days.',
      de: 'Guten Tag {Name}, Ihr Paket geht morgen früh mit der Post raus und ist in zwei bis drei Tagen bei Ihnen.',
    },
  },
  {
    shortcut: 'vegan',
    text: {
      de: 'Vegan ist kein Problem: Hummus, Röstgemüse und der Apfelkuchen sind ohne Ei, Milch und Butter.',
    },
  },
]
