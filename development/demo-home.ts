import type { SiteSettings } from '~/domain/site/settings'

const none = { title: {}, text: {}, questions: [] }

/** The café's home page, with a part of each kind that needs no picture. */
export const demoHome: NonNullable<SiteSettings['home']> = [
  {
    ...{ name: 'headline', on: true, questions: [] },
    title: { en: 'Coffee, bread and an answer.', de: 'Kaffee, Brot und eine Antwort.' },
    text: {
      en: 'Café Morgenrot in Lindenallee roasts its own coffee and bakes its own bread. Ask us anything.',
      de: 'Das Café Morgenrot in der Lindenallee röstet selbst und backt selbst. Fragen Sie uns, was Sie wollen.',
    },
  },
  { name: 'products', on: true, ...none },
  { name: 'hours', on: true, ...none },
  {
    ...{ name: 'questions', on: true, title: {}, text: {} },
    questions: [
      {
        question: { en: 'Do you have oat milk?', de: 'Haben Sie Hafermilch?' },
        answer: { en: 'Yes, at no extra charge.', de: 'Ja, ohne Aufpreis.' },
      },
      {
        question: { en: 'May I bring my dog?', de: 'Darf mein Hund mit?' },
        answer: {
          en: 'Please do. There is water by the door.',
          de: 'Gern. Wasser steht an der Tür.',
        },
      },
    ],
  },
  {
    ...{ name: 'about', on: true, questions: [] },
    title: { en: 'Who we are', de: 'Wer wir sind' },
    text: {
      en: 'Mara and Jonas opened Café Morgenrot in 2014. Since then the oven has been lit at five every morning.',
      de: 'Mara und Jonas haben das Café Morgenrot 2014 eröffnet. Seitdem brennt der Ofen jeden Morgen ab fünf.',
    },
  },
  { name: 'how', on: false, ...none },
]
