import { type ActionFunctionArgs, type AppLoadContext, data } from '@remix-run/node'
import type { z } from 'zod'
import type { Session } from '../../domain/accounts/sessions'
import type { Desk } from '../../domain/desks/desks'
import {
  type FormAnswer,
  type FormErrors,
  incompleteForm,
  placeField,
  switchedField,
  switchIntent,
  type UploadedFile,
} from '../../domain/forms/forms'
import { waitInWords } from '../../domain/limits/rate-limits'
import { takeFormRoom } from '../limits/rate-limits.server'
import {
  demandManager,
  forgetAccess,
  noteAttendance,
  runsShop,
  toLogin,
} from '../sessions/access.server'
import { endsSession } from '../sessions/revalidation.server'
import { type CredentialFields, identityFailure } from '../sessions/sign-in.server'
import { captchaRetry, restorePasswords } from './captcha-retry.server'
import { type Input, readForm, typedIn, validate, wordErrors } from './forms.server'
import { isMultipart } from './multipart.server'
import { leadOn, type NextPage, withPlace } from './next-page.server'
import { oneAtATime } from './one-at-a-time.server'
import { demandPost, switchLanguage } from './page-forms.server'
import { isAnswer, unlessUnattended } from './unattended.server'
import { demandOwnMark, forgetTaken, withTyped } from './unsent.server'

type Typed = FormAnswer['typed']

export type ActionResult<More extends object = object> = NextPage | SamePage<More>

export interface SamePage<More extends object = object> {
  /** Defaults to the loader's. */
  status?: number
  errors?: FormErrors
  typed?: Typed
  /** Seconds until sending again makes sense. */
  retryAfter?: number
  headers?: Record<string, string>
  more?: More
}

export type Asked<Who> = Who & {
  context: AppLoadContext
  intent: string
  typed: Typed
}

export interface Form<Who> {
  input?: Input
  /** Fields for the identity service's refusals; see `identityFailure`. */
  fields?: CredentialFields
  /** Whether it is never refused for how much its sender sends. */
  free?: boolean
  /** Whether it is for managers of the desk alone. */
  ofManagers?: boolean
  run(value: unknown, asked: Asked<Who>): ActionResult | Promise<ActionResult>
}

/** By the button's `intent`; '' is for a button without one, and anything else. */
export type Forms<Who> = Record<string, Form<Who>>

/** Infers `run`'s value from the schema. */
export function form<Schema extends z.ZodTypeAny, Who>(
  input: Input<Schema>,
  run: (value: z.output<Schema>, asked: Asked<Who>) => ActionResult | Promise<ActionResult>,
  fields?: CredentialFields,
): Form<Who> {
  return { input, run, fields }
}

export type Sent<Brought extends object = object> = Brought & {
  form: FormData
  /** Why some of it was refused: the form is shown again. */
  refused?: SamePage
  uploaded?: UploadedFile[]
  /** Also shown with the form. */
  more?: object
  /** Cleans up after the form. */
  end?(): Promise<void>
}

/**
 * A page's action. `who` may throw a response. Reads the form once (by `read` where it has files)
 * and runs the pressed button's. Invalid fields give 400, refusals by the identity service or a
 * rate limit their status; a language switch keeps what was typed, or leads to the page itself. A form
 * that was made for another account or another desk than its address leads to gives 409, and what is
 * typed survives the way to the sign-in page. Authorises before a body with files and after it.
 * Forms of one `key` run one at a time.
 */
export function formAction<Who extends object, Brought extends object = object>(
  who: (context: AppLoadContext) => Who | Promise<Who>,
  forms:
    | Forms<Who & Brought>
    | ((who: Who, context: AppLoadContext) => Forms<Who & Brought> | Promise<Forms<Who & Brought>>),
  read: (request: Request, who: Who, context: AppLoadContext) => Promise<Sent<Brought>> = readPlain,
) {
  const act = async ({ request, context }: ActionFunctionArgs) => {
    demandPost(request)
    const first = await orWithTyped(who, request, context)
    const known = typeof forms === 'function' ? await forms(first, context) : forms
    const sent = await read(request, first, context)
    const { form, refused, uploaded, more, end } = sent
    restorePasswords(form, context)
    const pressed = String(form.get('intent') ?? '')
    const intent = pressed === switchIntent || Object.hasOwn(known, pressed) ? pressed : ''
    const typed = typedIn(form)
    try {
      // Files take as long as their sender likes, who may have lost the right meanwhile.
      const isSlow = ownDesk(first) && isMultipart(request)
      const asker = isSlow ? await authoriseAgain(who, context) : first
      const desk = ownDesk(asker)
      const wait = await waitFor(form, known[intent], intent, asker, context)
      const asked = { ...asker, ...sent, context, intent, typed }
      await demandOwnMark(form, desk, context)
      if (known[intent]?.ofManagers) demandManager(asker)
      if (desk) await noteAttendance(context)
      const work = async () =>
        wait > 0 ? comeAgain(wait) : submit(form, known[intent], asked, refused)
      const onSite = desk && (await runsShop(context))
      const result = typed.key ? await oneAtATime(`${intent} ${typed.key}`, work) : await work()
      // Its owner's own page must show at once what was saved.
      if (onSite && ('to' in result || (result.status ?? 200) < 400)) context.forgetPages()
      if ('to' in result) {
        const cookies = [...(result.cookies ?? []), ...forgetTaken(form, context)]
        return answer({ ...result, cookies }, { intent, typed }, context)
      }
      const answered = intent === switchIntent ? typed[switchedField] || intent : intent
      const again = captchaRetry(result, form, context)
      return answer(result, { intent: answered, typed, uploaded, ...more, ...again }, context)
    } catch (thrown) {
      throw isAnswer(thrown) ? await withTyped(thrown, form, context) : thrown
    } finally {
      await end?.()
    }
  }
  return (sent: ActionFunctionArgs) => unlessUnattended(sent.context, () => act(sent))
}

