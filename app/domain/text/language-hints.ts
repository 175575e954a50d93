/** What tells the languages of `languages.ts` apart; one without hints is never guessed. */
interface Hints {
  /** Small words that it has and the others have not. */
  words: string
  /** Time zones where most people speak it; none for the default. */
  zones: readonly string[]
}

export const languageHints: Partial<Record<string, Hints>> = {
  en: {
    words: `the and you your yours is are were have has had can could would should please thanks thank
      hello dear we my mine our us for with without this that these what when where which how why does not
      it its from of to at be been there here if or but any some order open today tomorrow regards yes`,
    zones: [],
  },
  de: {
    words: `der die das dem den des und oder aber ist sind ich sie wir uns ihr ihre ihren ihnen mein meine
      meinen meiner unser unsere für mit ohne nicht kein keine ein eine einen einem einer zu zum zur bei
      beim von vom auf im ins haben habe hätte hätten können kann könnte könnten würde würden möchte
      möchten bitte danke vielen dank guten tag hallo liebe lieber sehr geehrte geehrter wann wo wie warum
      noch auch dass wenn gibt es heute morgen gruß grüße grüßen bestellung ja nein`,
    zones: ['Europe/Berlin', 'Europe/Busingen', 'Europe/Vienna', 'Europe/Zurich', 'Europe/Vaduz'],
  },
}
