import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { languages } from '~/domain/text/languages'
import { localizedPath } from '~/i18n/addresses'
import { elements, field, fieldsListed, linksIn, textOf } from '../support/html'
import { minute, type Owner, openTestServer, type TestServer, words } from '../support/test-server'

let server: TestServer
/** Of the site's own desk. */
let siteOwner: Owner
let owner: Owner

beforeAll(async () => {
  server = await openTestServer()
  siteOwner = await server.signUp()
})
beforeEach(async () => {
  owner = await server.signUp()
})
afterAll(() => server.close())

const desk = async () => {
  const found = await server.services.desks.findById(owner.desk.id)
  if (!found) throw new Error('The desk is gone')
  return found
}

/** Every day from 9 to 13 and from 14 to 18, as the form has it. */
const everyDay = Object.fromEntries(
  [0, 1, 2, 3, 4, 5, 6].flatMap((day) => [
    [`day-${day}-0-from`, '09:00'],
    [`day-${day}-0-to`, '13:00'],
    [`day-${day}-1-from`, '14:00'],
    [`day-${day}-1-to`, '18:00'],
  ]),
)

describe.each(languages)('in %s', (language) => {
  const { counter: said, dashboard, hours: hoursWords, errors } = words[language]
  const { retention: retentionWords } = words[language]
  const path = localizedPath('/dashboard/settings/hours', language)

  const exceptionsPath = localizedPath('/dashboard/settings/exceptions', language)
  const awayPath = localizedPath('/dashboard/settings/away', language)

  function press(intent: string, form: Record<string, string> = {}, at = path) {
    const all = { timeZone: 'Europe/Berlin', replyWithin: '', ...form, intent }
    return server.ask(at, { ...owner, form: all })
  }

  it('hours, the zone and the promise are kept, and shown in words', async () => {
    const reply = await press('save-hours', {
      ...everyDay,
      'day-5-0-from': '22:00',
      'day-5-0-to': '2:00',
      'day-5-1-from': '',
      'day-5-1-to': '',
      'day-6-0-from': '',
      'day-6-0-to': '',
      timeZone: 'Asia/Kolkata',
      replyWithin: '4-hours',
    })
    expect(reply).toMatchObject({ status: 303, location: `${path}#hours-heading` })
    const { week, timeZone, replyWithin } = await desk()
    expect({ timeZone, replyWithin }).toEqual({ timeZone: 'Asia/Kolkata', replyWithin: '4-hours' })
    expect(week?.[0]).toEqual([
      { from: 540, to: 780 },
      { from: 840, to: 1_080 },
    ])
    expect(week?.slice(5)).toEqual([[{ from: 1_320, to: 120 }], [{ from: 840, to: 1_080 }]])
    const { text } = await server.ask(path, owner)
    expect(textOf(text)).toContain('9:00–13:00, 14:00–18:00')
    expect(textOf(text)).toContain('22:00–2:00')
    expect(field(text, 'day-5-0-to').value).toBe('02:00')
    expect((await press('save-hours')).status).toBe(303)
    expect((await desk()).week).toBeUndefined()
  })

  it('what is wrong is said beside its field, and everything typed comes back', async () => {
    const { status, text } = await press('save-hours', {
      ...everyDay,
      'day-0-0-to': '14:30',
      'day-1-0-from': '',
      'day-2-1-to': '25:00',
    })
    expect(status).toBe(400)
    const overlapping = field(text, 'day-0-1-from')
    expect(overlapping).toMatchObject({ invalid: true, described: hoursWords.errors.overlap })
    expect(field(text, 'day-0-0-to').value).toBe('14:30')
    expect(field(text, 'day-1-0-from').described).toBe(errors.time.missing)
    expect(field(text, 'day-2-1-to')).toMatchObject({
      value: '25:00',
      described: errors.time.invalid,
    })
    expect(fieldsListed(text)).toContain('day-0-1-from')
    expect((await desk()).week).toBeUndefined()
    const night = { 'day-6-0-from': '23:00', 'day-6-0-to': '3:00', 'day-0-0-from': '2:00' }
    const over = await press('save-hours', { ...night, 'day-0-0-to': '8:00' })
    expect(field(over.text, 'day-6-0-from').described).toBe(hoursWords.errors.overlap)
    const slip = { 'day-0-0-from': '19:00', 'day-0-0-to': '18:00', 'day-1-0-from': '9:00' }
    const slipped = await press('save-hours', { ...slip, 'day-1-0-to': '18:00' })
    expect(field(slipped.text, 'day-0-0-to').described).toBe(hoursWords.errors.night)
    expect(field(slipped.text, 'day-1-0-from').invalid).toBe(false)
    const nowhere = await press('save-hours', { timeZone: 'Europe/Atlantis' })
    expect(nowhere.status).toBe(400)
    expect(textOf(nowhere.text)).toContain(hoursWords.errors.zone)
  })

  it('a slot is added and a day copied to those below without losing or keeping anything', async () => {
    const typed = {
      'day-0-0-from': '08:15',
      'day-0-0-to': '',
      'day-1-0-from': '',
      'day-3-0-from': '',
    }
    const added = await press('add-0', typed)
    expect(added.status).toBe(200)
    expect(field(added.text, 'day-0-0-from').value).toBe('08:15')
    expect(field(added.text, 'day-0-1-from')).toMatchObject({ value: '', focused: true })
    const tuesday = { 'day-1-0-to': '12:30', 'day-1-1-from': '', 'day-1-1-to': '' }
    const copied = await press('copy-1', { ...everyDay, ...tuesday })
    for (const day of [5, 6]) expect(field(copied.text, `day-${day}-0-to`).value).not.toBe('12:30')
    const weekend = await press('copy-4', { ...everyDay, 'day-4-0-to': '12:45' })
    for (const day of [5, 6]) expect(field(weekend.text, `day-${day}-0-to`).value).toBe('12:45')
    expect(field(weekend.text, 'day-3-0-to').value).not.toBe('12:45')
    for (const day of [1, 2, 3, 4]) {
      expect(field(copied.text, `day-${day}-0-to`).value).toBe('12:30')
      expect(field(copied.text, `day-${day}-1-to`).value).toBe('')
    }
    expect(field(copied.text, 'day-0-1-to').value).toBe('18:00')
    expect((await desk()).week).toBeUndefined()
  })

  it('the usual time zones come first and in words', async () => {
    const page = await server.ask(localizedPath('/dashboard/settings/hours', language), owner)
    const [first] = elements(page.text, 'option').filter(
      ({ attributes }) => attributes.value === 'Europe/Berlin',
    )
    expect(first?.text).toMatch(/^Berlin, (Vienna, Zurich – CES?T|Wien, Zürich – MES?Z)$/)
  })

  it('public holidays are ticked by region, beside lines that stay, and are added once', async () => {
    const section = localizedPath('/dashboard/settings/exceptions', language)
    const send = (intent: string, form: Record<string, string>) =>
      server.ask(section, { ...owner, form: { intent, ...form } })
    const typed = { 'exception-0-first': '', 'exception-0-label': 'half a line' }
    const nowhere = await send('show-holidays', { ...typed, region: 'XX' })
    expect(nowhere.status).toBe(400)
    expect(textOf(nowhere.text)).toContain(hoursWords.errors.region)
    expect(field(nowhere.text, 'exception-0-label').value).toBe('half a line')
    const shown = await send('show-holidays', { ...typed, region: 'DE-SN' })
    expect(shown.status).toBe(200)
    expect(field(shown.text, 'exception-0-label').value).toBe('half a line')
    expect(textOf(shown.text)).toContain(words[language].holidays.names.repentance)
    const dates = elements(shown.text, 'input').flatMap(({ attributes: { name = '' } }) =>
      name.startsWith('holiday-') ? [name.slice('holiday-'.length)] : [],
    )
    expect(dates).toHaveLength(11)
    const [one = '', two = ''] = dates
    const ticked = { region: 'DE-SN', [`holiday-${one}`]: 'on', 'holiday-1999-01-01': 'on' }
    expect((await send('add-holidays', ticked)).status).toBe(303)
    expect((await desk()).exceptions).toMatchObject([{ first: one, last: one }])
    const lines = { 'exception-0-first': one, region: 'DE-SN' }
    const again = await send('show-holidays', lines)
    expect(again.text).not.toContain(`name="holiday-${one}"`)
    expect(again.text).toContain(`name="holiday-${two}"`)
    await send('save-exceptions', { 'exception-0-first': '' })
    expect((await desk()).exceptions).toEqual([])
  })

  it('exceptions are kept, and what is over is let go of', async () => {
    const soon = new Date(server.clock.now.getTime() + 48 * 60 * minute).toISOString().slice(0, 10)
    const lines = {
      'exception-0-first': soon,
      'exception-0-last': soon,
      'exception-0-label': 'Fest & Feier',
      'exception-1-first': '2020-01-01',
      'exception-2-first': '',
      'exception-3-first': soon,
      'exception-3-from': '10:00',
      'exception-3-to': '12:00',
    }
    const saved = await press('save-exceptions', lines, exceptionsPath)
    expect(saved).toMatchObject({ status: 303, location: exceptionsPath })
    expect((await desk()).exceptions).toEqual([
      { first: soon, last: soon, label: 'Fest & Feier' },
      { first: soon, last: soon, slot: { from: 600, to: 720 }, label: '' },
    ])
    const { text } = await server.ask(exceptionsPath, owner)
    expect(field(text, 'exception-1-from').value).toBe('10:00')
    expect(field(text, 'exception-2-first').value).toBe('')
    const slips = {
      'exception-0-first': '2026-02-30',
      'exception-1-first': soon,
      'exception-1-last': '2020-01-01',
      'exception-2-first': soon,
      'exception-2-from': '10:00',
    }
    const wrong = await press('save-exceptions', slips, exceptionsPath)
    expect(wrong.status).toBe(400)
    expect(field(wrong.text, 'exception-0-first').described).toBe(hoursWords.errors.date)
    expect(field(wrong.text, 'exception-1-last').described).toBe(hoursWords.errors.order)
    expect(field(wrong.text, 'exception-2-to').described).toBe(errors.time.missing)
    const more = await press('add-exception', { 'exception-0-first': soon }, exceptionsPath)
    expect(field(more.text, 'exception-1-first').focused).toBe(true)
  })

  it('the visitor reads when it opens and by when an answer comes, and is taken all the same', async () => {
    const chat = localizedPath('/chat', language)
    const home = localizedPath('/', language)
    owner = siteOwner
    await press('save-hours', { ...everyDay, replyWithin: '1-hour' })
    await press('save-away', { awayDe: 'Wir backen gerade.' }, awayPath)
    const { id, ownerUid } = owner.desk
    // The next evening at half past eight in Berlin, when nobody has been there for long.
    const evening = new Date(server.clock.now.getTime() + 48 * 60 * minute)
    evening.setUTCHours(18, 30, 0, 0)
    server.clock.forward(evening.getTime() - server.clock.now.getTime())
    const closed = await server.ask(chat)
    expect(textOf(closed.text)).toMatch(
      language === 'de'
        ? /Geschlossen bis morgen, 9:00\sUhr\. Schreiben Sie trotzdem: Die Antwort kommt morgen bis 10:00\sUhr/
        : /Closed until 9:00 tomorrow\. Write anyway: you will have an answer by 10:00 tomorrow\./,
    )
    expect(textOf(closed.text)).toContain('Wir backen gerade.')
    const front = textOf((await server.ask(home)).text)
    expect(front).toContain('10:00')
    const { address } = await server.begin('Is there bread?')
    const waiting = textOf((await server.ask(localizedPath(address, language))).text)
    expect(waiting).toContain('10:00')
    server.clock.forward(24 * 60 * minute)
    const late = textOf((await server.ask(localizedPath(address, language))).text)
    expect(late).toContain(said.late)
    // A member who happens to be there opens nothing.
    await server.services.members.attend(id, ownerUid, server.clock.now)
    for (const page of [chat, home]) {
      const text = textOf((await server.ask(page)).text)
      expect(text).toMatch(language === 'de' ? /Geschlossen bis/ : /Closed until/)
      expect(text).toContain(said.afterHours)
      expect(text).not.toContain(said.here)
    }
  })

  it('the owner says on any page that they are away, and that they are back', async () => {
    const chat = localizedPath(`/chat?desk=${owner.desk.publicKey}`, language)
    const here = localizedPath('/dashboard/tickets?state=open', language)
    await press('save-hours', { timeZone: 'Europe/Berlin' })
    const at = localizedPath('/dashboard', language)
    const say = (intent: string) => server.ask(at, { ...owner, form: { intent, back: here } })
    await server.ask(here, owner)
    expect(textOf((await server.ask(chat)).text)).toContain(said.here)
    expect(await say('go-away')).toMatchObject({ status: 303, location: here })
    expect(textOf((await server.ask(here, owner)).text)).toContain(dashboard.away)
    expect(textOf((await server.ask(chat)).text)).toContain(said.away)
    expect(await say('come-back')).toMatchObject({ status: 303, location: here })
    expect(textOf((await server.ask(here, owner)).text)).toContain(dashboard.here)
    expect(textOf((await server.ask(chat)).text)).toContain(said.here)
    const elsewhere = { intent: 'go-away', back: 'https://elsewhere.example/' }
    expect((await server.ask(at, { ...owner, form: elsewhere })).location).toBe(at)
  })

  it('a desk is attended while any of its members is', async () => {
    await press('save-hours', { timeZone: 'Europe/Berlin' })
    const at = localizedPath('/dashboard', language)
    const chat = localizedPath(`/chat?desk=${owner.desk.publicKey}`, language)
    const colleague = await server.join(owner.desk, 'colleague')
    const say = (caller: Owner, intent: string) => server.ask(at, { ...caller, form: { intent } })
    const shown = async () => textOf((await server.ask(chat)).text)
    const hint = async (caller: Owner) => textOf((await server.ask(at, caller)).text)
    await say(owner, 'go-away')
    expect(await shown()).toContain(said.away)
    await say(colleague, 'come-back')
    expect(await shown()).toContain(said.here)
    expect(await hint(owner)).toContain(dashboard.othersHint)
    expect(await hint(colleague)).toContain(dashboard.hereHint)
    await say(colleague, 'go-away')
    expect(await shown()).toContain(said.away)
    for (const caller of [owner, colleague])
      expect(await hint(caller)).toContain(dashboard.awayHint)
  })

  it('how long conversations are kept is chosen from a list', async () => {
    const privacy = localizedPath('/dashboard/settings/privacy', language)
    expect(linksIn((await server.ask(path, owner)).text)).toContain(privacy)
    const choose = (retention: string) =>
      server.ask(privacy, { ...owner, form: { intent: 'save-retention', retention } })
    expect(await choose('90')).toMatchObject({ status: 303, location: privacy })
    const { text } = await server.ask(privacy, owner)
    expect(text).toMatch(/<option value="90" selected/)
    expect(textOf(text)).toContain(retentionWords.lead)
    expect((await choose('never')).status).toBe(303)
    expect((await choose('7')).status).toBe(400)
  })
})