/** The desk that the sender is at as a member, for a form of the dashboard. */
function ownDesk(asker: { desk?: Desk; session?: Session }): Desk | undefined {
  return asker.session && asker.desk
}

function authoriseAgain<Who>(
  who: (context: AppLoadContext) => Who | Promise<Who>,
  context: AppLoadContext,
): Who | Promise<Who> {
  forgetAccess(context)
  return who(context)
}

/** Loses nothing that was typed where somebody must sign in first, or again. */
async function orWithTyped<Who>(
  who: (context: AppLoadContext) => Who | Promise<Who>,
  request: Request,
  context: AppLoadContext,
): Promise<Who> {
  try {
    return await who(context)
  } catch (thrown) {
    if (!isAnswer(thrown)) throw thrown
    throw await withTyped(thrown, await readForm(request), context)
  }
}

export function anybody(): object {
  return {}
}

async function readPlain<Brought>(request: Request): Promise<Sent & Brought> {
  return { form: await readForm(request) } as Sent & Brought
}

/** Whole seconds until the sender may send more; 0 if they may. */
async function waitFor(
  sent: FormData,
  form: Pick<Form<never>, 'free'> | undefined,
  intent: string,
  asker: object,
  context: AppLoadContext,
): Promise<number> {
  if (intent === switchIntent || form?.free) return 0
  const { session } = asker as { session?: Pick<Session, 'user'> }
  return takeFormRoom(context, session?.user.uid, sent)
}

/** The form again with its values; `field` names the one that holds the text. */
export function comeAgain(seconds: number, field = 'form'): SamePage {
  return { status: 429, errors: { [field]: waitInWords(seconds) }, retryAfter: seconds }
}

async function submit<Who extends object>(
  sent: FormData,
  form: Form<Who> | undefined,
  asked: Asked<Who>,
  refused?: SamePage,
): Promise<ActionResult> {
  if (asked.intent === switchIntent) return switchLanguage(sent, asked, refused)
  if (!form) return { status: 400, errors: { form: incompleteForm } }
  const { value, errors } = form.input ? validate(sent, form.input, asked.context.language) : {}
  if (errors || refused)
    return { status: 400, ...refused, errors: { ...errors, ...refused?.errors } }
  try {
    return await form.run(value, asked)
  } catch (error) {
    const signedIn = 'session' in asked
    if (signedIn && endsSession(error)) throw await toLogin(asked.context, error.code)
    const failure = identityFailure(error, form.fields, signedIn)
    return { ...failure, errors: saidAloud(sent, failure.errors) }
  }
}

/** The form itself also shows the error of an absent field, which may not be on the page. */
function saidAloud(sent: FormData, errors: FormErrors): FormErrors {
  const unseen = Object.keys(errors).find((field) => !sent.has(field))
  return unseen ? { form: errors[unseen], ...errors } : errors
}

function answer(
  result: ActionResult,
  { uploaded, ...sent }: Pick<FormAnswer, 'intent' | 'typed' | 'uploaded'>,
  context: AppLoadContext,
) {
  if ('to' in result) return leadOn(withPlace(result, sent.typed[placeField], context), context)
  const { status, errors = {}, typed = sent.typed, retryAfter, headers, more } = result
  // Files dropped meanwhile must be chosen again.
  const waiting = uploaded && { uploaded: status === 409 && errors.files ? [] : uploaded }
  const all = new Headers(headers)
  all.set('Cache-Control', 'private, no-store')
  if (retryAfter) all.set('Retry-After', String(retryAfter))
  const worded = wordErrors(errors, context.language)
  const shown: FormAnswer = { ...sent, typed, ...worded, ...waiting, ...more }
  return data(shown, { status, headers: all })
}
