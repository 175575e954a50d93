import { z } from 'zod'
import { graceDays, longestLauncher, sides } from '~/domain/desks/embeds'
import {
  type ColourProblem,
  colourProblem,
  isCut,
  typedColour,
  typedOrigins,
} from '~/domain/desks/embeds-input'
import { optionalLines } from '~/domain/forms/lines'
import type { Notice } from '~/domain/forms/notices'
import { mostEarlierKeys } from '~/domain/mail-in/aliases'
import { newId } from '~/domain/text/ids'
import type { Language } from '~/domain/text/languages'
import { fieldsIn, textIn } from '~/domain/text/localized-fields'
import { atDeskForms } from '~/http/desks/at-desk.server'
import { logChange, logEvent } from '~/http/desks/audit-log.server'
import { nextAfter } from '~/http/desks/guide.server'
import { type ActionResult, type Asked, form, formAction } from '~/http/forms/form-action.server'
import { type OwnDesk, requireManager } from '~/http/sessions/access.server'
import { localizedPath } from '~/i18n/addresses'
import { formatDecimal } from '~/i18n/formats'
import { guideHere } from './loader.server'

const lookInput = z.object({
  light: typedColour,
  dark: typedColour,
  side: z.enum(sides),
  ...fieldsIn('launcher', optionalLines(longestLauncher, 'embed:errors.long')),
})

const keyInput = z.object({
  key: z.string(),
  grace: z
    .string()
    .optional()
    .transform((typed) => graceDays.find((days) => String(days) === typed) ?? 0),
})

export const action = formAction(requireManager, {
  'save-look': form(lookInput, saveLook),
  'save-sites': form(z.object({ origins: typedOrigins }), saveSites),
  'replace-key': form(keyInput, replaceKey),
  ...atDeskForms,
})

type AskedOfDesk = Asked<OwnDesk>

async function saveLook(
  { light, dark, side, ...texts }: z.output<typeof lookInput>,
  asked: AskedOfDesk,
): Promise<ActionResult> {
  const { desk, context } = asked
  const { language, services } = context
  const errors = {
    light: problemText(colourProblem('light', light), language),
    dark: problemText(colourProblem('dark', dark), language),
  }
  if (errors.light || errors.dark) return { status: 400, errors }
  const launcher = textIn('launcher', texts)
  const before = await services.embeds.find(desk.id)
  const look = { light, dark, side }
  await services.embeds.save(desk.id, { look, launcher })
  await logChange(asked, 'look', [
    [before.look, before.launcher],
    [look, launcher],
  ])
  return done('lookSaved', language)
}

function problemText(problem: ColourProblem | undefined, language: Language) {
  if (!problem) return undefined
  const { values } = problem
  return { ...problem, values: { ...values, contrast: formatDecimal(values.contrast, language) } }
}

async function saveSites({ origins }: { origins: string[] }, asked: AskedOfDesk) {
  const { desk, typed, context } = asked
  const { embeds } = context.services
  const before = await embeds.find(desk.id)
  await embeds.save(desk.id, { origins })
  await logChange(asked, 'sites', [before.origins, origins])
  const cut = (typed.origins ?? '').split(/[\r\n]+/).some(isCut)
  return ledOn(done(cut ? 'sitesCut' : 'sitesSaved', context.language), asked)
}

const day = 24 * 3_600_000

/** Idempotent: the form names the key that it replaces. */
async function replaceKey(
  { key, grace }: z.output<typeof keyInput>,
  { desk, member, context }: AskedOfDesk,
) {
  const { services, now, language } = context
  const until = new Date(now().getTime() + grace * day)
  const isCurrent = key === desk.publicKey
  // The address for e-mails stays valid: people have it.
  const alias = { name: key, deskId: desk.id, chosenAt: now() }
  if (isCurrent) await services.mailAliases.add(alias, mostEarlierKeys)
  await services.desks.replaceKey(desk.id, key, newId(now()), until)
  if (isCurrent) await logEvent({ desk, member, context }, 'key')
  return done('keyReplaced', language)
}

/** At the head of the room, where the next step stands. */
async function ledOn(saved: ReturnType<typeof done>, asked: AskedOfDesk): Promise<ActionResult> {
  const next = await nextAfter(guideHere, asked, asked.context)
  return next ? { ...saved, to: `${saved.to}#main` } : saved
}

function done(notice: Notice, language: Language) {
  return { to: localizedPath('/dashboard/embed', language), notice }
}
