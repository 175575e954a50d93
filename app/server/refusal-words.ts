import type { Language } from '~/domain/languages'

/** What the server in front refuses without asking a page. */
export type RefusalStatus = 403 | 405 | 413 | 414 | 421 | 431 | 500 | 503

interface Words {
  title: string
  text: string
}

export const refusalWords: Record<Language, Record<RefusalStatus, Words>> = {
  en: {
    403: {
      title: 'This form did not come from our page',
      text: 'So that nobody can send something in your name, we did not accept it. Please open the page again here and send it once more.',
    },
    405: {
      title: 'We do not understand this kind of request',
      text: 'Please open the page from its address or from a link.',
    },
    413: {
      title: 'That was too much at once',
      text: 'What you sent is larger than we can take in. Please go back, shorten it, and send it again.',
    },
    414: {
      title: 'This address is too long',
      text: 'Perhaps something was added to it on the way. Please start again from our first page.',
    },
    421: {
      title: 'Nobody of that name lives here',
      text: 'This server does not answer under the address that you asked for. Please check how it is spelled.',
    },
    431: {
      title: 'Your browser sent too many cookies',
      text: 'Please delete the cookies of this site and load the page again.',
    },
    500: {
      title: 'Something failed on our side',
      text: 'It is not your fault, and we have noted it. Please try again in a moment.',
    },
    503: {
      title: 'We will be right back',
      text: 'There is too much going on just now. Please try again in a moment.',
    },
  },
  de: {
    403: {
      title: 'Dieses Formular kam nicht von unserer Seite',
      text: 'Damit niemand in Ihrem Namen etwas absenden kann, haben wir es nicht angenommen. Bitte öffnen Sie die Seite hier noch einmal und senden Sie es erneut ab.',
    },
    405: {
      title: 'Diese Art von Anfrage verstehen wir nicht',
      text: 'Bitte öffnen Sie die Seite über ihre Adresse oder über einen Link.',
    },
    413: {
      title: 'Das war zu viel auf einmal',
      text: 'Was Sie gesendet haben, ist größer, als wir annehmen können. Bitte gehen Sie zurück, kürzen Sie es und senden Sie es noch einmal.',
    },
    414: {
      title: 'Diese Adresse ist zu lang',
      text: 'Vielleicht ist unterwegs etwas hinzugekommen. Bitte beginnen Sie noch einmal auf unserer Startseite.',
    },
    421: {
      title: 'Unter diesem Namen sind wir nicht zu erreichen',
      text: 'Dieser Server antwortet nicht unter der Adresse, die Sie aufgerufen haben. Bitte prüfen Sie die Schreibweise.',
    },
    431: {
      title: 'Ihr Browser hat zu viele Cookies gesendet',
      text: 'Bitte löschen Sie die Cookies dieser Seite und laden Sie die Seite neu.',
    },
    500: {
      title: 'Bei uns ist etwas schiefgegangen',
      text: 'Es liegt nicht an Ihnen, und wir haben es notiert. Bitte versuchen Sie es gleich noch einmal.',
    },
    503: {
      title: 'Wir sind gleich wieder da',
      text: 'Gerade ist zu viel los. Bitte versuchen Sie es in einem Moment noch einmal.',
    },
  },
}
