import { type ActionFunctionArgs, type AppLoadContext, data, redirect } from '@remix-run/node'
import type { z } from 'zod'
import {
  type FormAnswer,
  type FormErrors,
  incompleteForm,
  switchIntent,
  type UploadedFile,
} from '../../domain/forms/forms'
import type { Notice } from '../../domain/forms/notices'
import { flash } from '../cookies/flash.server'
import { toLogin } from '../sessions/access.server'
import { endsSession } from '../sessions/revalidation.server'
import { type CredentialFields, identityFailure } from '../sessions/sign-in.server'
import { readForm, typedIn, validate } from './forms.server'

type Typed = FormAnswer['typed']

/** What a form led to: another page, or its own again. */
export type ActionResult<More extends object = object> = NextPage | SamePage<More>

/** A redirect (303) to an address, which may say there what was done. */
export interface NextPage {
  to: string
  notice?: Notice
  /** Set-Cookie values. */
  cookies?: readonly string[]
  headers?: Record<string, string>
}

/** The form's page with what was typed, what is wrong with it, and what else it shows of the form. */
export interface SamePage<More extends object = object> {
  /** Without one the page's loader gives it. */
  status?: number
  errors?: FormErrors
  /** In place of what was typed. */
  typed?: Typed
  /** Seconds after which it is worth sending the form again. */
  retryAfter?: number
  headers?: Record<string, string>
  more?: More
}

/** Who sent a form, with what is known of them, and what they typed. */
export type Asked<Who> = Who & {
  context: AppLoadContext
  /** The form's button. */
  intent: string
  typed: Typed
}

/** A form of a page: what it must bring, and what it does. */
export interface Form<Who> {
  /** Nothing where the form is but a button. */
  input?: z.ZodTypeAny
  /** The fields beside which a refusal by the identity service is shown; see `identityFailure`. */
  fields?: CredentialFields
  run(value: unknown, asked: Asked<Who>): ActionResult | Promise<ActionResult>
}

/**
 * A page's forms by the value of their button, which is named `intent`. The form of a button without
 * a name is ''; it gets whatever no other form gets.
 */
export type Forms<Who> = Record<string, Form<Who>>

/** Returns a form that gets what its schema makes of the fields. */
export function form<Schema extends z.ZodTypeAny, Who>(
  input: Schema,
  run: (value: z.output<Schema>, asked: Asked<Who>) => ActionResult | Promise<ActionResult>,
  fields?: CredentialFields,
): Form<Who> {
  return { input, run, fields }
}

/** A form as it was read, with whatever its files are to the page. */
export type Sent<Brought extends object = object> = Brought & {
  form: FormData
  /** Why some of what it brought was not taken: the form is then shown again. */
  refused?: SamePage
  /** Files that wait for the form to be sent again. */
  uploaded?: UploadedFile[]
  /** Lets go of what the form brought, once it was answered. */
  end?(): Promise<void>
}

/**
 * Returns a page's action. It finds out who asks; `who` may throw a response instead. It reads the
 * form once, by `read` where it brings files, and picks the one whose button was pressed. What the
 * fields lack is answered with the page and 400, what the identity service or a limit refuses with
 * their status. A form that is sent to see its page in another language does nothing.
 */
export function formAction<Who extends object, Brought extends object = object>(
  who: (context: AppLoadContext) => Who | Promise<Who>,
  forms: Forms<Who & Brought> | ((who: Who, context: AppLoadContext) => Forms<Who & Brought>),
  read: (request: Request, who: Who, context: AppLoadContext) => Promise<Sent<Brought>> = readPlain,
) {
  return async ({ request, context }: ActionFunctionArgs) => {
    const asker = await who(context)
    const { form, refused, uploaded, end, ...brought } = await read(request, asker, context)
    const pressed = String(form.get('intent') ?? '')
    const known = typeof forms === 'function' ? forms(asker, context) : forms
    const intent = pressed === switchIntent || Object.hasOwn(known, pressed) ? pressed : ''
    const typed = typedIn(form)
    const asked = { ...asker, ...(brought as unknown as Brought), context, intent, typed }
    try {
      const result = await submit(form, known[intent], asked, refused)
      return answer(result, { intent, typed, uploaded }, context)
    } finally {
      await end?.()
    }
  }
}

/** Returns the redirect of a result, for a loader that leads on. */
export function leadOn(
  { to, notice, cookies = [], headers }: NextPage,
  context: AppLoadContext,
): Response {
  const all = new Headers(headers)
  for (const cookie of cookies) all.append('Set-Cookie', cookie)
  if (notice) all.append('Set-Cookie', flash(context, notice))
  return redirect(to, { status: 303, headers: all })
}

async function readPlain<Brought>(request: Request): Promise<Sent & Brought> {
  return { form: await readForm(request) } as Sent & Brought
}

async function submit<Who extends object>(
  sent: FormData,
  form: Form<Who> | undefined,
  asked: Asked<Who>,
  refused?: SamePage,
): Promise<ActionResult> {
  if (asked.intent === switchIntent) {
    asked.context.keepLanguage()
    return { ...refused, status: 200 }
  }
  if (!form) return { status: 400, errors: { form: incompleteForm } }
  const { value, errors } = form.input ? validate(sent, form.input) : {}
  if (errors || refused)
    return { status: 400, ...refused, errors: { ...errors, ...refused?.errors } }
  try {
    return await form.run(value, asked)
  } catch (error) {
    const signedIn = 'session' in asked
    if (signedIn && endsSession(error)) throw await toLogin(asked.context, error.code)
    return identityFailure(error, form.fields, signedIn)
  }
}

function answer(
  result: ActionResult,
  { uploaded, ...sent }: Pick<FormAnswer, 'intent' | 'typed' | 'uploaded'>,
  context: AppLoadContext,
) {
  if ('to' in result) return leadOn(result, context)
  const { status, errors = {}, typed = sent.typed, retryAfter, headers, more } = result
  // Files that were let go of meanwhile are chosen again.
  const waiting = uploaded && { uploaded: status === 409 && errors.files ? [] : uploaded }
  const all = new Headers(headers)
  if (retryAfter) all.set('Retry-After', String(retryAfter))
  const shown: FormAnswer = { ...sent, typed, errors, ...waiting, ...more }
  return data(shown, { status, headers: all })
}
