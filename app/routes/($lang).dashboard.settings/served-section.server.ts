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

export interface Said {
  intent: string
  answer: FormAnswer
}

interface Unfinished {
  said: Said
  status: number
  headers: Record<string, string>
}

export interface ServedSection<Page> {
  read(looking: Looking): Promise<Page>
  submit(asking: Asking): Promise<Response | Unfinished>
}

/** For a section without forms. */
export async function nothingToSend(): Promise<Unfinished> {
  const answer = { typed: {}, errors: { intent: 'errors:form.key' } }
  return { said: { intent: '', answer }, status: 400, headers: {} }
}

export function servedSection<Page, Schema extends z.ZodTypeAny>(section: {
  read(looking: Looking): Promise<Page>
  forms: Schema
  /** A refusal's values replace those typed. */
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

/** Redirects to the section with a notice. */
export function done(
  { context, language }: Asking,
  section: SectionName,
  notice: Notice,
  cookies: string[] = [],
): Promise<Response> {
  return doneAt(localizedPath(sectionAddress(section), language), notice, context, cookies)
}

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
