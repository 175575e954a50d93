import type { ActionFunctionArgs, AppLoadContext } from '@remix-run/node'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { createRateLimitStore } from '../../../app/adapters/in-process/rate-limits.server'
import { readConfig } from '../../../app/config/settings.server'
import { IdentityError } from '../../../app/domain/identity/identity'
import { TooManyRequests } from '../../../app/domain/limits/rate-limits'
import { type ActionResult, form, formAction } from '../../../app/http/forms/form-action.server'
import { requestFacts } from '../../../app/http/request-facts'
import { en } from '../../support/locales'

const name = z.object({
  name: z.string({ required_error: 'errors:name.long' }),
  key: z.string(),
})

/** The response of a page with these forms. */
async function answerTo(
  body: string,
  result: () => ActionResult = () => ({ to: '/next' }),
  rateLimits = createRateLimitStore(),
) {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const request = new Request('http://localhost/page?a=b', { method: 'POST', headers, body })
  const run = vi.fn(result)
  const context = {
    ...requestFacts(request),
    config: readConfig({}, 'development'),
    clientAddress: '192.0.2.1',
    now: () => new Date(0),
    services: { rateLimits },
  } as unknown as AppLoadContext
  const action = formAction(() => ({ who: 'ada' }), {
    save: form(name, run, { password: 'oldPassword' }),
    remove: { run },
  })
  const done = await action({ request, context, params: {} } as ActionFunctionArgs)
  if (done instanceof Response) {
    return { run, status: done.status, location: done.headers.get('Location') }
  }
  const sent = new Headers(done.init?.headers)
  const [wait, cookies] = [sent.get('Retry-After'), sent.getSetCookie()]
  return { run, wait, cookies, status: done.init?.status, answer: done.data }
}

describe('a form’s action', () => {
  it('runs the action of the pressed button, once, with the typed text, and redirects', async () => {
    const { run, ...led } = await answerTo('intent=save&name=Ada&key=1&newPassword=x')
    expect(led).toEqual({ location: '/next', status: 303 })
    expect(run).toHaveBeenCalledOnce()
    expect(run).toHaveBeenCalledWith(
      { name: 'Ada', key: '1' },
      expect.objectContaining({ who: 'ada', intent: 'save', typed: { name: 'Ada', key: '1' } }),
    )
    expect((await answerTo('intent=remove')).location).toBe('/next')
  })

  it('returns the text of a sender above the limit, and does not count a change of language', async () => {
    const rateLimits = createRateLimitStore()
    const ask = (body: string) => answerTo(body, undefined, rateLimits)
    const text = 'a'.repeat(60_000)
    let answer = await ask(`intent=save&name=${text}&key=1`)
    for (let times = 0; times < 500 && answer.status !== 429; times += 1) {
      answer = await ask(`intent=save&name=${text}&key=1`)
    }
    expect(answer).toMatchObject({ status: 429, wait: '3600' })
    expect(answer.answer).toMatchObject({
      typed: { name: text },
      errors: { form: en.errors.errors.wait.minutes_other.replace('{{count}}', '60') },
    })
    expect(answer.run).not.toHaveBeenCalled()
    expect((await ask('intent=switch-language')).status).toBe(303)
  })

  it('shows an error beside its field, and beside the form for hidden fields', async () => {
    const empty = await answerTo('intent=save&name=&key=1')
    expect(empty).toMatchObject({
      status: 400,
      answer: { errors: { name: en.errors.name.long } },
    })
    const foreign = await answerTo('intent=save&name=Ada')
    expect(foreign.answer).toEqual({
      intent: 'save',
      typed: { name: 'Ada' },
      errors: { form: en.errors.form.key },
    })
    expect(foreign.run).not.toHaveBeenCalled()
  })

  it.each(['unknown', 'constructor', '__proto__', ''])('knows no button %j', async (intent) => {
    const { status, answer, run } = await answerTo(`intent=${intent}&name=Ada&key=1`)
    expect(status).toBe(400)
    expect(answer).toMatchObject({ intent: '', errors: { form: en.errors.form.key } })
    expect(run).not.toHaveBeenCalled()
  })

  it('only shows the form again for the language switch', async () => {
    const { status, answer, run, cookies } = await answerTo('intent=switch-language&name=A')
    const shown = { intent: 'switch-language', typed: { name: 'A' }, errors: {} }
    expect({ status, answer }).toEqual({ status: 200, answer: shown })
    expect(run).not.toHaveBeenCalled()
    expect(cookies).toEqual([expect.stringMatching(/^i18n_redirected=en; /)])
  })

  it('shows the page again with its status, Retry-After and further data', async () => {
    const { status, wait, answer } = await answerTo('intent=remove&name=A', () => {
      const typed = { name: 'B' }
      return { status: 429, errors: { name: 'a' }, typed, retryAfter: 7, more: { left: 1 } }
    })
    expect({ status, wait }).toEqual({ status: 429, wait: '7' })
    const shown = { intent: 'remove', typed: { name: 'B' }, errors: { name: 'a' }, left: 1 }
    expect(answer).toEqual(shown)
  })

  it('shows refusals of the identity service and of limits, and throws unexpected errors', async () => {
    const failing = (error: Error) =>
      answerTo('intent=save&name=A&key=1&oldPassword=x', () => {
        throw error
      })
    expect(await failing(new TooManyRequests(90))).toMatchObject({ status: 429, wait: '90' })
    const weak = await failing(new IdentityError('weak-password', ''))
    expect(weak).toMatchObject({
      status: 400,
      answer: { errors: { oldPassword: en.auth.weakPassword } },
    })
    const elsewhere = await failing(new IdentityError('email-already-in-use', ''))
    expect(elsewhere.answer).toMatchObject({ errors: { form: en.auth.emailAlreadyInUse } })
    expect(elsewhere.answer).not.toHaveProperty('captcha')
    const robot = await failing(new IdentityError('missing-recaptcha-token', ''))
    expect(robot.answer).toMatchObject({
      errors: { form: en.auth.missingRecaptchaToken },
      captcha: true,
    })
    await expect(failing(new Error('no'))).rejects.toThrow('no')
  })
})
