import { expect, test } from 'vitest'
import { languageOfWords } from '~/domain/text/words-of-languages'

test.each([
  ['Guten Tag,\n\nhaben Sie am Samstag geöffnet?\n\nMit freundlichen Grüßen\nBirgit Blum', 'de'],
  ['Ich brauche 3 Torten', 'de'],
  ['moin, gibts noch karten?', 'de'],
  ['Danke!', 'de'],
  ['ICH HÄTTE GERN EINE RECHNUNG', 'de'],
  ['Hi, do you have oat milk?', 'en'],
  ['Thanks, see you at nine.', 'en'],
  ['Can I have it in red?', 'en'],
  ['Hallo Mara,\n\nkönnten wir das Meeting mit dem Team verschieben? Best regards\nTim', 'de'],
  ['Dear Ms Müller,\n\nwould the room “Die Galerie” be free for us?\n\nKind regards', 'en'],
  ['Ja', 'de'],
  ['OK', undefined],
  ['12 Croissants, 8:30', undefined],
  ['', undefined],
  ['Bonjour', undefined],
])('the words of %j are in %s', (text, language) => {
  expect(languageOfWords(text)).toBe(language)
})

test('what stands far below does not count', () => {
  const disclaimer = 'The information in this e-mail is for you and your company. '.repeat(50)
  expect(
    languageOfWords(`Wann haben Sie heute offen, bitte?${'\n'.repeat(2_000)}${disclaimer}`),
  ).toBe('de')
})
