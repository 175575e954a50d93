import type { Language } from '~/domain/text/languages'
import type { Priority } from '~/domain/tickets/filters'
import type { HoldReason } from '~/domain/tickets/spam'
import type { DemoMail } from './demo-mails'
import { type DemoPerson, demoColleagues } from './demo-people'

/** What happened in a ticket, and how many minutes ago. */
export type DemoStep =
  | { ago: number; by: 'visitor' | 'owner' | 'note'; text: string }
  | { ago: number; move: 'snooze' | 'solve' | 'close' }
  | { ago: number; priority: Priority }
  | { ago: number; tags: string[] }

export interface DemoTicket {
  locale: Language
  name?: string
  email?: string
  /** If it came by e-mail. */
  mail?: DemoMail
  /** Why it was taken for spam. */
  heldFor?: HoldReason
  /** Who deals with it, if not the owner. */
  member?: DemoPerson
  /** The visitor's message that begins it. */
  first: { ago: number; text: string }
  later: DemoStep[]
}

const hours = 60
const days = 24 * hours

/** The greeting on the demo desk's chat page. */
export const demoGreeting = {
  en: 'Welcome to Café Morgenrot. Ask us about tables, cakes or your coffee order. We roast in the back room, so an answer can take a few minutes.',
  de: 'Willkommen im Café Morgenrot. Fragen Sie nach Tischen, Kuchen oder Ihrem Kaffee. Wir rösten hinten, eine Antwort kann also ein paar Minuten dauern.',
}

const [jonas, elif] = demoColleagues

