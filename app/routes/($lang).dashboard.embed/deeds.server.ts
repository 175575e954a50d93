import { type AppLoadContext, redirect } from '@remix-run/node'
import type { Desk } from '~/domain/desks/desks'
import { type ColourProblem, colourProblem, originIn } from '~/domain/desks/embeds-input'
import type { FormAnswer } from '~/domain/forms/forms'
import type { Notice } from '~/domain/forms/notices'
import { newId } from '~/domain/text/ids'
import type { Language } from '~/domain/text/languages'
import { flash } from '~/http/cookies/flash.server'
import { type Refusal, refuse } from '~/http/sessions/proof.server'
import { localizedPath } from '~/i18n/addresses'
import { formatDecimal } from '~/i18n/formats'
import type { EmbedForm } from './forms.server'

/** Who asks for a deed, where. */
interface Asking {
  context: AppLoadContext
  desk: Desk
  language: Language
}

type Form<Intent extends EmbedForm['intent']> = Extract<EmbedForm, { intent: Intent }>

/** Carries out what one of the room's forms says; returns where to go then, or why not. */
export function act(asking: Asking, form: EmbedForm): Promise<Response | Refusal> {
  switch (form.intent) {
    case 'save-look':
      return saveLook(asking, form)
    case 'save-texts':
      return saveTexts(asking, form)
    case 'save-sites':
      return saveSites(asking, form)
    case 'replace-key':
      return replaceKey(asking, form)
  }
}

async function saveLook(asking: Asking, form: Form<'save-look'>) {
  const { light, dark, side, launcherEn, launcherDe } = form
  const problems = {
    light: told(colourProblem('light', light), asking.language),
    dark: told(colourProblem('dark', dark), asking.language),
  }
  if (problems.light || problems.dark) return refuse(problems, 400)
  const launcher = { en: launcherEn, de: launcherDe }
  const { embeds } = asking.context.services
  await embeds.save(asking.desk.id, { look: { light, dark, side }, launcher })
  return done(asking, 'lookSaved', '#look')
}

/** With the contrast as the language writes it. */
function told(problem: ColourProblem | undefined, language: Language) {
  if (!problem) return undefined
  const { values } = problem
  return { ...problem, values: { ...values, contrast: formatDecimal(values.contrast, language) } }
}

async function saveTexts(asking: Asking, form: Form<'save-texts'>) {
  const { desks, embeds } = asking.context.services
  const { id, ownerUid } = asking.desk
  await desks.saveTexts(ownerUid, { greeting: { en: form.greetingEn, de: form.greetingDe } })
  await embeds.save(id, {
    consent: { en: form.consentEn, de: form.consentDe },
    consentLink: { en: form.linkEn, de: form.linkDe },
  })
  return done(asking, 'textsSaved', '#texts')
}

async function saveSites(asking: Asking, { origins }: Form<'save-sites'>) {
  await asking.context.services.embeds.save(asking.desk.id, { origins })
  return done(asking, 'sitesSaved', '#sites')
}

const day = 24 * 3_600_000

/** Sent twice it changes the key once: the form names the key that it is to replace. */
async function replaceKey(asking: Asking, { key, grace }: Form<'replace-key'>) {
  const { services, now } = asking.context
  const until = new Date(now().getTime() + grace * day)
  await services.desks.replaceKey(asking.desk.ownerUid, key, newId(now()), until)
  return done(asking, 'keyReplaced', '#snippet')
}

/** An error about a list of sites names the line. */
export function withLine({ typed, errors }: FormAnswer): FormAnswer {
  if (errors.origins !== 'embed:errors.origins') return { typed, errors }
  const lines = (typed.origins ?? '').split(/\r\n|\r|\n/)
  const wrong = lines.find((line) => line.trim() && originIn(line) === undefined) ?? ''
  const line = wrong.trim().slice(0, 80)
  return {
    typed,
    errors: { ...errors, origins: { key: 'embed:errors.origins', values: { line } } },
  }
}

async function done({ context, language }: Asking, notice: Notice, place: string) {
  const headers = { 'Set-Cookie': flash(context, notice) }
  return redirect(localizedPath(`/dashboard/embed${place}`, language), { status: 303, headers })
}
