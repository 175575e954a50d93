import { expect, it } from 'vitest'
import { formStamp, readStamp } from '~/http/forms/stamp.server'

const shown = new Date('2026-05-04T09:00:00Z')
const later = new Date(shown.getTime() + 5_000)
const [secret, before] = [
  'a secret of thirty-two characters',
  'the one before it of forty characters...',
]
const stamp = formStamp([secret], 'desk', shown)

it("says a form's age and which form it is, also once the secret has changed", () => {
  const read = readStamp(stamp, [secret], 'desk', later)
  expect(read?.age).toBe(5_000)
  expect(readStamp(formStamp([before], 'desk', shown), [secret, before], 'desk', later)?.age).toBe(
    5_000,
  )
  const another = formStamp([secret], 'desk', shown)
  expect(another).toHaveLength(stamp.length)
  expect(readStamp(another, [secret], 'desk', later)?.form).not.toBe(read?.form)
})

it.each([
  ['empty', ''],
  ['for another desk', formStamp([secret], 'other', shown)],
  ['signed by another', formStamp([before], 'desk', shown)],
  ['older than it was', stamp.replace(/^\d+/, String(shown.getTime() - 60_000))],
  ['another form', stamp.replace(/\.[\w-]+\./, '.AAAAAAAAAAAA.')],
  ['without a signature', stamp.slice(0, stamp.lastIndexOf('.') + 1)],
  ['cut', stamp.slice(0, -1)],
  ['longer', `${stamp}A`],
])('reads no stamp that is %s', (_, other) => {
  expect(readStamp(other, [secret], 'desk', later)).toBeUndefined()
})
