import { type AppLoadContext, redirect } from '@remix-run/node'
import type { z } from 'zod'
import type { FormAnswer } from '~/domain/forms/forms'
import type { Notice } from '~/domain/forms/notices'
import { flash } from '~/http/cookies/flash.server'
import { readFields, readForm } from '~/http/forms/forms.server'
import type { Refusal } from '~/http/sessions/proof.server'
import { localizedPath } from '~/i18n/addresses'
import type { Asking, Looking } from './asking'
import { type SectionName, sectionAddress } from './sections'

/** What a form of a section came to when it was not done: which one, and what to show it with. */
export interface Said {
  intent: string
  answer: FormAnswer
}

export interface Unfinished {
  said: Said
  status: number
  headers: Record<string, string>
}

/** A section on the server: what it shows, its forms by their intents, and what they do. */
export interface ServedSection<Page> {
  read(looking: Looking): Promise<Page>
  /** Takes one of the section's forms: where to go then, or why it is shown again. */
  submit(asking: Asking): Promise<Response | Unfinished>
}

/** For a section that only shows something: whatever is sent to it is none of its forms. */
export async function nothingToSend(): Promise<Unfinished> {
  const answer = { typed: {}, errors: { intent: 'errors:form.key' } }
  return { said: { intent: '', answer }, status: 400, headers: {} }
}

export function servedSection<Page, Schema extends z.ZodTypeAny>(section: {
  read(looking: Looking): Promise<Page>
  forms: Schema
  /** What a refusal says of the typed text goes over what was typed. */
  act(
    asking: Asking,
    form: z.output<Schema>,
    typed: FormAnswer['typed'],
  ): Promise<Response | Refusal>
}): ServedSection<Page> {
  return {
    read: section.read,
    async submit(asking) {
      const form = readFields(await readForm(asking.request), section.forms)
      if (form.kind === 'switch-language') {
        return { said: { intent: '', answer: form.answer }, status: 200, headers: {} }
      }
      const { intent } = form
      if (form.kind === 'invalid') {
        return { said: { intent, answer: form.answer }, status: 400, headers: {} }
      }
      const done = await section.act(asking, form.value, form.typed)
      if (done instanceof Response) return done
      const { status, headers, answer } = done
      const typed = { ...form.typed, ...answer.typed }
      return { said: { intent, answer: { ...answer, typed } }, status, headers }
    },
  }
}

/** Back to the section, which then says what was done. */
export function done(
  { context, language }: Asking,
  section: SectionName,
  notice: Notice,
  cookies: string[] = [],
): Promise<Response> {
  return doneAt(localizedPath(sectionAddress(section), language), notice, context, cookies)
}

/** The same at any address of ours. */
export async function doneAt(
  address: string,
  notice: Notice,
  context: AppLoadContext,
  cookies: string[] = [],
): Promise<Response> {
  const headers = new Headers()
  for (const cookie of cookies) headers.append('Set-Cookie', cookie)
  headers.append('Set-Cookie', flash(context, notice))
  return redirect(address, { status: 303, headers })
}