/** A believable fortnight at the counter of a café that also sells coffee beans online. */
export const demoTickets: DemoTicket[] = [
  {
    locale: 'en',
    name: 'Oliver Grant',
    email: 'oliver.grant@example.com',
    first: {
      ago: 13 * days + 3 * hours,
      text: 'Hello, do you send whole beans to Scotland? I had a bag of your Nordlicht last summer and have not found anything like it here.',
    },
    later: [
      {
        ago: 13 * days + 3 * hours - 9,
        by: 'owner',
        text: 'Hello Oliver, how kind of you to remember it. For now we deliver within the EU and to Switzerland only: parcels to the UK need customs papers that we cannot manage yet. If you are in town again, I will gladly put two bags aside for you.',
      },
      {
        ago: 13 * days + 2 * hours,
        by: 'visitor',
        text: 'Fair enough, and thank you for the quick answer. I will be over in spring and take you up on that.',
      },
      { ago: 13 * days + 1 * hours, tags: ['Beans', 'Shipping'] },
      { ago: 13 * days + 1 * hours, move: 'close' },
    ],
  },
  {
    locale: 'de',
    name: 'Familie Brandt',
    email: 'brandt@example.com',
    member: jonas,
    first: {
      ago: 4 * days + 6 * hours,
      text: 'Guten Tag, heute kam unser Paket an (Bestellung 2417). Leider ist eine der drei Tüten „Frühschicht“ an der Naht aufgeplatzt, die Hälfte der Bohnen liegt im Karton. Was können wir tun?',
    },
    later: [
      {
        ago: 4 * days + 6 * hours - 14,
        by: 'owner',
        text: 'Guten Tag, das tut mir leid – so soll kein Paket ankommen. Ich packe Ihnen heute noch eine neue Tüte ein, sie geht morgen früh mit der Post raus. Sie brauchen nichts zurückzuschicken.',
      },
      {
        ago: 4 * days + 6 * hours - 17,
        by: 'note',
        text: 'Dritte geplatzte Naht in diesem Monat, immer 500 g. Bei der Druckerei nachfragen, ob sich das Material geändert hat.',
      },
      {
        ago: 2 * days + 5 * hours,
        by: 'visitor',
        text: 'Die neue Tüte ist da, alles heil. Herzlichen Dank, so unkompliziert hätten wir das nicht erwartet!',
      },
      { ago: 2 * days + 4 * hours, tags: ['Reklamation', 'Versand'] },
      { ago: 2 * days + 4 * hours, move: 'solve' },
    ],
  },
  {
    locale: 'de',
    name: 'Katrin Sommer',
    email: 'k.sommer@example.com',
    member: elif,
    first: {
      ago: 2 * days + 8 * hours,
      text: 'Hallo, meine Mutter wird 70, und wir würden gern mit 14 Personen bei Ihnen frühstücken, am liebsten an einem Sonntag gegen 10 Uhr. Geht das, und was würde es ungefähr kosten?',
    },
    later: [
      {
        ago: 2 * days + 8 * hours - 26,
        by: 'owner',
        text: 'Hallo Frau Sommer, sehr gern! Bis 16 Personen decken wir Ihnen den hinteren Raum. Das große Frühstück kostet 16,50 € pro Person, Filterkaffee und Tee sind dabei. Welcher Sonntag wäre Ihnen am liebsten?',
      },
      {
        ago: 2 * days + 3 * hours,
        by: 'visitor',
        text: 'Das klingt wunderbar. Der übernächste Sonntag wäre perfekt. Zwei von uns essen vegan – ist das möglich?',
      },
      {
        ago: 1 * days + 22 * hours,
        by: 'owner',
        text: 'Vegan ist kein Problem, wir machen Hummus, Röstgemüse und einen Apfelkuchen ohne Ei und Butter. Den Raum habe ich vorgemerkt und sage Ihnen fest zu, sobald unser Dienstplan steht.',
      },
      {
        ago: 1 * days + 22 * hours - 2,
        by: 'note',
        text: 'Tische 4 bis 7 zusammenschieben. Erst mit Deniz klären, wer an dem Sonntag die Küche macht.',
      },
      { ago: 1 * days + 22 * hours - 3, tags: ['Feier'] },
      { ago: 1 * days + 22 * hours - 3, move: 'snooze' },
    ],
  },
  {
    locale: 'de',
    name: 'Thomas Richter',
    email: 'thomas.richter@example.com',
    first: {
      ago: 1 * days + 5 * hours,
      text: 'Guten Tag, ich habe am Montag zwei Kilo Espresso bestellt und noch keine Versandnachricht bekommen. Ist da etwas schiefgegangen?',
    },
    later: [
      {
        ago: 1 * days + 5 * hours - 11,
        by: 'owner',
        text: 'Guten Tag, Herr Richter, unter Ihrem Namen finde ich leider keine Bestellung vom Montag. Könnten Sie mir die Bestellnummer schicken? Sie steht in der E-Mail mit dem Betreff „Ihre Bestellung“.',
      },
    ],
  },
  {
    locale: 'en',
    first: {
      ago: 7 * hours,
      text: 'Hi! I bought the Siesta decaf yesterday and would like to make it in a moka pot. How fine should I grind it?',
    },
    later: [
      {
        ago: 7 * hours - 6,
        by: 'owner',
        text: 'Hi, good choice! A little coarser than for espresso, about like table salt. Fill the pot with hot water instead of cold and take it off the hob as soon as it starts to gurgle: that keeps the decaf from turning bitter.',
      },
      {
        ago: 7 * hours - 12,
        by: 'visitor',
        text: 'Lovely, I will try that tonight. And how long does an opened bag keep?',
      },
      {
        ago: 7 * hours - 18,
        by: 'owner',
        text: 'Four weeks at its best if you close it well and keep it out of the sun. Not in the fridge, please. Do tell us how the moka pot turns out!',
      },
    ],
  },
  {
    locale: 'de',
    name: 'Lena Hoffmann',
    first: {
      ago: 2 * hours + 17,
      text: 'Guten Tag, ich saß gestern Nachmittag am Fenster und habe wohl meinen grünen Wollschal liegen lassen. Wurde er bei Ihnen gefunden?',
    },
    later: [],
  },
  {
    locale: 'en',
    name: 'Sam Okafor',
    email: 'sam.okafor@example.com',
    member: jonas,
    first: {
      ago: 3 * hours + 5,
      text: 'Hello, we are an office of twelve just around the corner and drink about six kilos of coffee a month. Do you have a price for regular orders, and could somebody bring it over?',
    },
    later: [
      {
        ago: 3 * hours - 3,
        by: 'owner',
        text: 'Hello Sam, nice to hear from the neighbours. From five kilos a month a kilo of Frühschicht is €22 instead of €26, roasted on Monday, and Deniz brings it over on Tuesday by cargo bike, free of charge. What kind of machine do you have?',
      },
      {
        ago: 3 * hours - 8,
        by: 'note',
        text: 'If they say yes, that makes 31 kg a month for offices. Ask Deniz whether two tours still fit into Tuesday.',
      },
      { ago: 3 * hours - 9, tags: ['Office', 'Beans'] },
      { ago: 3 * hours - 9, priority: 'high' },
      {
        ago: 52,
        by: 'visitor',
        text: 'That sounds very fair. It is a fully automatic machine with its own grinder.',
      },
      {
        ago: 50,
        by: 'visitor',
        text: 'One more question: could we get an invoice at the end of the month rather than pay for each delivery?',
      },
    ],
  },
  {
    locale: 'en',
    name: 'Rank Rocket Agency',
    email: 'hello@rank-rocket.example',
    heldFor: 'links',
    first: {
      ago: 38,
      text: 'Dear webmaster, we looked at your site and can bring it to the first page within days! See https://rank-rocket.example/offers and our reviews at https://rank-rocket.example/reviews.',
    },
    later: [],
  },
  {
    locale: 'de',
    name: 'Birgit Blum',
    email: 'birgit.blum@example.com',
    mail: {
      subject: 'Torten für den 60. Geburtstag',
      html: `<div style="font-family: Georgia, serif; color: #2b2b2b"><p>Guten Tag,</p><p>für unsere Feier am Samstag in zwei Wochen bräuchten wir:</p><table style="border-collapse: collapse"><tr><th style="background-color: #7a1f3d; color: #ffffff; padding: 6px 14px">Torte</th><th style="background-color: #7a1f3d; color: #ffffff; padding: 6px 14px">Stück</th></tr><tr><td style="border: 1px solid #d8b8c2; padding: 6px 14px">Himbeer-Sahne</td><td style="border: 1px solid #d8b8c2; padding: 6px 14px">2</td></tr><tr><td style="border: 1px solid #d8b8c2; padding: 6px 14px">Schokolade, vegan</td><td style="border: 1px solid #d8b8c2; padding: 6px 14px">1</td></tr></table><p>Wer was nicht verträgt, steht in der Liste. Was würde das zusammen kosten?</p><p>Herzliche Grüße<br>Birgit Blum</p></div>`,
      file: {
        name: 'Allergien.txt',
        type: 'text/plain; charset=utf-8',
        text: 'Anna: Nüsse\r\nJörg: Laktose\r\nMia: nichts\r\n',
      },
    },
    first: {
      ago: 17,
      text: 'Guten Tag,\n\nfür unsere Feier am Samstag in zwei Wochen bräuchten wir:\n\nTorte | Stück\nHimbeer-Sahne | 2\nSchokolade, vegan | 1\n\nWer was nicht verträgt, steht in der Liste. Was würde das zusammen kosten?\n\nHerzliche Grüße\nBirgit Blum',
    },
    later: [],
  },
  {
    locale: 'en',
    name: 'Priya Nair',
    email: 'priya.nair@example.com',
    member: jonas,
    mail: {
      subject: 'Tasting for our team',
      invitation: {
        kind: 'invitation',
        what: 'Coffee tasting for twelve',
        inDays: 9,
        hour: 15,
        hours: 2,
        place: 'Café Morgenrot',
        by: 'Priya Nair',
        with: ['Café Morgenrot', 'Tom Becker'],
      },
    },
    first: {
      ago: 2 * hours,
      text: 'Hello,\n\nI have put the tasting that we spoke about into the calendar. Does the time suit you?\n\nBest wishes\nPriya',
    },
    later: [
      {
        ago: 2 * hours - 20,
        by: 'owner',
        text: 'Hello Priya, three o’clock suits us well. There will be four coffees, and bread in between. Is anybody drinking decaf?',
      },
    ],
  },
  {
    locale: 'en',
    first: {
      ago: 4,
      text: 'Is there a table for two outside right now, and may our (very calm) dog come along?',
    },
    later: [],
  },
]
