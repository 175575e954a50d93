import { expect, test } from 'vitest'
import { shownMessage } from '~/components/tickets/shown-message.server'
import { exampleMessage } from '../contracts/examples'
import { exampleMessageMail } from '../contracts/message-mail'

function letterWith(body: string, html: 'here' | 'elsewhere', quoted?: string) {
  const mail = { ...exampleMessageMail('one'), original: 'file', html, quoted }
  const message = { ...exampleMessage('one', { body, mail }), seq: 1 }
  return shownMessage(message, 'owner', 'en').letter
}

test('The frame of a letter is low where its words and quotes have few lines', () => {
  const low = { id: 'file', elsewhere: false, short: true }
  expect(letterWith('Good morning', 'here')).toEqual(low)
  expect(letterWith('Line\n'.repeat(12), 'here')).toEqual({ id: 'file', elsewhere: false })
  expect(letterWith('Word '.repeat(200), 'here')).toEqual({ id: 'file', elsewhere: false })
  expect(letterWith('Hello', 'here', 'Quoted\n'.repeat(12))?.short).toBeUndefined()
  // Pictures that may come are no lines.
  expect(letterWith('Our offer', 'elsewhere')).toEqual({ id: 'file', elsewhere: true })
})
